/* The cube coder: outcomes packed by what the smaller sets of stones say.
 *
 * A block of 2^c bits is a cube: bit u belongs to the set u of c white stones. Whether the mover wins at u is best
 * predicted by the sets with one stone fewer, u without one of its elements, all of which are in the block: if n of
 * them are there and s are won, the chance that u is won depends on n and s, and little else. So the bits are coded in
 * the order of the size n of u, sets of equal size by number; each with the chance that a small table, the model, has
 * for (n, s). Half of all bits have a chance of less than 1 in 100 to be other than expected, and cost next to nothing.
 *
 * The coder is rANS (Duda, "Asymmetric numeral systems", arXiv:1311.2540) with four states x of 32 bits, so that four
 * chains of dependent steps run at a time. Of the sets of one size the i-th belongs to state i mod 4. A chance is f /
 * 4096, 1 <= f <= 4095. To decode a bit: y = x mod 4096; the bit is 1 if y < f; then x becomes f (x div 4096) + y for a
 * 1, (4096 - f) (x div 4096) + y - f for a 0; if that is less than 2^16, x becomes 2^16 x + the next 16 bits of the
 * stream. The packed block is the four states, 4 bytes each, then the stream. At its end all states are 2^16 again.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_CUBE_H
#define SOLVER_DB_CUBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CUBE_MIN_BITS = 10,
    CUBE_MAX_BITS = 16,
    CUBE_CHANCE_BITS = 12,
    CUBE_STRIDE = CUBE_MAX_BITS + 1, /* of a model in memory: entry [n * CUBE_STRIDE + s] */
    CUBE_MODEL_ENTRIES = CUBE_STRIDE * CUBE_STRIDE,
};

/* How often the bit was 1, and how often 0, for each (n, s) as in a model. */
typedef struct cube_counts {
    uint64_t count[CUBE_MODEL_ENTRIES][2];
} cube_counts;

typedef struct cube_model {
    uint16_t chance[CUBE_MODEL_ENTRIES]; /* f for (n, s), s <= n */
} cube_model;

/* Order of the bits and scratch; one for each thread. */
typedef struct cube_coder cube_coder;

/* A coder for cubes of 2^bits bits; NULL if memory is short. free accepts NULL. */
cube_coder *cube_coder_new(int bits);
void cube_coder_free(cube_coder *coder);

/* Count the bits of a block. */
void cube_count(cube_coder *coder, const uint8_t *block, cube_counts *counts);

/* The model of such counts. */
void cube_model_make(const cube_counts *counts, cube_model *model);

/* Pack a block into `packed`, which has room for `capacity` bytes. Returns the length, or 0 if there is not room. */
size_t cube_pack(cube_coder *coder, const cube_model *model, const uint8_t *block, uint8_t *packed, size_t capacity);

/* Unpack n bytes into a block. Returns whether they are a packed block; any bytes may be tried. The entries of the
 * model must be 1..4095. */
bool cube_unpack(cube_coder *coder, const cube_model *model, const uint8_t *packed, size_t n, uint8_t *block);

#endif
