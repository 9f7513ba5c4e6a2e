#!/usr/bin/env bats
# Are the README and the pages it leads to true? Their examples run, their links lead somewhere, every command has an example,
# every game its number, and every folder its place in the map.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2016 # backticks in patterns

bats_require_minimum_version 1.5.0

setup() {
    PATH=$(realpath "$(dirname "${PAPAMU:-build/papamu}")"):$PATH
    pages=("$(realpath README.md)" "$(realpath data/USING.md)" "$(realpath data/RESULTS.md)")
    root=$PWD
    cd "$BATS_TEST_TMPDIR" || exit
}

examples() {
    sed -n 's/^    \(papamu .*\)/\1/p' "${pages[@]}"
}

# The headings of a page, as links name them.
headings() { # FILE
    sed -n 's/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 -]//g; s/ /-/g'
}

# Whether an example takes a minute and more memory than every machine has.
is_long() {
    [[ $1 == "papamu values 6x6 --integers "* ]]
}

# Whether an example takes hours, and more disk than every machine has.
takes_hours() {
    [[ $1 == "papamu solve 6x7 "* ]]
}

@test "the examples run, in their order" {
    n=0
    while read -r line; do
        if takes_hours "$line"; then
            continue
        fi
        if is_long "$line" && [ "${PAPAMU_LONG:-0}" != 1 ]; then
            continue
        fi
        echo "$line"
        bash -c "$line" </dev/null >out 2>err || { cat out err; return 1; }
        n=$((n + 1))
    done < <(examples)
    [ "$n" -ge 15 ]
}

@test "every command of the help has an example" {
    while read -r command; do
        echo "data/USING.md needs an example: papamu $command"
        grep -q "^papamu $command " <(examples)
    done < <(papamu help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p')
}

@test "every link of the pages for newcomers leads to a file and a heading that are there" {
    for page in README.md CONTRIBUTING.md data/{README,USING,RESULTS,cluster,search,speed,compression,agents}.md; do
        grep -oE '\]\([^) ]+\)' "$root/$page" | sed 's/^](//; s/)$//' | grep -v '^https*:' | sed "s:^:$page :"
    done >links
    [ "$(wc -l <links)" -ge 50 ]
    while read -r page link; do
        echo "$page: $link"
        file=$root/$page
        [ -z "${link%%#*}" ] || file=$(dirname "$file")/${link%%#*}
        [ -e "$file" ]
        [[ $link != *'#'* ]] || headings "$file" | grep -qx "${link#*#}"
    done <links
}

@test "every file and folder that CONTRIBUTING.md names is there" {
    grep -oE '`[^` {}<>*\\]+`' "$root/CONTRIBUTING.md" | tr -d '`' | grep / | grep -vE '^build/|[A-Z]{4}' >paths
    [ "$(wc -l <paths)" -ge 100 ]
    while read -r path; do
        echo "$path"
        [ -e "$root/$path" ]
    done <paths
}

@test "data/README.md has the number of each game of draughts in databases" {
    awk -F'"' '/\.name = /{ name = $2 } /\.number = /{ gsub(/[^0-9]/, ""); print $0, name }' "$root/src/draughts/rules.c" >numbers
    [ "$(wc -l <numbers)" -ge 10 ]
    grep -E '^\| 12 \| 1 \| game: 1 Konane; draughts: ' "$root/data/README.md" | grep -oE '[0-9]+ [A-Za-z]+' |
        sed 1d | tr '[:upper:]' '[:lower:]' >described
    diff numbers described
}

# A name in the first column of the map: a folder itself, or room/{a,b}.
@test "the map of CONTRIBUTING.md has every folder with sources, and no others" {
    sed -n '/^## The map/,/^The arrows/s/^| \([^|]*\) |.*/\1/p' "$root/CONTRIBUTING.md" | grep -oE '`[^`]+`' | tr -d '`' |
        while read -r name; do eval "printf '%s\n' $name"; done | sort >mapped
    git -C "$root" rev-parse --git-dir || skip "needs the repository"
    (cd "$root" && git ls-files src solver analysis tests scripts paper data .ci) | sed -nE 's:/[^/]*$::p' | sort -u >folders
    [ "$(wc -l <folders)" -ge 60 ]
    # src and src/cli have single files, solver/draughts its own line; folders of data and seeds belong to the one above
    grep -vxE 'src|src/cli|tests|(data|tests/data|tests/corpus)/.*|src/python/papamu|scripts/debian/source' folders >named
    diff named <(grep -vxE 'src/papamu.h|tests/corpus' mapped)
}
