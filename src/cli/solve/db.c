/* Databases of papamu solve: see db.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/solve/db.h"

#include "solver/db/histogram.h"
#include "solver/konane/db/probe.h"
#include "solver/sweep/census.h"
#include "solver/sweep/remoteness.h"
#include "src/base/status.h"
#include "src/cli/input/database.h"

#include <assert.h>
#include <stdlib.h>

solve_db_options solve_db_read(const cli *c)
{
    return (solve_db_options){.path = cli_value(c, "db"),
                              .checkpoint = cli_value(c, "checkpoint"),
                              .level = (int)cli_number(c, "level", DB_DEFAULT_LEVEL)};
}

static pm_status answer_queries(pm_db *database, const pm_board *board, konane_query queries[], int n, pm_error *err)
{
    for (int i = 0; i < n; i++) {
        pm_value value;
        const pm_status status = pm_db_probe(database, board, queries[i].pos, &value, err);
        if (status != PM_OK) {
            return status;
        }
        queries[i].is_answered = true;
        queries[i].mover_wins = value.winner == queries[i].pos.mover;
        assert(value.remoteness < 0 ||
               (value.remoteness % 2 == 1) == queries[i].mover_wins); /* who wins makes the last move */
        queries[i].remoteness = (uint8_t)(value.remoteness >= 0 ? value.remoteness : queries[i].mover_wins);
    }
    return PM_OK;
}

/* Positions won by each mover, and the largest value, counted as the sweep passes; of the board with a black corner. */
typedef struct tally {
    bool has_remoteness;
    census outcomes;
    remoteness_census remoteness;
    uint64_t wins[2];
    int largest;
} tally;

static pm_status tally_layer(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black,
                             pm_error *err)
{
    tally *t = ctx;
    return t->has_remoteness ? remoteness_add(&t->remoteness, team, white, black, err)
                             : census_add(&t->outcomes, team, white, black, err);
}

static void tally_finish(tally *t)
{
    for (int mover = 0; mover < 2; mover++) {
        t->wins[mover] = t->has_remoteness ? remoteness_wins(&t->remoteness, (pm_color)mover)
                                           : census_wins(&t->outcomes, (pm_color)mover);
    }
    t->largest = t->has_remoteness ? t->remoteness.peak.remoteness : 1;
}

/* After a resumed sweep the first layers are in the file alone: count there. */
static pm_status tally_file(tally *t, pm_db *database, int threads, pm_error *err)
{
    db_histogram *h = malloc(sizeof *h);
    if (!h) {
        return status_no_memory(err, "the counts", 0);
    }
    const pm_status status = db_histogram_count(pm_db_inside(database), db_konane_orbits(pm_db_konane(database)),
                                                threads, NULL, NULL, h, err);
    t->wins[0] = t->wins[1] = 0;
    t->largest = 0;
    for (int mover = 0; mover < 2 && status == PM_OK; mover++) {
        for (int stones = 0; stones < DB_HISTOGRAM_STONES; stones++) {
            for (int value = 0; value < DB_HISTOGRAM_VALUES; value++) {
                const uint64_t n = h->count[mover][stones][value];
                t->wins[mover] += value % 2 ? n : 0; /* a won outcome is 1, a won remoteness odd */
                t->largest = n > 0 && value > t->largest ? value : t->largest;
            }
        }
    }
    free(h);
    return status;
}

/* Take the answers out of the finished file. On a board with a white corner the colours are exchanged. */
static pm_status read_answers(pm_db *database, const sweeping *s, tally *t, bool is_resumed, konane_query queries[],
                              int n_queries, uint64_t wins[2], int *largest, pm_error *err)
{
    pm_status status = answer_queries(database, s->board, queries, n_queries, err);
    if (status == PM_OK && is_resumed) {
        status = tally_file(t, database, s->c->threads, err);
    }
    const int exchange = pm_board_corner(s->board) == PM_WHITE;
    wins[PM_BLACK] = t->wins[PM_BLACK ^ exchange];
    wins[PM_WHITE] = t->wins[PM_WHITE ^ exchange];
    assert(status != PM_OK || wins[PM_BLACK] + wins[PM_WHITE] <= UINT64_C(2) << s->board->n_cells);
    *largest = t->largest;
    return status;
}

int solve_db_run(const solve_db_options *options, sweeping *s, konane_query queries[], int n_queries, uint64_t wins[2],
                 int *largest)
{
    cli *c = s->c;
    pm_error err = {0};
    uint8_t digest[DB_DIGEST_BYTES];
    int n_resumed = 0;
    tally t = {.has_remoteness = s->space->spec.question == SWEEP_REMOTENESS};
    remoteness_begin(&t.remoteness);
    const db_options writing = {.level = options->level,
                                .command = c->command_line,
                                .date = database_date(),
                                .checkpoint = options->checkpoint,
                                .kind = t.has_remoteness ? DB_REMOTENESS : DB_OUTCOME};
    cli_progress_begin(c, "sweep", "positions");
    pm_status status =
        db_konane_solve(options->path, s->board, &writing, &s->options, tally_layer, &t, &n_resumed, digest, &err);
    s->seconds = cli_progress_end();
    if (status != PM_OK) {
        return cli_fail(c, status, &err);
    }
    pm_db *database;
    status = pm_db_open(options->path, c->memory, &database, &err);
    if (status != PM_OK) {
        return database_fail(c, options->path, status, &err);
    }
    tally_finish(&t);
    status = read_answers(database, s, &t, n_resumed > 0, queries, n_queries, wins, largest, &err);
    if (status == PM_OK) {
        char text[DB_DIGEST_TEXT];
        cli_fact_count(c, "database_bytes", pm_db_get_info(database).file_bytes);
        cli_fact_text(c, "digest", db_digest_format(digest, text));
    }
    pm_db_close(database);
    return status == PM_OK ? CLI_DONE : database_fail(c, options->path, status, &err);
}
