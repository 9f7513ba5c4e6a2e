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
    cp -r data/proofs data/solved.csv data/solved_variants.csv data/search_nodes.csv "$BATS_TEST_TMPDIR/data"
    cp scripts/search_law.py scripts/result_files.py "$BATS_TEST_TMPDIR/scripts"
    sed 's/ 384,130,285 / 384,130,286 /; s/ 24,966,439 / 24,966,438 /; s/residual of 0\.51/residual of 0.41/' data/search.md >"$BATS_TEST_TMPDIR/data/search.md"
    local script=$PWD/tests/repository/check_search.py
    cd "$BATS_TEST_TMPDIR"
    run -1 "$script"
    [[ ${lines[0]} == *"384130286"* ]]
    [[ ${lines[1]} == *"24966438"* ]]
    [ "${lines[2]} ${lines[3]}" = "the table of the work the law" ]
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

# The oracle is the sweep, whose openings of variants data/rule_variants_openings.csv has.
@test "scripts/search.sh tabulates what it proves, under all rules" {
    local dir=$BATS_TEST_TMPDIR/proven table=$BATS_TEST_TMPDIR/table rules
    MEMORY=64M scripts/search.sh "$dir" 4x5:black:corner-centre 4x5:black:any:misere 4x5:black:any:normal:longest >"$table"
    [ "$(sed -n 3p "$table")" = "rows,cols,corner,black_removes,white_removes,winner,nodes,rule,play,jumps,memory,proof_positions,proof_bytes,digest,version,seconds" ]
    [ "$(cut -d, -f8-11 "$table" | sed 1,3d | uniq -c | tr -s ' ' | tr '\n' ';')" = \
        " 8 corner-centre,normal,any,64M; 31 any,misere,any,64M; 31 any,normal,longest,64M;" ]
    for rules in misere,any normal,longest; do
        grep -E ",any,$rules,64M," "$table" | cut -d, -f1-6 >"$dir/searched"
        grep "^$rules,4,5,black," data/rule_variants_openings.csv | cut -d, -f3-8 >"$dir/swept"
        [ -s "$dir/swept" ]
        cmp "$dir/searched" "$dir/swept"
    done
    [ "$(grep '^digest' "$dir/4x5-black-any-misere-any.info")" = "digest: $(grep ,misere, "$table" | cut -d, -f14 | uniq)" ]
    run ! scripts/search.sh "$dir" 4x5:black:any:misery
    [[ $output == *'--play "misery" is not known'* ]]
}
