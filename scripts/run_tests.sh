#!/usr/bin/env bash
# Run test programs and print one line for each and a summary.
#
#   scripts/run_tests.sh BUILD TEST...
#
# TEST is a cmocka program, a .bats file or a libFuzzer target (by its name: fuzz_*), run from the root of the
# repository. JOBS of them run at a time (default: as many as there are processors). Each gets BUILD and PAPAMU (the
# program) in its environment, and TIMEOUT seconds (default 300) of a machine that is not overloaded: while more processes
# want to run than there are processors, time counts for less. A fuzz target runs FUZZ_SECONDS (default 3) from the seeds
# in tests/corpus. The output of each is kept in BUILD/log, and printed if it fails. Every test within a program counts
# once; a program that dies, or is stopped after TIMEOUT, counts as one failure. The last line is "N passed, N failed"; the
# end is 1 if any failed.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/.."

run_fuzz() { # target, its name
    local seeds=tests/corpus/${2##*/fuzz_} found=$BUILD/corpus/$2
    rm -rf "$found"
    mkdir -p "$found"
    "$1" -seed=1 -max_total_time="${FUZZ_SECONDS:-3}" -timeout=10 -rss_limit_mb=2048 \
        -artifact_prefix="$BUILD/log/$2-" -print_final_stats=1 "$found" "$seeds"
}

# Stop a process group when its time is up, and leave a file that says so. A second counts as processors / load.
watch_over() { # process group, file
    local left=$((${TIMEOUT:-300} * 100)) processors began=$SECONDS load
    processors=$(nproc)
    while [ "$left" -gt 0 ]; do
        sleep 1
        read -r load _ </proc/loadavg || load=0.00
        load=$((10#${load/./})) # hundredths
        left=$((left - (load > processors * 100 ? processors * 10000 / load : 100)))
    done
    echo "timed out after $((SECONDS - began)) s (limit ${TIMEOUT:-300} s, load $((load / 100)) on $processors processors)" >"$2"
    kill -- -"$1" || true
    sleep 10
    kill -KILL -- -"$1" || true
}

# Run a command for at most TIMEOUT; its exit code.
limited() { # file for what watch_over says, command...
    local note=$1 pid watch status=0
    shift
    set -m # each of the two gets a process group
    "$@" &
    pid=$!
    watch_over "$pid" "$note" 2>/dev/null &
    watch=$!
    set +m
    trap 'kill -- -$pid -$watch 2>/dev/null; exit 130' INT TERM
    wait "$pid" || status=$?
    kill -- -"$watch" 2>/dev/null || true
    wait "$watch" 2>/dev/null || true
    return "$status"
}

# Run one test with its output in BUILD/log and the counts "passed failed skipped" in a file beside it.
run_one() {
    local test=$1 name log start=$EPOCHREALTIME status=0 passed failed skipped seconds why
    name=${test#*tests/}
    name=${name%.bats}
    log=$BUILD/log/$name
    mkdir -p "$(dirname "$log")"
    case $test in
        *.bats) limited "$log.timeout" bats --tap "$test" >"$log" 2>&1 || status=$? ;;
        */fuzz_*) run_fuzz "$test" "$name" >"$log" 2>&1 || status=$? ;;
        *) CMOCKA_MESSAGE_OUTPUT=TAP limited "$log.timeout" "$test" >"$log" 2>&1 || status=$? ;;
    esac
    skipped=$(grep -c -E '^(not )?ok .*# *(SKIP|skip)' "$log" || true)
    passed=$(grep -E '^ok ' "$log" | grep -vciE '# *skip' || true)
    failed=$(grep -E '^not ok ' "$log" | grep -vciE '# *skip' || true)
    case $test in
        */fuzz_*) passed=$((status == 0)) ;;
    esac
    if [ "$status" != 0 ] && [ "$failed" = 0 ]; then
        failed=1
    fi
    why="status $status"
    if [ -s "$log.timeout" ]; then
        why=$(cat "$log.timeout")
    fi
    if [ $((passed + failed + skipped)) = 0 ]; then
        echo "no test ran" >>"$log"
        failed=1
    fi
    echo "$passed $failed $skipped" >"$log.count"
    seconds=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
    printf '%-4s %-32s %3d passed%s%s  %s s\n' "$([ "$failed" = 0 ] && echo ok || echo FAIL)" "$name" "$passed" \
        "$([ "$skipped" = 0 ] || echo ", $skipped skipped")" \
        "$([ "$failed" = 0 ] || echo ", $failed failed ($why)")" "$seconds"
    if [ "$failed" != 0 ]; then
        tail -n 40 "$log" | sed 's/^/     | /'
    fi
}

if [ "$1" = --one ]; then
    run_one "$2"
    exit 0
fi

BUILD=$1
PAPAMU=$BUILD/papamu
export BUILD PAPAMU
shift
if [ $# = 0 ]; then
    echo "run_tests.sh: no tests given" >&2
    exit 2
fi
jobs=${JOBS:-$(nproc)}
rm -rf "$BUILD/log"
mkdir -p "$BUILD/log"
printf '%s\0' "$@" | xargs -0 -n 1 -P "$jobs" "$0" --one
find "$BUILD/log" -name '*.count' -exec cat {} + | awk '{ passed += $1; failed += $2; skipped += $3 }
    END {
        if (skipped) printf "%d skipped (most run in make check-long)\n", skipped
        printf "%d passed, %d failed\n", passed, failed
        exit failed > 0
    }'
