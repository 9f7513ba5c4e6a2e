#!/usr/bin/env bash
# Compare the games of the draughts family: small boards solved, endgames of 8x8, self-play, and what they cost.
#
#   scripts/variants.sh [SIZE] [BUILD] [DATA] [endgames|play] [GAME...]     defaults: default, build, data, both, all of
#                                                                           the family
#
# Writes, a game after the other in the order of `papamu help variants`,
#   DATA/draughts_variants.csv         how many positions of a board with so many pieces, both sides present, are won, lost
#                                      and drawn for the side to move, and the longest win in plies: 4x4 with all pieces;
#                                      6x6 and 8x8 up to 3 pieces with the size small; with default 6x6 up to 5, and 8x8
#                                      up to 4, or 5 for one game with short kings and one with flying ones (a minute of
#                                      processor time each); with full up to 6 and 5
#   DATA/draughts_variants_starts.csv  who wins the starts of 4x4 and, with full, of 6x6, the latter by search down to
#                                      those endgames
#   DATA/draughts_variants_play.csv    self-play on the board of each game, as `papamu stats --table series` has it; random
#                                      has ten times as many games
#   DATA/draughts_variants_cost.csv    perft from the start, all depths up to one that takes a second or less, and the
#                                      endgames of the largest board above: positions, memory, and processor time of one
#                                      thread
# `play` makes the self-play alone, `endgames` the other three. With names of games only those are computed, and the rows
# of the others stay. The last three columns of the costs depend on the machine: the file is not written again for them
# alone.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C
# shellcheck source=scripts/tables.sh
. "$(dirname "$0")/tables.sh"
begin_results "${@:1:3}"

case $size in
    small) pieces_6=3 pieces_8=3 five='' games=20 starts='4x4:4' ;;
    default) pieces_6=5 pieces_8=4 five='italian russian' games=1000 starts='4x4:4' ;;
    full) pieces_6=6 pieces_8=5 five='' games=10000 starts='4x4:4 6x6:6' ;;
esac
shift $(($# < 3 ? $# : 3))
parts='endgames play'
case ${1:-} in
    endgames | play)
        parts=$1
        shift
        ;;
esac
tables=''
[[ $parts != *endgames* ]] || tables+=' draughts_variants draughts_variants_starts draughts_variants_cost'
[[ $parts != *play* ]] || tables+=' draughts_variants_play'
family=$("$papamu" help variants | awk '/^  name/ { on = 1; next } !NF { on = 0 } on { print $1 }')

board_of() { # GAME
    "$papamu" help variants | awk -v game="$1" '$1 == game { sub(/ *x */, "x", $0); print $2; exit }'
}

# A table in JSON, one line an object, as csv without its header.
rows_of_json() { # FILE
    sed -n 's/^  {\(.*\)},\{0,1\}$/\1/p' "$1" | sed -e 's/"[a-z_]*": //g' -e 's/, /,/g' -e 's/null//g'
}

provenance_of_json() { # FILE
    sed -n 's/^"provenance": {"program": "\(.*\)", "version": "\(.*\)", "git": "\(.*\)", "command": "\(.*\)", "seed": \([0-9]*\)},$/# \1 \2\n# git: \3\n# command: \4\n# seed: \5/p' "$1"
}

fact() { # NAME FILE
    sed -n "s/^\"$1\": \([0-9.]*\),\{0,1\}$/\1/p" "$2"
}

# Counts by number of pieces. Columns of `endgames`: rows, cols, four numbers of pieces, positions, won, lost, drawn,
# longest win, its position.
count_endgames() { # GAME FILE
    provenance_of_json "$2"
    echo 'game,board,pieces,positions,won,lost,drawn,longest_win,position'
    rows_of_json "$2" | awk -v game="$1" '
    {
        split($0, f, ",")
        key = f[3] + f[4] + f[5] + f[6]
        board = f[1] "x" f[2]
        if (!(key in positions)) order[++n] = key
        positions[key] += f[7]; won[key] += f[8]; lost[key] += f[9]; drawn[key] += f[10]
        if (f[11] + 0 > longest[key] + 0) { longest[key] = f[11]; at[key] = substr($0, index($0, "\"")) }
    }
    END {
        for (i = 1; i <= n; i++) {
            k = order[i]
            printf "%s,%s,%d,%.0f,%.0f,%.0f,%.0f,%s,%s\n", game, board, k, positions[k], won[k], lost[k], drawn[k], longest[k], at[k]
        }
    }'
}

# Who wins the start, from the row whose move is empty.
start_of() { # GAME FILE
    provenance_of_json "$2"
    echo 'game,board,position,winner,plies'
    rows_of_json "$2" | awk -v game="$1" '
    /",,/ {
        split($0, f, ","); start = $0; sub(/^[^"]*/, "", start); sub(/",,.*/, "\"", start)
        value = $0; sub(/.*",,/, "", value); gsub(/"/, "", value)
        print game "," f[1] "x" f[2] "," start "," value
        exit
    }'
}

# Processor seconds of a command, whose output goes to a file.
time_of() { # FILE COMMAND...
    local file=$1 TIMEFORMAT=%U
    shift
    { time "$@" >"$file"; } 2>&1
}

perft_of() { # GAME
    local board depth seconds leaves
    board=$(board_of "$1")
    depth=$([ "$board" = 10x10 ] && echo 9 || echo 10)
    [ "$size" != small ] || depth=7
    seconds=$(time_of "$scratch/perft" "$papamu" perft "$board" "$depth" --game "$1" --threads 1 --format csv)
    sed -n '/^#/p' "$scratch/perft"
    leaves=$(awk -F, '/^[0-9]/ { n += $2 } END { printf "%.0f", n }' "$scratch/perft")
    echo "$board,$depth,$leaves,$seconds" >"$scratch/perft-row"
}

cost_of() { # GAME FILE
    local perft=''
    perft_of "$1"
    provenance_of_json "$2"
    perft=$(cat "$scratch/perft-row")
    echo 'game,board,depth,leaves,endgames,pieces,positions,memory_bytes,perft_seconds,endgames_seconds'
    echo "$1,${perft%,*},8x8,$pieces_8,$(fact positions "$2"),$(fact peak_memory_bytes "$2"),${perft##*,},$(fact processor_seconds "$2")"
}

compute_endgames() { # GAME PREFIX
    local game=$1 to=$2 pieces_8=$pieces_8 board
    [[ " $five " != *" $game "* ]] || pieces_8=5
    for board in 4x4:8 6x6:$pieces_6 8x8:$pieces_8; do
        say "$game: endgames of ${board%:*}, up to ${board#*:} pieces"
        "$papamu" endgames "${board%:*}" --game "$game" --pieces "${board#*:}" --threads 1 --format json >"$scratch/endgames"
        count_endgames "$game" "$scratch/endgames" >"$to-draughts_variants-$board"
    done
    say "$game: perft"
    cost_of "$game" "$scratch/endgames" >"$to-draughts_variants_cost-0"
    for board in $starts; do
        say "$game: the start of ${board%:*}"
        "$papamu" endgames "${board%:*}" --game "$game" --pieces "${board#*:}" --position start --threads 1 --format json >"$scratch/start"
        start_of "$game" "$scratch/start" >"$to-draughts_variants_starts-$board"
    done
}

compute_play() { # GAME PREFIX
    local game=$1 to=$2 agent n_games
    for agent in ab:4 random; do
        n_games=$([ $agent = random ] && echo "${games}0" || echo "$games")
        say "$game: $n_games games of $agent against itself"
        "$papamu" selfplay "$(board_of "$game")" --game "$game" --games "$n_games" --black "$agent" --white "$agent" \
            --seed 1 --summary --format csv >"$scratch/sums"
        { sed -n '/^#/p' "$scratch/sums" && "$papamu" stats "$scratch/sums" --table series --format csv --no-provenance; } \
            >"$to-draughts_variants_play-$agent"
    done
}

# The rows of a game in a table that is there.
keep_rows() { # GAME PREFIX
    local table
    for table in $tables; do
        [ ! -f "$data/$table.csv" ] || awk -F, -v game="$1" '/^#/ || !header++ || $1 == game' "$data/$table.csv" >"$2-$table-kept"
    done
}

n=10
for game in $family; do
    n=$((n + 1))
    if [ $# = 0 ] || [[ " $* " == *" $game "* ]]; then
        for part in $parts; do
            "compute_$part" "$game" "$scratch/$n"
        done
    else
        keep_rows "$game" "$scratch/$n"
    fi
done
for table in $tables; do
    join_tables "$scratch"/??-"$table"-* >"$scratch/$table"
    keep_table "$scratch/$table" "$data/$table.csv" "$([ "$table" = draughts_variants_cost ] && echo 3 || echo 0)"
done
