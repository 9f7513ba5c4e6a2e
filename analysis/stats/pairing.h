/* Finding the pairs among games that were read: games 2k and 2k + 1 of a run with exchanged colours (`papamu selfplay
 * --swap`), wherever the files of the run were split.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_STATS_PAIRING_H
#define ANALYSIS_STATS_PAIRING_H

#include "analysis/stats/stats.h"

/* Note down game `number` of a pair, which was counted in the series and opening given; they must be of `s`.
 * PM_NO_MEMORY. */
pm_status pairing_add(stats *s, const stats_series *series, const stats_opening *opening, uint64_t number,
                      stats_winner winner);

/* Count the pairs among the games noted down. A game without the other one of its pair counts for none. PM_NO_MEMORY.
 */
pm_status pairing_finish(stats *s);

#endif
