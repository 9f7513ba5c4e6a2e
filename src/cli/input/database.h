/* What the commands that work on a database file have in common.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_INPUT_DATABASE_H
#define CLI_INPUT_DATABASE_H

#include "analysis/answers/database.h"
#include "src/cli/frame/cli.h"

#include <time.h>

/* Open the database at `path`, of any game that --game does not contradict, with as much cache as --memory says, else
 * 256 MiB. CLI_DONE, or the exit code after an error that names the file. */
int database_open(cli *c, const char *path, answers_db **d);

/* Report an error of a call on the database `path`; returns the exit code. */
int database_fail(cli *c, const char *path, pm_status status, const pm_error *err);

/* What info says about a database: the facts, and the one table that CSV has without a histogram. */
void database_put_facts(cli *c, const answers_db *d);
void database_put_csv(cli *c, const answers_db *d);

/* How to verify `n_samples` positions, UINT64_MAX for all, under a progress bar. */
verify_options database_verify_options(const cli *c, uint64_t n_samples);

/* Report what a verification found; `wrong` is the text of a position that disagrees, if there is one. Returns CLI_DONE
 * or CLI_CHECK_FAILED. */
int database_report(cli *c, const char *path, const uint8_t digest[16], const verify_result *r, const char *wrong);

/* The date that databases get: what SOURCE_DATE_EPOCH says (https://reproducible-builds.org/specs/source-date-epoch),
 * so that equal work can give equal bytes; 0, for now, if that is not set or no date. */
time_t database_date(void);

#endif
