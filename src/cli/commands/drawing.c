/* Boards drawn with characters: see drawing.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/commands/drawing.h"

#include "src/konane/cell.h"

#include <assert.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

enum { EMPTY, BLACK_STONE, WHITE_STONE, BLACK_KING, WHITE_KING, N_SIGNS };

static const char *const ascii_signs[N_SIGNS] = {".", "x", "o", "X", "O"};
static const char *const round_signs[N_SIGNS] = {"·", "●", "○", "■", "□"};

/* The colours that every terminal has: black and bold white on yellow, for marked cells on cyan. */
static const char *const color_codes[N_SIGNS] = {"\033[0;43;30m", "\033[0;43;30m", "\033[0;43;1;37m", "\033[0;43;30m",
                                                 "\033[0;43;1;37m"};
static const char *const marked_codes[N_SIGNS] = {"\033[0;46;30m", "\033[0;46;30m", "\033[0;46;1;37m", "\033[0;46;30m",
                                                  "\033[0;46;1;37m"};
static const char light_code[] = "\033[0;47m", end_code[] = "\033[0m";

/* A board about to be drawn: cells are counted row by row from the top left. */
typedef struct picture {
    cli *c;
    const game *g;
    const cli_look *look;
    int number_of[GAME_MAX_CELLS]; /* of each cell, as moves call it, from 0; -1 for one that is not played on */
    uint64_t stones[2][GAME_CELL_WORDS], kings[GAME_CELL_WORDS];
    int marked[2]; /* cells of the last move, or -1 */
    int margin;    /* columns of the labels of the rows */
    int gap;       /* columns before each cell */
    int part;      /* board columns drawn side by side */
} picture;

bool cli_has_unicode(void)
{
    setlocale(LC_CTYPE, "");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static bool has(const uint64_t set[GAME_CELL_WORDS], int cell)
{
    assert(cell >= 0 && cell / 64 < GAME_CELL_WORDS);
    return set[cell / 64] >> (cell % 64) & 1;
}

static int content(const picture *p, int cell)
{
    assert(!(has(p->stones[PM_BLACK], cell) && has(p->stones[PM_WHITE], cell)));
    for (int color = 0; color < 2; color++) {
        if (has(p->stones[color], cell)) {
            return (color == PM_BLACK ? BLACK_STONE : WHITE_STONE) + (has(p->kings, cell) ? 2 : 0);
        }
    }
    return EMPTY;
}

/* What precedes a row: its rank, or the least number of a cell in it. */
static int label(const picture *p, int row)
{
    const int cols = p->g->cols;
    if (p->g->has_coordinates) {
        return p->g->rows - row;
    }
    int least = p->g->n_cells;
    for (int col = 0; col < cols; col++) {
        const int n = p->number_of[row * cols + col];
        least = n >= 0 && n < least ? n : least;
    }
    assert(least < p->g->n_cells); /* every row has a cell that is played on */
    return least + 1;
}

static int label_width(const picture *p)
{
    int widest = 0;
    for (int row = 0; row < p->g->rows; row++) {
        const int width = snprintf(NULL, 0, "%d", label(p, row));
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void number_cells(picture *p)
{
    for (int cell = 0; cell < p->g->rows * p->g->cols; cell++) {
        p->number_of[cell] = -1;
    }
    for (int n = 0; n < p->g->n_cells; n++) {
        const int cell = p->g->rules->cell_of(p->g, n);
        assert(cell >= 0 && cell < p->g->rows * p->g->cols && p->number_of[cell] < 0);
        p->number_of[cell] = n;
    }
}

/* Choose the distance of the cells and the number of columns side by side. */
static void fit(picture *p)
{
    const int cols = p->g->cols;
    const int widest = p->g->has_coordinates && cols > 26 ? 2 : 1; /* of the names of the columns */
    const int room = p->look->width - p->margin - 1;
    p->gap = widest;
    p->part = cols;
    if (p->look->width > 0 && cols * (widest + 1) > room) {
        p->gap = widest - 1;
        const int n = room / (p->gap + 1);
        p->part = n < 1 ? 1 : n < cols ? n : cols;
        assert(p->part >= 1 && p->part <= cols);
    }
}

static void draw_cell(const picture *p, int row, int col)
{
    const int cell = row * p->g->cols + col;
    const bool is_light = p->number_of[cell] < 0;
    const int what = content(p, cell);
    const char *sign = is_light ? " " : (p->look->is_unicode ? round_signs : ascii_signs)[what];
    const char *code = "";
    if (p->look->has_color) {
        const bool is_marked = cell == p->marked[0] || cell == p->marked[1];
        code = is_light ? light_code : (is_marked ? marked_codes : color_codes)[what];
    }
    cli_print(p->c, "%s%*s%s", code, p->gap, "", sign);
}

static void draw_columns(const picture *p, int begin, int end)
{
    assert(begin < end && end <= p->g->cols);
    const char *last = p->look->has_color ? end_code : "";
    for (int row = 0; row < p->g->rows; row++) {
        cli_print(p->c, "%*d ", p->margin, label(p, row));
        for (int col = begin; col < end; col++) {
            draw_cell(p, row, col);
        }
        cli_print(p->c, "%s\n", last);
    }
    if (p->g->has_coordinates) {
        cli_print(p->c, "%*s ", p->margin, "");
        for (int col = begin; col < end; col++) {
            char name[KONANE_MAX_CELL_TEXT];
            konane_column_format(col, name);
            cli_print(p->c, "%*s", p->gap + 1, name);
        }
        cli_print(p->c, "\n");
    }
}

void cli_draw(cli *c, const game *g, const game_state *s, const cli_look *look)
{
    picture p = {.c = c, .g = g, .look = look, .marked = {-1, -1}};
    number_cells(&p);
    g->rules->draw(g, s, p.stones, p.kings);
    p.margin = label_width(&p);
    if (look->last) {
        p.marked[0] = g->rules->cell_of(g, look->last->from);
        p.marked[1] = g->rules->cell_of(g, look->last->to);
    }
    fit(&p);
    for (int col = 0; col < g->cols; col += p.part) {
        draw_columns(&p, col, col + p.part < g->cols ? col + p.part : g->cols);
    }
}
