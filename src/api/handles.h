/* What the public handles hold, and what their functions share.
 *
 * This room turns the public types into those of the layers below and checks what a caller gives. It computes nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef API_HANDLES_H
#define API_HANDLES_H

#include "solver/sweep/sweep.h"
#include "src/game/game.h"
#include "src/game/record.h"
#include "src/papamu/forms.h"
#include "src/papamu/game.h"
#include "src/papamu/job.h"

#include <pthread.h>

enum { OPENING_RULE_TEXT = 32 };

struct pm_game {
    const game *inside;
    char opening[OPENING_RULE_TEXT]; /* Konane: the rule it was made with; "" for the default */
};

/* Make a handle of a game that somebody else owns. */
void pm_game_wrap(pm_game *g, const game *inside, const char *opening);

/* What values the positions of `f`, and remembers their regions: for use while no other thread uses `f`. NULL for forms
 * of a whole board. */
struct konane_values *forms_positions(pm_forms *f);

/* The public types have the layout of those below. */
_Static_assert(sizeof(pm_state) == sizeof(game_state), "a state is a state");
_Static_assert(offsetof(pm_state, mover) == offsetof(game_state, mover), "a state is a state");
_Static_assert(offsetof(pm_state, clock) == offsetof(game_state, clock), "a state is a state");
_Static_assert(sizeof(pm_ply) == sizeof(game_move), "a ply is a move");
_Static_assert(offsetof(pm_ply, taken) == offsetof(game_move, taken), "a ply is a move");
_Static_assert((int)PM_GAME_MAX_PLIES == (int)GAME_MAX_MOVES, "as many moves");
_Static_assert((int)PM_GAME_MAX_TEXT == (int)GAME_MAX_TEXT && (int)PM_GAME_MAX_PLY_TEXT == (int)GAME_MAX_MOVE_TEXT,
               "as long texts");

/* Whether a caller's state is one of the game, and of the game of a handle. */
bool state_is_of(const game *g, const pm_state *state);
pm_status state_check(const game *g, const pm_state *state, pm_error *err);

/* How the file at `path` has its records, those of the game called `game_name`, or if that is NULL of the usual one for
 * the ending of the path; NULL if that is not one of records. PM_BAD_INPUT if the two do not go together. */
pm_status records_dialect(const char *path, const char *game_name, const record_dialect **dialect, pm_error *err);

/* Refuse a board of a variant of the rules, saying `what` is not for it: "databases". */
pm_status board_check_standard(const pm_board *board, const char *what, pm_error *err);

/* Threads and bytes that a job may use; `job` may be NULL. */
int job_threads(const pm_job *job);
uint64_t job_memory(const pm_job *job);

/* PM_BAD_INPUT for a negative number of threads. */
pm_status job_check(const pm_job *job, pm_error *err);

/* The callback of a job for one call: it is asked by one thread at a time, and a stop stays a stop. */
typedef struct job_watch {
    const pm_job *job;
    pthread_mutex_t lock;
    bool has_stopped;
} job_watch;

void job_watch_begin(job_watch *watch, const pm_job *job);
void job_watch_end(job_watch *watch);

/* Report progress; `ctx` is the job_watch. True: stop. */
bool job_watch_step(void *ctx, uint64_t done, uint64_t total);

/* The same where there is no progress to report. */
bool job_watch_stop(void *ctx);

/* How a sweep does the job. */
sweep_options job_sweep_options(const pm_job *job, job_watch *watch);

#endif
