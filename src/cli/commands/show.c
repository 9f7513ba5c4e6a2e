/* papamu show: a position drawn, all its images under the symmetries of the board, and its canonical form.
 *
 * For Konane the symmetries that exchange the colours are shown too: there every stone lands on a cell of the other
 * colour, and the other player moves. The canonical form is that of tables: the least set of stones among the images
 * that keep the colours.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/bits.h"
#include "src/cli/commands/drawing.h"
#include "src/cli/draw/board_picture.h"
#include "src/konane/game_konane.h"
#include "src/konane/symmetry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_IMAGES = 8 };

static const cli_column image_columns[] = {{.name = "symmetry", .kind = CLI_WORD},
                                           {.name = "colours", .kind = CLI_WORD},
                                           {.name = "position", .kind = CLI_WORD}};

/* ---- Konane ----------------------------------------------------------------------------------- */

/* Where the symmetry number `kind` takes the cell in column `col` and rank `rank`. */
static int image_of(int kind, int rows, int cols, int col, int rank)
{
    assert(kind < 4 || rows == cols); /* only squares have diagonals and quarter turns */
    const int images[MAX_IMAGES][2] = {
        {col, rank}, {cols - 1 - col, rows - 1 - rank}, {cols - 1 - col, rank}, {col, rows - 1 - rank},
        {rank, col}, {rows - 1 - rank, cols - 1 - col}, {rank, cols - 1 - col}, {rows - 1 - rank, col}};
    return images[kind][0] * rows + images[kind][1];
}

static const char *symmetry_name(int rows, int cols, const uint16_t *permutation)
{
    static const char *const names[MAX_IMAGES] = {"identity",           "half turn",        "left-right",
                                                  "top-bottom",         "diagonal /",       "diagonal \\",
                                                  "quarter turn right", "quarter turn left"};
    const int n_kinds = rows == cols ? MAX_IMAGES : 4;
    for (int kind = 0; kind < n_kinds; kind++) {
        bool is_same = true;
        for (int cell = 0; cell < rows * cols && is_same; cell++) {
            is_same = permutation[cell] == image_of(kind, rows, cols, cell / rows, cell % rows);
        }
        if (is_same) {
            return names[kind];
        }
    }
    assert(0); /* a board has no other */
    return "other";
}

static konane_diagram permuted(const konane_diagram *d, const uint16_t *permutation, bool is_swap)
{
    konane_diagram image = *d;
    memset(image.occupied, 0, sizeof image.occupied);
    for (int cell = 0; cell < d->rows * d->cols; cell++) {
        const int to = permutation[cell];
        assert(to < d->rows * d->cols && !konane_diagram_has(&image, to)); /* no two cells have one image */
        image.occupied[to / 64] |= (uint64_t)konane_diagram_has(d, cell) << (to % 64);
    }
    image.mover = is_swap ? (d->mover == PM_BLACK ? PM_WHITE : PM_BLACK) : d->mover;
    return image;
}

static bool is_less(const konane_diagram *a, const konane_diagram *b)
{
    for (int i = KONANE_CELL_WORDS - 1; i >= 0; i--) {
        if (a->occupied[i] != b->occupied[i]) {
            return a->occupied[i] < b->occupied[i];
        }
    }
    return false;
}

static void show_images(cli *c, const konane_diagram *d)
{
    uint16_t permutations[MAX_IMAGES][KONANE_CELL_LIMIT];
    konane_diagram least = *d;
    char text[KONANE_MAX_TEXT];
    cli_table(c, "symmetries", image_columns, 3);
    for (int swap = 0; swap < 2; swap++) {
        const int n = konane_symmetry_list(d->rows, d->cols, swap, KONANE_CELL_LIMIT, permutations[0]);
        assert(n >= 0 && n <= MAX_IMAGES);
        for (int i = 0; i < n; i++) {
            const konane_diagram image = permuted(d, permutations[i], swap);
            least = !swap && is_less(&image, &least) ? image : least;
            assert(swap || !is_less(&image, &least));
            konane_diagram_format(&image, text);
            cli_put_row(c, symmetry_name(d->rows, d->cols, permutations[i]), swap ? "exchanged" : "kept", text);
        }
    }
    cli_table_end(c);
    konane_diagram_format(&least, text);
    cli_print(c, "\n");
    cli_fact_text(c, "canonical", text);
}

/* ---- any game ----------------------------------------------------------------------------------- */

static void show_game_images(cli *c, const game *g, const game_state *s)
{
    cli_table_of(c, "symmetries", "symmetry# position");
    for (int i = 0; i < g->rules->n_symmetries(g); i++) {
        char text[GAME_MAX_TEXT];
        game_state image;
        g->rules->transform(g, i, s, &image);
        g->rules->state_format(g, &image, text);
        cli_put_row(c, i, text);
    }
}

static int count_stones(const game *g, const game_state *s, pm_color color)
{
    uint64_t stones[2][GAME_CELL_WORDS], kings[GAME_CELL_WORDS];
    int n = 0;
    g->rules->draw(g, s, stones, kings);
    for (int i = 0; i < GAME_CELL_WORDS; i++) {
        n += bits_count(stones[color][i]);
    }
    assert(n <= g->n_cells);
    return n;
}

/* Print what the position is. `corner` is the colour of the top-left cell, NULL where the game has none. */
static void show_facts(cli *c, const game *g, const game_state *s, const char *corner)
{
    char text[GAME_MAX_TEXT];
    game_move moves[GAME_MAX_MOVES];
    g->rules->state_format(g, s, text);
    cli_fact_text(c, "position", text);
    cli_fact_text(c, "mover", color_name(s->mover));
    if (corner) {
        cli_fact_text(c, "corner", corner);
    }
    cli_fact_count(c, "black_stones", (uint64_t)count_stones(g, s, PM_BLACK));
    cli_fact_count(c, "white_stones", (uint64_t)count_stones(g, s, PM_WHITE));
    cli_fact_count(c, "legal_moves", (uint64_t)g->rules->moves(g, s, moves));
    cli_print(c, "\n");
}

static void show_konane(cli *c, const game *g, const game_state *s)
{
    const konane_diagram d = game_konane_diagram(g, s);
    show_facts(c, g, s, color_name(d.corner));
    show_images(c, &d);
}

/* Make the moves of a text; `*last` is the last one. */
static int make_moves(cli *c, const game *g, const char *text, game_state *s, game_move *last)
{
    char *words = strdup(text), *rest = NULL;
    if (!words) {
        return cli_no_memory(c, "the moves");
    }
    int code = CLI_DONE;
    for (char *word = strtok_r(words, " ,", &rest); word && code == CLI_DONE; word = strtok_r(NULL, " ,", &rest)) {
        pm_error err;
        const pm_status status = g->rules->move_parse(g, s, word, last, &err);
        code = status == PM_OK ? CLI_DONE : cli_fail_in(c, "--moves, move", word, status, &err);
        if (code == CLI_DONE) {
            g->rules->make(g, s, last);
        }
    }
    free(words);
    return code;
}

static int show(cli *c, game *g, const game_state *start)
{
    const char *moves = cli_value(c, "moves");
    const bool has_last = moves && moves[strspn(moves, " ,")];
    game_state s = *start;
    game_move last;
    int code = moves ? make_moves(c, g, moves, &s, &last) : CLI_DONE;
    code = code ? code : board_picture_draw(c, g, &s, has_last ? &last : NULL);
    if (code != CLI_DONE) {
        return code;
    }
    const cli_look look = {.is_unicode = cli_has(c, "unicode") || (!cli_has(c, "ascii") && cli_has_unicode())};
    cli_draw(c, g, &s, &look);
    cli_print(c, "\n");
    if (strcmp(g->rules->name, "konane") == 0) {
        show_konane(c, g, &s);
    } else {
        show_facts(c, g, &s, NULL);
        show_game_images(c, g, &s);
    }
    return CLI_DONE;
}

static int run(cli *c)
{
    game *g;
    game_state s;
    int code = board_picture_check(c);
    code = code ? code : cli_position(c, c->operands[0], true, &g, &s);
    if (code != CLI_DONE) {
        return code;
    }
    code = show(c, g, &s);
    game_free(g);
    return code;
}

static const cli_option options[] = {
    {"unicode", NULL, "draw round stones (default where the terminal has UTF-8)"},
    {"ascii", NULL, "draw x for Black and o for White"},
    {"moves", "MOVES", "make these moves first, such as \"c4 d4 a4-c4\"; a picture marks the last one"},
    BOARD_PICTURE_OPTIONS,
    {0},
};

static const cli_range ranges[] = {BOARD_PICTURE_RANGES, {0}};

static const cli_rule rules[] = {
    {"unicode", "ascii", "--unicode and --ascii exclude each other"},
    BOARD_PICTURE_RULES,
    {0},
};

const cli_command cmd_show = {
    .name = "show",
    .operands = "POSITION",
    .summary = "Draw a position, with all its symmetries and its canonical form",
    .details =
        "The side to move may be left out (then Black moves). POSITION may be \"start\".\n\n"
        "A picture has the board with its coordinates, the last move, and arrows or rings for moves. With --values\n"
        "the player to move wins by the blue ones and loses by the red ones, draws by the pink ones, and what the\n"
        "grey ones lead to is not known; thick ones are the best. Labels are plies from after the move to the end,\n"
        "+, - or = where these are not known, or scores with a sign, good for Black if positive.\n\n"
        "Examples: papamu show \"..xo|oxox|xoxo|oxox\"\n"
        "          papamu show start --board 5x6 --moves \"c3 c4 c1-c3\" --values --svg board.svg",
    .options = options,
    .ranges = ranges,
    .rules = rules,
    .uses = CLI_USES_GAME | CLI_USES_RULES | CLI_USES_BOARD | CLI_USES_THREADS | CLI_USES_MEMORY,
    .has_no_csv = true,
    .run = run,
};
