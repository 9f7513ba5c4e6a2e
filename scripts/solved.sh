#!/usr/bin/env bash
# The results in data/ that come from solved boards: the commands that made them.
#
#   scripts/solved.sh [SIZE] [BUILD] [DATA] [TABLE...]      defaults: default, build, data, all three tables
#
# SIZE is small (boards up to 25 cells), default (up to 30, and 6x6 without remoteness) or full (remoteness of 6x6 too:
# 10 GiB). Writes
#   DATA/census.csv        sets of stones by outcome class and number of stones
#   DATA/remoteness.csv    positions by remoteness
#   DATA/sweep.csv         for each board: pairs of position and mover, bytes of the database, memory, seconds
# (scripts/results.sh writes DATA/openings.csv.) A file whose rows would stay the same is left alone; memory and times in
# sweep.csv do not count as a difference: the least and the most seconds of three runs, and the median of their processor
# time, which is that of the whole process.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

# shellcheck source=scripts/tables.sh
. "$(dirname "$0")/tables.sh"
begin_results "${@:1:3}"
parts=("${@:4}")

is_wanted() { # TABLE
    [ ${#parts[@]} = 0 ] || [[ " ${parts[*]} " == *" $1 "* ]]
}

boards='3x3 3x4 3x5 4x4 3x6 4x5 3x7 4x6 3x8 5x5'
case $size in
    small) census=$boards remoteness=$boards ;;
    default) census="$boards 3x9 4x7 3x10 5x6 6x6" remoteness="$boards 3x9 4x7 3x10 5x6" ;;
    full) census="$boards 3x9 4x7 3x10 5x6 6x6" remoteness=$census ;;
esac

# Solve a board, and add the seconds of its sweep and the processor time of the whole process to two files.
time_board() { # BOARD
    local TIMEFORMAT='%U %S'
    { time "$papamu" solve "$1" --format json -o "$scratch/solve.json" 2>"$scratch/said"; } 2>"$scratch/times"
    member seconds "$scratch/solve.json" >>"$scratch/seconds"
    awk '{ printf "%.3f\n", $1 + $2 }' "$scratch/times" >>"$scratch/processor"
}

# Bits for each value that a file answers for: where it has those of an even number of stones alone, the others follow.
bits_per_value() { # INFO.json
    local share=1
    ! grep -q '"stored_stones": "even' "$1" || share=2
    member bits_per_stored_value "$1" | awk -v share=$share '{ printf "%.4f", $1 / share }'
}

sorted_line() { # FILE LINE
    sort -g "$1" | sed -n "$2p"
}

# One board: the provenance, and a row.
measure_board() { # BOARD
    local board=$1
    rm -f "$scratch/seconds" "$scratch/processor"
    for _ in 1 2 3; do
        time_board "$board"
    done
    "$papamu" solve "$board" --format csv --db "$scratch/board.db" | sed -n '/^#/p'
    "$papamu" info "$scratch/board.db" --format json -o "$scratch/info.json"
    echo 'rows,cols,pairs,database_bytes,bits_per_value,memory_bytes,seconds,seconds_most,processor_seconds'
    echo "${board%x*},${board#*x},$(member position_mover_pairs "$scratch/solve.json"),$(
    )$(member file_bytes "$scratch/info.json"),$(bits_per_value "$scratch/info.json"),$(
    )$(member peak_memory_bytes "$scratch/solve.json"),$(sorted_line "$scratch/seconds" 1),$(sorted_line "$scratch/seconds" 3),$(
    )$(sorted_line "$scratch/processor" 2)"
    rm -f "$scratch/board.db"
}

if is_wanted census; then
    table_by_board census 0 "$census" "$papamu" census --format csv
fi
if is_wanted remoteness; then
    table_by_board remoteness 0 "$remoteness" "$papamu" solve --values remoteness --histogram --format csv
fi
if is_wanted sweep; then
    table_by_board sweep 4 "$census" measure_board
fi
