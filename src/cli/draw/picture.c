/* Composing the picture of a position: see picture.h.
 *
 * From back to front: the board, the last move, stones, coordinates, arrows, their labels.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/draw/picture.h"

#include "src/konane/cell.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char wood[] = "e9d2a6", grain[] = "b08d57", light[] = "f3e3c3", dark[] = "c69c6d", ink[] = "222222",
                  paper[] = "ffffff", mark[] = "56b4e9";
static const double margin = 0.7, edge = 0.15; /* with coordinates, and without */

typedef struct composer {
    picture *p;
    const picture_request *q;
    double left, bottom; /* margins */
} composer;

static shape *add(picture *p, shape_kind kind)
{
    assert(p->n < p->capacity);
    shape *s = &p->shapes[p->n++];
    *s = (shape){.kind = kind, .opacity = 1};
    return s;
}

/* The most shapes that a picture can have: lines and margins; a cell's own, its stone and its number; an arrow and its
 * label. */
static int most_shapes(const picture_request *q)
{
    const int sides = q->g->rows + q->g->cols;
    return 4 + 2 * (sides + 1) + 5 * q->g->rows * q->g->cols + 4 * q->n_arrows;
}

static void add_rect(picture *p, double x, double y, double width, double height, const char *fill, double opacity)
{
    assert(width > 0 && height > 0 && opacity > 0 && opacity <= 1);
    shape *s = add(p, SHAPE_RECT);
    s->x[0] = x;
    s->y[0] = y;
    s->x[1] = x + width;
    s->y[1] = y + height;
    s->fill = fill;
    s->opacity = opacity;
}

static void add_disc(picture *p, double x, double y, double radius, const char *fill, const char *line, double rim)
{
    assert(radius > 0 && (fill || (line && rim > 0))); /* or nothing would be seen */
    shape *s = add(p, SHAPE_DISC);
    s->x[0] = x;
    s->y[0] = y;
    s->size = radius;
    s->fill = fill;
    s->line = line;
    s->rim = rim;
}

static void add_line(picture *p, double x, double y, double x2, double y2, double width, const char *color)
{
    shape *s = add(p, SHAPE_LINE);
    s->x[0] = x;
    s->y[0] = y;
    s->x[1] = x2;
    s->y[1] = y2;
    s->size = width;
    s->fill = color;
}

static void add_text(picture *p, double x, double y, double height, const char *color, const char *text)
{
    shape *s = add(p, SHAPE_TEXT);
    s->x[0] = x;
    s->y[0] = y;
    s->size = height;
    s->fill = color;
    snprintf(s->text, sizeof s->text, "%s", text);
    assert(strcmp(s->text, text) == 0);
}

/* ---- the board --------------------------------------------------------------------------------- */

/* The middle of a cell, counted row by row from the top left. */
static double middle_x(const composer *k, int cell)
{
    assert(cell >= 0 && cell < k->q->g->rows * k->q->g->cols);
    return k->left + cell % k->q->g->cols + 0.5;
}

static double middle_y(const composer *k, int cell)
{
    const int row = cell / k->q->g->cols;
    return edge + row + 0.5;
}

static bool has(const uint64_t set[GAME_CELL_WORDS], int cell)
{
    return set[cell / 64] >> (cell % 64) & 1;
}

/* All cells are played on: lines between them, and a pit in each. */
static void add_grid(const composer *k)
{
    const int rows = k->q->g->rows, cols = k->q->g->cols;
    add_rect(k->p, k->left, edge, cols, rows, wood, 1);
    for (int row = 0; row <= rows; row++) {
        add_line(k->p, k->left, edge + row, k->left + cols, edge + row, 0.03, grain);
    }
    for (int col = 0; col <= cols; col++) {
        add_line(k->p, k->left + col, edge, k->left + col, edge + rows, 0.03, grain);
    }
    for (int cell = 0; cell < rows * cols; cell++) {
        add_disc(k->p, middle_x(k, cell), middle_y(k, cell), 0.09, grain, NULL, 0);
    }
}

/* Half of the cells are. */
static void add_squares(const composer *k)
{
    const game *g = k->q->g;
    add_rect(k->p, k->left, edge, g->cols, g->rows, light, 1);
    for (int n = 0; n < g->n_cells; n++) {
        const int cell = g->rules->cell_of(g, n);
        add_rect(k->p, middle_x(k, cell) - 0.5, middle_y(k, cell) - 0.5, 1, 1, dark, 1);
    }
}

static void add_last_move(const composer *k)
{
    const game *g = k->q->g;
    const game_move *last = k->q->last;
    const int cells[2] = {g->rules->cell_of(g, last->from), g->rules->cell_of(g, last->to)};
    for (int i = 0; i < (last->from == last->to ? 1 : 2); i++) {
        add_rect(k->p, middle_x(k, cells[i]) - 0.5, middle_y(k, cells[i]) - 0.5, 1, 1, mark, 0.6);
    }
}

static void add_stones(const composer *k)
{
    const game *g = k->q->g;
    uint64_t stones[2][GAME_CELL_WORDS], kings[GAME_CELL_WORDS];
    g->rules->draw(g, k->q->s, stones, kings);
    for (int cell = 0; cell < g->rows * g->cols; cell++) {
        const bool is_black = has(stones[PM_BLACK], cell);
        assert(!(is_black && has(stones[PM_WHITE], cell)));
        if (!is_black && !has(stones[PM_WHITE], cell)) {
            continue;
        }
        const double x = middle_x(k, cell), y = middle_y(k, cell);
        add_disc(k->p, x, y, 0.4, is_black ? ink : paper, ink, 0.05);
        if (has(kings, cell)) {
            add_disc(k->p, x, y, 0.26, NULL, is_black ? paper : ink, 0.06);
            add_disc(k->p, x, y, 0.1, is_black ? paper : ink, NULL, 0);
        }
    }
}

static void add_coordinates(const composer *k)
{
    const game *g = k->q->g;
    char text[PICTURE_MAX_TEXT];
    if (!g->has_coordinates) {
        for (int n = 0; n < g->n_cells; n++) {
            const int cell = g->rules->cell_of(g, n);
            snprintf(text, sizeof text, "%d", n + 1);
            add_text(k->p, middle_x(k, cell) - 0.37, middle_y(k, cell) - 0.4, 0.16, ink, text);
        }
        return;
    }
    for (int row = 0; row < g->rows; row++) {
        snprintf(text, sizeof text, "%d", g->rows - row);
        add_text(k->p, k->left / 2, edge + row + 0.5, 0.36, ink, text);
    }
    for (int col = 0; col < g->cols; col++) {
        konane_column_format(col, text);
        add_text(k->p, k->left + col + 0.5, edge + g->rows + k->bottom / 2, 0.36, ink, text);
    }
}

/* ---- arrows ------------------------------------------------------------------------------------ */

static void add_label(picture *p, double x, double y, const char *color, const char *text)
{
    const double n = (double)strlen(text), height = n <= 2 ? 0.3 : 0.5 / n + 0.04;
    if (n > 0) {
        add_disc(p, x, y, 0.24, paper, color, 0.05);
        add_text(p, x, y, height, color, text);
    }
}

static void add_arrow(const composer *k, const picture_arrow *a, bool labels)
{
    assert(a->move.from < k->q->g->n_cells && a->move.to < k->q->g->n_cells && strlen(a->color) == 6);
    const game *g = k->q->g;
    const int from = g->rules->cell_of(g, a->move.from), to = g->rules->cell_of(g, a->move.to);
    const double x = middle_x(k, from), y = middle_y(k, from), x2 = middle_x(k, to), y2 = middle_y(k, to);
    const double width = a->is_strong ? 0.14 : 0.08, length = hypot(x2 - x, y2 - y);
    if (from == to) {
        if (labels) {
            add_label(k->p, x + 0.27, y - 0.27, a->color, a->label);
        } else {
            add_disc(k->p, x, y, 0.42, NULL, a->color, width);
        }
        return;
    }
    assert(length >= 1); /* two cells are one apart at least */
    const double dx = (x2 - x) / length, dy = (y2 - y) / length, head = a->is_strong ? 0.42 : 0.34, half = head / 2.2;
    if (labels) {
        add_label(k->p, x2 - 0.62 * dx, y2 - 0.62 * dy, a->color, a->label);
        return;
    }
    add_line(k->p, x, y, x2 - head * dx, y2 - head * dy, width, a->color);
    shape *s = add(k->p, SHAPE_HEAD);
    s->x[0] = x2;
    s->y[0] = y2;
    s->x[1] = x2 - head * dx - half * dy;
    s->y[1] = y2 - head * dy + half * dx;
    s->x[2] = x2 - head * dx + half * dy;
    s->y[2] = y2 - head * dy - half * dx;
    s->fill = a->color;
}

/* Weak arrows first, so that strong ones lie upon them; then the labels of all. */
static void add_arrows(const composer *k)
{
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < k->q->n_arrows; i++) {
            const picture_arrow *a = &k->q->arrows[i];
            if (pass == 2 || a->is_strong == (pass == 1)) {
                add_arrow(k, a, pass == 2);
            }
        }
    }
}

bool picture_compose(const picture_request *q, picture *p)
{
    const game *g = q->g;
    const bool has_margin = q->has_coordinates && g->has_coordinates;
    *p = (picture){.capacity = most_shapes(q)};
    p->shapes = malloc((size_t)p->capacity * sizeof *p->shapes);
    if (!p->shapes) {
        return false;
    }
    const composer k = {p, q, has_margin ? margin : edge, has_margin ? margin : edge};
    p->width = k.left + g->cols + edge;
    p->height = edge + g->rows + k.bottom;
    add_rect(p, 0, 0, p->width, p->height, paper, 1);
    if (g->n_cells == g->rows * g->cols) {
        add_grid(&k);
    } else {
        add_squares(&k);
    }
    if (q->last) {
        add_last_move(&k);
    }
    add_stones(&k);
    if (q->has_coordinates) {
        add_coordinates(&k);
    }
    add_arrows(&k);
    return true;
}

void picture_free(picture *p)
{
    free(p->shapes);
    *p = (picture){0};
}
