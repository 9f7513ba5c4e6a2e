#!/usr/bin/env bash
# How large Konane is, by board: games, nodes of the tree, and positions that can arise, estimated with intervals.
#
#   scripts/complexity.sh [small|default|full] [BUILD] [DATA]     defaults: default, build, data
#
# Writes to DATA
#   complexity.csv         a row for each board and opening rule; positions are sampled on boards of up to 64 cells
#   complexity_plies.csv   what a game drawn uniformly among all games has at each ply, on a few boards
# default takes six minutes of one processor, small some seconds, full hours.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C
# shellcheck source=scripts/tables.sh
. "$(dirname "$0")/tables.sh"
begin_results "$@"

boards="4x4 4x5 4x6 5x5 5x6 5x7 6x6 6x7 7x7 7x8 8x8 9x9 10x10 12x12"
by_ply="5x5 6x6 8x8 10x10"
case $size in
    small) boards="4x4 5x5" by_ply="4x4" population=500 samples=100 width=256 ;;
    default) population=20000 samples=300 width=1024 ;;
    full) population=1000000 samples=10000 width=16384 ;;
esac

complexity() { # RULE OPTIONS... BOARD
    "$papamu" complexity "${*: -1}" --opening "${@:1:$#-1}" --population "$population" --seed 1 --format csv
}

both_rules() { # BOARD
    local sample=()
    [ $((${1%x*} * ${1#*x})) -gt 64 ] || sample=(--samples "$samples" --width "$width")
    complexity corner-centre --table board "${sample[@]}" "$1" >"$scratch/one"
    complexity any --table board "${sample[@]}" "$1" >"$scratch/two"
    join_tables "$scratch/one" "$scratch/two"
}

table_by_board complexity 0 "$boards" both_rules
table_by_board complexity_plies 0 "$by_ply" complexity corner-centre --table plies
