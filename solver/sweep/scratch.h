/* A sweep of a board beyond memory: rows that later sublayers read lie in files of a scratch folder.
 *
 * One sublayer at a time is in memory, of one mover. White's rows are put together from Black's of earlier sublayers,
 * which are read from their files chunk by chunk: while one chunk is combined, the next is unpacked and the one after
 * that is read. Then Black's rows are made from White's, visited, packed and written, again while the next are made. A
 * file is deleted when its last reader is done.
 *
 * Parts. A sublayer that does not fit the memory given is built in parts, some of its rows at a time: each part reads
 * what it needs of the files once more, and White's rows go to a file as well, from which Black's are made. Rows,
 * unlike slices of their index, can be cut anywhere, whatever the symmetries exchange, and most sublayers need no cut.
 *
 * Interruption. Each finished sublayer is a checkpoint: its files are forced to disk, then the state of the run is
 * replaced. The same call continues from there, whatever ended the last one. A damaged or missing file is made again if
 * what it is made from is still there.
 *
 * For outcomes and remoteness. The folder belongs to one run, which locks it:
 *
 *     papamu-scratch          the state: see scratch_folder.c
 *     black-I-J, white-I-J    rows of sublayer (I, J): see row_file.h
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_SWEEP_SCRATCH_H
#define SOLVER_SWEEP_SCRATCH_H

#include "solver/sweep/run_folder.h"
#include "solver/sweep/sweep.h"

/* Whom the rows are for. What it gathers is part of each checkpoint. */
typedef struct scratch_client {
    sweep_visitor *visit; /* for some rows of a sublayer at a time */
    void *ctx;
    size_t bytes;  /* of the saved state */
    size_t n_sums; /* 8-byte counts that it begins with: states of different rows are joined by adding these up */
                   /* and by combining all other bytes by or, rows that were not visited leaving zeros */
    void (*save)(const void *ctx, uint8_t *bytes);
    void (*load)(void *ctx, const uint8_t *bytes);
} scratch_client;

/* How far a run is. */
typedef struct scratch_status {
    int place, n_places;                          /* the sublayer in work, from 0; n_places when all are done */
    int first, second;                            /* its elements of either class */
    int part, n_parts;                            /* of it */
    double share;                                 /* of all work, 0..1 */
    double resumed_share;                         /* of which this was done before this run */
    uint64_t disk_bytes, peak_disk_bytes;         /* of all files, now and at most */
    uint64_t read_bytes, written_bytes;           /* moved to and from files, in all runs */
    uint64_t raw_read_bytes, raw_written_bytes;   /* before packing */
    double seconds;                               /* in all runs */
    double read_wait_seconds, write_wait_seconds; /* of which nothing could be done but wait for the disk */
} scratch_status;

/* Called now and then in the thread that started the run; return true to stop. */
typedef bool scratch_progress(void *ctx, const scratch_status *status);

typedef struct scratch_options {
    const char *directory; /* made if there is none */
    const char *identity;  /* what is solved, and how, in words: other words are refused */
    int threads;
    size_t memory;
    uint64_t disk; /* bytes that the folder may take; 0: what is free */
    const char *kernel;
    scratch_progress *progress;
    void *progress_ctx;
    void (*notice)(void *ctx, const char *text); /* of what is mended; may be NULL */
    void *notice_ctx;
} scratch_options;

/* What a run will need. Bytes of files are before packing; they shrink to about half. */
typedef struct scratch_plan {
    sweep_plan sweep;
    int tile_bits;
    size_t rows_per_block; /* of a file */
    size_t rows_per_part;
    size_t chunk_bytes;     /* read at a time */
    int n_cut;              /* sublayers that are built in parts */
    uint64_t memory;        /* bytes at the peak */
    uint64_t live_bytes;    /* of files at the peak */
    uint64_t written_bytes; /* in all */
    uint64_t read_bytes;
} scratch_plan;

/* Plan for so much memory. False if nothing fits: the plan is then the smallest there is. */
bool scratch_plan_make(const sweep_spec *spec, size_t memory, int threads, size_t client_bytes, scratch_plan *plan);

/* Replace the bytes that a plan says will be read, an upper bound, by the exact number: each part reads the blocks that
 * hold a row it needs. Takes as long as listing all moves of all rows: a second for 2^21 sets. False if memory is
 * short.
 */
bool scratch_plan_count(const sweep_spec *spec, scratch_plan *plan);

/* Run, or resume a run, to the end; the client has then seen all rows. Its state remains in the folder until
 * scratch_remove. Errors: PM_NO_MEMORY (also if the plan needs more than is given), PM_IO (also a full disk, or a
 * folder that another run has locked), PM_BAD_INPUT (a folder of something else), PM_DAMAGED (what cannot be mended),
 * PM_INTERRUPTED, the visitor's. */
pm_status scratch_run(const sweep_spec *spec, const scratch_options *options, const scratch_client *client,
                      scratch_status *status, pm_error *err);

/* Remove what a finished run has left in its folder, and the folder if it is empty. */
void scratch_remove(const char *directory);

#endif
