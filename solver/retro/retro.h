/* Retrograde analysis: win, loss or draw, and the distance to the end, for games with cycles.
 *
 * Positions are grouped in slices, numbered 0.. from the slice's start. A move leads to an earlier slice, or to the
 * partner of its slice (which may be the slice itself); a move of the first kind is a conversion, one of the second
 * kind is quiet. Partners are solved together, all others of a slice's successors before it. All values are the
 * mover's: the winner hurries, the loser delays, who cannot move has lost, and whoever can neither win nor be made to
 * lose draws, also by infinite play.
 *
 * Inside a pair of slices: every position is first classified by its conversions alone, with the number of its quiet
 * moves. Then, for distance 0, 1, 2, ...: each position that is lost at this distance makes its predecessors wins, each
 * that is won counts one off its predecessors' quiet moves, and where none is left the predecessor is lost. What is
 * never reached is drawn. The predecessors are those by quiet moves, so every position is expanded once.
 *
 * The game is reached through two calls, one for a range of up to RETRO_RANGE positions and one for a batch of them.
 * Threads update positions of any range, always by operations whose order does not matter: the values do not depend on
 * the number of threads.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_RETRO_RETRO_H
#define SOLVER_RETRO_RETRO_H

#include "solver/retro/codes.h"
#include "src/base/par.h"
#include "src/papamu.h"

enum {
    RETRO_RANGE = 1 << 16,
    RETRO_BATCH = 1 << 11,
    RETRO_MAX_PREDECESSORS = 128, /* of one position, by quiet moves */
};

/* What is known of a position from its conversions alone. */
typedef struct retro_start {
    uint8_t n_quiet; /* quiet moves, at most 62 */
    bool has_conversion;
    retro_code best; /* what the best conversion makes of it, for the mover */
} retro_start;

typedef struct retro_game {
    const void *ctx;
    int n_slices;
    const uint64_t *sizes; /* of the slices, in positions; a slice may be empty */
    const int *partners;   /* of the slices; partners[partners[s]] == s */

    /* Classify the positions begin..end-1 of a slice, in order. Earlier slices are solved: solution answers for them.
     */
    void (*classify)(const void *ctx, const retro_solution *solution, int slice, uint64_t begin, uint64_t end,
                     retro_start *starts);

    /* Write the predecessors by quiet moves of `n` positions of a slice, in ascending order, as positions of the
     * partner slice. Returns their number, at most n * RETRO_MAX_PREDECESSORS. */
    size_t (*predecessors)(const void *ctx, int slice, const uint64_t *positions, size_t n, uint64_t *found);
} retro_game;

/* Solved slices that are kept outside, so that a run can resume where another one ended. */
typedef struct retro_store {
    void *ctx;
    int n_slices; /* 0..n_slices-1 are there when the run begins */

    /* Read all codes of a slice that is there. */
    pm_status (*read)(void *ctx, int slice, uint8_t *codes, pm_error *err);

    /* Keep a slice, in ascending order, as soon as it and all before it are solved. */
    pm_status (*write)(void *ctx, par_team *team, const retro_solution *solution, int slice, pm_error *err);
} retro_store;

typedef struct retro_options {
    int threads;   /* at least 1 */
    size_t memory; /* bytes that the values and the work on them may take */
    bool (*progress)(void *ctx, uint64_t done, uint64_t total); /* positions; true stops; may be NULL */
    void *progress_ctx;
    const retro_store *store; /* may be NULL */
} retro_options;

/* Bytes that retro_solve will take if no distance is above 254 plies; a slice with longer ones takes twice as much. */
size_t retro_plan(const retro_game *game, int threads);

/* Solve all slices. The caller frees the solution, which keeps no pointer to `game`. Errors: PM_NO_MEMORY, with both
 * figures if the plan exceeds options->memory; PM_INTERRUPTED; PM_BAD_INPUT if a distance does not fit a code; those of
 * the store. */
pm_status retro_solve(const retro_game *game, const retro_options *options, retro_solution **solution, pm_error *err);

#endif
