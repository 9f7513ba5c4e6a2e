/* Atomic weights of all-small games: how many ups a game is worth (Siegel II.7; Winning Ways chapter 8).
 *
 * Let W = {aw(G^L) - 2 | aw(G^R) + 2}. Unless W is an integer, aw(G) = W. If it is, compare G with a remote star,
 * one larger than any nimber of G: confused, aw(G) = 0; if G is greater, the greatest integer that is less than or
 * confused with every aw(G^R) + 2; if G is less, the least that is greater than or confused with every aw(G^L) - 2.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MEMO_SIZE = 4096 };

/* Weights found so far; entries overwrite each other. */
typedef struct weigher {
    cgt_table *table;
    cgt_value game[MEMO_SIZE], weight[MEMO_SIZE];
} weigher;

static cgt_value weigh(weigher *w, cgt_value g);

/* Write the atomic weights of `list`, moved by `shift`, to `weights`. */
static bool weigh_list(weigher *w, const cgt_value *list, uint32_t n, int shift, cgt_value *weights)
{
    const cgt_value by = cgt_number(w->table, dyadic_integer(shift));
    for (uint32_t i = 0; i < n; i++) {
        weights[i] = cgt_sum(w->table, weigh(w, list[i]), by);
        if (weights[i] == CGT_NONE) {
            return false;
        }
    }
    return true;
}

/* The greatest integer n such that no weight is <= n. */
static cgt_value greatest_below(cgt_table *table, const cgt_value *weights, uint32_t n_weights)
{
    dyadic n = DYADIC_MAX;
    for (uint32_t i = 0; i < n_weights; i++) {
        /* weight <= n holds from its left stop upwards, at the latest from the next integer on */
        dyadic least = dyadic_floor(cgt_left_stop(table, weights[i]));
        while (!cgt_le(table, weights[i], cgt_number(table, least)) && !cgt_table_has_failed(table)) {
            least += DYADIC_ONE;
        }
        n = least - DYADIC_ONE < n ? least - DYADIC_ONE : n;
    }
    assert(n_weights == 0 || dyadic_is_integer(n));
    return cgt_number(table, n);
}

static cgt_value least_above(cgt_table *table, cgt_value *weights, uint32_t n_weights)
{
    for (uint32_t i = 0; i < n_weights; i++) {
        weights[i] = cgt_negative(table, weights[i]);
        if (weights[i] == CGT_NONE) {
            return CGT_NONE;
        }
    }
    return cgt_negative(table, greatest_below(table, weights, n_weights));
}

/* The weight of a g whose W is an integer. */
static cgt_value weigh_by_remote_star(cgt_table *table, cgt_value g, cgt_value *of_left, uint32_t n_left,
                                      const cgt_value *of_right, uint32_t n_right)
{
    const cgt_value remote_star = cgt_from_nus(table, (cgt_nus){0, 0, cgt_birthday(table, g) + 1});
    if (remote_star == CGT_NONE) {
        return CGT_NONE;
    }
    if (cgt_le(table, remote_star, g)) {
        return greatest_below(table, of_right, n_right);
    }
    return cgt_le(table, g, remote_star) ? least_above(table, of_left, n_left) : CGT_ZERO;
}

static cgt_value weigh_form(weigher *w, cgt_value g)
{
    assert(cgt_is_all_small(w->table, g));
    cgt_table *table = w->table;
    const cgt_options options = cgt_table_options(table, g);
    const uint32_t n = options.n_left + options.n_right;
    assert((options.n_left > 0) == (options.n_right > 0)); /* the definition of all-small */
    cgt_value *weights = malloc((n + 1) * sizeof *weights);
    if (!weights) {
        return cgt_table_fail(table, PM_NO_MEMORY);
    }
    cgt_value weight = CGT_NONE;
    if (weigh_list(w, options.left, options.n_left, -2, weights) &&
        weigh_list(w, options.right, options.n_right, 2, weights + options.n_left)) {
        weight = cgt_make(table, weights, options.n_left, weights + options.n_left, options.n_right);
    }
    if (weight != CGT_NONE && cgt_is_number(table, weight) && dyadic_is_integer(cgt_left_stop(table, weight))) {
        weight = weigh_by_remote_star(table, g, weights, options.n_left, weights + options.n_left, options.n_right);
    }
    free(weights);
    return weight;
}

static cgt_value weigh(weigher *w, cgt_value g)
{
    cgt_nus nus;
    if (cgt_as_nus(w->table, g, &nus)) {
        assert(nus.number == 0); /* options of an all-small game are all-small */
        return cgt_number(w->table, dyadic_integer(nus.ups));
    }
    const size_t at = g % MEMO_SIZE;
    if (w->game[at] != g) {
        const cgt_value weight = weigh_form(w, g);
        w->game[at] = g;
        w->weight[at] = weight;
    }
    return w->weight[at];
}

cgt_value cgt_atomic_weight(cgt_table *table, cgt_value g)
{
    if (g == CGT_NONE || cgt_table_has_failed(table) || !cgt_is_all_small(table, g)) {
        return CGT_NONE;
    }
    weigher *w = malloc(sizeof *w);
    if (!w) {
        return cgt_table_fail(table, PM_NO_MEMORY);
    }
    w->table = table;
    memset(w->game, 0xff, sizeof w->game); /* no game is CGT_NONE */
    const cgt_value weight = weigh(w, g);
    free(w);
    return weight;
}
