#!/usr/bin/env bash
# What the sweep computes beyond the winners, for several boards at once: remoteness, what can arise, integer values.
#
#   scripts/sweep_tables.sh [BUILD] [DATA] [SIZE...]     defaults: build, data, every board from 3x3 to 5x6; for the
#                                                        tables of integers all boards of up to 25 cells, and some of
#                                                        up to 30
#
# Writes to DATA
#   remoteness_openings.csv   plies of perfect play after each opening
#   remoteness_longest.csv    a longest perfectly played game of each board
#   reachable.csv             positions that can arise under the default opening rule, and under "any"
#   integers.csv              the integer that each opening is worth, or its integer bounds
#   integer_counts.csv        how many sets of stones are worth which integer; the last row of a board: no integer
# Boards with an odd number of cells are taken with both corner colours. A file whose rows are the same already stays as
# it is. TABLES="integers reachable" makes only those. Histograms of remoteness are made by scripts/solved.sh.
#
# The default takes two minutes. The tables in data/ hold 5x7 and 6x6 as well, which take 9 GiB and a quarter of an hour:
# scripts/sweep_tables.sh build data default 5x7 6x6. The word default means the default boards.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

build=${1:-build}
data=${2:-data}
shift $(($# < 2 ? $# : 2))
asked=("${@:-default}")
usual=(3x3 3x4 3x5 3x6 4x4 4x5 4x6 5x5 5x6)
small=()
for ((rows = 1; rows <= 5; rows++)); do
    for ((cols = rows > 1 ? rows : 2; rows * cols <= 25; cols++)); do
        small+=("${rows}x$cols")
    done
    case $rows in
        2) small+=(2x13 2x14 2x15) ;;
        3) small+=(3x9 3x10) ;;
        4) small+=(4x7) ;;
        5) small+=(5x6) ;;
    esac
done
script_dir=$(dirname "$0")
# shellcheck source=scripts/tables.sh
. "$script_dir/tables.sh"
mkdir -p "$data"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

corners() { # size
    local cells=$((${1%x*} * ${1#*x}))
    if ((cells % 2 == 1)); then
        echo black white
    else
        echo black # exchanging the colours is a reflection of the board
    fi
}

boards_of() { # TABLE
    local size
    for size in "${asked[@]}"; do
        case $size/$1 in
            default/integer*) echo "${small[@]}" ;;
            default/*) echo "${usual[@]}" ;;
            *) echo "$size" ;;
        esac
    done
}

# Run `papamu COMMAND SIZE OPTIONS` for each board; the answers are parts of the table `name`.
add() { # name, command, options...
    local name=$1 command=$2 size corner part
    shift 2
    mkdir -p "$scratch/$name"
    for size in $(boards_of "$name"); do
        for corner in $(corners "$size"); do
            echo "$name: $size, top-left cell $corner" >&2
            part=$scratch/$name/$(printf '%03d' "$(find "$scratch/$name" -name '*.csv' | wc -l)").csv
            if ! "$build/papamu" "$command" "$size" "$@" --corner "$corner" --format csv >"$part" 2>"$scratch/error"; then
                rm -f "$part"
                cat "$scratch/error" >&2
                # A board on which the rule has no opening is left out; anything else is a failure.
                grep -q 'leaves Black nothing to remove' "$scratch/error" || exit 1
            elif grep -q ',beyond,' "$part"; then # for want of memory
                cat "$scratch/error" >&2
                exit 1
            fi
        done
    done
}

join() { # name
    join_tables "$scratch/$1"/*.csv >"$scratch/joined"
    keep_table "$scratch/joined" "$data/$1.csv"
}

wants() { # name
    [ -z "${TABLES:-}" ] || [[ " $TABLES " == *" $1 "* ]]
}

if wants remoteness_openings; then
    add remoteness_openings solve --values remoteness
    join remoteness_openings
fi
if wants remoteness_longest; then
    add remoteness_longest solve --values remoteness --longest
    join remoteness_longest
fi
if wants reachable; then
    add reachable solve --reachable --opening corner-centre
    add reachable solve --reachable --opening any
    join reachable
fi
if wants integers; then
    add integers values --integers
    join integers
fi
if wants integer_counts; then
    add integer_counts values --integers --table integers
    join integer_counts
fi
