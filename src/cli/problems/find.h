/* Finding problems: positions that can arise, in which one move alone wins.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_PROBLEMS_FIND_H
#define CLI_PROBLEMS_FIND_H

#include "src/papamu/job.h"

typedef struct problem {
    pm_position pos;
    pm_move move;       /* the only one that wins */
    int remoteness;     /* plies to the end, the loser delaying: odd */
    bool greedy_loses;  /* the agent "greedy" plays another move, whichever of those that it likes best */
    uint32_t n_moves;   /* legal ones, at least 2 */
    uint64_t same_game; /* two problems of one random game have the same number */
} problem;

typedef struct problem_search {
    uint64_t seed;
    uint64_t games; /* random games whose positions are looked at */
    size_t count;   /* problems wanted */
    int most_plies; /* leave out those that take longer; 0: none */
    pm_job job;
} problem_search;

/* Find up to `search->count` problems on the board under its opening rule, no two from one game or alike under the
 * symmetries of the board, and write them to `problems`, which has room for them: those in which greedy loses before
 * all others, the longest first; then put in order of their length. The result depends on the board, the seed and the
 * numbers alone. Returns their number in `*n`. Errors: those of pm_solve with remoteness, PM_NOT_FOUND (the rule leaves
 * Black nothing to remove). */
pm_status problems_find(const pm_board *board, const problem_search *search, problem problems[], size_t *n,
                        pm_error *err);

#endif
