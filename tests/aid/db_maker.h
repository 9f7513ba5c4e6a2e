/* Databases for tests: made by the library, right or with one wrong value.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_AID_DB_MAKER_H
#define TESTS_AID_DB_MAKER_H

#include "solver/db/write.h"
#include "src/konane/variant.h"

enum { DB_MAKER_PATH = 256 };

/* A file name that is not taken, in the directory for temporary files. */
void db_maker_name(char path[DB_MAKER_PATH]);

/* Solve a board into `path`; a failure ends the test. `digest` may be NULL. */
void db_maker_make(const char *path, int rows, int cols, const db_options *options, uint8_t digest[DB_DIGEST_BYTES]);

/* The same under a variant of the rules. */
void db_maker_make_variant(const char *path, int rows, int cols, konane_variant variant, const db_options *options);

/* The same, as a file of `version`, with the value of Black to move in row `rank` of `layer` at index `w` exchanged. */
void db_maker_make_wrong(const char *path, int rows, int cols, int version, int layer, size_t rank, uint32_t w);

#endif
