/* The checker of proofs: see proof_check.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/search/proof_check.h"

#include "src/base/par.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_AFTER = 128, MEMO_SIZE = 1 << 16, GRAIN = 512 };

/* Answers on endings that were searched: the position, its mover, and 1 won, 2 lost; 0 if the place is empty. */
typedef struct memo {
    uint64_t occupied;
    int mover, answer;
} memo;

struct proof_checker {
    const proof_file *proof;
    int rows, cols, n;
    konane_variant variant;
    bool has_swap; /* one side is even */
    int n_images[2];
    uint8_t image[2][8][64]; /* [whether it exchanges the classes]: cell -> cell */
    memo *memos;             /* MEMO_SIZE for each worker */
    int workers;
    /* of a check */
    bool (*progress)(void *ctx, uint64_t done, uint64_t total);
    void *ctx;
    _Atomic uint64_t done;
    _Atomic uint64_t first_wrong; /* index into the words */
    _Atomic bool stop;
};

/* ---- the rules -------------------------------------------------------------------------------- */

static bool is_on_board(const proof_checker *c, int col, int rank)
{
    return col >= 0 && col < c->cols && rank >= 0 && rank < c->rows;
}

static bool is_stone(const proof_checker *c, uint64_t occupied, int col, int rank)
{
    return occupied >> (col * c->rows + rank) & 1;
}

static uint64_t cell_bit(const proof_checker *c, int col, int rank)
{
    return UINT64_C(1) << (col * c->rows + rank);
}

/* The positions after all jumps of class `mover`. Returns their number. */
static int jumps(const proof_checker *c, uint64_t occupied, int mover, uint64_t after[MAX_AFTER])
{
    static const int cols[] = {0, 1, 0, -1}, ranks[] = {1, 0, -1, 0};
    int n = 0;
    for (int cell = 0; cell < c->n; cell++) {
        if (!(occupied >> cell & 1) || (cell / c->rows + cell % c->rows) % 2 != mover) {
            continue;
        }
        for (int d = 0; d < 4; d++) {
            int col = cell / c->rows, rank = cell % c->rows;
            uint64_t now = occupied;
            const int n_before = n;
            while (is_on_board(c, col + 2 * cols[d], rank + 2 * ranks[d]) &&
                   is_stone(c, now, col + cols[d], rank + ranks[d]) &&
                   !is_stone(c, now, col + 2 * cols[d], rank + 2 * ranks[d])) {
                now &= ~cell_bit(c, col, rank) & ~cell_bit(c, col + cols[d], rank + ranks[d]);
                col += 2 * cols[d];
                rank += 2 * ranks[d];
                now |= cell_bit(c, col, rank);
                n = c->variant.chains == KONANE_CHAINS_LONGEST ? n_before : n;
                after[n++] = now;
                if (c->variant.chains == KONANE_CHAINS_SINGLE) {
                    break;
                }
            }
        }
    }
    assert(n <= MAX_AFTER);
    return n;
}

static int count_stones(uint64_t occupied)
{
    int n = 0;
    for (; occupied; occupied &= occupied - 1) {
        n++;
    }
    return n;
}

/* ---- normal forms ------------------------------------------------------------------------------- */

static void add_image(proof_checker *c, bool transpose, bool mirror_cols, bool mirror_ranks)
{
    uint8_t image[64];
    for (int cell = 0; cell < c->n; cell++) {
        int col = cell / c->rows, rank = cell % c->rows;
        if (transpose) {
            const int old = col;
            col = rank;
            rank = old;
        }
        col = mirror_cols ? c->cols - 1 - col : col;
        rank = mirror_ranks ? c->rows - 1 - rank : rank;
        image[cell] = (uint8_t)(col * c->rows + rank);
    }
    const int swaps = (image[0] / c->rows + image[0] % c->rows) % 2;
    assert(!swaps || c->has_swap); /* on odd boards no symmetry exchanges the classes */
    memcpy(c->image[swaps][c->n_images[swaps]++], image, (size_t)c->n);
}

static uint64_t turn(const proof_checker *c, const uint8_t *image, uint64_t occupied)
{
    uint64_t turned = 0;
    for (int cell = 0; cell < c->n; cell++) {
        turned |= (occupied >> cell & 1) << image[cell];
    }
    assert(count_stones(turned) == count_stones(occupied));
    return turned;
}

/* The word of a position: the least image with class 0 to move, or on odd boards the least with the same class to move,
 * which is bit 63. */
static uint64_t word_of(const proof_checker *c, uint64_t occupied, int mover)
{
    const int swaps = c->has_swap ? mover : 0;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < c->n_images[swaps]; i++) {
        const uint64_t image = turn(c, c->image[swaps][i], occupied);
        least = image < least ? image : least;
    }
    return c->has_swap ? least : least | (uint64_t)mover << 63;
}

/* ---- what is lost ------------------------------------------------------------------------------- */

/* Whether the mover of an ending wins, by trying everything. */
static bool wins_ending(const proof_checker *c, memo *memos, uint64_t occupied, int mover)
{
    const uint64_t mixed = (occupied ^ occupied >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    assert(count_stones(occupied) <= c->proof->small);
    memo *m = &memos[(mixed >> 40 ^ (unsigned)mover) % MEMO_SIZE];
    if (m->answer && m->occupied == occupied && m->mover == mover) {
        return m->answer == 1;
    }
    uint64_t after[MAX_AFTER];
    const int n = jumps(c, occupied, mover, after);
    bool wins = n == 0 && c->variant.is_misere;
    for (int i = 0; i < n && !wins; i++) {
        wins = !wins_ending(c, memos, after[i], 1 - mover);
    }
    *m = (memo){occupied, mover, wins ? 1 : 2};
    return wins;
}

/* Whether the proof has it that the mover of a position loses. */
static bool is_lost(const proof_checker *c, memo *memos, uint64_t occupied, int mover)
{
    uint64_t after[MAX_AFTER];
    if (count_stones(occupied) <= c->proof->small) {
        return !wins_ending(c, memos, occupied, mover);
    }
    return proof_file_has(c->proof, word_of(c, occupied, mover)) ||
           (!c->variant.is_misere && jumps(c, occupied, mover, after) == 0);
}

/* Whether it has it that he wins: by a move to a position that is lost, or in misere play since he has none. */
static bool is_won(const proof_checker *c, memo *memos, uint64_t occupied, int mover)
{
    uint64_t after[MAX_AFTER];
    if (count_stones(occupied) <= c->proof->small) {
        return wins_ending(c, memos, occupied, mover);
    }
    const int n = jumps(c, occupied, mover, after);
    for (int i = 0; i < n; i++) {
        if (is_lost(c, memos, after[i], 1 - mover)) {
            return true;
        }
    }
    return n == 0 && c->variant.is_misere;
}

/* ---- checking ----------------------------------------------------------------------------------- */

static void split(const proof_checker *c, uint64_t word, uint64_t *occupied, int *mover)
{
    *mover = c->has_swap ? 0 : (int)(word >> 63);
    *occupied = c->has_swap ? word : word & ~(UINT64_C(1) << 63);
}

/* What is wrong with a position of the set; NULL if nothing. */
static const char *fault(const proof_checker *c, memo *memos, uint64_t word)
{
    uint64_t occupied, after[MAX_AFTER];
    int mover;
    split(c, word, &occupied, &mover);
    if ((c->n < 64 && occupied >> c->n != 0) || word_of(c, occupied, mover) != word) {
        return "is not in normal form";
    }
    const int n = jumps(c, occupied, mover, after);
    if (n == 0 && c->variant.is_misere) {
        return "has no jump, so its mover has won";
    }
    for (int i = 0; i < n; i++) {
        if (!is_won(c, memos, after[i], 1 - mover)) {
            return "has a move without a reply in the proof";
        }
    }
    return NULL;
}

static void check_words(size_t begin, size_t end, int worker, void *ctx)
{
    proof_checker *c = ctx;
    memo *memos = c->memos + (size_t)worker * MEMO_SIZE;
    for (size_t i = begin; i < end && !atomic_load(&c->stop); i++) {
        if (fault(c, memos, c->proof->words[i])) {
            uint64_t first = atomic_load(&c->first_wrong);
            while (i < first && !atomic_compare_exchange_weak(&c->first_wrong, &first, i)) {
            }
            break; /* the first of this range; others may have an earlier one */
        }
    }
    const uint64_t done = atomic_fetch_add(&c->done, end - begin) + end - begin;
    if (worker == 0 && c->progress && c->progress(c->ctx, done, c->proof->n_words)) {
        atomic_store(&c->stop, true);
    }
}

static void run_team(par_team *team, void *ctx)
{
    proof_checker *c = ctx;
    par_for(team, c->proof->n_words, GRAIN, check_words, c);
}

/* Claims after the set: the set is right, so these follow. */
static void check_claims(proof_checker *c, proof_result *result)
{
    for (uint32_t i = 0; i < c->proof->n_claims && result->is_right; i++) {
        const proof_claim *claim = &c->proof->claims[i];
        const bool is_on = c->n == 64 || claim->occupied >> c->n == 0;
        if (!is_on || !(claim->wins ? is_won(c, c->memos, claim->occupied, claim->mover)
                                    : is_lost(c, c->memos, claim->occupied, claim->mover))) {
            *result = (proof_result){.positions = c->proof->n_words,
                                     .is_claim = true,
                                     .occupied = is_on ? claim->occupied : 0,
                                     .mover = claim->mover,
                                     .why = "does not follow from the proof"};
        }
    }
}

pm_status proof_check(proof_checker *checker, int threads, bool (*progress)(void *ctx, uint64_t done, uint64_t total),
                      void *ctx, proof_result *result, pm_error *err)
{
    proof_checker *c = checker;
    if (threads > c->workers) {
        memo *memos = realloc(c->memos, (size_t)threads * MEMO_SIZE * sizeof *memos);
        if (!memos) {
            return status_fail(err, PM_NO_MEMORY, 0, "no memory to check on %d threads", threads);
        }
        memset(memos + (size_t)c->workers * MEMO_SIZE, 0, (size_t)(threads - c->workers) * MEMO_SIZE * sizeof *memos);
        c->memos = memos;
        c->workers = threads;
    }
    c->progress = progress;
    c->ctx = ctx;
    atomic_store(&c->done, 0);
    atomic_store(&c->stop, false);
    atomic_store(&c->first_wrong, UINT64_MAX);
    par_run(threads, run_team, c);
    if (atomic_load(&c->stop)) {
        return status_fail(err, PM_INTERRUPTED, 0, "interrupted");
    }
    *result = (proof_result){.positions = c->proof->n_words, .is_right = true};
    const uint64_t first = atomic_load(&c->first_wrong);
    if (first != UINT64_MAX) {
        result->is_right = false;
        result->why = fault(c, c->memos, c->proof->words[first]);
        split(c, c->proof->words[first], &result->occupied, &result->mover);
        return PM_OK;
    }
    check_claims(c, result);
    return PM_OK;
}

proof_answer proof_ask(proof_checker *checker, uint64_t occupied, int mover)
{
    if (is_lost(checker, checker->memos, occupied, mover)) {
        return PROOF_LOSES;
    }
    return is_won(checker, checker->memos, occupied, mover) ? PROOF_WINS : PROOF_UNKNOWN;
}

konane_variant proof_variant(const proof_file *proof)
{
    return (konane_variant){.is_misere = proof->ending != 0, .chains = (konane_chains)proof->jumps};
}

pm_status proof_checker_new(const proof_file *proof, proof_checker **checker, pm_error *err)
{
    proof_checker *c = calloc(1, sizeof *c);
    if (c) {
        c->memos = calloc(MEMO_SIZE, sizeof *c->memos);
        c->workers = 1;
    }
    if (!c || !c->memos) {
        free(c);
        return status_fail(err, PM_NO_MEMORY, 0, "no memory to check a proof");
    }
    c->proof = proof;
    c->rows = proof->rows;
    c->cols = proof->cols;
    c->n = proof->rows * proof->cols;
    c->variant = proof_variant(proof);
    c->has_swap = proof->rows % 2 == 0 || proof->cols % 2 == 0;
    for (int i = 0; i < (proof->rows == proof->cols ? 8 : 4); i++) {
        add_image(c, i & 4, i & 2, i & 1);
    }
    *checker = c;
    return PM_OK;
}

void proof_checker_free(proof_checker *checker)
{
    if (checker) {
        free(checker->memos);
        free(checker);
    }
}
