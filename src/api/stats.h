/* What a pm_stats holds, and estimates as callers see them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef API_STATS_H
#define API_STATS_H

#include "analysis/stats/estimate.h"
#include "analysis/stats/read.h"
#include "src/papamu/play.h"

struct pm_stats {
    stats inside;
    stats_kind kind; /* of the files that were read */
};

/* The same estimate as callers see it. */
pm_estimate public_estimate(estimate e);

#endif
