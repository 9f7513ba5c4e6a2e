#!/usr/bin/env bats
# Exact values from the command line: papamu value and papamu values.
#
# SPDX-License-Identifier: MIT
#
# `run` sets its variables for the test that calls it:
# shellcheck disable=SC2016,SC2030,SC2031,SC2154

bats_require_minimum_version 1.5.0

load ../aid/program

setup() {
    enter_test
}

# Expect exit code CODE, and a sentence with PART on standard error.
refuses() { # CODE PART WORDS...
    local code=$1 part=$2
    shift 2
    run --separate-stderr "$PAPAMU" "$@" </dev/null
    [ "$status" = "$code" ] || { echo "papamu $*: ended with $status: $stderr" >&2 && return 1; }
    [[ $stderr == "papamu"*"$part"* ]] || { echo "papamu $*: said: $stderr" >&2 && return 1; }
}

@test "value shows its progress, if asked" {
    run -0 --separate-stderr "$PAPAMU" value "xoxo|oxox|x..o|oxox"
    [ -z "$stderr" ]
    run -0 --separate-stderr "$PAPAMU" value --progress "xoxo|oxox|x..o|oxox"
    [[ $stderr =~ ^"value  "[0-9.]+" "k?"positions, "[0-9.]+" "[kM]?"positions/s, 0:"[0-9]{2}$ ]]
}

@test "known values in csv" {
    # CGSuite 1.x, its own test; cgt-tools; Ernst 1995
    run -0 "$PAPAMU" value ".xo.o.o.|.o......|.x......" ".ox.|o..x|...." ".xoxox." --format csv --no-provenance
    [ "$output" = "position,value,outcome,mean,temperature
.xo.o.o.|.o......|.x......,\"{1,1*,{1,1*|0}|0}\",next_player,1/2,1/2
.ox.|o..x|....,+-1,next_player,0,1
.xoxox.,-2,white,-2,-1" ]
}

# A board of 6 rows: a line of N stones that begins with Black in the third of N + 4 columns, a white stone under its first.
tail_of() { # N
    local dots line i
    printf -v dots '.%.0s' $(seq "$(($1 + 4))")
    line=..
    for ((i = 0; i < $1 - 1; i++)); do line+=$([ $((i % 2)) = 0 ] && echo x || echo o); done
    echo "$dots|$dots|$line...|..o${dots:3}|$dots|$dots"
}

@test "positions of up to 20x20 cells" {
    # Ernst 1995: tails; two of them, 11 rows apart, add up
    run -0 "$PAPAMU" value "$(tail_of 41)" "$(tail_of 43)" --format csv --no-provenance
    [ "$(sed 1d <<<"$output" | cut -d, -f2-4)" = "{19|*},black,19/2
{20|0},next_player,10" ]
    run -0 "$PAPAMU" value "1wb17/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/17bw1" --format csv --no-provenance
    [ "$(sed 1d <<<"$output" | cut -d, -f2)" = 0 ]
    run -0 "$PAPAMU" value --options "1wb17/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20" --format csv --no-provenance
    [ "$(sed 1d <<<"$output" | cut -d, -f2-)" = "black,c20-a20,0,canonical
white,b20-d20,0,canonical" ]
}

@test "both notations, any side to move" {
    run -0 "$PAPAMU" value "2bw w" "2bw b" "2bw" "..xo b" --format csv --no-provenance
    [ "$(sed 1d <<<"$output" | cut -d, -f2 | sort -u)" = "-1" ]
}

@test "positions from standard input; bad lines are left out and make exit code 2" {
    run --separate-stderr "$PAPAMU" value --format csv --no-provenance <<'END'
..xo
# a comment

xx
.ox.
END
    [ "$status" = 2 ]
    [ "$(sed 1d <<<"$output" | cut -d, -f2 | paste -sd' ')" = "-1 *" ]
    [[ $stderr == *'line 4, position "xx"'*"cannot both be"* ]]
}

@test "sums" {
    run -0 "$PAPAMU" value --sum "..ox" ".ox." ".xoxox." --format csv --no-provenance
    [ "${lines[1]}" = "..ox + .ox. + .xoxox.,-1*,white,-1,0" ]
    run -0 "$PAPAMU" value --sum ".ox." ".ox." --format csv --no-provenance
    [ "${lines[1]}" = ".ox. + .ox.,0,previous_player,0,-1" ]
}

@test "options with the moves that lead to them" {
    run -0 "$PAPAMU" value ".xo.o.o.|.o......|.x......" --options --format csv --no-provenance
    [ "$(sed 1d <<<"$output" | cut -d, -f2-)" = 'black,b3-d3,"{1,1*|0}",canonical
black,b3-f3,1*,canonical
black,b3-h3,1,canonical
white,c3-a3,0,canonical' ]
    run -0 "$PAPAMU" value ".xoxo." --options --format csv --no-provenance
    [[ $output == *"reversible"* ]]
    # of White, too; and a canonical option that no move leads to, because one reversed through it
    run -0 "$PAPAMU" value "xox.x|....." "..xoxo.o.o" --options --format csv --no-provenance
    [[ $output == *"xox.x|.....,white,b2-d2,1,reversible"* ]]
    [[ $output == *"..xoxo.o.o,white,,0,canonical"* ]]
}

@test "traits" {
    run -0 "$PAPAMU" value "..ox" ".ox." ".x.xoxo." ".o.o|o.o.|xox." "...o|.xo.|.oxo" "..x.|.x.x|xo.." "xox.|o.o.|...." \
        --traits --format csv --no-provenance
    [ "${lines[1]}" = "..ox,1,black,1,-1,1,1,1,integer," ]
    [ "${lines[2]}" = ".ox.,*,next_player,0,0,0,0,1,nimber,0" ]
    [ "${lines[3]}" = ".x.xoxo.,vv,white,0,0,0,0,3,all_small,-2" ]
    [ "${lines[4]}" = ".o.o|o.o.|xox.,{3|1},black,2,1,3,1,4,hot," ]
    [ "${lines[5]}" = "...o|.xo.|.oxo,1+tiny(1),black,1,0,1,1,3,tepid," ]
    [ "${lines[6]}" = "..x.|.x.x|xo..,tiny(1),black,0,0,0,0,3,infinitesimal," ]
    [ "${lines[7]}" = "xox.|o.o.|....,1*,black,1,0,1,1,2,number_up_star," ]
}

@test "thermographs" {
    run -0 "$PAPAMU" value ".ox.|o..x|...." --thermograph graph.gp
    grep -q "^1 0$" graph.gp
    grep -q "plot" graph.gp
    if command -v gnuplot >/dev/null; then
        for format in png pdf svg; do
            run -0 "$PAPAMU" value --sum ".ox.|o..x|...." "..ox" --thermograph "it's a graph.$format"
            python3 "$BATS_TEST_DIRNAME/../aid/metadata.py" "it's a graph.$format" | grep -qx "# command: papamu value --sum '.ox.|o..x|....' ..ox"
        done
        [ -z "$(ls -- *.part 2>/dev/null)" ]
        refuses 3 "No such file" value "..ox" --thermograph no/such/graph.png
        for format in png pdf svg; do # a limit on the size of files simulates a full disk
            echo old >"full.$format"
            run --separate-stderr bash -c 'ulimit -f 2; "$1" value "..ox" --thermograph "$2"' _ "$PAPAMU" "full.$format"
            [ "$status" = 3 ]
            [[ $stderr == *"File too large"* ]]
            [ "$(cat "full.$format")" = old ]
        done
        [ -z "$(find . -name 'full.*.*')" ]
        run --separate-stderr env PATH=/nowhere "$PAPAMU" value "..ox" --thermograph none.png
        [ "$status" = 3 ]
        [[ $stderr == *"is it installed?"* ]]
    fi
    refuses 3 "No such file" value "..ox" --thermograph no/such/graph.gp
}

@test "values for LaTeX" {
    # the signs of Winning Ways: {4|0}, 1 up star, double down, tiny
    run -0 "$PAPAMU" calc "{4|0}" "1 + ^*" "-2.^" "1/2 + 3.v + *2" "{0||0|-2}" "1 + {0|{0|-2}}" "{1/2|-1}" "^ || *" "-3" "0-(3.^)" "{3.^|-1}" \
        --format latex --no-provenance
    [ "$(sed -n 's/^[^%]* & \(\$[^&]*\|true\) & [a-z\\_]* & .*/\1/p' <<<"$output")" = '$\{4\mid 0\}$
$1{\uparrow}{\ast}$
${\Downarrow}$
$\frac{1}{2}+3{\cdot}{\downarrow}{\ast}2$
$\mathbf{+}_{2}$
$1+\mathbf{+}_{2}$
$\{\frac{1}{2}\mid -1\}$
true
$-3$
$3{\cdot}{\downarrow}$
$\{3{\cdot}{\uparrow}\mid -1\}$' ]
    run -0 "$PAPAMU" value "..xo" ".ox.|o..x|...." --format latex --no-provenance
    [ "$output" = '% \usepackage{booktabs}
\begin{tabular}{lllll}
\toprule
position & value & outcome & mean & temperature \\
\midrule
..xo & $-1$ & white & $-1$ & $-1$ \\
.ox.{\textbar}o..x{\textbar}.... & $\pm 1$ & next\_player & $0$ & $1$ \\
\bottomrule
\end{tabular}' ]
    command -v pdflatex >/dev/null || skip "the rest needs LaTeX"
    {
        printf '%s\n' '\documentclass{article}\usepackage{booktabs}\begin{document}'
        echo "$output"
        "$PAPAMU" values 2x3 --format latex --table openings
        printf '%s\n' '\end{document}'
    } >table.tex
    pdflatex -interaction=nonstopmode -halt-on-error table.tex >log
}

@test "a cache is kept, read again, and refused if it is damaged" {
    run -0 "$PAPAMU" value "..xo|oxox|xoxo" --cache known --format csv --no-provenance
    first=$output
    [ -s known ]
    cp known before
    run -0 "$PAPAMU" value "..xo|oxox|xoxo" --cache known --format csv --no-provenance
    [ "$output" = "$first" ]
    cmp known before
    run -0 "$PAPAMU" value "..xo|oxox|xoxo" "..xoxo" --cache known --threads 1
    run -1 cmp -s known before
    run -0 "$PAPAMU" value "..xoxo" "..xo|oxox|xoxo" --cache other --threads 2
    cmp known other
    head -c 500 known >short
    refuses 1 'the cache "short" is damaged' value "..xo" --cache short
    refuses 2 '"text" is not a cache' value "..xo" --cache "$(echo "no cache at all" >text; echo text)"
    printf '\2' | dd of=known bs=1 seek=8 conv=notrunc 2>/dev/null
    refuses 2 "has version 2, this program reads version 1" value "..xo" --cache known
    refuses 3 "no/such" value "..xo" --cache no/such/file
}

@test "a position too large for the memory: an integer by search, else bounds" {
    # the value of the 5x5 centre opening is 1
    run -0 "$PAPAMU" value "xoxox|oxoxo|xo..x|oxoxo|xoxox" --memory 8M --format csv --no-provenance
    [ "${lines[1]}" = "xoxox|oxoxo|xo..x|oxoxo|xoxox,1,black,1,-1" ]
    open=".oxoxo|.x..ox|x...xo|o.o...|.oxox.|.xoxox"
    run --separate-stderr "$PAPAMU" value "$open" "..ox" --memory 8M --format csv --no-provenance
    [ "$status" = 3 ]
    [[ "${lines[1]}" == "$open,,next_player,," ]]
    [ "${lines[2]}" = "..ox,1,black,1,-1" ]
    [[ $stderr == *"8.00 MiB of memory do not suffice for its value, which is at least "*" and at most "*. ]]
    # the rest is kept: the file of the result, the cache, and the code, whatever comes after
    run --separate-stderr "$PAPAMU" value "$open" "..ox" "..xx" --memory 8M --format csv --no-provenance -o kept --cache new
    [ "$status" = 3 ]
    [ "$(tail -n 1 kept)" = "..ox,1,black,1,-1" ]
    [ -s new ]
}

@test "bad input" {
    refuses 2 "at byte 0: expected a position" value ""
    refuses 2 "cannot both be" value "bw/bw"
    refuses 2 "more than 400 cells" value "401 b"
    refuses 2 "the corner was said to be white" value "..xo|oxox" --corner white
    refuses 2 "the board 5x5" value "..xo|oxox" --board 5x5
    refuses 2 "exclude each other" value "..xo" --sum --options
    refuses 2 "exclude each other" value "..xo" --traits --options
    refuses 2 "--sum needs the positions" value --sum
    refuses 2 "must end in .png" value "..xo" --thermograph graph.jpeg
    refuses 2 "one position" value "..xo" "..ox" --thermograph graph.png
    refuses 2 "one position" value --thermograph graph.png
    refuses 2 "only Konane has exact values, not --game italian" value "..xo" --game italian
    refuses 3 "needs 8.00 MiB of memory" value "..xo" --memory 1M
    refuses 3 "8.00 MiB given" value "xoxox|oxoxo|xo..x|oxoxo|xoxox" --options --memory 8M
}

@test "values of all positions of a board" {
    run -0 "$PAPAMU" values 2x4 --format csv --no-provenance
    [ "${lines[0]}" = "value,positions,outcome,mean,temperature,birthday" ]
    [ "$(sed 1d <<<"$output" | awk -F, '{ n += $2 } END { print n }')" = 256 ]
    run -0 "$PAPAMU" values 2x4 --format csv --no-provenance --table birthdays
    [ "$(sed 1d <<<"$output" | awk -F, '{ n += $3 } END { print n }')" = 256 ]
    run -0 "$PAPAMU" values 2x4 --format csv --no-provenance --table temperatures --threads 1
    [ "$output" = "$("$PAPAMU" values 2x4 --format csv --no-provenance --table temperatures --threads 2)" ]
    [ "$(sed 1d <<<"$output" | awk -F, '{ n += $3 } END { print n }')" = 256 ]
    run -0 "$PAPAMU" values 2x4 --format csv --no-provenance --table stones
    [ "$(sed 1d <<<"$output" | awk -F, '{ n += $2 } END { print n }')" = 256 ]
    # as many integers as the sweep counts
    [ "$(sed 1d <<<"$output" | awk -F, '{ n += $5 } END { print n }')" = "$("$PAPAMU" values 2x4 --integers --format csv \
        --no-provenance --table integers | sed '1d;$d' | awk -F, '{ n += $5 } END { print n }')" ]
    # every opening is what the sweep says of it
    diff <("$PAPAMU" values 4x4 --format csv --table openings | sed '/^#/d' | cut -d, -f1-6) \
        <("$PAPAMU" values 4x4 --integers --format csv | sed '/^#/d' | cut -d, -f1-6)
    run -0 "$PAPAMU" values 4x4 --format csv --no-provenance --table openings --opening fixed:a4,b4
    [ "$output" = "rows,cols,corner,black_removes,white_removes,value,outcome,mean,temperature,rules
4,4,black,a4,b4,0,previous_player,0,-1,corner-centre corner any near-centre" ]
    run -0 "$PAPAMU" values 4x4 --format csv --no-provenance --table nimbers
    [ "$(sed 1d <<<"$output" | cut -d, -f1 | paste -sd' ')" = "0 * *2" ]
    run -0 "$PAPAMU" values 4x4 --format csv --no-provenance --table hottest --top 2
    [ "$(sed 1d <<<"$output" | cut -d, -f1,5 | paste -sd' ')" = "{4|0},2 {0|-4},2" ]
    run -0 "$PAPAMU" values 4x4 --format csv --no-provenance --table fractions --top 1
    [ "${lines[1]}" = "-15/8,4,white,-15/8,-1/8,5" ]
    run -0 "$PAPAMU" values 1x3 --format csv --no-provenance --table hottest --top 1000 # more than there are
    [ "${#lines[@]}" = 3 ]
    run -0 "$PAPAMU" values 2x4 --top 3
    [[ $output == *"different values:"*"most_frequent"*"hottest"*"nimbers"* ]]
}

@test "bad input of values" {
    refuses 2 "36 cells, more than the 32" values 6x6
    refuses 2 "only Konane has exact values, not --game american" values 4x4 --game american
    refuses 2 'board size "4" cannot be read' values 4
    refuses 2 "--table chooses" values 2x4 --table values
    refuses 2 "--table" values 2x4 --format csv --table hot
    refuses 2 "--top" values 2x4 --top 0
    refuses 2 "leaves Black nothing to remove" values 3x3 --corner white --opening corner
    refuses 3 "needs 132.0 MiB of memory and was given 64.0 MiB" values 5x5 --memory 64M
}

@test "calc: canonical form, order, mean and temperature of what is typed" {
    # Winning Ways, chapters 2 and 3: *+* = 0, up + up + star, switches and their multiples
    run -0 "$PAPAMU" calc "{1|-1} + ^*" "*+*" "-3.^" "5.{3|1}" "3.1/4" "{0||0|-2}" "(1) - {2|0}" --format csv --no-provenance
    [ "$output" = "expression,value,outcome,mean,temperature
{1|-1} + ^*,{1^*|-1^*},next_player,0,1
*+*,0,previous_player,0,-1
-3.^,v3,right,0,0
5.{3|1},{11|9},left,10,1
3.1/4,3/4,left,3/4,-1/4
{0||0|-2},tiny(2),left,0,0
(1) - {2|0},+-1,next_player,0,1" ]
}

@test "calc: comparisons, with the order of the difference" {
    run -0 "$PAPAMU" calc "^ || *" "^ > 0" "^ < 1" "2.^ > *" "{2|0} <> 1" "1/2 <= 1/4" "+-1 = -(+-1)" "^ <| *" "{1||0|-1} |> 2" \
        --format csv --no-provenance
    [ "$(sed 1d <<<"$output")" = "^ || *,true,next_player,0,0
^ > 0,true,left,0,0
^ < 1,true,right,-1,0
2.^ > *,true,left,0,0
{2|0} <> 1,true,next_player,0,1
1/2 <= 1/4,false,left,1/4,-1/4
+-1 = -(+-1),true,previous_player,0,-1
^ <| *,true,next_player,0,0
{1||0|-1} |> 2,false,right,-7/4,3/4" ]
}

@test "calc: expressions from standard input; what cannot be read is left out, with exit code 2" {
    run --separate-stderr "$PAPAMU" calc --format csv --no-provenance <<'END'
# a comment
2.*

{1|
1 < 2 < 3
^ = ^
END
    [ "$status" = 2 ]
    [ "$(sed 1d <<<"$output" | cut -d, -f2 | paste -sd' ')" = "0 true" ]
    [[ $stderr == *'line 4, expression "{1|", at byte 3: the text ends'* ]]
    [[ $stderr == *'line 5, expression "1 < 2 < 3", at byte 6: a comparison has two sides, not three'* ]]
    refuses 2 'expression "3.", at byte 2: the text ends where a value is expected' calc 3.
    refuses 2 'expression "1000001.*", at byte 0: a multiple can be at most 1000000' calc "1000001.*"
    refuses 2 'a game value is out of range' calc "100000.^"
    refuses 2 'needs a value' calc --memory
}
