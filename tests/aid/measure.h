/* Times and medians, and the option of the measuring programs.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_AID_MEASURE_H
#define TESTS_AID_MEASURE_H

/* Seconds of processor time that this process has used. */
double measure_processor_seconds(void);

/* Seconds of a clock that runs evenly. */
double measure_wall_seconds(void);

/* The median of n >= 1 numbers, which it sorts. */
double measure_median(double *numbers, int n);

/* The kernel that a measuring program is to take, of its option --kernel NAME; NULL, the widest, without it. */
const char *measure_kernel(int argc, char **argv);

#endif
