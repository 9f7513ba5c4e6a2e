/* papamu complexity: how large the game is on a board.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/tree_size.h"
#include "solver/konane/ancestry_sample.h"
#include "src/cli/frame/cli.h"

enum { TABLE_PLIES, TABLE_BOARD };

static void put_estimate(cli *c, estimate e)
{
    cli_put(c, e.value, e.low, e.high); /* empty where unknown or, as a logarithm of nothing, endless */
}

/* What every row begins with. */
static void put_board(cli *c, const game *g)
{
    cli_put(c, g->rows, g->cols, color_name(c->corner), c->opening ? c->opening : "corner-centre");
}

static void put_plies(cli *c, const game *g, const tree_size *t)
{
    cli_table_of(c, "plies",
                 "rows# cols# corner opening ply# sequences_log10.4 sequences_low.4 sequences_high.4 games_log10.4 "
                 "games_low.4 games_high.4 branching.3 branching_min# branching_q1# branching_median# branching_q3# "
                 "branching_max#");
    for (size_t ply = 0; ply < t->n_plies; ply++) {
        const tree_ply *p = &t->plies[ply];
        put_board(c, g);
        cli_put(c, ply);
        put_estimate(c, p->log10_sequences);
        put_estimate(c, p->log10_games);
        if (histogram_total(&p->moves) == 0) {
            cli_put_row(c, CLI_NONE, CLI_NONE, CLI_NONE, CLI_NONE, CLI_NONE, CLI_NONE);
        } else {
            cli_put_row(c, histogram_mean(&p->moves), histogram_min(&p->moves), histogram_quantile(&p->moves, 1, 4),
                        histogram_quantile(&p->moves, 1, 2), histogram_quantile(&p->moves, 3, 4),
                        histogram_max(&p->moves));
        }
    }
    cli_table_end(c);
}

/* The number of positions that can arise: from what was found, and from what was not refuted. */
static void put_states(cli *c, const game *g, const ancestry_counts *counts)
{
    const uint64_t found = counts->n[ANCESTRY_FOUND], open = counts->n[ANCESTRY_OPEN];
    const uint64_t n = found + open + counts->n[ANCESTRY_NONE];
    cli_put(c, n, found, open);
    put_estimate(c, estimate_log10_positions(g->n_cells, n, found, open));
    cli_row(c);
}

static void put_summary(cli *c, const game *g, const tree_size *t, const ancestry_counts *counts)
{
    cli_table_of(c, "board",
                 "rows# cols# corner opening games_log10.4 games_low.4 games_high.4 nodes_log10.4 nodes_low.4 "
                 "nodes_high.4 length.3 length_low.3 length_high.3 samples# found# open# states_log10.4 states_low.4 "
                 "states_high.4");
    put_board(c, g);
    put_estimate(c, t->log10_games);
    put_estimate(c, t->log10_nodes);
    put_estimate(c, t->mean_length);
    put_states(c, g, counts);
    cli_table_end(c);
}

static int sample_states(cli *c, ancestry_counts *counts)
{
    pm_board *board;
    int code = cli_board_new(c, "is sampled for what can arise", &board);
    if (code == CLI_DONE) {
        const ancestry_options options = {
            .samples = cli_number(c, "samples", 0),
            .width = cli_number(c, "width", ANCESTRY_WIDTH),
            .seed = c->seed,
            .threads = c->threads,
            .progress = cli_progress_count,
        };
        pm_error err;
        cli_progress_begin(c, "looking for ancestors", "positions");
        code = cli_check(c, ancestry_sample(board, &options, counts, &err), &err);
        cli_progress_end();
        pm_board_free(board);
    }
    return code;
}

static int run_game(cli *c, const game *g)
{
    const tree_options options = {
        .population = cli_number(c, "population", TREE_POPULATION),
        .runs = cli_number(c, "runs", TREE_RUNS),
        .seed = c->seed,
        .threads = c->threads,
        .progress = cli_progress_count,
    };
    tree_size t;
    ancestry_counts counts = {{0}};
    pm_error err;
    cli_progress_begin(c, "walking the tree", "runs");
    int code = cli_check(c, tree_size_estimate(g, &options, &t, &err), &err);
    cli_progress_end();
    if (code == CLI_DONE && cli_has(c, "samples")) {
        code = sample_states(c, &counts);
    }
    if (code == CLI_DONE && (!cli_has_one_table(c) || cli_word(c, "table") == TABLE_PLIES)) {
        put_plies(c, g, &t);
    }
    if (code == CLI_DONE && (!cli_has_one_table(c) || cli_word(c, "table") == TABLE_BOARD)) {
        put_summary(c, g, &t, &counts);
    }
    tree_size_free(&t);
    return code;
}

static int run(cli *c)
{
    game *g;
    int code = cli_game_new(c, c->rows, c->cols, &g);
    if (code == CLI_DONE) {
        code = run_game(c, g);
        game_free(g);
    }
    return code;
}

static const cli_option options[] = {
    {"population", "N", "positions that walk at once; default 10000. 1: as Knuth does it"},
    {"runs", "N", "independent runs, which intervals are taken from; default 20"},
    {"samples", "N", "also draw so many positions, on boards of up to 64 cells, and see which can arise"},
    {"width", "N", "with --samples: the most positions that a search back keeps at each step; default 4096"},
    {"table", "TABLE", "the table of csv and latex: {plies board}"},
    {0},
};

static const cli_range ranges[] = {
    {"population", 1, TREE_MAX_POPULATION},
    {"runs", 2, TREE_MAX_RUNS},
    {"samples", 1, ANCESTRY_MAX_SAMPLES},
    {"width", 1, ANCESTRY_MAX_WIDTH},
    {0},
};

static const cli_rule rules[] = {
    {"width", "!samples", "--width belongs to a sample of positions: give --samples N as well"},
    {0},
};

const cli_command cmd_complexity = {
    .name = "complexity",
    .operands = "SIZE",
    .summary = "Estimate the number of games, and of positions that can arise",
    .details =
        "Plies: how many sequences of so many moves there are, removals included, how many of them are games that are\n"
        "over, and how many moves there are in the others. Board: all games, all nodes of the tree, the mean length\n"
        "of a game, and with --samples how many positions, side to move included, play can lead to: at least\n"
        "states_low, by what was found, at most states_high, by what was not refuted. Large numbers are given by "
        "their\n"
        "logarithms to the base ten; low and high end an interval of 95 %. The tree is walked as Knuth does it\n"
        "(1975), by many positions at once, which are drawn again after each ply in proportion to their numbers of\n"
        "moves; so rows describe a game drawn uniformly among all games, not random play.\n\n"
        "Example: papamu complexity 6x6 --population 1000 --samples 100 --seed 1",
    .options = options,
    .ranges = ranges,
    .rules = rules,
    .uses = CLI_USES_RULES | CLI_USES_THREADS | CLI_USES_SEED | CLI_USES_PROGRESS,
    .run = run,
};
