/* Measures the sweep: (position, mover) pairs a second for 5x6, 5x7 and 6x6 on all processors, beside a sweep of one
 * position at a time on one of them; what it reads and writes a second, beside what this memory gives and takes. Prints
 * records for scripts/bench.sh; medians of several runs, with the number of won pairs as a signature.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/sweep.h"
#include "solver/sweep/census.h"
#include "src/base/pages.h"
#include "tests/aid/measure.h"
#include "tests/oracle/naive_sweep.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { N_RUNS = 5, MEMORY_BYTES = 256 << 20 };

/* Bytes a second. */
typedef struct memory_rates {
    double written, read;
} memory_rates;

static void fail(const char *what)
{
    fprintf(stderr, "bench_sweep: %s\n", what);
    exit(EXIT_FAILURE);
}

static konane_space *new_space(int rows, int cols, pm_board **board)
{
    konane_space *space;
    if (pm_board_new(rows, cols, PM_BLACK, NULL, board, NULL) != PM_OK ||
        konane_space_new(*board, &space, NULL) != PM_OK) {
        fail("no memory for the board");
    }
    return space;
}

static pm_status count_layer(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black,
                             pm_error *err)
{
    return census_add(ctx, team, white, black, err);
}

/* Wall seconds of the median run; the first, which pays for the memory, is apart. */
static void measure_board(int rows, int cols, const char *kernel, double naive_rate, memory_rates memory)
{
    pm_board *board;
    konane_space *space = new_space(rows, cols, &board);
    const sweep_options options = {
        .threads = par_processors(), .memory = SIZE_MAX, .kernel = kernel, .with_tiles = true};
    sweep *s;
    if (sweep_new(&space->spec, &options, &s, NULL) != PM_OK) {
        fail("no memory for the sweep");
    }
    census counts = {0};
    double wall[N_RUNS], processor[N_RUNS];
    sweep_run(s, count_layer, &counts, NULL);
    for (int i = 0; i < N_RUNS; i++) {
        const double wall_before = measure_wall_seconds(), processor_before = measure_processor_seconds();
        sweep_run(s, NULL, NULL, NULL);
        wall[i] = measure_wall_seconds() - wall_before;
        processor[i] = measure_processor_seconds() - processor_before;
    }
    const sweep_plan *plan = sweep_get_plan(s);
    const double seconds = measure_median(wall, N_RUNS), cost = measure_median(processor, N_RUNS);
    const double rate = (double)plan->pairs / cost;
    char name[16];
    snprintf(name, sizeof name, "%dx%d", rows, cols);
    printf("sweep %s, wall\t%.3f\ts\t%d threads, %" PRIu64 " pairs, %" PRIu64 " + %" PRIu64 " won\n", name, seconds,
           options.threads, plan->pairs, census_wins(&counts, PM_BLACK), census_wins(&counts, PM_WHITE));
    printf("sweep %s, processor time\t%.3f\ts\t%.0f times a position-at-a-time sweep\n", name, cost, rate / naive_rate);
    printf("sweep %s, rate\t%.1f\tG pairs/s\tof wall time\n", name, (double)plan->pairs / seconds / 1e9);
    const double written = 2 * (double)plan->rows * (double)plan->row_bytes, read = plan->work / 8;
    printf("sweep %s, rows written\t%.2f\tGB/s\ta processor: %.1f GB, %.0f %% of the time at the rate of this memory\n",
           name, written / cost / 1e9, written / 1e9, 100 * written / cost / memory.written);
    printf("sweep %s, sources read\t%.2f\tGB/s\ta processor: %.1f GB, %.0f %% of the time at the rate of this memory\n",
           name, read / cost / 1e9, read / 1e9, 100 * read / cost / memory.read);
    sweep_free(s);
    konane_space_free(space);
    pm_board_free(board);
}

/* Pairs a second of processor time; 5x5 is large enough. */
static double measure_naive(void)
{
    pm_board *board;
    konane_space *space = new_space(5, 5, &board);
    const double before = measure_processor_seconds();
    naive_table t = naive_sweep(&space->spec);
    const double rate = 0x1p26 / (measure_processor_seconds() - before);
    naive_table_clear(&t);
    konane_space_free(space);
    pm_board_free(board);
    printf("sweep 5x5, a position at a time\t%.1f\tM pairs/s\tone core\n", rate / 1e6);
    return rate;
}

static void write_piece(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    memset((char *)ctx + begin, (int)begin, end - begin);
}

/* Add up the words of a piece; what comes of it is used, or nothing would have to be read. */
static void read_piece(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    const uint64_t *words = (const uint64_t *)((const char *)ctx + begin);
    uint64_t sum = 0;
    for (size_t i = 0; i < (end - begin) / sizeof *words; i++) {
        sum += words[i];
    }
    __asm__ volatile("" : : "r"(sum));
}

static void write_all(par_team *team, void *ctx)
{
    par_for(team, MEMORY_BYTES, 1 << 20, write_piece, ctx);
}

static void read_all(par_team *team, void *ctx)
{
    par_for(team, MEMORY_BYTES, 1 << 20, read_piece, ctx);
}

/* The median of bytes that a processor handles in a second of its time while all are at work. */
static double measure_rate(void (*work)(par_team *team, void *ctx), void *block)
{
    double rates[N_RUNS];
    par_run(par_processors(), work, block);
    for (int i = 0; i < N_RUNS; i++) {
        const double before = measure_processor_seconds();
        par_run(par_processors(), work, block);
        rates[i] = MEMORY_BYTES / (measure_processor_seconds() - before);
    }
    return measure_median(rates, N_RUNS);
}

static memory_rates measure_memory(void)
{
    void *block = pages_new(MEMORY_BYTES);
    if (!block) {
        fail("no memory");
    }
    const memory_rates rates = {.written = measure_rate(write_all, block), .read = measure_rate(read_all, block)};
    pages_free(block, MEMORY_BYTES);
    printf("memory, written\t%.1f\tGB/s\ta processor, all at work\n", rates.written / 1e9);
    printf("memory, read\t%.1f\tGB/s\ta processor, all at work\n", rates.read / 1e9);
    return rates;
}

int main(int argc, char **argv)
{
    const char *kernel = measure_kernel(argc, argv);
    const double naive_rate = measure_naive();
    const memory_rates memory = measure_memory();
    measure_board(5, 6, kernel, naive_rate, memory);
    measure_board(5, 7, kernel, naive_rate, memory);
    measure_board(6, 6, kernel, naive_rate, memory);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("sweep, peak memory\t%.2f\tGiB\tlargest of the boards above\n", (double)usage.ru_maxrss / 0x1p20);
    return EXIT_SUCCESS;
}
