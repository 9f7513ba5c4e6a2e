/* papamu solve: sweeps all positions of a board and says who wins every opening, and the game under each opening rule.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/db/db.h"
#include "solver/konane/line.h"
#include "solver/sweep/census.h"
#include "solver/sweep/remoteness.h"
#include "src/base/verdict.h"
#include "src/cli/frame/ranks.h"
#include "src/cli/solve/db.h"
#include "src/cli/solve/openings.h"
#include "src/cli/solve/reach.h"
#include "src/cli/solve/remoteness.h"
#include "src/cli/solve/scratch.h"

#include <assert.h>
#include <string.h>

enum { MAX_QUERIES = KONANE_MAX_OPENINGS + PM_MAX_MOVES + 1 };

typedef struct solve_job {
    sweeping sweep;
    konane_opening_result openings[KONANE_MAX_OPENINGS];
    int n_openings;
    konane_query queries[MAX_QUERIES];
    int n_queries;
    census census;
    remoteness_census remoteness; /* instead, if that is the question */
    bool wants_census;
    solve_db_options db;
    uint64_t wins[2];      /* positions that each mover wins */
    sweep_table *table;    /* for the principal line, else NULL */
    const char *line_rule; /* its opening rule; NULL for the default */
} solve_job;

static bool has_remoteness(const solve_job *job)
{
    return job->sweep.space->spec.question == SWEEP_REMOTENESS;
}

static pm_status visit(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    solve_job *job = ctx;
    konane_queries_visit(job->sweep.space, white, black, job->queries, job->n_queries);
    if (job->table) {
        sweep_table_add(job->table, team, black);
    }
    if (!job->wants_census) {
        return PM_OK;
    }
    return has_remoteness(job) ? remoteness_add(&job->remoteness, team, white, black, err)
                               : census_add(&job->census, team, white, black, err);
}

/* Answer the queries, and count: by the sweep alone, or through a database. */
static int answer(solve_job *job)
{
    if (job->db.path) {
        return solve_db_run(&job->db, &job->sweep, job->queries, job->n_queries, job->wins,
                            &job->remoteness.peak.remoteness);
    }
    remoteness_begin(&job->remoteness);
    const int code = sweeping_run(&job->sweep, visit, job);
    for (int mover = 0; mover < 2; mover++) {
        job->wins[mover] = has_remoteness(job) ? remoteness_wins(&job->remoteness, (pm_color)mover)
                                               : census_wins(&job->census, (pm_color)mover);
    }
    return code;
}

/* ---- one position ----------------------------------------------------------------------------- */

/* Ask for all positions of the jump phase that come next: `pos` itself, or those after the removals that are left. */
static void ask(solve_job *job, const pm_board *board, pm_position pos)
{
    pm_move moves[PM_MAX_MOVES];
    if (!pm_position_is_opening(board, pos)) {
        assert(job->n_queries < MAX_QUERIES);
        job->queries[job->n_queries++] = (konane_query){.pos = pos};
        return;
    }
    const int n = pm_moves(board, pos, moves);
    for (int i = 0; i < n; i++) {
        ask(job, board, pm_move_make(board, pos, moves[i]));
    }
}

static verdict verdict_of(const solve_job *job, const konane_query *q)
{
    return has_remoteness(job) ? verdict_of_remoteness(q->remoteness) : (verdict){q->mover_wins ? 1 : -1, -1};
}

/* The verdict of a position that was asked for, the next answers being those to it. */
static verdict judge(const solve_job *job, const pm_board *board, pm_position pos, int *next)
{
    pm_move moves[PM_MAX_MOVES];
    if (!pm_position_is_opening(board, pos)) {
        assert(job->queries[*next].is_answered);
        return verdict_of(job, &job->queries[(*next)++]);
    }
    const int n = pm_moves(board, pos, moves);
    assert(n > 0);
    verdict best = {-1, 0};
    for (int i = 0; i < n; i++) {
        const verdict v = verdict_before(judge(job, board, pm_move_make(board, pos, moves[i]), next));
        best = i == 0 || verdict_order(v, best) > 0 ? v : best;
    }
    return best;
}

static void put_answer(cli *c, const solve_job *job, const pm_board *board, pm_position pos, const pm_move moves[],
                       int n)
{
    char text[PM_MAX_TEXT], list[CLI_MOVES_TEXT];
    pm_move best[PM_MAX_MOVES];
    int n_best = 0, next = 0;
    const verdict own = judge(job, board, pos, &next);
    next = pm_position_is_opening(board, pos) ? 0 : next;
    for (int i = 0; i < n; i++) {
        const verdict after = judge(job, board, pm_move_make(board, pos, moves[i]), &next);
        if (verdict_is_best(own, verdict_before(after))) {
            best[n_best++] = moves[i];
        }
    }
    assert(next == job->n_queries);
    const pm_color other = pos.mover == PM_BLACK ? PM_WHITE : PM_BLACK;
    assert(n_best > 0 || own.outcome < 0 || n == 0); /* who wins has a move that does, or misere play is over */
    pm_position_format(board, pos, text);
    cli_table_of(c, "positions", "position winner%s best_moves*", has_remoteness(job) ? " remoteness#" : "");
    cli_put(c, text, color_name(own.outcome > 0 ? pos.mover : other));
    if (has_remoteness(job)) {
        cli_put(c, own.plies);
    }
    cli_put_row(c, cli_moves_format(board, best, n_best, list));
}

/* Read a position on the board of the command; in the opening under the rule that was asked for, or the default one. */
static int read_position(cli *c, const solve_job *job, const char *text, pm_board **board, pm_position *pos)
{
    const pm_board *own = job->sweep.board;
    const bool is_start = strcmp(text, "start") == 0;
    pm_error err;
    pm_status status =
        is_start ? konane_board_new(own->rows, own->cols, own->corner, job->line_rule, own->variant, board, &err)
                 : pm_position_parse(text, job->line_rule, c->corner, false, board, pos, &err);
    if (status == PM_OK && is_start) {
        status = pm_start(*board, pos, &err);
    }
    if (status != PM_OK) {
        return cli_fail_in(c, "position", text, status, &err);
    }
    if ((*board)->rows != own->rows || (*board)->cols != own->cols) {
        return cli_error(c, CLI_BAD_INPUT, "the position is on %dx%d, the board is %dx%d", (*board)->rows,
                         (*board)->cols, own->rows, own->cols);
    }
    if ((*board)->corner != own->corner) {
        return cli_error(c, CLI_BAD_INPUT, "the position has a %s top-left cell, the board a %s one: give --corner %s",
                         color_name((*board)->corner), color_name(own->corner), color_name((*board)->corner));
    }
    (*board)->variant = own->variant;
    return CLI_DONE;
}

static int solve_position(cli *c, solve_job *job, const char *text)
{
    pm_board *board = NULL;
    pm_position pos;
    int code = read_position(c, job, text, &board, &pos);
    if (code == CLI_DONE) {
        pm_move moves[PM_MAX_MOVES];
        const int n = pm_moves(board, pos, moves);
        ask(job, board, pos);
        for (int i = 0; i < n && !pm_position_is_opening(board, pos); i++) {
            ask(job, board, pm_move_make(board, pos, moves[i]));
        }
        code = answer(job);
        if (code == CLI_DONE) {
            put_answer(c, job, board, pos, moves, n);
        }
    }
    pm_board_free(board);
    return code;
}

/* ---- all openings ------------------------------------------------------------------------------ */

/* The line begins under the rule that was asked for, or the default one, not under "any". */
static int put_line(cli *c, const solve_job *job)
{
    const pm_board *own = job->sweep.board;
    pm_board *board;
    pm_position pos;
    pm_error err;
    pm_move line[PM_MAX_CELLS];
    pm_status status = konane_board_new(own->rows, own->cols, own->corner, job->line_rule, own->variant, &board, &err);
    if (status != PM_OK) {
        return cli_fail(c, status, &err);
    }
    status = pm_start(board, &pos, &err);
    if (status != PM_OK) {
        cli_warn(c, "no principal line: %s", err.message);
        pm_board_free(board);
        return CLI_DONE;
    }
    const int n = konane_line(job->sweep.space, board, job->table, pos, line);
    assert(n >= 0 && n <= PM_MAX_CELLS);
    char text[CLI_MOVES_TEXT];
    cli_fact_text(c, "principal_line", cli_moves_format(board, line, n, text));
    pm_board_free(board);
    return CLI_DONE;
}

/* How many sets of stones are in each outcome class. */
static void put_classes(cli *c, const census *counts)
{
    static const char *const names[] = {"sets_won_by_next_player", "sets_won_by_previous_player", "sets_won_by_black",
                                        "sets_won_by_white"};
    static_assert(sizeof names / sizeof names[0] == CENSUS_N_CLASSES, "a name for each class");
    for (int class = 0; class < CENSUS_N_CLASSES; class ++) {
        uint64_t n = 0;
        for (int stones = 0; stones <= counts->n_stones; stones++) {
            n += counts->count[stones][class];
        }
        cli_fact_count(c, names[class], n);
    }
}

static void put_facts(cli *c, const solve_job *job)
{
    const sweep_plan *plan = &job->sweep.plan;
    cli_fact_count(c, "position_mover_pairs", plan->pairs);
    assert(plan->kept_pairs <= plan->pairs && job->wins[PM_BLACK] + job->wins[PM_WHITE] <= plan->pairs);
    cli_fact_count(c, "won_with_black_to_move", job->wins[PM_BLACK]);
    cli_fact_count(c, "won_with_white_to_move", job->wins[PM_WHITE]);
    if (job->wants_census && !job->db.path && !has_remoteness(job)) {
        put_classes(c, &job->census);
    }
    if (has_remoteness(job)) {
        cli_fact_count(c, "largest_remoteness", (uint64_t)job->remoteness.peak.remoteness);
    }
    cli_fact_count(c, "pairs_computed", plan->kept_pairs);
    cli_fact_count(c, "peak_memory_bytes", cli_peak_memory());
    cli_fact_real(c, "million_pairs_per_second", 0, (double)plan->pairs / job->sweep.seconds / 1e6);
    cli_fact_real(c, "seconds", 3, job->sweep.seconds);
}

/* The board with the rule "any", under which every opening is listed, unless --opening asks for fewer. */
static int solve_openings(cli *c, solve_job *job)
{
    int code = cli_board_check(c, job->sweep.board);
    if (code != CLI_DONE) {
        return code;
    }
    job->n_openings = job->n_queries = konane_opening_queries(job->sweep.board, job->openings, job->queries);
    assert(job->n_openings <= KONANE_MAX_OPENINGS);
    if (cli_has(c, "line")) {
        pm_error err;
        code = cli_check(c, sweep_table_new(job->sweep.s, &job->table, &err), &err);
    }
    job->wants_census = !cli_has_one_table(c);
    code = code ? code : answer(job);
    if (code != CLI_DONE) {
        return code;
    }
    konane_openings_finish(job->openings, job->queries, job->n_openings);
    solve_put_openings(c, job->sweep.board, job->openings, job->n_openings, has_remoteness(job));
    if (!c->opening || strcmp(c->opening, "any") == 0) {
        solve_put_games(c, job->sweep.board, job->openings, job->n_openings, has_remoteness(job));
    }
    const int line_code = job->table ? put_line(c, job) : CLI_DONE;
    put_facts(c, job);
    return line_code;
}

/* What depends on the question. CLI_DONE, or the exit code after an error. */
static int check_question(cli *c, sweep_question question)
{
    if (question == SWEEP_REMOTENESS && cli_has(c, "scratch")) {
        return cli_usage(c, "--scratch keeps outcomes alone: it has no --values remoteness");
    }
    if (question == SWEEP_REMOTENESS && cli_has(c, "line")) {
        return cli_usage(c, "--line keeps outcomes alone: with --values remoteness see --longest");
    }
    if (question != SWEEP_REMOTENESS && (cli_has(c, "histogram") || cli_has(c, "longest"))) {
        return cli_usage(c, "%s needs --values remoteness", cli_has(c, "histogram") ? "--histogram" : "--longest");
    }
    return CLI_DONE;
}

/* What is for normal play. */
static int check_variant(cli *c)
{
    return c->variant.is_misere && cli_word(c, "values") == 1
               ? cli_usage(c, "remoteness is defined for normal play: --play misere has --values outcome alone")
               : CLI_DONE;
}

static int solve(cli *c, solve_job *job, sweep_question question)
{
    const char *position = cli_value(c, "position");
    int code = sweeping_board(c, &job->sweep);
    if (code != CLI_DONE) {
        return code;
    }
    job->sweep.space->spec.question = question;
    if (cli_has(c, "histogram")) {
        return solve_remoteness_histogram(c, &job->sweep);
    }
    if (cli_has(c, "longest")) {
        return solve_remoteness_longest(c, &job->sweep);
    }
    job->sweep.keep = job->db.path ? db_konane_keep(job->sweep.board) : SUBLAYERS_KEEP_NONE;
    const bool can_use_disk = question == SWEEP_OUTCOME && !position && !job->db.path && !cli_has(c, "line");
    job->sweep.say_what_helps = can_use_disk ? solve_scratch_help : NULL;
    sweeping_plan(&job->sweep);
    const size_t reserved = cli_has(c, "line") ? sweep_table_bytes(&job->sweep.plan) : 0;
    /* The writer of a database makes its own sweep. */
    code = job->db.path ? sweeping_check(&job->sweep, reserved) : sweeping_prepare(&job->sweep, reserved);
    if (code != CLI_DONE) {
        return code;
    }
    return position ? solve_position(c, job, position) : solve_openings(c, job);
}

/* What needs a folder, a file or ranks, which are not there. CLI_DONE, or the exit code after an error. */
static int check_alone(cli *c)
{
    static const struct {
        const char *option, *needs, *why;
    } needs[] = {
        {"census", "scratch", "--census belongs to --scratch DIR: give that as well"},
        {"sample", "scratch", "--sample belongs to --scratch DIR: give that as well"},
        {"checkpoint", "db", "--checkpoint belongs to a database: give --db FILE as well"},
    };
    for (int i = 0; i < 3; i++) {
        if (cli_has(c, needs[i].option) && !cli_has(c, needs[i].needs)) {
            return cli_usage(c, "%s", needs[i].why);
        }
    }
    if (!konane_variant_is_standard(c->variant) && cli_has(c, "scratch")) {
        return cli_usage(c,
                         "--scratch keeps values of normal play with jumps of any length: it has no --play, --jumps");
    }
    return cli_has(c, "ranks-per-node")
               ? cli_usage(c, "--ranks-per-node is for papamu-mpi, whose ranks share a sweep of outcomes in memory")
               : CLI_DONE;
}

static int run(cli *c)
{
    solve_job job = {0};
    const sweep_question question = cli_word(c, "values") == 1 ? SWEEP_REMOTENESS : SWEEP_OUTCOME;
    int code = check_question(c, question);
    code = code ? code : check_variant(c);
    if (code != CLI_DONE) {
        return code;
    }
    code = ranks_solve(c);
    if (code >= 0) {
        return code;
    }
    code = check_alone(c);
    if (code != CLI_DONE) {
        return code;
    }
    if (cli_has(c, "reachable")) {
        return solve_reach(c);
    }
    if (cli_has(c, "scratch")) {
        return solve_scratch(c);
    }
    job.db = solve_db_read(c);
    job.line_rule = c->opening;
    if (!c->opening) {
        c->opening = "any";
    }
    code = solve(c, &job, question);
    sweep_table_free(job.table);
    sweeping_close(&job.sweep);
    return code;
}

static const cli_option options[] = {
    {"line", NULL, "add a principal line, keeping all rows in memory (2 GiB on 6x6)"},
    {"position", "POSITION", "answer this position alone: who wins, and with which moves"},
    {"values", "WHAT", "{outcome remoteness}; remoteness: plies to the end, the winner hurrying, the loser delaying"},
    {"histogram", NULL, "with remoteness: how many positions have which, instead of the openings"},
    {"longest", NULL, "with remoteness: a longest perfectly played game from any set of stones, instead"},
    {"reachable", NULL, "count what can arise in play under --opening (default: corner-centre), instead"},
    {"db", "FILE", "write the values of all positions to a database"},
    {"level", "N", "compression of the database, 1 (fast) to 19 (small); default 3"},
    {"checkpoint", "DIR", "with --db or ranks: continue from here if an earlier run of the same command was stopped"},
    {"scratch", "DIR", "for boards beyond --memory: keep rows in files of this folder, and continue from there"},
    {"disk", "SIZE", "with --scratch: bytes that the folder may take; default all that are free"},
    {"census", "FILE", "with --scratch or ranks: write the census as `papamu census` does, in csv"},
    {"sample", "FILE", "likewise: write who wins 100000 random positions (1000 below 30 cells), in csv"},
    {"ranks-per-node", "N", "in papamu-mpi: share memory among so many ranks at most; default all of a machine"},
    {0},
};

static const cli_range ranges[] = {{"level", 1, DB_MAX_LEVEL}, {"ranks-per-node", 1, 4096}, {0}};

static const cli_rule rules[] = {
    {"position", "line", "--line belongs to the whole game, not to --position"},
    {"db", "line", "--line keeps its own rows: it cannot be given with --db"},
    {"reachable", "line", "--reachable counts positions: it has no --line"},
    {"reachable", "position", "--reachable counts positions: it answers no --position"},
    {"reachable", "db", "--reachable counts positions: it writes no --db"},
    {"reachable", "values", "--reachable counts positions: it has no --values"},
    {"histogram", "longest", "--histogram and --longest are two tables: ask for one of them"},
    {"histogram", "position", "--histogram counts all positions: it cannot be given with --position"},
    {"longest", "position", "--longest looks at all positions: it cannot be given with --position"},
    {"histogram", "db", "--histogram counts as it sweeps, without --db; see also `papamu info --histogram`"},
    {"scratch", "line", "--scratch keeps no rows to the end: it has no --line"},
    {"scratch", "position", "--scratch answers openings: it answers no --position"},
    {"scratch", "reachable", "--reachable counts in memory: it has no --scratch"},
    {"scratch", "db", "--scratch writes no --db"},
    {"longest", "db", "--longest sweeps more than once: it cannot be given with --db"},
    {"scratch", "ranks-per-node", "with --scratch each rank has memory of its own: it has no --ranks-per-node"},
    {"disk", "!scratch", "--disk belongs to --scratch DIR: give that as well"},
    {"level", "!db", "--level belongs to a database: give --db FILE as well"},
    {0},
};

const cli_command cmd_solve = {
    .name = "solve",
    .operands = "SIZE",
    .summary = "Solve all positions of a board; who wins each opening",
    .details = "Sweeps every set of stones with either side to move and lists every opening that --opening admits "
               "(default: any\n"
               "black stone), its winner, and the named rules that admit it. Text and JSON add who wins the whole game "
               "under each\n"
               "rule when both sides remove and jump as well as they can, counts, and the rate.\n\n"
               "Example: papamu solve 6x6 --format csv -o openings.csv",
    .options = options,
    .ranges = ranges,
    .rules = rules,
    .uses =
        CLI_USES_RULES | CLI_USES_VARIANTS | CLI_USES_THREADS | CLI_USES_MEMORY | CLI_USES_PROGRESS | CLI_USES_RANKS,
    .run = run,
};
