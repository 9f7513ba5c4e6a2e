#!/usr/bin/env bash
# Compare the games of the draughts family: small boards solved, endgames of 8x8, self-play.
#
#   scripts/variants.sh [SIZE] [BUILD] [DATA]     defaults: default, build, data
#
# Writes DATA/draughts_variants.csv: for each game, board and number of pieces how many positions with both sides present
# are won, lost and drawn for the side to move, and the longest win in plies (4x4 with all pieces; 6x6 and 8x8 up to 3
# pieces with the size small, to 5 with default, 6x6 to 6 with full); DATA/draughts_variants_starts.csv: who wins the
# start of 4x4; and DATA/draughts_variants_play.csv: self-play on the board of each game. International draughts has its
# 10x10 board in self-play only.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C
# shellcheck source=scripts/tables.sh
. "$(dirname "$0")/tables.sh"
begin_results "$@"

case $size in
    small) pieces_6=3 pieces_8=3 games=100 ;;
    default) pieces_6=5 pieces_8=5 games=2000 ;;
    full) pieces_6=6 pieces_8=5 games=100000 ;;
esac
games_of_the_family=$("$papamu" help variants | awk '/^  name/ { on = 1; next } !NF { on = 0 } on { print $1 }')

# Counts by number of pieces, behind the name of the game; columns of `endgames`: rows, cols, four numbers of pieces,
# positions, won, lost, drawn, longest, its position.
by_pieces() { # GAME
    awk -v game="$1" '
    /^#/ { print; next }
    /^rows,/ { print "game,board,pieces,positions,won,lost,drawn,longest_win,position"; next }
    {
        split($0, f, ",")
        key = f[3] + f[4] + f[5] + f[6]
        board = f[1] "x" f[2]
        if (!(key in positions)) order[++n] = key
        positions[key] += f[7]; won[key] += f[8]; lost[key] += f[9]; drawn[key] += f[10]
        if (f[11] + 0 > longest[key] + 0) { longest[key] = f[11]; at[key] = substr($0, index($0, "\"")) }
    }
    END {
        for (i = 1; i <= n; i++) {
            k = order[i]
            printf "%s,%s,%d,%.0f,%.0f,%.0f,%.0f,%s,%s\n", game, board, k, positions[k], won[k], lost[k], drawn[k], longest[k], at[k]
        }
    }'
}

# Who wins the start, from the row without a move.
start_of() { # GAME
    awk -v game="$1" '
    /^#/ { print; next }
    /^rows,/ { print "game,board,position,winner,plies"; next }
    /",,/ && !n++ { split($0, f, ","); q = substr($0, index($0, "\"")); sub(/,,.*/, "", q); r = $0; sub(/.*",,/, "", r); print game "," f[1] "x" f[2] "," q "," r }'
}

# Length and branching from the histograms of a summary.
played() { # GAME
    awk -v game="$1" '
    function mean(text,    n, i, part, pair, sum, total) {
        n = split(text, part, " ")
        for (i = 1; i <= n; i++) { split(part[i], pair, ":"); sum += pair[1] * pair[2]; total += pair[2] }
        return total ? sprintf("%.3f", sum / total) : ""
    }
    /^#/ { print; next }
    /^rules,/ {
        print "game,board,agent,games,black_wins,white_wins,draws,mean_plies,mean_moves"
        n = split($0, name, ","); for (i = 1; i <= n; i++) column[name[i]] = i
        next
    }
    {
        split($0, f, ",")
        print game "," f[column["board"]] "," f[column["black"]] "," f[column["games"]] "," f[column["black_wins"]] "," \
            f[column["white_wins"]] "," f[column["draws"]] "," mean(f[column["jumps_histogram"]]) "," mean(f[column["branching_histogram"]])
    }'
}

n=10
for game in $games_of_the_family; do
    n=$((n + 1))
    for board in 4x4:8 6x6:$pieces_6 8x8:$pieces_8; do
        say "$game: endgames of ${board%:*}, up to ${board#*:} pieces"
        "$papamu" endgames "${board%:*}" --game "$game" --pieces "${board#*:}" --format csv | by_pieces "$game" >"$scratch/endgames-$n-$board"
    done
    say "$game: starts"
    "$papamu" endgames 4x4 --game "$game" --pieces 4 --position start --format csv | start_of "$game" >"$scratch/starts-$n"
    for agent in random ab:4; do
        say "$game: self-play of $agent"
        "$papamu" selfplay "$("$papamu" help variants | awk -v game="$game" '$1 == game { sub(/ *x */, "x", $0); print $2; exit }')" \
            --game "$game" --games "$games" --black "$agent" --white "$agent" --summary --format csv | played "$game" >"$scratch/play-$n-$agent"
    done
done
join_tables "$scratch"/endgames-* >"$scratch/all-endgames"
join_tables "$scratch"/starts-* >"$scratch/all-starts"
join_tables "$scratch"/play-* >"$scratch/all-play"
keep_table "$scratch/all-endgames" "$data/draughts_variants.csv"
keep_table "$scratch/all-starts" "$data/draughts_variants_starts.csv"
keep_table "$scratch/all-play" "$data/draughts_variants_play.csv"
