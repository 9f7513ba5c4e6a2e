/* Reading one line of CSV (RFC 4180, without line breaks inside a field).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_STATS_CSV_H
#define ANALYSIS_STATS_CSV_H

#include <stddef.h>

/* Cut `line`, which has no line break any more, into fields in place: quotes are taken off, doubled ones halved.
 * Returns the number of fields, of which at most `max` are stored; -1 if a quote is misplaced or left open. */
int csv_split(char *line, char **fields, int max);

#endif
