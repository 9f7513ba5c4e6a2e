#!/usr/bin/env bash
# Run the measuring programs and print one table; add a line for each speed to a history.
#
#   scripts/bench.sh [--kernel NAME] [--history FILE] BUILD [PROGRAM...]
#
# Each PROGRAM, and each scripts/bench_*.sh (called with BUILD), prints records of tab-separated fields: what was
# measured, the value, the unit, and a remark (the counts that serve as a signature). One after the other, so that they
# do not disturb each other. A program that fails is named at the end, which is then 1.
#
# With --kernel v256 those programs that know vector kernels do without AVX-512, with single or scalar without vectors.
#
# The history (default BUILD/bench_history.csv) has speeds as multiples of the yardstick, which bench_yardstick measures
# before and after each program: times and clocks differ between machines and hours, these ratios do so less.
# scripts/bench_compare.py holds two of them against each other.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "$0")/.."

kernel=() history=
while [ $# -gt 0 ]; do
    case $1 in
    --kernel) kernel=(--kernel "$2") ;;
    --history) history=$2 ;;
    *) break ;;
    esac
    shift 2
done
build=$1
shift
history=${history:-$build/bench_history.csv}
records=$(mktemp)
trap 'rm -f "$records"' EXIT
failed=()

# What the yardstick says now; 0 if there is none, and then there is no history.
yardstick() {
    "$build/tests/bench/bench_yardstick" 2>/dev/null | cut -f2 || echo 0
}

# Run a program and add to each of its records what the yardstick said on both sides.
measure() {
    local before after output
    before=$(yardstick)
    output=$("$@") || failed+=("$1")
    after=$(yardstick)
    [ -z "$output" ] || awk -F '\t' -v OFS='\t' -v yard="$before $after" '
        BEGIN { split(yard, y, " ") } { print $1, $2, $3, $4, (y[1] + y[2]) / 2 }' <<<"$output" >>"$records"
}

for program in "$@"; do
    if grep -q measure_kernel "tests/bench/$(basename "$program").c" 2>/dev/null; then
        measure "$program" ${kernel+"${kernel[@]}"}
    else
        measure "$program"
    fi
done
for script in scripts/bench_*.sh; do
    [ -f "$script" ] && measure "$script" "$build"
done

processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1)
echo "$("$build/papamu" --version) on $(nproc) processors, ${processor:-unknown model}${kernel:+, kernel ${kernel[1]}}"
awk -F '\t' '
    { for (i = 1; i <= 4; i++) { field[NR, i] = $i; if (length($i) > width[i]) width[i] = length($i) } }
    END {
        for (r = 1; r <= NR; r++)
            printf "%-*s  %*s %-*s  %s\n", width[1], field[r, 1], width[2], field[r, 2], width[3], field[r, 3],
                field[r, 4]
    }' "$records"

# Rates and seconds as speeds; what this memory takes is not one of the program's.
[ -s "$history" ] || echo "commit,run,measure,ratio" >"$history"
awk -F '\t' -v commit="$(git describe --always --dirty --abbrev=12 2>/dev/null || echo unknown)" \
    -v run="$(date -u +%Y-%m-%dT%H:%M:%SZ)" '
    $1 ~ /^(yardstick|memory)/ || $2 <= 0 || $5 <= 0 { next }
    $3 ~ /\/s$/ { ratio = $2 / $5 }
    $3 == "s" { ratio = 1 / ($2 * $5) }
    $3 ~ /\/s$/ || $3 == "s" { gsub(/"/, "\"\"", $1); printf "%s,%s,\"%s\",%.4g\n", commit, run, $1, ratio }' \
    "$records" >>"$history"
echo "speeds against the yardstick are in $history; scripts/bench_compare.py compares them"
if [ ${#failed[@]} -gt 0 ]; then
    echo "failed: ${failed[*]}" >&2
    exit 1
fi
