/* Finding problems: see find.h.
 *
 * Random games give positions that can arise; one sweep of the board answers them and what their moves lead to.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/problems/find.h"

#include "src/base/array.h"
#include "src/base/rng.h"
#include "src/base/status.h"
#include "src/konane/board.h"
#include "src/papamu/solve.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A position to look at: itself, then what each of its moves leads to, from `first` on in the list of questions. */
typedef struct candidate {
    pm_position pos;
    uint64_t game;
    size_t first;
} candidate;

typedef struct finder {
    const pm_board *board;
    candidate *candidates;
    size_t n_candidates, room;
    pm_position *asked;
    size_t n_asked, asked_room;
    pm_value *answers;
} finder;

/* ---- positions that can arise ---- */

static bool add(finder *f, pm_position pos, uint64_t game)
{
    candidate *all = array_grow(f->candidates, &f->room, f->n_candidates + 1, sizeof *all);
    if (!all) {
        return false;
    }
    f->candidates = all;
    /* An image of a position arises too, unless the opening is given. */
    const pm_position image = f->board->rule == KONANE_FIXED ? pos : pm_position_canonical(f->board, pos);
    f->candidates[f->n_candidates++] = (candidate){image, game, 0};
    return true;
}

/* Play a game at random, and take its positions with more than one jump. */
static bool play(finder *f, pm_position pos, uint64_t seed, uint64_t game)
{
    rng r = rng_stream(seed, game);
    pm_move moves[PM_MAX_MOVES];
    int n;
    while ((n = pm_moves(f->board, pos, moves)) > 0) {
        if (n > 1 && !pm_position_is_opening(f->board, pos) && !add(f, pos, game)) {
            return false;
        }
        pos = pm_move_make(f->board, pos, moves[rng_below(&r, (uint32_t)n)]);
    }
    return true;
}

static int compare_candidates(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->pos.occupied != y->pos.occupied) {
        return x->pos.occupied < y->pos.occupied ? -1 : 1;
    }
    return x->pos.mover != y->pos.mover ? (int)x->pos.mover - (int)y->pos.mover
                                        : (x->game > y->game) - (x->game < y->game);
}

/* Keep each position once, with the first game that it arose in. */
static void drop_repeated(finder *f)
{
    size_t n = 0;
    if (f->n_candidates > 0) {
        qsort(f->candidates, f->n_candidates, sizeof *f->candidates, compare_candidates);
    }
    for (size_t i = 0; i < f->n_candidates; i++) {
        const candidate *c = &f->candidates[i];
        if (n == 0 || c->pos.occupied != f->candidates[n - 1].pos.occupied ||
            c->pos.mover != f->candidates[n - 1].pos.mover) {
            f->candidates[n++] = *c;
        }
    }
    assert(n <= f->n_candidates);
    f->n_candidates = n;
}

static bool ask(finder *f, pm_position pos)
{
    pm_position *asked = array_grow(f->asked, &f->asked_room, f->n_asked + 1, sizeof *asked);
    if (!asked) {
        return false;
    }
    f->asked = asked;
    f->asked[f->n_asked++] = pos;
    return true;
}

static bool ask_all(finder *f)
{
    for (size_t i = 0; i < f->n_candidates; i++) {
        candidate *c = &f->candidates[i];
        pm_move moves[PM_MAX_MOVES];
        const int n = pm_jumps(f->board, c->pos, moves);
        assert(n > 1); /* or there was nothing to choose */
        c->first = f->n_asked;
        bool is_good = ask(f, c->pos);
        for (int m = 0; m < n && is_good; m++) {
            is_good = ask(f, pm_move_make(f->board, c->pos, moves[m]));
        }
        assert(!is_good || f->n_asked - c->first == (size_t)n + 1); /* itself, then its moves */
        if (!is_good) {
            return false;
        }
    }
    return true;
}

/* ---- which of them are problems ---- */

/* What the agent "greedy" thinks of a position that it has moved to: its jumps less those of the player to move. */
static int appeal(const pm_board *board, pm_position after)
{
    pm_move unused[PM_MAX_MOVES];
    const pm_position own = {after.occupied, after.mover == PM_BLACK ? PM_WHITE : PM_BLACK};
    return pm_jumps(board, own, unused) - pm_jumps(board, after, unused);
}

/* Whether one move alone wins at a candidate; then the problem. */
static bool is_problem(const finder *f, const candidate *c, problem *p)
{
    pm_move moves[PM_MAX_MOVES];
    const int n = pm_jumps(f->board, c->pos, moves);
    const pm_value *own = &f->answers[c->first], *after = own + 1;
    assert(c->first + (size_t)n < f->n_asked);
    assert((own->remoteness % 2 == 1) == (own->winner == c->pos.mover)); /* who wins makes the last move */
    int n_winning = 0, best = INT_MIN;
    bool greedy_can_win = false;
    for (int m = 0; m < n; m++) {
        const bool wins = after[m].winner == c->pos.mover;
        const int value = appeal(f->board, f->asked[c->first + 1 + (size_t)m]);
        greedy_can_win = value > best ? wins : greedy_can_win || (value == best && wins);
        best = value > best ? value : best;
        if (wins) {
            n_winning++;
            p->move = moves[m];
            p->remoteness = after[m].remoteness + 1;
        }
    }
    assert((n_winning > 0) == (own->winner == c->pos.mover));
    assert(n_winning != 1 || p->remoteness == own->remoteness); /* the only way to win is the quickest */
    p->pos = c->pos;
    p->greedy_loses = !greedy_can_win;
    p->n_moves = (uint32_t)n;
    p->same_game = c->game;
    return n_winning == 1;
}

/* The better problem first. */
static int compare_problems(const void *a, const void *b)
{
    const problem *x = a, *y = b;
    if (x->greedy_loses != y->greedy_loses) {
        return x->greedy_loses ? -1 : 1;
    }
    if (x->remoteness != y->remoteness) {
        return x->remoteness > y->remoteness ? -1 : 1;
    }
    if (x->n_moves != y->n_moves) {
        return x->n_moves > y->n_moves ? -1 : 1;
    }
    return x->pos.occupied < y->pos.occupied ? -1 : x->pos.occupied > y->pos.occupied;
}

/* The shorter problem first, others as they were. */
static int compare_lengths(const void *a, const void *b)
{
    const problem *x = a, *y = b;
    return x->remoteness != y->remoteness ? x->remoteness - y->remoteness : -compare_problems(a, b);
}

static bool has_game(const problem problems[], size_t n, uint64_t game)
{
    for (size_t i = 0; i < n; i++) {
        if (problems[i].same_game == game) {
            return true;
        }
    }
    return false;
}

static pm_status choose(const finder *f, const problem_search *search, problem problems[], size_t *n, pm_error *err)
{
    problem *all = malloc((f->n_candidates + 1) * sizeof *all);
    size_t n_all = 0;
    if (!all) {
        return status_no_memory(err, "the problems", f->n_candidates * sizeof *all);
    }
    for (size_t i = 0; i < f->n_candidates; i++) {
        const bool fits = is_problem(f, &f->candidates[i], &all[n_all]) &&
                          (search->most_plies == 0 || all[n_all].remoteness <= search->most_plies);
        n_all += fits;
    }
    qsort(all, n_all, sizeof *all, compare_problems);
    *n = 0;
    for (size_t i = 0; i < n_all && *n < search->count; i++) {
        if (!has_game(problems, *n, all[i].same_game)) {
            problems[(*n)++] = all[i];
        }
    }
    assert(*n <= search->count && *n <= n_all);
    if (*n > 0) {
        qsort(problems, *n, sizeof *problems, compare_lengths);
    }
    free(all);
    return PM_OK;
}

static pm_status answer_all(finder *f, const problem_search *search, pm_error *err)
{
    f->answers = malloc((f->n_asked + 1) * sizeof *f->answers);
    if (!f->answers) {
        return status_no_memory(err, "the answers", f->n_asked * sizeof *f->answers);
    }
    const pm_solve_options options = {
        .job = search->job, .remoteness = true, .n_positions = f->n_asked, .positions = f->asked, .values = f->answers};
    pm_solution *solution;
    const pm_status status = pm_solve(f->board, &options, &solution, err);
    if (status == PM_OK) {
        pm_solution_free(solution);
    }
    return status;
}

pm_status problems_find(const pm_board *board, const problem_search *search, problem problems[], size_t *n,
                        pm_error *err)
{
    finder f = {.board = board};
    pm_position start;
    pm_status status = pm_start(board, &start, err);
    bool has_room = true;
    for (uint64_t game = 0; game < search->games && status == PM_OK && has_room; game++) {
        has_room = play(&f, start, search->seed, game);
    }
    drop_repeated(&f);
    if (status == PM_OK && !(has_room && ask_all(&f))) {
        status = status_no_memory(err, "the positions", 0);
    }
    status = status == PM_OK ? answer_all(&f, search, err) : status;
    status = status == PM_OK ? choose(&f, search, problems, n, err) : status;
    free(f.candidates);
    free(f.asked);
    free(f.answers);
    return status;
}
