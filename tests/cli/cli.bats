#!/usr/bin/env bats
# The command line as shared by all commands: exit codes, streams, formats, provenance, broken outputs, bad input.
# Each command has at least one row in rows(); each kind of test runs through all of them.
#
# SPDX-License-Identifier: MIT
#
# `run` sets its variables for the test that calls it, and "$0" is for the inner shell:
# shellcheck disable=SC2016,SC2030,SC2031,SC2154

bats_require_minimum_version 1.5.0

load ../aid/program

# The files that the rows name are made once, and copied for each test.
setup_file() {
    PAPAMU=$(realpath "${PAPAMU:-${BUILD:-build}/papamu}")
    export PAPAMU # the tests begin in that folder
    mkdir "$BATS_FILE_TMPDIR"/{made,said}
    cd "$BATS_FILE_TMPDIR/made" || exit
    "$PAPAMU" selfplay 4x4 --games 20 --format csv -o games.csv
    "$PAPAMU" perft 4x4 3 --format csv -o perft.csv
    "$PAPAMU" stats games.csv --table lengths --format csv -o lengths.csv
    "$PAPAMU" solve 3x4 --db 3x4.papamu >../said/made
    "$PAPAMU" endgames 4x4 --game italian --pieces 4 --db italian.papamu --values remoteness >../said/made
}

setup() {
    enter_test
    cp "$BATS_FILE_TMPDIR"/made/* .
}

# One call of a command that ends with 0 and writes a result: the words as for a shell.
rows() {
    cat <<'END'
perft 4x4 3
perft 4x4 3 --position "bwbw/wbwb/bwbw/wbwb b" --opening any
perft 8x8 3 --game italian
moves start
moves "2bw/wbwb/bwbw/wbwb b"
moves "..xo|oxox|xoxo|oxox w"
moves "W:W21-32:B1-12" --game italian
analyse "2bw/wbwb/bwbw/wbwb b" "..xo|oxox|xoxo|oxox w"
analyse start --game italian --board 4x4 --depth 3
show "..xo|oxox|xoxo|oxox"
show start --board 20x20 --ascii
show "B:W21-32:B1-12" --game italian --unicode
solve 4x4
solve 3x4 --opening any --corner white
solve 3x4 --values remoteness
solve 4x4 --values remoteness --histogram
solve 4x4 --values remoteness --longest
solve 4x4 --reachable
values 4x4 --integers
values 3x3 --integers --corner white
solve 3x4 --reachable --opening fixed:c1,c2
solve 4x4 --values remoteness --position "2bw/wbwb/bwbw/wbwb b"
search 4x4 --memory 64M --threads 1
search 3x4 --opening any --corner white --memory 64M --threads 1
census 4x4
plan 4x4 --memory 1G
random 4x4
complexity 4x4 --population 100 --runs 3 --samples 20 --width 50
selfplay 6x6 --games 20 --black random --white greedy --seed 5
stats games.csv
plot lengths.csv --style slides
reproduce perft.csv
play 4x4
play 4x4 --black first --white greedy --seed 3
play 6x6 --game italian --white easy
engine --board 6x6
endgames 4x4 --game italian --pieces 3
endgames 4x4 --game american --pieces 4 --position start
probe 3x4.papamu start "bw1w/w1wb/bwbw b"
probe italian.papamu start "B:W7:BK1,2"
info italian.papamu --histogram
verify italian.papamu --full
verify italian.papamu --sample 1000 --seed 3
info 3x4.papamu --histogram
verify 3x4.papamu --full
verify 3x4.papamu --sample 1000
convert 3x4.papamu 3x4-again.papamu --level 6
convert italian.papamu italian-again.papamu --level 19 --version 1
value "..xo" ".ox.|o..x|...."
value ".xo.o.o.|.o......|.x......" --options
calc "{1|-1} + ^*" "^ || *" "-3.^"
values 3x4
problems 3x4 --count 2
END
}

# Run each row as `CHECK WORDS...` and say which failed.
each_row() {
    local row words failed=0
    while IFS= read -r row; do
        eval "words=($row)"
        if ! "$@" "${words[@]}"; then
            echo "failed: $* $row" >&2
            failed=1
        fi
    done < <(rows)
    [ "$failed" = 0 ]
}

commands() {
    "$PAPAMU" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]\+\).*/\1/p'
}

# As `run --separate-stderr`, which starts several processes for the one that is wanted: hundreds are here.
call() { # COMMAND...
    status=0
    "$@" >"$BATS_FILE_TMPDIR/said/output" 2>"$BATS_FILE_TMPDIR/said/stderr" </dev/null || status=$?
    IFS= read -r -d '' output <"$BATS_FILE_TMPDIR/said/output" || output=${output%$'\n'}
    IFS= read -r -d '' stderr <"$BATS_FILE_TMPDIR/said/stderr" || stderr=${stderr%$'\n'}
}

# Run with the words after "--" and expect an exit code, nothing on standard output, and on standard error a
# sentence that has PART in it.
refuses() { # CODE PART WORDS...
    local code=$1 part=$2
    shift 2
    call "$PAPAMU" "$@"
    [ "$status" = "$code" ] || { echo "papamu $*: ended with $status: $stderr" >&2 && return 1; }
    [ -z "$output" ] || { echo "papamu $*: wrote: $output" >&2 && return 1; }
    [[ $stderr == "papamu"*"$part"* ]] || { echo "papamu $*: said: $stderr" >&2 && return 1; }
    [[ ${stderr%%$'\n'*} == *[.?] ]] || { echo "papamu $*: no sentence: $stderr" >&2 && return 1; }
}

# ---- every command ---------------------------------------------------------------------------------

@test "every command of the help has a row here" {
    local command
    [ -n "$(commands)" ]
    for command in $(commands); do
        rows | grep -q "^$command " || { echo "no row for $command" >&2 && false; }
    done
}

succeeds() {
    call "$PAPAMU" "$@"
    [ "$status" = 0 ] && [ -n "$output" ] && [ -z "$stderr" ]
}

@test "good calls end with 0 and say nothing on standard error" {
    each_row succeeds
}

to_full() {
    "$@" >/dev/full
}

fills_the_disk() {
    call to_full "$PAPAMU" "$@"
    [ "$status" = 3 ] && [[ $stderr == *"No space left"* ]]
}

@test "a full disk is 3" {
    [ -e /dev/full ] || skip "there is no /dev/full"
    each_row fills_the_disk
}

fills_the_file() {
    call "$PAPAMU" "$@" -o /dev/full
    [ "$status" = 3 ] && [ -z "$output" ] && [[ $stderr == *"/dev/full"*"No space left"* ]]
}

@test "a full disk under -o is 3" {
    [ -e /dev/full ] || skip "there is no /dev/full"
    each_row fills_the_file
}

to_pipe() {
    "$@" >&6
}

# Write to a pipe whose only reader is gone.
closes_the_pipe() {
    rm -f pipe && mkfifo pipe
    exec 5<>pipe
    exec 6>pipe
    exec 5>&-
    call to_pipe "$PAPAMU" "$@"
    exec 6>&-
    [ "$status" = 3 ] && [[ $stderr == *"Broken pipe"* ]]
}

@test "a closed pipe is 3" {
    each_row closes_the_pipe
}

to_nowhere() {
    "$@" >&-
}

closes_the_output() {
    call to_nowhere "$PAPAMU" "$@"
    [ "$status" = 3 ] && [[ $stderr == *"standard output"* ]]
}

@test "a closed standard output is 3" {
    each_row closes_the_output
}

misses_the_directory() {
    refuses 3 "No such file or directory" "$@" -o no/such/file && [ ! -e no ]
}

@test "an output directory that does not exist is 3, before any work" {
    each_row misses_the_directory
}

has_csv() {
    "$PAPAMU" "$@" --format csv </dev/null >one 2>refusal || grep -qE "is not a table|is interactive|is a picture" refusal && [ -s one ]
}

# Text may report times and free memory.
writes_the_same() {
    local format=text
    ! has_csv "$@" || format=csv
    "$PAPAMU" "$@" --format $format --no-provenance </dev/null >plain
    "$PAPAMU" "$@" --format $format --no-provenance -o file </dev/null >nothing
    if [ $format = text ]; then
        sed -i 's/[0-9].*//' plain file
    elif head -n 1 plain | grep -q ',seconds$'; then
        sed -i 's/,[^,]*$//' plain file
    fi
    cmp plain file && [ ! -s nothing ] && [ "$(echo file*)" = file ]
}

@test "-o writes the same bytes, and leaves no temporary file" {
    each_row writes_the_same
}

# A dialogue is text alone.
gives_json() {
    "$PAPAMU" "$@" --format json </dev/null >result 2>refusal || grep -qE "is interactive|is a picture" refusal && return
    python3 -c 'import json; [json.loads(t) for t in ([open("result").read()] if open("result").read(2) == "{\n" else open("result"))]' &&
        head -n 2 result | grep -q '"provenance": {"program": "papamu"' &&
        [ "$("$PAPAMU" "$@" --format json --no-provenance </dev/null | grep -c provenance)" = 0 ]
}

@test "json is json, and has the provenance" {
    command -v python3 >/dev/null || skip "needs python3"
    each_row gives_json
}

# Every row of a table for LaTeX has as many cells as its head; what is not a table is refused.
gives_latex() {
    "$PAPAMU" "$@" --format latex </dev/null >result 2>refusal || { grep -qE "is not a table|is interactive|is a picture" refusal && return; }
    [[ "$(head -n 4 result | cut -d' ' -f 1-2 | paste -sd,)" =~ ^"% papamu,% git:,% command:,% "(seed|games):$ ]] &&
        [ "$(grep -cE '^\\(begin|toprule|midrule|bottomrule|end)' result)" = 5 ] &&
        awk -F ' & ' '/ \\\\$/ { n = n ? n : NF; bad = bad || NF != n } END { exit bad || !n }' result &&
        [ "$(grep -cE '[^\\](%|#|_[^{])' <(grep -v '^%' result | sed 's/[$][^$]*[$]//g'))" = 0 ]
}

@test "tables for LaTeX are whole, and escape what TeX would read" {
    each_row gives_latex
}

# The rows of a table, without the seconds that the last column of some reports, and without the nodes before them,
# which depend on how threads share a search: these take no part in equality.
without_seconds() {
    awk '/^[a-z_,]*,seconds$/ { on = /,nodes,seconds$/ ? 2 : 1 } { for (i = 0; i < on; i++) sub(/,[^,]*$/, ""); print }' "$1"
}

gives_csv() {
    has_csv "$@" --threads 1 || return 0
    "$PAPAMU" "$@" --format csv --threads 2 </dev/null >two
    cmp <(without_seconds one) <(without_seconds two) && [[ "$(head -n 4 one | cut -d' ' -f 1-2 | paste -sd,)" =~ ^"# papamu,# git:,# command:,# "(seed|games):$ ]] &&
        "$PAPAMU" "$@" --format csv --no-provenance </dev/null >bare &&
        cmp <(without_seconds bare) <(sed '/^#/d' one | without_seconds /dev/stdin)
}

@test "csv has the provenance, the same for every number of threads" {
    each_row gives_csv
}

@test "every command has help, on standard output, with 0" {
    local command
    for command in $(commands); do
        run --separate-stderr "$PAPAMU" "$command" --help
        [ "$status" = 0 ]
        [ -z "$stderr" ]
        [[ $output == "Usage: papamu $command"*"Options:"*"--no-provenance"* ]]
        [ "$output" = "$("$PAPAMU" help "$command")" ]
        [ "$output" = "$("$PAPAMU" "$command" --nonsense -h 2>/dev/null || "$PAPAMU" "$command" -h)" ]
        run bash -c '"$0" "$1" --help >/dev/full' "$PAPAMU" "$command"
        [ "$status" = 3 ]
    done
}

@test "every command refuses what it does not know" {
    local command
    for command in $(commands); do
        refuses 2 'no option "--treads"; did you mean "--threads"?' "$command" --treads 3
        refuses 2 'no option "-q"' "$command" -q
        refuses 2 'needs a value' "$command" --threads
        refuses 2 '"--progress" takes no value' "$command" --progress=1
        refuses 2 '--threads "0" is not' "$command" --threads 0
        refuses 2 '--threads "-3" is not' "$command" --threads -3
        refuses 2 '--threads "two" is not' "$command" --threads two
        refuses 2 '--memory "6Q" cannot be read' "$command" --memory 6Q
        refuses 2 '--memory "99999999T" is too large' "$command" --memory 99999999T
        refuses 2 '--memory must be more than 0' "$command" --memory 0G
        refuses 2 '--seed "1.5" is not' "$command" --seed 1.5
        refuses 2 '--corner "red" is not known; it may be black or white' "$command" --corner red
        refuses 2 '--format "xml" is not known' "$command" --format xml
        refuses 2 'board size "0x4" has no rows' "$command" --board 0x4
    done
}

# ---- the program -----------------------------------------------------------------------------------

@test "the program by itself" {
    refuses 2 "a command is missing"
    refuses 2 'no command "pertf"; did you mean "perft"?' pertf 4x4 3
    refuses 2 'no command or topic "pertf"; did you mean "perft"?' help pertf
    refuses 2 'no command or topic "exit"; did you mean "exit-codes"?' help exit
    refuses 2 'no command or topic "nonsense".' help nonsense
    refuses 2 'no option "--gmae"; did you mean "--game"?' perft --gmae
    refuses 2 'no option "--nonsens".' perft --nonsens
    refuses 2 'short for more than one' perft 4x4 3 --p 3
    refuses 2 "the command must come before" --threads 3 perft
    run --separate-stderr "$PAPAMU" --version
    [ "$status" = 0 ]
    [[ $output =~ ^papamu\ [0-9.]+\ \(.+\)$ ]]
    [ -z "$stderr" ]
    run --separate-stderr "$PAPAMU" help
    [ "$status" = 0 ]
    [ -z "$stderr" ]
    [ "$output" = "$("$PAPAMU" --help)" ]
    run bash -c '"$0" help >/dev/full' "$PAPAMU"
    [ "$status" = 3 ]
    run bash -c '"$0" --version >/dev/full' "$PAPAMU"
    [ "$status" = 3 ]
}

@test "board sizes" {
    refuses 2 'board size "0x4" has no rows' perft 0x4 3
    refuses 2 'board size "4x0" has no columns' perft 4x0 3
    refuses 2 'board size "1x1" is a single cell' perft 1x1 3
    refuses 2 'board size "-4x4" has a minus sign' perft -4x4 3
    refuses 2 'board size "-4x4" has a minus sign' perft -- -4x4 3
    refuses 2 'board size "21x20" is too large; boards go up to 20x20, 400 cells' perft 21x20 3
    refuses 2 'is too large' perft 99999999999999999999x99999999999999999999 3
    refuses 2 'is too large' perft 4294967297x1 3
    refuses 2 'board size "4" cannot be read' perft 4 3
    refuses 2 'board size "4x" cannot be read' perft 4x 3
    refuses 2 'board size "4x4x4" cannot be read' perft 4x4x4 3
    refuses 2 'board size " 4x4" cannot be read' perft ' 4x4' 3
    refuses 2 'board size "4x4 " cannot be read' perft '4x4 ' 3
    refuses 2 'board size "" cannot be read' perft '' 3
    refuses 2 '1x128' perft 1x128 3
}

@test "numbers and operands" {
    refuses 2 "SIZE is missing" perft
    refuses 2 "DEPTH is missing" perft 4x4
    refuses 2 '"5" is one argument too many' perft 4x4 3 5
    refuses 2 'DEPTH "0" is not' perft 4x4 0
    refuses 2 'DEPTH "-1" is not' perft 4x4 -1
    refuses 2 'DEPTH "1e3" is not' perft 4x4 1e3
    refuses 2 'DEPTH "99999999999999999999" is not' perft 4x4 99999999999999999999
    refuses 2 "POSITION is missing" moves
    refuses 2 "exclude each other" show start --unicode --ascii
    refuses 2 "--format csv is not possible" show start --format csv
    local games
    games=$("$PAPAMU" help --complete moves --game "" | paste -sd, | sed 's/,/, /g; s/\(.*\), /\1 or /')
    [[ $games == "konane, italian, american, "*" or "* ]]
    refuses 2 "--game \"chess\" is not known; it may be $games." moves start --game chess
    refuses 2 '--seed "18446744073709551616" is not' perft 4x4 3 --seed 18446744073709551616
    refuses 2 '--seed "99999999999999999999999" is not' perft 4x4 3 --seed 99999999999999999999999
    run -0 "$PAPAMU" perft 4x4 3 --seed 18446744073709551615 --format csv
    [ "${lines[3]}" = "# seed: 18446744073709551615" ]
}

@test "opening rules" {
    refuses 2 '--opening "corners", byte 0: unknown opening rule' perft 4x4 3 --opening corners
    refuses 2 'leaves Black nothing to remove on 5x5' perft 5x5 3 --corner white
    refuses 2 'leaves Black nothing to remove on 5x5' moves "wbwbw/bwbwb/wbwbw/bwbwb/wbwbw b"
    refuses 2 '--opening "fixed:a4,c4", byte 9: c4 is not next to a4' moves start --board 4x4 --opening fixed:a4,c4
    refuses 2 '--opening "fixed:a4", byte 8: expected' moves start --board 4x4 --opening fixed:a4
    refuses 2 '--opening "fixed:a9,a3", byte 7: rank' moves start --board 4x4 --opening fixed:a9,a3
    run -0 "$PAPAMU" moves start --board 5x5 --corner white --opening any
    run -0 "$PAPAMU" show "wbwbw/bwbwb/wbwbw/bwbwb/wbwbw"
}

@test "solve refuses options that do not go together" {
    refuses 2 "it has no --line" solve 4x4 --reachable --line
    refuses 2 "it answers no --position" solve 4x4 --reachable --position "2bw/wbwb/bwbw/wbwb b"
    refuses 2 "needs --values remoteness" solve 4x4 --histogram
    refuses 2 "needs --values remoteness" solve 4x4 --longest --values outcome
    refuses 2 "ask for one of them" solve 4x4 --values remoteness --histogram --longest
    refuses 2 '--values "remotness" is not known' solve 4x4 --values remotness
    refuses 3 "this needs" solve 6x6 --values remoteness --memory 2G
    refuses 3 "needs" solve 6x6 --reachable --memory 100M
}

@test "solve counts what can arise, and plies to the end" {
    "$PAPAMU" solve 4x5 --reachable --format csv --no-provenance >reach
    [ "$(tail -1 reach)" = 4,5,black,corner-centre,56116,4100 ]
    "$PAPAMU" solve 4x4 --values remoteness --histogram --format csv --no-provenance >histogram
    [ "$(awk -F, 'NR > 1 { n += $5 + $6 } END { print n, NR }' histogram)" = "131072 14" ]
    "$PAPAMU" solve 4x4 --values remoteness --opening corner --format csv --no-provenance >openings
    [ "$(sed -n 2p openings)" = "4,4,black,a4,a3,white,corner-centre corner any near-centre,4" ]
}

@test "what a board needs beyond the memory given is 3, with what would help" {
    refuses 3 'at most 56 are within reach; `papamu search 8x8` proves openings without a sweep' solve 8x8 --memory 4G
    refuses 3 '`papamu search 8x8` proves openings' solve 8x8 --memory 4G --scratch rows
    [ ! -e rows ]
    refuses 3 'needs 3.37 TiB of memory and 1.00 GiB was given; see `papamu plan`, or give more with --memory; `papamu solve 7x7 --scratch DIR` keeps rows in files instead, about 1.65 TiB.' \
        solve 7x7 --memory 1G
    refuses 3 '`papamu solve 6x7 --scratch DIR` keeps rows in files instead, about ' solve 6x7 --memory 12G
    refuses 3 "1.00 MiB; --memory sets the limit" values 1x6 --memory 1M
    refuses 3 "1.00 MiB; --memory sets the limit" value "..xo" --memory 1M
    refuses 3 "; --memory sets the limit" random 5x5 --memory 1M
    run -0 bash -c 'echo value | COLUMNS=200 "$0" play 5x5 --black human --memory 1K' "$PAPAMU"
    [[ $output == *"was given 1.00 KiB; --memory sets"* ]]
    run -0 bash -c 'printf "position start\nvalue\nquit\n" | "$0" engine --board 5x5 --memory 1K' "$PAPAMU"
    [[ $output == *"error the sweep needs 1.67 MiB of memory and was given 1.00 KiB; --memory sets the limit"* ]]
}

@test "a path may be as long as it likes: the reason stays" {
    local name
    name=$(printf 'a%.0s' {1..240})
    refuses 3 'aaa": No such file or directory.' info "$name/$name"
    refuses 3 'aaa": No such file or directory.' stats "$name/$name"
    refuses 3 'aaa.partial": No such file or directory.' solve 3x3 --db "$name/$name"
    refuses 3 'aaa": No such file or directory.' solve 3x3 -o "$name/$name"
    refuses 3 'aaa": No such file or directory.' solve 3x3 --scratch "$name/$name"
    refuses 3 'aaa": No such file or directory.' solve 3x3 --db file --checkpoint "$name/$name"
    refuses 3 'aaa": No such file or directory.' selfplay 3x3 --games 2 --black "db:$name/$name"
    refuses 3 'aaa": File name too long.' info "$name$name$name"
}

@test "a directory in place of a file is 2" {
    refuses 2 '"/" is a directory' info /
    refuses 2 '"/" is a directory' stats /
    refuses 2 '"/" is a directory' play 4x4 --load /
    refuses 2 'not a cache' value xo --cache /
}

@test "values marks integers beyond four bits, or finds them with eight" {
    [ "${PAPAMU_LONG:-0}" = 1 ] || skip "takes minutes: PAPAMU_LONG=1"
    "$PAPAMU" values 1x32 --integers --format csv --no-provenance >integers
    grep -q '^1,32,black,a1,b1,-15,-15,-15,' integers
    run -0 --separate-stderr "$PAPAMU" values 1x32 --integers --memory 3G --format json
    [[ $stderr == *'marked "beyond"; it takes 4.'*' GiB of memory'* ]]
    [[ $output == *'"black_removes": "a1", "white_removes": "b1", "value": "beyond", "lower": "beyond", "upper": "beyond"'* ]]
    [[ $output == *'"value": "beyond", "positions": '* ]]
    [[ $output != *share_of_integers* ]]
    python3 -c 'import json, sys; json.load(sys.stdin)' <<<"$output"
}

@test "values finds integers" {
    "$PAPAMU" values 5x5 --integers --opening corner-centre --format csv --no-provenance >integers
    [ "$(awk -F, 'NR > 1 && $6 == 1 && $7 == 1 && $8 == 1' integers | wc -l)" = 12 ]
    [ "$(wc -l <integers)" = 13 ]
    "$PAPAMU" values 4x4 --integers --table integers --format csv --no-provenance >histogram
    [ "$(awk -F, 'NR > 1 { n += $5 } END { print n }' histogram)" = 65536 ]
    refuses 2 "chooses the table of" values 4x4 --integers --table integers
    refuses 2 '--table "values" is not known' values 4x4 --integers --table values --format csv
    refuses 2 "it has no --top" values 4x4 --integers --top 3
    refuses 3 "needs" values 6x6 --integers --memory 1G
    refuses 3 "too large to sweep" values 8x8 --integers
}

@test "positions" {
    refuses 2 'position "", byte 0: expected a position' moves ""
    refuses 2 'byte 5: the side to move is missing' moves "bw/wb"
    refuses 2 'byte 4: row 2 from the top has 1 cells, the first has 2' moves "bw/w b"
    refuses 2 'byte 5: row 2 from the top has more cells' moves "bw/wbw b"
    refuses 2 "byte 4: expected a cell ('b', 'w' or a count), '/' or a space, found 'r'" moves "bw/wr b"
    refuses 2 'byte 6: expected the side to move' moves "bw/wb r"
    refuses 2 'byte 8: expected nothing after the side to move' moves "bw/wb b b"
    refuses 2 'byte 3: '"'b' on a1 and 'b' on a2 cannot both be" moves "bw/bw b"
    refuses 2 'more than 400 cells' moves "401 b"
    refuses 2 'byte 8: row 2 from the top has 3 cells' moves "..xo|oxo"
    refuses 2 'position "x.\n.o o", byte 4' moves "$(printf 'x.\n.o o')"
    refuses 2 'the corner was said to be white' moves "..xo|oxox|xoxo|oxox" --corner white
    refuses 2 'the position is 4x4, the board 5x5' moves "..xo|oxox|xoxo|oxox" --board 5x5
    refuses 2 'the position is 2x2, the board 4x4' perft 4x4 3 --position "bw/wb b"
    refuses 2 'POSITION is missing' moves -ox
    refuses 2 'cannot both be' moves "-x|o-"
}

@test "positions that begin with a minus sign are positions" {
    [ "$("$PAPAMU" moves "--xo|oxox|xoxo|oxox")" = "$("$PAPAMU" moves "..xo|oxox|xoxo|oxox")" ]
    [ "$("$PAPAMU" moves "-o|x-")" = "$("$PAPAMU" moves ".o|x.")" ]
    [ "$("$PAPAMU" perft 2x2 3 --position "-o|o- w")" = "$("$PAPAMU" perft 2x2 3 --position ".o|o. w")" ]
}

# ---- results ---------------------------------------------------------------------------------------

@test "perft counts" {
    # tests/data/perft.tsv, 6x6, corner-centre
    run -0 "$PAPAMU" perft 6x6 4 --format csv --no-provenance
    [ "$output" = "$(printf 'depth,count\n'; awk -F'\t' '$1 == "6x6" && $2 == "corner-centre" && $3 <= 4 {print $3 "," $4}' "$BATS_TEST_DIRNAME/../data/perft.tsv")" ]
}

@test "moves lists moves and what follows" {
    run -0 "$PAPAMU" moves "2bw/wbwb/bwbw/wbwb b" --format csv --no-provenance
    [ "$output" = $'move,position\na2-a4,b1bw/1bwb/1wbw/wbwb w' ]
    run -0 "$PAPAMU" moves "b1/1b b"
    [ "$output" = "No legal move: Black has lost." ]
}

@test "show draws" {
    run -0 "$PAPAMU" show ".x.|x.x" --ascii
    [ "${lines[0]}" = "2  . x ." ]
    [ "${lines[1]}" = "1  x . x" ]
    [ "${lines[2]}" = "   a b c" ]
    [[ $output == *"position: 1b1/b1b b"* ]]
    run -0 "$PAPAMU" show ".x.|x.." --unicode
    [ "${lines[0]}" = "2  · ● ·" ]
    run -0 env LC_ALL=C "$PAPAMU" show ".x.|x.."
    [ "${lines[0]}" = "2  . x ." ]
    run -0 env LC_ALL=C.UTF-8 "$PAPAMU" show ".x.|x.."
    [ "${lines[0]}" = "2  · ● ·" ]
}

@test "endgames counts slices and values moves" {
    run -0 "$PAPAMU" endgames 4x4 --game italian --pieces 2 --format csv --no-provenance
    [ "${lines[1]}" = "4,4,0,1,0,1,56,16,6,34,3,W:WK1:BK8" ]
    [ "${#lines[@]}" = 5 ]
    run -0 "$PAPAMU" endgames 4x4 --game italian --pieces 3 --position start --format csv --no-provenance
    [ "${lines[2]}" = '4,4,"W:W7,8:B1,2",7-5,black,' ]
    refuses 2 "endgames are for draughts: give --game italian or another of 'papamu help variants'" endgames 4x4
    refuses 2 "5x5 is not one of the draughts boards" endgames 5x5 --game italian
    refuses 2 '--pieces "9"' endgames 4x4 --game italian --pieces 9
    refuses 2 "square 9 is not on the board 4x4" endgames 4x4 --game italian --position "W:W9:B1"
    refuses 2 "--plies limits the search for a position" endgames 4x4 --game italian --plies 5
    refuses 3 "the analysis needs 2.8" endgames 8x8 --game italian --pieces 6 --memory 1G
}

@test "the provenance has the command without threads and paths" {
    run -0 "$PAPAMU" perft 4x4 1 --threads 1 --seed 7 --format csv -o out --opening any --progress
    [ "$(sed -n 3,4p out)" = $'# command: papamu perft --seed 7 --format csv --opening any 4x4 1\n# seed: 7' ]
    [[ $(sed -n 1p out) =~ ^#\ papamu\ [0-9.]+$ ]]
}

# ---- files and signals -----------------------------------------------------------------------------

@test "two names for one file are refused, before one overwrites the other" {
    refuses 2 '-o and --db name the same file "x"' solve 4x4 --db x -o x
    refuses 2 '-o and --db name the same file' endgames 4x4 --game italian --db x -o ./x
    refuses 2 '-o and --records name the same file' selfplay 4x4 --games 2 --records x -o x
    refuses 2 '--plies and --records name the same file' selfplay 4x4 --games 2 --plies x --records .//x
    refuses 2 '-o and --cache name the same file' value "..x" --cache x -o x
    [ ! -e x ]
    cp 3x4.papamu kept
    ln -s 3x4.papamu link
    refuses 2 '-o and FILE name the same file "3x4.papamu"' probe 3x4.papamu start -o link
    refuses 2 '-o and FILE name the same file' verify 3x4.papamu -o 3x4.papamu
    refuses 2 '-o and FILE name the same file' stats games.csv games.csv -o games.csv
    refuses 2 '-o and --db name the same file' play 3x4 --db 3x4.papamu -o 3x4.papamu
    cmp kept 3x4.papamu
    refuses 2 '"./games.csv" is named twice' stats games.csv ./games.csv
    run -0 "$PAPAMU" selfplay 4x4 --games 2 --plies /dev/null --records /dev/null -o /dev/null
}

@test "lines that are not text are left out, and the others answered" {
    printf '.x|x.\nx\0y\n%070000d\nox|xo b' 0 >lines
    run -2 --separate-stderr "$PAPAMU" value --format csv --no-provenance <lines
    [ "${#lines[@]}" = 3 ]
    [[ $stderr == *"line 2: longer than"*"line 3: longer than"* ]]
}

@test "-o - is standard output" {
    run -0 --separate-stderr "$PAPAMU" perft 4x4 3 -o -
    [ "$output" = "$("$PAPAMU" perft 4x4 3)" ]
    [ ! -e - ]
}

@test "a line that memory has no room for is 3, not the end of the input" {
    case ${BUILD:-build} in
        *san) skip "sanitizers take more addresses than this limit leaves" ;;
    esac
    { grep -v '^#' games.csv | head -n 3 && head -c 150000000 /dev/zero | tr '\0' ' '; } >long.csv
    run bash -c 'ulimit -v 150000; "$0" stats long.csv --threads 1' "$PAPAMU"
    [ "$status" = 3 ]
    [[ $output == *"annot "*"memory"* ]]
}

@test "stats refuses what is not text, and tables that a table by ply lacks" {
    refuses 2 '"3x4.papamu" is not text' stats 3x4.papamu
    refuses 2 '"/dev/zero" is not text' stats /dev/zero
    refuses 3 'cannot open "none"' stats none
    "$PAPAMU" selfplay 4x4 --games 5 --plies plies.csv >made
    refuses 2 '--table openings needs games' stats plies.csv --table openings
    run -0 "$PAPAMU" stats plies.csv --table plies
    run -0 "$PAPAMU" stats plies.csv
}

@test "an agent names its database where that is damaged" {
    "$PAPAMU" solve 4x4 --db damaged.papamu --level 1 >made # few blocks, so that a game meets them
    printf '\125%.0s' {1..200} | dd of=damaged.papamu bs=1 seek=1500 conv=notrunc status=none # in its blocks
    run "$PAPAMU" selfplay 4x4 --games 5 --black db:damaged.papamu --opening any
    [ "$status" = 1 ]
    [[ $output == *'"damaged.papamu": damaged: the checksum of a block is wrong'* ]]
}

@test "a limit on the size of files is 3" {
    run bash -c 'ulimit -f 1; "$0" selfplay 4x4 --games 1000 -o big.csv' "$PAPAMU"
    [ "$status" = 3 ]
    [[ $output == *"File too large"* ]]
    run bash -c 'ulimit -f 1; "$0" solve 4x5 --db big.papamu' "$PAPAMU"
    [ "$status" = 3 ]
    [ -z "$(ls big* 2>/dev/null)" ]
}

@test "an existing file stays if the command fails" {
    echo old >out
    refuses 2 "cannot both be" moves "bw/bw b" -o out
    [ "$(cat out)" = old ]
    [ "$(echo out*)" = out ]
    run -0 "$PAPAMU" moves start -o out
    [ "$(head -n 1 out | cut -c 1-8)" = "# papamu" ]
}

@test "a new file has the usual permissions, a link stays a link" {
    umask 027
    run -0 "$PAPAMU" moves start -o out
    [ "$(stat -c %a out)" = 640 ]
    ln -s out link
    run -0 "$PAPAMU" moves "b1/1b b" -o link --no-provenance
    [ -L link ]
    [ "$(cat out)" = "No legal move: Black has lost." ]
    refuses 3 "Is a directory" moves start -o .
}

@test "results, databases and caches follow a link, to a file or to none yet" {
    mkdir there
    local name
    for name in result database cache; do
        ln -s "there/$name" "$name"
    done
    for _ in 1 2; do # once to make it, once to replace it
        run -0 "$PAPAMU" solve 3x3 -o result --format csv
        run -0 "$PAPAMU" solve 3x3 --db database
        run -0 "$PAPAMU" value "xo.ox|oxoxo|xoxox" --cache cache
    done
    for name in result database cache; do
        [ -L "$name" ]
        [ -s "there/$name" ]
    done
    [ "$(echo there/*)" = "there/cache there/database there/result" ]
    [ "$(echo ./*.partial)" = "./*.partial" ]
    run -0 "$PAPAMU" verify database
}

@test "what a killed run has left goes with the next of that name" {
    "$PAPAMU" perft 8x8 20 -o out 2>stderr &
    local pid=$!
    until [ -e out.partial ]; do sleep 0.05; done
    run -3 "$PAPAMU" moves start -o out # it is held
    kill -KILL "$pid"
    wait "$pid" || true
    [ -e out.partial ]
    run -0 "$PAPAMU" moves start -o out
    [ "$(echo out*)" = out ]
}

@test "an interrupted command ends with 130 and leaves nothing" {
    "$PAPAMU" perft 8x8 20 -o out 2>stderr &
    local pid=$!
    sleep 0.3
    kill -INT "$pid"
    local status=0
    wait "$pid" || status=$?
    [ "$status" = 130 ]
    grep -q "interrupted" stderr
    [ "$(echo out*)" = "out*" ]
}

@test "a signal that comes several times at once is one: what was begun is cleared away" {
    local pid status=0
    "$PAPAMU" solve 4x6 --db file --values remoteness --level 19 2>stderr &
    pid=$!
    until [ -e file.partial ]; do sleep 0.02; done
    for _ in 1 2 3 4 5; do
        kill -INT "$pid" 2>/dev/null || true # it may be done already
        sleep 0.01
    done
    wait "$pid" || status=$?
    [ "$status" = 130 ]
    [ "$(echo file*)" = "file*" ]
}

@test "progress appears only when it is asked for" {
    run --separate-stderr "$PAPAMU" perft 6x6 7
    [ -z "$stderr" ]
    run --separate-stderr "$PAPAMU" perft 6x6 9 --progress
    [[ $stderr == *"perft 100 %"*"lines/s"* ]]
}

@test "variants of the rules are refused where only the standard game is known" {
    refuses 2 "--play misere is not possible: this command knows --play normal alone" values 3x3 --play misere
    refuses 2 "--jumps single is not possible: this command knows --jumps any alone" random 4x4 --jumps single
    refuses 2 "only Konane has --play misere, not --game italian" moves start --game italian --play misere
    refuses 2 'only Konane has --jumps, not --game italian' perft 8x8 2 --game italian --jumps longest
    refuses 2 '--play "suicide" is not known; it may be normal or misere' census 4x4 --play suicide
    refuses 2 "--scratch keeps values of normal play" solve 4x4 --play misere --scratch rows
    refuses 2 "remoteness is defined for normal play" solve 4x4 --play misere --values remoteness
    "$PAPAMU" values 3x3 --play normal --jumps any --no-provenance >with
    "$PAPAMU" values 3x3 --no-provenance >without
    cmp with without
}
