#!/usr/bin/env bats
# Do the README and the pages it leads to tell the truth? Their examples run, and every command has one.
#
# SPDX-License-Identifier: MIT

bats_require_minimum_version 1.5.0

setup() {
    PATH=$(realpath "$(dirname "${PAPAMU:-build/papamu}")"):$PATH
    pages=("$(realpath README.md)" "$(realpath data/USING.md)" "$(realpath data/RESULTS.md)")
    cd "$BATS_TEST_TMPDIR" || exit
}

examples() {
    sed -n 's/^    \(papamu .*\)/\1/p' "${pages[@]}"
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

@test "the list of commands in the README is that of the help" {
    papamu help | sed -n '/^Commands:/,/^$/{s/^  /    /p}' >printed
    [ "$(wc -l <printed)" -ge 20 ]
    sed -n '/^All commands, /,/^## /{/^    /p}' "${pages[0]}" >written
    diff written printed
}
