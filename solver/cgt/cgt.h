/* Combinatorial game theory: short partizan games by their canonical forms. Knows no particular game.
 *
 * A cgt_value names a canonical form in a table that keeps one copy of each, so games are equal exactly when
 * their values are the same number. Values of one table mean nothing to another. Numbers of values depend on
 * the order in which threads create them; nothing else does.
 *
 * Any number of threads may use one table at a time. When its byte budget is used up, or a number leaves the
 * range of dyadic.h, the table fails for good: from then on whatever creates a value returns CGT_NONE, answers
 * are void, and cgt_table_status says why.
 *
 * Theory and notation: A. N. Siegel, Combinatorial Game Theory, AMS, 2013; Berlekamp, Conway, Guy, Winning Ways.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_CGT_CGT_H
#define SOLVER_CGT_CGT_H

#include "solver/cgt/dyadic.h"
#include "src/papamu.h"

typedef struct cgt_table cgt_table;
typedef uint32_t cgt_value;

#define CGT_NONE UINT32_MAX
#define CGT_ZERO 0u /* the empty game {|} is the first value of every table */

enum { CGT_MIN_BYTES = 4 << 20 }; /* the least budget of a table */

/* number + ups * up + *nim: what most positions of cold games are worth. */
typedef struct cgt_nus {
    dyadic number;
    int32_t ups;
    uint32_t nim;
} cgt_nus;

/* The options of a canonical form; owned by the table. */
typedef struct cgt_options {
    const cgt_value *left, *right;
    uint32_t n_left, n_right;
} cgt_options;

typedef enum cgt_outcome {
    CGT_NEXT_PLAYER,     /* confused with zero */
    CGT_PREVIOUS_PLAYER, /* zero */
    CGT_LEFT,            /* positive */
    CGT_RIGHT,           /* negative */
} cgt_outcome;

typedef enum cgt_relation { CGT_EQUAL, CGT_LESS, CGT_GREATER, CGT_CONFUSED } cgt_relation;

/* ---- tables (table.c) ---- */

/* Make a table that uses at most `bytes`. PM_NO_MEMORY if that is less than CGT_MIN_BYTES or the system does not have
 * so much. */
pm_status cgt_table_new(size_t bytes, cgt_table **table, pm_error *err);
void cgt_table_free(cgt_table *table);

/* PM_OK, or why the table has failed: PM_NO_MEMORY (with both figures) or PM_BAD_INPUT (out of range). */
pm_status cgt_table_status(const cgt_table *table, pm_error *err);

/* Number of values that exist, and bytes in use. The values are 0..size-1; among those that are no
 * number + ups + star, the options of a value come before it. Not while other threads create values. */
cgt_value cgt_table_size(const cgt_table *table);
size_t cgt_table_bytes(const cgt_table *table);

/* ---- making values (canon.c, sum.c): CGT_NONE if the table has failed or is given CGT_NONE ---- */

cgt_value cgt_number(cgt_table *table, dyadic x);
cgt_value cgt_from_nus(cgt_table *table, cgt_nus nus);

/* The value of {left | right}: options in any order and number, dominated, reversible or repeated. */
cgt_value cgt_make(cgt_table *table, const cgt_value *left, size_t n_left, const cgt_value *right, size_t n_right);

cgt_value cgt_negative(cgt_table *table, cgt_value g);
cgt_value cgt_sum(cgt_table *table, cgt_value g, cgt_value h);
cgt_value cgt_difference(cgt_table *table, cgt_value g, cgt_value h);

/* ---- questions (order.c, traits.c) ---- */

/* Whether g <= h, and how the two compare. */
bool cgt_le(cgt_table *table, cgt_value g, cgt_value h);
cgt_relation cgt_compare(cgt_table *table, cgt_value g, cgt_value h);

/* The canonical options. NULL lists with zero lengths once the table has failed. */
cgt_options cgt_options_of(cgt_table *table, cgt_value g);

cgt_outcome cgt_outcome_of(cgt_table *table, cgt_value g);
const char *cgt_outcome_name(cgt_outcome outcome); /* "next_player", "previous_player", "left", "right" */

/* The number that is reached when Left (Right) begins, both play well, and play ends at the first number. */
dyadic cgt_left_stop(const cgt_table *table, cgt_value g);
dyadic cgt_right_stop(const cgt_table *table, cgt_value g);

/* Depth of the game tree of the canonical form. */
uint32_t cgt_birthday(const cgt_table *table, cgt_value g);

bool cgt_is_number(const cgt_table *table, cgt_value g);
bool cgt_is_infinitesimal(const cgt_table *table, cgt_value g); /* both stops zero; zero itself included */
bool cgt_is_all_small(const cgt_table *table, cgt_value g);

/* Whether g is a number plus ups plus a nimber, and which. */
bool cgt_as_nus(const cgt_table *table, cgt_value g, cgt_nus *nus);

/* Whether g is the nimber *n, n >= 0. */
bool cgt_is_nimber(const cgt_table *table, cgt_value g, uint32_t *n);

/* A total order of canonical forms that depends on the forms alone: negative, zero or positive. Numbers, then
 * number + ups + star, then the others by birthday and options. The order of printing. */
int cgt_structural_order(cgt_table *table, cgt_value g, cgt_value h);
void cgt_structural_sort(cgt_table *table, cgt_value *values, size_t n);

/* The atomic weight of an all-small g; CGT_NONE if it is not all-small. */
cgt_value cgt_atomic_weight(cgt_table *table, cgt_value g);

/* ---- text (text.c, parse.c) ----
 *
 * Integers and fractions `3`, `-1/2`; nimbers `*`, `*2`; `^`, `^^`, `^3` for ups, `v`, `vv`, `v3` for downs; these
 * written together for their sum (`-1/2^*`, `v4*2`); `tiny(G)`, `miny(G)`; `+-G` for {G|-G}; `{L,L|R,R}`.
 * Also read: `{a||b|c}` and so on for nested braces, sums and differences of anything, `3.G` for G + G + G,
 * parentheses. */

/* Write g as text of at most `max_bytes`, the terminating zero included; the caller frees it. Where that is too little,
 * braces beyond some depth become `{...}`, which is not read back. */
pm_status cgt_format(cgt_table *table, cgt_value g, size_t max_bytes, char **text, pm_error *err);

/* Read a value. PM_BAD_INPUT with the offset of the bad character. */
pm_status cgt_parse(cgt_table *table, const char *text, cgt_value *g, pm_error *err);

#endif
