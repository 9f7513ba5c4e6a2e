#!/usr/bin/env bats
# Results of boards that were swept from disk: consistent in themselves, and with the search.
#
# SPDX-License-Identifier: MIT

bats_require_minimum_version 1.5.0

@test "the tables of large boards agree with each other, with counting, and with the search" {
    run -0 python3 tests/repository/check_large_boards.py
    [[ "$output" =~ ^[1-9][0-9]*\ boards ]]
}

@test "data/RESULTS.md says of 6x7 what the tables have" {
    text=$(tr '\n' ' ' <data/RESULTS.md)
    IFS=, read -r winner openings black digest < <(sed -n 's/^6,7,black,\([a-z]*\),.*,\([0-9]*\),\([0-9]*\),\([0-9]*,\)\{4\}\([0-9a-f]\{32\}\),.*/\1,\2,\3,\5/p' \
        data/large_boards.csv)
    [ "$winner" = white ]
    [[ $text == *"White wins under every opening rule; Black wins $black of the $openings openings"* ]]
    [[ $text == *"\`$digest\`"* ]]
}
