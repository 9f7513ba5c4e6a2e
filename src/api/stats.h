/* What a pm_stats holds.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef API_STATS_H
#define API_STATS_H

#include "analysis/stats/read.h"
#include "src/papamu/play.h"

struct pm_stats {
    stats inside;
    stats_kind kind; /* of the files that were read */
};

#endif
