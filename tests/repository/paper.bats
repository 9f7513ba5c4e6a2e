#!/usr/bin/env bats
# Has every number of the paper a source in data/, and does the paper say so when something is missing? The rule is that of
# scripts/check_paper.py; each way of breaking it is tried. The comparison with what others published is computed again.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2016,SC2154

bats_require_minimum_version 1.5.0

setup() {
    command -v python3 >/dev/null || skip "needs python3"
    tex=$BATS_TEST_TMPDIR/papamu.tex
    data=$BATS_TEST_TMPDIR/data
    mkdir "$data"
    cp data/*.csv "$data"
    cp -r data/tables "$data"
}

# The paper with a sentence more at its end.
with() { # TEX
    awk -v more="$1" '/^\\end{document}/ { print more } { print }' paper/papamu.tex >"$tex"
}

# The check finds fault with it, for the reason given.
refused() { # TEX REASON
    with "${1//\\/\\\\}"
    run ! scripts/check_paper.py data "$tex"
    [[ $output == *"$2"* ]] || { echo "not said of $1: $2"; echo "$output"; return 1; }
}

accepted() { # TEX
    with "${1//\\/\\\\}"
    run -0 scripts/check_paper.py data "$tex"
}

@test "every number of the paper has a source in data/" {
    run -0 scripts/check_paper.py
    [ -z "$output" ]
}

@test "a number that is typed is found" {
    reason="a number without a source in data/"
    refused 'Black wins 8 openings.' "$reason"
    refused 'The share is $42.2$\,\%.' "$reason"
    refused 'There are $2{,}471$ openings.' "$reason"
    refused 'At least $n=3$ rows.' "$reason"
    refused 'There are $10^{11}$ pairs.' "$reason"
    refused '\caption{All 60 openings.}' "$reason"
    refused '\emph{4} of them' "$reason"
    refused 'It takes 3~s, see \cref{tab:sweep}.' "$reason"
    refused 'Twelve of them' "\"Twelve\" is $reason"
    refused 'some hundred millions' "\"hundred\" is $reason"
    refused '\keys{137}' "is no keys"
    refused '\cell{44}' "is no cell"
    refused '\board{64}' "is no board"
}

@test "what is not a number passes" {
    accepted '% 8 in a comment'
    accepted 'Formulas: $G+1 \ge 0$, $x_{2}$; the jump \cell{d5}, the board \board{8x8}, \keys{papamu solve 6x6}, XXH3.'
    accepted '\val{atlas/6x6/openings}~openings, two stones, \cref{tab:sweep}.'
}

@test "unknown keys, facts, tables and figures are found" {
    refused '\val{atlas/6x6/opening}' "atlas.csv has no column opening"
    refused '\val{atlas/9x9/openings}' "0 rows of atlas.csv are 9x9"
    refused '\val{atlas/6x6/openings/roman}' "there is no format roman"
    refused '\val{atlas}' "neither FILE/ROW/COLUMN"
    refused '\val{nothing/6x6/openings}' "neither FILE/ROW/COLUMN"
    refused '\val{rate/9x9}' "rate/9x9"
    refused '\fact{the earth is flat}' "unknown"
    refused '\input{data/tables/by_hand}' "no table of scripts/tables.py"
    refused '\includegraphics{photo}' "scripts/figures.sh draws no photo"
}

@test "a fact tests what its sentence says: a row that contradicts it is found" {
    alter() { # FILE SCRIPT-OF-SED
        sed -i "$2" "$data/$1.csv"
        ! cmp -s "data/$1.csv" "$data/$1.csv"
    }
    alter integer_counts 's/^3,8,black,,.*/3,8,black,,1/; s/^4,5,black,,.*/4,5,black,,1/'
    alter integers '/^2,11,/d; s/^5,7,white,b3,b2,,-1,0,/5,7,white,b3,b2,,-1,1,/; s/^6,6,black,b3,c3,,-1,0,/6,6,black,b3,c3,,-1,3,/'
    alter comparison '/^Maastricht.*refuted/s/second/first/'
    alter atlas '/^[0-9]*,[0-9]*,white,/d; /^1,/d'
    alter draughts_first_moves '/^6,6,/d'
    alter selfplay_classes 's/^\(konane,8x8,ab:6,ab:6,corner,.*\),0\.426500,0\.403141,0\.[0-9]*,/\1,0.426500,0.3,0.4,/; s/^\(konane,8x8,ab:4,ab:4,corner,.*\),0\.337750,0\.[0-9]*,0\.[0-9]*,/\1,0.337750,0.3,0.5,/'
    run ! scripts/paper_numbers.py "$data" paper/papamu.tex "$BATS_TEST_TMPDIR/numbers.tex"
    while read -r fact; do
        [[ $output == *"\\fact{$fact}: "* ]] || { echo "not found: $fact"; echo "$output"; return 1; }
    done <<'END'
integers become rarer with each row or column
3x7 has a larger share of integers than 4x5
3x8 is the smallest board with an opening that is no integer
with white corners openings are negated
all refuted are second-player wins
corner colour does not change digests
4x4 and 6x6 draughts are drawn from the start
openings are within 2
on one row the rule matters
White is ahead after openings of either class
greedy, ab:4 and mcts:200 favour White more from corners
ab:2 and ab:6 leave the class open
END
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
    run -0 scripts/paper.sh QUICK "$BATS_TEST_TMPDIR" data
    cp "$BATS_TEST_TMPDIR/paper/papamu.pdf" "$BATS_TEST_TMPDIR/first.pdf"
    run -0 scripts/paper.sh QUICK "$BATS_TEST_TMPDIR" data
    cmp "$BATS_TEST_TMPDIR/paper/papamu.pdf" "$BATS_TEST_TMPDIR/first.pdf"
}

@test "the theorem and the conjecture hold on small boards, and the check can fail" {
    build=$(dirname "${PAPAMU:-build/papamu}")
    run scripts/conjectures.py "$build" 7
    echo "$output"
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == *": 90 openings, no counterexample" ]]
    sed 's,left // 2 - right // 2,left // 2 - right // 3,' scripts/conjectures.py >"$BATS_TEST_TMPDIR/wrong.py"
    run python3 "$BATS_TEST_TMPDIR/wrong.py" "$build" 7
    [ "$status" -eq 1 ]
    [[ ${lines[0]} == *"fails: 1x"*" is worth "* ]]
}
