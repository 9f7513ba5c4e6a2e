#!/usr/bin/env bats
# Game records of other programs on the command line: what is counted, what is reported, and the exit code. The files
# are those of tests/data/records; what they mean is tested in tests/game/test_record_forms.c.
# SPDX-License-Identifier: MIT

bats_require_minimum_version 1.5.0
load ../aid/program

setup() {
    RECORDS="$PWD/tests/data/records"
    enter_test
}

# stats_of ARG...: the columns games, black_wins, white_wins, draws; what was reported is in the file `said`.
stats_of() {
    "$PAPAMU" stats "$@" --table series --format csv --no-provenance 2>said | cut -d, -f5,7-9 | tail -n +2
    return "${PIPESTATUS[0]}"
}

@test "a game whose text leaves a move open is counted and reported, with exit code 0" {
    [ "$(stats_of "$RECORDS/ambiguous-last-ply.pdn" --game italian)" = 1,1,0,0 ]
    grep -q 'game 1, ply 1 (line 5): the move can be read in two ways' said
    [ "$(stats_of "$RECORDS/ambiguous-decided-later.pdn" --game american)" = 1,1,0,0 ]
    [ ! -s said ]
}

@test "a further result is not a game, and a contradiction is reported" {
    [ "$(stats_of "$RECORDS/result-twice.pdn" --game italian)" = 1,0,1,0 ]
    [ ! -s said ]
    [ -z "$(stats_of "$RECORDS/star-then-result.kgn")" ]
    grep -q 'a second result differs from the first' said
    grep -q '1 game without a result' said
}

@test "a game that was cut off is left out, with exit code 2" {
    "$PAPAMU" selfplay 6x6 --games 3 --seed 1 --records whole.kgn >g.csv
    sed -E ':a; N; $!ba; s/ [0-9]+\. [^\n]*\n*$/\n/' whole.kgn >cut.kgn # the last move or two
    stats_of cut.kgn >counted && false
    [ "$(cut -d, -f1 counted)" = 2 ]
    grep -q 'game 3, ply .*the moves end without a result while the mover can move.*left out' said
    run -2 "$PAPAMU" stats cut.kgn
}

@test "play --load reads the mark of a forced move, and reports what was left open" {
    printf '[Board "4x4"]\n\n1. a4 b4* 2. a2-a4* *\n' >forced.kgn
    run -0 --separate-stderr "$PAPAMU" play 4x4 --load forced.kgn --white human --black human </dev/null
    [[ $output == *"after 3 plies"* ]]
    run -0 --separate-stderr "$PAPAMU" play 8x8 --game italian --load "$RECORDS/ambiguous-last-ply.pdn" \
        --white human --black human </dev/null
    # shellcheck disable=SC2154
    [[ $stderr == *"the move can be read in two ways"* ]]
}

@test "Konane with one number a ply, and the lower left corner Black's" {
    [ "$(stats_of "$RECORDS/konane-4x4-a1-black-one-number-per-ply.txt" --board 4x4 --corner white)" = 1,0,1,0 ]
}

# same TEXT TEXT: two texts of one position
same() {
    [ "$(papamu moves "$1" --format csv --no-provenance)" = "$(papamu moves "$2" --format csv --no-provenance)" ]
}

@test "positions of Konane with underlines and with P and p" {
    same "Pp_p/pPpP/PpPp/pPpP w" "bw1w/wbwb/bwbw/wbwb w"
    same "__xo|oxox" "..xo|oxox"
    same "_w2/w3 b" "1w2/w3 b"
}

@test "a byte order mark before a table is skipped" {
    papamu selfplay 4x4 --games 5 -o games.csv
    printf '\xef\xbb\xbf' | cat - games.csv >marked.csv
    [ "$(papamu stats marked.csv)" = "$(papamu stats games.csv)" ]
}
