/* The order of canonical forms: g <= h unless Left has a winning first move in g - h.
 *
 * Most questions are settled by the stops (order.h) or in closed form; the others recurse, with a memo of
 * fixed size in which a word holds both games and the answer, so that no lock is needed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/order.h"
#include "solver/cgt/nus.h"
#include "solver/cgt/table.h"
#include "src/base/hash.h"

#include <assert.h>

enum { MEMO_YES = 1, MEMO_NO = 2 };

/* The options that decide: none of G^L may be >= h, none of H^R may be <= g. */
static bool order_recurse(cgt_table *table, cgt_value g, cgt_value h)
{
    const cgt_options of_g = cgt_table_options(table, g);
    for (uint32_t i = 0; i < of_g.n_left; i++) {
        if (cgt_le(table, h, of_g.left[i])) {
            return false;
        }
    }
    const cgt_options of_h = cgt_table_options(table, h);
    for (uint32_t i = 0; i < of_h.n_right; i++) {
        if (cgt_le(table, of_h.right[i], g)) {
            return false;
        }
    }
    return true;
}

bool cgt_le(cgt_table *table, cgt_value g, cgt_value h)
{
    if (g == h) {
        return true;
    }
    const cgt_node *node_g = cgt_table_node(table, g), *node_h = cgt_table_node(table, h);
    assert(node_g != node_h); /* one node for each value */
    if (node_g->flags & node_h->flags & CGT_IS_NUS) {
        return nus_le(cgt_table_nus(node_g), cgt_table_nus(node_h));
    }
    const cgt_bounds bounds_g = cgt_table_bounds(node_g), bounds_h = cgt_table_bounds(node_h);
    const order_verdict verdict = order_by_bounds(&bounds_g, &bounds_h);
    if (verdict != ORDER_OPEN) {
        return verdict == ORDER_YES;
    }
    assert(g < CGT_MAX_VALUES && h < CGT_MAX_VALUES); /* each has 31 bits of the key */
    const uint64_t key = (uint64_t)g << 33 | (uint64_t)h << 2;
    _Atomic uint64_t *entry = &table->order_memo[hash_pair(g, h) & table->order_mask];
    const uint64_t known = atomic_load_explicit(entry, memory_order_relaxed);
    if ((known & ~UINT64_C(3)) == key && (known & 3)) {
        return (known & 3) == MEMO_YES;
    }
    const bool is_le = order_recurse(table, g, h);
    if (!cgt_table_has_failed(table)) {
        atomic_store_explicit(entry, key | (is_le ? MEMO_YES : MEMO_NO), memory_order_relaxed);
    }
    return is_le;
}

cgt_relation cgt_compare(cgt_table *table, cgt_value g, cgt_value h)
{
    if (g == h) {
        return CGT_EQUAL;
    }
    return cgt_le(table, g, h) ? CGT_LESS : cgt_le(table, h, g) ? CGT_GREATER : CGT_CONFUSED;
}
