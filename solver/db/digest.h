/* The digest of a database's content, as solver/db/format.h defines it: of rows, of layers, of the whole.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_DIGEST_H
#define SOLVER_DB_DIGEST_H

#include "solver/db/format.h"

typedef struct db_digest {
    uint8_t bytes[DB_DIGEST_BYTES];
} db_digest;

/* XXH3-128 in canonical form. Of a row: of its bytes. Of a layer and mover: of the digests of its rows. */
db_digest db_digest_of(const void *bytes, size_t n);

/* The digest of the content from those of its layers, [layer][mover]. */
db_digest db_digest_content(const db_subject *subject, const db_digest layers[DB_MAX_LAYERS][2]);

enum { DB_DIGEST_TEXT = 2 * DB_DIGEST_BYTES + 1 };

/* 32 hexadecimal digits. Returns `text`. */
const char *db_digest_format(const uint8_t digest[DB_DIGEST_BYTES], char text[DB_DIGEST_TEXT]);

#endif
