/* papamu problems: positions with a unique winning move, for solvers and teachers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/problems/find.h"
#include "src/cli/problems/sheet.h"

#include <assert.h>
#include <stdlib.h>

enum { DEFAULT_COUNT = 20, MAX_COUNT = 10000, DEFAULT_GAMES = 2000, MAX_GAMES = 1000000 };

static void put_problems(cli *c, const pm_board *board, const problem problems[], size_t n)
{
    cli_table_of(c, "problems", "position move remoteness# greedy_loses");
    for (size_t i = 0; i < n; i++) {
        char text[PM_MAX_TEXT], move[PM_MAX_MOVE_TEXT];
        assert(i == 0 || problems[i - 1].remoteness <= problems[i].remoteness); /* the easiest first */
        pm_position_format(board, problems[i].pos, text);
        pm_move_format(board, problems[i].move, move);
        if (!cli_put_row(c, text, move, problems[i].remoteness, problems[i].greedy_loses ? "yes" : "no")) {
            return;
        }
    }
    cli_table_end(c);
}

static int find(cli *c, const pm_board *board, const problem_search *search, problem problems[])
{
    const char *sheet = cli_value(c, "sheet");
    pm_error err = {0};
    size_t n = 0;
    cli_progress_begin(c, "sweep", "rows");
    const pm_status status = problems_find(board, search, problems, &n, &err);
    cli_progress_end();
    if (status != PM_OK) {
        return cli_fail(c, status, &err);
    }
    if (n < search->count) {
        cli_warn(c, "%zu problems were found, not %zu: --games N looks at more positions", n, search->count);
    }
    put_problems(c, board, problems, n);
    return sheet ? problems_sheet_write(c, sheet, board, problems, n) : CLI_DONE;
}

static int run(cli *c)
{
    pm_board *board;
    int code = cli_board_new(c, "has problems", &board);
    if (code != CLI_DONE) {
        return code;
    }
    const problem_search search = {
        .seed = c->seed,
        .games = cli_number(c, "games", DEFAULT_GAMES),
        .count = (size_t)cli_number(c, "count", DEFAULT_COUNT),
        .most_plies = (int)cli_number(c, "most-plies", 0),
        .job = {.threads = c->threads, .memory = cli_memory(c), .progress = cli_progress_count},
    };
    problem *problems = calloc(search.count, sizeof *problems);
    code = cli_board_check(c, board);
    code = code ? code : problems ? find(c, board, &search, problems) : cli_no_memory(c, "the problems");
    free(problems);
    pm_board_free(board);
    return code;
}

static const cli_option options[] = {
    {"count", "N", "how many problems (default 20)"},
    {"games", "N", "look at the positions of N random games (default 2000)"},
    {"most-plies", "N", "leave out problems that take more plies"},
    {"sheet", "FILE", "write a sheet of diagrams with solutions as well, for LaTeX"},
    {0},
};

static const cli_range ranges[] = {
    {"count", 1, MAX_COUNT}, {"games", 1, MAX_GAMES}, {"most-plies", 1, PM_MAX_CELLS}, {0}};

const cli_command cmd_problems = {
    .name = "problems",
    .operands = "SIZE",
    .summary = "Find positions in which one move alone wins",
    .details = "Random games under the opening rule give positions that can arise; a sweep of the whole board with "
               "distances says\n"
               "which moves win. Problems in which the greedy move (the one that leaves the best difference of jumps) "
               "loses are\n"
               "taken first, then the longest, no two from one game or alike under symmetry; the easiest is listed "
               "first. The\n"
               "remoteness is the number of plies to the end when the winner hurries and the loser delays.\n\n"
               "Example: papamu problems 5x6 --count 12 --seed 7 --sheet problems.tex",
    .options = options,
    .ranges = ranges,
    .uses = CLI_USES_RULES | CLI_USES_SEED | CLI_USES_THREADS | CLI_USES_MEMORY | CLI_USES_PROGRESS,
    .run = run,
};
