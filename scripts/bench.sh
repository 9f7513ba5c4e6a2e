#!/usr/bin/env bash
# Run the measuring programs and print one table.
#
#   scripts/bench.sh BUILD [PROGRAM...]
#
# Each PROGRAM, and each scripts/bench_*.sh (called with BUILD), prints records of tab-separated fields: what was
# measured, the value, the unit, and a remark (the counts that serve as a signature). One after the other, so that they
# do not disturb each other. A program that fails is named at the end, which is then 1.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "$0")/.."

build=$1
shift
records=$(mktemp)
trap 'rm -f "$records"' EXIT
failed=()

for program in "$@"; do
    "$program" >>"$records" || failed+=("$program")
done
for script in scripts/bench_*.sh; do
    [ -f "$script" ] || continue
    "$script" "$build" >>"$records" || failed+=("$script")
done

processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
echo "$("$build/papamu" --version) on $(nproc) processors, ${processor:-unknown model}"
awk -F '\t' '
    { for (i = 1; i <= 4; i++) { field[NR, i] = $i; if (length($i) > width[i]) width[i] = length($i) } }
    END {
        for (r = 1; r <= NR; r++)
            printf "%-*s  %*s %-*s  %s\n", width[1], field[r, 1], width[2], field[r, 2], width[3], field[r, 3],
                field[r, 4]
    }' "$records"
if [ ${#failed[@]} -gt 0 ]; then
    echo "failed: ${failed[*]}" >&2
    exit 1
fi
