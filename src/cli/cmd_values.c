/* papamu values: the exact values of all positions of a board, counted.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/value_board_konane.h"
#include "solver/value_census.h"
#include "src/cli/cli.h"
#include "src/cli/value_rows.h"
#include "src/cli/values_integers.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_VALUE_TEXT = 1 << 16, DEFAULT_TOP = 12 };

/* The tables, in the order of text and JSON; --table chooses the one for CSV. */
enum { TABLE_VALUES, TABLE_TEMPERATURES, TABLE_BIRTHDAYS };
static const char *const table_names[] = {"values", "temperatures", "birthdays", NULL};

static const cli_column value_columns[] = {
    {.name = "value", .kind = CLI_WORD},       {.name = "positions", .kind = CLI_INTEGER},
    {.name = "outcome", .kind = CLI_WORD},     {.name = "mean", .kind = CLI_WORD},
    {.name = "temperature", .kind = CLI_WORD}, {.name = "birthday", .kind = CLI_INTEGER},
};
static const cli_column temperature_columns[] = {{.name = "stones", .kind = CLI_INTEGER},
                                                 {.name = "temperature", .kind = CLI_WORD},
                                                 {.name = "positions", .kind = CLI_INTEGER}};
static const cli_column birthday_columns[] = {{.name = "stones", .kind = CLI_INTEGER},
                                              {.name = "birthday", .kind = CLI_INTEGER},
                                              {.name = "positions", .kind = CLI_INTEGER}};

typedef struct report {
    cli *c;
    cgt_table *table;
    const value_census *census;
    uint64_t top;
    int n_tables;
    int code;
} report;

/* Begin a table under its name. The framework parts a table from the one before by an empty line. */
static void begin_table(report *r, const char *name, const cli_column *columns, int n_columns)
{
    cli_print(r->c, r->n_tables++ ? "\n%s\n" : "\n%s\n\n", name);
    cli_table(r->c, name, columns, n_columns);
}

static void put_dyadic(cli *c, dyadic x)
{
    char text[DYADIC_MAX_TEXT];
    dyadic_format(x, text);
    cli_put_text(c, text);
}

/* ---- tables of values ---- */

/* Write a value; false to stop. */
static bool put_value(report *r, const census_value *v)
{
    cli *c = r->c;
    char *text = NULL;
    pm_error err = {0};
    const pm_status status = cgt_format(r->table, v->value, MAX_VALUE_TEXT, &text, &err);
    if (status != PM_OK) {
        r->code = cli_fail(c, status, &err);
        return false;
    }
    cli_put_text(c, text);
    free(text);
    cli_put_count(c, v->n_positions);
    cli_put_text(c, outcome_name(cgt_outcome_of(r->table, v->value)));
    put_dyadic(c, v->mean);
    put_dyadic(c, v->temperature);
    cli_put_count(c, v->birthday);
    return cli_row(c);
}

/* Which of two values comes first in a table; 0: in the order of the census. */
typedef int value_order(const report *r, const census_value *a, const census_value *b);

static int hotter_first(const report *r, const census_value *a, const census_value *b)
{
    (void)r;
    return (b->temperature > a->temperature) - (b->temperature < a->temperature);
}

static int nimbers_only(const report *r, const census_value *a, const census_value *b)
{
    uint32_t m = 0, n = 0;
    const bool a_is = cgt_is_nimber(r->table, a->value, &m), b_is = cgt_is_nimber(r->table, b->value, &n);
    return a_is != b_is ? (int)b_is - (int)a_is : (m > n) - (m < n);
}

static int fractions_only(const report *r, const census_value *a, const census_value *b)
{
    const bool a_is = cgt_is_number(r->table, a->value), b_is = cgt_is_number(r->table, b->value);
    const int finer = dyadic_denominator_log(b->mean) - dyadic_denominator_log(a->mean);
    return a_is != b_is ? (int)b_is - (int)a_is : finer ? finer : (a->mean > b->mean) - (a->mean < b->mean);
}

typedef struct ranking {
    report *r;
    value_order *order;
} ranking;

static int compare_ranks(const void *a, const void *b, void *ctx)
{
    const ranking *k = ctx;
    const census_value *const *x = a, *const *y = b;
    const int order = k->order(k->r, *x, *y);
    return order ? order : (*x > *y) - (*x < *y); /* both point into the census, most frequent first */
}

static bool is_nimber(const report *r, const census_value *v)
{
    uint32_t n;
    return cgt_is_nimber(r->table, v->value, &n);
}

static bool is_fraction(const report *r, const census_value *v)
{
    return cgt_is_number(r->table, v->value) && !dyadic_is_integer(v->mean);
}

/* Write the first `top` values in an order, those that `is_meant` alone if it is not NULL. */
static void put_ranking(report *r, const char *name, value_order *order,
                        bool (*is_meant)(const report *r, const census_value *v), uint64_t top)
{
    const value_census *census = r->census;
    const census_value **sorted = malloc(census->n_values * sizeof *sorted);
    if (!sorted) {
        r->code = cli_error(r->c, CLI_SYSTEM, "no memory to sort values");
        return;
    }
    for (size_t i = 0; i < census->n_values; i++) {
        sorted[i] = &census->values[i];
    }
    ranking k = {r, order};
    qsort_r(sorted, census->n_values, sizeof *sorted, compare_ranks, &k);
    begin_table(r, name, value_columns, 6);
    for (size_t i = 0; i < census->n_values && i < top && (!is_meant || is_meant(r, sorted[i])); i++) {
        if (!put_value(r, sorted[i])) {
            break;
        }
    }
    cli_table_end(r->c);
    free(sorted);
}

/* Write the most frequent values. */
static void put_frequent(report *r, const char *name, uint64_t top)
{
    begin_table(r, name, value_columns, 6);
    for (size_t i = 0; i < r->census->n_values && i < top; i++) {
        if (!put_value(r, &r->census->values[i])) {
            return;
        }
    }
    cli_table_end(r->c);
}

/* ---- distributions ---- */

static void put_temperatures(report *r)
{
    const value_census *census = r->census;
    begin_table(r, "temperatures", temperature_columns, 3);
    for (int stones = 0; stones <= census->n_stones; stones++) {
        for (size_t i = 0; i < census->n_temperatures; i++) {
            const uint64_t n = census->by_temperature[(size_t)stones * census->n_temperatures + i];
            if (n == 0) {
                continue;
            }
            cli_put_count(r->c, (uint64_t)stones);
            put_dyadic(r->c, census->temperatures[i]);
            cli_put_count(r->c, n);
            if (!cli_row(r->c)) {
                return;
            }
        }
    }
    cli_table_end(r->c);
}

static void put_birthdays(report *r)
{
    const value_census *census = r->census;
    begin_table(r, "birthdays", birthday_columns, 3);
    for (int stones = 0; stones <= census->n_stones; stones++) {
        for (uint32_t birthday = 0; birthday < census->n_birthdays; birthday++) {
            const uint64_t n = census->by_birthday[(size_t)stones * census->n_birthdays + birthday];
            if (n == 0) {
                continue;
            }
            cli_put_count(r->c, (uint64_t)stones);
            cli_put_count(r->c, birthday);
            cli_put_count(r->c, n);
            if (!cli_row(r->c)) {
                return;
            }
        }
    }
    cli_table_end(r->c);
}

/* ---- the whole ---- */

static void put_facts(report *r)
{
    uint64_t integers = 0, numbers = 0, infinitesimals = 0, zeros = 0;
    const value_census *census = r->census;
    for (size_t i = 0; i < census->n_values; i++) {
        const census_value *v = &census->values[i];
        const bool is_number = cgt_is_number(r->table, v->value);
        zeros += v->value == CGT_ZERO ? v->n_positions : 0;
        integers += is_number && dyadic_is_integer(v->mean) ? v->n_positions : 0;
        numbers += is_number ? v->n_positions : 0;
        infinitesimals += cgt_is_infinitesimal(r->table, v->value) ? v->n_positions : 0;
    }
    char hottest[DYADIC_MAX_TEXT];
    dyadic_format(census->temperatures[census->n_temperatures - 1], hottest);
    cli_fact_count(r->c, "positions", census->n_positions);
    cli_fact_count(r->c, "different_values", census->n_values);
    cli_fact_count(r->c, "zero", zeros);
    cli_fact_count(r->c, "integers", integers);
    cli_fact_count(r->c, "numbers", numbers);
    cli_fact_count(r->c, "infinitesimals", infinitesimals);
    cli_fact_text(r->c, "highest_temperature", hottest);
    cli_fact_count(r->c, "latest_birthday", census->n_birthdays - 1);
}

static int put_csv(report *r)
{
    int table = TABLE_VALUES;
    if (cli_has(r->c, "table")) {
        table = cli_choice(r->c, "--table", cli_value(r->c, "table"), table_names);
    }
    if (table == TABLE_VALUES) {
        put_frequent(r, "values", cli_has(r->c, "top") ? r->top : UINT64_MAX);
    } else if (table == TABLE_TEMPERATURES) {
        put_temperatures(r);
    } else {
        put_birthdays(r);
    }
    return r->code;
}

static int put_report(report *r)
{
    if (r->c->format == CLI_CSV) {
        return put_csv(r);
    }
    put_facts(r);
    put_frequent(r, "most_frequent", r->top);
    put_ranking(r, "hottest", hotter_first, NULL, r->top);
    put_ranking(r, "nimbers", nimbers_only, is_nimber, UINT64_MAX);
    put_ranking(r, "finest_fractions", fractions_only, is_fraction, r->top);
    put_temperatures(r);
    put_birthdays(r);
    return r->code;
}

static bool show_progress(void *ctx, uint64_t done, uint64_t total)
{
    (void)ctx;
    return !cli_progress_step((double)done, (double)total);
}

static int value_board(cli *c, const pm_board *board, report *r)
{
    const board_values_options options = {.threads = c->threads, .bytes = cli_memory(c), .progress = show_progress};
    board_values *values = NULL;
    value_census *census = NULL;
    pm_error err = {0};
    cli_progress_begin(c, "values", "sets");
    pm_status status = board_values_new(board, &options, &values, &err);
    cli_progress_end();
    if (status == PM_OK) {
        r->table = board_values_table(values);
        const int n_cells = pm_board_rows(board) * pm_board_cols(board);
        status = value_census_new(r->table, board_values_all(values), n_cells, c->threads, &census, &err);
    }
    r->census = census;
    const int code = status == PM_OK ? put_report(r) : cli_fail(c, status, &err);
    value_census_free(census);
    board_values_free(values);
    return code;
}

static int run(cli *c)
{
    if (cli_has(c, "integers")) {
        return values_integers(c);
    }
    report r = {.c = c, .top = DEFAULT_TOP};
    int rows, cols;
    int code = cli_value_integer(c, "top", 1, UINT32_MAX, &r.top);
    if (code == CLI_DONE && cli_has(c, "table")) {
        if (c->format != CLI_CSV) {
            return cli_usage(c, "--table chooses the table of --format csv; text and json have all of them");
        }
        code = cli_choice(c, "--table", cli_value(c, "table"), table_names) >= 0 ? CLI_DONE : CLI_BAD_INPUT;
    }
    if (code == CLI_DONE) {
        code = cli_size_parse(c, c->operands[0], &rows, &cols);
    }
    pm_board *board = NULL;
    if (code == CLI_DONE) {
        code = cli_board_new(c, rows, cols, &board);
    }
    if (code == CLI_DONE) {
        code = value_board(c, board, &r);
    }
    pm_board_free(board);
    return code;
}

static const cli_option options[] = {
    {"top", "N", "how many of the most frequent, hottest, finest values (default 12; csv: all)"},
    {"table", "TABLE", "the table of csv: values (default), temperatures, birthdays"},
    {"integers", NULL,
     "by sweep: which integer each opening is worth, or its bounds, and how many positions are integers; "
     "tables openings (default), integers"},
    {0},
};

const cli_command cmd_values = {
    .name = "values",
    .operands = "SIZE",
    .summary = "Exact values of all positions of a board, counted",
    .details =
        "Every set of stones is one position; its value is that of `papamu value`. Text and json tell how many "
        "different\n"
        "values there are, which are the most frequent, the hottest, all nimbers, the fractions with the largest\n"
        "denominators, and how temperatures and birthdays are distributed by number of stones.\n\n"
        "With --integers, which reaches to 36 cells, it lists every opening that --opening admits (default: any black\n"
        "stone): the integer n if it is worth n free moves for Black, and the tightest integer bounds of its value.\n\n"
        "Example: papamu values 4x5 --format csv --table temperatures",
    .options = options,
    .uses = CLI_USES_RULES | CLI_USES_THREADS | CLI_USES_MEMORY | CLI_USES_PROGRESS,
    .run = run,
};
