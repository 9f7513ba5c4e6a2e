#!/usr/bin/env bash
# Prove the openings of boards too large to sweep, check the proofs, and write the table of data/solved.csv, or of
# data/solved_variants.csv.
#
#   scripts/search.sh DIR BOARD...     a BOARD is SIZE:CORNER:RULE, such as 6x7:black:corner-centre, or SIZE:CORNER:RULE:PLAY
#                                      or SIZE:CORNER:RULE:PLAY:JUMPS, such as 6x7:black:corner-centre:misere:single
#
# Each board leaves its result, its proof and its proof's verification in DIR. A board that is there already is only put
# in the table, and one that was interrupted is resumed. MEMORY (default 3G) is that of each search, THREADS (default 1)
# its threads. Seconds depend on the machine and on what else it does.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
papamu=$(realpath "${PAPAMU:-${BUILD:-build}/papamu}")
dir=$1
shift
mkdir -p "$dir"

rows_of() { # FILE: the rows of a csv without its head
    sed '/^#/d' "$1" | tail -n +2
}

fact() { # FILE NAME
    sed -n "s/^$2: //p" "$1"
}

split() { # BOARD: sets size, corner, rule, play, jumps and stem
    IFS=: read -r size corner rule play jumps <<<"$1"
    play=${play:-normal}
    jumps=${jumps:-any}
    stem=$dir/$size-$corner-$rule
    if [ "$play-$jumps" != normal-any ]; then
        stem+=-$play-$jumps
    fi
}

for board in "$@"; do
    split "$board"
    if [ ! -s "$stem.info" ]; then
        "$papamu" search "$size" --corner "$corner" --opening "$rule" --play "$play" --jumps "$jumps" \
            --memory "${MEMORY:-3G}" --threads "${THREADS:-1}" --checkpoint "$stem.state" --proof "$stem.proof" --format csv -o "$stem.csv"
        "$papamu" verify "$stem.proof" >"$stem.verify"
        "$papamu" info "$stem.proof" >"$stem.info"
        rm -r "$stem.state"
    fi
done

echo "# papamu $("$papamu" --version | sed 's/^papamu //')"
echo "# command: scripts/search.sh DIR $*"
echo "rows,cols,corner,black_removes,white_removes,winner,nodes,rule,play,jumps,memory,proof_positions,proof_bytes,digest,version,seconds"
for board in "$@"; do
    split "$board"
    # The proof is of all openings of the rule together.
    rows_of "$stem.csv" | awk -F, -v OFS=, -v rule="$rule,$play,$jumps" -v positions="$(fact "$stem.info" "positions stored")" \
        -v memory="$(sed -n 's/^# command:.* --memory \([^ ]*\).*/\1/p' "$stem.csv")" \
        -v bytes="$(fact "$stem.info" "file bytes")" -v digest="$(fact "$stem.info" digest)" \
        -v version="$(sed -n 's/^# papamu //p' "$stem.csv")" \
        '{ seconds = $8; $8 = rule; print $0, memory, positions, bytes, digest, version, seconds }'
done
