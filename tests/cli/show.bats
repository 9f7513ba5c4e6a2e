#!/usr/bin/env bats
# Pictures of positions: `papamu show --svg`, `--png`, `--tikz`. What is in a picture is read back from the SVG and compared
# with the position, and its arrows with `papamu analyse`.
#
# SPDX-License-Identifier: MIT
#
# `run` sets its variables for the test that calls it:
# shellcheck disable=SC2154

bats_require_minimum_version 1.5.0

load ../aid/program

setup() {
    enter_test
}

# Expect exit code CODE, a sentence with PART on standard error, and no picture.
refuses() { # CODE PART WORDS...
    local code=$1 part=$2
    shift 2
    run --separate-stderr "$PAPAMU" show "$@"
    [ "$status" = "$code" ] || { echo "papamu show $*: ended with $status: $stderr" >&2 && return 1; }
    [[ $stderr == "papamu show: "*"$part"* ]] || { echo "papamu show $*: said: $stderr" >&2 && return 1; }
    [ ! -e x.svg ] && [ ! -e x.png ] && [ ! -e x.tex ]
}

# The cells of the board in an SVG, row by row: x Black, o White, X and O kings, "." nothing.
read_back() { # FILE ROWS COLS
    python3 - "$@" <<'END'
import sys
import xml.etree.ElementTree as tree

path, rows, cols = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
svg = "{http://www.w3.org/2000/svg}"
root = tree.parse(path).getroot()
board = next(r for r in root.iter(svg + "rect") if r.get("fill") in ("#e9d2a6", "#f3e3c3"))
left, top = float(board.get("x")), float(board.get("y"))
cells = {}
for circle in root.iter(svg + "circle"):
    at = int((float(circle.get("cy")) - top) // 60), int((float(circle.get("cx")) - left) // 60)
    if float(circle.get("r")) == 24:
        cells[at] = "x" if circle.get("fill") == "#222222" else "o"
    elif circle.get("fill") == "none" and at in cells and circle.get("stroke") in ("#222222", "#ffffff"):
        cells[at] = cells[at].upper()
print("|".join("".join(cells.get((row, col), ".") for col in range(cols)) for row in range(rows)))
END
}

@test "the SVG has the stones of the position" {
    for board in "..xo|oxox|xoxo|oxox" ".xo.o.o.|.o......|.x......" "xoxox|o.oxo|xox.x"; do
        "$PAPAMU" show "$board" --svg board.svg >shown
        [ "$(read_back board.svg "$(grep -o '|' <<<"$board|" | wc -l)" "$(cut -d'|' -f1 <<<"$board" | awk '{ print length }')")" = "$board" ]
    done
    "$PAPAMU" show "W:WK18,K19,21:BK1,5,12" --game italian --svg board.svg >shown
    [ "$(read_back board.svg 8 8)" = "X.......|.x......|......x.|........|..O.O...|.o......|........|........" ]
    [ "$(grep -c '<text' board.svg)" = 32 ]
    # every other square is dark, from the corner on
    diff <(sed -n 's/^<rect x="\([0-9]*\)" y="\([0-9]*\)" width="60" height="60" fill="#c69c6d".*/\1 \2/p' board.svg | sort -n -k2,2 -k1,1) \
        <(for y in {0..7}; do for x in {0..7}; do (((x + y) % 2)) || echo "$((9 + 60 * x)) $((9 + 60 * y))"; done; done)
}

@test "coordinates, or none" {
    "$PAPAMU" show start --board 2x28 --svg with.svg >shown
    [ "$(sed -n 's/.*<text.*>\(.*\)<.text>/\1/p' with.svg | paste -sd' ')" = "2 1 a b c d e f g h i j k l m n o p q r s t u v w x y z aa ab" ]
    "$PAPAMU" show start --board 2x28 --no-coordinates --svg without.svg >shown
    [ "$(grep -c '<text' without.svg || true)" = 0 ]
}

@test "moves are made first, and the last one is marked" {
    "$PAPAMU" show start --board 5x6 --moves "c3 c4, c1-c3" --svg board.svg >shown
    [ "$(read_back board.svg 5 6)" = "xoxoxo|ox.xox|xoxoxo|ox.xox|xo.oxo" ]
    grep -q '^position: bwbwbw/wb1bwb/bwbwbw/wb1bwb/bw1wbw w$' shown
    [ "$(grep -c 'fill="#56b4e9"' board.svg)" = 2 ]
    "$PAPAMU" show start --board 5x6 --moves "c3" --svg board.svg >shown
    [ "$(grep -c 'fill="#56b4e9"' board.svg)" = 1 ]
    "$PAPAMU" show start --board 5x6 --moves " " --svg board.svg >shown
    [ "$(grep -c 'fill="#56b4e9"' board.svg || true)" = 0 ]
}

# COLOUR LABEL of each arrow's label, in the order of the moves.
labels() {
    grep -A1 'r="14.4"' "$1" | sed -n 's/.*fill="#\([0-9a-f]*\)">\(.*\)<.text>/\1 \2/p'
}

@test "the arrows of all moves say who wins by them, and when" {
    position="1wbw/1bw1/b3/wb1b w"
    "$PAPAMU" show "$position" --opening any --values --time 0 --svg board.svg >shown
    "$PAPAMU" analyse "$position" --opening any --time 0 --format csv --no-provenance | sed 1d |
        awk -F, '{ print ($3 == "white" ? "0072b2" : "d55e00"), $4 }' >expected
    labels board.svg >drawn
    [ "$(wc -l <drawn)" = 4 ]
    cmp drawn expected
    [ "$(grep -c '<polygon' board.svg)" = 4 ]
    "$PAPAMU" show "$position" --opening any --values --label value --time 100 --svg board.svg >shown
    [ "$(labels board.svg | cut -d' ' -f2 | paste -sd' ')" = "{2|*} 1v* -1/2 1" ]
    "$PAPAMU" show "$position" --opening any --arrows "b4-b2 a1-c1" --svg board.svg >shown
    [ "$(grep -c '<polygon' board.svg)" = 2 ]
    "$PAPAMU" show start --board 8x8 --values --depth 2 --time 0 --svg board.svg >shown
    "$PAPAMU" analyse start --board 8x8 --depth 2 --time 0 --sort notation --format json >deep
    labels board.svg | cut -d' ' -f2 >drawn
    sed -n 's/.*"score": \(-\{0,1\}[0-9]*\), "depth": 2,.*/\1/p' deep | awk '{ printf "%+d\n", $1 }' >expected
    [ "$(wc -l <expected)" = 4 ]
    cmp drawn expected
    # a removal is a ring about its stone
    "$PAPAMU" show start --board 4x4 --values --time 0 --svg board.svg >shown
    [ "$(labels board.svg | sort | uniq -c | sed 's/^ *//')" = "4 d55e00 5" ]
    [ "$(grep -c '<polygon' board.svg || true)" = 0 ]
}

@test "a picture says where it comes from" {
    "$PAPAMU" show "..xo|oxox|xoxo|oxox" --moves "a2-a4" --svg board.svg --tikz board.tex >shown
    python3 -c '
import xml.etree.ElementTree as tree
text = tree.parse("board.svg").getroot().find("{http://www.w3.org/2000/svg}metadata").text
assert "# papamu " in text and "# command: papamu show --moves a2-a4 " in text, text'
    grep -q '^% # command: papamu show --moves a2-a4 ' board.tex
    "$PAPAMU" show "..xo|oxox|xoxo|oxox" --svg board.svg --tikz board.tex --no-provenance >shown
    [ "$(cat board.svg board.tex | grep -c -e papamu -e metadata || true)" = 0 ]
}

@test "PNG is drawn by gnuplot, at 60 pixels to a cell" {
    "$PAPAMU" show start --board 5x6 --png board.png >shown
    [ "$(head -c 8 board.png | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ]
    [ "$(od -An -j16 -N8 -tu1 board.png | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }')" = "411 351" ]
    python3 "$BATS_TEST_DIRNAME/../aid/metadata.py" board.png | grep -qx "# command: papamu show --board 5x6 start"
    run --separate-stderr env PATH=/nonexistent "$PAPAMU" show start --png x.png
    [ "$status" = 3 ]
    [[ $stderr == *'gnuplot could not draw "x.png"; is it installed?'* ]]
    [ ! -e x.png ]
}

@test "gnuplot is asked for the shapes of the SVG" {
    local words=(show "1wbw/1bw1/b3/wb1b w" --opening any --arrows "b4-b2 a1-c1")
    mkdir bin
    printf '#!/bin/sh\ncat >script\n' >bin/gnuplot # it draws nothing
    chmod +x bin/gnuplot
    run -3 env PATH="$PWD/bin:$PATH" "$PAPAMU" "${words[@]}" --png x.png
    "$PAPAMU" "${words[@]}" --svg x.svg >shown
    sed -nE 's/^set (object [0-9]+ )?(rectangle|circle|polygon|label) .*/\2/p' script >asked
    sed -nE 's/^<(rect|circle|line|polygon|text) .*/\1/p' x.svg |
        sed 's/rect/rectangle/; s/line/polygon/; s/text/label/' >expected # a line is a thin polygon
    [ "$(sort -u expected | wc -l)" = 4 ]
    cmp asked expected
}

@test "TikZ is a picture that LaTeX reads" {
    "$PAPAMU" show "1wbw/1bw1/b3/wb1b w" --opening any --values --label value --time 100 --tikz board.tex >shown
    [ "$(grep -c 'circle\[radius=0.4\]' board.tex)" = 9 ]
    [ "$(tail -n 1 board.tex)" = '\end{tikzpicture}' ]
    command -v pdflatex && kpsewhich tikz.sty || skip "needs LaTeX with TikZ"
    printf '%s\n' '\documentclass{article}\usepackage{tikz}\begin{document}' '\input{board}' '\end{document}' >page.tex
    pdflatex -interaction=nonstopmode page.tex >log
    [ -s page.pdf ]
}

@test "bad input" {
    refuses 2 'position "st\x7f\x01"' $'st\x7f\x01'
    refuses 2 '--moves, move "a1-a2"' start --moves "c4 a1-a2" --board 6x6 --svg x.svg
    refuses 2 '--moves, move "z"' start --moves z --svg x.svg
    refuses 2 '--arrows, move "a1-a3"' start --arrows a1-a3 --svg x.svg
    refuses 2 '--values is about a picture, and needs --svg, --png or --tikz' start --values
    refuses 2 '--arrows is about a picture' start --arrows a8
    refuses 2 '--no-coordinates is about a picture' start --no-coordinates
    refuses 2 '--label needs --values' start --svg x.svg --label plies
    refuses 2 '--time needs --values' start --svg x.svg --time 3
    refuses 2 '--depth needs --values' start --svg x.svg --depth 3
    refuses 2 '--depth' start --svg x.svg --values --depth 1
    refuses 2 '--label "size" is not known' start --svg x.svg --values --label size
    refuses 2 'it excludes --arrows' start --svg x.svg --values --arrows a8
    refuses 2 '--time needs seconds' start --svg x.svg --values --time soon
    refuses 2 'cannot both be' xx --svg x.svg
    refuses 3 'cannot write to "none/x.svg"' start --svg none/x.svg
    refuses 3 'No such file' start --svg x.svg --values --db none.papamu
    [ ! -e /dev/full ] || refuses 3 'No space left' start --svg /dev/full
}
