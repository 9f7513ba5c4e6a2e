/* Draughts as retro.c sees it: see retro.h and index.h.
 *
 * Captures are compulsory, so a position has either captures, which all lead to slices with fewer pieces, or quiet
 * moves, of which promotions lead to a slice with fewer men and the others to the partner of its slice.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/draughts/retro.h"

#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>

/* What retro.c passes through. */
typedef struct draughts_context {
    const draughts_index *index;
} draughts_context;

/* The value of `pos` for its mover, who is White. */
static retro_code lookup(const draughts_index *index, const retro_solution *solution, const draughts_position *pos)
{
    if (!pos->pieces[PM_WHITE]) {
        return RETRO_LOST_NOW;
    }
    const int slice = draughts_index_slice(index, pos);
    return retro_value(solution, slice, draughts_index_rank(index, slice, pos));
}

static retro_start classify_position(const draughts_index *index, const retro_solution *solution,
                                     const draughts_position *pos)
{
    const draughts_board *board = index->board;
    draughts_move moves[DRAUGHTS_MAX_MOVES];
    const int n = draughts_moves(board, pos, moves);
    retro_start start = {0};
    retro_code best = RETRO_DRAW;
    for (int i = 0; i < n; i++) {
        const bool is_promotion =
            bits_one(moves[i].to) & board->crown[PM_WHITE] && !(pos->kings & bits_one(moves[i].from));
        if (!moves[i].taken && !is_promotion) {
            start.n_quiet++;
            continue;
        }
        const draughts_position next = draughts_turned(board, draughts_make(board, *pos, moves[i]));
        const retro_code code = lookup(index, solution, &next);
        best = start.has_conversion ? retro_better(best, code) : code;
        start.has_conversion = true;
    }
    assert(start.n_quiet < 63); /* the state of retro.c has six bits for them */
    start.best = retro_before(best);
    return start;
}

static void classify(const void *ctx, const retro_solution *solution, int slice, uint64_t begin, uint64_t end,
                     retro_start *starts)
{
    const draughts_context *c = ctx;
    index_cursor cursor = draughts_index_cursor(c->index, slice);
    for (uint64_t p = begin; p < end; p++) {
        const draughts_position pos = draughts_index_at(&cursor, p);
        starts[p - begin] = classify_position(c->index, solution, &pos);
    }
}

static size_t predecessors(const void *ctx, int slice, const uint64_t *positions, size_t n, uint64_t *found)
{
    const draughts_context *c = ctx;
    const draughts_index *index = c->index;
    const int partner = draughts_index_partner(index, slice);
    index_cursor cursor = draughts_index_cursor(index, slice);
    size_t n_found = 0;
    for (size_t i = 0; i < n; i++) {
        const draughts_position pos = draughts_index_at(&cursor, positions[i]);
        draughts_position turned = draughts_turned(index->board, pos);
        turned.mover = PM_WHITE; /* who has just moved, seen from his side */
        draughts_move moves[DRAUGHTS_MAX_MOVES];
        const int n_moves = draughts_unmoves(index->board, &turned, moves);
        for (int m = 0; m < n_moves; m++) {
            const draughts_position before = draughts_unmake(turned, moves[m]);
            found[n_found++] = draughts_index_rank(index, partner, &before);
            assert(draughts_index_slice(index, &before) == partner);
        }
    }
    return n_found;
}

static void describe(const draughts_context *context, uint64_t *sizes, int *partners, retro_game *game)
{
    const draughts_index *index = context->index;
    for (int s = 0; s < index->n_slices; s++) {
        sizes[s] = index->slices[s].size;
        partners[s] = draughts_index_partner(index, s);
        assert(partners[s] >= 0);
    }
    *game = (retro_game){.ctx = context,
                         .n_slices = index->n_slices,
                         .sizes = sizes,
                         .partners = partners,
                         .classify = classify,
                         .predecessors = predecessors};
}

size_t retro_draughts_plan(const draughts_board *board, int max_pieces, int threads)
{
    draughts_index *index = malloc(sizeof *index);
    if (!index) {
        return SIZE_MAX;
    }
    draughts_index_init(index, board, max_pieces);
    uint64_t sizes[INDEX_MAX_SLICES];
    int partners[INDEX_MAX_SLICES];
    retro_game game;
    describe(&(draughts_context){index}, sizes, partners, &game);
    const size_t bytes = retro_plan(&game, threads);
    free(index);
    return bytes;
}

pm_status retro_draughts_solve(const draughts_board *board, int max_pieces, const retro_options *options,
                               retro_draughts **solved, pm_error *err)
{
    retro_draughts *made = malloc(sizeof *made);
    if (!made) {
        return status_no_memory(err, "the numbering of positions", 0);
    }
    made->board = *board;
    made->solution = NULL;
    draughts_index_init(&made->index, &made->board, max_pieces);
    uint64_t sizes[INDEX_MAX_SLICES];
    int partners[INDEX_MAX_SLICES];
    const draughts_context context = {&made->index};
    retro_game game;
    describe(&context, sizes, partners, &game);
    const pm_status status = retro_solve(&game, options, &made->solution, err);
    if (status != PM_OK) {
        free(made);
        return status;
    }
    *solved = made;
    return PM_OK;
}

void retro_draughts_free(retro_draughts *solved)
{
    if (solved) {
        retro_free(solved->solution);
        free(solved);
    }
}

bool retro_draughts_value(const retro_draughts *solved, const draughts_position *pos, retro_code *code)
{
    const draughts_position seen = pos->mover == PM_WHITE ? *pos : draughts_turned(&solved->board, *pos);
    if (!seen.pieces[PM_WHITE]) {
        *code = RETRO_LOST_NOW;
        return true;
    }
    const int slice = draughts_index_slice(&solved->index, &seen);
    if (slice < 0) {
        return false;
    }
    assert(seen.mover == PM_WHITE);
    *code = retro_value(solved->solution, slice, draughts_index_rank(&solved->index, slice, &seen));
    return true;
}
