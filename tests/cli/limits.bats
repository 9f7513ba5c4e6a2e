#!/usr/bin/env bats
# Limits of the system: threads that cannot start, memory, disks that are full, and what such runs leave behind.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2154,SC2016 # set by run; arguments of bash -c

bats_require_minimum_version 1.5.0
load ../aid/program

setup() {
    enter_test
}

skip_sanitizers() { # WHY
    case $PAPAMU in
    *san*) skip "$1" ;;
    esac
}

# limited KIB COMMAND...: with so many KiB of addresses.
limited() {
    run --separate-stderr bash -c 'ulimit -v "$1"; shift; "$@"' _ "$@"
}

@test "fewer threads than asked for are used if no more can start, none is exit code 3, and no run ends with 1" {
    skip_sanitizers "they take more addresses than these limits leave"
    papamu solve 4x4 --db a.db >/dev/null
    for kib in 400000 200000 100000 50000; do
        limited "$kib" "$PAPAMU" verify a.db --threads 64
        [[ $status = 0 || $status = 3 ]]
        [[ $stderr == *"of 64 threads can be started"* ]]
    done
    limited 20000 "$PAPAMU" verify a.db --threads 64
    [ "$status" = 3 ]
    [[ $stderr == *"cannot start a thread"* ]]
    limited 400000 "$PAPAMU" solve 4x4 --threads 64
    [ "$status" = 0 ]
}

@test "verify keeps to the memory that it is given" {
    skip_sanitizers "they take more addresses than these limits leave"
    papamu solve 4x5 --db a.db >/dev/null
    limited 60000 "$PAPAMU" verify a.db --threads 1 --memory 1M
    [ "$status" = 0 ]
    [[ $output == *"positions derived: 1000000"*"disagreements: 0"* ]]
}

@test "without /proc one sentence says what memory is taken for free" {
    skip_sanitizers "they need /proc themselves"
    unshare --user --map-root-user --mount true 2>/dev/null || skip "needs a mount namespace of one's own"
    run --separate-stderr unshare --user --map-root-user --mount bash -c \
        'mount -t tmpfs none /proc && exec "$0" plan 4x4' "$PAPAMU"
    [ "$status" = 0 ]
    [ "$(grep -c "/proc/meminfo cannot be read" <<<"$stderr")" = 1 ]
    run --separate-stderr unshare --user --map-root-user --mount bash -c \
        'mount -t tmpfs none /proc && exec "$0" value "xo." "x.o" "o.x"' "$PAPAMU"
    [ "$(grep -c "/proc/meminfo cannot be read" <<<"$stderr")" = 1 ]
}

@test "long work obeys SIGTERM as it does Ctrl-C, and leaves nothing" {
    local words n=0
    while read -r words; do
        # shellcheck disable=SC2086 # several words
        run timeout -s TERM -k 60 1 "$PAPAMU" $words -o result
        [ "$status" = 124 ] || { echo "$words: $status $output"; return 1; } # that of timeout for what ended in time
        [[ $output == *": interrupted."* ]]
        [ "$(echo result*)" = "result*" ]
        n=$((n + 1))
    done <<'END'
solve 5x7 --values remoteness --longest --threads 1
solve 5x7 --values remoteness --histogram --threads 1
census 6x6 --threads 1
values 5x7 --integers --threads 1
values 5x5 --threads 1
value oxoxoxo|xoxoxox|oxo.oxo|xo.oxox|oxoxoxo|xoxoxox --threads 1
search 7x7 --threads 1
perft 8x8 20 --threads 1
endgames 8x8 --game italian --pieces 5 --threads 1
selfplay 16x16 --games 3 --matrix ab:8,mcts:10000000
END
    [ "$n" = 10 ]
}
