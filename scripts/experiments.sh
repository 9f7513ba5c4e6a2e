#!/usr/bin/env bash
# Every self-play and random-play result in data/: the commands that made it.
#
#   scripts/experiments.sh [SIZE] [BUILD] [DATA]      defaults: default, build, data
#
# SIZE is small (a minute on two cores), default (a quarter of an hour) or full (a day). Writes for Konane
#   DATA/boards.csv              a row for each board: random play, results, length, branching, estimates
#   DATA/selfplay.csv            the same for each agent against itself on 8x8
#   DATA/selfplay_openings.csv   random play on 8x8 by opening
#   DATA/selfplay_lengths.csv    jumps in a game on 8x8, for each agent against itself: histogram
#   DATA/selfplay_plies.csv      legal moves, multi-jumps and stones by ply, for each agent against itself
#   DATA/matrix.csv              each agent against each other as Black and as White
#   DATA/pairs.csv               the same over both colours
#   DATA/random_exact.csv        uniform random play on small boards, exactly
# and for Italian draughts on 8x8, with the draw rule fid,
#   DATA/draughts_selfplay.csv, _lengths.csv, _plies.csv, DATA/draughts_matrix.csv, DATA/draughts_pairs.csv
#                                      likewise (plies without histograms)
#                                      (db:endgames4,AGENT has all endgames of up to four pieces, made here)
#   DATA/draughts_championship.csv, _plies.csv      ten games between people, from tests/data/draughts/championship.pdn
# A file whose rows would stay the same is left alone, provenance and all. Rows do not depend on the number of threads.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

# shellcheck source=scripts/tables.sh
. "$(dirname "$0")/tables.sh"
begin_results "$@"
seed=1
papamu=$(realpath "$papamu")
games_of_people=$(dirname "$0")/../tests/data/draughts/championship.pdn

# Agents against themselves on 8x8, with the numbers of games; games of each pair of the matrix each way; games on each
# board of boards.csv, fewer on large ones. The same for draughts.
case $size in
    small)
        alone='random=1000000 greedy=20000 ab:2=5000 ab:4=2000 ab:6=200 mcts:200=300'
        n_board=100000 n_pair=100 matrix='random;greedy;ab:2;ab:4;ab:6;mcts:200'
        draughts_alone='random=50000 greedy=20000 ab:2=2000 ab:4=200 ab:6=100 db:endgames4,ab:6=50'
        n_draughts_pair=50 draughts_matrix='random;greedy;ab:2;ab:4;db:endgames4,ab:4'
        ;;
    default)
        alone='random=10000000 greedy=1000000 ab:2=200000 ab:4=50000 ab:6=10000 mcts:200=20000'
        n_board=1000000 n_pair=5000 matrix='random;greedy;ab:2;ab:4;ab:6;mcts:200'
        draughts_alone='random=1000000 greedy=500000 ab:2=50000 ab:4=10000 ab:6=2000 db:endgames4,ab:6=2000'
        n_draughts_pair=500 draughts_matrix='random;greedy;ab:2;ab:4;ab:6;db:endgames4,ab:6'
        ;;
    full)
        alone='random=1000000000 greedy=100000000 ab:2=10000000 ab:4=1000000 ab:6=200000 mcts:200=200000'
        n_board=100000000 n_pair=50000 matrix='random;greedy;ab:2;ab:4;ab:6;mcts:200;mcts:1000'
        draughts_alone='random=100000000 greedy=10000000 ab:2=1000000 ab:4=200000 ab:6=50000 db:endgames4,ab:6=50000'
        n_draughts_pair=20000 draughts_matrix='random;greedy;ab:2;ab:4;ab:6;db:endgames4,ab:6'
        ;;
esac

boards='4x4 4x5 5x5 4x6 5x6 6x6 6x7 7x7 7x8 8x8 9x9 8x11 9x10 10x10 8x13 9x13 11x11 12x12 11x13 13x13 12x15 14x14'
boards+=' 13x15 15x15 16x16'
exact_boards='3x3 3x4 3x5 4x4 3x6 4x5 3x7 4x6 3x8 5x5'

# What the counts of a run say, as a table that keeps the provenance of the run.
table_of() { # NAME FILE
    sed -n '/^#/p' "$2"
    "$papamu" stats "$2" --table "$1" --format csv --no-provenance
}

random_on_board() { # BOARD
    local cells=$((${1%x*} * ${1#*x})) games=$n_board
    games=$((cells <= 64 ? games : games / (cells <= 128 ? 4 : 10)))
    play "$1" --games "$games" >"$scratch/sums"
    table_of series "$scratch/sums"
}

# Play, where the database endgames4 is found by that name.
play() { # ARGUMENTS...
    (cd "$scratch" && "$papamu" selfplay "$@" --seed $seed --summary --format csv)
}

# Each agent of a list "AGENT=GAMES ..." against itself on 8x8: DATA/NAME.csv, DATA/NAME_lengths.csv and
# DATA/NAME_plies.csv. Leaves the counts in SCRATCH/NAME-sums-1, -2, ...
agents_alone() { # GAME NAME LIST
    local entry agent games i=0 part kind
    for entry in $3; do
        agent=${entry%=*} games=${entry##*=} i=$((i + 1)) part=$scratch/$2
        say "$2: $agent against itself, $games games"
        play 8x8 --game "$1" --games "$games" --black "$agent" --white "$agent" --plies "$part-plies-$i" \
            >"$part-sums-$i"
        table_of series "$part-sums-$i" >"$part-series-$i"
        table_of lengths "$part-sums-$i" >"$part-lengths-$i"
    done
    for kind in series lengths plies; do
        join_tables "$scratch/$2-$kind"-* >"$scratch/$2-$kind"
    done
    keep_table "$scratch/$2-series" "$data/$2.csv"
    keep_table "$scratch/$2-lengths" "$data/$2_lengths.csv"
    [ "$1" = konane ] || without_histograms "$scratch/$2-plies"
    keep_table "$scratch/$2-plies" "$data/$2_plies.csv"
}

# Games of draughts have up to a thousand plies: a table by ply loses its three columns of histograms, and the rows that
# less than one game in a thousand reaches. Columns are counted from the end, since an agent may have a comma.
without_histograms() { # FILE
    awk -F, '/^#/ { print; next }
        $(NF - 21) == 1 { first = $(NF - 20) }
        first == "" || $(NF - 20) * 1000 >= first { for (i = 0; i < 3; i++) sub(/,[^,]*$/, ""); print }
    ' "$1" >"$1.short"
    mv "$1.short" "$1"
}

agents_in_pairs() { # GAME LIST GAMES MATRIX PAIRS
    say "$4: all pairs of $2, $3 games each way"
    play 8x8 --game "$1" --games "$3" --matrix "$2" >"$scratch/sums"
    table_of series "$scratch/sums" >"$scratch/matrix"
    keep_table "$scratch/matrix" "$data/$4.csv"
    table_of pairs "$scratch/sums" >"$scratch/pairs"
    keep_table "$scratch/pairs" "$data/$5.csv"
}

table_of_people() { # NAME
    echo "# games: tests/data/draughts/championship.pdn, ten games of the 69th Italian championship, 2005"
    "$papamu" stats "$games_of_people" --game italian --table "$1" --format csv
}

people() {
    table_of_people series >"$scratch/people"
    keep_table "$scratch/people" "$data/draughts_championship.csv"
    table_of_people plies >"$scratch/people"
    keep_table "$scratch/people" "$data/draughts_championship_plies.csv"
}

table_by_board random_exact 0 "$exact_boards" "$papamu" random --format csv
table_by_board boards 0 "$boards" random_on_board
agents_alone konane selfplay "$alone"
table_of openings "$scratch/selfplay-sums-1" >"$scratch/openings"
keep_table "$scratch/openings" "$data/selfplay_openings.csv"
agents_in_pairs konane "$matrix" "$n_pair" matrix pairs
"$papamu" endgames 8x8 --game italian --pieces 4 --values remoteness --db "$scratch/endgames4" >"$scratch/endgames"
agents_alone italian draughts_selfplay "$draughts_alone"
agents_in_pairs italian "$draughts_matrix" "$n_draughts_pair" draughts_matrix draughts_pairs
people
