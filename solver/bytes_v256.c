/* The byte kernel for vectors of 256 bits. The Makefile compiles this file for processors that have them; rows.c
 * calls it only there.
 *
 * SPDX-License-Identifier: MIT
 */
#define ROW_LANE_BITS 2
#define ROW_ELEMENT ROW_BYTES
#define ROW_KERNEL byte_kernel_v256
#define ROW_KERNEL_NAME "v256"
#include "solver/rows_kernel.h"
