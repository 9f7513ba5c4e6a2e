/* Counting the elements of rows: how often each byte occurs, and how many bits are set for each size of index.
 *
 * Bits are counted in vertical counters: plane p of a counter holds bit p of as many small numbers as a word has bits,
 * and adding a word of a row to all of them is a carry-save adder (Harley and Seal; Warren, Hacker's Delight, 5-1).
 * Words whose addresses have as many elements share a counter, so that only when it is read do masks and population
 * counts sort its bits, once for many rows. A group is eight neighbouring words, 2^9 bits of a row.
 *
 * There is a counter for each vector width, and a scalar twin with which the tests compare them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_ROWS_COUNTER_H
#define SOLVER_ROWS_COUNTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ROW_TALLY_ROWS = 16,    /* pairs that may be added before the counts are read */
    ROW_TALLY_GROUP = 8,    /* words */
    ROW_TALLY_AT_ONCE = 16, /* groups that are added together */
    ROW_TALLY_CLASSES = 24, /* of groups, by the number of elements in their address */
};

/* What is counted of a pair of rows: the bits of the first, of the second, of both. */
typedef enum row_tally_sum { ROW_TALLY_FIRST, ROW_TALLY_SECOND, ROW_TALLY_BOTH, ROW_TALLY_SUMS } row_tally_sum;

/* How rows of one length are counted; the counters themselves are apart, one set for each thread. */
typedef struct row_tally {
    int n_classes, n_planes;
    uint32_t first[ROW_TALLY_CLASSES + 1]; /* where each class begins in `groups` */
    /* The first word of each group, class by class, each class filled up to whole ROW_TALLY_AT_ONCE by a group of zeros
     * after the end of the row. */
    uint32_t *groups;
} row_tally;

typedef struct row_counter {
    const char *name; /* as that of the row kernel: "v512", "v256", "v128" or "scalar" */

    /* Count each of `n` bytes, which are aligned to ROW_ALIGNMENT; quick if all are small. */
    void (*count_bytes)(const uint8_t *bytes, size_t n, uint64_t count[256]);

    /* Add a pair of rows, aligned to ROW_ALIGNMENT and with a group of zeros after the end, to counters that were
     * zeroed or read before at most ROW_TALLY_ROWS - 1 others were added. */
    void (*add_pair)(const row_tally *t, uint64_t *counters, const uint64_t *first, const uint64_t *second);
} row_counter;

/* The counters that this processor can run, widest first, the scalar twin last, ended by NULL. */
const row_counter *const *row_counters(void);

/* Prepare for rows of 2^n_bits bits, n_bits = ROW_MIN_BITS..ROW_MAX_BITS. Returns false if memory is short; free with
 * row_tally_clear, which accepts a zeroed one. */
bool row_tally_make(int n_bits, row_tally *t);
void row_tally_clear(row_tally *t);

/* Words of the counters of one thread, to be aligned to ROW_ALIGNMENT and zeroed at first. */
size_t row_tally_words(const row_tally *t);

/* Where plane 0 of a counter begins; the others follow, of ROW_TALLY_GROUP words each. */
static inline uint64_t *row_tally_planes(const row_tally *t, uint64_t *counters, int class, row_tally_sum sum)
{
    return counters + (size_t)((class * ROW_TALLY_SUMS + (int)sum) * t->n_planes) * ROW_TALLY_GROUP;
}

/* Add weight times what was counted to count[k], by the number k = 0..n_bits of elements of the index of a bit; zero
 * the counters. */
void row_tally_read(const row_tally *t, uint64_t *counters, uint64_t weight, uint64_t count[][ROW_TALLY_SUMS]);

/* May not run here. */
extern const row_counter row_counter_v512, row_counter_v256, row_counter_v128, row_counter_scalar;

#endif
