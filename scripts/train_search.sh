#!/usr/bin/env bash
# Search parts of several openings and learn the pattern weights of the search from what is proven there.
#
#   scripts/train_search.sh DIR [BUILD] >solver/konane/search/search_weights.c
#
# DIR keeps the checkpoints, which are not made again; BUILD is `build` by default. Five minutes of one core, 1 GiB.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
dir=$1
papamu=${2:-build}/papamu
mkdir -p "$dir"
checkpoints=()
for opening in 5x8-e3f3 5x9-a1b1 6x7-a6a5 6x7-d3c3 6x8-a6a5 6x8-d3c3 7x7-a1a2 7x7-d4c4 7x8-a1b1 8x8-a8b8 8x8-d5d4 8x8-d5e5; do
    if [ ! -d "$dir/$opening" ]; then
        "$papamu" search "${opening%-*}" --openings "${opening#*-}" --nodes 6000000 --threads 1 --memory 512M \
            --checkpoint "$dir/$opening" >&2
    fi
    checkpoints+=("$dir/$opening")
done
"$(dirname "$0")"/train_search.py "${checkpoints[@]}"
