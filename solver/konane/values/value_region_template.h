/* Splitting positions into regions, on sets of one size: a template, included by solver/konane/values/value_region.c
 * with SET defined as set128 or set512 and FRAME as the type of its frames; both are undefined at the end.
 *
 * SPDX-License-Identifier: MIT
 */
#define REGION_PASTE_(a, b) a##b
#define REGION_PASTE(a, b) REGION_PASTE_(a, b)
#define S(name) REGION_PASTE(SET, _##name)
#define R(name) REGION_PASTE(SET, _region_##name)

static FRAME R(frame)(int rows, int cols)
{
    assert(rows >= 1 && cols >= 1 && (size_t)(rows * cols) <= 8 * sizeof(SET) && rows <= REGION_MAX_STEP);
    FRAME f = {.rows = rows, .cols = cols, .step = {1, cols >= 3 ? rows : 1}};
    for (int cell = 0; cell < rows * cols; cell++) {
        const int rank = cell % rows, col = cell / rows;
        const SET one = S(one)(cell), none = one ^ one;
        f.inner[0] |= rank > 0 && rank < rows - 1 ? one : none;
        f.inner[1] |= col > 0 && col < cols - 1 ? one : none;
        f.even |= (rank + col) % 2 == 0 ? one : none;
    }
    return f;
}

/* ---- possible jumps ---- */

/* The cells of `set` and their neighbours along an axis; `set` has none on the rim. */
static inline SET R(widen)(SET set, int step)
{
    return set | S(up)(set, step) | S(down)(set, step);
}

/* For each axis the middle cells o of all possible jumps (f, o, t). */
static void R(find_triples)(const FRAME *frame, SET cells, SET stones, SET middle[2])
{
    SET reach = stones, empty = cells & ~stones, reach_before, empty_before;
    do {
        reach_before = reach;
        empty_before = empty;
        for (int axis = 0; axis < 2; axis++) {
            const int step = frame->step[axis];
            const SET over = reach_before & frame->inner[axis];
            const SET up = over & S(up)(reach_before, step) & S(down)(empty_before, step);
            const SET down = over & S(down)(reach_before, step) & S(up)(empty_before, step);
            middle[axis] = up | down;
            reach |= S(up)(up, step) | S(down)(down, step);
            empty |= middle[axis] | S(down)(up, step) | S(up)(down, step);
        }
    } while (S(any)((reach ^ reach_before) | (empty ^ empty_before)));
}

/* The component of the triples that contains the least cell of `used`. */
static SET R(component)(const FRAME *frame, const SET middle[2], SET used)
{
    SET found = S(lowest)(used), before;
    do {
        before = found;
        for (int axis = 0; axis < 2; axis++) {
            const int step = frame->step[axis];
            found |= R(widen)(middle[axis] & R(widen)(found, step), step);
        }
    } while (S(any)(found ^ before));
    return found;
}

/* ---- normal forms ---- */

static int R(last)(SET set)
{
    int i = (int)(sizeof(SET) / sizeof(uint64_t)) - 1;
    assert(S(any)(set));
    while (!S(word)(set, i)) {
        i--;
    }
    return 64 * i + 63 - __builtin_clzll(S(word)(set, i));
}

static box R(box_around)(const FRAME *frame, SET cells)
{
    const int col = S(first)(cells) / frame->rows, last_col = R(last)(cells) / frame->rows;
    const uint64_t column = bits_below(frame->rows);
    uint64_t ranks = 0;
    for (int i = col; i <= last_col; i++) {
        ranks |= S(from)(cells, i * frame->rows) & column;
    }
    const int rank = bits_first(ranks);
    return (box){col, rank, last_col - col + 1, 63 - __builtin_clzll(ranks) - rank + 1};
}

/* The region in a wide box, column by column. */
static void R(strip_of_columns)(const FRAME *frame, const box *b, SET cells, SET stones, strip *s)
{
    const uint32_t column = (UINT32_C(1) << b->rows) - 1;
    assert(b->rows <= REGION_MAX_ROWS); /* half a word of the strip */
    s->n = b->cols;
    s->height = b->rows;
    for (int i = 0; i < b->cols; i++) {
        const int first = (b->col + i) * frame->rows + b->rank;
        s->word[i] = ((uint32_t)S(from)(cells, first) & column) | ((uint32_t)S(from)(stones, first) & column) << 16;
    }
}

/* The region in a high box, row by row: turned over the diagonal. */
static void R(strip_of_rows)(const FRAME *frame, const box *b, SET cells, SET stones, strip *s)
{
    s->n = b->rows;
    s->height = b->cols;
    memset(s->word, 0, (size_t)s->n * sizeof *s->word);
    for (int i = 0; i < b->rows; i++) {
        for (int j = 0; j < b->cols; j++) {
            const int cell = (b->col + j) * frame->rows + b->rank + i;
            s->word[i] |= (uint32_t)S(has)(cells, cell) << j | (uint32_t)S(has)(stones, cell) << (16 + j);
        }
    }
}

/* The normal form of the region on `cells`, of which `b` is the box, and whether its cell 0 has another colour than the
 * frame's. */
static region R(normal)(const FRAME *frame, const box *b, SET cells, SET stones, bool *changes_color)
{
    strip s, mirrored, turned, turned_mirrored;
    if (b->rows <= b->cols) {
        R(strip_of_columns)(frame, b, cells, stones, &s);
    } else {
        R(strip_of_rows)(frame, b, cells, stones, &s);
    }
    assert(s.height <= REGION_MAX_ROWS && !S(any)(stones & ~cells));
    image least = least_image(&s, &mirrored);
    if (b->rows == b->cols) {
        strip_turn(&s, &turned);
        const image other = least_image(&turned, &turned_mirrored);
        least = image_is_less(&other, &least) ? other : least;
    }
    *changes_color = (b->col + b->rank) % 2 != (int)least.is_odd;
    return region_of_image(&least);
}

/* What is left of a position while its regions are taken off one by one. */
typedef struct R(split) {
    SET middle[2]; /* of the possible jumps */
    SET used;      /* cells of possible jumps */
} R(split);

static R(split) R(split_begin)(const FRAME *frame, SET cells, SET stones)
{
    R(split) split;
    assert(!S(any)(stones & ~cells));
    R(find_triples)(frame, cells, stones, split.middle);
    split.used = R(widen)(split.middle[0], frame->step[0]) | R(widen)(split.middle[1], frame->step[1]);
    return split;
}

/* Take the next region off, of which there must be one: its cells. */
static SET R(split_next)(const FRAME *frame, R(split) * split)
{
    const SET found = R(component)(frame, split->middle, split->used);
    assert(!S(any)(found & ~split->used)); /* regions do not overlap */
    split->used &= ~found;
    return found;
}

/* Add the normal form of a region. */
static void R(keep)(const FRAME *frame, const box *b, pm_color origin, SET cells, SET stones, region_parts *parts)
{
    assert(parts->n < REGION_MAX_PARTS);
    bool changes_color;
    parts->part[parts->n] = R(normal)(frame, b, cells, stones, &changes_color);
    parts->is_negated[parts->n] = changes_color != (origin == PM_WHITE);
    parts->n++;
}

/* What the jumps of `mover` within a region depend on. */
static S(jumper) R(jumper)(const FRAME *frame, SET cells, pm_color mover)
{
    S(jumper) jumper = {.step = {frame->step[0], frame->step[1]}};
    jumper.chains = ~jumper.chains;
    const SET enemies = mover == PM_BLACK ? cells & ~frame->even : cells & frame->even;
    for (int axis = 0; axis < 2; axis++) {
        const int step = frame->step[axis];
        jumper.over[mover][axis] = enemies & frame->inner[axis] & S(up)(cells, step) & S(down)(cells, step);
    }
    return jumper;
}

#undef R
#undef S
#undef REGION_PASTE
#undef REGION_PASTE_
#undef SET
#undef FRAME
