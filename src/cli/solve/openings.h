/* The tables of papamu solve: every opening, and who wins the game under each rule.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_SOLVE_OPENINGS_H
#define CLI_SOLVE_OPENINGS_H

#include "solver/konane/query.h"
#include "src/cli/frame/cli.h"

/* Begin a row: the board, and what was removed. */
void solve_put_opening(cli *c, const pm_board *board, const konane_opening_result *opening);

/* The names of the rules that admit the removal of `cell`, separated by spaces. */
void solve_put_rules(cli *c, const pm_board *board, int cell);

/* All openings, their winners, and plies to the end if they are known. */
void solve_put_openings(cli *c, const pm_board *board, const konane_opening_result openings[], int n,
                        bool has_remoteness);

/* Who wins under each rule, and after how many plies; for the openings of the rule "any". */
void solve_put_games(cli *c, const pm_board *board, const konane_opening_result openings[], int n, bool has_remoteness);

#endif
