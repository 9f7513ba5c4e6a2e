#!/usr/bin/env bash
# Enforce which layer may include which, and what library code must not do.
#
#   scripts/check_layers.sh [DIR]     the root of the tree to check (default: this repository)
#
# Arrows (each file names headers from the root):
#   src/papamu.h, src/papamu    each other, as siblings: they are installed without the rest
#   src/base                    src/papamu.h
#   src/game                    src/base
#   src/konane, src/draughts    src/game, src/base, and their own folders; games never see each other
#   src/games                   the registries: src/game and every game
#   src/version.c               src/papamu.h
#   solver/rows, solver/cgt, solver/retro, solver/search   src/base
#   solver/sweep, solver/db     solver/rows
#   solver/ranks                solver/rows, solver/sweep
#   solver/mpi                  the same, solver/ranks, solver/db, and alone <mpi.h>
#   solver/konane, solver/draughts   all of the solver, and that game
#   analysis                    src/game, src/games, src/base, and from the solver only what answers questions
#   src/api                     everything below src/cli
#   src/cli                     everything; nobody includes src/cli
#   src/web                     everything but src/cli; nobody includes src/web
#   tests/oracle/oracle.[ch], tests/oracle/oracle_draughts.[ch]   nothing of the project
# Every file may include its own room and src/papamu.h, and what it sees lets it see src/base.
# The arrows lead down, so a game's rules cannot reach a game-free room through another header. OpenMP stays in
# src/base/par.c; outside src/cli nothing prints, exits or reads the environment. Prints file:line: what, and ends with
# 1 if anything.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

list() {
    local dir dirs=()
    for dir in src solver analysis tests; do
        [ ! -d "$dir" ] || dirs+=("$dir")
    done
    find "${dirs[@]}" -name '*.[ch]' | LC_ALL=C sort
}

# One line an include: file, line, header. An #include is what the preprocessor would see, comments aside.
includes() {
    list | { xargs -r grep -nH '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' || true; } |
        sed 's/^\([^:]*\):\([0-9]*\):[^"]*"\([^"]*\)".*/\1 \2 \3/
             s:^src/papamu/\(.*\) \.\./papamu\.h$:src/papamu/\1 src/papamu.h:
             s:^src/papamu/\(.*\) \([a-z]*\.h\)$:src/papamu/\1 src/papamu/\2:
             s:^src/papamu\.h \(.*\) papamu/\([a-z]*\.h\)$:src/papamu.h \1 src/papamu/\2:'
}

check_includes() {
    includes | awk '
    function game_of(file) { # the game whose rules a file of the solver may see
        if (file ~ /^solver\/konane\//) return "konane"
        if (file ~ /^solver\/draughts\//) return "draughts"
        return ""
    }
    function room_of(file) { # the innermost folder, with its slash
        sub(/[^\/]*$/, "", file)
        return file
    }
    function allowed(file,    room, sees) { # a pattern for the headers that `file` may include
        room = room_of(file)
        if (file ~ /^tests\/oracle\/oracle(_draughts)?\.[ch]$/) return "^tests/oracle/oracle(_draughts)?\\.h$"
        if (file ~ /^tests\//) return "."
        if (file ~ /^src\/cli\//) return "^(src|solver|analysis)/"
        if (file ~ /^src\/web\//) return "^(src/[^c]|solver/|analysis/)"
        if (file ~ /^src\/api\//) return "^(src/[^cw]|src/[a-z]+\\.h|solver/|analysis/)"
        if (file == "src/papamu.h" || room == "src/papamu/") return "^src/papamu(/[a-z]*)?\\.h$"
        if (room == "src/") return "^src/papamu\\.h$"
        if (room ~ /^src\/konane\//) sees = "src/(game|konane)/"
        else if (room ~ /^src\/draughts\//) sees = "src/(game|draughts)/"
        else if (room == "src/games/") sees = "src/(game|konane|draughts)/"
        else if (room == "solver/sweep/") sees = "solver/rows/"
        else if (room ~ /^solver\/db\//) sees = "solver/(rows|db)/"
        else if (room == "solver/ranks/") sees = "solver/(rows|sweep)/"
        else if (room == "solver/mpi/") sees = "solver/(rows|sweep|ranks|db)/"
        else if (game_of(file)) sees = "(solver/(rows|sweep|db|cgt|retro|search|" game_of(file) ")|src/" game_of(file) ")/"
        else if (room == "analysis/answers/") sees = "(solver/.*|src/(game|games|konane|draughts))/"
        else if (room ~ /^analysis\//) sees = "(src/games?/|analysis/|solver/(db/db|cgt/cgt)\\.h)"
        return "^(src/papamu\\.h|src/base/.*|" room ".*" (sees ? "|" sees ".*" : "") ")$"
    }
    function complain(text) { print text; bad = 1 }
    { file[NR] = $1; line[NR] = $2; header[NR] = $3 }
    END {
        for (i = 1; i <= NR; i++) {
            where = file[i] ":" line[i] ": "
            if (header[i] ~ /\.c$/) complain(where "includes a source file, " header[i])
            else if (system("test -f " header[i])) complain(where "no such header from the root: " header[i])
            else if (header[i] !~ allowed(file[i])) complain(where "this layer must not include " header[i])
        }
        exit bad
    }'
}

# The program text without comments and with empty string literals, line numbers kept.
check_calls() {
    # shellcheck disable=SC2016
    list | grep -E '^(src|solver|analysis)/' | xargs -r awk '
    function strip(text,    out, i, c, two) {
        out = ""
        for (i = 1; i <= length(text); i++) {
            c = substr(text, i, 1); two = substr(text, i, 2)
            if (in_comment) { if (two == "*/") { in_comment = 0; i++ } }
            else if (two == "/*") { in_comment = 1; i++ }
            else if (two == "//") break
            else if (c == "\"" || c == "\047") { # skip a string or character literal
                for (i++; i <= length(text) && substr(text, i, 1) != c; i++) if (substr(text, i, 1) == "\\") i++
                out = out c c
            }
            else out = out c
        }
        return out
    }
    function complain(text) { print FILENAME ":" FNR ": " text; bad = 1 }
    FNR == 1 { in_comment = 0 }
    {
        code = strip($0)
        if (FILENAME != "src/base/par.c" && code ~ /#[ \t]*pragma[ \t]+omp|_Pragma|<omp\.h>|[^a-z_]omp_[a-z]/)
            complain("OpenMP belongs in src/base/par.c")
        if (FILENAME ~ /^src\/cli\//) next
        if (match(" " code, /[^A-Za-z0-9_](v?printf|puts|putchar|perror|exit|_exit|_Exit|quick_exit|abort|getenv|secure_getenv|setenv|putenv|scanf|getchar)[ \t]*\(/))
            complain("library code must not call " substr(" " code, RSTART + 1, RLENGTH - 1) ")")
        if (" " code ~ /[^A-Za-z0-9_](stdout|stderr|stdin|environ)[^A-Za-z0-9_]/) complain("library code must not use the standard streams or the environment")
    }
    END { exit bad }'
}

# One room knows MPI, which not every build has.
check_mpi() {
    ! list | grep -v '^solver/mpi/' | xargs -r grep -nH '^[[:space:]]*#[[:space:]]*include[[:space:]]*<mpi\.h>' |
        sed 's/:[^:]*$/: MPI belongs in solver\/mpi/' | grep .
}

# Own header, project, system; templates, which are included after the macros they need, take no part.
check_order() {
    # shellcheck disable=SC2016
    list | xargs -r awk '
    FNR == 1 { last = 0; is_over = 0; own = FILENAME; sub(/c$/, "h", own) }
    last && /^[ \t]*#[ \t]*(define|if)/ { is_over = 1 }
    !is_over && /^[ \t]*#[ \t]*include/ {
        kind = /</ ? 3 : index($0, "\"" own "\"") ? 1 : 2
        if (kind < last) {
            print FILENAME ":" FNR ": includes go in the order own header, project, system"
            bad = 1
            is_over = 1
        }
        last = kind
    }
    END { exit bad }'
}

status=0
check_order || status=1
check_includes || status=1
check_calls || status=1
check_mpi || status=1
exit $status
