#!/usr/bin/env bats
# `make install` as a user of the library meets it: a program is built with what pkg-config says, against both
# libraries.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2030,SC2031

bats_require_minimum_version 1.5.0

setup() {
    case ${BUILD:=build} in
        *san) skip "sanitizer builds are not for installing" ;;
    esac
    root=$BATS_TEST_TMPDIR/root
    make -s install BUILD="$BUILD" DESTDIR="$root" PREFIX=/opt/papamu >&2
    export PKG_CONFIG_PATH=$root/opt/papamu/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root
    cat >"$BATS_TEST_TMPDIR/user.c" <<'END'
#include <papamu.h>
#include <stdio.h>
int main(void)
{
    pm_board *board;
    pm_position start;
    if (pm_board_new(6, 6, PM_BLACK, NULL, &board, NULL) || pm_start(board, &start, NULL)) {
        return 1;
    }
    printf("%s %llu\n", pm_version(), (unsigned long long)pm_perft(board, start, 4));
    pm_board_free(board);
    return 0;
}
END
}

# 156: tests/data/perft.tsv, 6x6, depth 4.
expected() {
    echo "$(sed -n 's/^#define PM_VERSION "\(.*\)"/\1/p' src/papamu.h) 156"
}

@test "the program can be built without libedit, and says so" {
    make -s "$BUILD/papamu-plain" BUILD="$BUILD"
    run -0 "$BUILD/papamu-plain" play --help
    [[ $output == *"This build has no line editing: libedit was missing"* ]]
    run -1 grep libedit <(readelf -d "$BUILD/papamu-plain")
    TERM=xterm run -0 python3 tests/aid/terminal.py 'a4\n' 'quit\n' -- "$BUILD/papamu-plain" play 4x4 --white human
    [[ $output == *"Black> "*"White> "*"unfinished, after 1 ply."* ]]
    run -0 make -n LIBEDIT= BUILD="$BATS_TEST_TMPDIR" "$BATS_TEST_TMPDIR/papamu"
    [[ $output == *"is without line editing: libedit is missing"* && $output != *"editor.c"* ]]
}

@test "a program links with the shared library" {
    # shellcheck disable=SC2046
    gcc "$BATS_TEST_TMPDIR/user.c" $(pkg-config --cflags --libs papamu) -o "$BATS_TEST_TMPDIR/user"
    LD_LIBRARY_PATH=$root/opt/papamu/lib run "$BATS_TEST_TMPDIR/user"
    [ "$output" = "$(expected)" ]
}

@test "a program links with the static library" {
    # shellcheck disable=SC2046
    gcc "$BATS_TEST_TMPDIR/user.c" $(pkg-config --cflags papamu) "$root/opt/papamu/lib/libpapamu.a" \
        $(pkg-config --static --libs-only-l papamu | sed 's/-lpapamu//') -fopenmp -o "$BATS_TEST_TMPDIR/user"
    run "$BATS_TEST_TMPDIR/user"
    [ "$output" = "$(expected)" ]
}

@test "the example of data/USING.md probes a database" {
    # shellcheck disable=SC2046
    gcc -Wall -Wextra -Werror tests/examples/example_probe.c $(pkg-config --cflags --libs papamu) -o "$BATS_TEST_TMPDIR/example_probe"
    "$root/opt/papamu/bin/papamu" solve 3x4 --db "$BATS_TEST_TMPDIR/3x4.papamu" >"$BATS_TEST_TMPDIR/out"
    export LD_LIBRARY_PATH=$root/opt/papamu/lib
    run "$BATS_TEST_TMPDIR/example_probe" "$BATS_TEST_TMPDIR/3x4.papamu" "bw1w/w1wb/bwbw b"
    [ "$status" = 0 ]
    expected=$("$root/opt/papamu/bin/papamu" probe "$BATS_TEST_TMPDIR/3x4.papamu" "bw1w/w1wb/bwbw b" --format csv | tail -n 1)
    [ "$output" = "$(awk -F, '{ print $2 " wins" ($4 ? " " : "") $4 }' <<<"$expected")" ]
    run "$BATS_TEST_TMPDIR/example_probe" "$BATS_TEST_TMPDIR/3x4.papamu" "bw/wb b"
    [ "$status" = 1 ]
    [[ $output == *"2x2"*"3x4"* ]]
}

# Build an example against the shared library, the static one, and as C++; $program is each in turn.
build_example() { # name, way
    local source=tests/examples/example_$1.c
    program=$BATS_TEST_TMPDIR/$1-$2
    # shellcheck disable=SC2046
    case $2 in
        shared) gcc -Wall -Wextra -Werror "$source" $(pkg-config --cflags --libs papamu) -o "$program" ;;
        static)
            gcc -Wall -Wextra -Werror "$source" $(pkg-config --cflags papamu) "$root/opt/papamu/lib/libpapamu.a" \
                $(pkg-config --static --libs-only-l papamu | sed 's/-lpapamu//') -fopenmp -o "$program"
            ;;
        cxx) g++ -x c++ -Wall -Wextra -Wno-missing-field-initializers -Werror "$source" -x none $(pkg-config --cflags --libs papamu) -o "$program" ;;
    esac
}

# Oracles: data/openings.csv; the program's own census, value and statistics; tests/data/remoteness.tsv.
@test "the examples do what the program does: shared, static and as C++" {
    export LD_LIBRARY_PATH=$root/opt/papamu/lib
    local papamu=$root/opt/papamu/bin/papamu way expected
    for way in shared static cxx; do
        build_example solve $way
        "$program" 4 5 >"$BATS_TEST_TMPDIR/out"
        [ "$(grep -c '^4,5,black' data/openings.csv)" -gt 10 ]
        diff <(grep '^4,5,black' data/openings.csv | cut -d, -f1-6) <(grep '^4,5' "$BATS_TEST_TMPDIR/out")
        diff <("$papamu" census 4x5 --format csv --no-provenance | sed -n '2,$s/^4,5,black,/census,/p') \
            <(grep '^census' "$BATS_TEST_TMPDIR/out")
        [ "$(tail -n 1 "$BATS_TEST_TMPDIR/out")" = game,white ]

        build_example value $way
        run "$program" 3 4 ".ox.|o..x|...." # cgt-tools, tests/data/values.tsv
        [ "${lines[0]}" = "value +-1, mean 0, temperature 1" ]
        [ "${lines[1]}" = "left 1 0" ]
        [ "${lines[2]}" = "left 0 1" ]

        build_example database $way
        run --separate-stderr "$program" "$BATS_TEST_TMPDIR/3x4.$way"
        [ "$status" -eq 0 ]
        "$papamu" verify "$BATS_TEST_TMPDIR/3x4.$way"
        expected=$("$papamu" probe "$BATS_TEST_TMPDIR/3x4.$way" start --format csv --no-provenance | awk -F, 'NR > 1 { print $2 " wins in " $3 " plies" }')
        [[ $output == *"are right; $expected" ]]

        build_example selfplay $way
        run "$program"
        expected=$("$papamu" selfplay 6x6 --games 1000 --seed 1 --black greedy --summary --format csv --no-provenance |
            awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "black_wins") at = i } NR > 1 { n += $at } END { print n }')
        [[ $output == "greedy - random on 6x6: $expected of 1000 games won by black"* ]]
    done
}

# Columns of a file of results that say what its line of a board of `rows` x `cols` with a black corner is.
published() { # file, rows, cols, the first and the last column
    grep -v '^#' "data/$1.csv" | grep "^$2,$3,black," | cut -d, -f"$4"
}

# Oracle: the published files; for the games the program.
@test "an installed library computes published results in twenty lines" {
    export LD_LIBRARY_PATH=$root/opt/papamu/lib
    local rows cols n=0
    build_example results static
    build_example results cxx
    build_example results shared
    for ((rows = 2; rows <= 4; rows++)); do
        for ((cols = rows; rows * cols <= 20; cols++)); do
            "$program" $rows $cols >"$BATS_TEST_TMPDIR/out"
            diff <(published opening_values $rows $cols 4-6) <(sed -n 's/^opening,//p' "$BATS_TEST_TMPDIR/out" | cut -d, -f1,2,4-)
            if [ -n "$(published openings $rows $cols 4-6)" ]; then
                diff <(published openings $rows $cols 4-6) <(sed -n 's/^opening,//p' "$BATS_TEST_TMPDIR/out" | cut -d, -f1-3)
                diff <(published census $rows $cols 4-8) <(sed -n 's/^census,//p' "$BATS_TEST_TMPDIR/out")
                n=$((n + 1))
            fi
        done
    done
    [ "$n" -eq 2 ]
    "$root/opt/papamu/bin/papamu" selfplay 4x5 --opening any --games 1000 --seed 1 --black greedy -o "$BATS_TEST_TMPDIR/games.csv" --format csv
    "$root/opt/papamu/bin/papamu" stats "$BATS_TEST_TMPDIR/games.csv" --table series --format csv --no-provenance >"$BATS_TEST_TMPDIR/series"
    diff <(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
            NR == 2 { print "games," $at["games"] "," $at["black_wins"] "," $at["black_share"] "," $at["jumps"] }' "$BATS_TEST_TMPDIR/series") \
        <("$program" 4 5 | grep '^games')
}

# The names that papamu.h declares, as the compiler reads it.
declared() {
    gcc -fsyntax-only -aux-info "$BATS_TEST_TMPDIR/declared" "$root/opt/papamu/include/papamu.h"
    sed -nE 's/.*papamu(\/[a-z]+)?\.h:.*[ *](pm_[a-z_]+) \(.*/\2/p' "$BATS_TEST_TMPDIR/declared" | sort
}

@test "both libraries show what the header declares and nothing else" {
    local lib=$root/opt/papamu/lib names
    names=$(declared)
    [ "$(wc -l <<<"$names")" -ge 20 ]
    [ "$(nm -D --defined-only "$lib/libpapamu.so" | sed 's/.* //' | sort)" = "$names" ]
    [ "$(nm -g --defined-only "$lib/libpapamu.a" | sed -n 's/.* [A-Z] //p' | sort)" = "$names" ]
}

@test "the binary interface is the one that is written down" {
    [ "$(uname -m)" = x86_64 ] || skip "the list is for x86_64"
    diff -u tests/data/abi-x86_64.txt <(scripts/abi.sh "$root/opt/papamu")
}

@test "the headers are right in C++ too" {
    sed 's/int main(void)/int main()/' "$BATS_TEST_TMPDIR/user.c" >"$BATS_TEST_TMPDIR/user.cpp"
    # shellcheck disable=SC2046
    g++ -Wall -Wextra -Werror "$BATS_TEST_TMPDIR/user.cpp" $(pkg-config --cflags --libs papamu) -o "$BATS_TEST_TMPDIR/user"
    LD_LIBRARY_PATH=$root/opt/papamu/lib run "$BATS_TEST_TMPDIR/user"
    [ "$output" = "$(expected)" ]
    for header in "$root"/opt/papamu/include/papamu/*.h; do # each section on its own
        gcc -Wall -Wextra -Werror -fsyntax-only "$header"
    done
}

@test "a program may define the inner names of the library" {
    local names name
    names=$(nm -g --defined-only "$BUILD/inner.a" | sed -n 's/.* T //p' | grep -v '^pm_' | sort -u | shuf -n 50 --random-source=/dev/zero)
    names+=$'\nstatus_fail\nrecord_read'
    names=$(sort -u <<<"$names")
    [ "$(wc -l <<<"$names")" -ge 50 ]
    for name in $names; do
        echo "int $name(void); int $name(void) { return 7; }"
    done >>"$BATS_TEST_TMPDIR/user.c"
    # shellcheck disable=SC2046
    gcc "$BATS_TEST_TMPDIR/user.c" $(pkg-config --cflags papamu) "$root/opt/papamu/lib/libpapamu.a" \
        $(pkg-config --static --libs-only-l papamu | sed 's/-lpapamu//') -fopenmp -o "$BATS_TEST_TMPDIR/user"
    run "$BATS_TEST_TMPDIR/user"
    [ "$output" = "$(expected)" ]
    # shellcheck disable=SC2046
    gcc "$BATS_TEST_TMPDIR/user.c" $(pkg-config --cflags --libs papamu) -o "$BATS_TEST_TMPDIR/user"
    LD_LIBRARY_PATH=$root/opt/papamu/lib run "$BATS_TEST_TMPDIR/user"
    [ "$output" = "$(expected)" ]
}

@test "the installed program runs" {
    run "$root/opt/papamu/bin/papamu" --version
    [ "$status" -eq 0 ]
    [[ $output == papamu* ]]
}

@test "manual pages and completions are where they are looked for" {
    [ -s "$root/opt/papamu/share/man/man1/papamu.1" ]
    [ -s "$root/opt/papamu/share/man/man5/papamu-formats.5" ]
    [ -s "$root/opt/papamu/share/bash-completion/completions/papamu" ]
    [ -s "$root/opt/papamu/share/zsh/site-functions/_papamu" ]
}

@test "uninstall leaves no file" {
    make -s uninstall BUILD="$BUILD" DESTDIR="$root" PREFIX=/opt/papamu
    [ -z "$(find "$root" -type f -o -type l)" ]
}

@test "the installed program draws, with the templates that were installed" {
    local papamu=$root/opt/papamu/bin/papamu
    "$papamu" perft 4x4 4 --format csv -o "$BATS_TEST_TMPDIR/perft.csv"
    "$papamu" plot "$BATS_TEST_TMPDIR/perft.csv" -o "$BATS_TEST_TMPDIR/perft.svg"
    grep -q "Sequences of moves" "$BATS_TEST_TMPDIR/perft.svg"
    diff <(cd src/plots && ls) <(ls "$root/opt/papamu/share/papamu/plots")
    make -s uninstall BUILD="$BUILD" DESTDIR="$root" PREFIX=/opt/papamu
    [ ! -e "$root/opt/papamu/share/papamu" ]
}
