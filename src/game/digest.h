/* The digest of a game: a hash of the positions that it went through, to tell equal games from different ones.
 *
 * Two games with the same positions in the same order have the same digest, whoever played them. Different games have
 * different ones but for the accidents of 64 bits: among ten million games one pair in 400,000 runs.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GAME_DIGEST_H
#define GAME_DIGEST_H

#include "src/game/game.h"

/* The digest of no moves. */
#define GAME_DIGEST_BEGIN UINT64_C(0x2545f4914f6cdd1d)

/* Word number `i` of a position, mixed into a digest. Empty words but the first do not count, so that the width in
 * which a position is kept makes no difference. */
static inline uint64_t game_digest_word(uint64_t digest, uint64_t word, int i)
{
    if (i > 0 && word == 0) {
        return digest;
    }
    const uint64_t x = (digest ^ (word + (uint64_t)i)) * UINT64_C(0x9e3779b97f4a7c15);
    return x ^ x >> 32;
}

/* A digest after one more move, which led to `s`. */
static inline uint64_t game_digest_move(uint64_t digest, const game_state *s)
{
    for (int i = 0; i < (int)(sizeof s->bits / sizeof s->bits[0]); i++) {
        digest = game_digest_word(digest, s->bits[i], i);
    }
    return digest;
}

#endif
