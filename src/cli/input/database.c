/* Databases on the command line: see database.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/input/database.h"

#include "solver/db/digest.h"

#include <inttypes.h>
#include <string.h>

void database_name_in(const char *path, pm_status status, pm_error *err)
{
    if (status != PM_IO && !strstr(err->message, path)) {
        pm_error plain = *err;
        snprintf(err->message, sizeof err->message, "\"%.100s\": %.130s", path, plain.message);
    }
}

int database_fail(cli *c, const char *path, pm_status status, const pm_error *err)
{
    pm_error named = *err;
    database_name_in(path, status, &named);
    return cli_fail(c, status, &named);
}

int database_open(cli *c, const char *path, pm_db **database)
{
    pm_error err;
    const pm_status status = pm_db_open(path, c->memory, database, &err);
    if (status != PM_OK) {
        return database_fail(c, path, status, &err);
    }
    if (strcmp(c->game, "konane") != 0) {
        pm_db_close(*database);
        return cli_error(c, CLI_BAD_INPUT, "\"%s\" is a database of Konane, not of --game %s", path, c->game);
    }
    return CLI_DONE;
}

const char *database_digest(const uint8_t digest[16], char text[DATABASE_DIGEST_TEXT])
{
    return db_digest_format(digest, text);
}

void database_put_facts(cli *c, const db_header *h, uint64_t stored)
{
    char digest[DATABASE_DIGEST_TEXT];
    cli_fact_count(c, "values_stored", stored);
    cli_fact_count(c, "file_bytes", h->file_bytes);
    cli_fact_real(c, "bits_per_stored_value", 4, (double)h->file_bytes * 8 / (double)stored);
    cli_fact_count(c, "blocks", h->n_blocks);
    cli_fact_count(c, "values_per_block", (uint64_t)1 << h->block_bits);
    cli_fact_count(c, "level", h->level);
    cli_fact_text(c, "digest", database_digest(h->digest, digest));
    cli_fact_text(c, "made_by_version", h->version);
    cli_fact_text(c, "made_by_git", h->git);
    cli_fact_text(c, "made_by_command", h->command);
    cli_fact_text(c, "made_on", h->date);
}

void database_put_csv(cli *c, const db_header *h, uint64_t stored)
{
    static const char *const names[] = {"rows",       "cols",   "pieces", "values", "values_stored",
                                        "file_bytes", "blocks", "level",  "digest"};
    enum { N = sizeof names / sizeof names[0], PIECES = 2, VALUES = 3, DIGEST = N - 1 };
    cli_column columns[N];
    char digest[DATABASE_DIGEST_TEXT];
    const bool has_pieces = h->subject.game != DB_GAME_KONANE;
    int n = 0;
    for (int i = 0; i < N; i++) {
        if (i != PIECES || has_pieces) {
            columns[n++] = (cli_column){.name = names[i], .kind = i == VALUES || i == DIGEST ? CLI_WORD : CLI_INTEGER};
        }
    }
    cli_table(c, "database", columns, n);
    cli_put_integer(c, h->subject.rows);
    cli_put_integer(c, h->subject.cols);
    if (has_pieces) {
        cli_put_integer(c, h->subject.n_sets);
    }
    cli_put_text(c, h->subject.kind == DB_REMOTENESS ? "remoteness" : "outcome");
    cli_put_count(c, stored);
    cli_put_count(c, h->file_bytes);
    cli_put_count(c, h->n_blocks);
    cli_put_integer(c, h->level);
    cli_put_text(c, database_digest(h->digest, digest));
    cli_row(c);
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
    return (verify_options){.n_samples = n_samples, .seed = c->seed, .threads = c->threads, .progress = show_progress};
}

static void put_result(cli *c, const uint8_t digest[16], const verify_result *r)
{
    char text[DATABASE_DIGEST_TEXT];
    cli_fact_count(c, "blocks", r->blocks);
    cli_fact_count(c, "damaged_blocks", r->bad_blocks);
    cli_fact_text(c, "digest", database_digest(digest, text));
    cli_fact_text(c, "digest_of_content", r->has_digest ? database_digest(r->digest, text) : "not computed");
    cli_fact_count(c, "positions_derived", r->positions);
    cli_fact_count(c, "disagreements", r->disagreements);
}

int database_report(cli *c, const char *path, const uint8_t digest[16], const verify_result *r, const char *wrong)
{
    put_result(c, digest, r);
    if (r->bad_blocks > 0) {
        const pm_error *err = &r->first_bad;
        cli_warn(c, "\"%s\": %s, at byte %zu; %" PRIu64 " of %" PRIu64 " blocks are damaged", path, err->message,
                 err->offset, r->bad_blocks, r->blocks);
    } else if (!r->digest_is_right) {
        cli_warn(c, "\"%s\": the digest of the content is not that of the header", path);
    } else if (r->count_is_wrong) {
        cli_warn(c, "\"%s\": %" PRIu64 " positions are stored, and the header tells another number", path,
                 r->positions);
    } else if (r->disagreements > 0) {
        cli_warn(c, "\"%s\": %" PRIu64 " of %" PRIu64 " values do not follow from those behind their moves, one at %s",
                 path, r->disagreements, r->positions, wrong);
    } else {
        return CLI_DONE;
    }
    return CLI_CHECK_FAILED;
}
