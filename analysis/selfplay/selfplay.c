/* Self-play: see selfplay.h.
 *
 * Games are played in chunks, a chunk by one worker, into storage of the chunk; when a block of chunks is done its
 * games are handed out in order, while the next block is already being played into a second set of chunks. What is
 * counted goes to counts of each worker, which are exact integers and are merged at the end; different games and pairs
 * are counted as they are handed out, as that takes what other games were.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/selfplay/selfplay.h"

#include "analysis/selfplay/table.h"
#include "analysis/stats/records.h"
#include "analysis/stats/text.h"
#include "src/base/array.h"
#include "src/base/par.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_OF_RANDOM = 1024, /* games of a chunk: many of those that take a microsecond, one of others */
    CHUNKS_PER_THREAD = 16,
};

/* A game in the storage of its chunk. */
typedef struct chunk_game {
    unsigned plies, jumps, multi_jumps;
    stats_winner winner;
    size_t line; /* of the opening */
    uint64_t digest;
    size_t branching; /* offset in the text of the chunk */
    size_t moves;     /* offset in its moves */
} chunk_game;

typedef struct chunk {
    uint64_t first;
    size_t n;
    chunk_game *games;
    text_buffer branching;
    game_move *moves;
    size_t n_moves, capacity;
} chunk;

/* Counts and scratch of one worker. [1] belongs to games with exchanged colours. */
typedef struct worker {
    agent *agents[2];           /* the plan's black and white */
    stats_opening *openings[2]; /* for each line */
    stats_series plies[2];
    selfplay_notes notes;
    selfplay_batch *batch; /* if games are played in batches */
} worker;

/* What is counted as games are handed out, for each line; [1] as above. */
typedef struct tally {
    distinct *games[2];
    uint64_t (*pairs)[STATS_PAIR_RESULTS];
    stats_winner even_game; /* who won the last game with an even number */
} tally;

typedef struct run {
    const selfplay_plan *plan;
    selfplay_setting set;
    bool wants_games; /* there is a callback */
    uint64_t begin;   /* the first game that is played */
    tally tally;
    int n_workers;
    worker *workers;
    size_t chunk_size, n_chunks; /* of a block */
    chunk *chunks[2];
    int block;           /* which set is being played into; the other one is handed out */
    size_t n_in[2];      /* chunks filled, in each set */
    pm_error err;        /* of the first failure of an agent */
    _Atomic int failure; /* a pm_status */
    atomic_uint_fast64_t done;
} run;

static void note_failure(run *r, pm_status status)
{
    int none = PM_OK;
    atomic_compare_exchange_strong(&r->failure, &none, (int)status);
}

/* ---- chunks ---------------------------------------------------------------------------------- */

static void write_branching(text_buffer *to, const uint16_t *legal, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        assert(legal[i] > 0); /* a jump was made, so one was legal */
        if (i) {
            text_append_char(to, ' ');
        }
        text_append_number(to, legal[i]);
    }
    text_append_bytes(to, "", 1); /* the terminating zero is part of the storage */
}

static pm_status keep_moves(chunk *c, const game_move *moves, size_t n)
{
    if (n == 0) {
        return PM_OK;
    }
    game_move *grown = array_grow(c->moves, &c->capacity, c->n_moves + n, sizeof *grown);
    if (!grown) {
        return PM_NO_MEMORY;
    }
    c->moves = grown;
    memcpy(c->moves + c->n_moves, moves, n * sizeof *moves);
    c->n_moves += n;
    return PM_OK;
}

/* Put a finished game into the chunk, with what those who listen want to know. */
static pm_status chunk_keep(const run *r, chunk *c, const stats_game *played, const selfplay_notes *notes)
{
    assert(c->n < r->chunk_size);
    chunk_game *kept = &c->games[c->n++];
    *kept = (chunk_game){.plies = played->opening_plies + played->jumps,
                         .jumps = played->jumps,
                         .multi_jumps = played->multi_jumps,
                         .winner = played->winner,
                         .line = notes->line,
                         .digest = played->digest,
                         .branching = c->branching.length,
                         .moves = c->n_moves};
    if (!r->wants_games) {
        return PM_OK;
    }
    write_branching(&c->branching, played->moves, played->jumps);
    if (c->branching.failed) {
        return PM_NO_MEMORY;
    }
    return r->plan->wants_moves ? keep_moves(c, notes->moves, kept->plies) : PM_OK;
}

/* Whether an agent of the worker failed. What happened goes to the caller of the run, if nothing else did before. */
static pm_status check_agents(run *r, const worker *w)
{
    for (int i = 0; i < 2; i++) {
        int none = PM_OK;
        const pm_status status = w->agents[i]->failure;
        if (status != PM_OK && atomic_compare_exchange_strong(&r->failure, &none, (int)status)) {
            r->err = w->agents[i]->err;
        }
        if (status != PM_OK) {
            return status;
        }
    }
    return PM_OK;
}

/* Count a game that was played, unless it is there for its pair alone. */
static pm_status count_game(const run *r, worker *w, uint64_t number, const stats_game *played, chunk *c)
{
    const int swapped = selfplay_is_swapped(&r->set, number);
    const bool counts = number >= r->plan->first;
    assert(w->notes.line < r->set.openings.n);
    pm_status status = counts ? stats_count_game(&w->openings[swapped][w->notes.line], played) : PM_OK;
    if (status == PM_OK && r->plan->wants_plies && counts) {
        status = stats_count_plies(&w->plies[swapped], played);
    }
    return status == PM_OK ? chunk_keep(r, c, played, &w->notes) : status;
}

static pm_status play_game(run *r, worker *w, uint64_t number, chunk *c)
{
    const selfplay_plan *plan = r->plan;
    w->notes.n_known = 0;
    w->notes.known = r->set.wants_choices ? plan->find(plan->ctx, number, &w->notes.n_known) : NULL;
    const stats_game played = selfplay_table_play(&r->set, number, w->agents, &w->notes);
    if (selfplay_must_stop(&r->set)) {
        return PM_INTERRUPTED;
    }
    const pm_status status = check_agents(r, w);
    if (status == PM_OK && r->set.wants_choices && !w->notes.known) {
        plan->keep(plan->ctx, number, w->notes.choices, w->notes.n_choices);
    }
    return status == PM_OK ? count_game(r, w, number, &played, c) : status;
}

static pm_status play_batch(run *r, worker *w, uint64_t first, int n, chunk *c)
{
    assert(n >= 1 && n <= SELFPLAY_BATCH);
    selfplay_batch_play(&r->set, first, n, w->batch, &w->notes);
    pm_status status = PM_OK;
    for (int i = 0; i < n && status == PM_OK; i++) {
        const stats_game played = selfplay_batch_game(w->batch, i, &w->notes);
        status = count_game(r, w, first + (uint64_t)i, &played, c);
    }
    return status;
}

static void play_chunk(run *r, worker *w, chunk *c, uint64_t first, uint64_t n)
{
    assert(n >= 1 && n <= r->chunk_size);
    c->first = first;
    c->n = 0;
    c->n_moves = 0;
    text_clear(&c->branching);
    const uint64_t step = w->batch ? SELFPLAY_BATCH : 1;
    for (uint64_t i = 0; i < n && atomic_load_explicit(&r->failure, memory_order_relaxed) == PM_OK; i += step) {
        const int together = (int)(n - i < step ? n - i : step);
        const pm_status status = w->batch ? play_batch(r, w, first + i, together, c) : play_game(r, w, first + i, c);
        if (status != PM_OK) {
            note_failure(r, status);
        }
    }
    const uint64_t counted = first < r->plan->first ? n - 1 : n;
    const uint64_t done = atomic_fetch_add(&r->done, counted) + counted;
    if (r->plan->progress && !r->plan->progress(r->plan->ctx, done, r->plan->n_games)) {
        note_failure(r, PM_INTERRUPTED);
    }
}

/* ---- handing out ----------------------------------------------------------------------------- */

static bool game_hand_out(const run *r, const chunk *c, const chunk_game *kept, uint64_t number)
{
    assert(kept->branching < c->branching.length && number >= r->plan->first);
    const bool swapped = selfplay_is_swapped(&r->set, number);
    const selfplay_game played = {
        .number = number,
        .black = swapped ? r->plan->white : r->plan->black,
        .white = swapped ? r->plan->black : r->plan->white,
        .opening = r->set.openings.lines[kept->line].text,
        .start = r->plan->n_positions > 0 ? &r->set.openings.lines[kept->line].after : NULL,
        .winner = kept->winner,
        .plies = kept->plies,
        .jumps = kept->jumps,
        .multi_jumps = kept->multi_jumps,
        .digest = kept->digest,
        .branching = c->branching.data + kept->branching,
        .moves = r->plan->wants_moves ? c->moves + kept->moves : NULL,
    };
    return r->plan->game(r->plan->ctx, &played);
}

/* Count a game among the different ones, and its pair with its second game. */
static pm_status tally_game(run *r, const chunk_game *kept, uint64_t number)
{
    assert(kept->line < r->set.openings.n && kept->multi_jumps <= kept->jumps);
    tally *t = &r->tally;
    const int swapped = selfplay_is_swapped(&r->set, number);
    assert(!swapped || number > r->begin); /* the first game of its pair came before */
    if (swapped) {
        t->pairs[kept->line][stats_pair_result(t->even_game, kept->winner)]++;
    }
    t->even_game = kept->winner;
    return number >= r->plan->first ? distinct_add(&t->games[swapped][kept->line], kept->digest) : PM_OK;
}

static pm_status chunk_hand_out(run *r, const chunk *c)
{
    for (size_t i = 0; i < c->n; i++) {
        distinct_prefetch(&r->tally.games[selfplay_is_swapped(&r->set, c->first + i)][c->games[i].line],
                          c->games[i].digest);
    }
    pm_status status = PM_OK;
    for (size_t i = 0; i < c->n && status == PM_OK; i++) {
        const uint64_t number = c->first + i;
        status = tally_game(r, &c->games[i], number);
        if (status == PM_OK && r->wants_games && number >= r->plan->first &&
            !game_hand_out(r, c, &c->games[i], number)) {
            status = PM_IO;
        }
    }
    return status;
}

static uint64_t games_of_chunk(const run *r, const chunk *c)
{
    const uint64_t left = r->plan->first + r->plan->n_games - c->first;
    return left < r->chunk_size ? left : r->chunk_size;
}

static bool chunk_is_whole(const run *r, const chunk *c)
{
    assert(c->n <= games_of_chunk(r, c));
    return c->n == games_of_chunk(r, c);
}

/* Hand out the games of the set of chunks that is not being played into. */
static void hand_out(run *r)
{
    const int set = 1 - r->block;
    pm_status status = PM_OK;
    for (size_t i = 0; i < r->n_in[set] && status == PM_OK; i++) {
        status = chunk_hand_out(r, &r->chunks[set][i]);
    }
    if (status != PM_OK) {
        note_failure(r, status);
    }
    r->n_in[set] = 0;
}

/* After an interruption, keep the games of the block up to the first one that is not finished. */
static void cut_unfinished(run *r)
{
    assert(r->n_in[r->block] == 0);
    const int set = 1 - r->block;
    size_t i = 0;
    while (i < r->n_in[set] && chunk_is_whole(r, &r->chunks[set][i])) {
        i++;
    }
    r->n_in[set] = i < r->n_in[set] ? i + 1 : i;
}

/* Item 0 hands out the block before; item k plays chunk k - 1 of this one. */
static void work(size_t begin, size_t end, int index, void *ctx)
{
    run *r = ctx;
    for (size_t item = begin; item < end; item++) {
        if (item == 0) {
            hand_out(r);
        } else {
            chunk *c = &r->chunks[r->block][item - 1];
            play_chunk(r, &r->workers[index], c, c->first, games_of_chunk(r, c));
        }
    }
}

static void run_blocks(par_team *team, void *ctx)
{
    run *r = ctx;
    uint64_t next = r->begin;
    const uint64_t end = r->plan->first + r->plan->n_games;
    while (next < end && atomic_load(&r->failure) == PM_OK) {
        assert(r->n_in[r->block] == 0); /* all of this set was handed out */
        size_t n = 0;
        for (; n < r->n_chunks && next < end; n++) {
            r->chunks[r->block][n].first = next;
            r->chunks[r->block][n].n = 0;
            next = end - next < r->chunk_size ? end : next + r->chunk_size;
        }
        par_for(team, n + 1, 1, work, r);
        r->n_in[r->block] = n;
        r->block = 1 - r->block;
    }
    const int failure = atomic_load(&r->failure);
    if (failure == PM_INTERRUPTED) {
        cut_unfinished(r);
    }
    if (failure == PM_OK || failure == PM_INTERRUPTED) {
        hand_out(r);
    }
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static void worker_close(worker *w, size_t n_lines)
{
    for (int i = 0; i < 2; i++) {
        agent_free(w->agents[i]);
        for (size_t k = 0; w->openings[i] && k < n_lines; k++) {
            stats_opening_free(&w->openings[i][k]);
        }
        free(w->openings[i]);
        for (size_t k = 0; k < w->plies[i].n_plies; k++) {
            stats_ply_free(&w->plies[i].plies[k]);
        }
        free(w->plies[i].plies);
    }
    free(w->batch);
}

static pm_status worker_open(const run *r, worker *w, pm_error *err)
{
    const char *names[2] = {r->plan->black, r->plan->white};
    for (int i = 0; i < 2; i++) {
        const pm_status status = agent_new(names[i], r->set.g, &w->agents[i], err);
        if (status != PM_OK) {
            return status;
        }
        w->openings[i] = calloc(r->set.openings.n, sizeof *w->openings[i]);
        if (!w->openings[i]) {
            return status_no_memory(err, "the counts", 0);
        }
    }
    return PM_OK;
}

static void tally_close(tally *t, size_t n_lines)
{
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; t->games[i] && k < n_lines; k++) {
            distinct_free(&t->games[i][k]);
        }
        free(t->games[i]);
    }
    free(t->pairs);
}

static bool tally_open(tally *t, size_t n_lines)
{
    t->games[0] = calloc(n_lines, sizeof *t->games[0]);
    t->games[1] = calloc(n_lines, sizeof *t->games[1]);
    t->pairs = calloc(n_lines, sizeof *t->pairs);
    return t->games[0] && t->games[1] && t->pairs;
}

static void run_close(run *r)
{
    for (int i = 0; i < r->n_workers; i++) {
        worker_close(&r->workers[i], r->set.openings.n);
    }
    free(r->workers);
    for (int set = 0; set < 2; set++) {
        for (size_t i = 0; r->chunks[set] && i < r->n_chunks; i++) {
            free(r->chunks[set][i].games);
            text_free(&r->chunks[set][i].branching);
            free(r->chunks[set][i].moves);
        }
        free(r->chunks[set]);
    }
    tally_close(&r->tally, r->set.openings.n);
    opening_lines_free(&r->set.openings);
}

static bool chunks_open(run *r)
{
    static_assert(CHUNK_OF_RANDOM % SELFPLAY_BATCH == 0 && SELFPLAY_BATCH % 2 == 0, "no pair is torn apart");
    r->chunk_size = r->set.is_random ? CHUNK_OF_RANDOM : r->set.swap ? 2 : 1;
    r->n_chunks = (size_t)r->n_workers * CHUNKS_PER_THREAD;
    for (int set = 0; set < 2; set++) {
        r->chunks[set] = calloc(r->n_chunks, sizeof *r->chunks[set]);
        for (size_t i = 0; r->chunks[set] && i < r->n_chunks; i++) {
            r->chunks[set][i].games = calloc(r->chunk_size, sizeof *r->chunks[set][i].games);
            if (!r->chunks[set][i].games) {
                return false;
            }
        }
    }
    return r->chunks[0] && r->chunks[1];
}

static bool batches_open(run *r)
{
    for (int i = 0; i < r->n_workers && selfplay_has_batches(&r->set); i++) {
        r->workers[i].batch = selfplay_batch_new(r->set.g);
        if (!r->workers[i].batch) {
            return false;
        }
    }
    return true;
}

static pm_status run_open(run *r, const selfplay_plan *plan, pm_error *err)
{
    *r = (run){.plan = plan, .wants_games = plan->game != NULL, .begin = plan->first - (plan->swap && plan->first % 2)};
    r->set = (selfplay_setting){.g = plan->g,
                                .seed = plan->seed,
                                .random_plies = plan->random_plies,
                                .swap = plan->swap,
                                .each_opening = plan->each_opening || plan->n_positions > 0,
                                .wants_plies = plan->wants_plies,
                                .wants_moves = plan->wants_moves,
                                .stop = plan->stop,
                                .stop_ctx = plan->ctx};
    pm_status status = PM_OK;
    if (plan->n_positions > 0) {
        status = opening_lines_at(plan->g, plan->positions, plan->n_positions, &r->set.openings, err);
    } else {
        status = opening_lines_make(plan->g, &r->set.openings, err);
        status = status == PM_OK ? plan->g->rules->start(plan->g, &r->set.start, err) : status;
    }
    if (status != PM_OK) {
        return status;
    }
    r->workers = calloc((size_t)plan->threads, sizeof *r->workers);
    if (!r->workers) {
        return status_no_memory(err, "the workers", 0);
    }
    for (int i = 0; i < plan->threads && status == PM_OK; i++) {
        r->n_workers++;
        status = worker_open(r, &r->workers[i], err);
    }
    if (status != PM_OK) {
        return status;
    }
    r->set.is_random = agent_is_random(r->workers[0].agents[0]) && agent_is_random(r->workers[0].agents[1]) &&
                       !plan->g->rules->is_draw;
    r->set.wants_choices = plan->keep && !r->set.is_random;
    const bool is_open = chunks_open(r) && batches_open(r) && tally_open(&r->tally, r->set.openings.n);
    return is_open ? PM_OK : status_no_memory(err, "the games", 0);
}

static pm_status worker_merge(const run *r, const worker *w, int swapped, stats_series *series)
{
    pm_status status = PM_OK;
    for (size_t i = 0; i < r->set.openings.n && status == PM_OK; i++) {
        const stats_opening *from = &w->openings[swapped][i];
        if (stats_games(from) > 0) {
            stats_opening *entry;
            status = stats_opening_at(series, r->set.openings.lines[i].text, &entry);
            status = status == PM_OK ? stats_opening_merge(entry, from) : status;
        }
    }
    for (size_t i = 0; i < w->plies[swapped].n_plies && status == PM_OK; i++) {
        stats_ply *entry;
        status = stats_ply_at(series, i + 1, &entry);
        status = status == PM_OK ? stats_ply_merge(entry, &w->plies[swapped].plies[i]) : status;
    }
    return status;
}

static pm_status tally_merge(run *r, int swapped, stats_series *series)
{
    pm_status status = PM_OK;
    for (size_t i = 0; i < r->set.openings.n && status == PM_OK; i++) {
        distinct *games = &r->tally.games[swapped][i];
        const uint64_t *pairs = r->tally.pairs[i], n_pairs = swapped ? 0 : stats_pairs(pairs);
        if (distinct_count(games) == 0 && n_pairs == 0) {
            continue;
        }
        stats_opening *entry;
        status = stats_opening_at(series, r->set.openings.lines[i].text, &entry);
        status = status == PM_OK ? distinct_move(&entry->games, games) : status;
        for (int k = 0; k < STATS_PAIR_RESULTS && n_pairs > 0 && status == PM_OK; k++) {
            entry->pairs[k] += pairs[k];
        }
    }
    return status;
}

/* Add the counts of all workers to `into`. */
static pm_status run_merge(run *r, stats *into)
{
    char board[16];
    const char *names[2] = {r->plan->black, r->plan->white};
    pm_status status = PM_OK;
    for (int swapped = 0; swapped <= r->plan->swap && status == PM_OK; swapped++) {
        const stats_key key = {r->set.g->name, selfplay_board_text(r->set.g, board), names[swapped], names[!swapped]};
        stats_series *series;
        status = stats_series_at(into, &key, &series);
        for (int i = 0; i < r->n_workers && status == PM_OK; i++) {
            status = worker_merge(r, &r->workers[i], swapped, series);
        }
        status = status == PM_OK ? tally_merge(r, swapped, series) : status;
    }
    return status;
}

static pm_status failure_message(const run *r, pm_status status, pm_error *err)
{
    if (r->err.message[0]) {
        return status_fail(err, status, 0, "%s", r->err.message);
    }
    const char *message = status == PM_NO_MEMORY     ? "cannot allocate memory for the games"
                          : status == PM_INTERRUPTED ? "interrupted"
                                                     : "the games could not be written";
    return status_fail(err, status, 0, "%s", message);
}

pm_status selfplay_run(const selfplay_plan *plan, stats *into, pm_error *err)
{
    assert(plan->n_games >= 1 && plan->threads >= 1);
    assert(plan->first <= UINT64_MAX - plan->n_games);
    run r;
    pm_status status = run_open(&r, plan, err);
    if (status == PM_OK) {
        par_run(r.n_workers, run_blocks, &r);
        status = (pm_status)atomic_load(&r.failure);
        if (status == PM_OK && into) {
            status = run_merge(&r, into);
        }
        status = status == PM_OK ? PM_OK : failure_message(&r, status, err);
    }
    run_close(&r);
    return status;
}

pm_status selfplay_n_openings(const game *g, uint64_t *n, pm_error *err)
{
    opening_lines lines;
    const pm_status status = opening_lines_make(g, &lines, err);
    if (status == PM_OK) {
        *n = lines.n;
        opening_lines_free(&lines);
    }
    return status;
}

const char *selfplay_board_text(const game *g, char board[16])
{
    snprintf(board, 16, "%dx%d", g->rows, g->cols);
    return board;
}
