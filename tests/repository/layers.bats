#!/usr/bin/env bats
# Does the layer check find what it must? A tree with one fault at a time, each expected with file and line.
#
# SPDX-License-Identifier: MIT

bats_require_minimum_version 1.5.0

setup() {
    tree=$BATS_TEST_TMPDIR
    mkdir -p "$tree"/{src/{base,game,games,konane,draughts,cli/frame},solver/{rows,sweep,db,cgt,konane,draughts},analysis/{stats,answers},tests/oracle}
    touch "$tree"/src/{papamu.h,game/game.h,base/bits.h,konane/board.h,draughts/board.h,cli/frame/cli.h}
    touch "$tree"/solver/{rows/rows.h,db/db.h,cgt/cgt.h,sweep/sweep.h} "$tree"/analysis/stats/stats.h
    touch "$tree"/tests/oracle/oracle.h
}

# Write a file of the tree from the remaining arguments, one a line.
file() {
    local path=$1
    shift
    printf '%s\n' "$@" >"$tree/$path"
}

refused() { # where, part of the message
    run scripts/check_layers.sh "$tree"
    echo "$output"
    [ "$status" -eq 1 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ ${lines[0]} == "$1: "*"$2"* ]]
}

accepted() {
    run scripts/check_layers.sh "$tree"
    echo "$output"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "the repository itself keeps its layers" {
    run scripts/check_layers.sh
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "no files call each other in a circle" {
    run scripts/check_circles.py "${BUILD:-build}"
    echo "$output"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "a circle of files is reported with the calls that close it" {
    mkdir -p "$tree/build/obj/src/base"
    file src/base/a.c 'int b(void);' 'int a(void) { return b(); }'
    file src/base/b.c 'int c(void);' 'int b(void) { return c(); }'
    file src/base/c.c 'int a(void);' 'int c(void) { return a(); }'
    file src/base/d.c 'int a(void);' 'int d(void) { return a(); }'
    for name in a b c d; do
        cc -c "$tree/src/base/$name.c" -o "$tree/build/obj/src/base/$name.o"
    done
    cd "$tree"
    run "$OLDPWD/scripts/check_circles.py"
    echo "$output"
    [ "$status" -eq 1 ]
    [ "${lines[0]}" = "circle: src/base/a src/base/b src/base/c" ]
    [ "${lines[3]}" = "  src/base/c -> src/base/a: a" ]
}

@test "what the design allows is accepted" {
    file src/base/rng.c '#include "src/base/bits.h"' '#include "src/papamu.h"'
    file src/konane/moves.c '#include "src/konane/board.h"' '#include "src/game/game.h"' '#include "src/base/bits.h"'
    file src/games/games.c '#include "src/konane/board.h"' '#include "src/draughts/board.h"'
    file solver/konane/sweep.h '#include "src/konane/board.h"' '#include "solver/sweep/sweep.h"'
    file solver/konane/sweep.c '#include "solver/konane/sweep.h"' '#include "solver/rows/rows.h"'
    file analysis/stats/play.c '#include "src/game/game.h"' '#include "solver/db/db.h"' '#include "solver/cgt/cgt.h"' '#include "analysis/stats/stats.h"'
    file analysis/answers/answer.c '#include "solver/konane/sweep.h"' '#include "src/konane/board.h"'
    file src/cli/frame/main.c '#include "src/konane/board.h"' '#include "solver/konane/sweep.h"' '#include "analysis/stats/stats.h"' 'void f(void) { printf("x"); exit(1); }'
    file tests/oracle/oracle.c '#include "tests/oracle/oracle.h"'
    accepted
}

@test "base sees nothing but papamu.h" {
    file src/base/par.c '#include "src/papamu.h"' '#include "src/game/game.h"'
    refused src/base/par.c:2 src/game/game.h
}

@test "papamu.h includes no header of the project" {
    file src/papamu.h '#include "src/base/bits.h"'
    refused src/papamu.h:1 src/base/bits.h
}

@test "papamu.h and its sections include each other as siblings" {
    mkdir -p "$tree/src/papamu"
    file src/papamu.h '#include "papamu/game.h"'
    file src/papamu/game.h '#include "../papamu.h"'
    file src/papamu/solve.h '#include "game.h"'
    accepted
    file src/papamu/solve.h '#include "src/base/bits.h"'
    refused src/papamu/solve.h:1 src/base/bits.h
}

@test "the interface sees all of the library and not the program" {
    mkdir -p "$tree/src/api"
    file src/api/solve.c '#include "src/konane/board.h"' '#include "solver/sweep/sweep.h"' '#include "analysis/stats/stats.h"'
    accepted
    file src/api/solve.c '#include "src/cli/frame/cli.h"'
    refused src/api/solve.c:1 src/cli/frame/cli.h
    file src/api/solve.c
    file analysis/stats/play.c '#include "src/api/solution.h"'
    touch "$tree/src/api/solution.h"
    refused analysis/stats/play.c:1 src/api/solution.h
}

@test "games do not see each other" {
    file src/konane/moves.c '' '#include "src/draughts/board.h"'
    refused src/konane/moves.c:2 src/draughts/board.h
}

@test "the solver does not see src/game/game.h" {
    file solver/sweep/sweep.c '#include "src/game/game.h"'
    refused solver/sweep/sweep.c:1 src/game/game.h
}

@test "only a game's own solver files see its rules" {
    file solver/sweep/sweep.c '#include "src/konane/board.h"'
    refused solver/sweep/sweep.c:1 src/konane/board.h
    rm "$tree/solver/sweep/sweep.c"
    file solver/draughts/sweep.c '#include "src/konane/board.h"'
    refused solver/draughts/sweep.c:1 src/konane/board.h
}

@test "a game-free room does not see the solver of a game" {
    file solver/konane/probe.h '#include "src/konane/board.h"'
    file solver/sweep/sweep.c '#include "solver/rows/rows.h"' '#include "solver/konane/probe.h"'
    refused solver/sweep/sweep.c:2 'solver/konane/probe.h'
}

@test "the header of a database reaches no game" {
    file solver/draughts/layers.h '#include "src/draughts/board.h"'
    file solver/db/header.c '#include "solver/db/db.h"' '#include "solver/draughts/layers.h"'
    refused solver/db/header.c:2 solver/draughts/layers.h
}

@test "a room sees only the rooms below it" {
    file solver/rows/orbits.c '#include "solver/sweep/sweep.h"'
    refused solver/rows/orbits.c:1 solver/sweep/sweep.h
    rm "$tree/solver/rows/orbits.c"
    file solver/db/block.c '#include "solver/sweep/sweep.h"'
    refused solver/db/block.c:1 solver/sweep/sweep.h
}

@test "analysis reads of the solver only db.h and cgt.h" {
    file analysis/stats/play.c '#include "solver/sweep/sweep.h"'
    refused analysis/stats/play.c:1 solver/sweep/sweep.h
}

@test "nobody includes the program" {
    file src/version.c '#include "src/cli/frame/cli.h"'
    refused src/version.c:1 src/cli/frame/cli.h
}

@test "the oracles include nothing of the project" {
    file tests/oracle/oracle.c '#include "tests/oracle/oracle.h"' '#include "src/papamu.h"'
    refused tests/oracle/oracle.c:2 src/papamu.h
    rm "$tree/tests/oracle/oracle.c"
    file tests/oracle/oracle_draughts.h '#include "src/draughts/board.h"'
    refused tests/oracle/oracle_draughts.h:1 src/draughts/board.h
}

@test "headers are named from the root, and sources are not included" {
    file src/konane/moves.c '#include "board.h"'
    refused src/konane/moves.c:1 board.h
    file src/konane/moves.c '#include "src/konane/board.c"'
    refused src/konane/moves.c:1 src/konane/board.c
}

@test "includes go in the order own header, project, system" {
    file src/konane/board.c '#include "src/konane/board.h"' '' '#include "src/base/bits.h"' '' '#include <stdio.h>'
    accepted
    file src/konane/board.c '#include <stdio.h>' '' '#include "src/base/bits.h"'
    refused src/konane/board.c:3 "includes go in the order"
    file src/konane/board.c '#include "src/base/bits.h"' '#include "src/konane/board.h"'
    refused src/konane/board.c:2 "includes go in the order"
    file src/konane/board.c '#include <stdio.h>' '#define SET set64' '#include "src/base/bits.h"'
    accepted
}

@test "OpenMP stays in par.c" {
    file src/base/par.c '#include <omp.h>' '#pragma omp parallel'
    accepted
    file solver/sweep/sweep.c '' '#pragma omp parallel for'
    refused solver/sweep/sweep.c:2 OpenMP
}

@test "the library does not print, exit or read the environment" {
    for call in 'printf("x")' 'exit(1)' 'getenv("X")' 'fprintf(stderr, "x")' 'perror("x")' 'abort()'; do
        file solver/sweep/sweep.c "/* $call; */" "// $call;" 'const char *text = "exit(1)";' "void f(void) { $call; }"
        refused solver/sweep/sweep.c:4 library
    done
    file solver/sweep/sweep.c 'void f(FILE *file) { fprintf(file, "x"); snprintf(text, 8, "x"); at_exit(); }'
    accepted
}

# Both ways: every header from below the interface has a line, and every line a header, with two reasons.
@test "what the program takes from below the interface is listed with its reason" {
    local taken listed
    taken=$(grep -rhoE '^#include "(src|solver|analysis)/[^"]*"' src/cli | sed 's/.*"\(.*\)"/\1/' |
        grep -v -e '^src/cli/' -e '^src/papamu' | LC_ALL=C sort -u)
    # shellcheck disable=SC2016
    listed=$(sed -nE 's/^\| `([^`]+)` \| [^|]{4,} \| [^|]{4,} \|$/\1/p' src/cli/below.md | LC_ALL=C sort)
    [ "$(wc -l <<<"$taken")" -gt 20 ]
    diff -u --label src/cli/below.md --label "includes of src/cli" <(echo "$listed") <(echo "$taken")
}

@test "only tests use the GNU Scientific Library, which is under the GPL" {
    run -1 grep -rlE 'gsl|cblas' src solver analysis scripts/debian
    [ "$(sed -n 's/^LIBS *:= *//p' Makefile)" = "-lzstd -lxxhash -lm" ]
    run -0 readelf -d "${BUILD:-build}/papamu"
    [[ $output == *zstd* && $output != *gsl* ]]
}
