#!/usr/bin/env bash
# Solve Italian draughts: all positions of few pieces, and the first moves of the small boards.
#
#   scripts/endgames.sh [BUILD] [DATA] [PIECES]     defaults: build, data, 5
#
# Writes DATA/draughts_endgames.csv, won, lost and drawn positions for each distribution of pieces, with the longest win
# and a position that has it: 4x4 in full, 6x6 up to 6 pieces, 8x8 up to PIECES (5: 180 MiB and a minute; 6: 3 GiB and a
# quarter of an hour); and DATA/draughts_first_moves.csv, who wins the start of 4x4 and of 6x6 with one and two rows of men,
# and each of its moves. If the rows agree with a file that is there, it stays as it is.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

build=${1:-build}
data=${2:-data}
pieces=${3:-5}
# shellcheck source=scripts/tables.sh
. "$(dirname "$0")/tables.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

solve() { # NAME SIZE PIECES [POSITION]
    local name=$1 size=$2 n=$3
    shift 3
    echo "solving $size with up to $n pieces${1:+, and $1}" >&2
    "$build/papamu" endgames "$size" --game italian --pieces "$n" ${1:+--position "$1"} --format csv >"$scratch/$name"
}

solve endgames-4 4x4 8
solve endgames-6 6x6 6
solve endgames-8 8x8 "$pieces"
solve moves-4 4x4 8 start
solve moves-6-1 6x6 6 W:W16-18:B1-3
solve moves-6-2 6x6 6 start

mkdir -p "$data"
join_tables "$scratch"/endgames-? >"$scratch/endgames"
join_tables "$scratch"/moves-* >"$scratch/moves"
keep_table "$scratch/endgames" "$data/draughts_endgames.csv"
keep_table "$scratch/moves" "$data/draughts_first_moves.csv"
