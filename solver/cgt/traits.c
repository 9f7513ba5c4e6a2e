/* What is read off a canonical form: outcome, stops, birthday, kind; and the order in which forms are printed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

cgt_outcome cgt_outcome_of(cgt_table *table, cgt_value g)
{
    switch (cgt_compare(table, g, CGT_ZERO)) {
    case CGT_EQUAL:
        return CGT_PREVIOUS_PLAYER;
    case CGT_LESS:
        return CGT_RIGHT;
    case CGT_GREATER:
        return CGT_LEFT;
    case CGT_CONFUSED:
        break;
    }
    return CGT_NEXT_PLAYER;
}

const char *cgt_outcome_name(cgt_outcome outcome)
{
    static const char *const names[] = {"next_player", "previous_player", "left", "right"};
    assert((size_t)outcome < sizeof names / sizeof *names);
    return names[outcome];
}

dyadic cgt_left_stop(const cgt_table *table, cgt_value g)
{
    return cgt_table_node(table, g)->left_stop;
}

dyadic cgt_right_stop(const cgt_table *table, cgt_value g)
{
    return cgt_table_node(table, g)->right_stop;
}

bool cgt_is_number(const cgt_table *table, cgt_value g)
{
    return cgt_table_node(table, g)->flags & CGT_IS_NUMBER;
}

bool cgt_is_infinitesimal(const cgt_table *table, cgt_value g)
{
    const cgt_node *node = cgt_table_node(table, g);
    return node->left_stop == 0 && node->right_stop == 0;
}

bool cgt_is_all_small(const cgt_table *table, cgt_value g)
{
    return cgt_table_node(table, g)->flags & CGT_ALL_SMALL;
}

bool cgt_as_nus(const cgt_table *table, cgt_value g, cgt_nus *nus)
{
    const cgt_node *node = cgt_table_node(table, g);
    if (!(node->flags & CGT_IS_NUS)) {
        return false;
    }
    *nus = cgt_table_nus(node);
    return true;
}

bool cgt_is_nimber(const cgt_table *table, cgt_value g, uint32_t *n)
{
    cgt_nus nus;
    if (!cgt_as_nus(table, g, &nus) || nus.number || nus.ups) {
        return false;
    }
    *n = nus.nim;
    return true;
}

/* ---- the order of printing ---- */

static int order_of_numbers(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Numbers, then numbers + ups + stars, then the rest. */
static int kind_of(const cgt_node *node)
{
    return node->flags & CGT_IS_NUMBER ? 0 : node->flags & CGT_IS_NUS ? 1 : 2;
}

static int order_of_nus(cgt_nus a, cgt_nus b)
{
    const int by_number = order_of_numbers(a.number, b.number), by_ups = order_of_numbers(a.ups, b.ups);
    return by_number ? by_number : by_ups ? by_ups : order_of_numbers(a.nim, b.nim);
}

void cgt_structural_sort(cgt_table *table, cgt_value *values, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const cgt_value g = values[i];
        size_t j = i;
        for (; j > 0 && cgt_structural_order(table, values[j - 1], g) > 0; j--) {
            values[j] = values[j - 1];
        }
        values[j] = g;
    }
}

/* Compare two lists of `n` options as sorted lists. Options of a form are distinct. */
static int order_of_lists(cgt_table *table, const cgt_value *a, const cgt_value *b, size_t n)
{
    enum { FEW = 64 };
    cgt_value on_stack[2 * FEW];
    cgt_value *lists = n <= FEW ? on_stack : malloc(2 * n * sizeof *lists);
    if (!lists) {
        cgt_table_fail(table, PM_NO_MEMORY);
        return 0;
    }
    memcpy(lists, a, n * sizeof *a);
    memcpy(lists + n, b, n * sizeof *b);
    cgt_structural_sort(table, lists, n);
    cgt_structural_sort(table, lists + n, n);
    int order = 0;
    for (size_t i = 0; i < n && order == 0; i++) {
        order = cgt_structural_order(table, lists[i], lists[n + i]);
    }
    assert(order != 0 || cgt_table_has_failed(table) || !memcmp(lists, lists + n, n * sizeof *lists));
    if (lists != on_stack) {
        free(lists);
    }
    return order;
}

int cgt_structural_order(cgt_table *table, cgt_value g, cgt_value h)
{
    if (g == h) {
        return 0;
    }
    const cgt_node *a = cgt_table_node(table, g), *b = cgt_table_node(table, h);
    if (kind_of(a) != kind_of(b)) {
        return kind_of(a) - kind_of(b);
    }
    if (a->flags & CGT_IS_NUS) {
        return order_of_nus(cgt_table_nus(a), cgt_table_nus(b));
    }
    const int64_t differences[] = {
        order_of_numbers(a->birthday, b->birthday),     order_of_numbers(b->left_stop, a->left_stop),
        order_of_numbers(b->right_stop, a->right_stop), order_of_numbers(a->n_left, b->n_left),
        order_of_numbers(a->n_right, b->n_right),
    };
    for (size_t i = 0; i < sizeof differences / sizeof *differences; i++) {
        if (differences[i]) {
            return (int)differences[i];
        }
    }
    assert(a->n_left == b->n_left && a->n_right == b->n_right);
    const cgt_options of_g = cgt_table_options(table, g), of_h = cgt_table_options(table, h);
    const int by_left = order_of_lists(table, of_g.left, of_h.left, of_g.n_left);
    return by_left ? by_left : order_of_lists(table, of_g.right, of_h.right, of_g.n_right);
}
