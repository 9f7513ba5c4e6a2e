/* Finding pairs: see pairing.h.
 *
 * The games are sorted so that those of a pair are neighbours. Where files of several seeds are read together there are
 * several games of one number: the first with an even number goes with the first with an odd one, and so on.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/pairing.h"

#include "src/base/array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* One game of a pair. The texts are those of the series and of the opening, which stay where they are. */
struct stats_half {
    uint64_t number;
    size_t order; /* in which it was read */
    stats_key key;
    const char *opening;
    stats_winner winner;
};

pm_status pairing_add(stats *s, const stats_series *series, const stats_opening *opening, uint64_t number,
                      stats_winner winner)
{
    assert(opening >= series->openings && opening < series->openings + series->n_openings);
    stats_half *halves = array_grow(s->halves, &s->halves_capacity, s->n_halves + 1, sizeof *halves);
    if (!halves) {
        return PM_NO_MEMORY;
    }
    s->halves = halves;
    halves[s->n_halves] = (stats_half){number, s->n_halves, series->key, opening->text, winner};
    s->n_halves++;
    return PM_OK;
}

static bool is_odd(const stats_half *h)
{
    return h->number % 2 == 1;
}

/* By all that the games of a pair have in common. */
static int compare_pairs(const stats_half *a, const stats_half *b)
{
    const stats_key *x = &a->key, *y = &b->key;
    if (a->number / 2 != b->number / 2) {
        return a->number / 2 < b->number / 2 ? -1 : 1;
    }
    int order = strcmp(x->rules, y->rules);
    order = order ? order : strcmp(x->board, y->board);
    order = order ? order : strcmp(is_odd(a) ? x->white : x->black, is_odd(b) ? y->white : y->black);
    order = order ? order : strcmp(is_odd(a) ? x->black : x->white, is_odd(b) ? y->black : y->white);
    return order ? order : strcmp(a->opening, b->opening);
}

static int compare(const void *a, const void *b)
{
    const stats_half *x = a, *y = b;
    const int order = compare_pairs(x, y);
    if (order || is_odd(x) != is_odd(y)) {
        return order ? order : is_odd(x) - is_odd(y);
    }
    return (x->order > y->order) - (x->order < y->order);
}

static pm_status count_pair(stats *s, const stats_half *even, const stats_half *odd)
{
    assert(!is_odd(even) && is_odd(odd) && compare_pairs(even, odd) == 0);
    stats_series *series;
    stats_opening *opening;
    pm_status status = stats_series_at(s, &even->key, &series);
    status = status == PM_OK ? stats_opening_at(series, even->opening, &opening) : status;
    if (status == PM_OK) {
        opening->pairs[stats_pair_result(even->winner, odd->winner)]++;
    }
    return status;
}

pm_status pairing_finish(stats *s)
{
    pm_status status = PM_OK;
    if (s->n_halves > 0) {
        qsort(s->halves, s->n_halves, sizeof *s->halves, compare);
    }
    for (size_t begin = 0, end; begin < s->n_halves && status == PM_OK; begin = end) {
        size_t odd = begin;
        for (end = begin; end < s->n_halves && compare_pairs(&s->halves[begin], &s->halves[end]) == 0; end++) {
            odd += !is_odd(&s->halves[end]);
        }
        for (size_t even = begin, last = odd; even < last && odd < end && status == PM_OK; even++, odd++) {
            status = count_pair(s, &s->halves[even], &s->halves[odd]);
        }
    }
    free(s->halves);
    s->halves = NULL;
    s->n_halves = s->halves_capacity = 0;
    return status;
}
