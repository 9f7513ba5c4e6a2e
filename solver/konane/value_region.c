/* Splitting positions into regions, and their normal forms; see value_region.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/value_region.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct region_frames {
    region_frame frame[REGION_MAX_ROWS + 1][REGION_MAX_CELLS + 1];
};

region_frame region_frame_make(int rows, int cols)
{
    assert(rows >= 1 && cols >= 1 && rows * cols <= REGION_MAX_CELLS);
    region_frame f = {.rows = rows, .cols = cols, .step = {1, cols >= 3 ? rows : 1}};
    for (int cell = 0; cell < rows * cols; cell++) {
        const int rank = cell % rows, col = cell / rows;
        f.inner[0] |= rank > 0 && rank < rows - 1 ? set128_one(cell) : 0;
        f.inner[1] |= col > 0 && col < cols - 1 ? set128_one(cell) : 0;
        f.even |= (rank + col) % 2 == 0 ? set128_one(cell) : 0;
    }
    return f;
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
    return &frames->frame[r->rows][r->cols];
}

/* ---- possible jumps ---- */

/* The cells of `set` and their neighbours along an axis; `set` has none on the rim. */
static inline set128 widen(set128 set, int step)
{
    return set | set128_up(set, step) | set128_down(set, step);
}

/* For each axis the middle cells o of all possible jumps (f, o, t). */
static void find_triples(const region_frame *frame, set128 cells, set128 stones, set128 middle[2])
{
    set128 reach = stones, empty = cells & ~stones, reach_before, empty_before;
    do {
        reach_before = reach;
        empty_before = empty;
        for (int axis = 0; axis < 2; axis++) {
            const int step = frame->step[axis];
            const set128 over = reach_before & frame->inner[axis];
            const set128 up = over & set128_up(reach_before, step) & set128_down(empty_before, step);
            const set128 down = over & set128_down(reach_before, step) & set128_up(empty_before, step);
            middle[axis] = up | down;
            reach |= set128_up(up, step) | set128_down(down, step);
            empty |= middle[axis] | set128_down(up, step) | set128_up(down, step);
        }
    } while (reach != reach_before || empty != empty_before);
}

/* The component of the triples that contains the least cell of `used`. */
static set128 component(const region_frame *frame, const set128 middle[2], set128 used)
{
    set128 found = set128_lowest(used), before;
    do {
        before = found;
        for (int axis = 0; axis < 2; axis++) {
            const int step = frame->step[axis];
            found |= widen(middle[axis] & widen(found, step), step);
        }
    } while (found != before);
    return found;
}

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

static int last_of(set128 set)
{
    const uint64_t high = set128_word(set, 1);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll(set128_word(set, 0));
}

static box box_around(const region_frame *frame, set128 cells)
{
    const int col = set128_first(cells) / frame->rows, last_col = last_of(cells) / frame->rows;
    const set128 column = frame->rows == REGION_MAX_CELLS ? ~(set128)0 : set128_one(frame->rows) - 1;
    set128 ranks = 0;
    for (int i = col; i <= last_col; i++) {
        ranks |= cells >> (i * frame->rows) & column;
    }
    const int rank = set128_first(ranks);
    return (box){col, rank, last_col - col + 1, last_of(ranks) - rank + 1};
}

/* The region in a wide box, column by column. */
static void strip_of_columns(const region_frame *frame, const box *b, set128 cells, set128 stones, strip *s)
{
    const uint32_t column = (UINT32_C(1) << b->rows) - 1;
    s->n = b->cols;
    s->height = b->rows;
    for (int i = 0; i < b->cols; i++) {
        const int first = (b->col + i) * frame->rows + b->rank;
        s->word[i] = ((uint32_t)(cells >> first) & column) | ((uint32_t)(stones >> first) & column) << 16;
    }
}

/* The region in a high box, row by row: turned over the diagonal. */
static void strip_of_rows(const region_frame *frame, const box *b, set128 cells, set128 stones, strip *s)
{
    s->n = b->rows;
    s->height = b->cols;
    memset(s->word, 0, (size_t)s->n * sizeof *s->word);
    for (int i = 0; i < b->rows; i++) {
        for (int j = 0; j < b->cols; j++) {
            const int cell = (b->col + j) * frame->rows + b->rank + i;
            s->word[i] |= (uint32_t)(cells >> cell & 1) << j | (uint32_t)(stones >> cell & 1) << (16 + j);
        }
    }
}

static uint32_t reverse_bits(uint32_t half, int height)
{
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
    for (int i = 0; i < a->strip->n; i++) {
        const uint32_t word = image_word(a, i);
        r.cells |= (set128)(word & 0xffff) << (i * r.rows);
        r.stones |= (set128)(word >> 16) << (i * r.rows);
    }
    return r;
}

/* The normal form of the region on `cells`, and whether its cell 0 has another colour than the frame's. */
static region region_normal(const region_frame *frame, set128 cells, set128 stones, bool *changes_color)
{
    const box b = box_around(frame, cells);
    strip s, mirrored, turned, turned_mirrored;
    if (b.rows <= b.cols) {
        strip_of_columns(frame, &b, cells, stones, &s);
    } else {
        strip_of_rows(frame, &b, cells, stones, &s);
    }
    image least = least_image(&s, &mirrored);
    if (b.rows == b.cols) {
        strip_turn(&s, &turned);
        const image other = least_image(&turned, &turned_mirrored);
        least = image_is_less(&other, &least) ? other : least;
    }
    *changes_color = (b.col + b.rank) % 2 != (int)least.is_odd;
    return region_of_image(&least);
}

void region_split(const region_frame *frame, pm_color origin, set128 cells, set128 stones, region_parts *parts)
{
    set128 middle[2];
    find_triples(frame, cells, stones, middle);
    set128 used = widen(middle[0], frame->step[0]) | widen(middle[1], frame->step[1]);
    parts->n = 0;
    while (used) {
        const set128 found = component(frame, middle, used);
        bool changes_color;
        parts->part[parts->n] = region_normal(frame, found, stones & found, &changes_color);
        parts->is_negated[parts->n] = changes_color != (origin == PM_WHITE);
        parts->n++;
        used &= ~found;
    }
}

int region_children(const region_frame *frame, const region *r, pm_color mover, set128 children[REGION_MAX_MOVES])
{
    set128_jumper jumper = {.step = {frame->step[0], frame->step[1]}};
    const set128 enemies = mover == PM_BLACK ? r->cells & ~frame->even : r->cells & frame->even;
    for (int axis = 0; axis < 2; axis++) {
        const int step = frame->step[axis];
        jumper.over[mover][axis] =
            enemies & frame->inner[axis] & set128_up(r->cells, step) & set128_down(r->cells, step);
    }
    return set128_jumps_children(&jumper, r->stones, mover, children);
}
