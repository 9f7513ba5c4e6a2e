/* Scripts for gnuplot: see script.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/plot/script.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- templates ---------------------------------------------------------------------------------- */

enum { FOLDER_TEXT = PATH_MAX };

/* The folder of the templates: beside the program, or where `make install` puts them. False if it is not known where
 * the program is. */
static bool find_folder(char folder[FOLDER_TEXT])
{
    static const char *const places[] = {"plots", "../share/papamu/plots"};
    char program[PATH_MAX];
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n <= 0) {
        return false;
    }
    program[n] = '\0';
    char *slash = strrchr(program, '/');
    if (!slash) {
        return false;
    }
    *slash = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (snprintf(folder, FOLDER_TEXT, "%s/%s", program, places[i]) >= FOLDER_TEXT) {
            return false;
        }
        if (access(folder, X_OK) == 0) {
            return true;
        }
    }
    return true;
}

/* Read the template; NULL after an error, with its exit code in `code`. */
static char *read_template(cli *c, const char *folder, const char *name, int *code)
{
    char path[FOLDER_TEXT + 64], *text = NULL;
    size_t room = 0;
    snprintf(path, sizeof path, "%s/%s.gp", folder, name);
    errno = 0;
    FILE *file = fopen(path, "r");
    const ssize_t n = file ? getdelim(&text, &room, '\0', file) : -1;
    const int error = errno;
    if (file) {
        fclose(file);
    }
    if (n <= 0) {
        free(text);
        text = NULL;
        *code = cli_error(c, CLI_SYSTEM, "cannot read the template \"%s\": %s", path,
                          error ? strerror(error) : "it is empty");
    }
    return text;
}

int plot_script_read(cli *c, plot_script *script)
{
    char folder[FOLDER_TEXT];
    int code = CLI_DONE;
    if (!find_folder(folder)) {
        return cli_error(c, CLI_SYSTEM, "cannot find the templates, which lie beside the program");
    }
    script->common = read_template(c, folder, "common", &code);
    script->picture = script->common ? read_template(c, folder, script->data->kind->picture, &code) : NULL;
    return code;
}

void plot_script_free(plot_script *script)
{
    free(script->common);
    free(script->picture);
    script->common = script->picture = NULL;
}

/* ---- data --------------------------------------------------------------------------------------- */

/* The line that ends a block of data: no row is like it. */
#define END_OF_DATA "END_OF_DATA"

/* Columns that no picture uses, and that can be very long. */
static bool is_left_out(const char *name)
{
    const size_t n = strlen(name), ending = strlen("_histogram");
    return strcmp(name, "digests") == 0 || (n > ending && strcmp(name + n - ending, "_histogram") == 0);
}

/* A cell, between tabs: gnuplot cuts a text with a comma even in quotes. */
static void write_cell(FILE *out, const char *text)
{
    for (; *text; text++) {
        putc(*text == '\t' ? ' ' : *text, out);
    }
}

static void write_row(FILE *out, const sheet *s, const sheet *first, size_t row)
{
    for (int i = 0; i < first->n_columns; i++) {
        if (!is_left_out(first->names[i])) {
            putc('\t', out);
            write_cell(out, sheet_cell(s, row, sheet_column(s, first->names[i], strlen(first->names[i]))));
        }
    }
    putc('\n', out);
}

/* Begin a block with the header: the number of the series and that of the other name, then the columns of `s`. */
static void begin_block(FILE *out, const char *name, const sheet *s)
{
    fprintf(out, "$%s << %s\nseries\tother", name, END_OF_DATA);
    for (int i = 0; i < s->n_columns; i++) {
        if (!is_left_out(s->names[i])) {
            putc('\t', out);
            write_cell(out, s->names[i]);
        }
    }
    putc('\n', out);
}

static void write_data(FILE *out, const plot_data *data)
{
    const sheet *first = &data->sheets[0];
    const char *other = data->kind->other;
    begin_block(out, "data", first);
    for (int i = 0; i < data->n_main; i++) {
        const sheet *s = &data->sheets[i];
        const int column = other ? sheet_column(s, other, strlen(other)) : -1;
        for (size_t row = 0; row < s->n_rows; row++) {
            const int number = plot_data_number(data, i, row);
            const int number_of_other = other ? plot_data_find(data, sheet_cell(s, row, column)) : 0;
            if (number > 0 && (!other || number_of_other > 0)) {
                fprintf(out, "%d\t%d", number, number_of_other);
                write_row(out, s, first, row);
            }
        }
    }
    fprintf(out, "%s\n", END_OF_DATA);
}

/* The rows of the companion: their series is the one that is called as their first cell. */
static void write_companion(FILE *out, const plot_data *data)
{
    const sheet *first = &data->sheets[data->n_main];
    begin_block(out, "more", first);
    for (int i = data->n_main; i < data->n_sheets; i++) {
        const sheet *s = &data->sheets[i];
        for (size_t row = 0; row < s->n_rows; row++) {
            const int number = plot_data_find(data, sheet_cell(s, row, 0));
            if (number > 0) {
                fprintf(out, "%d\t0", number);
                write_row(out, s, first, row);
            }
        }
    }
    fprintf(out, "%s\n", END_OF_DATA);
}

/* ---- settings ----------------------------------------------------------------------------------- */

static void write_text(FILE *out, const char *name, const char *text)
{
    fprintf(out, "%s = ", name);
    gnuplot_write_quoted(out, text);
    putc('\n', out);
}

static void write_settings(FILE *out, const plot_script *script)
{
    static const char *const forms[] = {[GNUPLOT_PNG] = "png", [GNUPLOT_PDF] = "pdf", [GNUPLOT_SVG] = "svg"};
    const plot_data *data = script->data;
    assert(data->n_drawn > 0);
    write_text(out, "form", forms[script->form]);
    write_text(out, "style", script->style);
    write_text(out, "title", script->title);
    fprintf(out, "n = %d\narray names[n]\narray agents[n]\n", data->n_drawn);
    for (int k = 1; k <= data->n_drawn; k++) {
        const plot_series *s = plot_data_drawn(data, k);
        char name[32];
        snprintf(name, sizeof name, "names[%d]", k);
        write_text(out, name, s->label ? s->label : s->name);
        snprintf(name, sizeof name, "agents[%d]", k);
        write_text(out, name, plot_series_cell(s, "black"));
    }
    fprintf(out, "has_companion = %d\n%s\n", data->n_sheets > data->n_main,
            data->kind->settings ? data->kind->settings : "");
}

void plot_script_write(FILE *out, const void *ctx)
{
    const plot_script *script = ctx;
    write_settings(out, script);
    write_data(out, script->data);
    if (script->data->n_sheets > script->data->n_main) {
        write_companion(out, script->data);
    }
    fprintf(out, "\n%s\n%s", script->common, script->picture);
}
