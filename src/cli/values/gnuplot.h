/* Pictures drawn by gnuplot.
 *
 * gnuplot writes the picture to a pipe, and this program writes the file: a full disk is noticed here, which the exit
 * status of gnuplot does not show.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_VALUES_GNUPLOT_H
#define CLI_VALUES_GNUPLOT_H

#include <stdbool.h>
#include <stdio.h>

typedef enum gnuplot_form { GNUPLOT_PNG, GNUPLOT_PDF, GNUPLOT_SVG, GNUPLOT_N_FORMS } gnuplot_form;

/* Let gnuplot obey `script`, which is read from its beginning and must draw on the terminal that it finds, and copy the
 * picture to `picture`. False, with errno set, if gnuplot cannot be started (ECHILD), fails, or its picture has no end
 * (EPROTO), or if `picture` does not take it. */
bool gnuplot_run(FILE *script, gnuplot_form form, FILE *picture);

#endif
