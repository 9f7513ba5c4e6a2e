/* papamu verify: is a database right?
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/verify.h"
#include "src/cli/input/database.h"
#include "src/cli/input/draughts.h"

enum { DEFAULT_SAMPLES = 1000000, FULL_MAX_CELLS = 30 };

static int verify(cli *c, const char *path, pm_db *database, uint64_t n_samples)
{
    const pm_db_info info = pm_db_get_info(database);
    const verify_options options = database_verify_options(c, n_samples);
    verify_result result;
    pm_error err = {0};
    cli_progress_begin(c, "verify", "items");
    const pm_status status = pm_db_verify(database, &options, &result, &err);
    cli_progress_end();
    if (status != PM_OK && status != PM_CHECK_FAILED) {
        return database_fail(c, path, status, &err);
    }
    char text[PM_MAX_TEXT] = "";
    pm_board *board;
    if (result.disagreements > 0 && pm_board_new(info.rows, info.cols, PM_BLACK, NULL, &board, NULL) == PM_OK) {
        pm_position_format(board, result.first_wrong, text);
        pm_board_free(board);
    }
    return database_report(c, path, info.digest, &result, text);
}

static int run(cli *c)
{
    pm_db *database;
    uint64_t n_samples = DEFAULT_SAMPLES;
    int code = cli_value_integer(c, "sample", 0, VERIFY_MAX_SAMPLES, &n_samples);
    if (code == CLI_DONE && cli_has(c, "full") && cli_has(c, "sample")) {
        code = cli_usage(c, "--full derives every value, --sample some: give one of them");
    }
    if (code == CLI_DONE && draughts_db_is(c->operands[0])) {
        return draughts_verify(c, c->operands[0], cli_has(c, "full") ? UINT64_MAX : n_samples);
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
    {"full", NULL, "derive the value of every stored position; of Konane up to 30 cells"},
    {NULL, NULL, NULL},
};

const cli_command cmd_verify = {
    .name = "verify",
    .operands = "FILE",
    .summary = "Check a database: checksums, digest, and values against the rules",
    .details = "Values are derived by another route than the one that made them: from the positions behind each legal "
               "move. Ends\n"
               "with 1 if anything is wrong, and says what.\n\n"
               "Example: papamu verify 5x6.papamu --full",
    .options = options,
    .uses = CLI_USES_THREADS | CLI_USES_MEMORY | CLI_USES_SEED | CLI_USES_PROGRESS,
    .has_no_csv = true,
    .run = run,
};
