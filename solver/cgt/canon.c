/* Canonical forms: {left | right} with dominated options deleted and reversible ones bypassed (Siegel II.2).
 *
 * The game that is being made ("raw") has no value yet, so comparisons with it recurse here, by its option
 * lists; everything below its options compares through cgt_le. While options are deleted or bypassed its
 * value stays, so its stops and flags are computed once, and so is a small memo of comparisons.
 *
 * If a number fits between the options, the simplest one is the value. Otherwise a number among the options is
 * never reversible once dominated options are gone (a left option x < x^R <= G is dominated by the option that
 * gives G its left stop), so the options of numbers are never needed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/order.h"
#include "solver/cgt/recognise.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_ON_STACK = 160, RAW_MEMO = 256 };

/* A list of options that starts on the stack. */
typedef struct option_list {
    cgt_value *items;
    size_t n, room;
    cgt_value on_stack[LIST_ON_STACK];
} option_list;

static void list_begin(option_list *list)
{
    list->items = list->on_stack;
    list->n = 0;
    list->room = LIST_ON_STACK;
}

static void list_end(option_list *list)
{
    if (list->items != list->on_stack) {
        free(list->items);
    }
}

static bool list_add(cgt_table *table, option_list *list, cgt_value g)
{
    assert(g != CGT_NONE);
    if (list->n == list->room) {
        const size_t room = list->room * 2;
        cgt_value *items = malloc(room * sizeof *items);
        if (!items) {
            cgt_table_fail(table, PM_NO_MEMORY);
            return false;
        }
        memcpy(items, list->items, list->n * sizeof *items);
        list_end(list);
        list->items = items;
        list->room = room;
    }
    list->items[list->n++] = g;
    return true;
}

static bool list_has(const option_list *list, cgt_value g)
{
    for (size_t i = 0; i < list->n; i++) {
        if (list->items[i] == g) {
            return true;
        }
    }
    return false;
}

/* Ascending, for hashing; lists are short. */
static void list_sort(option_list *list)
{
    for (size_t i = 1; i < list->n; i++) {
        const cgt_value g = list->items[i];
        size_t j = i;
        for (; j > 0 && list->items[j - 1] > g; j--) {
            list->items[j] = list->items[j - 1];
        }
        list->items[j] = g;
    }
}

static bool list_copy(cgt_table *table, option_list *list, const cgt_value *items, size_t n)
{
    list_begin(list);
    for (size_t i = 0; i < n; i++) {
        if (items[i] == CGT_NONE) {
            return false;
        }
        if (!list_has(list, items[i]) && !list_add(table, list, items[i])) {
            return false;
        }
    }
    return true;
}

typedef struct raw_game {
    cgt_table *table;
    option_list left, right;
    cgt_bounds bounds;
    cgt_value memo_key[2][RAW_MEMO]; /* [0]: raw <= key, [1]: key <= raw */
    bool memo_answer[2][RAW_MEMO];
} raw_game;

/* ---- comparisons with the raw game ---- */

static bool raw_is_above(raw_game *raw, cgt_value h);

static bool raw_is_below_by_options(raw_game *raw, cgt_value h)
{
    for (size_t i = 0; i < raw->left.n; i++) {
        if (cgt_le(raw->table, h, raw->left.items[i])) {
            return false;
        }
    }
    const cgt_options of_h = cgt_table_options(raw->table, h);
    for (uint32_t i = 0; i < of_h.n_right; i++) {
        if (raw_is_above(raw, of_h.right[i])) {
            return false;
        }
    }
    return true;
}

static bool raw_is_above_by_options(raw_game *raw, cgt_value h);

/* raw <= h */
static bool raw_is_below(raw_game *raw, cgt_value h)
{
    const cgt_bounds bounds_h = cgt_table_bounds(cgt_table_node(raw->table, h));
    const order_verdict verdict = order_by_bounds(&raw->bounds, &bounds_h);
    if (verdict != ORDER_OPEN) {
        return verdict == ORDER_YES;
    }
    const size_t at = h % RAW_MEMO;
    if (raw->memo_key[0][at] != h) {
        const bool answer = raw_is_below_by_options(raw, h);
        raw->memo_key[0][at] = h;
        raw->memo_answer[0][at] = answer;
    }
    return raw->memo_answer[0][at];
}

/* h <= raw */
static bool raw_is_above(raw_game *raw, cgt_value h)
{
    const cgt_bounds bounds_h = cgt_table_bounds(cgt_table_node(raw->table, h));
    const order_verdict verdict = order_by_bounds(&bounds_h, &raw->bounds);
    if (verdict != ORDER_OPEN) {
        return verdict == ORDER_YES;
    }
    const size_t at = h % RAW_MEMO;
    if (raw->memo_key[1][at] != h) {
        const bool answer = raw_is_above_by_options(raw, h);
        raw->memo_key[1][at] = h;
        raw->memo_answer[1][at] = answer;
    }
    return raw->memo_answer[1][at];
}

static bool raw_is_above_by_options(raw_game *raw, cgt_value h)
{
    for (size_t i = 0; i < raw->right.n; i++) {
        if (cgt_le(raw->table, raw->right.items[i], h)) {
            return false;
        }
    }
    const cgt_options of_h = cgt_table_options(raw->table, h);
    for (uint32_t i = 0; i < of_h.n_left; i++) {
        if (raw_is_below(raw, of_h.left[i])) {
            return false;
        }
    }
    return true;
}

/* ---- numbers ---- */

/* The stops that the options give: the greatest right stop of the left ones, the least left stop of the right
 * ones; and whether no option passes them, which is what closes the interval of the numbers that fit. */
static bool raw_find_bounds(raw_game *raw)
{
    dyadic low = DYADIC_MINUS_INFINITY, high = DYADIC_PLUS_INFINITY;
    bool low_is_closed = true, high_is_closed = true;
    for (size_t i = 0; i < raw->left.n; i++) {
        const cgt_node *l = cgt_table_node(raw->table, raw->left.items[i]);
        if (l->right_stop > low) {
            low = l->right_stop;
            low_is_closed = true;
        }
        if (l->right_stop == low && (l->flags & CGT_ABOVE_RIGHT_STOP)) {
            low_is_closed = false;
        }
    }
    for (size_t i = 0; i < raw->right.n; i++) {
        const cgt_node *r = cgt_table_node(raw->table, raw->right.items[i]);
        if (r->left_stop < high) {
            high = r->left_stop;
            high_is_closed = true;
        }
        if (r->left_stop == high && (r->flags & CGT_BELOW_LEFT_STOP)) {
            high_is_closed = false;
        }
    }
    assert(low != DYADIC_PLUS_INFINITY && high != DYADIC_MINUS_INFINITY);
    raw->bounds = (cgt_bounds){low, high, 0};
    raw->bounds.flags |= low_is_closed ? CGT_BELOW_LEFT_STOP : 0;
    raw->bounds.flags |= high_is_closed ? CGT_ABOVE_RIGHT_STOP : 0;
    return low < high || (low == high && low_is_closed && high_is_closed);
}

static cgt_value raw_number(raw_game *raw)
{
    dyadic x;
    if (!dyadic_simplest(raw->bounds.left_stop, raw->bounds.flags & CGT_BELOW_LEFT_STOP, raw->bounds.right_stop,
                         raw->bounds.flags & CGT_ABOVE_RIGHT_STOP, &x)) {
        return cgt_table_fail(raw->table, PM_BAD_INPUT);
    }
    assert(raw->bounds.left_stop <= x && x <= raw->bounds.right_stop);
    return cgt_table_intern_nus(raw->table, (cgt_nus){x, 0, 0});
}

/* ---- dominated and reversible options ---- */

/* Delete the options that another of the list is as good as; `sign` > 0 if great ones are good. */
static void list_delete_dominated(cgt_table *table, option_list *list, int sign)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++) {
        const cgt_value g = list->items[i];
        bool is_dominated = false;
        size_t kept = 0;
        for (size_t j = 0; j < n; j++) {
            const cgt_value h = list->items[j];
            is_dominated = is_dominated || (sign > 0 ? cgt_le(table, g, h) : cgt_le(table, h, g));
            if (is_dominated || !(sign > 0 ? cgt_le(table, h, g) : cgt_le(table, g, h))) {
                list->items[kept++] = h;
            }
        }
        n = kept;
        if (!is_dominated) {
            list->items[n++] = g;
        }
    }
    assert(n <= list->n && (n > 0) == (list->n > 0));
    list->n = n;
}

/* The right option of left option `g` through which it reverses, or CGT_NONE. */
static cgt_value left_reverser(raw_game *raw, cgt_value g)
{
    if (cgt_table_node(raw->table, g)->flags & CGT_IS_NUMBER) {
        return CGT_NONE;
    }
    const cgt_options options = cgt_table_options(raw->table, g);
    for (uint32_t i = 0; i < options.n_right; i++) {
        if (raw_is_above(raw, options.right[i])) {
            return options.right[i];
        }
    }
    return CGT_NONE;
}

static cgt_value right_reverser(raw_game *raw, cgt_value g)
{
    if (cgt_table_node(raw->table, g)->flags & CGT_IS_NUMBER) {
        return CGT_NONE;
    }
    const cgt_options options = cgt_table_options(raw->table, g);
    for (uint32_t i = 0; i < options.n_left; i++) {
        if (raw_is_below(raw, options.left[i])) {
            return options.left[i];
        }
    }
    return CGT_NONE;
}

/* Bypass the reversible options of one side until there are none. Returns whether there were any. */
static bool raw_bypass(raw_game *raw, bool is_left)
{
    option_list *list = is_left ? &raw->left : &raw->right;
    bool changed = false;
    for (size_t i = 0; i < list->n;) {
        const cgt_value through = is_left ? left_reverser(raw, list->items[i]) : right_reverser(raw, list->items[i]);
        if (through == CGT_NONE) {
            i++;
            continue;
        }
        changed = true;
        assert(cgt_birthday(raw->table, through) + 2 <= cgt_birthday(raw->table, list->items[i]) + 1);
        list->items[i] = list->items[--list->n];
        const cgt_options options = cgt_table_options(raw->table, through);
        const cgt_value *added = is_left ? options.left : options.right;
        const uint32_t n_added = is_left ? options.n_left : options.n_right;
        for (uint32_t j = 0; j < n_added; j++) {
            if (!list_has(list, added[j]) && !list_add(raw->table, list, added[j])) {
                return changed;
            }
        }
    }
    return changed;
}

static cgt_value raw_canonical(raw_game *raw)
{
    assert(raw->bounds.left_stop >= raw->bounds.right_stop); /* otherwise a number fits between */
    assert(raw->left.n > 0 && raw->right.n > 0);
    list_delete_dominated(raw->table, &raw->left, 1);
    list_delete_dominated(raw->table, &raw->right, -1);
    memset(raw->memo_key, 0xff, sizeof raw->memo_key);
    if (raw_bypass(raw, true)) {
        list_delete_dominated(raw->table, &raw->left, 1);
    }
    if (raw_bypass(raw, false)) {
        list_delete_dominated(raw->table, &raw->right, -1);
    }
    if (cgt_table_has_failed(raw->table)) {
        return CGT_NONE;
    }
    list_sort(&raw->left);
    list_sort(&raw->right);
    assert(raw->left.n > 0 && raw->right.n > 0); /* deleting and bypassing leave an option on each side */
    cgt_nus nus;
    if (recognise_nus(raw->table, raw->left.items, raw->left.n, raw->right.items, raw->right.n, &nus)) {
        return cgt_table_intern_nus(raw->table, nus);
    }
    return cgt_table_intern_form(raw->table, &raw->bounds, raw->left.items, raw->left.n, raw->right.items,
                                 raw->right.n);
}

cgt_value cgt_make(cgt_table *table, const cgt_value *left, size_t n_left, const cgt_value *right, size_t n_right)
{
    raw_game raw;
    raw.table = table;
    list_begin(&raw.right);
    cgt_value g = CGT_NONE;
    if (list_copy(table, &raw.left, left, n_left) && list_copy(table, &raw.right, right, n_right) &&
        !cgt_table_has_failed(table)) {
        g = raw_find_bounds(&raw) ? raw_number(&raw) : raw_canonical(&raw);
    }
    list_end(&raw.left);
    list_end(&raw.right);
    return g;
}

cgt_value cgt_number(cgt_table *table, dyadic x)
{
    return cgt_table_intern_nus(table, (cgt_nus){x, 0, 0});
}

cgt_value cgt_from_nus(cgt_table *table, cgt_nus nus)
{
    return cgt_table_intern_nus(table, nus);
}
