/* Pictures as scripts for gnuplot, which makes PNG of them: see picture.h.
 *
 * gnuplot draws the other pictures of this program already, so a board needs no further one. Objects are drawn in the
 * order of their numbers, arrows without heads and labels after them in the order in which they are set: everything
 * here is an object or a label, a line being a thin quadrangle, so that the order of the shapes is kept but for texts.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/draw/picture.h"

#include <assert.h>
#include <math.h>

static const double scale = 60; /* pixels to a cell */

static void write_paint(const shape *s, FILE *out)
{
    assert(s->opacity > 0 && s->opacity <= 1); /* two digits of transparency */
    if (s->fill) {
        fprintf(out, " fillcolor rgb '#%02x%s' fillstyle solid", (unsigned)((1 - s->opacity) * 255), s->fill);
    } else {
        fputs(" fillstyle empty", out);
    }
    if (s->line) {
        fprintf(out, " border linecolor rgb '#%s' linewidth %g\n", s->line, s->rim * scale);
    } else {
        fputs(" noborder\n", out);
    }
}

/* A line as the quadrangle that it covers. */
static void write_line(const shape *s, FILE *out)
{
    const double dx = s->x[1] - s->x[0], dy = s->y[1] - s->y[0], length = hypot(dx, dy);
    const double px = length > 0 ? -dy / length * s->size / 2 : 0, py = length > 0 ? dx / length * s->size / 2 : 0;
    fprintf(out, "polygon from %g,%g to %g,%g to %g,%g to %g,%g to %g,%g", s->x[0] + px, s->y[0] + py, s->x[1] + px,
            s->y[1] + py, s->x[1] - px, s->y[1] - py, s->x[0] - px, s->y[0] - py, s->x[0] + px, s->y[0] + py);
}

static void write_text(const shape *s, FILE *out)
{
    fputs("set label '", out);
    for (const char *c = s->text; *c; c++) {
        fputs(*c == '\'' ? "''" : (char[]){*c, 0}, out);
    }
    fprintf(out, "' at %g,%g center noenhanced front font ',%.3g' textcolor rgb '#%s'\n", s->x[0], s->y[0],
            s->size * scale * 0.9, s->fill);
}

static void write_shape(const shape *s, int number, FILE *out)
{
    if (s->kind == SHAPE_TEXT) {
        write_text(s, out);
        return;
    }
    fprintf(out, "set object %d ", number);
    if (s->kind == SHAPE_RECT) {
        fprintf(out, "rectangle from %g,%g to %g,%g", s->x[0], s->y[0], s->x[1], s->y[1]);
    } else if (s->kind == SHAPE_DISC) {
        fprintf(out, "circle at %g,%g size %g", s->x[0], s->y[0], s->size);
    } else if (s->kind == SHAPE_LINE) {
        write_line(s, out);
    } else {
        fprintf(out, "polygon from %g,%g to %g,%g to %g,%g to %g,%g", s->x[0], s->y[0], s->x[1], s->y[1], s->x[2],
                s->y[2], s->x[0], s->y[0]);
    }
    fputs(" front", out);
    write_paint(s, out);
}

void picture_write_gnuplot(const picture *p, FILE *out)
{
    assert(p->n <= p->capacity && p->width > 0 && p->height > 0);
    fprintf(out, "set terminal pngcairo size %.0f,%.0f font 'Sans,14'\n", round(p->width * scale),
            round(p->height * scale));
    fprintf(out, "unset border\nunset tics\nunset key\nset margins 0, 0, 0, 0\n");
    fprintf(out, "set xrange [0:%g]\nset yrange [%g:0]\n", p->width, p->height);
    for (int i = 0; i < p->n; i++) {
        write_shape(&p->shapes[i], i + 1, out);
    }
    fputs("plot NaN\n", out);
}
