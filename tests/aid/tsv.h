/* Reads the tables in tests/data: one record a line, fields separated by tabs, lines that begin with `#` and empty
 * lines skipped. Test programs run in the root of the repository, so that paths are "tests/data/perft.tsv".
 *
 *     tsv_file *file = tsv_open("tests/data/perft.tsv");
 *     while (tsv_next(file, 4)) { ... file->field[0] ... }
 *     tsv_close(file);
 *
 * A file that cannot be opened or a record with too few fields ends the program with a message.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_AID_TSV_H
#define TESTS_AID_TSV_H

#include <stdbool.h>
#include <stdio.h>

enum { TSV_MAX_FIELDS = 16, TSV_MAX_LINE = 4096 };

typedef struct tsv_file {
    FILE *stream;
    const char *path;
    int line;     /* number of the record's line, from 1 */
    int n_fields; /* of the record */
    const char *field[TSV_MAX_FIELDS];
    char text[TSV_MAX_LINE];
} tsv_file;

tsv_file *tsv_open(const char *path);

/* Read the next record, of at least `min_fields` fields; false at the end of the file. */
bool tsv_next(tsv_file *file, int min_fields);

void tsv_close(tsv_file *file);

#endif
