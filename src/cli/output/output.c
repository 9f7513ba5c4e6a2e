/* Rows to text, CSV, JSON or LaTeX from one description of columns.
 *
 * Every cell becomes its text when it is put, and is kept until its row is whole: what an error or Ctrl-C cuts short
 * ends with a whole row. CSV (quoting of RFC 4180, lines end with a bare newline) and JSON go out row by row; a text
 * table is kept until its end, when the widths are known, unless all columns state a width. JSON is one object whose
 * members are the provenance, the tables and the facts; for a streaming command each row is an object on a line of its
 * own, after one with the provenance.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/output/output.h"

#include "src/base/array.h"
#include "src/base/clock.h"
#include "src/base/json.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_TEXT = 2048 };

typedef struct cli_output {
    sink *sink;
    FILE *file;
    int n_members; /* of the JSON object so far */
    int n_tables;
    const cli_column *columns; /* of the open table; NULL if none is */
    int n_columns;
    int n_put;        /* cells of the open row */
    uint64_t n_rows;  /* of the open table */
    bool is_header;   /* the row that is being put holds the names */
    bool is_hidden;   /* the table is not part of this format */
    bool is_buffered; /* a text table whose widths are not known yet */
    bool is_out_of_memory;
    bool is_begun;  /* the provenance is written: with the first thing that is put, so not before an error of usage */
    double flushed; /* when rows were last flushed */
    size_t width[CLI_MAX_COLUMNS];   /* of a text table */
    cli_column own[CLI_MAX_COLUMNS]; /* the columns, if they are described by a text: */
    char names[COLUMNS_TEXT];
    char *cells;             /* of the open row, or of a buffered table: the texts, each with its zero */
    size_t n_bytes, n_whole; /* of cells; those of whole rows of a buffered table */
    size_t capacity;
    bool is_empty[CLI_MAX_COLUMNS]; /* the cells of the open row that have no value */
} cli_output;

bool cli_has_one_table(const cli *c)
{
    return c->format == CLI_CSV || c->format == CLI_LATEX;
}

/* Write what comes before all else. */
static void begin(cli *c)
{
    cli_output *out = c->out;
    const bool is_streaming = c->command->is_streaming;
    if (out->is_begun) {
        return;
    }
    out->is_begun = true;
    if (c->format == CLI_JSON) {
        fputs(is_streaming ? "" : "{", out->file);
        if (c->has_provenance) {
            fputs(is_streaming ? "{" : "", out->file);
            fputs(is_streaming ? "\"provenance\": " : "\n\"provenance\": ", out->file);
            provenance_json(out->file, c);
            fputs(is_streaming ? "}\n" : "", out->file);
            out->n_members++;
        }
    } else if (c->has_provenance && !c->command->is_picture && (c->format != CLI_TEXT || c->path)) {
        (c->format == CLI_LATEX ? latex_provenance : cli_provenance_write)(out->file, c);
    }
}

/* ---- the three forms of a cell ------------------------------------------------------------------ */

/* Columns that a UTF-8 text takes on a terminal; no wide or combining characters. */
static size_t display_width(const char *text)
{
    size_t n = 0;
    for (; *text; text++) {
        n += ((unsigned char)*text & 0xc0) != 0x80;
    }
    return n;
}

/* Write cell `i` of a text row: numbers to the right, words to the left, nothing after the last. */
static void write_padded(cli_output *out, int i, const char *text)
{
    assert(i >= 0 && i < out->n_columns);
    const cli_kind kind = out->columns[i].kind;
    const bool is_right = kind == CLI_INTEGER || kind == CLI_REAL || kind == CLI_SECONDS;
    const bool is_last = i == out->n_columns - 1;
    const size_t n = display_width(text);
    const int pad = out->width[i] > n ? (int)(out->width[i] - n) : 0;
    fprintf(out->file, "%s%*s%s%*s%s", i ? "  " : "", is_right ? pad : 0, "", text, is_right || is_last ? 0 : pad, "",
            is_last ? "\n" : "");
}

static void keep_cell(cli_output *out, int i, const char *text)
{
    const size_t n = strlen(text) + 1;
    char *cells = array_grow(out->cells, &out->capacity, out->n_bytes + n, 1);
    if (!cells) {
        out->is_out_of_memory = true;
        return;
    }
    out->cells = cells;
    memcpy(out->cells + out->n_bytes, text, n);
    out->n_bytes += n;
    if (out->is_buffered) {
        const size_t width = display_width(text);
        out->width[i] = width > out->width[i] ? width : out->width[i];
    }
}

static void write_csv(cli_output *out, int i, const char *text)
{
    if (i) {
        putc(',', out->file);
    }
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, out->file);
    } else {
        putc('"', out->file);
        for (; *text; text++) {
            fputs(*text == '"' ? "\"\"" : (char[]){*text, 0}, out->file);
        }
        putc('"', out->file);
    }
    if (i == out->n_columns - 1) {
        putc('\n', out->file);
    }
}

static void write_json_list(FILE *file, const char *words, bool is_numbers)
{
    putc('[', file);
    for (int n = 0; *words; n++) {
        const size_t length = strcspn(words, " ");
        fputs(n ? ", " : "", file);
        if (is_numbers) {
            fwrite(words, 1, length, file);
        } else {
            char *word = strndup(words, length);
            json_string(file, word ? word : "");
            free(word);
        }
        words += length;
        words += strspn(words, " ");
    }
    putc(']', file);
}

static void write_json(const cli *c, cli_output *out, int i, const char *text)
{
    if (i == 0) {
        fputs(c->command->is_streaming ? "{" : out->n_rows ? ",\n  {" : "\n  {", out->file);
    }
    fputs(i ? ", " : "", out->file);
    json_string(out->file, out->columns[i].name);
    fputs(": ", out->file);
    if (!text) {
        fputs("null", out->file);
    } else if (out->columns[i].kind == CLI_LIST || out->columns[i].kind == CLI_NUMBERS) {
        write_json_list(out->file, text, out->columns[i].kind == CLI_NUMBERS);
    } else if (out->columns[i].kind == CLI_WORD || out->columns[i].kind == CLI_VALUE) {
        json_string(out->file, text);
    } else {
        fputs(text, out->file);
    }
    if (i == out->n_columns - 1) {
        fputs(c->command->is_streaming ? "}\n" : "}", out->file);
    }
}

static void write_latex(cli_output *out, int i, const char *text)
{
    fputs(i ? " & " : "", out->file);
    latex_cell(out->file, out->columns[i].kind, text);
    fputs(i == out->n_columns - 1 ? " \\\\\n" : "", out->file);
}

/* Put the next cell; NULL if it is empty. */
static void put(cli *c, const char *text)
{
    cli_output *out = c->out;
    assert(out->columns && out->n_put < out->n_columns);
    const int i = out->n_put++;
    if (out->is_hidden || ((c->format == CLI_JSON || c->format == CLI_LATEX) && out->is_header)) {
        return;
    }
    out->is_empty[i] = !text;
    keep_cell(out, i, text ? text : c->format == CLI_TEXT ? "-" : "");
}

/* Write the row whose cells are kept, unless it waits for the end of its table. */
static void end_row(cli *c)
{
    cli_output *out = c->out;
    assert(out->n_put == out->n_columns);
    out->n_put = 0;
    out->n_whole = out->is_buffered ? out->n_bytes : 0;
    if (out->is_buffered || out->is_out_of_memory || out->n_bytes == 0) {
        return;
    }
    const char *text = out->cells;
    for (int i = 0; i < out->n_columns; i++) {
        switch (c->format) {
        case CLI_JSON:
            write_json(c, out, i, out->is_empty[i] ? NULL : text);
            break;
        case CLI_CSV:
            write_csv(out, i, text);
            break;
        case CLI_LATEX:
            write_latex(out, i, out->is_empty[i] ? NULL : text);
            break;
        case CLI_TEXT:
            write_padded(out, i, text);
            break;
        }
        text += strlen(text) + 1;
    }
    assert(text == out->cells + out->n_bytes);
    out->n_bytes = 0;
}

static void put_real(cli *c, double x)
{
    const cli_output *out = c->out;
    const cli_column *column = &out->columns[out->n_put];
    char text[340];
    snprintf(text, sizeof text, "%.*f", column->kind == CLI_SECONDS ? 3 : column->digits, x);
    put(c, isfinite(x) ? text : NULL);
}

/* A word where a number cannot be given; in JSON a string. */
static void put_mark(cli *c, const char *word)
{
    char quoted[64];
    assert(!word[strspn(word, "abcdefghijklmnopqrstuvwxyz_")]);
    snprintf(quoted, sizeof quoted, c->format == CLI_JSON ? "\"%s\"" : "%s", word);
    put(c, quoted);
}

static void put_cell(cli *c, const cli_cell *cell)
{
    char number[24];
    switch (cell->type) {
    case CELL_EMPTY:
        put(c, NULL);
        break;
    case CELL_TEXT:
        put(c, cell->text);
        break;
    case CELL_INTEGER:
        snprintf(number, sizeof number, "%" PRId64, cell->integer);
        put(c, number);
        break;
    case CELL_COUNT:
        snprintf(number, sizeof number, "%" PRIu64, cell->count);
        put(c, number);
        break;
    case CELL_REAL:
        put_real(c, cell->real);
        break;
    case CELL_MARK:
        put_mark(c, cell->text);
        break;
    }
}

void cli_put_cells(cli *c, const cli_cell cells[], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const cli_kind kind = c->out->columns[c->out->n_put].kind;
        assert(cells[i].type == CELL_EMPTY || (kind <= CLI_NUMBERS) == (cells[i].type == CELL_TEXT));
        assert(cells[i].type != CELL_REAL || kind != CLI_INTEGER);
        assert((cells[i].type != CELL_INTEGER && cells[i].type != CELL_COUNT) || kind == CLI_INTEGER);
        (void)kind;
        put_cell(c, &cells[i]);
    }
}

/* ---- rows and tables ---------------------------------------------------------------------------- */

bool cli_row(cli *c)
{
    cli_output *out = c->out;
    end_row(c);
    out->n_rows++;
    if (!out->is_buffered && clock_seconds() - out->flushed > 0.5) {
        fflush(out->file);
        out->flushed = clock_seconds();
    }
    return sink_is_good(out->sink) && !out->is_out_of_memory;
}

/* Begin a member of the JSON object. */
static void member(cli_output *out, const char *name)
{
    fputs(out->n_members++ ? ",\n" : "\n", out->file);
    json_string(out->file, name);
    fputs(": ", out->file);
}

static void put_header(cli *c)
{
    cli_output *out = c->out;
    assert(out->n_put == 0 && out->n_rows == 0);
    out->is_header = true;
    for (int i = 0; i < out->n_columns; i++) {
        put(c, out->columns[i].name);
    }
    end_row(c);
    out->is_header = false;
}

void cli_table(cli *c, const char *name, const cli_column *columns, int n_columns)
{
    cli_output *out = c->out;
    assert(n_columns >= 1 && n_columns <= CLI_MAX_COLUMNS);
    begin(c);
    cli_table_end(c);
    assert(out->n_tables == 0 || !c->command->is_streaming || c->format == CLI_TEXT); /* JSON Lines have one table */
    out->columns = columns;
    out->n_columns = n_columns;
    out->n_put = 0;
    out->n_rows = 0;
    out->n_bytes = out->n_whole = 0;
    out->is_hidden = cli_has_one_table(c) && out->n_tables > 0;
    out->is_buffered = false;
    for (int i = 0; i < n_columns; i++) {
        assert(columns[i].kind != CLI_SECONDS || i == n_columns - 1);
        out->width[i] = (size_t)columns[i].width;
        out->is_buffered |= c->format == CLI_TEXT && columns[i].width == 0;
    }
    if (c->format == CLI_JSON && !c->command->is_streaming) {
        member(out, name);
        putc('[', out->file);
    }
    if (c->format == CLI_TEXT && out->n_tables > 0) {
        putc('\n', out->file);
    }
    if (c->format == CLI_LATEX && !out->is_hidden) {
        latex_begin(out->file, columns, n_columns);
    }
    out->n_tables++;
    put_header(c);
}

/* The column described by `text`, which is cut after its name. */
static cli_column read_column(char *text)
{
    const size_t length = strcspn(text, "#.*+$=");
    const char kind = text[length], *rest = text + length + (kind && kind != '=');
    assert(length > 0); /* a column has a name */
    cli_column column = {.name = text};
    column.kind = kind == '#' ? CLI_INTEGER : kind == '.' ? CLI_REAL : kind == '*' ? CLI_LIST : CLI_WORD;
    column.kind = kind == '+' ? CLI_NUMBERS : kind == '$' ? CLI_VALUE : column.kind;
    column.kind = strncmp(text, "seconds.", 8) == 0 ? CLI_SECONDS : column.kind;
    if (kind == '.') {
        column.digits = (int)strtol(rest, NULL, 10);
        rest += strspn(rest, "0123456789");
    }
    assert(*rest == '\0' || *rest == '=');
    column.width = *rest == '=' ? (int)strtol(rest + 1, NULL, 10) : 0;
    text[length] = '\0';
    return column;
}

void cli_table_of(cli *c, const char *name, const char *columns, ...)
{
    cli_output *out = c->out;
    cli_table_end(c); /* it has the columns still */
    va_list args;
    va_start(args, columns);
    const int length = vsnprintf(out->names, sizeof out->names, columns, args);
    va_end(args);
    assert(length > 0 && length < (int)sizeof out->names);
    (void)length;
    int n = 0;
    char *rest = NULL;
    for (char *text = strtok_r(out->names, " ", &rest); text; text = strtok_r(NULL, " ", &rest)) {
        assert(n < CLI_MAX_COLUMNS);
        out->own[n++] = read_column(text);
    }
    cli_table(c, name, out->own, n);
}

void cli_table_end(cli *c)
{
    cli_output *out = c->out;
    if (!out->columns) {
        return;
    }
    if (out->is_buffered) {
        int i = 0;
        for (size_t at = 0; at < out->n_whole; at += strlen(out->cells + at) + 1) {
            write_padded(out, i, out->cells + at);
            i = (i + 1) % out->n_columns;
        }
    }
    if (c->format == CLI_JSON && !c->command->is_streaming) {
        fputs(out->n_rows ? "\n]" : "]", out->file);
    }
    if (c->format == CLI_LATEX && !out->is_hidden) {
        latex_end(out->file);
    }
    out->n_bytes = out->n_whole = 0;
    out->columns = NULL;
}

/* ---- facts and free text -------------------------------------------------------------------------- */

static void fact(cli *c, const char *name, const char *text, bool is_word)
{
    assert(!name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")]); /* a member of JSON that needs no quoting */
    cli_output *out = c->out;
    begin(c);
    cli_table_end(c);
    if (c->format == CLI_JSON) {
        assert(!c->command->is_streaming);
        member(out, name);
        if (text && is_word) {
            json_string(out->file, text);
        } else {
            fputs(text ? text : "null", out->file);
        }
    } else if (c->format == CLI_TEXT) {
        for (; *name; name++) {
            putc(*name == '_' ? ' ' : *name, out->file);
        }
        fprintf(out->file, ": %s\n", text ? text : "-");
    }
}

void cli_fact_text(cli *c, const char *name, const char *text)
{
    fact(c, name, text, true);
}

void cli_fact_count(cli *c, const char *name, uint64_t n)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, n);
    fact(c, name, text, false);
}

void cli_fact_real(cli *c, const char *name, int digits, double x)
{
    char text[340];
    snprintf(text, sizeof text, "%.*f", digits, x);
    fact(c, name, isfinite(x) ? text : NULL, false);
}

void cli_print(cli *c, const char *format, ...)
{
    if (c->format != CLI_TEXT) {
        return;
    }
    begin(c);
    cli_table_end(c);
    va_list args;
    va_start(args, format);
    vfprintf(c->out->file, format, args);
    va_end(args);
}

bool cli_flush(cli *c)
{
    errno = 0;
    fflush(c->out->file);
    return sink_is_good(c->out->sink);
}

/* ---- opening and closing ---------------------------------------------------------------------------- */

bool output_open(cli *c)
{
    cli_output *out = calloc(1, sizeof *out);
    if (!out || !(out->sink = sink_open(c->path))) {
        const int error = errno;
        free(out);
        errno = error;
        return false;
    }
    c->out = out;
    out->file = sink_file(out->sink);
    return true;
}

FILE *output_stream(cli *c)
{
    begin(c);
    return c->out->file;
}

int output_close(cli *c, cli_end end)
{
    cli_output *out = c->out;
    if (end == CLI_WHOLE) {
        begin(c);
        cli_table_end(c);
        fputs(c->format == CLI_JSON && !c->command->is_streaming ? "\n}\n" : "", out->file);
    }
    const bool is_out_of_memory = out->is_out_of_memory;
    const int error = sink_close(out->sink, is_out_of_memory ? CLI_NOTHING : end);
    free(out->cells);
    free(out);
    c->out = NULL;
    return is_out_of_memory ? ENOMEM : error;
}
