/* papamu convert: writes a database again, at another level or of another version of the format.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/digest.h"
#include "src/cli/input/database.h"

#include <assert.h>

static int convert(cli *c, answers_db *d)
{
    const db_header *h = answers_db_get_info(d).head;
    const char *from = c->operands[0], *to = c->operands[1];
    const db_conversion conversion = {.writing = {.level = (int)cli_number(c, "level", h->level),
                                                  .version = (int)cli_number(c, "version", DB_FORMAT_VERSION),
                                                  .command = c->command_line,
                                                  .date = database_date()},
                                      .threads = c->threads,
                                      .progress = cli_progress_count};
    pm_error err = {0};
    cli_progress_begin(c, "convert", "rows");
    const pm_status status = answers_db_convert(d, to, &conversion, &err);
    cli_progress_end();
    return status == PM_OK ? CLI_DONE : database_fail(c, status == PM_IO ? to : from, status, &err);
}

/* What has been written is what was there. */
static int report(cli *c, uint64_t bytes_before)
{
    answers_db *d;
    const int code = database_open(c, c->operands[1], &d);
    if (code != CLI_DONE) {
        return code;
    }
    const db_header *h = answers_db_get_info(d).head;
    char digest[DB_DIGEST_TEXT];
    cli_fact_count(c, "file_bytes_before", bytes_before);
    cli_fact_count(c, "file_bytes", h->file_bytes);
    cli_fact_count(c, "format_version", db_header_version(h));
    cli_fact_count(c, "level", h->level);
    cli_fact_text(c, "digest", db_digest_format(h->digest, digest));
    answers_db_close(d);
    return CLI_DONE;
}

static int run(cli *c)
{
    answers_db *d;
    int code = database_open(c, c->operands[0], &d);
    if (code != CLI_DONE) {
        return code;
    }
    const uint64_t bytes_before = answers_db_get_info(d).head->file_bytes;
    code = convert(c, d);
    answers_db_close(d);
    return code == CLI_DONE ? report(c, bytes_before) : code;
}

static const cli_option options[] = {
    {"level", "N", "compression, 1 (fast) to 19 (small); default that of OLD"},
    {"version", "N", "version of the format, 1 or 2; default 2 where it has something to gain: outcomes of Konane"},
    {0},
};

static const cli_range ranges[] = {{"level", 1, DB_MAX_LEVEL}, {"version", 1, DB_FORMAT_VERSION}, {0}};

const cli_command cmd_convert = {
    .name = "convert",
    .operands = "OLD NEW",
    .summary = "Rewrite a database: from an older version of the format, or at another level",
    .details =
        "NEW has the same values, and so the same digest; it is compared. From version 2, which stores every second "
        "position,\n"
        "back to version 1 all others are derived, on boards of up to 30 cells.\n\n"
        "Example: papamu convert 6x6-of-last-year.papamu 6x6.papamu --level 6",
    .options = options,
    .ranges = ranges,
    .uses = CLI_USES_THREADS | CLI_USES_MEMORY | CLI_USES_PROGRESS,
    .has_no_csv = true,
    .run = run,
};
