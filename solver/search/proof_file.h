/* A proof as a file: claims, and the set of positions that they rest on.
 *
 * The set has positions that their mover loses, each as a word (rows, columns and kind of game say what a word means).
 *
 *     header, 128 bytes   magic "PAPAMUPF"; u32 version, rows, cols, small; u64 positions, stream bytes, packed bytes;
 *                         u32 claims, corner; 16 bytes XXH3-128 of the stream, canonical; u8 rule of the ending, of
 *                         jumps, as in databases (solver/db/format.h); 46 zero bytes; XXH64 of the first 120 bytes
 *     claims, 16 bytes    u64 occupied cells; u8 class that moves; u8 1 if it wins, else 0; 6 zero bytes
 *     XXH64 of the claims
 *     packed              a zstd frame with the stream: the words in ascending order, each as its difference from the
 * one before (the first from 0), 7 bits to a byte, the lowest first, all bytes but the last of a difference with their
 * highest bit set
 *
 * All numbers are little-endian. The version is 1 if both rules are 0, and else 2, which programs that know no other
 * rules refuse. `small` is the number of stones up to which positions are left out. A file is written
 * under a temporary name and appears whole.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SEARCH_PROOF_FILE_H
#define SOLVER_SEARCH_PROOF_FILE_H

#include "src/papamu.h"

typedef struct proof_claim {
    uint64_t occupied;
    uint8_t mover; /* the class that moves */
    bool wins;
} proof_claim;

typedef struct proof_file {
    int rows, cols, small;
    uint8_t ending, jumps; /* rules, as in the header */
    pm_color corner;       /* for showing the claims */
    uint64_t n_words;
    uint64_t *words; /* ascending */
    uint32_t n_claims;
    proof_claim *claims;
    uint8_t digest[16]; /* of the stream; set by writing and reading */
    uint64_t file_bytes;
} proof_file;

/* Whether the file at `path` begins as a proof does. */
bool proof_file_is(const char *path);

/* Write a proof; its digest and size are set. Errors: PM_IO, PM_NO_MEMORY. */
pm_status proof_file_write(const char *path, proof_file *proof, pm_error *err);

/* Read one; what it holds is freed with proof_file_free. Errors: PM_BAD_INPUT (not a proof, another version),
 * PM_DAMAGED, PM_IO, PM_NO_MEMORY. */
pm_status proof_file_read(const char *path, proof_file *proof, pm_error *err);
void proof_file_free(proof_file *proof);

/* Whether the set has a word. */
bool proof_file_has(const proof_file *proof, uint64_t word);

#endif
