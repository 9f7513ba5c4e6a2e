/* Solving whole boards of Konane by a sweep over all sets of stones. A section of papamu.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../papamu.h" /* first: it brings the sections in their order */

#ifndef PAPAMU_SOLVE_H
#define PAPAMU_SOLVE_H

#include "game.h"
#include "job.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a sweep will need. */
typedef struct pm_plan {
    uint64_t bytes;     /* memory at the peak, exactly, but for the threads' own */
    uint64_t pairs;     /* (position, mover) pairs that are answered */
    uint64_t computed;  /* of which this many are computed; symmetry gives the others */
    uint64_t rows;      /* rows of one mover, of row_bytes each */
    uint64_t row_bytes; /* of all kept rows, as with keep_rows: 2 * rows * row_bytes */
    bool fits;          /* the memory that was given */
    /* With a scratch folder, before packing, which leaves about half; else 0. */
    uint64_t disk_bytes, read_bytes, written_bytes; /* files at the peak; moved in all */
} pm_plan;

/* An opening: the two removals, after which Black is to jump. */
typedef struct pm_opening {
    uint8_t black_removes, white_removes; /* cells */
    uint16_t rules;                       /* bit i: admitted by rule i of pm_opening_rules */
    pm_color winner;
    int remoteness; /* plies from after the removals; -1 if only outcomes were asked for */
} pm_opening;

typedef struct pm_solve_options {
    pm_job job;
    bool remoteness; /* also in how many plies: eight times the memory */
    bool keep_rows;  /* keep every row in memory, for pm_solution_value, _row and _line */

    /* A folder for rows that do not fit the memory, made if there is none; NULL: none. Each finished step is a
     * checkpoint: the same call continues after any interruption, and empties the folder when it succeeds. One run has
     * a folder at a time. For outcomes without keep_rows. */
    const char *scratch;
    uint64_t disk; /* bytes that the folder may take; 0: all that are free */

    /* Positions of the jump phase to answer in passing, which needs no rows, and room for as many values. */
    size_t n_positions;
    const pm_position *positions;
    pm_value *values;
} pm_solve_options;

typedef struct pm_solution pm_solution;

/* Positions of a board by outcome class and number of stones, over all sets of stones. */
typedef struct pm_census_table {
    int n_stones;          /* of the full board */
    uint64_t count[65][4]; /* by number of stones: N, next player wins; P, previous player; L, Black; R, White */
} pm_census_table;

typedef struct pm_solution_info {
    bool has_remoteness, has_rows;
    int n_openings;
    const pm_opening *openings; /* of the rule "any", by Black's cell, then White's; live as long as the solution */
    uint64_t pairs;             /* (position, mover) pairs, over all sets of stones */
    uint64_t wins[2];           /* of which won by Black, or White, to move */
    int longest;                /* the greatest remoteness; -1 if only outcomes were asked for */
    int n_black, n_white;       /* cells of each colour */
    uint8_t black[32];          /* the black cell that bit i of a set of black stones stands for */
    uint8_t white[32];          /* the white cell that bit i of an index stands for */
    size_t row_bytes;           /* of pm_solution_row */

    /* These live as long as the solution. */
    const pm_census_table *census; /* NULL with remoteness */
    const uint64_t *plies[2];      /* with remoteness: how many positions with Black, or White, to move have which, from
                                    * 0 to `longest`; else NULL */
    pm_position longest_position;  /* with remoteness: one that takes `longest` plies */
    bool has_digest;               /* after a sweep with a scratch folder: */
    uint8_t digest[16];            /* that of a database of the board, as pm_db_write gives it */
} pm_solution_info;

/* Positions that can arise from the opening, by number of stones and side to move. */
typedef struct pm_reach_table {
    int n_stones;
    uint64_t reachable[65][2];
    uint64_t terminal[65][2]; /* of which the side to move has no jump */
} pm_reach_table;

/* Integer bounds of the exact value of a set of stones, Black being Left: lower <= value <= upper. */
typedef struct pm_margin {
    bool has_lower, has_upper; /* a bound beyond +-14 is not known */
    int lower, upper;
} pm_margin;

/* Uniform random play, exactly. Jumps are counted after the opening. */
typedef struct pm_random_table {
    int n;               /* entries: games have fewer jumps than that */
    double length[33];   /* probability that a game has k jumps */
    double black[33];    /* probability that it has k jumps and Black wins */
    double moves_at[33]; /* expected number of legal jumps at jump k + 1, 0 for games that are over */
    double black_share, mean_jumps, sd_jumps, mean_branching, sd_branching;
    uint64_t states; /* visited */
} pm_random_table;

/* The names of the opening rules, ended by NULL; the last one, "fixed:CELL,CELL", has parameters. */
const char *const *pm_opening_rules(void);

/* Plan a sweep with these options, of which only job, remoteness, keep_rows and whether there is a scratch folder
 * count; NULL for none. Quick for boards far beyond any memory; with a scratch folder it may take seconds. Errors:
 * PM_BAD_INPUT (a board too large even to plan), PM_NO_MEMORY. */
pm_status pm_plan_make(const pm_board *board, const pm_solve_options *options, pm_plan *plan, pm_error *err);

/* Sweep all positions of a board. `options` may be NULL. The solution does not need the board any more. Errors:
 * PM_NO_MEMORY (at once if the plan exceeds the memory; the message has both figures), PM_BAD_INPUT (also a position
 * that is off the board or in the opening: err->offset is its number), PM_INTERRUPTED. With a scratch folder also PM_IO
 * (a full disk, a folder in use), PM_BAD_INPUT (a folder of something else), PM_DAMAGED (what cannot be mended). */
pm_status pm_solve(const pm_board *board, const pm_solve_options *options, pm_solution **solution, pm_error *err);
void pm_solution_free(pm_solution *solution);
pm_solution_info pm_solution_get_info(const pm_solution *solution);

/* Who wins the whole game under an opening rule without parameters, NULL for that of the board, if both sides remove
 * and jump as well as they can; the removals count as plies. Errors: PM_BAD_INPUT (unknown rule), PM_NOT_FOUND (it
 * leaves Black nothing to remove). */
pm_status pm_solution_game(const pm_solution *solution, const char *rule, pm_value *value, pm_error *err);

/* The value of any position; in the opening under the rule of the board that was solved. Errors: PM_BAD_INPUT (stones
 * off the board), PM_NOT_FOUND (no rows were kept). Any number of threads may ask. */
pm_status pm_solution_value(const pm_solution *solution, pm_position pos, pm_value *value, pm_error *err);

/* Copy the row of a set of black stones with `mover` to move: element w, for w = 0, 1, ..., is a bit, the lowest of the
 * first byte first, that says whether the mover wins when the white stones are those of the index w; with remoteness it
 * is a byte, the number of plies. `row` has room for info.row_bytes. Errors as above. */
pm_status pm_solution_row(const pm_solution *solution, pm_color mover, uint32_t black_set, void *row, pm_error *err);

/* Write a game from `pos` in which the winner wins, to `moves`, and its length: the mover who wins plays his first
 * winning move, with remoteness the first soonest one; who loses plays on as long as he can where that is known, else
 * so that the winner has fewest winning answers. Errors as above. */
pm_status pm_solution_line(const pm_solution *solution, pm_position pos, pm_move moves[PM_MAX_CELLS], int *n,
                           pm_error *err);

/* Count what can arise under the opening rule of the board. Errors: those of pm_solve. */
pm_status pm_reach(const pm_board *board, const pm_job *job, pm_reach_table *reach, pm_error *err);

/* Bound the values of n sets of stones by integers. Errors: those of pm_solve; PM_BAD_INPUT for stones off the board,
 * with err->offset the number of the set. */
pm_status pm_margins(const pm_board *board, const pm_job *job, size_t n, const uint64_t occupied[], pm_margin margins[],
                     pm_error *err);

/* Play Konane at random, exactly, on at most 25 cells. Errors: PM_BAD_INPUT (a larger board, a game with draws, a board
 * without an opening), PM_NO_MEMORY, PM_INTERRUPTED. */
pm_status pm_random(const pm_game *game, const pm_job *job, pm_random_table *table, pm_error *err);

#ifdef __cplusplus
}
#endif

#endif
