/* papamu values --integers: what each opening is worth in whole moves, and how many positions are integers.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_VALUES_INTEGERS_H
#define CLI_VALUES_INTEGERS_H

#include "src/cli/frame/cli.h"

/* Sweep the board of the operand and write each opening's value or bounds, and how many sets of stones are worth which
 * integer; csv has the one table or, with --table integers, the other. Returns an exit code. */
int values_integers(cli *c);

#endif
