/* Boards drawn with characters: see drawing.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/drawing.h"
#include "src/konane/cell.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

enum { EMPTY, BLACK_STONE, WHITE_STONE, BLACK_KING, WHITE_KING, N_SIGNS };

static const char *const ascii_signs[N_SIGNS] = {".", "x", "o", "X", "O"};
static const char *const round_signs[N_SIGNS] = {"·", "●", "○", "■", "□"};

bool cli_has_unicode(void)
{
    setlocale(LC_CTYPE, "");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static bool has(const uint64_t set[4], int cell)
{
    return set[cell / 64] >> (cell % 64) & 1;
}

/* What is on cell number `cell`, counted row by row from the top left. */
static int content(uint64_t stones[2][4], const uint64_t kings[4], int cell)
{
    for (int color = 0; color < 2; color++) {
        if (has(stones[color], cell)) {
            return (color == PM_BLACK ? BLACK_STONE : WHITE_STONE) + (has(kings, cell) ? 2 : 0);
        }
    }
    return EMPTY;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int label_width(const game *g, bool is_konane)
{
    char text[16];
    return snprintf(text, sizeof text, "%d", is_konane ? g->rows : g->rows * g->cols / 2);
}

void cli_draw(cli *c, const game *g, const game_state *s, bool is_unicode)
{
    const bool is_konane = strcmp(g->rules->name, "konane") == 0;
    const char *const *signs = is_unicode ? round_signs : ascii_signs;
    uint64_t stones[2][4], kings[4];
    g->rules->draw(g, s, stones, kings);
    const int margin = label_width(g, is_konane);
    const int width = is_konane && g->cols > 26 ? 2 : 1; /* of the longest column name */
    for (int row = 0; row < g->rows; row++) {
        cli_print(c, "%*d ", margin, is_konane ? g->rows - row : row * g->cols / 2 + 1);
        for (int col = 0; col < g->cols; col++) {
            const bool is_light = !is_konane && (row + col) % 2 == 1;
            cli_print(c, "%*s%s", width, "", is_light ? " " : signs[content(stones, kings, row * g->cols + col)]);
        }
        cli_print(c, "\n");
    }
    if (is_konane) {
        cli_print(c, "%*s ", margin, "");
        for (int col = 0; col < g->cols; col++) {
            char name[KONANE_MAX_CELL_TEXT];
            konane_column_format(col, name);
            cli_print(c, "%*s", least(width, 2) + 1, name);
        }
        cli_print(c, "\n");
    }
}
