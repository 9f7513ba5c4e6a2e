/* A database written again: at another level, or of another version of the format.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_CONVERT_H
#define SOLVER_DB_CONVERT_H

#include "solver/db/db.h"
#include "solver/db/write.h"

/* Fill in all values of a row; called by several threads at a time. */
typedef pm_status db_fill_row(void *ctx, int layer, pm_color mover, uint32_t rank, uint8_t *row, pm_error *err);

typedef struct db_conversion {
    db_options writing;
    db_fill_row *fill; /* what a halved file does not store, for one that stores everything; NULL: cannot be done */
    void *fill_ctx;
    int threads;
    bool (*progress)(void *ctx, uint64_t done, uint64_t total); /* rows; true stops; may be NULL */
    void *progress_ctx;
} db_conversion;

/* Write the content of `from` to `path`. Errors: those of reading and of writing; PM_BAD_INPUT if `fill` is missing;
 * PM_DAMAGED if the content does not have the digest that the file gives; PM_INTERRUPTED. */
pm_status db_convert(db *from, const char *path, const db_conversion *conversion, pm_error *err);

#endif
