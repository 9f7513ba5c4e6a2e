/* papamu random: uniform random play on small boards, exactly.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/random_exact.h"
#include "src/cli/frame/cli.h"
#include "src/game/game.h"

#include <assert.h>
#include <math.h>

static bool on_ply(void *ctx, int ply, uint64_t states)
{
    (void)ctx;
    (void)ply;
    return cli_progress_step((double)states, 0);
}

/* What every row begins with. */
static void put_name(cli *c, const game *g, const char *statistic)
{
    cli_put(c, g->rows, g->cols, color_name(c->corner), statistic);
}

static void put_row(cli *c, const game *g, const char *statistic, double value)
{
    put_name(c, g, statistic);
    cli_put_row(c, CLI_NONE, value);
}

static void put_row_at(cli *c, const game *g, const char *statistic, size_t at, double value)
{
    put_name(c, g, statistic);
    cli_put_row(c, at, value);
}

static void put_table(cli *c, const game *g, const random_exact *r)
{
    cli_table_of(c, "statistics", "rows#=4 cols#=4 corner=6 statistic=24 at#=4 value.12=18");
    put_row(c, g, "black_share", random_exact_black_share(r));
    put_row(c, g, "jumps_mean", random_exact_mean_jumps(r));
    put_row(c, g, "jumps_sd", random_exact_sd_jumps(r));
    put_row(c, g, "branching_mean", random_exact_mean_branching(r));
    put_row(c, g, "branching_sd", random_exact_sd_branching(r));
    put_row(c, g, "multi_jump_share", r->multi_jumps / random_exact_mean_jumps(r));
    put_row(c, g, "games", r->games);
    put_row(c, g, "nodes", r->nodes);
    for (size_t k = 0; k < r->n; k++) {
        put_row_at(c, g, "length", k, r->length[k]);
    }
    for (size_t k = 0; k < r->n; k++) {
        if (r->length[k] > 0) {
            assert(r->black[k] <= r->length[k] + 1e-12); /* of the games of a length Black wins some */
            put_row_at(c, g, "black_share_of_length", k, r->black[k] / r->length[k]);
        }
    }
    for (size_t k = 1; k < r->n; k++) {
        assert(random_exact_reach(r, k) > 0);
        put_row_at(c, g, "branching_at_jump", k, r->moves_at[k - 1] / random_exact_reach(r, k));
    }
    for (size_t v = 1; v < r->n_moves; v++) {
        put_row_at(c, g, "branching", v, r->branching[v] / random_exact_mean_jumps(r));
    }
    cli_table_end(c);
}

static int run_game(cli *c, const game *g)
{
    random_exact r;
    pm_error err;
    cli_progress_begin(c, "random play", "positions");
    const pm_status status = random_exact_make(g, cli_memory(c), on_ply, NULL, &r, &err);
    cli_progress_end();
    if (status != PM_OK) {
        return cli_fail(c, status, &err);
    }
    put_table(c, g, &r);
    cli_fact_count(c, "positions", r.states);
    random_exact_free(&r);
    return CLI_DONE;
}

static int run(cli *c)
{
    game *g;
    const int code = cli_game_new(c, c->rows, c->cols, &g);
    if (code) {
        return code;
    }
    const int result = run_game(c, g);
    game_free(g);
    return result;
}

const cli_command cmd_random = {
    .name = "random",
    .operands = "SIZE",
    .summary = "Exact distribution of uniform random play on a board of up to 25 cells",
    .details =
        "Both players choose uniformly among all legal moves, the removals too. Jumps do not count the removals.\n"
        "Statistics, with the number of jumps or of legal jumps they are about in column `at`:\n"
        "  black_share             probability that Black wins\n"
        "  jumps_mean, jumps_sd    jumps in a game\n"
        "  branching_mean, _sd     legal jumps, over all jumps that are made\n"
        "  multi_jump_share        share of the jumps that capture more than one stone\n"
        "  games, nodes            games from the start, and sequences of moves that begin one, exactly up to 2^53\n"
        "  length                  probability that a game has `at` jumps\n"
        "  black_share_of_length   probability that Black wins a game of `at` jumps\n"
        "  branching_at_jump       mean of the legal jumps at jump number `at` of the games that reach it\n"
        "  branching               share of the jumps made at which there are `at` legal ones\n"
        "The values are sums of double precision numbers with a relative error of about 1e-13.\n\n"
        "Example: papamu random 4x5 --format csv",
    .uses = CLI_USES_RULES | CLI_USES_MEMORY | CLI_USES_PROGRESS,
    .run = run,
};
