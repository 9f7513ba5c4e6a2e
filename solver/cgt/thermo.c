/* Thermographs: see thermo.h.
 *
 * Walls and scaffolds are piecewise linear functions of the temperature with slopes -1, 0 and 1 that are
 * kept as their corners and the slope after the last. Corners of maxima and minima are where functions whose slopes
 * differ by one cross; only where the two scaffolds meet can they differ by two, which doubles a denominator.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/thermo.h"
#include "src/base/array.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A function on t >= 0. */
typedef struct curve {
    thermo_point *points;
    uint32_t n;
    size_t room;
    int last_slope;
} curve;

typedef struct entry {
    thermo_point *points; /* left, then right; NULL: not computed */
    uint32_t n_left, n_right;
} entry;

struct cgt_thermographs {
    cgt_table *table;
    entry *entries; /* by value */
    cgt_value n_entries;
    bool is_out_of_memory, is_too_fine;
};

/* ---- curves ---- */

static void curve_add(cgt_thermographs *all, curve *c, dyadic t, dyadic x)
{
    assert(t >= 0 && (c->n == 0 || c->points[c->n - 1].t < t));
    thermo_point *points = array_grow(c->points, &c->room, (size_t)c->n + 1, sizeof *points);
    if (!points) {
        all->is_out_of_memory = true;
        return;
    }
    c->points = points;
    c->points[c->n++] = (thermo_point){t, x};
}

static void curve_copy(cgt_thermographs *all, curve *c, const thermo_point *points, uint32_t n)
{
    c->n = 0;
    c->last_slope = 0;
    for (uint32_t i = 0; i < n; i++) {
        curve_add(all, c, points[i].t, points[i].x);
    }
}

/* The slope after corner i. */
static int curve_slope(const curve *c, uint32_t i)
{
    if (i + 1 == c->n) {
        return c->last_slope;
    }
    const dyadic rise = c->points[i + 1].x - c->points[i].x;
    assert(rise == 0 || (rise < 0 ? -rise : rise) == c->points[i + 1].t - c->points[i].t);
    return (rise > 0) - (rise < 0);
}

static dyadic curve_at(const curve *c, uint32_t i, dyadic t)
{
    assert(c->points[i].t <= t && (i + 1 == c->n || t <= c->points[i + 1].t));
    return c->points[i].x + curve_slope(c, i) * (t - c->points[i].t);
}

/* Add `slope` times t. */
static void curve_tilt(curve *c, int slope)
{
    for (uint32_t i = 0; i < c->n; i++) {
        c->points[i].x += slope * c->points[i].t;
    }
    c->last_slope += slope;
}

/* Delete the corners at which nothing turns. */
static void curve_simplify(curve *c)
{
    uint32_t n = 1;
    assert(c->n > 0);
    for (uint32_t i = 1; i < c->n; i++) {
        const thermo_point *before = &c->points[n - 1], *here = &c->points[i];
        const dyadic rise = here->x - before->x;
        if (curve_slope(c, i) != (rise > 0) - (rise < 0)) {
            c->points[n++] = *here;
        }
    }
    c->n = n;
}

/* Two curves walked together over the stretches on which both are straight. */
typedef struct walk {
    const curve *a, *b;
    uint32_t i, j; /* the corners before */
    dyadic t, end; /* the stretch; `end` may be infinite */
} walk;

static void walk_measure(walk *w)
{
    const dyadic end_a = w->i + 1 < w->a->n ? w->a->points[w->i + 1].t : DYADIC_PLUS_INFINITY;
    const dyadic end_b = w->j + 1 < w->b->n ? w->b->points[w->j + 1].t : DYADIC_PLUS_INFINITY;
    w->end = end_a < end_b ? end_a : end_b;
    assert(w->end > w->t);
}

static walk walk_begin(const curve *a, const curve *b)
{
    walk w = {a, b, 0, 0, 0, 0};
    walk_measure(&w);
    return w;
}

static bool walk_on(walk *w)
{
    if (w->end == DYADIC_PLUS_INFINITY) {
        return false;
    }
    w->t = w->end;
    w->i += w->i + 1 < w->a->n && w->a->points[w->i + 1].t == w->t;
    w->j += w->j + 1 < w->b->n && w->b->points[w->j + 1].t == w->t;
    walk_measure(w);
    return true;
}

/* c = max(a, b) for sign > 0, otherwise min. */
static void curve_extreme(cgt_thermographs *all, const curve *a, const curve *b, int sign, curve *c)
{
    c->n = 0;
    walk w = walk_begin(a, b);
    do {
        const dyadic x = curve_at(a, w.i, w.t), y = curve_at(b, w.j, w.t);
        const int slope_a = curve_slope(a, w.i), slope_b = curve_slope(b, w.j);
        const dyadic lead = sign * (x - y);
        const int gain = sign * (slope_a - slope_b);
        const bool a_first = lead > 0 || (lead == 0 && gain >= 0);
        curve_add(all, c, w.t, a_first ? x : y);
        c->last_slope = a_first ? slope_a : slope_b;
        if ((lead > 0 && gain < 0) || (lead < 0 && gain > 0)) {
            assert(gain == 1 || gain == -1);
            const dyadic crossing = w.t + (lead > 0 ? lead : -lead);
            if (crossing < w.end) {
                curve_add(all, c, crossing, x + slope_a * (crossing - w.t));
                c->last_slope = a_first ? slope_b : slope_a;
            }
        }
    } while (!all->is_out_of_memory && walk_on(&w));
    if (!all->is_out_of_memory) {
        curve_simplify(c);
    }
}

/* The temperature at which the scaffolds meet, and there the value. */
static bool scaffolds_meet(const curve *left, const curve *right, thermo_point *top)
{
    walk w = walk_begin(left, right);
    do {
        const dyadic x = curve_at(left, w.i, w.t), gap = x - curve_at(right, w.j, w.t);
        const int slope = curve_slope(left, w.i), closing = curve_slope(right, w.j) - slope;
        if (gap <= 0 || (closing > 0 && (w.end == DYADIC_PLUS_INFINITY || gap <= closing * (w.end - w.t)))) {
            const dyadic wait = gap <= 0 ? 0 : gap / closing;
            *top = (thermo_point){w.t + wait, x + slope * wait};
            return gap <= 0 || wait * closing == gap;
        }
    } while (walk_on(&w));
    assert(0); /* the last slopes of scaffolds are -1 and 1 */
    return false;
}

/* Cut a scaffold at the top: below it the scaffold, above it the mast. */
static void curve_cut(cgt_thermographs *all, curve *c, thermo_point top)
{
    assert(top.t >= 0);
    while (c->n > 0 && c->points[c->n - 1].t >= top.t) {
        c->n--;
    }
    c->last_slope = 0;
    curve_add(all, c, top.t, top.x);
    if (!all->is_out_of_memory) {
        curve_simplify(c);
    }
}

/* ---- graphs ---- */

static bool entries_grow(cgt_thermographs *all, cgt_value g)
{
    if (g < all->n_entries) {
        return true;
    }
    const cgt_value size = cgt_table_size(all->table), n = size > g ? size : g + 1;
    entry *entries = realloc(all->entries, n * sizeof *entries);
    if (!entries) {
        all->is_out_of_memory = true;
        return false;
    }
    memset(entries + all->n_entries, 0, (n - all->n_entries) * sizeof *entries);
    all->entries = entries;
    all->n_entries = n;
    return true;
}

/* The right (or left) wall of a value that has been computed, or of a number + ups + star. */
static void wall_of(cgt_thermographs *all, cgt_value g, bool is_right, curve *c)
{
    cgt_nus nus;
    if (cgt_as_nus(all->table, g, &nus)) {
        const thermo_point mast = {0, nus.number};
        curve_copy(all, c, &mast, 1);
        return;
    }
    const entry *e = &all->entries[g];
    assert(g < all->n_entries && e->points); /* options are computed before what they are options of */
    curve_copy(all, c, is_right ? e->points + e->n_left : e->points, is_right ? e->n_right : e->n_left);
}

/* The scaffold of one side, from the opposite walls of its options. */
static void scaffold(cgt_thermographs *all, const cgt_value *options, uint32_t n, bool is_left, curve *result)
{
    assert(n > 0); /* only numbers lack options */
    curve wall = {0}, merged = {0};
    for (uint32_t i = 0; i < n && !all->is_out_of_memory; i++) {
        wall_of(all, options[i], is_left, &wall);
        curve *c = i == 0 ? result : &merged;
        if (i == 0) {
            curve_copy(all, c, wall.points, wall.n);
        } else {
            curve_extreme(all, result, &wall, is_left ? 1 : -1, &merged);
            const curve old = *result;
            *result = merged;
            merged = old;
        }
    }
    curve_tilt(result, is_left ? -1 : 1);
    free(wall.points);
    free(merged.points);
}

static void entry_keep(cgt_thermographs *all, cgt_value g, const curve *left, const curve *right)
{
    thermo_point *points = malloc((left->n + right->n) * sizeof *points);
    if (!points) {
        all->is_out_of_memory = true;
        return;
    }
    memcpy(points, left->points, left->n * sizeof *points);
    memcpy(points + left->n, right->points, right->n * sizeof *points);
    assert(left->n > 0 && right->n > 0 && !all->entries[g].points);
    all->entries[g] = (entry){points, left->n, right->n};
}

/* Whether no limit of the table, the memory or the precision has been exceeded. */
static bool is_well(const cgt_thermographs *all)
{
    return !all->is_out_of_memory && !all->is_too_fine;
}

static void compute(cgt_thermographs *all, cgt_value g);

static void compute_list(cgt_thermographs *all, const cgt_value *list, uint32_t n)
{
    for (uint32_t i = 0; i < n && is_well(all); i++) {
        compute(all, list[i]);
    }
}

static void compute(cgt_thermographs *all, cgt_value g)
{
    cgt_nus nus;
    if (cgt_as_nus(all->table, g, &nus) || !entries_grow(all, g) || all->entries[g].points) {
        return;
    }
    const cgt_options options = cgt_options_of(all->table, g);
    compute_list(all, options.left, options.n_left);
    compute_list(all, options.right, options.n_right);
    curve left = {0}, right = {0};
    thermo_point top;
    if (is_well(all)) {
        scaffold(all, options.left, options.n_left, true, &left);
        scaffold(all, options.right, options.n_right, false, &right);
    }
    if (is_well(all) && !scaffolds_meet(&left, &right, &top)) {
        all->is_too_fine = true;
    }
    if (is_well(all)) {
        curve_cut(all, &left, top);
        curve_cut(all, &right, top);
    }
    if (is_well(all)) {
        entry_keep(all, g, &left, &right);
    }
    free(left.points);
    free(right.points);
}

cgt_thermographs *cgt_thermographs_new(cgt_table *table)
{
    cgt_thermographs *all = calloc(1, sizeof *all);
    if (all) {
        all->table = table;
    }
    return all;
}

void cgt_thermographs_free(cgt_thermographs *all)
{
    if (!all) {
        return;
    }
    for (cgt_value g = 0; g < all->n_entries; g++) {
        free(all->entries[g].points);
    }
    free(all->entries);
    free(all);
}

/* A mast from the start: keep its one corner as an entry, for the caller to point at. */
static void compute_mast(cgt_thermographs *all, cgt_value g, cgt_nus nus)
{
    if (entries_grow(all, g) && !all->entries[g].points) {
        thermo_point point = {0, nus.number};
        const curve mast = {&point, 1, 1, 0};
        entry_keep(all, g, &mast, &mast);
    }
}

pm_status cgt_thermograph_of(cgt_thermographs *all, cgt_value g, cgt_thermograph *graph, pm_error *err)
{
    cgt_nus nus;
    if (cgt_as_nus(all->table, g, &nus)) {
        compute_mast(all, g, nus);
    } else {
        compute(all, g);
    }
    if (all->is_out_of_memory) {
        return status_no_memory(err, "thermographs", 0);
    }
    if (all->is_too_fine) {
        return status_fail(err, PM_BAD_INPUT, 0, "a thermograph needs denominators beyond 2^%d", DYADIC_BITS);
    }
    const entry *e = &all->entries[g];
    const thermo_point last_left = e->points[e->n_left - 1], last_right = e->points[e->n_left + e->n_right - 1];
    assert(last_left.x == last_right.x); /* the mast */
    /* a wall that is vertical up to the mast has no corner there; then the other has one */
    *graph = (cgt_thermograph){.left = e->points,
                               .right = e->points + e->n_left,
                               .n_left = e->n_left,
                               .n_right = e->n_right,
                               .mean = last_left.x,
                               .temperature = last_left.t > last_right.t ? last_left.t : last_right.t};
    if (cgt_is_number(all->table, g)) {
        graph->temperature = -(DYADIC_ONE >> dyadic_denominator_log(graph->mean));
    }
    return PM_OK;
}
