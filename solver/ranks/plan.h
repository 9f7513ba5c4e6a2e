/* Planning a sweep that is shared among ranks, which MPI starts: memory of each, bytes moved between nodes, time.
 *
 * A node is some ranks that share memory. It has a block of the rows of every sublayer (deal.h), which its ranks read
 * in place; rows of other nodes are fetched by batches (batch.h). Nothing here knows MPI: the same functions cut the
 * work of a real run (solver/mpi) and replay it without data.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_RANKS_PLAN_H
#define SOLVER_RANKS_PLAN_H

#include "solver/sweep/sweep.h"

/* Who takes part. */
typedef struct ranks_shape {
    int n_ranks, n_nodes;
    int ranks_per_node, fewest_per_node; /* the last node may have fewer than the others */
    int threads;                         /* of a rank */
    sublayers_keep keep;                 /* rows that are needed layer by layer */
    bool is_on_disk;                     /* Black's rows of earlier sublayers are in files, and a rank is a node */
    size_t memory;                       /* of a rank, its part of the node's rows included */
    size_t client_bytes;                 /* of what each rank gathers from the rows */
    size_t other_bytes;                  /* of each rank, for what a plan does not know */
} ranks_shape;

typedef struct ranks_plan {
    ranks_shape shape;
    sweep_plan sweep;
    sublayers share;      /* where a node's rows are */
    int tile_bits;        /* of rows, to keep what is combined in the cache */
    size_t slots;         /* rows that a batch may fetch; 0 if there is one node, with rows in memory */
    int part_bits;        /* rows are fetched in 2^this parts */
    size_t batch_rows;    /* that a batch may build, if there is one node */
    uint64_t node_bytes;  /* rows of a node */
    uint64_t fixed_bytes; /* of each rank besides them and its buffers */
    uint64_t slot_bytes;  /* of a slot in all buffers */
    uint64_t memory;      /* of a rank at the peak, its part of the node's rows included */
    bool fits;
} ranks_plan;

/* Plan. Quick for boards far beyond any memory. */
void ranks_plan_make(const sweep_spec *spec, const ranks_shape *shape, ranks_plan *plan);

/* How many rows a rank with `n_rows` of them in a half builds at a time. */
size_t ranks_batch_rows(const ranks_plan *plan, size_t n_rows);

/* What a replay finds. A phase is one half of a sublayer, at whose end all ranks wait for each other. */
typedef struct ranks_replay {
    double fetched_bytes;         /* by all ranks */
    double busiest_fetched_bytes; /* by the rank that fetches most */
    double fetched_of_phase;      /* sum over the phases of the most that any rank fetches */
    double work;                  /* of all ranks, in the unit of sweep_plan.work */
    double work_of_phase;         /* sum over the phases of the most that any rank does */
    double longest;               /* seconds: see ranks_rates */
    uint64_t n_phases, n_batches;
} ranks_replay;

/* Rates of a rank, for the time: in each phase a rank takes the longer of its work and of its fetching, which overlap.
 */
typedef struct ranks_rates {
    double seconds_per_work;
    double bytes_per_second; /* that a rank fetches */
    double seconds_to_meet;  /* of all ranks, at the end of a phase */
} ranks_rates;

/* Replay which rows are fetched by whom, without data, in every `every`-th sublayer; the others are taken to do as much
 * for each of their rows as these. Takes as long as listing all moves of those rows: a second for 2^21 sets. Errors:
 * PM_NO_MEMORY, PM_INTERRUPTED. */
pm_status ranks_replay_run(const sweep_spec *spec, const ranks_plan *plan, const ranks_rates *rates, int every,
                           sweep_progress *progress, void *ctx, ranks_replay *replay, pm_error *err);

/* Bytes that checkpoints hold at a time, and write in all. */
void ranks_checkpoint_bytes(const ranks_plan *plan, uint64_t *peak, uint64_t *written);

#endif
