#!/usr/bin/env bats
# The archive of results: equal bytes from equal commits, checksums, and digests that a second program finds as well.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2154

bats_require_minimum_version 1.5.0

setup() {
    PAPAMU=$(realpath "${PAPAMU:-${BUILD:-build}/papamu}")
    build=$(dirname "$PAPAMU")
}

@test "a program written from the rules alone finds the digests of 4x4 and 4x5" {
    local size
    for size in 4x4 4x5; do
        run -0 tests/oracle/recompute.py "$size"
        grep -q "^${size/x/,},black,.*,$output$" data/atlas.csv
    done
    run -1 tests/oracle/recompute.py 5x5
    [[ $output == *"give one of 4x4, 4x5"* ]]
    # It is a test that can fail: with one rule changed the digest is another.
    sed 's/and not b & empty/and b >= 0/' tests/oracle/recompute.py >"$BATS_TEST_TMPDIR/other.py"
    ! cmp -s tests/oracle/recompute.py "$BATS_TEST_TMPDIR/other.py" || false
    run -0 /usr/bin/python3 "$BATS_TEST_TMPDIR/other.py" 4x4
    ! grep -q "$output" data/atlas.csv || false
}

@test "the archive of results has equal bytes each time, right checksums, and databases that verify" {
    [ "$(git rev-parse --is-inside-work-tree 2>/dev/null)" = true ] || skip "no commit to take the date from"
    export PAPER=no
    local one=$BATS_TEST_TMPDIR/one two=$BATS_TEST_TMPDIR/two name
    mkdir "$one" "$two"
    ln -s "$PAPAMU" "$one/papamu"
    ln -s "$PAPAMU" "$two/papamu"
    scripts/release.sh "$one"
    (umask 077 && TZ=Asia/Tokyo scripts/release.sh "$two")
    name=$(basename "$one"/release/*.tar.xz)
    cmp "$one/release/$name" "$two/release/$name"
    cd "$one/release"
    sha256sum --quiet -c "$name.sha256"
    tar -xf "$name"
    cd "${name%.tar.xz}"
    sha256sum --quiet -c SHA256SUMS
    [ "$(find . -type f ! -name SHA256SUMS | wc -l)" = "$(wc -l <SHA256SUMS)" ]
    for file in databases/*.papamu; do
        "$PAPAMU" verify "$file" >verified
        grep -q "^$(sed -n 's/^rows: //p' <("$PAPAMU" info "$file")),.*,$(sed -n 's/^digest: //p' <("$PAPAMU" info "$file"))$" databases/digests.csv
    done
    [ "$(find databases -name '*.papamu' | wc -l)" = 4 ]
}

@test "an archive whose database is not that of the tables is not written" {
    [ "$(git rev-parse --is-inside-work-tree 2>/dev/null)" = true ] || skip "no commit to take the date from"
    cp -r data "$BATS_TEST_TMPDIR/data"
    mkdir "$BATS_TEST_TMPDIR/build"
    ln -s "$PAPAMU" "$BATS_TEST_TMPDIR/build/papamu"
    sed -i '/^4,6,black,/s/.$/g/' "$BATS_TEST_TMPDIR/data/atlas.csv"
    PAPER=no run -1 scripts/release.sh "$BATS_TEST_TMPDIR/build" "$BATS_TEST_TMPDIR/data"
    [[ $output == *"4x6 has another digest than data/atlas.csv"* ]]
    [ ! -e "$BATS_TEST_TMPDIR/build/release" ]
}

@test "codemeta.json and CITATION.cff state the same facts" {
    python3 - <<'END'
import json

with open("codemeta.json", encoding="utf-8") as file:
    meta = json.load(file)
cited, keywords = {}, []
for line in open("CITATION.cff", encoding="utf-8"):
    if line.startswith("  - name: "):
        cited["author"] = line[10:].strip()
    elif line.startswith("  - "):
        keywords.append(line[4:].strip())
    elif ": " in line:
        key, value = line.rstrip().split(": ", 1)
        cited[key] = value.strip('"')
assert meta["name"] == cited["title"]
assert meta["version"] == cited["version"]
assert meta["dateModified"] == cited["date-released"]
assert meta["license"].endswith("/" + cited["license"])
assert meta["author"][0]["name"] == cited["author"]
assert meta["keywords"] == keywords
END
    grep -q "#define PM_VERSION \"$(sed -n 's/^version: //p' CITATION.cff)\"" src/papamu.h
}

@test "data/README.md describes every table of data/" {
    local file
    for file in data/*.csv; do
        grep -q "$(basename "$file")" data/README.md
    done
    [ "$(wc -l <tests/oracle/recompute.py)" = "$(sed -n 's/.*from the rules in \([0-9]*\) lines.*/\1/p' data/README.md)" ]
    [ -x "$build/papamu" ]
}
