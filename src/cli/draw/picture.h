/* A board as a picture: what is on it, in shapes that every form of picture has.
 *
 * picture.c composes the shapes from a position; picture_svg.c, picture_tikz.c and picture_gnuplot.c write them.
 * Lengths are in cells, x to the right and y downwards from the top left of the picture; colours are "rrggbb".
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_DRAW_PICTURE_H
#define CLI_DRAW_PICTURE_H

#include "src/game/game.h"

#include <stdio.h>

enum { PICTURE_MAX_TEXT = 24 };

typedef enum shape_kind { SHAPE_RECT, SHAPE_DISC, SHAPE_LINE, SHAPE_HEAD, SHAPE_TEXT } shape_kind;

typedef struct shape {
    shape_kind kind;
    double x[3], y[3]; /* RECT: two corners; DISC, TEXT: the centre; LINE: its ends; HEAD: the corners of a triangle */
    double size;       /* DISC: radius; LINE: width; TEXT: height of its letters */
    const char *fill;  /* NULL: none. Of LINE and TEXT too */
    const char *line;  /* of the rim, NULL: none */
    double rim;        /* its width */
    double opacity;    /* of the filling, 0..1 */
    char text[PICTURE_MAX_TEXT];
} shape;

typedef struct picture {
    double width, height;
    shape *shapes; /* from back to front; owned */
    int n, capacity;
} picture;

/* A move that is to be shown as an arrow, or as a ring where it takes a stone away. */
typedef struct picture_arrow {
    game_move move;
    const char *color;
    bool is_strong;               /* a thicker one */
    char label[PICTURE_MAX_TEXT]; /* "": none */
} picture_arrow;

/* What to draw. */
typedef struct picture_request {
    const game *g;
    const game_state *s;
    const game_move *last; /* NULL: none */
    const picture_arrow *arrows;
    int n_arrows;
    bool has_coordinates; /* the names of columns and ranks, or the numbers of squares */
} picture_request;

/* Colours of arrows, for every kind of sight: Okabe and Ito's palette. */
#define PICTURE_WIN "0072b2"
#define PICTURE_LOSS "d55e00"
#define PICTURE_DRAW "cc79a7"
#define PICTURE_OPEN "666666"

/* Compose the picture; false if memory was refused. It is freed with picture_free in either case. */
bool picture_compose(const picture_request *request, picture *p);
void picture_free(picture *p);

/* Write a picture; `source` says where it comes from, in lines, and may be "". */
void picture_write_svg(const picture *p, const char *source, FILE *out);
void picture_write_tikz(const picture *p, const char *source, FILE *out);

/* Every line of `source` as a comment of LaTeX. */
void picture_write_tikz_source(const char *source, FILE *out);

/* Write a script that lets gnuplot draw it as PNG on its standard output. */
void picture_write_gnuplot(const picture *p, FILE *out);

#endif
