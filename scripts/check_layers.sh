#!/usr/bin/env bash
# Enforce which layer may include which, and what library code must not do.
#
#   scripts/check_layers.sh [DIR]     the root of the tree to check (default: this repository)
#
# Arrows (each file names headers from the root):
#   src/papamu.h                nothing
#   src/base                    src/papamu.h
#   src/*.h src/*.c             src/base; game.c and record_dialects.c, the registries, also the games
#   src/konane, src/draughts    src/papamu.h, src/game.h, src/record.h, src/base, itself; games never see each other
#   solver                      src/papamu.h, src/base, solver; *_konane and *_draughts also that game
#   analysis                    src/papamu.h, src/game.h, src/record.h, src/base, analysis, solver/db.h, cgt.h, probe_draughts.h
#   src/cli                     everything; nobody includes src/cli
#   tests/oracle.[ch], tests/oracle_draughts.[ch]   nothing of the project
# A solver file that is no game's own must not get a game's rules through another header either. OpenMP stays in
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
        sed 's/^\([^:]*\):\([0-9]*\):[^"]*"\([^"]*\)".*/\1 \2 \3/'
}

check_includes() {
    includes | awk '
    function game_of(file) { # the game whose rules a solver file may see
        if (file ~ /_konane\.[ch]$/) return "konane"
        if (file ~ /_draughts\.[ch]$/) return "draughts"
        return ""
    }
    function allowed(file) { # a pattern for the headers that `file` may include
        if (file == "src/papamu.h") return "^$"
        if (file ~ /^src\/base\//) return "^src/(papamu\\.h|base/.*)$"
        if (file ~ /^src\/konane\//) return "^src/(papamu\\.h|(game|record)\\.h|base/.*|konane/.*)$"
        if (file ~ /^src\/draughts\//) return "^src/(papamu\\.h|(game|record)\\.h|base/.*|draughts/.*)$"
        if (file ~ /^src\/cli\//) return "^(src|solver|analysis)/"
        if (file ~ /^src\/(game|record_dialects)\.c$/) return "^src/(papamu\\.h|(game|record)\\.h|base/.*|konane/.*|draughts/.*)$"
        if (file ~ /^src\//) return "^src/(papamu\\.h|(game|record)\\.h|base/.*)$"
        if (file ~ /^solver\//)
            return game_of(file) ? "^(src/(papamu\\.h|base/.*|" game_of(file) "/.*)|solver/.*)$" : "^(src/(papamu\\.h|base/.*)|solver/.*)$"
        if (file ~ /^analysis\//) return "^(src/(papamu\\.h|(game|record)\\.h|base/.*)|solver/(db|cgt|probe_draughts)\\.h|analysis/.*)$"
        if (file ~ /^tests\/oracle(_draughts)?\.[ch]$/) return "^tests/oracle(_draughts)?\\.h$"
        return "."
    }
    function complain(text) { print text; bad = 1 }
    { file[NR] = $1; line[NR] = $2; header[NR] = $3; edges[$1] = edges[$1] " " $3 }
    # Depth first: the first header of a game that can be reached from `from`, with the way to it.
    function reaches_game(from, way,    n, next_header, i, found) {
        if (from in visited) return ""
        visited[from] = 1
        if (from ~ /^src\/(konane|draughts)\//) return way
        n = split(edges[from], next_header, " ")
        for (i = 1; i <= n; i++) {
            found = reaches_game(next_header[i], way " -> " next_header[i])
            if (found) return found
        }
        return ""
    }
    END {
        for (i = 1; i <= NR; i++) {
            where = file[i] ":" line[i] ": "
            if (header[i] ~ /\.c$/) complain(where "includes a source file, " header[i])
            else if (system("test -f " header[i])) complain(where "no such header from the root: " header[i])
            else if (header[i] !~ allowed(file[i])) complain(where "this layer must not include " header[i])
            else if (file[i] ~ /^solver\// && !game_of(file[i]) && header[i] ~ /^solver\//) {
                split("", visited)
                way = reaches_game(header[i], header[i])
                if (way) complain(where "sees the rules of a game: " way)
            }
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

status=0
check_includes || status=1
check_calls || status=1
exit $status
