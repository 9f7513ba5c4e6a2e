/* Running a sweep again, its progress, and tiles of nibbles and bytes small enough for small boards to have several.
 *
 * Oracle: the same sweep in one piece, which other tests compare with tests/oracle/oracle.c.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/sweep.h"
#include "solver/sweep/checkpoint.h"
#include "solver/sweep/state.h"
#include "src/konane/board.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A board and its sweep. */
typedef struct setting {
    pm_board *board;
    konane_space *space;
    sweep *s;
} setting;

static setting open_variant(int rows, int cols, pm_color corner, konane_variant variant, sweep_question question,
                            const sweep_options *options)
{
    setting x;
    pm_error err = {0};
    assert_int_equal(konane_board_new(rows, cols, corner, "any", variant, &x.board, &err), PM_OK);
    assert_int_equal(konane_space_new(x.board, &x.space, &err), PM_OK);
    x.space->spec.question = question;
    if (sweep_new(&x.space->spec, options, &x.s, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    return x;
}

static setting open_setting(int rows, int cols, pm_color corner, sweep_question question, const sweep_options *options)
{
    return open_variant(rows, cols, corner, (konane_variant){0}, question, options);
}

static void close_setting(setting *x)
{
    sweep_free(x->s);
    konane_space_free(x->space);
    pm_board_free(x->board);
}

/* ---- tiles ---------------------------------------------------------------------------------------- */

/* All rows that a sweep finishes, one after the other. */
typedef struct rows {
    uint8_t *bytes;
    size_t n, room;
} rows;

static void keep_rows(rows *to, const sweep_layer *layer)
{
    const size_t bytes = row_words(sweep_row_bits(layer->sweep)) * 8;
    for (size_t i = 0; i < layer->n_rows; i++) {
        if (to->n + bytes > to->room) {
            to->room = 2 * (to->n + bytes);
            uint8_t *grown = aligned_alloc(ROW_ALIGNMENT, to->room);
            assert_non_null(grown);
            memcpy(grown, to->bytes ? to->bytes : grown, to->n);
            free(to->bytes);
            to->bytes = grown;
        }
        sweep_row_read(layer, i, (uint64_t *)(void *)(to->bytes + to->n));
        to->n += bytes;
    }
}

static pm_status keep_layer(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black,
                            pm_error *err)
{
    (void)team;
    (void)err;
    keep_rows(ctx, white);
    keep_rows(ctx, black);
    return PM_OK;
}

/* Run the sweep and close it. */
static rows finish_rows(setting *x)
{
    rows found = {0};
    assert_int_equal(sweep_run(x->s, keep_layer, &found, NULL), PM_OK);
    close_setting(x);
    return found;
}

/* Fail unless both are the same; frees `got`. */
static void compare_rows(rows got, const rows *expected)
{
    assert_int_equal(got.n, expected->n);
    assert_memory_equal(got.bytes, expected->bytes, expected->n);
    free(got.bytes);
}

static rows rows_of(int rows_, int cols, pm_color corner, sweep_question question, int tile_bits, int *n_tiles)
{
    const sweep_options options = {
        .threads = 1, .memory = (size_t)1 << 32, .with_tiles = tile_bits > 0, .large_tile_bits = tile_bits};
    setting x = open_setting(rows_, cols, corner, question, &options);
    *n_tiles = 1 << x.s->tile_bits;
    return finish_rows(&x);
}

static void compare_tiles(int rows_, int cols, pm_color corner, sweep_question question, int *most_tiles)
{
    int n_tiles;
    rows whole = rows_of(rows_, cols, corner, question, 0, &n_tiles);
    assert_int_equal(n_tiles, 1);
    for (int bits = ROW_MIN_BITS; bits <= ROW_MIN_BITS + 3; bits++) {
        rows tiled = rows_of(rows_, cols, corner, question, bits, &n_tiles);
        *most_tiles = n_tiles > *most_tiles ? n_tiles : *most_tiles;
        compare_rows(tiled, &whole);
    }
    free(whole.bytes);
}

static void test_large_tiles(void **state)
{
    (void)state;
    static const int sizes[][2] = {{3, 7}, {4, 5}, {5, 5}, {2, 11}};
    int most_tiles = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (int corner = 0; corner < 2; corner++) {
            compare_tiles(sizes[i][0], sizes[i][1], (pm_color)corner, SWEEP_REMOTENESS, &most_tiles);
        }
        compare_tiles(sizes[i][0], sizes[i][1], PM_BLACK, SWEEP_MARGIN, &most_tiles);
    }
    assert_true(most_tiles >= 4);
}

/* ---- parts of tiles ------------------------------------------------------------------------------- */

static rows rows_in_parts(int rows_, int cols, sweep_question question, bool is_misere, int part_bits, int *n_parts)
{
    const sweep_options options = {.threads = 1, .memory = (size_t)1 << 32, .with_tiles = true, .part_bits = part_bits};
    setting x = open_variant(rows_, cols, PM_BLACK, (konane_variant){.is_misere = is_misere}, question, &options);
    *n_parts = 1 << x.s->part_bits;
    return finish_rows(&x);
}

static void compare_parts(int rows_, int cols, sweep_question question, bool is_misere, int *most_parts)
{
    int n_parts;
    rows whole = rows_in_parts(rows_, cols, question, is_misere, 0, &n_parts);
    assert_int_equal(n_parts, 1);
    for (int bits = ROW_MIN_BITS; bits <= ROW_MIN_BITS + 2; bits++) {
        rows parted = rows_in_parts(rows_, cols, question, is_misere, bits, &n_parts);
        *most_parts = n_parts > *most_parts ? n_parts : *most_parts;
        compare_rows(parted, &whole);
    }
    free(whole.bytes);
}

/* Rows come out the same whether work goes through a tile as a whole or part by part. */
static void test_parts(void **state)
{
    (void)state;
    int most_parts[4] = {1, 1, 1, 1};
    compare_parts(5, 5, SWEEP_OUTCOME, false, &most_parts[0]);
    compare_parts(5, 5, SWEEP_OUTCOME, true, &most_parts[1]);
    compare_parts(3, 9, SWEEP_OUTCOME, true, &most_parts[1]);
    compare_parts(4, 5, SWEEP_REMOTENESS, false, &most_parts[2]);
    compare_parts(5, 5, SWEEP_MARGIN, false, &most_parts[3]);
    for (int i = 0; i < 4; i++) {
        assert_true(most_parts[i] >= 2);
    }
}

/* ---- progress ------------------------------------------------------------------------------------- */

typedef struct seen_progress {
    uint64_t done, total;
    bool is_backwards;
} seen_progress;

static bool see_progress(void *ctx, uint64_t done, uint64_t total)
{
    seen_progress *p = ctx;
    p->is_backwards = p->is_backwards || done < p->done || done > total;
    p->done = done;
    p->total = total;
    return false;
}

static void test_progress_ends_at_its_total(void **state)
{
    (void)state;
    for (int tiles = 0; tiles < 2; tiles++) {
        seen_progress p = {0};
        const sweep_options options = {.threads = 1,
                                       .memory = (size_t)1 << 32,
                                       .with_tiles = tiles,
                                       .large_tile_bits = ROW_MIN_BITS,
                                       .progress = see_progress,
                                       .progress_ctx = &p};
        setting x = open_setting(4, 5, PM_BLACK, SWEEP_REMOTENESS, &options);
        for (int run = 0; run < 2; run++) {
            p = (seen_progress){0};
            assert_int_equal(sweep_run(x.s, NULL, NULL, NULL), PM_OK);
            assert_false(p.is_backwards);
            assert_true(p.total > 0);
            assert_int_equal(p.done, p.total);
        }
        close_setting(&x);
    }
}

/* ---- running again --------------------------------------------------------------------------------- */

typedef struct seen_layers {
    int first, n;
    uint64_t *row; /* of layer 0, which has one */
} seen_layers;

static pm_status see_layer(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    (void)team;
    (void)white;
    (void)err;
    seen_layers *l = ctx;
    l->first = l->n++ ? l->first : black->size;
    if (black->size == 0) {
        sweep_row_read(black, 0, l->row);
    }
    return PM_OK;
}

static pm_status give_row(void *ctx, size_t i, uint64_t *row, int row_bits, pm_error *err)
{
    (void)err;
    const seen_layers *l = ctx;
    assert_int_equal(i, 0);
    memcpy(row, l->row, row_words(row_bits) * 8);
    return PM_OK;
}

/* What was restored is left out once, not for ever. */
static void test_run_after_a_restored_one_is_whole(void **state)
{
    (void)state;
    const sweep_options options = {.threads = 1, .memory = (size_t)1 << 32, .keep = SUBLAYERS_KEEP_BLACK};
    setting x = open_setting(4, 4, PM_BLACK, SWEEP_OUTCOME, &options);
    seen_layers l = {.row = aligned_alloc(ROW_ALIGNMENT, row_words(sweep_row_bits(x.s)) * 8)};
    assert_non_null(l.row);
    const int n_layers = x.space->spec.n_sets + 1;
    assert_int_equal(sweep_run_by_layers(x.s, NULL, see_layer, &l, NULL), PM_OK);
    assert_int_equal(l.n, n_layers);
    assert_int_equal(sweep_restore(x.s, 0, give_row, &l, NULL), PM_OK);
    for (int run = 0; run < 2; run++) {
        l.n = 0;
        assert_int_equal(sweep_run_by_layers(x.s, NULL, see_layer, &l, NULL), PM_OK);
        assert_int_equal(l.first, run == 0 ? 1 : 0);
        assert_int_equal(l.n, run == 0 ? n_layers - 1 : n_layers);
    }
    free(l.row);
    close_setting(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_large_tiles),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_progress_ends_at_its_total),
        cmocka_unit_test(test_run_after_a_restored_one_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
