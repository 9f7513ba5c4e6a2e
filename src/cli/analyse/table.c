/* Tables of analyses: see table.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/analyse/table.h"

#include "analysis/answers/answers.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORTH_TEXT = WORTH_MAX_TEXT + 32, SHOWN_LINE = 6 };

/* ---- limits ------------------------------------------------------------------------------------ */

analysis_limits analysis_limits_of(const cli *c, double seconds, int depth)
{
    return (analysis_limits){.seconds = seconds,
                             .depth = depth,
                             .wants_worth = true,
                             .memory = cli_memory(c),
                             .threads = c->threads,
                             .stop = cli_stop};
}

int analysis_limits_read(cli *c, analysis_limits *limits)
{
    const char *text = cli_value(c, "time");
    limits->depth = (int)cli_number(c, "depth", (uint64_t)limits->depth);
    if (text) {
        char *end;
        const double seconds = strtod(text, &end);
        if (end == text || *end || strspn(text, "0123456789.") != strlen(text) || seconds > 1e6) {
            char shown[CLI_QUOTE_TEXT];
            return cli_usage(c, "--time needs seconds from 0 to 1000000, such as 0.5, not \"%s\"",
                             cli_quote(text, shown));
        }
        limits->seconds = seconds;
    }
    return CLI_DONE;
}

/* ---- words ------------------------------------------------------------------------------------- */

enum { HOW_TEXT = 48 };

/* How the verdict or the score is known: "sweep", "search to 12 plies". Returns `text`. */
static const char *how_known(const analysis_move *m, char text[HOW_TEXT])
{
    assert(strlen(m->how) < HOW_TEXT && (strcmp(m->how, "search") != 0 || m->depth > 0));
    if (strcmp(m->how, "search") == 0) {
        snprintf(text, HOW_TEXT, "search to %d %s", m->depth, m->depth == 1 ? "ply" : "plies");
    } else {
        snprintf(text, HOW_TEXT, "%s", m->how);
    }
    return text;
}

/* Write the first `max` moves of a line; what is cut off shows as "...". */
static const char *format_line(const game *g, const analysis *found, const analysis_move *m, int max,
                               char text[ANALYSIS_LINE_TEXT])
{
    game_state s = found->state;
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < m->n_line && i < max; i++) {
        char move[GAME_MAX_MOVE_TEXT];
        g->rules->move_format(g, &s, &m->line[i], move);
        g->rules->make(g, &s, &m->line[i]);
        length += (size_t)snprintf(text + length, ANALYSIS_LINE_TEXT - length, "%s%s", i ? " " : "", move);
        assert(length < ANALYSIS_LINE_TEXT - 4);
    }
    if (m->n_line > max) {
        strcat(text, " ...");
    }
    return text;
}

const char *analysis_line_format(const game *g, const analysis *found, const analysis_move *m,
                                 char text[ANALYSIS_LINE_TEXT])
{
    return format_line(g, found, m, ANALYSIS_MAX_LINE, text);
}

static const char *name_of(pm_color color)
{
    return color == PM_BLACK ? "Black" : "White";
}

const char *analysis_sentence(const game *g, const analysis *found, char text[ANALYSIS_TEXT])
{
    const char *mover = name_of((pm_color)found->state.mover);
    if (found->n_moves == 0) {
        snprintf(text, ANALYSIS_TEXT, "%s has no move and has %s.", mover, g->is_misere ? "won" : "lost");
    } else if (!found->is_known) {
        snprintf(text, ANALYSIS_TEXT, "%s to move; who wins was not found.", mover);
    } else if (found->verdict.outcome == 0) {
        snprintf(text, ANALYSIS_TEXT, "%s to move; with perfect play it is a draw.", mover);
    } else {
        const int n = found->verdict.plies;
        char plies[48] = "";
        if (n >= 0) {
            snprintf(plies, sizeof plies, ", %d %s from now", n, n == 1 ? "ply" : "plies");
        }
        snprintf(text, ANALYSIS_TEXT, "%s to move; with perfect play %s wins%s.", mover,
                 name_of(answers_winner(&found->state, found->verdict)), plies);
    }
    return text;
}

/* The value, or the bounds as 1..3, or nothing. */
static const char *format_worth(const worth *w, char text[WORTH_TEXT])
{
    if (w->has_bounds) {
        assert(w->lower < w->upper && !w->value[0]);
        snprintf(text, WORTH_TEXT, "%d..%d", w->lower, w->upper);
    } else {
        snprintf(text, WORTH_TEXT, "%s", w->value);
    }
    return text;
}

/* ---- cells ------------------------------------------------------------------------------------- */

static void put_text_or_none(cli *c, const char *text)
{
    cli_put(c, CLI_IF(text[0], text));
}

static void put_integer_if(cli *c, bool is_there, int n)
{
    cli_put(c, CLI_IF(is_there, n));
}

/* Who wins after the move, and in how many more plies. */
static void put_verdict(cli *c, const analysis *found, const analysis_move *m)
{
    if (m->is_known) {
        cli_put(c, answers_winner_name(&found->state, m->verdict));
    } else {
        cli_put(c, "unknown");
    }
    put_integer_if(c, m->is_known && m->verdict.plies > 0, m->verdict.plies - 1);
}

static bool has_score(const analysis_move *m)
{
    return !m->is_known && m->depth > 0;
}

void analysis_put_cells(cli *c, const game *g, const analysis *found, const analysis_move *m, const worth *w)
{
    char line[ANALYSIS_LINE_TEXT], how[HOW_TEXT];
    const bool was_searched = strcmp(m->how, "search") == 0;
    put_verdict(c, found, m);
    put_text_or_none(c, w->value);
    put_integer_if(c, w->has_bounds, w->lower);
    put_integer_if(c, w->has_bounds, w->upper);
    put_integer_if(c, has_score(m), m->score);
    put_integer_if(c, was_searched, m->depth);
    put_text_or_none(c, was_searched ? analysis_line_format(g, found, m, line) : "");
    put_text_or_none(c, how_known(m, how));
}

/* ---- csv and json ------------------------------------------------------------------------------- */

void analysis_begin(cli *c)
{
    static const cli_column columns[] = {
        {.name = "position", .kind = CLI_WORD}, {.name = "move", .kind = CLI_WORD}, ANALYSIS_CELLS};
    cli_table(c, "moves", columns, 2 + ANALYSIS_N_CELLS);
}

/* The row of a position without a move. */
static bool put_end(cli *c, const game *g, const analysis *found)
{
    assert(found->n_moves == 0 && g->rules->mobility(g, &found->state, (pm_color)found->state.mover) == 0);
    cli_put(c, CLI_NONE, color_name(game_winner_stuck(g, (pm_color)found->state.mover)), 0);
    for (int i = 2; i < ANALYSIS_N_CELLS - 1; i++) {
        cli_put(c, CLI_NONE);
    }
    cli_put(c, "rules");
    return cli_row(c);
}

bool analysis_put(cli *c, const game *g, const analysis *found)
{
    char position[GAME_MAX_TEXT], move[GAME_MAX_MOVE_TEXT];
    g->rules->state_format(g, &found->state, position);
    if (found->n_moves == 0) {
        cli_put(c, position);
        return put_end(c, g, found);
    }
    for (int i = 0; i < found->n_moves; i++) {
        g->rules->move_format(g, &found->state, &found->moves[i].move, move);
        cli_put(c, position, move);
        analysis_put_cells(c, g, found, &found->moves[i], &found->moves[i].worth);
        if (!cli_row(c)) {
            return false;
        }
    }
    return true;
}

/* ---- text --------------------------------------------------------------------------------------- */

/* Wins, then draws, what is open by its score, losses; among equals the sooner win and the later loss. */
static int rank(const analysis *found, const analysis_move *m)
{
    const int score = found->state.mover == PM_BLACK ? m->score : -m->score;
    return m->is_known ? verdict_merit(m->verdict) : score;
}

static void order(const analysis *found, bool best_first, int list[])
{
    for (int i = 0; i < found->n_moves; i++) {
        int k = i;
        for (; best_first && k > 0 && rank(found, &found->moves[i]) > rank(found, &found->moves[list[k - 1]]); k--) {
            list[k] = list[k - 1];
        }
        list[k] = i;
    }
}

void analysis_put_text_cells(cli *c, const analysis *found, const analysis_move *m, const worth *w)
{
    char value[WORTH_TEXT], how[HOW_TEXT];
    put_verdict(c, found, m);
    put_integer_if(c, has_score(m), m->score);
    put_text_or_none(c, format_worth(w, value));
    put_text_or_none(c, how_known(m, how));
}

enum { WIDE = 100, MEDIUM = 60 }; /* columns of a terminal for a table with lines, and for one with how */

static void print_row(cli *c, const game *g, const analysis *found, const analysis_move *m, int width)
{
    char move[GAME_MAX_MOVE_TEXT], line[ANALYSIS_LINE_TEXT];
    const bool was_searched = strcmp(m->how, "search") == 0;
    g->rules->move_format(g, &found->state, &m->move, move);
    cli_put(c, m->is_best ? "*" : " ", move);
    if (width < MEDIUM) {
        put_verdict(c, found, m);
        put_integer_if(c, has_score(m), m->score);
    } else {
        analysis_put_text_cells(c, found, m, &m->worth);
    }
    if (width >= WIDE) {
        put_text_or_none(c, was_searched ? format_line(g, found, m, SHOWN_LINE, line) : "");
    }
    cli_row(c);
}

void analysis_print(cli *c, const game *g, const analysis *found, bool best_first, int width)
{
    static const cli_column columns[] = {{.name = "best", .kind = CLI_WORD},
                                         {.name = "move", .kind = CLI_WORD},
                                         ANALYSIS_TEXT_CELLS,
                                         {.name = "line", .kind = CLI_WORD}};
    int list[GAME_MAX_MOVES];
    if (found->n_moves == 0) {
        return;
    }
    static_assert(sizeof columns / sizeof columns[0] == 8, "best and move, five cells, line");
    width = width > 0 ? width : WIDE;
    order(found, best_first, list);
    cli_table(c, "moves", columns, width < MEDIUM ? 5 : width < WIDE ? 7 : 8);
    for (int i = 0; i < found->n_moves; i++) {
        assert(!best_first || i == 0 || rank(found, &found->moves[list[i - 1]]) >= rank(found, &found->moves[list[i]]));
        print_row(c, g, found, &found->moves[list[i]], width);
    }
    cli_table_end(c);
}
