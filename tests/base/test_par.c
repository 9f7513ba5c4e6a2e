/* The parallel loop, against what a plain loop does: every index exactly once, nobody else with the same worker
 * number at the same time, teams of any size, loops of any length, NULL teams. `make tsan` runs this program
 * under ThreadSanitizer, with threads from pthread_create.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/par.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_WORKERS = 64 };

/* What one loop did. `seen` is written without a lock: two threads on one index are a race that ThreadSanitizer
 * reports. */
typedef struct record {
    unsigned char *seen;
    size_t n, grain;
    int size;
    atomic_bool is_busy[MAX_WORKERS];
    atomic_int n_faults;
    uint64_t total[MAX_WORKERS]; /* a slot for each worker, no lock */
} record;

static void note(size_t begin, size_t end, int worker, void *ctx)
{
    record *r = ctx;
    const bool is_worker = worker >= 0 && worker < r->size;
    if (!is_worker || atomic_exchange(&r->is_busy[worker], true)) {
        atomic_fetch_add(&r->n_faults, 1);
        return;
    }
    if (begin >= end || end > r->n || end - begin > r->grain) {
        atomic_fetch_add(&r->n_faults, 1);
    }
    for (size_t i = begin; i < end && i < r->n; i++) {
        r->seen[i]++;
        r->total[worker] += i;
    }
    atomic_store(&r->is_busy[worker], false);
}

static void check_loop(par_team *team, size_t n, size_t grain)
{
    record *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->seen = calloc(n + 1, 1);
    assert_non_null(r->seen);
    r->n = n;
    r->grain = grain;
    r->size = par_size(team);
    par_for(team, n, grain, note, r);
    assert_int_equal(r->n_faults, 0);
    uint64_t total = 0;
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(r->seen[i], 1);
    }
    for (int worker = 0; worker < MAX_WORKERS; worker++) {
        total += r->total[worker];
    }
    assert_int_equal(total, n == 0 ? 0 : (uint64_t)n * (n - 1) / 2);
    free(r->seen);
    free(r);
}

static void check_all_loops(par_team *team, void *ctx)
{
    (void)ctx;
    static const size_t lengths[] = {0, 1, 2, 3, 7, 64, 1000, 4097};
    static const size_t grains[] = {1, 2, 3, 64, 1000, 5000};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        for (size_t j = 0; j < sizeof grains / sizeof *grains; j++) {
            check_loop(team, lengths[i], grains[j]);
        }
    }
}

static void test_startable(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 9; threads++) {
        assert_int_equal(par_startable(threads), threads);
    }
}

static void test_null_team(void **state)
{
    (void)state;
    assert_int_equal(par_size(NULL), 1);
    check_all_loops(NULL, NULL);
}

static void check_size(par_team *team, void *ctx)
{
    const int *threads = ctx;
    assert_true(par_size(team) >= 1 && par_size(team) <= *threads);
    check_all_loops(team, NULL);
}

static void test_team_sizes(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 9; threads++) {
        par_run(threads, check_size, &threads);
    }
}

static void do_nothing(par_team *team, void *ctx)
{
    (void)team;
    ++*(int *)ctx;
}

static void test_team_without_loops(void **state)
{
    (void)state;
    int n_runs = 0;
    for (int i = 0; i < 50; i++) {
        par_run(1 + i % 4, do_nothing, &n_runs);
    }
    assert_int_equal(n_runs, 50);
}

static void add_one(size_t begin, size_t end, int worker, void *ctx)
{
    (void)worker;
    uint32_t *values = ctx;
    for (size_t i = begin; i < end; i++) {
        values[i]++;
    }
}

/* Each loop reads what other threads wrote in the one before: the end of a loop must be a barrier. */
static void many_tiny_loops(par_team *team, void *ctx)
{
    enum { N_LOOPS = 3000, N = 6 };
    (void)ctx;
    uint32_t values[N] = {0};
    for (uint32_t i = 0; i < N_LOOPS; i++) {
        par_for(team, N, 1, add_one, values);
        for (int j = 0; j < N; j++) {
            assert_int_equal(values[j], i + 1);
        }
    }
}

static void test_many_tiny_loops(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        par_run(threads, many_tiny_loops, NULL);
    }
}

/* A job may run a team of its own, as a program that solves boards side by side would. */
static void inner_team(par_team *team, void *ctx)
{
    (void)team;
    (void)ctx;
    int threads = 3;
    par_run(threads, check_size, &threads);
    check_loop(team, 1000, 7);
}

static void test_team_within_team(void **state)
{
    (void)state;
    par_run(2, inner_team, NULL);
}

static void test_processors(void **state)
{
    (void)state;
    assert_true(par_processors() >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_startable),       cmocka_unit_test(test_null_team),
        cmocka_unit_test(test_team_sizes),      cmocka_unit_test(test_team_without_loops),
        cmocka_unit_test(test_many_tiny_loops), cmocka_unit_test(test_team_within_team),
        cmocka_unit_test(test_processors),
    };
    return cmocka_run_group_tests_name("par", tests, NULL, NULL);
}
