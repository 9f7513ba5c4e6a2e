/* CSV files in memory: see sheet.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/plot/sheet.h"

#include "analysis/stats/csv.h"
#include "src/base/array.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool add_comment(sheet *s, const char *line)
{
    const size_t n = strlen(line);
    char *all = realloc(s->comments, s->n_comments + n + 2);
    if (!all) {
        return false;
    }
    memcpy(all + s->n_comments, line, n);
    memcpy(all + s->n_comments + n, "\n", 2);
    s->comments = all;
    s->n_comments += n + 1;
    return true;
}

/* The next line that has cells, which the caller frees; NULL at the end. Comments are kept. */
static int next_line(cli *c, sheet *s, char **line)
{
    size_t capacity = 0;
    ssize_t n;
    *line = NULL;
    errno = 0;
    while ((n = getline(line, &capacity, s->file)) >= 0) {
        s->line++;
        while (n > 0 && ((*line)[n - 1] == '\n' || (*line)[n - 1] == '\r')) {
            (*line)[--n] = '\0';
        }
        if (memchr(*line, '\0', (size_t)n)) {
            return cli_error(c, CLI_BAD_INPUT, "\"%s\", line %zu: there is a zero byte", s->path, s->line);
        }
        if ((*line)[0] != '#' && n > 0) {
            return CLI_DONE;
        }
        if (n > 0 && !add_comment(s, *line)) {
            return cli_no_memory(c, "the table");
        }
    }
    const int error = errno;
    free(*line);
    *line = NULL;
    return ferror(s->file) ? cli_fail_file(c, "read", s->path, error) : CLI_DONE;
}

int sheet_open(cli *c, const char *path, sheet *s)
{
    *s = (sheet){.path = path};
    int code = cli_text_open(c, path, "tables", &s->file);
    code = code ? code : next_line(c, s, &s->header);
    if (code != CLI_DONE) {
        return code;
    }
    if (!s->header) {
        return cli_error(c, CLI_BAD_INPUT, "\"%s\" has no header line: it %s", path,
                         s->line > 0 ? "has comments alone" : "is empty");
    }
    char *names[SHEET_MAX_COLUMNS];
    s->n_columns = csv_split(s->header, names, SHEET_MAX_COLUMNS);
    if (s->n_columns < 0 || s->n_columns > SHEET_MAX_COLUMNS) {
        const bool is_cut = s->n_columns > 0;
        s->n_columns = 0;
        return cli_error(c, CLI_BAD_INPUT, "\"%s\", line %zu: %s", path, s->line,
                         is_cut ? "the header has too many columns" : "a quote is misplaced or left open");
    }
    memcpy(s->names, names, (size_t)s->n_columns * sizeof *names);
    return CLI_DONE;
}

/* Cut the line into the cells of the next row; the sheet owns it then. */
static int add_row(cli *c, sheet *s, char *line)
{
    char *fields[SHEET_MAX_COLUMNS] = {0};
    const size_t n = (size_t)s->n_columns;
    char **lines = array_grow(s->lines, &s->lines_capacity, s->n_rows + 1, sizeof *lines);
    s->lines = lines ? lines : s->lines;
    const char **cells = lines ? array_grow(s->cells, &s->cells_capacity, (s->n_rows + 1) * n, sizeof *cells) : NULL;
    if (!cells) {
        free(line);
        return cli_no_memory(c, "the table");
    }
    s->cells = cells;
    s->lines[s->n_rows] = line;
    const int found = csv_split(line, fields, s->n_columns);
    memcpy(cells + s->n_rows * n, fields, n * sizeof *fields);
    s->n_rows++;
    if (found < 0) {
        return cli_error(c, CLI_BAD_INPUT, "\"%s\", line %zu: a quote is misplaced or left open", s->path, s->line);
    }
    if (found != s->n_columns) {
        return cli_error(c, CLI_BAD_INPUT, "\"%s\", line %zu: %d cells, the header has %d", s->path, s->line, found,
                         s->n_columns);
    }
    return CLI_DONE;
}

int sheet_read(cli *c, sheet *s)
{
    int code;
    char *line;
    while ((code = next_line(c, s, &line)) == CLI_DONE && line) {
        code = add_row(c, s, line);
        if (code != CLI_DONE) {
            return code;
        }
        if (cli_is_interrupted()) {
            return CLI_INTERRUPTED;
        }
    }
    if (code != CLI_DONE) {
        free(line);
        return code;
    }
    return s->n_rows ? CLI_DONE : cli_error(c, CLI_BAD_INPUT, "\"%s\" has a header and no rows", s->path);
}

void sheet_free(sheet *s)
{
    if (s->file) {
        fclose(s->file);
    }
    for (size_t i = 0; i < s->n_rows; i++) {
        free(s->lines[i]);
    }
    free(s->lines);
    free(s->cells);
    free(s->header);
    free(s->comments);
    *s = (sheet){0};
}

int sheet_column(const sheet *s, const char *name, size_t n)
{
    for (int i = 0; i < s->n_columns; i++) {
        if (strlen(s->names[i]) == n && memcmp(s->names[i], name, n) == 0) {
            return i;
        }
    }
    return -1;
}

const char *sheet_cell(const sheet *s, size_t row, int column)
{
    assert(row < s->n_rows && column < s->n_columns);
    return column < 0 ? "" : s->cells[row * (size_t)s->n_columns + (size_t)column];
}
