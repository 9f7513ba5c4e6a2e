/* The inside of a sweep with a scratch folder. Private to solver/sweep/scratch*.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SWEEP_SCRATCH_STATE_H
#define SOLVER_SWEEP_SCRATCH_STATE_H

#include "solver/sweep/row_file.h"
#include "solver/sweep/scratch.h"
#include "solver/sweep/state.h"
#include "src/base/io_queue.h"

typedef struct scratch {
    const sweep_spec *spec;
    const scratch_options *options;
    const scratch_client *client;
    scratch_plan plan;
    sublayers_spec order_spec;
    sweep *s;
    par_team *team;
    uint64_t fingerprint;
    int lock; /* a file descriptor */

    uint64_t *out; /* a part of one mover's rows of a sublayer, row after row */
    size_t out_bytes;
    uint8_t *pool; /* see scratch_plan.c */
    size_t pool_bytes;
    uint16_t *cursor;   /* the next term of each row that is built */
    row_codec **codecs; /* one for each worker */
    uint8_t *blocks;    /* a packed block for each worker */
    size_t block_bytes;
    io_queue *reader, *writer;
    row_file black[SUBLAYERS_MAX];
    row_file white; /* of the sublayer in work, if it is cut */
    uint8_t *saved; /* the client's state at the last checkpoint */

    scratch_status status;
    double total_units, started; /* of work; seconds on the clock less those of earlier runs */
    int damaged;                 /* place of the Black file that was found damaged, or -1 */
    int n_done;                  /* finished sublayers */
} scratch;

/* Some rows of a sublayer. */
typedef struct scratch_part {
    int place;
    size_t first, n_rows;
} scratch_part;

/* In how many parts a sublayer is built. */
uint64_t scratch_n_parts(const scratch_plan *p, int place);

static inline size_t scratch_row_words(const scratch *r)
{
    return r->plan.sweep.row_bytes / 8;
}

static inline row_file *scratch_file(scratch *r, pm_color mover, int place)
{
    return mover == PM_BLACK ? &r->black[place] : &r->white;
}

/* ---- scratch_folder.c ---- */

/* Lock the folder, which is made if there is none. */
pm_status scratch_lock(scratch *r, pm_error *err);

/* Continue from the state in the folder, if there is one. */
pm_status scratch_load(scratch *r, pm_error *err);
pm_status scratch_save(scratch *r, pm_error *err);

/* Paths and keys of files. The path is to be freed. */
char *scratch_path(const scratch *r, pm_color mover, int place);
row_file_key scratch_key(const scratch *r, pm_color mover, int place);

/* Delete a file; closes it if it is open. */
void scratch_drop(scratch *r, pm_color mover, int place);

/* Whether there is room for `bytes` more, by a guess of how they will shrink. PM_IO says what is missing. */
pm_status scratch_check_room(scratch *r, uint64_t raw_bytes, pm_error *err);

/* ---- scratch_stream.c ---- */

/* Build a part of a mover's rows in r->out, from the files of what it reads. */
pm_status scratch_build(scratch *r, pm_color mover, scratch_part part, double units, pm_error *err);

/* ---- scratch_store.c ---- */

/* Begin the file of a mover's rows; then append parts, in order; then finish it. */
pm_status scratch_begin_file(scratch *r, pm_color mover, int place, pm_error *err);
pm_status scratch_finish_file(scratch *r, pm_color mover, int place, pm_error *err);

/* Append a part of White's rows, which are in r->out. */
pm_status scratch_store_white(scratch *r, scratch_part part, pm_error *err);

/* Append a part of Black's rows, which are in r->out, and visit them with White's, which are in their file. */
pm_status scratch_store_black(scratch *r, scratch_part part, bool visits, pm_error *err);

/* Make Black's rows from White's, which are whole in r->out; visit them, and append them if they have a file. */
pm_status scratch_finish(scratch *r, int place, bool visits, double units, pm_error *err);

/* ---- scratch_step.c ---- */

/* Report progress; PM_INTERRUPTED if asked to stop. */
pm_status scratch_step(scratch *r, double units, pm_error *err);

/* The error of a request that failed: a full disk says what would help. */
pm_status scratch_io_failed(scratch *r, const row_file *f, bool is_write, int error, pm_error *err);

#endif
