/* Databases on the command line: see database.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/input/database.h"

#include "solver/db/digest.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int database_fail(cli *c, const char *path, pm_status status, const pm_error *err)
{
    pm_error named = *err;
    status_name_path(path, &named);
    return cli_fail(c, status, &named);
}

/* Konane is also the default of --game, so a database of another game contradicts it only if a third one is named. */
static int check_game(cli *c, const char *path, const char *name)
{
    if (strcmp(c->game, name) == 0) {
        return CLI_DONE;
    }
    if (strcmp(name, "konane") == 0) {
        return cli_error(c, CLI_BAD_INPUT, "\"%s\" is a database of Konane, not of --game %s", path, c->game);
    }
    return strcmp(c->game, "konane") == 0
               ? CLI_DONE
               : cli_error(c, CLI_BAD_INPUT, "\"%s\" is a database of --game %s, not %s", path, name, c->game);
}

int database_open(cli *c, const char *path, answers_db **d)
{
    pm_error err;
    const pm_status status = answers_db_open(path, c->memory, d, &err);
    if (status != PM_OK) {
        return database_fail(c, path, status, &err);
    }
    const int code = check_game(c, path, answers_db_get_info(*d).game);
    if (code != CLI_DONE) {
        answers_db_close(*d);
    }
    return code;
}

void database_put_facts(cli *c, const answers_db *d)
{
    const answers_db_info info = answers_db_get_info(d);
    const db_header *h = info.head;
    assert(h->block_bits < 64 && info.stored > 0);
    char digest[DB_DIGEST_TEXT];
    cli_fact_text(c, "game", info.game);
    cli_fact_count(c, "rows", (uint64_t)info.rows);
    cli_fact_count(c, "cols", (uint64_t)info.cols);
    if (info.pieces > 0) {
        cli_fact_count(c, "pieces", (uint64_t)info.pieces);
    }
    cli_fact_text(c, "values", info.has_remoteness ? "remoteness" : "outcome");
    if (info.movers) {
        cli_fact_text(c, "stored_movers", info.movers);
        cli_fact_text(c, "stored_stones", h->coding == DB_PAIRS ? "even numbers; odd ones by one jump" : "all numbers");
    }
    cli_fact_count(c, info.unit, info.answered);
    cli_fact_count(c, "values_stored", info.stored);
    cli_fact_count(c, "file_bytes", h->file_bytes);
    cli_fact_real(c, "bits_per_stored_value", 4, (double)h->file_bytes * 8 / (double)info.stored);
    cli_fact_count(c, "blocks", h->n_blocks);
    cli_fact_count(c, "values_per_block", (uint64_t)1 << (h->block_bits - (h->coding == DB_PAIRS)));
    cli_fact_count(c, "format_version", db_header_version(h));
    cli_fact_count(c, "level", h->level);
    cli_fact_text(c, "digest", db_digest_format(h->digest, digest));
    cli_fact_text(c, "made_by_version", h->version);
    cli_fact_text(c, "made_by_git", h->git);
    cli_fact_text(c, "made_by_command", h->command);
    cli_fact_text(c, "made_on", h->date);
}

void database_put_csv(cli *c, const answers_db *d)
{
    static const char *const names[] = {"rows",       "cols",   "pieces", "values", "values_stored",
                                        "file_bytes", "blocks", "level",  "digest"};
    enum { N = sizeof names / sizeof names[0], PIECES = 2, VALUES = 3, DIGEST = N - 1 };
    const answers_db_info info = answers_db_get_info(d);
    cli_column columns[N];
    char digest[DB_DIGEST_TEXT];
    int n = 0;
    for (int i = 0; i < N; i++) {
        if (i != PIECES || info.pieces > 0) {
            columns[n++] = (cli_column){.name = names[i], .kind = i == VALUES || i == DIGEST ? CLI_WORD : CLI_INTEGER};
        }
    }
    assert(n == N - (info.pieces == 0));
    cli_table(c, "database", columns, n);
    cli_put(c, info.rows, info.cols);
    if (info.pieces > 0) {
        cli_put(c, info.pieces);
    }
    cli_put_row(c, info.has_remoteness ? "remoteness" : "outcome", info.stored, info.head->file_bytes,
                info.head->n_blocks, info.head->level, db_digest_format(info.head->digest, digest));
    cli_table_end(c); /* the columns end with this function */
}

static bool show_progress(void *ctx, verify_stage stage, uint64_t done, uint64_t total)
{
    (void)ctx;
    (void)stage;
    return !cli_progress_step((double)done, (double)total);
}

verify_options database_verify_options(const cli *c, uint64_t n_samples)
{
    return (verify_options){
        .n_samples = n_samples, .seed = c->seed, .threads = c->threads, .memory = c->memory, .progress = show_progress};
}

static void put_result(cli *c, const uint8_t digest[16], const verify_result *r)
{
    char text[DB_DIGEST_TEXT];
    cli_fact_count(c, "blocks", r->blocks);
    cli_fact_count(c, "damaged_blocks", r->bad_blocks);
    cli_fact_text(c, "digest", db_digest_format(digest, text));
    cli_fact_text(c, "digest_of_content", r->has_digest ? db_digest_format(r->digest, text) : "not computed");
    cli_fact_count(c, "positions_derived", r->positions);
    cli_fact_count(c, "disagreements", r->disagreements);
}

int database_report(cli *c, const char *path, const uint8_t digest[16], const verify_result *r, const char *wrong)
{
    assert(r->bad_blocks <= r->blocks && r->disagreements <= r->positions);
    put_result(c, digest, r);
    if (r->bad_blocks > 0) {
        const pm_error *err = &r->first_bad;
        cli_warn(c, "\"%s\": %s, at byte %zu; %" PRIu64 " of %" PRIu64 " blocks are damaged", path, err->message,
                 err->offset, r->bad_blocks, r->blocks);
    } else if (!r->digest_is_right) {
        cli_warn(c, "\"%s\": the digest of the content is not that of the header", path);
    } else if (r->count_is_wrong) {
        cli_warn(c, "\"%s\": %" PRIu64 " positions are stored, and the header says another number", path, r->positions);
    } else if (r->disagreements > 0) {
        cli_warn(c, "\"%s\": %" PRIu64 " of %" PRIu64 " values do not follow from those after their moves, one at %s",
                 path, r->disagreements, r->positions, wrong);
    } else {
        return CLI_DONE;
    }
    return CLI_CHECK_FAILED;
}

time_t database_date(void)
{
    const long long last = 253402300799; /* of the year 9999: more has no room */
    const char *given = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    errno = 0;
    const long long seconds = given ? strtoll(given, &end, 10) : 0;
    return given && end != given && !*end && !errno && seconds >= 0 && seconds <= last ? (time_t)seconds : 0;
}
