#!/usr/bin/env bats
# What is proven by search, and what searches cost, as data/search.md says it.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2154

bats_require_minimum_version 1.5.0

setup() {
    PAPAMU=$(realpath "${PAPAMU:-${BUILD:-build}/papamu}")
}

@test "data/search.md says what the tables do, and a changed number is noticed" {
    run -0 tests/repository/check_search.py
    mkdir -p "$BATS_TEST_TMPDIR/data" "$BATS_TEST_TMPDIR/scripts"
    cp -r data/proofs data/solved.csv data/search_nodes.csv "$BATS_TEST_TMPDIR/data"
    cp scripts/search_law.py scripts/result_files.py "$BATS_TEST_TMPDIR/scripts"
    sed 's/ 467,478,131 / 467,478,132 /; s/residual of 0\.60/residual of 0.50/' data/search.md >"$BATS_TEST_TMPDIR/data/search.md"
    local script=$PWD/tests/repository/check_search.py
    cd "$BATS_TEST_TMPDIR"
    run -1 "$script"
    [[ ${lines[0]} == *"467478132"* ]]
    [ "${lines[1]} ${lines[2]}" = "the table of the work the law" ]
}

@test "searches of boards up to 32 cells expand as many positions as the table says, and find the sweep's winners" {
    local rows cols openings hardest all memory n=0
    while IFS=, read -r rows cols openings hardest all memory; do
        [ $((rows * cols)) -le 32 ] || continue
        n=$((n + 1))
        "$PAPAMU" search "${rows}x$cols" --threads 1 --memory "$memory" --format csv --no-provenance | tail -n +2 >"$BATS_TEST_TMPDIR/rows"
        [ "$(awk -F, '$7 > m { m = $7 } { n += $7 } END { print NR, m, n }' "$BATS_TEST_TMPDIR/rows")" = "$openings $hardest $all" ]
        while IFS=, read -r row; do
            grep -q "^$(cut -d, -f1-6 <<<"$row")," data/atlas_openings.csv
        done <"$BATS_TEST_TMPDIR/rows"
    done < <(grep -v '^#' data/search_nodes.csv | tail -n +2)
    [ "$n" -ge 6 ]
}
