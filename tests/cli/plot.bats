#!/usr/bin/env bats
# Pictures of tables: `papamu plot`. What a picture says is read from its SVG, where it comes from by the rules of each form.
#
# SPDX-License-Identifier: MIT
#
# `run` sets its variables for the test that calls it, and "$0" is for the inner shell:
# shellcheck disable=SC2016,SC2030,SC2031,SC2154

bats_require_minimum_version 1.5.0

load ../aid/program

setup() {
    root=$(realpath "$BATS_TEST_DIRNAME/../..")
    data=$root/data
    enter_test
}

plot() {
    "$PAPAMU" plot "$@"
}

# The texts of a picture, one a line.
texts() { # FILE.svg
    python3 - "$1" <<'END'
import sys
import xml.etree.ElementTree as tree

for text in tree.parse(sys.argv[1]).getroot().iter("{http://www.w3.org/2000/svg}text"):
    print("".join(text.itertext()).strip())
END
}

metadata() {
    python3 "$root/tests/aid/metadata.py" "$1"
}

# Expect exit code CODE, a sentence with PART on standard error, and no picture.
refuses() { # CODE PART WORDS...
    local code=$1 part=$2
    shift 2
    run --separate-stderr "$PAPAMU" plot "$@"
    [ "$status" = "$code" ] || { echo "papamu plot $*: ended with $status: $stderr" >&2 && return 1; }
    [[ $stderr == "papamu plot: "*"$part"* ]] || { echo "papamu plot $*: said: $stderr" >&2 && return 1; }
    [ -z "$output" ]
    [ ! -e out.svg ]
}

@test "every table in data/ that papamu wrote has a picture, which says where it comes from" {
    local csv width n=0
    for csv in "$data"/*.csv; do
        case $(basename "$csv" .csv) in
            comparison | external | programs | published) continue ;; # not of papamu
            cluster_plans | draughts_first_moves | draughts_variants_cost | draughts_variants_starts | families | samples)
                refuses 2 "is not a table that plot knows: these are lengths, plies, " "$csv"
                continue
                ;;
        esac
        if ! plot "$csv" -o picture.svg 2>said </dev/null; then # only what scripts wrote need not be known
            grep -q "is not a table that plot knows" said && ! grep -q '^# command: papamu ' "$csv" && continue
            cat said >&2 && false
        fi
        sed -n '/<metadata>/,/<.metadata>/{s/<.\{0,1\}metadata>//g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g; p}' picture.svg | sed '/^$/d' >source
        grep -q '^# command: papamu plot$' source
        diff <(grep '^#' "$csv") <(sed '1,/^# table 1:$/d' source)
        [ "$(grep -c '<text' picture.svg)" -ge 5 ]
        width=$(sed -n 's/^ width="\([0-9]*\)".*/\1/p' picture.svg)
        [ "$width" -le 657 ] || { echo "$csv: $width is more than two columns" >&2 && false; }
        ((n += 1))
    done
    [ "$n" -ge 43 ]
}

@test "the legend has the series, and --only and --names choose and name them" {
    plot "$data/selfplay_lengths.csv" -o a.svg
    [ "$(texts a.svg | grep -E '^(random|greedy|ab:.|mcts:200)$' | paste -sd' ')" = "random greedy ab:2 ab:4 ab:6 mcts:200" ]
    texts a.svg | grep -qx "Length of games: konane 8x8"
    plot "$data/selfplay_lengths.csv" --only "ab:4;random" --names "four plies; chance" --title "It's <mine> & yours" -o b.svg
    [ "$(texts b.svg | grep -cE '^(greedy|ab:.|mcts:200)$' || true)" = 0 ]
    [ "$(texts b.svg | grep -E '^(four plies|chance)$' | paste -sd' ')" = "four plies chance" ]
    texts b.svg | grep -qx "It's <mine> & yours"
    plot "$data/selfplay_lengths.csv" --title "" -o c.svg
    [ "$(texts c.svg | grep -c "Length of games" || true)" = 0 ]
    refuses 2 'there is no series "ab:5"; there are random; greedy; ab:2; ab:4; ab:6; mcts:200' "$data/selfplay_lengths.csv" --only "ab:5" -o out.svg
    refuses 2 'there is no series "ab:4"' "$data/selfplay_lengths.csv" --only "ab:4;ab:4" -o out.svg
    refuses 2 "--names has more names than the 6 series" "$data/selfplay_lengths.csv" --names "a;b;c;d;e;f;g" -o out.svg
}

@test "numbers of a table are those in the picture" {
    plot "$data/matrix.csv" -o m.svg
    texts m.svg >found
    while read -r share; do
        grep -qx "$share" found
    done < <(awk -F, '/^konane/ { printf "%.1f\n", 100 * $10 }' "$data/matrix.csv")
    plot "$data/opening_values.csv" --only "5x5, black corner" -o o.svg
    [ "$(texts o.svg | grep -cx -e "-1/2")" = "$(grep -c '^5,5,black,.*,-1/2,' "$data/opening_values.csv")" ]
    plot "$data/thermographs.csv" -o t.svg
    texts t.svg | grep -qFx '{1,1*,{1,1*|0}|0}'
}

@test "three forms, three styles" {
    for style in paper screen slides; do
        for form in png pdf svg; do
            plot "$data/census.csv" --style $style -o "$style.$form"
            metadata "$style.$form" | grep -qx "# command: papamu plot --style $style"
            metadata "$style.$form" | grep -qx "# command: papamu census --format csv 6x6"
            plot "$data/census.csv" --style $style --no-provenance -o "bare.$form"
            [ -z "$([ $form = pdf ] || metadata bare.$form)" ]
        done
    done
    size() { od -An -j16 -N8 -tu1 "$1" | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }'; }
    [ "$(size slides.png)" = "1920 1079" ]
    [ "$(size paper.png | cut -d' ' -f1)" = 1032 ]
    # without -o: SVG
    plot "$data/census.csv" --style screen >shown.svg
    cmp shown.svg screen.svg
    # the same picture a second later, PDF too
    sleep 1.1
    plot "$data/census.csv" --style slides -o again.pdf
    cmp <(sed 's/^%.*//' again.pdf | grep -ac .) <(sed 's/^%.*//' slides.pdf | grep -ac .)
    refuses 2 '--style "poster" is not known; it may be paper, screen or slides' "$data/census.csv" --style poster -o out.svg
}

@test "the script draws the same picture by gnuplot alone" {
    plot "$data/selfplay_plies.csv" -o picture.svg --gp script.gp
    mkdir elsewhere
    mv script.gp elsewhere
    (cd elsewhere && gnuplot script.gp)
    diff <(sed '/<metadata>/,/<.metadata>/d; /^$/d' picture.svg) <(sed '/^$/d' elsewhere/picture.svg)
    grep -qx "# command: papamu plot" elsewhere/script.gp
    # without -o no picture is drawn, and the script draws one of its own name
    plot "$data/census.csv" --gp my.census.gp >nothing
    [ ! -s nothing ]
    gnuplot my.census.gp
    texts my.census.svg | grep -qx "Outcome classes: 6x6"
    [ "$(ls)" = "$(printf '%s\n' elsewhere my.census.gp my.census.svg nothing picture.svg)" ]
}

@test "tables of the user's own: any agents, boards and names" {
    "$PAPAMU" selfplay 5x6 --games 40 --seed 2 --matrix 'random;mobility;safe;ab:1' --summary --format csv -o sums.csv 2>said ||
        "$PAPAMU" selfplay 5x6 --games 40 --seed 2 --matrix 'random;greedy;ab:1' --summary --format csv -o sums.csv
    for table in series lengths pairs; do
        "$PAPAMU" stats sums.csv --table $table --format csv -o "it's \$HOME, a \"$table\".csv"
        plot "it's \$HOME, a \"$table\".csv" -o "it's \$HOME, a \"$table\".svg"
        texts "it's \$HOME, a \"$table\".svg" | grep -q "konane 5x6"
    done
    texts "it's \$HOME, a \"lengths\".svg" | grep -qx "random v greedy"
    # an agent that plays White alone, in the first row alone
    "$PAPAMU" selfplay 4x4 --games 4 --seed 2 --black ab:1 --white random --summary --format csv -o one.csv
    "$PAPAMU" selfplay 4x4 --games 4 --seed 3 --black greedy --white ab:1 --summary --format csv -o two.csv
    "$PAPAMU" stats one.csv two.csv --table series --format csv -o series.csv
    plot series.csv -o series.svg
    texts series.svg | grep -qx random
    "$PAPAMU" values 2x3 --table temperatures --format csv -o t.csv
    plot t.csv -o t.svg
    texts t.svg | grep -qx "How hot positions are: 2x3"
    "$PAPAMU" perft 4x4 5 --format csv -o perft.csv
    plot perft.csv -o perft.svg
    # tables of one kind in one picture; a byte order mark and line ends of another system
    "$PAPAMU" solve 3x3 --format csv -o a.csv
    printf '\xef\xbb\xbf' >b.csv
    "$PAPAMU" solve 3x4 --format csv | sed 's/$/\r/' >>b.csv
    plot a.csv b.csv -o both.svg
    [ "$(texts both.svg | grep -E '^3x[34]$' | paste -sd' ')" = "3x3 3x4" ]
    [ "$(metadata both.svg | grep -c '^# command: papamu solve')" = 2 ]
}

@test "a band of few games stays inside the picture, and every label can be read" {
    printf 'rules,board,black,white,jumps,count,share\n' >few.csv
    for bar in 5,3 6,0 7,5 8,0 9,11 10,0 11,5 12,6; do
        echo "konane,5x5,greedy,random,$bar,0.1" >>few.csv
    done
    plot few.csv -o few.svg
    # Its corners are over the eight lengths; where it is cut at an edge of the picture it has others.
    python3 - few.svg <<'END'
import re
import sys

(points,) = re.findall(r"<polygon fill = .* fill-opacity = '0.150000' points = '([^']*)'", open(sys.argv[1]).read())
assert len({point.split(",")[0] for point in points.split()}) == 8, points
END
    # White letters are on dark edges that stand, of which 6x6 has two; on one that lies they would be cut.
    plot "$data/integers.csv" --only 6x6 -o edges.svg
    [ "$(grep -B1 '>1</tspan>' edges.svg | grep -c 'fill="rgb(255,255,255)"')" = 2 ]
}

@test "bad input is one sentence" {
    printf '' >empty.csv
    printf '# only\n# comments\n' >comments.csv
    printf 'depth,count\n' >header.csv
    printf 'depth,count\n1,2\n2\n' >short.csv
    printf 'depth,count\n1,2\n2,"3\n' >quote.csv
    printf 'depth,count\n1,2\n2,many\n' >word.csv
    printf 'depth,count\n1,inf\n' >infinite.csv
    printf 'name,size\na,1\n' >other.csv
    printf 'depth,count\n1,2\0,3\n' >zero.csv
    "$PAPAMU" selfplay 4x4 --games 3 --format csv -o games.csv
    "$PAPAMU" perft 4x4 3 --format csv -o good.csv
    refuses 2 '"empty.csv" has no header line: it is empty' empty.csv -o out.svg
    refuses 2 '"." is a directory, not a file with tables' . -o out.svg
    refuses 2 '"comments.csv" has no header line: it has comments alone' comments.csv -o out.svg
    refuses 2 '"header.csv" has a header and no rows' header.csv -o out.svg
    refuses 2 '"short.csv", line 3: 1 cells, the header has 2' short.csv -o out.svg
    refuses 2 '"quote.csv", line 3: a quote is misplaced or left open' quote.csv -o out.svg
    refuses 2 '"word.csv", row 2: count is "many", expected a number' word.csv -o out.svg
    refuses 2 '"infinite.csv", row 1: count is "inf", expected a number' infinite.csv -o out.svg
    refuses 2 '"other.csv" is not a table that plot knows: these are lengths, ' other.csv -o out.svg
    refuses 2 'is not text (it has zero bytes)' zero.csv -o out.svg
    refuses 2 '"games.csv" has self-play games; draw their tables: `papamu stats FILE --table lengths' games.csv -o out.svg
    refuses 2 '"." is a directory' . -o out.svg
    refuses 3 'cannot open "missing.csv": No such file' missing.csv -o out.svg
    refuses 2 '"good.csv" has perft and "'"$data"'/census.csv" has census; give tables of one kind' good.csv "$data/census.csv" -o out.svg
    refuses 2 'the picture "out.jpeg" must end in .png, .pdf or .svg' good.csv -o out.jpeg
    refuses 2 "the result is a picture" good.csv --format csv -o out.svg
    refuses 2 "FILE is missing"
    refuses 2 "-o and --gp name the same file" good.csv -o out.svg --gp out.svg
    refuses 2 "FILE name the same file" good.csv -o good.csv
    [ "$(head -n 1 good.csv | cut -d' ' -f2)" = papamu ]
}

@test "what cannot be drawn or written is 3, and leaves the picture that was there" {
    "$PAPAMU" perft 4x4 3 --format csv -o good.csv
    run --separate-stderr env PATH=/nowhere "$PAPAMU" plot good.csv -o out.png
    [ "$status" = 3 ]
    [[ $stderr == *'gnuplot could not draw "out.png"; is it installed?'* ]]
    refuses 3 "No such file" good.csv -o no/such/out.svg
    refuses 3 "No such file" good.csv --gp no/such/script.gp
    for form in png pdf svg; do # a limit on the size of files is a full disk
        echo old >"full.$form"
        run --separate-stderr bash -c 'ulimit -f 2; "$0" plot good.csv -o "$1"' "$PAPAMU" "full.$form"
        [ "$status" = 3 ]
        [[ $stderr == *"File too large"* ]]
        [ "$(cat "full.$form")" = old ]
    done
    [ -z "$(find . -name '*.partial')" ]
    # a gnuplot that fails, and one that stops half-way
    mkdir bin
    for last in "exit 1" "echo '<svg' ; exit 0"; do
        printf '#!/bin/sh\n%s\n' "$last" >bin/gnuplot
        chmod +x bin/gnuplot
        run --separate-stderr env PATH="$PWD/bin:$PATH" "$PAPAMU" plot good.csv -o full.svg
        [ "$status" = 3 ]
        [[ $stderr == *'gnuplot could not draw "full.svg".'* ]]
        [ "$(cat full.svg)" = old ]
    done
    # a program without its templates
    cp "$PAPAMU" bin/papamu
    run --separate-stderr bin/papamu plot good.csv -o out.svg
    [ "$status" = 3 ]
    [[ $stderr == *"cannot read the template "*"common.gp\": No such file"* ]]
}

@test "the topic plots has the kinds that an error names" {
    local list kind
    echo 'a,b' >other.csv
    list=$(plot other.csv 2>&1 | sed 's/.*these are //; s/ (.*//; s/ and /, /')
    [ "$(tr ',' '\n' <<<"$list" | wc -l)" -ge 20 ]
    while read -r kind; do
        "$PAPAMU" help plots | grep -q "^    $kind "
    done < <(tr ',' '\n' <<<"$list" | sed 's/^ *//')
}
