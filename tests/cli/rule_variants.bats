#!/usr/bin/env bats
# Misere play and other jumps in what plays, analyses and records games. What the sweep says of them is judged by the oracle
# in tests/solver/test_variants.c, and the commands that list and solve are in solve.bats.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2154

bats_require_minimum_version 1.5.0

load ../aid/program

setup() {
    enter_test
}

@test "analyse knows who wins in misere play, and who has won" {
    # Black's only jump takes the stone that White would have had to move.
    run -0 papamu analyse "bw1w/wb1b b" --play misere --format csv --no-provenance
    [[ ${lines[1]} == "bw1w/wb1b b,a2-c2,black,"* ]]
    run -0 papamu analyse "bw1w/wb1b b" --format csv --no-provenance
    [[ ${lines[1]} == "bw1w/wb1b b,a2-c2,white,1,"* ]]
    run -0 papamu analyse "2b b" --play misere
    [[ $output == *"Black has no move and has won."* ]]
    run -0 papamu moves "b1/2 b" --play misere
    [ "$output" = "No legal move: Black has won." ]
    run -0 papamu moves "b1/2 b"
    [ "$output" = "No legal move: Black has lost." ]
}

# The oracle is the sweep, in data/rule_variants_openings.csv.
@test "on boards too large to sweep on the spot a search finds who wins by the variant" {
    local openings=$BATS_TEST_DIRNAME/../../data/rule_variants_openings.csv rules expected
    for rules in misere,any misere,longest normal,single; do
        expected=$(grep "^$rules,4,8,black,c2,c1," "$openings" | cut -d, -f8)
        papamu analyse "bwbwbwbw/wbwbwbwb/bw1wbwbw/wb1bwbwb b" --play "${rules%,*}" --jumps "${rules#*,}" --memory 64M \
            --format csv --no-provenance >judged
        # Black, who is to move, wins if one of his moves does.
        grep -q ',black,.*,proof search$' judged && [ "$expected" = black ] ||
            { ! grep -q ,black, judged && [ "$expected" = white ]; }
        [ "$(grep -c ',proof search$' judged)" = 3 ]
    done
}

@test "every move of a game in misere play is judged as solve judges the position after it" {
    papamu selfplay 4x4 --games 1 --seed 2 --play misere --records game.kgn -o games.csv
    papamu analyse --record game.kgn --play misere --time 0 --format json --no-provenance |
        sed -n 's/.*"position": "\([^"]*\)".*/\1/p' | sed 1,2d >positions
    [ "$(wc -l <positions)" -ge 3 ]
    local position winner
    while IFS= read -r position; do
        papamu analyse "$position" --play misere --time 0 --format csv --no-provenance | tail -n +2 | cut -d, -f3 >winners
        papamu solve 4x4 --play misere --position "$position" --format csv --no-provenance >solved
        winner=$(tail -n 1 solved | cut -d, -f2)
        case $position in
            *" b") grep -qx black winners && [ "$winner" = black ] || { ! grep -qx black winners && [ "$winner" = white ]; } ;;
            *) grep -qx white winners && [ "$winner" = white ] || { ! grep -qx white winners && [ "$winner" = black ]; } ;;
        esac
    done <positions
}

@test "self-play, its records and their statistics carry the variant" {
    local args=(5x5 --games 60 --black ab:3 --white random --seed 4 --play misere --jumps longest)
    papamu selfplay "${args[@]}" --records games.kgn -o games.csv
    grep -c '^\[Play "misere"\]$' games.kgn | grep -qx 60
    grep -c '^\[Jumps "longest"\]$' games.kgn | grep -qx 60
    [ "$(grep -v '^#' games.csv | tail -n +2 | cut -d, -f5 | sort -u)" = konane-misere-longest ]
    papamu stats games.csv --format csv --no-provenance >of_table
    papamu stats games.kgn --format csv --no-provenance >of_records
    grep '^konane-misere-longest,5x5,ab:3,random,60,' of_table
    [ "$(cut -d, -f1-12 of_table)" = "$(cut -d, -f1-12 of_records)" ]
    # Read by other rules the same moves are another game, which the reader notices.
    sed '/^\[Play/d' games.kgn >normal.kgn
    run -2 --separate-stderr papamu stats normal.kgn
    [[ $stderr == *"cannot move and has lost, but the result says otherwise"* ]]
    sed 's/^\[Jumps "longest"\]/[Jumps "double"]/' games.kgn >unknown.kgn
    run -2 --separate-stderr papamu stats unknown.kgn
    [[ $stderr == *'jumps: "double" is unknown'* ]]
}

@test "a file may have games of several variants, each read by its own rules" {
    local play jumps
    for play in normal misere; do
        for jumps in any single longest; do
            papamu selfplay 5x5 --games 20 --seed 4 --play "$play" --jumps "$jumps" --records "$play-$jumps.kgn" -o games.csv
        done
    done
    cat normal-any.kgn misere-any.kgn misere-single.kgn normal-single.kgn normal-longest.kgn misere-longest.kgn >all.kgn
    run -0 --separate-stderr papamu stats all.kgn --format csv --no-provenance
    [ "$(printf '%s\n' "${lines[@]:1}" | cut -d, -f1,5 | sort | tr '\n' ' ')" = "konane,20 konane-longest,20 konane-misere,20 \
konane-misere-longest,20 konane-misere-single,20 konane-single,20 " ]
}

@test "an agent that looks far enough wins a won misere game against chance" {
    # Black wins 1x8 whatever White does, by the sweep.
    papamu solve 1x8 --play misere --opening any | grep -q '^any *black'
    papamu selfplay 1x8 --games 30 --black ab:20 --white random --play misere --opening any -o games.csv
    [ "$(grep -v '^#' games.csv | tail -n +2 | cut -d, -f3 | sort -u)" = black ]
}

@test "play and the engine end a game by the variant" {
    printf 'a1-c1\nquit\n' | papamu play 1x3 --play misere --position "bw1 b" --black human --white random >said
    grep -q "White has no move: White wins after 1 ply." said
    printf 'position bw1 b moves a1-c1\nshow\nquit\n' | papamu engine --board 1x3 --play misere >said
    grep -qx "result white" said
}

@test "a saved game of a variant is played on by its own rules" {
    papamu selfplay 4x4 --games 1 --seed 2 --play misere --records game.kgn -o games.csv
    grep -q '1-0$' game.kgn
    papamu play 4x4 --load game.kgn </dev/null >said
    grep -q "Black has no move: Black wins after 6 plies." said
    # What is saved from it is of the variant again.
    printf 'save kept.kgn\nquit\n' | papamu play 4x4 --load game.kgn >said
    grep -qx '\[Play "misere"\]' kept.kgn
}

@test "a database is of one variant" {
    for rules in "--play misere" "--jumps single" "--jumps longest" "--play misere --jumps single"; do
        for level in 1 3; do
            # shellcheck disable=SC2086
            papamu solve 4x4 $rules --db file --level $level >solved
            papamu verify file --full >out
            grep -q "^disagreements: 0" out
            papamu convert file again --level 6 >out
            [ "$(digest file)" = "$(digest again)" ]
            for position in "2bw/wbwb/bwbw/wbwb b" "4/4/4/4 w" "b1bw/1bwb/bwbw/w1wb w"; do
                papamu probe file "$position" --format csv --no-provenance | cut -d, -f1,2,4 >probed
                # shellcheck disable=SC2086
                papamu solve 4x4 $rules --position "$position" --corner "$(grep -q '^w' <<<"$position" && echo white || echo black)" \
                    --format csv --no-provenance >wanted
                diff probed wanted
            done
        done
    done
    papamu info file >out
    grep -q "^game: konane-misere-single" out
    run -2 --separate-stderr papamu analyse start --board 4x4 --db file
    [[ $stderr == *'"file": a database of konane-misere-single, not of konane.'* ]]
    run -2 --separate-stderr papamu solve 4x4 --play misere --db file --values remoteness
    [[ $stderr == *"remoteness is defined for normal play"* ]]
}

@test "databases and proofs of the standard rules are of no variant" {
    papamu solve 4x4 --db all.papamu >solved
    run -2 --separate-stderr papamu analyse start --board 4x4 --db all.papamu --play misere
    [[ $stderr == *'"all.papamu": a database of konane, not of konane-misere.'* ]]
    run -2 --separate-stderr papamu selfplay 4x4 --games 1 --black db:all.papamu --white random --jumps single
    [[ $stderr == *"a database of konane, not of konane-single"* ]]
    papamu search 4x4 --proof 4x4.proof >proven
    run -2 --separate-stderr papamu analyse start --board 4x4 --db 4x4.proof --play misere
    [[ $stderr == *"a proof about Konane, not about konane-misere"* ]]
}
