#!/usr/bin/env bash
# Solve every board from 4x4 to 6x6 (rows <= columns; odd boards with both corner colours) and show who wins.
#
#   scripts/results.sh [BUILD] [DATA]     defaults: build, data
#   scripts/results.sh --table DATA       only print the table of an openings.csv that is there
#
# Writes DATA/openings.csv (every opening of every board: its winner, and the named rules that admit it), draws
# DATA/openings.pdf and DATA/openings.png, and prints who wins the whole game under each opening rule. If the rows agree
# with the file that is there, the file stays as it is, provenance and all.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

if [ "${1:-}" = --table ]; then
    table_only=true
    shift
    set -- "" "$@"
else
    table_only=false
fi
build=${1:-build}
data=${2:-data}
script_dir=$(dirname "$0")
# shellcheck source=scripts/tables.sh
. "$script_dir/tables.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

solve() { # size, corner
    echo "solving $1, top-left cell $2" >&2
    "$build/papamu" solve "$1" --corner "$2" --format csv >"$scratch/$1-$2.csv"
}

solve_all() {
    local rows cols
    for rows in 4 5 6; do
        for ((cols = rows; cols <= 6; cols++)); do
            solve "${rows}x$cols" black
            # With an even side, exchanging the colours is a reflection of the board.
            if ((rows * cols % 2 == 1)); then
                solve "${rows}x$cols" white
            fi
        done
    done
}

# Black chooses a removal, White answers: Black wins the game under a rule if for one of his removals every answer
# loses.
print_table() {
    awk -F, '
    /^#/ || /^rows,/ { next }
    {
        board = $1 "x" $2 "  " $3
        if (!(board in total)) order[++n_boards] = board
        total[board]++
        black[board] += $6 == "black"
        n = split($7, named, " ")
        for (i = 1; i <= n; i++) {
            admitted[board, named[i]] = 1
            key = board SUBSEP named[i] SUBSEP $4
            if (!(key in wins_all)) wins_all[key] = 1
            if ($6 != "black") wins_all[key] = 0
        }
    }
    END {
        for (key in wins_all) if (wins_all[key]) { split(key, part, SUBSEP); wins[part[1], part[2]] = 1 }
        n = split("corner-centre corner centre near-centre any", rules, " ")
        printf "Openings: how many, and how many Black wins. Then who wins the whole game under each opening rule.\n\n"
        printf "%-5s %-7s %9s %6s ", "board", "corner", "openings", "black"
        for (i = 1; i <= n; i++) printf i < n ? " %-13s" : " %s\n", rules[i]
        for (b = 1; b <= n_boards; b++) {
            board = order[b]
            split(board, part, "  ")
            printf "%-5s %-7s %9d %6d ", part[1], part[2], total[board], black[board]
            for (i = 1; i <= n; i++) {
                key = board SUBSEP rules[i]
                printf i < n ? " %-13s" : " %s\n", !(key in admitted) ? "-" : key in wins ? "Black" : "White"
            }
        }
    }' "$1"
}

if $table_only; then
    print_table "$data/openings.csv"
    exit 0
fi
solve_all
join_tables "$scratch"/*.csv >"$scratch/openings"
mkdir -p "$data"
agreement=$(keep_table "$scratch/openings" "$data/openings.csv")
data=$(realpath "$data")
"$script_dir/figures.sh" "$data" "$(realpath "$build")" openings
print_table "$data/openings.csv"
echo
echo "$agreement; the figure is $data/openings.pdf and $data/openings.png"
