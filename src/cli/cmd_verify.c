/* papamu verify: is a database right?
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/verify_konane.h"
#include "src/cli/database.h"

#include <inttypes.h>

enum { DEFAULT_SAMPLES = 1000000, FULL_MAX_CELLS = 30 };

static bool show_progress(void *ctx, verify_stage stage, uint64_t done, uint64_t total)
{
    (void)ctx;
    (void)stage;
    return !cli_progress_step((double)done, (double)total);
}

static void put_result(cli *c, const pm_db_info *info, const verify_result *r)
{
    char digest[DATABASE_DIGEST_TEXT];
    cli_fact_count(c, "blocks", r->blocks);
    cli_fact_count(c, "damaged_blocks", r->bad_blocks);
    cli_fact_text(c, "digest", database_digest(info->digest, digest));
    cli_fact_text(c, "digest_of_content", r->has_digest ? database_digest(r->digest, digest) : "not computed");
    cli_fact_count(c, "positions_derived", r->positions);
    cli_fact_count(c, "disagreements", r->disagreements);
}

static int report(cli *c, const char *path, pm_db *database, const verify_result *r)
{
    if (r->bad_blocks > 0) {
        pm_error err = r->first_bad;
        cli_warn(c, "\"%s\": %s, at byte %zu; %" PRIu64 " of %" PRIu64 " blocks are damaged", path, err.message,
                 err.offset, r->bad_blocks, r->blocks);
    } else if (!r->digest_is_right) {
        cli_warn(c, "\"%s\": the digest of the content is not that of the header", path);
    } else if (r->disagreements > 0) {
        const pm_db_info info = pm_db_get_info(database);
        pm_board *board;
        char text[PM_MAX_TEXT] = "";
        if (pm_board_new(info.rows, info.cols, PM_BLACK, NULL, &board, NULL) == PM_OK) {
            pm_position_format(board, r->first_wrong, text);
            pm_board_free(board);
        }
        cli_warn(c, "\"%s\": %" PRIu64 " of %" PRIu64 " values do not follow from those behind their jumps, one at %s",
                 path, r->disagreements, r->positions, text);
    } else {
        return CLI_DONE;
    }
    return CLI_CHECK_FAILED;
}

static int verify(cli *c, const char *path, pm_db *database, uint64_t n_samples)
{
    const pm_db_info info = pm_db_get_info(database);
    const verify_options options = {
        .n_samples = n_samples, .seed = c->seed, .threads = c->threads, .progress = show_progress};
    verify_result result;
    pm_error err = {0};
    cli_progress_begin(c, "verify", "items");
    const pm_status status = pm_db_verify(database, &options, &result, &err);
    cli_progress_end();
    if (status != PM_OK && status != PM_CHECK_FAILED) {
        return database_fail(c, path, status, &err);
    }
    put_result(c, &info, &result);
    return report(c, path, database, &result);
}

static int run(cli *c)
{
    pm_db *database;
    uint64_t n_samples = DEFAULT_SAMPLES;
    int code = cli_value_integer(c, "sample", 0, UINT64_MAX - 1, &n_samples);
    if (code == CLI_DONE && cli_has(c, "full") && cli_has(c, "sample")) {
        code = cli_usage(c, "--full derives every value, --sample some: give one of them");
    }
    if (code == CLI_DONE) {
        code = database_open(c, c->operands[0], &database);
    }
    if (code != CLI_DONE) {
        return code;
    }
    const pm_db_info info = pm_db_get_info(database);
    if (cli_has(c, "full") && info.rows * info.cols > FULL_MAX_CELLS) {
        code = cli_error(c, CLI_BAD_INPUT, "--full is for boards of up to %d cells, this one has %d: use --sample",
                         FULL_MAX_CELLS, info.rows * info.cols);
    } else {
        code = verify(c, c->operands[0], database, cli_has(c, "full") ? UINT64_MAX : n_samples);
    }
    pm_db_close(database);
    return code;
}

static const cli_option options[] = {
    {"sample", "N", "derive the values of N positions, spread over the layers (default 1000000)"},
    {"full", NULL, "derive the value of every stored position; up to 30 cells"},
    {NULL, NULL, NULL},
};

const cli_command cmd_verify = {
    .name = "verify",
    .operands = "FILE",
    .summary = "Check a database: checksums, digest, and values against the rules",
    .details = "Values are derived by another route than the one that made them: from the positions behind each legal "
               "jump. Ends\n"
               "with 1 if anything is wrong, and says what.\n\n"
               "Example: papamu verify 5x6.papamu --full",
    .options = options,
    .uses = CLI_USES_THREADS | CLI_USES_MEMORY | CLI_USES_SEED | CLI_USES_PROGRESS,
    .has_no_csv = true,
    .run = run,
};
