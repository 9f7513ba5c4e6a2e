/* Databases on the command line: see database.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/database.h"

#include "solver/db_digest.h"

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
    } else if (r->disagreements > 0) {
        cli_warn(c, "\"%s\": %" PRIu64 " of %" PRIu64 " values do not follow from those behind their moves, one at %s",
                 path, r->disagreements, r->positions, wrong);
    } else {
        return CLI_DONE;
    }
    return CLI_CHECK_FAILED;
}
