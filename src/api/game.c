/* Games of every kind as the public interface has them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/api/handles.h"

#include "src/base/status.h"
#include "src/konane/board.h"
#include "src/konane/game_konane.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static game_state inner(const pm_state *state)
{
    game_state s;
    memcpy(&s, state, sizeof s);
    return s;
}

static game_move inner_move(const pm_ply *ply)
{
    game_move m;
    memcpy(&m, ply, sizeof m);
    return m;
}

bool state_is_of(const game *g, const pm_state *state)
{
    const game_state s = inner(state);
    return g->rules->is_valid(g, &s);
}

pm_status state_check(const game *g, const pm_state *state, pm_error *err)
{
    return state_is_of(g, state)
               ? PM_OK
               : status_fail(err, PM_BAD_INPUT, 0, "the state is not one of %s on %dx%d", g->name, g->rows, g->cols);
}

/* Under any variant of its rules. */
static bool is_konane(const pm_game *g)
{
    return strcmp(g->inside->rules->name, "konane") == 0;
}

/* Whether both are there and belong together. */
static bool fits(const pm_game *g, const pm_state *state)
{
    return g && state && state_is_of(g->inside, state);
}

static bool is_on_board(const pm_game *g, const pm_ply *ply)
{
    return ply && ply->from < g->inside->n_cells && ply->to < g->inside->n_cells;
}

const char *const *pm_game_names(void)
{
    return game_names();
}

pm_status pm_game_new(const char *name, const pm_game_options *options, pm_game **out, pm_error *err)
{
    if (!name || !out) {
        return status_check(err, false, "the name or the place for the game is NULL");
    }
    const pm_game_options defaults = {0};
    const pm_game_options *o = options ? options : &defaults;
    pm_status status = status_check(err, o->corner == PM_BLACK || o->corner == PM_WHITE,
                                    "the colour of the corner is neither PM_BLACK nor PM_WHITE");
    if (status != PM_OK) {
        return status;
    }
    pm_game *made = calloc(1, sizeof *made);
    if (!made) {
        return status_no_memory(err, "the game", 0);
    }
    const game_options inside = {
        .rows = o->rows, .cols = o->cols, .corner = o->corner, .opening = o->opening, .draw_rule = o->draw_rule};
    game *g;
    status = game_new(name, &inside, &g, err);
    if (status != PM_OK) {
        free(made);
        return status;
    }
    pm_game_wrap(made, g, o->opening);
    *out = made;
    return PM_OK;
}

void pm_game_wrap(pm_game *g, const game *inside, const char *opening)
{
    *g = (pm_game){.inside = inside};
    snprintf(g->opening, sizeof g->opening, "%s", opening ? opening : "");
}

void pm_game_free(pm_game *g)
{
    if (g) {
        game_free((game *)(uintptr_t)g->inside);
        free(g);
    }
}

pm_game_info pm_game_get_info(const pm_game *g)
{
    if (!g) {
        return (pm_game_info){.name = "", .opening = ""};
    }
    const game *inside = g->inside;
    return (pm_game_info){
        .name = inside->name,
        .rows = inside->rows,
        .cols = inside->cols,
        .n_cells = inside->n_cells,
        .n_symmetries = inside->rules->n_symmetries(inside),
        .has_draws = inside->rules->is_draw != NULL,
        .corner = is_konane(g) ? game_konane_corner(inside) : PM_BLACK,
        .opening = g->opening[0] || !is_konane(g) ? g->opening : konane_rule_name(KONANE_CORNER_CENTRE),
    };
}

pm_status pm_game_board(const pm_game *g, pm_board **board, pm_error *err)
{
    if (!g || !board) {
        return status_check(err, false, "the game or the place for the board is NULL");
    }
    if (!is_konane(g)) {
        return status_fail(err, PM_BAD_INPUT, 0, "only Konane has such boards, not %s", g->inside->name);
    }
    return konane_board_new(g->inside->rows, g->inside->cols, game_konane_corner(g->inside),
                            g->opening[0] ? g->opening : NULL, game_konane_variant(g->inside), board, err);
}

pm_status board_check_standard(const pm_board *board, const char *what, pm_error *err)
{
    return konane_variant_is_standard(board->variant)
               ? PM_OK
               : status_fail(err, PM_BAD_INPUT, 0, "%s are of normal play with jumps of any length", what);
}

pm_status pm_game_start(const pm_game *g, pm_state *state, pm_error *err)
{
    if (!g || !state) {
        return status_check(err, false, "the game or the place for the state is NULL");
    }
    game_state s;
    const pm_status status = g->inside->rules->start(g->inside, &s, err);
    if (status == PM_OK) {
        memcpy(state, &s, sizeof s);
        assert(state_is_of(g->inside, state));
    }
    return status;
}

int pm_game_plies(const pm_game *g, const pm_state *state, pm_ply plies[PM_GAME_MAX_PLIES])
{
    if (!fits(g, state) || !plies) {
        return 0;
    }
    const game_state s = inner(state);
    game_move moves[GAME_MAX_MOVES];
    const int n = g->inside->rules->moves(g->inside, &s, moves);
    assert(n >= 0 && n <= (int)PM_GAME_MAX_PLIES);
    memcpy(plies, moves, (size_t)n * sizeof *moves);
    return n;
}

void pm_game_make(const pm_game *g, pm_state *state, const pm_ply *ply)
{
    if (!fits(g, state) || !is_on_board(g, ply)) {
        return;
    }
    game_state s = inner(state);
    const game_move m = inner_move(ply);
    g->inside->rules->make(g->inside, &s, &m);
    memcpy(state, &s, sizeof s);
}

uint64_t pm_game_perft(const pm_game *g, const pm_state *state, int depth)
{
    if (!fits(g, state) || depth < 0) {
        return 0;
    }
    const game_state s = inner(state);
    return g->inside->rules->perft(g->inside, &s, depth);
}

bool pm_game_is_opening(const pm_game *g, const pm_state *state)
{
    if (!fits(g, state) || !g->inside->rules->is_opening) {
        return false;
    }
    const game_state s = inner(state);
    return g->inside->rules->is_opening(g->inside, &s);
}

void pm_game_image(const pm_game *g, int symmetry, const pm_state *state, pm_state *image)
{
    if (!fits(g, state) || !image || symmetry < 0 || symmetry >= g->inside->rules->n_symmetries(g->inside)) {
        return;
    }
    const game_state s = inner(state);
    game_state turned;
    g->inside->rules->transform(g->inside, symmetry, &s, &turned);
    memcpy(image, &turned, sizeof turned);
    assert(state_is_of(g->inside, image)); /* a symmetry of the board is one of the rules */
}

static bool has(const uint64_t set[GAME_CELL_WORDS], int cell)
{
    return set[cell / 64] >> (cell % 64) & 1;
}

int pm_game_draw(const pm_game *g, const pm_state *state, char cells[PM_GAME_MAX_CELLS])
{
    if (!fits(g, state) || !cells) {
        return 0;
    }
    const game *inside = g->inside;
    const game_state s = inner(state);
    const int n = inside->rows * inside->cols;
    assert(n <= (int)PM_GAME_MAX_CELLS && inside->n_cells <= n);
    uint64_t stones[2][GAME_CELL_WORDS], kings[GAME_CELL_WORDS];
    inside->rules->draw(inside, &s, stones, kings);
    memset(cells, ' ', (size_t)n);
    for (int i = 0; i < inside->n_cells; i++) {
        const int cell = inside->rules->cell_of(inside, i);
        assert(cell >= 0 && cell < n);
        const bool is_king = has(kings, cell);
        assert(!(has(stones[PM_BLACK], cell) && has(stones[PM_WHITE], cell)));
        cells[cell] = has(stones[PM_BLACK], cell)   ? (is_king ? 'X' : 'x')
                      : has(stones[PM_WHITE], cell) ? (is_king ? 'O' : 'o')
                                                    : '.';
    }
    return n;
}

pm_status pm_game_parse(const pm_game *g, const char *text, pm_state *state, pm_error *err)
{
    if (!g || !text || !state) {
        return status_check(err, false, "the game, the text or the place for the state is NULL");
    }
    game_state s;
    const pm_status status = g->inside->rules->state_parse(g->inside, text, &s, err);
    if (status == PM_OK) {
        memcpy(state, &s, sizeof s);
        assert(state_is_of(g->inside, state)); /* reading refuses what the rules do not allow */
    }
    return status;
}

/* What a function of texts returns that was given a NULL: an empty text, if there is a place for it. */
static int write_nothing(char *text)
{
    if (text) {
        text[0] = '\0';
    }
    return 0;
}

int pm_game_format(const pm_game *g, const pm_state *state, char text[PM_GAME_MAX_TEXT])
{
    if (!fits(g, state) || !text) {
        return write_nothing(text);
    }
    const game_state s = inner(state);
    return g->inside->rules->state_format(g->inside, &s, text);
}

pm_status pm_game_ply_parse(const pm_game *g, const pm_state *state, const char *text, pm_ply *ply, pm_error *err)
{
    if (!g || !state || !text || !ply) {
        return status_check(err, false, "the game, the state, the text or the place for the ply is NULL");
    }
    const game_state s = inner(state);
    game_move m;
    pm_status status = state_check(g->inside, state, err);
    status = status == PM_OK ? g->inside->rules->move_parse(g->inside, &s, text, &m, err) : status;
    if (status == PM_OK) {
        memcpy(ply, &m, sizeof m);
        assert(is_on_board(g, ply));
    }
    return status;
}

int pm_game_ply_format(const pm_game *g, const pm_state *state, const pm_ply *ply, char text[PM_GAME_MAX_PLY_TEXT])
{
    if (!fits(g, state) || !is_on_board(g, ply) || !text) {
        return write_nothing(text);
    }
    const game_state s = inner(state);
    const game_move m = inner_move(ply);
    return g->inside->rules->move_format(g->inside, &s, &m, text);
}
