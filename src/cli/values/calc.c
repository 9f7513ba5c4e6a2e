/* papamu calc: a calculator for game values.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/statement.h"
#include "solver/cgt/thermo.h"
#include "src/cli/input/positions.h"
#include "src/cli/values/rows.h"

#include <assert.h>

enum { MAX_VALUE_TEXT = 1 << 20 };

typedef struct calculator {
    cli *c;
    cgt_table *table;
    cgt_thermographs *thermographs;
    int code; /* what the command ends with: bad lines are left out, all others answered */
} calculator;

/* The row of a value, or of a comparison: whether it is true, and the rest of the difference of its sides. */
static bool put_statement(calculator *k, const char *text, const cgt_statement *s, const cgt_thermograph *graph)
{
    cli *c = k->c;
    assert(cgt_left_stop(k->table, s->value) >= graph->mean && graph->mean >= cgt_right_stop(k->table, s->value));
    cli_put(c, text);
    if (s->is_comparison) {
        cli_put(c, s->is_true ? "true" : "false");
    } else if (!value_put_text(c, k->table, s->value, MAX_VALUE_TEXT, &k->code)) {
        return false;
    }
    cli_put(c, cgt_outcome_name(cgt_outcome_of(k->table, s->value)));
    value_put_number(c, graph->mean);
    value_put_number(c, graph->temperature);
    return cli_row(c);
}

/* Report an expression that cannot be read; `number` is that of its line, 0 for an operand. */
static void leave_out(calculator *k, const char *text, size_t number, const pm_error *err)
{
    char quoted[CLI_QUOTE_TEXT], line[32] = "";
    if (number > 0) {
        snprintf(line, sizeof line, "line %zu, ", number);
    }
    cli_warn(k->c, "%sexpression \"%s\", at byte %zu: %s", line, cli_quote(text, quoted), err->offset, err->message);
    k->code = CLI_BAD_INPUT;
}

/* Answer one expression. False to stop. */
static bool calculate(void *ctx, const char *text, size_t number)
{
    calculator *k = ctx;
    cgt_statement statement;
    cgt_thermograph graph;
    pm_error err = {0};
    pm_status status = cgt_statement_parse(k->table, text, &statement, &err);
    const bool is_bad = status == PM_BAD_INPUT && cgt_table_status(k->table, NULL) == PM_OK;
    if (is_bad) {
        leave_out(k, text, number, &err);
        return true;
    }
    if (status == PM_OK) {
        status = cgt_thermograph_of(k->thermographs, statement.value, &graph, &err);
    }
    if (status != PM_OK) {
        k->code = cli_fail(k->c, status, &err);
        return false;
    }
    return put_statement(k, text, &statement, &graph);
}

static void calculate_all(calculator *k)
{
    cli_table_of(k->c, "values", "expression=16 value$=16 outcome=15 mean$=6 temperature$=1");
    const int code = positions_each(k->c, 0, calculate, k);
    k->code = code > k->code ? code : k->code;
}

static int run(cli *c)
{
    calculator k = {.c = c};
    pm_error err = {0};
    const pm_status status = cgt_table_new(cli_memory(c), &k.table, &err);
    if (status != PM_OK) {
        return cli_fail(c, status, &err);
    }
    k.thermographs = cgt_thermographs_new(k.table);
    if (k.thermographs) {
        calculate_all(&k);
    } else {
        k.code = cli_no_memory(c, "the thermographs");
    }
    cgt_thermographs_free(k.thermographs);
    cgt_table_free(k.table);
    return k.code;
}

const cli_command cmd_calc = {
    .name = "calc",
    .operands = "[EXPRESSION...]",
    .summary = "Calculate with game values: canonical form, order, mean, temperature",
    .details =
        "Values are written as `papamu value` prints them: 3, -1/2, * and *2, ^ and v for up and down (^^ twice, ^3\n"
        "thrice), tiny(2), +-1 for {1|-1}, {L,L|R}, and {a||b|c} for {a|{b|c}}. They are added and subtracted with + "
        "and\n"
        "-, multiplied as in 3.^, and grouped with parentheses. The outcome is the order: left (positive), right\n"
        "(negative), previous_player (zero) or next_player (confused with zero).\n"
        "One sign compares two of them: = < <= > >=, || or <> (confused), <| (less or confused), |> (greater or\n"
        "confused). The value is then true or false, and the other columns are those of the left side minus the right\n"
        "side. Without expressions these are read from standard input, one a line; lines that begin with # are left "
        "out,\n"
        "and so, with a remark and exit code 2, are lines that cannot be read.\n\n"
        "Example: papamu calc \"{1|-1} + ^*\" \"^ || *\" \"2.^ > *\"",
    .uses = CLI_USES_MEMORY,
    .is_streaming = true,
    .run = run,
};
