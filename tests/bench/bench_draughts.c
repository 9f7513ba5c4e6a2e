/* Measures Italian draughts on one core: perft of 8x8 with every move made and with the last ply counted in bulk, and
 * the retrograde analysis of all endgames of up to 4 pieces. Prints records for scripts/bench.sh; medians of several
 * runs, with counts as signatures.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/draughts/retro.h"
#include "tests/aid/measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEPTH = 10, N_RUNS = 5, PIECES = 4 };

/* Median rate in leaves a second of processor time. */
static double perft_rate(const draughts_board *board, bool bulk, uint64_t *count)
{
    const draughts_position start = draughts_start(board, draughts_men_rows(board));
    double rates[N_RUNS];
    for (int i = 0; i < N_RUNS; i++) {
        const double before = measure_processor_seconds();
        *count = draughts_perft(board, &start, DEPTH, bulk);
        rates[i] = (double)*count / (measure_processor_seconds() - before);
    }
    return measure_median(rates, N_RUNS);
}

static uint64_t count_won(const retro_draughts *solved, uint64_t *n_positions)
{
    uint64_t won = 0;
    *n_positions = 0;
    for (int s = 0; s < solved->index.n_slices; s++) {
        won += retro_count(solved->solution, s).won;
        *n_positions += solved->index.slices[s].size;
    }
    return won;
}

/* Median rate in positions a second of processor time; 0 if it cannot be done. */
static double retro_rate(const draughts_board *board, uint64_t *n_positions, uint64_t *won)
{
    const retro_options options = {.threads = 1, .memory = (size_t)1 << 30};
    double rates[N_RUNS];
    for (int i = 0; i < N_RUNS; i++) {
        retro_draughts *solved;
        const double before = measure_processor_seconds();
        if (retro_draughts_solve(board, PIECES, &options, &solved, NULL) != PM_OK) {
            return 0;
        }
        *won = count_won(solved, n_positions);
        rates[i] = (double)*n_positions / (measure_processor_seconds() - before);
        retro_draughts_free(solved);
    }
    return measure_median(rates, N_RUNS);
}

int main(void)
{
    draughts_board board;
    uint64_t made, counted, n_positions = 0, won = 0;
    if (draughts_board_init(&draughts_italian, 8, 8, &board, NULL) != PM_OK) {
        return EXIT_FAILURE;
    }
    const double made_rate = perft_rate(&board, false, &made);
    const double counted_rate = perft_rate(&board, true, &counted);
    const double solved_rate = retro_rate(&board, &n_positions, &won);
    printf("perft of Italian draughts, every move made\t%.0f\tM leaves/s\tdepth %d: %" PRIu64 " leaves\n",
           made_rate / 1e6, DEPTH, made);
    printf("perft of Italian draughts, last ply counted\t%.0f\tM leaves/s\tdepth %d: %" PRIu64 " leaves\n",
           counted_rate / 1e6, DEPTH, counted);
    printf("endgames of Italian draughts, one thread\t%.2f\tM positions/s\t%d pieces: %" PRIu64 " positions, %" PRIu64
           " won\n",
           solved_rate / 1e6, PIECES, n_positions, won);
    return made == counted && solved_rate > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
