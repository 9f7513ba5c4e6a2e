/* Measures perft on 8x8 on one core: leaves a second when every move is made, and when the last ply is counted in
 * bulk. Prints records for scripts/bench.sh; medians of several runs, with the count of leaves and the sum of the
 * final positions as a signature.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/konane/board.h"
#include "src/konane/lanes/playouts.h"
#include "tests/aid/measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEPTH = 10, N_RUNS = 7 };

/* Median rate in leaves a second of processor time. */
static double rate(const konane_playouts *kernel, const pm_board *board, pm_position start, uint64_t *count,
                   uint64_t *sum)
{
    double rates[N_RUNS];
    for (int i = 0; i < N_RUNS; i++) {
        const double before = measure_processor_seconds();
        if (sum) {
            *sum = 0;
        }
        *count = konane_perft_by(kernel, board, start, DEPTH, sum);
        rates[i] = (double)*count / (measure_processor_seconds() - before);
    }
    return measure_median(rates, N_RUNS);
}

int main(int argc, char **argv)
{
    const konane_playouts *kernel = konane_playouts_named(measure_kernel(argc, argv));
    pm_board *board;
    pm_position start;
    if (!kernel || pm_board_new(8, 8, PM_BLACK, NULL, &board, NULL) != PM_OK ||
        pm_start(board, &start, NULL) != PM_OK) {
        return EXIT_FAILURE;
    }
    uint64_t made, counted, sum = 0;
    const double made_rate = rate(kernel, board, start, &made, &sum);
    const double counted_rate = rate(kernel, board, start, &counted, NULL);
    printf("perft 8x8, every move made\t%.0f\tM leaves/s\tdepth %d: %" PRIu64 " leaves, sum %016" PRIx64 "\n",
           made_rate / 1e6, DEPTH, made, sum);
    printf("perft 8x8, last ply counted\t%.0f\tM leaves/s\tdepth %d: %" PRIu64 " leaves\n", counted_rate / 1e6, DEPTH,
           counted);
    pm_board_free(board);
    return made == counted ? EXIT_SUCCESS : EXIT_FAILURE;
}
