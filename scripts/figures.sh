#!/usr/bin/env bash
# Draw every figure of the paper and of data/ whose tables are there, by `papamu plot`, and the diagrams of positions, by
# `papamu show`.
#
#   scripts/figures.sh [DATA] [BUILD] [NAME...]     defaults: data, build, all figures
#   scripts/figures.sh --list                       the names of all figures
#
# Writes DATA/NAME.pdf and DATA/NAME.png; of diagrams DATA/NAME.tex, in TikZ.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
export LC_ALL=C

# NAME: TABLES
figures() {
    cat <<'END'
atlas: atlas
boards: boards
both_games: selfplay_plies draughts_selfplay_plies draughts_championship_plies
branching: selfplay_plies
complexity: complexity
complexity_plies: complexity_plies
diversity: values_stones
draughts_variants: draughts_variants draughts_variants_play
length: selfplay_lengths
matrix: matrix
openings: openings
outcomes: census
remoteness: remoteness
strength: strength
sweep: sweep
temperatures: values_temperatures
thermographs: thermographs
END
}

# NAME: BOARD: MOVES: JUMPS THAT ARE SHOWN
diagrams() {
    cat <<'END'
diagram_jumps: 6x6: d3 c3: f3-d3 d1-d3 d5-d3
diagram_double: 6x6: d3 c3 f3-d3: a3-c3 a3-e3 c1-c3 c5-c3 e1-e3 e5-e3
END
}

# The boards of a table with four rows or more and at most so many columns, from small to large, with semicolons between.
boards() { # TABLE COLUMNS
    awk -F, -v most="$2" '!/^#/ && $1 >= 4 && $1 != "rows" && $2 <= most && !seen[$1, $2]++ { print $1 * $2, $1 "x" $2 }' "$data/$1.csv" |
        sort -n -k1,1 -s | cut -d' ' -f2 | paste -sd';'
}

# Random play and alpha-beta of both games, as far as they are there, and the games of people.
both_games() {
    local game agent label
    for game in konane italian; do
        label=$([ $game = konane ] && echo Konane || echo draughts)
        for agent in random ab:4; do
            if [ "$1" = only ] && grep -q "^$game,[^,]*,$agent,$agent," "$data"/{,draughts_}selfplay_plies.csv; then
                echo "$game $agent"
            elif grep -q "^$game,[^,]*,$agent,$agent," "$data"/{,draughts_}selfplay_plies.csv; then
                echo "$label, $agent"
            fi
        done
    done
    [ "$1" = only ] && echo 'italian B v A' || echo 'draughts, championship'
}

# The agents whose branching differs enough to be told apart, as far as they are there, with semicolons between.
distinct_agents() {
    local agent
    for agent in random greedy ab:6; do
        if grep -q "^konane,8x8,$agent,$agent," "$data/selfplay_plies.csv"; then
            echo "$agent"
        fi
    done | paste -sd';'
}

# Say which series a figure shows, in `options`.
choose() { # NAME
    local shown
    case $1 in
        both_games)
            grep -q '^konane,' "$data/draughts_selfplay_plies.csv" ||
                options=(--only "$(both_games only | paste -sd';')" --names "$(both_games names | paste -sd';')")
            ;;
        branching)
            shown=$(distinct_agents)
            [ "$shown" != 'random;greedy;ab:6' ] || options=(--only "$shown")
            ;;
        diversity) options=(--only "$(boards values_stones 20)") ;;
        temperatures) options=(--only "$(boards values_temperatures 20)") ;;
        remoteness) options=(--only "$(boards remoteness 6)") ;;
    esac
}

draw() { # NAME TABLE...
    local name=$1 form options=() files=()
    shift
    files=("${@/#/$data/}")
    files=("${files[@]/%/.csv}")
    choose "$name"
    for form in pdf png; do
        "$build/papamu" plot "${files[@]}" "${options[@]}" --title '' -o "$data/$name.$form"
    done
}

if [ "${1:-}" = --list ]; then
    { figures && diagrams; } | cut -d: -f1
    exit
fi
data=${1:-data}
build=${2:-build}
chosen=" ${*:3} "
cd "$(dirname "$0")/.."
while IFS=: read -r name tables; do
    [ "$chosen" = "  " ] || [[ $chosen == *" $name "* ]] || continue
    read -ra tables <<<"$tables"
    missing=''
    for table in "${tables[@]}"; do
        [ -f "$data/$table.csv" ] || missing+=" $data/$table.csv"
    done
    if [ -n "$missing" ]; then
        echo "figures.sh: no figure $name:$missing not there" >&2
    else
        draw "$name" "${tables[@]}"
    fi
done < <(figures)
while IFS=: read -r name board moves jumps; do
    [ "$chosen" = "  " ] || [[ $chosen == *" $name "* ]] || continue
    "$build/papamu" show start --board "${board# }" --moves "${moves# }" --arrows "${jumps# }" --no-provenance \
        --tikz "$data/$name.tex" >/dev/null
done < <(diagrams)
