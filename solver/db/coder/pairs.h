/* The pair coder: outcomes of every second position, packed by what sets with two stones fewer say.
 *
 * A block belongs to 2^bits sets u of white stones, as a cube does (cube.h), but holds those alone whose
 * number of stones is even, or those whose number is odd: its parity. Their values are bits, that of u at place u div
 * 2: of two neighbours u and u ^ 1 one has the right parity. Whether the mover wins at u is predicted by the sets with
 * two stones fewer: if u has n stones, and s of its n (n - 1) / 2 sets without two of them are won, the chance is that
 * of (n, s) in the model.
 *
 * Order. The lowest six stones of u are its inside, the others its outside v. Sets are coded in batches, by the number
 * of stones outside, then by the number inside; in a batch by v, then by the inside, as numbers. All sets with two
 * stones fewer come in earlier batches. A step codes sixteen sets of a batch at a time, its last step what is left.
 *
 * The coder is rANS (Duda, "Asymmetric numeral systems", arXiv:1311.2540) with sixteen states x of 32 bits, one for
 * each set of a step. A chance is f / 4096, 1 <= f <= 4095. To decode a bit: y = x mod 4096; the bit is 1 if y < f;
 * then x becomes f (x div 4096) + y for a 1, (4096 - f) (x div 4096) + y - f for a 0. In the first `cut` steps, if that
 * is less than 2^16, it becomes 2^16 x + the next 16 bits of the stream, state by state. After them, if `cut` is not 0,
 * 2^16 is subtracted from every state, and from then on nothing is read. At the end all states are 0. So a state costs
 * hardly more than what it says: without the cut it would begin, for the encoder, with 16 bits that say nothing.
 *
 * The packed block is numbers of 16 bits, little-endian: first the cut, in units of one step (of 2^(bits - 14) for
 * blocks of more than 2^14 sets), and in the upper six bits z, the bits of the largest state; then z numbers, bit i of
 * the j-th being bit j of state i; then the stream.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_PAIRS_H
#define SOLVER_DB_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PAIRS_MIN_BITS = 6,
    PAIRS_MAX_BITS = 16,
    PAIRS_CHANCE_BITS = 12,
    PAIRS_STRIDE = 128, /* of a model in memory: s <= 16 * 15 / 2 */
};

/* How often the bit was 0, and how often 1, for each (n, s). */
typedef struct pairs_counts {
    uint64_t count[PAIRS_MAX_BITS + 1][PAIRS_STRIDE][2];
} pairs_counts;

/* The chances f for (n, s), their lower and their upper bytes, so that a vector of bytes can look them up. */
typedef struct pairs_model {
    uint8_t low[PAIRS_MAX_BITS + 1][PAIRS_STRIDE], high[PAIRS_MAX_BITS + 1][PAIRS_STRIDE];
} pairs_model;

static inline uint32_t pairs_chance(const pairs_model *model, int n, int s)
{
    return model->low[n][s] | (uint32_t)model->high[n][s] << 8;
}

/* The sets of n stones have s = 0..pairs_most(n). */
static inline int pairs_most(int n)
{
    return n * (n - 1) / 2;
}

/* Implementations for different processors, equal in what they do. */
typedef struct pairs_kernel pairs_kernel;

/* Those that this processor can run, ended by NULL: the fastest first. */
const pairs_kernel *const *pairs_kernels(void);
const char *pairs_kernel_name(const pairs_kernel *kernel);

/* Tables and scratch; one for each thread. */
typedef struct pairs_coder pairs_coder;

/* A coder for blocks of 2^bits sets; NULL if memory is short. `kernel` NULL: the fastest. free accepts NULL. */
pairs_coder *pairs_coder_new(int bits, const pairs_kernel *kernel);
void pairs_coder_free(pairs_coder *coder);

/* The bytes of a block: one bit for every second set. */
static inline size_t pairs_block_bytes(int bits)
{
    return (size_t)1 << (bits - 4);
}

/* Of the bits of all 2^bits sets, `row`, those of one parity. */
void pairs_squeeze(const uint8_t *row, int bits, int parity, uint8_t *block);

/* The other way round, with zeros between. */
void pairs_spread(const uint8_t *block, int bits, int parity, uint8_t *row);

/* Count the bits of a block. */
void pairs_count(pairs_coder *coder, const uint8_t *block, int parity, pairs_counts *counts);

/* Add `weight` for each won set of a whole row of 2^n_bits bits, of any number of bits and both parities, to `won`, by
 * the stones of the set. */
void pairs_add_wins(const pairs_coder *coder, const uint8_t *row, int n_bits, uint64_t weight, uint64_t won[]);

/* The model of such counts. */
void pairs_model_make(const pairs_counts *counts, pairs_model *model);

/* Pack a block into `packed`, which has room for `capacity` bytes. Returns the length, or 0 if there is not room. */
size_t pairs_pack(pairs_coder *coder, const pairs_model *model, const uint8_t *block, int parity, uint8_t *packed,
                  size_t capacity);

/* Unpack n bytes into a block. Returns whether they are a packed block; any bytes may be tried. The chances of the
 * model must be 1..4095. */
bool pairs_unpack(pairs_coder *coder, const pairs_model *model, const uint8_t *packed, size_t n, int parity,
                  uint8_t *block);

#endif
