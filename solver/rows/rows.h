/* Rows: 2^n bits, nibbles or bytes whose index is itself a set of n things, and the operations a sweep needs.
 *
 * A sweep combines whole rows: "for every index u that has these bits and lacks those, the bit at u becomes one if
 * the source has a one at u with some bits flipped", and "rename the bits of the index". Both are fixed permutations
 * and masks, so that one vector instruction works on hundreds of positions. This file knows no game.
 *
 * Nibbles and bytes are numbers, and "or" means the greater of two, as it does for bits. A row of them is addressed as
 * the row of bits that it is: the lowest two or three bits of an index stay inside an element, and no operation fixes,
 * flips or moves them. So masks, shifts and permutations are the same for all three; only "or" and what is stored
 * differ.
 *
 * Layout. Index bits 0-5 are the place inside a 64-bit word, the next ones the lane inside a vector (one, two or
 * three of them for 128, 256 or 512 bits), the next two the vector inside a block, all others the block's address:
 *
 *      n-1 ... 11 | 10 9 | 8 7 6 | 5 4 3 2 1 0        (for 512-bit vectors)
 *        block    | vec. | lane  |  bit of word
 *
 * Kernels differ in vector width only: one source, kernel.c, is compiled once for each. Rows mean the same in
 * all of them, bit for bit, and in the scalar twin with which the tests compare them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_ROWS_ROWS_H
#define SOLVER_ROWS_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ROW_MIN_BITS = 11, /* shorter rows must be padded: the widest kernel takes a block of 2^11 bits at a time */
    ROW_MAX_BITS = 32,
    ROW_BLOCK_VECTORS = 4,
    ROW_MAX_LANES = 8,
    ROW_UNIT_BITS = 8, /* permutations move units of 2^8 bits, whatever the kernel */
    ROW_MAX_SWAPS = 8,
    ROW_ALIGNMENT = 64, /* of every row, in bytes */
};

/* What a row is made of: the logarithm of the bits of an element. */
typedef enum row_element { ROW_BITS = 0, ROW_NIBBLES = 2, ROW_BYTES = 3 } row_element;

static inline size_t row_words(int n_bits)
{
    return (size_t)1 << (n_bits - 6);
}

/* dst[u] |= src[u ^ flip] for every index u with (u & fixed) == value. `flip` and `value` lie inside `fixed`, `fixed`
 * outside the elements. */
typedef struct row_op {
    uint32_t fixed, value, flip;
} row_op;

/* The direction in which a step shifts words is known at compile time in its loop. */
typedef enum row_step_kind { ROW_PLAIN, ROW_SHIFT_LEFT, ROW_SHIFT_RIGHT } row_step_kind;

/* A row_op prepared for one vector width. */
typedef struct row_step {
    uint64_t mask[ROW_BLOCK_VECTORS][ROW_MAX_LANES]; /* bits of a destination block that may change */
    uint32_t free;                                   /* bits of the block address that take both values */
    uint32_t base;                                   /* the other ones, in the destination */
    uint32_t flip;                                   /* block address of the source = that of the destination ^ flip */
    uint8_t kind;                                    /* a row_step_kind; ROW_PLAIN needs no mask */
    uint8_t shift;                                   /* by which a word of the source moves */
    uint8_t lanes;                                   /* lane of the source = lane of the destination ^ lanes */
    uint8_t vector;                                  /* likewise the vector inside the block */
    uint32_t n_bits;                                 /* of the rows */
    row_op op;                                       /* what it is equivalent to */
} row_step;

/* The step that will follow another one: the cache is asked for what it reads. */
typedef struct row_next {
    const uint64_t *src;
    const row_step *step;
} row_next;

/* Exchange of two bits of the index. */
typedef struct row_swap {
    uint8_t low, high;
} row_swap;

/* A permutation of index bits, prepared: dst[u] |= src[v], where bit image[i] of v is bit i of u. */
typedef struct row_permutation {
    int n_bits;
    uint8_t image[ROW_MAX_BITS];
    int n_outer; /* first: swaps of a bit inside the unit with one outside, on the source */
    row_swap outer[ROW_MAX_SWAPS];
    uint32_t *unit; /* then: the address of the source unit for each destination unit */
    int n_inner;    /* and: swaps inside the unit */
    row_swap inner[ROW_MAX_SWAPS];
} row_permutation;

/* The operations on one kind of elements at one vector width. Rows are aligned to ROW_ALIGNMENT and do not overlap. */
typedef struct row_kernel {
    const char *name; /* "v512", "v256", "v128" or "scalar" */
    row_element element;
    int lane_bits;
    /* `next`: NULL if it is not known, or not worth asking for. */
    void (*or_step)(uint64_t *restrict dst, const uint64_t *restrict src, const row_step *step, const row_next *next);
    /* dst |= src permuted; leaves `src` in any state. */
    void (*or_permuted)(uint64_t *restrict dst, uint64_t *restrict src, const row_permutation *p);
    /* dst = row_turned(src), element by element, written past the caches. */
    void (*store_turned)(uint64_t *restrict dst, const uint64_t *restrict src, size_t n_words);
    /* dst = ~src, likewise. */
    void (*store_not)(uint64_t *restrict dst, const uint64_t *restrict src, size_t n_words);
    /* dst |= each element of src less one, 0 staying 0; n_words are a whole number of blocks. */
    void (*or_less)(uint64_t *restrict dst, const uint64_t *restrict src, size_t n_words);
} row_kernel;

/* What the best that a mover reaches is worth to the other side, for each element of a word: see sweep.h. For bits and
 * nibbles ~x; for bytes ~x, and two more where x is 128 or more, which does not carry, ~x being less than 128 there. */
static inline uint64_t row_turned(uint64_t x, row_element element)
{
    return element == ROW_BYTES ? ~x + (x >> 6 & 0x0202020202020202) : ~x;
}

/* The kernels for such elements that this processor can run, widest first, the scalar twin last, ended by NULL. */
const row_kernel *const *row_kernels(row_element element);

/* The kernel called `name`, or NULL if this processor has none; a NULL name asks for the widest. */
const row_kernel *row_kernel_named(row_element element, const char *name);

/* May not run here. */
extern const row_kernel row_kernel_v512, row_kernel_v256, row_kernel_v128, row_kernel_scalar;
extern const row_kernel nibble_kernel_v512, nibble_kernel_v256, nibble_kernel_v128, nibble_kernel_scalar;
extern const row_kernel byte_kernel_v512, byte_kernel_v256, byte_kernel_v128, byte_kernel_scalar;

/* Prepare `op` for rows of 2^n_bits bits (not elements), n_bits >= ROW_MIN_BITS. */
row_step row_step_make(const row_kernel *kernel, int n_bits, row_op op);

/* Prepare the permutation whose bit i of a destination index is bit image[i] of the source index. Returns false if
 * memory is short; free with row_permutation_clear, which accepts a zeroed one. */
bool row_permutation_make(int n_bits, const uint8_t image[], row_permutation *p);
void row_permutation_clear(row_permutation *p);

#endif
