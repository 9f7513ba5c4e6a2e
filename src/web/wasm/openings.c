/* All openings of a board of Konane: see web.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/query.h"
#include "src/base/status.h"
#include "src/konane/game_konane.h"
#include "src/web/wasm/place.h"

#include <stdlib.h>
#include <string.h>

/* A black stone and then a white neighbour are removed: at most as many openings as the board has edges. */
enum { MAX_OPENINGS = 2 * PM_MAX_CELLS };

typedef struct opening {
    game_move first, reply;
    game_state before, after; /* before the first removal; after both */
    verdict verdict;          /* for Black, who is to jump */
} opening;

static int list_openings(const game *g, const game_state *start, opening openings[MAX_OPENINGS])
{
    game_move firsts[GAME_MAX_MOVES], replies[GAME_MAX_MOVES];
    int n = 0;
    const int n_firsts = g->rules->moves(g, start, firsts);
    for (int i = 0; i < n_firsts; i++) {
        game_state one = *start;
        g->rules->make(g, &one, &firsts[i]);
        const int n_replies = g->rules->moves(g, &one, replies);
        for (int k = 0; k < n_replies; k++) {
            openings[n] = (opening){.first = firsts[i], .reply = replies[k], .before = one, .after = one};
            g->rules->make(g, &openings[n].after, &replies[k]);
            n++;
            assert(n <= MAX_OPENINGS);
        }
    }
    return n;
}

/* Ask for all openings at once, one sweep if it is a sweep, but not for the moves after them. */
static pm_status judge_openings(web *w, const game *any, opening openings[], int n, pm_error *err)
{
    answers *exact;
    pm_status status = place_answers(w, any, &exact, err);
    if (status != PM_OK) {
        return status;
    }
    game_state *states = calloc((size_t)n + 1, sizeof *states);
    verdict *found = calloc((size_t)n + 1, sizeof *found);
    status = states && found ? PM_OK : status_no_memory(err, "the openings", 0);
    for (int i = 0; i < n && states; i++) {
        states[i] = openings[i].after;
    }
    status = status == PM_OK ? answers_judge_all(exact, (size_t)n, states, found, err) : status;
    for (int i = 0; i < n && status == PM_OK; i++) {
        openings[i].verdict = found[i];
    }
    free(states);
    free(found);
    answers_free(exact);
    return status;
}

static void put_openings(reply *r, const game *g, const opening openings[], int n)
{
    reply_open(r, "openings", '[');
    for (int i = 0; i < n; i++) {
        const opening *o = &openings[i];
        char first[GAME_MAX_MOVE_TEXT], second[GAME_MAX_MOVE_TEXT];
        g->rules->move_format(g, &o->before, &o->first, first);
        g->rules->move_format(g, &o->before, &o->reply, second);
        reply_open(r, NULL, '{');
        reply_text(r, "black_removes", first);
        reply_text(r, "white_removes", second);
        reply_integer(r, "from", g->rules->cell_of(g, o->first.from));
        reply_integer(r, "to", g->rules->cell_of(g, o->reply.from));
        reply_text(r, "winner", color_name(o->verdict.outcome > 0 ? PM_BLACK : PM_WHITE));
        if (o->verdict.plies < 0) {
            reply_null(r, "plies");
        } else {
            reply_integer(r, "plies", o->verdict.plies);
        }
        reply_close(r, '}');
    }
    reply_close(r, ']');
}

/* Who wins the whole game under each rule without parameters; null where it leaves Black nothing to remove. */
static void put_rules(reply *r, const pm_board *board, const opening openings[], int n)
{
    konane_opening_result results[MAX_OPENINGS];
    for (int i = 0; i < n; i++) {
        results[i] = (konane_opening_result){.black_removes = (uint8_t)openings[i].first.from,
                                             .white_removes = (uint8_t)openings[i].reply.from,
                                             .winner = openings[i].verdict.outcome > 0 ? PM_BLACK : PM_WHITE};
    }
    reply_open(r, "rules", '{');
    for (konane_rule rule = 0; rule < KONANE_N_NAMED_RULES; rule++) {
        pm_color winner;
        if (konane_rule_winner(board, rule, results, n, &winner)) {
            reply_text(r, konane_rule_name(rule), color_name(winner));
        } else {
            reply_null(r, konane_rule_name(rule));
        }
    }
    reply_close(r, '}');
}

static pm_status find_openings(web *w, opening openings[MAX_OPENINGS], pm_error *err)
{
    game *any;
    game_state start;
    const game_options options = {
        .rows = w->g->rows, .cols = w->g->cols, .corner = game_konane_corner(w->g), .opening = "any"};
    pm_status status = game_new(w->g->name, &options, &any, err);
    if (status != PM_OK) {
        return status;
    }
    status = any->rules->start(any, &start, err);
    const int n = status == PM_OK ? list_openings(any, &start, openings) : 0;
    status = status == PM_OK ? judge_openings(w, any, openings, n, err) : status;
    pm_board *board = NULL;
    if (status == PM_OK) { /* a map has at most 64 cells; which cells a rule admits does not depend on the variant */
        status = konane_board_new(any->rows, any->cols, options.corner, "any", (konane_variant){0}, &board, err);
    }
    if (status == PM_OK) {
        reply_begin(&w->reply);
        put_openings(&w->reply, any, openings, n);
        put_rules(&w->reply, board, openings, n);
    }
    pm_board_free(board);
    game_free(any);
    return status;
}

const char *web_openings(web *w)
{
    pm_error err = {0};
    opening *openings = NULL;
    pm_status status = place_check(w, &err);
    if (status == PM_OK && (strcmp(w->g->rules->name, "konane") != 0 || !answers_has_source(w->exact))) {
        status = status_fail(&err, PM_NOT_FOUND, 0,
                             "the map of openings is there for Konane on up to %d cells, or with a database",
                             ANSWERS_SWEEP_CELLS);
    }
    if (status == PM_OK) {
        openings = calloc(MAX_OPENINGS, sizeof *openings);
        status = openings ? find_openings(w, openings, &err) : status_no_memory(&err, "the openings", 0);
    }
    free(openings);
    return status == PM_OK ? reply_end(&w->reply) : reply_error(&w->reply, status, &err);
}
