#!/usr/bin/env bats
# `papamu engine`: every answer ends with one line "ok" or "error ...", an error changes nothing, and a search stops when it
# is asked to. Moves and values are compared with `papamu moves` and `papamu solve`.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2016,SC2154 # arguments of bash -c

bats_require_minimum_version 1.5.0

load ../aid/program

setup() {
    enter_test
}

# Give the lines of the first argument to an engine with the further arguments; sets status, output, lines.
sends() {
    local input=$1
    shift
    run --separate-stderr timeout 60 "$PAPAMU" engine "$@" < <(printf '%s' "$input")
    [ -z "$stderr" ]
    [ "$status" = 0 ]
}

says() {
    [[ $'\n'$output$'\n' == *$'\n'"$1"$'\n'* ]] || { printf 'not said: %s\n%s\n' "$1" "$output" >&2 && return 1; }
}

n_answers() {
    grep -cE '^(ok|error .*)$' <<<"$output"
}

@test "it greets with a comment, and ends with the input" {
    sends ""
    [[ $output == "# papamu "*", engine protocol 1" ]]
    sends $'quit\nprotocol\n'
    [ "${#lines[@]}" = 1 ]
    sends $'\n# a comment\n   \nstop\n'
    [ "${#lines[@]}" = 1 ]
}

@test "protocol says what is played" {
    sends "protocol" --board 6x6 --agent medium
    says "protocol 1"
    says "game konane"
    says "board 6x6"
    says "agent medium"
    [ "${lines[-1]}" = ok ]
}

@test "moves, positions and taking back" {
    sends $'new 6x6\nmoves\nposition start moves a6 A5\nmoves\nplay c6xa6\nshow\nundo 2\nshow\nundo\nmoves\r\n'
    [ "$(n_answers)" = 10 ]
    says "moves a6 c4 d3 f1"
    says "moves c6-a6"
    says "position b2wbw/1bwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb w"
    says "plies 1"
    [ "${lines[-2]}" = "moves a6 c4 d3 f1" ]
    sends $'position 2bw/wbwb/bwbw/wbwb b\nmoves\nshow\n' --board 4x4
    says "moves $("$PAPAMU" moves "2bw/wbwb/bwbw/wbwb b" --format csv --no-provenance | sed 1d | cut -d, -f1 | paste -sd' ')"
    says "result open"
    sends $'position b3/4/4/4 w\nshow\nmoves\ngo depth 3\nplay a1\n' --board 4x4
    says "result black"
    says "moves"
    says "bestmove none"
    says 'error the game is over before "a1"'
}

@test "errors say why and change nothing" {
    sends $'new 6x6\nplay a6 a5 a4-a6\nshow\nposition start moves a6 b9\nshow\nposition bwbw/w b\nposition b1/1b b\nshow\n'
    [ "$(n_answers)" = 8 ]
    [ "$(grep -c '^plies 0$' <<<"$output")" = 3 ]
    grep -q '^error "a4-a6": a4-a6 is not legal.*(the nearest legal move is c6-a6)$' <<<"$output"
    grep -q "^error \"b9\": rank '9' is not on the 6x6 board" <<<"$output"
    grep -q '^error position, byte 6: row 2 from the top has 1 cells' <<<"$output"
    grep -q '^error .*the position is 2x2, the board 6x6' <<<"$output"
    sends $'foo\ngoo\nmoves now\nplay\nposition\nagent\nagent nobody\nagent ab:depth=0\nnew 0x4\nnew 6\nnew 99x99\nundo\nundo x\nundo -1\n'
    [ "$(n_answers)" = 14 ]
    [ "$(grep -c '^error ' <<<"$output")" = 14 ]
    says 'error there is no command "goo"; did you mean go?'
    says 'error moves takes no arguments, but "now" follows'
    sends $'go depth\ngo depth 0\ngo depth 101\ngo movetime -5\ngo nodes 1e3\ngo movetime 99999999999999999999\ngo fast\nshow\n'
    [ "$(grep -c '^error ' <<<"$output")" = 7 ]
    sends "agent ab:$(printf %0999d 1)"$'\nshow\n'
    says "error the name of an agent is not longer than 127 bytes"
    sends "$(printf 'play %070000d' 1)"$'\nshow\n'
    grep -q '^error a line is not longer than 65535 bytes' <<<"$output"
    says "plies 0"
    printf 'sh\0ow\nshow\n' >zero
    run timeout 60 "$PAPAMU" engine <zero
    [ "$(n_answers)" = 2 ]
}

@test "new keeps the old game if there is none on that board" {
    sends $'new 5x5\nshow\n' --corner white --board 6x6
    grep -q '^error .*leaves Black nothing to remove' <<<"$output"
    says "position wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw b"
}

@test "go keeps to its limits and does not move" {
    sends $'new 6x6\ngo depth 3\ngo nodes 5000\ngo depth 2 nodes 100000 movetime 10000\nshow\n'
    [ "$(n_answers)" = 5 ]
    [ "$(grep -cE '^bestmove (a6|c4|d3|f1)$' <<<"$output")" = 3 ]
    grep -qE '^info depth 3 nodes [0-9]+ ms [0-9]+$' <<<"$output"
    grep -qE '^info depth [0-9]+ nodes 5000 ms' <<<"$output"
    grep -qE '^info depth 2 nodes' <<<"$output"
    says "plies 0"
    sed 's/ ms .*//' >first < <(echo "$output")
    sends $'new 6x6\ngo depth 3\ngo nodes 5000\ngo depth 2 nodes 100000 movetime 10000\nshow\n'
    sed 's/ ms .*//' >second < <(echo "$output")
    cmp first second
    sends $'go depth 01\n' # a zero before a number changes nothing
    grep -qE '^info depth 1 nodes' <<<"$output"
}

@test "a whole script may come at once: a limited search is not cut short by quit or the end" {
    sends $'go depth 5\nquit\n'
    grep -q '^info depth 5 ' <<<"$output"
    sends $'go depth 5'
    grep -q '^info depth 5 ' <<<"$output"
    sends $'go depth 5\nmoves\nshow\n'
    [ "$(n_answers)" = 3 ]
}

@test "stop, quit and the end of the input end an infinite search" {
    sends $'go infinite\nstop\nshow\n'
    [ "$(n_answers)" = 2 ]
    sends $'go infinite\nquit\n'
    [ "$(n_answers)" = 1 ]
    sends $'go infinite\n'
    [ "$(n_answers)" = 1 ]
    sends $'agent mcts:100000000\ngo\nstop\n'
    [ "$(n_answers)" = 2 ]
    # It answers after `stop`, and not before, also where all is searched at once.
    coproc E { timeout 60 "$PAPAMU" engine --board 4x4; }
    local line pid=$E_PID
    read -r line <&"${E[0]}"
    printf 'go infinite\n' >&"${E[1]}"
    run ! read -r -t 1 line <&"${E[0]}"
    printf 'moves\nstop\n' >&"${E[1]}"
    read -r -t 30 line <&"${E[0]}"
    [[ $line == "info depth "* ]]
    read -r -t 30 line <&"${E[0]}"
    [[ $line == "bestmove "* ]]
    read -r -t 30 line <&"${E[0]}"
    [ "$line" = ok ]
    read -r -t 30 line <&"${E[0]}"
    [ "$line" = "moves a4 b3 c2 d1" ]
    printf 'quit\n' >&"${E[1]}"
    wait "$pid"
}

@test "value is that of solve" {
    "$PAPAMU" solve 4x5 --values remoteness --opening any --format csv --no-provenance >openings
    local input="" expected="" black white winner plies
    while IFS=, read -r _ _ _ black white winner _ plies; do
        input+="position start moves $black $white"$'\nvalue\n'
        expected+="value $winner remoteness $plies"$'\n'
    done < <(sed 1d openings)
    sends "$input" --board 4x5 --opening any
    [ "$(grep '^value' <<<"$output")" = "${expected%$'\n'}" ]
    sends "value" --board 6x6
    grep -q '^error 6x6 has more than 30 cells' <<<"$output"
    "$PAPAMU" solve 4x5 --db file.papamu >made
    sends $'value\nnew 4x4\nvalue\n' --board 4x5 --db file.papamu
    says "value white"
    says "value white remoteness 6"
}

@test "two engines play a game, and it is legal and over" {
    local game moves="" best n=0
    for game in konane italian american; do
        moves=""
        while :; do
            sends "position start moves$moves"$'\ngo depth 2\n' --game "$game" --board "$([ $game = konane ] && echo 6x6 || echo 4x4)"
            best=$(sed -n 's/^bestmove //p' <<<"$output")
            [ -n "$best" ]
            [ "$best" != none ] || break
            moves+=" $best"
            n=$((n + 1))
            [ "$n" -lt 300 ]
        done
        sends "position start moves$moves"$'\nshow\n' --game "$game" --board "$([ $game = konane ] && echo 6x6 || echo 4x4)"
        [[ $output == *$'\nresult '@(black|white|draw)$'\n'* ]]
    done
}

@test "a command line that is wrong" {
    run --separate-stderr "$PAPAMU" engine --agent nobody
    [ "$status" = 2 ]
    [[ $stderr == *'there is no agent "nobody"'* ]]
    run --separate-stderr "$PAPAMU" engine --db missing
    [ "$status" = 3 ]
    run --separate-stderr "$PAPAMU" engine --game chess
    [ "$status" = 2 ]
}

@test "a word of control is found after more input than a pipe or a line holds" {
    {
        echo "go infinite"
        yes moves | head -c 120000
        printf '# %070000d\n' 0
        printf 'stop\nshow\nquit\n'
    } >commands
    run --separate-stderr bash -c 'cat commands | timeout 60 "$1" engine --board 4x4' _ "$PAPAMU"
    [ "$status" = 0 ]
    [ "$(grep -c '^moves ' <<<"$output")" = 20000 ]
    grep -q '^error a line is not longer than 65535 bytes' <<<"$output"
    [ "${lines[-2]}" = "result open" ]
    [ "${lines[-1]}" = ok ]
}

@test "more waiting lines than any program sends are dropped and reported, and stop is obeyed" {
    run --separate-stderr bash -c \
        '(echo "go infinite"; yes "# $(printf %0999d 0)" | head -c 20000000; echo stop; echo show) |
        timeout 60 "$1" engine --board 2x2' _ "$PAPAMU"
    [ "$status" = 0 ]
    says "error more than 16 MiB of lines were waiting; later ones were dropped"
    says "result open"
}

@test "a byte order mark before the first line is skipped" {
    sends $'\xef\xbb\xbfmoves\n' --board 4x4
    [ "${lines[-1]}" = ok ]
    run -0 "$PAPAMU" value < <(printf '\xef\xbb\xbf4/4/4/4 b\n')
}

@test "analyse has a line for each move" {
    sends $'position 1wbw/1bw1/b3/wb1b w\nanalyse movetime 60000\nnew 6x6\nanalyse depth 2 movetime 1\nquit\n' --board 4x4 --opening any
    says "move a1-a3 winner black remoteness 1 value {2|*}"
    says "move b4-b2 best winner white remoteness 4 value -1/2"
    [ "$(grep -cE '^move [a-f][1-6]( best)? score -?[0-9]+ depth 2 line [a-f][1-6] [a-f][1-6]$' <<<"$output")" = 18 ]
    sends $'position b3/4/4/2w1 w\nanalyse\nanalyse nodes 3\nanalyse movetime\n' --board 4x4 --opening any
    [ "${lines[2]}" = ok ]
    says 'error analyse knows depth and movetime, not "nodes"'
    says 'error analyse movetime needs a whole number from 1 to 86400000, not ""'
}

@test "stop ends an analysis, which answers with what it has" {
    start=$SECONDS
    sends $'analyse movetime 3600000\nstop\n' --board 9x9
    [ $((SECONDS - start)) -lt 60 ]
    [ "${lines[-1]}" = ok ]
    grep -qE '^move a9 .*depth [0-9]+ line a9 ' <<<"$output"
}
