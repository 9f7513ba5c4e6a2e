/* papamu values --integers: see integers.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/values/integers.h"

#include "solver/konane/margins.h"
#include "src/cli/solve/openings.h"
#include "src/cli/solve/sweeping.h"
#include "src/konane/board.h"

#include <assert.h>
#include <inttypes.h>

enum { TABLE_OPENINGS, TABLE_INTEGERS };
static const char *const table_names[] = {"openings", "integers", NULL};

static_assert(sizeof table_names / sizeof table_names[0] == TABLE_INTEGERS + 2, "a name for each table");

typedef struct integers_job {
    sweeping sweep; /* its board, and progress */
    konane_opening_result openings[KONANE_MAX_OPENINGS];
    margin_query queries[KONANE_MAX_OPENINGS];
    int n_openings;
    margin_census census;
} integers_job;

/* What is put in place of a number that four bits cannot hold, if the memory for eight was not there. */
static const char beyond[] = "beyond";

static cli_cell number_cell(bool is_known, int number)
{
    return is_known ? cell_integer(number) : CLI_MARK(beyond);
}

static cli_cell value_cell(const margin_query *q)
{
    assert(!q->has_lower || !q->has_upper || q->lower <= q->upper);
    const bool is_no_integer = q->has_lower && q->has_upper && !margin_is_integer(q);
    return is_no_integer ? CLI_NONE : number_cell(margin_is_integer(q), q->lower);
}

static void put_values(cli *c, const integers_job *job)
{
    cli_table_of(c, "openings", "rows# cols# corner black_removes white_removes value# lower# upper# rules*");
    for (int i = 0; i < job->n_openings; i++) {
        const margin_query *q = &job->queries[i];
        solve_put_opening(c, job->sweep.board, &job->openings[i]);
        cli_put(c, value_cell(q), number_cell(q->has_lower, q->lower), number_cell(q->has_upper, q->upper));
        solve_put_rules(c, job->sweep.board, job->openings[i].black_removes);
        if (!cli_row(c)) {
            return;
        }
    }
    cli_table_end(c);
}

static bool put_counted(cli *c, const pm_board *board, cli_cell value, uint64_t count)
{
    return cli_put_row(c, board->rows, board->cols, color_name(board->corner), value, count);
}

/* The last row counts values that are not integers, the one before it, if there is one, those that may be. */
static void put_histogram(cli *c, const integers_job *job)
{
    const margin_census *census = &job->census;
    const pm_board *board = job->sweep.board;
    cli_table_of(c, "integers", "rows# cols# corner value# positions#");
    bool is_good = true;
    for (int n = -MARGIN_MAX; n <= MARGIN_MAX && is_good; n++) {
        const uint64_t count = census->integers[n + MARGIN_MAX];
        is_good = count == 0 || put_counted(c, board, cell_integer(n), count);
    }
    assert(margin_census_integers(census) + census->beyond <= census->sets);
    const uint64_t rest = census->sets - margin_census_integers(census) - census->beyond;
    is_good = is_good && (census->beyond == 0 || put_counted(c, board, number_cell(false, 0), census->beyond));
    if (is_good && put_counted(c, board, CLI_NONE, rest)) {
        cli_table_end(c);
    }
}

static void put_facts(cli *c, const integers_job *job)
{
    int n_integers = 0;
    for (int i = 0; i < job->n_openings; i++) {
        n_integers += margin_is_integer(&job->queries[i]);
    }
    const margin_census *census = &job->census;
    const uint64_t integers = margin_census_integers(census);
    assert(integers + census->beyond <= census->sets);
    cli_fact_count(c, "number_of_openings", (uint64_t)job->n_openings);
    cli_fact_count(c, "openings_that_are_integers", (uint64_t)n_integers);
    cli_fact_count(c, "number_of_positions", census->sets);
    cli_fact_count(c, "positions_that_are_integers", integers);
    if (census->beyond == 0) {
        cli_fact_real(c, "share_of_integers", 6, (double)integers / (double)census->sets);
    } else {
        cli_fact_count(c, "positions_that_may_be_integers", census->beyond);
    }
    cli_fact_real(c, "seconds", 3, job->sweep.seconds);
}

/* Bounds that are not known are not passed over in silence. */
static void warn_beyond(cli *c, const integers_job *job)
{
    char needed[24];
    if (job->census.beyond > 0) {
        cli_warn(c,
                 "%" PRIu64 " positions have a bound further from 0 than %d, marked \"%s\"; it takes %s of memory to "
                 "find these, give it with --memory",
                 job->census.beyond, MARGIN_MAX_NARROW, beyond,
                 cli_bytes_format(konane_margins_wide_bytes(job->sweep.board), needed));
    }
}

static int list_openings(cli *c, integers_job *job)
{
    konane_query positions[KONANE_MAX_OPENINGS];
    const int code = cli_board_check(c, job->sweep.board);
    if (code != CLI_DONE) {
        return code;
    }
    job->n_openings = konane_opening_queries(job->sweep.board, job->openings, positions);
    assert(job->n_openings <= KONANE_MAX_OPENINGS);
    for (int i = 0; i < job->n_openings; i++) {
        job->queries[i] = (margin_query){.occupied = positions[i].pos.occupied};
    }
    return CLI_DONE;
}

static int solve(cli *c, integers_job *job)
{
    pm_error err;
    const sweep_options options = sweeping_options(&job->sweep, cli_memory(c));
    cli_progress_begin(c, "sweep", "positions");
    const pm_status status =
        konane_margins_solve(job->sweep.board, &options, job->queries, job->n_openings, &job->census, &err);
    job->sweep.seconds = cli_progress_end();
    return cli_check(c, status, &err);
}

static void put_report(cli *c, const integers_job *job, int table)
{
    if (!cli_has_one_table(c) || table == TABLE_OPENINGS) {
        put_values(c, job);
    }
    if (!cli_has_one_table(c) || table == TABLE_INTEGERS) {
        put_histogram(c, job);
    }
    put_facts(c, job);
}

int values_integers(cli *c)
{
    integers_job job = {0};
    int table = TABLE_OPENINGS;
    if (cli_has(c, "table")) {
        if (!cli_has_one_table(c)) {
            return cli_usage(c, "--table chooses the table of --format csv or latex; text and json have all of them");
        }
        table = cli_choice(c, "--table", cli_value(c, "table"), table_names);
        if (table < 0) {
            return CLI_BAD_INPUT;
        }
    }
    if (!c->opening) {
        c->opening = "any";
    }
    int code = sweeping_board(c, &job.sweep);
    code = code ? code : list_openings(c, &job);
    code = code ? code : solve(c, &job);
    if (code == CLI_DONE) {
        put_report(c, &job, table);
        warn_beyond(c, &job);
    }
    sweeping_close(&job.sweep);
    return code;
}
