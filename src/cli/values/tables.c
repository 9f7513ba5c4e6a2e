/* The tables of papamu values: see tables.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/values/tables.h"

#include "src/cli/solve/openings.h"
#include "src/cli/values/rows.h"

#include <assert.h>
#include <stdlib.h>

enum { MAX_VALUE_TEXT = 1 << 16 };

static const cli_column value_columns[] = {
    {.name = "value", .kind = CLI_VALUE},       {.name = "positions", .kind = CLI_INTEGER},
    {.name = "outcome", .kind = CLI_WORD},      {.name = "mean", .kind = CLI_VALUE},
    {.name = "temperature", .kind = CLI_VALUE}, {.name = "birthday", .kind = CLI_INTEGER},
};
static const cli_column opening_columns[] = {
    {.name = "rows", .kind = CLI_INTEGER},       {.name = "cols", .kind = CLI_INTEGER},
    {.name = "corner", .kind = CLI_WORD},        {.name = "black_removes", .kind = CLI_WORD},
    {.name = "white_removes", .kind = CLI_WORD}, {.name = "value", .kind = CLI_VALUE},
    {.name = "outcome", .kind = CLI_WORD},       {.name = "mean", .kind = CLI_VALUE},
    {.name = "temperature", .kind = CLI_VALUE},  {.name = "rules", .kind = CLI_LIST},
};
static const cli_column stones_columns[] = {
    {.name = "stones", .kind = CLI_INTEGER},           {.name = "positions", .kind = CLI_INTEGER},
    {.name = "different_values", .kind = CLI_INTEGER}, {.name = "zero", .kind = CLI_INTEGER},
    {.name = "integers", .kind = CLI_INTEGER},         {.name = "numbers", .kind = CLI_INTEGER},
    {.name = "infinitesimals", .kind = CLI_INTEGER},
};
static const cli_column temperature_columns[] = {{.name = "stones", .kind = CLI_INTEGER},
                                                 {.name = "temperature", .kind = CLI_VALUE},
                                                 {.name = "positions", .kind = CLI_INTEGER}};
static const cli_column birthday_columns[] = {{.name = "stones", .kind = CLI_INTEGER},
                                              {.name = "birthday", .kind = CLI_INTEGER},
                                              {.name = "positions", .kind = CLI_INTEGER}};

/* Begin a table under its name. The framework parts a table from the one before by an empty line. */
static void begin_table(values_report *r, const char *name, const cli_column *columns, int n_columns)
{
    cli_print(r->c, r->n_tables++ ? "\n%s\n" : "\n%s\n\n", name);
    cli_table(r->c, name, columns, n_columns);
}

/* ---- tables of values ---- */

static bool put_form(values_report *r, cgt_value value)
{
    return value_put_text(r->c, r->table, value, MAX_VALUE_TEXT, &r->code);
}

/* Write a value; false to stop. */
static bool put_value(values_report *r, const census_value *v)
{
    cli *c = r->c;
    if (!put_form(r, v->value)) {
        return false;
    }
    cli_put(c, v->n_positions, outcome_name(cgt_outcome_of(r->table, v->value)));
    value_put_number(c, v->mean);
    value_put_number(c, v->temperature);
    return cli_put_row(c, v->birthday);
}

/* Which of two values comes first in a table; 0: in the order of the census. */
typedef int value_order(const values_report *r, const census_value *a, const census_value *b);

static int hotter_first(const values_report *r, const census_value *a, const census_value *b)
{
    (void)r;
    return (b->temperature > a->temperature) - (b->temperature < a->temperature);
}

static int nimbers_only(const values_report *r, const census_value *a, const census_value *b)
{
    uint32_t m = 0, n = 0;
    const bool a_is = cgt_is_nimber(r->table, a->value, &m), b_is = cgt_is_nimber(r->table, b->value, &n);
    return a_is != b_is ? (int)b_is - (int)a_is : (m > n) - (m < n);
}

static int fractions_only(const values_report *r, const census_value *a, const census_value *b)
{
    const bool a_is = cgt_is_number(r->table, a->value), b_is = cgt_is_number(r->table, b->value);
    const int finer = dyadic_denominator_log(b->mean) - dyadic_denominator_log(a->mean);
    return a_is != b_is ? (int)b_is - (int)a_is : finer ? finer : (a->mean > b->mean) - (a->mean < b->mean);
}

typedef struct ranking {
    values_report *r;
    value_order *order;
} ranking;

static int compare_ranks(const void *a, const void *b, void *ctx)
{
    const ranking *k = ctx;
    const census_value *const *x = a, *const *y = b;
    const int order = k->order(k->r, *x, *y);
    return order ? order : (*x > *y) - (*x < *y); /* both point into the census, most frequent first */
}

static bool is_nimber(const values_report *r, const census_value *v)
{
    uint32_t n;
    return cgt_is_nimber(r->table, v->value, &n);
}

static bool is_fraction(const values_report *r, const census_value *v)
{
    return cgt_is_number(r->table, v->value) && !dyadic_is_integer(v->mean);
}

/* Write the first `top` values in an order, those that `is_meant` alone if it is not NULL. */
static void put_ranking(values_report *r, const char *name, value_order *order,
                        bool (*is_meant)(const values_report *r, const census_value *v), uint64_t top)
{
    const value_census *census = r->census;
    const census_value **sorted = malloc(census->n_values * sizeof *sorted);
    if (!sorted) {
        r->code = cli_no_memory(r->c, "sorting values");
        return;
    }
    for (size_t i = 0; i < census->n_values; i++) {
        sorted[i] = &census->values[i];
    }
    ranking k = {r, order};
    qsort_r(sorted, census->n_values, sizeof *sorted, compare_ranks, &k);
    static_assert(sizeof value_columns / sizeof *value_columns == 6, "the columns that put_value fills");
    begin_table(r, name, value_columns, 6);
    for (size_t i = 0; i < census->n_values && i < top && (!is_meant || is_meant(r, sorted[i])); i++) {
        if (!put_value(r, sorted[i])) {
            break;
        }
    }
    cli_table_end(r->c);
    free(sorted);
}

static void put_hottest(values_report *r)
{
    put_ranking(r, "hottest", hotter_first, NULL, r->top);
}

static void put_nimbers(values_report *r)
{
    put_ranking(r, "nimbers", nimbers_only, is_nimber, UINT64_MAX);
}

static void put_fractions(values_report *r)
{
    put_ranking(r, "finest_fractions", fractions_only, is_fraction, r->top);
}

static void put_frequent(values_report *r)
{
    begin_table(r, "most_frequent", value_columns, 6);
    for (size_t i = 0; i < r->census->n_values && i < r->top; i++) {
        assert(i == 0 || r->census->values[i - 1].n_positions >= r->census->values[i].n_positions);
        if (!put_value(r, &r->census->values[i])) {
            return;
        }
    }
    cli_table_end(r->c);
}

/* ---- openings ---- */

/* The row of `value` in the census. */
static const census_value *find_in_census(const value_census *census, cgt_value value)
{
    size_t i = 0;
    while (census->values[i].value != value) {
        assert(i + 1 < census->n_values); /* every value that occurs has a row */
        i++;
    }
    return &census->values[i];
}

static bool put_opening(values_report *r, const konane_opening_result *opening, const konane_query *after)
{
    cli *c = r->c;
    const census_value *v = find_in_census(r->census, r->all[after->pos.occupied]);
    solve_put_opening(c, r->board, opening);
    if (!put_form(r, v->value)) {
        return false;
    }
    cli_put(c, outcome_name(cgt_outcome_of(r->table, v->value)));
    value_put_number(c, v->mean);
    value_put_number(c, v->temperature);
    solve_put_rules(c, r->board, opening->black_removes);
    return cli_row(c);
}

static void put_openings(values_report *r)
{
    konane_opening_result openings[KONANE_MAX_OPENINGS];
    konane_query after[KONANE_MAX_OPENINGS];
    const int n = konane_opening_queries(r->board, openings, after);
    static_assert(sizeof opening_columns / sizeof *opening_columns == 10, "the columns that put_opening fills");
    assert(n <= KONANE_MAX_OPENINGS);
    begin_table(r, "openings", opening_columns, 10);
    for (int i = 0; i < n; i++) {
        if (!put_opening(r, &openings[i], &after[i])) {
            return;
        }
    }
    cli_table_end(r->c);
}

/* ---- distributions ---- */

static void put_stones(values_report *r)
{
    begin_table(r, "stones", stones_columns, 7);
    for (int stones = 0; stones <= r->census->n_stones; stones++) {
        const census_stones *s = &r->census->by_stones[stones];
        assert(s->zeros <= s->integers && s->integers <= s->numbers && s->numbers <= s->n_positions &&
               s->n_values <= s->n_positions);
        const uint64_t counts[] = {(uint64_t)stones, s->n_positions, s->n_values,      s->zeros,
                                   s->integers,      s->numbers,     s->infinitesimals};
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            cli_put(r->c, counts[i]);
        }
        if (!cli_row(r->c)) {
            return;
        }
    }
    cli_table_end(r->c);
}

static void put_temperature(const values_report *r, size_t i)
{
    assert(i == 0 || r->census->temperatures[i - 1] < r->census->temperatures[i]);
    value_put_number(r->c, r->census->temperatures[i]);
}

static void put_birthday(const values_report *r, size_t i)
{
    cli_put(r->c, i);
}

/* The positions by number of stones and one of `n` places, [stones * n + place]. */
static void put_distribution(values_report *r, const uint64_t *counts, size_t n,
                             void (*put_place)(const values_report *r, size_t i))
{
    for (size_t i = 0; i < ((size_t)r->census->n_stones + 1) * n; i++) {
        if (counts[i] == 0) {
            continue;
        }
        cli_put(r->c, i / n);
        put_place(r, i % n);
        if (!cli_put_row(r->c, counts[i])) {
            return;
        }
    }
    cli_table_end(r->c);
}

static void put_temperatures(values_report *r)
{
    begin_table(r, "temperatures", temperature_columns, 3);
    put_distribution(r, r->census->by_temperature, r->census->n_temperatures, put_temperature);
}

static void put_birthdays(values_report *r)
{
    begin_table(r, "birthdays", birthday_columns, 3);
    put_distribution(r, r->census->by_birthday, r->census->n_birthdays, put_birthday);
}

/* ---- the whole ---- */

/* Highest temperature, finest denominator. */
static void put_extremes(cli *c, const values_report *r)
{
    assert(r->census->n_temperatures > 0 && r->census->n_birthdays > 0); /* the empty board has a value */
    int denominator_log = 0;
    for (size_t i = 0; i < r->census->n_values; i++) {
        const census_value *v = &r->census->values[i];
        const int log = cgt_is_number(r->table, v->value) ? dyadic_denominator_log(v->mean) : 0;
        denominator_log = log > denominator_log ? log : denominator_log;
    }
    char hottest[DYADIC_MAX_TEXT];
    dyadic_format(r->census->temperatures[r->census->n_temperatures - 1], hottest);
    cli_fact_text(c, "highest_temperature", hottest);
    cli_fact_count(c, "largest_denominator", UINT64_C(1) << denominator_log);
    cli_fact_count(c, "latest_birthday", r->census->n_birthdays - 1);
}

static void put_facts(const values_report *r)
{
    const value_census *census = r->census;
    census_stones sum = {0};
    for (int stones = 0; stones <= census->n_stones; stones++) {
        const census_stones *s = &census->by_stones[stones];
        sum.zeros += s->zeros;
        sum.integers += s->integers;
        sum.numbers += s->numbers;
        sum.infinitesimals += s->infinitesimals;
    }
    assert(sum.zeros <= sum.integers && sum.integers <= sum.numbers && sum.numbers <= census->n_positions);
    cli_fact_count(r->c, "positions", census->n_positions);
    cli_fact_count(r->c, "different_values", census->n_values);
    cli_fact_count(r->c, "zero", sum.zeros);
    cli_fact_count(r->c, "integers", sum.integers);
    cli_fact_count(r->c, "numbers", sum.numbers);
    cli_fact_count(r->c, "infinitesimals", sum.infinitesimals);
    put_extremes(r->c, r);
}

/* In the order of text and JSON; --table chooses one for CSV, values by default. */
static const char *const table_names[] = {"values", "openings",     "hottest",   "nimbers", "fractions",
                                          "stones", "temperatures", "birthdays", NULL};
static void (*const tables[])(values_report *r) = {put_frequent,  put_openings, put_hottest,      put_nimbers,
                                                   put_fractions, put_stones,   put_temperatures, put_birthdays};
enum { N_TABLES = sizeof tables / sizeof *tables };

int values_table_asked(cli *c)
{
    return cli_has(c, "table") ? cli_choice(c, "--table", cli_value(c, "table"), table_names) : 0;
}

void values_put_csv(values_report *r, int table)
{
    assert(table >= 0 && table < N_TABLES);
    static_assert(sizeof table_names / sizeof *table_names == N_TABLES + 1, "a name for each table");
    tables[table](r);
}

void values_put_all(values_report *r)
{
    put_facts(r);
    for (int i = 0; i < N_TABLES && r->code == 0; i++) {
        tables[i](r);
    }
}
