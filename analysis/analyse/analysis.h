/* Every legal move of a position with all that can be found out about it: who wins after it, how soon, what it is
 * worth, and how we know.
 *
 * What is exact comes first: the rules, a source of answers (analysis/answers/answers.h) for the position or for single
 * moves, the exact value of a position of Konane, a proof. Moves that are left open are searched by alpha-beta, all to
 * the same depth, each time one ply deeper, until the time is over. So a move has a verdict or a score, never a guess
 * in the place of a fact.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_ANALYSE_ANALYSIS_H
#define ANALYSIS_ANALYSE_ANALYSIS_H

#include "analysis/agents/agents.h"
#include "analysis/answers/worth.h"

enum { ANALYSIS_MAX_LINE = 16, ANALYSIS_MAX_DEPTH = 100 };

typedef struct analysis_move {
    game_move move;
    bool is_known;   /* the verdict is */
    verdict verdict; /* for the player who makes the move */
    bool is_best;    /* of the moves that win, draw or last longest; where that is open, of those with the best score */
    const char
        *how;    /* "rules", "database", "sweep", "proof", "proof search", "value", "search"; "" if nothing is known */
    worth worth; /* of the position after it, in Konane */
    int depth;   /* plies of the search, the move itself included; 0: not searched */
    int score;   /* of that search, an evaluation: positive is good for Black */
    game_move line[ANALYSIS_MAX_LINE]; /* what that search expects, beginning with the move */
    int n_line;
} analysis_move;

typedef struct analysis {
    game_state state;
    bool is_known;
    verdict verdict; /* for its mover */
    int n_moves;
    analysis_move *moves; /* all legal ones, in the order of the notation; owned */
} analysis;

typedef struct analysis_limits {
    double seconds; /* for a position, beside what a database or sweep takes; a first short search is always made */
    int depth;      /* of the search, 2..ANALYSIS_MAX_DEPTH */
    bool wants_worth;
    size_t memory;
    int threads;
    bool (*stop)(void *ctx);   /* true ends all work, without a result. May be NULL */
    bool (*enough)(void *ctx); /* true ends the time early. May be NULL */
    void *ctx;                 /* of both */
} analysis_limits;

typedef struct analyst analyst;

/* Prepare to analyse positions of `g`; `exact`, which may have no source, and `g` outlive it. Errors: PM_NO_MEMORY. */
pm_status analyst_new(const game *g, answers *exact, const analysis_limits *limits, analyst **made, pm_error *err);
void analyst_free(analyst *a);

/* Analyse the position of `turn`, whose hashes say what was played before. `known` has its exact answer, if the caller
 * asked for it already; else NULL. The caller frees *found with analysis_free. Errors: those of answers_find but
 * PM_NOT_FOUND; PM_NO_MEMORY; PM_INTERRUPTED when limits->stop said so. */
pm_status analyst_find(analyst *a, const agent_turn *turn, const answer *known, analysis *found, pm_error *err);
void analysis_free(analysis *found);

/* The worth of the position of `s` alone, whatever wants_worth says. */
pm_status analyst_worth(analyst *a, const game_state *s, worth *found, pm_error *err);

/* Whether the mover threw away what he had by `made`, one of found->moves: he had a win and has none now, or a draw and
 * has lost. Only what is known for certain counts. */
bool analysis_is_mistake(const analysis *found, const analysis_move *made);

/* Whether `m` is one of the moves that keep what the mover has. */
bool analysis_keeps(const analysis *found, const analysis_move *m);

/* The best move, the first of several; NULL if there is no legal one. */
const analysis_move *analysis_best(const analysis *found);

#endif
