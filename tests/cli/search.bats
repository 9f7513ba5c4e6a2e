#!/usr/bin/env bats
# search: what it proves, its limits and checkpoints, and what it refuses. What all commands share is in cli.bats.
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

search_csv() {
    papamu search "$@" --memory 64M --format csv --no-provenance
}

# The oracle is the sweep.
@test "every opening is won by whom solve says" {
    local board
    for board in "4x5" "5x4" "5x5" "5x5 --corner white" "3x8" "1x16" "5x6"; do
        # shellcheck disable=SC2086
        search_csv $board --opening any | cut -d, -f1-6 >searched
        # shellcheck disable=SC2086
        papamu solve $board --format csv --no-provenance | cut -d, -f1-6 >solved
        cmp searched solved
    done
}

@test "so it is under variants of the rules, whose proofs two checkers accept" {
    local rules checker name
    checker=$(realpath "$BATS_TEST_DIRNAME/../solver/proof_checker.py")
    for rules in "--play misere" "--jumps single" "--jumps longest" "--play misere --jumps single"; do
        # shellcheck disable=SC2086
        search_csv 5x5 $rules --opening any --proof file | cut -d, -f1-6 >searched
        # shellcheck disable=SC2086
        papamu solve 5x5 $rules --format csv --no-provenance | cut -d, -f1-6 >solved
        cmp searched solved
        run -0 papamu verify file --threads 2
        [ "$(grep -Ec ' b +black$' <<<"$output")" = "$(grep -c ,black$ searched)" ]
        run -0 python3 "$checker" file
        [[ $output == *": 40 claims follow from "* ]]
        name=konane$(sed 's/--[a-z]* /-/g; s/ //g' <<<"$rules")
        papamu info file | grep -qx "game: $name"
        run -2 --separate-stderr papamu analyse start --board 5x5 --db file
        [[ $stderr == *"a proof about $name, not about konane."* ]]
    done
    # The last, of misere play with single jumps, read by other rules: by the byte that names the jumps, whose checksum
    # only papamu looks at.
    { head -c 73 file && printf '\0' && tail -c +75 file; } >other
    run -1 python3 "$checker" other
    [[ $output == *"has a move without a reply"* || $output == *"does not follow"* || $output == *"is won"* ]]
    run -1 --separate-stderr papamu verify other
    [[ $stderr == *"wrong checksum"* ]]
    # It answers by its rules: in misere play who cannot jump has won.
    run -0 papamu probe file "b4/5/5/5/5 b" --format csv --no-provenance
    [ "${lines[1]}" = "b4/5/5/5/5 b,black,," ]
    run -0 search_csv 5x5 --play misere --position "b4/5/5/5/5 b"
    [[ ${lines[1]} == "b4/5/5/5/5 b,black,"* ]]
    run -0 search_csv 8x8 --position "b7/8/8/8/8/8/8/8 w" --play misere --jumps longest
    [[ ${lines[1]} == "b7/8/8/8/8/8/8/8 w,white,"* ]]
}

@test "the columns, the winner of the game, and openings by name" {
    run -0 search_csv 6x6 --openings a6,d3-c3 --threads 1
    [ "${lines[0]}" = "rows,cols,corner,black_removes,white_removes,winner,nodes,seconds" ]
    [[ ${lines[1]} == 6,6,black,a6,a5,white,* ]]
    [[ ${lines[2]} == 6,6,black,a6,b6,white,0,0.000 ]] # its image
    [[ ${lines[3]} == 6,6,black,d3,c3,white,* ]]
    [ "${#lines[@]}" = 4 ]
    run -0 papamu search 5x5 --memory 64M --format text
    [[ $output == *"game winner: black"* ]]
    run -0 papamu search 4x6 --memory 64M --format text
    [[ $output == *"game winner: white"* ]]
}

@test "a position, one that is over, and one without stones" {
    run -0 search_csv 4x4 --position "bwbw/2wb/bwbw/wbwb b"
    [ "${lines[0]}" = "position,winner,nodes,seconds" ]
    [[ ${lines[1]} == "bwbw/2wb/bwbw/wbwb b,black,"* ]]
    run -0 search_csv 8x8 --position "b7/8/8/8/8/8/8/8 b"
    [[ ${lines[1]} == "b7/8/8/8/8/8/8/8 b,white,"* ]]
    run -0 search_csv 3x3 --position "3/3/3 w"
    [[ ${lines[1]} == "3/3/3 w,black,"* ]]
}

@test "a limit ends with unknown and 0" {
    run -0 search_csv 8x8 --openings a8b8 --nodes 10000
    [[ ${lines[1]} == 8,8,black,a8,b8,unknown,1????,* ]]
    # A thread looks every 256 positions whether to stop: where each is the first touch of a page, that is soon enough.
    run -0 search_csv 8x8 --openings a8b8 --nodes 10000 --threads 1
    [ "$(cut -d, -f7 <<<"${lines[1]}")" -lt 10300 ]
    run -0 papamu search 8x8 --nodes 1 --memory 64M
    [[ $output == *"game winner: unknown"* ]]
}

@test "a killed search is resumed, with other memory and threads" {
    papamu search 6x6 --openings d3c3 --threads 1 --memory 16M --nodes 200000 --checkpoint state >/dev/null
    [ -s state/papamu-search ]
    [ ! -e state/papamu-search.partial ]
    run -0 papamu search 6x6 --openings d3c3 --threads 2 --memory 64M --checkpoint state --format csv --no-provenance
    [[ ${lines[1]} == 6,6,black,d3,c3,white,* ]]
    # What was spent before counts, and a finished search answers from its checkpoint.
    [ "$(cut -d, -f7 <<<"${lines[1]}")" -gt 200000 ]
    cp state/papamu-search finished
    run -0 search_csv 6x6 --openings d3c3 --checkpoint state
    [ "$(cut -d, -f6,7 <<<"${lines[1]}")" = "$(cut -d, -f6,7 <<<"$output" | tail -n 1)" ]
    # A search that is killed leaves the file of before.
    "$PAPAMU" search 8x8 --openings a8b8 --threads 1 --memory 16M --checkpoint big --interval 1 >/dev/null &
    local pid=$! i
    for ((i = 0; i < 300; i++)); do
        [ ! -s big/papamu-search ] || break
        sleep 0.1
    done
    kill -KILL "$pid"
    wait "$pid" || true
    run -0 search_csv 8x8 --openings a8b8 --checkpoint big --nodes 1
    [ "$(cut -d, -f7 <<<"${lines[1]}")" -gt 4096 ]
}

@test "a proof is accepted by two checkers, and answers" {
    local checker
    checker=$(realpath "$BATS_TEST_DIRNAME/../solver/proof_checker.py")
    papamu search 5x5 --opening any --memory 64M --proof five.proof >/dev/null
    run -0 papamu info five.proof
    [[ $output == *"kind: proof"*"claims: 40"* ]]
    run -0 papamu verify five.proof --threads 2
    [ "$(grep -Ec ' b +black$' <<<"$output")" = 28 ]
    run -0 python3 "$checker" five.proof
    [[ $output == "5x5: 40 claims follow from "* ]]
    papamu search 4x6 --memory 64M --proof four.proof >/dev/null
    run -0 python3 "$checker" four.proof
    # The opening a4, b4, which White wins; what follows a move of Black's; and what the proof cannot know.
    run -0 papamu probe four.proof "2bwbw/wbwbwb/bwbwbw/wbwbwb b" --format csv --no-provenance
    [ "${lines[1]}" = "2bwbw/wbwbwb/bwbwbw/wbwbwb b,white,," ]
    run -0 papamu probe four.proof "b1bwbw/1bwbwb/1wbwbw/wbwbwb w" --format csv --no-provenance
    [[ ${lines[1]} =~ ",white,,"[a-f][1-4]-[a-f][1-4] ]]
    run -2 --separate-stderr papamu probe four.proof "2bw/wbwb/bwbw/wbwb b"
    [[ $stderr == *"the proof is of a 4x6 board"* ]]
    run -2 --separate-stderr papamu probe four.proof "bwbwbw/wbwbwb/bwbw2/wb1bwb w"
    [[ $stderr == *"does not have this position"* ]]
}

@test "proofs that are cut, altered or false are refused by both checkers" {
    local checker size
    checker=$(realpath "$BATS_TEST_DIRNAME/../solver/proof_checker.py")
    papamu search 5x5 --opening any --memory 64M --proof good.proof >/dev/null
    size=$(stat -c %s good.proof)
    head -c $((size - 1)) good.proof >cut.proof
    run -1 --separate-stderr papamu verify cut.proof
    [[ $stderr == *"is damaged: it is cut"* ]]
    run -1 python3 "$checker" cut.proof
    # A claim turned round, with the checksum that only papamu looks at.
    { head -c 137 good.proof && printf '\2' && tail -c +139 good.proof; } >false.proof
    run -1 --separate-stderr papamu verify false.proof
    [[ $stderr == *"wrong checksum"* ]]
    { head -c 20 good.proof && printf '\4' && tail -c +22 good.proof; } >small.proof
    run -1 --separate-stderr papamu info small.proof
    run -1 python3 "$checker" small.proof
    run -2 --separate-stderr papamu info good.proof --histogram
    run -2 --separate-stderr papamu verify good.proof --sample 5
}

@test "checkpoints of another board, cut or spoilt are refused" {
    papamu search 4x4 --memory 16M --checkpoint state >/dev/null
    run -2 --separate-stderr papamu search 4x5 --memory 16M --checkpoint state
    [[ $stderr == *"is of a 4x4 board, the search of 4x5"* ]]
    run -2 --separate-stderr papamu search 4x4 --memory 16M --checkpoint state --play misere
    [[ $stderr == *"is of a game with other rules of the ending or of jumps"* ]]
    run -2 --separate-stderr papamu search 4x4 --memory 16M --checkpoint state --jumps single
    [ "$(wc -l <<<"$stderr")" = 1 ]
    cp state/papamu-search whole
    head -c 100 whole >state/papamu-search
    run -1 --separate-stderr papamu search 4x4 --memory 16M --checkpoint state
    [[ $stderr == *"is damaged"* ]]
    printf 'PAPAMUSC\7' | cat - <(tail -c +10 whole) >state/papamu-search
    run -2 --separate-stderr papamu search 4x4 --memory 16M --checkpoint state
    [[ $stderr == *"has version 7"* ]]
    echo nothing >file
    run -3 --separate-stderr papamu search 4x4 --memory 16M --checkpoint file
}

@test "what search refuses" {
    local row
    while IFS='|' read -r code part row; do
        # shellcheck disable=SC2086
        run "-$code" --separate-stderr papamu search $row
        [ -z "$output" ]
        [[ $stderr == *"$part"* ]] || { echo "$row: $stderr" >&2 && false; }
    done <<'END'
2|64|8x9
2|can be searched|8x8 --game italian
2|nothing to remove|5x5 --corner white
2|no opening|6x6 --openings a5
2|no opening|6x6 --openings a6b5
2|comma|6x6 --openings a6a5;
2|list of openings|6x6 --openings z9
2|cannot both|6x6 --openings a6 --position start
2|in the opening|6x6 --position start
2|--nodes|6x6 --nodes 0
2|--time|6x6 --time 0
2|needs --checkpoint|6x6 --interval 5
3|of memory at least|6x6 --memory 1000
END
    run -2 --separate-stderr papamu search 6x6 --position "bwbw/2wb/bwbw/wbwb b"
    [[ $stderr == *"the position is on 4x4, the board is 6x6"* ]]
}

@test "the proofs in data/ are those of the table, and right" {
    local data file digest
    data=$(realpath "$BATS_TEST_DIRNAME/../../data")
    for file in "$data"/proofs/*.proof; do
        digest=$(papamu info "$file" | sed -n 's/^digest: //p')
        grep -q ",$digest," "$data/solved.csv"
        if [ "${PAPAMU_LONG:-0}" = 1 ]; then
            papamu verify "$file" >/dev/null
        fi
    done
}
