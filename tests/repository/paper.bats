#!/usr/bin/env bats
# Has every number and every statement of the paper a source in data/, and does the paper say so when something is missing?
# The rule is that of scripts/check_paper.py; each way of breaking it is tried. The comparison with what others published is
# computed again.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2016,SC2154

bats_require_minimum_version 1.5.0

setup() {
    command -v python3 >/dev/null || skip "needs python3"
    data=$BATS_TEST_TMPDIR/data
    mkdir "$data"
    cp data/*.csv "$data"
    cp -r data/tables "$data"
}

@test "every number of the paper has a source in data/" {
    run -0 scripts/check_paper.py
    [ -z "$output" ]
}

@test "numbers that are typed, unknown keys and sentences without a source are found, and nothing else" {
    run -0 tests/repository/check_paper_rule.py
    [[ $output == *" texts refused, "*" accepted" ]]
}

@test "a fact tests what its sentence says: data that contradict it are found" {
    run -0 tests/repository/contradictions.py
    [[ $output == *" contradictions noticed" ]]
    # A fact that tests nothing is found.
    cp scripts/*.py "$BATS_TEST_TMPDIR"
    sed -i 's/^    "openings are within 2": .*/    "openings are within 2": lambda d: True,/' "$BATS_TEST_TMPDIR/paper_facts.py"
    mkdir -p "$BATS_TEST_TMPDIR/a/tests/repository" "$BATS_TEST_TMPDIR/a/scripts"
    mv "$BATS_TEST_TMPDIR"/*.py "$BATS_TEST_TMPDIR/a/scripts"
    cp tests/repository/contradictions.py "$BATS_TEST_TMPDIR/a/tests/repository"
    run -1 "$BATS_TEST_TMPDIR/a/tests/repository/contradictions.py" data
    [ "$output" = "openings are within 2: change 1, of integers.csv, goes unnoticed" ]
}

@test "conditions of the table of families say which patterns their rows were checked on" {
    run -0 tests/repository/check_families.py
    [[ $output == *" conditions read" ]]
}

@test "programs said to have no learnt weights are those of proofs whose commit has none" {
    git rev-parse --is-inside-work-tree && [ "$(git rev-parse --is-shallow-repository)" = false ] || skip "no history here"
    local commit said
    said=$(python3 -B -c 'import sys; sys.path.insert(0, "scripts"); import solved_tables; print(*solved_tables.WITHOUT_WEIGHTS)')
    for commit in $said $(sed -n 's/^# papamu .*(\(.*\))$/\1/p' data/solved.csv); do
        if git cat-file -e "$commit:solver/konane/search/search_weights.c"; then
            [[ " $said " != *" $commit "* ]]
        else
            [[ " $said " == *" $commit "* ]]
        fi
    done
}

@test "every statement is listed with what tests it" {
    run -0 scripts/paper_sentences.py
    [[ $output == *"
* White wins under every opening rule, although Black wins 10 of the 71 openings.
    * value \`large_boards/6x7/openings\` is 71
    * value \`large_boards/6x7/openings_black\` is 10
    * fact \"White wins 6x7 under every rule\" is true: "* ]]
    [[ ${lines[-1]} == "0 problems" ]]
    # Each fact that there is, once at least.
    local n
    n=$(grep -c '^    \* fact ' <<<"$output")
    [ "$n" -ge "$(python3 -B -c 'import sys; sys.path.insert(0, "scripts"); import paper_facts; print(len(paper_facts.FACTS))')" ]
}

@test "numbers follow the data, and a false word is found" {
    sed 's/^6,6,black,\(.*\),60,8,/6,6,black,\1,61,8,/' data/atlas.csv >"$data/atlas.csv"
    run -0 scripts/paper_numbers.py "$data" paper/papamu.tex "$BATS_TEST_TMPDIR/numbers.tex"
    grep -qF 'val@atlas/6x6/openings\endcsname{61}' "$BATS_TEST_TMPDIR/numbers.tex"
    sed 's/^6,6,black,white,white,white,white,white/6,6,black,white,white,white,white,black/' data/atlas.csv >"$data/atlas.csv"
    run ! scripts/check_paper.py "$data"
    [[ $output == *"black wins only 1 x (4k+1), 5x5 and 5x7 with black corners}: not true of $data"* ]]
    rm "$data/plans.csv"
    run ! scripts/check_paper.py "$data"
    [[ $output == *"plans.csv is not there"* ]]
    # A draft says what it lacks.
    run -0 scripts/paper_numbers.py --draft "$data" paper/papamu.tex "$BATS_TEST_TMPDIR/numbers.tex"
    [[ $output == *"plans.csv is not there"* ]]
    grep -qF 'val@plans/6x7/memory_bytes/bytes\endcsname{??}' "$BATS_TEST_TMPDIR/numbers.tex"
}

@test "data/tables are made of data/*.csv" {
    scripts/tables.py "$data"
    diff -r data/tables "$data/tables"
}

@test "data/comparison.csv is what comes out again" {
    # All boards but the largest, which take seconds.
    small='^source|^[A-Za-z]*,[a-z]*,[345],[3456],'
    grep -E "$small" data/published.csv >"$data/published.csv"
    rm "$data/comparison.csv"
    scripts/compare.py "${BUILD:-build}" "$data"
    diff <(grep -E "$small" data/comparison.csv) <(grep -v '^#' "$data/comparison.csv")
    [ "$(wc -l <"$data/comparison.csv")" -gt 30 ]
}

@test "data/RESULTS.md counts the refuted entries as data/comparison.csv does" {
    n=$(grep -c '^Maastricht,' data/comparison.csv)
    refuted=$(grep -c '^Maastricht,.*,refuted,' data/comparison.csv)
    [ "$(grep -c ',refuted,' data/comparison.csv)" = "$refuted" ]
    tr '\n' ' ' <data/RESULTS.md | grep -q "of $n entries of a student project's table of small boards $refuted are refuted; all else is confirmed"
}

@test "data/plans.csv is what comes out again" {
    board=6x7
    expected=$(sed -n "s/^6,7,black,\([0-9]*\),.*,\([0-9]*\)$/\1 \2/p" data/plans.csv)
    run -0 "${PAPAMU:-${BUILD:-build}/papamu}" plan "$board"
    [[ $output == *"position mover pairs: ${expected% *}"* ]]
    [[ $output == *"memory bytes: ${expected#* }"* ]]
}

# A folder with every command of the paper but the one named.
path_without() { # COMMAND
    local bin=$BATS_TEST_TMPDIR/bin tool
    mkdir -p "$bin"
    for tool in bash dirname sed; do
        ln -sf "$(command -v "$tool")" "$bin/$tool"
    done
    for tool in python3 gnuplot pdflatex latexmk bibtex kpsewhich; do
        [ "$tool" = "$1" ] || printf '#!/bin/sh\necho there\n' >"$bin/$tool"
    done
    chmod +x "$bin"/*
    echo "$bin"
}

@test "a missing program is named, with its package" {
    for pair in gnuplot:gnuplot-nox pdflatex:texlive-latex-recommended latexmk:latexmk; do
        rm -rf "${BATS_TEST_TMPDIR:?}/bin"
        PATH=$(path_without "${pair%:*}") run -1 scripts/paper.sh QUICK "$BATS_TEST_TMPDIR" data
        [ "$output" = "paper.sh: ${pair%:*} is missing; install the Debian package ${pair#*:}, or run scripts/setup.sh --paper" ]
    done
}

@test "results of another version are refused" {
    sed '1s/papamu [0-9.]*/papamu 0.0.9/' data/atlas.csv >"$data/atlas.csv"
    PATH=$(path_without none):$PATH run -1 scripts/paper.sh QUICK "$BATS_TEST_TMPDIR" "$data"
    [[ $output == "paper.sh: $data/atlas.csv was made by version 0.0.9, this is "*"; make it again, as by: make paper SIZE=default" ]]
    PATH=$(path_without none):$PATH run -1 scripts/paper.sh QUICK "$BATS_TEST_TMPDIR" "$BATS_TEST_TMPDIR/nowhere"
    [[ $output == "paper.sh: there are no results in "* ]]
    run -2 scripts/paper.sh huge
    [[ $output == *'the size is "huge"; small, default and full are known'* ]]
}

@test "the paper is typeset, without faults and twice alike" {
    [ "${PAPAMU_LONG:-}" = 1 ] || skip "long"
    command -v latexmk >/dev/null && command -v gnuplot >/dev/null || skip "needs LaTeX and gnuplot"
    ln -s "$(realpath "${PAPAMU:-${BUILD:-build}/papamu}")" "$BATS_TEST_TMPDIR/papamu" # which draws the figures
    run -0 scripts/paper.sh QUICK "$BATS_TEST_TMPDIR" data
    cp "$BATS_TEST_TMPDIR/paper/papamu.pdf" "$BATS_TEST_TMPDIR/first.pdf"
    run -0 scripts/paper.sh QUICK "$BATS_TEST_TMPDIR" data
    cmp "$BATS_TEST_TMPDIR/paper/papamu.pdf" "$BATS_TEST_TMPDIR/first.pdf"
}

@test "the theorem and the conjectures hold, data/RESULTS.md says how far, and the checks can fail" {
    build=$(dirname "${PAPAMU:-build/papamu}")
    run scripts/conjectures.py "$build"
    echo "$output"
    [ "$status" -eq 0 ]
    diff <(sed -n '/^## Theorem and conjectures/,/^## /{s/^    //p}' data/RESULTS.md | sed 's/$/, no counterexample/') <(echo "$output")
    tests/repository/check_conjectures.py "$build"
    sed 's,left // 2 - right // 2,left // 2 - right // 3,' scripts/conjectures.py >"$BATS_TEST_TMPDIR/wrong.py"
    PYTHONPATH=scripts run python3 "$BATS_TEST_TMPDIR/wrong.py" "$build" 7
    [ "$status" -eq 1 ]
    [[ ${lines[0]} == *"fails: 1x"*" is "* ]]
}
