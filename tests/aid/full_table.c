/* Who wins every position: see full_table.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/full_table.h"

#include "src/konane/board.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static void read_rows(full_table *t, const sweep_layer *layer)
{
    for (uint32_t b = 0; b < 1u << t->n_sets; b++) {
        if (!sweep_layer_has(layer, b)) {
            continue;
        }
        for (uint32_t w = 0; w < 1u << t->n_index; w++) {
            const size_t bit = (size_t)b << t->n_index | w;
            t->wins[layer->mover][bit / 64] |= (uint64_t)sweep_wins(layer, b, w) << (bit % 64);
        }
    }
}

static pm_status read_layer(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black,
                            pm_error *err)
{
    (void)team;
    (void)err;
    read_rows(ctx, white);
    read_rows(ctx, black);
    return PM_OK;
}

size_t full_table_words(const full_table *t)
{
    const size_t bits = (size_t)1 << (t->n_sets + t->n_index);
    return bits < 64 ? 1 : bits / 64;
}

full_table full_table_make(const konane_space *space, const sweep_options *options, bool with_symmetry)
{
    full_table t = {.n_sets = space->spec.n_sets, .n_index = space->spec.n_index};
    sweep_spec spec = space->spec;
    spec.n_symmetries = with_symmetry ? spec.n_symmetries : 1;
    for (int color = 0; color < 2; color++) {
        t.wins[color] = calloc(full_table_words(&t), sizeof(uint64_t));
        assert_non_null(t.wins[color]);
    }
    sweep *s;
    pm_error err = {0};
    assert_int_equal(sweep_new(&spec, options, &s, &err), PM_OK);
    assert_int_equal(sweep_run(s, read_layer, &t, &err), PM_OK);
    sweep_free(s);
    return t;
}

void full_table_clear(full_table *t)
{
    free(t->wins[0]);
    free(t->wins[1]);
}

void assert_full_tables_equal(const full_table *got, const full_table *expected)
{
    assert_int_equal(full_table_words(got), full_table_words(expected));
    for (int color = 0; color < 2; color++) {
        assert_memory_equal(got->wins[color], expected->wins[color], full_table_words(expected) * 8);
    }
}

void assert_full_table_is(const konane_space *space, const full_table *t,
                          bool (*wins)(oracle_table *values, const oracle_position *pos))
{
    const pm_board *board = space->board;
    const oracle_board judge = oracle_board_of(board);
    oracle_table *values = oracle_table_new(&judge);
    for (uint32_t b = 0; b < 1u << t->n_sets; b++) {
        for (uint32_t w = 0; w < 1u << t->n_index; w++) {
            const uint64_t occupied = konane_space_occupied(space, b, w);
            const size_t bit = (size_t)b << t->n_index | w;
            for (int mover = 0; mover < 2; mover++) {
                const oracle_position pos = oracle_position_of(&judge, (pm_position){occupied, (pm_color)mover});
                if (wins(values, &pos) != (t->wins[mover][bit / 64] >> (bit % 64) & 1)) {
                    fail_msg("%dx%d corner %d misere %d chains %d: b %x w %x mover %d", board->rows, board->cols,
                             (int)board->corner, board->variant.is_misere, (int)board->variant.chains, b, w, mover);
                }
            }
        }
    }
    oracle_table_free(values);
}
