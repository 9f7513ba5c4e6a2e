/* papamu info: what a database is.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/histogram.h"
#include "solver/konane/probe.h"
#include "src/cli/input/database.h"
#include "src/cli/input/draughts.h"
#include "src/cli/solve/sweeping.h"

#include <stdlib.h>

static void put_facts(cli *c, pm_db *database, const pm_db_info *info)
{
    cli_fact_text(c, "game", "konane");
    cli_fact_count(c, "rows", (uint64_t)info->rows);
    cli_fact_count(c, "cols", (uint64_t)info->cols);
    cli_fact_text(c, "values", info->has_remoteness ? "remoteness" : "outcome");
    cli_fact_text(c, "stored_movers", info->n_movers == 2 ? "black and white" : "black; white by mirror image");
    cli_fact_count(c, "position_mover_pairs", info->pairs);
    database_put_facts(c, db_get_header(pm_db_inside(database)), info->stored);
}

static const cli_column columns[] = {{.name = "mover", .kind = CLI_WORD},
                                     {.name = "stones", .kind = CLI_INTEGER},
                                     {.name = "value", .kind = CLI_WORD},
                                     {.name = "positions", .kind = CLI_INTEGER}};

static void put_histogram(cli *c, const pm_db_info *info, const db_histogram *h)
{
    cli_table(c, "histogram", columns, 4);
    for (int mover = 0; mover < 2; mover++) {
        for (int stones = 0; stones <= info->rows * info->cols; stones++) {
            for (int value = 0; value < (info->has_remoteness ? DB_HISTOGRAM_VALUES : 2); value++) {
                if (info->has_remoteness && h->count[mover][stones][value] == 0) {
                    continue;
                }
                char number[16];
                snprintf(number, sizeof number, "%d", value);
                cli_put_text(c, color_name((pm_color)mover));
                cli_put_integer(c, stones);
                cli_put_text(c, info->has_remoteness ? number : value ? "win" : "loss");
                cli_put_count(c, h->count[mover][stones][value]);
                if (!cli_row(c)) {
                    return;
                }
            }
        }
    }
}

static int histogram(cli *c, const char *path, pm_db *database, const pm_db_info *info)
{
    db_histogram *h = malloc(sizeof *h);
    if (!h) {
        return cli_no_memory(c, "the histogram");
    }
    pm_error err;
    cli_progress_begin(c, "count", "blocks");
    const pm_status status = db_histogram_count(pm_db_inside(database), db_konane_orbits(pm_db_konane(database)),
                                                c->threads, cli_progress_count, NULL, h, &err);
    cli_progress_end();
    if (status == PM_OK) {
        put_histogram(c, info, h);
    }
    free(h);
    return status == PM_OK ? CLI_DONE : database_fail(c, path, status, &err);
}

static int run(cli *c)
{
    pm_db *database;
    const char *path = c->operands[0];
    if (draughts_db_is(path)) {
        return draughts_info(c, path);
    }
    int code = database_open(c, path, &database);
    if (code != CLI_DONE) {
        return code;
    }
    const pm_db_info info = pm_db_get_info(database);
    const bool wants_histogram = cli_has(c, "histogram");
    if (c->format != CLI_CSV) { /* CSV has one table: the histogram if it is asked for, else the facts */
        put_facts(c, database, &info);
    } else if (!wants_histogram) {
        database_put_csv(c, db_get_header(pm_db_inside(database)), info.stored);
    }
    if (wants_histogram) {
        code = histogram(c, path, database, &info);
    }
    pm_db_close(database);
    return code;
}

static const cli_option options[] = {
    {"histogram", NULL,
     "count the positions with each value, by mover and number of stones; draughts: the stored ones, by pieces"},
    {NULL, NULL, NULL},
};

const cli_command cmd_info = {
    .name = "info",
    .operands = "FILE",
    .summary = "What a database is: board, kind of values, size, digest, origin",
    .details = "Two databases hold the same values if and only if their digests are equal.\n\n"
               "Example: papamu info 6x6.papamu --histogram",
    .options = options,
    .uses = CLI_USES_THREADS | CLI_USES_PROGRESS,
    .run = run,
};
