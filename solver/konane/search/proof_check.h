/* Checking and using proofs of Konane by rules of its own.
 *
 * Shares no code with the search: boards, jumps, normal forms and endings are written again here, from the rules alone
 * and without tricks. What a proof claims is true if for every position of its set and every move of the player who is
 * to lose some reply leads back into the set, to a position without a jump, or to a small one that is lost too, as a
 * search of all its moves finds. In misere play who is to lose always has a move, and a reply may be left out where the
 * other cannot jump and has won. The game ends, so nobody can go round in the set for ever.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_SEARCH_PROOF_CHECK_H
#define SOLVER_KONANE_SEARCH_PROOF_CHECK_H

#include "solver/search/proof_file.h"
#include "src/konane/variant.h"

typedef struct proof_checker proof_checker;

/* The rules that a proof is about, and only those: it says nothing of the game under others. */
konane_variant proof_variant(const proof_file *proof);

/* A checker of `proof`, by its rules, which must outlive it. Errors: PM_NO_MEMORY. */
pm_status proof_checker_new(const proof_file *proof, proof_checker **checker, pm_error *err);
void proof_checker_free(proof_checker *checker);

typedef struct proof_result {
    uint64_t positions; /* of the set that were checked */
    bool is_right;
    bool is_claim;     /* what is wrong is a claim, not a position of the set */
    uint64_t occupied; /* the first that is wrong, if one is */
    int mover;         /* its class */
    const char *why;
} proof_result;

/* Check all positions and claims on several threads. `progress` gets what was done of the total and stops by true; it
 * may be NULL. Errors: PM_INTERRUPTED. */
pm_status proof_check(proof_checker *checker, int threads, bool (*progress)(void *ctx, uint64_t done, uint64_t total),
                      void *ctx, proof_result *result, pm_error *err);

typedef enum proof_answer { PROOF_UNKNOWN, PROOF_WINS, PROOF_LOSES } proof_answer;

/* What the proof says of a position with class `mover` to move; from its set and from small endings. For one thread. */
proof_answer proof_ask(proof_checker *checker, uint64_t occupied, int mover);

#endif
