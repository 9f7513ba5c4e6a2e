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

# Two stones side by side: Black takes the last white stone and wins, or in misere play would rather not have to.
@test "misere play and jumps of other lengths, in solve, census, moves and perft" {
    run -0 "$PAPAMU" solve 1x3 --play misere --position "bw1 b" --format csv --no-provenance
    [ "${lines[1]}" = "bw1 b,white," ]
    run -0 "$PAPAMU" solve 1x3 --play misere --position "2b b" --format csv --no-provenance
    [ "${lines[1]}" = "2b b,black," ]
    run -0 "$PAPAMU" moves "2b b" --play misere
    [ "$output" = "No legal move: Black has won." ]
    run -0 "$PAPAMU" moves "bw1w1 b" --format csv --no-provenance
    [ "${#lines[@]}" = 3 ]
    run -0 "$PAPAMU" moves "bw1w1 b" --jumps single --format csv --no-provenance
    [ "${lines[*]}" = "move,position a1-c1,2bw1 w" ]
    run -0 "$PAPAMU" moves "bw1w1 b" --jumps longest --format csv --no-provenance
    [ "${lines[*]}" = "move,position a1-e1,4b w" ]
    run -0 "$PAPAMU" perft 1x5 1 --jumps longest --position "bw1w1 b" --format csv --no-provenance
    [ "${lines[1]}" = "1,1" ]
    run -0 "$PAPAMU" census 1x2 --play misere --format csv --no-provenance
    [ "${lines[1]}" = "1,2,black,0,1,0,0,0" ] # with no stones whoever is to move wins
    solve_csv 6x6 --jumps single | grep -q '^6,6,black,.*,black,'
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

@test "the start, and what is left of the opening, are answered as by a database" {
    local values board corner opening position
    for board in 3x4 3x3; do
        for values in outcome remoteness; do
            "$PAPAMU" solve "$board" --db "$board-$values" --values "$values" >/dev/null
        done
    done
    while read -r board corner opening position; do
        for values in outcome remoteness; do
            solve_csv "$board" --corner "$corner" --opening "$opening" --values "$values" --position "$position" |
                cut -d, -f2- | tail -n 1 >solved
            "$PAPAMU" probe "$board-$values" "$position" --corner "$corner" --opening "$opening" --format csv --no-provenance |
                awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
                    END { print $at["winner"] "," ($at["remoteness"] == "" ? "" : $at["remoteness"] ",") $at["best_moves"] }' >probed
            diff solved probed
        done
    done <<'END'
3x4 black corner-centre start
3x4 black any start
3x4 white any start
3x3 white any start
3x3 black corner start
3x4 black any bwbw/wbwb/1wbw w
3x3 black any bwb/w1w/bwb w
END
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

@test "a histogram of plies counts every set of stones once with either side to move" {
    run -0 solve_csv 3x3 --values remoteness --histogram
    [ "$(awk -F, 'NR > 1 { b += $5; w += $6 } END { print b, w }' <<<"$output")" = "512 512" ]
}

@test "what can arise in play is counted as by making the moves" {
    local seen="bwb/wbw b" new="bwb/wbw b" position
    while [ -n "$new" ]; do
        new=$(while read -r position; do
            "$PAPAMU" moves "$position" --format csv --no-provenance | sed 1d | cut -d, -f2
        done <<<"$new" | grep -vxF "$seen" | sort -u || true)
        seen=$(printf '%s\n' "$seen" "$new" | sed '/^$/d')
    done
    # after the opening four stones are left at most; the letter of the mover is one more
    [ "$(solve_csv 2x3 --reachable | sed 1d | cut -d, -f5)" = "$(awk 'gsub(/[bw]/, "") <= 5' <<<"$seen" | wc -l)" ]
}

@test "solve counts the sets of each outcome class as census does" {
    for rules in "" "--play misere" "--jumps single"; do
        # shellcheck disable=SC2086
        "$PAPAMU" solve 3x5 $rules | sed -n 's/^sets won by [a-z ]*: //p' >solved
        # shellcheck disable=SC2086
        "$PAPAMU" census 3x5 $rules --format csv --no-provenance |
            awk -F, 'NR > 1 { for (i = 5; i <= 8; i++) n[i] += $i } END { for (i = 5; i <= 8; i++) print n[i] }' | diff - solved
    done
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

@test "the plan of a scratch run counts parts, disk and time" {
    run -0 "$PAPAMU" plan 6x7 --memory 14G --scratch .
    grep -q '^rows: 1050624$' <<<"$output"
    grep -q '^sublayers built in parts: 2$' <<<"$output"
    grep -q '^bytes read unpacked: 1175455531008$' <<<"$output"
    run -0 "$PAPAMU" plan 6x7 --memory 100M --scratch .
    grep -q '^fits: no: too little memory$' <<<"$output"
    run -0 "$PAPAMU" plan 4x5 --memory 1G --scratch . --calibrate --format json
    grep -q '"fits": "yes"' <<<"$output"
    run -2 --separate-stderr "$PAPAMU" plan 4x5 --calibrate
    run -3 --separate-stderr "$PAPAMU" plan 4x5 --scratch none --calibrate
    [[ $stderr == *"cannot measure the disk"* ]]
}

@test "too little memory is refused with both figures" {
    run -3 --separate-stderr "$PAPAMU" solve 6x6 --memory 100M
    [ -z "$output" ]
    [[ $stderr == *"needs 1.00 GiB"*"100.0 MiB was given"*"papamu solve 6x6 --scratch DIR"* ]]
    run -3 --separate-stderr "$PAPAMU" solve 6x6 --memory 100M --line
    [[ $stderr != *"--scratch"* ]]
}

@test "a solution with a scratch folder is that of memory, and leaves nothing there" {
    "$PAPAMU" solve 4x5 --format csv >expected
    "$PAPAMU" census 4x5 --format csv --no-provenance >expected_census
    "$PAPAMU" solve 4x5 --db base >/dev/null
    "$PAPAMU" solve 4x5 --scratch folder --memory 40M --census census --sample sample --format json >out
    [ ! -e folder ]
    diff <(grep -v "^#" census) expected_census
    grep -q "\"digest\": \"$("$PAPAMU" info base | sed -n 's/^digest: //p')\"" out
    [ "$(grep -c . <(grep -v "^#" sample))" = 1001 ]
    "$PAPAMU" solve 4x5 --scratch folder --memory 40M --format csv >out
    diff <(grep -v "^#" out) <(grep -v "^#" expected)
}

@test "the sample of a scratch run has the winners that a database has" {
    "$PAPAMU" solve 3x5 --corner white --scratch folder --sample sample >/dev/null
    "$PAPAMU" solve 3x5 --db base >/dev/null
    grep -v "^#" sample | sed 1d | cut -d, -f1 | "$PAPAMU" probe base --corner white --format csv --no-provenance >probed
    diff <(cut -d, -f1,2 probed | sed 1d) <(grep -v "^#" sample | sed 1d)
}

@test "a scratch run that is stopped continues where it was" {
    "$PAPAMU" solve 5x5 --format csv --no-provenance >expected
    for delay in 0.3 0.5; do
        timeout -s INT $delay "$PAPAMU" solve 5x5 --scratch folder --format csv >/dev/null || true
    done
    "$PAPAMU" solve 5x5 --scratch folder --format csv --no-provenance >out
    diff out expected
}

@test "a scratch run on a disk that fills up stops, and resumes when there is room" {
    mkdir disk
    mount -t tmpfs -o size=160K none disk 2>err || skip "cannot mount a small disk"
    "$PAPAMU" solve 5x5 --format csv --no-provenance >expected
    code=0
    "$PAPAMU" solve 5x5 --scratch disk/folder >out 2>err || code=$?
    cat err
    mount -o remount,size=4M none disk
    resumed=0
    "$PAPAMU" solve 5x5 --scratch disk/folder --format csv --no-provenance >out || resumed=$?
    umount disk
    [ "$code" = 3 ] && [ "$resumed" = 0 ]
    grep -q "disk" err
    diff out expected
}

@test "options and folders of a scratch run that do not fit are refused" {
    run -2 --separate-stderr "$PAPAMU" solve 4x4 --disk 1G
    [[ $stderr == *"--disk belongs to --scratch DIR"* ]]
    run -2 --separate-stderr "$PAPAMU" solve 4x4 --scratch folder --line
    run -2 --separate-stderr "$PAPAMU" solve 4x4 --scratch folder --values remoteness
    run -2 --separate-stderr "$PAPAMU" solve 4x4 --scratch folder --disk much
    run -3 --separate-stderr "$PAPAMU" solve 6x6 --scratch folder --memory 10M
    [[ $stderr == *"the sweep, even in parts, needs"* ]]
    run -3 --separate-stderr "$PAPAMU" solve 4x4 --scratch /proc/none
    [[ $stderr == *"cannot make the folder"* ]]
    run -3 --separate-stderr "$PAPAMU" solve 4x5 --scratch other --disk 8K
    [[ $stderr == *"needs about"*"remain of --disk"*"repeat the command to resume"* ]]
    run -2 --separate-stderr "$PAPAMU" solve 3x4 --scratch other
    [[ $stderr == *"belongs to a run of something else: konane 4x5"* ]]
    "$PAPAMU" solve 4x5 --scratch other >/dev/null
    [ ! -e other ]
}

@test "positions that do not belong here are refused" {
    run -2 --separate-stderr "$PAPAMU" solve 4x4 --position "bwb/wbw/bwb b"
    [[ $stderr == *"the position is on 3x3, the board is 4x4"* ]]
    run -2 --separate-stderr "$PAPAMU" solve 4x4 --position "wbwb/b2w/wbwb/bwbw b"
    [[ $stderr == *"give --corner white"* ]]
    run -2 --separate-stderr "$PAPAMU" solve 3x3 --corner white --opening corner --position start
    [[ $stderr == *"leaves Black nothing to remove"* ]]
    run -2 --separate-stderr "$PAPAMU" solve 4x4 --position "bwbw/wxbb/bwbw/wbwb b"
    [[ $stderr == *"byte 6"* ]]
}

@test "draughts cannot be swept" {
    run -2 --separate-stderr "$PAPAMU" census 8x8 --game italian
    [[ $stderr == *"only Konane can be swept"* ]]
}

@test "Ctrl-C ends a sweep with 130 and leaves no file" {
    # Waits for the first sign of progress, so that the signal meets the sweep.
    "$PAPAMU" solve 6x6 --threads 1 --progress --format csv -o out.csv 2>progress &
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

@test "a plan among ranks, which needs no MPI" {
    run -0 papamu plan 6x7 --ranks 16 --threads 8 --memory 20G --network 12G --format json
    [[ $output == *'"fits": "yes"'*'"replayed": "a sample of sublayers"'*'"network_bytes_per_second": 12884901888'* ]]
    run -0 papamu plan 6x7 --ranks 16 --memory 2G --format json
    [[ $output == *'"fits": "no"'* ]]
    run -0 papamu plan 4x4 --ranks 9 --ranks-per-node 4 --simulate
    [[ $output == *'nodes: 3'*'replayed: all sublayers'* ]]
    run -2 --separate-stderr papamu plan 6x7 --ranks 0
    run -2 --separate-stderr papamu plan 6x7 --simulate
    [[ $stderr == *'--simulate belongs to --ranks P: give that as well.'* ]]
    run -2 --separate-stderr papamu plan 6x7 --ranks 4 --scratch .
    run -2 --separate-stderr papamu plan 6x7 --ranks 4 --network fast
    run -2 --separate-stderr papamu plan 6x7 --ranks 4 --network 0
}

@test "data/cluster_plans.csv is what comes out again" {
    local data=$BATS_TEST_DIRNAME/../../data/cluster_plans.csv options row fetched
    options=$(sed -n 's/^# command: papamu plan SIZE --ranks RANKS //p' "$data")
    row=$(grep '^6,7,64,' "$data")
    IFS=, read -r _ _ _ memory fetched _ <<<"$row"
    # shellcheck disable=SC2086 # several options
    run -0 papamu plan 6x7 --ranks 64 $options
    [[ $output == *"memory bytes of a rank: $memory"*"bytes fetched: $fetched"* ]]
}
