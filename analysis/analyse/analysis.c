/* Analysis of every move: see analysis.h.
 *
 * Each step looks at the moves that are still open. The time is shared out so: a quarter for exact values, half of what
 * is left then for proofs, the rest for the search, which always makes one short iteration.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/analyse/analysis.h"

#include "src/base/clock.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>

enum {
    FIRST_NODES = 4096,
    GROWTH = 4,
    MOST_NODES = 1 << 30,
    LEAST_MEMORY = 8 << 20,
    MEMORY_PER_SECOND = 32 << 20,
    MOST_MEMORY = 1 << 30,
};

struct analyst {
    const game *g;
    analysis_limits limits;
    answers *exact, *prover;
    uint64_t prover_nodes;
    appraiser *appraiser; /* NULL where positions have no worth */
    agent *searcher;
    double end, step_end; /* of the present position, and of the present step */
};

static bool is_cancelled(void *ctx)
{
    const analyst *a = ctx;
    return a->limits.stop && a->limits.stop(a->limits.ctx);
}

static bool is_step_over(void *ctx)
{
    const analyst *a = ctx;
    return clock_seconds() >= a->step_end || (a->limits.enough && a->limits.enough(a->limits.ctx)) || is_cancelled(ctx);
}

/* Bytes for each of the steps that remember positions: what they can fill in the time, or a quarter of what there is.
 */
static size_t memory_for(const analysis_limits *limits)
{
    const double wanted = limits->seconds * MEMORY_PER_SECOND;
    const size_t quarter = limits->memory / 4, least = limits->memory < LEAST_MEMORY ? limits->memory : LEAST_MEMORY;
    const size_t most = quarter < MOST_MEMORY ? quarter : MOST_MEMORY;
    const size_t bytes = wanted < (double)most ? (size_t)wanted : most;
    assert(bytes <= most && least <= limits->memory);
    return bytes < least ? least : bytes;
}

/* ---- making ------------------------------------------------------------------------------------ */

static pm_status prepare(analyst *a, pm_error *err)
{
    const answers_limits quick = {
        .memory = memory_for(&a->limits), .threads = a->limits.threads, .stop = is_step_over, .stop_ctx = a};
    const answers_limits patient = {
        .memory = memory_for(&a->limits), .threads = a->limits.threads, .stop = is_cancelled, .stop_ctx = a};
    a->prover = answers_new(a->g);
    if (!a->prover) {
        return status_no_memory(err, "the analysis", 0);
    }
    pm_status status = answers_add_search(a->prover, a->g, &quick, &a->prover_nodes, err);
    if (status == PM_OK) {
        status = appraiser_new(a->g, &patient, &a->appraiser, err);
    }
    if (status == PM_OK) {
        status = agent_new("ab:100", a->g, &a->searcher, err);
        status = status == PM_NO_MEMORY ? status_no_memory(err, "the search", 0) : status;
    }
    return status;
}

pm_status analyst_new(const game *g, answers *exact, const analysis_limits *limits, analyst **made, pm_error *err)
{
    assert(limits->depth >= 2 && limits->depth <= ANALYSIS_MAX_DEPTH && limits->seconds >= 0);
    analyst *a = calloc(1, sizeof *a);
    if (!a) {
        return status_no_memory(err, "the analysis", 0);
    }
    a->g = g;
    a->exact = exact;
    a->limits = *limits;
    const pm_status status = prepare(a, err);
    if (status != PM_OK) {
        analyst_free(a);
        return status;
    }
    *made = a;
    return PM_OK;
}

void analyst_free(analyst *a)
{
    if (a) {
        answers_free(a->prover);
        appraiser_free(a->appraiser);
        agent_free(a->searcher);
        free(a);
    }
}

void analysis_free(analysis *found)
{
    free(found->moves);
    *found = (analysis){0};
}

/* ---- what is exact ----------------------------------------------------------------------------- */

static game_state state_after(const analyst *a, const game_state *s, const game_move *move)
{
    game_state after = *s;
    a->g->rules->make(a->g, &after, move);
    return after;
}

static void settle(analysis_move *m, verdict v, const char *how)
{
    assert(!m->is_known);
    assert(v.outcome >= -1 && v.outcome <= 1 && how[0] != '\0');
    m->is_known = true;
    m->verdict = v;
    m->how = how;
}

/* A move after which the other player cannot move wins, or loses in misere play, where plies are not counted. */
static void settle_by_rules(const analyst *a, analysis *found)
{
    for (int i = 0; i < found->n_moves; i++) {
        const game_state after = state_after(a, &found->state, &found->moves[i].move);
        if (a->g->rules->mobility(a->g, &after, (pm_color)after.mover) == 0) {
            settle(&found->moves[i], a->g->is_misere ? (verdict){-1, -1} : verdict_before(VERDICT_LOST_NOW), "rules");
        }
    }
}

static void take_answer(analysis *found, const answer *known)
{
    assert(found->n_moves == known->n_moves);
    for (int i = 0; i < known->n_moves; i++) {
        settle(&found->moves[i], known->moves[i].verdict, known->how);
    }
}

/* Ask for the verdict of single moves, those that are open. */
static pm_status settle_each(const analyst *a, answers *source, analysis *found, pm_error *err)
{
    for (int i = 0; i < found->n_moves; i++) {
        analysis_move *m = &found->moves[i];
        const game_state after = state_after(a, &found->state, &m->move);
        verdict v;
        const pm_status status = m->is_known ? PM_NOT_FOUND : answers_judge(source, &after, &v, err);
        if (status == PM_OK) {
            settle(m, verdict_before(v), answers_how(source));
        } else if (status != PM_NOT_FOUND) {
            return status;
        }
    }
    return PM_OK;
}

static pm_status settle_by_answers(const analyst *a, const answer *known, analysis *found, pm_error *err)
{
    if (known) {
        take_answer(found, known);
        return PM_OK;
    }
    answer *all = malloc(sizeof *all);
    if (!all) {
        return status_no_memory(err, "the analysis", 0);
    }
    pm_status status = answers_find(a->exact, &found->state, all, err);
    if (status == PM_OK) {
        take_answer(found, all);
    }
    free(all);
    if (status == PM_NOT_FOUND) {
        settle_by_rules(a, found);
        status = settle_each(a, a->exact, found, err);
    }
    return status;
}

static int count_open(const analysis *found)
{
    int n = 0;
    for (int i = 0; i < found->n_moves; i++) {
        n += !found->moves[i].is_known;
    }
    return n;
}

/* Value the positions after all moves; what is left of the time is shared equally. */
static pm_status appraise(analyst *a, analysis *found, double end, pm_error *err)
{
    for (int i = 0; i < found->n_moves; i++) {
        analysis_move *m = &found->moves[i];
        const game_state after = state_after(a, &found->state, &m->move);
        const double left = (end - clock_seconds()) / (found->n_moves - i);
        const pm_status status = appraiser_find(a->appraiser, &after, left, &m->worth, err);
        if (status != PM_OK || is_cancelled(a)) {
            return status;
        }
        if (m->worth.has_winner && !m->is_known) {
            settle(m, (verdict){m->worth.winner == (pm_color)found->state.mover ? 1 : -1, -1}, "value");
        }
    }
    return PM_OK;
}

/* Prove what is open, the easy moves first: in each round every move gets more nodes. */
static pm_status prove(analyst *a, analysis *found, pm_error *err)
{
    pm_status status = PM_OK;
    for (uint64_t n = FIRST_NODES; n <= MOST_NODES && status == PM_OK && count_open(found) > 0; n *= GROWTH) {
        a->prover_nodes = n;
        static_assert((uint64_t)MOST_NODES * GROWTH > MOST_NODES, "the rounds come to an end");
        if (is_step_over(a)) {
            break;
        }
        status = settle_each(a, a->prover, found, err);
    }
    return status;
}

/* ---- search ------------------------------------------------------------------------------------ */

/* What an agent is shown after a move: `hashes` has room for one more than those of `turn`. */
static agent_turn turn_after(const analyst *a, const agent_turn *turn, const game_state *after, uint64_t *hashes)
{
    agent_turn next = {.state = after};
    if (a->g->rules->is_draw) {
        const int n = after->clock < (uint32_t)turn->n_hashes ? (int)after->clock : turn->n_hashes;
        for (int i = 0; i < n; i++) {
            hashes[i] = turn->hashes[turn->n_hashes - n + i];
        }
        assert(n >= 0 && n <= turn->n_hashes);
        hashes[n] = a->g->rules->hash(a->g, after);
        next.hashes = hashes;
        next.n_hashes = n + 1;
    }
    return next;
}

/* Take what a search of the position after `m` found; its score is for the player to move there. */
static void take_search(const analyst *a, analysis_move *m, const game_state *after, const game_move *reply)
{
    const agent *searcher = a->searcher;
    const int plies = agent_score_plies(searcher->score);
    m->how = "search";
    m->depth = searcher->depth + 1;
    m->score = after->mover == PM_BLACK ? searcher->score : -searcher->score;
    m->line[0] = m->move;
    m->line[1] = *reply;
    const game_state next = state_after(a, after, reply);
    m->n_line = 2 + searcher->class->line(searcher, &next, m->line + 2, ANALYSIS_MAX_LINE - 2);
    assert(m->n_line >= 2 && m->n_line <= ANALYSIS_MAX_LINE);
    if (plies >= 0 && plies <= searcher->depth) { /* a full search to that depth: the distance is exact */
        m->is_known = true;
        m->verdict = verdict_before((verdict){searcher->score > 0 ? 1 : -1, plies});
    }
}

/* Search the position after a move to `depth` plies from the move on; the first search, of two, takes what time it
 * needs. False if there was not time for it: then `m` is as before. */
static bool search_move(analyst *a, const agent_turn *turn, analysis_move *m, int depth, uint64_t *hashes)
{
    const game_state after = state_after(a, turn->state, &m->move);
    agent_turn next = turn_after(a, turn, &after, hashes);
    game_move reply;
    rng random = rng_stream(0, 0);
    if (a->g->rules->is_draw && a->g->rules->is_draw(a->g, &after, next.hashes, next.n_hashes)) {
        settle(m, (verdict){0, -1}, "rules");
        return true;
    }
    next.depth = depth - 1;
    next.stop = depth == 2 ? is_cancelled : is_step_over;
    next.stop_ctx = a;
    agent_choose(a->searcher, &next, &random, &reply);
    const bool is_done = a->searcher->depth == depth - 1;
    if (is_done) {
        take_search(a, m, &after, &reply);
    }
    return is_done;
}

/* An end that the search is certain of, but not of its distance. */
static void settle_certain(analysis *found)
{
    for (int i = 0; i < found->n_moves; i++) {
        analysis_move *m = &found->moves[i];
        if (!m->is_known && agent_score_plies(m->score) >= 0) {
            settle(m, (verdict){(m->score > 0) == (found->state.mover == PM_BLACK) ? 1 : -1, -1}, "search");
        }
    }
}

/* One iteration over the open moves. Unless it is finished, only what became certain counts. */
static bool search_to(analyst *a, const agent_turn *turn, analysis *found, int depth, uint64_t *hashes)
{
    for (int i = 0; i < found->n_moves; i++) {
        analysis_move *m = &found->moves[i];
        if (!m->is_known && !search_move(a, turn, m, depth, hashes)) {
            return false;
        }
    }
    return true;
}

static pm_status search(analyst *a, const agent_turn *turn, analysis *found, pm_error *err)
{
    uint64_t *hashes = malloc(((size_t)turn->n_hashes + 1) * sizeof *hashes);
    const size_t bytes = ((size_t)found->n_moves + 1) * sizeof *found->moves;
    analysis_move *last = malloc(bytes);
    if (!hashes || !last) {
        free(hashes);
        free(last);
        return status_no_memory(err, "the analysis", 0);
    }
    a->step_end = a->end;
    agent_begin(a->searcher);
    for (int depth = 2; depth <= a->limits.depth && count_open(found) > 0; depth++) {
        for (int i = 0; i < found->n_moves; i++) {
            last[i] = found->moves[i];
        }
        const bool is_done = search_to(a, turn, found, depth, hashes);
        for (int i = 0; i < found->n_moves && !is_done; i++) { /* scores of different depths cannot be compared */
            found->moves[i] = found->moves[i].is_known ? found->moves[i] : last[i];
        }
        if (!is_done || is_step_over(a)) {
            break;
        }
    }
    settle_certain(found);
    free(hashes);
    free(last);
    return PM_OK;
}

/* ---- the position ------------------------------------------------------------------------------ */

/* Plies count among moves only if all of them have them. */
static bool have_plies(const analysis *found)
{
    for (int i = 0; i < found->n_moves; i++) {
        const analysis_move *m = &found->moves[i];
        if (!m->is_known || (m->verdict.plies < 0 && m->verdict.outcome != 0)) {
            return false;
        }
    }
    return true;
}

static verdict comparable(const analysis_move *m, bool has_plies)
{
    return (verdict){m->verdict.outcome, has_plies ? m->verdict.plies : -1};
}

/* A win is enough; otherwise all moves must be known. */
static void judge_position(analysis *found)
{
    const bool has_plies = have_plies(found);
    verdict best = VERDICT_LOST_NOW;
    for (int i = 0, n_known = 0; i < found->n_moves; i++) {
        if (found->moves[i].is_known) {
            const verdict v = comparable(&found->moves[i], has_plies);
            best = n_known++ == 0 || verdict_order(v, best) > 0 ? v : best;
        }
    }
    found->is_known = count_open(found) == 0 || best.outcome > 0;
    found->verdict = best;
    for (int i = 0; i < found->n_moves && found->is_known; i++) {
        analysis_move *m = &found->moves[i];
        m->is_best = m->is_known && verdict_is_best(best, comparable(m, has_plies));
    }
}

/* The score of a move for its mover, where the winner is open: a known draw counts as even. */
static int open_score(const analysis *found, const analysis_move *m)
{
    assert(!m->is_known || m->verdict.outcome <= 0);
    return m->is_known                      ? (m->verdict.outcome < 0 ? -AGENT_WIN : 0)
           : found->state.mover == PM_BLACK ? m->score
                                            : -m->score;
}

static void rank_by_score(analysis *found)
{
    int best = -AGENT_WIN;
    for (int i = 0; i < found->n_moves; i++) {
        const int score = open_score(found, &found->moves[i]);
        assert(score >= -AGENT_WIN && score <= AGENT_WIN);
        best = score > best ? score : best;
    }
    for (int i = 0; i < found->n_moves; i++) {
        found->moves[i].is_best = open_score(found, &found->moves[i]) == best;
    }
}

static pm_status analyse(analyst *a, const agent_turn *turn, const answer *known, analysis *found, pm_error *err)
{
    const double seconds = a->limits.seconds;
    pm_status status = settle_by_answers(a, known, found, err);
    a->end = clock_seconds() + seconds;
    if (status == PM_OK && a->limits.wants_worth && a->appraiser) {
        status = appraise(a, found, clock_seconds() + seconds / 4, err);
    }
    a->step_end = (a->end + clock_seconds()) / 2;
    if (status == PM_OK && answers_has_source(a->prover)) {
        status = prove(a, found, err);
    }
    if (status == PM_OK && count_open(found) > 0) {
        status = search(a, turn, found, err);
    }
    return status == PM_OK && is_cancelled(a) ? status_fail(err, PM_INTERRUPTED, 0, "interrupted") : status;
}

pm_status analyst_find(analyst *a, const agent_turn *turn, const answer *known, analysis *found, pm_error *err)
{
    game_move moves[GAME_MAX_MOVES];
    const int n = a->g->rules->moves(a->g, turn->state, moves);
    *found = (analysis){.state = *turn->state, .n_moves = n};
    found->moves = calloc((size_t)n + 1, sizeof *found->moves);
    if (!found->moves) {
        return status_no_memory(err, "the analysis", 0);
    }
    for (int i = 0; i < n; i++) {
        found->moves[i].move = moves[i];
        found->moves[i].how = "";
    }
    const pm_status status = n > 0 ? analyse(a, turn, known, found, err) : PM_OK;
    if (status != PM_OK) {
        analysis_free(found);
        return status;
    }
    judge_position(found);
    if (!found->is_known) {
        rank_by_score(found);
    }
    return PM_OK;
}

pm_status analyst_worth(analyst *a, const game_state *s, worth *found, pm_error *err)
{
    *found = (worth){.value = ""};
    return a->appraiser ? appraiser_find(a->appraiser, s, a->limits.seconds / 4, found, err) : PM_OK;
}

/* ---- what follows from it ---------------------------------------------------------------------- */

bool analysis_is_mistake(const analysis *found, const analysis_move *made)
{
    assert(!found->is_known || !made->is_known ||
           made->verdict.outcome <= found->verdict.outcome); /* of the best move */
    return found->is_known && made->is_known && made->verdict.outcome < found->verdict.outcome;
}

bool analysis_keeps(const analysis *found, const analysis_move *m)
{
    return found->is_known && m->is_known && m->verdict.outcome == found->verdict.outcome;
}

const analysis_move *analysis_best(const analysis *found)
{
    for (int i = 0; i < found->n_moves; i++) {
        if (found->moves[i].is_best) {
            return &found->moves[i];
        }
    }
    return found->n_moves > 0 ? &found->moves[0] : NULL;
}
