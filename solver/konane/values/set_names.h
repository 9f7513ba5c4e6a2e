/* Numbers for sets of up to 512 cells, so that a short key can name them: the same set has the same number, as long as
 * the names are kept. Shared by threads.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_KONANE_VALUES_SET_NAMES_H
#define SOLVER_KONANE_VALUES_SET_NAMES_H

#include "src/konane/sets.h"

#include <stddef.h>

typedef struct set_names set_names;

/* `reserve(ctx, bytes)` is asked before memory is taken, and may refuse. NULL: no memory. */
set_names *set_names_new(bool (*reserve)(void *ctx, size_t bytes), void *ctx);
void set_names_free(set_names *names);

/* The number of a set, from 0. False: memory was refused. */
bool set_names_of(set_names *names, set512 set, uint32_t *number);

#endif
