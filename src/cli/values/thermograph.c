/* Thermographs as gnuplot draws them; see thermograph.h.
 *
 * By convention values grow to the left, so that Left's wall is on the left, and the temperature grows upwards. Where
 * the walls are one, the right one lies on the wider left one. The script holds its data; a picture is made by gnuplot
 * from it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/values/thermograph.h"

#include "src/cli/draw/gnuplot.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const terminals[] = {[GNUPLOT_PNG] = "pngcairo size 900,700 font ',14'",
                                        [GNUPLOT_PDF] = "pdfcairo size 12cm,9cm",
                                        [GNUPLOT_SVG] = "svg size 900,700"};

static bool is_script(const char *path)
{
    const size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".gp") == 0;
}

int thermograph_check(cli *c, const char *path)
{
    if (gnuplot_form_of(path) < 0 && !is_script(path)) {
        return cli_usage(c, "--thermograph \"%s\" must end in .png, .pdf, .svg or, for a gnuplot script, .gp", path);
    }
    return CLI_DONE;
}

static double real(dyadic x)
{
    return (double)x / (double)DYADIC_ONE;
}

/* A wall with its mast, as a data block. */
static void print_wall(FILE *out, const char *name, const thermo_point *points, uint32_t n, double top)
{
    assert(n > 0 && real(points[n - 1].t) < top);
    fprintf(out, "$%s << END\n", name);
    for (uint32_t i = 0; i < n; i++) {
        assert(i == 0 || points[i - 1].t < points[i].t); /* a wall is a function of the temperature */
        fprintf(out, "%.10g %.10g\n", real(points[i].x), real(points[i].t));
    }
    fprintf(out, "%.10g %.10g\nEND\n", real(points[n - 1].x), top);
}

static void widest(const thermo_point *points, uint32_t n, double *low, double *high)
{
    for (uint32_t i = 0; i < n; i++) {
        *low = real(points[i].x) < *low ? real(points[i].x) : *low;
        *high = real(points[i].x) > *high ? real(points[i].x) : *high;
    }
}

/* Mean and temperature, where the walls meet; those of a number are one from the axis up. */
static void print_meeting(FILE *out, const cgt_thermograph *graph)
{
    char mean[DYADIC_MAX_TEXT], temperature[DYADIC_MAX_TEXT];
    dyadic_format(graph->mean, mean);
    dyadic_format(graph->temperature, temperature);
    fprintf(out, "set label 'mean %s, temperature %s' at %.10g, %.10g left offset 1.2, 0.6", mean, temperature,
            real(graph->mean), graph->temperature > 0 ? real(graph->temperature) : 0);
    fprintf(out, " point pointtype 7 linecolor rgb '#1b3a6b'\n");
}

static void print_script(FILE *out, const char *title, const cgt_thermograph *graph)
{
    assert(graph->left[graph->n_left - 1].x == graph->mean &&
           graph->right[graph->n_right - 1].x == graph->mean); /* one mast */
    const double temperature = graph->temperature > 0 ? real(graph->temperature) : 0, top = temperature + 1;
    double low = real(graph->mean), high = low;
    widest(graph->left, graph->n_left, &low, &high);
    widest(graph->right, graph->n_right, &low, &high);
    print_wall(out, "left", graph->left, graph->n_left, top);
    print_wall(out, "right", graph->right, graph->n_right, top);
    fprintf(out, "set title ");
    gnuplot_write_quoted(out, title);
    fprintf(out, " noenhanced\nset xlabel 'value'\nset ylabel 'temperature'\nset grid\nset key top right\n");
    fprintf(out, "set xrange [%.10g:%.10g]\nset yrange [0:%.10g]\n", high + 0.5, low - 0.5, top);
    print_meeting(out, graph);
    fprintf(out, "plot $left with lines linewidth 5 linecolor rgb '#1b3a6b' title 'left wall', \\\n"
                 "     $right with lines linewidth 2 linecolor rgb '#e8862e' title 'right wall'\n");
}

/* What a picture is made from. */
typedef struct drawing {
    gnuplot_form form;
    const char *title;
    const cgt_thermograph *graph;
} drawing;

static void write_script(FILE *script, const void *ctx)
{
    const drawing *d = ctx;
    fprintf(script, "set terminal %s\n", terminals[d->form]);
    print_script(script, d->title, d->graph);
}

static int draw_script(cli *c, const char *path, const char *title, const cgt_thermograph *graph)
{
    cli side;
    int code = cli_side_open(c, path, CLI_TEXT, &side);
    if (code == CLI_DONE) {
        print_script(cli_side_stream(&side), title, graph);
        code = cli_side_close(c, &side, CLI_WHOLE);
    }
    return code;
}

int thermograph_draw(cli *c, const char *path, const char *title, const cgt_thermograph *graph)
{
    if (is_script(path)) {
        return draw_script(c, path, title, graph);
    }
    char *source = cli_provenance_text(c);
    static_assert(sizeof terminals / sizeof terminals[0] == GNUPLOT_N_FORMS, "a terminal for each form");
    assert(gnuplot_form_of(path) >= 0); /* thermograph_check saw to it */
    const drawing d = {(gnuplot_form)gnuplot_form_of(path), title, graph};
    const int code = source ? gnuplot_draw(c, path, &(gnuplot_job){d.form, write_script, &d, source})
                            : cli_no_memory(c, "the picture");
    free(source);
    return code;
}
