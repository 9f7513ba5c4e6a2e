#!/usr/bin/env bats
# Does the runner of tests count, and say why a file failed? On small files with one test each.
#
# SPDX-License-Identifier: MIT

setup() {
    mkdir -p "$BATS_TEST_TMPDIR/tests"
}

# Write a file with one test, whose name and command are the arguments.
small() {
    printf '@test "%s" {\n    %s\n}\n' "$1" "$2" >"$BATS_TEST_TMPDIR/tests/$1.bats"
}

runner() {
    run scripts/run_tests.sh "$BATS_TEST_TMPDIR/build" "$BATS_TEST_TMPDIR"/tests/*.bats
    echo "$output"
}

@test "passes and failures are counted, and the output of a failure is shown" {
    small good true
    small bad 'echo reason; false'
    runner
    [ "$status" -eq 1 ]
    [ "${lines[-1]}" = "1 passed, 1 failed" ]
    [[ $output == *"FAIL bad"*"0 passed, 1 failed (status 1)"* ]]
    [[ $output == *"| # reason"* ]]
}

@test "all passed: exit code 0" {
    small good true
    runner
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = "1 passed, 0 failed" ]
}

@test "a file that runs for too long is stopped, and the report says so" {
    small endless 'sleep 1000'
    TIMEOUT=1 runner
    [ "$status" -eq 1 ]
    [[ $output == *"FAIL endless"*"0 passed, 1 failed (timed out after "*" s (limit 1 s, load "*" processors))"* ]]
    [ "${lines[-1]}" = "0 passed, 1 failed" ]
}
