#!/usr/bin/env bats
# Databases from the command line: writing, probing, verifying, and what is said of bad input, full disks and damage.
#
# SPDX-License-Identifier: MIT
#
# shellcheck disable=SC2030,SC2031,SC2154

bats_require_minimum_version 1.5.0

load ../aid/program

setup() {
    enter_test
}

@test "solve answers the same with a database and without" {
    for board in "4x4" "3x5 --corner white" "3x3 --values remoteness" "4x5 --opening centre"; do
        # outcome classes need both players' rows at once, which a database that is continued does not have
        # shellcheck disable=SC2086
        papamu solve $board --format json --no-provenance | grep -v -e seconds -e second -e memory -e sets_won_by >plain
        # shellcheck disable=SC2086
        papamu solve $board --format json --no-provenance --db file | grep -v -e seconds -e second -e memory -e '"digest"' -e database_bytes >stored
        diff plain stored
    done
}

@test "the digest does not depend on level and threads" {
    papamu solve 4x5 --db a --level 1 --threads 1 >out
    papamu solve 4x5 --db b --level 3 --threads 2 >out
    papamu solve 4x5 --db c --level 19 --threads 3 >out
    [ -n "$(digest a)" ]
    [ "$(digest a)" = "$(digest b)" ]
    [ "$(digest a)" = "$(digest c)" ]
    papamu verify b --full >out
    grep -q "^disagreements: 0" out
}

@test "convert keeps values and digest, from version 1 and back" {
    papamu solve 4x5 --db two --level 3 >out
    papamu convert two one --version 1 >out
    grep -q "^format version: 1" out
    papamu convert one again >out
    grep -q "^format version: 2" out
    papamu convert again small --level 9 >out
    for file in one again small; do
        [ "$(digest two)" = "$(digest "$file")" ]
        papamu verify "$file" --full >out
        grep -q "^disagreements: 0" out
        papamu info two --histogram --format csv --no-provenance >theirs
        papamu info "$file" --histogram --format csv --no-provenance >ours
        diff theirs ours
    done
    # but for the header, which has the command and the date, it is the file that solving writes
    cmp -i 1120 two again
}

@test "convert refuses what it cannot read or write, and leaves nothing half-written" {
    papamu solve 3x4 --db file >out
    head -c 1500 file >short
    cp file flipped
    printf '\377' | dd of=flipped bs=1 seek=1300 conv=notrunc status=none
    run -1 --separate-stderr papamu convert short new
    [[ "$stderr" == *'"short": damaged'* ]]
    run -1 --separate-stderr papamu convert flipped new
    [[ "$stderr" == *'"flipped": damaged'* ]]
    run -2 --separate-stderr papamu convert file new --level 20
    run -2 --separate-stderr papamu convert file
    run -3 --separate-stderr papamu convert file nowhere/new
    run -3 --separate-stderr papamu convert missing new
    [ ! -e new ] && [ ! -e new.partial ]
    papamu convert file file --level 1 >out # onto itself
    papamu verify file --full >out
}

@test "probe reads positions from standard input, and leaves out what it cannot answer" {
    papamu solve 3x4 --db file >out
    printf '%s\n' "# a remark" "bw1w/w1wb/bwbw b" "nonsense" "bw/wb b" "" "bw1w/w1wb/bwbw w" >positions
    run -2 --separate-stderr papamu probe file --format csv --no-provenance <positions
    [ "${#lines[@]}" = 3 ]
    [ "${lines[0]}" = "position,winner,remoteness,best_moves" ]
    [[ $stderr == *"line 3,"* && $stderr == *"line 4,"*"2x2"* ]]
    papamu probe file "bw1w/w1wb/bwbw b" "bw1w/w1wb/bwbw w" --format csv --no-provenance >operands
    [ "$(cat operands)" = "$output" ]
}

@test "probe agrees with solve --position" {
    papamu solve 4x4 --db file --values remoteness >out
    for position in "2bw/wbwb/bwbw/wbwb b" "b1bw/1bwb/bwbw/w1wb w" "wbwb/bw1w/w2b/bwbw b" "4/4/4/4 w"; do
        papamu probe file "$position" --format csv --no-provenance >probed
        papamu solve 4x4 --values remoteness --corner "$(grep -q '^w' <<<"$position" && echo white || echo black)" \
            --position "$position" --format csv --no-provenance >solved
        diff probed solved
    done
}

@test "probe answers the opening by removals" {
    papamu solve 4x4 --db file >out
    run papamu probe file start --opening any --format csv --no-provenance
    [ "$status" = 0 ]
    [[ ${lines[1]} == *"b,white,,"* ]]
}

@test "verify ends with 1 and says where if a byte is damaged" {
    papamu solve 4x5 --db file >out
    printf '\377' | dd of=file bs=1 seek=3000 conv=notrunc status=none
    run -1 --separate-stderr papamu verify file
    [[ $stderr == *"checksum of block"*"damaged."* ]]
}

@test "verify refuses more samples than can be counted" {
    papamu solve 2x3 --db file >out
    run -2 --separate-stderr papamu verify file --sample 18446744073709551614
    [[ $stderr == *"1000000000000"* ]]
}

@test "files that are not databases are refused with 2, damaged and empty ones with 1" {
    echo text >text
    : >empty
    papamu solve 2x3 --db file >out
    head -c 1130 file >short
    for command in info verify probe; do
        run -2 --separate-stderr papamu $command text </dev/null
        [[ $stderr == *"\"text\""*"not a papamu database"* ]]
        run -1 --separate-stderr papamu $command empty </dev/null
        [[ $stderr == *"empty"* ]]
        run -2 --separate-stderr papamu $command . </dev/null
        [[ $stderr == *"directory"* ]]
        run -1 --separate-stderr papamu $command short </dev/null
        [[ $stderr == *"\"short\""*"damaged"* ]]
        run -3 --separate-stderr papamu $command none </dev/null
        [[ $stderr == *"none"*"No such file"* ]]
    done
}

@test "options of databases that do not go together" {
    run -2 --separate-stderr papamu solve 3x3 --checkpoint dir
    [[ $stderr == *"--db FILE"* ]]
    run -2 --separate-stderr papamu solve 3x3 --db file --level 20
    run -2 --separate-stderr papamu solve 3x3 --db .
    [[ $stderr == *"regular file"* ]]
    run -3 --separate-stderr papamu solve 3x3 --db none/file
    [[ $stderr == *"No such file"* ]]
    [ ! -e file ]
}

@test "a full disk leaves the old file" {
    [ "$(id -u)" = 0 ] || skip "needs root to mount a small disk"
    mkdir disk
    mount -t tmpfs -o size=200k none disk 2>/dev/null || skip "cannot mount here"
    papamu solve 2x3 --db disk/file >out
    before=$(digest disk/file)
    run -3 --separate-stderr papamu solve 5x5 --db disk/file --level 1
    after=$(digest disk/file)
    left=$(ls disk)
    umount disk
    [[ $stderr == *"No space left"* ]]
    [ "$before" = "$after" ]
    [ "$left" = file ]
}

@test "an interrupted solve resumes from its checkpoint" {
    papamu solve 5x5 --db whole --level 3 >out
    for delay in 0.05 0.1 0.2; do
        timeout -s INT $delay "$PAPAMU" solve 5x5 --db file --level 3 --checkpoint dir --threads 1 >out || true
    done
    papamu solve 5x5 --db file --level 3 --checkpoint dir >out
    [ "$(digest file)" = "$(digest whole)" ]
    [ ! -e dir ]
    [ ! -e file.partial ]
}

@test "info as a table has a cell for each column" {
    papamu solve 2x3 --db a.papamu >/dev/null
    run -0 papamu info a.papamu --format csv --no-provenance
    [[ ${lines[0]} == rows,cols,values,values_stored,* ]]
    [[ ${lines[1]} == 2,3,outcome,48,* ]]
    [ "$(awk -F, '{ print NF }' <<<"$output" | uniq | wc -l)" = 1 ]
}
