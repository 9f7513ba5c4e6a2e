/* Who wins here, by which moves, in how many plies, and how do we know: exact answers about positions of any game.
 *
 * An `answers` is made for one game and asks its sources in turn: a database, a sweep of a small board on the spot, the
 * exact value of the position. Each source judges positions after the opening; what follows for the opening, and which
 * moves are best, is worked out here, for all of them.
 *
 * To add a source (a search that proves, rows on disk): write a constructor like those in sources.h and call
 * answers_add, before the sources that take longer.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_ANSWERS_ANSWERS_H
#define ANALYSIS_ANSWERS_ANSWERS_H

#include "src/base/verdict.h"
#include "src/game/game.h"

typedef struct answers answers;

/* Where answers come from. */
typedef struct answers_source {
    const char *how; /* "database", "sweep", "proof": a word for tables */

    /* The verdicts of n positions of the game, none of them in the opening. PM_NOT_FOUND, with the reason, if it does
     * not cover all of them; the next source is asked then. Other errors end the question. */
    pm_status (*judge)(void *ctx, size_t n, const game_state states[], verdict verdicts[], pm_error *err);

    void (*free)(void *ctx);
    void *ctx;
} answers_source;

/* A legal move, and what it is worth to the player who makes it. */
typedef struct answers_move {
    game_move move;
    verdict verdict;
    bool is_best; /* as verdict_is_best says */
} answers_move;

typedef struct answer {
    verdict verdict; /* of the position, for its mover */
    const char *how; /* of the source that knew */
    int n_moves;
    answers_move moves[GAME_MAX_MOVES]; /* all legal ones, in the order of the notation */
} answer;

/* No sources yet. `g` must outlive it. For one thread. NULL: no memory. */
answers *answers_new(const game *g);
void answers_free(answers *a);

/* Add a source, to be asked after those that are there; it is freed with `a`. */
void answers_add(answers *a, answers_source source);

/* Whether it has a source at all. */
bool answers_has_source(const answers *a);

/* The verdict of a position. Errors: PM_NOT_FOUND, with the reason of the last source, if none covers it; PM_BAD_INPUT
 * for the first position under an opening rule that leaves Black nothing to remove; those of the sources. */
pm_status answers_judge(answers *a, const game_state *s, verdict *v, pm_error *err);

/* The verdicts of n positions, as answers_judge gives them, from a single question to a source. Errors likewise; with
 * PM_NOT_FOUND some of them may still be judged alone. */
pm_status answers_judge_all(answers *a, size_t n, const game_state states[], verdict verdicts[], pm_error *err);

/* The whole answer. Errors likewise; also PM_NOT_FOUND if a source covers the position, but not those after all of its
 * moves. */
pm_status answers_find(answers *a, const game_state *s, answer *found, pm_error *err);

/* The answers for n positions, as answers_find gives them, from a single question to a source. Errors likewise; with
 * PM_NOT_FOUND some of them may still be found alone. */
pm_status answers_find_all(answers *a, size_t n, const game_state states[], answer found[], pm_error *err);

/* Where the last answer came from: `how` of a source. */
const char *answers_how(const answers *a);

/* The player who wins, for a verdict that is not a draw. */
static inline pm_color answers_winner(const game_state *s, verdict v)
{
    assert(v.outcome != 0);
    return (v.outcome > 0) == (s->mover == PM_BLACK) ? PM_BLACK : PM_WHITE;
}

/* "black", "white" or "draw". */
const char *answers_winner_name(const game_state *s, verdict v);

/* Write the best moves, as many as fit, with spaces between them. Returns `text`. */
const char *answers_best_format(const game *g, const game_state *s, const answer *found, size_t size, char text[]);

#endif
