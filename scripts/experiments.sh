#!/usr/bin/env bash
# Every self-play and random-play result in data/: the commands that made it.
#
#   scripts/experiments.sh [SIZE] [BUILD] [DATA]      defaults: default, build, data
#
# SIZE is small (a minute or two on two cores), default (a quarter of an hour) or full (a day). Writes
#   DATA/boards.csv              a row for each board: random play, results, length, branching, estimates
#   DATA/selfplay.csv            the same for each agent against itself on 8x8
#   DATA/selfplay_openings.csv   random play on 8x8 by opening
#   DATA/selfplay_lengths.csv    jumps in a game on 8x8, for each agent against itself: histogram
#   DATA/selfplay_plies.csv      legal moves, multi-jumps and stones by ply, for each agent against itself
#   DATA/matrix.csv              each agent against each other as Black and as White
#   DATA/pairs.csv               the same over both colours
#   DATA/random_exact.csv        uniform random play on small boards, exactly
# A file whose rows would stay the same is left alone, provenance and all. Rows do not depend on the number of threads.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

size=${1:-default}
build=${2:-build}
data=${3:-data}
papamu=$build/papamu
seed=1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# shellcheck source=scripts/tables.sh
. "$(dirname "$0")/tables.sh"

# Numbers of games: random on 8x8; on each board of boards.csv (fewer on large ones); of greedy, ab:2, ab:4 and mcts:200 against
# themselves; of each pair of the matrix.
case $size in
    small) n_random=1000000 n_board=100000 n_agent='20000 5000 2000 300' n_pair=100 matrix=random,greedy,ab:2,ab:4,mcts:200 ;;
    default) n_random=10000000 n_board=1000000 n_agent='200000 100000 20000 5000' n_pair=200 matrix=random,greedy,ab:2,ab:4,ab:6,mcts:200 ;;
    full) n_random=1000000000 n_board=100000000 n_agent='10000000 1000000 1000000 100000' n_pair=20000 matrix=random,greedy,ab:2,ab:4,ab:6,mcts:1000 ;;
    *)
        echo "experiments.sh: the size is \"$size\"; small, default and full are known" >&2
        exit 2
        ;;
esac

boards='4x4 4x5 5x5 4x6 5x6 6x6 6x7 7x7 7x8 8x8 9x9 8x11 9x10 10x10 8x13 9x13 11x11 12x12 11x13 13x13 12x15 14x14 13x15 15x15 16x16'
exact_boards='3x3 3x4 3x5 4x4 3x6 4x5 3x7 4x6 3x8 5x5'

# What the counts of a run say, as a table that keeps the provenance of the run.
table_of() { # NAME FILE
    sed -n '/^#/p' "$2"
    "$papamu" stats "$2" --table "$1" --format csv --no-provenance
}

# Fewer games where they are longer.
games_on() { # BOARD
    local cells=$((${1%x*} * ${1#*x}))
    echo $((cells <= 64 ? n_board : n_board / (cells <= 128 ? 4 : 10)))
}

random_on_boards() {
    local board
    for board in $boards; do
        say "random play on $board"
        "$papamu" selfplay "$board" --games "$(games_on "$board")" --seed $seed --summary >"$scratch/sums"
        table_of series "$scratch/sums" >"$scratch/board-$(by_cells "$board")"
    done
    join_tables "$scratch"/board-* >"$scratch/boards"
    keep_table "$scratch/boards" "$data/boards.csv"
}

# An agent against itself on 8x8. Numbered so that the tables come in this order.
agent_alone() { # NUMBER AGENT GAMES
    say "$2 against itself on 8x8, $3 games"
    "$papamu" selfplay 8x8 --games "$3" --black "$2" --white "$2" --seed $seed --summary --plies "$scratch/plies-$1" >"$scratch/sums-$1"
    table_of series "$scratch/sums-$1" >"$scratch/series-$1"
    table_of lengths "$scratch/sums-$1" >"$scratch/lengths-$1"
}

agents_alone() {
    local games
    read -r -a games <<<"$n_agent"
    agent_alone 1 random "$n_random"
    agent_alone 2 greedy "${games[0]}"
    agent_alone 3 ab:2 "${games[1]}"
    agent_alone 4 ab:4 "${games[2]}"
    agent_alone 5 mcts:200 "${games[3]}"
    join_tables "$scratch"/series-* >"$scratch/series"
    keep_table "$scratch/series" "$data/selfplay.csv"
    join_tables "$scratch"/lengths-* >"$scratch/lengths"
    keep_table "$scratch/lengths" "$data/selfplay_lengths.csv"
    join_tables "$scratch"/plies-* >"$scratch/plies"
    keep_table "$scratch/plies" "$data/selfplay_plies.csv"
    table_of openings "$scratch/sums-1" >"$scratch/openings"
    keep_table "$scratch/openings" "$data/selfplay_openings.csv"
}

agents_in_pairs() {
    say "all pairs of $matrix on 8x8, $n_pair games each way"
    "$papamu" selfplay 8x8 --games "$n_pair" --matrix "$matrix" --seed $seed --summary --format csv >"$scratch/sums"
    table_of series "$scratch/sums" >"$scratch/matrix"
    keep_table "$scratch/matrix" "$data/matrix.csv"
    table_of pairs "$scratch/sums" >"$scratch/pairs"
    keep_table "$scratch/pairs" "$data/pairs.csv"
}

random_exactly() {
    local board
    for board in $exact_boards; do
        say "exact random play on $board"
        "$papamu" random "$board" --format csv >"$scratch/exact-$(by_cells "$board")"
    done
    join_tables "$scratch"/exact-* >"$scratch/exact"
    keep_table "$scratch/exact" "$data/random_exact.csv"
}

mkdir -p "$data"
random_exactly
random_on_boards
agents_alone
agents_in_pairs
