/* Drawing a thermograph to a file: a gnuplot script, or a picture made by gnuplot.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_VALUES_THERMOGRAPH_H
#define CLI_VALUES_THERMOGRAPH_H

#include "solver/cgt/thermo.h"
#include "src/cli/frame/cli.h"

/* Whether a thermograph can be drawn to `path`, by its ending: .png, .pdf, .svg, or .gp for a script. Returns CLI_DONE,
 * or the exit code after an error. */
int thermograph_check(cli *c, const char *path);

/* Draw it, with `title` above. CLI_DONE, or the exit code after an error. */
int thermograph_draw(cli *c, const char *path, const char *title, const cgt_thermograph *graph);

#endif
