/* Opening lines: see opening_lines.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/selfplay/opening_lines.h"

#include "analysis/stats/records.h"
#include "src/base/array.h"
#include "src/base/status.h"
#include "src/game/digest.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void opening_lines_free(opening_lines *lines)
{
    for (size_t i = 0; i < lines->n; i++) {
        free(lines->lines[i].text);
    }
    free(lines->lines);
    *lines = (opening_lines){0};
}

static int compare_moves(const game_move *a, const game_move *b)
{
    return a->from != b->from ? (a->from < b->from ? -1 : 1) : (a->to > b->to) - (a->to < b->to);
}

static int compare_lines(const game_move *a, int n_a, const game_move *b, int n_b)
{
    for (int i = 0; i < n_a && i < n_b; i++) {
        const int order = compare_moves(&a[i], &b[i]);
        if (order) {
            return order;
        }
    }
    return (n_a > n_b) - (n_a < n_b);
}

/* Write the moves of a line in notation. NULL: no memory. */
static char *line_text(const game *g, const game_state *start, const opening_line *line)
{
    char text[OPENING_MAX_PLIES * GAME_MAX_MOVE_TEXT] = "";
    size_t length = 0;
    game_state s = *start;
    for (int i = 0; i < line->n_moves; i++) {
        if (i) {
            text[length++] = ' ';
        }
        length += (size_t)g->rules->move_format(g, &s, &line->moves[i], text + length);
        g->rules->make(g, &s, &line->moves[i]);
    }
    assert(length < sizeof text);
    return strdup(text);
}

static char *position_text(const game *g, const game_state *s)
{
    char text[GAME_MAX_TEXT];
    g->rules->state_format(g, s, text);
    return strdup(text);
}

/* Without a start the line is a position. */
static bool lines_add(opening_lines *lines, const game *g, const game_state *start, const opening_line *line)
{
    opening_line *grown = array_grow(lines->lines, &lines->room, lines->n + 1, sizeof *grown);
    if (!grown) {
        return false;
    }
    lines->lines = grown;
    grown[lines->n] = *line;
    grown[lines->n].stones = stats_stones(g, &line->after);
    grown[lines->n].text = start ? line_text(g, start, line) : position_text(g, &line->after);
    return grown[lines->n++].text != NULL;
}

/* Add all lines that begin with `prefix`. */
static bool lines_extend(opening_lines *lines, const game *g, const game_state *start, const opening_line *prefix)
{
    game_move moves[GAME_MAX_MOVES];
    const bool is_opening = g->rules->is_opening(g, &prefix->after);
    const int n = is_opening ? g->rules->moves(g, &prefix->after, moves) : 0;
    assert(n > 0 || lines->n == 0 ||
           compare_lines(lines->lines[lines->n - 1].moves, lines->lines[lines->n - 1].n_moves, prefix->moves,
                         prefix->n_moves) < 0); /* they are found by bisection */
    bool is_good = n > 0 || lines_add(lines, g, start, prefix);
    for (int i = 0; i < n && is_good; i++) {
        assert(prefix->n_moves < OPENING_MAX_PLIES);
        opening_line longer = *prefix;
        longer.moves[longer.n_moves++] = moves[i];
        g->rules->make(g, &longer.after, &moves[i]);
        longer.digest = game_digest_move(longer.digest, &longer.after);
        is_good = lines_extend(lines, g, start, &longer);
    }
    return is_good;
}

pm_status opening_lines_make(const game *g, opening_lines *lines, pm_error *err)
{
    opening_line empty = {.digest = GAME_DIGEST_BEGIN};
    *lines = (opening_lines){0};
    const pm_status status = g->rules->start(g, &empty.after, err);
    if (status != PM_OK) {
        return status;
    }
    const game_state start = empty.after;
    if (!lines_extend(lines, g, &start, &empty)) {
        opening_lines_free(lines);
        return status_no_memory(err, "the openings", 0);
    }
    return PM_OK;
}

pm_status opening_lines_at(const game *g, const game_state positions[], size_t n, opening_lines *lines, pm_error *err)
{
    *lines = (opening_lines){0};
    for (size_t i = 0; i < n; i++) {
        const opening_line line = {.after = positions[i], .digest = game_digest_move(GAME_DIGEST_BEGIN, &positions[i])};
        assert(!g->rules->is_opening(g, &line.after));
        if (!lines_add(lines, g, NULL, &line)) {
            opening_lines_free(lines);
            return status_no_memory(err, "the positions", 0);
        }
    }
    return PM_OK;
}

size_t opening_lines_find(const opening_lines *lines, const game_move *moves, int n_moves)
{
    size_t low = 0, high = lines->n;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        const opening_line *line = &lines->lines[mid];
        if (compare_lines(line->moves, line->n_moves, moves, n_moves) < 0) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    assert(low < lines->n && compare_lines(lines->lines[low].moves, lines->lines[low].n_moves, moves, n_moves) == 0);
    return low;
}
