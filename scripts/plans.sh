#!/usr/bin/env bash
# What a sweep of larger boards would need: data/plans.csv, by `papamu plan`, without the estimate of seconds, which is
# a matter of the machine.
#
#   scripts/plans.sh [BUILD] [DATA]      defaults: build, data
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

# shellcheck source=scripts/tables.sh
. "$(dirname "$0")/tables.sh"
begin_tables "$@"

{
    "$papamu" --version | sed '1s/\(.*\) (\(.*\))/# \1\n# git: \2/;1q'
    echo '# command: papamu plan SIZE'
    echo 'rows,cols,corner,pairs,pairs_computed,symmetries,memory_bytes'
    for board in 5x6 5x7 6x6 3x13 4x10 5x8 6x7 4x11 5x9 6x8 7x7 4x13 7x8; do
        say "plan of $board"
        "$papamu" plan "$board" --format json >"$scratch/plan"
        echo "${board%x*},${board#*x},black,$(member position_mover_pairs "$scratch/plan"),$(
        )$(member pairs_computed "$scratch/plan"),$(member symmetries "$scratch/plan"),$(member memory_bytes "$scratch/plan")"
    done
} >"$scratch/plans"
keep_table "$scratch/plans" "$data/plans.csv"
