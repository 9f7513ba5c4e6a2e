/* A sweep among ranks, without MPI and without data: which rows each has, builds and fetches.
 *
 * The oracle of fetching is the list of moves of each row: for every row that a rank builds, each row that its moves
 * lead to must be in its node or in the batch.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/sweep.h"
#include "solver/ranks/batch.h"
#include "solver/ranks/deal.h"
#include "solver/ranks/plan.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

enum { PART_BITS = 2 };

static void test_every_row_has_one_owner(void **state)
{
    (void)state;
    for (int n = 1; n <= 9; n++) {
        for (uint64_t n_rows = 1; n_rows <= 30; n_rows++) {
            uint64_t most = 0, least = n_rows;
            assert_int_equal(deal_first(n_rows, 0, n), 0);
            assert_int_equal(deal_first(n_rows, n, n), n_rows);
            for (int k = 0; k < n; k++) {
                const uint64_t begin = deal_first(n_rows, k, n), end = deal_first(n_rows, k + 1, n);
                for (uint64_t row = begin; row < end; row++) {
                    assert_int_equal(deal_owner(n_rows, row, n), k);
                }
                most = end - begin > most ? end - begin : most;
                least = end - begin < least ? end - begin : least;
            }
            assert_true(most - least <= 1);
        }
    }
}

static konane_space *space_of(int rows, int cols, pm_board **board)
{
    konane_space *space;
    assert_int_equal(pm_board_new(rows, cols, PM_BLACK, "any", board, NULL), PM_OK);
    assert_int_equal(konane_space_new(*board, &space, NULL), PM_OK);
    return space;
}

/* Whether a part of a row is in those that are fetched, for each index that a move looks up, one by one. */
static void check_parts(const sweep *s, const sweep_move *move, int g, uint16_t parts)
{
    const int inside = s->row_bits - PART_BITS;
    for (uint32_t w = 0; w < 1u << s->n_index; w++) {
        if ((w & move->op.fixed) == move->op.value) {
            const uint32_t source = sweep_address_image(s, g, w ^ move->op.flip); /* outcomes: an address is an index */
            assert_true(parts >> (source >> inside) & 1);
        }
    }
}

/* Whether a batch has, or its node owns, every row that the moves of row i lead to. */
static void check_row(const sweep *s, const batch_cutter *c, const batch *b, size_t i)
{
    const sweep_half *h = c->half;
    for (int m = 0; m < s->n_moves[h->mover]; m++) {
        const sweep_move *move = &s->moves[h->mover][m];
        if ((h->sets[i] & move->fixed) != move->value) {
            continue;
        }
        const uint32_t from = h->sets[i] ^ move->flip;
        const int place = sublayers_place(sweep_order(s), from);
        const uint32_t rank = sweep_rank(s, from);
        bool is_there = deal_owner(sweep_order(s)->all[place].n_rows, rank, c->n_nodes) == c->node;
        for (size_t k = 0; k < b->n_needs; k++) {
            if (b->needs[k].place == place && b->needs[k].rank == rank) {
                is_there = true;
                check_parts(s, move, orbits_symmetry(&s->orbits, from), b->needs[k].parts);
            }
        }
        assert_true(is_there);
    }
}

static void test_a_batch_has_all_that_its_rows_need(void **state)
{
    (void)state;
    enum { N_NODES = 3 };
    pm_board *board;
    konane_space *space = space_of(4, 5, &board);
    sweep *s;
    const sweep_options options = {.threads = 1};
    assert_int_equal(sweep_new_without_arena(&space->spec, &options, 0, &s, NULL), PM_OK);
    const size_t slots = s->term_stride;
    batch_cutter c;
    batch b = {.needs = malloc(slots * sizeof *b.needs)};
    assert_non_null(b.needs);
    assert_true(batch_cutter_make(s, slots, 7, PART_BITS, &c));
    c.n_nodes = N_NODES;
    size_t n_fetched = 0;
    for (int place = 0; place < sweep_order(s)->n; place++) {
        for (int mover = 0; mover < 2; mover++) {
            const sweep_half half = {
                .s = s, .mover = (pm_color)mover, .place = place, .sets = s->sets + s->first[place]};
            const size_t n_rows = sweep_order(s)->all[place].n_rows;
            size_t next = 0;
            c.half = &half;
            for (c.node = 0; c.node < N_NODES; c.node++) {
                c.at = deal_first(n_rows, c.node, N_NODES);
                c.end = deal_first(n_rows, c.node + 1, N_NODES);
                while (batch_cut(&c, &b)) {
                    assert_int_equal(b.begin, next);
                    assert_true(b.end - b.begin <= 7 && b.n_needs <= slots);
                    for (size_t i = b.begin; i < b.end; i++) {
                        check_row(s, &c, &b, i);
                    }
                    next = b.end;
                    n_fetched += b.n_needs;
                }
            }
            assert_int_equal(next, n_rows);
        }
    }
    assert_true(n_fetched > 0);
    free(b.needs);
    batch_cutter_clear(&c);
    sweep_free(s);
    konane_space_free(space);
    pm_board_free(board);
}

/* Rows of all nodes together are those of one machine, but for rounding, and no two that live together overlap. */
static void test_shares_of_a_plan(void **state)
{
    (void)state;
    pm_board *board;
    konane_space *space = space_of(6, 7, &board);
    ranks_shape shape = {
        .n_ranks = 1, .n_nodes = 1, .ranks_per_node = 1, .fewest_per_node = 1, .threads = 1, .memory = SIZE_MAX};
    ranks_plan one, many;
    ranks_plan_make(&space->spec, &shape, &one);
    assert_int_equal(one.share.arena, one.sweep.order.arena);
    assert_int_equal(one.slots, 0);
    shape.n_ranks = shape.n_nodes = 64;
    ranks_plan_make(&space->spec, &shape, &many);
    assert_true(many.fits && many.slots > 0);
    assert_in_range(many.share.arena * 64, one.share.arena, one.share.arena * 11 / 10);
    shape.memory = many.fixed_bytes + many.node_bytes;
    ranks_plan_make(&space->spec, &shape, &many);
    assert_false(many.fits); /* a buffer has no room */
    konane_space_free(space);
    pm_board_free(board);
}

static void test_a_replay_adds_up(void **state)
{
    (void)state;
    pm_board *board;
    konane_space *space = space_of(5, 5, &board);
    const ranks_rates rates = {1e-12, 1e9, 0};
    double work = 0;
    for (int n = 1; n <= 8; n++) {
        ranks_shape shape = {
            .n_ranks = n, .n_nodes = n, .ranks_per_node = 1, .fewest_per_node = 1, .threads = 1, .memory = SIZE_MAX};
        ranks_plan plan;
        ranks_replay all, sample;
        ranks_plan_make(&space->spec, &shape, &plan);
        assert_int_equal(ranks_replay_run(&space->spec, &plan, &rates, 1, NULL, NULL, &all, NULL), PM_OK);
        assert_int_equal(ranks_replay_run(&space->spec, &plan, &rates, 2, NULL, NULL, &sample, NULL), PM_OK);
        assert_int_equal(all.n_phases, 2 * plan.sweep.order.n);
        work = n == 1 ? all.work : work;
        assert_true(all.work == work && all.work_of_phase * n >= all.work);
        assert_true((all.fetched_bytes > 0) == (n > 1));
        assert_true(all.busiest_fetched_bytes <= all.fetched_bytes && all.fetched_of_phase * n >= all.fetched_bytes);
        assert_true(sample.fetched_bytes >= 0.8 * all.fetched_bytes && sample.fetched_bytes <= 1.2 * all.fetched_bytes);
    }
    konane_space_free(space);
    pm_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_row_has_one_owner),
        cmocka_unit_test(test_a_batch_has_all_that_its_rows_need),
        cmocka_unit_test(test_shares_of_a_plan),
        cmocka_unit_test(test_a_replay_adds_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
