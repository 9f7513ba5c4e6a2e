/* The odds from patterns: what must hold of any weights.
 *
 * Reflections and exchanging the players are the oracle, with the rules' own symmetries; bits are picked one by one.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/search/search_evaluate.h"
#include "solver/konane/search/search_patterns.h"
#include "src/base/rng.h"
#include "src/konane/symmetry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SEED = 20261201, POSITIONS = 300 };

static search_board board;
static search_patterns patterns;

static pm_board *new_board(int rows, int cols)
{
    pm_board *pm;
    assert_int_equal(pm_board_new(rows, cols, PM_BLACK, "any", &pm, NULL), PM_OK);
    search_board_init(rows, cols, pm->variant, &board);
    search_patterns_init(&board, &patterns);
    return pm;
}

/* The odds of a position, worked out after a change of a few cells of another. */
static int odds_of(uint64_t set, int mover)
{
    pattern_values values;
    search_patterns_values(&patterns, (set ^ 0x8000400020100007) & board.all, &values);
    return search_patterns_odds(&patterns, &values, set, mover);
}

/* Thin and dense positions in turn. */
static uint64_t position(rng *r, int i)
{
    return (rng_next(r) | (i % 3 ? 0 : rng_next(r))) & board.all;
}

static void images_have_the_same_odds(void **state)
{
    (void)state;
    static const int sizes[][2] = {{4, 4}, {4, 7}, {5, 5}, {5, 6}, {6, 6}, {6, 8}, {7, 7}, {8, 8}};
    rng r = rng_stream(SEED, 0);
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        pm_board *pm = new_board(sizes[k][0], sizes[k][1]);
        int decided = 0;
        for (int i = 0; i < POSITIONS; i++) {
            const uint64_t set = position(&r, i);
            const int mover = i % 2, odds = odds_of(set, mover);
            decided += abs(odds) > PATTERN_UNITS;
            for (int s = 0; s < pm->n_symmetries; s++) {
                const uint64_t image = konane_permute(pm->symmetry[s], set);
                assert_int_equal(odds_of(image, mover), odds);
            }
            for (int s = 0; s < pm->n_swaps; s++) {
                const uint64_t image = konane_permute(pm->swap[s], set);
                assert_int_equal(odds_of(image, 1 - mover), odds);
            }
        }
        assert_true(decided > POSITIONS / 4); /* the weights say something */
        pm_board_free(pm);
    }
}

/* What is worked out from another position is what is worked out at once. */
static void changes_add_up(void **state)
{
    (void)state;
    rng r = rng_stream(SEED, 3);
    pm_board *pm = new_board(6, 8);
    for (int i = 0; i < POSITIONS; i++) {
        const uint64_t set = position(&r, i);
        pattern_values values;
        search_patterns_values(&patterns, set, &values);
        assert_int_equal(odds_of(set, 0), search_patterns_odds(&patterns, &values, set, 0));
    }
    pm_board_free(pm);
}

/* But for the advantage of moving, what speaks for one player speaks against the other. */
static void odds_of_both_players_cancel(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1, 2}, {1, 64}, {2, 2}, {2, 9}, {3, 3}, {9, 3}, {7, 7}, {8, 8}};
    rng r = rng_stream(SEED, 1);
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        pm_board *pm = new_board(sizes[k][0], sizes[k][1]);
        for (int i = 0; i < POSITIONS; i++) {
            const uint64_t set = position(&r, i);
            const int both = odds_of(set, 0) + odds_of(set, 1);
            assert_int_equal(both, 2 * pattern_bias[bits_count(set) / PATTERN_PHASE_STONES]);
        }
        pm_board_free(pm);
    }
}

static void bits_are_picked_in_order(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1, 2}, {1, 64}, {64, 1}, {2, 9}, {3, 3}, {4, 16}, {7, 7}, {8, 8}};
    rng r = rng_stream(SEED, 2);
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        pm_board *pm = new_board(sizes[k][0], sizes[k][1]);
        for (int i = 0; i < POSITIONS; i++) {
            const uint64_t set = position(&r, i);
            const int cell = i % board.n_cells;
            uint64_t expected = 0;
            for (int bit = 0, n = 0; bit < 64; bit++) {
                if ((patterns.mask[cell] >> bit & 1) != 0) {
                    expected |= (set >> bit & 1) << n++;
                }
            }
            assert_true(pattern_index(&patterns, set, cell) == expected);
            assert_true(pattern_index_plain(&patterns, set, cell) == expected);
        }
        pm_board_free(pm);
    }
}

/* What a player's moves are worth: one without any, and ever more with more. */
static void more_moves_are_worth_more(void **state)
{
    (void)state;
    static evaluation e;
    pm_board *pm = new_board(4, 4);
    evaluation_init(&board, &e);
    assert_true(e.polynomial[0] == 1);
    for (int x = 1; x < EVALUATE_MAX; x++) {
        assert_true(e.polynomial[x] >= e.polynomial[x - 1]);
    }
    pm_board_free(pm);
}

int main(void)
{
    print_message("seed %d\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_have_the_same_odds),   cmocka_unit_test(changes_add_up),
        cmocka_unit_test(odds_of_both_players_cancel), cmocka_unit_test(bits_are_picked_in_order),
        cmocka_unit_test(more_moves_are_worth_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
