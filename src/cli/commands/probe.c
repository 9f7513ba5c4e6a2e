/* papamu probe: the values of positions in a database, and their best moves.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/answers/sources.h"
#include "solver/search/proof_file.h"
#include "src/cli/input/database.h"
#include "src/cli/input/positions.h"
#include "src/cli/search/proof.h"

#include <assert.h>

/* The database, and the games that positions may belong to, by the colour of the corner. */
typedef struct prober {
    cli *c;
    const char *path;
    answers_db *db;
    game *games[2];
    answers *answers[2];
    int code; /* what the command ends with: bad positions are left out, all others answered */
} prober;

static void put_answer(prober *p, const game *g, const game_state *s, const answer *found)
{
    assert(found->verdict.outcome <= 0 || found->n_moves > 0 || g->is_misere); /* who wins has a move */
    char text[GAME_MAX_TEXT], list[CLI_MOVES_TEXT];
    g->rules->state_format(g, s, text);
    cli_put(p->c, text, answers_winner_name(s, found->verdict), CLI_IF(found->verdict.plies >= 0, found->verdict.plies),
            answers_best_format(g, s, found, sizeof list, list));
}

/* Answer one position; false to stop. */
static bool answer_text(void *ctx, const char *text, size_t number)
{
    prober *p = ctx;
    game_state s;
    answer found;
    pm_color corner;
    pm_error err = {0};
    pm_status status = positions_parse(p->c, p->games, text, &corner, &s, &err);
    if (status == PM_OK) {
        status = answers_find(p->answers[corner], &s, &found, &err);
    }
    if (status == PM_BAD_INPUT || status == PM_NOT_FOUND) {
        p->code = positions_refuse(p->c, text, number, err.message, err.offset);
        return true;
    }
    if (status != PM_OK) {
        p->code = database_fail(p->c, p->path, status, &err);
        return false;
    }
    put_answer(p, p->games[corner], &s, &found);
    return cli_row(p->c);
}

static int answer_all(prober *p)
{
    cli_table_of(p->c, "positions", "position=24 winner=6 remoteness#=10 best_moves*=1");
    const int code = positions_each(p->c, 1, answer_text, p);
    return code > p->code ? code : p->code;
}

/* Make the game with this corner, and what answers for it. */
static int prepare(prober *p, pm_color corner)
{
    assert(!p->games[corner] && !p->answers[corner]);
    const answers_db_info info = answers_db_get_info(p->db);
    const int code = cli_game_named(p->c, info.game, info.rows, info.cols, corner, &p->games[corner]);
    if (code != CLI_DONE) {
        return code;
    }
    pm_error err;
    p->answers[corner] = answers_new(p->games[corner]);
    if (!p->answers[corner]) {
        return cli_no_memory(p->c, "exact answers");
    }
    const pm_status status = answers_add_database(p->answers[corner], p->games[corner], p->db, &err);
    return status == PM_OK ? CLI_DONE : database_fail(p->c, p->path, status, &err);
}

static int run(cli *c)
{
    prober p = {.c = c, .path = c->operands[0]};
    if (proof_file_is(p.path)) {
        return proof_probe(c, p.path);
    }
    int code = database_open(c, p.path, &p.db);
    if (code != CLI_DONE) {
        return code;
    }
    for (int i = 0; i < 2 && code == CLI_DONE; i++) {
        code = prepare(&p, (pm_color)i);
    }
    code = code ? code : answer_all(&p);
    for (int i = 0; i < 2; i++) {
        answers_free(p.answers[i]);
        game_free(p.games[i]);
    }
    answers_db_close(p.db);
    return code;
}

const cli_command cmd_probe = {
    .name = "probe",
    .operands = "FILE [POSITION...]",
    .summary = "Values and best moves of positions, from a database",
    .details =
        "Without positions these are read from standard input, one a line; lines that begin with # are left "
        "out, and so,\n"
        "with a remark and exit code 2, are positions that cannot be answered. The best moves are all that win; "
        "none in a\n"
        "lost position. If the database has remoteness they are all that win soonest or lose latest. A position "
        "may be\n"
        "\"start\"; in the opening the moves are removals. Either corner colour is answered. --memory limits "
        "the cache.\n"
        "Of draughts endgames the best moves of a drawn position are all that draw, and what has too many pieces "
        "cannot be\n"
        "answered. From a proof the winner is answered of the positions that it rests on, with the winning moves that "
        "it "
        "knows.\n\n"
        "Example: papamu probe 6x6.papamu \"bwbwbw/wbwbwb/bw2bw/wbwbwb/bwbwbw/wbwbwb b\"",
    .uses = CLI_USES_RULES | CLI_USES_MEMORY,
    .is_streaming = true,
    .run = run,
};
