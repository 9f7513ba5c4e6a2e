/* What series and pictures are called: what tells the series apart, and what they have in common.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_PLOT_NAMES_H
#define CLI_PLOT_NAMES_H

#include "src/cli/plot/series.h"

/* Name all series; make the title, when they are chosen. False if memory was refused. */
bool plot_names_make(plot_data *data);
bool plot_names_title(plot_data *data);

#endif
