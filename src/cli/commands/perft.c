/* papamu perft: counts the sequences of moves, the usual check of a move generator.
 *
 * The first plies are walked here; what follows each of these lines is counted in parallel.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/array.h"
#include "src/base/par.h"
#include "src/cli/frame/cli.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { MAX_DEPTH = 1000, PREFIX_PLIES = 4 };

/* The positions after the first plies, and how deep to go after each. */
typedef struct perft_job {
    const game *g;
    game_state *states;
    size_t n_states, capacity;
    int depth;
    atomic_ullong count;
    atomic_size_t n_done;
    bool is_out_of_memory;
} perft_job;

static void add_state(perft_job *job, const game_state *s)
{
    game_state *states = array_grow(job->states, &job->capacity, job->n_states + 1, sizeof *states);
    if (!states) {
        job->is_out_of_memory = true;
        return;
    }
    job->states = states;
    job->states[job->n_states++] = *s;
    assert(job->n_states <= job->capacity);
}

static void walk(perft_job *job, const game_state *s, int plies)
{
    if (plies == 0) {
        add_state(job, s);
        return;
    }
    game_move moves[GAME_MAX_MOVES];
    const int n = job->g->rules->moves(job->g, s, moves);
    for (int i = 0; i < n && !job->is_out_of_memory; i++) {
        game_state next = *s;
        job->g->rules->make(job->g, &next, &moves[i]);
        walk(job, &next, plies - 1);
    }
}

/* Count below some of the states, checking for Ctrl-C every few plies. */
static uint64_t count_behind(const game *g, const game_state *s, int depth)
{
    assert(depth >= 1);
    if (depth <= PREFIX_PLIES) {
        return g->rules->perft(g, s, depth);
    }
    uint64_t sum = 0;
    game_move moves[GAME_MAX_MOVES];
    const int n = g->rules->moves(g, s, moves);
    for (int i = 0; i < n && !cli_is_interrupted(); i++) {
        game_state next = *s;
        g->rules->make(g, &next, &moves[i]);
        sum += count_behind(g, &next, depth - 1);
    }
    return sum;
}

static void work(size_t begin, size_t end, int worker, void *ctx)
{
    perft_job *job = ctx;
    (void)worker;
    for (size_t i = begin; i < end && !cli_is_interrupted(); i++) {
        atomic_fetch_add(&job->count, count_behind(job->g, &job->states[i], job->depth));
        cli_progress_step((double)atomic_fetch_add(&job->n_done, 1) + 1, (double)job->n_states);
    }
}

static void run_team(par_team *team, void *ctx)
{
    perft_job *job = ctx;
    par_for(team, job->n_states, 1, work, job);
}

/* Count the sequences of exactly `depth` moves. */
static int count(cli *c, const game *g, const game_state *s, int depth, uint64_t *n)
{
    const int prefix = depth < PREFIX_PLIES                  ? 0
                       : depth - PREFIX_PLIES < PREFIX_PLIES ? depth - PREFIX_PLIES
                                                             : PREFIX_PLIES;
    perft_job job = {.g = g, .depth = depth - prefix};
    assert(prefix >= 0 && job.depth >= 1);
    walk(&job, s, prefix);
    if (!job.is_out_of_memory) {
        cli_progress_begin(c, "perft", "lines");
        par_run(job.n_states > 1 ? c->threads : 1, run_team, &job);
        cli_progress_end();
    }
    assert(job.is_out_of_memory || cli_is_interrupted() || atomic_load(&job.n_done) == job.n_states);
    free(job.states);
    *n = atomic_load(&job.count);
    return job.is_out_of_memory ? cli_no_memory(c, "the positions") : cli_is_interrupted() ? CLI_INTERRUPTED : CLI_DONE;
}

static int print_counts(cli *c, const game *g, const game_state *s, int depth)
{
    cli_table_of(c, "counts", "depth#=5 count#=20");
    for (int d = 1; d <= depth; d++) {
        uint64_t n = 0;
        const int code = count(c, g, s, d, &n);
        if (code != CLI_DONE) {
            return code;
        }
        cli_put(c, d, n);
        if (!cli_row(c) || !cli_flush(c)) {
            break;
        }
    }
    return CLI_DONE;
}

static int run(cli *c)
{
    uint64_t depth = 0;
    game *g = NULL;
    game_state s;
    const char *position = cli_value(c, "position");
    int code = cli_integer_parse(c, "DEPTH", c->operands[1], 1, MAX_DEPTH, &depth);
    code = code ? code : cli_position(c, position ? position : "start", false, &g, &s);
    if (code == CLI_DONE) {
        code = print_counts(c, g, &s, (int)depth);
        game_free(g);
    }
    return code;
}

static const cli_option options[] = {
    {"position", "POSITION", "start here instead of before the first move"},
    {0},
};

const cli_command cmd_perft = {
    .name = "perft",
    .operands = "SIZE DEPTH",
    .summary = "Count the sequences of 1, 2, ..., DEPTH moves",
    .details = "The two removals of Konane's opening are the first two moves.\n\n"
               "Example: papamu perft 6x6 8 --opening any",
    .options = options,
    .uses = CLI_USES_GAME | CLI_USES_RULES | CLI_USES_VARIANTS | CLI_USES_THREADS | CLI_USES_PROGRESS,
    .run = run,
};
