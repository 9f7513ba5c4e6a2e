#!/usr/bin/env bash
# Solve Italian draughts: all positions of few pieces, and the first moves of the small boards.
#
#   scripts/endgames.sh [BUILD] [DATA] [PIECES]     defaults: build, data, 6
#   scripts/endgames.sh --table DATA                only print the tables of the files that are there
#
# Writes DATA/draughts_endgames.csv, won, lost and drawn positions for each distribution of pieces, with the longest win
# and a position that has it: 4x4 in full, 6x6 up to 6 pieces, 8x8 up to PIECES (5: 180 MiB and a minute; 6: 3 GiB and a
# quarter of an hour); and DATA/draughts_first_moves.csv, who wins the start of 4x4 and of 6x6 with one and two rows of
# men, and each of its moves. If the rows agree with a file that is there, it stays as it is. Then prints the counts for
# each number of pieces, and the first moves.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

# Counts are printed with %.0f, for an awk whose %d ends at 2^31.
print_counts() {
    awk -F, '
    /^#/ || /^rows,/ { next }
    {
        key = sprintf("%s %d", $1 "x" $2, $3 + $4 + $5 + $6)
        if (!(key in positions)) order[++n] = key
        positions[key] += $7; won[key] += $8; lost[key] += $9; drawn[key] += $10
        if ($11 > longest[key] + 0) longest[key] = $11
    }
    END {
        printf "%-5s %6s %11s %11s %10s %10s %12s\n", "board", "pieces", "positions", "won", "lost", "drawn", "longest win"
        for (i = 1; i <= n; i++) {
            split(order[i], part, " ")
            printf "%-5s %6d %11.0f %11.0f %10.0f %10.0f %12s\n", part[1], part[2], positions[order[i]], won[order[i]], lost[order[i]],
                drawn[order[i]], longest[order[i]] ? longest[order[i]] : "-"
        }
    }' "$1"
}

print_moves() {
    sed -n '/^[0-9]/{s/"//g;p}' "$1" | awk -F, '
    {
        position = $3
        for (i = 4; i <= NF - 3; i++) position = position "," $i
        if (position != last) printf "%s%dx%d %s: %s.", last ? "\n" : "", $1, $2, position, $(NF - 1)
        else printf " %s %s.", $(NF - 2), $(NF - 1)
        last = position
    }
    END { print "" }'
}

if [ "${1:-}" = --table ]; then
    print_counts "$2/draughts_endgames.csv"
    echo
    print_moves "$2/draughts_first_moves.csv"
    exit
fi

build=${1:-build}
data=${2:-data}
pieces=${3:-6}
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
print_counts "$data/draughts_endgames.csv"
echo
print_moves "$data/draughts_first_moves.csv"
