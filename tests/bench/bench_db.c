/* Measures databases: solving and writing, size, probes at random and in a cached block, checksums against unpacking.
 *
 *     bench_db [ROWSxCOLS [LEVEL [BLOCK_BITS [VERSION]]]]    default 5x6; the figures for 6x6 need 1.3 GB of memory and
 * 1 GB of disk
 *
 * Random probes run with a cache of an eighth of the unpacked values, as 256 MiB is of 6x6, after the whole file has
 * been read once. Rates are by processor time of one thread. Prints records for scripts/bench.sh; the digest is the
 * signature.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/block.h"
#include "solver/db/digest.h"
#include "solver/konane/db/db.h"
#include "solver/konane/db/probe.h"
#include "src/base/bits.h"
#include "src/base/rng.h"
#include "tests/aid/measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { N_PROBES = 200000, N_REPEATED = 20000000, CACHE_PART = 8 };

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static pm_position random_position(rng *r, const pm_board *board)
{
    const uint64_t all = pm_board_cells(board, PM_BLACK) | pm_board_cells(board, PM_WHITE);
    return (pm_position){rng_next(r) & all, (pm_color)(rng_next(r) >> 63)};
}

static uint64_t probe_one(pm_db *database, pm_position pos)
{
    uint8_t value = 0;
    return probe_stored(database, pos, &value, NULL) == PM_OK ? value : 2;
}

static void bench_random(pm_db *database, const pm_board *board, const char *name)
{
    static double latency[N_PROBES];
    rng r = rng_stream(1, 0);
    uint64_t sum = 0;
    const double before = measure_processor_seconds();
    for (int i = 0; i < N_PROBES; i++) {
        const double start = measure_wall_seconds();
        sum += probe_one(database, random_position(&r, board));
        latency[i] = measure_wall_seconds() - start;
    }
    const double used = measure_processor_seconds() - before;
    qsort(latency, N_PROBES, sizeof latency[0], compare_doubles);
    printf("database %s, random probes\t%.1f\tk/s\tsum %" PRIu64 ", %.1f us each\n", name, N_PROBES / used / 1e3, sum,
           used / N_PROBES * 1e6);
    printf("database %s, latency of a random probe\t%.1f\tus (median)\t99 %%: %.1f us, 99.9 %%: %.1f us\n", name,
           latency[N_PROBES / 2] * 1e6, latency[N_PROBES / 100 * 99] * 1e6, latency[N_PROBES / 1000 * 999] * 1e6);
}

static void bench_repeated(pm_db *database, const pm_board *board, const char *name)
{
    const pm_position pos = {pm_board_cells(board, PM_BLACK) & 0x5555555555555555, PM_BLACK};
    const uint64_t low = pm_board_cells(board, PM_WHITE);
    uint64_t sum = 0, cell = bits_first(low);
    const double before = measure_processor_seconds();
    for (int i = 0; i < N_REPEATED; i++) {
        sum += probe_one(database, (pm_position){pos.occupied ^ (uint64_t)(i & 1) << cell, PM_BLACK});
    }
    const double used = measure_processor_seconds() - before;
    printf("database %s, repeated probes\t%.1f\tM/s\tsum %" PRIu64 "\n", name, N_REPEATED / used / 1e6, sum);
}

/* Bytes a second of the stored bytes, checked or unpacked; every block once, read before. */
static double block_rate(const db *file, bool unpacks)
{
    const db_shape *s = db_get_shape(file);
    db_codec *codec = db_codec_new(s);
    uint8_t *packed = malloc(s->block_bytes), *values = malloc(s->block_bytes);
    const uint64_t n = s->n_blocks, step = n < 40000 ? 1 : n / 40000;
    uint64_t done = 0;
    const double before = measure_processor_seconds();
    for (uint64_t block = 0; block < n && codec && packed && values; block += step) {
        const pm_status status = unpacks ? db_read_block(file, block, codec, packed, values, NULL)
                                         : db_check_block(file, block, packed, NULL);
        done += status == PM_OK;
    }
    const double used = measure_processor_seconds() - before;
    db_codec_free(codec);
    free(packed);
    free(values);
    return (double)done * (double)s->block_bytes / used;
}

static int bench(const char *path, const pm_board *board, const char *name, double written)
{
    pm_db *database;
    pm_error err;
    if (pm_db_open(path, 0, &database, &err) != PM_OK) {
        fprintf(stderr, "%s\n", err.message);
        return EXIT_FAILURE;
    }
    const pm_db_info info = pm_db_get_info(database);
    char digest[DB_DIGEST_TEXT];
    printf("database %s, solve and write\t%.2f\ts\tlevel %d, blocks of 2^%d, digest %s\n", name, written, info.level,
           info.block_bits, db_digest_format(info.digest, digest));
    const int halves = (int)db_get_shape(pm_db_inside(database))->is_halved;
    printf("database %s, size\t%.4f\tGiB\t%.4f bits for each value, stored or not\n", name,
           (double)info.file_bytes / 0x1p30, (double)info.file_bytes * 8 / (double)(info.stored << halves));
    const double checked = block_rate(pm_db_inside(database), false);
    const double unpacked = block_rate(pm_db_inside(database), true);
    printf("database %s, checksums\t%.2f\tGB/s\tof unpacked values; %.1f times as fast as unpacking\n", name,
           checked / 1e9, checked / unpacked);
    printf("database %s, unpacking\t%.2f\tGB/s\t%.1f us a block\n", name, unpacked / 1e9,
           (double)db_get_shape(pm_db_inside(database))->block_bytes / unpacked * 1e6);
    pm_db_close(database);
    const size_t cache = (size_t)(info.stored / (info.has_remoteness ? 1 : 8) / CACHE_PART);
    if (pm_db_open(path, cache ? cache : 1, &database, &err) != PM_OK) {
        return EXIT_FAILURE;
    }
    bench_random(database, board, name);
    bench_repeated(database, board, name);
    pm_db_close(database);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "5x6";
    int rows = 0, cols = 0;
    pm_board *board;
    pm_error err;
    if (sscanf(name, "%dx%d", &rows, &cols) != 2 || pm_board_new(rows, cols, PM_BLACK, "any", &board, &err) != PM_OK) {
        fprintf(stderr, "usage: bench_db [ROWSxCOLS [LEVEL [BLOCK_BITS [VERSION]]]]\n");
        return EXIT_FAILURE;
    }
    const db_options options = {.level = argc > 2 ? atoi(argv[2]) : DB_DEFAULT_LEVEL,
                                .block_bits = argc > 3 ? atoi(argv[3]) : 0,
                                .version = argc > 4 ? atoi(argv[4]) : 0};
    const sweep_options sweeping = {.threads = par_processors(), .memory = (size_t)8 << 30, .with_tiles = true};
    char path[] = "/tmp/papamu-bench-XXXXXX";
    const int fd = mkstemp(path);
    if (fd < 0 || close(fd) != 0) {
        return EXIT_FAILURE;
    }
    uint8_t digest[DB_DIGEST_BYTES];
    const double start = measure_wall_seconds();
    int code = EXIT_FAILURE;
    if (db_konane_solve(path, board, &options, &sweeping, NULL, NULL, NULL, digest, &err) == PM_OK) {
        code = bench(path, board, name, measure_wall_seconds() - start);
    } else {
        fprintf(stderr, "%s\n", err.message);
    }
    unlink(path);
    pm_board_free(board);
    return code;
}
