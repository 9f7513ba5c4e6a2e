/* Reading the CSV files of self-play back into statistics.
 *
 * Three kinds of file, distinguished by their header line: the games of `selfplay` (one a line), its sums
 * (`--summary`), and its table by ply (`--plies`). Each keeps whole histograms, so reading loses nothing.
 * Here is also what the columns are: whoever writes such a file takes the names from here.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_STATS_READ_H
#define ANALYSIS_STATS_READ_H

#include "analysis/stats/stats.h"

#include <stdio.h>

typedef enum stats_kind {
    STATS_GAMES,
    STATS_SUMS,
    STATS_PLIES,
    STATS_N_TABLES,                 /* the kinds before it are CSV */
    STATS_RECORDS = STATS_N_TABLES, /* game records: see records.h */
    STATS_NO_KIND,
} stats_kind;

/* What a file of this kind is called in messages. */
const char *stats_kind_name(stats_kind kind);

/* Note that a file of kind `found` follows those of kind `*kind`, STATS_NO_KIND for the first. PM_BAD_INPUT if they
 * differ: kinds are not mixed, because the same games would be counted twice. */
pm_status stats_kind_follow(stats_kind *kind, stats_kind found, pm_error *err);

/* The columns of each kind of CSV, ended by NULL, and their indices. */
const char *const *stats_columns(stats_kind kind);

enum stats_games_column {
    GAMES_GAME,
    GAMES_PLIES,
    GAMES_WINNER,
    GAMES_OPENING,
    GAMES_RULES,
    GAMES_BOARD,
    GAMES_BLACK,
    GAMES_WHITE,
    GAMES_JUMPS,
    GAMES_MULTI_JUMPS,
    GAMES_PAIR,      /* half of the number of a game with --swap, else empty */
    GAMES_DIGEST,    /* src/game/digest.h, 16 hexadecimal digits */
    GAMES_BRANCHING, /* legal jumps at each jump, separated by spaces */
    GAMES_N_COLUMNS
};

enum stats_sums_column {
    SUMS_RULES,
    SUMS_BOARD,
    SUMS_BLACK,
    SUMS_WHITE,
    SUMS_OPENING,
    SUMS_GAMES,
    SUMS_DISTINCT, /* empty if the number of different games is not known exactly */
    SUMS_BLACK_WINS,
    SUMS_WHITE_WINS,
    SUMS_DRAWS,
    SUMS_MULTI_JUMPS,
    SUMS_BRANCHING_SQUARES,
    SUMS_BRANCHING_BY_JUMPS,
    SUMS_JUMPS, /* histograms: value:count, separated by spaces */
    SUMS_BRANCHING,
    SUMS_PAIRS,   /* likewise: points of a pair in halves */
    SUMS_DIGESTS, /* the level of a sample of digests (distinct.h), then these in 16 hexadecimal digits */
    SUMS_N_COLUMNS
};

enum stats_plies_column {
    PLIES_RULES,
    PLIES_BOARD,
    PLIES_BLACK,
    PLIES_WHITE,
    PLIES_PLY,
    PLIES_N,
    PLIES_MEAN, /* of the mover's legal moves: mean, sd, min, q1, median, q3, max */
    PLIES_OPPONENT_MEAN = PLIES_MEAN + 7,
    PLIES_MULTI_SHARE = PLIES_OPPONENT_MEAN + 7,
    PLIES_STONES_MEAN,
    PLIES_MULTI_JUMPS,
    PLIES_MOVES,
    PLIES_OPPONENT,
    PLIES_STONES,
    PLIES_N_COLUMNS
};

/* Add what `file` holds to `into`, after the last file pairing_finish counts the pairs; `kind` is as for
 * stats_kind_follow. PM_BAD_INPUT with a message that names the line (a header of another program or version, a field
 * that cannot be, a last line that is cut), PM_IO, PM_NO_MEMORY; `into` then holds a part of the file. */
pm_status stats_read_csv(FILE *file, stats *into, stats_kind *kind, pm_error *err);

#endif
