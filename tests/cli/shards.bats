#!/usr/bin/env bats
# Runs of self-play that are cut into parts: what each file says that it holds, what is refused, and that the parts joined
# are the whole.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2154

bats_require_minimum_version 1.5.0

load ../aid/program

setup() {
    root=$PWD
    enter_test
    export PAPAMU
}

part() { # FIRST GAMES FILE WORDS...
    papamu selfplay 4x4 --black ab:2 --white random --seed 7 --first "$1" --games "$2" -o "$3" "${@:4}"
}

holds() { # FILE: the ranges that it names
    sed -n 's/^# games: \([0-9-]*\) of .*/\1/p' "$1" | tr '\n' ' '
}

@test "every file of a run says which games it holds, whatever the order of the options" {
    part 40 20 lines.csv --records games.kgn --plies plies.csv
    papamu selfplay 4x4 --games 20 --seed 7 --white random --first 40 --summary --black ab:2 --format csv -o sums.csv
    local file
    for file in lines.csv games.kgn plies.csv sums.csv; do
        [ "$(grep '^# games: ' "$file")" = "# games: 40-59 of --black ab:2 --white random 4x4 seed 7" ]
    done
    papamu selfplay 4x4 --games 5 --format json | head -n 1 | grep -q '"games": \["0-4 of 4x4 seed 0"\]'
    ! papamu selfplay 4x4 --games 5 --no-provenance | grep -q games: || false
    echo "bwbw/wb1b/bw1w/wbwb b" >one
    echo "b1bw/wbw1/bwbw/wb1b w" >two
    papamu selfplay 4x4 --games 1 --positions one -o one.csv
    papamu selfplay 4x4 --games 1 --positions two -o two.csv
    [ "$(grep '^# games' one.csv)" != "$(grep '^# games' two.csv)" ]
}

@test "parts joined are the whole, and say so" {
    part 0 30 a.csv
    part 30 50 b.csv
    part 80 20 c.csv
    part 0 100 whole.csv --summary
    run -0 --separate-stderr papamu stats c.csv a.csv b.csv --table sums --format csv -o joined.csv
    [ "$(holds joined.csv)" = "0-99 " ]
    ! grep -q '^# seed' joined.csv || false
    cmp <(grep -v '^#' joined.csv) <(grep -v '^#' whole.csv)
    papamu stats a.csv b.csv --table sums --format csv -o ab.csv
    part 80 20 c-sums.csv --summary
    papamu stats ab.csv c-sums.csv --table sums --format csv -o again.csv
    cmp joined.csv again.csv
}

@test "games that two files hold are refused, also under another name" {
    part 0 30 a.csv
    part 20 30 b.csv
    cp a.csv copy.csv
    run -2 --separate-stderr papamu stats a.csv b.csv
    [[ $stderr == *'"a.csv" and "b.csv" both hold games 20-29 of --black ab:2 --white random 4x4 seed 7: they would count twice.'* ]]
    run -2 --separate-stderr papamu stats copy.csv a.csv
    [[ $stderr == *"both hold games 0-29"* ]]
    papamu selfplay 4x4 --black ab:2 --white random --seed 8 --games 30 -o other.csv # of another seed
    run -0 papamu stats a.csv other.csv
}

@test "games that are missing between parts, and in a file that was interrupted, are named" {
    part 0 30 a.csv
    part 50 10 c.csv
    run -0 --separate-stderr papamu stats a.csv c.csv --table sums --format csv -o joined.csv
    [[ $stderr == *"games 30-49 of --black ab:2 --white random 4x4 seed 7 are missing."* ]]
    [ "$(holds joined.csv)" = "0-29 50-59 " ]
    head -n 20 a.csv >cut.csv
    run -0 --separate-stderr papamu stats cut.csv
    [[ $stderr == *'"cut.csv" has 14 games, not the 30 that its first lines name.'* ]]
    sed 's/^# games: 0-29/# games: 29-0/' a.csv >wrong.csv
    run -2 --separate-stderr papamu stats wrong.csv
    [[ $stderr == *'is not one such as "0-99 of ..."'* ]]
}

@test "the scripts for clusters play parts, resume, and join them" {
    cd "$root"
    local parts=$BATS_TEST_TMPDIR/parts
    seq 0 3 | xargs -P 2 -I{} env SHARD={} scripts/cluster/selfplay.sbatch "$parts" 25 4x4 --black ab:2 --white random --seed 7
    SHARD=2 run -0 scripts/cluster/selfplay.sbatch "$parts" 25 4x4 --black ab:2 --white random --seed 7
    [[ $output == *"is there already"* ]]
    run -0 scripts/cluster/merge.sh "$parts"
    papamu selfplay 4x4 --black ab:2 --white random --seed 7 --games 100 --summary --format csv --no-provenance |
        cmp - <(grep -v '^#' "$parts/all.csv")
    rm "$parts/part-00001.csv" "$parts/all.csv"
    run -0 scripts/cluster/merge.sh "$parts"
    [[ $output == *"games 25-49 of"*"are missing"* ]]
    run -2 scripts/cluster/merge.sh "$BATS_TEST_TMPDIR"
    run -2 scripts/cluster/merge.sh
    SHARD=1 run -2 scripts/cluster/selfplay.sbatch "$parts"
    [[ $output == *"--array=0-99"* ]]
    run -0 scripts/cluster/sweep.sbatch 4x4 "$BATS_TEST_TMPDIR"
    grep -q '"game_winner": "white"' "$BATS_TEST_TMPDIR/4x4.json"
    run -2 scripts/cluster/sweep.sbatch 4x4
}
