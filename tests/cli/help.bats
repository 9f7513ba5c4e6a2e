#!/usr/bin/env bats
# The ways in besides the commands' own help: topics, manual pages, completion. What they must list is what `papamu help`
# lists.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2154

bats_require_minimum_version 1.5.0

setup() {
    PAPAMU=${PAPAMU:-${BUILD:-build}/papamu}
    PAPAMU=$(realpath "$PAPAMU")
    root=$(realpath "$BATS_TEST_DIRNAME/../..")
}

part() { # HEADING
    "$PAPAMU" help | sed -n "/^$1/,/^\$/s/^  \([a-z][a-z-]*\).*/\1/p"
}

@test "every topic has a text, on standard output, with 0" {
    local topic
    [ "$(part Topics | wc -l)" -ge 7 ]
    for topic in $(part Topics); do
        run --separate-stderr "$PAPAMU" help "$topic"
        [ "$status" = 0 ]
        [ "${#lines[@]}" -ge 4 ]
        [ -z "$stderr" ]
        [ "$(awk 'length($0) > 120' <<<"$output")" = "" ]
        run bash -c '"$0" help "$1" >/dev/full' "$PAPAMU" "$topic"
        [ "$status" = 3 ]
    done
    run --separate-stderr "$PAPAMU" help notatoin
    [ "$status" = 2 ]
    [[ $stderr == *'did you mean "notation"?'* ]]
    run --separate-stderr "$PAPAMU" help notation formats
    [ "$status" = 2 ]
    [[ $stderr == *'"formats" is one argument too many'* ]]
}

@test "of the words that an option takes the first alone is the default, if any is" {
    run -0 "$PAPAMU" help solve
    [[ $output == *"outcome (default), remoteness;"* ]]
    [[ $output == *"black (default), white"* ]]
    [[ $output == *"any (default), single, longest;"* ]]
}

@test "a wrong word is printed so that it does nothing to a terminal" {
    run --separate-stderr "$PAPAMU" $'a\x1b[2J\x7f'
    [ "$status" = 2 ]
    [[ $stderr == *'there is no command "a\x1b[2J\x7f"'* ]]
    run --separate-stderr "$PAPAMU" moves start $'--\x1b[2J'
    [ "$status" = 2 ]
    [[ $stderr == *'there is no option "--\x1b[2J"'* ]]
}

@test "help about help is the list of commands" {
    local word
    for word in --help -h help; do
        [ "$("$PAPAMU" help "$word")" = "$("$PAPAMU" help)" ]
    done
}

@test "the topic agents has every agent that an error message names" {
    run "$PAPAMU" selfplay 4x4 --games 1 --black nobody
    local list=${output#*among } name
    list=${list%.}
    [[ $list == *", hard" ]]
    for name in ${list//,/}; do
        "$PAPAMU" help agents | grep -q "^    $name"
    done
}

@test "the manual page has every command, topic and option" {
    local word page option
    page=$("$PAPAMU" help --manual)
    [ -z "$(awk 'length > 120' <<<"$page")" ] # long sentences are broken
    for word in $(part Commands:); do
        grep -qE "^\.It Cm $word( |\$)" <<<"$page" || { echo "no $word" >&2 && false; }
        for option in $("$PAPAMU" "$word" --help | sed -n 's/^  \(-[a-z], \)\{0,1\}--\([a-z-]*\).*/\2/p'); do
            grep -q "Fl -$option" <<<"$page" || { echo "no --$option" >&2 && false; }
        done
    done
    for word in $(part Topics); do
        [[ $word == environment || $word == exit-codes ]] || grep -q "^\.Ss $word: " <<<"$page"
    done
    run bash -c '"$0" help --manual >/dev/full' "$PAPAMU"
    [ "$status" = 3 ]
}

@test "words that an option takes are listed once and used everywhere" {
    local rule rules
    rules=$("$PAPAMU" show start --opening none 2>&1 | sed 's/.*the rules are //; s/\.$//; s/ and /, /; s/, / /g')
    [ "$(wc -w <<<"$rules")" -ge 6 ]
    for rule in $rules; do
        "$PAPAMU" help openings | grep -q "^    $rule "
        "$PAPAMU" moves --help | tr -d ',' | grep -qw -- "${rule//,/}"
        "$PAPAMU" help --manual | tr -d ',' | grep -qw -- "${rule//,/}"
        "$PAPAMU" help --complete moves --opening "" | grep -qx -- "${rule/CELL,CELL/}"
    done
}

@test "help names no more than one default of an option" {
    local word
    for word in $(part Commands:); do
        run "$PAPAMU" "$word" --help
        [ "$(grep -c -- "--format" <<<"$output")" -ge 1 ]
        [[ $word != selfplay ]] || ! grep -q "text (default)" <<<"$output"
    done
}

@test "the manual page of the formats has every command of the engine" {
    local word
    for word in $(echo help | "$PAPAMU" engine | sed -n 's/^help \([a-z]*\).*/\1/p'); do
        grep -qE "^\.It Cm $word( |\$)" "$root/src/man/papamu-formats.5" || { echo "no $word" >&2 && false; }
        "$PAPAMU" engine --help | grep -q "^    $word" || { echo "no $word" >&2 && false; }
    done
}

@test "the manual pages are right" {
    command -v mandoc >/dev/null || skip "needs mandoc"
    "$PAPAMU" help --manual >"$BATS_TEST_TMPDIR/papamu.1"
    run mandoc -T lint -W warning "$BATS_TEST_TMPDIR/papamu.1" "$root/src/man/papamu-formats.5"
    [ "$status" = 0 ]
    [ -z "$output" ]
}

# Complete the words given, of which the last is incomplete; the result, sorted, on one line.
completed() {
    (
        # shellcheck source=/dev/null
        source "$root/scripts/completion/papamu.bash"
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        COMPREPLY=()
        _papamu
        printf '%s\n' "${COMPREPLY[@]}" | sort | paste -sd' '
    )
}

# The tables that error messages name, of a command without and with further words.
tables() { # COMMAND OPERAND WORDS...
    { "$PAPAMU" "$1" "$2" --format csv --table none || "$PAPAMU" "$@" --format csv --table none; } 2>&1 |
        sed -n 's/.*it may be \(.*\)\./\1/p' | sed 's/,//g; s/ or / /' | tr ' ' '\n' | sort -u | paste -sd' '
}

@test "bash completes commands, topics, options and values" {
    [ "$(completed "$PAPAMU" so)" = solve ]
    [ "$(completed "$PAPAMU" "")" = "$( (part Commands: && printf '%s\n' help --version) | sort | paste -sd' ')" ]
    [ "$(completed "$PAPAMU" help nota)" = notation ]
    [ "$(completed "$PAPAMU" solve --val)" = --values ]
    [ "$(completed "$PAPAMU" solve --values r)" = remoteness ]
    [ "$(completed "$PAPAMU" play 6x6 --white h)" = "hard human" ]
    [ "$(completed "$PAPAMU" selfplay 6x6 --white h)" = hard ]
    [ "$(completed "$PAPAMU" moves start --game ita)" = italian ]
    [ "$(completed "$PAPAMU" stats --table p)" = "pairs plies" ]
    [ "$(completed "$PAPAMU" values --table "")" = "$(tables values 3x3 --integers)" ]
    [ "$(completed "$PAPAMU" stats --table "")" = "$(tables stats /dev/null)" ]
    [ "$(completed "$PAPAMU" moves start --format "")" = "csv json latex text" ]
    cd "$BATS_TEST_TMPDIR"
    touch some.papamu
    mkdir sub
    [ "$(completed "$PAPAMU" probe so)" = some.papamu ]
    [ "$(completed "$PAPAMU" moves start -o so)" = some.papamu ]
    [ "$(completed "$PAPAMU" solve 6x6 --checkpoint s)" = sub ]
    [ "$(completed "$PAPAMU" nonsense --va)" = "" ]
}

@test "bash knows the completion by the program's name" {
    # shellcheck source=/dev/null
    run bash -c 'source "$0" && complete -p papamu' "$root/scripts/completion/papamu.bash"
    [[ $output == *"-F _papamu papamu" ]]
}

@test "zsh reads its completion" {
    command -v zsh >/dev/null || skip "needs zsh"
    run zsh -n "$root/scripts/completion/_papamu"
    [ "$status" = 0 ]
}
