# Shell functions for scripts that put result files together; to be sourced.
#
# SPDX-License-Identifier: MIT
# shellcheck shell=bash

# One table from many with the same columns: each provenance line once, the header once, then all rows.
join_tables() { # FILE...
    sed -n '/^#/p' "$@" | awk '!seen[$0]++'
    awk 'FNR == 1 { in_header = 1 } /^#/ { next } in_header { in_header = 0; if (has_header++) next } { print }' "$@"
}

rows_of() { # FILE
    sed '/^#/d' "$1"
}

# Move NEW to OLD unless the rows agree with what is there: then OLD stays as it is, provenance and all. Says which.
keep_table() { # NEW OLD
    if [ -f "$2" ] && cmp -s <(rows_of "$1") <(rows_of "$2"); then
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

# Say on standard error what the script is at.
say() { # WORDS...
    echo "${0##*/}: $*" >&2
}
