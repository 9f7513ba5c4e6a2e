#!/usr/bin/env bats
# The games of the draughts family on the command line: each from help alone, and none taken for another.
#
# The counts are the published perft numbers of tests/draughts/test_draughts_variants.c, which names their source.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2016,SC2154 # backticks in messages

bats_require_minimum_version 1.5.0

load ../aid/program

setup() {
    enter_test
}

# The names in the first column of the table.
variants() {
    papamu help variants | awk '/^  name/ { on = 1; next } !NF { on = 0 } on { print $1 }'
}

@test "help lists every game but Konane with its sources, and each of them plays" {
    [ "$(papamu help --complete moves --game '' | sed 's/ *$//')" = "konane"$'\n'"$(variants)" ]
    local name
    for name in $(variants); do
        papamu help variants | grep -A 1 -E "^  $name +.+:$" | grep -qE "^ {17}[A-Za-z]"
        papamu selfplay 8x8 --game "$name" --games 2 --black greedy --white random --records "$name.pdn" -o games.csv
        papamu stats "$name.pdn" --game "$name" --format csv >summary
        grep -q "^$name," summary
        papamu endgames 4x4 --game "$name" --pieces 3 --format csv >counts
        [ "$(grep -vc '^#' counts)" -gt 5 ]
    done
}

@test "perft of russian, international and spanish is as published" {
    [ "$(papamu perft 8x8 7 --game russian --format csv | tail -n 1)" = 7,190146 ]
    [ "$(papamu perft 10x10 6 --game international --format csv | tail -n 1)" = 6,167140 ]
    [ "$(papamu perft 8x8 7 --game spanish --format csv | tail -n 1)" = 7,177532 ]
}

@test "squares of russian draughts have letters, and its captures a colon" {
    run papamu moves start --game russian --board 8x8 --format csv --no-provenance
    [ "$(cut -d, -f1 <<<"$output" | tr '\n' ' ')" = "move a3-b4 c3-b4 c3-d4 e3-d4 e3-f4 g3-f4 g3-h4 " ]
    run papamu moves "W:Wc3:Bd4,f6" --game russian --board 8x8 --format csv --no-provenance
    [ "${lines[1]}" = "c3:g7,B:Wg7:B" ]
    run papamu moves "W:Wc2:Bd4" --game russian --board 8x8
    [ "$status" = 2 ]
    [[ $output == *"square c2 is not on the board 8x8, whose squares are a1 to h8"* ]]
    run papamu moves "W:W12:B20" --game russian --board 8x8
    [ "$status" = 2 ]
    [[ $output == *"the name (a1, c1, ...) of a square is wanted here"* ]]
}

@test "a man that passes the last row: king in russian, man in brazilian, stopped in czech" {
    moves_of() {
        papamu moves "W:Wd6:Be7,g7" --game "$1" --board 8x8 --format csv --no-provenance | sed 1d
    }
    [ "$(moves_of russian)" = "d6:h6,B:WKh6:B" ]
    [ "$(moves_of brazilian)" = "d6xh6,B:Wh6:B" ]
    [ "$(moves_of czech)" = "d6xf8,B:WKf8:Bg7" ]
}

@test "records of another game are refused by its name" {
    printf '[GameType "25"]\n1. c3-d4 *\n' >russian.pdn
    run --separate-stderr papamu stats russian.pdn --game brazilian
    [ "$status" = 2 ]
    [[ $stderr == *"GameType 25 is Russian draughts (shashki) (--game russian), and this is read as Brazilian draughts"* ]]
}

@test "a database is of its game alone" {
    papamu endgames 4x4 --game brazilian --pieces 3 --db brazilian.papamu >counts
    run papamu info brazilian.papamu --format json
    [[ $output == *'"brazilian"'* ]]
    papamu verify brazilian.papamu --full >verified
    run --separate-stderr papamu selfplay 4x4 --game russian --games 1 --black db:brazilian.papamu,random --white random
    [ "$status" = 2 ]
    [[ $stderr == *"the database is of brazilian"* ]]
}

@test "a saved game of russian draughts has its GameType and is read again" {
    printf 'c3-d4\nsave game.pdn\nquit\n' | papamu play 8x8 --game russian --black random --white human >played
    grep -qF '[GameType "25,W,8,8,A0,0"]' game.pdn
    papamu play 8x8 --game russian --load game.pdn --black random --white human </dev/null >again
}

@test "a game has its own board where none is named" {
    [ "$(papamu moves start --game international --format csv --no-provenance | sed 1d | wc -l)" -eq 9 ]
    printf '[GameType "20"]\n[Result "*"]\n1. 32-28 *\n' >game.pdn
    papamu play 10x10 --game international --load game.pdn --black random --white human </dev/null >played
    run --separate-stderr papamu play 8x8 --game international --load game.pdn
    [ "$status" = 2 ]
    [[ $stderr == *"32-28 is not a legal move"* ]] # a record that does not say its board is on that of the command
    papamu moves "W:W45:B6" --game international >listed
    run papamu moves "W:W45:B6" --game international --board 8x8
    [[ $status = 2 && $output == *"square 45 is not on the board 8x8, whose squares are 1 to 32"* ]]
    run papamu moves "W:W51:B6" --game international
    [[ $status = 2 && $output == *"square 51 is not on the board 10x10, whose squares are 1 to 50"* ]]
    run papamu moves "W:W33:B6" --game brazilian
    [[ $status = 2 && $output == *"the name (a1, c1, ...) of a square is wanted here"* ]]
}

@test "records of games that are not offered are refused by their names" {
    refused() { # GAMETYPE WORDS ARGUMENTS...
        local words=$2
        printf '[GameType "%s"]\n1. 32-28 *\n' "$1" >other.pdn
        shift 2
        run --separate-stderr papamu "$@"
        [[ $status = 2 && $stderr == *"$words"* ]]
    }
    refused 27 "GameType 27 is Canadian draughts, and this is read as" stats other.pdn --game international
    refused 30 "GameType 30 is Turkish draughts, and this is read as" stats other.pdn --game russian
    refused 40 "GameType 40 is Frisian draughts, and this is read as" stats other.pdn --game international
    refused 98 "GameType 98 is antidraughts, and this is read as" stats other.pdn --game international
    refused 25 'the tag GameType "25" is draughts, not Konane: `papamu help variants`' play 8x8 --load other.pdn
}
