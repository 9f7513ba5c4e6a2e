/* Is a database right? First its bytes, then its values, derived again by another route than the one that made them.
 *
 * Bytes, of any game: every block against its checksum; then every block unpacked, and the digest of the content
 * against the header. Values are derived only if no block is bad; verify.h and verify.h say how.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_DB_VERIFY_H
#define SOLVER_DB_VERIFY_H

#include "solver/db/db.h"
#include "solver/db/digest.h"
#include "src/base/par.h"

#include <pthread.h>
#include <stdatomic.h>

typedef enum verify_stage { VERIFY_CHECKSUMS, VERIFY_DIGEST, VERIFY_VALUES } verify_stage;

/* Called now and then, from any thread; return true to stop. */
typedef bool verify_progress(void *ctx, verify_stage stage, uint64_t done, uint64_t total);

#define VERIFY_MAX_SAMPLES UINT64_C(1000000000000)

typedef struct verify_options {
    uint64_t n_samples; /* positions, spread evenly over the layers, at most VERIFY_MAX_SAMPLES; UINT64_MAX: every
                         * position that is stored */
    uint64_t seed;
    int threads;
    uint64_t memory;           /* bytes for what the threads hold of their samples; 0: as much as is useful */
    verify_progress *progress; /* may be NULL */
    void *progress_ctx;
} verify_options;

typedef struct verify_result {
    uint64_t blocks, bad_blocks; /* bad: wrong checksum, or cannot be unpacked */
    bool has_stored_digest;      /* only if no block is bad: what is stored was digested */
    bool digest_is_right;        /* as far as digests were made */
    bool has_digest;             /* of the content: likewise, and of a halved file only if all values were derived */
    uint8_t digest[16];
    uint64_t positions, disagreements;
    bool count_is_wrong;     /* all that is stored was derived, and the header has another number of positions */
    pm_error first_bad;      /* of the first bad block that was met */
    pm_position first_wrong; /* Konane: one of the positions that disagree; on the board with a black corner */
    int wrong_slice;         /* draughts: likewise, as solver/draughts/index.h numbers it */
    uint64_t wrong_number;
} verify_result;

/* ---- for those who verify the values of a game ---- */

/* What all stages and threads share. */
typedef struct verification {
    db *file;
    const verify_options *options;
    verify_result *result;
    pm_error *err;
    void (*check_values)(struct verification *v, par_team *team); /* stage VERIFY_VALUES, counted in positions */
    void *ctx;                                                    /* of check_values */

    /* the rest is zero at the beginning */
    pm_status status;
    pthread_mutex_t lock; /* of result, status and err */
    atomic_bool is_stopped;
    atomic_ullong done;
    uint64_t total;
    verify_stage stage;
    db_digest *rows; /* of the current layer and mover */
    int layer;
    pm_color mover;
} verification;

/* Returns PM_OK if all is right, PM_CHECK_FAILED if anything is wrong. Errors: PM_IO, PM_NO_MEMORY, PM_INTERRUPTED. */
pm_status verify_run(verification *v);

/* Begin a stage; n of its items are done. */
void verify_begin(verification *v, verify_stage stage, uint64_t total);
void verify_step(verification *v, uint64_t n);

/* Note a failure: a damaged block is a finding, anything else ends the work. */
void verify_note(verification *v, pm_status status, const pm_error *err);
void verify_no_memory(verification *v);

/* Compare the digest of the content with the header, from the digests of layers that were derived. */
void verify_content(verification *v, const db_digest layers[DB_MAX_LAYERS][2]);

#endif
