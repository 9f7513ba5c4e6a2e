/* Histograms of small non-negative integers: the one container of every statistic here.
 *
 * Lengths of games, numbers of legal moves and of stones are small integers, so that counting each value keeps
 * everything that mean, spread, quantiles and tests need, exactly: merging is addition, and the parts of a split
 * run give the bytes of the whole. Sums are taken in 128-bit integers and turned into floating point at the end.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_STATS_HISTOGRAM_H
#define ANALYSIS_STATS_HISTOGRAM_H

#include "src/papamu.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 uint128;

/* The largest value that may be counted, so that damaged input cannot ask for absurd memory. */
enum { HISTOGRAM_MAX_VALUE = 65535 };

/* All zero is the empty histogram. count[v] is how often v was seen, for v < size. */
typedef struct histogram {
    uint64_t *count;
    size_t size;
} histogram;

void histogram_free(histogram *h);

/* Make room for the values below `size`, which must not exceed HISTOGRAM_MAX_VALUE + 1. PM_NO_MEMORY. */
pm_status histogram_reserve(histogram *h, size_t size);

/* histogram_add for a value that there is no room for yet. */
pm_status histogram_add_new(histogram *h, size_t value, uint64_t times);

/* Count `value` `times` more. PM_NO_MEMORY leaves the histogram as it was. */
static inline pm_status histogram_add(histogram *h, size_t value, uint64_t times)
{
    if (value >= h->size) {
        return histogram_add_new(h, value, times);
    }
    h->count[value] += times;
    return PM_OK;
}

/* Add everything in `from`. */
pm_status histogram_merge(histogram *h, const histogram *from);

/* How many values were counted; their sum; the sum of their squares. */
uint64_t histogram_total(const histogram *h);
uint128 histogram_sum(const histogram *h);
uint128 histogram_squares(const histogram *h);

/* Mean and sample standard deviation (divisor n - 1); NAN where there are too few values. */
double histogram_mean(const histogram *h);
double histogram_sd(const histogram *h);

/* Least and largest value; 0 if empty. */
size_t histogram_min(const histogram *h);
size_t histogram_max(const histogram *h);

/* The quantile numerator/denominator: the least value v such that at least that share of the values is <= v
 * (the inverse of the distribution function, definition 1 of Hyndman and Fan, The American Statistician 50, 1996). 0 if
 * empty. */
size_t histogram_quantile(const histogram *h, unsigned numerator, unsigned denominator);

/* Sample standard deviation of n values from their sum and the sum of their squares, without cancellation and for all
 * sums that fit: n*squares - sum^2 is an integer, and is computed as one where it has at most 128 bits. */
double histogram_sd_of_sums(uint64_t n, uint128 sum, uint128 squares);

#endif
