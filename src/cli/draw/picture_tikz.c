/* Pictures as TikZ, for LaTeX: see picture.h.
 *
 * The file is a tikzpicture to be read by \input in a document that loads the package tikz.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/draw/picture.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

static const double points = 20; /* of TeX to a cell: 7 mm */

void picture_write_tikz_source(const char *source, FILE *out)
{
    while (*source) {
        const size_t n = strcspn(source, "\n");
        assert(n <= INT_MAX);
        fprintf(out, "%% %.*s\n", (int)n, source);
        source += n + (source[n] == '\n');
    }
}

/* Values have braces, bars, stars and hats. */
static void write_escaped(const char *text, FILE *out)
{
    for (; *text; text++) {
        switch (*text) {
        case '{':
        case '}':
        case '%':
        case '#':
        case '&':
        case '_':
        case '$':
            fprintf(out, "\\%c", *text);
            break;
        case '^':
            fputs("$\\uparrow$", out);
            break;
        case '\\':
            fputs("\\textbackslash{}", out);
            break;
        case '|':
            fputs("$|$", out);
            break;
        case '-':
            fputs("$-$", out);
            break;
        default:
            putc(*text, out);
        }
    }
}

/* The options of a path: TikZ knows colours by `color={rgb,255:...}`. */
static void write_color(const char *key, const char *color, FILE *out)
{
    assert(!color || strlen(color) == 6);
    unsigned red, green, blue;
    if (color && sscanf(color, "%2x%2x%2x", &red, &green, &blue) == 3) {
        fprintf(out, "%s={rgb,255:red,%u;green,%u;blue,%u}, ", key, red, green, blue);
    }
}

static void write_shape(const shape *s, FILE *out)
{
    if (s->kind == SHAPE_LINE) {
        fputs("\\draw[", out);
        write_color("draw", s->fill, out);
        fprintf(out, "line width=%.4gpt] (%.4g,%.4g) -- (%.4g,%.4g);\n", s->size * points, s->x[0], s->y[0], s->x[1],
                s->y[1]);
        return;
    }
    if (s->kind == SHAPE_TEXT) {
        fputs("\\node[inner sep=0, ", out);
        write_color("text", s->fill, out);
        fprintf(out, "font=\\fontsize{%.4g}{%.4g}\\selectfont] at (%.4g,%.4g) {", s->size * points * 1.3,
                s->size * points * 1.5, s->x[0], s->y[0]);
        write_escaped(s->text, out);
        fputs("};\n", out);
        return;
    }
    fputs("\\path[", out);
    write_color("fill", s->fill, out);
    write_color("draw", s->line, out);
    fprintf(out, "fill opacity=%.4g, line width=%.4gpt] ", s->opacity, s->rim * points);
    if (s->kind == SHAPE_RECT) {
        fprintf(out, "(%.4g,%.4g) rectangle (%.4g,%.4g);\n", s->x[0], s->y[0], s->x[1], s->y[1]);
    } else if (s->kind == SHAPE_DISC) {
        fprintf(out, "(%.4g,%.4g) circle[radius=%.4g];\n", s->x[0], s->y[0], s->size);
    } else {
        fprintf(out, "(%.4g,%.4g) -- (%.4g,%.4g) -- (%.4g,%.4g) -- cycle;\n", s->x[0], s->y[0], s->x[1], s->y[1],
                s->x[2], s->y[2]);
    }
}

void picture_write_tikz(const picture *p, const char *source, FILE *out)
{
    picture_write_tikz_source(source, out);
    fprintf(out, "\\begin{tikzpicture}[x=%gpt, y=-%gpt]\n", points, points);
    for (int i = 0; i < p->n; i++) {
        write_shape(&p->shapes[i], out);
    }
    fputs("\\end{tikzpicture}\n", out);
}
