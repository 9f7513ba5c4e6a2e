/* Statistics of game records: each game is replayed and counted as self-play counts its own.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_STATS_RECORDS_H
#define ANALYSIS_STATS_RECORDS_H

#include "analysis/stats/read.h"
#include "src/game/record.h"

/* What became of the games of a file. */
typedef struct stats_records_count {
    uint64_t counted;
    uint64_t unfinished; /* without a result: left out */
    uint64_t bad;        /* left out with a complaint */
} stats_records_count;

/* Who hears of games that are left out with an error, and of games that are counted though their text left something
 * open. */
typedef struct stats_listener {
    void *ctx;
    void (*complain)(void *ctx, const pm_error *what);
    void (*remark)(void *ctx, const char *what);
} stats_listener;

/* Add the games of `file` to `into`, after the last file pairing_finish counts the pairs; `kind` is as for
 * stats_kind_follow. The listener hears of each game with an error what is wrong and where, and reading
 * continues. PM_BAD_INPUT only for files of different kinds; PM_IO, PM_NO_MEMORY. */
pm_status stats_read_records(FILE *file, const record_dialect *dialect, const game_options *defaults, stats *into,
                             stats_kind *kind, const stats_listener *listener, stats_records_count *count,
                             pm_error *err);

/* The number of stones in `s`. */
unsigned stats_stones(const game *g, const game_state *s);

#endif
