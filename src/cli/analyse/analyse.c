/* papamu analyse: every legal move of positions with who wins after it, how soon, what it is worth, and how that is
 * known; or games move by move.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/analyse/analyse.h"
#include "src/cli/commands/drawing.h"
#include "src/cli/input/positions.h"

#include <assert.h>
#include <string.h>

enum { DEFAULT_SECONDS = 5 };

/* The place of the last position: the next one is mostly on the same board. */
typedef struct reader {
    cli *c;
    analysis_limits limits;
    bool best_first;
    game *g;
    analyse_place place; /* of `g` */
    int rows, cols;
    pm_color corner;
    int n_done;
    int code; /* what the command ends with: bad positions are left out, all others analysed */
} reader;

static void leave(reader *r)
{
    analyse_place_close(&r->place);
    game_free(r->g);
    r->g = NULL;
}

/* Go to a board; CLI_DONE, or the exit code after an error. */
static int go_to(reader *r, int rows, int cols, pm_color corner)
{
    if (r->g && r->rows == rows && r->cols == cols && r->corner == corner) {
        assert(r->place.g == r->g && r->place.analyst);
        return CLI_DONE;
    }
    leave(r);
    const int code = cli_game_named(r->c, r->c->game, rows, cols, corner, &r->g);
    r->rows = rows;
    r->cols = cols;
    r->corner = corner;
    if (code != CLI_DONE) {
        r->g = NULL;
        return code;
    }
    return analyse_place_open(r->c, r->g, &r->limits, &r->place);
}

/* The board that a text is about; false, with the reason in `err`, if it is not a position. */
static pm_status find_board(const reader *r, const char *text, int *rows, int *cols, pm_color *corner, char *full,
                            pm_error *err)
{
    const cli *c = r->c;
    *rows = c->rows;
    *cols = c->cols;
    *corner = c->corner;
    strcpy(full, "");
    if (strcmp(c->game, "konane") != 0 || strcmp(text, "start") == 0) {
        return PM_OK;
    }
    konane_diagram d;
    const pm_status status = cli_diagram_read(c, text, false, &d, err);
    if (status == PM_OK) {
        *rows = d.rows;
        *cols = d.cols;
        *corner = d.corner;
        konane_diagram_format(&d, full);
    }
    return status;
}

static pm_status read_state(const reader *r, const char *text, const char *full, game_state *s, pm_error *err)
{
    const game *g = r->place.g;
    game_state unused;
    if (strcmp(text, "start") == 0) {
        return g->rules->start(g, s, err);
    }
    pm_status status = g->rules->state_parse(g, full[0] ? full : text, s, err);
    if (status == PM_OK && full[0] && g->rules->is_opening(g, s)) {
        status = g->rules->start(g, &unused, err); /* whether the opening rule leaves Black a stone to remove */
        err->offset = 0;
    }
    return status;
}

static bool show(reader *r, const analysis *found)
{
    cli *c = r->c;
    char sentence[ANALYSIS_TEXT], position[GAME_MAX_TEXT];
    if (c->format != CLI_TEXT) {
        return analysis_put(c, r->place.g, found);
    }
    r->place.g->rules->state_format(r->place.g, &found->state, position);
    cli_print(c, "%s%s\n%s\n", r->n_done++ ? "\n" : "", position, analysis_sentence(r->place.g, found, sentence));
    analysis_print(c, r->place.g, found, r->best_first, 0);
    return cli_flush(c);
}

/* Analyse the position of one text; false to stop. */
static bool answer_text(void *ctx, const char *text, size_t number)
{
    reader *r = ctx;
    int rows, cols;
    pm_color corner;
    char full[KONANE_MAX_TEXT];
    game_state s;
    analysis found;
    pm_error err = {0};
    pm_status status = find_board(r, text, &rows, &cols, &corner, full, &err);
    if (status == PM_OK) {
        const int code = go_to(r, rows, cols, corner);
        if (code != CLI_DONE) {
            r->code = code;
            return false;
        }
        status = read_state(r, text, full, &s, &err);
    }
    if (status != PM_OK) {
        r->code = positions_refuse(r->c, text, number, err.message, err.offset);
        return true;
    }
    const agent_turn turn = {.state = &s};
    status = analyst_find(r->place.analyst, &turn, NULL, &found, &err);
    if (status != PM_OK) {
        r->code = cli_fail(r->c, status, &err);
        return false;
    }
    const bool goes_on = show(r, &found);
    analysis_free(&found);
    return goes_on;
}

static int analyse_positions(cli *c, const analysis_limits *limits)
{
    reader r = {.c = c, .limits = *limits, .best_first = cli_word(c, "sort") == 0};
    if (c->format != CLI_TEXT) {
        analysis_begin(c);
    }
    const int code = positions_each(c, 0, answer_text, &r);
    r.code = code > r.code ? code : r.code;
    leave(&r);
    return r.code;
}

static int run(cli *c)
{
    const char *path = cli_value(c, "record");
    analysis_limits limits = analysis_limits_of(c, path ? 1 : DEFAULT_SECONDS, ANALYSIS_MAX_DEPTH);
    const int code = analysis_limits_read(c, &limits);
    if (code != CLI_DONE) {
        return code;
    }
    if (path && c->n_operands > 0) {
        return cli_usage(c, "--record analyses a file of games, and takes no positions");
    }
    return path ? analyse_record(c, path, &limits) : analyse_positions(c, &limits);
}

static const cli_option options[] = {
    {"record", "FILE", "analyse the games in FILE instead, move by move"},
    {"db", "FILE", "a database of the board, or of endgames, or a proof that search wrote"},
    {"time", "SECONDS", "for each position, beside a database or sweep; default 5, with --record 1"},
    {"depth", "N", "the search looks N plies ahead at most, 2..100"},
    {"sort", "ORDER", "of the rows of text: {best notation}; csv and json keep the order of the notation"},
    {0},
};

static_assert(ANALYSIS_MAX_DEPTH == 100, "as the help of --depth says");

static const cli_range ranges[] = {{"depth", 2, ANALYSIS_MAX_DEPTH}, {0}};

static const cli_rule rules[] = {
    {"record", "sort", "--record lists moves as they were played: it has no --sort"},
    {0},
};

const cli_command cmd_analyse = {
    .name = "analyse",
    .operands = "[POSITION...]",
    .summary = "Every legal move with its winner, plies, value or score, and how that is known",
    .details =
        "Each row is about the position after a move: the winner with perfect play; the plies to the end from there\n"
        "(remoteness); the exact value of Konane's jumps there, or integers below and above it; where the winner is\n"
        "not known the score of a search, its depth, and the line that it expects. `how` says how: database, sweep\n"
        "(Konane on up to 30 cells), proof, proof search (up to 64 cells), value, rules, or search to N plies.\n"
        "Values and scores are good for Black if positive. A score is an evaluation, not a fact. A position without a\n"
        "legal move has one row, without a move. Without positions these are read from standard input, one a line;\n"
        "what is not a position is left out, with a remark and exit code 2.\n\n"
        "--record has a row for each ply, about the position after it. `gave_away` is `win` or `draw` where the "
        "player\n"
        "had that before his move and has it no longer, as far as is known for certain; `kept_by` has the moves that\n"
        "would have kept it.\n\n"
        "Examples: papamu analyse \"bwbwb/wb1bw/bw1wb/wbwbw b\"\n"
        "          papamu analyse --record game.kgn --time 0.5\n"
        "          papamu analyse \"W:WK18,K19:BK1\" --game italian --db 8x8-3.papamu",
    .options = options,
    .ranges = ranges,
    .rules = rules,
    .uses = CLI_USES_GAME | CLI_USES_RULES | CLI_USES_VARIANTS | CLI_USES_BOARD | CLI_USES_DRAWS | CLI_USES_THREADS |
            CLI_USES_MEMORY,
    .is_streaming = true,
    .run = run,
};
