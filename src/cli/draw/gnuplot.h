/* Pictures drawn by gnuplot.
 *
 * gnuplot writes the picture to a pipe, and this program writes the file: a full disk is noticed here, which the exit
 * status of gnuplot does not show, and the file appears under its name when the picture is complete, or not at all.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_DRAW_GNUPLOT_H
#define CLI_DRAW_GNUPLOT_H

#include "src/cli/frame/cli.h"

typedef enum gnuplot_form { GNUPLOT_PNG, GNUPLOT_PDF, GNUPLOT_SVG, GNUPLOT_N_FORMS } gnuplot_form;

/* A picture that gnuplot is to draw. */
typedef struct gnuplot_job {
    gnuplot_form form;
    void (*write)(FILE *script, const void *ctx); /* the script; it sets the terminal, and no output */
    const void *ctx;
    const char *source; /* where the picture comes from, in lines, for the metadata of the file; may be "" */
} gnuplot_job;

/* The form that the ending of `path` names, or -1. */
int gnuplot_form_of(const char *path);

/* Write `text` as a gnuplot string in single quotes, on one line. */
void gnuplot_write_quoted(FILE *script, const char *text);

/* Draw the picture and write it to `out`. Nothing is written before gnuplot has drawn all of it. False, with errno set,
 * if gnuplot cannot be started (ECHILD), fails, or its picture is incomplete (EPROTO), or if `out` does not take it. */
bool gnuplot_run(const gnuplot_job *job, FILE *out);

/* Say why the picture `path` could not be drawn or written, by the errno of gnuplot_run. Returns the exit code. */
int gnuplot_fail(cli *c, const char *path, int error);

/* Draw the picture to the file `path`. CLI_DONE, or the exit code after an error; then the file is as it was. */
int gnuplot_draw(cli *c, const char *path, const gnuplot_job *job);

#endif
