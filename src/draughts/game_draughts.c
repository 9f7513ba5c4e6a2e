/* Draughts as a game of the seam src/game/game.h.
 *
 * A state's words are the men and kings of the colour at the top, those of the colour at the bottom, and the kings, as
 * bits of board.h; its mover and its moves are those of the game's own notation, where Black may be at the bottom.
 *
 * Draws in play, `fid`: 40 moves of each side without a capture and without a man's move, or the fourth occurrence of a
 * position; `site`: 40 moves of each side without a capture and without a promotion.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/draughts/game_draughts.h"

#include "src/base/status.h"
#include "src/draughts/evaluate.h"
#include "src/draughts/notation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { DRAW_PLIES = 80, DRAW_OCCURRENCES = 4 };

typedef enum draw_rule { DRAW_FID, DRAW_SITE } draw_rule;

typedef struct draughts_game {
    game base;
    game_rules rules; /* under the name of the game */
    draughts_board board;
    draw_rule draw;
} draughts_game;

static const draughts_game *self(const game *g)
{
    return (const draughts_game *)(const void *)g;
}

static const draughts_board *board_of(const game *g)
{
    return &self(g)->board;
}

static draughts_position position_of(const draughts_board *board, const game_state *s)
{
    assert((s->bits[PM_BLACK] & s->bits[PM_WHITE]) == 0 &&
           (s->bits[2] & ~(s->bits[PM_BLACK] | s->bits[PM_WHITE])) == 0);
    return (draughts_position){
        .pieces = {s->bits[PM_BLACK], s->bits[PM_WHITE]},
        .kings = s->bits[2],
        .mover = draughts_color(board, (pm_color)s->mover),
    };
}

static game_state state_of(const draughts_board *board, const draughts_position *pos, uint32_t clock)
{
    return (game_state){
        .bits = {pos->pieces[PM_BLACK], pos->pieces[PM_WHITE], pos->kings},
        .mover = draughts_color(board, (pm_color)pos->mover),
        .clock = clock,
    };
}

static game_move move_of(const draughts_board *board, const draughts_move *m)
{
    return (game_move){
        .from = board->square_of[m->from],
        .to = board->square_of[m->to],
        .n_taken = (uint16_t)bits_count(m->taken),
        .is_crowned = m->is_crowned,
        .taken = m->taken,
    };
}

static draughts_move draughts_move_of(const draughts_board *board, const game_move *m)
{
    return (draughts_move){m->taken, board->bit_of[m->from], board->bit_of[m->to], m->is_crowned != 0};
}

static bool is_valid(const game *g, const game_state *s)
{
    const draughts_board *board = board_of(g);
    const uint64_t top = s->bits[PM_BLACK], bottom = s->bits[PM_WHITE], kings = s->bits[2];
    uint64_t unused = 0;
    for (int i = 3; i < GAME_CELL_WORDS; i++) {
        unused |= s->bits[i];
    }
    const uint64_t men_at_the_end = (top & board->crown[PM_BLACK]) | (bottom & board->crown[PM_WHITE]);
    return ((top | bottom) & ~board->all) == 0 && (top & bottom) == 0 && (kings & ~(top | bottom)) == 0 &&
           (men_at_the_end & ~kings) == 0 && unused == 0 && s->mover <= PM_WHITE;
}

static pm_status start(const game *g, game_state *s, pm_error *err)
{
    (void)err;
    const draughts_board *board = board_of(g);
    const draughts_position pos = draughts_start(board, draughts_men_rows(board));
    *s = state_of(board, &pos, 0);
    return PM_OK;
}

static int moves(const game *g, const game_state *s, game_move list[GAME_MAX_MOVES])
{
    const draughts_board *board = board_of(g);
    const draughts_position pos = position_of(board, s);
    draughts_move found[DRAUGHTS_MAX_MOVES];
    const int n = draughts_sorted_moves(board, &pos, found);
    static_assert((int)DRAUGHTS_MAX_MOVES <= (int)GAME_MAX_MOVES, "every move has a place");
    for (int i = 0; i < n; i++) {
        list[i] = move_of(board, &found[i]);
    }
    return n;
}

static int mobility(const game *g, const game_state *s, pm_color color)
{
    const draughts_board *board = board_of(g);
    draughts_position pos = position_of(board, s);
    pos.mover = draughts_color(board, color);
    return draughts_count_moves(board, &pos);
}

/* Whether the move takes the draw counter back to zero. */
static bool is_progress(const draughts_game *d, const draughts_position *before, const draughts_position *after,
                        const draughts_move *move)
{
    const bool is_mans = !(before->kings & bits_one(move->from));
    const bool is_promotion = is_mans && after->kings & bits_one(move->to);
    return move->taken || (d->draw == DRAW_FID ? is_mans : is_promotion);
}

static void make_move(const draughts_game *d, game_state *s, const draughts_position *pos, const draughts_move *move)
{
    assert(pos->pieces[pos->mover] & bits_one(move->from) && (move->taken & ~pos->pieces[!pos->mover]) == 0);
    const draughts_position next = draughts_make(&d->board, *pos, *move);
    const uint32_t clock = is_progress(d, pos, &next, move) ? 0 : s->clock + 1;
    assert(bits_count(next.pieces[!pos->mover]) + bits_count(move->taken) == bits_count(pos->pieces[!pos->mover]));
    *s = state_of(&d->board, &next, clock);
}

static void make(const game *g, game_state *s, const game_move *m)
{
    const draughts_position pos = position_of(board_of(g), s);
    const draughts_move move = draughts_move_of(board_of(g), m);
    make_move(self(g), s, &pos, &move);
}

static int make_random(const game *g, game_state *s, rng *r, game_move *made)
{
    const draughts_board *board = board_of(g);
    const draughts_position pos = position_of(board, s);
    draughts_move found[DRAUGHTS_MAX_MOVES];
    const int n = draughts_moves(board, &pos, found);
    if (n > 0) {
        const draughts_move *chosen = &found[rng_below(r, (uint32_t)n)];
        *made = move_of(board, chosen);
        make_move(self(g), s, &pos, chosen);
    }
    return n;
}

static uint64_t perft(const game *g, const game_state *s, int depth)
{
    const draughts_position pos = position_of(board_of(g), s);
    return draughts_perft(board_of(g), &pos, depth, true);
}

static int evaluate(const game *g, const game_state *s)
{
    const draughts_position pos = position_of(board_of(g), s);
    return draughts_evaluate(board_of(g), &pos);
}

static bool is_unquiet(const game *g, const game_state *s)
{
    const draughts_position pos = position_of(board_of(g), s);
    return draughts_must_capture(board_of(g), &pos);
}

static uint64_t hash(const game *g, const game_state *s)
{
    (void)g;
    uint64_t x = s->mover;
    for (int i = 0; i < 3; i++) {
        x = rng_splitmix(&x) ^ s->bits[i];
    }
    return rng_splitmix(&x);
}

static bool is_draw(const game *g, const game_state *s, const uint64_t *hashes, int n_hashes)
{
    if (s->clock >= DRAW_PLIES) {
        return true;
    }
    int n = 0;
    for (int i = n_hashes - 1; self(g)->draw == DRAW_FID && i >= 0; i--) {
        n += hashes[i] == hashes[n_hashes - 1];
    }
    return n >= DRAW_OCCURRENCES;
}

static bool is_opening(const game *g, const game_state *s)
{
    (void)g;
    (void)s;
    return false;
}

static int state_format(const game *g, const game_state *s, char text[GAME_MAX_TEXT])
{
    const draughts_position pos = position_of(board_of(g), s);
    return draughts_fen_format(board_of(g), &pos, text);
}

static pm_status state_parse(const game *g, const char *text, game_state *s, pm_error *err)
{
    draughts_position pos;
    const pm_status status = draughts_fen_parse(board_of(g), text, &pos, err);
    if (status == PM_OK) {
        *s = state_of(board_of(g), &pos, 0);
    }
    return status;
}

static int move_format(const game *g, const game_state *s, const game_move *m, char text[GAME_MAX_MOVE_TEXT])
{
    const draughts_position pos = position_of(board_of(g), s);
    const draughts_move move = draughts_move_of(board_of(g), m);
    return draughts_move_format(board_of(g), &pos, &move, text);
}

static pm_status move_parse(const game *g, const game_state *s, const char *text, game_move *m, pm_error *err)
{
    const draughts_position pos = position_of(board_of(g), s);
    draughts_move move;
    const pm_status status = draughts_move_parse(board_of(g), &pos, text, &move, err);
    if (status == PM_OK) {
        *m = move_of(board_of(g), &move);
    }
    return status;
}

static int move_readings(const game *g, const game_state *s, const char *text, game_move readings[GAME_MAX_READINGS])
{
    _Static_assert((int)DRAUGHTS_MAX_READINGS <= (int)GAME_MAX_READINGS, "every reading has a place");
    const draughts_position pos = position_of(board_of(g), s);
    draughts_move moves[DRAUGHTS_MAX_READINGS];
    const int n = draughts_move_readings(board_of(g), &pos, text, moves);
    for (int i = 0; i < n; i++) {
        readings[i] = move_of(board_of(g), &moves[i]);
    }
    return n;
}

static int n_symmetries(const game *g)
{
    (void)g;
    return 2;
}

/* Number 1 is half a turn with the colours and the mover exchanged. */
static void transform(const game *g, int symmetry, const game_state *s, game_state *image)
{
    const draughts_board *board = board_of(g);
    draughts_position pos = position_of(board, s);
    assert(symmetry == 0 || symmetry == 1);
    if (symmetry == 1) {
        pos = draughts_turned(board, pos);
    }
    *image = state_of(board, &pos, s->clock);
}

static void draw(const game *g, const game_state *s, uint64_t stones[2][GAME_CELL_WORDS],
                 uint64_t kings[GAME_CELL_WORDS])
{
    const draughts_board *board = board_of(g);
    memset(stones, 0, 2 * sizeof stones[0]);
    memset(kings, 0, GAME_CELL_WORDS * sizeof kings[0]);
    for (int square = 0; square < board->n_squares; square++) {
        const uint64_t one = bits_one(board->bit_of[square]);
        const int cell = board->cell_of[square];
        for (int color = 0; color < 2; color++) {
            if (s->bits[color] & one) {
                stones[draughts_color(board, (pm_color)color)][cell / 64] |= bits_one(cell % 64);
            }
        }
        if (s->bits[2] & one) {
            kings[cell / 64] |= bits_one(cell % 64);
        }
    }
}

static void free_game(game *g)
{
    free(g);
}

static int cell_of(const game *g, int n)
{
    assert(n >= 0 && n < board_of(g)->n_squares);
    return board_of(g)->cell_of[n];
}

static const game_rules functions = {
    .start = start,
    .moves = moves,
    .mobility = mobility,
    .make = make,
    .make_random = make_random,
    .perft = perft,
    .evaluate = evaluate,
    .is_unquiet = is_unquiet,
    .is_valid = is_valid,
    .hash = hash,
    .is_draw = is_draw,
    .is_opening = is_opening,
    .state_format = state_format,
    .state_parse = state_parse,
    .move_format = move_format,
    .move_parse = move_parse,
    .move_readings = move_readings,
    .n_symmetries = n_symmetries,
    .transform = transform,
    .draw = draw,
    .cell_of = cell_of,
    .free = free_game,
};

static pm_status choose_draw_rule(const char *name, draw_rule *rule, pm_error *err)
{
    if (!name || strcmp(name, "fid") == 0) {
        *rule = DRAW_FID;
    } else if (strcmp(name, "site") == 0) {
        *rule = DRAW_SITE;
    } else {
        return status_fail(err, PM_BAD_INPUT, 0, "'%.40s' is not a draw rule; there are fid and site", name);
    }
    return PM_OK;
}

pm_status game_draughts_new(const draughts_rules *laws, const game_options *options, game **g, pm_error *err)
{
    const int rows = options->rows ? options->rows : laws->size;
    const int cols = options->cols ? options->cols : rows;
    draw_rule draw_by = DRAW_FID;
    pm_status status = choose_draw_rule(options->draw_rule, &draw_by, err);
    draughts_board board;
    if (status == PM_OK) {
        status = draughts_board_init(laws, rows, cols, &board, err);
    }
    if (status != PM_OK) {
        return status;
    }
    draughts_game *made = malloc(sizeof *made);
    if (!made) {
        return status_no_memory(err, "a draughts board", 0);
    }
    *made = (draughts_game){.base = {.rows = rows, .cols = cols, .n_cells = board.n_squares},
                            .rules = functions,
                            .board = board,
                            .draw = draw_by};
    made->rules.name = laws->name;
    made->base.rules = &made->rules;
    made->base.name = laws->name;
    made->base.has_coordinates = laws->notation == DRAUGHTS_LETTERS;
    *g = &made->base;
    return PM_OK;
}
