#!/usr/bin/env bats
# Results made again from what they record: `papamu reproduce`.
#
# SPDX-License-Identifier: MIT
#
# `run` sets its variables for the test that calls it:
# shellcheck disable=SC2154

bats_require_minimum_version 1.5.0

load ../aid/program

setup() {
    data=$(realpath "$BATS_TEST_DIRNAME/../../data")
    enter_test
}

# Expect exit code CODE, and a sentence with PART on standard error.
refuses() { # CODE PART FILE
    run --separate-stderr "$PAPAMU" reproduce "$3"
    [ "$status" = "$1" ] || { echo "$3: ended with $status: $stderr" >&2 && return 1; }
    [[ $stderr == *"papamu reproduce: "*"$2"* ]] || { echo "$3: said: $stderr" >&2 && return 1; }
    [ -z "$output" ]
}

@test "results of several commands are made again, equal but for seconds" {
    "$PAPAMU" solve 3x4 --format csv -o one.csv
    "$PAPAMU" solve 4x3 --opening corner --format csv --no-provenance | sed 1d >rows
    { sed '/^rows,/,$d' one.csv && echo '# command: papamu solve --opening corner --format csv 4x3' && sed '/^#/d' one.csv && cat rows; } >both.csv
    run -0 --separate-stderr "$PAPAMU" reproduce both.csv
    [ "$output" = "commands: 2
equal rows: $(sed '/^#/d' both.csv | sed 1d | wc -l)
equal: yes" ]
    [ -z "$stderr" ]
    "$PAPAMU" search 3x4 --memory 64M --threads 1 --format csv -o search.csv
    sed -i 's/,[0-9.]*$/,99.5/' search.csv
    run -0 --separate-stderr "$PAPAMU" reproduce search.csv --threads 1
    # words that need quotes: a sum, a quote, a new line; and --format text
    "$PAPAMU" calc "{1|-1} + ^*" "2.^ > *" -o calc.txt
    "$PAPAMU" show $'x.x\n...' -o show.txt
    grep -qF "\$'x.x\\n...'" show.txt
    "$PAPAMU" selfplay 4x4 --games 30 --seed 7 --matrix 'random;greedy' --format csv -o games.csv
    for file in calc.txt show.txt games.csv; do
        run -0 --separate-stderr "$PAPAMU" reproduce "$file" --format json
        [[ $output == *'"equal": "yes"'* ]]
    done
}

@test "a file of data/ is made again" {
    awk -F, '/^# command/ && !/ 3x[345]$/ { next } /^[0-9]/ && !($1 == 3 && $2 <= 5) { next } 1' "$data/random_exact.csv" >small.csv
    [ "$(grep -c '^# command' small.csv)" = 3 ]
    run -0 "$PAPAMU" reproduce small.csv
    [[ $output == *"equal: yes" ]]
    [ "${PAPAMU_LONG:-}" = 1 ] || skip "the rest is long"
    for name in random_exact reachable remoteness remoteness_longest census openings; do
        run -0 "$PAPAMU" reproduce "$data/$name.csv"
        [[ $output == *"equal: yes" ]]
    done
}

@test "what a second command made from the first is made again" {
    for agent in random greedy; do
        "$PAPAMU" selfplay 4x4 --games 60 --black "$agent" --white random --seed 3 --summary --format csv -o $agent.csv
    done
    { # as scripts/experiments.sh joins tables
        sed -n '/^#/p' random.csv && echo '# then: papamu stats --table lengths --format csv' && grep '^# command' greedy.csv
        "$PAPAMU" stats random.csv --table lengths --format csv --no-provenance
        "$PAPAMU" stats greedy.csv --table lengths --format csv --no-provenance | sed 1d
    } >lengths.csv
    run -0 --separate-stderr "$PAPAMU" reproduce lengths.csv --threads 1 --memory 1G
    [ "$output" = "commands: 2
equal rows: $(sed '/^#/d' lengths.csv | sed 1d | wc -l)
equal: yes" ]
    last=$(tail -n 1 lengths.csv)
    { sed '$d' lengths.csv && echo "${last%,*},7"; } >changed.csv
    run -1 --separate-stderr "$PAPAMU" reproduce changed.csv
    [[ $stderr == *"\"${last%,*},7\" in line "*", which is \"$last\" now"* ]]
    sed '/^# then/d' lengths.csv >without.csv
    refuses 2 'makes another table' without.csv
    sed 's/^# then.*/&\n&/' lengths.csv >twice.csv
    refuses 2 'has two lines "# then: ..."' twice.csv
    sed 's/^# then.*/# then: papamu perft --format csv 4x4 3/' lengths.csv >deaf.csv
    refuses 2 'does not read what the commands before it wrote' deaf.csv
    sed 's/^# then.*/# then: papamu stats --table lengths --format csv other.csv/' lengths.csv >more.csv
    refuses 2 'does not read what the commands before it wrote' more.csv
    sed 's/^# then.*/# then: papamu stats --table nonsense --format csv/' lengths.csv >nonsense.csv
    refuses 2 '"papamu stats --table nonsense --format csv" failed when it was run again' nonsense.csv
    # interrupted within the first step, which does not outlive it
    sed 's/--games 60 /--games 900000000 /' lengths.csv >long.csv
    "$PAPAMU" reproduce long.csv 2>said &
    sleep 0.5
    child=$(pgrep -P $!)
    kill -TERM $!
    status=0
    wait $! || status=$?
    [ "$status" = 130 ]
    run ! kill -0 "$child"
}

@test "a difference is 1, and the first line that differs is named" {
    "$PAPAMU" perft 4x4 4 --format csv -o good.csv
    sed 's/^3,16$/3,17/' good.csv >changed.csv
    sed '$d' good.csv >short.csv
    { cat good.csv && echo '5,6'; } >long.csv
    while IFS='|' read -r file part rows; do
        run -1 --separate-stderr "$PAPAMU" reproduce "$file"
        # the first line: LeakSanitizer may add one when a thread ends as it looks
        [ "${stderr_lines[0]}" = "papamu reproduce: $part." ] || { echo "$stderr" >&2 && false; }
        [ "$output" = "commands: 1
equal rows: $rows
equal: no" ]
    done <<END
changed.csv|"changed.csv" has "3,17" in line 8, which is "3,16" now|2
short.csv|"short.csv" ends before line 9, which is "$(tail -n 1 good.csv)" now|3
long.csv|"long.csv" has "5,6" in line 10, where the commands end|4
END
}

@test "what a record does not hold is refused, before anything runs" {
    refuses 2 '"scripts/atlas.sh 36" is not a command of papamu' "$data/atlas.csv"
    refuses 2 '"papamu value --format csv" reads standard input' "$data/families.csv"
    refuses 2 'reads files, which a record does not name' "$data/draughts_championship.csv"
    refuses 2 'reads a database' "$data/draughts_matrix.csv"
    refuses 2 'does not record the command that made it' "$data/external.csv"
    refuses 2 'makes another table, from which the file was made by steps that it does not record' "$data/thermographs.csv"
    refuses 2 '"papamu plan SIZE" failed when it was run again' "$data/plans.csv"
    for command in "papamu play 4x4" "papamu nonsense" "papamu" "ls" "papamu perft 4x4 'open" "papamu perft --output kept 4x4 3" \
        "papamu solve --db kept 4x4" "papamu perft --nonsense 4x4 3" "papamu perft -okept 4x4 3"; do
        printf '# command: %s\ndepth,count\n1,4\n' "$command" >bad.csv
        run --separate-stderr "$PAPAMU" reproduce bad.csv
        [ "$status" = 2 ]
        [[ $stderr == *'papamu reproduce: '* ]]
        [ ! -e kept ]
    done
    printf '# command: papamu perft --format csv 4x4 3\n' >nothing.csv
    refuses 2 'has nothing to compare' nothing.csv
    printf '' >empty.csv
    refuses 2 'does not record the command' empty.csv
    refuses 3 'cannot open "missing.csv"' missing.csv
    refuses 2 'is a directory' .
}
