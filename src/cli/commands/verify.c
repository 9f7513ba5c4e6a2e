/* papamu verify: is a database right?
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/search/proof_file.h"
#include "src/cli/input/database.h"
#include "src/cli/search/proof.h"

enum { DEFAULT_SAMPLES = 1000000 };

static int verify(cli *c, const char *path, answers_db *d, uint64_t n_samples)
{
    const verify_options options = database_verify_options(c, n_samples);
    verify_result result;
    char wrong[GAME_MAX_TEXT];
    pm_error err = {0};
    cli_progress_begin(c, "verify", "items");
    const pm_status status = answers_db_verify(d, &options, &result, wrong, &err);
    cli_progress_end();
    return status == PM_OK || status == PM_CHECK_FAILED
               ? database_report(c, path, answers_db_get_info(d).head->digest, &result, wrong)
               : database_fail(c, path, status, &err);
}

static int check_full(cli *c, const answers_db *d)
{
    const answers_db_info info = answers_db_get_info(d);
    if (cli_has(c, "full") && info.full_cells > 0 && info.rows * info.cols > info.full_cells) {
        return cli_error(c, CLI_BAD_INPUT, "--full is for boards of up to %d cells, this one has %d: use --sample",
                         info.full_cells, info.rows * info.cols);
    }
    return CLI_DONE;
}

static int run(cli *c)
{
    answers_db *d;
    const uint64_t n_samples = cli_has(c, "full") ? UINT64_MAX : cli_number(c, "sample", DEFAULT_SAMPLES);
    c->memory /= 2; /* one half for the cache of blocks, the other for the samples */
    if (proof_file_is(c->operands[0])) {
        return proof_verify(c, c->operands[0]);
    }
    int code = database_open(c, c->operands[0], &d);
    if (code != CLI_DONE) {
        return code;
    }
    code = check_full(c, d);
    code = code ? code : verify(c, c->operands[0], d, n_samples);
    answers_db_close(d);
    return code;
}

static const cli_option options[] = {
    {"sample", "N", "derive the values of N positions, spread over the layers (default 1000000)"},
    {"full", NULL, "derive the value of every stored position; of Konane up to 30 cells"},
    {0},
};

static const cli_range ranges[] = {{"sample", 0, VERIFY_MAX_SAMPLES}, {0}};

static const cli_rule rules[] = {
    {"full", "sample", "--full derives every value, --sample some: give one of them"},
    {0},
};

const cli_command cmd_verify = {
    .name = "verify",
    .operands = "FILE",
    .summary = "Check a database or a proof: checksums, digest, and values against the rules",
    .details =
        "Values are derived by another route than the one that made them: from the positions after each legal "
        "move. Ends\n"
        "with 1 if anything is wrong, and says what. Of a proof (papamu search --proof) every position is checked, by "
        "rules\n"
        "that share no code with the search.\n\n"
        "Example: papamu verify 5x6.papamu --full",
    .options = options,
    .ranges = ranges,
    .rules = rules,
    .uses = CLI_USES_THREADS | CLI_USES_MEMORY | CLI_USES_SEED | CLI_USES_PROGRESS,
    .has_no_csv = true,
    .run = run,
};
