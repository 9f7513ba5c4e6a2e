#!/usr/bin/env bats
# Does the layer check find what it must? A tree with one fault at a time, each expected with file and line.
#
# SPDX-License-Identifier: MIT

setup() {
    tree=$BATS_TEST_TMPDIR
    mkdir -p "$tree"/{src/base,src/konane,src/draughts,src/cli,solver,analysis,tests}
    touch "$tree"/src/{papamu.h,game.h,base/bits.h,konane/board.h,draughts/board.h,cli/cli.h}
    touch "$tree"/solver/{rows.h,db.h,cgt.h,sweep.h} "$tree"/analysis/stats.h "$tree"/tests/oracle.h
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

@test "what the design allows is accepted" {
    file src/base/rng.c '#include "src/base/bits.h"' '#include "src/papamu.h"'
    file src/konane/moves.c '#include "src/konane/board.h"' '#include "src/game/game.h"' '#include "src/base/bits.h"'
    file src/games/games.c '#include "src/konane/board.h"' '#include "src/draughts/board.h"'
    file solver/sweep_konane.h '#include "src/konane/board.h"'
    file solver/sweep_konane.c '#include "solver/sweep_konane.h"' '#include "solver/rows.h"'
    file analysis/play.c '#include "src/game/game.h"' '#include "solver/db.h"' '#include "solver/cgt.h"' '#include "analysis/stats.h"'
    file src/cli/main.c '#include "src/konane/board.h"' '#include "solver/sweep_konane.h"' '#include "analysis/stats.h"' 'void f(void) { printf("x"); exit(1); }'
    file tests/oracle/oracle.c '#include "tests/oracle/oracle.h"'
    accepted
}

@test "base sees nothing but papamu.h" {
    file src/base/par.c '#include <stdio.h>' '#include "src/game/game.h"'
    refused src/base/par.c:2 src/game/game.h
}

@test "papamu.h includes no header of the project" {
    file src/papamu.h '#include "src/base/bits.h"'
    refused src/papamu.h:1 src/base/bits.h
}

@test "games do not see each other" {
    file src/konane/moves.c '' '#include "src/draughts/board.h"'
    refused src/konane/moves.c:2 src/draughts/board.h
}

@test "the solver does not see src/game/game.h" {
    file solver/sweep.c '#include "src/game/game.h"'
    refused solver/sweep.c:1 src/game/game.h
}

@test "only a game's own solver files see its rules" {
    file solver/sweep.c '#include "src/konane/board.h"'
    refused solver/sweep.c:1 src/konane/board.h
    rm "$tree/solver/sweep.c"
    file solver/sweep_draughts.c '#include "src/konane/board.h"'
    refused solver/sweep_draughts.c:1 src/konane/board.h
}

@test "the rules do not come in through another header" {
    file solver/probe_konane.h '#include "src/konane/board.h"'
    file solver/sweep.c '#include "solver/rows.h"' '#include "solver/probe_konane.h"'
    refused solver/sweep.c:2 'solver/probe_konane.h -> src/konane/board.h'
}

@test "analysis reads of the solver only db.h and cgt.h" {
    file analysis/play.c '#include "solver/sweep.h"'
    refused analysis/play.c:1 solver/sweep.h
}

@test "nobody includes the program" {
    file src/version.c '#include "src/cli/cli.h"'
    refused src/version.c:1 src/cli/cli.h
}

@test "the oracles include nothing of the project" {
    file tests/oracle/oracle.c '#include "tests/oracle/oracle.h"' '#include "src/papamu.h"'
    refused tests/oracle/oracle.c:2 src/papamu.h
    rm "$tree/tests/oracle.c"
    file tests/oracle/oracle_draughts.h '#include "src/draughts/board.h"'
    refused tests/oracle/oracle_draughts.h:1 src/draughts/board.h
}

@test "headers are named from the root, and sources are not included" {
    file src/konane/moves.c '#include "board.h"'
    refused src/konane/moves.c:1 board.h
    file src/konane/moves.c '#include "src/konane/board.c"'
    refused src/konane/moves.c:1 src/konane/board.c
}

@test "OpenMP stays in par.c" {
    file src/base/par.c '#include <omp.h>' '#pragma omp parallel'
    accepted
    file solver/sweep.c '' '#pragma omp parallel for'
    refused solver/sweep.c:2 OpenMP
}

@test "the library does not print, exit or read the environment" {
    for call in 'printf("x")' 'exit(1)' 'getenv("X")' 'fprintf(stderr, "x")' 'perror("x")' 'abort()'; do
        file solver/sweep.c "/* $call; */" "// $call;" 'const char *text = "exit(1)";' "void f(void) { $call; }"
        refused solver/sweep.c:4 library
    done
    file solver/sweep.c 'void f(FILE *file) { fprintf(file, "x"); snprintf(text, 8, "x"); at_exit(); }'
    accepted
}
