#!/usr/bin/env bash
# What perfect play changes: agents on 6x6 against a player that has the database of all positions, as Black and as White,
# and each against itself.
#
#   scripts/perfect_play.sh [small|default|full] [BUILD] [DATA]     defaults: default, build, data
#
# Writes DATA/perfect_play.csv: results, length and branching factor for each pair of players, the 12 usual openings in
# turn and without random moves. `perfect` is db:perfect,ab:4: it wins whenever the position is won, and chooses among
# lost moves by ab:4. And DATA/perfect_play_openings.csv: the same by opening. Two minutes of one processor for the default;
# small plays on 4x4.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C
# shellcheck source=scripts/tables.sh
. "$(dirname "$0")/tables.sh"
begin_results "$@"

board=6x6 agents="random greedy ab:2 ab:4 ab:6 mcts:200 mcts:1600"
case $size in
    small) board=4x4 agents="random ab:2" games=24 ;;
    default) games=600 ;;
    full) games=12000 ;;
esac
papamu=$(realpath "$papamu")
data=$(realpath "$data")
cd "$scratch"
perfect=db:perfect,ab:4
say "solving $board"
"$papamu" solve "$board" --db perfect -o solved.txt

# A table of the counts of a run, with its provenance.
table_of() { # NAME
    sed -n '/^#/p' sums
    echo "# then: papamu stats --table $1 --format csv"
    "$papamu" stats sums --table "$1" --format csv --no-provenance
}

# One pair of players: the row of their series, and those of their openings.
play() { # NUMBER BLACK WHITE
    say "$2 against $3"
    "$papamu" selfplay "$board" --games "$games" --black "$2" --white "$3" --each-opening --seed 1 --summary --format csv -o sums
    table_of series >"part-$1"
    table_of openings >"openings-$1"
}

number=100
for agent in $agents "$perfect"; do
    play $((number++)) "$agent" "$agent"
done
for agent in $agents; do
    play $((number++)) "$agent" "$perfect"
    play $((number++)) "$perfect" "$agent"
done
join_tables part-* >joined
keep_table joined "$data/perfect_play.csv"
join_tables openings-* >joined
keep_table joined "$data/perfect_play_openings.csv"
