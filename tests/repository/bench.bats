#!/usr/bin/env bats
# The history of speeds: what scripts/bench.sh writes, and what scripts/bench_compare.py finds in it. On programs and
# histories made up here: nothing is measured.
#
# SPDX-License-Identifier: MIT

# A history of COMMIT with two measures, three runs, whose speeds vary by SPREAD percent about the factors A and B.
history() { # COMMIT SPREAD A B
    awk -v commit="$1" -v spread="$2" -v a="$3" -v b="$4" 'BEGIN {
        print "commit,run,measure,ratio"
        for (run = -1; run <= 1; run++) {
            wave = 1 + run * spread / 100
            printf "%s,%d,\"sweep 6x6, wall\",%.6g\n%s,%d,perft,%.6g\n", commit, run, 0.25 * a * wave, commit, run,
                40 * b / wave
        }
    }'
}

compare() {
    run --separate-stderr scripts/bench_compare.py "$@"
    echo "$output ${stderr:-}"
}

setup() {
    bats_require_minimum_version 1.5.0
    cd "$BATS_TEST_TMPDIR" || return
    ln -sf "$BATS_TEST_DIRNAME/../../scripts" .
}

@test "what became slower than noise is named, and nothing else" {
    history a 2 1 1 >old
    history b 2 0.8 1 >new
    compare old new
    [ "$status" -eq 1 ]
    [[ ${lines[0]} == "sweep 6x6, wall: 1.25 times slower"* ]]
    [ "${lines[1]}" = "2 measures compared, 1 slower than noise" ]
}

@test "noise is not a slowdown: small changes, and larger ones where runs scatter" {
    history a 1 1 1 >old
    history b 1 0.95 0.96 >new
    compare old new
    [ "$status" -eq 0 ]
    [ "$output" = "2 measures compared, 0 slower than noise" ]
    history a 10 1 1 >old
    history b 10 0.8 1 >new
    compare old new
    [ "$status" -eq 0 ]
    [ "$output" = "2 measures compared, 0 slower than noise" ]
}

@test "what became faster is not an error; a measure that is gone is mentioned" {
    history a 2 1 1 >old
    history b 2 1 1.5 | grep -v wall >new
    compare old new
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == "perft: 1.50 times faster"* ]]
    [ "${lines[1]}" = "sweep 6x6, wall: not measured any more" ]
}

@test "a history is held against itself by commits; without one the last commit counts" {
    history aaaa 2 1 1 >all
    history bbbb 2 0.7 1 | tail -n +2 >>all
    compare all@aaaa all@bbbb
    [ "$status" -eq 1 ]
    compare all@aa all
    [ "$status" -eq 1 ]
    compare all@bbbb all
    [ "$status" -eq 0 ]
}

@test "bad input: one sentence and exit code 2" {
    history a 2 1 1 >good
    echo "a table,of something" >other
    printf 'commit,run,measure,ratio\na,1,x\n' >short
    printf 'commit,run,measure,ratio\na,1,x,-3\n' >negative
    printf 'commit,run,measure,ratio\na,1,x,3\n' >different
    echo "commit,run,measure,ratio" >empty
    for bad in missing other short negative different empty good@cccc .; do
        compare "$bad" good
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        [ "$(wc -l <<<"${stderr:-}")" -eq 1 ] && [ -n "${stderr:-}" ]
    done
    compare good
    [ "$status" -eq 2 ]
    [[ ${stderr:-} == *"two histories are needed"* ]]
}

@test "bench.sh adds speeds as multiples of the yardstick, and leaves out what is not a speed" {
    mkdir -p made/tests/bench
    printf '#!/bin/sh\nprintf "yardstick\\t200\\tM steps/s\\tsignature\\n"\n' >made/tests/bench/bench_yardstick
    printf '#!/bin/sh\nprintf "a, b\\t50\\tM/s\\tx\\nc\\t4\\ts\\tx\\nd\\t3\\tGiB\\tx\\nmemory\\t9\\tGB/s\\tx\\n"\n' >made/tests/bench/bench_x
    printf '#!/bin/sh\necho "\\"seconds\\": 0.5"\n' >made/papamu
    chmod +x made/papamu made/tests/bench/*
    run scripts/bench.sh --history "$PWD/kept" "$PWD/made" "$PWD/made/tests/bench/bench_x"
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(cut -d, -f3- kept | head -4)" = $'measure,ratio\n"a, b",0.25\n"c",0.00125' ]
    run scripts/bench.sh --history "$PWD/kept" "$PWD/made" "$PWD/made/tests/bench/bench_x"
    [ "$(wc -l <kept)" -eq 5 ]
    run scripts/bench_compare.py kept kept
    [ "$status" -eq 0 ]
}
