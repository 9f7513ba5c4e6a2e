/* The script of a picture: settings and data, what all pictures share, and the template of the kind.
 *
 * The templates are src/plots; in a build they lie beside the program, in plots, and installed in share/papamu/plots.
 * A script has all that it needs, so that it can be kept, changed and run by gnuplot alone.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_PLOT_SCRIPT_H
#define CLI_PLOT_SCRIPT_H

#include "src/cli/draw/gnuplot.h"
#include "src/cli/plot/data.h"

typedef struct plot_script {
    const plot_data *data;
    const char *title; /* "": none */
    const char *style;
    gnuplot_form form;
    char *common, *picture; /* the texts of the templates; owned */
} plot_script;

/* Read the templates. CLI_DONE, or the exit code after an error; freed in any case. */
int plot_script_read(cli *c, plot_script *script);
void plot_script_free(plot_script *script);

/* Write the script; `ctx` is a plot_script. */
void plot_script_write(FILE *out, const void *ctx);

#endif
