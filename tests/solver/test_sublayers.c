/* The order of a sweep's sublayers: what it reads is there, nothing lies on anything that is alive, and the figures.
 *
 * Oracles: sublayers counted by listing all sets; lifetimes followed by replaying the order of work, jump by jump; for
 * large boards, figures of a program of its own, in another language, that replays which rows are read.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/sweep.h"
#include "solver/sweep/state.h"
#include "src/base/bits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static konane_space *new_space(int rows, int cols, pm_color corner, pm_board **board)
{
    konane_space *space;
    assert_int_equal(pm_board_new(rows, cols, corner, "any", board, NULL), PM_OK);
    assert_int_equal(konane_space_new(*board, &space, NULL), PM_OK);
    return space;
}

/* Kept sets of each sublayer, and that a White jump leads to an earlier one and a Black jump to none other. */
static void check_by_listing(const sweep_spec *spec, const sublayers *order)
{
    orbits o;
    uint64_t n_rows[SUBLAYERS_MAX] = {0};
    assert_true(orbits_make(spec->n_sets, spec->n_symmetries, spec->set_permutation, &o));
    for (size_t i = 0; i < o.first[o.n + 1]; i++) {
        n_rows[sublayers_place(order, o.kept[i])]++;
    }
    for (int i = 0; i < order->n; i++) {
        assert_int_equal(order->all[i].n_rows, n_rows[i]);
    }
    for (uint32_t b = 0; b < 1u << spec->n_sets; b++) {
        const int place = sublayers_place(order, b);
        for (int color = 0; color < 2; color++) {
            for (int m = 0; m < spec->n_moves[color]; m++) {
                const sweep_move *move = &spec->moves[color][m];
                if ((b & move->fixed) != move->value) {
                    continue;
                }
                const int next = sublayers_place(order, b ^ move->flip);
                assert_true(color == PM_WHITE ? next < place && order->all[next].last_reader >= place : next == place);
            }
        }
    }
    orbits_clear(&o);
}

typedef struct extent {
    uint64_t from, to;
} extent;

static void add_extent(extent live[], int *n, uint64_t from, uint64_t n_rows, uint64_t arena)
{
    for (int i = 0; i < *n; i++) {
        assert_true(from + n_rows <= live[i].from || live[i].to <= from);
    }
    assert_true(from + n_rows <= arena);
    live[(*n)++] = (extent){from, from + n_rows};
}

/* All rows that must be there in White's and in Black's phase of the sublayer `now`. */
static void check_moment(const sublayers *order, sublayers_keep keep, int now, bool is_black)
{
    extent live[2 * SUBLAYERS_MAX];
    int n = 0;
    const int layer = sublayer_size(&order->all[now]);
    for (int i = 0; i <= now; i++) {
        const sublayer *x = &order->all[i];
        const bool waits = sublayer_size(x) == layer;
        const bool is_read = is_black ? x->last_reader > now : x->last_reader >= now;
        if (i == now ? is_black : is_read || (keep != SUBLAYERS_KEEP_NONE && waits)) {
            add_extent(live, &n, x->black, x->n_rows, order->arena);
        }
        if (i == now || (keep == SUBLAYERS_KEEP_BOTH && waits)) {
            add_extent(live, &n, x->white, x->n_rows, order->arena);
        }
    }
}

/* Black's rows at the busiest moment, if those of a sublayer stay until its last reader is done. */
static void check_live(const sublayers *order)
{
    uint64_t most = 0;
    for (int now = 0; now < order->n; now++) {
        uint64_t rows = 0;
        for (int i = 0; i < order->n; i++) {
            const bool is_there = i <= now && now <= order->all[i].last_reader;
            rows += is_there ? order->all[i].n_rows : 0;
        }
        most = rows > most ? rows : most;
    }
    assert_int_equal(order->live, most);
}

static void check_board(int rows, int cols, pm_color corner)
{
    pm_board *board;
    konane_space *space = new_space(rows, cols, corner, &board);
    for (int keep = SUBLAYERS_KEEP_NONE; keep <= SUBLAYERS_KEEP_BOTH; keep++) {
        sweep_plan plan;
        sweep_plan_make(&space->spec, (sublayers_keep)keep, &plan);
        if (space->spec.n_sets <= 13) {
            check_by_listing(&space->spec, &plan.order);
        }
        check_live(&plan.order);
        for (int i = 0; i < plan.order.n; i++) {
            check_moment(&plan.order, (sublayers_keep)keep, i, false);
            check_moment(&plan.order, (sublayers_keep)keep, i, true);
            const bool is_ordered =
                i == 0 || sublayer_size(&plan.order.all[i - 1]) <= sublayer_size(&plan.order.all[i]);
            assert_true(keep == SUBLAYERS_KEEP_NONE || is_ordered);
        }
    }
    konane_space_free(space);
    pm_board_free(board);
}

static void test_every_order_holds_what_it_reads(void **state)
{
    (void)state;
    for (int rows = 1; rows <= 7; rows++) {
        for (int cols = 1; cols <= 9 && rows * cols <= 30; cols++) {
            if (rows * cols >= 2) {
                check_board(rows, cols, PM_BLACK);
                check_board(rows, cols, PM_WHITE);
            }
        }
    }
    check_board(1, 40, PM_BLACK);
    check_board(2, 20, PM_BLACK);
    check_board(6, 7, PM_BLACK);
    check_board(7, 7, PM_WHITE);
}

typedef struct figures {
    int rows, cols;
    pm_color corner;
    int n;
    uint64_t n_rows, largest;
    bool is_exchanged;
} figures;

static void test_figures_of_large_boards(void **state)
{
    (void)state;
    static const figures known[] = {
        {5, 5, PM_WHITE, 28, 570, 78, true},           {6, 6, PM_BLACK, 55, 66816, 8010, true},
        {2, 20, PM_BLACK, 66, 524800, 52920, true},    {4, 10, PM_BLACK, 66, 524800, 52920, true},
        {5, 8, PM_BLACK, 117, 526336, 32472, false},   {6, 7, PM_BLACK, 130, 1050624, 58332, false},
        {7, 7, PM_BLACK, 170, 4215840, 203418, false}, {7, 7, PM_WHITE, 91, 2102800, 183152, true},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const figures *f = &known[i];
        pm_board *board;
        konane_space *space = new_space(f->rows, f->cols, f->corner, &board);
        sweep_plan plan;
        sweep_plan_make(&space->spec, SUBLAYERS_KEEP_NONE, &plan);
        assert_int_equal(plan.order.n, f->n);
        assert_int_equal(plan.rows, f->n_rows);
        assert_int_equal(plan.order.largest, f->largest);
        assert_int_equal(plan.order.is_exchanged, f->is_exchanged);
        konane_space_free(space);
        pm_board_free(board);
    }
}

/* White's rows, and Black's that are still read: the sum at the busiest moment is what memory must hold; the arena may
 * waste a few percent of it. */
static void test_memory_of_known_orders(void **state)
{
    (void)state;
    pm_board *board;
    konane_space *space = new_space(6, 6, PM_BLACK, &board);
    sweep_plan plan;
    sweep_plan_make(&space->spec, SUBLAYERS_KEEP_NONE, &plan);
    assert_true(plan.order.arena >= 31449 && plan.order.arena <= 33500); /* by whole layers it was 35,700 */
    konane_space_free(space);
    pm_board_free(board);
    space = new_space(6, 7, PM_BLACK, &board);
    sweep_plan_make(&space->spec, SUBLAYERS_KEEP_NONE, &plan);
    assert_true(plan.order.arena >= 477500 && plan.order.arena <= 510000); /* 119.6 GiB with one class outermost */
    konane_space_free(space);
    pm_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_order_holds_what_it_reads),
        cmocka_unit_test(test_figures_of_large_boards),
        cmocka_unit_test(test_memory_of_known_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
