/* The nibble kernel for vectors of 128 bits. The Makefile compiles this file for processors that have them; rows.c
 * calls it only there.
 *
 * SPDX-License-Identifier: MIT
 */
#define ROW_LANE_BITS 1
#define ROW_ELEMENT ROW_NIBBLES
#define ROW_KERNEL nibble_kernel_v128
#define ROW_KERNEL_NAME "v128"
#include "solver/rows_kernel.h"
