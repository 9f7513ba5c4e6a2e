/* Random games many at once: every kernel that this processor runs plays the same games as make_random does move by
 * move, on boards of every size of sets, from the start, from the middle and from the end of games, in batches of every
 * size, and with generators whose first draws are refused.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/digest.h"
#include "src/konane/lanes/playouts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 20261201, MOST = 300 };

/* A game of a batch, and the same played move by move. */
typedef struct played {
    game_playout game;
    uint16_t legal[GAME_MAX_RANDOM];
} played;

static played batch[MOST], expected[MOST];

static void make_moves(const game *g, played *p, int n)
{
    game_move move;
    for (int ways; n != 0 && (ways = g->rules->make_random(g, &p->game.state, &p->game.random, &move)) > 0; n--) {
        p->game.legal[p->game.n_moves++] = (uint16_t)ways;
        p->game.n_multi += move.n_taken > 1;
        p->game.digest = game_digest_move(p->game.digest, &p->game.state);
    }
}

/* Game number k begins after k moves modulo 50, some of them at the end. Every ninth generator draws 0 first, which may
 * be refused. */
static void begin(const game *g, uint64_t stream, int k)
{
    played *p = &batch[k];
    *p = (played){.game = {.random = rng_stream(SEED, stream), .digest = GAME_DIGEST_BEGIN, .legal = p->legal}};
    assert_int_equal(g->rules->start(g, &p->game.state, NULL), PM_OK);
    make_moves(g, p, k % 50);
    if (k % 9 == 0) {
        p->game.random.s[1] = 0;
    }
    expected[k] = *p;
    expected[k].game.legal = expected[k].legal;
}

static void check_batch(const game *g, uint64_t stream, int n)
{
    static game_playout games[MOST];
    for (int k = 0; k < n; k++) {
        begin(g, stream + (uint64_t)k, k);
        games[k] = batch[k].game;
        make_moves(g, &expected[k], -1);
    }
    g->rules->play_random_many(g, games, n);
    for (int k = 0; k < n; k++) {
        const game_playout *e = &expected[k].game;
        assert_memory_equal(&games[k].state, &e->state, sizeof e->state);
        assert_int_equal(games[k].n_moves, e->n_moves);
        assert_int_equal(games[k].n_multi, e->n_multi);
        assert_true(games[k].digest == e->digest);
        assert_memory_equal(games[k].legal, e->legal, e->n_moves * sizeof *e->legal);
    }
}

static void check_kernel(const char *name)
{
    static const int sizes[][2] = {{2, 2},   {3, 5},   {1, 64}, {2, 32}, {21, 3},  {8, 8},   {7, 9},   {9, 8},
                                   {10, 10}, {11, 11}, {20, 6}, {6, 20}, {12, 12}, {16, 16}, {13, 20}, {20, 20}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        game *g;
        const game_options options = {
            .rows = sizes[i][0], .cols = sizes[i][1], .corner = (pm_color)(i % 2), .opening = "any"};
        assert_int_equal(game_new("konane", &options, &g, NULL), PM_OK);
        assert_true(konane_playouts_use(g, name));
        for (int n = 0; n <= 40; n += n < 10 ? 1 : 15) {
            check_batch(g, (uint64_t)n, n);
        }
        check_batch(g, 1000, MOST);
        game_free(g);
    }
}

static void kernels_play_what_moves_do(void **state)
{
    (void)state;
    print_message("seed %d\n", SEED);
    for (const konane_playouts *const *k = konane_playouts_kernels(); *k; k++) {
        print_message("%s\n", (*k)->name);
        check_kernel((*k)->name);
    }
}

static void unknown_kernels_are_refused(void **state)
{
    (void)state;
    game *g;
    assert_int_equal(game_new("konane", &(game_options){0}, &g, NULL), PM_OK);
    assert_false(konane_playouts_use(g, "v1024"));
    assert_true(konane_playouts_use(g, "single"));
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_play_what_moves_do),
        cmocka_unit_test(unknown_kernels_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
