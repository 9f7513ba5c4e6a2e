/* The tables of self-play statistics, as `selfplay` and `stats` print them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_SELFPLAY_STATS_TABLES_H
#define CLI_SELFPLAY_STATS_TABLES_H

#include "analysis/stats/stats.h"
#include "src/cli/frame/cli.h"

/* One kind of table. */
typedef struct stats_table {
    const char *name; /* as in --table */
    const char *help;
    void (*put)(cli *c, const stats *s);
    bool is_in_report; /* part of what `stats` prints without --table */
} stats_table;

/* All of them, ended by an entry without a name. */
extern const stats_table stats_tables[];

/* The one called `name`, which there must be. */
const stats_table *stats_table_find(const char *name);

/* What people read of all that is in `s` (stats_report.c). CLI_DONE, or the exit code after an error. */
int stats_report(cli *c, const stats *s);

/* Warn of series with few different games, and of numbers that are estimates. */
void stats_warn(cli *c, const stats *s);

/* Who beats whom over both colours, as a square of percentages. */
int stats_cross_table(cli *c, const stats *s);

#endif
