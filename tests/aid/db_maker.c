/* Databases for tests: see db_maker.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/db_maker.h"

#include "solver/konane/db/db.h"
#include "src/konane/board.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static sweep_options default_sweep(void)
{
    return (sweep_options){.threads = 2, .memory = (size_t)1 << 32, .with_tiles = true};
}

void db_maker_name(char path[DB_MAKER_PATH])
{
    const char *directory = getenv("TMPDIR");
    snprintf(path, DB_MAKER_PATH, "%s/papamu-test-XXXXXX", directory ? directory : "/tmp");
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
}

static void make(const char *path, int rows, int cols, konane_variant variant, const db_options *options,
                 uint8_t digest[DB_DIGEST_BYTES])
{
    pm_board *board;
    pm_error err = {0};
    uint8_t own[DB_DIGEST_BYTES];
    const sweep_options sweeping = default_sweep();
    assert_int_equal(konane_board_new(rows, cols, PM_BLACK, "any", variant, &board, &err), PM_OK);
    if (db_konane_solve(path, board, options, &sweeping, NULL, NULL, NULL, digest ? digest : own, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    pm_board_free(board);
}

void db_maker_make(const char *path, int rows, int cols, const db_options *options, uint8_t digest[DB_DIGEST_BYTES])
{
    make(path, rows, cols, (konane_variant){0}, options, digest);
}

void db_maker_make_variant(const char *path, int rows, int cols, konane_variant variant, const db_options *options)
{
    make(path, rows, cols, variant, options, NULL);
}

typedef struct lie {
    db_writer *writer;
    const sweep_layer *black;
    int layer;
    size_t rank;
    uint32_t w;
} lie;

static void lying_row(void *ctx, size_t i, void *row)
{
    const lie *l = ctx;
    sweep_row_read(l->black, i, row);
    if (l->black->size == l->layer && i == l->rank) {
        ((uint8_t *)row)[l->w / 8] ^= (uint8_t)(1 << l->w % 8);
    }
}

static pm_status add_layer(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    (void)white;
    lie *l = ctx;
    l->black = black;
    return db_writer_rows(l->writer, team, black->size, PM_BLACK, lying_row, l, err);
}

void db_maker_make_wrong(const char *path, int rows, int cols, int version, int layer, size_t rank, uint32_t w)
{
    pm_board *board;
    konane_space *space;
    sweep *s;
    pm_error err = {0};
    uint8_t digest[DB_DIGEST_BYTES];
    sweep_options sweeping = default_sweep();
    sweeping.keep = SUBLAYERS_KEEP_BLACK;
    db_options options = {.level = DB_DEFAULT_LEVEL, .version = version};
    lie l = {.layer = layer, .rank = rank, .w = w};
    assert_int_equal(pm_board_new(rows, cols, PM_BLACK, "any", &board, &err), PM_OK);
    assert_true(pm_board_rows(board) % 2 == 0 || pm_board_cols(board) % 2 == 0); /* Black's rows alone */
    assert_int_equal(konane_space_new(board, &space, &err), PM_OK);
    assert_int_equal(sweep_new(&space->spec, &sweeping, &s, &err), PM_OK);
    const db_subject subject = db_konane_subject(space, sweep_orbits(s), DB_OUTCOME);
    options.orbits = sweep_orbits(s);
    assert_int_equal(db_writer_new(path, &subject, &options, &l.writer, NULL, &err), PM_OK);
    assert_int_equal(sweep_run_by_layers(s, NULL, add_layer, &l, &err), PM_OK);
    assert_int_equal(db_writer_finish(l.writer, digest, &err), PM_OK);
    db_writer_free(l.writer);
    sweep_free(s);
    konane_space_free(space);
    pm_board_free(board);
}
