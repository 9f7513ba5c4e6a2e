#!/usr/bin/env bats
# Do the results in data/ and in the pages that quote them agree with a fresh run? Oracles: data/openings.csv as committed; the winners
# known from outside in tests/data/openings.tsv. Boards up to 5x6 always, 6x6 and the figure with PAPAMU_LONG=1.
#
# SPDX-License-Identifier: MIT

bats_require_minimum_version 1.5.0

setup() {
    PAPAMU=${PAPAMU:-build/papamu}
}

@test "the openings of boards up to 5x6 are solved as in data/openings.csv" {
    for board in "4x4 black" "4x5 black" "4x6 black" "5x5 black" "5x5 white" "5x6 black"; do
        read -r size corner <<<"$board"
        "$PAPAMU" solve "$size" --corner "$corner" --format csv --no-provenance | tail -n +2 >"$BATS_TEST_TMPDIR/fresh"
        grep "^${size/x/,},$corner," data/openings.csv >"$BATS_TEST_TMPDIR/kept"
        diff "$BATS_TEST_TMPDIR/kept" "$BATS_TEST_TMPDIR/fresh"
    done
}

@test "data/openings.csv has the winners that are known from outside" {
    n=0
    while read -r size black white winner; do
        [[ $size != '#'* ]] || continue
        grep -q "^${size/x/,},black,$black,$white,$winner," data/openings.csv
        n=$((n + 1))
    done <tests/data/openings.tsv
    [ "$n" -eq 6 ]
}

@test "the table in the README is that of data/openings.csv" {
    scripts/results.sh --table data | sed -n '/^board/,$p' >"$BATS_TEST_TMPDIR/table"
    sed -n '/^    board corner/,/^$/{s/^    //;/./p}' README.md >"$BATS_TEST_TMPDIR/readme"
    diff "$BATS_TEST_TMPDIR/table" "$BATS_TEST_TMPDIR/readme"
}

@test "the table of integer openings in data/RESULTS.md is that of data/integers.csv" {
    sed -n '/^    board  openings   -3/,/^$/{s/^    //;/./p}' data/RESULTS.md | tr -s ' ' >"$BATS_TEST_TMPDIR/readme"
    awk -F, '
        /^#/ || $1 == "rows" || $3 == "white" { next }
        { board = $1 "x" $2; n[board]++; of[board, $6 == "" ? "none" : $6]++ }
        END {
            print "board openings -3 -2 -1 0 1 2 3 none"
            for (board in n)
                if (of[board, "none"]) {
                    line = board " " n[board]
                    for (i = -3; i <= 3; i++) line = line (of[board, i] ? " " of[board, i] : "")
                    print line " " of[board, "none"] | "sort"
                }
        }' data/integers.csv >"$BATS_TEST_TMPDIR/kept"
    diff "$BATS_TEST_TMPDIR/kept" "$BATS_TEST_TMPDIR/readme"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/kept")" = 7 ]
}

@test "the figures of self-play in data/RESULTS.md are those of data/" {
    run python3 - <<'END'
import csv, re
def read(name):
    with open(f"data/{name}.csv", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))
def span(r, name, digits, factor=1):
    return " to ".join(f"{factor * float(r[name + end]):.{digits}f}" for end in ("_low", "_high"))
def share(r):
    return f"{100 * float(r['black_share']):.1f} ({span(r, 'black_share', 1, 100)})"
said = re.sub(r"\s+", " ", open("data/RESULTS.md", encoding="utf-8").read())
alone, classes = read("selfplay"), read("selfplay_classes")
r = next(r for r in alone if r["black"] == "random")
wanted = [
    f"{int(r['games']):,} random games have {float(r['jumps']):.3f} jumps ({span(r, 'jumps', 3)}, standard deviation "
    f"{float(r['jumps_sd']):.3f}), {float(r['branching']):.4f} legal jumps to choose from at each "
    f"({span(r, 'branching', 4)}), and {100 * float(r['black_share']):.2f} % of them "
    f"({span(r, 'black_share', 2, 100)}) are won by Black"
]
for r in alone:
    parts = {c["class"]: share(c) for c in classes if c["black"] == r["black"]}
    wanted.append(f"{r['black']} {r['games']} {share(r)} {parts['corner']} {parts['centre']}")
missing = [w for w in wanted if w not in said]
print(*missing, sep="\n")
raise SystemExit(bool(missing) or len(wanted) != 7)
END
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "what data/RESULTS.md says of values and significance is what the tables say, and the check can fail" {
    tests/repository/check_science.py
    cp -r data "$BATS_TEST_TMPDIR/data"
    sed -i 's/^nimber,\*2,1,8,/nimber,*2,1,9,/' "$BATS_TEST_TMPDIR/data/value_firsts.csv"
    run -1 tests/repository/check_science.py "$BATS_TEST_TMPDIR/data"
    [ "${output//\`/}" = "* occurs first on 1x4, *2 on 1x9 and *3 on 1x13" ]
}

@test "strengths, errors and corrected probabilities are those known" {
    run -0 tests/repository/check_statistics.py
    [ -z "$output" ]
    sed 's/(len(ps) - rank)/len(ps)/' scripts/significance.py >"$BATS_TEST_TMPDIR/significance.py"
    cp scripts/strength.py scripts/result_files.py "$BATS_TEST_TMPDIR"
    run python3 <(sed "s,\"scripts\",\"$BATS_TEST_TMPDIR\"," tests/repository/check_statistics.py)
    [[ $output == "Holm: 0.1"* ]]
}

@test "agents play against perfect play again, with the columns of data/" {
    scripts/perfect_play.sh small "$(dirname "$PAPAMU")" "$BATS_TEST_TMPDIR" 2>/dev/null
    diff <(sed '/^#/d;q' "$BATS_TEST_TMPDIR/perfect_play.csv") <(sed '/^#/d;q' data/perfect_play.csv)
    # Who plays perfectly loses no game of 4x4 that it has won when the jumps begin: as White it wins as many as against itself.
    awk -F, '!/^#/ && NR > 1 { gsub(/"/, ""); print }' "$BATS_TEST_TMPDIR/perfect_play.csv" | sed 's/db:perfect,ab:4/perfect/g' |
        awk -F, '$3 == "perfect" && $4 == "perfect" { black = $7; white = $8 } { b[$3, $4] = $7; w[$3, $4] = $8; agents[$3] }
            END { for (a in agents) if (a != "black" && a != "perfect" && (w[a, "perfect"] < white || b["perfect", a] < black)) { print a; exit 1 } }'
}

@test "the constants of data/agents.md are those of the agents" {
    run python3 - <<'END'
import pathlib, re
rows = re.findall(r"^\|.*`([A-Z_]+)`.* \| (\d+) \| `(\S+)` \|$", pathlib.Path("data/agents.md").read_text(encoding="utf-8"), re.M)
for name, value, path in rows:
    line = re.search(rf"\b{name} = ([^,;/]+?),? *(?:,|/\*|\n)", pathlib.Path(path).read_text(encoding="utf-8"))[1]
    number = eval(line)
    if "<<" in line:
        number = number.bit_length() - 1
    if number != int(value):
        print(f"{name} is {line} in {path}, not {value}")
names = re.findall(r"X\((\w+)\)", pathlib.Path("analysis/agents/agents.h").read_text(encoding="utf-8").split("AGENT_CLASSES(X)")[1].split("clang-format")[0])
page = pathlib.Path("data/agents.md").read_text(encoding="utf-8")
print(*(f"{name} is not described" for name in names if not re.search(rf"^\| `{name}[:`]", page, re.M)), sep="\n", end="")
source = pathlib.Path("analysis/agents/agents.c").read_text(encoding="utf-8")
print(*(f"{alias} is {text}" for alias, text in re.findall(r'\{"(\w+)", "([^"]+)"\}', source) if f"`{text}`" not in page), sep="\n", end="")
assert len(rows) == 11 and len(names) >= 6
END
    echo "$output"
    [ "$status" = 0 ] && [ -z "$output" ]
}

@test "sizes of the game are estimated again for small boards, with the columns of data/" {
    scripts/complexity.sh small "$(dirname "$PAPAMU")" "$BATS_TEST_TMPDIR" 2>/dev/null
    for table in complexity complexity_plies; do
        diff <(sed '/^#/d;q' "$BATS_TEST_TMPDIR/$table.csv") <(sed '/^#/d;q' "data/$table.csv")
    done
    # The intervals of both runs meet, on 4x4 and 5x5 under both rules.
    [ "$(awk -F, '/^#/ || $1 == "rows" { next } FNR == NR { low[$1, $2, $4] = $6; high[$1, $2, $4] = $7; next }
        ($1, $2, $4) in low && $6 - 0.02 < high[$1, $2, $4] && low[$1, $2, $4] < $7 + 0.02' \
        "$BATS_TEST_TMPDIR/complexity.csv" data/complexity.csv | wc -l)" = 4 ]
}

@test "values occur first where data/ says, on boards of up to 12 cells" {
    scripts/value_firsts.py 12 "$(dirname "$PAPAMU")" "$BATS_TEST_TMPDIR" 2>/dev/null
    awk -F, '!/^#/ && (NR <= 4 || $3 * $4 <= 12)' data/value_firsts.csv | diff <(grep -v '^#' "$BATS_TEST_TMPDIR/value_firsts.csv") -
    awk -F, '!/^#/ && (NR <= 4 || $1 * $2 <= 12)' data/value_distributions.csv | diff <(grep -v '^#' "$BATS_TEST_TMPDIR/value_distributions.csv") -
}

@test "exact values of small boards are those of data/" {
    for board in 2x8 3x6 4x4 4x5; do
        "$PAPAMU" values "$board" --format csv --no-provenance --table stones | sed 1d >"$BATS_TEST_TMPDIR/fresh"
        grep "^${board/x/,}," data/values_stones.csv | cut -d, -f3- >"$BATS_TEST_TMPDIR/kept"
        diff "$BATS_TEST_TMPDIR/kept" "$BATS_TEST_TMPDIR/fresh"
        "$PAPAMU" values "$board" --format csv --no-provenance --table openings | sed 1d | cut -d, -f1-9 >"$BATS_TEST_TMPDIR/fresh"
        grep "^${board/x/,}," data/opening_values.csv | cut -d, -f1-9 >"$BATS_TEST_TMPDIR/kept"
        diff "$BATS_TEST_TMPDIR/kept" "$BATS_TEST_TMPDIR/fresh"
    done
}

@test "the exact value of every opening is known on boards of up to 30 cells, and lies between its bounds" {
    awk -F, '
        function real(text,    part) { return split(text, part, "/") == 2 ? part[1] / part[2] : text + 0 }
        /^#/ || $1 == "rows" { next }
        $1 * $2 <= 30 && $6 == "" { print "not known: " $0; wrong = 1 }
        $6 != "" && $10 != "" && (real($8) < $10 || real($8) > $11) { print "out of its bounds: " $0; wrong = 1 }
        END { exit wrong || NR < 1600 }' data/opening_values.csv
}

@test "as many positions are integers by canonical forms as by sweep, on every board that was valued" {
    awk -F, '
        /^#/ || $1 == "rows" { next }
        FILENAME ~ /counts/ { if ($3 == "black" && $4 != "") by_sweep[$1, $2] += $5; next }
        { n++; if (by_sweep[$1, $2] != $6) { print $1 "x" $2 ": " $6 " by forms, " by_sweep[$1, $2] " by sweep"; wrong = 1 } }
        END { exit wrong || n < 20 }' data/integer_counts.csv data/values_boards.csv
}

@test "data/RESULTS.md names the boards of more than 24 cells whose openings are all integers" {
    names=$(awk -F, '
        /^#/ || $1 == "rows" || $1 * $2 <= 24 { next }
        { n[$1 "x" $2]++; if ($6 == "") fractions[$1 "x" $2] = 1 }
        END { for (board in n) if (!(board in fractions)) print board }' data/integers.csv | sort -V | paste -sd ' ')
    [ "$names" = "1x25 2x13 2x14 2x15 3x9 3x10" ]
    tr '\n' ' ' <data/RESULTS.md | grep -q "were swept 1x25, 2x13, 2x14, 2x15, 3x9 and 3x10 have integers only, the others do not"
}

@test "every page gives the time of 6x6 that data/sweep.csv has" {
    seconds=$(awk -F, '$1 == 6 && $2 == 6 { printf "%.1f s", $9 }' data/sweep.csv)
    grep -q "all 60 openings and all positions in $seconds of processor time |" data/RESULTS.md
    grep -q "give is another one, $seconds:" data/speed.md
}

@test "outcome classes of openings are known where the bounds decide them, and agree with the winners of the sweep" {
    awk -F, '
        /^#/ || $1 == "rows" { next }
        FILENAME ~ /atlas/ { winner[$1, $2, $3, $4, $5] = $6; next }
        { n++ }
        $7 == "" && ($10 >= 0 || $11 <= 0) { print "not known: " $0; wrong = 1 }
        $7 != "" && winner[$1, $2, $3, $4, $5] != ($7 ~ /black|next/ ? "black" : "white") { print "contradicts: " $0; wrong = 1 }
        END { exit wrong || n < 1500 }' data/atlas_openings.csv data/opening_values.csv
}

@test "draughts endgames are solved as in data/draughts_endgames.csv" {
    for board in "4x4 8" "6x6 4" "8x8 3" "6x6 6" "8x8 5"; do
        read -r size pieces <<<"$board"
        [ "$pieces" -le 4 ] || [ "$size" = 4x4 ] || [ "${PAPAMU_LONG:-}" = 1 ] || continue
        "$PAPAMU" endgames "$size" --game italian --pieces "$pieces" --format csv --no-provenance | tail -n +2 >"$BATS_TEST_TMPDIR/fresh"
        awk -F, -v size="${size/x/,}," -v n="$pieces" 'index($0, size) == 1 && $3 + $4 + $5 + $6 <= n' \
            data/draughts_endgames.csv >"$BATS_TEST_TMPDIR/kept"
        diff "$BATS_TEST_TMPDIR/kept" "$BATS_TEST_TMPDIR/fresh"
    done
}

@test "the first moves on 4x4 are those of data/draughts_first_moves.csv, by tables and by search" {
    grep '^4,4' data/draughts_first_moves.csv | cut -d, -f 1-6 >"$BATS_TEST_TMPDIR/kept"
    for pieces in 8 3; do
        "$PAPAMU" endgames 4x4 --game italian --pieces "$pieces" --position start --format csv --no-provenance |
            grep '^4,4' | cut -d, -f 1-6 >"$BATS_TEST_TMPDIR/fresh"
        diff "$BATS_TEST_TMPDIR/kept" "$BATS_TEST_TMPDIR/fresh"
    done
}

@test "the tables of draughts in data/RESULTS.md are those of data/" {
    scripts/endgames.sh --table data | sed '/^$/d' >"$BATS_TEST_TMPDIR/table"
    sed -n '/^## Italian draughts/,/^## /{s/^    //p}' data/RESULTS.md >"$BATS_TEST_TMPDIR/readme"
    diff "$BATS_TEST_TMPDIR/table" "$BATS_TEST_TMPDIR/readme"
}

@test "make results writes the table and both figures, and keeps a file that agrees" {
    [ "${PAPAMU_LONG:-}" = 1 ] || skip "long"
    build=$(dirname "$PAPAMU")
    scripts/results.sh "$build" "$BATS_TEST_TMPDIR" >"$BATS_TEST_TMPDIR/log"
    diff <(sed '/^#/d' data/openings.csv) <(sed '/^#/d' "$BATS_TEST_TMPDIR/openings.csv")
    [ "$(head -c 4 "$BATS_TEST_TMPDIR/openings.pdf")" = %PDF ]
    [ "$(head -c 4 "$BATS_TEST_TMPDIR/openings.png" | tail -c 3)" = PNG ]
    sed -i '1s/.*/# kept/' "$BATS_TEST_TMPDIR/openings.csv"
    scripts/results.sh "$build" "$BATS_TEST_TMPDIR" >"$BATS_TEST_TMPDIR/log"
    [ "$(head -n 1 "$BATS_TEST_TMPDIR/openings.csv")" = "# kept" ]
    grep -q agree "$BATS_TEST_TMPDIR/log"
}

@test "figures are drawn from the results of one agent, random or not" {
    local agent name d
    for agent in random greedy ab:1; do
        d=$BATS_TEST_TMPDIR/$agent
        mkdir "$d"
        "$PAPAMU" selfplay 8x8 --games 30 --black "$agent" --white "$agent" --seed 1 --plies "$d/selfplay_plies.csv" \
            --summary --format csv -o "$d/sums"
        "$PAPAMU" stats "$d/sums" --table lengths --format csv >"$d/selfplay_lengths.csv"
        "$PAPAMU" stats "$d/sums" --table series --format csv | tee "$d/boards.csv" >"$d/matrix.csv"
        cp data/draughts_championship_plies.csv "$d"
        cp "$d/selfplay_plies.csv" "$d/draughts_selfplay_plies.csv"
        scripts/figures.sh "$d" "$(dirname "$PAPAMU")" 2>"$d/said"
        for name in boards branching length matrix both_games; do
            [ -s "$d/$name.png" ] && [ -s "$d/$name.pdf" ]
        done
    done
}

@test "endgames of a variant of draughts are as in data/draughts_variants.csv, and others stay" {
    local d=$BATS_TEST_TMPDIR game
    for game in thai czech; do
        scripts/variants.sh small "$(dirname "$PAPAMU")" "$d" "$game" 2>"$d/said"
    done
    [ "$(sed '/^#/d' "$d/draughts_variants.csv" | cut -d, -f1 | uniq | tr '\n' ' ')" = "game czech thai " ]
    awk -F, '$1 == "czech" || $1 == "thai" { if ($2 == "4x4" || $3 <= 3) print }' data/draughts_variants.csv >"$d/kept"
    diff "$d/kept" <(sed '/^[#g]/d' "$d/draughts_variants.csv")
    grep -E '^(czech|thai),' data/draughts_variants_starts.csv | diff - <(sed '/^[#g]/d' "$d/draughts_variants_starts.csv")
}

@test "figures take their colours from the palette" {
    run -1 grep -nE --exclude=common.gp "#[0-9a-f]{6}" src/plots/*.gp
    [ "$(grep -cE "^[a-z_]+ = '#[0-9a-f]{6}'" src/plots/common.gp)" -ge 15 ]
}

# The fresh table of boards of up to 12 cells has the rows of the one in data/.
small_boards_agree() { # NAME COLUMN [CELLS]: where the rows of a board are, its columns come next
    sed '/^#/d' "$BATS_TEST_TMPDIR/$1.csv" >"$BATS_TEST_TMPDIR/fresh"
    sed '/^#/d' "data/$1.csv" | awk -F, -v at="$2" -v most="${3:-12}" 'NR == 1 || $at * $(at + 1) <= most' >"$BATS_TEST_TMPDIR/kept"
    diff "$BATS_TEST_TMPDIR/kept" "$BATS_TEST_TMPDIR/fresh"
}

@test "the atlas of boards up to 12 cells is that of data/" {
    scripts/atlas.sh 12 "$(dirname "$PAPAMU")" "$BATS_TEST_TMPDIR" 2>/dev/null
    small_boards_agree atlas 1
    small_boards_agree atlas_openings 1
}

@test "other rules on boards up to 12 cells are those of data/, and data/RESULTS.md says what the tables do" {
    scripts/rule_variants.py 12 "$(dirname "$PAPAMU")" "$BATS_TEST_TMPDIR" 2>/dev/null
    small_boards_agree rule_variants 3
    small_boards_agree rule_variants_openings 3
    # Boards that are there stay, with their provenance; the next ones are added to them.
    before=$(grep -c '^#' "$BATS_TEST_TMPDIR/rule_variants.csv")
    scripts/rule_variants.py 13 "$(dirname "$PAPAMU")" "$BATS_TEST_TMPDIR" 2>"$BATS_TEST_TMPDIR/said"
    [ "$(grep -c '^solving 1x13,' "$BATS_TEST_TMPDIR/said")" = 10 ]
    [ "$(wc -l <"$BATS_TEST_TMPDIR/said")" = 10 ]
    [ "$(grep -c '^#' "$BATS_TEST_TMPDIR/rule_variants.csv")" = $((2 * before)) ]
    small_boards_agree rule_variants 3 13
    tests/repository/check_rule_variants.py
    # The check can fail: a row of the table that is changed is named.
    mkdir -p "$BATS_TEST_TMPDIR/other/data" "$BATS_TEST_TMPDIR/other/scripts"
    cp scripts/result_files.py "$BATS_TEST_TMPDIR/other/scripts"
    cp data/rule_variants*.csv data/atlas*.csv data/comparison.csv "$BATS_TEST_TMPDIR/other/data"
    sed 's/^    misere  any          64/    misere  any          53/' data/RESULTS.md >"$BATS_TEST_TMPDIR/other/data/RESULTS.md"
    local script=$PWD/tests/repository/check_rule_variants.py
    cd "$BATS_TEST_TMPDIR/other"
    run -1 "$script"
    [ "$output" = "the row of misere any" ]
}

@test "tables are joined, and kept where their rows agree" {
    cd "$BATS_TEST_TMPDIR"
    # shellcheck source=scripts/tables.sh
    # shellcheck disable=SC1091
    . "$OLDPWD/scripts/tables.sh"
    printf '# one\n# same\na,b,seconds\n1,2,3.5\n' >one
    printf '# two\n# same\na,b,seconds\n4,5,6.5\n' >two
    join_tables one two >both
    printf '# one\n# same\n# two\na,b,seconds\n1,2,3.5\n4,5,6.5\n' | diff - both
    sed 's/^# one/# again/; s/6.5/7.5/' both >other
    cp other new
    [ "$(keep_table new both 1)" = "the rows agree with both, which stays as it is" ]
    head -n 1 both | grep -q one
    [ "$(keep_table new both)" = "wrote both" ]
    cmp other both
}

@test "make experiments SIZE=small makes all files, figures and tables of self-play" {
    [ "${PAPAMU_LONG:-}" = 1 ] || skip "long"
    make --no-print-directory BUILD="$(dirname "$PAPAMU")" DATA="$BATS_TEST_TMPDIR/d" SIZE=small experiments figures tables
    cd "$BATS_TEST_TMPDIR/d"
    for name in boards selfplay selfplay_classes selfplay_choices selfplay_openings selfplay_lengths selfplay_plies matrix pairs random_exact census \
        remoteness sweep draughts_selfplay draughts_selfplay_plies draughts_matrix draughts_championship; do
        [ "$(grep -vc '^#' $name.csv)" -ge 2 ]
    done
    for name in boards branching length matrix both_games outcomes remoteness sweep; do
        [ -s $name.png ] && [ -s $name.pdf ]
    done
    # Simulated play is within 4.5 standard errors of the exact values.
    [ "$(grep -cE '[+-](4\.[5-9]|[5-9]\.|[0-9]{2,}\.)[0-9]* ' tables/random_exact.md)" = 0 ]
    # Steps of the ladder are beyond their intervals even here.
    [ "$(grep -c 'yes |$' tables/ladder.md)" -ge 2 ]
}

@test "every table of data/ names commits that are in the history" {
    git rev-parse --is-inside-work-tree && [ "$(git rev-parse --is-shallow-repository)" = false ] || skip "no history here"
    wrong=0
    while read -r commit; do
        git merge-base --is-ancestor "$commit" HEAD || { grep -l "^# git: $commit" data/*.csv && wrong=1; }
    done < <(sed -n 's/^# git: //p' data/*.csv | sort -u)
    [ "$wrong" = 0 ]
}

