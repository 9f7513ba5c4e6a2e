/* What info, verify and probe do with a proof: see proof.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/search/proof.h"

#include "solver/db/digest.h"
#include "solver/konane/search/proof_check.h"
#include "solver/konane/search/search_board.h"
#include "src/base/bits.h"
#include "src/base/status.h"
#include "src/cli/input/positions.h"
#include "src/konane/board.h"
#include "src/konane/cell.h"
#include "src/konane/game_konane.h"

#include <assert.h>
#include <string.h>

/* A proof in use, and the boards that its positions stand on, by the colour of the corner. */
typedef struct proof_user {
    cli *c;
    const char *path;
    proof_file proof;
    pm_board *boards[2];
    proof_checker *checker;
    int code;
} proof_user;

static int fail(const proof_user *u, pm_status status, const pm_error *err)
{
    pm_error named = *err;
    if (status != PM_IO) {
        status_fail(&named, status, err->offset, "\"%s\": %s", u->path, err->message);
    }
    return cli_fail(u->c, status, &named);
}

static void close_proof(proof_user *u)
{
    proof_checker_free(u->checker);
    pm_board_free(u->boards[0]);
    pm_board_free(u->boards[1]);
    proof_file_free(&u->proof);
}

static int open_proof(cli *c, const char *path, proof_user *u)
{
    pm_error err;
    *u = (proof_user){.c = c, .path = path};
    pm_status status = proof_file_read(path, &u->proof, &err);
    assert(status != PM_OK || u->proof.corner == PM_BLACK || u->proof.corner == PM_WHITE);
    for (int i = 0; i < 2 && status == PM_OK; i++) {
        status = konane_board_new(u->proof.rows, u->proof.cols, (pm_color)i, "any", proof_variant(&u->proof),
                                  &u->boards[i], &err);
    }
    if (status == PM_OK) {
        status = proof_checker_new(&u->proof, &u->checker, &err);
    }
    if (status != PM_OK) {
        const int code = fail(u, status, &err);
        close_proof(u);
        return code;
    }
    return CLI_DONE;
}

/* The position of a set of cells with a class to move, on a board with this corner. */
static pm_position position_of(const proof_user *u, pm_color corner, uint64_t occupied, int mover)
{
    return (pm_position){occupied, search_board_color(u->boards[corner], mover)};
}

/* The winner that a claim says. */
static pm_color claim_winner(const proof_user *u, const proof_claim *claim)
{
    const pm_color mover = position_of(u, u->proof.corner, claim->occupied, claim->mover).mover;
    return claim->wins == (mover == PM_BLACK) ? PM_BLACK : PM_WHITE;
}

static void put_claims(proof_user *u)
{
    cli *c = u->c;
    cli_table_of(c, "claims", "position winner");
    for (uint32_t i = 0; i < u->proof.n_claims; i++) {
        char text[PM_MAX_TEXT];
        const proof_claim *claim = &u->proof.claims[i];
        pm_position_format(u->boards[u->proof.corner],
                           position_of(u, u->proof.corner, claim->occupied & u->boards[0]->all, claim->mover), text);
        if (!cli_put_row(c, text, color_name(claim_winner(u, claim)))) {
            return;
        }
    }
    cli_table_end(c);
}

int proof_info(cli *c, const char *path)
{
    proof_user u;
    char digest[DB_DIGEST_TEXT];
    if (cli_has(c, "histogram")) {
        return cli_error(c, CLI_BAD_INPUT, "\"%s\" is a proof, which has no histogram", path);
    }
    const int code = open_proof(c, path, &u);
    if (code != CLI_DONE) {
        return code;
    }
    cli_fact_text(c, "game", konane_variant_name(proof_variant(&u.proof)));
    cli_fact_text(c, "kind", "proof");
    cli_fact_count(c, "rows", (uint64_t)u.proof.rows);
    cli_fact_count(c, "cols", (uint64_t)u.proof.cols);
    cli_fact_text(c, "corner", color_name(u.proof.corner));
    cli_fact_count(c, "claims", u.proof.n_claims);
    cli_fact_count(c, "positions_stored", u.proof.n_words);
    cli_fact_count(c, "stones_left_to_the_checker", (uint64_t)u.proof.small);
    cli_fact_count(c, "file_bytes", u.proof.file_bytes);
    cli_fact_text(c, "digest", db_digest_format(u.proof.digest, digest));
    put_claims(&u);
    close_proof(&u);
    return CLI_DONE;
}

static int report(proof_user *u, const proof_result *result)
{
    char text[PM_MAX_TEXT], digest[DB_DIGEST_TEXT];
    cli *c = u->c;
    cli_fact_count(c, "claims", u->proof.n_claims);
    cli_fact_count(c, "positions_checked", result->positions);
    cli_fact_text(c, "digest", db_digest_format(u->proof.digest, digest));
    if (result->is_right) {
        put_claims(u);
        return CLI_DONE;
    }
    assert(result->why && result->why[0]);
    pm_position_format(u->boards[u->proof.corner],
                       position_of(u, u->proof.corner, result->occupied & u->boards[0]->all, result->mover), text);
    cli_warn(c, "\"%s\": the %s %s %s", u->path, result->is_claim ? "claim on" : "position", text, result->why);
    return CLI_CHECK_FAILED;
}

int proof_verify(cli *c, const char *path)
{
    proof_user u;
    proof_result result;
    pm_error err;
    if (cli_has(c, "sample")) {
        return cli_error(c, CLI_BAD_INPUT, "\"%s\" is a proof: all of it is checked, no sample", path);
    }
    int code = open_proof(c, path, &u);
    if (code != CLI_DONE) {
        return code;
    }
    cli_progress_begin(c, "verify", "positions");
    const pm_status status = proof_check(u.checker, c->threads, cli_progress_count, NULL, &result, &err);
    cli_progress_end();
    code = status == PM_OK ? report(&u, &result) : cli_fail(c, status, &err);
    close_proof(&u);
    return code;
}

/* ---- probe -------------------------------------------------------------------------------------- */

static pm_status read_position(proof_user *u, const char *text, const pm_board **board, pm_position *pos, pm_error *err)
{
    pm_board *own;
    const pm_status status = pm_position_parse(text, "any", u->c->corner, false, &own, pos, err);
    if (status != PM_OK) {
        return status;
    }
    const bool fits = own->rows == u->proof.rows && own->cols == u->proof.cols;
    *board = u->boards[own->corner];
    pm_board_free(own);
    if (!fits || pm_position_is_opening(*board, *pos)) {
        snprintf(err->message, sizeof err->message,
                 fits ? "the position is in the opening, and the proof is about jumps"
                      : "the proof is of a %dx%d board",
                 u->proof.rows, u->proof.cols);
        err->offset = 0;
        return PM_BAD_INPUT;
    }
    return PM_OK;
}

/* Put the winner of a position, and the winner's moves that the proof has. False if it does not have the position. */
static bool put_answer(proof_user *u, const pm_board *board, pm_position pos)
{
    char text[PM_MAX_TEXT], list[CLI_MOVES_TEXT];
    const pm_color other = pos.mover == PM_BLACK ? PM_WHITE : PM_BLACK;
    const proof_answer found = proof_ask(u->checker, pos.occupied, search_board_class(board, pos.mover));
    if (found == PROOF_UNKNOWN) {
        return false;
    }
    pm_move moves[PM_MAX_MOVES];
    int n = 0;
    const int n_all = pm_jumps(board, pos, moves);
    for (int i = 0; i < n_all && found == PROOF_WINS; i++) {
        const pm_position next = pm_move_make(board, pos, moves[i]);
        if (proof_ask(u->checker, next.occupied, search_board_class(board, next.mover)) == PROOF_LOSES) {
            moves[n++] = moves[i];
        }
    }
    pm_position_format(board, pos, text);
    cli_put(u->c, text, color_name(found == PROOF_WINS ? pos.mover : other), CLI_NONE,
            cli_moves_format(board, moves, n, list));
    return true;
}

static bool answer(void *ctx, const char *text, size_t number)
{
    proof_user *u = ctx;
    const pm_board *board = NULL;
    pm_position pos;
    pm_error err;
    if (read_position(u, text, &board, &pos, &err) != PM_OK) {
        u->code = positions_refuse(u->c, text, number, err.message, err.offset);
        return true;
    }
    if (!put_answer(u, board, pos)) {
        u->code = positions_refuse(u->c, text, number, "the proof does not have this position", 0);
        return true;
    }
    return cli_row(u->c);
}

int proof_probe(cli *c, const char *path)
{
    proof_user u;
    int code = open_proof(c, path, &u);
    if (code != CLI_DONE) {
        return code;
    }
    cli_table_of(c, "positions", "position=24 winner=6 remoteness#=10 best_moves*=1");
    code = positions_each(c, 1, answer, &u);
    code = code > u.code ? code : u.code;
    close_proof(&u);
    return code;
}
