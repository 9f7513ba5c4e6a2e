#!/usr/bin/env bash
# How much longer a sweep of 5x6 takes while four other processes are busy: fair shares of two processors alone cost
# three times as long. Called by scripts/bench.sh with the build folder; prints one of its records.
#
# SPDX-License-Identifier: MIT
set -euo pipefail

papamu=$1/papamu
n_runs=5
others=()
trap 'kill "${others[@]}" 2>/dev/null || true' EXIT

median_seconds() {
    for ((i = 0; i < n_runs; i++)); do
        "$papamu" solve 5x6 --format json --no-provenance | sed -n 's/^"seconds": \([0-9.]*\).*/\1/p'
    done | sort -g | sed -n "$((n_runs / 2 + 1))p"
}

alone=$(median_seconds)
for i in 1 2 3 4; do
    (while :; do :; done) &
    others+=($!)
done
busy=$(median_seconds)
awk -v alone="$alone" -v busy="$busy" 'BEGIN {
    printf "sweep 5x6 beside four busy processes\t%.1f\ttimes\t%.3f s against %.3f s, medians of five\n",
        busy / alone, busy, alone
}'
