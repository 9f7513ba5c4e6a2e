/* A proof as a source of answers: see sources.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/answers/sources.h"

#include "solver/konane/search/proof_check.h"
#include "solver/konane/search/search_board.h"
#include "src/base/status.h"
#include "src/konane/board.h"
#include "src/konane/game_konane.h"

#include <stdlib.h>
#include <string.h>

typedef struct proof_source {
    proof_file file;
    proof_checker *checker;
    pm_board *board;
} proof_source;

static pm_status judge(void *ctx, size_t n, const game_state states[], verdict verdicts[], pm_error *err)
{
    const proof_source *p = ctx;
    for (size_t i = 0; i < n; i++) {
        const int mover = search_board_class(p->board, (pm_color)states[i].mover);
        const proof_answer found = proof_ask(p->checker, states[i].bits[0], mover);
        if (found == PROOF_UNKNOWN) {
            return status_fail(err, PM_NOT_FOUND, 0, "the proof does not have this position");
        }
        verdicts[i] = (verdict){found == PROOF_WINS ? 1 : -1, -1};
    }
    return PM_OK;
}

static void free_source(void *ctx)
{
    proof_source *p = ctx;
    proof_checker_free(p->checker);
    proof_file_free(&p->file);
    pm_board_free(p->board);
    free(p);
}

static pm_status open_proof(proof_source *p, const game *g, const char *path, pm_error *err)
{
    pm_status status = proof_file_read(path, &p->file, err);
    if (status != PM_OK) {
        return status;
    }
    const konane_variant variant = proof_variant(&p->file);
    const char *name = konane_variant_name(variant);
    if (strcmp(g->name, name) != 0) {
        return status_fail(err, PM_BAD_INPUT, 0, "a proof about %s, not about %s",
                           konane_variant_is_standard(variant) ? "Konane" : name, g->name);
    }
    if (p->file.rows != g->rows || p->file.cols != g->cols) {
        return status_fail(err, PM_BAD_INPUT, 0, "the proof is of a %dx%d board, this one is %dx%d", p->file.rows,
                           p->file.cols, g->rows, g->cols);
    }
    status = konane_board_new(g->rows, g->cols, game_konane_corner(g), "any", variant, &p->board, err);
    return status == PM_OK ? proof_checker_new(&p->file, &p->checker, err) : status;
}

pm_status answers_add_proof(answers *a, const game *g, const char *path, pm_error *err)
{
    proof_source *p = calloc(1, sizeof *p);
    if (!p) {
        return status_no_memory(err, "the proof", 0);
    }
    const pm_status status = open_proof(p, g, path, err);
    if (status != PM_OK) {
        free_source(p);
        return status;
    }
    answers_add(a, (answers_source){.how = "proof", .judge = judge, .free = free_source, .ctx = p});
    return PM_OK;
}
