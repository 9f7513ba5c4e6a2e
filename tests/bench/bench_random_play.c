/* Measures uniform random play of Konane on one core, through the seam of src/game/game.h: games a second on 8x8 and on
 * the boards that need larger sets. Prints records for scripts/bench.sh; medians of several runs, with the mean number
 * of jumps and the share of games that Black wins as a signature.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/game.h"
#include "tests/aid/measure.h"

#include <stdio.h>
#include <stdlib.h>

enum { N_RUNS = 7, SEED = 1 };

typedef struct totals {
    long jumps, black_wins;
} totals;

static void play(const game *g, rng *r, totals *t)
{
    game_state s;
    game_move move;
    if (g->rules->start(g, &s, NULL) != PM_OK) {
        return;
    }
    int plies = 0;
    while (g->rules->make_random(g, &s, r, &move)) {
        plies++;
    }
    t->jumps += plies - 2;
    t->black_wins += s.mover == PM_WHITE;
}

static int measure_board(int size, int n_games)
{
    game *g;
    const game_options options = {.rows = size, .cols = size};
    if (game_new("konane", &options, &g, NULL) != PM_OK) {
        return EXIT_FAILURE;
    }
    double rates[N_RUNS];
    totals t = {0};
    for (int i = 0; i < N_RUNS; i++) {
        const double before = measure_processor_seconds();
        t = (totals){0};
        for (int j = 0; j < n_games; j++) {
            rng r = rng_stream(SEED, (uint64_t)j);
            play(g, &r, &t);
        }
        rates[i] = n_games / (measure_processor_seconds() - before);
    }
    printf("random play %dx%d\t%.0f\tgames/s\t%d games: %.3f jumps, Black wins %.4f\n", size, size,
           measure_median(rates, N_RUNS), n_games, (double)t.jumps / n_games, (double)t.black_wins / n_games);
    game_free(g);
    return EXIT_SUCCESS;
}

int main(void)
{
    const int failed =
        measure_board(8, 200000) | measure_board(11, 20000) | measure_board(16, 10000) | measure_board(20, 4000);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
