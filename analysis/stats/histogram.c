/* Histograms of small integers: see histogram.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/histogram.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void histogram_free(histogram *h)
{
    free(h->count);
    *h = (histogram){0};
}

pm_status histogram_reserve(histogram *h, size_t size)
{
    assert(size <= HISTOGRAM_MAX_VALUE + 1);
    if (size <= h->size) {
        return PM_OK;
    }
    uint64_t *count = realloc(h->count, size * sizeof *count);
    if (!count) {
        return PM_NO_MEMORY;
    }
    memset(count + h->size, 0, (size - h->size) * sizeof *count);
    h->count = count;
    h->size = size;
    return PM_OK;
}

/* Growing in steps keeps the number of reallocations small where values come in ascending order. */
static size_t size_for(size_t value)
{
    const size_t size = (value / 32 + 1) * 32;
    return value < 256 ? size : size + size / 2;
}

pm_status histogram_add_new(histogram *h, size_t value, uint64_t times)
{
    assert(value >= h->size && value <= HISTOGRAM_MAX_VALUE);
    const size_t size = size_for(value);
    const pm_status status = histogram_reserve(h, size <= HISTOGRAM_MAX_VALUE + 1 ? size : HISTOGRAM_MAX_VALUE + 1);
    if (status == PM_OK) {
        assert(value < h->size);
        h->count[value] += times;
    }
    return status;
}

pm_status histogram_merge(histogram *h, const histogram *from)
{
    const pm_status status = histogram_reserve(h, from->size);
    if (status != PM_OK) {
        return status;
    }
    for (size_t v = 0; v < from->size; v++) {
        h->count[v] += from->count[v];
    }
    return PM_OK;
}

uint64_t histogram_total(const histogram *h)
{
    uint64_t n = 0;
    for (size_t v = 0; v < h->size; v++) {
        n += h->count[v];
    }
    return n;
}

uint128 histogram_sum(const histogram *h)
{
    uint128 sum = 0;
    for (size_t v = 0; v < h->size; v++) {
        sum += (uint128)h->count[v] * v;
    }
    return sum;
}

uint128 histogram_squares(const histogram *h)
{
    uint128 sum = 0;
    for (size_t v = 0; v < h->size; v++) {
        sum += (uint128)h->count[v] * v * v;
    }
    return sum;
}

double histogram_mean(const histogram *h)
{
    const uint64_t n = histogram_total(h);
    return n ? (double)histogram_sum(h) / (double)n : NAN;
}

double histogram_sd_of_sums(uint64_t n, uint128 sum, uint128 squares)
{
    if (n < 2) {
        return NAN;
    }
    /* About the whole part of the mean, which changes no deviation: n * squares - sum^2 may exceed 128 bits. */
    const double nd = (double)n;
    const uint128 mean = sum / n, rest = sum % n, spread = squares - 2 * mean * sum + mean * mean * n;
    uint128 numerator;
    if (__builtin_mul_overflow(spread, (uint128)n, &numerator)) {
        return sqrt(((double)spread - (double)(rest * rest) / nd) / (nd - 1));
    }
    assert(numerator >= rest * rest); /* Cauchy and Schwarz */
    return sqrt((double)(numerator - rest * rest) / nd / (nd - 1));
}

double histogram_sd(const histogram *h)
{
    return histogram_sd_of_sums(histogram_total(h), histogram_sum(h), histogram_squares(h));
}

size_t histogram_min(const histogram *h)
{
    for (size_t v = 0; v < h->size; v++) {
        if (h->count[v]) {
            return v;
        }
    }
    return 0;
}

size_t histogram_max(const histogram *h)
{
    for (size_t v = h->size; v-- > 0;) {
        if (h->count[v]) {
            return v;
        }
    }
    return 0;
}

size_t histogram_quantile(const histogram *h, unsigned numerator, unsigned denominator)
{
    assert(denominator > 0 && numerator <= denominator);
    const uint128 target = (uint128)histogram_total(h) * numerator;
    uint128 seen = 0;
    for (size_t v = 0; v < h->size; v++) {
        seen += h->count[v];
        if (h->count[v] && seen * denominator >= target) {
            return v;
        }
    }
    assert(seen == 0); /* any other histogram reaches the target at its last value at the latest */
    return 0;
}
