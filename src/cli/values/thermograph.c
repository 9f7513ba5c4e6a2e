/* Thermographs as gnuplot draws them; see thermograph.h.
 *
 * By convention values grow to the left, so that Left's wall is on the left, and the temperature grows upwards. Where
 * the walls are one, the right one lies on the wider left one. The script holds its data; a picture is made by piping
 * it to gnuplot.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/values/thermograph.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const endings[] = {".gp", ".png", ".pdf", ".svg"};
static const char *const terminals[] = {NULL, "pngcairo size 900,700 font ',14'", "pdfcairo size 12cm,9cm",
                                        "svg size 900,700"};
enum { N_ENDINGS = sizeof endings / sizeof *endings, SCRIPT = 0 };

static int ending_of(const char *path)
{
    const size_t length = strlen(path);
    for (int i = 0; i < N_ENDINGS; i++) {
        const size_t n = strlen(endings[i]);
        if (length > n && strcmp(path + length - n, endings[i]) == 0) {
            return i;
        }
    }
    return -1;
}

int thermograph_check(cli *c, const char *path)
{
    if (ending_of(path) < 0) {
        return cli_usage(c, "--thermograph \"%s\" must end in .png, .pdf, .svg or, for a gnuplot script, .gp", path);
    }
    return CLI_DONE;
}

static double real(dyadic x)
{
    return (double)x / (double)DYADIC_ONE;
}

/* A gnuplot string in single quotes. */
static void print_quoted(FILE *out, const char *text)
{
    putc('\'', out);
    for (; *text; text++) {
        if (*text == '\'') {
            putc('\'', out);
        }
        putc(*text == '\n' ? ' ' : *text, out);
    }
    putc('\'', out);
}

/* A wall with its mast, as a data block. */
static void print_wall(FILE *out, const char *name, const thermo_point *points, uint32_t n, double top)
{
    fprintf(out, "$%s << END\n", name);
    for (uint32_t i = 0; i < n; i++) {
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
    const double temperature = graph->temperature > 0 ? real(graph->temperature) : 0, top = temperature + 1;
    double low = real(graph->mean), high = low;
    widest(graph->left, graph->n_left, &low, &high);
    widest(graph->right, graph->n_right, &low, &high);
    print_wall(out, "left", graph->left, graph->n_left, top);
    print_wall(out, "right", graph->right, graph->n_right, top);
    fprintf(out, "set title ");
    print_quoted(out, title);
    fprintf(out, " noenhanced\nset xlabel 'value'\nset ylabel 'temperature'\nset grid\nset key top right\n");
    fprintf(out, "set xrange [%.10g:%.10g]\nset yrange [0:%.10g]\n", high + 0.5, low - 0.5, top);
    print_meeting(out, graph);
    fprintf(out, "plot $left with lines linewidth 5 linecolor rgb '#1b3a6b' title 'left wall', \\\n"
                 "     $right with lines linewidth 2 linecolor rgb '#e8862e' title 'right wall'\n");
}

/* Let gnuplot draw to `picture`. */
static int run_gnuplot(cli *c, const char *picture, const char *terminal, const char *title,
                       const cgt_thermograph *graph)
{
    FILE *out = popen("gnuplot 2>/dev/null", "w");
    if (!out) {
        return cli_error(c, CLI_SYSTEM, "cannot start gnuplot: %s", strerror(errno));
    }
    fprintf(out, "set terminal %s\nset output ", terminal);
    print_quoted(out, picture);
    fprintf(out, "\n");
    print_script(out, title, graph);
    fprintf(out, "unset output\n");
    const bool is_written = !ferror(out);
    if (pclose(out) != 0 || !is_written) {
        return cli_error(c, CLI_SYSTEM, "gnuplot could not draw \"%s\"; is it installed, and can the file be written?",
                         picture);
    }
    return CLI_DONE;
}

/* Draw under another name first, so that nothing half-drawn stands under the final one. */
static int draw_picture(cli *c, const char *path, int ending, const char *title, const cgt_thermograph *graph)
{
    const size_t n = strlen(path) + sizeof ".part";
    char *part = malloc(n);
    if (!part) {
        return cli_no_memory(c, "a file name");
    }
    snprintf(part, n, "%s.part", path);
    int code = run_gnuplot(c, part, terminals[ending], title, graph);
    if (code == CLI_DONE && rename(part, path) != 0) {
        code = cli_error(c, CLI_SYSTEM, "cannot write to \"%s\": %s", path, strerror(errno));
    }
    if (code != CLI_DONE) {
        unlink(part);
    }
    free(part);
    return code;
}

int thermograph_draw(cli *c, const char *path, const char *title, const cgt_thermograph *graph)
{
    const int ending = ending_of(path);
    if (ending != SCRIPT) {
        return draw_picture(c, path, ending, title, graph);
    }
    cli side;
    int code = cli_side_open(c, path, CLI_TEXT, &side);
    if (code == CLI_DONE) {
        print_script(cli_side_stream(&side), title, graph);
        code = cli_side_close(c, &side, true);
    }
    return code;
}
