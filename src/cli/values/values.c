/* papamu values: the exact values of all positions of a board, counted.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/values/value_board.h"
#include "src/cli/frame/cli.h"
#include "src/cli/values/integers.h"
#include "src/cli/values/tables.h"

enum { DEFAULT_TOP = 12 };

/* Value and count all positions, and write what the options ask for. */
static int value_board(const values_report *asked, int table)
{
    values_report r = *asked;
    cli *c = r.c;
    const board_values_options options = {
        .threads = c->threads, .bytes = cli_memory(c), .progress = cli_progress_count};
    board_values *values = NULL;
    value_census *census = NULL;
    pm_error err = {0};
    cli_progress_begin(c, "values", "sets");
    pm_status status = board_values_new(r.board, &options, &values, &err);
    cli_progress_end();
    if (status == PM_OK) {
        r.table = board_values_table(values);
        r.all = board_values_all(values);
        const int n_cells = pm_board_rows(r.board) * pm_board_cols(r.board);
        status = value_census_new(r.table, r.all, n_cells, c->threads, &census, &err);
    }
    r.census = census;
    if (status != PM_OK) {
        r.code = cli_fail(c, status, &err);
    } else if (cli_has_one_table(c)) {
        values_put_csv(&r, table);
    } else {
        values_put_all(&r);
    }
    value_census_free(census);
    board_values_free(values);
    return r.code;
}

/* A rule that was asked for must leave Black something to remove; without one, any board will do. */
static int new_board(cli *c, pm_board **board)
{
    const bool is_rule_asked = c->opening;
    if (!is_rule_asked) {
        c->opening = "any";
    }
    const int code = cli_board_new(c, "has exact values", board);
    return code || !is_rule_asked ? code : cli_board_check(c, *board);
}

static int run(cli *c)
{
    if (cli_has(c, "integers")) {
        return values_integers(c);
    }
    const bool has_one = cli_has_one_table(c);
    values_report r = {.c = c, .top = cli_number(c, "top", has_one ? UINT32_MAX : DEFAULT_TOP)};
    if (cli_has(c, "table") && !has_one) {
        return cli_usage(c, "--table chooses the table of --format csv or latex; text and json have all of them");
    }
    const int table = values_table_asked(c);
    if (table < 0) {
        return CLI_BAD_INPUT;
    }
    pm_board *board = NULL;
    int code = new_board(c, &board);
    if (code == CLI_DONE) {
        r.board = board;
        code = value_board(&r, table);
    }
    pm_board_free(board);
    return code;
}

static const cli_option options[] = {
    {"top", "N", "how many of the most frequent, hottest, finest values (default 12; csv and latex: all)"},
    {"table", "TABLE",
     "the table of csv and latex: {values openings hottest nimbers fractions stones temperatures birthdays integers}; "
     "with "
     "--integers openings (default) or integers"},
    {"integers", NULL,
     "by sweep: which integer each opening is worth, or its bounds, and how many positions are integers"},
    {0},
};

static const cli_range ranges[] = {{"top", 1, UINT32_MAX}, {0}};

static const cli_rule rules[] = {{"integers", "top", "--integers lists all: it has no --top"}, {0}};

const cli_command cmd_values = {
    .name = "values",
    .operands = "SIZE",
    .summary = "Count the exact values of all positions of a board",
    .details =
        "Every set of stones is one position; its value is that of `papamu value`. Text and json say how many\n"
        "different values there are, which are the most frequent, what each opening is worth that --opening admits\n"
        "(default: any black stone), which values are the hottest, all nimbers, the fractions with the largest\n"
        "denominators, and how kinds of values, temperatures and birthdays are distributed by number of stones.\n\n"
        "It takes more than four bytes for each set of stones: 128 MiB on 5x5, 4 GiB on 5x6.\n\n"
        "With --integers, which reaches to 36 cells, it lists the same openings: the integer n if one is worth n\n"
        "free moves for Black, and the tightest integer bounds of its value. Where a bound is further from 0 than 14\n"
        "the sweep is done again with wider numbers, at twice the memory; if that is not there, such a bound is\n"
        "\"beyond\", and so is the value, which may be an integer.\n\n"
        "Example: papamu values 4x5 --format csv --table temperatures",
    .options = options,
    .ranges = ranges,
    .rules = rules,
    .uses = CLI_USES_RULES | CLI_USES_THREADS | CLI_USES_MEMORY | CLI_USES_PROGRESS,
    .run = run,
};
