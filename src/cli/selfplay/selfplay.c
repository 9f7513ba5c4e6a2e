/* papamu selfplay: many games between two agents, or between all pairs of a list.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/selfplay/selfplay.h"
#include "analysis/agents/agents.h"
#include "analysis/stats/read.h"
#include "src/cli/frame/cli.h"
#include "src/cli/selfplay/kept_games.h"
#include "src/cli/selfplay/shards.h"
#include "src/cli/selfplay/starts.h"
#include "src/cli/selfplay/stats_tables.h"
#include "src/game/record.h"
#include "src/games/record_heading.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MATRIX = 16, MAX_RANDOM_PLIES = 1000 };

/* A run, and where its results go. */
typedef struct selfplay_job {
    cli *c;
    game *g;
    game_state start;
    starts starts; /* of --positions */
    char board[16];
    selfplay_plan plan;
    stats counts;
    bool wants_lines, has_plies, has_records, is_broken; /* broken: some output cannot be written */
    cli plies, records;
    const record_dialect *dialect;
    kept_games *kept;            /* of --checkpoint, or NULL */
    uint64_t n_handed_out;       /* games that were written */
    uint32_t pair;               /* of the agents of a matrix that are playing */
    uint64_t done_before, total; /* games of the pairs before this one, of all pairs */
} selfplay_job;

/* ---- one line a game --------------------------------------------------------------------------- */

static bool put_line(selfplay_job *s, const selfplay_game *played)
{
    char digest[20];
    cli_put(s->c, played->number, played->plies, stats_winner_name(played->winner), played->opening, s->g->name,
            s->board, played->black, played->white, played->jumps, played->multi_jumps);
    if (s->plan.swap) {
        cli_put(s->c, played->number / 2);
    } else {
        cli_put(s->c, CLI_NONE);
    }
    snprintf(digest, sizeof digest, "%016" PRIx64, played->digest);
    cli_put(s->c, digest, played->branching);
    assert(played->multi_jumps <= played->jumps && played->jumps <= played->plies);
    return cli_row(s->c);
}

/* ---- records ----------------------------------------------------------------------------------- */

static bool put_record(selfplay_job *s, const selfplay_game *played)
{
    static const record_result results[STATS_N_WINNERS] = {RECORD_BLACK_WON, RECORD_WHITE_WON, RECORD_DRAWN};
    char number[32], pair[32], text[RECORD_HEADING_TEXT];
    record_tag tags[RECORD_HEADING_TAGS + 5];
    int n = record_heading(s->g, s->c->opening, tags, text);
    if (played->start) {
        tags[n++] = (record_tag){record_position_tag(s->g), played->opening};
    }
    snprintf(number, sizeof number, "%" PRIu64, played->number);
    tags[n++] = (record_tag){"Round", number};
    if (s->plan.swap) {
        snprintf(pair, sizeof pair, "%" PRIu64, played->number / 2);
        tags[n++] = (record_tag){"Pair", pair};
    }
    tags[n++] = (record_tag){"Black", played->black};
    tags[n++] = (record_tag){"White", played->white};
    assert(n <= (int)(sizeof tags / sizeof tags[0]) && played->plies <= STATS_MAX_PLIES);
    const record r = {.tags = tags,
                      .n_tags = n,
                      .g = s->g,
                      .start = played->start ? *played->start : s->start,
                      .moves = played->moves,
                      .n_moves = (int)played->plies,
                      .result = results[played->winner]};
    return record_write(cli_side_stream(&s->records), s->dialect, &r);
}

static int open_records(selfplay_job *s, const char *path)
{
    s->dialect = record_dialect_of_game(s->c->game);
    if (!s->dialect) {
        return cli_usage(s->c, "the game %s has no record format", s->c->game);
    }
    pm_error err;
    const pm_status status = s->starts.n > 0 ? PM_OK : s->g->rules->start(s->g, &s->start, &err);
    if (status != PM_OK) {
        return cli_fail(s->c, status, &err);
    }
    const int code = cli_side_open(s->c, path, CLI_TEXT, &s->records);
    s->has_records = code == CLI_DONE;
    return code;
}

/* ---- agents ------------------------------------------------------------------------------------ */

/* Whether `name` names an agent for this game: looked at before anything is written. */
static int check_agent(selfplay_job *s, const char *name)
{
    agent *a = NULL;
    const int code = cli_agent_new(s->c, name, s->g, &a);
    agent_free(a);
    return code;
}

/* ---- playing ----------------------------------------------------------------------------------- */

static bool on_game(void *ctx, const selfplay_game *played)
{
    selfplay_job *s = ctx;
    const bool is_good = (!s->wants_lines || put_line(s, played)) && (!s->has_records || put_record(s, played));
    s->is_broken |= !is_good;
    assert(s->n_handed_out < s->total);
    s->n_handed_out++;
    return is_good;
}

/* Unless they are only counted: of a matrix in text is printed who beats whom. */
static void begin_lines(selfplay_job *s)
{
    const cli *c = s->c;
    s->wants_lines = !cli_has(c, "summary") && !(cli_has(c, "matrix") && c->format == CLI_TEXT);
    if (!s->wants_lines) {
        return;
    }
    s->plan.game = on_game;
    static cli_column columns[GAMES_N_COLUMNS];
    static const int widths[GAMES_N_COLUMNS] = {8, 5, 6, 8, 6, 5, 8, 8, 5, 11, 8, 16, 9};
    static_assert(sizeof widths / sizeof widths[0] == GAMES_N_COLUMNS && (int)GAMES_N_COLUMNS <= (int)CLI_MAX_COLUMNS,
                  "a width each");
    for (int i = 0; i < GAMES_N_COLUMNS; i++) {
        const bool is_word = i == GAMES_WINNER || (i >= GAMES_OPENING && i <= GAMES_WHITE) || i == GAMES_DIGEST;
        const cli_kind kind = i == GAMES_BRANCHING ? CLI_NUMBERS : is_word ? CLI_WORD : CLI_INTEGER;
        columns[i] = (cli_column){stats_columns(STATS_GAMES)[i], kind, 0, widths[i]};
    }
    cli_table(s->c, "games", columns, GAMES_N_COLUMNS);
}

static bool on_progress(void *ctx, uint64_t done, uint64_t total)
{
    const selfplay_job *s = ctx;
    (void)total;
    assert(s->done_before + done <= s->total);
    return cli_progress_step((double)(s->done_before + done), (double)s->total);
}

static void on_keep(void *ctx, uint64_t number, const uint16_t *choices, unsigned n)
{
    const selfplay_job *s = ctx;
    kept_games_add(s->kept, s->pair, number, choices, n);
}

static const uint16_t *on_find(void *ctx, uint64_t number, unsigned *n)
{
    const selfplay_job *s = ctx;
    return kept_games_find(s->kept, s->pair, number, n);
}

static int open_checkpoint(selfplay_job *s)
{
    const char *path = cli_value(s->c, "checkpoint");
    if (!path) {
        return CLI_DONE;
    }
    const int code = kept_games_open(s->c, path, &s->kept);
    if (code == CLI_DONE && kept_games_count(s->kept) > 0) {
        cli_warn(s->c, "%" PRIu64 " games are there already", kept_games_count(s->kept));
    }
    s->plan.keep = on_keep;
    s->plan.find = on_find;
    return code;
}

/* Play the games of the plan. CLI_DONE, also if the output broke, or the exit code after an error. */
static int play(selfplay_job *s)
{
    pm_error err;
    const pm_status status = selfplay_run(&s->plan, &s->counts, &err);
    s->done_before += s->plan.n_games;
    assert(s->done_before <= s->total);
    if (status == PM_INTERRUPTED) {
        return CLI_INTERRUPTED;
    }
    return status != PM_OK && !s->is_broken ? cli_fail(s->c, status, &err) : CLI_DONE;
}

/* Play N games of each agent of the list against itself, and N pairs of games of each with each other one, as runs of
 * these agents alone do, the latter with --swap. */
static int play_matrix(selfplay_job *s, const char **agents, int n)
{
    const uint64_t n_games = s->plan.n_games, first = s->plan.first;
    int code = CLI_DONE;
    for (int i = 0; i < n && code == CLI_DONE; i++) {
        code = check_agent(s, agents[i]);
    }
    s->total = (uint64_t)n * (uint64_t)n * n_games;
    if (code == CLI_DONE) {
        begin_lines(s);
    }
    for (int i = 0; i < n * n && code == CLI_DONE && !s->is_broken; i++) {
        if (i / n > i % n) {
            continue;
        }
        s->pair = (uint32_t)i;
        s->plan.black = agents[i / n];
        s->plan.white = agents[i % n];
        s->plan.swap = i / n != i % n;
        s->plan.n_games = s->plan.swap ? 2 * n_games : n_games;
        s->plan.first = s->plan.swap ? 2 * first : first;
        code = play(s);
    }
    assert(code != CLI_DONE || s->is_broken || s->done_before == s->total); /* n of N games, n (n - 1) / 2 of 2 N */
    return code;
}

static int run_matrix(selfplay_job *s, const char *list)
{
    const char *agents[MAX_MATRIX];
    char *copy = strdup(list);
    if (!copy) {
        return cli_no_memory(s->c, "the game");
    }
    const int n = agent_list_split(copy, agents, MAX_MATRIX);
    int code;
    if (n < 2) {
        code = cli_usage(s->c, "--matrix \"%s\" is not a list of 2 to %d agents separated by commas", list, MAX_MATRIX);
    } else {
        code = play_matrix(s, agents, n);
    }
    free(copy);
    return code;
}

static int run_pair(selfplay_job *s)
{
    const char *black = cli_value(s->c, "black"), *white = cli_value(s->c, "white");
    s->plan.black = black ? black : "random";
    s->plan.white = white ? white : "random";
    s->total = s->plan.n_games;
    int code = check_agent(s, s->plan.black);
    code = code ? code : check_agent(s, s->plan.white);
    if (code) {
        return code;
    }
    begin_lines(s);
    return play(s);
}

/* ---- results ----------------------------------------------------------------------------------- */

static int put_results(selfplay_job *s)
{
    cli *c = s->c;
    if (s->has_plies) {
        stats_table_find("plies")->put(&s->plies, &s->counts);
    }
    if (cli_has(c, "summary")) {
        if (c->format == CLI_TEXT) {
            return stats_report(c, &s->counts);
        }
        stats_table_find("sums")->put(c, &s->counts);
    } else if (cli_has(c, "matrix") && c->format == CLI_TEXT) {
        return stats_cross_table(c, &s->counts);
    }
    return CLI_DONE;
}

/* Open the files beside the result. */
static int open_sides(selfplay_job *s)
{
    const char *plies = cli_value(s->c, "plies"), *records = cli_value(s->c, "records");
    int code = CLI_DONE;
    if (plies) {
        code = cli_side_open(s->c, plies, CLI_CSV, &s->plies);
        s->has_plies = code == CLI_DONE;
    }
    if (records && code == CLI_DONE) {
        code = open_records(s, records);
        s->plan.wants_moves = true;
        s->plan.game = on_game;
    }
    assert(!s->has_records || s->dialect);
    return code;
}

static int close_sides(selfplay_job *s, int run_code)
{
    const bool is_whole = run_code == CLI_DONE && !s->is_broken;
    int code = CLI_DONE;
    if (s->has_plies) {
        code = cli_side_close(s->c, &s->plies, is_whole ? CLI_WHOLE : CLI_NOTHING);
    }
    if (s->has_records) { /* which says whether it is the broken one */
        const cli_end end = is_whole || s->is_broken ? CLI_WHOLE : s->c->keeps_part ? CLI_PART : CLI_NOTHING;
        const int closed = cli_side_close(s->c, &s->records, end);
        code = code ? code : closed;
    }
    return code;
}

/* After Ctrl-C the files of games stay, under the names that they have until they are whole. */
static void keep_finished(selfplay_job *s, int code)
{
    cli *c = s->c;
    if (code != CLI_INTERRUPTED || s->is_broken || s->n_handed_out == 0) {
        return;
    }
    assert(s->wants_lines || s->has_records); /* or no game was handed out */
    c->keeps_part = true;
    const bool is_result = s->wants_lines && c->path;
    if (is_result || s->has_records) {
        cli_warn(c,
                 "%" PRIu64 " finished games are in \"%s.partial\"; the same command starts over, with --checkpoint "
                 "DIR it resumes",
                 s->n_handed_out, is_result ? c->path : cli_value(c, "records"));
    }
}

static int run_all(selfplay_job *s)
{
    cli *c = s->c;
    const char *matrix = cli_value(c, "matrix");
    int code = open_checkpoint(s);
    code = code == CLI_DONE ? open_sides(s) : code;
    if (code == CLI_DONE) {
        cli_progress_begin(c, "self-play", "games");
        code = matrix ? run_matrix(s, matrix) : run_pair(s);
        cli_progress_end();
    }
    if (code == CLI_DONE && !s->is_broken) {
        stats_warn(c, &s->counts);
        code = put_results(s);
    }
    keep_finished(s, code);
    const int closed = close_sides(s, code);
    stats_free(&s->counts);
    const int kept = kept_games_close(c, s->kept, code == CLI_DONE && closed == CLI_DONE && !s->is_broken);
    return code ? code : closed ? closed : kept;
}

/* ---- options ----------------------------------------------------------------------------------- */

/* Report if the openings, or positions, cannot be played equally often. */
static int check_openings(selfplay_job *s)
{
    uint64_t n = s->starts.n;
    pm_error err;
    const pm_status status = n > 0 ? PM_OK : selfplay_n_openings(s->g, &n, &err);
    if (status != PM_OK) {
        return cli_fail(s->c, status, &err);
    }
    const uint64_t round = s->plan.swap ? 2 * n : n;
    assert(round > 0);
    if ((s->plan.each_opening || s->starts.n > 0) && s->plan.n_games % round != 0) {
        cli_warn(s->c,
                 "%" PRIu64 " games over %" PRIu64
                 " %s%s: some are played once more than others; a multiple of %" PRIu64 " games would be even",
                 s->plan.n_games, n, s->starts.n > 0 ? "positions" : "openings",
                 s->plan.swap ? " and both colours" : "", round);
    }
    return CLI_DONE;
}

static int read_plan(selfplay_job *s)
{
    cli *c = s->c;
    selfplay_plan *plan = &s->plan;
    if (!cli_has(c, "games")) {
        return cli_usage(c, "the number of games is missing: --games N");
    }
    if (cli_has(c, "matrix") && (cli_has(c, "black") || cli_has(c, "white") || cli_has(c, "swap"))) {
        return cli_usage(c, "--matrix names the agents and plays both colours; leave out --black, --white and --swap");
    }
    plan->n_games = cli_number(c, "games", 0);
    plan->first = cli_number(c, "first", 0);
    plan->g = s->g;
    plan->random_plies = (unsigned)cli_number(c, "random-plies", 0);
    plan->swap = cli_has(c, "swap");
    plan->each_opening = cli_has(c, "each-opening");
    plan->wants_plies = cli_has(c, "plies");
    plan->seed = c->seed;
    plan->threads = c->threads;
    plan->progress = on_progress;
    plan->stop = cli_stop;
    plan->ctx = s;
    if (cli_has(c, "positions")) {
        const int code = starts_read(c, s->g, cli_value(c, "positions"), &s->starts);
        if (code != CLI_DONE) {
            return code;
        }
        plan->positions = s->starts.positions;
        plan->n_positions = s->starts.n;
    }
    const int code = shards_declare(c, plan->first, plan->n_games, starts_digest(&s->starts));
    return code ? code : check_openings(s);
}

static int run(cli *c)
{
    selfplay_job s = {.c = c};
    const int code = cli_game_new(c, c->rows, c->cols, &s.g);
    if (code) {
        return code;
    }
    selfplay_board_text(s.g, s.board);
    int result = read_plan(&s);
    result = result ? result : run_all(&s);
    starts_free(&s.starts);
    game_free(s.g);
    return result;
}

static cli_format default_format(const cli *c)
{
    return cli_has(c, "matrix") && !cli_has(c, "summary") ? CLI_TEXT : CLI_CSV;
}

static const cli_option options[] = {
    {"games", "N", "number of games, up to 1000000000"},
    {"black", "AGENT", "who plays Black (default random)"},
    {"white", "AGENT", "who plays White (default random)"},
    {"swap", NULL, "play pairs: games 2k and 2k+1 begin alike, with the agents' colours exchanged"},
    {"random-plies", "N", "after the opening play N moves at random, so that games differ (default 0)"},
    {"each-opening", NULL, "the openings take turns; otherwise the agents choose the removals"},
    {"positions", "FILE", "begin at the positions in FILE, one a line, in turn, instead of the start"},
    {"first", "I", "play the games I, I+1, ... of the seed (default 0)"},
    {"summary", NULL, "print what was counted instead of a line for each game"},
    {"plies", "FILE", "write the table by ply to FILE"},
    {"records", "FILE", "write the games to FILE (.kgn or .pdn)"},
    {"checkpoint", "DIR", "keep finished games in DIR; the same command resumes after Ctrl-C"},
    {"matrix", "LIST", "play each two of a list of agents, N pairs of games, and each alone, N games"},
    {0},
};

static const cli_range ranges[] = {
    {"games", 1, SELFPLAY_MAX_GAMES},
    {"first", 0, UINT64_C(1) << 61}, /* the numbers of a matrix are twice as large */
    {"random-plies", 0, MAX_RANDOM_PLIES},
    {0},
};

static const cli_rule rules[] = {
    {"positions", "each-opening", "--positions takes the place of the opening: it has no --each-opening"},
    {"positions", "checkpoint", "--checkpoint knows a run by its options, not by what is in the file of --positions"},
    {0},
};

const cli_command cmd_selfplay = {
    .name = "selfplay",
    .operands = "SIZE",
    .summary = "Play many games between two agents and count them",
    .details =
        "Agents:\n"
        "  random                  uniform over all legal moves\n"
        "  greedy                  the best position after one move (Konane: the difference in jumps), ties at\n"
        "                          random\n"
        "  ab:DEPTH                alpha-beta; also ab:depth=N,ms=T,nodes=N, limits for one move. eval=1 judges by\n"
        "                          stones that can move, not jumps alone, and plays better (Konane); window=W "
        "searches\n"
        "                          within W of the last value first (12 with eval=1); db=FILE looks into a database\n"
        "  mcts:PLAYOUTS           Monte Carlo tree search; also mcts:playouts=N,exploration=PERCENT\n"
        "  db:FILE                 perfect play from a database (papamu solve, endgames --db); db:FILE,AGENT hands "
        "over\n"
        "                          to AGENT what that leaves open: lost positions of outcomes, draughts before the "
        "endgame\n"
        "  first                   the first legal move in the order of the notation\n"
        "  easy, medium, hard      to play against: greedy, ab:4, ab:nodes=1000000\n"
        "Prints CSV unless another format is asked for, --matrix a table to read; its games are listed with --format\n"
        "csv, agents by agents. Game i depends on the seed and i alone: any number of threads gives the same bytes, "
        "and\n"
        "a run may be split by --first and joined by `papamu stats`. Columns: plies with the removals, jumps\n"
        "without; pair is the number of the pair with --swap; games of the same moves have the same digest; branching\n"
        "has the legal jumps at each jump.\n\n"
        "The two games of a pair have the same opening and the same moves of --random-plies. The agents choose the\n"
        "opening as they sit in the first game of one pair, in the second of the next, and so on; with --each-opening\n"
        "openings take turns, with --positions the positions of a file, which the column opening then has. --matrix\n"
        "plays N games of each agent with itself and N pairs of each two. Agents like\n"
        "different openings, which decide much: compare them with --each-opening, or by class (papamu stats).\n\n"
        "In a list of agents, name=value belongs to the agent before it; semicolons may separate agents instead of\n"
        "commas. Without --checkpoint Ctrl-C leaves the finished games in FILE.partial.\n\n"
        "Example: papamu selfplay 8x8 --games 1000 --black ab:4 --white random --swap --seed 1 -o games.csv",
    .options = options,
    .ranges = ranges,
    .rules = rules,
    .uses = CLI_USES_GAME | CLI_USES_RULES | CLI_USES_VARIANTS | CLI_USES_DRAWS | CLI_USES_THREADS | CLI_USES_SEED |
            CLI_USES_PROGRESS,
    .is_streaming = true,
    .default_format = default_format,
    .run = run,
};
