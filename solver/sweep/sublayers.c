/* Choosing the order of sublayers: see sublayers.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/sweep/sublayers.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* An order of work: by a * first + b * second, ties by rising or falling `first`. All orders of this kind are possible,
 * for a White move lowers the key, whichever way round the classes are. */
typedef struct key {
    int first, second, tie;
} key;

/* By layers first: they alone serve whoever needs whole layers. */
static const key keys[] = {{1, 1, 1}, {1, 1, -1}, {1, 0, 0}, {0, 1, 0}, {2, 1, 1}, {2, 1, -1}, {1, 2, 1}, {1, 2, -1}};

enum { N_KEYS = sizeof keys / sizeof keys[0], N_KEYS_BY_LAYER = 2, PLACING_TRIALS = 20 };

/* ---- which sublayers there are -------------------------------------------------------------------------- */

/* Count the unions of cycles of a permutation by their number of elements in either class. */
static void count_fixed_sets(const sublayers_spec *spec, const uint8_t permutation[],
                             uint64_t ways[ORBITS_MAX_N + 1][ORBITS_MAX_N + 1])
{
    memset(ways, 0, (ORBITS_MAX_N + 1) * sizeof ways[0]);
    ways[0][0] = 1;
    uint32_t seen = 0;
    for (int i = 0; i < spec->n; i++) {
        int first = 0, second = 0;
        for (int j = i; !(seen >> j & 1); j = permutation[j]) {
            seen |= 1u << j;
            first += spec->first_class >> j & 1;
            second += !(spec->first_class >> j & 1);
        }
        if (first + second == 0) {
            continue;
        }
        for (int a = spec->n; a >= first; a--) {
            for (int b = spec->n; b >= second; b--) {
                ways[a][b] += ways[a - first][b - second];
            }
        }
    }
}

static bool exchanges_classes(const sublayers_spec *spec, const uint8_t permutation[])
{
    bool moves_all = spec->n > 0, moves_any = false;
    for (int i = 0; i < spec->n; i++) {
        const bool is_moved = (spec->first_class >> i & 1) != (spec->first_class >> permutation[i] & 1);
        moves_all &= is_moved;
        moves_any |= is_moved;
    }
    assert(moves_all == moves_any); /* a symmetry keeps the classes, or exchanges them whole */
    return moves_any && moves_all;
}

/* The rows of each sublayer, by Burnside's lemma: as orbits_count_all, with two counts. */
static void count_rows(const sublayers_spec *spec, sublayers *s)
{
    uint64_t ways[ORBITS_MAX_N + 1][ORBITS_MAX_N + 1], count[ORBITS_MAX_N + 1][ORBITS_MAX_N + 1] = {{0}};
    s->is_exchanged = false;
    for (int g = 0; g < spec->n_symmetries; g++) {
        s->is_exchanged |= exchanges_classes(spec, spec->permutation[g]);
        count_fixed_sets(spec, spec->permutation[g], ways);
        for (int i = 0; i <= spec->n; i++) {
            for (int j = 0; i + j <= spec->n; j++) {
                count[i][j] += ways[i][j];
            }
        }
    }
    s->n = 0;
    for (int i = 0; i <= spec->n; i++) {
        for (int j = 0; i + j <= spec->n; j++) {
            const uint64_t twin = s->is_exchanged && i != j ? count[j][i] : 0;
            if (count[i][j] > 0 && (!s->is_exchanged || i >= j)) {
                assert(s->n < SUBLAYERS_MAX);
                s->all[s->n++] =
                    (sublayer){.first = i, .second = j, .n_rows = (count[i][j] + twin) / (uint64_t)spec->n_symmetries};
            }
        }
    }
}

/* ---- in which order ------------------------------------------------------------------------------------- */

static int key_of(const key *k, const sublayer *s)
{
    return k->first * s->first + k->second * s->second;
}

static bool is_before(const key *k, const sublayer *x, const sublayer *y)
{
    const int by_key = key_of(k, x) - key_of(k, y);
    if (by_key != 0) {
        return by_key < 0;
    }
    const int by_first = x->first - y->first;
    return by_first != 0 ? (k->tie < 0 ? by_first > 0 : by_first < 0) : x->second < y->second;
}

static void sort(const key *k, sublayers *s)
{
    for (int i = 1; i < s->n; i++) {
        const sublayer x = s->all[i];
        int j = i;
        for (; j > 0 && is_before(k, &x, &s->all[j - 1]); j--) {
            s->all[j] = s->all[j - 1];
        }
        s->all[j] = x;
    }
    for (int i = 0; i < s->n; i++) {
        assert(i == 0 || is_before(k, &s->all[i - 1], &s->all[i]));
        s->place[s->all[i].first][s->all[i].second] = (uint8_t)i;
        if (s->is_exchanged) {
            s->place[s->all[i].second][s->all[i].first] = (uint8_t)i;
        }
    }
}

/* Whether (i, j) less a step is the sublayer `source`. */
static bool leads_to(const sublayers *s, int i, int j, sublayer_step step, int source)
{
    return step.first <= i && step.second <= j && s->place[i - step.first][j - step.second] == source;
}

bool sublayers_reads(const sublayers *s, const sublayers_spec *spec, int reader, int source)
{
    const sublayer *r = &s->all[reader];
    for (int k = 0; k < spec->n_steps; k++) {
        if (leads_to(s, r->first, r->second, spec->steps[k], source) ||
            (s->is_exchanged && leads_to(s, r->second, r->first, spec->steps[k], source))) {
            return true;
        }
    }
    return false;
}

static void find_readers(const sublayers_spec *spec, sublayers *s)
{
    s->reads = s->rows = s->largest = 0;
    for (int source = 0; source < s->n; source++) {
        sublayer *x = &s->all[source];
        x->last_reader = source;
        for (int reader = 0; reader < s->n; reader++) {
            if (sublayers_reads(s, spec, reader, source)) {
                assert(reader > source);
                x->last_reader = reader > x->last_reader ? reader : x->last_reader;
                s->reads += x->n_rows;
            }
        }
        s->rows += x->n_rows;
        s->largest = x->n_rows > s->largest ? x->n_rows : s->largest;
    }
}

/* ---- where in memory ------------------------------------------------------------------------------------- */

/* Rows that live from one moment to another, both included. Moment 2k is White's phase of the k-th sublayer, 2k + 1 is
 * Black's; what White's phase is the last to read is gone in Black's. */
typedef struct block {
    uint64_t n_rows;
    int from, to;
    uint64_t *offset;
} block;

static int last_of_layer(const sublayers *s, int place)
{
    int last = place;
    for (int i = 0; i < s->n; i++) {
        last = sublayer_size(&s->all[i]) == sublayer_size(&s->all[place]) && i > last ? i : last;
    }
    return last;
}

static bool waits_for_layers(sublayers_keep keep)
{
    return keep == SUBLAYERS_KEEP_BLACK || keep == SUBLAYERS_KEEP_BOTH;
}

static int list_blocks(sublayers *s, sublayers_keep keep, block blocks[2 * SUBLAYERS_MAX])
{
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        sublayer *x = &s->all[i];
        const int layer_end = 2 * last_of_layer(s, i) + 1;
        const int black_end = x->last_reader == i ? 2 * i + 1 : 2 * x->last_reader;
        blocks[n++] = (block){x->n_rows, 2 * i, keep == SUBLAYERS_KEEP_BOTH ? layer_end : 2 * i + 1, &x->white};
        blocks[n++] = (block){x->n_rows, 2 * i + 1,
                              waits_for_layers(keep) && black_end < layer_end ? layer_end : black_end, &x->black};
    }
    return n;
}

static int by_size(const void *a, const void *b)
{
    const block *x = a, *y = b;
    if (x->n_rows != y->n_rows) {
        return x->n_rows < y->n_rows ? 1 : -1;
    }
    return x->from - y->from; /* no two blocks begin at the same moment */
}

/* Give each block, in this order, the lowest place that no block placed before it holds at the same time. Returns the
 * rows of the arena. */
static uint64_t place_blocks(const block blocks[], int n)
{
    uint64_t end = 0;
    for (int i = 0; i < n; i++) {
        uint64_t offset = 0;
        for (bool is_moved = true; is_moved;) {
            is_moved = false;
            for (int j = 0; j < i; j++) {
                const bool lives_together = blocks[i].from <= blocks[j].to && blocks[j].from <= blocks[i].to;
                const uint64_t other = *blocks[j].offset;
                if (lives_together && offset < other + blocks[j].n_rows && other < offset + blocks[i].n_rows) {
                    offset = other + blocks[j].n_rows;
                    is_moved = true;
                }
            }
        }
        assert(blocks[i].from <= blocks[i].to);
        *blocks[i].offset = offset;
        end = offset + blocks[i].n_rows > end ? offset + blocks[i].n_rows : end;
    }
    return end;
}

/* Rows that live at the busiest moment: no arena is smaller. */
static uint64_t busiest(const block blocks[], int n)
{
    uint64_t most = 0;
    for (int i = 0; i < n; i++) {
        uint64_t rows = 0;
        for (int j = 0; j < n; j++) {
            rows += blocks[j].from <= blocks[i].from && blocks[i].from <= blocks[j].to ? blocks[j].n_rows : 0;
        }
        most = rows > most ? rows : most;
    }
    return most;
}

/* Put the block that ends highest before all others, which then make room for it. */
static void promote_highest(block blocks[], int n)
{
    int highest = 0;
    for (int i = 1; i < n; i++) {
        if (*blocks[i].offset + blocks[i].n_rows > *blocks[highest].offset + blocks[highest].n_rows) {
            highest = i;
        }
    }
    const block x = blocks[highest];
    memmove(blocks + 1, blocks, (size_t)highest * sizeof *blocks);
    blocks[0] = x;
}

/* The largest first, then whatever sticks out, until nothing is wasted or patience ends. The order of the best trial is
 * kept for the final placing. */
static void place_all(sublayers *s, sublayers_keep keep)
{
    block blocks[2 * SUBLAYERS_MAX], best[2 * SUBLAYERS_MAX];
    const int n = list_blocks(s, keep, blocks);
    const uint64_t least = busiest(blocks, n);
    qsort(blocks, (size_t)n, sizeof *blocks, by_size);
    s->arena = UINT64_MAX;
    for (int trial = 0; trial < PLACING_TRIALS && s->arena > least; trial++) {
        const uint64_t arena = place_blocks(blocks, n);
        if (arena < s->arena) {
            s->arena = arena;
            memcpy(best, blocks, (size_t)n * sizeof *blocks);
        }
        promote_highest(blocks, n);
    }
    assert(s->arena >= least);
    s->arena = place_blocks(best, n);
}

/* Black's rows that must be kept at a time where nothing of a sublayer may go before all of it is there, as on disk. */
static void count_live(sublayers *s)
{
    s->live = 0;
    for (int now = 0; now < s->n; now++) {
        uint64_t live = 0;
        for (int i = 0; i <= now; i++) {
            live += s->all[i].last_reader >= now ? s->all[i].n_rows : 0;
        }
        s->live = live > s->live ? live : s->live;
    }
}

void sublayers_plan(const sublayers_spec *spec, sublayers_keep keep, sublayers *out)
{
    sublayers s = {.first_class = spec->first_class};
    count_rows(spec, &s);
    const int n_keys = waits_for_layers(keep) ? N_KEYS_BY_LAYER : N_KEYS;
    for (int k = 0; k < n_keys; k++) {
        sort(&keys[k], &s);
        find_readers(spec, &s);
        place_all(&s, keep);
        count_live(&s);
        if (k == 0 || (keep == SUBLAYERS_KEEP_ELSEWHERE ? s.live < out->live : s.arena < out->arena)) {
            *out = s;
        }
    }
}

void sublayers_share(const sublayers *whole, sublayers_keep keep, int n, sublayers *share)
{
    assert(n >= 1);
    *share = *whole;
    share->rows = share->largest = 0;
    for (int i = 0; i < share->n; i++) {
        const uint64_t n_rows = (whole->all[i].n_rows + (uint64_t)n - 1) / (uint64_t)n;
        share->all[i].n_rows = n_rows;
        share->rows += n_rows;
        share->largest = n_rows > share->largest ? n_rows : share->largest;
    }
    place_all(share, keep);
    count_live(share);
}
