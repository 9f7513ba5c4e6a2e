/* Sums and negatives of canonical forms.
 *
 * Negatives and sums with a number need no simplification (number translation, Siegel II.3); other sums are made
 * from their options, G^L + H and G + H^L, with a memo. Sums of numbers + ups + stars are added up.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/table.h"
#include "src/base/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_ON_STACK = 64 };

/* Space for `n` values: `on_stack` if it is enough. */
static cgt_value *space_for(cgt_table *table, size_t n, cgt_value *on_stack)
{
    cgt_value *space = n <= OPTIONS_ON_STACK ? on_stack : malloc(n * sizeof *space);
    if (!space) {
        cgt_table_fail(table, PM_NO_MEMORY);
    }
    return space;
}

static int compare_values(const void *a, const void *b)
{
    const cgt_value x = *(const cgt_value *)a, y = *(const cgt_value *)b;
    return (x > y) - (x < y);
}

/* Make the form with `n_left` and then `n_right` options of `options`, which is canonical already. */
static cgt_value intern_unsorted(cgt_table *table, const cgt_bounds *bounds, cgt_value *options, size_t n_left,
                                 size_t n_right)
{
    assert(bounds->left_stop >= bounds->right_stop);
    for (size_t i = 0; i < n_left + n_right; i++) {
        if (options[i] == CGT_NONE) {
            return CGT_NONE;
        }
    }
    qsort(options, n_left, sizeof *options, compare_values);
    qsort(options + n_left, n_right, sizeof *options, compare_values);
    return cgt_table_intern_form(table, bounds, options, n_left, options + n_left, n_right);
}

static cgt_value negate_nus(cgt_table *table, cgt_nus a)
{
    return cgt_table_intern_nus(table, (cgt_nus){-a.number, -a.ups, a.nim});
}

static cgt_value negate_form(cgt_table *table, cgt_value g)
{
    const cgt_node *node = cgt_table_node(table, g);
    const cgt_options of_g = cgt_table_options(table, g);
    const size_t n = (size_t)of_g.n_left + of_g.n_right;
    cgt_value on_stack[OPTIONS_ON_STACK];
    cgt_value *options = space_for(table, n, on_stack);
    if (!options) {
        return CGT_NONE;
    }
    assert(!(node->flags & CGT_IS_NUS)); /* whose options may not be spelled out yet */
    for (uint32_t i = 0; i < of_g.n_right; i++) {
        options[i] = cgt_negative(table, of_g.right[i]);
    }
    for (uint32_t i = 0; i < of_g.n_left; i++) {
        options[of_g.n_right + i] = cgt_negative(table, of_g.left[i]);
    }
    cgt_bounds bounds = {-node->right_stop, -node->left_stop, 0};
    bounds.flags |= node->flags & CGT_ABOVE_RIGHT_STOP ? CGT_BELOW_LEFT_STOP : 0;
    bounds.flags |= node->flags & CGT_BELOW_LEFT_STOP ? CGT_ABOVE_RIGHT_STOP : 0;
    const cgt_value negative = intern_unsorted(table, &bounds, options, of_g.n_right, of_g.n_left);
    if (options != on_stack) {
        free(options);
    }
    return negative;
}

cgt_value cgt_negative(cgt_table *table, cgt_value g)
{
    if (g == CGT_NONE || cgt_table_has_failed(table)) {
        return CGT_NONE;
    }
    cgt_node *node = cgt_table_node_to_change(table, g);
    const cgt_value known = atomic_load_explicit(&node->negative, memory_order_acquire);
    if (known != CGT_NONE) {
        return known;
    }
    const cgt_value negative =
        node->flags & CGT_IS_NUS ? negate_nus(table, cgt_table_nus(node)) : negate_form(table, g);
    assert(negative != g || (cgt_table_node(table, g)->left_stop == -cgt_table_node(table, g)->right_stop));
    if (negative != CGT_NONE) {
        atomic_store_explicit(&node->negative, negative, memory_order_release);
        atomic_store_explicit(&cgt_table_node_to_change(table, negative)->negative, g, memory_order_release);
    }
    return negative;
}

/* g + x for a g that is not a number + ups + star. */
static cgt_value translate(cgt_table *table, cgt_value g, cgt_value x)
{
    const cgt_node *node = cgt_table_node(table, g);
    const dyadic number = cgt_table_node(table, x)->left_stop;
    assert(!(node->flags & CGT_IS_NUS) && (cgt_table_node(table, x)->flags & CGT_IS_NUMBER));
    cgt_bounds bounds = {node->left_stop + number, node->right_stop + number,
                         node->flags & (CGT_ABOVE_RIGHT_STOP | CGT_BELOW_LEFT_STOP)};
    if (!dyadic_in_range(bounds.left_stop) || !dyadic_in_range(bounds.right_stop)) {
        return cgt_table_fail(table, PM_BAD_INPUT);
    }
    const cgt_options of_g = cgt_table_options(table, g);
    const size_t n = (size_t)of_g.n_left + of_g.n_right;
    cgt_value on_stack[OPTIONS_ON_STACK];
    cgt_value *options = space_for(table, n, on_stack);
    if (!options) {
        return CGT_NONE;
    }
    for (size_t i = 0; i < n; i++) {
        options[i] = cgt_sum(table, i < of_g.n_left ? of_g.left[i] : of_g.right[i - of_g.n_left], x);
    }
    const cgt_value sum = intern_unsorted(table, &bounds, options, of_g.n_left, of_g.n_right);
    if (options != on_stack) {
        free(options);
    }
    return sum;
}

/* Write list + h to `sums`. */
static void add_to_each(cgt_table *table, const cgt_value *list, uint32_t n, cgt_value h, cgt_value *sums)
{
    for (uint32_t i = 0; i < n; i++) {
        sums[i] = cgt_sum(table, list[i], h);
    }
}

static cgt_value sum_by_options(cgt_table *table, cgt_value g, cgt_value h)
{
    const cgt_options of_g = cgt_table_options(table, g), of_h = cgt_table_options(table, h);
    const size_t n_left = (size_t)of_g.n_left + of_h.n_left, n_right = (size_t)of_g.n_right + of_h.n_right;
    cgt_value on_stack[OPTIONS_ON_STACK];
    cgt_value *sums = space_for(table, n_left + n_right, on_stack);
    if (!sums) {
        return CGT_NONE;
    }
    add_to_each(table, of_g.left, of_g.n_left, h, sums);
    add_to_each(table, of_h.left, of_h.n_left, g, sums + of_g.n_left);
    add_to_each(table, of_g.right, of_g.n_right, h, sums + n_left);
    add_to_each(table, of_h.right, of_h.n_right, g, sums + n_left + of_g.n_right);
    const cgt_value sum = cgt_make(table, sums, n_left, sums + n_left, n_right);
    if (sums != on_stack) {
        free(sums);
    }
    return sum;
}

static bool memo_find(cgt_table *table, uint64_t at, cgt_value g, cgt_value h, cgt_value *sum)
{
    pthread_mutex_t *lock = &table->stripes[at % CGT_N_STRIPES];
    pthread_mutex_lock(lock);
    const cgt_sum_entry entry = table->sum_memo[at];
    pthread_mutex_unlock(lock);
    *sum = entry.sum;
    return entry.g == g && entry.h == h && (g | h); /* free entries are all zero */
}

static void memo_keep(cgt_table *table, uint64_t at, cgt_sum_entry entry)
{
    assert(at <= table->sum_mask && entry.g <= entry.h && entry.sum != CGT_NONE);
    pthread_mutex_t *lock = &table->stripes[at % CGT_N_STRIPES];
    pthread_mutex_lock(lock);
    table->sum_memo[at] = entry;
    pthread_mutex_unlock(lock);
}

/* The sum of two values of which at most one is a number + ups + star. */
static cgt_value sum_with_memo(cgt_table *table, cgt_value g, cgt_value h)
{
    const cgt_value low = g < h ? g : h, high = g < h ? h : g;
    assert(low != CGT_ZERO); /* an entry of zeros is a free one */
    const uint64_t at = hash_pair(low, high) & table->sum_mask;
    cgt_value sum;
    if (memo_find(table, at, low, high, &sum)) {
        return sum;
    }
    if (cgt_table_node(table, g)->flags & CGT_IS_NUMBER) {
        sum = translate(table, h, g);
    } else if (cgt_table_node(table, h)->flags & CGT_IS_NUMBER) {
        sum = translate(table, g, h);
    } else {
        sum = sum_by_options(table, g, h);
    }
    if (sum != CGT_NONE) {
        memo_keep(table, at, (cgt_sum_entry){low, high, sum});
    }
    return sum;
}

cgt_value cgt_sum(cgt_table *table, cgt_value g, cgt_value h)
{
    if (g == CGT_NONE || h == CGT_NONE || cgt_table_has_failed(table)) {
        return CGT_NONE;
    }
    if (g == CGT_ZERO || h == CGT_ZERO) {
        return g == CGT_ZERO ? h : g;
    }
    const cgt_node *node_g = cgt_table_node(table, g), *node_h = cgt_table_node(table, h);
    if (node_g->flags & node_h->flags & CGT_IS_NUS) {
        const cgt_nus a = cgt_table_nus(node_g), b = cgt_table_nus(node_h);
        return cgt_table_intern_nus(table, (cgt_nus){a.number + b.number, a.ups + b.ups, a.nim ^ b.nim});
    }
    return sum_with_memo(table, g, h);
}

cgt_value cgt_difference(cgt_table *table, cgt_value g, cgt_value h)
{
    return cgt_sum(table, g, cgt_negative(table, h));
}
