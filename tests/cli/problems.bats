#!/usr/bin/env bats
# papamu problems: every problem is what it claims to be, by a database; the sheet; what is refused.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2030,SC2031,SC2154

bats_require_minimum_version 1.5.0

load ../aid/program

setup() {
    data=$PWD/data/problems.csv
    enter_test
}

# Each position of a csv of problems has that one winning move, and with a database of distances that many plies.
agree() { # CSV DATABASE
    sed '/^#/d' "$1" | tail -n +2 >rows
    cut -d, -f1 rows | "$PAPAMU" probe "$2" --format csv --no-provenance | tail -n +2 >probed
    paste -d, rows probed | awk -F, '
        { winner = substr($1, length($1)) == "b" ? "black" : "white" }
        $1 != $5 || $2 != $8 || $6 != winner || ($7 != "" && $7 != $3) || $3 % 2 != 1 { print "wrong: " $0; bad = 1 }
        END { exit bad || NR == 0 }'
}

count_moves() { # POSITION
    "$PAPAMU" moves "$1" --format csv --no-provenance | tail -n +2 | wc -l
}

# The moves after which the mover has most jumps less those of the opponent.
greedy_moves() { # POSITION
    local move after stones
    "$PAPAMU" moves "$1" --format csv --no-provenance | tail -n +2 >moves.csv
    while IFS=, read -r move after; do
        stones=${after% *}
        echo "$(($(count_moves "$stones ${1##* }") - $(count_moves "$after"))) $move"
    done <moves.csv | sort -k1,1nr | awk 'NR == 1 { best = $1 } $1 == best { print $2 }'
}

@test "each problem has one winning move, by a database with distances" {
    local size
    for size in 4x5 3x6; do
        "$PAPAMU" problems "$size" --count 30 --seed 5 --format csv -o problems.csv
        [ "$(grep -c '^[^#]' problems.csv)" = 31 ]
        "$PAPAMU" solve "$size" --values remoteness --db all.papamu --format csv -o openings.csv
        agree problems.csv all.papamu
        [ "$(cut -d, -f1 rows | sort -u | wc -l)" = 30 ]
    done
}

@test "the problems that are kept are those that greedy loses, then the longest, then those of most moves" {
    "$PAPAMU" problems 4x5 --count 500 --games 100 --format csv --no-provenance | tail -n +2 >all.csv
    [ "$(wc -l <all.csv)" -ge 50 ]
    while IFS=, read -r position _ plies verdict; do
        echo "$verdict $plies $(count_moves "$position") $position"
    done <all.csv | sort -k1,1r -k2,2nr -k3,3nr >best
    for n in 5 20; do
        "$PAPAMU" problems 4x5 --count $n --games 100 --format csv --no-provenance | tail -n +2 >kept.csv
        while IFS=, read -r position _; do
            grep -F "$position" best
        done <kept.csv | cut -d' ' -f1-3 | sort >kept
        diff <(head -n $n best | cut -d' ' -f1-3 | sort) kept
    done
}

@test "greedy loses where the moves that leave the best difference of jumps all do" {
    local position move verdict n=0
    "$PAPAMU" problems 4x5 --count 200 --games 400 --format csv --no-provenance | tail -n +2 >problems.csv
    { grep -m 4 ',yes$' problems.csv && grep -m 4 ',no$' problems.csv; } >chosen
    while IFS=, read -r position move _ verdict; do
        n=$((n + 1))
        if greedy_moves "$position" | grep -qx -- "$move"; then
            [ "$verdict" = no ]
        else
            [ "$verdict" = yes ]
        fi
    done <chosen
    [ "$n" = 8 ]
}

@test "the problems of data/problems.csv are right, by a database; their distances in the long run" {
    [ "$(sed '/^#/d' "$data" | wc -l)" = 101 ]
    "$PAPAMU" solve 5x6 --db all.papamu --format csv -o openings.csv
    agree "$data" all.papamu
    if [ -n "$PAPAMU_LONG" ]; then
        "$PAPAMU" solve 5x6 --values remoteness --db distances.papamu --format csv -o openings.csv
        agree "$data" distances.papamu
    fi
}

@test "the result depends on the seed and the numbers, not on threads" {
    "$PAPAMU" problems 4x5 --seed 3 --threads 1 --no-provenance >one
    "$PAPAMU" problems 4x5 --seed 3 --threads 3 --no-provenance >three
    cmp one three
    "$PAPAMU" problems 4x5 --seed 4 --no-provenance >other
    run ! cmp -s one other
    "$PAPAMU" problems 4x5 --most-plies 5 --format csv --no-provenance | tail -n +2 | awk -F, '$3 > 5 { exit 1 }'
}

@test "a sheet has a diagram of each problem, and their solutions" {
    "$PAPAMU" problems 4x5 --count 6 --sheet sheet.tex --format csv | grep -v "^#" >problems.csv
    [ "$(grep -c '^\\begin{tikzpicture}' sheet.tex)" = 6 ]
    [ "$(grep -c 'to move wins in' sheet.tex)" = 6 ]
    local n=0 position move rest
    while IFS=, read -r position move rest; do
        n=$((n + 1))
        grep -qE "^$n\\. $move(\\\$\\^\\*\\\$)?\\\\par" sheet.tex
        [ -n "$position$rest" ]
    done < <(tail -n +2 problems.csv)
    head -n 3 sheet.tex | grep -q '^% # command: papamu problems'
}

@test "what cannot be is refused in a sentence, and fewer problems than wanted are a warning" {
    run --separate-stderr -2 "$PAPAMU" problems 4x5 --count 0
    [[ $stderr == *"--count"* ]]
    run --separate-stderr -2 "$PAPAMU" problems 8x8 --game italian
    [[ $stderr == *"only Konane has problems"* ]]
    run --separate-stderr -3 "$PAPAMU" problems 8x8
    [[ $stderr == *"too large"* ]]
    run --separate-stderr -3 "$PAPAMU" problems 5x6 --memory 1M
    [[ $stderr == *"memory"* ]]
    run --separate-stderr -2 "$PAPAMU" problems 5x5 --corner white
    [[ $stderr == *"leaves Black nothing to remove"* ]]
    run --separate-stderr -0 "$PAPAMU" problems 2x3 --format csv --no-provenance
    [[ $stderr == *"problems were found, not 20"* ]]
    run --separate-stderr "$PAPAMU" problems 4x5 --sheet /nowhere/sheet.tex
    [ "$status" = 3 ]
    [[ $stderr == *"/nowhere/sheet.tex"* ]]
}
