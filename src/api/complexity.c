/* How large a game is: see src/papamu/play.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/tree_size.h"
#include "solver/konane/ancestry_sample.h"
#include "src/api/handles.h"
#include "src/api/stats.h"
#include "src/base/status.h"

#include <assert.h>

static const pm_complexity_options defaults;

static pm_status check_options(const pm_complexity_options *o, pm_error *err)
{
    static_assert(TREE_MAX_POPULATION == 10000000 && TREE_MAX_RUNS == 10000, "the messages say so");
    static_assert(ANCESTRY_MAX_SAMPLES == 1000000000 && ANCESTRY_MAX_WIDTH == 1000000, "the messages say so");
    const struct {
        bool is_right;
        const char *message;
    } checks[] = {
        {o->population <= TREE_MAX_POPULATION, "the population must be 1 to 10000000"},
        {o->runs != 1 && o->runs <= TREE_MAX_RUNS, "the number of runs must be 2 to 10000"},
        {o->samples <= ANCESTRY_MAX_SAMPLES, "the number of samples must be 0 to 1000000000"},
        {o->width <= ANCESTRY_MAX_WIDTH, "the width must be 1 to 1000000"},
    };
    pm_status status = job_check(&o->job, err);
    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && status == PM_OK; i++) {
        status = status_check(err, checks[i].is_right, checks[i].message);
    }
    return status;
}

static pm_status walk_tree(const game *g, const pm_complexity_options *o, job_watch *watch, pm_complexity *result,
                           pm_error *err)
{
    tree_size tree;
    const tree_options options = {.population = o->population ? o->population : TREE_POPULATION,
                                  .runs = o->runs ? o->runs : TREE_RUNS,
                                  .seed = o->seed,
                                  .threads = job_threads(&o->job),
                                  .progress = job_watch_step,
                                  .ctx = watch};
    const pm_status status = tree_size_estimate(g, &options, &tree, err);
    if (status == PM_OK) {
        result->log10_games = public_estimate(tree.log10_games);
        result->log10_nodes = public_estimate(tree.log10_nodes);
        result->mean_length = public_estimate(tree.mean_length);
        tree_size_free(&tree);
    }
    return status;
}

static pm_status sample_positions(const pm_board *board, const pm_complexity_options *o, job_watch *watch,
                                  ancestry_counts *counts, pm_error *err)
{
    const ancestry_options options = {.samples = o->samples,
                                      .width = o->width ? o->width : ANCESTRY_WIDTH,
                                      .seed = o->seed,
                                      .threads = job_threads(&o->job),
                                      .progress = job_watch_step,
                                      .ctx = watch};
    return ancestry_sample(board, &options, counts, err);
}

static pm_status estimate_on(const pm_game *g, const pm_board *board, const pm_complexity_options *o,
                             pm_complexity *result, pm_error *err)
{
    ancestry_counts counts = {{0}};
    job_watch watch;
    job_watch_begin(&watch, &o->job);
    pm_status status = walk_tree(g->inside, o, &watch, result, err);
    if (status == PM_OK && board) {
        status = sample_positions(board, o, &watch, &counts, err);
    }
    job_watch_end(&watch);
    result->samples = board ? o->samples : 0;
    result->found = counts.n[ANCESTRY_FOUND];
    result->open = counts.n[ANCESTRY_OPEN];
    assert(status != PM_OK || result->samples == result->found + result->open + counts.n[ANCESTRY_NONE]);
    if (status == PM_OK) {
        result->log10_positions =
            public_estimate(estimate_log10_positions(g->inside->n_cells, result->samples, result->found, result->open));
    }
    return status;
}

pm_status pm_complexity_estimate(const pm_game *g, const pm_complexity_options *options, pm_complexity *out,
                                 pm_error *err)
{
    const pm_complexity_options *o = options ? options : &defaults;
    pm_board *board = NULL;
    pm_status status = status_check(err, g && out, "the game or the place for the estimates is NULL");
    status = status == PM_OK ? check_options(o, err) : status;
    if (status == PM_OK && o->samples) {
        status = pm_game_board(g, &board, err);
        status = status == PM_OK ? board_check_standard(board, "samples", err) : status;
    }
    pm_complexity result = {0};
    status = status == PM_OK ? estimate_on(g, board, o, &result, err) : status;
    if (status == PM_OK) {
        *out = result;
    }
    pm_board_free(board);
    return status;
}
