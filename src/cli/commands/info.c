/* papamu info: what a database is.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/search/proof_file.h"
#include "src/cli/input/database.h"
#include "src/cli/search/proof.h"
#include "src/konane/cell.h"

#include <assert.h>
#include <stdio.h>

/* The histogram in progress. */
typedef struct counting {
    cli *c;
    bool is_draughts;
    bool has_begun; /* the table: with the first row, so that nothing is printed before an error */
} counting;

static void begin_table(counting *counted)
{
    if (!counted->has_begun) {
        cli_table_of(counted->c, "histogram",
                     counted->is_draughts ? "mover_men# mover_kings# other_men# other_kings# value plies# positions#"
                                          : "mover stones# value positions#");
        counted->has_begun = true;
    }
}

static bool put_row(void *ctx, const answers_count *n)
{
    counting *counted = ctx;
    cli *c = counted->c;
    assert(n->verdict.plies < 0 || n->verdict.outcome == 0 || (n->verdict.plies % 2 == 1) == (n->verdict.outcome > 0));
    assert(!counted->is_draughts || n->stones == n->men[0] + n->kings[0] + n->men[1] + n->kings[1]);
    const char *value = n->verdict.outcome == 0 ? "draw" : n->verdict.outcome > 0 ? "win" : "loss";
    char plies[16] = "";
    if (n->verdict.plies >= 0) {
        snprintf(plies, sizeof plies, "%d", n->verdict.plies);
    }
    begin_table(counted);
    if (!counted->is_draughts) {
        return cli_put_row(c, color_name((pm_color)n->mover), n->stones, *plies ? plies : value, n->positions);
    }
    cli_put(c, n->men[0], n->kings[0], n->men[1], n->kings[1], value);
    if (*plies) {
        cli_put(c, n->verdict.plies);
    } else {
        cli_put(c, CLI_NONE);
    }
    return cli_put_row(c, n->positions);
}

static int histogram(cli *c, const char *path, answers_db *d)
{
    counting counted = {.c = c, .is_draughts = answers_db_get_info(d).pieces > 0};
    const answers_histogram h = {
        .threads = c->threads, .row = put_row, .progress = cli_progress_count, .ctx = &counted};
    pm_error err;
    cli_progress_begin(c, "count", "blocks");
    const pm_status status = answers_db_histogram(d, &h, &err);
    cli_progress_end();
    if (status != PM_OK) {
        return database_fail(c, path, status, &err);
    }
    begin_table(&counted);
    cli_table_end(c);
    return CLI_DONE;
}

static int run(cli *c)
{
    answers_db *d;
    const char *path = c->operands[0];
    if (proof_file_is(path)) {
        return proof_info(c, path);
    }
    int code = database_open(c, path, &d);
    if (code != CLI_DONE) {
        return code;
    }
    const bool wants_histogram = cli_has(c, "histogram");
    if (!cli_has_one_table(c)) { /* CSV has one table: the histogram if it is asked for, else the facts */
        database_put_facts(c, d);
    } else if (!wants_histogram) {
        database_put_csv(c, d);
    }
    if (wants_histogram) {
        code = histogram(c, path, d);
    }
    answers_db_close(d);
    return code;
}

static const cli_option options[] = {
    {"histogram", NULL,
     "count the positions with each value, by mover and number of stones; draughts: the stored ones, by pieces"},
    {0},
};

const cli_command cmd_info = {
    .name = "info",
    .operands = "FILE",
    .summary = "Describe a database or a proof: board, kind of values, size, digest, origin",
    .details = "Two databases hold the same values if and only if their digests are equal.\n\n"
               "Example: papamu info 6x6.papamu --histogram",
    .options = options,
    .uses = CLI_USES_THREADS | CLI_USES_PROGRESS,
    .run = run,
};
