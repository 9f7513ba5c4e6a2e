#!/usr/bin/env bats
# solve, census and plan: what they answer, and what they refuse. What all commands share is in cli.bats.
#
# SPDX-License-Identifier: MIT
#
# `run` sets its variables for the test that calls it:
# shellcheck disable=SC2030,SC2031,SC2154

bats_require_minimum_version 1.5.0

load ../aid/program

setup() {
    enter_test
}

solve_csv() {
    "$PAPAMU" solve "$@" --format csv --no-provenance
}

# Winners by Norvig, "Mel's Konane Board" (pytudes, 2021).
@test "openings known from outside have their winners" {
    solve_csv 4x4 >4x4.csv
    grep -q '^4,4,black,a4,b4,white,' 4x4.csv
    grep -q '^4,4,black,c2,b2,white,' 4x4.csv
    solve_csv 5x5 >5x5.csv
    grep -q '^5,5,black,a5,b5,black,' 5x5.csv
    grep -q '^5,5,black,c3,b3,black,' 5x5.csv
}

@test "the header and the number of openings" {
    run -0 solve_csv 4x4
    [ "${lines[0]}" = "rows,cols,corner,black_removes,white_removes,winner,rules" ]
    [ "${#lines[@]}" = 25 ]
    run -0 solve_csv 4x4 --opening fixed:c2,b2
    [ "${#lines[@]}" = 2 ]
    [ "${lines[1]}" = "4,4,black,c2,b2,white,corner-centre centre any near-centre" ]
}

@test "threads change no byte" {
    solve_csv 5x6 --threads 1 >one
    solve_csv 5x6 --threads 5 >five
    cmp one five
    "$PAPAMU" census 5x6 --threads 1 --format csv >one
    "$PAPAMU" census 5x6 --threads 5 --format csv >five
    cmp one five
}

@test "a rule without a stone has an empty winner in the table of games" {
    run -0 "$PAPAMU" solve 5x5 --corner white
    grep -Eq '^corner-centre +-$' <<<"$output"
    grep -Eq '^any +(black|white)$' <<<"$output"
}

@test "a position is answered as its opening is" {
    # The opening b3, a3, which Black wins, with the jump from d3.
    run -0 solve_csv 4x4 --position "bwbw/2wb/bwbw/wbwb b"
    [ "${lines[0]}" = "position,winner,best_moves" ]
    [ "${lines[1]}" = "bwbw/2wb/bwbw/wbwb b,black,d3-b3" ]
}

@test "the principal line is a game that ends" {
    "$PAPAMU" solve 4x4 --line --format json >4x4.json
    line=$(sed -n 's/.*"principal_line": "\(.*\)".*/\1/p' 4x4.json)
    [ "$(wc -w <<<"$line")" -gt 2 ]
    printf '[Game "Konane"]\n[Board "4x4"]\n[Opening "corner-centre"]\n\n%s *\n' "$line" >line.kgn
    run -0 "$PAPAMU" stats line.kgn
}

@test "the census counts every set of stones once" {
    run -0 "$PAPAMU" census 3x5 --format csv --no-provenance
    total=$(awk -F, 'NR > 1 { n += $5 + $6 + $7 + $8 } END { print n }' <<<"$output")
    [ "$total" = 32768 ]
}

@test "the plan of 6x6 is that of its sweep" {
    run -0 "$PAPAMU" plan 6x6
    grep -q '^rows: 66816$' <<<"$output"
    grep -q '^position mover pairs: 137438953472$' <<<"$output"
    run -0 "$PAPAMU" plan 7x7
    grep -q '^fits: no$' <<<"$output"
    run -0 "$PAPAMU" plan 6x6 --memory 1M
    grep -q '^fits: no$' <<<"$output"
}

@test "too little memory is refused with both figures" {
    run -3 --separate-stderr "$PAPAMU" solve 6x6 --memory 100M
    [ -z "$output" ]
    [[ $stderr == *"needs 1.00 GiB"*"100.0 MiB was given"* ]]
}

@test "positions that do not belong here are refused" {
    run -2 --separate-stderr "$PAPAMU" solve 4x4 --position "bwb/wbw/bwb b"
    [[ $stderr == *"the position is on 3x3, the board is 4x4"* ]]
    run -2 --separate-stderr "$PAPAMU" solve 4x4 --position "wbwb/b2w/wbwb/bwbw b"
    [[ $stderr == *"give --corner white"* ]]
    run -2 --separate-stderr "$PAPAMU" solve 4x4 --position "bwbw/wbwb/bwbw/wbwb b"
    [[ $stderr == *"in the opening"* ]]
    run -2 --separate-stderr "$PAPAMU" solve 4x4 --position start
    [[ $stderr == *"in the opening"* ]]
    run -2 --separate-stderr "$PAPAMU" solve 4x4 --position "bwbw/wxbb/bwbw/wbwb b"
    [[ $stderr == *"byte 6"* ]]
}

@test "draughts cannot be swept" {
    run -2 --separate-stderr "$PAPAMU" census 8x8 --game italian
    [[ $stderr == *"only Konane can be swept"* ]]
}

@test "Ctrl-C ends a sweep with 130 and leaves no file" {
    # Waits for the first sign of progress, so that the signal meets the sweep.
    "$PAPAMU" solve 5x7 --progress --format csv -o out.csv 2>progress &
    pid=$!
    for _ in $(seq 600); do
        [ -s progress ] && break
        sleep 0.05
    done
    kill -INT "$pid"
    code=0
    wait "$pid" || code=$?
    [ "$code" = 130 ]
    [ ! -e out.csv ]
    [ -z "$(find . -name 'out.csv*')" ]
}
