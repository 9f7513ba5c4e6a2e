/* Search above the endgame tables: see search.h.
 *
 * Depth-first with iterative deepening. Captures do not count as plies: they are compulsory and cannot continue
 * forever. At each node the moves that the tables or the table of answers settle are looked at first.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/draughts/search.h"

#include "src/base/rng.h"
#include "src/base/status.h"
#include "src/draughts/evaluate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Whether the mover's value is at least a draw, at least a win. The opposite question is 1 - q. */
enum { AT_LEAST_DRAW, AT_LEAST_WIN };

typedef enum answer { UNKNOWN, NO, YES } answer;

/* A position with White to move, of up to 36 bits a set, and what is known of it:
 *
 *     a: white 0-35, black 36-63 (its bits 0-27)
 *     b: black 0-7 (its bits 28-35), kings 8-43, then answer 44-45 and depth 46-53 for AT_LEAST_DRAW, and answer 54-55
 *        and depth 56-63 for AT_LEAST_WIN
 *
 * The depth is that to which a search has left the question open, plus one. */
typedef struct entry {
    uint64_t a, b;
} entry;

enum { SET_BITS = 36, KEY_BITS = 44, QUESTION_BITS = 10, BUCKET = 4, MAX_DEPTH = 254 };

struct draughts_search {
    const retro_draughts *endgames;
    search_options options;
    entry *table;
    uint64_t bucket_mask;
    uint64_t nodes;
    bool is_stopped;
};

/* ---- the table of answers ----------------------------------------------------------------------- */

static entry entry_key(const draughts_position *pos)
{
    assert(((pos->pieces[PM_WHITE] | pos->pieces[PM_BLACK]) >> SET_BITS) == 0 && pos->mover == PM_WHITE);
    const uint64_t white = pos->pieces[PM_WHITE], black = pos->pieces[PM_BLACK];
    return (entry){white | black << SET_BITS, black >> (64 - SET_BITS) | pos->kings << (2 * SET_BITS - 64)};
}

static bool is_of(const entry *e, const entry *key)
{
    return e->a == key->a && ((e->b ^ key->b) & bits_below(KEY_BITS)) == 0;
}

static answer get_answer(const entry *e, int question)
{
    return (answer)(e->b >> (KEY_BITS + question * QUESTION_BITS) & 3);
}

static int get_depth(const entry *e, int question)
{
    return (int)(e->b >> (KEY_BITS + question * QUESTION_BITS + 2) & 255) - 1;
}

static void set_answer(entry *e, int question, answer found, int depth)
{
    static_assert(KEY_BITS + 2 * QUESTION_BITS == 64, "two questions after the key");
    assert(depth >= -1 && depth <= MAX_DEPTH);
    const int shift = KEY_BITS + question * QUESTION_BITS;
    const uint64_t value = (uint64_t)found | (uint64_t)(depth + 1) << 2;
    e->b = (e->b & ~(bits_below(QUESTION_BITS) << shift)) | value << shift;
}

/* A win is more than a draw: an answer to one question may be one to the other. */
static void spread_answer(entry *e)
{
    if (get_answer(e, AT_LEAST_WIN) == YES) {
        set_answer(e, AT_LEAST_DRAW, YES, MAX_DEPTH);
    }
    if (get_answer(e, AT_LEAST_DRAW) == NO) {
        set_answer(e, AT_LEAST_WIN, NO, MAX_DEPTH);
    }
}

static entry *bucket_of(const draughts_search *s, const entry *key)
{
    uint64_t x = key->a;
    x = rng_splitmix(&x) ^ (key->b & bits_below(KEY_BITS));
    return &s->table[(rng_splitmix(&x) & s->bucket_mask) * BUCKET];
}

static entry *find_entry(const draughts_search *s, const entry *key)
{
    entry *bucket = bucket_of(s, key);
    for (int i = 0; i < BUCKET; i++) {
        if (is_of(&bucket[i], key)) {
            return &bucket[i];
        }
    }
    return NULL;
}

/* How much work an entry represents. Empty entries have none: a position has pieces of both sides, so a is not 0. */
static int entry_worth(const entry *e)
{
    if (e->a == 0) {
        return -1;
    }
    const int draw = get_depth(e, AT_LEAST_DRAW), win = get_depth(e, AT_LEAST_WIN);
    return draw > win ? draw : win;
}

/* Store what a search to `depth` has found; the entry of least depth makes way. */
static void store(draughts_search *s, const entry *key, int question, answer found, int depth)
{
    entry *e = find_entry(s, key);
    if (!e) {
        entry *bucket = bucket_of(s, key);
        e = bucket;
        for (int i = 1; i < BUCKET; i++) {
            e = entry_worth(&bucket[i]) < entry_worth(e) ? &bucket[i] : e;
        }
        *e = *key;
    }
    assert(is_of(e, key));
    set_answer(e, question, found, depth);
    spread_answer(e);
}

/* ---- the search --------------------------------------------------------------------------------- */

enum { MAX_CHILDREN = 128, PROGRESS_NODES = 1 << 16 }; /* 24 kings have 96 quiet moves */

/* The position after a move, turned so that White is to move. */
typedef struct child {
    draughts_position pos;
    entry key;
    bool is_capture;
    int order; /* less is looked at earlier */
} child;

static answer table_answer(retro_code code, int question)
{
    if (question == AT_LEAST_WIN) {
        return retro_is_win(code) ? YES : NO;
    }
    return retro_is_loss(code) ? NO : YES;
}

/* What is known of a position without searching it to more than `depth`. */
static answer known_answer(draughts_search *s, const child *c, int question, int depth, bool *is_open)
{
    retro_code code;
    *is_open = false;
    if (retro_draughts_value(s->endgames, &c->pos, &code)) {
        return table_answer(code, question);
    }
    const entry *e = find_entry(s, &c->key);
    if (!e) {
        return UNKNOWN;
    }
    *is_open = get_answer(e, question) == UNKNOWN && get_depth(e, question) >= depth;
    return get_answer(e, question);
}

/* List the moves that are not settled yet. YES if one of them settles the question of the parent. */
static answer open_children(draughts_search *s, const draughts_position *pos, int question, int depth, child *children,
                            int *n_children, bool *is_undecided)
{
    const draughts_board *board = &s->endgames->board;
    draughts_move moves[DRAUGHTS_MAX_MOVES];
    const int n = draughts_moves(board, pos, moves);
    *n_children = 0;
    for (int i = 0; i < n; i++) {
        child *c = &children[*n_children];
        assert(*n_children < MAX_CHILDREN);
        c->pos = draughts_turned(board, draughts_make(board, *pos, moves[i]));
        c->key = entry_key(&c->pos);
        c->is_capture = moves[i].taken != 0;
        bool is_open;
        const answer known = known_answer(s, c, 1 - question, depth - !c->is_capture, &is_open);
        if (known == NO) {
            return YES;
        }
        if (known == YES) {
            continue;
        }
        if (is_open || (depth == 0 && !c->is_capture)) {
            *is_undecided = true;
            continue;
        }
        c->order = draughts_evaluate(board, &c->pos);
        (*n_children)++;
    }
    return UNKNOWN;
}

static void sort_children(child *children, int n)
{
    for (int i = 1; i < n; i++) {
        const child c = children[i];
        int j = i;
        for (; j > 0 && children[j - 1].order > c.order; j--) {
            children[j] = children[j - 1];
        }
        children[j] = c;
    }
}

/* Answer a question about a position that is not in the tables, with `depth` plies to the horizon. */
static answer ask(draughts_search *s, const draughts_position *pos, const entry *key, int question, int depth)
{
    if (++s->nodes % PROGRESS_NODES == 0 && s->options.progress) {
        s->is_stopped = s->is_stopped || s->options.progress(s->options.progress_ctx, s->nodes);
    }
    child children[MAX_CHILDREN];
    int n = 0;
    bool is_undecided = false;
    answer found = open_children(s, pos, question, depth, children, &n, &is_undecided);
    sort_children(children, found == YES ? 0 : n);
    for (int i = 0; found != YES && i < n; i++) {
        const child *c = &children[i];
        const answer reply = ask(s, &c->pos, &c->key, 1 - question, depth - !c->is_capture);
        if (s->is_stopped) {
            return UNKNOWN;
        }
        found = reply == NO ? YES : found;
        is_undecided = is_undecided || reply == UNKNOWN;
    }
    if (found != YES) {
        found = is_undecided ? UNKNOWN : NO;
    }
    store(s, key, question, found, found == UNKNOWN ? depth : MAX_DEPTH);
    return found;
}

/* Deepen until the question is answered. */
static answer ask_deeper(draughts_search *s, const draughts_position *pos, int question)
{
    const entry key = entry_key(pos);
    answer found = UNKNOWN;
    for (int depth = 0; found == UNKNOWN && !s->is_stopped && depth <= s->options.max_plies; depth++) {
        found = ask(s, pos, &key, question, depth);
    }
    return found;
}

/* ---- the interface ------------------------------------------------------------------------------ */

pm_status draughts_search_value(draughts_search *s, const draughts_position *pos, search_bounds *bounds, pm_error *err)
{
    const draughts_position seen = pos->mover == PM_WHITE ? *pos : draughts_turned(&s->endgames->board, *pos);
    retro_code code;
    if (retro_draughts_value(s->endgames, &seen, &code)) {
        const int value = retro_is_win(code) ? 1 : retro_is_loss(code) ? -1 : 0;
        *bounds = (search_bounds){value, value};
        return PM_OK;
    }
    search_bounds found = {-1, 1};
    s->is_stopped = false;
    const answer draws = ask_deeper(s, &seen, AT_LEAST_DRAW);
    const answer wins = draws == NO ? NO : ask_deeper(s, &seen, AT_LEAST_WIN);
    if (s->is_stopped) {
        return status_fail(err, PM_INTERRUPTED, 0, "interrupted");
    }
    assert(!(wins == YES && draws == NO)); /* a win is more than a draw */
    found.lower = wins == YES ? 1 : draws == YES ? 0 : -1;
    found.upper = draws == NO ? -1 : wins == NO ? 0 : 1;
    *bounds = found;
    return PM_OK;
}

pm_status draughts_search_new(const retro_draughts *endgames, const search_options *options, draughts_search **search,
                              pm_error *err)
{
    const int size = endgames->board.size;
    if (size > 8) {
        return status_fail(err, PM_BAD_INPUT, 0, "search is for boards of up to 8x8, not %dx%d", size, size);
    }
    assert(options->max_plies <= MAX_DEPTH - 1);
    draughts_search *s = calloc(1, sizeof *s);
    uint64_t n_buckets = 1;
    while (2 * n_buckets * BUCKET * sizeof(entry) <= options->memory) {
        n_buckets *= 2;
    }
    if (s) {
        s->table = calloc(n_buckets * BUCKET, sizeof(entry));
    }
    if (!s || !s->table) {
        free(s);
        return status_no_memory(err, "the table of answers", 0);
    }
    s->endgames = endgames;
    s->options = *options;
    s->bucket_mask = n_buckets - 1;
    *search = s;
    return PM_OK;
}

void draughts_search_free(draughts_search *search)
{
    if (search) {
        free(search->table);
        free(search);
    }
}

uint64_t draughts_search_nodes(const draughts_search *search)
{
    return search->nodes;
}
