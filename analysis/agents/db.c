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
#include "solver/draughts/probe.h"
#include "src/base/bits.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CACHE_BYTES = 64 << 20,
    WIN = 10000, /* scores: WIN - plies for a win, plies - WIN for a loss */
};

typedef struct db_agent {
    agent base;
    pm_db *db; /* of Konane, with the board */
    pm_board *board;
    draughts_db *endgames; /* of draughts: one of the two is there */
    int max_pieces;
    agent *other; /* NULL if none is named */
    bool has_remoteness;
    char path[64]; /* of the database, for messages; cut if it is longer */
} db_agent;

/* Say in an error which database it is about. */
static void name_database(db_agent *a)
{
    const pm_error plain = a->base.err;
    snprintf(a->base.err.message, sizeof a->base.err.message, "\"%s\": %.160s", a->path, plain.message);
}

/* Whether the database has the state. */
static bool covers(const db_agent *a, const game_state *s)
{
    return !a->endgames || bits_count(s->bits[0] | s->bits[1]) <= a->max_pieces;
}

/* The score of a draughts endgame, for its mover. */
static int probe_endgame(db_agent *a, const game_state *s)
{
    draughts_value value;
    if (a->base.failure == PM_OK) {
        a->base.failure = draughts_db_value(a->endgames, s->bits, s->bits[2], (pm_color)s->mover, &value, &a->base.err);
        if (a->base.failure != PM_OK) {
            name_database(a);
        }
    }
    if (a->base.failure != PM_OK) {
        return 0;
    }
    const int plies = a->has_remoteness ? value.plies : 0;
    return value.outcome == 0 ? 0 : value.outcome > 0 ? WIN - plies : plies - WIN;
}

/* The score of a position of the jump phase, for its mover. */
static int probe(db_agent *a, const game_state *s)
{
    pm_value value;
    const pm_position pos = {.occupied = s->bits[0], .mover = (pm_color)s->mover};
    if (a->base.failure == PM_OK) {
        a->base.failure = pm_db_probe(a->db, a->board, pos, &value, &a->base.err);
        if (a->base.failure != PM_OK) {
            name_database(a);
        }
    }
    if (a->base.failure != PM_OK) {
        return 0;
    }
    const int plies = a->has_remoteness ? value.remoteness : 0;
    return value.winner == pos.mover ? WIN - plies : plies - WIN;
}

/* The score of any position for its mover: in the opening, that of the best removal. */
static int score(db_agent *a, const game_state *s)
{
    const game *g = a->base.game;
    if (a->endgames) {
        return probe_endgame(a, s);
    }
    if (!g->rules->is_opening(g, s)) {
        return probe(a, s);
    }
    game_move moves[GAME_MAX_MOVES];
    const int n = g->rules->moves(g, s, moves);
    int best = -WIN;
    for (int i = 0; i < n; i++) {
        game_state after = *s;
        g->rules->make(g, &after, &moves[i]);
        const int value = -score(a, &after);
        best = value > best ? value : best;
    }
    return best;
}

static game_state after_move(const game *g, const game_state *s, const game_move *move)
{
    game_state after = *s;
    g->rules->make(g, &after, move);
    return after;
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

/* Choose a best one of the moves that the database knows, at random among equals; returns its value for the mover, and
 * in `*n_known` the number of known moves. */
static int choose_known(db_agent *a, const game_state *s, const game_move moves[], int n, rng *r, game_move *move,
                        int *n_known)
{
    int best = -WIN - 1;
    uint32_t ties = 0;
    *n_known = 0;
    for (int i = 0; i < n; i++) {
        const game_state after = after_move(a->base.game, s, &moves[i]);
        if (!covers(a, &after)) {
            continue;
        }
        (*n_known)++;
        const int value = -score(a, &after);
        ties = value > best ? 1 : ties + (value == best);
        if (value > best || (value == best && rng_below(r, ties) == 0)) {
            best = value;
            *move = moves[i];
        }
    }
    return best;
}

/* Whether the database cannot say which of the moves of this value is best. */
static bool leaves_open(const db_agent *a, int best)
{
    return a->endgames ? best == 0 || !a->has_remoteness : best < 0 && !a->has_remoteness;
}

static void db_choose(agent *base, const agent_turn *turn, rng *r, game_move *move)
{
    db_agent *a = (db_agent *)base;
    const game *g = base->game;
    game_move moves[GAME_MAX_MOVES], advice;
    const int n = g->rules->moves(g, turn->state, moves);
    assert(n > 0);
    int n_known;
    const int best = choose_known(a, turn->state, moves, n, r, move, &n_known);
    const bool is_settled = n_known == n || best > 0;
    base->nodes += (uint64_t)n_known;
    if (!is_settled && !a->other) {
        *move = moves[rng_below(r, (uint32_t)n)];
    } else if (!is_settled) {
        agent_choose(a->other, turn, r, move);
    } else if (a->other && leaves_open(a, best)) {
        agent_choose(a->other, turn, r, &advice);
        const game_state after = after_move(g, turn->state, &advice);
        if (covers(a, &after) && sign(-score(a, &after)) == sign(best)) {
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
    draughts_db_close(a->endgames);
    pm_db_close(a->db);
    pm_board_free(a->board);
    free(a);
}

/* Make the board of the game: the text of a position gives its size and the colour of the corner. Cells have the same
 * numbers in a pm_position as in a state of Konane. */
static pm_status open_board(db_agent *a, const game *g, pm_error *err)
{
    game_state start;
    char text[GAME_MAX_TEXT];
    pm_position pos;
    if (g->rows * g->cols > PM_MAX_CELLS) {
        return status_fail(err, PM_BAD_INPUT, 0, "there are databases for boards of Konane of up to %d cells only",
                           (int)PM_MAX_CELLS);
    }
    pm_status status = g->rules->start(g, &start, err);
    if (status != PM_OK) {
        return status;
    }
    g->rules->state_format(g, &start, text);
    status = pm_position_parse(text, "any", PM_BLACK, false, &a->board, &pos, err);
    assert(status != PM_OK || pos.occupied == start.bits[0]);
    return status;
}

static pm_status open_file(db_agent *a, const game *g, const char *path, pm_error *err)
{
    pm_status status = open_board(a, g, err);
    status = status == PM_OK ? pm_db_open(path, CACHE_BYTES, &a->db, err) : status;
    if (status != PM_OK) {
        return status;
    }
    const pm_db_info info = pm_db_get_info(a->db);
    const bool is_same = info.rows == g->rows && info.cols == g->cols;
    if (!is_same && !(info.rows == g->cols && info.cols == g->rows)) {
        return status_fail(err, PM_BAD_INPUT, 0, "the database is of the board %dx%d, the game is on %dx%d", info.rows,
                           info.cols, g->rows, g->cols);
    }
    a->has_remoteness = info.has_remoteness;
    return PM_OK;
}

static pm_status open_endgames(db_agent *a, const game *g, const char *path, pm_error *err)
{
    const pm_status status = draughts_db_open(path, CACHE_BYTES, &a->endgames, err);
    if (status != PM_OK) {
        return status;
    }
    const draughts_db_info info = draughts_db_get_info(a->endgames);
    if (strcmp(info.game, g->rules->name) != 0 || info.size != g->rows) {
        return status_fail(err, PM_BAD_INPUT, 0, "the database is of %s on %dx%d, the game is %s on %dx%d", info.game,
                           info.size, info.size, g->rules->name, g->rows, g->cols);
    }
    a->max_pieces = info.pieces;
    a->has_remoteness = info.has_remoteness;
    return PM_OK;
}

/* The end of a long path says most. */
static void keep_name(db_agent *a, const char *path)
{
    const size_t length = strlen(path);
    snprintf(a->path, sizeof a->path, "%s%.56s", length > 56 ? "..." : "", path + (length > 56 ? length - 56 : 0));
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
    keep_name(a, parameters);
    const bool is_konane = strcmp(g->rules->name, "konane") == 0;
    const pm_status status = is_konane ? open_file(a, g, parameters, err) : open_endgames(a, g, parameters, err);
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
