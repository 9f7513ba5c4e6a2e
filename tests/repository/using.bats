#!/usr/bin/env bats
# The examples of data/USING.md run as they are there, and say what the program says.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2154,SC2030,SC2031

bats_require_minimum_version 1.5.0

setup() {
    case ${BUILD:=build} in
        *san) skip "a library with sanitizers cannot be loaded into Python" ;;
    esac
    page=$(realpath data/USING.md)
    data=$(realpath data)
    built=$(realpath "$BUILD")
    cd "$BATS_TEST_TMPDIR" || exit
    ln -s "$data" data
    ln -s "$built" build
}

# The example whose first line is "# NAME".
example() { # LANGUAGE NAME
    awk -v language="$1" -v name="# $2" '$0 == "```" { on = 0 } on { print } $0 == "```" language { getline; on = $0 == name }' "$page"
}

@test "Python reads the provenance" {
    example python provenance >example.py
    run python3 example.py
    [ "$output" = "$(sed -n '1s/^# //p' data/openings.csv)" ]
}

# Debian's own Python has Debian's pandas, whatever other Python comes first.
@test "Python reads tables with pandas" {
    local python=python3
    [ ! -x /usr/bin/python3 ] || python=/usr/bin/python3
    "$python" -c 'import pandas' || skip "needs pandas"
    example python table >example.py
    run "$python" example.py
    [ "$status" = 0 ]
    # of all openings, how many does Black win? A row has its rule, the winner and the number
    local number
    number=$(grep -v '^#' data/openings.csv | awk -F, 'NR > 1 && $6 == "black"' | wc -l)
    [[ $output =~ any\ +black\ +$number ]]
}

# The package needs Debian's cffi.
with_package() { # NAME
    local python=python3
    [ ! -x /usr/bin/python3 ] || python=/usr/bin/python3
    "$python" -c 'import cffi, numpy, pandas' || skip "needs python3-cffi, -numpy and -pandas"
    make -s -C "$(dirname "$data")" python BUILD="$built" >&2
    example python "$1" >example.py
    PYTHONPATH=$built/python PYTHONDONTWRITEBYTECODE=1 run "$python" example.py
    [ "$status" = 0 ]
}

@test "Python solves, values and plays with the package" {
    with_package package
    echo "$output"
    [ "${#lines[@]}" -eq 4 ]
    [[ ${lines[0]} == "('white', None) "* ]]
    [[ ${lines[2]} == "{1,1*,{1,1*|0}|0} 1/2 1/2 "* ]] # CGSuite, tests/data/values.tsv
    [[ ${lines[3]} == "10000 "* ]]
}

@test "Python asks a database through the library" {
    with_package database
    local expected=""
    while IFS=, read -r move position; do
        expected+="$move $("$built/papamu" probe 5x5.papamu "$position" --format csv --no-provenance | sed -n 2p | cut -d, -f2)"$'\n'
    done < <("$built/papamu" moves start --board 5x5 --opening any --format csv --no-provenance | sed 1d)
    [ "$output"$'\n' = "$expected" ]
}

@test "Python talks to the engine" {
    example python engine >example.py
    run python3 example.py
    [ "$status" = 0 ]
    [ "$output" = "['moves c6-a6']"$'\n'"bestmove c6-a6" ]
}

@test "R reads tables" {
    command -v Rscript >/dev/null || skip "needs R"
    example r table >example.R
    run Rscript example.R
    [ "$status" = 0 ]
    [[ $output == *"6x6"* ]]
}
