#!/usr/bin/env bats
# `papamu play` by pipe and on a narrow terminal. Legal moves and positions are those of `papamu moves`, which other tests
# check; who wins on 4x4 is in tests/data/openings.tsv.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2030,SC2031,SC2154

bats_require_minimum_version 1.5.0

load ../aid/program

setup() {
    enter_test
    unset COLUMNS NO_COLOR
    export LC_ALL=C XDG_STATE_HOME=$BATS_TEST_TMPDIR/state # where the history of lines goes
}

# Play with the lines of the first argument as input; sets status, output, stderr.
played() { # LINES WORDS...
    local input=$1
    shift
    run --separate-stderr "$PAPAMU" play "$@" < <(printf '%s' "$input")
}

says() {
    [[ $output == *"$1"* ]] || { printf 'not said: %s\n%s\n' "$1" "$output" >&2 && return 1; }
}

@test "the end of the input ends the game, with 0" {
    played "" 6x6
    [ "$status" = 0 ]
    [ -z "$stderr" ]
    says "Moves: a6 c4 d3 f1"
    says "The game ends here, unfinished, after 0 plies."
    played $'a6\n' 6x6 --white first
    [ "$status" = 0 ]
    says "White (first) plays a5."
    says "unfinished, after 2 plies."
    played "a6" 6x6 --white first # the last line without its end
    [ "$status" = 0 ]
    says "unfinished, after 2 plies."
}

@test "a wrong move is explained, and the nearest legal one offered" {
    played $'a5\n' 6x6
    [ "$status" = 2 ]
    [ -z "$stderr" ]
    says '"a5": a5 is not legal: the stone on a5 is not one of Black'"'s"
    says "The nearest legal"
    says "is a6."
    played $'h9\n' 6x6
    says "column 'h' is not on the 6x6 board"
    played $'c4\nc3\nc6-c5\n' 6x6 --white human
    says "c6 to c5 is not a step of a jump"
    says "c6-c4."
    played $'ressign\n' 6x6
    [ "$status" = 2 ]
    says '"ressign" is neither a move nor a command; did you mean resign?'
    played $'resign now\n' 6x6
    says '"resign" takes no arguments.'
    played $'save\n' 6x6
    says '"save" requires a file name.'
    played "$(printf '%070000d' 1)"$'\nquit\n' 6x6
    [ "$status" = 2 ]
    says "This line is too long"
    printf 'a\0b\nquit\n' >zero
    run --separate-stderr "$PAPAMU" play 6x6 <zero
    [ "$status" = 2 ]
    says "or has a zero byte in it"
}

@test "moves may be written as everywhere, in any case, with spaces around and CRLF" {
    played $'  C4 \r\nC3\r\nc6xc4\n' 6x6 --white human
    [ "$status" = 0 ]
    says "unfinished, after 3 plies."
}

@test "undo" {
    played $'undo\n' 6x6
    [ "$status" = 0 ]
    says "There is nothing to undo."
    played $'a6\nundo\n' 6x6 --white first
    says "Taken back: 2 plies."
    says "unfinished, after 0 plies."
    played $'a6\na5\nundo\n' 6x6 --white human
    says "Taken back: 1 ply."
    says "unfinished, after 1 ply."
    played $'resign\nundo\n' 6x6
    says "The resignation is taken back."
    says "unfinished, after 0 plies."
}

# 4x4, corner-centre: White wins, 4 plies after the removals a4 a3 (tests/cli/cli.bats has this line of the openings).
@test "hint and value are exact on small boards" {
    played $'value\n' 4x4
    [ "$status" = 0 ]
    says "With perfect play White wins, after 6 more plies."
    says "Best: a4 b3 c2 d1"
    played $'a4\na3\nvalue\n' 4x4 --white human
    says "With perfect play White wins, after 4 more plies."
    says "Best: c4-a4"
    "$PAPAMU" solve 4x5 --values remoteness --opening any --format csv --no-provenance >openings
    while IFS=, read -r _ _ _ black white winner _ plies; do
        played "$black"$'\n'"$white"$'\nvalue\n' 4x5 --white human --opening any
        [[ ${output,,} == *"with perfect play $winner wins, after $plies more pl"* ]]
    done < <(sed 1d openings)
}

@test "a hint of an exactly known position wins" {
    # Play White by hints against a random Black: White, who has won after the removals, must win every game.
    for seed in 1 2 3 4 5; do
        moves=""
        for _ in $(seq 20); do
            played "${moves}hint"$'\n' 4x4 --black random --white human --seed "$seed"
            hint=$(sed -n 's/^Hint: \([^,]*\),.*/\1/p' <<<"$output" | tail -1)
            [ -n "$hint" ] || break
            moves+="$hint"$'\n'
        done
        says "Black has no move: White wins"
    done
}

@test "hint and value elsewhere" {
    played $'value\n' 6x6
    says "No value: 6x6 has more than 30 cells"
    played $'hint\n' 8x8 # too large for a proof, however fast the machine
    [ "$status" = 0 ]
    [[ $output =~ Hint:\ (a8|d5|e4|h1),\ by\ a\ search\ of\ [0-9]+\ plies ]]
    [[ ${output//$'\n'/ } =~ score\ [+-][0-9]+\ \(positive\ is\ good\ for\ Black\),\ line\ (a8|d5|e4|h1)\  ]]
    played $'a8\na7\nhint\n' 8x8 --white human
    says "Hint: c8-a8, the only move."
    played $'value\n' 8x8 --game italian
    says "No value: exact values of draughts are those of a database of endgames"
    [[ $output != *Konane* ]]
}

@test "moves shows who wins after each of them, or its score" {
    played $'moves\n' 4x4 --position "1wbw/1bw1/b3/wb1b w" --opening any --white human
    says "White to move; with perfect play White wins, 5 plies from now."
    [[ $output =~ \*\ +b4-b2\ +white\ +4\ +-\ .*\ sweep ]]
    [[ $output =~ \ +a1-a3\ +black\ +1\ +-\ .*\ sweep ]]
    played $'moves\n' 8x8
    [ "$(grep -cE '^[* ] +(a8|d5|e4|h1) +unknown +- +-?[0-9]+ +- +search to [0-9]+ plies$' <<<"$output")" = 4 ]
    COLUMNS=40 played $'moves\n' 8x8
    [[ $output == *"best  move  winner   plies  score"$'\n'* ]]
}

@test "a database answers" {
    "$PAPAMU" solve 4x5 --db outcome.papamu >made
    played $'value\n' 4x5 --db outcome.papamu
    says "With perfect play White wins."
    played $'c2\nc3\nvalue\nhint\n' 4x5 --db outcome.papamu --white human
    winner=$("$PAPAMU" probe outcome.papamu "bwbwb/wb1bw/bw1wb/wbwbw b" --format csv --no-provenance)
    [[ ${output,,} == *"with perfect play $(tail -n 1 <<<"$winner" | cut -d, -f2) wins."* ]]
    played "" 4x4 --db outcome.papamu
    [ "$status" = 2 ]
    [[ $stderr == *'the database "outcome.papamu" is of 4x5, the board is 4x4'* ]]
    played "" 8x8 --game italian --db outcome.papamu
    [ "$status" = 2 ]
    played "" 4x5 --db missing
    [ "$status" = 3 ]
}

@test "save writes a record that is read back, or nothing" {
    played $'a6\na5\nc6-a6\nsave game.kgn\nresign\nsave over.kgn\n' 6x6 --white human
    [ "$status" = 0 ]
    says "Saved to game.kgn."
    grep -qx '\[Result "\*"\]' game.kgn
    grep -qx '1. a6 a5 2. c6-a6 \*' game.kgn
    grep -qx '1. a6 a5 2. c6-a6 1-0' over.kgn
    run -0 "$PAPAMU" stats over.kgn
    [ "$(echo ./*kgn*)" = "./game.kgn ./over.kgn" ]
    played $'save no/such/file\n' 6x6
    [ "$status" = 3 ]
    says "Not saved: cannot write to"
    [ ! -e no ]
    played $'21-17\nsave game.pdn\n' 8x8 --game italian --black human --white human
    run -0 "$PAPAMU" stats game.pdn --game italian
    played $'9-13\nsave american.pdn\n' 8x8 --game american --white human
    grep -qx '\[GameType "21,B,8,8,N1,0"\]' american.pdn
}

@test "a full disk stops nothing but the saving" {
    [ -e /dev/full ] || skip "there is no /dev/full"
    played $'save /dev/full\n' 6x6
    [ "$status" = 3 ]
    says "No space left"
}

@test "resign ends the game" {
    played $'resign\n' 6x6
    [ "$status" = 0 ]
    says "Black resigns: White wins after 0 plies."
    played $'resign\na6\n' 6x6
    [ "$status" = 2 ]
    says "The game is over"
    played $'resign\nhint\n' 6x6
    says '"hint" is not possible once the game is over.'
}

@test "whole games" {
    played "" 6x6 --black easy --white medium --seed 3
    [ "$status" = 0 ]
    [[ $output =~ (Black|White)\ has\ no\ move:\ (Black|White)\ wins\ after ]]
    first=$output
    played "" 6x6 --black easy --white medium --seed 3
    [ "$output" = "$first" ]
    played "" 6x6 --game italian --black easy --white easy
    [ "$status" = 0 ]
    [[ $output == *"wins after"* || $output == *"is drawn after"* ]]
    played $'2 3 1\n' 4x4 --game italian --white human
    [ "$status" = 2 ]
}

@test "agents are refused by name" {
    played "" 6x6 --white medum
    [ "$status" = 2 ]
    [[ $stderr == *'there is no agent "medum" among '*', medium, hard; did you mean medium?'* ]]
    played "" 5x5 --corner white
    [ "$status" = 2 ]
    [[ $stderr == *"leaves Black nothing to remove"* ]]
}

# The longest line, in characters.
longest() {
    awk '{ n = length($0) > n ? length($0) : n } END { print n }' <<<"$output"
}

@test "20 columns are enough" {
    export COLUMNS=20
    for board in 4x4 8x8 9x9 16x16 20x20; do
        played $'hint\nvalue\nhelp\nh3-h4\nundo\nquit\n' "$board"
        [ "$(longest)" -le 20 ]
    done
    played $'help\n' 8x8 --game italian
    [ "$(longest)" -le 20 ]
    played "" 1x40 --opening any
    [ "$(longest)" -le 20 ]
    COLUMNS=1 played $'help\n' 6x6
    [ "$status" = 0 ]
}

@test "no colours and no prompts by pipe" {
    LC_ALL=C.UTF-8 TERM=xterm played $'a6\n' 6x6
    [[ $output != *$'\033'* ]]
    [[ $output != *"> "* ]]
    says "●"
    TERM=xterm played "" 6x6 --ascii
    [[ $output != *"●"* ]]
}

# A terminal for the program, by script(1).
in_terminal() { # LINES ENVIRONMENT...
    local input=$1
    shift
    # The sleep lets the program read the lines before the end of the input ends the terminal.
    run timeout 20 env "$@" script -qec "'$PAPAMU' play 4x4 --white first" /dev/null < <(printf '%s' "$input" && sleep 1)
}

@test "on a terminal there are prompts and colours, unless NO_COLOR is set" {
    script -qec true /dev/null >/dev/null 2>&1 || skip "needs script and a pseudo-terminal, which a bare chroot lacks"
    in_terminal $'a4\nquit\n' TERM=xterm LC_ALL=C.UTF-8
    says $'\033[0;43'
    says "Black> "
    in_terminal $'a4\nquit\n' TERM=xterm NO_COLOR=1 LC_ALL=C.UTF-8
    [[ ! $output =~ $'\033['[0-9\;]*m ]] # no-color.org: what colours, not what moves the cursor
    says "Black> "
    in_terminal $'a4\nquit\n' TERM=dumb
    [[ $output != *$'\033'* ]]
}

# ---- lines that are edited ------------------------------------------------------------------------------

# Play on a terminal, typing each of the words when there is a prompt (tests/aid/terminal.py); sets status and output.
typed() { # WORDS... -- OPTIONS...
    local words=()
    while [ "$1" != -- ]; do
        words+=("$1")
        shift
    done
    run python3 "$aid/terminal.py" "${words[@]}" -- "$PAPAMU" play 4x4 --white human "${@:2}"
}

need_editing() {
    aid=$BATS_TEST_DIRNAME/../aid
    export TERM=xterm
    "$PAPAMU" play --help | grep -q "lines can be edited" || skip "this build is without libedit"
    python3 -c 'import pty; pty.openpty()' || skip "needs a pseudo-terminal"
}

@test "lines are edited, and completed by Tab" {
    need_editing
    typed 'quix\x7ft\n' --
    [ "$status" = 0 ]
    says "unfinished, after 0 plies."
    typed 'uit\x01q\n' -- # Ctrl-A, to the beginning
    [ "$status" = 0 ]
    typed 'A\t\n' 'qui\t\n' --
    [ "$status" = 0 ]
    says "1. White (o) to move."
    says "unfinished, after 1 ply."
    typed '\t' 'x\t\x15\t' '\x15resign\n' '\t' '\x15quit\n' -- # nothing begins with x; Ctrl-U
    [ "$status" = 0 ]
    says $'moves hint value undo board save resign help quit a4 b3 c2 d1\r\n'
    says $'value undo board save help quit\r\n' # once the game is over
    printf '[Game "Konane"]\n[Board "4x4"]\n\n1. a4 a3 *\n' >some.kgn
    typed 'sa\tso\t\n' 'quit\n' --
    says "Saved to some.kgn."
    typed '\x04' -- # Ctrl-D
    [ "$status" = 0 ]
}

@test "lines are recalled, also those of the last time" {
    need_editing
    typed 'a4\n' 'a3\n' '\e[A\e[A\n' 'quit\n' --
    says '"a4": a4 is not legal'
    [ "$(cat state/papamu/history)" = $'a4\na3\na4\nquit' ]
    [ "$(stat -c %a state/papamu state/papamu/history)" = $'700\n600' ]
    typed '\e[A\e[A\n' '\x12qu\n' -- # Ctrl-R
    [ "$status" = 0 ]
    says "unfinished, after 1 ply."
    seq 1000 >state/papamu/history
    typed '  \n' 'quit\n' --
    [ "$(wc -l <state/papamu/history)" = 500 ]
    [ "$(tail -n 2 state/papamu/history)" = $'1000\nquit' ]
    [ "$(echo state/papamu/*)" = state/papamu/history ]
    (
        unset XDG_STATE_HOME
        HOME=$BATS_TEST_TMPDIR typed 'quit\n' --
        [ "$(cat .local/state/papamu/history)" = quit ]
        unset HOME
        typed 'quit\n' --
        [ "$status" = 0 ]
    )
    XDG_STATE_HOME=/dev/null typed 'quit\n' --
    [ "$status" = 0 ]
    says 'the history of lines is not kept: cannot create "/dev/null/papamu": Not a directory'
    ln -sf /dev/zero state/papamu/history
    typed 'quit\n' --
    [ "$status" = 0 ]
    says 'is not a regular file'
}

@test "signals end an edited line, and the terminal is as before" {
    need_editing
    local name
    for name in INT TERM HUP; do
        typed "half a line> " "signal $name" --
        [ "$status" = 130 ]
    done
    says "interrupted"
    typed 'signal CONT' 'signal TSTP' 'signal WINCH' 'quit\n' --
    [ "$status" = 0 ]
    run python3 "$aid/terminal.py" '\x03' -- sh -c "trap : INT; stty -a; '$PAPAMU' play 4x4; echo code \$?; stty -a"
    says "code 130"
    [ "$(grep -c ' icanon' <<<"$output")" = 2 ]
    [ "$(grep -c ' echo ' <<<"$output")" = 2 ]
}

@test "a terminal of 20 columns is enough to edit" {
    need_editing
    run python3 "$aid/terminal.py" --columns 20 '\t' 'save a-name-longer-than-the-line\x15quit\n' -- "$PAPAMU" play 4x4
    [ "$status" = 0 ]
    says $'moves hint value\r\n'
    says "unfinished, after 0"
}

@test "where lines are not edited, nothing of it is seen" {
    need_editing
    TERM=dumb typed 'a4\n' 'quit\n' --
    [ "$status" = 0 ]
    [[ $output != *$'\033'* ]]
    says "unfinished, after 1 ply."
    [ ! -e state ]
}

@test "show draws American draughts with its stones" {
    run -0 "$PAPAMU" show start --game american --ascii
    [ "${lines[0]}" = " 1    x   x   x   x" ]
    [ "${lines[7]}" = "29  o   o   o   o  " ]
}

@test "a game begins at a position" {
    played $'value\nsave at.kgn\n' 4x5 --position "bwbwb/wb1bw/bw1wb/wbwbw b" --white human
    [ "$status" = 0 ]
    says "1. Black (x) to move."
    says "With perfect play"
    grep -qx '\[Position "bwbwb/wb1bw/bw1wb/wbwbw b"\]' at.kgn
    played "" 4x5 --load at.kgn --white human
    [ "$status" = 0 ]
    says "unfinished, after 0 plies."
    # The corner follows from the stones, and the record says so.
    played $'save white.kgn\n' 3x3 --position "wbw/2b/wbw w" --white human
    [ "$status" = 0 ]
    grep -qx '\[Corner "white"\]' white.kgn
    run -0 "$PAPAMU" play 3x3 --load white.kgn --white human </dev/null
    played "" 4x4 --position start --white human
    says "Moves: a4 b3 c2 d1"
    played $'save king.pdn\n' 8x8 --game italian --position "W:WK3:B10,12" --black human --white human
    [ "$status" = 0 ]
    grep -qx '\[FEN "W:WK3:B10,12"\]' king.pdn
    run -0 "$PAPAMU" play 8x8 --game italian --load king.pdn --black human --white human </dev/null
    says "White (o) to move."
}

@test "a saved game can be continued, under its own rules" {
    played $'b4\na4\nsave one.kgn\n' 4x4 --opening any --corner white --white human
    [ "$status" = 0 ]
    played $'save two.kgn\nundo\n' 4x4 --load one.kgn --white human
    [ "$status" = 0 ]
    says "2. Black"
    says "Taken back: 1 ply."
    says "unfinished, after 1 ply."
    diff <(sed '/^#/d' one.kgn) <(sed '/^#/d' two.kgn)
    played $'a6\na5\nresign\nsave over.kgn\n' 6x6 --white human
    played "" 6x6 --load over.kgn --white human
    says "unfinished, after 2 plies."
}

@test "what cannot be begun is refused" {
    played "" 6x6 --position "bw/wb b"
    [ "$status" = 2 ]
    [[ $stderr == *"position"*"2x2"* ]]
    played "" 4x4 --position "bwbw/wbxb b"
    [ "$status" = 2 ]
    played "" 4x4 --position start --load none
    [ "$status" = 2 ]
    [[ $stderr == *"--position and --load exclude each other"* ]]
    played "" 4x4 --load none
    [ "$status" = 3 ]
    [[ $stderr == *'cannot open "none"'* ]]
    played "" 4x4 --load /dev/zero
    [ "$status" = 2 ]
    [[ $stderr == *'"/dev/zero" is not text'* ]]
    : >empty.kgn
    played "" 4x4 --load empty.kgn
    [ "$status" = 2 ]
    [[ $stderr == *'there is no game in "empty.kgn"'* ]]
    printf '[Game "Konane"]\n[Board "5x5"]\n\n1. c3 c4 *\n' >five.kgn
    played "" 4x4 --load five.kgn
    [ "$status" = 2 ]
    [[ $stderr == *'the game in "five.kgn" is on a board of 5x5, not 4x4'* ]]
    printf '[Game "Konane"]\n[Board "4x4"]\n\n1. a4 d1 *\n' >bad.kgn
    played "" 4x4 --load bad.kgn
    [ "$status" = 2 ]
    [[ $stderr == *'"bad.kgn", game 1, ply 2 (line 4): '* ]]
    mkdir folder
    played "" 4x4 --load folder
    [ "$status" != 0 ]
    played "" 5x5 --corner white
    [ "$status" = 2 ]
}

@test "a record that continues after a draw by the rules is loaded up to there" {
    {
        printf '[GameType "22"]\n[FEN "W:WK1:BK32"]\n'
        for ((i = 1; i < 17; i += 2)); do printf '%d. 1-5 32-28 %d. 5-1 28-32 ' "$i" $((i + 1)); done
        echo '*'
    } >long.pdn
    run -0 --separate-stderr "$PAPAMU" play 8x8 --game italian --load long.pdn </dev/null
    [[ $stderr =~ '"long.pdn": the game is drawn after '([0-9]+)' plies; what follows is left out.' ]]
    [ "${BASH_REMATCH[1]}" -lt 32 ]
    [[ $output == *"The game is drawn after ${BASH_REMATCH[1]} plies."* ]]
}
