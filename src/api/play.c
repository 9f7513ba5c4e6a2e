/* Agents and self-play: see src/papamu/play.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu/play.h"

#include "analysis/agents/agents.h"
#include "analysis/selfplay/selfplay.h"
#include "src/api/handles.h"
#include "src/api/stats.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- agents ------------------------------------------------------------------------------------ */

struct pm_agent {
    agent *inside;
    rng random;
};

pm_status pm_agent_new(const char *text, const pm_game *g, uint64_t seed, pm_agent **out, pm_error *err)
{
    if (!text || !g || !out) {
        return status_check(err, false, "the name, the game or the place for the agent is NULL");
    }
    pm_agent *a = calloc(1, sizeof *a);
    if (!a) {
        return status_no_memory(err, "the agent", 0);
    }
    a->random = rng_stream(seed, 0);
    const pm_status status = agent_new(text, g->inside, &a->inside, err);
    if (status != PM_OK) {
        free(a);
        return status;
    }
    agent_begin(a->inside);
    *out = a;
    return PM_OK;
}

void pm_agent_free(pm_agent *a)
{
    if (a) {
        agent_free(a->inside);
        free(a);
    }
}

pm_status pm_agent_choose(pm_agent *a, const pm_state *state, const pm_job *job, pm_ply *ply, pm_error *err)
{
    if (!a || !state || !ply) {
        return status_check(err, false, "the agent, the state or the place for the ply is NULL");
    }
    game_state s;
    memcpy(&s, state, sizeof s);
    const game *g = a->inside->game;
    const pm_status status = state_check(g, state, err);
    if (status != PM_OK) {
        return status;
    }
    game_move moves[GAME_MAX_MOVES], chosen;
    if (g->rules->moves(g, &s, moves) == 0) {
        return status_fail(err, PM_BAD_INPUT, 0, "there is no legal move to choose from");
    }
    const uint64_t hash = g->rules->hash(g, &s);
    job_watch watch;
    job_watch_begin(&watch, job);
    const agent_turn turn = {.state = &s,
                             .hashes = &hash,
                             .n_hashes = g->rules->is_draw ? 1 : 0,
                             .stop = job && job->progress ? job_watch_stop : NULL,
                             .stop_ctx = &watch};
    agent_choose(a->inside, &turn, &a->random, &chosen);
    job_watch_end(&watch);
    if (watch.has_stopped) {
        return status_fail(err, PM_INTERRUPTED, 0, "the agent was interrupted");
    }
    if (a->inside->failure != PM_OK) {
        return status_fail(err, a->inside->failure, a->inside->err.offset, "%s", a->inside->err.message);
    }
    memcpy(ply, &chosen, sizeof chosen);
    return PM_OK;
}

/* ---- self-play --------------------------------------------------------------------------------- */

typedef struct playing {
    const pm_selfplay_options *options;
    job_watch watch;
    bool has_stopped; /* by on_game */
} playing;

static pm_played played_of(const pm_selfplay_options *o, const selfplay_game *game_played)
{
    pm_played p = {
        .number = game_played->number,
        .winner = (int32_t)game_played->winner,
        .plies = game_played->plies,
        .jumps = game_played->jumps,
        .multi_jumps = game_played->multi_jumps,
        .is_swapped = o->swap && game_played->number % 2 == 1,
    };
    snprintf(p.opening, sizeof p.opening, "%s", o->n_positions > 0 ? "" : game_played->opening);
    assert(p.multi_jumps <= p.jumps && p.jumps <= p.plies);
    assert(o->n_positions > 0 || strlen(game_played->opening) < sizeof p.opening);
    return p;
}

static bool on_game(void *ctx, const selfplay_game *game_played)
{
    playing *p = ctx;
    const pm_selfplay_options *o = p->options;
    assert(game_played->number >= o->first && game_played->number - o->first < o->n_games);
    const pm_played played = played_of(o, game_played);
    if (o->games) {
        o->games[game_played->number - o->first] = played;
    }
    if (!o->on_game) {
        return true;
    }
    pm_ply *plies = malloc((played.plies + 1) * sizeof *plies);
    if (plies) {
        memcpy(plies, game_played->moves, played.plies * sizeof *plies);
        p->has_stopped = o->on_game(o->ctx, &played, plies);
    }
    free(plies);
    return plies && !p->has_stopped;
}

static bool on_progress(void *ctx, uint64_t done, uint64_t total)
{
    return !job_watch_step(&((playing *)ctx)->watch, done, total);
}

/* Where games begin, as self-play takes it; a pm_state has the layout of a game_state. */
static pm_status check_positions(const pm_game *g, const pm_selfplay_options *o, pm_error *err)
{
    pm_status status = status_check(err, o->n_positions == 0 || o->positions, "the positions are NULL");
    status = status == PM_OK ? status_check(err, o->n_positions == 0 || !o->each_opening,
                                            "games that begin at positions have no openings to take turns")
                             : status;
    for (size_t i = 0; i < o->n_positions && status == PM_OK; i++) {
        pm_ply plies[PM_GAME_MAX_PLIES];
        const pm_state *s = &o->positions[i];
        if (!state_is_of(g->inside, s) || pm_game_is_opening(g, s) || pm_game_plies(g, s, plies) == 0) {
            status = status_fail(err, PM_BAD_INPUT, i,
                                 "state %zu is not one of the game, or it is in the opening, or over", i);
        }
    }
    return status;
}

static pm_status check_plan(const pm_game *g, const pm_selfplay_options *o, pm_error *err)
{
    pm_status status = status_check(err, g && o, "the game or the options are NULL");
    status = status == PM_OK ? job_check(&o->job, err) : status;
    if (status == PM_OK) {
        status =
            status_check(err, o->random_plies >= 0 && o->random_plies <= 1000, "the random plies must be 0 to 1000");
    }
    if (status == PM_OK && (o->n_games > SELFPLAY_MAX_GAMES || o->first > UINT64_C(1) << 62)) {
        status = status_fail(err, PM_BAD_INPUT, 0, "at most %d games are played at once, and numbered up to 2^62",
                             (int)SELFPLAY_MAX_GAMES);
    }
    return status == PM_OK ? check_positions(g, o, err) : status;
}

pm_status pm_selfplay(const pm_game *g, const pm_selfplay_options *o, pm_stats *counts, pm_error *err)
{
    pm_status status = check_plan(g, o, err);
    if (status != PM_OK || o->n_games == 0) {
        return status;
    }
    playing p = {.options = o};
    job_watch_begin(&p.watch, &o->job);
    const selfplay_plan plan = {.g = g->inside,
                                .black = o->black ? o->black : "random",
                                .white = o->white ? o->white : "random",
                                .swap = o->swap,
                                .each_opening = o->each_opening,
                                .positions = (const game_state *)(const void *)o->positions,
                                .n_positions = o->n_positions,
                                .random_plies = (unsigned)o->random_plies,
                                .wants_moves = o->on_game != NULL,
                                .first = o->first,
                                .n_games = o->n_games,
                                .seed = o->seed,
                                .threads = job_threads(&o->job),
                                .game = o->games || o->on_game ? on_game : NULL,
                                .progress = on_progress,
                                .ctx = &p};
    status = selfplay_run(&plan, counts ? &counts->inside : NULL, err);
    job_watch_end(&p.watch);
    if (status == PM_IO) { /* what a callback that says no becomes */
        return p.has_stopped ? status_fail(err, PM_INTERRUPTED, 0, "self-play was interrupted")
                             : status_no_memory(err, "a game", 0);
    }
    return status;
}
