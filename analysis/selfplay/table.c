/* A game of self-play: see table.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/selfplay/table.h"

#include "src/game/digest.h"

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
    rng beginning; /* for the moves at random after the opening */
    uint64_t digest;
    unsigned opening_plies, jumps, multi_jumps, stones;
} table;

/* The streams that the games of a pair have in common, beyond those of the games: of moves at random after the opening,
 * and of the agents' choice of the opening. */
static const uint64_t RANDOM_PLIES = UINT64_C(1) << 63, OPENINGS = UINT64_C(3) << 62;

static table table_begin(const selfplay_setting *set, uint64_t number, selfplay_notes *notes)
{
    return (table){.set = set,
                   .g = set->g,
                   .notes = notes,
                   .s = set->start,
                   .random = rng_stream(set->seed, number),
                   .beginning = set->random_plies > 0
                                    ? rng_stream(set->seed, RANDOM_PLIES | selfplay_pair_of(set, number))
                                    : (rng){{0}},
                   .digest = GAME_DIGEST_BEGIN};
}

static void agents_begin(const table *t)
{
    if (!t->set->is_random) {
        agent_begin(t->players[0]);
        agent_begin(t->players[1]);
    }
}

static void note_hash(table *t)
{
    if (t->g->rules->is_draw) {
        if (t->s.clock == 0) {
            t->notes->n_hashes = 0;
        }
        assert(t->notes->n_hashes <=
               (int)(t->opening_plies + t->jumps)); /* one for each state since the last irreversible move */
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

static void note_choice(const table *t, const game_move *move)
{
    assert(t->notes->n_choices < STATS_MAX_PLIES);
    if (t->set->wants_choices) {
        t->notes->choices[t->notes->n_choices] = place_of(t, move);
    }
    t->notes->n_choices++;
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

/* Choose among the n legal moves at random. */
static void choose_at_random(table *t, game_move *move)
{
    game_move moves[GAME_MAX_MOVES];
    const int n = t->g->rules->moves(t->g, &t->s, moves);
    assert(n > 0); /* the mobility said so */
    *move = moves[rng_below(&t->beginning, (uint32_t)n)];
}

static void choose(table *t, game_move *move, bool is_at_random)
{
    if (is_at_random) {
        choose_at_random(t, move);
    } else if (!repeat_choice(t, move)) {
        const agent_turn turn = {.state = &t->s,
                                 .hashes = t->notes->hashes,
                                 .n_hashes = t->notes->n_hashes,
                                 .stop = t->set->stop,
                                 .stop_ctx = t->set->stop_ctx};
        agent_choose(t->players[t->s.mover], &turn, &t->random, move);
    }
    note_choice(t, move);
}

/* Let the player to move choose, or choose at random, and make the move. Returns the number of legal moves; 0: the game
 * is over. */
static int make_move(table *t, game_move *move, bool is_at_random)
{
    const game_rules *rules = t->g->rules;
    int n;
    if (t->set->is_random) {
        n = rules->make_random(t->g, &t->s, is_at_random ? &t->beginning : &t->random, move);
    } else {
        n = rules->mobility(t->g, &t->s, (pm_color)t->s.mover);
        if (n > 0) {
            choose(t, move, is_at_random);
            rules->make(t->g, &t->s, move);
        }
    }
    t->digest = n > 0 ? game_digest_move(t->digest, &t->s) : t->digest;
    return n;
}

/* ---- the opening ---- */

/* Let the agents choose the opening. */
static void choose_opening(table *t)
{
    while (t->g->rules->is_opening(t->g, &t->s) && make_move(t, &t->notes->moves[t->opening_plies], false) > 0) {
        t->opening_plies++;
    }
}

/* Choose the opening of a pair, with the agents in the seats that they have in its first game or in its second, in
 * turn. It is noted down for the other game: an agent that looks at the clock might choose otherwise there. */
static void choose_opening_of_pair(const table *t, uint64_t number)
{
    const uint64_t pair = selfplay_pair_of(t->set, number);
    const bool is_other_seat = number % 2 != pair % 2;
    table chooser = *t;
    chooser.players[0] = t->players[is_other_seat];
    chooser.players[1] = t->players[!is_other_seat];
    chooser.random = rng_stream(t->set->seed, OPENINGS | pair);
    choose_opening(&chooser);
    t->notes->pair = (selfplay_pair){.number = pair, .is_known = true, .n_moves = chooser.opening_plies};
    assert(chooser.opening_plies <= OPENING_MAX_PLIES);
    memcpy(t->notes->pair.moves, t->notes->moves, chooser.opening_plies * sizeof *t->notes->moves);
    t->notes->n_choices = 0;
}

/* Begin with the opening of the pair, and with agents that remember nothing of how it was chosen. */
static void repeat_opening_of_pair(table *t, uint64_t number)
{
    const selfplay_pair *pair = &t->notes->pair;
    if (!pair->is_known || pair->number != selfplay_pair_of(t->set, number)) {
        choose_opening_of_pair(t, number);
        agents_begin(t);
    }
    for (unsigned i = 0; i < pair->n_moves; i++) {
        note_choice(t, &pair->moves[i]);
        t->notes->moves[t->opening_plies++] = pair->moves[i];
        t->g->rules->make(t->g, &t->s, &pair->moves[i]);
        t->digest = game_digest_move(t->digest, &t->s);
    }
}

/* Begin with the line whose turn it is: both games of a pair with exchanged colours have the same. */
static void take_opening_in_turn(table *t, uint64_t number)
{
    const opening_lines *openings = &t->set->openings;
    t->notes->line = selfplay_pair_of(t->set, number) % openings->n;
    const opening_line *line = &openings->lines[t->notes->line];
    memcpy(t->notes->moves, line->moves, (size_t)line->n_moves * sizeof *line->moves);
    t->opening_plies = (unsigned)line->n_moves;
    t->s = line->after;
    t->digest = line->digest;
}

static void play_opening(table *t, uint64_t number)
{
    if (t->set->each_opening) {
        take_opening_in_turn(t, number);
    } else {
        if (t->set->swap) {
            repeat_opening_of_pair(t, number);
        } else {
            choose_opening(t);
        }
        t->notes->line = opening_lines_find(&t->set->openings, t->notes->moves, (int)t->opening_plies);
    }
    t->stones = t->set->openings.lines[t->notes->line].stones;
}

/* Who wins where the mover cannot move. */
static stats_winner winner_of(const game *g, const game_state *s)
{
    return game_winner_stuck(g, (pm_color)s->mover) == PM_BLACK ? STATS_BLACK : STATS_WHITE;
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
        const int n = make_move(t, move, i < t->set->random_plies);
        if (n == 0) {
            return winner_of(t->g, &t->s);
        }
        notes->legal[i] = (uint16_t)n;
        notes->taken[i] = move->n_taken;
        assert(move->n_taken < t->stones); /* the stone that captures stays */
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

/* Begin game number i of a batch: its opening, and the moves at random after it. */
static void batch_begin(const selfplay_setting *set, selfplay_batch *batch, int i, selfplay_notes *notes)
{
    const uint64_t number = batch->first + (uint64_t)i;
    table t = table_begin(set, number, notes);
    game_playout *p = &batch->games[i];
    game_move move;
    int n;
    play_opening(&t, number);
    batch->lines[i] = notes->line;
    batch->opening_plies[i] = t.opening_plies;
    *p = (game_playout){.legal = batch->legal + (size_t)i * batch_stride(set->g)};
    while (p->n_moves < set->random_plies && (n = make_move(&t, &move, true)) > 0) {
        p->legal[p->n_moves++] = (uint16_t)n;
        p->n_multi += move.n_taken > 1;
    }
    assert(p->n_moves <= batch_stride(set->g)); /* of each jump a stone is left that is not there for the next */
    p->state = t.s;
    p->random = t.random;
    p->digest = t.digest;
}

void selfplay_batch_play(const selfplay_setting *set, uint64_t first, int n, selfplay_batch *batch,
                         selfplay_notes *notes)
{
    assert(n >= 0 && n <= SELFPLAY_BATCH && selfplay_has_batches(set));
    batch->first = first;
    batch->g = set->g;
    for (int i = 0; i < n; i++) {
        batch_begin(set, batch, i, notes);
    }
    set->g->rules->play_random_many(set->g, batch->games, n);
}

stats_game selfplay_batch_game(const selfplay_batch *batch, int i, selfplay_notes *notes)
{
    const game_playout *p = &batch->games[i];
    notes->line = batch->lines[i];
    return (stats_game){.winner = winner_of(batch->g, &p->state),
                        .opening_plies = batch->opening_plies[i],
                        .jumps = p->n_moves,
                        .multi_jumps = p->n_multi,
                        .moves = p->legal,
                        .digest = p->digest};
}

/* ---- one game ---- */

stats_game selfplay_table_play(const selfplay_setting *set, uint64_t number, agent *const agents[2],
                               selfplay_notes *notes)
{
    const bool swapped = selfplay_is_swapped(set, number);
    table t = table_begin(set, number, notes);
    t.players[0] = agents[swapped];
    t.players[1] = agents[!swapped];
    agents_begin(&t);
    notes->n_hashes = 0;
    notes->n_choices = 0;
    note_hash(&t);
    play_opening(&t, number);
    const stats_winner winner = play_jumps(&t);
    return (stats_game){.winner = winner,
                        .opening_plies = t.opening_plies,
                        .jumps = t.jumps,
                        .multi_jumps = t.multi_jumps,
                        .moves = notes->legal,
                        .opponent = notes->opponent,
                        .stones = notes->stones,
                        .taken = notes->taken,
                        .digest = t.digest};
}
