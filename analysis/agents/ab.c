/* The agent "ab": alpha-beta search with iterative deepening.
 *
 * Principal variation search over the game seam: a null window after the first move, a transposition table, and the
 * order of moves from the table's best move and from how often a move caused a cut-off before. The leaves
 * are judged by the game's own evaluation (mobility, in Konane), compulsory captures being played out first; whoever
 * has no move has lost, the sooner the worse, or in misere play won.
 * The order of the moves at the root is drawn at random, so that equally good moves are chosen equally often.
 * The number of nodes depends on the game so far and the generator alone, unless a limit in milliseconds is given.
 *
 * By parameters it judges by the game's finer evaluation, begins each iteration within a window around the value of the
 * one before, and looks up captures in a database. Without them it makes the moves that it always made. What else was
 * tried and does not pay is in data/speed.md: killers, moves sorted by evaluation, reduction of late moves, extension
 * of forced ones.
 *
 * Draws by repetition are seen on the path of the search; values in the table ignore how they were reached, as
 * usual.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/agents/agents.h"
#include "analysis/agents/endgame.h"
#include "analysis/agents/parameters.h"
#include "analysis/agents/transposition.h"
#include "src/base/clock.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOSS = AGENT_WIN, /* value of a lost position is ply - LOSS */
    CERTAIN = AGENT_CERTAIN,
    INFINITE = 32000,
    MAX_DEPTH = 100,
    WON = 20000, /* by a database that does not say in how many plies */
    WON_MARGIN = 9000,
    MAX_UNQUIET = GAME_MAX_CELLS, /* moves beyond that, each of which takes a stone */
    MIN_TABLE_BITS = 12,
    MAX_TABLE_BITS = 20,
    HISTORY_SIZE = 4096, /* a power of two */
    HISTORY_LIMIT = 1 << 20,
    MAX_HASHES = 256,        /* of the game so far that are kept for repetitions */
    CLOCK_INTERVAL = 1 << 8, /* nodes between two looks at the clock; they take up to 10 us each, on 16x16 */
};

typedef struct ab_agent {
    agent base;
    uint64_t max_depth, max_ms, max_nodes; /* of one move; 0: no limit in ms, nodes */
    uint64_t last_node;                    /* stop when base.nodes reaches it */
    uint64_t next_look;                    /* look at the clock then, and ask whether to stop */
    double deadline;                       /* on clock_seconds */
    const agent_turn *turn;                /* of this move */
    bool is_over;                          /* a limit was reached: values are void */
    int n_hashes;
    uint64_t hashes[MAX_HASHES + MAX_DEPTH + MAX_UNQUIET + 1];
    uint32_t history[HISTORY_SIZE];
    int (*evaluate)(const game *g, const game_state *s);
    uint64_t window; /* of the first search at the root, on either side of the value before; 0: open */
    endgame endgame;
    bool has_endgame;
    bool begins_in_endgame; /* the database has the position to move in, and distances */
    transposition_table table;
} ab_agent;

/* ---- order of moves -------------------------------------------------------------------------- */

static uint32_t *history_of(ab_agent *a, const game_move *m, uint32_t mover)
{
    static_assert((HISTORY_SIZE & (HISTORY_SIZE - 1)) == 0, "places are found by a mask");
    return &a->history[(m->from * 67u ^ m->to * 2u ^ mover) & (HISTORY_SIZE - 1)];
}

static void history_reward(ab_agent *a, const game_move *m, uint32_t mover, int depth)
{
    uint32_t *h = history_of(a, m, mover);
    *h += (uint32_t)(depth * depth);
    if (*h > HISTORY_LIMIT) {
        for (int i = 0; i < HISTORY_SIZE; i++) {
            a->history[i] /= 2;
        }
    }
}

static void score_moves(ab_agent *a, const game_move *moves, int n, uint32_t mover, const transposition_entry *entry,
                        uint32_t *scores)
{
    for (int i = 0; i < n; i++) {
        const bool is_best = entry && entry->from == moves[i].from && entry->to == moves[i].to;
        scores[i] = is_best ? UINT32_MAX : *history_of(a, &moves[i], mover);
    }
}

/* Bring the move with the highest score among [i, n) to i; the first of equals. */
static void pick_move(game_move *moves, uint32_t *scores, int i, int n)
{
    int best = i;
    for (int k = i + 1; k < n; k++) {
        best = scores[k] > scores[best] ? k : best;
    }
    const game_move move = moves[best];
    const uint32_t score = scores[best];
    moves[best] = moves[i];
    scores[best] = scores[i];
    moves[i] = move;
    scores[i] = score;
}

/* ---- limits and draws ------------------------------------------------------------------------ */

static bool is_over(ab_agent *a)
{
    const uint64_t nodes = a->base.nodes;
    if (a->max_nodes && nodes >= a->last_node) {
        a->is_over = true;
    }
    if (nodes >= a->next_look) {
        a->next_look = nodes + CLOCK_INTERVAL;
        a->is_over |= (a->max_ms && clock_seconds() >= a->deadline) || agent_must_stop(a->turn);
    }
    return a->is_over;
}

/* Make a move of the search; undone by a->n_hashes--. */
static void make(ab_agent *a, const game_state *s, const game_move *m, game_state *after)
{
    const game *g = a->base.game;
    *after = *s;
    g->rules->make(g, after, m);
    if (g->rules->is_draw) {
        assert(a->n_hashes < (int)(sizeof a->hashes / sizeof *a->hashes));
        a->hashes[a->n_hashes] = g->rules->hash(g, after);
    }
    a->n_hashes++;
}

static bool is_draw(const ab_agent *a, const game_state *s)
{
    const game *g = a->base.game;
    if (!g->rules->is_draw) {
        return false;
    }
    const int since = s->clock < (uint32_t)a->n_hashes ? (int)s->clock + 1 : a->n_hashes;
    assert(since >= 1 && since <= a->n_hashes);
    return g->rules->is_draw(g, s, a->hashes + a->n_hashes - since, since);
}

/* ---- search ---------------------------------------------------------------------------------- */

static bool is_quiet(const game *g, const game_state *s)
{
    return !g->rules->is_unquiet || !g->rules->is_unquiet(g, s);
}

/* For a mover who has no move; the sooner, the more it counts. */
static int end_value(const game *g, int ply)
{
    return g->is_misere ? LOSS - ply : ply - LOSS;
}

static int leaf_value(const ab_agent *a, const game_state *s, int ply)
{
    static_assert(CERTAIN + MAX_DEPTH + MAX_UNQUIET < LOSS && LOSS < INFINITE,
                  "an end within the search counts as certain, and is found");
    const game *g = a->base.game;
    return g->rules->mobility(g, s, (pm_color)s->mover) == 0 ? end_value(g, ply) : a->evaluate(g, s);
}

static bool is_cut_off(const transposition_entry *e, int depth, int alpha, int beta, int ply, int *value)
{
    if (!e || e->depth < depth) {
        return false;
    }
    *value = transposition_from_root(e->value, ply, CERTAIN);
    return e->bound == TRANSPOSITION_EXACT || (e->bound == TRANSPOSITION_LOWER && *value >= beta) ||
           (e->bound == TRANSPOSITION_UPPER && *value <= alpha);
}

static void store(ab_agent *a, uint64_t hash, int depth, int ply, int value, int alpha, int beta, const game_move *best)
{
    assert(depth >= 0 && depth <= MAX_DEPTH && value > -INFINITE && value < INFINITE && alpha < beta);
    transposition_entry e = {.hash = hash,
                             .value = (int16_t)transposition_from_position(value, ply, CERTAIN),
                             .depth = (uint8_t)depth,
                             .from = best ? best->from : UINT16_MAX,
                             .to = best ? best->to : UINT16_MAX};
    e.bound = value >= beta ? TRANSPOSITION_LOWER : value <= alpha ? TRANSPOSITION_UPPER : TRANSPOSITION_EXACT;
    transposition_store(&a->table, e);
}

/* What the database says of a position, for its mover. Without distances a win is worth as much as the evaluation says
 * above that, so that there is something to play for. */
static int verdict_value(const ab_agent *a, const game_state *s, verdict v, int ply)
{
    if (v.outcome == 0) {
        return 0;
    }
    if (v.plies < 0) {
        const int value = a->evaluate(a->base.game, s), least = -WON_MARGIN, most = WON_MARGIN;
        return v.outcome * WON + (value < least ? least : value > most ? most : value);
    }
    const int plies = ply + v.plies < LOSS - CERTAIN - 1 ? ply + v.plies : LOSS - CERTAIN - 1;
    return v.outcome * (LOSS - plies);
}

/* Look a position up that the move `m` led to. A database has all positions of few pieces, so that only a capture leads
 * into it; where the game is in it already each move is looked up, if there are distances to play by. */
static bool find_endgame(ab_agent *a, const game_state *s, const game_move *m, int ply, int *value)
{
    verdict v;
    pm_error err;
    if ((m->n_taken == 0 && !a->begins_in_endgame) || a->base.failure != PM_OK) {
        return false;
    }
    const pm_status status = endgame_judge(&a->endgame, s, &v, &err);
    if (status != PM_OK && status != PM_NOT_FOUND) {
        a->base.failure = status;
        a->base.err = err;
    }
    a->base.nodes += status == PM_OK;
    *value = status == PM_OK ? verdict_value(a, s, v, ply) : 0;
    return status == PM_OK;
}

static int search(ab_agent *a, const game_state *s, int depth, int alpha, int beta, int ply);

/* The value of one move: a null window first unless it is the first move. */
static int search_move(ab_agent *a, const game_state *s, const game_move *m, bool is_first, int depth, int alpha,
                       int beta, int ply)
{
    game_state after;
    int value = 0;
    make(a, s, m, &after);
    if (a->has_endgame && find_endgame(a, &after, m, ply + 1, &value)) {
        a->n_hashes--;
        return -value;
    }
    if (!is_first) {
        value = -search(a, &after, depth - 1, -alpha - 1, -alpha, ply + 1);
    }
    if (is_first || (value > alpha && value < beta && !a->is_over)) {
        value = -search(a, &after, depth - 1, -beta, -alpha, ply + 1);
    }
    a->n_hashes--;
    return value;
}

/* Value of `s` from its mover's side by a search of `depth` plies, none if that is negative; void if a->is_over
 * afterwards. */
static int search(ab_agent *a, const game_state *s, int depth, int alpha, int beta, int ply)
{
    const game *g = a->base.game;
    a->base.nodes++;
    if (is_over(a)) {
        return 0;
    }
    if (is_draw(a, s)) {
        return 0;
    }
    depth = depth > 0 ? depth : 0;
    if (depth == 0 && is_quiet(g, s)) {
        return leaf_value(a, s, ply);
    }
    const uint64_t hash = g->rules->hash(g, s);
    assert(alpha < beta && ply <= MAX_DEPTH + MAX_UNQUIET);
    const transposition_entry *entry = transposition_find(&a->table, hash);
    int value;
    if (is_cut_off(entry, depth, alpha, beta, ply, &value)) {
        return value;
    }
    game_move moves[GAME_MAX_MOVES];
    uint32_t scores[GAME_MAX_MOVES];
    const int n = g->rules->moves(g, s, moves);
    if (n == 0) {
        return end_value(g, ply);
    }
    score_moves(a, moves, n, s->mover, entry, scores);
    const int alpha_before = alpha;
    int best = -INFINITE, best_move = -1;
    for (int i = 0; i < n && best < beta; i++) {
        pick_move(moves, scores, i, n);
        value = search_move(a, s, &moves[i], i == 0, depth, alpha, beta, ply);
        if (a->is_over) {
            return 0;
        }
        if (value > best) {
            best = value;
            best_move = i;
            alpha = value > alpha ? value : alpha;
        }
    }
    if (best >= beta) {
        history_reward(a, &moves[best_move], s->mover, depth);
    }
    store(a, hash, depth, ply, best, alpha_before, beta, best > alpha_before ? &moves[best_move] : NULL);
    return best;
}

/* One iteration at the root within a window: on return the best move of those that were searched is the first. */
static int search_window(ab_agent *a, const game_state *s, game_move *moves, int n, int depth, int alpha, int beta)
{
    int best = alpha;
    for (int i = 0; i < n && best < beta; i++) {
        const int value = search_move(a, s, &moves[i], i == 0, depth, best, beta, 0);
        if (a->is_over) {
            break;
        }
        if (value > best) {
            best = value;
            const game_move move = moves[i];
            memmove(moves + 1, moves, (size_t)i * sizeof *moves);
            moves[0] = move;
        }
    }
    return best;
}

/* One iteration: first, if the value of the one before is not a certain end, within a window around that. A value at or
 * beyond its ends is a bound, and is searched for again. */
static int search_root(ab_agent *a, const game_state *s, game_move *moves, int n, int depth)
{
    const int before = a->base.score, window = (int)a->window;
    if (window > 0 && a->base.depth > 0 && agent_score_plies(before) < 0) {
        const int value = search_window(a, s, moves, n, depth, before - window, before + window);
        if (a->is_over || (value > before - window && value < before + window)) {
            return value;
        }
    }
    return search_window(a, s, moves, n, depth, -INFINITE, INFINITE);
}

static void shuffle(game_move *moves, int n, rng *r)
{
    for (int i = n - 1; i > 0; i--) {
        const int k = (int)rng_below(r, (uint32_t)i + 1);
        const game_move move = moves[i];
        moves[i] = moves[k];
        moves[k] = move;
    }
}

/* Set the limits of this move, and the past for repetitions. */
static void prepare(ab_agent *a, const agent_turn *turn)
{
    verdict known;
    pm_error err;
    a->is_over = false;
    a->turn = turn;
    a->begins_in_endgame =
        a->has_endgame && a->endgame.has_remoteness && endgame_judge(&a->endgame, turn->state, &known, &err) == PM_OK;
    a->last_node = a->base.nodes + a->max_nodes;
    a->next_look = a->base.nodes;
    a->deadline = a->max_ms ? clock_seconds() + 1e-3 * (double)a->max_ms : 0;
    memset(a->history, 0, sizeof a->history);
    a->n_hashes = turn->n_hashes < MAX_HASHES ? turn->n_hashes : MAX_HASHES;
    for (int i = 0; i < a->n_hashes; i++) {
        a->hashes[i] = turn->hashes[turn->n_hashes - a->n_hashes + i];
    }
}

static void ab_choose(agent *base, const agent_turn *turn, rng *r, game_move *move)
{
    ab_agent *a = (ab_agent *)base;
    const game *g = a->base.game;
    game_move moves[GAME_MAX_MOVES];
    const int n = g->rules->moves(g, turn->state, moves);
    assert(n > 0);
    shuffle(moves, n, r);
    prepare(a, turn);
    base->depth = 0;
    base->score = 0;
    const bool is_asked = turn->depth > 0; /* to score the position, also if there is one move, or the end is certain */
    const int last = is_asked ? turn->depth : (int)a->max_depth;
    assert(last >= 1 && last <= MAX_DEPTH);
    for (int depth = is_asked && last > 2 ? last - 2 : 1; (n > 1 || is_asked) && depth <= last; depth++) {
        const int value = search_root(a, turn->state, moves, n, depth);
        if (a->is_over) {
            break;
        }
        base->depth = depth;
        base->score = value;
        if (!is_asked && agent_score_plies(value) >= 0) {
            break;
        }
    }
    *move = moves[0];
}

/* The best moves that the table has, one after the other. It keeps the ends of a move alone: of several such moves the
 * first is taken. */
static int ab_line(const agent *base, const game_state *s, game_move line[], int max)
{
    const ab_agent *a = (const ab_agent *)base;
    const game *g = base->game;
    game_state state = *s;
    int length = 0;
    for (; length < max; length++) {
        game_move moves[GAME_MAX_MOVES];
        const transposition_entry *entry = transposition_find(&a->table, g->rules->hash(g, &state));
        const int n = entry ? g->rules->moves(g, &state, moves) : 0;
        int i = 0;
        while (i < n && (moves[i].from != entry->from || moves[i].to != entry->to)) {
            i++;
        }
        if (i == n) {
            break;
        }
        line[length] = moves[i];
        g->rules->make(g, &state, &moves[i]);
    }
    return length;
}

static void ab_begin(agent *base)
{
    transposition_forget(&((ab_agent *)base)->table);
}

static void ab_free(agent *base)
{
    ab_agent *a = (ab_agent *)base;
    transposition_close(&a->table);
    endgame_close(&a->endgame);
    free(a);
}

/* The size of the table: shallow searches are quicker in a small one, which stays in the cache. A search to depth d
 * visits some 3^d positions at the most, and so many entries need not be kept. */
static int table_bits(uint64_t depth, uint64_t nodes)
{
    assert(depth >= 1 && depth <= MAX_DEPTH);
    int bits = depth + 8 < MAX_TABLE_BITS ? (int)depth + 8 : MAX_TABLE_BITS;
    while (nodes && bits > MIN_TABLE_BITS && UINT64_C(1) << (bits - 1) > nodes) {
        bits--;
    }
    return bits > MIN_TABLE_BITS ? bits : MIN_TABLE_BITS;
}

static pm_status ab_make(const game *g, const char *parameters, agent **made, pm_error *err)
{
    uint64_t depth = 0, ms = 0, nodes = 0, eval = 0, window = 0;
    char path[AGENT_MAX_TEXT + 1] = "";
    const agent_parameter list[] = {
        {"depth", 1, MAX_DEPTH, &depth, NULL},         {"ms", 1, UINT64_C(24) * 3600 * 1000, &ms, NULL},
        {"nodes", 1, UINT64_C(1) << 50, &nodes, NULL}, {"eval", 0, 1, &eval, NULL},
        {"window", 0, CERTAIN, &window, NULL},         {"db", .text = path},
    };
    if (!parameters || !*parameters) {
        return status_fail(err, PM_BAD_INPUT, 0, "a depth or another limit is needed, as in ab:4");
    }
    pm_status status = agent_parameters_read(parameters, list, sizeof list / sizeof *list, err);
    if (status == PM_OK && !depth && !ms && !nodes) {
        status = status_fail(err, PM_BAD_INPUT, 0, "a limit is needed: depth, ms or nodes");
    }
    if (status == PM_OK && eval && !g->rules->evaluate_finely) {
        status = status_fail(err, PM_BAD_INPUT, 0, "eval is 1, but %s has no evaluation but 0", g->rules->name);
    }
    if (status != PM_OK) {
        return status;
    }
    depth = depth ? depth : MAX_DEPTH;
    ab_agent *a = calloc(1, sizeof *a);
    if (!a || transposition_open(&a->table, table_bits(depth, nodes)) != PM_OK) {
        free(a);
        return PM_NO_MEMORY;
    }
    a->max_depth = depth;
    a->max_ms = ms;
    a->max_nodes = nodes;
    a->evaluate = eval ? g->rules->evaluate_finely : g->rules->evaluate;
    a->window = window;
    a->has_endgame = path[0] != '\0';
    status = a->has_endgame ? endgame_open(&a->endgame, g, path, err) : PM_OK;
    if (status != PM_OK) {
        ab_free(&a->base);
        return status;
    }
    *made = &a->base;
    return PM_OK;
}

const agent_class agent_ab = {
    .name = "ab",
    .usage = "ab:DEPTH or ab:depth=N,ms=T,nodes=N,eval=E,window=W,db=FILE",
    .help =
        "alpha-beta search within so many plies, ms, nodes; finer evaluation, window around the last value, database",
    .make = ab_make,
    .choose = ab_choose,
    .begin = ab_begin,
    .free = ab_free,
    .line = ab_line,
};
