/* Parts of a database by themselves: the cache after a block that could not be filled, the limits of an index, and when
 * a checkpoint is taken.
 *
 * Oracle: what the headers promise, on numbers small enough to count by hand.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/cache.h"
#include "solver/db/checkpoint.h"
#include "solver/db/header.h"
#include "solver/db/index.h"
#include "solver/db/samples.h"
#include "tests/aid/db_place.h"

#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- the cache ----------------------------------------------------------------------------------- */

enum { BLOCK_BYTES = 64, WAYS = 8, NO_BLOCK = -1 };

/* Fills a block with its number, but for one, which it scribbles over before it fails. */
typedef struct filler {
    int n_filled, broken;
} filler;

static pm_status fill(void *ctx, int lock, uint64_t block, uint8_t *bytes, pm_error *err)
{
    filler *f = ctx;
    (void)lock;
    (void)err;
    f->n_filled++;
    memset(bytes, (int)block == f->broken ? 0xee : (int)block, BLOCK_BYTES);
    return (int)block == f->broken ? PM_DAMAGED : PM_OK;
}

/* Read a block, which must be right. Returns whether it had to be filled. */
static bool read_block(db_cache *cache, const filler *f, uint64_t block)
{
    const int before = f->n_filled;
    const uint8_t *bytes;
    assert_int_equal(db_cache_lock(cache, block, &bytes, NULL), PM_OK);
    for (int i = 0; i < BLOCK_BYTES; i++) {
        assert_int_equal(bytes[i], block);
    }
    db_cache_unlock(cache, block);
    return f->n_filled > before;
}

/* A set whose ways are all in use gives one up for the block that cannot be filled: that one is filled again. */
static void test_block_before_a_failure_is_not_believed(void **state)
{
    (void)state;
    filler f = {.broken = 99};
    const uint8_t *bytes;
    db_cache *cache = db_cache_new((size_t)WAYS * BLOCK_BYTES, BLOCK_BYTES, 100, fill, &f);
    assert_non_null(cache);
    for (uint64_t block = 0; block < WAYS; block++) {
        assert_true(read_block(cache, &f, block));
    }
    assert_int_equal(db_cache_lock(cache, 99, &bytes, NULL), PM_DAMAGED);
    int n_refilled = 0;
    for (uint64_t block = 0; block < WAYS; block++) {
        n_refilled += read_block(cache, &f, block);
    }
    assert_int_equal(n_refilled, 1);
    db_cache_free(cache);
}

static void test_least_recently_used_makes_way(void **state)
{
    (void)state;
    filler f = {.broken = NO_BLOCK};
    db_cache *cache = db_cache_new((size_t)WAYS * BLOCK_BYTES, BLOCK_BYTES, 100, fill, &f);
    assert_non_null(cache);
    for (uint64_t block = 0; block < WAYS; block++) {
        assert_true(read_block(cache, &f, block));
    }
    assert_false(read_block(cache, &f, 0)); /* now block 1 is the oldest */
    assert_true(read_block(cache, &f, WAYS));
    assert_false(read_block(cache, &f, 0));
    assert_true(read_block(cache, &f, 1));
    db_cache_free(cache);
}

/* ---- the index ----------------------------------------------------------------------------------- */

static db_header header_of(db_kind kind, db_coding coding)
{
    db_header h = {.block_bits = DB_MIN_BLOCK_BITS, .coding = (uint8_t)coding};
    h.subject = (db_subject){.game = DB_GAME_KONANE,
                             .kind = (uint8_t)kind,
                             .n_movers = 1,
                             .n_sets = 1,
                             .n_index = DB_MIN_BLOCK_BITS,
                             .n_layers = 2,
                             .layer_rows = {1, 1}};
    return h;
}

/* Whether an index is accepted in which a block has this entry. */
static bool is_entry_accepted(db_kind kind, uint32_t n_bytes, uint32_t checksum)
{
    const db_header h = header_of(kind, DB_ZSTD);
    const db_shape shape = db_shape_of(&h);
    uint8_t *bytes = calloc(1, db_index_bytes(&shape, shape.n_blocks));
    db_index index;
    pm_error err = {0};
    assert_true(bytes && db_index_new(&shape, &index));
    for (int i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(n_bytes >> (8 * i));
        bytes[4 + i] = (uint8_t)(checksum >> (8 * i));
    }
    const pm_status status = db_index_decode(&shape, &h.subject, bytes, shape.n_blocks, false, &index, &err);
    assert_true(status == PM_OK || status == PM_DAMAGED);
    db_index_clear(&index);
    free(bytes);
    return status == PM_OK;
}

static void test_limits_of_entries(void **state)
{
    (void)state;
    const db_header outcome = header_of(DB_OUTCOME, DB_ZSTD), remoteness = header_of(DB_REMOTENESS, DB_ZSTD);
    const uint32_t bits = (uint32_t)db_shape_of(&outcome).block_bytes,
                   bytes = (uint32_t)db_shape_of(&remoteness).block_bytes;
    assert_int_equal(bits, 128);
    assert_int_equal(bytes, 1024);
    assert_true(is_entry_accepted(DB_OUTCOME, bits, 12345)); /* as it is, not packed */
    assert_false(is_entry_accepted(DB_OUTCOME, bits + 1, 12345));
    assert_true(is_entry_accepted(DB_REMOTENESS, bytes, 12345));
    assert_false(is_entry_accepted(DB_REMOTENESS, bytes + 1, 12345));
    assert_true(is_entry_accepted(DB_OUTCOME, 0, 1)); /* all values are 1 */
    assert_false(is_entry_accepted(DB_OUTCOME, 0, 2));
    assert_true(is_entry_accepted(DB_REMOTENESS, 0, 255));
    assert_false(is_entry_accepted(DB_REMOTENESS, 0, 256));
}

/* Whether a model is accepted whose last chance is this one. */
static bool is_chance_accepted(uint32_t chance, bool is_partial)
{
    db_header h = header_of(DB_OUTCOME, DB_CUBES);
    static_assert((int)DB_MIN_BLOCK_BITS >= (int)CUBE_MIN_BITS, "a block can be a cube");
    h.subject.n_index = h.block_bits;
    const db_shape shape = db_shape_of(&h);
    const size_t n = db_index_bytes(&shape, shape.n_blocks);
    uint8_t *bytes = calloc(1, n);
    db_index index;
    assert_true(bytes && db_index_new(&shape, &index));
    const size_t models = shape.models_bytes;
    for (size_t i = 0; i < models; i += 2) {
        bytes[i] = 1;
    }
    bytes[models - 2] = (uint8_t)chance;
    bytes[models - 1] = (uint8_t)(chance >> 8);
    const pm_status status = db_index_decode(&shape, &h.subject, bytes, shape.n_blocks, is_partial, &index, NULL);
    db_index_clear(&index);
    free(bytes);
    return status == PM_OK;
}

/* What two threads have counted is added up. */
static void test_counts_are_merged(void **state)
{
    (void)state;
    db_header h = header_of(DB_OUTCOME, DB_CUBES);
    h.subject.n_index = h.block_bits;
    const db_shape shape = db_shape_of(&h);
    db_samples some, more;
    size_t n;
    assert_true(db_samples_new(&shape, &some) && db_samples_new(&shape, &more));
    uint64_t *sum = db_samples_numbers(&shape, &some, &n), *added = db_samples_numbers(&shape, &more, &n);
    for (size_t i = 0; i < n; i++) {
        sum[i] = 3 * i;
        added[i] = 2 * i + 1;
    }
    db_samples_merge(&shape, &some, &more);
    assert_true(n > 0);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(sum[i], 5 * i + 1);
    }
    db_samples_clear(&some);
    db_samples_clear(&more);
}

static void test_limits_of_chances(void **state)
{
    (void)state;
    assert_false(is_chance_accepted(0, false)); /* would divide by zero */
    assert_true(is_chance_accepted(1, false));
    assert_true(is_chance_accepted((1 << CUBE_CHANCE_BITS) - 1, false));
    assert_false(is_chance_accepted(1 << CUBE_CHANCE_BITS, false));
    assert_true(is_chance_accepted(0, true)); /* a checkpoint has models that are not made yet */
}

/* ---- checkpoints ---------------------------------------------------------------------------------- */

/* Two values that differ, so that something is written. */
static void some_row(void *ctx, size_t i, void *row)
{
    (void)ctx;
    (void)i;
    *(uint8_t *)row = 1;
}

static int layers_found(const place *p, const db_subject *subject, const db_options *options)
{
    int n_layers = -1;
    db_writer *writer;
    assert_int_equal(db_writer_new(p->path, subject, options, &writer, &n_layers, NULL), PM_OK);
    db_writer_free(writer);
    return n_layers;
}

/* A layer is done when the rows of both movers are: half of one is not resumed. */
static void test_checkpoint_after_whole_layers(void **state)
{
    (void)state;
    place p;
    place_make(&p);
    const db_options options = {.level = 1, .checkpoint = p.checkpoint};
    const db_subject subject = {.game = DB_GAME_KONANE,
                                .rows = 1,
                                .cols = 3,
                                .kind = DB_OUTCOME,
                                .n_movers = 2,
                                .n_sets = 2,
                                .n_index = 1,
                                .black = {0, 2},
                                .white = {1},
                                .n_layers = 3,
                                .layer_rows = {1, 2, 1}};
    for (int n_halves = 0; n_halves <= 4; n_halves++) {
        db_writer *writer;
        assert_int_equal(db_writer_new(p.path, &subject, &options, &writer, NULL, NULL), PM_OK);
        for (int half = 0; half < n_halves; half++) {
            assert_int_equal(db_writer_rows(writer, NULL, half / 2, (pm_color)(half % 2), some_row, NULL, NULL), PM_OK);
        }
        db_writer_free(writer);
        assert_int_equal(layers_found(&p, &subject, &options), n_halves / 2);
        db_checkpoint_remove(p.checkpoint);
        unlink(p.partial);
    }
    place_remove(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_block_before_a_failure_is_not_believed),
        cmocka_unit_test(test_least_recently_used_makes_way),
        cmocka_unit_test(test_limits_of_entries),
        cmocka_unit_test(test_limits_of_chances),
        cmocka_unit_test(test_counts_are_merged),
        cmocka_unit_test(test_checkpoint_after_whole_layers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
