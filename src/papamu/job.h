/* What long work may use, and how it is watched and stopped. A section of papamu.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../papamu.h" /* first: it brings the sections in their order */

#ifndef PAPAMU_JOB_H
#define PAPAMU_JOB_H

#ifdef __cplusplus
extern "C" {
#endif

/* All zero is a good choice, and so is NULL in place of a pm_job. Results do not depend on any of it. */
typedef struct pm_job {
    int threads;     /* 0: as many as there are processors */
    uint64_t memory; /* bytes; 0: half of what the machine has. Work that needs more is refused: PM_NO_MEMORY */

    /* Called now and then, at most from one thread at a time, with what is done of `total` (0: not known). The answer
     * true stops the work, which then returns PM_INTERRUPTED. It may do other work, with other handles than that which
     * is working. May be NULL. */
    bool (*progress)(void *ctx, uint64_t done, uint64_t total);
    void *ctx;
} pm_job;

#ifdef __cplusplus
}
#endif

#endif
