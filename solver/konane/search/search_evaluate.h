/* Where the proof and disproof numbers of an unexpanded position start.
 *
 * A side's freedom is x = jumps + movable stones + contacts / 5, a contact being a stone next to an enemy one; it says
 * how much work lies ahead. How likely the mover is to win patterns say (search_patterns.h), as the logarithm of odds
 * z:
 *
 *     phi = (1 + x_other^4.5 / 2) * 2^(-z / 2), delta = (1 + x_own^4.5 / 2) * 2^(z / 2):
 *
 * to win takes answers to all that the other can do. In misere play, of which the patterns know nothing, z is
 * 0.4 (x_own - x_other): the sign of normal play, which was measured to take the fewest positions. All positions of a
 * batch are measured at once, in loops without branches that compilers turn into vector code.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_SEARCH_SEARCH_EVALUATE_H
#define SOLVER_KONANE_SEARCH_SEARCH_EVALUATE_H

#include "solver/konane/search/search_patterns.h"
#include "solver/search/numbers.h"

enum {
    EVALUATE_UNIT = 5,    /* freedom is counted in fifths */
    EVALUATE_MAX = 1024,  /* above any freedom */
    EVALUATE_ODDS = 1024, /* |z| is cut there, in 1/PATTERN_UNITS */
    EVALUATE_MISERE = 5,  /* z of a fifth of freedom in misere play, in 1/PATTERN_UNITS */
    EVALUATE_VECTOR = 8,
    EVALUATE_BATCH = SEARCH_MAX_MOVES, /* a multiple of it */
};

/* The weights, and the tables that follow from them. */
typedef struct evaluation {
    float polynomial[EVALUATE_MAX];    /* 1 + factor * x^exponent */
    float odds[2 * EVALUATE_ODDS + 1]; /* 2^(slope * z), z offset by EVALUATE_ODDS */
    search_patterns patterns;
} evaluation;

void evaluation_init(const search_board *board, evaluation *e);

/* A number that differs between weights, and between rules of the game. */
uint32_t evaluation_number(konane_variant variant);

/* The freedom of both classes in fifths, [class][position], and whether class 0 and 1 can jump at all: their jumps. */
typedef struct evaluation_batch {
    uint64_t freedom[2][EVALUATE_BATCH];
    uint64_t jumps[2][EVALUATE_BATCH];
} evaluation_batch;

static inline uint64_t evaluate_count(uint64_t set)
{
    return (uint64_t)bits_count(set);
}

/* Fill up n sets to whole vectors. Returns their number. */
static inline int evaluate_pad(uint64_t sets[EVALUATE_BATCH], int n)
{
    for (; n % EVALUATE_VECTOR; n++) {
        sets[n] = 0;
    }
    return n;
}

/* Measure n sets of occupied cells. `chains` are those of the board, given as a constant: only where a jump may stop
 * after each stone are jumps over two stones moves besides. */
static inline __attribute__((always_inline)) void evaluate_measure(const search_board *board, konane_chains chains,
                                                                   const uint64_t *restrict occupied, int n,
                                                                   evaluation_batch *restrict batch)
{
    const uint64_t seconds = chains == KONANE_CHAINS_ANY ? ~UINT64_C(0) : 0;
    const uint64_t own = board->cells[0], other = board->cells[1];
    const int east = board->east;
    for (int i = 0; i < n; i++) {
        const uint64_t set = occupied[i];
        const uint64_t n1 = search_north(board, set), e1 = search_east(board, set), s1 = search_south(board, set),
                       w1 = search_west(board, set);
        const uint64_t n2 = n1 & n1 >> 2 & seconds, e2 = e1 & e1 >> 2 * east % 64 & seconds,
                       s2 = s1 & s1 << 2 & seconds, w2 = w1 & w1 << 2 * east % 64 & seconds;
        const uint64_t movable = (n1 | e1 | s1 | w1) & set;
        const uint64_t contacts = set & ((set >> 1 & board->toward[0]) | (set >> east & board->toward[1]) |
                                         (set << 1 & board->toward[2]) | (set << east & board->toward[3]));
        const uint64_t own_set = set & own, other_set = set & other;
        const uint64_t own_jumps = evaluate_count(n1 & own_set) + evaluate_count(e1 & own_set) +
                                   evaluate_count(s1 & own_set) + evaluate_count(w1 & own_set) +
                                   evaluate_count(n2 & own_set) + evaluate_count(e2 & own_set) +
                                   evaluate_count(s2 & own_set) + evaluate_count(w2 & own_set);
        const uint64_t other_jumps = evaluate_count(n1 & other_set) + evaluate_count(e1 & other_set) +
                                     evaluate_count(s1 & other_set) + evaluate_count(w1 & other_set) +
                                     evaluate_count(n2 & other_set) + evaluate_count(e2 & other_set) +
                                     evaluate_count(s2 & other_set) + evaluate_count(w2 & other_set);
        batch->jumps[0][i] = own_jumps;
        batch->jumps[1][i] = other_jumps;
        batch->freedom[0][i] =
            EVALUATE_UNIT * (own_jumps + evaluate_count(movable & own)) + evaluate_count(contacts & own);
        batch->freedom[1][i] =
            EVALUATE_UNIT * (other_jumps + evaluate_count(movable & other)) + evaluate_count(contacts & other);
    }
}

static inline search_numbers evaluate_at(const evaluation *e, uint64_t own, uint64_t other, int z)
{
    const int cut = z < -EVALUATE_ODDS ? -EVALUATE_ODDS : z > EVALUATE_ODDS ? EVALUATE_ODDS : z;
    assert(own < EVALUATE_MAX && other < EVALUATE_MAX);
    return (search_numbers){
        .phi = e->polynomial[other] * e->odds[EVALUATE_ODDS - cut],
        .delta = e->polynomial[own] * e->odds[EVALUATE_ODDS + cut],
    };
}

/* The numbers of `occupied`, which is position i of the batch, after a move from the position of `values`, with `mover`
 * to move, who can jump. */
static inline search_numbers evaluate_numbers(const evaluation *e, const evaluation_batch *batch, int i,
                                              const pattern_values *values, uint64_t occupied, int mover)
{
    const int z = search_patterns_odds(&e->patterns, values, occupied, mover);
    return evaluate_at(e, batch->freedom[mover][i], batch->freedom[1 - mover][i], z);
}

/* Likewise in misere play. */
static inline search_numbers evaluate_misere(const evaluation *e, const evaluation_batch *batch, int i, int mover)
{
    const uint64_t own = batch->freedom[mover][i], other = batch->freedom[1 - mover][i];
    return evaluate_at(e, own, other, EVALUATE_MISERE * ((int)own - (int)other));
}

#endif
