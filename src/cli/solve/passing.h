/* Solving while rows pass by: what is asked of such a sweep and what is printed of its answers, with a scratch folder
 * or among ranks.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_SOLVE_PASSING_H
#define CLI_SOLVE_PASSING_H

#include "solver/konane/solving.h"
#include "src/cli/frame/cli.h"

typedef struct passing {
    cli *c;
    pm_board *board;
    double pairs; /* of a set of stones and a mover */
    konane_opening_result openings[KONANE_MAX_OPENINGS];
    int n_openings, n_sample;
    konane_query *queries; /* the openings, then the sample */
    census census;
    uint8_t digest[DB_DIGEST_BYTES];
} passing;

/* Make the board of the command, and ask for all openings and the sample. Returns an exit code. passing_close accepts
 * what could not be opened, or a zeroed one. */
int passing_open(cli *c, passing *p);
void passing_close(passing *p);

static inline int passing_n_queries(const passing *p)
{
    return p->n_openings + p->n_sample;
}

/* Positions that are drawn for every run on a board, to be compared with what other ways say of them. */
int passing_sample(const pm_board *board);

/* Of `memory` what the sweep may use, the positions and what is printed of them left aside. */
size_t passing_memory(uint64_t memory, const pm_board *board);

/* Put the tables of the openings, the games and the census; then the counts and the digest. Beside them the files of
 * --census and --sample; returns an exit code. */
void passing_put(passing *p);
int passing_put_files(passing *p);

#endif
