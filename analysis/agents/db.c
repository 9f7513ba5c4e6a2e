/* The agent "db": perfect play from a database of the board.
 *
 * It makes a move that wins if there is one, at random among the best: with remoteness those that win soonest, or lose
 * latest. A database of outcomes alone cannot rank lost positions; there it asks the agent named after the
 * file, or plays at random. Removals are judged by the jumps that can follow them, under the game's own opening rule.
 *
 * In draughts the database covers endgames. Before them the other agent plays, unless a capture wins at once by the
 * database, or all moves lead into it. In a draw, and where outcomes alone do not say which win is nearer, the other
 * agent's move is made if it keeps the value.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/agents/agents.h"
#include "analysis/agents/endgame.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>

typedef struct db_agent {
    agent base;
    endgame database;
    agent *other; /* NULL if none is named */
} db_agent;

/* The verdict of a state; false if the database does not have it. After a failure all are drawn: moves are void. */
static bool judge(db_agent *a, const game_state *s, verdict *v)
{
    pm_error err;
    *v = (verdict){0, -1};
    const pm_status status = a->base.failure == PM_OK ? endgame_judge(&a->database, s, v, &err) : PM_OK;
    if (status == PM_NOT_FOUND) {
        return false;
    }
    if (status != PM_OK) {
        a->base.failure = status;
        a->base.err = err;
    }
    return true;
}

/* What a move is worth to the mover of `s`; false if the database does not have the position after it. */
static bool judge_move(db_agent *a, const game_state *s, const game_move *move, verdict *v)
{
    game_state after = *s;
    a->base.game->rules->make(a->base.game, &after, move);
    const bool is_known = judge(a, &after, v);
    *v = verdict_before(*v);
    return is_known;
}

/* Choose a best one of the moves that the database knows, at random among equals; returns the number of known moves,
 * and in `*best` what that one is worth. */
static int choose_known(db_agent *a, const game_state *s, const game_move moves[], int n, rng *r, game_move *move,
                        verdict *best)
{
    uint32_t ties = 0;
    int n_known = 0;
    for (int i = 0; i < n; i++) {
        verdict v;
        if (!judge_move(a, s, &moves[i], &v)) {
            continue;
        }
        const int order = n_known == 0 ? 1 : verdict_order(v, *best);
        n_known++;
        ties = order > 0 ? 1 : ties + (order == 0);
        assert(ties <= (uint32_t)n_known);
        if (order > 0 || (order == 0 && rng_below(r, ties) == 0)) {
            *best = v;
            *move = moves[i];
        }
    }
    return n_known;
}

/* Whether the database cannot say which of the moves of this worth is best: wins are alike on a board that it covers
 * whole, for they lead to wins again. */
static bool leaves_open(const db_agent *a, verdict best)
{
    return best.outcome == 0 || (!a->database.has_remoteness && (best.outcome < 0 || !a->database.covers_all));
}

static void db_choose(agent *base, const agent_turn *turn, rng *r, game_move *move)
{
    db_agent *a = (db_agent *)base;
    const game *g = base->game;
    game_move moves[GAME_MAX_MOVES], advice;
    const int n = g->rules->moves(g, turn->state, moves);
    assert(n > 0);
    verdict best = VERDICT_LOST_NOW, advised;
    const int n_known = choose_known(a, turn->state, moves, n, r, move, &best);
    const bool is_settled = n_known == n || (n_known > 0 && best.outcome > 0);
    assert(n_known <= n && (a->base.failure != PM_OK || !a->database.covers_all || n_known == n));
    base->nodes += (uint64_t)n_known;
    if (!is_settled && !a->other) {
        *move = moves[rng_below(r, (uint32_t)n)];
    } else if (!is_settled) {
        agent_choose(a->other, turn, r, move);
    } else if (a->other && leaves_open(a, best)) {
        agent_choose(a->other, turn, r, &advice);
        if (judge_move(a, turn->state, &advice, &advised) && advised.outcome == best.outcome) {
            *move = advice;
        }
    }
}

static void db_begin(agent *base)
{
    const db_agent *a = (const db_agent *)base;
    if (a->other) {
        agent_begin(a->other);
    }
}

static void db_free(agent *base)
{
    db_agent *a = (db_agent *)base;
    agent_free(a->other);
    endgame_close(&a->database);
    free(a);
}

static pm_status db_make(const game *g, const char *parameters, agent **made, pm_error *err)
{
    if (!parameters || !*parameters) {
        return status_fail(err, PM_BAD_INPUT, 0, "the name of a database is needed, as in db:6x6.papamu");
    }
    db_agent *a = calloc(1, sizeof *a);
    if (!a) {
        return PM_NO_MEMORY;
    }
    a->base.class = &agent_db;
    const pm_status status = endgame_open(&a->database, g, parameters, err);
    if (status != PM_OK) {
        db_free(&a->base);
        return status;
    }
    *made = &a->base;
    return PM_OK;
}

static void db_adopt(agent *base, agent *other)
{
    ((db_agent *)base)->other = other;
}

const agent_class agent_db = {
    .name = "db",
    .usage = "db:FILE or db:FILE,AGENT",
    .help = "perfect, from a database; AGENT plays what that leaves open: lost positions, draughts before endgames",
    .make = db_make,
    .choose = db_choose,
    .begin = db_begin,
    .free = db_free,
    .adopt = db_adopt,
};
