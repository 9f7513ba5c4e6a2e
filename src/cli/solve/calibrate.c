/* Rates of this machine: see calibrate.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/solve/calibrate.h"

#include "solver/sweep/row_file.h"
#include "src/base/clock.h"
#include "src/base/rng.h"
#include "src/cli/solve/sweeping.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK_BYTES = 128 << 10, N_BLOCKS = 256, DISK_BYTES = 128 << 20, PIECE_BYTES = 4 << 20 };

/* Combining from files writes each row once for every chunk that adds to it, where a sweep in memory writes it once. */
static const double STREAMING = 1.5;

scratch_rates scratch_rates_usual(void)
{
    return (scratch_rates){.pack = 250e6, .unpack = 900e6, .disk_write = 600e6, .disk_read = 600e6, .ratio = 0.48};
}

/* ---- packing ---- */

/* Rows of the middle of a small board. */
typedef struct gathering {
    uint8_t *rows;
    size_t bytes, seen;
} gathering;

static pm_status gather(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    (void)team;
    (void)white;
    (void)err;
    gathering *g = ctx;
    const size_t row_bytes = row_words(sweep_row_bits(black->sweep)) * 8, all = (size_t)N_BLOCKS * BLOCK_BYTES;
    const size_t half = sweep_get_plan(black->sweep)->rows / 3;
    for (size_t i = 0; i < black->n_rows && g->bytes + row_bytes <= all; i++) {
        if (g->seen++ >= half) {
            sweep_row_read(black, i, (uint64_t *)(g->rows + g->bytes));
            g->bytes += row_bytes;
        }
    }
    return PM_OK;
}

/* Seconds of processor time of this thread: what else runs meanwhile does not count. */
static double processor_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int measure_packing(cli *c, scratch_rates *rates)
{
    sweeping s;
    gathering g = {.rows = aligned_alloc(ROW_ALIGNMENT, (size_t)N_BLOCKS * BLOCK_BYTES)};
    uint8_t *packed = malloc((size_t)N_BLOCKS * BLOCK_BYTES), *raw = malloc(BLOCK_BYTES);
    row_file_entry entries[N_BLOCKS];
    row_codec *codec = row_codec_new();
    int code = g.rows && packed && raw && codec ? CLI_DONE : cli_error(c, CLI_SYSTEM, "out of memory");
    code = code ? code : sweeping_open_yardstick(c, &s);
    if (code == CLI_DONE) {
        code = sweeping_run(&s, gather, &g);
        sweeping_close(&s);
    }
    const size_t n = g.bytes / BLOCK_BYTES;
    assert(code != CLI_DONE || (n > 0 && n <= N_BLOCKS)); /* the yardstick fills some blocks */
    const double begin = processor_clock();
    for (size_t i = 0; code == CLI_DONE && i < n; i++) {
        entries[i].bytes = row_block_pack(codec, g.rows + i * BLOCK_BYTES, BLOCK_BYTES, packed + i * BLOCK_BYTES,
                                          &entries[i].checksum);
    }
    const double middle = processor_clock();
    for (size_t i = 0; code == CLI_DONE && i < n; i++) {
        row_block_unpack(codec, &entries[i], packed + i * BLOCK_BYTES, raw, BLOCK_BYTES);
    }
    const double raw_bytes = (double)n * BLOCK_BYTES;
    rates->pack = raw_bytes / (middle - begin);
    rates->unpack = raw_bytes / (processor_clock() - middle);
    row_codec_free(codec);
    free(raw);
    free(packed);
    free(g.rows);
    return code;
}

/* ---- the disk ---- */

/* Write and read a file that does not pack. Returns 0 or an errno. */
static int time_file(int fd, uint8_t *piece, scratch_rates *rates)
{
    static_assert(DISK_BYTES % PIECE_BYTES == 0 && PIECE_BYTES % 8 == 0, "whole pieces, of whole random numbers");
    const double begin = clock_seconds();
    for (off_t at = 0; at < DISK_BYTES; at += PIECE_BYTES) {
        if (pwrite(fd, piece, PIECE_BYTES, at) != PIECE_BYTES) {
            return errno ? errno : EIO;
        }
    }
    if (fdatasync(fd) != 0) {
        return errno;
    }
    const double middle = clock_seconds();
    posix_fadvise(fd, 0, DISK_BYTES, POSIX_FADV_DONTNEED); /* read it from the disk, not from memory */
    for (off_t at = 0; at < DISK_BYTES; at += PIECE_BYTES) {
        if (pread(fd, piece, PIECE_BYTES, at) != PIECE_BYTES) {
            return errno ? errno : EIO;
        }
    }
    rates->disk_write = DISK_BYTES / (middle - begin);
    rates->disk_read = DISK_BYTES / (clock_seconds() - middle);
    return 0;
}

static int measure_disk(cli *c, const char *directory, scratch_rates *rates)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/papamu-calibration", directory);
    uint8_t *piece = malloc(PIECE_BYTES);
    const bool is_whole = (size_t)length < sizeof path;
    const int fd = is_whole ? open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    int error = !is_whole ? ENAMETOOLONG : fd < 0 ? errno : piece ? 0 : ENOMEM;
    if (!error) {
        rng random = rng_stream(1, 0);
        for (size_t i = 0; i < PIECE_BYTES; i += 8) {
            const uint64_t x = rng_next(&random);
            memcpy(piece + i, &x, sizeof x);
        }
        errno = 0;
        error = time_file(fd, piece, rates);
    }
    if (fd >= 0) {
        close(fd);
        unlink(path);
    }
    free(piece);
    return error ? cli_fail_file(c, "measure the disk in", directory, error) : CLI_DONE;
}

int scratch_rates_measure(cli *c, const char *directory, scratch_rates *rates)
{
    *rates = scratch_rates_usual();
    const int code = measure_disk(c, directory, rates);
    return code == CLI_DONE ? measure_packing(c, rates) : code;
}

double scratch_seconds(const scratch_plan *plan, const scratch_rates *r, double sweep_seconds, int threads)
{
    assert(threads >= 1 && r->pack > 0 && r->unpack > 0 && r->disk_write > 0 && r->disk_read > 0);
    const double read = (double)plan->read_bytes, written = (double)plan->written_bytes;
    const double processors = STREAMING * sweep_seconds + (written / r->pack + read / r->unpack) / threads;
    const double disk = r->ratio * (written / r->disk_write + read / r->disk_read);
    return fmax(processors, disk); /* the one overlaps with the other */
}
