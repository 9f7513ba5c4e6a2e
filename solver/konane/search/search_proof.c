/* Collecting the positions of a proof.
 *
 * From each position of the loser all his moves are followed, and from what they lead to one reply of the winner, to a
 * position that is in the set already if there is one, and else to the one that took the search least work.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/search/search_proof.h"

#include "solver/konane/search/search_small.h"
#include "src/base/array.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>

/* The words found so far: a hash table of open addressing, 0 and absent being told apart by `has_zero`; and those whose
 * moves were not followed yet. */
typedef struct collector {
    search_engine *engine;
    const search_board *board;
    int small;
    small_search *endings;
    uint64_t *slots;
    uint64_t n_slots, n; /* a power of two */
    bool has_zero;
    uint64_t *open;
    size_t n_open, room;
} collector;

static uint64_t *find(uint64_t *slots, uint64_t n_slots, uint64_t word)
{
    uint64_t i = search_key(word) & (n_slots - 1);
    while (slots[i] != 0 && slots[i] != word) {
        i = (i + 1) & (n_slots - 1);
    }
    return &slots[i];
}

static bool has(const collector *c, uint64_t word)
{
    return word == 0 ? c->has_zero : *find(c->slots, c->n_slots, word) == word;
}

static bool grow(collector *c)
{
    const uint64_t n = c->n_slots ? 2 * c->n_slots : 1 << 12;
    assert((n & (n - 1)) == 0 && 2 * c->n <= n);
    uint64_t *slots = calloc(n, sizeof *slots);
    for (uint64_t i = 0; slots && i < c->n_slots; i++) {
        if (c->slots[i]) {
            *find(slots, n, c->slots[i]) = c->slots[i];
        }
    }
    if (slots) {
        free(c->slots);
        c->slots = slots;
        c->n_slots = n;
    }
    return slots != NULL;
}

static bool can_jump(const collector *c, uint64_t word)
{
    return search_can_jump(c->board, search_word_occupied(c->board, word), search_word_mover(c->board, word));
}

/* Put a position of the loser on the list of those to follow, unless it is there or needs no place. */
static bool add(collector *c, uint64_t word)
{
    assert(can_jump(c, word) || !c->board->variant.is_misere); /* else he would have won */
    if (bits_count(search_word_occupied(c->board, word)) <= c->small || !can_jump(c, word) || has(c, word)) {
        return true;
    }
    if (2 * c->n >= c->n_slots && !grow(c)) {
        return false;
    }
    uint64_t *open = array_grow(c->open, &c->room, c->n_open + 1, sizeof *open);
    if (!open) {
        return false;
    }
    c->open = open;
    if (word == 0) {
        c->has_zero = true;
    } else {
        *find(c->slots, c->n_slots, word) = word;
    }
    c->n++;
    c->open[c->n_open++] = word;
    return true;
}

static int list_children(const collector *c, uint64_t word, uint64_t children[SEARCH_MAX_MOVES])
{
    const int mover = search_word_mover(c->board, word);
    const int n = search_jumps(c->board, search_word_occupied(c->board, word), mover, children);
    for (int i = 0; i < n; i++) {
        children[i] = search_normal(c->board, children[i], 1 - mover);
    }
    return n;
}

/* Whether the mover of a position loses because it is small and lost, or because he cannot jump. */
static bool is_lost_small(collector *c, uint64_t word)
{
    const uint64_t occupied = search_word_occupied(c->board, word);
    const int mover = search_word_mover(c->board, word);
    return bits_count(occupied) <= c->small ? !small_search_wins(c->endings, occupied, mover)
                                            : !c->board->variant.is_misere && !can_jump(c, word);
}

/* Whether the mover wins a position that needs no reply: a small one, or in misere play one without a jump. */
static bool needs_no_reply(const collector *c, uint64_t word)
{
    return bits_count(search_word_occupied(c->board, word)) <= c->small ||
           (c->board->variant.is_misere && !can_jump(c, word));
}

/* The child that its mover loses, among n, that costs the proof least; -1 if none is known to be. */
static int cheapest(collector *c, const uint64_t children[], int n)
{
    const search_table *table = &search_engine_shared(c->engine)->table;
    int best = -1;
    unsigned least = SEARCH_MAX_WORK + 1;
    for (int i = 0; i < n; i++) {
        if (has(c, children[i]) || is_lost_small(c, children[i])) {
            return i;
        }
        const uint64_t data = search_table_data(table, search_key(children[i]));
        if (data && search_is_lost(search_data_numbers(data)) && search_data_work(data) < least) {
            least = search_data_work(data);
            best = i;
        }
    }
    return best;
}

/* Prove a position again. */
static search_numbers prove(collector *c, uint64_t word)
{
    dfpn_job job = {.word = word};
    search_engine_run(c->engine, &job, 1);
    return dfpn_job_numbers(&job);
}

/* The winner's reply in `word`: the position that it leads to. The table has it, or has it after the position is
 * searched again, or else the children are searched one by one. False: interrupted. */
static bool reply(collector *c, uint64_t word, uint64_t *after)
{
    uint64_t children[SEARCH_MAX_MOVES];
    const int n = list_children(c, word, children);
    int i = cheapest(c, children, n);
    if (i < 0) {
        if (!search_is_proven(prove(c, word))) {
            return false;
        }
        i = cheapest(c, children, n);
    }
    for (int at = 0; at < n && i < 0; at++) {
        const search_numbers numbers = prove(c, children[at]);
        if (!search_is_proven(numbers)) {
            return false;
        }
        i = search_is_lost(numbers) ? at : -1;
    }
    assert(i >= 0);
    *after = children[i];
    return true;
}

/* Follow all moves of the loser from `word`. */
static pm_status follow(collector *c, uint64_t word, pm_error *err)
{
    uint64_t children[SEARCH_MAX_MOVES], after;
    const int n = list_children(c, word, children);
    for (int i = 0; i < n; i++) {
        if (needs_no_reply(c, children[i])) {
            continue;
        }
        if (!reply(c, children[i], &after)) {
            return status_fail(err, PM_INTERRUPTED, 0, "interrupted");
        }
        if (!add(c, after)) {
            return status_fail(err, PM_NO_MEMORY, 0, "no memory for the proof");
        }
    }
    return PM_OK;
}

static pm_status begin(collector *c, const proof_file *proof, pm_error *err)
{
    for (uint32_t i = 0; i < proof->n_claims; i++) {
        const proof_claim *claim = &proof->claims[i];
        uint64_t word = search_normal(c->board, claim->occupied, claim->mover);
        if (claim->wins && needs_no_reply(c, word)) {
            continue;
        }
        if (claim->wins && !reply(c, word, &word)) {
            return status_fail(err, PM_INTERRUPTED, 0, "interrupted");
        }
        if (!add(c, word)) {
            return status_fail(err, PM_NO_MEMORY, 0, "no memory for the proof");
        }
    }
    return PM_OK;
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The words in order, in the place of the hash table. */
static void sort_words(collector *c, proof_file *proof)
{
    uint64_t n = 0;
    for (uint64_t i = 0; i < c->n_slots; i++) {
        if (c->slots[i]) {
            c->slots[n++] = c->slots[i];
        }
    }
    if (c->has_zero) {
        c->slots[n++] = 0;
    }
    if (n) {
        qsort(c->slots, n, sizeof *c->slots, compare);
    }
    assert(n == c->n);
    proof->words = c->slots;
    proof->n_words = n;
    c->slots = NULL;
}

pm_status search_proof_collect(search_engine *engine, proof_file *proof, pm_error *err)
{
    collector c = {.engine = engine, .board = search_engine_board(engine), .small = proof->small};
    c.endings = calloc(1, sizeof *c.endings);
    pm_status status = c.endings && grow(&c) ? PM_OK : status_fail(err, PM_NO_MEMORY, 0, "no memory for the proof");
    if (status == PM_OK) {
        c.endings->board = c.board;
        status = begin(&c, proof, err);
    }
    while (status == PM_OK && c.n_open > 0) {
        status = follow(&c, c.open[--c.n_open], err);
    }
    if (status == PM_OK) {
        sort_words(&c, proof);
    }
    free(c.endings);
    free(c.slots);
    free(c.open);
    return status;
}
