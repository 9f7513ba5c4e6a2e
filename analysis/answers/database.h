/* A database of any game: opening it, what it is, whether it suits a game, checking and counting its content.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_ANSWERS_DATABASE_H
#define ANALYSIS_ANSWERS_DATABASE_H

#include "solver/db/convert.h"
#include "solver/db/verify.h"
#include "src/base/verdict.h"
#include "src/game/game.h"

typedef struct answers_db answers_db;

typedef struct answers_db_info {
    const char *game; /* as in --game */
    int rows, cols;
    int pieces; /* the most that a position may have, where it covers endgames alone; else 0 */
    bool has_remoteness;
    const char *movers;    /* which movers are stored, in words, where that can differ; else NULL */
    const char *unit;      /* what `answered` counts: "position_mover_pairs" or "positions" */
    uint64_t answered;     /* that it answers for */
    uint64_t stored;       /* values in the file */
    int full_cells;        /* cells of a board up to which every value can be derived again; 0: any */
    const db_header *head; /* lives as long as the handle */
} answers_db_info;

/* Open the database at `path` with a cache of about `cache_bytes` (0: 256 MiB). Any number of threads may use it.
 * Errors do not name the file, but for PM_IO: PM_IO, PM_NO_MEMORY, PM_BAD_INPUT (not a database, another version),
 * PM_DAMAGED.
 */
pm_status answers_db_open(const char *path, size_t cache_bytes, answers_db **d, pm_error *err);
void answers_db_close(answers_db *d);

answers_db_info answers_db_get_info(const answers_db *d);

/* Whether it is about the game and board of `g`. PM_BAD_INPUT if not; `path` is named in the message unless it is NULL.
 */
pm_status answers_db_match(const answers_db *d, const game *g, const char *path, pm_error *err);

/* Check its bytes, then derive its values again from the rules: as solver/db/verify.h says. `wrong` receives the text
 * of one of the positions that disagree, and is empty if there is none. */
pm_status answers_db_verify(answers_db *d, const verify_options *options, verify_result *result,
                            char wrong[GAME_MAX_TEXT], pm_error *err);

/* Write its content to `path`, as solver/db/convert.h says. */
pm_status answers_db_convert(answers_db *d, const char *path, const db_conversion *conversion, pm_error *err);

/* ---- how often each value occurs ---- */

/* How many positions have these pieces and this value for their mover. */
typedef struct answers_count {
    int mover;            /* Konane: a pm_color; draughts: -1, positions are seen from the mover's side */
    int stones;           /* all pieces */
    int men[2], kings[2]; /* draughts: the mover's, then the other's */
    verdict verdict;
    uint64_t positions; /* Konane: over all sets of stones; draughts: as stored */
} answers_count;

typedef struct answers_histogram {
    int threads;
    bool (*row)(void *ctx, const answers_count *count);         /* false ends the work, with PM_OK */
    bool (*progress)(void *ctx, uint64_t done, uint64_t total); /* true stops it; may be NULL */
    void *ctx;
} answers_histogram;

/* Call h->row for every value that occurs; of outcomes of Konane also for those that do not. Errors: PM_DAMAGED, PM_IO,
 * PM_NO_MEMORY, PM_INTERRUPTED. */
pm_status answers_db_histogram(answers_db *d, const answers_histogram *h, pm_error *err);

/* ---- inside: what a game provides (database_konane.c, database_draughts.c) ---- */

typedef struct answers_db_class {
    pm_status (*open)(const char *path, size_t cache_bytes, answers_db **d, pm_error *err);
    void (*close)(answers_db *d);

    /* Prepare for questions about `g`, which it matches; `*bound` is freed by unbind. */
    pm_status (*bind)(answers_db *d, const game *g, void **bound, pm_error *err);
    void (*unbind)(void *bound);
    pm_status (*judge)(answers_db *d, const void *bound, const game_state *s, verdict *v, pm_error *err);

    pm_status (*verify)(answers_db *d, const verify_options *options, verify_result *result, char wrong[GAME_MAX_TEXT],
                        pm_error *err);
    pm_status (*histogram)(answers_db *d, const answers_histogram *h, pm_error *err);
    pm_status (*convert)(answers_db *d, const char *path, const db_conversion *conversion, pm_error *err);
} answers_db_class;

struct answers_db {
    const answers_db_class *class;
    answers_db_info info;
};

extern const answers_db_class answers_db_konane, answers_db_draughts;

#endif
