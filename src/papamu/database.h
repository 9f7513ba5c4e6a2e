/* Writing and checking databases of both games, and exact answers about positions of any game. A section of papamu.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../papamu.h" /* first: it brings the sections in their order */

#ifndef PAPAMU_DATABASE_H
#define PAPAMU_DATABASE_H

#include "game.h"
#include "job.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pm_db_options {
    pm_job job;
    bool remoteness;        /* plies to the end too */
    int level;              /* of compression, 1 to 19; 0: the default */
    const char *checkpoint; /* a directory in which the work survives any end of the process; NULL: none */
    const char *command;    /* for the provenance in the header; NULL: none */
} pm_db_options;

typedef struct pm_convert_options {
    pm_job job;          /* of it threads and progress count; progress counts rows */
    int level;           /* of compression, 1 to 19; 0: that of the old file */
    int version;         /* of the format, 1 or 2; 0: 2, where it has something to gain: outcomes of Konane */
    const char *command; /* for the provenance in the header; NULL: none */
} pm_convert_options;

/* What a database of any game is, or a proof. */
typedef struct pm_file_info {
    char game[24]; /* as pm_game_new takes it */
    int rows, cols;
    int pieces; /* the most that a position may have, where it covers endgames alone; else 0 */
    bool is_proof;
    bool has_remoteness;
    uint64_t answered, stored; /* positions; of a proof its claims, and those that they rest on */
    uint64_t file_bytes;
    uint8_t digest[16];
} pm_file_info;

typedef struct pm_verification {
    uint64_t blocks, bad_blocks;
    bool digest_is_right;
    uint64_t positions, disagreements;     /* whose values were derived again, and how many of them were wrong */
    char wrong_position[PM_GAME_MAX_TEXT]; /* one that is wrong; empty if there is none */
} pm_verification;

/* Sweep a board of Konane and write the value of every position to `path`, which appears whole or not at all. `options`
 * may be NULL; `digest`, of the content, too. Errors: PM_IO, PM_NO_MEMORY, PM_BAD_INPUT, PM_INTERRUPTED. */
pm_status pm_db_write(const pm_board *board, const char *path, const pm_db_options *options, uint8_t digest[16],
                      pm_error *err);

/* Solve all positions of a draughts game with at most `pieces` pieces, 2 to 8, and write them likewise. */
pm_status pm_endgames_write(const pm_game *game, int pieces, const char *path, const pm_db_options *options,
                            uint8_t digest[16], pm_error *err);

/* Write the database of any game at `old_path` again to `new_path`, which appears whole or not at all: the same values,
 * and so the same digest, which is compared and put into `digest`. `options` and `digest` may be NULL. Any number of
 * threads may call it, for different new paths. Errors: those of pm_db_look, of the new path too; PM_BAD_INPUT also for
 * a proof, and where a file that stores every second position is asked for all others on more than 30 cells (version 1,
 * or a level of 1 or 2); PM_DAMAGED also if the content does not have its digest; PM_NO_MEMORY, PM_INTERRUPTED. */
pm_status pm_db_convert(const char *old_path, const char *new_path, const pm_convert_options *options,
                        uint8_t digest[16], pm_error *err);

/* What the file at `path` is. Errors: PM_IO, PM_BAD_INPUT (neither a database nor a proof, or of another version),
 * PM_DAMAGED. */
pm_status pm_db_look(const char *path, pm_file_info *info, pm_error *err);

/* Check the bytes of a database of any game, then derive the values of `n_samples` positions again from the rules;
 * UINT64_MAX for all. Of a proof all positions are checked, by rules that share no code with the search, until one is
 * wrong. PM_CHECK_FAILED if anything is wrong: `*result` says what. Other errors as for pm_db_look, and
 * PM_NO_MEMORY, PM_INTERRUPTED. */
pm_status pm_db_check(const char *path, const pm_job *job, uint64_t n_samples, uint64_t seed, pm_verification *result,
                      pm_error *err);

/* Who wins, for the mover, and in how many plies if the winner hurries and the loser delays. */
typedef struct pm_verdict {
    int outcome; /* 1: the mover wins; 0: a draw; -1: he loses */
    int plies;   /* -1 if not known, or in a draw */
} pm_verdict;

/* How many positions have these pieces and this value. */
typedef struct pm_db_count {
    int mover;            /* Konane: a pm_color; draughts: -1, positions are seen from the mover's side */
    int stones;           /* all pieces */
    int men[2], kings[2]; /* draughts: the mover's, then the other's */
    pm_verdict verdict;   /* for the mover */
    uint64_t positions;   /* Konane: over all sets of stones; draughts: as stored */
} pm_db_count;

/* Count the values of a database of any game, by mover and pieces. At most `room` counts are written; `*n` is how many
 * there are, also where that is more. Errors: those of pm_db_look; PM_NO_MEMORY, PM_INTERRUPTED. */
pm_status pm_db_histogram(const char *path, const pm_job *job, size_t room, pm_db_count counts[], size_t *n,
                          pm_error *err);

/* ---- exact answers ----------------------------------------------------------------------------- */

typedef struct pm_answers pm_answers;

/* A legal move, and what it is worth to the player who makes it. */
typedef struct pm_judged_ply {
    pm_ply ply;
    pm_verdict verdict;
    bool is_best;
} pm_judged_ply;

typedef struct pm_answer {
    pm_verdict verdict; /* of the position */
    char how[16];       /* "database", "proof" or "sweep" */
    int n_plies;
    pm_judged_ply plies[PM_GAME_MAX_PLIES]; /* all legal ones, in the order of the notation */
} pm_answer;

/* Prepare answers about positions of `game`, which must outlive them: from the database or proof at `path`, or, if that
 * is NULL, from a sweep on the spot for each question (Konane, at most 30 cells). `job` is copied. Errors: those of
 * pm_db_look; PM_BAD_INPUT for a database of another game or board. */
pm_status pm_answers_new(const pm_game *game, const char *path, const pm_job *job, pm_answers **answers, pm_error *err);
void pm_answers_free(pm_answers *answers);

/* Answer for a position. Any number of threads may ask; one is answered at a time. Errors: PM_NOT_FOUND (no source
 * covers it), PM_DAMAGED, PM_IO, PM_NO_MEMORY, PM_INTERRUPTED. */
pm_status pm_answers_find(pm_answers *answers, const pm_state *state, pm_answer *answer, pm_error *err);

/* The verdicts of n positions, without their moves, from one sweep where they are swept. Errors likewise, for the first
 * that has no answer: err->offset is its number, and the verdicts before it are there. PM_BAD_INPUT for a state that
 * cannot be, also with its number; then there are none. */
pm_status pm_answers_judge(pm_answers *answers, size_t n, const pm_state states[], pm_verdict verdicts[],
                           pm_error *err);

/* ---- search ------------------------------------------------------------------------------------ */

typedef struct pm_search_options {
    pm_job job;             /* progress counts positions expanded, without a total */
    uint64_t max_nodes;     /* give a position up after so many; 0: never */
    double max_seconds;     /* likewise */
    const char *checkpoint; /* a folder in which the state survives any end of the process; NULL: none */
    const char *proof;      /* a file for the proof of all that was proven; NULL: none */
} pm_search_options;

typedef struct pm_search_result {
    bool is_known;
    pm_color winner; /* if it is known */
    uint64_t nodes;  /* positions expanded for it; 0 for an image of one before it */
    double seconds;
} pm_search_result;

/* Prove who wins n positions of Konane in the jump phase, 4096 at most, on boards of any size up to 64 cells, with one
 * table for all of them, under the variant of the rules that the board has. `options` may be NULL. Errors: PM_BAD_INPUT
 * (a position of the opening, stones off the board: err->offset is its number; a checkpoint of another board or of
 * other rules), PM_NO_MEMORY, PM_INTERRUPTED, PM_IO, PM_DAMAGED. */
pm_status pm_search(const pm_board *board, size_t n, const pm_position positions[], const pm_search_options *options,
                    pm_search_result results[], pm_error *err);

#ifdef __cplusplus
}
#endif

#endif
