/* Writing and checking databases: see src/papamu/database.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu/database.h"

#include "analysis/answers/database.h"
#include "solver/draughts/db.h"
#include "solver/konane/db/db.h"
#include "solver/konane/search/proof_check.h"
#include "solver/konane/search/search_board.h"
#include "src/api/handles.h"
#include "src/base/status.h"
#include "src/konane/board.h"
#include "src/konane/game_konane.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const pm_db_options no_options;

static pm_status check_level(int level, pm_error *err)
{
    static_assert(DB_MAX_LEVEL == 19, "the message says so");
    return status_check(err, level >= 0 && level <= DB_MAX_LEVEL, "the level of compression must be 1 to 19");
}

static pm_status check_options(const pm_db_options *o, pm_error *err)
{
    const pm_status status = job_check(&o->job, err);
    return status == PM_OK ? check_level(o->level, err) : status;
}

static db_options writing_of(const pm_db_options *o, int default_level)
{
    assert(default_level >= 1 && default_level <= DB_MAX_LEVEL);
    return (db_options){.level = o->level ? o->level : default_level,
                        .kind = o->remoteness ? DB_REMOTENESS : DB_OUTCOME,
                        .command = o->command};
}

/* ---- writing ----------------------------------------------------------------------------------- */

pm_status pm_db_write(const pm_board *board, const char *path, const pm_db_options *options, uint8_t digest[16],
                      pm_error *err)
{
    const pm_db_options *o = options ? options : &no_options;
    pm_status status = status_check(err, board && path && *path, "the board or the path is NULL, or the path is empty");
    status = status == PM_OK ? check_options(o, err) : status;
    status = status == PM_OK ? status_check(err, !(o->remoteness && board->variant.is_misere),
                                            "remoteness is defined for normal play alone")
                             : status;
    if (status != PM_OK) {
        return status;
    }
    static_assert(DB_DIGEST_BYTES == 16, "the place that a caller has for a digest");
    uint8_t unused[DB_DIGEST_BYTES];
    job_watch watch;
    job_watch_begin(&watch, &o->job);
    db_options writing = writing_of(o, DB_DEFAULT_LEVEL);
    writing.checkpoint = o->checkpoint;
    sweep_options sweeping = job_sweep_options(&o->job, &watch);
    sweeping.keep = db_konane_keep(board);
    status = db_konane_solve(path, board, &writing, &sweeping, NULL, NULL, NULL, digest ? digest : unused, err);
    job_watch_end(&watch);
    return status;
}

/* What endgames are made from. */
typedef struct endgames {
    draughts_board board;
    int pieces;
    const pm_db_options *options;
    job_watch watch;
    db_writer *writer;
    draughts_checkpoint *checkpoint;
    retro_draughts *solved;
} endgames;

static pm_status solve_endgames(endgames *e, const char *path, uint8_t digest[16], pm_error *err)
{
    const pm_db_options *o = e->options;
    const db_options writing = writing_of(o, DB_DRAUGHTS_LEVEL);
    retro_options solving = {.threads = job_threads(&o->job),
                             .memory = job_memory(&o->job),
                             .progress = job_watch_step,
                             .progress_ctx = &e->watch};
    pm_status status = db_draughts_new(path, &e->board, e->pieces, &writing, &e->writer, err);
    if (status == PM_OK && o->checkpoint) {
        status = draughts_checkpoint_open(o->checkpoint, &e->board, e->pieces, &e->checkpoint, &solving.store, err);
    }
    if (status == PM_OK) {
        status = retro_draughts_solve(&e->board, e->pieces, &solving, &e->solved, err);
    }
    if (status == PM_OK) {
        status = db_draughts_write(e->writer, e->solved, solving.threads, job_watch_step, &e->watch, digest, err);
    }
    db_writer_free(e->writer);
    draughts_checkpoint_close(e->checkpoint, status == PM_OK);
    retro_draughts_free(e->solved);
    return status;
}

pm_status pm_endgames_write(const pm_game *g, int pieces, const char *path, const pm_db_options *options,
                            uint8_t digest[16], pm_error *err)
{
    endgames e = {.pieces = pieces, .options = options ? options : &no_options};
    pm_status status = status_check(err, g && path && *path, "the game or the path is NULL, or the path is empty");
    status = status == PM_OK ? check_options(e.options, err) : status;
    if (status != PM_OK) {
        return status;
    }
    if (pieces < 2 || pieces > INDEX_MAX_PIECES) {
        return status_fail(err, PM_BAD_INPUT, 0, "endgames have 2 to %d pieces, not %d", INDEX_MAX_PIECES, pieces);
    }
    const draughts_rules *rules = draughts_rules_named(g->inside->rules->name);
    if (!rules) {
        return status_fail(err, PM_BAD_INPUT, 0, "endgames are for draughts, not for %s", g->inside->rules->name);
    }
    status = draughts_board_init(rules, g->inside->rows, g->inside->cols, &e.board, err);
    if (status == PM_OK) {
        uint8_t unused[DB_DIGEST_BYTES];
        job_watch_begin(&e.watch, &e.options->job);
        status = solve_endgames(&e, path, digest ? digest : unused, err);
        job_watch_end(&e.watch);
    }
    return status;
}

/* ---- reading ----------------------------------------------------------------------------------- */

static pm_status check_place(const char *path, bool has_place, pm_error *err)
{
    return status_check(err, path && has_place, "the path or the place for the result is NULL");
}

static pm_status open_database(const char *path, answers_db **d, pm_error *err)
{
    const pm_status status = answers_db_open(path, 0, d, err);
    if (status != PM_OK) {
        status_name_path(path, err);
    }
    return status;
}

static pm_status open_proof(const char *path, proof_file *proof, pm_error *err)
{
    const pm_status status = proof_file_read(path, proof, err);
    if (status != PM_OK) {
        status_name_path(path, err);
    }
    return status;
}

static pm_status refuse_proof(const char *path, const char *lacks, pm_error *err)
{
    return proof_file_is(path) ? status_fail(err, PM_BAD_INPUT, 0, "\"%s\" is a proof, which %s", path, lacks) : PM_OK;
}

static pm_status look_at_proof(const char *path, pm_file_info *out, pm_error *err)
{
    proof_file proof;
    const pm_status status = open_proof(path, &proof, err);
    if (status == PM_OK) {
        *out = (pm_file_info){.rows = proof.rows,
                              .cols = proof.cols,
                              .is_proof = true,
                              .answered = proof.n_claims,
                              .stored = proof.n_words,
                              .file_bytes = proof.file_bytes};
        snprintf(out->game, sizeof out->game, "%s", konane_variant_name(proof_variant(&proof)));
        static_assert(sizeof out->digest == sizeof proof.digest, "digests of one length");
        memcpy(out->digest, proof.digest, sizeof out->digest);
        proof_file_free(&proof);
    }
    return status;
}

pm_status pm_db_look(const char *path, pm_file_info *out, pm_error *err)
{
    answers_db *d;
    pm_status status = check_place(path, out, err);
    if (status == PM_OK && proof_file_is(path)) {
        return look_at_proof(path, out, err);
    }
    status = status == PM_OK ? open_database(path, &d, err) : status;
    if (status != PM_OK) {
        return status;
    }
    const answers_db_info info = answers_db_get_info(d);
    *out = (pm_file_info){.rows = info.rows,
                          .cols = info.cols,
                          .pieces = info.pieces,
                          .has_remoteness = info.has_remoteness,
                          .answered = info.answered,
                          .stored = info.stored,
                          .file_bytes = info.head->file_bytes};
    snprintf(out->game, sizeof out->game, "%s", info.game);
    assert(strcmp(out->game, info.game) == 0); /* no name of a game is cut */
    static_assert(sizeof out->digest == sizeof info.head->digest, "digests of one length");
    memcpy(out->digest, info.head->digest, sizeof out->digest);
    answers_db_close(d);
    return PM_OK;
}

static bool on_stage(void *ctx, verify_stage stage, uint64_t done, uint64_t total)
{
    (void)stage;
    return job_watch_step(ctx, done, total);
}

static pm_status check_database(answers_db *d, const verify_options *options, pm_verification *out, pm_error *err)
{
    verify_result r = {0};
    char wrong[GAME_MAX_TEXT] = "";
    const pm_status status = answers_db_verify(d, options, &r, wrong, err);
    if (status == PM_OK || status == PM_CHECK_FAILED) {
        *out = (pm_verification){.blocks = r.blocks,
                                 .bad_blocks = r.bad_blocks,
                                 .digest_is_right = r.has_stored_digest && r.digest_is_right,
                                 .positions = r.positions,
                                 .disagreements = r.disagreements};
        static_assert(sizeof out->wrong_position >= sizeof wrong, "no position is cut");
        snprintf(out->wrong_position, sizeof out->wrong_position, "%s", wrong);
    }
    if (status == PM_CHECK_FAILED) {
        assert(r.bad_blocks || !r.digest_is_right || r.count_is_wrong || r.disagreements); /* something failed */
        return status_fail(err, PM_CHECK_FAILED, 0, "%s",
                           r.bad_blocks         ? r.first_bad.message
                           : !r.digest_is_right ? "the content does not have the digest that the header gives"
                                                : "values contradict the rules");
    }
    return status;
}

/* The text of the set of cells and the class that moves which a checker finds wrong. */
static void name_wrong(const proof_file *proof, const proof_result *r, char text[PM_GAME_MAX_TEXT])
{
    pm_board *board;
    if (pm_board_new(proof->rows, proof->cols, proof->corner, "any", &board, NULL) == PM_OK) {
        const pm_color mover = search_board_color(board, r->mover);
        pm_position_format(board, (pm_position){r->occupied & board->all, mover}, text);
        pm_board_free(board);
    }
}

static pm_status judge_proof(const proof_file *proof, const proof_result *r, pm_verification *out, pm_error *err)
{
    *out = (pm_verification){.digest_is_right = true, .positions = r->positions, .disagreements = !r->is_right};
    if (r->is_right) {
        return PM_OK;
    }
    assert(r->why && r->why[0]);
    name_wrong(proof, r, out->wrong_position);
    return status_fail(err, PM_CHECK_FAILED, 0, "the %s %.120s %s", r->is_claim ? "claim on" : "position",
                       out->wrong_position, r->why);
}

static pm_status check_proof(const char *path, const pm_job *job, pm_verification *out, pm_error *err)
{
    proof_file proof;
    proof_checker *checker;
    pm_status status = open_proof(path, &proof, err);
    if (status != PM_OK) {
        return status;
    }
    status = proof_checker_new(&proof, &checker, err);
    if (status == PM_OK) {
        proof_result result;
        job_watch watch;
        job_watch_begin(&watch, job);
        status = proof_check(checker, job_threads(job), job_watch_step, &watch, &result, err);
        job_watch_end(&watch);
        status = status == PM_OK ? judge_proof(&proof, &result, out, err) : status;
        proof_checker_free(checker);
    }
    proof_file_free(&proof);
    return status;
}

pm_status pm_db_check(const char *path, const pm_job *job, uint64_t n_samples, uint64_t seed, pm_verification *result,
                      pm_error *err)
{
    answers_db *d;
    pm_status status = job_check(job, err);
    status = status == PM_OK ? status_check(err, n_samples == UINT64_MAX || n_samples <= VERIFY_MAX_SAMPLES,
                                            "so many samples are refused; UINT64_MAX means all positions")
                             : status;
    status = status == PM_OK ? check_place(path, result, err) : status;
    if (status == PM_OK && proof_file_is(path)) {
        return check_proof(path, job, result, err);
    }
    status = status == PM_OK ? open_database(path, &d, err) : status;
    if (status != PM_OK) {
        return status;
    }
    job_watch watch;
    job_watch_begin(&watch, job);
    const verify_options options = {.n_samples = n_samples,
                                    .seed = seed,
                                    .threads = job_threads(job),
                                    .memory = job_memory(job),
                                    .progress = on_stage,
                                    .progress_ctx = &watch};
    status = check_database(d, &options, result, err);
    job_watch_end(&watch);
    answers_db_close(d);
    return status;
}

/* ---- counting ---------------------------------------------------------------------------------- */

typedef struct counting {
    job_watch watch;
    size_t room, n;
    pm_db_count *counts;
} counting;

static bool take_count(void *ctx, const answers_count *count)
{
    counting *c = ctx;
    if (c->n < c->room) {
        c->counts[c->n] = (pm_db_count){.mover = count->mover,
                                        .stones = count->stones,
                                        .men = {count->men[0], count->men[1]},
                                        .kings = {count->kings[0], count->kings[1]},
                                        .verdict = {count->verdict.outcome, count->verdict.plies},
                                        .positions = count->positions};
    }
    c->n++;
    return true;
}

static bool on_count(void *ctx, uint64_t done, uint64_t total)
{
    return job_watch_step(&((counting *)ctx)->watch, done, total);
}

pm_status pm_db_histogram(const char *path, const pm_job *job, size_t room, pm_db_count counts[], size_t *n,
                          pm_error *err)
{
    answers_db *d;
    pm_status status = job_check(job, err);
    status = status == PM_OK ? check_place(path, n && (counts || room == 0), err) : status;
    status = status == PM_OK ? refuse_proof(path, "has no histogram", err) : status;
    status = status == PM_OK ? open_database(path, &d, err) : status;
    if (status != PM_OK) {
        return status;
    }
    counting c = {.room = room, .counts = counts};
    job_watch_begin(&c.watch, job);
    const answers_histogram h = {.threads = job_threads(job), .row = take_count, .progress = on_count, .ctx = &c};
    status = answers_db_histogram(d, &h, err);
    job_watch_end(&c.watch);
    answers_db_close(d);
    if (status == PM_OK) {
        *n = c.n;
    } else {
        status_name_path(path, err);
    }
    return status;
}

/* ---- writing again ----------------------------------------------------------------------------- */

static const pm_convert_options same_level;

static pm_status check_conversion(const char *old_path, const char *new_path, const pm_convert_options *o,
                                  pm_error *err)
{
    static_assert(DB_FORMAT_VERSION == 2, "the message says so");
    pm_status status = status_check(err, old_path && new_path && *new_path, "a path is NULL, or the new one is empty");
    status = status == PM_OK ? job_check(&o->job, err) : status;
    status = status == PM_OK ? check_level(o->level, err) : status;
    status = status == PM_OK ? status_check(err, o->version >= 0 && o->version <= DB_FORMAT_VERSION,
                                            "the version of the format must be 1 or 2")
                             : status;
    return status == PM_OK ? refuse_proof(old_path, "is not converted", err) : status;
}

pm_status pm_db_convert(const char *old_path, const char *new_path, const pm_convert_options *options,
                        uint8_t digest[16], pm_error *err)
{
    answers_db *d;
    const pm_convert_options *o = options ? options : &same_level;
    pm_status status = check_conversion(old_path, new_path, o, err);
    status = status == PM_OK ? open_database(old_path, &d, err) : status;
    if (status != PM_OK) {
        return status;
    }
    const db_header *h = answers_db_get_info(d).head;
    job_watch watch;
    job_watch_begin(&watch, &o->job);
    const db_conversion conversion = {.writing = {.level = o->level ? o->level : h->level,
                                                  .version = o->version ? o->version : DB_FORMAT_VERSION,
                                                  .command = o->command},
                                      .threads = job_threads(&o->job),
                                      .progress = job_watch_step,
                                      .progress_ctx = &watch};
    status = answers_db_convert(d, new_path, &conversion, err);
    job_watch_end(&watch);
    if (status == PM_OK && digest) {
        memcpy(digest, h->digest, DB_DIGEST_BYTES); /* compared while it was written */
    } else if (status != PM_OK && status != PM_IO) {
        status_name_path(old_path, err);
    }
    answers_db_close(d);
    return status;
}
