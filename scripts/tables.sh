# Shell functions for scripts that put result files together; to be sourced.
#
# SPDX-License-Identifier: MIT
# shellcheck shell=bash

# What a script with the arguments [BUILD] [DATA] begins with: sets build, data, papamu, and scratch, a directory that
# goes with the script.
begin_tables() { # [BUILD] [DATA]
    build=${1:-build} data=${2:-data}
    # shellcheck disable=SC2034 # the script reads it
    papamu=$build/papamu
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    mkdir -p "$data"
}

# The same with a SIZE before them.
begin_results() { # [SIZE] [BUILD] [DATA]
    size=${1:-default}
    case $size in
        small | default | full) ;;
        *)
            echo "${0##*/}: the size is \"$size\"; small, default and full are known" >&2
            exit 2
            ;;
    esac
    begin_tables "${@:2}"
}

# A number of a result in JSON.
member() { # NAME FILE
    sed -n "s/^\"$1\": \([0-9.]*\),\{0,1\}$/\1/p" "$2"
}

# One table from many with the same columns: each provenance line once, the header once, then all rows.
join_tables() { # FILE...
    sed -n '/^#/p' "$@" | awk '!seen[$0]++'
    awk 'FNR == 1 { in_header = 1 } /^#/ { next } in_header { in_header = 0; if (has_header++) next } { print }' "$@"
}

# The rows of a table, without its last N columns.
rows_of() { # FILE [N]
    sed -e '/^#/d' "$1" | awk -v n="${2:-0}" '{ for (i = 0; i < n; i++) sub(/,[^,]*$/, ""); print }'
}

# Move NEW to OLD unless the rows agree with what is there, leaving out the last N columns: then OLD stays as it is,
# provenance and all. Says which.
keep_table() { # NEW OLD [N]
    if [ -f "$2" ] && cmp -s <(rows_of "$1" "${3:-0}") <(rows_of "$2" "${3:-0}"); then
        echo "the rows agree with $2, which stays as it is"
    else
        mv "$1" "$2"
        echo "wrote $2"
    fi
}

# Name a board so that names sort by the number of cells: 4x5 is 020-4x5.
by_cells() { # BOARD
    printf '%03d-%s' $((${1%x*} * ${1#*x})) "$1"
}

# Make DATA/NAME.csv from the tables that COMMAND, called with each of the boards, writes to standard output. The last
# N columns depend on the machine: the file is not rewritten for them alone.
table_by_board() { # NAME N BOARDS COMMAND...
    local name=$1 n=$2 boards=$3 board
    shift 3
    for board in $boards; do
        say "$name: $board"
        "$@" "$board" >"$scratch/$name-$(by_cells "$board")"
    done
    join_tables "$scratch/$name"-* >"$scratch/$name"
    keep_table "$scratch/$name" "$data/$name.csv" "$n"
}

# Say on standard error what the script is at.
say() { # WORDS...
    echo "${0##*/}: $*" >&2
}
