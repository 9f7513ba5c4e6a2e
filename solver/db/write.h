/* Writing a database while its rows are being computed.
 *
 *     db_writer_new, then for k = 0, ..., n_sets: db_writer_rows for Black (and for White if n_movers is 2),
 *     then db_writer_finish; db_writer_free in any case.
 *
 * Rows are compressed in parallel and written in order. Until db_writer_finish returns PM_OK the name holds what it
 * held before (src/base/file.h). Memory: the index, and some 16 MiB for each thread.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_WRITE_H
#define SOLVER_DB_WRITE_H

#include "solver/db/index.h"
#include "src/base/par.h"
#include "src/papamu.h"

#include <stdbool.h>
#include <time.h>

typedef struct db_writer db_writer;

typedef struct db_options {
    int level;              /* of compression, 1..DB_MAX_LEVEL */
    int block_bits;         /* 0 for the default */
    int version;            /* 1 to store all positions, as version 1 of the format does; 0 for what is smaller */
    db_kind kind;           /* what a value is; 0 for the outcome */
    const char *command;    /* for provenance, NULL for none; cut if too long */
    time_t date;            /* likewise, seconds since 1970; 0: now */
    const char *checkpoint; /* directory, NULL for none: see db_writer_new */
    db_layer_sizes *sizes;  /* of draughts, to continue from a checkpoint; else NULL */
    const orbits *orbits;   /* Konane: of the rows, for counting; without them all positions are stored */
} db_options;

enum { DB_MAX_LEVEL = 19, DB_DEFAULT_LEVEL = 3, DB_ROW_BUFFER_BYTES = 4096 };

/* Write row i of the current layer and mover to `row`, which is aligned to 64 bytes and has room for a row and at least
 * DB_ROW_BUFFER_BYTES. Called by several threads at a time. */
typedef void db_row_source(void *ctx, size_t i, void *row);

/* Begin to write the database `path`. Errors: PM_IO, PM_NO_MEMORY, PM_BAD_INPUT (`path` is a directory, ...).
 * With options->checkpoint the work survives any end of the process at layer boundaries: `*n_layers` (may be NULL) is
 * then the number of layers that are there already from an earlier run, and the caller continues with the next one; a
 * sweep that cannot read its rows back (db_writer_has_rows) begins at the first one again and adds the others alone.
 * PM_BAD_INPUT if the checkpoint is of another subject, option or version. */
pm_status db_writer_new(const char *path, const db_subject *subject, const db_options *options, db_writer **writer,
                        int *n_layers, pm_error *err);

/* Add the rows of a layer and mover, in the order said above. */
pm_status db_writer_rows(db_writer *writer, par_team *team, int layer, pm_color mover, db_row_source *source, void *ctx,
                         pm_error *err);

/* Draughts: say how many positions are stored, before db_writer_finish. */
void db_writer_count(db_writer *writer, uint64_t n_stored);

/* The content of what is written is known: its digest, which db_writer_finish compares, and if `counts` are not NULL
 * and half of the positions are written, what the others add to them, so that rows need not have the others. */
void db_writer_expect(db_writer *writer, const uint8_t digest[DB_DIGEST_BYTES], const db_counts *counts);

/* Write header and index, and give the file its name. `*digest` is that of the content. */
pm_status db_writer_finish(db_writer *writer, uint8_t digest[DB_DIGEST_BYTES], pm_error *err);

/* Give up what has not been finished; a checkpoint stays. NULL is accepted. */
void db_writer_free(db_writer *writer);

/* The same without keeping the checkpoint. */
void db_writer_discard(db_writer *writer);

/* What is being written. */
const db_subject *db_writer_subject(const db_writer *writer);

/* Movers of the subject. */
int db_writer_movers(const db_writer *writer);

/* Bytes of a row. */
size_t db_writer_row_bytes(const db_writer *writer);

/* Bytes written so far; after db_writer_finish, of the file. */
uint64_t db_writer_bytes(const db_writer *writer);

/* ---- rows that several processes pack and write, of which one has the writer (solver/mpi/db.h) ---- */

struct db_rows;

/* The header of the database that these options give, so far as it is known before the rows. */
void db_writer_header(const db_subject *subject, const db_options *options, db_header *header);

/* The file that blocks go to before it has its name. */
const char *db_writer_partial(const db_writer *writer);

/* The index, to be filled in: models and, of each block, bytes and checksum; counts of positions that are won. */
db_index *db_writer_index(db_writer *writer);

/* In place of db_writer_rows: all blocks of a layer and mover are in the file, from db_writer_bytes on, and in the
 * index; `rows` has the digests. */
pm_status db_writer_added(db_writer *writer, const struct db_rows *rows, pm_error *err);

/* Whether what has been written can be read back as rows: not if half of the positions are stored. */
bool db_writer_has_rows(const db_writer *writer);

/* Read row i of a layer and mover that has been written, as a resumed sweep needs it. */
pm_status db_writer_read_row(db_writer *writer, int layer, pm_color mover, size_t i, uint8_t *row, pm_error *err);

#endif
