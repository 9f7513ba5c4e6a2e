#!/usr/bin/env bash
# What boards beyond one machine would need of a cluster: data/cluster_plans.csv, by `papamu plan --ranks`, which replays
# without data which rows are fetched by whom, in a sample of sublayers. Nothing in it is measured on a cluster.
#
#   scripts/cluster_plans.sh [BUILD] [DATA]      defaults: build, data
#
# Assumed of each rank, which has a node to itself: 32 threads, each of which combines 2.5e10 bits a second, half of what
# one does in a sweep of 6x6 here (4.6 s of processor time, data/speed.md); a network that brings it 12.5e9 bytes a second,
# 100 Gbit/s; 100 microseconds until all have met; memory without limit, so that the column says how much is needed.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

# shellcheck source=scripts/tables.sh
. "$(dirname "$0")/tables.sh"
begin_tables "$@"

assumed=(--threads 32 --speed 800000000000 --network 12500000000 --meeting 100 --memory 1000T)

{
    "$papamu" --version | sed '1s/\(.*\) (\(.*\))/# \1\n# git: \2/;1q'
    echo "# command: papamu plan SIZE --ranks RANKS ${assumed[*]}"
    echo 'rows,cols,ranks,memory_bytes,bytes_fetched,busiest_bytes,work_imbalance,fetching_imbalance,checkpoint_bytes,work_seconds,fetching_seconds,estimated_seconds'
    for board in 6x7 5x9 6x8 7x7; do
        for ranks in 1 4 16 64 256 1024 4096; do
            say "plan of $board on $ranks"
            "$papamu" plan "$board" --ranks "$ranks" "${assumed[@]}" --format json >"$scratch/plan"
            row=${board%x*},${board#*x},$ranks
            for name in memory_bytes_of_a_rank bytes_fetched bytes_fetched_by_the_busiest_rank imbalance_of_work \
                imbalance_of_fetching checkpoint_bytes_at_the_peak seconds_of_work seconds_of_fetching estimated_seconds; do
                row=$row,$(member "$name" "$scratch/plan")
            done
            echo "$row"
        done
    done
} >"$scratch/plans"
keep_table "$scratch/plans" "$data/cluster_plans.csv"
