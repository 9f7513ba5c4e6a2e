#!/usr/bin/env bash
# Solve every board of up to CELLS cells (rows <= columns; odd x odd boards with both corner colours) and write down
# what there is to know: data/atlas.csv, a line a board, and data/atlas_openings.csv, a line an opening.
#
#   scripts/atlas.sh [CELLS] [BUILD] [DATA]     defaults: 36, build, data
#
# 36 cells take about ten minutes on two cores, 10 GiB of memory for 1x36, and 3 GiB of disk for a while. Boards whose
# sweep does not fit the memory that is free are left out and named.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

most_cells=${1:-36}
build=${2:-build}
data=${3:-data}
papamu=$build/papamu
# shellcheck source=scripts/tables.sh
. "$(dirname "$0")/tables.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
left_out=()

boards() { # "ROWS COLS CORNER" for each
    local rows cols
    for ((rows = 1; rows * rows <= most_cells; rows++)); do
        for ((cols = rows > 1 ? rows : 2; rows * cols <= most_cells; cols++)); do
            echo "$rows $cols black"
            # With an even side, exchanging the colours is a reflection of the board.
            if ((rows * cols % 2 == 1)); then
                echo "$rows $cols white"
            fi
        done
    done
}

fits() { # SIZE CORNER
    [ "$("$papamu" plan "$1" --corner "$2" | sed -n 's/^fits: //p')" = yes ]
}

# The openings in the answer of `solve`, as it would write them in CSV.
openings_of() { # JSON
    sed -n '/^ *{"rows": .*"winner": /{s/^ *{//;s/\].*//;s/"[a-z_]*": \[\{0,1\}//g;s/", "/" "/g;p}' "$1" |
        awk '{
            gsub(/"/, ""); gsub(/,/, "")
            printf "%s,%s,%s,%s,%s,%s,", $1, $2, $3, $4, $5, $6
            for (i = 7; i <= NF; i++) printf "%s%s", $i, i < NF ? " " : ""
            print ""
        }'
}

# The line of one board from its openings, its winners under each rule, its census and its digest.
board_line() { # STEM ROWS COLS CORNER
    local stem=$1
    {
        sed -n 's/^ *{"rule": "\([^"]*\)", "game_winner": "\{0,1\}\([a-z]*\)"\{0,1\}}.*/game \1 \2/p' "$stem.json"
        awk -F, '{ print "opening", $6 }' "$stem.openings"
        rows_of "$stem.census" | awk -F, 'NR > 1 { print "census", $5, $6, $7, $8 }'
        sed -n 's/^"digest": "\([0-9a-f]*\)".*/digest \1/p' "$stem.json"
    } | awk -v rows="$2" -v cols="$3" -v corner="$4" '
        $1 == "game" { winner[$2] = $3 == "null" ? "" : $3 }
        $1 == "opening" { n_openings++; n_black += $2 == "black" }
        $1 == "census" { for (i = 2; i <= 5; i++) class[i] += $i }
        $1 == "digest" { digest = $2 }
        END {
            printf "%d,%d,%s,%s,%s,%s,%s,%s,%d,%d,%.0f,%.0f,%.0f,%.0f,%s\n", rows, cols, corner,
                winner["corner-centre"], winner["corner"], winner["centre"], winner["near-centre"], winner["any"],
                n_openings, n_black, class[2], class[3], class[4], class[5], digest
        }'
}

solve_board() { # ROWS COLS CORNER
    local size="$1x$2" stem="$scratch/board"
    if ! fits "$size" "$3"; then
        left_out+=("$size")
        return
    fi
    echo "solving $size, top-left cell $3" >&2
    "$papamu" solve "$size" --corner "$3" --db "$stem.papamu" --level 1 --format json -o "$stem.json"
    rm "$stem.papamu"
    "$papamu" census "$size" --corner "$3" --format csv -o "$stem.census"
    openings_of "$stem.json" >"$stem.openings"
    board_line "$stem" "$1" "$2" "$3" >>"$scratch/atlas"
    cat "$stem.openings" >>"$scratch/openings"
}

provenance() {
    echo "# papamu $("$papamu" --version | sed 's/^papamu //')"
    echo "# command: scripts/atlas.sh $most_cells"
}

: >"$scratch/atlas"
: >"$scratch/openings"
while read -r rows cols corner; do
    solve_board "$rows" "$cols" "$corner"
done < <(boards)
mkdir -p "$data"
{
    provenance
    printf '%s,%s\n' rows,cols,corner,corner_centre,corner_rule,centre,near_centre,any \
        openings,openings_black,next_player,previous_player,black,white,digest
    cat "$scratch/atlas"
} >"$scratch/atlas.csv"
{
    provenance
    echo "rows,cols,corner,black_removes,white_removes,winner,rules"
    cat "$scratch/openings"
} >"$scratch/openings.csv"
keep_table "$scratch/atlas.csv" "$data/atlas.csv"
keep_table "$scratch/openings.csv" "$data/atlas_openings.csv"
if [ ${#left_out[@]} -gt 0 ]; then
    echo "left out for want of memory: ${left_out[*]}" >&2
fi
