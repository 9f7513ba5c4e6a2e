#!/usr/bin/env bash
# The results in data/ that come from solved boards: the commands that made them.
#
#   scripts/solved.sh [SIZE] [BUILD] [DATA]      defaults: default, build, data
#
# SIZE is small (boards up to 25 cells), default (up to 30, and 6x6 without remoteness) or full (remoteness of 6x6 too:
# 10 GiB). Writes
#   DATA/census.csv        sets of stones by outcome class and number of stones
#   DATA/remoteness.csv    positions by remoteness
#   DATA/sweep.csv         for each board: pairs of position and mover, memory, bytes of the database, seconds
# (scripts/results.sh writes DATA/openings.csv.) A file whose rows would stay the same is left alone; memory and
# seconds in sweep.csv, the least of three runs, do not count as a difference.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

# shellcheck source=scripts/tables.sh
. "$(dirname "$0")/tables.sh"
begin_results "$@"

boards='3x3 3x4 3x5 4x4 3x6 4x5 3x7 4x6 3x8 5x5'
case $size in
    small) census=$boards remoteness=$boards ;;
    default) census="$boards 3x9 4x7 3x10 5x6 6x6" remoteness="$boards 3x9 4x7 3x10 5x6" ;;
    full) census="$boards 3x9 4x7 3x10 5x6 6x6" remoteness=$census ;;
esac

# One board: the provenance, and a row.
measure_board() { # BOARD
    local board=$1 seconds=''
    for _ in 1 2 3; do
        "$papamu" solve "$board" --format json -o "$scratch/solve.json"
        seconds+="$(member seconds "$scratch/solve.json") "
    done
    "$papamu" solve "$board" --format csv --db "$scratch/board.db" | sed -n '/^#/p'
    "$papamu" info "$scratch/board.db" --format json -o "$scratch/info.json"
    echo 'rows,cols,pairs,database_bytes,bits_per_value,memory_bytes,seconds'
    echo "${board%x*},${board#*x},$(member position_mover_pairs "$scratch/solve.json"),$(
    )$(member file_bytes "$scratch/info.json"),$(member bits_per_stored_value "$scratch/info.json"),$(
    )$(member peak_memory_bytes "$scratch/solve.json"),$(tr ' ' '\n' <<<"$seconds" | sed '/^$/d' | sort -g | head -n 1)"
    rm -f "$scratch/board.db"
}

table_by_board census 0 "$census" "$papamu" census --format csv
table_by_board remoteness 0 "$remoteness" "$papamu" solve --values remoteness --histogram --format csv
table_by_board sweep 2 "$census" measure_board
