/* Choosing the order of index bits: see index_order.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/rows/index_order.h"

#include <assert.h>
#include <float.h>
#include <stdbool.h>
#include <string.h>

/* Orbits that have not been placed yet. */
typedef struct orbit_list {
    int n;
    int size[ROW_MAX_BITS];
    double cost[ROW_MAX_BITS]; /* of the whole orbit */
    uint8_t member[ROW_MAX_BITS][ORBITS_MAX_SYMMETRIES];
} orbit_list;

static void list_orbits(int n, int n_symmetries, const uint8_t permutation[][ROW_MAX_BITS], const double cost[],
                        orbit_list *list)
{
    bool seen[ROW_MAX_BITS] = {false};
    list->n = 0;
    for (int i = 0; i < n; i++) {
        if (seen[i]) {
            continue;
        }
        const int o = list->n++;
        list->size[o] = 0;
        list->cost[o] = 0;
        for (int g = 0; g < n_symmetries; g++) {
            const uint8_t j = permutation[g][i];
            if (!seen[j]) {
                seen[j] = true;
                list->member[o][list->size[o]++] = j;
                list->cost[o] += cost[j];
            }
        }
    }
}

static void list_remove(orbit_list *list, int o)
{
    list->n--;
    for (int i = o; i < list->n; i++) {
        list->size[i] = list->size[i + 1];
        list->cost[i] = list->cost[i + 1];
        memcpy(list->member[i], list->member[i + 1], sizeof list->member[i]);
    }
}

/* Move the cheapest set of orbits with exactly `want` members from the list to `out`; false if there is none. A
 * knapsack: best[o][s] is the least cost of s members among the first o orbits. */
static bool take_exactly(orbit_list *list, int want, uint8_t *out)
{
    double best[ROW_MAX_BITS + 1][ROW_MAX_BITS + 1];
    for (int o = 0; o <= list->n; o++) {
        for (int s = 0; s <= want; s++) {
            best[o][s] = s == 0 ? 0 : DBL_MAX;
            if (o > 0) {
                best[o][s] = best[o - 1][s];
                const int before = s - list->size[o - 1];
                if (before >= 0 && best[o - 1][before] < DBL_MAX &&
                    best[o - 1][before] + list->cost[o - 1] < best[o][s]) {
                    best[o][s] = best[o - 1][before] + list->cost[o - 1];
                }
            }
        }
    }
    if (best[list->n][want] == DBL_MAX) {
        return false;
    }
    for (int o = list->n, s = want; s > 0; o--) {
        if (best[o][s] != best[o - 1][s]) {
            s -= list->size[o - 1];
            memcpy(out, list->member[o - 1], (size_t)list->size[o - 1]);
            out += list->size[o - 1];
            list_remove(list, o - 1);
        }
    }
    return true;
}

static int list_total(const orbit_list *list)
{
    int total = 0;
    for (int o = 0; o < list->n; o++) {
        total += list->size[o];
    }
    return total;
}

/* The cheapest orbit of any size goes next; used where no exact group exists, at the price of a few more exchanges. */
static int take_cheapest(orbit_list *list, uint8_t *out)
{
    int least = 0;
    for (int o = 1; o < list->n; o++) {
        if (list->cost[o] / list->size[o] < list->cost[least] / list->size[least]) {
            least = o;
        }
    }
    const int size = list->size[least];
    memcpy(out, list->member[least], (size_t)size);
    list_remove(list, least);
    return size;
}

int index_order_choose(int n, int n_symmetries, const uint8_t permutation[][ROW_MAX_BITS], const double cost[],
                       int max_tile, uint8_t order[])
{
    assert(n >= 0 && n <= ROW_MAX_BITS && n_symmetries <= ORBITS_MAX_SYMMETRIES);
    static const int groups[] = {6, 2, 2}; /* bits of a word, lanes, vectors of a block */
    orbit_list list;
    list_orbits(n, n_symmetries, permutation, cost, &list);
    int n_placed = 0;
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        if (groups[i] <= n - n_placed && take_exactly(&list, groups[i], order + n_placed)) {
            n_placed += groups[i];
        }
    }
    int n_tile = max_tile < list_total(&list) ? max_tile : list_total(&list);
    while (n_tile > 0 && !take_exactly(&list, n_tile, order + n - n_tile)) {
        n_tile--;
    }
    while (n_placed < n - n_tile) {
        n_placed += take_cheapest(&list, order + n_placed);
    }
    assert(n_placed == n - n_tile);
    return n_tile;
}
