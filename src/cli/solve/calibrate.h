/* What a run with a scratch folder costs on this machine: rates, measured or taken for granted.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_SOLVE_CALIBRATE_H
#define CLI_SOLVE_CALIBRATE_H

#include "solver/sweep/scratch.h"
#include "src/cli/frame/cli.h"

/* Bytes a second, of one processor before packing, and of the disk. */
typedef struct scratch_rates {
    double pack, unpack, disk_write, disk_read;
    double ratio; /* packed bytes for one before: of 6x6 0.477, of 5x7 0.356, of 5x6 0.511 */
} scratch_rates;

/* Rates of a machine of 2025: two cores of a shared server, and its disk. */
scratch_rates scratch_rates_usual(void);

/* Measure them, in a second or two: packing on rows of a small board, the disk with a file in `directory`, which must
 * exist. Returns CLI_DONE, or the exit code after an error. */
int scratch_rates_measure(cli *c, const char *directory, scratch_rates *rates);

/* Seconds that a run will take, when combining in memory takes `sweep_seconds` with these threads. */
double scratch_seconds(const scratch_plan *plan, const scratch_rates *rates, double sweep_seconds, int threads);

#endif
