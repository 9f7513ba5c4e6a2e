#!/usr/bin/env bats
# Databases of draughts endgames from the command line: writing, resuming after a kill, probing, verifying, playing; and
# what is said of bad input and damage.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2030,SC2031,SC2154

bats_require_minimum_version 1.5.0

load ../aid/program

setup() {
    enter_test
}

refuses() { # EXIT-CODE PART COMMAND...
    local code=$1 part=$2
    shift 2
    run "-$code" --separate-stderr papamu "$@"
    [[ $stderr == *"$part"* ]] || { echo "\"$stderr\" does not say \"$part\"" >&2 && false; }
}

@test "endgames prints the same with a database, and whatever level and threads wrote it, it is the same" {
    papamu endgames 6x6 --game italian --pieces 3 --format csv --no-provenance >plain
    papamu endgames 6x6 --game italian --pieces 3 --format csv --no-provenance --db a --threads 1 >stored
    diff plain stored
    papamu endgames 6x6 --game italian --pieces 3 --db b --threads 3 --level 1 >out
    grep -q "^digest: $(digest a)" out
    [ "$(digest a)" = "$(digest b)" ]
    papamu verify b --full >out
    grep -q "^disagreements: 0" out
    [ ! -e a.partial ]
}

@test "an interrupted table ends with a whole row" {
    local format
    for format in csv text json; do
        run -124 --separate-stderr timeout -s INT 1 "$PAPAMU" endgames 8x8 --game italian --pieces 2 --position start \
            --plies 250 --format "$format" --no-provenance
        [[ $stderr == *interrupted* ]]
        [[ $output != *W21-32* ]] # the position is put before it is searched, which does not end in time
    done
}

@test "probe agrees with endgames --position" {
    papamu endgames 4x4 --game italian --pieces 4 --db file --values remoteness >out
    for position in start "W:W5,K6:B2" "B:WK8:BK1,3" "W:WK1:BK8" "W:W7,8:B1,2" "B:W7:B4,K2"; do
        papamu endgames 4x4 --game italian --pieces 4 --position "$position" --format json --no-provenance >searched
        papamu probe file "$position" --format json --no-provenance >probed
        winner=$(sed -n 's/.*"winner": "\([a-z]*\)".*/\1/p' probed)
        plies=$(sed -n 's/.*"remoteness": \([0-9a-z]*\).*/\1/p' probed)
        sed -n 's/.*"move": null, //p' searched | grep -q "\"winner\": \"$winner\", \"plies\": $plies"
    done
}

@test "probe reads positions from standard input, and leaves out what it cannot answer" {
    papamu endgames 4x4 --game italian --pieces 3 --db file --values remoteness >out
    printf '%s\n' "# a remark" "W:WK1:BK8" "nonsense" "W:W7,8:B1,2" "B:WK1:BK8" >positions
    run -2 --separate-stderr papamu probe file --format csv --no-provenance <positions
    [ "${#lines[@]}" = 3 ]
    [ "${lines[1]}" = "W:WK1:BK8,white,3,1-3" ]
    [[ $stderr == *"line 3,"* && $stderr == *"line 4,"*"the position has 4 pieces, and the database covers up to 3"* ]]
}

@test "info --histogram counts the stored positions" {
    papamu endgames 4x4 --game italian --pieces 4 --db file >out
    papamu info file --histogram --format csv --no-provenance >histogram
    stored=$(papamu info file | sed -n 's/^values stored: //p')
    [ "$(awk -F, 'NR > 1 { n += $7 } END { print n }' histogram)" = "$stored" ]
    [ "$(awk -F, 'NR > 1 { print $5 }' histogram | sort -u | paste -sd " ")" = "draw loss win" ]
    [ -z "$(awk -F, '$5 == "draw" && $6 != ""' histogram)" ] # a draw has no number of plies
}

@test "an analysis that is killed resumes from its checkpoint" {
    papamu endgames 6x6 --game italian --pieces 4 --format csv --no-provenance --db whole --values remoteness >plain
    for wait in 0.1 0.2 0.3; do
        "$PAPAMU" endgames 6x6 --game italian --pieces 4 --threads 1 --db file --values remoteness --checkpoint state >out &
        sleep "$wait"
        kill -9 $! || true
        wait $! || true
    done
    papamu endgames 6x6 --game italian --pieces 4 --format csv --no-provenance --db file --values remoteness --checkpoint state >resumed
    diff plain resumed
    [ "$(digest file)" = "$(digest whole)" ]
    [ ! -e state ] && [ ! -e file.partial ]
}

@test "a checkpoint serves without a database too, and only what it was made for" {
    mkdir state
    "$PAPAMU" endgames 6x6 --game italian --pieces 5 --threads 1 --checkpoint state >out &
    for _ in $(seq 100); do
        [ ! -e state/papamu-checkpoint ] || break
        sleep 0.1
    done
    kill -9 $!
    wait $! || true
    [ -e state/papamu-checkpoint ]
    refuses 2 "of another number of pieces" endgames 6x6 --game italian --pieces 3 --checkpoint state
    refuses 2 "of another game" endgames 6x6 --game american --pieces 5 --checkpoint state
    printf spoilt >state/papamu-checkpoint
    refuses 1 "is damaged; remove it to start over" endgames 6x6 --game italian --pieces 5 --checkpoint state
}

@test "the agent db plays endgames and hands over before them" {
    papamu endgames 6x6 --game italian --pieces 4 --db file --values remoteness >out
    for threads in 1 2; do
        papamu selfplay 6x6 --game italian --games 20 --black db:file,greedy --white greedy --seed 2 --threads "$threads" \
            --format csv --no-provenance >"games-$threads"
    done
    diff games-1 games-2
    refuses 2 "the database is of italian on 6x6, the game is italian on 8x8" selfplay 8x8 --game italian --games 1 --black db:file --white random
    refuses 2 "a database of draughts, not of Konane" selfplay 6x6 --games 1 --black db:file --white random
}

@test "play and engine take values and hints from a database" {
    papamu endgames 8x8 --game italian --pieces 3 --db file --values remoteness >out
    printf '%s\n' "position W:WK30,K31:BK1" value "position W:WK30:BK4" value "position start" value quit |
        papamu engine --game italian --db file >answers
    grep -A1 "^value" answers | grep -v -e -- >values
    diff values - <<'END'
value white remoteness 11
best 30-26 30-27 31-27 31-28
value draw
best 30-26 30-27
END
    grep -q "^error the position has 24 pieces, and the database covers up to 3" answers
    printf '%s\n' value quit | papamu play 8x8 --game italian --white human --db file >played
    grep -q "No value: the position has 24 pieces" played
    refuses 2 'is of italian on 8x8, the game is italian on 6x6' play 6x6 --game italian --db file
    refuses 2 "a database of draughts, not of Konane" play 4x4 --db file
}

@test "bad input is refused with a sentence" {
    papamu endgames 4x4 --game italian --pieces 3 --db file >out
    papamu solve 3x4 --db konane >out
    refuses 2 "--level belongs to a database: give --db FILE as well" endgames 4x4 --game italian --level 3
    refuses 2 "--values belongs to a database" endgames 4x4 --game italian --values remoteness
    refuses 2 '--values "plies" is not known' endgames 4x4 --game italian --db x --values plies
    refuses 2 '--level "20"' endgames 4x4 --game italian --db x --level 20
    refuses 3 'cannot create "/no/such/x.partial"' endgames 4x4 --game italian --db /no/such/x
    refuses 2 "is not a regular file" endgames 4x4 --game italian --db .
    refuses 2 "is a database of --game italian, not american" probe file start --game american
    refuses 2 "square 9 is not on the board 4x4" probe file "W:W9:B1"
    refuses 2 "the position has 4 pieces, and the database covers up to 3" probe file start
    refuses 2 "rows separated by" probe file "4/4/4/4 b"
    refuses 2 "" probe konane "W:WK1:BK8"
    [ ! -e x ] && [ ! -e x.partial ]
}

@test "damage is found" {
    papamu endgames 4x4 --game italian --pieces 3 --db file --values remoteness >out
    size=$(stat -c %s file)
    head -c $((size - 1)) file >short
    for command in "info short" "verify short" "probe short W:WK1:BK8"; do
        # shellcheck disable=SC2086
        refuses 1 "damaged" $command
    done
    cp file flipped
    printf '\xff' | dd of=flipped bs=1 seek=1130 conv=notrunc status=none
    refuses 1 "blocks are damaged" verify flipped
    run -0 papamu verify file
    [[ $output == *"disagreements: 0"* ]]
}

@test "databases have the digests that data/README.md lists" {
    n=0
    while read -r _ board _ pieces _ values _ stored _ _ _ digest _; do
        [ "$board $pieces" = "4x4 8" ] || [ "${PAPAMU_LONG:-}" = 1 ] || continue
        papamu endgames "$board" --game italian --pieces "$pieces" --values "$values" --level 1 --db file >out
        [ "$(digest file)" = "$digest" ]
        grep -q "^values stored: $stored\$" <(papamu info file)
        n=$((n + 1))
    done < <(grep -E '^\| [0-9]x[0-9] \| [0-9] \| (outcome|remoteness) ' "$BATS_TEST_DIRNAME/../../data/README.md")
    [ "$n" -ge 2 ]
}

@test "endgames says what memory and processor time they took" {
    papamu endgames 6x6 --game thai --pieces 3 --format json --no-provenance >counts
    [ "$(sed -n 's/^"peak_memory_bytes": \([0-9]*\),$/\1/p' counts)" -gt 1000000 ]
    grep -qE '^"processor_seconds": [0-9]+\.[0-9]{3},$' counts
    grep -qE '^"seconds": [0-9]+\.[0-9]{3}$' counts
}
