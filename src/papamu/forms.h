/* Combinatorial values: canonical forms of short partizan games, and those of Konane positions. A section of papamu.h.
 *
 * A pm_form names a canonical form in a pm_forms, which keeps one copy of each: games of one pm_forms are equal exactly
 * when their forms are the same number. Black is Left: positive is good for Black. Any number of threads may use one
 * pm_forms. When its memory is used up it fails for good: from then on every function that makes a form returns
 * PM_NO_MEMORY.
 *
 * Theory and notation: A. N. Siegel, Combinatorial Game Theory, AMS, 2013.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../papamu.h" /* first: it brings the sections in their order */

#ifndef PAPAMU_FORMS_H
#define PAPAMU_FORMS_H

#include "game.h"
#include "job.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pm_forms pm_forms;
typedef uint32_t pm_form;

#define PM_FORM_ZERO 0u /* {|} in every pm_forms */

/* A dyadic fraction in lowest terms; the denominator is a power of two up to 2^32. */
typedef struct pm_number {
    int64_t numerator;
    uint64_t denominator;
} pm_number;

typedef enum pm_outcome {
    PM_NEXT_PLAYER,     /* N: confused with zero, whoever begins wins */
    PM_PREVIOUS_PLAYER, /* P: zero, whoever begins loses */
    PM_LEFT_WINS,       /* L: positive, Black wins whoever begins */
    PM_RIGHT_WINS,      /* R: negative, White wins whoever begins */
} pm_outcome;

typedef enum pm_relation { PM_EQUAL, PM_LESS, PM_GREATER, PM_CONFUSED } pm_relation;

typedef struct pm_form_info {
    pm_outcome outcome;
    bool is_number, is_infinitesimal, is_all_small; /* zero is all three */
    uint32_t birthday;                              /* depth of the canonical form */
    uint32_t n_left, n_right;                       /* canonical options */
    pm_number left_stop, right_stop, mean, temperature;
} pm_form_info;

/* What can be proven of a value without it: lower <= value <= upper, and if they are equal that is the value. */
typedef struct pm_bounds {
    int lower, upper;
    bool has_outcome; /* otherwise the search for it was given up */
    pm_outcome outcome;
} pm_bounds;

/* A corner of a wall of a thermograph: the value x at the temperature t. */
typedef struct pm_thermograph_point {
    pm_number t, x;
} pm_thermograph_point;

/* Make an empty pm_forms. job->memory is its budget, at least 16 MiB; 0: a quarter of the machine's. `job` may be NULL;
 * its progress callback, without a total, can stop pm_form_of_state, which may be called again, and pm_forms_of_board;
 * it is copied. Errors:
 * PM_NO_MEMORY, PM_BAD_INPUT. */
pm_status pm_forms_new(const pm_job *job, pm_forms **forms, pm_error *err);
void pm_forms_free(pm_forms *forms);

/* Read a value: "3", "-1/2", "*2", "^^*", "{2|0}", "{a||b|c}", "+-G", "tiny(G)", "3.G", sums, differences and
 * parentheses of these. Errors: PM_BAD_INPUT with the offset of the bad character; PM_NO_MEMORY. */
pm_status pm_form_parse(pm_forms *forms, const char *text, pm_form *form, pm_error *err);

/* Write a form to `text`, of `size` bytes; braces too deep for it become "{...}". Returns the length. Errors, for which
 * 0 is returned and the text empty: `size` too small even so, memory. */
size_t pm_form_format(pm_forms *forms, pm_form form, size_t size, char *text);

/* The form of {left | right}; options in any order, dominated, reversible or repeated. Errors: PM_NO_MEMORY,
 * PM_BAD_INPUT (an option that is not a form of `forms`; a number beyond +-2^30 or of a denominator beyond 2^32). */
pm_status pm_form_make(pm_forms *forms, const pm_form left[], size_t n_left, const pm_form right[], size_t n_right,
                       pm_form *form, pm_error *err);

/* The value of a state of Konane as it is with either player to jump; removals of the opening are not moves here.
 * Errors: PM_BAD_INPUT (another game), PM_NO_MEMORY, PM_INTERRUPTED. */
pm_status pm_form_of_state(pm_forms *forms, const pm_game *game, const pm_state *state, pm_form *form, pm_error *err);

/* Bound the value of a state of Konane by integers where the value itself takes too much memory or time, looking at up
 * to `max_nodes` positions; 0: 50 million. `job` may be NULL; one thread is used. Errors: PM_BAD_INPUT (another game, a
 * variant), PM_NO_MEMORY, PM_INTERRUPTED. */
pm_status pm_bounds_of_state(const pm_game *game, const pm_state *state, const pm_job *job, uint64_t max_nodes,
                             pm_bounds *bounds, pm_error *err);

/* -g; g + h. Errors as for pm_form_make. */
pm_status pm_form_negative(pm_forms *forms, pm_form g, pm_form *form, pm_error *err);
pm_status pm_form_sum(pm_forms *forms, pm_form g, pm_form h, pm_form *form, pm_error *err);

/* How g compares with h: PM_LESS if g < h. Errors as for pm_form_make. */
pm_status pm_form_compare(pm_forms *forms, pm_form g, pm_form h, pm_relation *relation, pm_error *err);

/* Errors as for pm_form_make; PM_BAD_INPUT also for a thermograph whose corners need a denominator beyond 2^32. */
pm_status pm_form_get_info(pm_forms *forms, pm_form form, pm_form_info *info, pm_error *err);

/* Copy the canonical options, as many as info.n_left and n_right say. Errors as for pm_form_make. */
pm_status pm_form_options(pm_forms *forms, pm_form form, pm_form left[], pm_form right[], pm_error *err);

/* The atomic weight; PM_NOT_FOUND if the form is not all-small. */
pm_status pm_form_atomic_weight(pm_forms *forms, pm_form form, pm_form *weight, pm_error *err);

/* The corners of the two walls from t = 0 upwards, at most `room` of each; a wall is straight between its corners and
 * vertical after the last. `*n_left` and `*n_right` are how many there are, also where that is more than `room`. Errors
 * as for pm_form_get_info. */
pm_status pm_form_thermograph(pm_forms *forms, pm_form form, size_t room, pm_thermograph_point left[],
                              pm_thermograph_point right[], size_t *n_left, size_t *n_right, pm_error *err);

/* Value all sets of stones of a board of at most 32 cells at once, into new `*forms`: element i of `*values`, of `*n`,
 * is the form of the set of cells i. They live as long as `*forms`. Errors: PM_BAD_INPUT, PM_NO_MEMORY, PM_INTERRUPTED.
 */
pm_status pm_forms_of_board(const pm_board *board, const pm_job *job, pm_forms **forms, const pm_form **values,
                            size_t *n, pm_error *err);

#ifdef __cplusplus
}
#endif

#endif
