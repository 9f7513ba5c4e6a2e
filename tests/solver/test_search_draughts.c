/* Search above small endgame tables against larger tables: what it finds is right, and on small boards it finds nearly
 * everything; what stays open are draws by repetition.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/draughts/search.h"
#include "tests/oracle/draughts_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { SEED = 5 };

static pm_error err;

static retro_draughts *solve(const draughts_rules *rules, int size, int pieces)
{
    draughts_board board;
    retro_draughts *solved = NULL;
    bridge_board(rules, size, &board);
    const retro_options options = {.threads = 1, .memory = (size_t)1 << 30};
    assert_int_equal(retro_draughts_solve(&board, pieces, &options, &solved, &err), PM_OK);
    return solved;
}

static draughts_search *begin(const retro_draughts *endgames, size_t memory, int plies)
{
    draughts_search *search = NULL;
    const search_options options = {.memory = memory, .max_plies = plies};
    assert_int_equal(draughts_search_new(endgames, &options, &search, &err), PM_OK);
    return search;
}

static int true_value(const retro_draughts *solved, const draughts_position *pos)
{
    retro_code code = 0;
    assert_true(retro_draughts_value(solved, pos, &code));
    return retro_is_win(code) ? 1 : retro_is_loss(code) ? -1 : 0;
}

/* Search `n` random positions of `from` to `to` pieces; at least `closed` in a thousand must be found out. */
static void check_search(const draughts_rules *rules, int size, int small, int from, int to, int n, int plies,
                         int closed)
{
    retro_draughts *tables = solve(rules, size, small), *all = solve(rules, size, to);
    draughts_search *search = begin(tables, 1 << 22, plies);
    rng r = rng_stream(SEED, (uint64_t)size);
    int n_closed = 0, n_done = 0;
    while (n_done < n) {
        const int s = (int)rng_below(&r, (uint32_t)all->index.n_slices);
        if (all->index.slices[s].size == 0) {
            continue;
        }
        draughts_position pos = draughts_index_unrank(&all->index, s, rng_next(&r) % all->index.slices[s].size);
        if (bits_count(pos.pieces[0] | pos.pieces[1]) < from) {
            continue;
        }
        pos = rng_below(&r, 2) ? pos : draughts_turned(&all->board, pos);
        search_bounds bounds;
        assert_int_equal(draughts_search_value(search, &pos, &bounds, &err), PM_OK);
        const int value = true_value(all, &pos);
        assert_true(bounds.lower <= value && value <= bounds.upper);
        assert_true(bounds.lower == bounds.upper || value == 0 || plies < 40);
        n_closed += bounds.lower == bounds.upper;
        n_done++;
    }
    print_message("%dx%d: %d of %d found out, %llu positions visited\n", size, size, n_closed, n,
                  (unsigned long long)draughts_search_nodes(search));
    assert_true(n_closed * 1000 >= n * closed);
    draughts_search_free(search);
    retro_draughts_free(all);
    retro_draughts_free(tables);
}

static void test_4x4(void **state)
{
    (void)state;
    check_search(&draughts_italian, 4, 3, 4, 8, 2000, 60, 900);
    check_search(&draughts_american, 4, 3, 4, 8, 2000, 60, 900);
}

static void test_6x6(void **state)
{
    (void)state;
    check_search(&draughts_italian, 6, 4, 5, 5, 300, 8, 300);
}

/* Positions of the tables are answered without a search; a small table of answers costs time and no answer. */
static void test_small_memory(void **state)
{
    (void)state;
    retro_draughts *tables = solve(&draughts_italian, 4, 3), *all = solve(&draughts_italian, 4, 8);
    draughts_search *search = begin(tables, SEARCH_MIN_MEMORY, 60);
    const draughts_position known = draughts_index_unrank(&tables->index, 3, 5);
    search_bounds bounds;
    assert_int_equal(draughts_search_value(search, &known, &bounds, &err), PM_OK);
    assert_int_equal(bounds.lower, true_value(tables, &known));
    assert_int_equal(draughts_search_nodes(search), 0);
    const draughts_position start = draughts_start(&tables->board, 1);
    assert_int_equal(draughts_search_value(search, &start, &bounds, &err), PM_OK);
    assert_int_equal(bounds.lower, true_value(all, &start));
    assert_int_equal(bounds.upper, true_value(all, &start));
    draughts_search_free(search);
    retro_draughts_free(tables);
    retro_draughts_free(all);
}

static bool stop(void *ctx, uint64_t nodes)
{
    *(uint64_t *)ctx = nodes;
    return true;
}

static void test_interruption(void **state)
{
    (void)state;
    retro_draughts *tables = solve(&draughts_italian, 8, 2);
    draughts_search *search = NULL;
    uint64_t nodes = 0;
    const search_options options = {.memory = 1 << 20, .max_plies = 60, .progress = stop, .progress_ctx = &nodes};
    assert_int_equal(draughts_search_new(tables, &options, &search, &err), PM_OK);
    const draughts_position start = draughts_start(&tables->board, 3);
    search_bounds bounds;
    assert_int_equal(draughts_search_value(search, &start, &bounds, &err), PM_INTERRUPTED);
    assert_true(nodes > 0 && draughts_search_nodes(search) < nodes + 1000);
    draughts_search_free(search);
    retro_draughts_free(tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_4x4),
        cmocka_unit_test(test_6x6),
        cmocka_unit_test(test_small_memory),
        cmocka_unit_test(test_interruption),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
