/* A sheet of problems for LaTeX, to be handed out.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_PROBLEMS_SHEET_H
#define CLI_PROBLEMS_SHEET_H

#include "src/cli/frame/cli.h"
#include "src/cli/problems/find.h"

/* Write a document with a diagram of each problem, and the solutions on a page of their own, to the file `path`.
 * CLI_DONE, or the exit code after an error. */
int problems_sheet_write(cli *c, const char *path, const pm_board *board, const problem problems[], size_t n);

#endif
