#!/usr/bin/env bash
# The paper, from results to PDF: BUILD/paper/papamu.pdf.
#
#   scripts/paper.sh [QUICK|small|default|full] [BUILD] [DATA]      defaults: QUICK, build, data
#
# QUICK takes the results in DATA as they are. The sizes begin with a copy of DATA in BUILD/paper/data and compute it
# again, in this folder: small the openings, what is planned and compared, and few games of self-play (five minutes);
# default all of it (an hour and 12 GiB of memory); full with the experiments at full size (days). With small, figures
# that its data do not have are printed as ?? and named. Figures, tables and numbers are made from that folder, so that
# DATA stays as it is; equal data give equal bytes.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

size=${1:-QUICK}
build=${2:-build}
data=${3:-data}
cd "$(dirname "$0")/.."
work=$build/paper

die() {
    echo "paper.sh: $*" >&2
    exit 1
}

need() { # COMMAND PACKAGE
    command -v "$1" >/dev/null || die "$1 is missing; install the Debian package $2, or run scripts/setup.sh --paper"
}

need_style() { # FILE PACKAGE
    [ -n "$(kpsewhich "$1")" ] || die "LaTeX has no $1; install the Debian package $2, or run scripts/setup.sh --paper"
}

check_tools() {
    need python3 python3
    need gnuplot gnuplot-nox
    need pdflatex texlive-latex-recommended
    need latexmk latexmk
    need bibtex texlive-binaries
    need_style lmodern.sty lmodern
    need_style cleveref.sty texlive-latex-extra
    need_style enumitem.sty texlive-latex-extra
    need_style microtype.sty texlive-latex-recommended
    need_style natbib.sty texlive-latex-base
    need_style tikz.sty texlive-pictures
}

# Results say by which version they were made.
check_versions() {
    local version file theirs
    version=$(sed -n 's/^#define PM_VERSION "\(.*\)"/\1/p' src/papamu.h)
    compgen -G "$data/*.csv" >/dev/null || die "there are no results in $data"
    for file in "$data"/*.csv; do
        theirs=$(sed -n '1s/^# papamu \([^ ]*\).*/\1/p' "$file")
        [ -z "$theirs" ] || [ "$theirs" = "$version" ] ||
            die "$file was made by version $theirs, this is $version; make it again, as by: make paper SIZE=default"
    done
}

compute() {
    local results=$work/data boards
    scripts/results.sh "$build" "$results"
    scripts/plans.sh "$build" "$results"
    scripts/compare.py "$build" "$results"
    scripts/experiments.sh "$size" "$build" "$results"
    [ "$size" != small ] || return 0
    scripts/solved.sh "$size" "$build" "$results"
    scripts/atlas.sh 36 "$build" "$results"
    TABLES="remoteness_openings remoteness_longest reachable" scripts/sweep_tables.sh "$build" "$results"
    # Integers of more boards than the script has by default: those that are in DATA.
    mapfile -t boards < <(sed -n 's/^\([0-9]*\),\([0-9]*\),black,.*/\1x\2/p' "$data/integers.csv" | uniq)
    TABLES=integers scripts/sweep_tables.sh "$build" "$results" "${boards[@]}"
    scripts/values.py "$build" "$results"
    scripts/families.sh "$build" "$results"
    scripts/endgames.sh "$build" "$results"
}

# What TeX found fault with: references, and text more than 3 pt too wide.
check_log() {
    local faults
    faults=$(tr -d '\n' <"$work/papamu.blg" | grep -o 'Warning--[^.]*' || true)
    faults+=$(grep -E '^LaTeX Warning: .*(undefined|multiply)|^Package natbib Warning: .*undefined' "$work/papamu.log" || true)
    faults+=$(grep -E '^Overfull .hbox \(([3-9]|[1-9][0-9]+)[.0-9]*pt|^Overfull .vbox' "$work/papamu.log" || true)
    [ -z "$faults" ] || die "the paper has faults, see $work/papamu.log:"$'\n'"$faults"
}

typeset_paper() {
    cp paper/*.tex paper/refs.bib "$work"
    # The date of the commit in place of that of the day: equal sources, equal bytes.
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || echo 0)
    export SOURCE_DATE_EPOCH FORCE_SOURCE_DATE=1
    (cd "$work" && latexmk -pdf -interaction=nonstopmode -halt-on-error -file-line-error papamu.tex >latexmk.out 2>&1) ||
        { grep -A 3 -E '^(\./)?papamu.tex:[0-9]+:|^!' "$work/papamu.log" >&2; die "LaTeX failed; see $work/papamu.log"; }
    check_log
}

case $size in
    QUICK | small | default | full) ;;
    *)
        echo "paper.sh: the size is \"$size\"; small, default and full are known, and QUICK" >&2
        exit 2
        ;;
esac
check_tools
[ "$size" != QUICK ] || check_versions
rm -rf "$work"
mkdir -p "$work/data"
cp "$data"/*.csv "$work/data"
[ "$size" = QUICK ] || compute
scripts/figures.sh "$work/data" "$build"
scripts/tables.py "$work/data"
draft=()
[ "$size" != small ] || draft=(--draft)
scripts/paper_numbers.py "${draft[@]}" "$work/data" paper/papamu.tex "$work/numbers.tex"
typeset_paper
echo "wrote $work/papamu.pdf"
