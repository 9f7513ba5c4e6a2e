/* Names of series: see names.h.
 *
 * A name has the parts in which series differ: "ab:4"; "italian 8x8 greedy v random"; "5x5, white corner". The title
 * has the parts in which all agree.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/plot/names.h"

#include <stdlib.h>
#include <string.h>

/* ---- parts of a name ---------------------------------------------------------------------------- */

/* The size of the board that the last command in the comments ends with ("papamu values ... 4x5"), for tables without
 * columns that say it. Writes "" if there is none. */
static void size_of_command(const sheet *s, char size[32])
{
    const char *at = s->comments, *found = NULL;
    size[0] = '\0';
    while (at && (at = strstr(at, "# command: "))) {
        found = at++;
    }
    const char *end = found ? strchr(found, '\n') : NULL, *begin = end;
    while (begin && begin > found && begin[-1] != ' ') {
        begin--;
    }
    if (begin) {
        const size_t rows = strspn(begin, "0123456789"), n = (size_t)(end - begin);
        if (rows && begin[rows] == 'x' && n < 32 && rows + 1 + strspn(begin + rows + 1, "0123456789") == n) {
            snprintf(size, 32, "%.*s", (int)n, begin);
        }
    }
}

static void write_size(const plot_series *s, FILE *out)
{
    const char *rows = plot_series_cell(s, "rows"), *cols = plot_series_cell(s, "cols");
    char size[32];
    if (rows[0]) {
        fprintf(out, "%sx%s", rows, cols);
    } else {
        size_of_command(s->sheet, size);
        fputs(size, out);
    }
}

static bool is_equal(const plot_series *a, const plot_series *b, const char *column)
{
    return strcmp(plot_series_cell(a, column), plot_series_cell(b, column)) == 0;
}

/* Whether there is another series with the same board but for the colour of its corner. */
static bool has_twin(const plot_data *data, const plot_series *s)
{
    for (size_t i = 0; i < data->n_series; i++) {
        const plot_series *t = &data->series[i];
        if (t != s && is_equal(s, t, "rows") && is_equal(s, t, "cols") && !is_equal(s, t, "corner")) {
            return true;
        }
    }
    return false;
}

static void write_agents(const plot_series *s, FILE *out)
{
    const char *black = plot_series_cell(s, "black"), *white = plot_series_cell(s, "white");
    fprintf(out, "%s%s%s", black, strcmp(black, white) ? " v " : "", strcmp(black, white) ? white : "");
}

/* ---- names -------------------------------------------------------------------------------------- */

static bool is_key(const plot_data *data, const char *column)
{
    const char *list = data->kind->series, *name;
    size_t n;
    char mark;
    while ((name = plot_name_next(&list, &n, &mark))) {
        if (strlen(column) == n && memcmp(name, column, n) == 0) {
            return true;
        }
    }
    return false;
}

static void separate(FILE *out, const char *mark)
{
    if (ftell(out) > 0) {
        fputs(mark, out);
    }
}

static bool have_agents_in_common(const plot_data *data)
{
    return plot_data_variety(data, "black") == 1 && plot_data_variety(data, "white") == 1;
}

static void write_name(const plot_data *data, const plot_series *s, FILE *out)
{
    static const char *const words[] = {"rules", "board", "class", "opening", "list",
                                        "game",  "agent", "play",  "jumps",   NULL};
    for (int i = 0; words[i]; i++) {
        if (is_key(data, words[i]) && plot_data_variety(data, words[i]) > 1) {
            separate(out, " ");
            fputs(plot_series_cell(s, words[i]), out);
        }
        if (i == 1 && is_key(data, "black") && (!is_key(data, "white") || !have_agents_in_common(data))) {
            separate(out, " ");
            is_key(data, "white") ? write_agents(s, out) : (void)fputs(plot_series_cell(s, "black"), out);
        }
    }
    if (is_key(data, "value")) {
        separate(out, " ");
        fputs(plot_series_cell(s, "value"), out);
    }
    if (is_key(data, "rows")) {
        separate(out, " ");
        write_size(s, out);
    }
    if (is_key(data, "corner") && has_twin(data, s)) {
        fprintf(out, ", %s corner", plot_series_cell(s, "corner"));
    }
}

/* `write` to a new text; NULL if memory was refused. */
static char *text_of(const plot_data *data, const plot_series *s,
                     void (*write)(const plot_data *data, const plot_series *s, FILE *out))
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        return NULL;
    }
    write(data, s, out);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

static void write_title(const plot_data *data, const plot_series *s, FILE *out)
{
    static const char *const words[] = {"rules", "board", "opening", NULL};
    fputs(data->kind->title, out);
    const long end = ftell(out);
    for (int i = 0; words[i]; i++) {
        if (plot_data_variety(data, words[i]) == 1 && plot_series_cell(s, words[i])[0]) {
            fputs(ftell(out) > end ? " " : ": ", out);
            fputs(plot_series_cell(s, words[i]), out);
        }
    }
    if (is_key(data, "white") && have_agents_in_common(data)) {
        fputs(ftell(out) > end ? ", " : ": ", out);
        write_agents(s, out);
    }
    if (data->n_drawn == 1 && (data->n_series > 1 || is_key(data, "rows")) && s->name[0]) {
        fprintf(out, ": %s", s->name);
    }
}

bool plot_names_make(plot_data *data)
{
    for (size_t i = 0; i < data->n_series; i++) {
        plot_series *s = &data->series[i];
        if (!s->name && !(s->name = text_of(data, s, write_name))) {
            return false;
        }
    }
    return true;
}

bool plot_names_title(plot_data *data)
{
    data->title = text_of(data, plot_data_drawn(data, 1), write_title);
    return data->title;
}
