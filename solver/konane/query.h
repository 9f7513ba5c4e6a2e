/* Questions to a sweep in passing: who wins these positions? Needs no file and no memory for whole tables.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_QUERY_H
#define SOLVER_KONANE_QUERY_H

#include "solver/konane/sweep.h"
#include "src/konane/board.h"

/* A position of the jump phase, any set of stones, and what the sweep says of it. */
typedef struct konane_query {
    pm_position pos;
    bool is_answered;
    bool mover_wins;    /* if the question is outcome or remoteness */
    uint8_t remoteness; /* what sweep_value says: if the question is another, not plies but a code of that */
} konane_query;

/* An opening: the two removals, after which Black is to jump. */
typedef struct konane_opening_result {
    uint8_t black_removes, white_removes; /* cells */
    pm_color winner;
    uint8_t remoteness; /* likewise, with Black to jump */
} konane_opening_result;

enum { KONANE_MAX_OPENINGS = 128 }; /* pairs of neighbouring cells on 64 cells: 112 on 8x8 */

/* Answer those queries that lie in these two layers; to be called from a sweep_visitor. */
void konane_queries_visit(const konane_space *space, const sweep_layer *white, const sweep_layer *black,
                          konane_query queries[], int n_queries);

/* List the openings that the rule of the board admits, by Black's cell, then White's, as queries. Returns their number,
 * at most KONANE_MAX_OPENINGS. */
int konane_opening_queries(const pm_board *board, konane_opening_result openings[], konane_query queries[]);

/* Take over the answers. */
void konane_openings_finish(konane_opening_result openings[], const konane_query queries[], int n);

/* Who wins the whole game if both sides remove and jump as well as they can, given every opening of the rule "any":
 * Black has a cell, among those that `rule` lets him take, after which all of White's answers lose. False if the rule
 * leaves Black nothing to remove. */
bool konane_rule_winner(const pm_board *board, konane_rule rule, const konane_opening_result openings[], int n,
                        pm_color *winner);

/* Plies of the whole game, removals included, likewise, if the question was remoteness; -1 if the rule leaves Black
 * nothing to remove. */
int konane_rule_remoteness(const pm_board *board, konane_rule rule, const konane_opening_result openings[], int n);

#endif
