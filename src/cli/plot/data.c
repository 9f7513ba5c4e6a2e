/* Tables and their series: see data.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/plot/data.h"

#include "src/base/array.h"
#include "src/cli/plot/names.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- asking ------------------------------------------------------------------------------------- */

/* Whether the first key of the series is `text`. */
static bool is_called(const plot_data *data, const plot_series *s, const char *text)
{
    const char *list = data->kind->series;
    size_t n;
    char mark;
    const char *name = plot_name_next(&list, &n, &mark);
    return name && strcmp(sheet_cell(s->sheet, s->row, sheet_column(s->sheet, name, n)), text) == 0;
}

int plot_data_find(const plot_data *data, const char *name)
{
    for (size_t i = 0; i < data->n_series; i++) {
        const plot_series *s = &data->series[i];
        if (data->kind->other ? strcmp(s->name, name) == 0 : is_called(data, s, name)) {
            return s->number;
        }
    }
    return 0;
}

/* ---- sorting rows into series ------------------------------------------------------------------- */

/* The columns of a sheet that are the key, -1 for one that it lacks. */
typedef struct key {
    int columns[8];
    int n;
} key;

static key key_of(const plot_kind *kind, const sheet *s)
{
    key k = {.n = 0};
    const char *list = kind->series, *name;
    size_t n;
    char mark;
    while ((name = plot_name_next(&list, &n, &mark))) {
        assert(k.n < (int)(sizeof k.columns / sizeof *k.columns));
        k.columns[k.n++] = sheet_column(s, name, n);
    }
    return k;
}

static bool has_key(const plot_data *data, const plot_series *p, const sheet *s, size_t row, const key *k)
{
    const key own = p->sheet == s ? *k : key_of(data->kind, p->sheet);
    for (int i = 0; i < k->n; i++) {
        if (strcmp(sheet_cell(s, row, k->columns[i]), sheet_cell(p->sheet, p->row, own.columns[i])) != 0) {
            return false;
        }
    }
    return true;
}

static double number_in(const plot_series *s, const char *column)
{
    return strtod(plot_series_cell(s, column), NULL);
}

/* Of boards the small side counts first: a line of 36 cells is not a large board. */
static void rank_series(const plot_data *data, plot_series *s, size_t number)
{
    s->order = (double)number;
    s->rank = -s->order;
    if (data->kind->order == PLOT_BY_BOARD) {
        const double rows = number_in(s, "rows"), cols = number_in(s, "cols");
        s->order = rows * cols;
        s->rank = (rows < cols ? rows : cols) * 1000 + rows * cols;
    }
}

static plot_series *add_series(plot_data *data, const sheet *s, size_t row)
{
    plot_series *all = array_grow(data->series, &data->capacity, data->n_series + 1, sizeof *all);
    if (!all) {
        return NULL;
    }
    data->series = all;
    plot_series *added = &all[data->n_series];
    *added = (plot_series){.sheet = s, .row = row};
    rank_series(data, added, data->n_series);
    data->n_series++;
    return added;
}

/* Sort a row; rows of a series mostly follow each other. False if memory was refused. */
static bool sort_row(plot_data *data, const sheet *s, size_t row, const key *k, size_t *found)
{
    const size_t n = data->n_series;
    for (size_t i = 0; i < n; i++) {
        if (has_key(data, &data->series[n - 1 - i], s, row, k)) {
            *found = n - 1 - i;
            return true;
        }
    }
    *found = n;
    return add_series(data, s, row);
}

/* Make a series of each name that only the other column has. */
static bool add_others(plot_data *data, const sheet *s)
{
    const char *other = data->kind->other;
    const int column = sheet_column(s, other, strlen(other));
    for (size_t row = 0; row < s->n_rows; row++) {
        const char *name = sheet_cell(s, row, column);
        bool is_there = false;
        for (size_t i = 0; i < data->n_series && !is_there; i++) {
            const plot_series *p = &data->series[i];
            is_there = p->name ? strcmp(p->name, name) == 0 : is_called(data, p, name);
        }
        if (!is_there) {
            plot_series *added = add_series(data, s, row);
            if (!added || !(added->name = strdup(name))) {
                return false;
            }
        }
    }
    return true;
}

/* Agents are in the order of the points that they make as Black. */
static void order_by_points(plot_data *data)
{
    for (size_t i = 0; i < data->n_series; i++) {
        data->series[i].order = 0;
    }
    for (int i = 0; i < data->n_main; i++) {
        const sheet *s = &data->sheets[i];
        const int column = sheet_column(s, "black_share", strlen("black_share"));
        for (size_t row = 0; row < s->n_rows; row++) {
            data->series[data->series_of[i][row]].order += strtod(sheet_cell(s, row, column), NULL);
        }
    }
}

static void forget_series(plot_data *data)
{
    for (size_t i = 0; i < data->n_series; i++) {
        free(data->series[i].name);
        free(data->series[i].label);
    }
    data->n_series = 0;
}

/* Sort all rows as the kind says. False if memory was refused. */
static bool sort_rows(plot_data *data)
{
    bool is_good = true;
    forget_series(data);
    for (int i = 0; i < data->n_main && is_good; i++) {
        const sheet *s = &data->sheets[i];
        const key k = key_of(data->kind, s);
        free(data->series_of[i]);
        data->series_of[i] = malloc(s->n_rows * sizeof **data->series_of);
        is_good = data->series_of[i];
        for (size_t row = 0; row < s->n_rows && is_good; row++) {
            is_good = sort_row(data, s, row, &k, &data->series_of[i][row]);
        }
    }
    for (int i = 0; i < data->n_main && is_good && data->kind->other; i++) {
        is_good = add_others(data, &data->sheets[i]);
    }
    if (is_good && data->kind->order == PLOT_BY_POINTS) {
        order_by_points(data);
    }
    return is_good;
}

/* ---- reading ------------------------------------------------------------------------------------ */

/* Say what the file is instead, as far as that can be seen. */
static int refuse(cli *c, const sheet *s)
{
    char list[PLOT_KINDS_TEXT];
    if (sheet_column(s, "sum_by_jumps", strlen("sum_by_jumps")) >= 0 ||
        (s->n_columns > 1 && strcmp(s->names[0], "game") == 0 && strcmp(s->names[1], "plies") == 0)) {
        return cli_error(c, CLI_BAD_INPUT,
                         "\"%s\" has self-play games; draw their tables: `papamu stats FILE --table lengths "
                         "--format csv` makes one",
                         s->path);
    }
    return cli_error(c, CLI_BAD_INPUT, "\"%s\" is not a table that plot knows: these are %s (`papamu help plots`)",
                     s->path, plot_kinds_list(list));
}

/* Whether a sheet may be drawn beside those of `kind`. */
static bool is_companion(const plot_kind *kind, const sheet *s)
{
    for (const plot_kind *k = plot_kinds; k->name && kind->companion; k++) {
        if (strcmp(k->name, kind->companion) == 0 && plot_kind_fits(k, s)) {
            return true;
        }
    }
    return false;
}

/* Put the sheets of the kind first, and refuse what does not go with them. */
static int sort_sheets(cli *c, plot_data *data)
{
    data->kind = plot_kind_of(&data->sheets[0]);
    for (int i = 1; i < data->n_sheets; i++) {
        const plot_kind *kind = plot_kind_of(&data->sheets[i]);
        data->kind = kind->companion && is_companion(kind, &data->sheets[0]) ? kind : data->kind;
    }
    for (int i = 0; i < data->n_sheets; i++) {
        const sheet s = data->sheets[i];
        if (plot_kind_fits(data->kind, &s)) {
            data->sheets[i] = data->sheets[data->n_main];
            data->sheets[data->n_main++] = s;
        } else if (!is_companion(data->kind, &s)) {
            return cli_error(c, CLI_BAD_INPUT, "\"%s\" has %s and \"%s\" has %s; give tables of one kind",
                             data->sheets[0].path, data->kind->name, s.path, plot_kind_of(&s)->name);
        }
    }
    return CLI_DONE;
}

/* Choose among the kinds that have the same columns, by what is in the rows. False if memory was refused. */
static bool refine(plot_data *data)
{
    for (const plot_kind *kind = data->kind; kind->name; kind++) {
        if (plot_kind_fits(kind, &data->sheets[0])) {
            data->kind = kind;
            if (!sort_rows(data)) {
                return false;
            }
            if (!kind->suits || kind->suits(data)) {
                return true;
            }
        }
    }
    assert(0); /* the last kind of any columns suits */
    return false;
}

static int read_sheet(cli *c, const char *path, sheet *s)
{
    const int code = sheet_open(c, path, s);
    if (code != CLI_DONE) {
        return code;
    }
    const plot_kind *kind = plot_kind_of(s);
    if (!kind) {
        return refuse(c, s);
    }
    const int is_read = sheet_read(c, s);
    return is_read == CLI_DONE ? plot_kind_check(c, kind, s) : is_read;
}

int plot_data_read(cli *c, char *const *paths, int n_paths, plot_data *data)
{
    *data = (plot_data){.n_sheets = 0};
    data->sheets = calloc((size_t)n_paths, sizeof *data->sheets);
    data->series_of = calloc((size_t)n_paths, sizeof *data->series_of);
    if (!data->sheets || !data->series_of) {
        return cli_no_memory(c, "the tables");
    }
    int code = CLI_DONE;
    while (data->n_sheets < n_paths && code == CLI_DONE) {
        code = read_sheet(c, paths[data->n_sheets], &data->sheets[data->n_sheets]);
        data->n_sheets++;
    }
    code = code ? code : sort_sheets(c, data);
    if (code == CLI_DONE && (!refine(data) || !plot_names_make(data))) {
        code = cli_no_memory(c, "the tables");
    }
    return code;
}

void plot_data_free(plot_data *data)
{
    forget_series(data);
    free(data->series);
    for (int i = 0; i < data->n_sheets; i++) {
        sheet_free(&data->sheets[i]);
        free(data->series_of[i]);
    }
    free(data->sheets);
    free(data->series_of);
    free(data->title);
    *data = (plot_data){0};
}

/* ---- choosing ----------------------------------------------------------------------------------- */

/* The series that is not chosen yet and comes first by `order`, or last by `rank`. */
static plot_series *next_series(plot_data *data, bool by_rank)
{
    plot_series *best = NULL;
    for (size_t i = 0; i < data->n_series; i++) {
        plot_series *s = &data->series[i];
        if (s->number == 0 && (!best || (by_rank ? s->rank < best->rank : s->order < best->order))) {
            best = s;
        }
    }
    return best;
}

static void choose_all(cli *c, plot_data *data)
{
    enum { LEFT_OUT = -1 };
    const size_t room = (size_t)data->kind->max_series, n = data->n_series;
    for (size_t i = room; i < n; i++) {
        next_series(data, true)->number = LEFT_OUT;
    }
    plot_series *s;
    while ((s = next_series(data, false))) {
        s->number = ++data->n_drawn;
    }
    for (size_t i = 0; i < n; i++) {
        data->series[i].number = data->series[i].number == LEFT_OUT ? 0 : data->series[i].number;
    }
    if (n > room && room > 1) {
        cli_warn(c, "%zu of %zu series are drawn, the %s ones; --only names others", room, n,
                 data->kind->order == PLOT_BY_BOARD ? "largest" : "first");
    }
}

/* Refuse a name that no series has, and list those that there are. */
static int refuse_name(cli *c, const plot_data *data, const char *name)
{
    char list[512];
    size_t n = 0;
    for (size_t i = 0; i < data->n_series && n < sizeof list; i++) {
        n += (size_t)snprintf(list + n, sizeof list - n, "%s%s", i ? "; " : "", data->series[i].name);
    }
    if (n >= sizeof list) {
        memcpy(list + sizeof list - 4, "...", 4);
    }
    return cli_error(c, CLI_BAD_INPUT, "--only: there is no series \"%s\"; there are %s", name, list);
}

static int choose(cli *c, plot_data *data, const char *name)
{
    for (size_t i = 0; i < data->n_series; i++) {
        plot_series *s = &data->series[i];
        if (strcmp(s->name, name) == 0 && s->number == 0) {
            s->number = ++data->n_drawn;
            return CLI_DONE;
        }
    }
    return refuse_name(c, data, name);
}

/* Call `use` with each part of a list with semicolons. Returns what it returns first that is not CLI_DONE. */
static int for_each_part(cli *c, plot_data *data, const char *list, int (*use)(cli *, plot_data *, const char *))
{
    char *words = strdup(list), *rest = words, *word;
    int code = words ? CLI_DONE : cli_no_memory(c, "the names");
    while (code == CLI_DONE && (word = strsep(&rest, ";"))) {
        word += strspn(word, " ");
        code = use(c, data, word);
    }
    free(words);
    return code;
}

int plot_data_choose(cli *c, plot_data *data, const char *only)
{
    int code = CLI_DONE;
    if (only) {
        code = for_each_part(c, data, only, choose);
    } else {
        choose_all(c, data);
    }
    if (code == CLI_DONE && !plot_names_title(data)) {
        code = cli_no_memory(c, "the title");
    }
    return code;
}

static int rename_next(cli *c, plot_data *data, const char *label)
{
    for (int k = 1; k <= data->n_drawn; k++) {
        plot_series *s = plot_data_drawn(data, k);
        if (!s->label) {
            s->label = strdup(label);
            return s->label ? CLI_DONE : cli_no_memory(c, "the names");
        }
    }
    return cli_usage(c, "--names has more names than the %d series that are drawn", data->n_drawn);
}

int plot_data_rename(cli *c, plot_data *data, const char *names)
{
    return for_each_part(c, data, names, rename_next);
}
