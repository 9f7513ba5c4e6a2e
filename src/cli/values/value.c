/* papamu value: exact values of Konane positions in the sense of combinatorial game theory.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/input/positions.h"
#include "src/cli/values/rows.h"
#include "src/cli/values/thermograph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Value one position and write its rows. False to stop. */
static bool answer(void *ctx, const char *text, size_t number)
{
    valuer *v = ctx;
    konane_diagram d;
    konane_stones stones;
    cgt_value value;
    pm_error err = {0};
    pm_status status = valuer_read(v, text, &d, &err);
    if (status != PM_OK) {
        valuer_note(v, positions_refuse(v->c, text, number, err.message, err.offset));
        return true;
    }
    stones = konane_stones_of(&d);
    status = valuer_find(v, &stones, &value, &err);
    if (status == PM_NO_MEMORY && !cli_has(v->c, "options")) {
        return valuer_put_bounds(v, text, &stones);
    }
    if (status != PM_OK) {
        v->code = cli_fail(v->c, status, &err);
        return false;
    }
    v->last = value;
    return cli_has(v->c, "options") ? valuer_put_moves(v, text, &stones, value) : valuer_put_value(v, text, value);
}

/* All operands as one game: the value of their sum. */
static void answer_sum(valuer *v)
{
    cli *c = v->c;
    cgt_table *table = konane_values_table(v->values);
    cgt_value sum = CGT_ZERO;
    size_t length = 1;
    for (int i = 0; i < c->n_operands; i++) {
        konane_diagram d;
        cgt_value value = CGT_NONE;
        pm_error err = {0};
        pm_status status = valuer_read(v, c->operands[i], &d, &err);
        if (status != PM_OK) {
            v->code = cli_fail_in(c, "position", c->operands[i], status, &err);
            return;
        }
        const konane_stones stones = konane_stones_of(&d);
        status = valuer_find(v, &stones, &value, &err);
        sum = cgt_sum(table, sum, value);
        if (status == PM_OK) {
            status = cgt_table_status(table, &err);
        }
        if (status != PM_OK) {
            v->code = cli_fail(c, status, &err);
            return;
        }
        length += strlen(c->operands[i]) + 3;
    }
    char *text = malloc(length);
    if (!text) {
        v->code = cli_no_memory(c, "the text of a sum");
        return;
    }
    text[0] = '\0';
    for (int i = 0; i < c->n_operands; i++) {
        strcat(strcat(text, i ? " + " : ""), c->operands[i]);
    }
    assert(strlen(text) < length);
    v->last = sum;
    valuer_put_value(v, text, sum);
    free(text);
}

/* Draw the thermograph of the last value. */
static void draw(valuer *v)
{
    const char *path = cli_value(v->c, "thermograph");
    cgt_thermograph graph;
    char *title = NULL;
    pm_error err = {0};
    pm_status status = cgt_thermograph_of(v->thermographs, v->last, &graph, &err);
    if (status == PM_OK) {
        status = cgt_format(konane_values_table(v->values), v->last, 80, &title, &err);
    }
    v->code = status == PM_OK ? thermograph_draw(v->c, path, title, &graph) : cli_fail(v->c, status, &err);
    free(title);
}

static void answer_all(valuer *v)
{
    const cli *c = v->c;
    valuer_begin_table(v);
    if (cli_has(c, "sum")) {
        answer_sum(v);
    } else {
        valuer_note(v, positions_each(v->c, 0, answer, v));
    }
    if (v->code == CLI_DONE && cli_has(c, "thermograph")) {
        draw(v);
    }
}

static int check_options(cli *c)
{
    if (cli_has(c, "sum") && c->n_operands == 0) {
        return cli_usage(c, "--sum needs the positions to add as operands");
    }
    if (!cli_has(c, "thermograph")) {
        return CLI_DONE;
    }
    if (!cli_has(c, "sum") && c->n_operands != 1) {
        return cli_usage(c, "--thermograph draws the value of one position or of one --sum, %d positions were given",
                         c->n_operands);
    }
    return thermograph_check(c, cli_value(c, "thermograph"));
}

static int run(cli *c)
{
    int code = cli_konane_only(c, "has exact values");
    code = code ? code : check_options(c);
    if (code != CLI_DONE) {
        return code;
    }
    valuer v = {.c = c, .last = CGT_ZERO};
    code = valuer_open(&v);
    if (code == CLI_DONE) {
        answer_all(&v);
        code = v.code;
    }
    if (!c->has_failed && code != CLI_INTERRUPTED) {
        const int kept = valuer_keep(&v);
        code = kept == CLI_DONE ? code : kept;
    }
    valuer_close(&v);
    return code;
}

static const cli_option options[] = {
    {"thermograph", "FILE", "draw the thermograph to FILE.png, .pdf, .svg, or .gp (a gnuplot script)"},
    {"options", NULL, "all moves of both players with the values they lead to, and which are canonical"},
    {"sum", NULL, "the value of all positions together, each on a board of its own"},
    {"cache", "FILE", "begin with the values in FILE, if it is there, and add the new ones to it"},
    {"traits", NULL, "more columns: stops, birthday, kind, atomic weight"},
    {0},
};

static const cli_rule rules[] = {
    {"sum", "options", "--sum and --options exclude each other: the moves are those of a single position"},
    {"traits", "options",
     "--traits and --options exclude each other: one adds columns to values, the other lists moves"},
    {0},
};

const cli_command cmd_value = {
    .name = "value",
    .operands = "[POSITION...]",
    .summary = "Exact game values of positions: canonical form, outcome, mean, temperature",
    .details =
        "Black is Left: positive is good for Black. Only the stones matter, not who is to move; jumps only. Values "
        "are\n"
        "written as usual: 3, -1/2, * and *2, ^ and v for up and down (^^ twice, ^3 thrice), tiny(2), +-1 for {1|-1},\n"
        "{L|R}. Without positions these are read from standard input, one a line; lines that begin with # are left "
        "out,\n"
        "and so, with a remark and exit code 2, are lines that are not positions. Positions have up to 400 cells. "
        "Where "
        "the\n"
        "memory does not suffice, the outcome (if found) and proven bounds are printed, and the exit code is "
        "3.\n\n"
        "Example: papamu value \".xo.o.o.|.o......|.x......\" --thermograph hot.png",
    .options = options,
    .rules = rules,
    .uses = CLI_USES_RULES | CLI_USES_THREADS | CLI_USES_MEMORY | CLI_USES_PROGRESS,
    .is_streaming = true,
    .run = run,
};
