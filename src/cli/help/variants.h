/* The table of `papamu help variants`.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_HELP_VARIANTS_H
#define CLI_HELP_VARIANTS_H

/* Print the laws of every game of the draughts family, from its record, to standard output. */
void variants_print(void);

#endif
