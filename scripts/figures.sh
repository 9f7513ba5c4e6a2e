#!/usr/bin/env bash
# Draw every figure whose data are there: scripts/NAME.gp, from the files that it says it reads.
#
#   scripts/figures.sh [DATA]      default: data
#
# Writes DATA/NAME.pdf and DATA/NAME.png.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

data=${1:-data}
cd "$(dirname "$0")/.."
for script in scripts/*.gp; do
    name=$(basename "$script" .gp)
    missing=''
    while read -r file; do
        [ -f "$data/$file" ] || missing+=" $data/$file"
    done < <(sed -n '/^#/s/data\/\([a-z_]*\.csv\)/\n\1\n/gp' "$script" | grep '\.csv$' | sort -u)
    if [ -n "$missing" ]; then
        echo "figures.sh: no figure $name:$missing not there" >&2
    elif [ "$name" = openings ]; then
        gnuplot -e "data='$data/openings.csv'; stem='$data/openings'" "$script"
    else
        gnuplot -e "data='$data'; stem='$data/$name'" "$script"
    fi
done
