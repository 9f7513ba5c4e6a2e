#!/usr/bin/env bats
# Results of boards that were swept from disk: consistent in themselves, and with the search.
#
# SPDX-License-Identifier: MIT

bats_require_minimum_version 1.5.0

@test "the tables of large boards agree with each other, with counting, and with the search" {
    run -0 python3 tests/repository/check_large_boards.py
    [[ "$output" =~ ^[1-9][0-9]*\ boards ]]
}
