/* papamu stats: what self-play files say, alone or joined.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/pairing.h"
#include "analysis/stats/records.h"
#include "src/cli/frame/cli.h"
#include "src/cli/selfplay/shards.h"
#include "src/cli/selfplay/stats_tables.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the files have been so far. */
typedef struct intake {
    cli *c;
    stats counts;
    stats_kind kind;
    shards shards;    /* what the files say that they hold */
    const char *path; /* of the file that is being read */
    bool has_bad_games;
} intake;

static void complain(void *ctx, const pm_error *what)
{
    intake *in = ctx;
    in->has_bad_games = true;
    cli_warn(in->c, "\"%s\", %s; this game is left out", in->path, what->message);
}

static void remark(void *ctx, const char *what)
{
    const intake *in = ctx;
    cli_warn(in->c, "\"%s\", %s", in->path, what);
}

/* Records have a suffix of their own, begin with a tag, or have no comma in their first line other than comments. */
static const record_dialect *dialect_of(const cli *c, const char *path, FILE *file)
{
    const record_dialect *of_path = record_dialect_of_path(path, c->game);
    if (of_path) {
        return of_path;
    }
    char *line = NULL;
    size_t capacity = 0;
    bool is_records = false;
    const long begin = ftell(file);
    while (getline(&line, &capacity, file) > 0) {
        if (line[0] != '#' && line[strspn(line, " \t\r\n")]) {
            is_records = line[0] == '[' || line[0] == '{' || !strchr(line, ',');
            break;
        }
    }
    free(line);
    (void)fseek(file, begin, SEEK_SET);
    return is_records ? record_dialect_of_game(c->game) : NULL;
}

static pm_status read_records(intake *in, FILE *file, const record_dialect *dialect, pm_error *err)
{
    const cli *c = in->c;
    const game_options defaults = cli_game_options(c, c->rows, c->cols);
    const stats_listener listener = {.ctx = in, .complain = complain, .remark = remark};
    stats_records_count count = {0};
    const pm_status status =
        stats_read_records(file, dialect, &defaults, &in->counts, &in->kind, &listener, &count, err);
    if (count.unfinished) {
        cli_warn(c, "\"%s\": %" PRIu64 " %s left out", in->path, count.unfinished,
                 count.unfinished == 1 ? "game without a result is" : "games without a result are");
    }
    assert(status != PM_OK || in->kind == STATS_RECORDS);
    return status;
}

static uint64_t count_games(const stats *s)
{
    uint64_t n = 0;
    for (size_t i = 0; i < s->n_series; i++) {
        for (size_t k = 0; k < s->series[i].n_openings; k++) {
            n += stats_games(&s->series[i].openings[k]);
        }
    }
    return n;
}

/* A run that was interrupted leaves a file of fewer games than its first lines name. */
static void check_count(const intake *in, size_t n_shards, uint64_t n_games)
{
    uint64_t n = 0;
    for (size_t i = n_shards; i < in->shards.n; i++) {
        const shard *s = &in->shards.list[i];
        n += strstr(s->run, "--matrix") ? 0 : s->last - s->first + 1; /* of a matrix each pair of players has as many */
    }
    if (n > 0 && in->kind != STATS_PLIES && n_games != n) {
        cli_warn(in->c, "\"%s\" has %" PRIu64 " games, not the %" PRIu64 " that its first lines name", in->path,
                 n_games, n);
    }
}

static int read_file(intake *in, const char *path)
{
    FILE *file;
    const int code = cli_text_open(in->c, path, "self-play or game records", &file);
    if (code != CLI_DONE) {
        return code;
    }
    in->path = path;
    const uint64_t games_before = count_games(&in->counts);
    const size_t shards_before = in->shards.n;
    const int shard_code = shards_read(in->c, file, path, &in->shards);
    if (shard_code != CLI_DONE) {
        fclose(file);
        return shard_code;
    }
    pm_error err = {0};
    const record_dialect *dialect = dialect_of(in->c, path, file);
    const pm_status status =
        dialect ? read_records(in, file, dialect, &err) : stats_read_csv(file, &in->counts, &in->kind, &err);
    fclose(file);
    if (status == PM_BAD_INPUT) {
        return cli_error(in->c, CLI_BAD_INPUT, "\"%s\", %s", path, err.message);
    }
    if (status != PM_OK) {
        return cli_error(in->c, CLI_SYSTEM, "cannot read \"%s\": %s", path, err.message);
    }
    check_count(in, shards_before, count_games(&in->counts) - games_before);
    return CLI_DONE;
}

/* The table that --table names, or the one that CSV has without it; NULL if all are asked for. */
static const stats_table *chosen_table(const cli *c)
{
    const char *name = cli_value(c, "table");
    return name ? stats_table_find(name) : cli_has_one_table(c) ? stats_table_find("series") : NULL;
}

/* Put `table`, or all if it is NULL. */
static int put(cli *c, const stats *s, const stats_table *table)
{
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

/* The same games counted twice would make every interval too narrow. */
static int check_files(cli *c)
{
    for (int i = 1; i < c->n_operands; i++) {
        for (int j = 0; j < i; j++) {
            if (cli_is_same_file(c->operands[i], c->operands[j])) {
                return cli_usage(c, "\"%s\" is named twice: its games would count twice", c->operands[i]);
            }
        }
    }
    return CLI_DONE;
}

/* Find pairs in what was read, and warn of what it does not say by itself. */
static int finish(intake *in)
{
    if (pairing_finish(&in->counts) != PM_OK) {
        return cli_no_memory(in->c, "the counts");
    }
    stats_warn(in->c, &in->counts);
    return CLI_DONE;
}

static int run(cli *c)
{
    intake in = {.c = c, .kind = STATS_NO_KIND};
    const stats_table *table = chosen_table(c);
    int code = check_files(c);
    for (int i = 0; i < c->n_operands && code == CLI_DONE; i++) {
        code = cli_is_interrupted() ? CLI_INTERRUPTED : read_file(&in, c->operands[i]);
    }
    assert(code != CLI_DONE || c->n_operands == 0 ||
           in.kind != STATS_NO_KIND); /* a file that was read is of some kind */
    if (code == CLI_DONE && in.kind == STATS_PLIES && cli_has(c, "table") && strcmp(table->name, "plies") != 0) {
        code = cli_usage(c, "--table %s needs games, and the files have the table by ply: give --table plies",
                         table->name);
    }
    if (in.kind == STATS_PLIES && table) {
        table = stats_table_find("plies"); /* the one table of CSV, where none is named */
    }
    code = code ? code : shards_check(c, &in.shards);
    code = code ? code : finish(&in);
    code = code ? code : put(c, &in.counts, table);
    stats_free(&in.counts);
    shards_free(&in.shards);
    return code == CLI_DONE && in.has_bad_games ? CLI_BAD_INPUT : code;
}

static const cli_option options[] = {
    {"table", "NAME", "print this table alone: { series openings classes lengths branching plies pairs sums}"},
    {0},
};

const cli_command cmd_stats = {
    .name = "stats",
    .operands = "FILE...",
    .summary = "Summary of self-play files and game records",
    .details =
        "Reads CSV of `papamu selfplay` (games, --summary or --plies) and game records (.kgn, .pdn, or a list of\n"
        "moves on the board that --board gives), files of one kind. Counts are exact, so the files of a run that was\n"
        "split give the same bytes as the file of the whole run, and `--table sums` or `--table plies` make one file\n"
        "of many. Files say which games of which run they hold: games that two of them hold are refused, those "
        "missing\n"
        "between two are named. A record with an illegal move, or one that was cut off, is reported and left out; the "
        "exit code is 2 "
        "then.\n\n"
        "Tables: series has a row for each pair of players, openings one for each opening, classes one for each class\n"
        "of openings (Konane: Black removes a corner, a centre cell, ...); lengths and branching are histograms;\n"
        "plies goes by ply; pairs joins both colours; sums is what was counted. Where none is named, CSV has plies if\n"
        "the files are of that kind, else series.\n\n"
        "Intervals, from low to high, are of 95 % confidence: Wilson's for shares, Student's for means, Bonett and\n"
        "Price's for pairs of games with the same opening and colours exchanged. A repeated game says nothing new:\n"
        "if d of n games are different, an interval is that of d games with the same shares and means, and there is\n"
        "none if all games are one and the same. (Games of random against random are independent by construction,\n"
        "so all of them count.) Elo: 400 log10(s / (1 - s)) of a share s of the points.\n\n"
        "Example: papamu stats part1.csv part2.csv --table openings --format csv",
    .options = options,
    .uses = CLI_USES_GAME | CLI_USES_RULES | CLI_USES_VARIANTS | CLI_USES_BOARD,
    .run = run,
};
