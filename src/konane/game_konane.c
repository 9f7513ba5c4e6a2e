/* Konane as a game of the seam src/game/game.h, on boards of up to 64 cells or 20x20.
 *
 * What is done for every move is written once for sets of any size (src/konane/game_template.h); a game gets the
 * functions for the smallest size that holds its board, so that nothing is decided at a move. The rest, here, works on
 * the words of a state whatever the size.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/konane/game_konane.h"

#include "src/base/status.h"
#include "src/game/digest.h"
#include "src/konane/cell.h"
#include "src/konane/jumps.h"
#include "src/konane/lanes/playouts.h"
#include "src/konane/notation.h"
#include "src/konane/opening.h"
#include "src/konane/symmetry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct konane_game {
    game base;
    pm_color corner;
    konane_variant variant;
    konane_opening rule;
    int n_words;                     /* of a state that are used */
    const konane_playouts *playouts; /* what plays many games at once */
    int n_symmetries;
    uint16_t symmetry[KONANE_MAX_SYMMETRIES][GAME_MAX_CELLS];
} konane_game;

static const konane_game *self(const game *g)
{
    return (const konane_game *)(const void *)g;
}

static bool has_stone(const game_state *s, int cell)
{
    return s->bits[cell / 64] >> cell % 64 & 1;
}

static void put_stone(uint64_t words[GAME_CELL_WORDS], int cell)
{
    assert(cell >= 0 && cell / 64 < GAME_CELL_WORDS);
    words[cell / 64] |= bits_one(cell % 64);
}

static bool is_valid(const game *g, const game_state *s)
{
    uint64_t off_board = 0;
    for (int i = 0; i < GAME_CELL_WORDS; i++) {
        const int n = g->n_cells - 64 * i;
        off_board |= s->bits[i] & ~bits_below(n < 0 ? 0 : n > 64 ? 64 : n);
    }
    return !off_board && s->mover <= PM_WHITE && s->clock == 0;
}

/* The mover enters as a word that no two sets of stones of one game differ by, so that he is not taken for a stone. */
static uint64_t hash(const game *g, const game_state *s)
{
    uint64_t h = s->mover * UINT64_C(0x9e3779b97f4a7c15);
    for (int i = 0; i < self(g)->n_words; i++) {
        uint64_t x = h ^ s->bits[i];
        h = rng_splitmix(&x);
    }
    return h;
}

static const char *opening_class(const game *g, const char *opening)
{
    size_t at = 0;
    int cell;
    const pm_status status = konane_cell_parse(opening, &at, g->rows, g->cols, &cell, NULL);
    return status == PM_OK ? konane_opening_class(g->rows, g->cols, cell) : "";
}

static int n_symmetries(const game *g)
{
    return self(g)->n_symmetries;
}

static void transform(const game *g, int symmetry, const game_state *s, game_state *image)
{
    assert(symmetry >= 0 && symmetry < self(g)->n_symmetries);
    const game_state old = *s;
    *image = (game_state){.mover = old.mover};
    for (int cell = 0; cell < g->rows * g->cols; cell++) {
        if (has_stone(&old, cell)) {
            put_stone(image->bits, self(g)->symmetry[symmetry][cell]);
        }
    }
}

static int cell_of(const game *g, int n)
{
    assert(n >= 0 && n < g->rows * g->cols);
    return (g->rows - 1 - n % g->rows) * g->cols + n / g->rows;
}

static void draw(const game *g, const game_state *s, uint64_t stones[2][GAME_CELL_WORDS],
                 uint64_t kings[GAME_CELL_WORDS])
{
    memset(stones, 0, 2 * sizeof stones[0]);
    memset(kings, 0, GAME_CELL_WORDS * sizeof kings[0]);
    for (int cell = 0; cell < g->rows * g->cols; cell++) {
        const int row = g->rows - 1 - cell % g->rows, col = cell / g->rows;
        if (has_stone(s, cell)) {
            put_stone(stones[konane_cell_color(g->rows, self(g)->corner, cell)], row * g->cols + col);
        }
    }
}

static void free_game(game *g)
{
    free(g);
}

konane_diagram game_konane_diagram(const game *g, const game_state *s)
{
    konane_diagram d = {.rows = g->rows, .cols = g->cols, .corner = self(g)->corner, .mover = (pm_color)s->mover};
    memcpy(d.occupied, s->bits, sizeof d.occupied);
    return d;
}

pm_color game_konane_corner(const game *g)
{
    return self(g)->corner;
}

konane_variant game_konane_variant(const game *g)
{
    return self(g)->variant;
}

static int state_format(const game *g, const game_state *s, char text[GAME_MAX_TEXT])
{
    const konane_diagram d = game_konane_diagram(g, s);
    return konane_diagram_format(&d, text);
}

static pm_status state_parse(const game *g, const char *text, game_state *s, pm_error *err)
{
    konane_diagram d;
    pm_status status = konane_diagram_parse(text, false, GAME_MAX_CELLS, &d, err);
    if (status == PM_OK) {
        status = konane_diagram_fit(&d, g->rows, g->cols, self(g)->corner, err);
    }
    if (status == PM_OK) {
        *s = (game_state){.mover = (uint32_t)d.mover};
        memcpy(s->bits, d.occupied, sizeof s->bits);
    }
    return status;
}

static int move_format(const game *g, const game_state *s, const game_move *m, char text[GAME_MAX_MOVE_TEXT])
{
    (void)s;
    return konane_move_format(g->rows, m->from, m->to, text);
}

static pm_status move_parse(const game *g, const game_state *s, const char *text, game_move *m, pm_error *err)
{
    int from, to;
    const pm_status status = konane_move_parse(text, g->rows, g->cols, &from, &to, err);
    if (status != PM_OK) {
        return status;
    }
    game_move legal[GAME_MAX_MOVES];
    const int n = g->rules->moves(g, s, legal);
    for (int i = 0; i < n; i++) {
        if (legal[i].from == from && legal[i].to == to) {
            *m = legal[i];
            return PM_OK;
        }
    }
    const konane_diagram d = game_konane_diagram(g, s);
    return konane_move_fail(&d, g->rules->is_opening(g, s), from, to, err);
}

#define SET set64
#include "src/konane/game_template.h"
#undef SET

#define SET set128
#include "src/konane/game_template.h"
#undef SET

#define SET set256
#include "src/konane/game_template.h"
#undef SET

#define SET set512
#include "src/konane/game_template.h"
#undef SET

static pm_status check_size(int rows, int cols, pm_error *err)
{
    const pm_status status = konane_size_check(rows, cols, err);
    if (status == PM_OK && (long long)rows * cols > PM_MAX_CELLS &&
        (rows > KONANE_MAX_SIDE || cols > KONANE_MAX_SIDE)) {
        return status_fail(err, PM_BAD_INPUT, 0,
                           "a board of %dx%d is too large; up to 64 cells, or 20x20, can be played", rows, cols);
    }
    return status;
}

/* The symmetries that keep the opening rule too: all of them, unless that names two cells. */
static void set_symmetries(konane_game *k)
{
    const int n = konane_symmetry_list(k->base.rows, k->base.cols, false, GAME_MAX_CELLS, k->symmetry[0]);
    k->n_symmetries = 0;
    for (int i = 0; i < n; i++) {
        const uint16_t *image = k->symmetry[i];
        if (k->rule.rule != KONANE_FIXED ||
            (image[k->rule.first] == k->rule.first && image[k->rule.reply] == k->rule.reply)) {
            memmove(k->symmetry[k->n_symmetries++], image, sizeof k->symmetry[0]);
        }
    }
}

bool konane_playouts_use(game *g, const char *name)
{
    for (const konane_playouts *const *k = konane_playouts_kernels(); *k; k++) {
        if (strcmp((*k)->name, name) == 0) {
            ((konane_game *)(void *)g)->playouts = *k;
            return true;
        }
    }
    return false;
}

/* Set *chosen to the number of `word` among `names`; NULL leaves it. */
static pm_status choose(const char *what, const char *word, const char *const names[], int *chosen, pm_error *err)
{
    for (int i = 0; word && names[i]; i++) {
        if (strcmp(names[i], word) == 0) {
            *chosen = i;
            return PM_OK;
        }
    }
    char hint[GAME_HINT_TEXT];
    return word ? status_fail(err, PM_BAD_INPUT, 0, "%s: \"%.40s\" is unknown%s", what, word,
                              game_hint(word, names, "\"", "\"", hint))
                : PM_OK;
}

const char *const konane_play_names[] = {"normal", "misere", NULL};
const char *const konane_jumps_names[] = {"any", "single", "longest", NULL};

pm_status konane_variant_parse(const char *play, const char *jumps, konane_variant *variant, pm_error *err)
{
    int ending = variant->is_misere, chains = (int)variant->chains;
    pm_status status = choose("play", play, konane_play_names, &ending, err);
    status = status == PM_OK ? choose("jumps", jumps, konane_jumps_names, &chains, err) : status;
    if (status == PM_OK) {
        *variant = (konane_variant){.is_misere = ending == 1, .chains = (konane_chains)chains};
    }
    return status;
}

static const char *const variant_names[2][3] = {{"konane", "konane-single", "konane-longest"},
                                                {"konane-misere", "konane-misere-single", "konane-misere-longest"}};

const char *konane_variant_name(konane_variant variant)
{
    return variant_names[variant.is_misere][variant.chains];
}

bool konane_variant_named(const char *name, konane_variant *variant)
{
    for (int i = 0; i < 6; i++) {
        if (strcmp(variant_names[i / 3][i % 3], name) == 0) {
            *variant = (konane_variant){.is_misere = i / 3 == 1, .chains = (konane_chains)(i % 3)};
            return true;
        }
    }
    return false;
}

pm_status game_konane_new(const char *name, const game_options *options, game **g, pm_error *err)
{
    const bool is_default = options->rows == 0 && options->cols == 0;
    konane_game k = {
        .base = {.rows = is_default ? 8 : options->rows, .cols = is_default ? 8 : options->cols},
        .corner = options->corner,
    };
    const bool is_known = konane_variant_named(name, &k.variant);
    assert(is_known);
    (void)is_known;
    pm_status status = check_size(k.base.rows, k.base.cols, err);
    if (status == PM_OK) {
        status = konane_variant_parse(options->play, options->jumps, &k.variant, err);
    }
    if (status == PM_OK) {
        status = konane_opening_parse(options->opening, k.base.rows, k.base.cols, k.corner, &k.rule, err);
    }
    if (status != PM_OK) {
        return status;
    }
    const int n_cells = k.base.rows * k.base.cols;
    k.base.n_cells = n_cells;
    k.base.has_coordinates = true;
    k.base.is_misere = k.variant.is_misere;
    k.base.name = konane_variant_name(k.variant);
    set_symmetries(&k);
    k.playouts = konane_playouts_kernels()[0];
    k.n_words = n_cells <= 64 ? 1 : n_cells <= 128 ? 2 : n_cells <= 256 ? 4 : GAME_CELL_WORDS;
    assert(64 * k.n_words >= n_cells);
    return k.n_words == 1   ? set64_game_new(&k, g, err)
           : k.n_words == 2 ? set128_game_new(&k, g, err)
           : k.n_words == 4 ? set256_game_new(&k, g, err)
                            : set512_game_new(&k, g, err);
}
