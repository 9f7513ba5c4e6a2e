#!/usr/bin/env bats
# `papamu analyse`: who wins after each move, against `papamu probe` on the positions that `papamu moves` lists; the moves
# that gave a game away, likewise; what cannot be analysed.
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

header=position,move,winner,remoteness,value,lower,upper,score,depth,line,how

# Expect exit code CODE, and a sentence with PART on standard error.
refuses() { # CODE PART WORDS...
    local code=$1 part=$2
    shift 2
    run --separate-stderr "$PAPAMU" analyse "$@" </dev/null
    [ "$status" = "$code" ] || { echo "papamu analyse $*: ended with $status: $stderr" >&2 && return 1; }
    [[ $stderr == "papamu analyse: "*"$part"* ]] || { echo "papamu analyse $*: said: $stderr" >&2 && return 1; }
}

rows_of() { # WORDS...: the rows of csv, without the header
    "$PAPAMU" analyse "$@" --format csv --no-provenance >rows
    [ "$(head -n 1 rows)" = "$header" ]
    sed 1d rows
}

# The winner and remoteness after each move of a position, as a database knows them.
probed() { # DATABASE POSITION
    "$PAPAMU" moves "$2" --format csv --no-provenance "${@:3}" | sed 1d | cut -d, -f2 >after
    "$PAPAMU" probe "$1" <after --format csv --no-provenance | sed 1d | cut -d, -f2,3
}

@test "every move of random games agrees with a database" {
    "$PAPAMU" solve 4x5 --values remoteness --db plies.papamu >made
    "$PAPAMU" selfplay 4x5 --games 2 --seed 11 --records games.kgn >made
    "$PAPAMU" analyse --record games.kgn --time 0 --format json --no-provenance |
        sed -n 's/.*"position": "\([^"]*\)".*/\1/p' | sed 1,2d >positions
    [ "$(wc -l <positions)" -gt 10 ]
    while IFS= read -r position; do
        rows_of "$position" --time 0 >by_sweep
        [ "$(cut -d, -f2 by_sweep)" = "$("$PAPAMU" moves "$position" --format csv --no-provenance | sed 1d | cut -d, -f1)" ]
        [ "$(cut -d, -f3,4 by_sweep)" = "$(probed plies.papamu "$position")" ]
        [ "$(rows_of "$position" --time 0 --db plies.papamu | cut -d, -f2-4)" = "$(cut -d, -f2-4 by_sweep)" ]
        cut -d, -f11 by_sweep >>how
    done < <(grep -v '^bwbwb/wbwbw' positions)
    [ "$(sort -u how)" = sweep ]
}

@test "in the opening the moves are removals" {
    run -0 "$PAPAMU" analyse start --board 4x4 --format csv --no-provenance
    [ "$output" = "$header
bwbw/wbwb/bwbw/wbwb b,a4,white,5,,,,,,,sweep
bwbw/wbwb/bwbw/wbwb b,b3,white,5,,,,,,,sweep
bwbw/wbwb/bwbw/wbwb b,c2,white,5,,,,,,,sweep
bwbw/wbwb/bwbw/wbwb b,d1,white,5,,,,,,,sweep" ]
}

@test "values are those of papamu value" {
    rows_of "bwbwb/wb1bw/bw1wb/wbwbw b" | cut -d, -f5 >values
    "$PAPAMU" moves "bwbwb/wb1bw/bw1wb/wbwbw b" --format csv --no-provenance | sed 1d | cut -d, -f2 |
        "$PAPAMU" value --format csv --no-provenance | sed 1d | cut -d, -f2 >expected
    [ -s values ]
    cmp values expected
}

@test "what gave a game away, and what would have kept it" {
    "$PAPAMU" solve 4x5 --db wins.papamu >made
    "$PAPAMU" selfplay 4x5 --games 4 --seed 2 --records games.kgn >made
    "$PAPAMU" analyse --record games.kgn --time 0 --format csv --no-provenance >rows
    [ "$(head -n 1 rows)" = "game,ply,mover,${header/,move/,move},gave_away,kept_by" ]
    n_mistakes=0
    while IFS=, read -r _ _ mover position move winner _ _ _ _ _ _ _ how gave_away kept_by; do
        before=$("$PAPAMU" probe wins.papamu "$position" --format csv --no-provenance | sed 1d)
        IFS=, read -r _ could_win _ best <<<"$before"
        if [ "$could_win" = "$mover" ] && [ "$winner" != "$mover" ]; then
            [ "$gave_away" = win ]
            [ "$kept_by" = "$best" ]
            [[ " $best " != *" $move "* ]]
            n_mistakes=$((n_mistakes + 1))
        else
            [ -z "$gave_away$kept_by" ]
        fi
        [ "$how" = sweep ]
    done < <(sed 1d rows)
    [ "$n_mistakes" -gt 3 ]
    # the text has a line for each of these rows; the last ply of a game ends it
    "$PAPAMU" analyse --record games.kgn --time 0 >text 2>said
    [ ! -s said ]
    [ "$(grep -cE '^ *[0-9]+  (black|white)' text)" = "$(sed 1d rows | wc -l)" ]
    [ "$(tail -n 1 rows | cut -d, -f7)" = 0 ]
}

@test "draughts with a database of endgames" {
    "$PAPAMU" endgames 6x6 --game italian --pieces 3 --values remoteness --db 6x6.papamu >made
    position="W:WK10,K12:BK1"
    rows_of "$position" --game italian --board 6x6 --db 6x6.papamu >rows_of_it 2>&1 || true
    grep -v '^#' rows | sed 1d | sed 's/^"[^"]*",//' | cut -d, -f2,3 >analysed
    "$PAPAMU" moves "$position" --game italian --board 6x6 --format csv --no-provenance | sed 1d | sed 's/^[^,]*,"\(.*\)"$/\1/' |
        "$PAPAMU" probe 6x6.papamu --format csv --no-provenance | sed 1d | sed 's/^"[^"]*",//' | cut -d, -f1,2 >probed
    [ -s probed ]
    cmp analysed probed
    printf '[Event "x"]\n[GameType "22"]\n[SetUp "1"]\n[FEN "%s"]\n' "$position" >game.pdn
    "$PAPAMU" moves "$position" --game italian --board 6x6 | sed -n 2p | cut -d' ' -f1 >first
    printf '[Board "6x6"]\n\n1. %s *\n' "$(cat first)" >>game.pdn
    run -0 --separate-stderr "$PAPAMU" analyse --record game.pdn --game italian --board 6x6 --db 6x6.papamu
    [[ $output == *database* ]]
}

@test "a proof is a source" {
    "$PAPAMU" search 5x5 --openings a5 --memory 64M --threads 1 --proof 5x5.proof >made
    position=$("$PAPAMU" info 5x5.proof --format json | sed -n 's/.*{"position": "\([^"]*\)".*/\1/p' | head -n 1)
    run -0 "$PAPAMU" analyse "$position" --db 5x5.proof --time 0 --format csv --no-provenance
    [[ $output == *,proof* ]]
    rows_of "$position" --time 0 | cut -d, -f1-3 >by_sweep # the proof knows some of the moves, and says the same of them
    grep ',proof$' <<<"$output" | cut -d, -f1-3 >by_proof
    [ -s by_proof ]
    [ "$(grep -cxFf by_proof by_sweep)" = "$(wc -l <by_proof)" ]
    refuses 2 'the proof is of a 5x5 board, this one is 4x4' start --board 4x4 --db 5x5.proof
    refuses 2 'a proof about Konane, not about italian' start --game italian --db 5x5.proof
}

@test "boards too large to solve get a score, a depth and a line" {
    run -0 "$PAPAMU" analyse start --board 9x10 --time 0 --format csv --no-provenance
    [ "$(sed 1d <<<"$output" | wc -l)" = "$("$PAPAMU" moves start --board 9x10 --format csv --no-provenance | sed 1d | wc -l)" ]
    ! sed 1d <<<"$output" | grep -qvE '^[^,]*,[a-j][0-9]+,unknown,,,,,-?[0-9]+,2,[a-j][0-9]+ [a-j][0-9]+,search to 2 plies$' || false
    run -0 "$PAPAMU" analyse start --board 9x10 --time 100 --depth 3 --format csv --no-provenance
    ! sed 1d <<<"$output" | grep -qv ',search to 3 plies$' || false
}

@test "a position without a move has one row" {
    run -0 "$PAPAMU" analyse "b3/4/4/2w1 w" --format csv --no-provenance
    [ "${lines[1]}" = "b3/4/4/2w1 w,,black,0,,,,,,,rules" ]
    run -0 "$PAPAMU" analyse "b3/4/4/2w1 w"
    [ "${lines[1]}" = "White has no move and has lost." ]
    [ "${#lines[@]}" = 2 ]
}

@test "positions of several boards, from standard input, and what is not one" {
    run --separate-stderr "$PAPAMU" analyse --time 0 --format csv --no-provenance < <(
        printf '# a comment\n..xo|oxox|xoxo|oxox b\nrubbish\nstart\nbw1/wbw/bwb b\n')
    [ "$status" = 2 ]
    [[ $stderr == *'line 3, position "rubbish"'* ]]
    [ "$(sed 1d <<<"$output" | cut -d, -f1 | uniq | wc -l)" = 3 ]
    run -0 "$PAPAMU" analyse --time 0 --format csv --no-provenance </dev/null
    [ "$output" = "$header" ]
}

@test "text shows the best moves first, or all in the order of the notation" {
    position="1wbw/1bw1/b3/wb1b w"
    run -0 "$PAPAMU" analyse "$position" --opening any
    [ "${lines[1]}" = "White to move; with perfect play White wins, 5 plies from now." ]
    [[ ${lines[3]} == "*"*b4-b2*white*4* ]]
    run -0 "$PAPAMU" analyse "$position" --opening any --sort notation
    [ "$(sed 1,3d <<<"$output" | sed 's/^[* ] *//' | cut -d' ' -f1 | paste -sd' ')" = "a1-a3 a1-c1 b4-b2 c3-a3" ]
}

@test "JSON is one object a line" {
    "$PAPAMU" analyse "..xo|oxox|xoxo|oxox b" --format json | python3 -c '
import json, sys
rows = [json.loads(line) for line in sys.stdin]
assert "provenance" in rows[0]
assert [row["move"] for row in rows[1:]] == ["a2-a4"], rows
assert rows[1]["winner"] == "white" and rows[1]["remoteness"] == 3 and rows[1]["line"] is None, rows'
}

@test "bad input" {
    refuses 2 'cannot both be' "xx"
    refuses 2 'expected a position' nonsense
    refuses 2 '--time needs seconds from 0 to 1000000, such as 0.5, not "-1"' start --time -1
    refuses 2 '--time needs seconds' start --time soon
    refuses 2 '--time needs seconds' start --time nan
    refuses 2 '--depth "1" is not a whole number from 2 to 100' start --depth 1
    refuses 2 '--sort "size" is not known' start --sort size
    refuses 2 'leaves Black nothing to remove' start --board 5x5 --corner white
    refuses 2 'takes no positions' start --record games.kgn
    refuses 2 'it has no --sort' --record games.kgn --sort best
    refuses 3 'No such file' --record games.kgn
    refuses 3 'No such file' start --db none.papamu
    printf 'nothing here\n' >no.kgn
    refuses 2 'ply 1' --record no.kgn
    : >empty.kgn
    refuses 2 'there is no game in "empty.kgn"' --record empty.kgn
    refuses 3 'memory' start --memory 4M
    "$PAPAMU" solve 3x3 --db 3x3.papamu >made
    refuses 2 'is of 3x3, the board is 4x4' "..xo|oxox|xoxo|oxox b" --db 3x3.papamu
    head -c 100 3x3.papamu >cut.papamu
    refuses 1 'cut.papamu' start --board 3x3 --db cut.papamu
    refuses 2 '--game "chess" is not known' start --game chess
}

@test "a bad game among good ones is left out, with exit code 2" {
    "$PAPAMU" selfplay 4x4 --games 2 --seed 1 --records two.kgn >made
    sed '0,/^1\. .*/s//1. d4 d1/' two.kgn >bad.kgn
    run --separate-stderr "$PAPAMU" analyse --record bad.kgn --time 0 --format csv --no-provenance
    [ "$status" = 2 ]
    [[ $stderr == *'"bad.kgn", game 1, ply 1'*'this game is left out.'* ]]
    [ "$(sed 1d <<<"$output" | cut -d, -f1 | uniq)" = 2 ]
}
