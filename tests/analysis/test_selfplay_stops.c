/* Self-play whose listener has had enough: no further game is handed to it.
 *
 * Oracle: the promise of analysis/selfplay/selfplay.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/selfplay/selfplay.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct listener {
    int n_heard, n_wanted, threads;
    atomic_uint_fast64_t done; /* games that were played, heard of or not */
} listener;

static bool note_progress(void *ctx, uint64_t done, uint64_t total)
{
    listener *l = ctx;
    (void)total;
    atomic_store(&l->done, done);
    return true;
}

/* Refuse the last game that is wanted only when the other thread has played on, so that there are more to hand out. */
static bool listen(void *ctx, const selfplay_game *played)
{
    listener *l = ctx;
    assert_int_equal(played->number, l->n_heard); /* in order */
    if (++l->n_heard < l->n_wanted) {
        return true;
    }
    const uint64_t before = atomic_load(&l->done);
    for (int ms = 0; ms < 2000 && l->threads > 1 && atomic_load(&l->done) == before; ms++) {
        usleep(1000);
    }
    return false;
}

static void run_until(const game *g, const char *agent, int n_wanted, int threads)
{
    listener l = {.n_wanted = n_wanted, .threads = threads};
    const selfplay_plan plan = {.g = g,
                                .black = agent,
                                .white = agent,
                                .n_games = 100000,
                                .seed = 5,
                                .threads = threads,
                                .game = listen,
                                .progress = note_progress,
                                .ctx = &l};
    pm_error err = {0};
    assert_int_equal(selfplay_run(&plan, NULL, &err), PM_IO);
    assert_int_equal(l.n_heard, n_wanted);
}

static void test_listener_stops(void **state)
{
    (void)state;
    game *g;
    pm_error err = {0};
    assert_int_equal(game_new("konane", &(game_options){.rows = 4, .cols = 4}, &g, &err), PM_OK);
    for (int threads = 1; threads <= 2; threads++) {
        run_until(g, "first", 1, threads);
        run_until(g, "first", 17, threads);
        run_until(g, "random", 1, threads);
    }
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_listener_stops)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
