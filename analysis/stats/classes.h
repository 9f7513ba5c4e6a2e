/* The openings of a series by class: in Konane by where Black removes his stone.
 *
 * What agents choose as an opening has much to do with the results, so that series with different openings cannot be
 * compared: classes can.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_STATS_CLASSES_H
#define ANALYSIS_STATS_CLASSES_H

#include "analysis/stats/stats.h"

typedef struct stats_class {
    const char *name;  /* as the game's opening_class gives it; "" where it has none */
    size_t n_openings; /* that have games */
    stats_opening sum; /* as of stats_all_openings */
} stats_class;

/* Make the classes of a series that have games, in the order of their first openings. PM_NO_MEMORY. */
pm_status stats_classes_make(const stats_series *series, stats_class **classes, size_t *n);
void stats_classes_free(stats_class *classes, size_t n);

#endif
