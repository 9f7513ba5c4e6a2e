/* Proofs on the command line: what info, verify and probe do with a file that is one.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_SEARCH_PROOF_H
#define CLI_SEARCH_PROOF_H

#include "src/cli/frame/cli.h"

/* All return an exit code. */
int proof_info(cli *c, const char *path);
int proof_verify(cli *c, const char *path);

/* Answer the positions among the operands after the first, or of standard input. */
int proof_probe(cli *c, const char *path);

#endif
