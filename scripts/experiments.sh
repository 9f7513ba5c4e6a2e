#!/usr/bin/env bash
# Every self-play and random-play result in data/: the commands that made it.
#
#   scripts/experiments.sh [SIZE] [BUILD] [DATA] [PART...]      defaults: default, build, data, all parts
#
# SIZE is small (some seconds of processor time), default (a quarter of an hour) or full (a day). The parts, and what each writes:
#   random_exact  DATA/random_exact.csv        uniform random play on small boards, exactly
#   boards        DATA/boards.csv              a row for each board: random play, results, length, branching, estimates
#   selfplay      DATA/selfplay.csv            the same for each agent against itself on 8x8, the openings in turn
#                 DATA/selfplay_classes.csv    the same for each class of openings
#                 DATA/selfplay_choices.csv    the same where the agents choose the openings
#                 DATA/selfplay_openings.csv   random play on 8x8 by opening
#                 DATA/selfplay_lengths.csv    jumps in a game on 8x8, for each agent against itself: histogram
#                 DATA/selfplay_plies.csv      legal moves, multi-jumps and stones by ply, for each agent against itself
#   matrix        DATA/matrix.csv              each agent against each other as Black and as White, in pairs of games
#                 DATA/pairs.csv               the same over both colours, with Elo differences
#   draughts      for Italian draughts on 8x8, with the draw rule fid, likewise (plies without histograms):
#                 DATA/draughts_selfplay.csv, _lengths.csv, _plies.csv, DATA/draughts_matrix.csv, DATA/draughts_pairs.csv
#                 (db:endgames4,AGENT has all endgames of up to four pieces, made here)
#   people        DATA/draughts_championship.csv, _plies.csv      ten games between people, from
#                 tests/data/draughts/championship.pdn
# Agents differ in the openings that they choose, and an opening has much to do with the result: so openings take turns,
# and but for random play the first four moves after them are drawn at random, as the games would repeat themselves.
# A file whose rows would stay the same is left alone, provenance and all. Rows do not depend on the number of threads.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

# shellcheck source=scripts/tables.sh
. "$(dirname "$0")/tables.sh"
begin_results "${@:1:3}"
parts=("${@:4}")
seed=1
random_plies=4
papamu=$(realpath "$papamu")
games_of_people=$(dirname "$0")/../tests/data/draughts/championship.pdn

# Agents against themselves on 8x8, with the numbers of games, multiples of the 12 openings; games where they choose the
# opening; pairs of games of each two of the matrix; games on each board of boards.csv, fewer on large ones. The same for
# draughts.
case $size in
    small)
        alone='random=24000 greedy=480 ab:2=120 ab:4=48 ab:6=12 mcts:200=12'
        n_choices=12 n_board=5000 n_pair=12 matrix='random;greedy;ab:2;ab:4'
        draughts_alone='random=500 greedy=200 ab:2=50 ab:4=20 ab:6=4 db:endgames4,ab:6=4'
        n_draughts_pair=4 draughts_matrix='random;greedy;ab:2;db:endgames4,ab:2'
        ;;
    default)
        alone='random=2400000 greedy=240000 ab:2=60000 ab:4=12000 ab:6=6000 mcts:200=24000'
        n_choices=240 n_board=1000000 n_pair=1800 matrix='random;greedy;ab:2;ab:4;ab:6;mcts:200'
        draughts_alone='random=50000 greedy=40000 ab:2=24000 ab:4=9600 ab:6=2400 db:endgames4,ab:6=2400'
        n_draughts_pair=1000 draughts_matrix='random;greedy;ab:2;ab:4;db:endgames4,ab:4'
        ;;
    full)
        alone='random=120000000 greedy=12000000 ab:2=1200000 ab:4=120000 ab:6=24000 mcts:200=120000'
        n_choices=1200 n_board=10000000 n_pair=6000 matrix='random;greedy;ab:2;ab:4;ab:6;mcts:200;mcts:1000'
        draughts_alone='random=10000000 greedy=1000000 ab:2=100000 ab:4=20000 ab:6=5000 db:endgames4,ab:6=5000'
        n_draughts_pair=2000 draughts_matrix='random;greedy;ab:2;ab:4;ab:6;db:endgames4,ab:6'
        ;;
esac

boards='4x4 4x5 5x5 4x6 5x6 6x6 6x7 7x7 7x8 8x8 9x9 8x11 9x10 10x10 8x13 9x13 11x11 12x12 11x13 13x13 12x15 14x14'
boards+=' 13x15 15x15 16x16'
exact_boards='3x3 3x4 3x5 4x4 3x6 4x5 3x7 4x6 3x8 5x5'

# What the counts of a run say, as a table that keeps the provenance of the run, and from which `papamu reproduce` can
# make it again.
table_of() { # NAME FILE
    sed -n '/^#/p' "$2"
    echo "# then: papamu stats --table $1 --format csv"
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
    local entry agent games i=0 part kind at_random
    for entry in $3; do
        agent=${entry%=*} games=${entry##*=} i=$((i + 1)) part=$scratch/$2
        at_random=(--random-plies "$random_plies")
        [ "$agent" != random ] || at_random=()
        say "$2: $agent against itself, $games games"
        play 8x8 --game "$1" --games "$games" --black "$agent" --white "$agent" --each-opening "${at_random[@]}" \
            --plies "$part-plies-$i" >"$part-sums-$i"
        for kind in series lengths classes; do
            table_of $kind "$part-sums-$i" >"$part-$kind-$i"
        done
    done
    for kind in series lengths plies classes; do
        join_tables "$scratch/$2-$kind"-* >"$scratch/$2-$kind"
    done
    keep_table "$scratch/$2-series" "$data/$2.csv"
    keep_table "$scratch/$2-lengths" "$data/$2_lengths.csv"
    [ "$1" = konane ] || without_histograms "$scratch/$2-plies"
    keep_table "$scratch/$2-plies" "$data/$2_plies.csv"
    [ "$1" != konane ] || keep_table "$scratch/$2-classes" "$data/$2_classes.csv"
}

# The classes of openings that agents choose for themselves.
agents_choose() { # LIST
    local entry i=0
    for entry in $1; do
        i=$((i + 1))
        say "selfplay_choices: ${entry%=*}"
        play 8x8 --games "$n_choices" --black "${entry%=*}" --white "${entry%=*}" >"$scratch/choices-sums"
        table_of classes "$scratch/choices-sums" >"$scratch/choices-$i"
    done
    join_tables "$scratch"/choices-[0-9]* >"$scratch/choices"
    keep_table "$scratch/choices" "$data/selfplay_choices.csv"
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
    say "$4: all pairs of $2, $3 pairs of games"
    play 8x8 --game "$1" --games "$3" --matrix "$2" --each-opening --random-plies $random_plies >"$scratch/sums"
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

is_wanted() { # PART
    [ ${#parts[@]} = 0 ] || [[ " ${parts[*]} " == *" $1 "* ]]
}

if is_wanted random_exact; then
    table_by_board random_exact 0 "$exact_boards" "$papamu" random --format csv
fi
if is_wanted boards; then
    table_by_board boards 0 "$boards" random_on_board
fi
if is_wanted selfplay; then
    agents_alone konane selfplay "$alone"
    table_of openings "$scratch/selfplay-sums-1" >"$scratch/openings"
    keep_table "$scratch/openings" "$data/selfplay_openings.csv"
    agents_choose "$alone"
fi
if is_wanted matrix; then
    agents_in_pairs konane "$matrix" "$n_pair" matrix pairs
fi
if is_wanted draughts; then
    "$papamu" endgames 8x8 --game italian --pieces 4 --values remoteness --db "$scratch/endgames4" >"$scratch/endgames"
    agents_alone italian draughts_selfplay "$draughts_alone"
    agents_in_pairs italian "$draughts_matrix" "$n_draughts_pair" draughts_matrix draughts_pairs
fi
if is_wanted people; then
    people
fi
