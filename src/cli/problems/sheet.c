/* The sheet of problems: see sheet.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/problems/sheet.h"

#include "src/cli/draw/picture.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_CELLS = 22 }; /* cells of 7 mm side by side on A4 */

typedef struct sheet {
    const pm_board *board;
    const game *g;
    const problem *problems;
    size_t n;
    const char *source;
} sheet;

static const char *name_of(pm_color color)
{
    return color == PM_BLACK ? "Black" : "White";
}

static void write_head(const sheet *s, FILE *out)
{
    const int rows = pm_board_rows(s->board), cols = pm_board_cols(s->board);
    fprintf(
        out,
        "\\documentclass[a4paper,11pt]{article}\n"
        "\\usepackage[margin=20mm]{geometry}\n"
        "\\usepackage{multicol,tikz}\n"
        "\\pagestyle{empty}\\setlength{\\parindent}{0pt}\n"
        "\\begin{document}\n"
        "\\section*{Konane on %dx%d: %zu problems}\n"
        "In each position one move alone wins. A jump takes an enemy stone next to the jumper and lands on the empty\n"
        "cell beyond; it may continue in the same direction. Whoever cannot jump loses. The number of moves is that\n"
        "of the winner if the loser delays as long as he can.\n\n",
        rows, cols, s->n);
}

/* False if memory was refused. */
static bool write_problem(const sheet *s, size_t i, FILE *out)
{
    const problem *p = &s->problems[i];
    assert(p->remoteness % 2 == 1); /* the mover wins, and so makes the last move */
    char text[PM_MAX_TEXT];
    game_state state;
    pm_position_format(s->board, p->pos, text);
    if (s->g->rules->state_parse(s->g, text, &state, NULL) != PM_OK) {
        return false;
    }
    const picture_request request = {.g = s->g, .s = &state, .has_coordinates = true};
    picture drawn = {0};
    if (!picture_compose(&request, &drawn)) {
        picture_free(&drawn);
        return false;
    }
    fprintf(out, "\\begin{minipage}{\\linewidth}\\medskip\n\\textbf{%zu.} %s to move wins in %d.\\par\\smallskip\n",
            i + 1, name_of(p->pos.mover), (p->remoteness + 1) / 2);
    picture_write_tikz(&drawn, "", out);
    fputs("\\end{minipage}\\par\n", out);
    picture_free(&drawn);
    return true;
}

static void write_solutions(const sheet *s, FILE *out)
{
    fputs("\\end{multicols}\n\\newpage\n\\section*{Solutions}\n"
          "A star marks a problem in which the move that leaves the best count of jumps loses.\n"
          "\\begin{multicols}{4}\n",
          out);
    for (size_t i = 0; i < s->n; i++) {
        char move[PM_MAX_MOVE_TEXT];
        pm_move_format(s->board, s->problems[i].move, move);
        fprintf(out, "%zu. %s%s\\par\n", i + 1, move, s->problems[i].greedy_loses ? "$^*$" : "");
    }
    fputs("\\end{multicols}\n", out);
}

static bool write_sheet(FILE *out, void *ctx)
{
    const sheet *s = ctx;
    picture_write_tikz_source(s->source, out);
    write_head(s, out);
    const int columns = PAGE_CELLS / (pm_board_cols(s->board) + 1);
    fprintf(out, "\\begin{multicols}{%d}\n", columns > 4 ? 4 : columns < 2 ? 2 : columns);
    for (size_t i = 0; i < s->n; i++) {
        if (!write_problem(s, i, out)) {
            errno = ENOMEM;
            return false;
        }
    }
    write_solutions(s, out);
    fputs("\\end{document}\n", out);
    return !ferror(out);
}

int problems_sheet_write(cli *c, const char *path, const pm_board *board, const problem problems[], size_t n)
{
    game *g;
    int code = cli_game_new(c, pm_board_rows(board), pm_board_cols(board), &g);
    if (code != CLI_DONE) {
        return code;
    }
    char *source = cli_provenance_text(c);
    sheet s = {board, g, problems, n, source ? source : ""};
    const int error = source ? cli_file_write(path, write_sheet, &s) : ENOMEM;
    free(source);
    game_free(g);
    return error ? cli_fail_file(c, "write to", path, error) : CLI_DONE;
}
