#!/usr/bin/env bats
# papamu-mpi: a sweep among several ranks gives what one process gives, also after a rank has died, and what it refuses.
#
# The ranks are more than the processors, and --ranks-per-node makes several "nodes" of this machine, which share no
# memory. Digests are compared with those of `solve --scratch` and of the atlas, which need no code of solver/mpi.
#
# SPDX-License-Identifier: MIT
#
# `run` sets its variables for the test that calls it:
# shellcheck disable=SC2030,SC2031,SC2154
# Words are for another shell:
# shellcheck disable=SC2016

bats_require_minimum_version 1.5.0

load ../aid/program

setup() {
    enter_test
    command -v mpirun >/dev/null || skip "mpirun is not installed: scripts/setup.sh --mpi"
    MPI=$(dirname "$PAPAMU")/papamu-mpi
    [ -x "$MPI" ]
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
    export OMPI_MCA_btl_vader_single_copy_mechanism=none # a container may forbid the other way
    export OMPI_MCA_mpi_yield_when_idle=0                # papamu-mpi sleeps when it waits
    export ASAN_OPTIONS=detect_leaks=0                   # of MPI's own
}

ranks() { # how many, arguments
    local n=$1
    shift
    mpirun -n "$n" "$MPI" "$@"
}

# The digest of a result in JSON.
digest_of() {
    sed -n 's/.*"digest": "\([0-9a-f]*\)".*/\1/p' "$1"
}

fact() { # name, file
    sed -n 's/.*"'"$1"'": \([0-9.]*\).*/\1/p' "$2"
}

@test "any number of ranks, threads and nodes gives one digest, one census and the same openings" {
    papamu solve 4x5 --scratch folder --census alone.census --sample alone.sample --format json -o alone.json
    papamu solve 4x5 --format csv --no-provenance -o alone.csv
    local shape n node
    for shape in 1/1 2/2 3/1 4/2 7/3; do # ranks / ranks that share memory
        n=${shape%/*}
        node=${shape#*/}
        ranks "$n" solve 4x5 --threads $((n % 2 + 1)) --ranks-per-node "$node" --census n.census --sample n.sample \
            --format json -o n.json
        [ "$(digest_of n.json)" = "$(digest_of alone.json)" ]
        [ "$(fact ranks n.json)" = "$n" ]
        [ "$(fact nodes n.json)" = $(((n + node - 1) / node)) ]
        diff <(grep -v '^#' alone.census) <(grep -v '^#' n.census)
        diff <(grep -v '^#' alone.sample) <(grep -v '^#' n.sample)
    done
    ranks 3 solve 4x5 --ranks-per-node 1 --format csv --no-provenance -o n.csv
    diff alone.csv n.csv
}

@test "a white corner, an odd board, and more ranks than rows" {
    local shape size node
    for shape in 3x3/1 2x2/7 1x7/1; do # size / ranks that share memory
        size=${shape%/*}
        node=${shape#*/}
        papamu solve "$size" --corner white --scratch folder --format json -o alone.json
        ranks 7 solve "$size" --corner white --ranks-per-node "$node" --threads 1 --format json -o n.json
        [ "$(digest_of n.json)" = "$(digest_of alone.json)" ]
    done
    papamu solve 1x7 --corner white --format csv --no-provenance -o alone.csv
    ranks 7 solve 1x7 --corner white --ranks-per-node 7 --threads 1 --format csv --no-provenance -o n.csv
    diff alone.csv n.csv
}

# Counted in real runs: what the replay without data foretells, to the byte. The rows of 5x7 are fetched in parts.
# Byte by byte, with one date. Blocks of pairs, at level 3, are parts of rows; of zstd, at level 1, whole rows of 4x5 by
# the dozen; an odd board has the rows of both movers.
@test "a database is the one that papamu writes" {
    export SOURCE_DATE_EPOCH=1000000000
    local shape size level n node
    for shape in 4x4/3/4/4 4x5/1/3/1 5x5/3/3/2 5x6/3/2/1 5x6/3/1/1 5x6/3/7/4; do
        IFS=/ read -r size level n node <<<"$shape"
        papamu solve "$size" --db alone.db --level "$level" --format json -o alone.json
        ranks "$n" solve "$size" --db n.db --level "$level" --threads 1 --ranks-per-node "$node" --format json -o n.json
        cmp alone.db n.db
        [ "$(digest_of n.json)" = "$(digest_of alone.json)" ]
        [ "$(fact database_bytes n.json)" = "$(stat -c %s n.db)" ]
    done
}

# Oracle: papamu, whose variants tests/solver/test_variants.c compares with the rules.
@test "variants of the rules, in memory, into a database, and on disks" {
    export SOURCE_DATE_EPOCH=1000000000
    local variant words
    for variant in "--play misere" "--jumps single" "--play misere --jumps longest"; do
        read -r -a words <<<"$variant"
        papamu solve 4x5 "${words[@]}" --db alone.db --format csv -o alone.csv
        ranks 3 solve 4x5 "${words[@]}" --threads 1 --ranks-per-node 2 --db n.db --format csv -o n.csv
        cmp alone.db n.db
        cmp alone.csv n.csv
        ranks 2 solve 4x5 "${words[@]}" --threads 1 --scratch rows --format json -o n.json
        [ "$(digest_of n.json)" = "$(digest alone.db)" ]
    done
    [ "$(papamu solve 4x5 --db standard.db --format json | sed -n 's/.*"digest": "\(.*\)".*/\1/p')" != "$(digest alone.db)" ]
    run -2 --separate-stderr mpirun -n 1 "$MPI" solve 4x4 : -n 1 "$MPI" solve 4x4 --play misere
    [[ $stderr == *'start all ranks alike.'* ]]
}

@test "a database that cannot be written: one sentence, and nothing under its name" {
    run -3 --separate-stderr ranks 2 solve 4x4 --db none/4x4.db
    [[ $stderr == *'papamu solve: rank 0 on '*': cannot create "none/4x4.db.partial": No such file or directory.'* ]]
    mkdir elsewhere
    run -3 --separate-stderr mpirun -n 1 "$MPI" solve 4x4 --db 4x4.db : \
        -n 1 --wdir elsewhere "$MPI" solve 4x4 --db 4x4.db
    [[ $stderr == *'papamu solve: rank 1 on '*': does not see the file "4x4.db.partial" that rank 0 has made'* ]]
    [ -z "$output" ] && [ -z "$(find . -name '4x4.db*')" ]
    run -3 --separate-stderr ranks 2 solve 5x6 --db 5x6.db --memory 40M
    [[ $stderr == *'each of 2 ranks on 1 node needs '* ]]
    mkdir small
    local try=(unshare --mount bash -c 'mount -t tmpfs -o size=1M tmpfs small && { "$@" || { code=$?; ls small; exit $code; }; }' bash)
    "${try[@]}" true 2>/dev/null || skip "this user cannot mount"
    run -3 --separate-stderr "${try[@]}" mpirun -n 3 "$MPI" solve 5x6 --threads 1 --ranks-per-node 2 --db small/5x6.db
    [[ $stderr == *': cannot write "small/5x6.db.partial": No space left on device.'* ]]
    [ "$(grep -o 'rank [0-9] on' <<<"$stderr" | wc -l)" = 1 ]
    [ -z "$output" ]
}

@test "the plan foretells what is fetched" {
    local shape size n node
    for shape in 4x5/4/2 4x5/7/3 5x7/2/1; do
        IFS=/ read -r size n node <<<"$shape"
        ranks "$n" solve "$size" --threads 1 --memory 400M --ranks-per-node "$node" --format json -o n.json
        papamu plan "$size" --threads 1 --memory 400M --ranks "$n" --ranks-per-node "$node" --simulate --format json \
            -o plan.json
        [ "$(fact bytes_fetched plan.json)" -gt 0 ]
        for what in bytes_fetched bytes_fetched_by_the_busiest_rank nodes; do
            [ "$(fact $what plan.json)" = "$(fact $what n.json)" ]
        done
    done
    grep -q "^5,7,black,.*,$(digest_of n.json)\$" "$BATS_TEST_DIRNAME/../../data/atlas.csv"
}

@test "bench prints the options of a plan" {
    run -0 ranks 2 bench --threads 1
    [[ ${lines[-1]} =~ ^papamu\ plan\ SIZE\ --ranks\ P\ (--threads\ 1\ --speed\ [0-9]+\ --network\ [0-9]+\ --meeting\ [0-9]+)$ ]]
    # shellcheck disable=SC2086 # several options
    run -0 papamu plan 4x5 --ranks 2 ${BASH_REMATCH[1]}
    run -2 papamu bench
}

@test "the batch file of a cluster, with mpirun in the place of srun" {
    export LAUNCH="mpirun -n 2" PAPAMU_MPI=$MPI SLURM_CPUS_ON_NODE=1 SLURM_MEM_PER_NODE=200
    mkdir results
    bash "$BATS_TEST_DIRNAME/../../scripts/cluster/ranks.sbatch" 4x5 results
    papamu solve 4x5 --scratch folder --census alone.census --format json -o alone.json
    [ "$(digest_of results/4x5.json)" = "$(digest_of alone.json)" ]
    diff <(grep -v '^#' results/4x5-census.csv) <(grep -v '^#' alone.census)
    run -2 bash "$BATS_TEST_DIRNAME/../../scripts/cluster/ranks.sbatch" 4x5
}

# MPICH's mpirun kills all ranks at once, so that none can say anything, and reports to standard output.
is_mpich() {
    mpirun --version | grep -q HYDRA
}

# Run, and kill one of the ranks as soon as a sublayer is finished.
kill_a_rank() { # which, how many ranks, arguments of solve
    local n=$2 status=0
    export VICTIM=$1 SIGN=${SIGN:-kept/papamu-ranks}
    shift 2
    cat >victim.sh <<'END'
#!/bin/bash
if [ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = "$VICTIM" ]; then
    (until compgen -G "$SIGN" >/dev/null; do sleep 0.01; done; kill -KILL $$) &
fi
exec "$@"
END
    chmod +x victim.sh
    mpirun -n "$n" ./victim.sh "$MPI" solve "$@" >run.out 2>run.err || status=$?
    cat run.err >&2
    [ "$status" != 0 ]
    [ ! -s run.out ] || is_mpich
}

@test "a rank that is killed ends the job with a sentence; it is resumed with another number of ranks" {
    papamu solve 5x5 --scratch folder --format json -o alone.json
    local victim=1 ranks_before=3 ranks_after
    for ranks_after in 2 4; do
        kill_a_rank $victim $ranks_before 5x5 --threads 1 --checkpoint kept --ranks-per-node 2
        if ! is_mpich; then
            [ "$(grep -c '^papamu solve: the job was ended from outside, or a rank of it died' run.err)" = 1 ]
            grep -q 'repeat the command, with any number of ranks, to resume' run.err
        fi
        ranks $ranks_after solve 5x5 --threads 1 --checkpoint kept --ranks-per-node 3 --format json -o resumed.json
        [ "$(digest_of resumed.json)" = "$(digest_of alone.json)" ]
        [ "$(fact sublayers_resumed resumed.json)" -gt 0 ]
        [ ! -e kept ]
        victim=0 # then another rank speaks
    done
}

@test "a database is continued as well, after whole layers" {
    export SOURCE_DATE_EPOCH=1000000000
    papamu solve 5x6 --db alone.db --format json -o alone.json
    kill_a_rank 1 3 5x6 --threads 1 --checkpoint kept --db n.db --ranks-per-node 2
    [ -e n.db.partial ] && [ ! -e n.db ]
    run -2 --separate-stderr ranks 2 solve 5x6 --checkpoint kept
    [[ $stderr == *'"kept" belongs to a run of something else: konane 5x6'* ]]
    cp -r kept once_more
    ranks 2 solve 5x6 --threads 1 --checkpoint kept --db n.db --format json -o n.json
    [ "$(fact sublayers_resumed n.json)" -gt 0 ]
    cmp n.db alone.db
    [ ! -e kept ] && [ ! -e n.db.partial ]
    run -2 --separate-stderr ranks 2 solve 5x6 --checkpoint once_more --db n.db
    [[ $stderr == *'layers finished in the checkpoint: '*', in "'*'n.db.partial": 0; remove the folder to start over'* ]]
    cmp n.db alone.db
}

@test "rows on the disks of ranks: one digest, in little memory, with the rows of each in a folder of its own" {
    papamu solve 5x6 --scratch folder --census alone.census --sample alone.sample --format json -o alone.json
    local n
    for n in 1 2 3 7; do
        ranks $n solve 5x6 --scratch rows --threads $((n % 2 + 1)) --memory 60M --census n.census --sample n.sample \
            --format json -o n.json
        [ "$(digest_of n.json)" = "$(digest_of alone.json)" ]
        diff <(grep -v '^#' alone.census) <(grep -v '^#' n.census)
        diff <(grep -v '^#' alone.sample) <(grep -v '^#' n.sample)
        [ "$(fact nodes n.json)" = $n ]
        [ "$(fact bytes_written n.json)" -gt 0 ]
        [ "$(fact planned_memory_bytes_of_a_rank n.json)" -lt $((60 << 20)) ]
        [ ! -e rows ]
    done
    run -3 --separate-stderr ranks 2 solve 5x6 --scratch rows --memory 30M
    [[ $stderr == *'each of 2 ranks on 2 nodes needs '* ]]
    [ ! -e rows ]
}

@test "a run with rows on disks is resumed by any number of ranks, as long as each file is seen by one" {
    papamu solve 5x6 --scratch folder --format json -o alone.json
    SIGN=rows/rank-000/black-01-01 kill_a_rank 1 4 5x6 --threads 1 --memory 60M --scratch rows
    grep -q 'repeat the command, with any number of ranks, to resume' run.err || is_mpich
    SIGN=rows/rank-000/black-04-01 kill_a_rank 0 2 5x6 --threads 1 --memory 60M --scratch rows
    cp -r rows spoilt
    cp -r rows lost
    ranks 3 solve 5x6 --threads 1 --memory 60M --scratch rows --format json -o resumed.json
    [ "$(digest_of resumed.json)" = "$(digest_of alone.json)" ]
    [ "$(fact sublayers_resumed resumed.json)" -gt 0 ]
    [ ! -e rows ]
    run -2 --separate-stderr ranks 2 solve 4x5 --scratch lost
    [[ $stderr == *'"lost/rank-00'*'" belongs to a run of something else: konane 5x6'* ]]
    rm lost/rank-001/black-*
    run -2 --separate-stderr ranks 3 solve 5x6 --threads 1 --memory 60M --scratch lost
    [[ $stderr == *'no rank sees "lost/rank-001/black-'*'", which rank 1 of '*' has left; start ranks on its machine, too'* ]]
    [ "$(grep -c '^papamu' <<<"$stderr")" = 1 ]
    local file
    for file in spoilt/rank-*/black-*; do
        printf 'x' | dd of="$file" bs=1 seek=70 conv=notrunc status=none
    done
    run -1 --separate-stderr ranks 3 solve 5x6 --threads 1 --memory 60M --scratch spoilt
    [[ $stderr == *'"spoilt/rank-00'*' is damaged; remove the folders to start over.'* ]]
    [ "$(grep -c '^papamu' <<<"$stderr")" = 1 ]
}

@test "scratch folders that are in use, cannot be made, or on a full disk" {
    mkdir rows rows/rank-001
    run -3 --separate-stderr flock rows/rank-001/papamu-ranks.lock mpirun -n 2 "$MPI" solve 4x4 --scratch rows
    [[ $stderr == *'rank 1 on '*': another run is using the folder "rows/rank-001"'* ]]
    run -3 --separate-stderr mpirun -n 1 "$MPI" solve 4x4 --scratch new : -n 1 "$MPI" solve 4x4 --scratch elsewhere/new
    [[ $stderr == *'rank 1 on '*': cannot make the folder "elsewhere/new": No such file or directory'* ]]
    run -2 --separate-stderr ranks 2 solve 4x4 --scratch new --ranks-per-node 2
    [[ $stderr == *'with --scratch each rank has memory of its own: it has no --ranks-per-node'* ]]
    run -2 --separate-stderr ranks 2 solve 4x4 --scratch new --disk 1G
    [[ $stderr == *'--disk is for one process'* ]]
    mkdir small
    local try=(unshare --mount bash -c 'mount -t tmpfs -o size=2M tmpfs small && "$@"' bash)
    "${try[@]}" true 2>/dev/null || skip "this user cannot mount"
    run -3 --separate-stderr "${try[@]}" mpirun -n 2 "$MPI" solve 5x6 --threads 1 --memory 60M --scratch small/rows
    [[ $stderr == *': cannot '*'small/rows/rank-00'*': No space left on device'* ]]
    [ "$(grep -c '^papamu' <<<"$stderr")" = 1 ]
}

@test "checkpoints that are damaged, of something else, in use, or not seen by all" {
    kill_a_rank 0 2 5x5 --threads 1 --checkpoint kept
    [ -e kept/papamu-ranks ]
    run -2 --separate-stderr ranks 2 solve 4x5 --checkpoint kept
    [[ $stderr == *'"kept" belongs to a run of something else: konane 5x5'* ]]
    cp -r kept spoilt
    local file
    for file in spoilt/black-*; do
        printf 'x' | dd of="$file" bs=1 seek=9 conv=notrunc status=none
    done
    run -1 --separate-stderr ranks 2 solve 5x5 --checkpoint spoilt
    [[ $stderr == *'is damaged; remove the folder to start over'* ]]
    run -3 --separate-stderr flock kept/papamu-ranks.lock mpirun -n 2 "$MPI" solve 5x5 --checkpoint kept
    [[ $stderr == *'another run is using the folder "kept"'* ]]
    run -3 --separate-stderr mpirun -n 1 "$MPI" solve 4x4 --checkpoint new : -n 1 "$MPI" solve 4x4 --checkpoint elsewhere/new
    [[ $stderr == *'rank 1 on '*' does not see the folder "elsewhere/new"'* ]]
    run -3 --separate-stderr ranks 2 solve 4x4 --checkpoint none/folder
    [[ $stderr == *'cannot make the folder "none/folder": No such file or directory'* ]]
}

@test "too little memory is refused before the work, with both figures and the rank" {
    run -3 --separate-stderr mpirun -n 1 "$MPI" solve 5x6 --memory 300M : -n 1 "$MPI" solve 5x6 --memory 30M
    [[ $stderr == *'each of 2 ranks on 1 node needs '*' MiB, and rank 1 may use '*' MiB'* ]]
    [ -z "$output" ]
    [ "$(grep -c '^papamu' <<<"$stderr")" = 1 ]
}

@test "a small /dev/shm is refused with a sentence" {
    local try=(unshare --mount bash -c 'mount -t tmpfs -o size=16M tmpfs /dev/shm && exec "$@"' bash)
    "${try[@]}" true 2>/dev/null || skip "this user cannot mount"
    run -3 --separate-stderr "${try[@]}" mpirun -n 2 "$MPI" solve 5x6
    [[ $stderr == *'of shared memory, and /dev/shm has '*' MiB; enlarge it, or start one rank a machine'* ]]
    "${try[@]}" mpirun -n 2 "$MPI" solve 4x5 --ranks-per-node 1 --format json -o n.json
}

@test "the first rank alone prints; what is for one process is refused among several" {
    run -0 --separate-stderr ranks 3 --version
    [ "${#lines[@]}" = 1 ]
    run -2 --separate-stderr ranks 3
    [ "$(grep -c '^papamu' <<<"$stderr")" = 1 ]
    run -2 --separate-stderr ranks 2 moves start
    [[ $stderr == *'papamu moves: this command works alone, and there are 2 ranks: start it without mpirun.'* ]]
    run -2 --separate-stderr ranks 2 solve 4x4 --line
    [[ $stderr == *'--line is for one process, and there are 2 ranks'* ]]
    run -2 --separate-stderr ranks 2 solve 4x4 --values remoteness
    [[ $stderr == *'--values remoteness is for one process'* ]]
    run -2 --separate-stderr mpirun -n 1 "$MPI" solve 4x4 : -n 1 "$MPI" solve 4x5
    [[ $stderr == *'rank 1 on '*'the command is "solve 4x5 '*', that of rank 0 is "solve 4x4 '* ]]
    run -2 --separate-stderr mpirun -n 1 "$MPI" solve 4x4 : -n 1 "$MPI" solve 4x4 --checkpoint kept
    [[ $stderr == *'start all ranks alike.'* ]]
    run -2 --separate-stderr mpirun -n 1 "$MPI" solve 4x4 --sample a : -n 1 "$MPI" solve 4x4
    [[ $stderr == *'start all ranks alike.'* ]]
    run -2 --separate-stderr ranks 2 solve 4x4x4
    [ "$(grep -c '^papamu' <<<"$stderr")" = 1 ]
    run -0 ranks 1 moves start
    run -0 "$MPI" perft 4x4 4 # without mpirun
}

@test "papamu itself refuses to run several times at once" {
    run -2 --separate-stderr mpirun -n 3 "$PAPAMU" solve 4x4
    [ -z "$output" ]
    [ "$(grep -c '^papamu: mpirun has started 3 processes, and this program works alone; papamu-mpi' <<<"$stderr")" = 1 ]
    run -0 mpirun -n 1 "$PAPAMU" perft 4x4 2
    run -2 --separate-stderr papamu solve 4x4 --ranks-per-node 2
    [[ $stderr == *'--ranks-per-node is for papamu-mpi'* ]]
}
