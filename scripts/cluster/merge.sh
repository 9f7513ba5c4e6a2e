#!/usr/bin/env bash
# Join the parts of self-play in DIR: DIR/all.csv, which `papamu stats` reads and joins with others again.
#
#   scripts/cluster/merge.sh DIR
#
# Games that two parts hold are refused, and parts that are missing are named. PAPAMU names the program (default
# build/papamu).
#
# SPDX-License-Identifier: MIT
set -euo pipefail
[ $# = 1 ] || { echo "merge.sh: give the folder of the parts" >&2; exit 2; }
compgen -G "$1/part-*.csv" >/dev/null || { echo "merge.sh: there are no parts in $1" >&2; exit 2; }
"${PAPAMU:-build/papamu}" stats "$1"/part-*.csv --table sums --format csv -o "$1/all.csv"
echo "wrote $1/all.csv; papamu stats $1/all.csv shows it"
