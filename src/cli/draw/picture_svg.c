/* Pictures as SVG: see picture.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/draw/metadata.h"
#include "src/cli/draw/picture.h"

#include <assert.h>

static const double scale = 60; /* units of the file to a cell */

static void write_paint(const shape *s, FILE *out)
{
    assert(s->kind != SHAPE_LINE); /* which has a stroke of its own */
    if (s->fill) {
        fprintf(out, " fill=\"#%s\"", s->fill);
    } else {
        fputs(" fill=\"none\"", out);
    }
    if (s->opacity < 1) {
        fprintf(out, " fill-opacity=\"%g\"", s->opacity);
    }
    if (s->line) {
        fprintf(out, " stroke=\"#%s\" stroke-width=\"%g\"", s->line, s->rim * scale);
    }
}

static void write_shape(const shape *s, FILE *out)
{
    const double x = s->x[0] * scale, y = s->y[0] * scale, x2 = s->x[1] * scale, y2 = s->y[1] * scale;
    switch (s->kind) {
    case SHAPE_RECT:
        fprintf(out, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"", x, y, x2 - x, y2 - y);
        write_paint(s, out);
        break;
    case SHAPE_DISC:
        fprintf(out, "<circle cx=\"%g\" cy=\"%g\" r=\"%g\"", x, y, s->size * scale);
        write_paint(s, out);
        break;
    case SHAPE_LINE:
        fprintf(out, "<line x1=\"%g\" y1=\"%g\" x2=\"%g\" y2=\"%g\" stroke=\"#%s\" stroke-width=\"%g\"", x, y, x2, y2,
                s->fill, s->size * scale);
        break;
    case SHAPE_HEAD:
        fprintf(out, "<polygon points=\"%g,%g %g,%g %g,%g\"", x, y, x2, y2, s->x[2] * scale, s->y[2] * scale);
        write_paint(s, out);
        break;
    case SHAPE_TEXT:
        fprintf(out, "<text x=\"%g\" y=\"%g\" dy=\"0.36em\" font-size=\"%g\"", x, y, s->size * scale * 1.3);
        write_paint(s, out);
        putc('>', out);
        metadata_write_escaped(s->text, out);
        fputs("</text>\n", out);
        return;
    }
    fputs("/>\n", out);
}

void picture_write_svg(const picture *p, const char *source, FILE *out)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %g %g\" "
            "font-family=\"sans-serif\" text-anchor=\"middle\">\n",
            p->width * scale, p->height * scale, p->width * scale, p->height * scale);
    if (source[0]) {
        metadata_write_element(source, out);
    }
    for (int i = 0; i < p->n; i++) {
        write_shape(&p->shapes[i], out);
    }
    fputs("</svg>\n", out);
}
