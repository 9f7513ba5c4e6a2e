/* papamu stats: what self-play files say, alone or joined.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "analysis/stats_read.h"
#include "src/cli/cli.h"
#include "src/cli/stats_tables.h"

static int read_file(cli *c, const char *path, stats *s, stats_kind *kind)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        return cli_error(c, CLI_BAD_INPUT, "cannot open \"%s\": %s", path, strerror(errno));
    }
    pm_error err;
    const pm_status status = stats_read_csv(file, s, kind, &err);
    fclose(file);
    if (status == PM_BAD_INPUT) {
        return cli_error(c, CLI_BAD_INPUT, "\"%s\", %s", path, err.message);
    }
    return status ? cli_error(c, CLI_SYSTEM, "cannot read \"%s\": %s", path, err.message) : CLI_DONE;
}

/* The entry of the table that --table names, or of the one that CSV has without it; NULL if all are asked for. Sets
 * `*code` after an error. */
static const stats_table *chosen_table(cli *c, int *code)
{
    const char *name = cli_value(c, "table");
    const char *names[16] = {NULL};
    for (int i = 0; stats_tables[i].name; i++) {
        names[i] = stats_tables[i].name;
    }
    *code = CLI_DONE;
    if (!name) {
        return c->format == CLI_CSV ? stats_table_find("series") : NULL;
    }
    const int i = cli_choice(c, "table", name, names);
    *code = i < 0 ? CLI_BAD_INPUT : CLI_DONE;
    return i < 0 ? NULL : &stats_tables[i];
}

static int put(cli *c, const stats *s)
{
    int code;
    const stats_table *table = chosen_table(c, &code);
    if (code) {
        return code;
    }
    if (table) {
        table->put(c, s);
    } else if (c->format == CLI_TEXT) {
        return stats_report(c, s);
    } else {
        for (int i = 0; stats_tables[i].name; i++) {
            if (stats_tables[i].is_in_report) {
                stats_tables[i].put(c, s);
            }
        }
    }
    return CLI_DONE;
}

static int run(cli *c)
{
    stats s = {0};
    stats_kind kind = STATS_NO_KIND;
    int code = CLI_DONE;
    for (int i = 0; i < c->n_operands && code == CLI_DONE; i++) {
        code = cli_is_interrupted() ? CLI_INTERRUPTED : read_file(c, c->operands[i], &s, &kind);
    }
    code = code ? code : put(c, &s);
    stats_free(&s);
    return code;
}

static const cli_option options[] = {
    {"table", "NAME", "print this table alone: series, openings, lengths, branching, plies, pairs or sums"},
    {NULL, NULL, NULL},
};

const cli_command cmd_stats = {
    .name = "stats",
    .operands = "FILE...",
    .summary = "summary of self-play files",
    .details =
        "Reads CSV of `papamu selfplay`: games, --summary or --plies, files of one kind. Counts are exact, so the\n"
        "files of a run that was split give the same bytes as the file of the whole run, and `--table sums` or\n"
        "`--table plies` make one file of many.\n\n"
        "Tables: series has a row for each pair of players, openings one for each opening; lengths and branching\n"
        "are histograms; plies goes by ply; pairs joins both colours; sums is what was counted. CSV has series if\n"
        "none is named. Intervals are of 95 % confidence: Wilson's for shares, Student's for means.\n\n"
        "Example: papamu stats part1.csv part2.csv --table openings --format csv",
    .options = options,
    .run = run,
};
