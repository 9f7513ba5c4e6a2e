/* Random numbers for play: xoshiro256** (Blackman, Vigna, "Scrambled linear pseudorandom number
 * generators", ACM TOMS 47(4), 2021), seeded through SplitMix64 as its authors advise.
 *
 * Stream i of seed s is a generator of its own, so that game i depends on (s, i) alone and a run can be
 * cut into any pieces. The generator is a value: one for each thread, no locks. Not for cryptography.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <assert.h>
#include <stdint.h>

typedef struct rng {
    uint64_t s[4];
} rng;

/* One step of SplitMix64: advances `*x` and returns a well mixed word. */
static inline uint64_t rng_splitmix(uint64_t *x)
{
    uint64_t z = (*x += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The generator of stream `stream` of `seed`. */
static inline rng rng_stream(uint64_t seed, uint64_t stream)
{
    uint64_t x = seed;
    uint64_t y = rng_splitmix(&x) ^ stream;
    rng r;
    for (int i = 0; i < 4; i++) {
        r.s[i] = rng_splitmix(&y);
    }
    return r;
}

static inline uint64_t rng_next(rng *r)
{
    assert(r->s[0] | r->s[1] | r->s[2] | r->s[3]); /* a state of zeros would stay so */
    const uint64_t t = r->s[1] * 5;
    const uint64_t result = ((t << 7) | (t >> 57)) * 9;
    const uint64_t u = r->s[1] << 17;
    r->s[2] ^= r->s[0];
    r->s[3] ^= r->s[1];
    r->s[1] ^= r->s[2];
    r->s[0] ^= r->s[3];
    r->s[2] ^= u;
    r->s[3] = (r->s[3] << 45) | (r->s[3] >> 19);
    return result;
}

/* The rest of rng_below, wanted once in 2^32 / n calls: other products until one is not among those that
 * would make some results more frequent than others. */
__attribute__((noinline, unused)) static uint32_t rng_below_rest(rng *r, uint32_t n, uint64_t product)
{
    const uint32_t threshold = -n % n;
    while ((uint32_t)product < threshold) {
        product = (rng_next(r) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

/* An integer of 0..n-1, n >= 1, exactly uniform (Lemire, "Fast random integer generation in an
 * interval", ACM TOMACS 29(1), 2019). */
static inline uint32_t rng_below(rng *r, uint32_t n)
{
    assert(n >= 1);
    const uint64_t product = (rng_next(r) >> 32) * n;
    return (uint32_t)product < n ? rng_below_rest(r, n, product) : (uint32_t)(product >> 32);
}

#endif
