/* Proof-number search with the rules of Konane: the template and the game put together, on one thread or several.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/search/search_engine.h"

#include "solver/konane/search/search_evaluate.h"
#include "solver/konane/search/search_small.h"
#include "src/base/par.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>

typedef struct search_game {
    const search_board *board;
    const evaluation *evaluation;
    int small_stones;
    small_search small;
} search_game;

/* The children of a position, measured, and the same in normal form, whose lines of the table are fetched. */
static inline __attribute__((always_inline)) int list_children(const search_board *board, const search_table *table,
                                                               uint64_t word, konane_chains chains, uint64_t after[],
                                                               uint64_t children[], evaluation_batch *batch)
{
    const int mover = search_word_mover(board, word);
    const int n = search_jumps_by(board, search_word_occupied(board, word), mover, chains, after);
    assert(mover == 0 || !board->has_swap); /* else words are turned until class 0 moves */
    for (int i = 0; i < n; i++) {
        children[i] = search_normal(board, after[i], 1 - mover);
        if (table) {
            search_table_prefetch(table, search_key(children[i]));
        }
    }
    evaluate_measure(board, chains, after, evaluate_pad(after, n), batch);
    return n;
}

/* The children of a position in normal form, also in normal form, and their first numbers, in normal play. One that
 * cannot jump is enough, as the last. */
static inline __attribute__((always_inline)) int expand_normal(const search_game *game, const search_table *table,
                                                               uint64_t word, konane_chains chains, uint64_t children[],
                                                               search_numbers numbers[])
{
    const search_board *board = game->board;
    const int next = 1 - search_word_mover(board, word);
    uint64_t after[EVALUATE_BATCH];
    evaluation_batch batch;
    const int n = list_children(board, table, word, chains, after, children, &batch);
    for (int i = 0; i < n; i++) {
        if (!batch.jumps[next][i]) {
            children[0] = children[i];
            numbers[0] = search_lost();
            return 1;
        }
    }
    pattern_values values;
    search_patterns_values(&game->evaluation->patterns, search_word_occupied(board, word), &values);
    for (int i = 0; i < n; i++) {
        numbers[i] = evaluate_numbers(game->evaluation, &batch, i, &values, after[i], next);
    }
    return n;
}

/* Likewise in misere play, where who cannot jump has won: a child that cannot is a move to avoid. A position without
 * moves, which only a question can be, seems to have one that wins. */
static inline __attribute__((always_inline)) int expand_misere(const search_game *game, const search_table *table,
                                                               uint64_t word, konane_chains chains, uint64_t children[],
                                                               search_numbers numbers[])
{
    const int next = 1 - search_word_mover(game->board, word);
    uint64_t after[EVALUATE_BATCH];
    evaluation_batch batch;
    const int n = list_children(game->board, table, word, chains, after, children, &batch);
    if (n == 0) {
        children[0] = word;
        numbers[0] = search_lost();
        return 1;
    }
    for (int i = 0; i < n; i++) {
        numbers[i] = batch.jumps[next][i] ? evaluate_misere(game->evaluation, &batch, i, next) : search_won();
    }
    return n;
}

/* Not inlined, so that the usual game does not pay for the others. */
static __attribute__((noinline)) int expand_variant(const search_game *game, const search_table *table, uint64_t word,
                                                    uint64_t children[], search_numbers numbers[])
{
    const konane_chains chains = game->board->variant.chains;
    return game->board->variant.is_misere ? expand_misere(game, table, word, chains, children, numbers)
                                          : expand_normal(game, table, word, chains, children, numbers);
}

static int expand(const search_game *game, const search_table *table, uint64_t word, uint64_t children[],
                  search_numbers numbers[])
{
    return konane_variant_is_standard(game->board->variant)
               ? expand_normal(game, table, word, KONANE_CHAINS_ANY, children, numbers)
               : expand_variant(game, table, word, children, numbers);
}

static inline bool is_small(const search_game *game, uint64_t word)
{
    return bits_count(search_word_occupied(game->board, word)) <= game->small_stones;
}

static bool small_wins(search_game *game, uint64_t word, uint64_t *nodes)
{
    const uint64_t before = game->small.nodes;
    const bool wins =
        small_search_wins(&game->small, search_word_occupied(game->board, word), search_word_mover(game->board, word));
    *nodes = game->small.nodes - before;
    return wins;
}

#define DFPN_GAME search_game
#define DFPN_EXPAND expand
#define DFPN_IS_SMALL is_small
#define DFPN_SMALL small_wins
#define DFPN_MAX_CHILDREN SEARCH_MAX_MOVES
#define DFPN_MAX_DEPTH PM_MAX_CELLS
#include "solver/search/dfpn_template.h"

struct search_engine {
    search_board board;
    evaluation evaluation;
    dfpn_shared shared;
    int threads;
    search_game *games; /* one for each thread */
    dfpn *searches;
    dfpn_job *jobs;
    size_t n_jobs;
};

static int default_small_stones(int n_cells)
{
    return n_cells <= 36 ? 12 : 10;
}

pm_status search_engine_new(int rows, int cols, konane_variant variant, const engine_options *options,
                            search_engine **engine, pm_error *err)
{
    search_engine *e = calloc(1, sizeof *e);
    const size_t n = (size_t)options->threads;
    if (e) {
        e->threads = options->threads;
        e->games = calloc(n, sizeof *e->games);
        e->searches = calloc(n, sizeof *e->searches);
    }
    if (!e || !e->games || !e->searches) {
        search_engine_free(e);
        return status_fail(err, PM_NO_MEMORY, 0, "cannot allocate memory for %d threads", options->threads);
    }
    const pm_status status = search_table_new(options->memory, &e->shared.table, err);
    if (status != PM_OK) {
        search_engine_free(e);
        return status;
    }
    search_board_init(rows, cols, variant, &e->board);
    evaluation_init(&e->board, &e->evaluation);
    e->shared.epsilon = 0.4F;
    e->shared.limit = options->limit > 0 ? options->limit : SEARCH_LIMIT;
    e->shared.threads = options->threads;
    const int small = options->small_stones < 0 ? default_small_stones(rows * cols) : options->small_stones;
    for (int i = 0; i < e->threads; i++) {
        e->games[i] = (search_game){.board = &e->board, .evaluation = &e->evaluation, .small_stones = small};
        e->games[i].small.board = &e->board;
        e->searches[i].shared = &e->shared;
        e->searches[i].game = &e->games[i];
        e->searches[i].thread = i;
    }
    *engine = e;
    return PM_OK;
}

void search_engine_free(search_engine *engine)
{
    if (engine) {
        search_table_free(&engine->shared.table);
        free(engine->games);
        free(engine->searches);
        free(engine);
    }
}

size_t search_engine_overhead(int threads)
{
    return sizeof(search_engine) + (size_t)threads * (sizeof(search_game) + sizeof(dfpn));
}

uint32_t search_engine_weights(const search_engine *engine)
{
    return evaluation_number(engine->board.variant);
}

search_numbers search_engine_line_numbers(const search_engine *engine, int plies)
{
    return dfpn_line_numbers(&engine->searches[0], plies);
}

const search_board *search_engine_board(const search_engine *engine)
{
    return &engine->board;
}

dfpn_shared *search_engine_shared(search_engine *engine)
{
    return &engine->shared;
}

/* The caller's thread is worker 0, and its search the one that calls tick: Python takes Ctrl-C in that thread alone. */
static void work(size_t begin, size_t end, int worker, void *ctx)
{
    search_engine *engine = ctx;
    assert(worker < engine->threads);
    for (size_t i = begin; i < end; i++) {
        dfpn_work(&engine->searches[worker], engine->jobs, engine->n_jobs);
    }
}

static void run_team(par_team *team, void *ctx)
{
    search_engine *engine = ctx;
    par_for(team, (size_t)engine->threads, 1, work, engine);
}

void search_engine_run(search_engine *engine, dfpn_job jobs[], size_t n)
{
    engine->jobs = jobs;
    engine->n_jobs = n;
    atomic_store(&engine->shared.stop, false);
    par_run(engine->threads, run_team, engine);
}
