/* A game of self-play: see table.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/selfplay/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A game in progress. */
typedef struct table {
    const selfplay_setting *set;
    const game *g;
    selfplay_notes *notes;
    agent *players[2];
    game_state s;
    rng random;
    unsigned opening_plies, jumps, multi_jumps, stones;
} table;

static void note_hash(table *t)
{
    if (t->g->rules->is_draw) {
        if (t->s.clock == 0) {
            t->notes->n_hashes = 0;
        }
        t->notes->hashes[t->notes->n_hashes++] = t->g->rules->hash(t->g, &t->s);
    }
}

static bool is_draw(const table *t)
{
    return t->g->rules->is_draw && t->g->rules->is_draw(t->g, &t->s, t->notes->hashes, t->notes->n_hashes);
}

/* The place of `move` among the legal moves. */
static uint16_t place_of(const table *t, const game_move *move)
{
    game_move moves[GAME_MAX_MOVES];
    const int n = t->g->rules->moves(t->g, &t->s, moves);
    int i = 0;
    while (i < n && memcmp(&moves[i], move, sizeof *move) != 0) {
        i++;
    }
    assert(i < n);
    return (uint16_t)i;
}

/* Repeat a choice of an earlier run; false if there is none. */
static bool repeat_choice(table *t, game_move *move)
{
    const selfplay_notes *notes = t->notes;
    game_move moves[GAME_MAX_MOVES];
    if (notes->n_choices >= notes->n_known) {
        return false;
    }
    const int n = t->g->rules->moves(t->g, &t->s, moves);
    const uint16_t choice = notes->known[notes->n_choices];
    *move = moves[choice < n ? choice : 0];
    return choice < n;
}

static void choose(table *t, game_move *move)
{
    if (!repeat_choice(t, move)) {
        const agent_turn turn = {.state = &t->s,
                                 .hashes = t->notes->hashes,
                                 .n_hashes = t->notes->n_hashes,
                                 .stop = t->set->stop,
                                 .stop_ctx = t->set->stop_ctx};
        agent_choose(t->players[t->s.mover], &turn, &t->random, move);
    }
    if (t->set->wants_choices) {
        t->notes->choices[t->notes->n_choices] = place_of(t, move);
    }
    t->notes->n_choices++;
}

/* Let the player to move choose and make a move. Returns the number of legal moves; 0: the game is over. */
static int make_move(table *t, game_move *move)
{
    const game_rules *rules = t->g->rules;
    if (t->set->is_random) {
        return rules->make_random(t->g, &t->s, &t->random, move);
    }
    const int n = rules->mobility(t->g, &t->s, (pm_color)t->s.mover);
    if (n > 0) {
        choose(t, move);
        rules->make(t->g, &t->s, move);
    }
    return n;
}

/* The line that game `number` has where openings take turns: both games of a pair with exchanged colours the same. */
static const opening_line *line_of(const selfplay_setting *set, uint64_t number)
{
    return &set->openings.lines[(set->swap ? number / 2 : number) % set->openings.n];
}

static void play_opening(table *t, uint64_t number)
{
    game_move *moves = t->notes->moves;
    if (t->set->each_opening) {
        const opening_line *line = line_of(t->set, number);
        t->s = line->after;
        t->opening_plies = (unsigned)line->n_moves;
        memcpy(moves, line->moves, (size_t)line->n_moves * sizeof *moves);
    } else {
        while (t->g->rules->is_opening(t->g, &t->s) && make_move(t, &moves[t->opening_plies]) > 0) {
            t->opening_plies++;
        }
    }
    t->stones = t->set->start_stones - t->opening_plies;
    t->notes->line = opening_lines_find(&t->set->openings, moves, (int)t->opening_plies);
}

/* Play the jumps. Returns who won. */
static stats_winner play_jumps(table *t)
{
    selfplay_notes *notes = t->notes;
    for (;;) {
        if (selfplay_must_stop(t->set)) {
            return STATS_DRAW;
        }
        const unsigned i = t->jumps;
        if (t->set->wants_plies) {
            notes->opponent[i] = (uint16_t)t->g->rules->mobility(t->g, &t->s, (pm_color)(1 - t->s.mover));
            notes->stones[i] = (uint16_t)t->stones;
        }
        game_move *move = &notes->moves[t->opening_plies + i];
        const int n = make_move(t, move);
        if (n == 0) {
            return t->s.mover == PM_WHITE ? STATS_BLACK : STATS_WHITE;
        }
        notes->legal[i] = (uint16_t)n;
        notes->taken[i] = move->n_taken;
        t->stones -= move->n_taken;
        t->multi_jumps += move->n_taken > 1;
        t->jumps++;
        note_hash(t);
        if (is_draw(t) || t->opening_plies + t->jumps == STATS_MAX_PLIES) {
            return STATS_DRAW;
        }
    }
}

/* ---- batches ---- */

static size_t batch_stride(const game *g)
{
    const size_t n_cells = (size_t)g->rows * (size_t)g->cols;
    assert(n_cells + 2 <= GAME_MAX_RANDOM);
    return n_cells;
}

selfplay_batch *selfplay_batch_new(const game *g)
{
    return calloc(1, sizeof(selfplay_batch) + SELFPLAY_BATCH * batch_stride(g) * sizeof(uint16_t));
}

bool selfplay_has_batches(const selfplay_setting *set)
{
    return set->is_random && set->g->rules->play_random_many && !set->wants_plies && !set->wants_moves;
}

void selfplay_batch_play(const selfplay_setting *set, uint64_t first, int n, selfplay_batch *batch,
                         selfplay_notes *notes)
{
    assert(n >= 0 && n <= SELFPLAY_BATCH && selfplay_has_batches(set));
    batch->first = first;
    for (int i = 0; i < n; i++) {
        const uint64_t number = first + (uint64_t)i;
        table t = {.set = set, .g = set->g, .notes = notes, .s = set->start, .random = rng_stream(set->seed, number)};
        play_opening(&t, number);
        batch->lines[i] = notes->line;
        batch->opening_plies[i] = t.opening_plies;
        batch->games[i] =
            (game_playout){.state = t.s, .random = t.random, .legal = batch->legal + (size_t)i * batch_stride(set->g)};
    }
    set->g->rules->play_random_many(set->g, batch->games, n);
}

stats_game selfplay_batch_game(const selfplay_batch *batch, int i, selfplay_notes *notes)
{
    const game_playout *p = &batch->games[i];
    notes->line = batch->lines[i];
    return (stats_game){.winner = p->state.mover == PM_WHITE ? STATS_BLACK : STATS_WHITE,
                        .opening_plies = batch->opening_plies[i],
                        .jumps = p->n_moves,
                        .multi_jumps = p->n_multi,
                        .moves = p->legal};
}

/* ---- one game ---- */

stats_game selfplay_table_play(const selfplay_setting *set, uint64_t number, agent *const agents[2],
                               selfplay_notes *notes)
{
    const bool swapped = selfplay_is_swapped(set, number);
    table t = {.set = set,
               .g = set->g,
               .notes = notes,
               .players = {agents[swapped], agents[!swapped]},
               .s = set->start,
               .random = rng_stream(set->seed, number)};
    if (!set->is_random) {
        agent_begin(agents[0]);
        agent_begin(agents[1]);
    }
    notes->n_hashes = 0;
    notes->n_choices = 0;
    note_hash(&t);
    play_opening(&t, number);
    const stats_winner winner = play_jumps(&t);
    return (stats_game){winner,       t.opening_plies, t.jumps,       t.multi_jumps,
                        notes->legal, notes->opponent, notes->stones, notes->taken};
}
