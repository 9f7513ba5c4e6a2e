/* Splitting positions into regions, and their normal forms; see value_region.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/values/value_region.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct region_frames {
    region_frame frame[REGION_MAX_ROWS + 1][REGION_MAX_CELLS + 1];
};

/* ---- normal forms ---- */

/* The smallest rectangle around a region. */
typedef struct box {
    int col, rank, cols, rows;
} box;

/* A region line by line: cells in the low half of each word, stones in the high half. */
typedef struct strip {
    int n, height; /* lines, and cells in each: at most REGION_MAX_ROWS */
    uint32_t word[REGION_MAX_CELLS];
} strip;

static uint32_t reverse_bits(uint32_t half, int height)
{
    assert(half >> height == 0);
    uint32_t reversed = 0;
    for (int i = 0; i < height; i++) {
        reversed |= (half >> i & 1) << (height - 1 - i);
    }
    return reversed;
}

static void strip_mirror(const strip *s, strip *mirrored)
{
    mirrored->n = s->n;
    mirrored->height = s->height;
    for (int i = 0; i < s->n; i++) {
        const uint32_t cells = s->word[i] & 0xffff, stones = s->word[i] >> 16;
        mirrored->word[i] = reverse_bits(cells, s->height) | reverse_bits(stones, s->height) << 16;
    }
}

static void strip_turn(const strip *s, strip *turned)
{
    assert(s->n <= REGION_MAX_ROWS); /* the lines that come out have as many cells */
    turned->n = s->height;
    turned->height = s->n;
    for (int i = 0; i < s->height; i++) {
        turned->word[i] = 0;
        for (int j = 0; j < s->n; j++) {
            turned->word[i] |= (s->word[j] >> i & UINT32_C(0x10001)) << j;
        }
    }
}

/* One of the images of a region: a strip read forwards or backwards. */
typedef struct image {
    const strip *strip;
    bool is_backwards;
    bool is_odd; /* its cell 0 has another colour than the corner of the box */
} image;

static uint32_t image_word(const image *a, int i)
{
    return a->strip->word[a->is_backwards ? a->strip->n - 1 - i : i];
}

static bool image_is_less(const image *a, const image *b)
{
    for (int i = 0; i < a->strip->n; i++) {
        if (image_word(a, i) != image_word(b, i)) {
            return image_word(a, i) < image_word(b, i);
        }
    }
    return false;
}

/* The least of the images of a strip; `mirrored` is space for its mirror image. */
static image least_image(const strip *s, strip *mirrored)
{
    strip_mirror(s, mirrored);
    const bool length_is_odd = (s->n - 1) % 2, height_is_odd = (s->height - 1) % 2;
    const image images[] = {{s, false, false},
                            {s, true, length_is_odd},
                            {mirrored, false, height_is_odd},
                            {mirrored, true, length_is_odd != height_is_odd}};
    image least = images[0];
    for (int i = 1; i < 4; i++) {
        least = image_is_less(&images[i], &least) ? images[i] : least;
    }
    return least;
}

static region region_of_image(const image *a)
{
    region r = {0, 0, (uint8_t)a->strip->height, (uint8_t)a->strip->n};
    assert(a->strip->height * a->strip->n <= REGION_MAX_CELLS && a->strip->height <= a->strip->n);
    for (int i = 0; i < a->strip->n; i++) {
        const uint32_t word = image_word(a, i);
        r.cells |= (set128)(word & 0xffff) << (i * r.rows);
        r.stones |= (set128)(word >> 16) << (i * r.rows);
    }
    return r;
}

/* ---- on sets of either size ---- */

#define SET set128
#define FRAME region_frame
#include "solver/konane/values/value_region_template.h"

#define SET set512
#define FRAME region_wide_frame
#include "solver/konane/values/value_region_template.h"

/* ---- frames ---- */

region_frame region_frame_make(int rows, int cols)
{
    return set128_region_frame(rows, cols);
}

region_wide_frame region_wide_frame_make(int rows, int cols)
{
    return set512_region_frame(rows, cols);
}

region_frames *region_frames_new(void)
{
    region_frames *frames = aligned_alloc(_Alignof(region_frames), sizeof *frames);
    for (int rows = 1; frames && rows <= REGION_MAX_ROWS; rows++) {
        for (int cols = rows; rows * cols <= REGION_MAX_CELLS; cols++) {
            frames->frame[rows][cols] = region_frame_make(rows, cols);
        }
    }
    return frames;
}

void region_frames_free(region_frames *frames)
{
    free(frames);
}

const region_frame *region_frame_of(const region_frames *frames, const region *r)
{
    assert(r->rows >= 1 && r->rows <= r->cols && r->rows * r->cols <= REGION_MAX_CELLS); /* normal forms are wide */
    return &frames->frame[r->rows][r->cols];
}

/* ---- the interface ---- */

void region_split(const region_frame *frame, pm_color origin, set128 cells, set128 stones, region_parts *parts)
{
    set128_region_split split = set128_region_split_begin(frame, cells, stones);
    parts->n = 0;
    while (set128_any(split.used)) {
        const set128 found = set128_region_split_next(frame, &split);
        const box b = set128_region_box_around(frame, found);
        set128_region_keep(frame, &b, origin, found, stones & found, parts);
    }
}

void region_wide_split(const region_wide_frame *frame, pm_color origin, set512 cells, set512 stones,
                       region_parts *parts, region_wide_parts *wide)
{
    set512_region_split split = set512_region_split_begin(frame, cells, stones);
    parts->n = 0;
    wide->n = 0;
    while (set512_any(split.used)) {
        const set512 found = set512_region_split_next(frame, &split);
        const box b = set512_region_box_around(frame, found);
        if (b.rows * b.cols <= REGION_MAX_CELLS) {
            set512_region_keep(frame, &b, origin, found, stones & found, parts);
        } else {
            assert(wide->n < REGION_WIDE_MAX_PARTS);
            wide->part[wide->n++] = (region_wide){found, stones & found};
        }
    }
}

int region_places(const region_wide_frame *frame, set512 cells, set512 stones, region_wide places[REGION_MAX_PARTS])
{
    set512_region_split split = set512_region_split_begin(frame, cells, stones);
    int n = 0;
    while (set512_any(split.used)) {
        const set512 found = set512_region_split_next(frame, &split);
        assert(n < REGION_MAX_PARTS);
        places[n++] = (region_wide){found, stones & found};
    }
    return n;
}

int region_children(const region_frame *frame, const region *r, pm_color mover, set128 children[REGION_MAX_MOVES])
{
    const set128_jumper jumper = set128_region_jumper(frame, r->cells, mover);
    return set128_jumps_children(&jumper, r->stones, (int)mover, children);
}

set128_jumper region_jumper(const region_frame *frame, const region *r)
{
    set128_jumper jumper = set128_region_jumper(frame, r->cells, PM_BLACK);
    const set128_jumper of_white = set128_region_jumper(frame, r->cells, PM_WHITE);
    memcpy(jumper.over[PM_WHITE], of_white.over[PM_WHITE], sizeof jumper.over[PM_WHITE]);
    return jumper;
}

set512_jumper region_wide_jumper(const region_wide_frame *frame, const region_wide *r, pm_color mover)
{
    return set512_region_jumper(frame, r->cells, mover);
}
