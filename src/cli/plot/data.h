/* What a picture is drawn from: reading tables of one kind, sorting their rows into series, and choosing among these.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_PLOT_DATA_H
#define CLI_PLOT_DATA_H

#include "src/cli/plot/series.h"

/* Read the tables and sort their rows into series. CLI_DONE, or the exit code after an error; freed in any case. */
int plot_data_read(cli *c, char *const *paths, int n_paths, plot_data *data);
void plot_data_free(plot_data *data);

/* Make the title, and of the series draw only the ones called by a list with semicolons between the names, in its
 * order; or, if that is NULL, those that the kind has room for; a remark says if there are more. CLI_DONE, or the exit
 * code after an error. */
int plot_data_choose(cli *c, plot_data *data, const char *only);

/* Call the series that are drawn as the list says, in their order. */
int plot_data_rename(cli *c, plot_data *data, const char *names);

/* The number of the series whose key begins with `name`, or 0. */
int plot_data_find(const plot_data *data, const char *name);

#endif
