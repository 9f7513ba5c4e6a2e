#!/usr/bin/env bats
# selfplay, stats and random on the command line: equal bytes however a run is threaded, split and merged, and one clear
# sentence with the right exit code for everything that cannot be accepted.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2016 # arguments of bash -c

load ../aid/program

setup() {
    enter_test
}

rows() {
    grep -v '^#' "$1"
}

# refused CODE TEXT COMMAND...: fails with CODE, says TEXT on standard error, nothing on standard output.
refused() {
    local code=$1 text=$2
    shift 2
    run --separate-stderr "$PAPAMU" "$@"
    # shellcheck disable=SC2154
    if [ "$status" -ne "$code" ] || [ -n "$output" ] || [[ "$stderr" != *"$text"* ]]; then
        echo "papamu $*: status $status, output \"$output\", error \"$stderr\"" >&2
        return 1
    fi
}

bats_require_minimum_version 1.5.0

# ---- equal bytes ------------------------------------------------------------------------------------

@test "one thread and three give the same bytes" {
    for format in csv json text; do
        for black in random ab:2; do
            "$PAPAMU" selfplay 6x6 --games 300 --seed 5 --black "$black" --white random --swap --threads 1 --format $format \
                --plies p1 --records r1 >g1
            "$PAPAMU" selfplay 6x6 --games 300 --seed 5 --black "$black" --white random --swap --threads 3 --format $format \
                --plies p3 --records r3 >g3
            cmp g1 g3
            cmp p1 p3
            cmp r1 r3
        done
    done
}

@test "one thread and three give the same games of draughts, draws among them" {
    for rule in fid site; do
        for threads in 1 3; do
            "$PAPAMU" selfplay 8x8 --game italian --games 60 --seed 5 --black ab:2 --white ab:3 --swap --draw-rule $rule \
                --threads $threads --plies p$threads --records r$threads >g$threads
        done
        cmp g1 g3
        cmp p1 p3
        cmp r1 r3
        [ "$(grep -c ',draw,' g1)" -ge 5 ]
    done
}

@test "a split run merges to the whole run, byte for byte" {
    args=(8x8 --seed 9 --black random --white greedy --swap --no-provenance)
    "$PAPAMU" selfplay "${args[@]}" --games 500 --plies p.csv --records r.kgn -o g.csv
    "$PAPAMU" selfplay "${args[@]}" --games 500 --summary -o s.csv
    first=0
    for n in 123 1 376; do
        "$PAPAMU" selfplay "${args[@]}" --first $first --games $n --plies p$n.csv --records r$n.kgn -o g$n.csv
        "$PAPAMU" selfplay "${args[@]}" --first $first --games $n --summary -o s$n.csv
        first=$((first + n))
    done
    cmp <(cat g123.csv <(tail -n +2 g1.csv) <(tail -n +2 g376.csv)) g.csv
    for kind in g s p; do
        for format in text csv json; do
            "$PAPAMU" stats "$kind.csv" --format $format --no-provenance >whole
            "$PAPAMU" stats "$kind"{376,123,1}.csv --format $format --no-provenance >merged
            cmp whole merged
        done
    done
    "$PAPAMU" stats s376.csv s1.csv s123.csv --table sums --format csv --no-provenance | cmp - s.csv
    "$PAPAMU" stats g376.csv g1.csv g123.csv --table sums --format csv --no-provenance | cmp - s.csv
    "$PAPAMU" stats p376.csv p1.csv p123.csv --table plies --format csv --no-provenance | cmp - p.csv
    "$PAPAMU" stats r376.kgn r1.kgn r123.kgn --table plies --format csv --no-provenance | cmp - p.csv
    "$PAPAMU" stats r.kgn --table sums --format csv --no-provenance | cmp - s.csv
}

@test "game i is the same alone as within a run" {
    "$PAPAMU" selfplay 5x5 --games 40 --seed 3 --no-provenance >all
    "$PAPAMU" selfplay 5x5 --games 1 --first 17 --seed 3 --no-provenance | tail -1 | cmp - <(sed -n 19p all)
    run ! "$PAPAMU" selfplay 5x5 --games 0
    "$PAPAMU" selfplay 5x5 --games 40 --seed 4 --no-provenance >other
    run ! cmp -s all other
}

@test "a pair in a matrix is the pair alone" {
    "$PAPAMU" selfplay 4x4 --games 50 --seed 2 --matrix random,ab:2 --summary --format csv --no-provenance >matrix
    "$PAPAMU" selfplay 4x4 --games 100 --seed 2 --black random --white ab:2 --swap --summary --no-provenance >pair
    "$PAPAMU" selfplay 4x4 --games 50 --seed 2 --black ab:2 --white ab:2 --summary --no-provenance >same
    [ "$(grep -c . pair)" -gt 4 ]
    cmp <(grep -e ',ab:2,random,' -e ',random,ab:2,' matrix) <(tail -n +2 pair)
    cmp <(grep ',ab:2,ab:2,' matrix) <(tail -n +2 same)
}

@test "a matrix prints a cross table" {
    run --separate-stderr "$PAPAMU" selfplay 4x4 --games 20 --matrix random,greedy,first
    [ "$status" -eq 0 ]
    [[ "$stderr" == *" games are different"* ]]
    [[ "${lines[0]}" == agent*first*greedy*random* ]]
    [[ "$output" =~ [0-9]+\.[0-9]" ("[0-9]+\.[0-9]-[0-9]+\.[0-9]")" ]]
    [[ "$output" != *"+-"* ]]
}

@test "the games of a matrix, and parts of them, are joined to what it counts" {
    local args=(4x4 --matrix "random,greedy,ab:1" --seed 5) kind
    for kind in "" --summary; do
        # shellcheck disable=SC2086 # no word or one
        {
            "$PAPAMU" selfplay "${args[@]}" --games 20 $kind --format csv -o whole.csv
            "$PAPAMU" selfplay "${args[@]}" --games 9 $kind --format csv -o first.csv
            "$PAPAMU" selfplay "${args[@]}" --games 11 --first 9 $kind --format csv -o second.csv
        } 2>/dev/null
        "$PAPAMU" stats whole.csv --table sums --format csv --no-provenance -o "whole$kind" 2>/dev/null
        "$PAPAMU" stats second.csv first.csv --table sums --format csv --no-provenance -o joined 2>/dev/null
        cmp "whole$kind" joined
        run -2 --separate-stderr "$PAPAMU" stats whole.csv second.csv
        [[ $stderr == *"whole.csv"*"second.csv"* ]]
        # shellcheck disable=SC2086 # no word or one
        "$PAPAMU" selfplay "${args[@]}" --games 1 --first 30 $kind --format csv -o far.csv 2>/dev/null
        run -0 --separate-stderr "$PAPAMU" stats whole.csv far.csv --table series --format csv
        [[ $stderr == *"games 20-29 of --matrix random,greedy,ab:1 4x4 seed 5 are missing"* ]]
    done
    cmp whole whole--summary
    [ "$(rows whole | wc -l)" -gt 9 ]
    "$PAPAMU" selfplay "${args[@]}" --games 20 --format csv --no-provenance -o lines.csv 2>/dev/null
    [ "$(wc -l <lines.csv)" -eq 181 ] # three pairs of agents twice 20, three agents alone 20
}

# Of the 50 games of this command 8 are different. The notation of a game is its
# moves: so many texts are different.
@test "different games are counted in every summary, and few of them are warned of" {
    local args=(6x6 --games 50 --black ab:4 --white ab:4 --seed 3)
    run -0 --separate-stderr "$PAPAMU" selfplay "${args[@]}" --summary --format text
    [[ "$output" == "konane 6x6, Black ab:4, White ab:4: 50 games, 8 different"* ]]
    [[ "$stderr" == *"only 8 of 50 games are different"*"--random-plies"* ]]
    "$PAPAMU" selfplay "${args[@]}" --records r.kgn -o g.csv
    [ "$(awk 'BEGIN { RS = "" } /^1\./ { gsub(/\n/, " "); print }' r.kgn | sort -u | wc -l)" = 8 ]
    [ "$(rows g.csv | tail -n +2 | cut -d, -f12 | sort -u | wc -l)" = 8 ]
    "$PAPAMU" selfplay "${args[@]}" --summary -o s.csv
    for file in g.csv r.kgn s.csv; do
        run -0 --separate-stderr "$PAPAMU" stats $file --format csv --no-provenance
        [[ "${lines[0]}" == rules,board,black,white,games,distinct_games,* ]]
        [[ "${lines[1]}" == konane,6x6,ab:4,ab:4,50,8,* ]]
        [[ "$stderr" == *"only 8 of 50 games are different"* ]]
        for table in openings classes; do
            "$PAPAMU" stats $file --table $table --format csv --no-provenance |
                awk -F, 'NR > 1 { n += $(NF - 11 - 1) } END { exit n != 8 }'
        done
        "$PAPAMU" stats $file --format json | python3 -c 'import json, sys; sys.exit(json.load(sys.stdin)["series"][0]["distinct_games"] != 8)'
    done
    "$PAPAMU" selfplay 6x6 --games 50 --matrix ab:4,first --seed 3 --format csv -o matrix.csv 2>said
    grep -q "games are different" said
    run -0 --separate-stderr "$PAPAMU" stats matrix.csv --format csv --no-provenance
    [[ "$output" == *konane,6x6,ab:4,ab:4,50,8,* ]]
    run -0 --separate-stderr "$PAPAMU" selfplay "${args[@]}" --random-plies 4 --summary
    [ -z "$stderr" ]
}

# 2 wins in 10 different games: 5.7 to 51.0, which no half-width describes. Of 50 games that are all the same nothing is
# concluded.
@test "intervals are given by their two ends, and only by different games" {
    {
        echo 'rules,board,black,white,opening,games,distinct_games,black_wins,white_wins,draws,multi_jumps,sum_squares,sum_by_jumps,jumps_histogram,branching_histogram,pairs_histogram,digests'
        echo "konane,6x6,x,y,a6 a5,50,10,10,40,0,0,200,100,1:50,2:50,,0$(printf ' %016x' {1..10})"
        echo "konane,6x6,y,x,a6 a5,50,1,50,0,0,0,200,100,1:50,2:50,,0$(printf ' %016x' 11)"
    } >sums.csv
    run -0 --separate-stderr "$PAPAMU" stats sums.csv
    [[ "$output" == *"Black wins              20.00 %   95 % interval 5.67 to 50.98   (10)"* ]]
    [[ "$output" == *"Black wins             100.00 %   (50)"* ]]
    run -0 --separate-stderr "$PAPAMU" stats sums.csv --format csv --no-provenance
    [[ "${lines[1]}" == konane,6x6,x,y,50,10,10,40,0,0.200000,0.056682,0.509838,* ]]
    [[ "${lines[2]}" == konane,6x6,y,x,50,1,50,0,0,1.000000,,,* ]]
}

@test "random moves after the opening differ, and pairs share them" {
    for game in konane italian; do
        local plies=7 # words of the first line that pairs have in common
        [ $game = italian ] || plies=10
        "$PAPAMU" selfplay 8x8 --game $game --games 40 --swap --black ab:1 --white ab:2 --random-plies 5 --seed 4 \
            --records r1 --threads 1 --summary --no-provenance >s1.csv
        "$PAPAMU" selfplay 8x8 --game $game --games 40 --swap --black ab:1 --white ab:2 --random-plies 5 --seed 4 \
            --records r3 --threads 3 --summary --no-provenance >s3.csv
        cmp r1 r3
        cmp s1.csv s3.csv
        grep '^1\.' r1 | cut -d' ' -f1-"$plies" >begin
        [ "$(wc -l <begin)" = 40 ]
        cmp <(awk 'NR % 2 == 1' begin) <(awk 'NR % 2 == 0' begin)
        [ "$(sort -u begin | wc -l)" -ge 18 ]
        "$PAPAMU" stats r1 --game $game --table sums --format csv --no-provenance | cmp - s1.csv
        run -0 "$PAPAMU" stats s1.csv --table pairs --format csv --no-provenance
        [[ "${lines[0]}" == *,share,share_low,share_high,pairs,elo,elo_low,elo_high ]]
        [[ "${lines[1]}" == $game,8x8,ab:1,ab:2,40,40,*,20,* ]]
        run -0 "$PAPAMU" stats s1.csv
        [[ "$output" == *"ab:1 against ab:2 over both colours: 40 games, 40 different, in 20 pairs"*"Elo difference"*"95 % interval"* ]]
    done
    refused 2 '--random-plies' selfplay 8x8 --games 4 --random-plies -1
}

@test "a summary of more games than a file keeps gives an estimate when it is joined, and says so" {
    "$PAPAMU" selfplay 8x8 --opening fixed:a8,a7 --games 3000 --seed 1 --summary -o a.csv
    "$PAPAMU" selfplay 8x8 --opening fixed:a8,a7 --games 3000 --first 3000 --seed 1 --summary -o b.csv
    run -0 --separate-stderr "$PAPAMU" stats a.csv --format csv --no-provenance
    [ -z "$stderr" ]
    [[ "${lines[1]}" == konane,8x8,random,random,3000,3000,* ]]
    run -0 --separate-stderr "$PAPAMU" stats a.csv b.csv --format csv --no-provenance
    [[ "$stderr" == *"is an estimate"* ]]
    n=$(cut -d, -f6 <<<"${lines[1]}")
    [ "$n" -gt 4000 ] && [ "$n" -le 6000 ]
}

@test "classes of openings are kept apart" {
    "$PAPAMU" selfplay 8x8 --games 240 --each-opening --seed 1 --summary -o s.csv
    run -0 "$PAPAMU" stats s.csv --table classes --format csv --no-provenance
    [[ "${lines[0]}" == rules,board,black,white,class,openings,games,distinct_games,* ]]
    [[ "${lines[1]}" == konane,8x8,random,random,corner,4,80,80,* ]]
    [[ "${lines[2]}" == konane,8x8,random,random,centre,8,160,160,* ]]
    [ "${#lines[@]}" = 3 ]
    run -0 "$PAPAMU" stats s.csv
    [[ "$output" == *"pool the openings as often as they were played:"*corner*centre* ]]
    "$PAPAMU" selfplay 8x8 --games 1120 --each-opening --opening any --seed 1 --summary -o any.csv
    run -0 "$PAPAMU" stats any.csv --table classes --format csv --no-provenance
    [ "$(cut -d, -f5 <<<"$output" | tail -n +2 | sort | tr '\n' ' ')" = "centre corner near-centre other " ]
    "$PAPAMU" selfplay 8x8 --game italian --games 4 --summary -o d.csv
    run -0 --separate-stderr "$PAPAMU" stats d.csv --table classes --format csv --no-provenance
    [[ "${lines[1]}" == italian,8x8,random,random,,1,4,4,* ]]
}

@test "the test of openings names its hypothesis and says what was found" {
    "$PAPAMU" selfplay 8x8 --games 24000 --each-opening --black first --white random --seed 1 --summary -o differ.csv
    run -0 "$PAPAMU" stats differ.csv
    [[ "$output" == *"Hypothesis: Black's share is the same after every opening"*"
Rejected at the 5 % level: chi-square "*" on 11 degrees of freedom, p = "* ]]
    "$PAPAMU" selfplay 8x8 --games 1200 --each-opening --seed 1 --summary -o alike.csv
    run -0 "$PAPAMU" stats alike.csv
    [[ "$output" == *"
Not rejected at the 5 % level: chi-square "* ]]
}

@test "each opening has the same number of games" {
    "$PAPAMU" selfplay 8x8 --games 36 --each-opening --summary --no-provenance >s
    [ "$(tail -n +2 s | wc -l)" -eq 12 ]
    [ "$(tail -n +2 s | cut -d, -f6 | sort -u)" = 3 ]
    run --separate-stderr "$PAPAMU" selfplay 8x8 --games 40 --each-opening --summary
    [ "$status" -eq 0 ]
    [[ "$stderr" == *"a multiple of 12"* ]]
}

@test "draughts go the same way" {
    "$PAPAMU" selfplay 8x8 --game italian --games 6 --black ab:1 --white random --seed 1 --records r.pdn --no-provenance >g.csv
    "$PAPAMU" stats r.pdn --game italian --table sums --format csv --no-provenance >a
    "$PAPAMU" stats g.csv --table sums --format csv --no-provenance >b
    cmp a b
}

# Games between kings that go to and fro: the fourth occurrence of a position ends them early under the one rule alone.
@test "the draw rule of draughts is chosen" {
    for rule in fid site; do
        "$PAPAMU" selfplay 6x6 --game italian --games 60 --black ab:2 --white ab:2 --seed 1 --draw-rule $rule \
            --summary --format csv --no-provenance >$rule.csv
    done
    run ! cmp -s fid.csv site.csv
    "$PAPAMU" selfplay 6x6 --game italian --games 60 --black ab:2 --white ab:2 --seed 1 --summary --format csv \
        --no-provenance | cmp - fid.csv
    refused 2 'there are fid and site' selfplay 8x8 --game italian --games 5 --draw-rule never
}

@test "wide boards go the same way" {
    "$PAPAMU" selfplay 16x16 --games 3 --seed 1 --records r.kgn --no-provenance >g.csv
    "$PAPAMU" stats r.kgn --table sums --format csv --no-provenance >a
    "$PAPAMU" stats g.csv --table sums --format csv --no-provenance >b
    cmp a b
}

# Probabilities of 4x4: tests/analysis/test_random_play.c holds them against a plain recursion; here only that they are printed.
@test "random prints a distribution that adds up to one" {
    for size in 4x4 5x4; do
        "$PAPAMU" random $size --format csv | awk -F, '$4 == "length" { s += $6 } END { exit !(s > 1 - 1e-9 && s < 1 + 1e-9) }'
    done
    # the branching at each jump, by how often games get there, has the mean of all
    "$PAPAMU" random 4x4 --format csv | awk -F, '
        $4 == "length" { p[$5] = $6; n = $5 > n ? $5 : n }
        $4 == "branching_at_jump" { at[$5] = $6 }
        $4 == "branching_mean" { mean = $6 }
        END {
            for (k = n; k >= 1; k--) { reach += p[k]; total += reach; sum += reach * at[k] }
            exit !(n > 1 && sum / total - mean < 1e-9 && mean - sum / total < 1e-9)
        }'
    "$PAPAMU" random 4x4 --format json | python3 -c 'import json, sys; json.load(sys.stdin)["statistics"]'
    run "$PAPAMU" random 4x4
    [[ "$output" == *black_share*jumps_mean*positions:* ]]
}

# tests/analysis/test_tree_size.c and tests/solver/test_ancestry.c hold the numbers against exact ones.
@test "complexity prints plies and boards, the same with any number of threads" {
    args=(complexity 4x4 --opening any --population 200 --runs 4 --samples 300 --seed 7 --no-provenance)
    "$PAPAMU" "${args[@]}" --format csv --threads 1 >one
    "$PAPAMU" "${args[@]}" --format csv --threads 3 >three
    cmp one three
    [ "$(sed -n '2p' one)" = "4,4,black,any,0,0.0000,0.0000,0.0000,,,,8.000,8,8,8,8,8" ]
    [ "$(wc -l <one)" = 17 ]
    "$PAPAMU" "${args[@]}" --format csv --table board >summary
    [ "$(cut -d, -f14,16 summary | paste -sd' ')" = "samples,open 300,0" ]
    "$PAPAMU" "${args[@]}" --format json | python3 -c '
import json, sys
both = json.load(sys.stdin)
assert len(both["plies"]) == 16 and 4.6 < both["board"][0]["games_log10"] < 4.9'
    # Without samples nothing is said about positions.
    [ "$("$PAPAMU" complexity 9x9 --population 5 --runs 2 --table board --format csv --no-provenance | cut -d, -f14,17,18,19 | tail -1)" = "0,,," ]
}

@test "stats reads from a pipe" {
    "$PAPAMU" selfplay 4x4 --games 50 --records r.kgn --summary >s.csv
    "$PAPAMU" stats s.csv >a
    "$PAPAMU" stats <(cat s.csv) | cmp - a
    "$PAPAMU" stats r.kgn --table sums --format csv --no-provenance >a
    "$PAPAMU" stats <(cat r.kgn) --table sums --format csv --no-provenance | cmp - a
}

@test "json is well formed" {
    "$PAPAMU" selfplay 4x4 --games 3 --format json | python3 -c 'import json, sys; [json.loads(line) for line in sys.stdin]'
    "$PAPAMU" selfplay 4x4 --games 3 --plies p.csv -o g.csv
    "$PAPAMU" stats g.csv --format json | python3 -c 'import json, sys; json.load(sys.stdin)["series"][0]["games"] == 3 or sys.exit(1)'
    "$PAPAMU" stats p.csv --format csv --no-provenance | cmp - <(grep -v '^#' p.csv)
    "$PAPAMU" stats p.csv --format json | python3 -c 'import json, sys; json.load(sys.stdin)["plies"][0]'
}

# ---- bad input --------------------------------------------------------------------------------------

@test "agents and options that do not exist" {
    refused 2 'did you mean random?' selfplay 8x8 --games 5 --black randon
    refused 2 'did you mean mcts?' selfplay 8x8 --games 5 --white mcst:100
    refused 2 'the nearest is depth' selfplay 8x8 --games 5 --white ab:dpeth=3
    refused 2 '"4" is not name=number, as in depth=4' selfplay 8x8 --games 5 --white ab:4,eval=1
    refused 2 'from 1 to 100' selfplay 8x8 --games 5 --white ab:0
    refused 2 'did you mean "--games"?' selfplay 8x8 --gmaes 5
    refused 2 'is not a list of 2 to' selfplay 8x8 --games 5 --matrix random
    refused 2 'leave out --black' selfplay 8x8 --games 5 --matrix random,first --black random
    refused 2 'table' stats --table opening x.csv
}

@test "numbers of games that cannot be" {
    refused 2 'the number of games is missing' selfplay 8x8
    refused 2 'whole number from 1 to 1000000000' selfplay 8x8 --games 0
    refused 2 'whole number from 1 to 1000000000' selfplay 8x8 --games -5
    refused 2 'whole number from 1 to 1000000000' selfplay 8x8 --games 1000000001
    refused 2 'whole number from 1 to 1000000000' selfplay 8x8 --games 1e6
    refused 2 '--first' selfplay 8x8 --games 5 --first -1
    refused 2 '--first' selfplay 8x8 --games 5 --first 99999999999999999999
}

@test "boards that cannot be" {
    refused 2 '' selfplay 21x21 --games 5
    refused 2 '' selfplay 8 --games 5
    refused 2 '' selfplay 5x5 --games 5 --corner white
    refused 2 '' random 5x5 --corner white
    refused 2 '36 cells' random 6x6
    refused 2 'give --samples N as well' complexity 4x4 --width 5
    refused 2 'population' complexity 4x4 --population 0
    refused 2 'more than the 64' complexity 9x9 --samples 10 --population 5
    refused 2 'leaves Black nothing to remove' complexity 5x5 --corner white
    refused 2 'without draws' random 4x4 --game italian
    refused 3 'MiB of memory and was given 1.00 MiB' random 5x5 --memory 1M
}

@test "files that are none of ours, cut, or of another version" {
    "$PAPAMU" selfplay 4x4 --games 5 -o g.csv
    head -c -3 g.csv >cut.csv
    refused 2 'is cut off' stats cut.csv
    sed 's/^# papamu .*/# papamu 9.9.9/' g.csv >version.csv
    refused 2 'written by version 9.9.9' stats version.csv
    echo 'a,b,c' >other.csv
    refused 2 'not the header' stats other.csv
    : >empty.csv
    refused 2 'empty' stats empty.csv
    refused 3 'cannot open' stats missing.csv
    sed 's/^\([0-9]*,[0-9]*\),[a-z]*,/\1,whtie,/' g.csv >winner.csv
    refused 2 'winner is "whtie"' stats winner.csv
    "$PAPAMU" selfplay 4x4 --games 5 --summary -o s.csv
    refused 2 'files of one kind' stats g.csv s.csv
    refused 2 'FILE is missing' stats
}

@test "records are known by their first line, whatever the name of the file" {
    printf '{a comment, to begin}\n[Board "4x4"]\n\n1. a4 b4 2. a2-a4 1-0\n' >games
    run -0 "$PAPAMU" stats games --format csv --no-provenance --table openings
    [[ ${lines[1]} == *4x4* ]]
}

@test "a record with an illegal move is left out, the others are kept" {
    "$PAPAMU" selfplay 4x4 --games 3 --seed 1 --records r.kgn >g.csv
    awk '/^1\./ && ++n == 2 { sub(/^1\. [a-d][1-4]/, "1. b1") } { print }' r.kgn >bad.kgn
    run --separate-stderr "$PAPAMU" stats bad.kgn --table series --format csv
    [ "$status" -eq 2 ]
    [[ "$stderr" == *bad.kgn*"game 2, ply 1"*b1* ]]
    [[ "${lines[-1]}" == konane,4x4,random,random,2,* ]]
}

# ---- output that fails --------------------------------------------------------------------------------

@test "a full disk is exit code 3" {
    run --separate-stderr bash -c '"$1" selfplay 8x8 --games 20000 >/dev/full' _ "$PAPAMU"
    [ "$status" -eq 3 ]
    [[ "$stderr" == *"No space left"* ]]
    refused 3 'No space left' selfplay 8x8 --games 20000 -o /dev/full
    refused 3 'cannot write' selfplay 8x8 --games 20 --summary --plies missing/p.csv
    refused 3 'No space left' selfplay 8x8 --games 20000 --summary --records /dev/full
    run --separate-stderr "$PAPAMU" selfplay 8x8 --games 20 --summary --plies /dev/full
    [ "$status" -eq 3 ]
    [[ "$stderr" == *"No space left"* ]]
}

@test "what a failed run leaves is whole lines" {
    # A limit on the size of files simulates a disk that fills in the middle of a line.
    run bash -c 'trap "" XFSZ; ulimit -f 40; "$1" selfplay 8x8 --games 20000 >part.csv' _ "$PAPAMU"
    [ "$status" -eq 3 ]
    [ "$(tail -c 1 part.csv | od -An -c | tr -d ' ')" = '\n' ]
    "$PAPAMU" stats part.csv >/dev/null
    run bash -c 'trap "" XFSZ; ulimit -f 40; "$1" selfplay 8x8 --games 20000 -o whole.csv' _ "$PAPAMU"
    [ "$status" -eq 3 ]
    [ ! -e whole.csv ]
}

@test "rows can be watched as they come" {
    local pid
    "$PAPAMU" selfplay 8x8 --games 10000 --black mcts:3000 --format csv --no-provenance --threads 1 >rows 2>said &
    pid=$!
    until [ -s rows ]; do sleep 0.05; done
    kill -INT "$pid"
    [ "$(wc -c <rows)" -lt 4096 ] # a buffer of the system is not what they wait for
    wait "$pid" || true
}

@test "help and a closed pipe" {
    run "$PAPAMU" selfplay --help
    [ "$status" -eq 0 ]
    [[ "$output" == *--each-opening*--matrix* ]]
    run bash -c 'set -o pipefail; "$1" selfplay 8x8 --games 100000 2>/dev/null | head -2 >/dev/null; echo ${PIPESTATUS[0]}' _ "$PAPAMU"
    [ "$output" = 3 ]
}

# ---- interruption --------------------------------------------------------------------------------------

@test "an interrupted run resumes from its folder, with the same bytes" {
    local args=(8x8 --games 48 --black ab:4 --white ab:5 --swap --each-opening --seed 3)
    "$PAPAMU" selfplay "${args[@]}" --records whole.kgn --plies whole-plies.csv -o whole.csv
    "$PAPAMU" selfplay "${args[@]}" --checkpoint kept -o part.csv &
    local pid=$!
    until [ -s kept/selfplay.games ] && [ "$(stat -c %s kept/selfplay.games)" -gt 1000 ]; do sleep 0.02; done
    kill -INT "$pid" 2>/dev/null || true
    wait "$pid" || [ $? = 130 ]
    if [ ! -e part.csv ]; then # it was not over yet
        refused 2 'another command or version' selfplay 8x8 --games 48 --seed 4 --checkpoint kept
        head -c -3 kept/selfplay.games >shorter && cp shorter kept/selfplay.games # a game written in part
    fi
    "$PAPAMU" selfplay "${args[@]}" --checkpoint kept --records part.kgn --plies part-plies.csv -o part.csv
    cmp <(rows whole.csv) <(rows part.csv)
    cmp whole.kgn part.kgn
    cmp whole-plies.csv part-plies.csv
    [ -z "$(ls kept)" ]
    refused 3 'cannot make the folder' selfplay 4x4 --games 1 --checkpoint no/such/folder
}

# However many games were finished: they are those that a run of as many games has.
@test "after Ctrl-C the finished games are in the files' partial names" {
    local args=(8x8 --black ab:4 --white ab:4 --random-plies 2 --seed 3)
    "$PAPAMU" selfplay "${args[@]}" --games 100000 --records part.kgn -o part.csv 2>err &
    local pid=$! n status=0
    until [ -s part.csv.partial ]; do sleep 0.02; done
    kill -INT "$pid"
    wait "$pid" || status=$?
    [ "$status" = 130 ]
    [ ! -e part.csv ] && [ ! -e part.kgn ]
    n=$(rows part.csv.partial | tail -n +2 | wc -l)
    grep "$n finished games are in \"part.csv.partial\"" err
    "$PAPAMU" selfplay "${args[@]}" --games "$n" --records whole.kgn -o whole.csv
    cmp <(rows whole.csv) <(rows part.csv.partial)
    cmp <(grep -v '^#' whole.kgn) <(grep -v '^#' part.kgn.partial)
    "$PAPAMU" selfplay 8x8 --games 10 -o part.csv # the next run clears it away
    [ ! -e part.csv.partial ]
}

@test "Ctrl-C is obeyed within a game" {
    run timeout -s INT -k 60 2 "$PAPAMU" selfplay 16x16 --games 4 --black mcts:10000000 --white ab:8 --threads 2
    [ "$status" = 124 ] # that of timeout for a program that ended in time
    [[ $output == *interrupted* ]]
}

@test "games begin at given positions, in turn" {
    printf '%s\n' "# two" "bwbw/wb1b/bw1w/wbwb b" "" "b1bw/wbw1/bwbw/wb1b w" >two
    papamu selfplay 4x4 --positions two --games 8 --swap --black ab:4 --white greedy --records games.kgn -o games.csv
    [ "$(rows games.csv | tail -n +2 | cut -d, -f4 | uniq -c | sed 's/^ *//')" = "2 bwbw/wb1b/bw1w/wbwb b
2 b1bw/wbw1/bwbw/wb1b w
2 bwbw/wb1b/bw1w/wbwb b
2 b1bw/wbw1/bwbw/wb1b w" ]
    # Every ply is a jump, and the first has as many choices as the position has moves.
    rows games.csv | tail -n +2 | awk -F, '$2 != $9 { exit 1 }'
    [ "$(rows games.csv | sed -n '2p;4p' | sed 's/.*,//; s/ .*//' | tr '\n' ' ')" = "$(
        for position in "bwbw/wb1b/bw1w/wbwb b" "b1bw/wbw1/bwbw/wb1b w"; do
            papamu moves "$position" --format csv --no-provenance | tail -n +2 | wc -l
        done | tr '\n' ' '
    )" ]
    papamu stats games.csv --format csv --no-provenance >of_table
    papamu stats games.kgn --format csv --no-provenance >of_records
    [ "$(cut -d, -f1-12 of_table)" = "$(cut -d, -f1-12 of_records)" ]
    # In batches as one by one, and by any number of threads.
    papamu selfplay 4x4 --positions two --games 600 --summary --threads 1 --format csv --no-provenance >fast
    papamu selfplay 4x4 --positions two --games 600 --threads 3 -o lines.csv
    papamu stats lines.csv --format csv --no-provenance --table sums >slow
    [ "$(cut -d, -f1-9 fast)" = "$(cut -d, -f1-9 slow)" ]
}

@test "positions that no game can begin at are refused with file and line" {
    echo "bwbw/wbwb/bwbw/wbwb b" >start
    refused 2 '"start", line 1, position "bwbw/wbwb/bwbw/wbwb b", at byte 0: the position is in the opening' \
        selfplay 4x4 --positions start --games 1
    printf '# a comment\n4/4/4/3b b\n' >over
    refused 2 '"over", line 2, position "4/4/4/3b b", at byte 0: the game is over there: Black cannot move' selfplay 4x4 --positions over --games 1
    echo "bw/wb b" >small
    refused 2 'the position is 2x2, the board 4x4' selfplay 4x4 --positions small --games 1
    : >empty
    refused 2 'there is no position in "empty"' selfplay 4x4 --positions empty --games 1
    refused 2 'takes the place of the opening' selfplay 4x4 --positions start --each-opening --games 1
    refused 2 'knows a run by its options' selfplay 4x4 --positions start --checkpoint kept --games 1
    refused 3 'cannot open "absent"' selfplay 4x4 --positions absent --games 1
}
