#!/usr/bin/env bash
# The results as one archive that others can cite and check: BUILD/release/papamu-data-VERSION.tar.xz and its checksum.
#
#   scripts/release.sh [BUILD] [DATA]      defaults: build, data
#
# It holds the tables and pages of DATA, the proofs, databases of small boards, the digests of all solved boards, the paper,
# a program that computes a digest again from the rules alone, and SHA256SUMS of all of it. Equal commits give equal bytes:
# dates are that of the commit, owners and the order of files are fixed. PAPER=no leaves the paper out, which needs LaTeX.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

build=${1:-build}
data=${2:-data}
cd "$(dirname "$0")/.."
papamu=$build/papamu
boards=(4x4 4x5 4x6 5x5)

die() {
    echo "release.sh: $*" >&2
    exit 1
}

copy_results() {
    mkdir -p "$stage/data/proofs" "$stage/data/tables" "$stage/programs"
    cp "$data"/*.csv "$data"/*.md "$data"/*.ipynb "$stage/data"
    cp "$data"/tables/*.md "$stage/data/tables"
    cp "$data"/proofs/* "$stage/data/proofs"
    cp LICENSE CITATION.cff codemeta.json CHANGELOG.md "$stage"
    cp tests/oracle/recompute.py tests/oracle/reader.py tests/solver/proof_checker.py "$stage/programs"
}

# Databases, and a table of the digests that they and all other solved boards have.
write_databases() {
    local size table digest
    mkdir -p "$stage/databases"
    for size in "${boards[@]}"; do
        "$papamu" solve "$size" --db "$stage/databases/$size.papamu" --format csv >/dev/null
    done
    {
        echo "rows,cols,corner,digest"
        for table in atlas large_boards; do
            sed '/^#/d' "$data/$table.csv" | awk -F, '
                NR == 1 { for (i = 1; i <= NF; i++) if ($i == "digest") at = i }
                NR > 1 { print $1 "," $2 "," $3 "," $at }'
        done
    } >"$stage/databases/digests.csv"
    for size in "${boards[@]}"; do
        digest=$("$papamu" info "$stage/databases/$size.papamu" | sed -n 's/^digest: //p')
        grep -q "^${size/x/,},black,$digest$" "$stage/databases/digests.csv" || die "$size has another digest than data/atlas.csv"
    done
}

write_paper() {
    [ "${PAPER:-yes}" != no ] || return 0
    command -v latexmk >/dev/null || die "the paper needs LaTeX: run scripts/setup.sh --paper, or leave it out with PAPER=no"
    scripts/paper.sh QUICK "$build" "$data" >/dev/null
    cp "$build/paper/papamu.pdf" "$stage/paper.pdf"
}

version=$("$papamu" --version | sed -n 's/^papamu \([^ ]*\).*/\1/p')
[ -n "$version" ] || die "$papamu does not run; build it with make"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)
export SOURCE_DATE_EPOCH
name=papamu-data-$version
target=$build/release
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stage=$work/$name
copy_results
write_databases
write_paper
(cd "$stage" && find . -type f -printf '%P\n' | sort | xargs -d '\n' sha256sum) >"$work/sums"
mv "$work/sums" "$stage/SHA256SUMS"
mkdir -p "$target"
tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
    --format=ustar -cf "$work/$name.tar" "$name"
xz -9 --threads=1 "$work/$name.tar"
mv "$work/$name.tar.xz" "$target/$name.tar.xz"
(cd "$target" && sha256sum "$name.tar.xz" >"$name.tar.xz.sha256")
echo "wrote $target/$name.tar.xz ($(stat -c %s "$target/$name.tar.xz") bytes)"
