/* The rows of `papamu value`; see rows.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/values/rows.h"
#include "solver/konane/values/value_bounds.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_VALUE_TEXT = 1 << 20, MAX_SEARCHED = 50000000, N_COLUMNS = 5, N_WITH_TRAITS = 10 };

/* Take over what an earlier call has kept, if there was one. */
static int load_cache(valuer *v)
{
    const char *path = cli_value(v->c, "cache");
    pm_error err = {0};
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        return CLI_DONE;
    }
    const pm_status status = konane_values_load(v->values, path, &err);
    v->n_loaded = konane_values_n_regions(v->values);
    return cli_check(v->c, status, &err);
}

/* Each time that the engine asks whether to continue it begins with a position, of a region, that it has not met. How
 * many there will be nobody knows. */
static bool count_and_ask(void *ctx)
{
    valuer *v = ctx;
    const uint64_t n = atomic_fetch_add_explicit(&v->n_begun, 1, memory_order_relaxed) + 1;
    return !cli_progress_step((double)n, 0);
}

static konane_values_options options_of(valuer *v)
{
    return (konane_values_options){
        .bytes = cli_memory(v->c), .threads = v->c->threads, .stop = count_and_ask, .stop_ctx = v};
}

int valuer_open(valuer *v)
{
    const konane_values_options options = options_of(v);
    pm_error err = {0};
    const pm_status status = konane_values_new(&options, &v->values, &err);
    if (status != PM_OK) {
        return cli_fail(v->c, status, &err);
    }
    v->thermographs = cgt_thermographs_new(konane_values_table(v->values));
    if (!v->thermographs) {
        return cli_no_memory(v->c, "thermographs");
    }
    return cli_has(v->c, "cache") ? load_cache(v) : CLI_DONE;
}

void valuer_note(valuer *v, int code)
{
    v->code = code > v->code ? code : v->code;
}

int valuer_keep(valuer *v)
{
    pm_error err = {0};
    if (!cli_has(v->c, "cache") || konane_values_n_regions(v->values) == v->n_loaded) {
        return CLI_DONE;
    }
    assert(konane_values_n_regions(v->values) > v->n_loaded); /* none is ever forgotten */
    const pm_status status = konane_values_save(v->values, cli_value(v->c, "cache"), &err);
    return cli_check(v->c, status, &err);
}

void valuer_close(valuer *v)
{
    cgt_thermographs_free(v->thermographs);
    konane_values_free(v->values);
    v->thermographs = NULL;
    v->values = NULL;
}

pm_status valuer_read(valuer *v, const char *text, konane_diagram *d, pm_error *err)
{
    const cli *c = v->c;
    const pm_status status = konane_diagram_parse(text, true, KONANE_CELL_LIMIT, d, err);
    if (status != PM_OK) {
        return status;
    }
    const pm_color corner = c->has_corner || !d->has_stones ? c->corner : d->corner;
    return konane_diagram_fit(d, c->has_board ? c->rows : d->rows, c->has_board ? c->cols : d->cols, corner, err);
}

const char *outcome_name(cgt_outcome outcome)
{
    static const char *const names[] = {"next_player", "previous_player", "black", "white"};
    assert((size_t)outcome < sizeof names / sizeof names[0]);
    return names[outcome];
}

/* Whether the table of values still answers: nothing that was asked of it since it failed means anything. */
static bool is_well(valuer *v)
{
    pm_error err = {0};
    const pm_status status = cgt_table_status(konane_values_table(v->values), &err);
    if (status != PM_OK) {
        v->code = cli_fail(v->c, status, &err);
    }
    return status == PM_OK;
}

pm_status valuer_find(valuer *v, const konane_stones *stones, cgt_value *value, pm_error *err)
{
    atomic_store(&v->n_begun, 0);
    cli_progress_begin(v->c, "value", "positions");
    const pm_status status = konane_value(v->values, stones, value, err);
    cli_progress_end();
    return status;
}

/* ---- values ---- */

void valuer_begin_table(valuer *v)
{
    if (cli_has(v->c, "options")) {
        cli_table_of(v->c, "options", "position=24 player=6 move=8 value$=16 option=1");
    } else {
        cli_table_of(v->c, "values", "position=24 value$=16 outcome=15 mean$=6 temperature$=11%s",
                     cli_has(v->c, "traits") ? " left_stop$=9 right_stop$=10 birthday#=8 kind=13 atomic_weight$=1"
                                             : "");
    }
}

void value_put_number(cli *c, dyadic x)
{
    char text[DYADIC_MAX_TEXT];
    dyadic_format(x, text);
    cli_put(c, text);
}

bool value_put_text(cli *c, cgt_table *table, cgt_value value, size_t max_bytes, int *code)
{
    char *text = NULL;
    pm_error err = {0};
    const pm_status status = cgt_format(table, value, max_bytes, &text, &err);
    if (status != PM_OK) {
        *code = cli_fail(c, status, &err);
        return false;
    }
    cli_put(c, text);
    free(text);
    return true;
}

/* Put the text of a value; empty for CGT_NONE. */
static bool put_game(valuer *v, cgt_value value)
{
    if (value == CGT_NONE) {
        cli_put(v->c, CLI_NONE);
        return true;
    }
    return value_put_text(v->c, konane_values_table(v->values), value, MAX_VALUE_TEXT, &v->code);
}

static const char *kind_name(const cgt_table *table, cgt_value g)
{
    uint32_t n;
    cgt_nus nus;
    if (cgt_is_number(table, g)) {
        return dyadic_is_integer(cgt_left_stop(table, g)) ? "integer" : "number";
    }
    if (cgt_is_nimber(table, g, &n)) {
        return "nimber";
    }
    if (cgt_is_all_small(table, g)) {
        return "all_small";
    }
    if (cgt_is_infinitesimal(table, g)) {
        return "infinitesimal";
    }
    if (cgt_as_nus(table, g, &nus)) {
        return "number_up_star";
    }
    return cgt_left_stop(table, g) > cgt_right_stop(table, g) ? "hot" : "tepid";
}

static bool put_traits(valuer *v, cgt_value value)
{
    cgt_table *table = konane_values_table(v->values);
    assert(cgt_left_stop(table, value) >=
           cgt_right_stop(table, value)); /* for the first player it is no worse to begin */
    value_put_number(v->c, cgt_left_stop(table, value));
    value_put_number(v->c, cgt_right_stop(table, value));
    cli_put(v->c, cgt_birthday(table, value), kind_name(table, value));
    const cgt_value weight = cgt_atomic_weight(table, value);
    return is_well(v) && put_game(v, weight);
}

bool valuer_put_value(valuer *v, const char *text, cgt_value value)
{
    cgt_thermograph graph;
    pm_error err = {0};
    const pm_status status = cgt_thermograph_of(v->thermographs, value, &graph, &err);
    if (status != PM_OK) {
        v->code = cli_fail(v->c, status, &err);
        return false;
    }
    assert((graph.temperature < 0) ==
           cgt_is_number(konane_values_table(v->values), value)); /* only numbers are colder than zero */
    cli_put(v->c, text);
    if (!put_game(v, value)) {
        return false;
    }
    cli_put(v->c, outcome_name(cgt_outcome_of(konane_values_table(v->values), value)));
    value_put_number(v->c, graph.mean);
    value_put_number(v->c, graph.temperature);
    if (cli_has(v->c, "traits") && !put_traits(v, value)) {
        return false;
    }
    return cli_row(v->c);
}

/* Report bounds that leave the value open. */
static bool put_open_value(valuer *v, const char *text, const konane_bounds *bounds)
{
    assert(bounds->lower < bounds->upper);
    cli *c = v->c;
    char memory[24], quoted[CLI_QUOTE_TEXT];
    cli_warn(c,
             "position \"%s\": %s of memory do not suffice for its value, which is at least %d and at most %d; give "
             "more with --memory",
             cli_quote(text, quoted), cli_bytes_format(cli_memory(c), memory), bounds->lower, bounds->upper);
    valuer_note(v, CLI_SYSTEM);
    cli_put(c, text, CLI_NONE, CLI_IF(bounds->has_outcome, outcome_name(bounds->outcome)));
    for (int i = 3; i < (cli_has(c, "traits") ? N_WITH_TRAITS : N_COLUMNS); i++) {
        cli_put(c, CLI_NONE);
    }
    return cli_row(c);
}

bool valuer_put_bounds(valuer *v, const char *text, const konane_stones *stones)
{
    konane_bounds bounds;
    pm_error err = {0};
    const konane_values_options options = options_of(v);
    valuer_close(v);
    const pm_status status = konane_value_bounds(stones, &options, MAX_SEARCHED, &bounds, &err);
    int code = status == PM_OK ? valuer_open(v) : cli_fail(v->c, status, &err);
    if (code != CLI_DONE) {
        v->code = code;
        return false;
    }
    if (!bounds.is_number) {
        return put_open_value(v, text, &bounds);
    }
    v->last = cgt_number(konane_values_table(v->values), bounds.number);
    return valuer_put_value(v, text, v->last);
}

/* ---- moves ---- */

/* The moves of one player, and the canonical options that they should give. */
typedef struct side {
    const char *name;
    int sign; /* > 0: great values are good */
    pm_move moves[REGION_WIDE_MAX_MOVES];
    cgt_value after[REGION_WIDE_MAX_MOVES];
    int n;
    const cgt_value *canonical;
    uint32_t n_canonical;
} side;

static bool is_among(cgt_value g, const cgt_value *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (list[i] == g) {
            return true;
        }
    }
    return false;
}

static bool is_as_good(cgt_table *table, const side *s, cgt_value g, cgt_value than)
{
    return s->sign > 0 ? cgt_le(table, than, g) : cgt_le(table, g, than);
}

/* What becomes of the option g in the canonical form of `value`. */
static const char *fate_of(cgt_table *table, const side *s, cgt_value g, cgt_value value)
{
    if (is_among(g, s->canonical, s->n_canonical)) {
        return "canonical";
    }
    const cgt_options answers = cgt_options_of(table, g);
    const uint32_t n = s->sign > 0 ? answers.n_right : answers.n_left;
    assert(s->sign != 0 && g != CGT_NONE);
    for (uint32_t i = 0; i < n; i++) {
        if (is_as_good(table, s, value, s->sign > 0 ? answers.right[i] : answers.left[i])) {
            return "reversible";
        }
    }
    return "dominated";
}

static bool put_move(valuer *v, const char *text, const side *s, const char *move, cgt_value after, const char *fate)
{
    cli_put(v->c, text, s->name, CLI_IF(move, move));
    if (!put_game(v, after)) {
        return false;
    }
    return cli_put_row(v->c, fate);
}

static bool put_side(valuer *v, const char *text, const konane_stones *stones, const side *s, cgt_value value)
{
    cgt_table *table = konane_values_table(v->values);
    for (int i = 0; i < s->n; i++) {
        char move[KONANE_MAX_MOVE_TEXT];
        konane_move_format(stones->rows, s->moves[i].from, s->moves[i].to, move);
        const char *fate = fate_of(table, s, s->after[i], value);
        if (!is_well(v) || !put_move(v, text, s, move, s->after[i], fate)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < s->n_canonical; i++) {
        if (!is_among(s->canonical[i], s->after, (size_t)s->n) &&
            !put_move(v, text, s, NULL, s->canonical[i], "canonical")) {
            return false;
        }
    }
    return true;
}

bool valuer_put_moves(valuer *v, const char *text, const konane_stones *stones, cgt_value value)
{
    const cgt_options canonical = cgt_options_of(konane_values_table(v->values), value);
    side sides[2] = {
        {.name = "black", .sign = 1, .canonical = canonical.left, .n_canonical = canonical.n_left},
        {.name = "white", .sign = -1, .canonical = canonical.right, .n_canonical = canonical.n_right},
    };
    for (int i = 0; i < 2; i++) {
        pm_error err = {0};
        const pm_status status =
            konane_value_moves(v->values, stones, (pm_color)i, sides[i].moves, sides[i].after, &sides[i].n, &err);
        if (status != PM_OK) {
            v->code = cli_fail(v->c, status, &err);
            return false;
        }
    }
    return put_side(v, text, stones, &sides[0], value) && put_side(v, text, stones, &sides[1], value);
}
