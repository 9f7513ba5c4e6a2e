/* Measures self-play: random games a second through selfplay_run on one core and with two threads, a wide board a cell,
 * beside a plain mailbox program; and alpha-beta in nodes a second, with the depth that it reaches in a second.
 *
 * Prints records for scripts/bench.sh. Rates are of processor time but for the two threads, which are compared by the
 * clock and mean something on an idle machine only. Counts in the remarks are signatures: the same everywhere.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/agents/agents.h"
#include "analysis/selfplay/selfplay.h"
#include "analysis/stats/estimate.h"
#include "src/konane/lanes/playouts.h"
#include "tests/aid/measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_RUNS = 5, SEED = 1 };

/* A board whose random games are played by a kernel of playouts.h, or by the fastest if `kernel` is NULL. */
static game *board(int rows, int cols, const char *kernel)
{
    game *g;
    const game_options options = {.rows = rows, .cols = cols};
    if (game_new("konane", &options, &g, NULL) || (kernel && !konane_playouts_use(g, kernel))) {
        exit(1);
    }
    return g;
}

/* ---- random against random ----------------------------------------------------------------------- */

/* Play, and return the seconds it took by `seconds`. */
static double play(const game *g, uint64_t n, int threads, double (*seconds)(void), stats *counts)
{
    const selfplay_plan plan = {
        .g = g, .black = "random", .white = "random", .n_games = n, .seed = SEED, .threads = threads};
    const double begin = seconds();
    if (selfplay_run(&plan, counts, NULL)) {
        exit(1);
    }
    return seconds() - begin;
}

static double median_rate(const game *g, uint64_t n, int threads, double (*seconds)(void))
{
    double rates[N_RUNS];
    for (int i = 0; i < N_RUNS; i++) {
        rates[i] = (double)n / play(g, n, threads, seconds, NULL);
    }
    return measure_median(rates, N_RUNS);
}

static void print_signature(const game *g, uint64_t n)
{
    stats counts = {0};
    stats_opening all;
    play(g, n, 1, measure_wall_seconds, &counts);
    if (stats_all_openings(&counts.series[0], &all)) {
        exit(1);
    }
    printf("%llu games: %.3f jumps, Black wins %.4f\n", (unsigned long long)n, histogram_mean(&all.jumps),
           estimate_black_share(&all).value);
    stats_opening_free(&all);
    stats_free(&counts);
}

/* ---- a plain mailbox program ---------------------------------------------------------------------- */

typedef struct mailbox {
    int8_t cell[10][10]; /* a rim of -1 around: 0 empty, 1 black, 2 white */
} mailbox;

typedef struct mailbox_move {
    int row, col, dr, dc, n;
} mailbox_move;

static int mailbox_moves(const mailbox *m, int mover, mailbox_move *moves)
{
    static const int direction[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    int n = 0;
    for (int r = 1; r <= 8; r++) {
        for (int c = 1; c <= 8; c++) {
            for (int d = 0; d < 4 && m->cell[r][c] == mover; d++) {
                const int dr = direction[d][0], dc = direction[d][1];
                int row = r, col = c;
                for (int k = 1; m->cell[row + dr][col + dc] == 3 - mover && m->cell[row + 2 * dr][col + 2 * dc] == 0;
                     k++) {
                    row += 2 * dr;
                    col += 2 * dc;
                    moves[n++] = (mailbox_move){r, c, dr, dc, k};
                }
            }
        }
    }
    return n;
}

/* One random game from the removal of d5 and e5. Returns the number of jumps. */
static int mailbox_game(rng *r)
{
    mailbox m;
    memset(&m, -1, sizeof m);
    for (int row = 1; row <= 8; row++) {
        for (int col = 1; col <= 8; col++) {
            m.cell[row][col] = (int8_t)(1 + (row + col) % 2);
        }
    }
    m.cell[4][4] = m.cell[4][5] = 0;
    mailbox_move moves[PM_MAX_MOVES];
    for (int jumps = 0, mover = 1;; jumps++, mover = 3 - mover) {
        const int n = mailbox_moves(&m, mover, moves);
        if (n == 0) {
            return jumps;
        }
        const mailbox_move *chosen = &moves[rng_below(r, (uint32_t)n)];
        int row = chosen->row, col = chosen->col;
        m.cell[row][col] = 0;
        for (int k = 0; k < chosen->n; k++, row += 2 * chosen->dr, col += 2 * chosen->dc) {
            m.cell[row + chosen->dr][col + chosen->dc] = 0;
        }
        m.cell[row][col] = (int8_t)mover;
    }
}

static double mailbox_rate(int n, double *mean_jumps)
{
    double rates[N_RUNS];
    for (int i = 0; i < N_RUNS; i++) {
        rng r = rng_stream(SEED, 0);
        long jumps = 0;
        const double begin = measure_processor_seconds();
        for (int k = 0; k < n; k++) {
            jumps += mailbox_game(&r);
        }
        rates[i] = n / (measure_processor_seconds() - begin);
        *mean_jumps = (double)jumps / n;
    }
    return measure_median(rates, N_RUNS);
}

static void bench_random(const char *kernel)
{
    enum { N = 200000, N_WIDE = 20000, N_MAILBOX = 10000 };
    game *small = board(8, 8, kernel), *wide = board(10, 10, kernel);
    const double rate = median_rate(small, N, 1, measure_processor_seconds);
    printf("self-play 8x8, random\t%.0f\tgames/s\t", rate);
    print_signature(small, N);
    const double wide_rate = median_rate(wide, N_WIDE, 1, measure_processor_seconds);
    printf("self-play 10x10, random\t%.0f\tgames/s\t", wide_rate);
    print_signature(wide, N_WIDE);
    printf("10x10 a cell, of 8x8\t%.2f\ttimes\tgames a second and cell\n", wide_rate * 100 / (rate * 64));
    const double one = median_rate(small, N, 1, measure_wall_seconds),
                 two = median_rate(small, N, 2, measure_wall_seconds);
    printf("two threads, of one\t%.2f\ttimes\tby the clock\n", two / one);
    double jumps;
    const double plain = mailbox_rate(N_MAILBOX, &jumps);
    printf("plain mailbox 8x8, random\t%.0f\tgames/s\t%d games from d5 e5: %.3f jumps\n", plain, N_MAILBOX, jumps);
    printf("self-play, of mailbox\t%.1f\ttimes\t\n", rate / plain);
    game_free(small);
    game_free(wide);
}

/* ---- alpha-beta ---------------------------------------------------------------------------------- */

/* The first 20 moves of a game of the agent against itself. */
static void bench_depth(const game *g, const char *name)
{
    agent *a;
    game_state s;
    if (agent_new(name, g, &a, NULL) || g->rules->start(g, &s, NULL)) {
        exit(1);
    }
    rng r = rng_stream(SEED, 0);
    game_move move;
    agent_begin(a);
    const double begin = measure_processor_seconds();
    for (int i = 0; i < 20; i++) {
        agent_choose(a, &(agent_turn){.state = &s}, &r, &move);
        g->rules->make(g, &s, &move);
    }
    const double seconds = measure_processor_seconds() - begin;
    printf("%s, 20 moves from the 8x8 start\t%.2f\tM nodes/s\t%llu nodes\n", name, (double)a->nodes / seconds / 1e6,
           (unsigned long long)a->nodes);
    agent_free(a);
}

/* The first jump after d5 c5, with a second to think. */
static void bench_second(const game *g)
{
    agent *a;
    game_state s;
    game_move move;
    if (agent_new("ab:ms=1000", g, &a, NULL) || g->rules->start(g, &s, NULL)) {
        exit(1);
    }
    static const char *const opening[] = {"d5", "c5"};
    for (int i = 0; i < 2; i++) {
        if (g->rules->move_parse(g, &s, opening[i], &move, NULL)) {
            exit(1);
        }
        g->rules->make(g, &s, &move);
    }
    rng r = rng_stream(SEED, 0);
    agent_begin(a);
    agent_choose(a, &(agent_turn){.state = &s}, &r, &move);
    printf("alpha-beta in a second, 8x8 after d5 c5\t%d\tplies\t%.1f M nodes, by the clock\n", a->depth,
           (double)a->nodes / 1e6);
    agent_free(a);
}

int main(int argc, char **argv)
{
    bench_random(measure_kernel(argc, argv));
    game *g = board(8, 8, NULL);
    bench_depth(g, "ab:6");
    bench_depth(g, "ab:8");
    bench_second(g);
    game_free(g);
    return 0;
}
