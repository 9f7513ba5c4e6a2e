/* Damaged, foreign and hostile database files: each is reported, none crashes anything or gives a wrong value.
 *
 * Oracle: the undamaged file. Meant to run under AddressSanitizer and UBSan as well.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/block.h"
#include "solver/db/header.h"
#include "solver/db/index.h"
#include "solver/konane/db/probe.h"
#include "solver/konane/db/verify.h"
#include "src/base/rng.h"
#include "src/konane/board.h"
#include "tests/aid/db_bytes.h"
#include "tests/aid/db_maker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <xxhash.h>
#include <zstd.h>

enum { MAX_PAIRS = 2 << 16, MAX_BYTES = 1 << 16 };

/* Offsets in the header. */
enum { AT_LEVEL = 20, AT_DIGEST = 64, AT_TEXTS = 464, AT_RESERVED = 1104, AT_CHECKSUM = 1112 };

typedef struct sample {
    char path[DB_MAKER_PATH];
    uint8_t bytes[MAX_BYTES]; /* of the undamaged file */
    size_t n;
    int n_pairs, stride;       /* every so many are compared */
    uint8_t values[MAX_PAIRS]; /* its values, by occupied * 2 + mover */
} sample;

static pm_position pair_position(int pair)
{
    return (pm_position){(uint64_t)pair / 2, (pm_color)(pair % 2)};
}

static int make_sample(void **state, int rows, int cols, const db_options *options, int stride)
{
    sample *s = calloc(1, sizeof *s);
    assert_non_null(s);
    db_maker_name(s->path);
    db_maker_make(s->path, rows, cols, options, NULL);
    s->n = db_bytes_read(s->path, s->bytes, sizeof s->bytes);
    s->n_pairs = 2 << (rows * cols);
    s->stride = stride;
    assert_true(s->n_pairs <= MAX_PAIRS && (options->version == 1) == (s->bytes[8] == 1));
    pm_db *database;
    assert_int_equal(pm_db_open(s->path, 0, &database, NULL), PM_OK);
    for (int pair = 0; pair < s->n_pairs; pair++) {
        assert_int_equal(probe_stored(database, pair_position(pair), &s->values[pair], NULL), PM_OK);
    }
    pm_db_close(database);
    *state = s;
    return 0;
}

/* Small blocks: many of them, of all kinds. */
static int make_whole_sample(void **state)
{
    const db_options options = {.level = 3, .block_bits = 10, .version = 1};
    return make_sample(state, 3, 4, &options, 1);
}

/* Of the positions of an even number of stones alone; long enough for blocks that are packed. */
static int make_halved_sample(void **state)
{
    const db_options options = {.level = 3};
    return make_sample(state, 4, 4, &options, 61);
}

static int drop_sample(void **state)
{
    sample *s = *state;
    unlink(s->path);
    free(s);
    return 0;
}

static void assert_refused(pm_status status, const pm_error *err)
{
    assert_true(status == PM_DAMAGED || status == PM_BAD_INPUT);
    assert_true(strlen(err->message) > 0);
}

/* Whether a block is damaged, as what is stored in it then is refused: where not every position is compared. */
static bool has_bad_block(pm_db *database)
{
    const db *file = pm_db_inside(database);
    uint8_t packed[1 << 10];
    bool is_bad = false;
    assert_true(db_get_shape(file)->block_bytes <= sizeof packed);
    for (uint64_t block = 0; block < db_get_shape(file)->n_blocks; block++) {
        is_bad = is_bad || db_check_block(file, block, packed, NULL) != PM_OK;
    }
    return is_bad;
}

/* Open what is at the path; if that works, every value must be right or refused. Returns whether anything was. */
static bool is_refused(const sample *s)
{
    pm_db *database;
    pm_error err = {0};
    const pm_status opened = pm_db_open(s->path, 0, &database, &err);
    if (opened != PM_OK) {
        assert_refused(opened, &err);
        return true;
    }
    bool is_damaged = has_bad_block(database);
    for (int pair = 0; pair < s->n_pairs; pair += s->stride) {
        uint8_t value;
        const pm_status status = probe_stored(database, pair_position(pair), &value, &err);
        if (status == PM_OK) {
            assert_int_equal(value, s->values[pair]);
        } else {
            assert_int_equal(status, PM_DAMAGED);
            is_damaged = true;
        }
    }
    pm_db_close(database);
    return is_damaged;
}

static void test_truncated_at_every_length(void **state)
{
    sample *s = *state;
    for (size_t n = s->n; n-- > 0;) {
        assert_int_equal(truncate(s->path, (off_t)n), 0);
        pm_db *database;
        pm_error err = {0};
        assert_refused(pm_db_open(s->path, 0, &database, &err), &err);
    }
    s->bytes[s->n] = 0;
    db_bytes_write(s->path, s->bytes, s->n + 1);
    assert_true(is_refused(s));
    db_bytes_write(s->path, s->bytes, s->n);
    assert_false(is_refused(s));
}

static void test_every_byte_flipped(void **state)
{
    sample *s = *state;
    static const uint8_t flips[] = {0x01, 0x80, 0xff};
    for (size_t i = 0; i < s->n; i++) {
        for (size_t f = s->stride == 1 ? 0 : i % 3; f < sizeof flips; f += s->stride == 1 ? 1 : 3) {
            db_bytes_poke(s->path, i, s->bytes[i] ^ flips[f]);
            if (!is_refused(s)) {
                fail_msg("byte %zu with %02x flipped is not noticed", i, flips[f]);
            }
        }
        db_bytes_poke(s->path, i, s->bytes[i]);
    }
    assert_false(is_refused(s));
}

/* Probe some positions and verify. A file that passes has right values; whether it passes. */
static bool passes(const sample *s)
{
    pm_db *database;
    pm_error err = {0};
    const pm_status opened = pm_db_open(s->path, 0, &database, &err);
    if (opened != PM_OK) {
        assert_refused(opened, &err);
        return false;
    }
    bool is_right = true;
    for (int i = 0; i < 64; i++) {
        uint8_t value;
        const int pair = (int)((uint64_t)i * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (s->n_pairs - 1);
        const pm_status status = probe_stored(database, pair_position(pair), &value, NULL);
        assert_true(status == PM_OK || status == PM_DAMAGED);
        is_right = is_right && status == PM_OK && value == s->values[pair];
    }
    verify_result result;
    const verify_options options = {.n_samples = 100, .threads = 1};
    const pm_status verified = pm_db_verify(database, &options, &result, &err);
    assert_true(verified == PM_OK || verified == PM_CHECK_FAILED);
    assert_true(is_right || verified == PM_CHECK_FAILED);
    pm_db_close(database);
    return verified == PM_OK;
}

/* The checksums do not protect against someone who computes them: fields out of range must be found themselves. */
static void test_header_fields_out_of_range(void **state)
{
    sample *s = *state;
    uint8_t *bytes = malloc(s->n);
    /* all but the texts of provenance, of which any will do, and the checksum */
    for (size_t i = 8; i < AT_CHECKSUM; i = i + 1 == AT_TEXTS ? AT_RESERVED : i + 1) {
        static const uint8_t values[] = {0, 1, 2, 31, 64, 255};
        for (size_t v = 0; v < sizeof values; v++) {
            memcpy(bytes, s->bytes, s->n);
            bytes[i] = values[v];
            db_bytes_seal_header(bytes);
            db_bytes_write(s->path, bytes, s->n);
            const bool is_unseen =
                i == AT_LEVEL || (s->stride > 1 && i >= AT_DIGEST && i < AT_DIGEST + DB_DIGEST_BYTES);
            if (passes(s) != (is_unseen || bytes[i] == s->bytes[i])) {
                fail_msg("byte %zu with the value %d", i, bytes[i]);
            }
        }
    }
    free(bytes);
    db_bytes_write(s->path, s->bytes, s->n);
}

/* The digest of the content of a halved file is made when all positions are derived. */
static void test_wrong_digest(void **state)
{
    sample *s = *state;
    s->bytes[AT_DIGEST]++;
    db_bytes_seal_header(s->bytes);
    db_bytes_write(s->path, s->bytes, s->n);
    pm_db *database;
    verify_result result;
    const verify_options options = {.n_samples = UINT64_MAX, .threads = 2};
    assert_int_equal(pm_db_open(s->path, 0, &database, NULL), PM_OK);
    assert_int_equal(pm_db_verify(database, &options, &result, NULL), PM_CHECK_FAILED);
    assert_true(result.bad_blocks == 0 && result.has_digest && !result.digest_is_right && result.disagreements == 0);
    assert_int_not_equal(result.digest[0], s->bytes[AT_DIGEST]);
    pm_db_close(database);
    s->bytes[AT_DIGEST]--;
    db_bytes_seal_header(s->bytes);
    db_bytes_write(s->path, s->bytes, s->n);
}

static void test_index_entries_out_of_range(void **state)
{
    sample *s = *state;
    uint8_t *bytes = malloc(s->n);
    uint64_t offset;
    memcpy(&offset, s->bytes + 40, 8);
    int n_refused = 0;
    for (size_t i = offset; i < s->n; i++) {
        for (int v = 0; v < 256; v += 51) {
            memcpy(bytes, s->bytes, s->n);
            bytes[i] = (uint8_t)v;
            db_bytes_seal_index(bytes, s->n);
            db_bytes_write(s->path, bytes, s->n);
            const bool is_passed = passes(s);
            assert_true(is_passed || bytes[i] != s->bytes[i]);
            n_refused += !is_passed;
        }
    }
    assert_true(n_refused > 0);
    free(bytes);
    db_bytes_write(s->path, s->bytes, s->n);
}

/* A frame that unpacks to far more than a block, under right checksums. */
static void test_bomb(void **state)
{
    sample *s = *state;
    const size_t huge = (size_t)1 << 20;
    uint8_t *zeros = calloc(1, huge);
    const size_t most = ZSTD_compressBound(huge);
    uint8_t *bomb = malloc(most);
    assert_true(zeros && bomb);
    const size_t n_bomb = ZSTD_compress(bomb, most, zeros, huge, 19);
    assert_false(ZSTD_isError(n_bomb));
    db_header header;
    assert_int_equal(db_header_decode(s->bytes, s->n, s->n, NULL, &header, NULL), PM_OK);
    header.block_bits = 16; /* blocks that are longer than the bomb */
    header.coding = DB_ZSTD;
    const db_shape shape = db_shape_of(&header);
    header.n_blocks = shape.n_blocks;
    uint8_t *bytes = calloc(1, MAX_BYTES + n_bomb * shape.n_blocks);
    uint64_t at = DB_HEADER_BYTES;
    db_index index;
    assert_true(db_index_new(&shape, &index));
    for (uint64_t i = 0; i < shape.n_blocks; i++) {
        const size_t n = db_block_bytes(&shape, &header.subject, i);
        const size_t packed = n_bomb < n ? n_bomb : n;
        memcpy(bytes + at, bomb, packed);
        index.entries[i] = (db_entry){at, (uint32_t)packed, (uint32_t)XXH64(bytes + at, packed, 0)};
        at += packed;
    }
    header.index_offset = at;
    db_index_encode(&shape, &header.subject, &index, shape.n_blocks, bytes + at);
    db_index_clear(&index);
    at += db_index_bytes(&shape, shape.n_blocks);
    header.file_bytes = at;
    db_header_encode(&header, bytes);
    db_bytes_seal_index(bytes, at);
    db_bytes_write(s->path, bytes, at);
    pm_db *database;
    pm_error err = {0};
    assert_int_equal(pm_db_open(s->path, 0, &database, &err), PM_OK);
    verify_result result;
    const verify_options options = {.n_samples = 10, .threads = 1};
    assert_int_equal(pm_db_verify(database, &options, &result, &err), PM_CHECK_FAILED);
    assert_true(result.bad_blocks > 0);
    assert_non_null(strstr(result.first_bad.message, "unpack"));
    pm_db_close(database);
    db_bytes_write(s->path, s->bytes, s->n);
    free(bytes);
    free(bomb);
    free(zeros);
}

static void assert_open_fails(const char *path, pm_status expected, const char *part)
{
    pm_db *database;
    pm_error err = {0};
    assert_int_equal(pm_db_open(path, 0, &database, &err), expected);
    if (!strstr(err.message, part)) {
        fail_msg("\"%s\" does not say \"%s\"", err.message, part);
    }
}

/* A file of 6x6 that is nothing but its header and a hole, in which 16 million entries of the index would be. */
static void test_hole_in_place_of_the_index(void **state)
{
    enum { SIDE = 6, N_SETS = 18 };
    sample *s = *state;
    db_header header;
    assert_int_equal(db_header_decode(s->bytes, s->n, s->n, NULL, &header, NULL), PM_OK);
    db_subject *subject = &header.subject;
    subject->rows = subject->cols = SIDE;
    subject->n_sets = subject->n_index = N_SETS;
    subject->n_layers = N_SETS + 1;
    subject->n_movers = 1;
    int n[2] = {0, 0};
    memset(subject->black, 0, sizeof subject->black);
    memset(subject->white, 0, sizeof subject->white);
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
        const bool is_white = (cell / SIDE + SIDE - 1 - cell % SIDE) % 2;
        (is_white ? subject->white : subject->black)[n[is_white]++] = (uint8_t)cell;
    }
    for (uint64_t k = 0, rows = 1; k <= N_SETS; k++) {
        subject->layer_rows[k] = rows;
        rows = rows * (N_SETS - k) / (k + 1);
    }
    header.block_bits = 12;
    header.coding = DB_ZSTD;
    const db_shape shape = db_shape_of(&header);
    header.n_blocks = shape.n_blocks;
    header.index_offset = DB_HEADER_BYTES;
    header.file_bytes = DB_HEADER_BYTES + db_index_bytes(&shape, shape.n_blocks);
    uint8_t bytes[DB_HEADER_BYTES];
    db_header_encode(&header, bytes);
    db_bytes_write(s->path, bytes, sizeof bytes);
    assert_int_equal(truncate(s->path, (off_t)header.file_bytes), 0);
    assert_open_fails(s->path, PM_DAMAGED, "a hole in place of its index");
    db_bytes_write(s->path, s->bytes, s->n);
}

static void test_things_that_are_no_database(void **state)
{
    sample *s = *state;
    assert_open_fails("/", PM_BAD_INPUT, "directory");
    assert_open_fails("/dev/null", PM_BAD_INPUT, "no regular file");
    assert_open_fails("/no/such/file", PM_IO, "No such file");
    db_bytes_write(s->path, s->bytes, 0);
    assert_open_fails(s->path, PM_DAMAGED, "empty");
    db_bytes_write(s->path, (const uint8_t *)"P5 6 6 255 and more", 19);
    assert_open_fails(s->path, PM_BAD_INPUT, "not a papamu database");
    const uint8_t version = s->bytes[8];
    s->bytes[8] = DB_FORMAT_VERSION + 1;
    db_bytes_write(s->path, s->bytes, s->n);
    assert_open_fails(s->path, PM_BAD_INPUT, "version");
    s->bytes[8] = version;
    db_bytes_write(s->path, s->bytes, s->n);
    if (geteuid() != 0) {
        chmod(s->path, 0);
        assert_open_fails(s->path, PM_IO, "Permission denied");
        chmod(s->path, 0600);
    }
}

/* Another file under the name does not disturb an open database; the same file cut short is noticed. */
static void test_replaced_and_cut_while_open(void **state)
{
    sample *s = *state;
    char other[DB_MAKER_PATH];
    const db_options options = {.level = 1};
    pm_db *database;
    uint8_t value;
    pm_error err = {0};
    assert_int_equal(pm_db_open(s->path, 0, &database, NULL), PM_OK);
    db_maker_name(other);
    db_maker_make(other, 2, 3, &options, NULL);
    assert_int_equal(rename(other, s->path), 0);
    for (int pair = 0; pair < s->n_pairs; pair++) {
        assert_int_equal(probe_stored(database, pair_position(pair), &value, NULL), PM_OK);
        assert_int_equal(value, s->values[pair]);
    }
    pm_db_close(database);
    db_bytes_write(s->path, s->bytes, s->n);
    assert_int_equal(pm_db_open(s->path, 0, &database, NULL), PM_OK);
    assert_int_equal(truncate(s->path, DB_HEADER_BYTES), 0);
    int n_damaged = 0;
    for (int pair = 0; pair < s->n_pairs; pair++) {
        const pm_status status = probe_stored(database, pair_position(pair), &value, &err);
        n_damaged += status == PM_DAMAGED;
        assert_true(status == PM_DAMAGED || (status == PM_OK && value == s->values[pair]));
    }
    assert_true(n_damaged > 0);
    pm_db_close(database);
    db_bytes_write(s->path, s->bytes, s->n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_truncated_at_every_length),   cmocka_unit_test(test_every_byte_flipped),
        cmocka_unit_test(test_header_fields_out_of_range),  cmocka_unit_test(test_wrong_digest),
        cmocka_unit_test(test_index_entries_out_of_range),  cmocka_unit_test(test_bomb),
        cmocka_unit_test(test_hole_in_place_of_the_index),  cmocka_unit_test(test_things_that_are_no_database),
        cmocka_unit_test(test_replaced_and_cut_while_open),
    };
    return cmocka_run_group_tests_name("all positions", tests, make_whole_sample, drop_sample) +
           cmocka_run_group_tests_name("every second position", tests, make_halved_sample, drop_sample);
}
