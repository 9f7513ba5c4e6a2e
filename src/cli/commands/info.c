/* papamu info: what a database is.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/search/proof_file.h"
#include "src/cli/input/database.h"
#include "src/cli/search/proof.h"

/* The histogram in progress. */
typedef struct counting {
    cli *c;
    int n_columns;
    cli_column columns[ANSWERS_MAX_COLUMNS];
    bool has_begun; /* the table: with the first row, so that nothing is printed before an error */
} counting;

static void begin_table(counting *counted)
{
    if (!counted->has_begun) {
        cli_table(counted->c, "histogram", counted->columns, counted->n_columns);
        counted->has_begun = true;
    }
}

static bool put_row(void *ctx, const answers_cell cells[])
{
    counting *counted = ctx;
    begin_table(counted);
    for (int i = 0; i < counted->n_columns; i++) {
        if (cells[i].is_empty) {
            cli_put(counted->c, CLI_NONE);
        } else if (cells[i].word) {
            cli_put(counted->c, cells[i].word);
        } else {
            cli_put(counted->c, cells[i].number);
        }
    }
    return cli_row(counted->c);
}

static int histogram(cli *c, const char *path, answers_db *d)
{
    const answers_column *columns;
    counting counted = {.c = c, .n_columns = answers_db_columns(d, &columns)};
    for (int i = 0; i < counted.n_columns; i++) {
        counted.columns[i] = (cli_column){.name = columns[i].name, .kind = columns[i].is_word ? CLI_WORD : CLI_INTEGER};
    }
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
    cli_table_end(c); /* the columns end with this function */
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
    if (c->format != CLI_CSV) { /* CSV has one table: the histogram if it is asked for, else the facts */
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
    .summary = "What a database or a proof is: board, kind of values, size, digest, origin",
    .details = "Two databases hold the same values if and only if their digests are equal.\n\n"
               "Example: papamu info 6x6.papamu --histogram",
    .options = options,
    .uses = CLI_USES_THREADS | CLI_USES_PROGRESS,
    .run = run,
};
