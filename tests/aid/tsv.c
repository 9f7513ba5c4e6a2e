/* Tables of test data: see tsv.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/tsv.h"

#include <stdlib.h>
#include <string.h>

tsv_file *tsv_open(const char *path)
{
    tsv_file *file = calloc(1, sizeof *file);
    if (!file || !(file->stream = fopen(path, "r"))) {
        perror(path);
        exit(1);
    }
    file->path = path;
    return file;
}

static void split(tsv_file *file)
{
    file->n_fields = 0;
    for (char *rest = file->text; rest && file->n_fields < TSV_MAX_FIELDS;) {
        file->field[file->n_fields++] = rest;
        rest = strchr(rest, '\t');
        if (rest) {
            *rest++ = '\0';
        }
    }
}

bool tsv_next(tsv_file *file, int min_fields)
{
    do {
        if (!fgets(file->text, sizeof file->text, file->stream)) {
            return false;
        }
        file->line++;
        file->text[strcspn(file->text, "\r\n")] = '\0';
    } while (file->text[0] == '\0' || file->text[0] == '#');
    split(file);
    if (file->n_fields < min_fields) {
        fprintf(stderr, "%s:%d: %d fields, expected %d\n", file->path, file->line, file->n_fields, min_fields);
        exit(1);
    }
    return true;
}

void tsv_close(tsv_file *file)
{
    if (file) {
        fclose(file->stream);
        free(file);
    }
}
