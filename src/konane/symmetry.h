/* Symmetries of a rectangle as permutations of its cells.
 *
 * They are the two reflections and the half turn, and on a square also the diagonals and quarter turns. Each
 * keeps the colours of all cells or exchanges them. On a board one cell wide some act alike; each action is listed
 * once.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef KONANE_SYMMETRY_H
#define KONANE_SYMMETRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Write the symmetries of a board of up to 400 cells that keep the colours (or that exchange them, if `swaps`), number
 * i as cell -> image at permutations + i * stride, stride >= rows * cols. Returns their number, at most 8; the identity
 * is the first of those that keep the colours. */
int konane_symmetry_list(int rows, int cols, bool swaps, size_t stride, uint16_t *permutations);

#endif
