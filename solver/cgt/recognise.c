/* Recognising numbers + ups + stars by their options: see recognise.h, and nus.h for the forms.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/recognise.h"

#include <assert.h>
#include <string.h>

/* x*k: both sides are x + the nimbers below k, in any order. */
static bool recognise_nimber(const cgt_table *table, const cgt_value *left, size_t n_left, const cgt_value *right,
                             size_t n_right, cgt_nus *a)
{
    if (n_left != n_right || n_left == 0 || memcmp(left, right, n_left * sizeof *left)) {
        return false;
    }
    const dyadic number = cgt_table_node(table, left[0])->left_stop;
    for (size_t i = 0; i < n_left; i++) {
        const cgt_node *node = cgt_table_node(table, left[i]);
        if (!(node->flags & CGT_IS_NUS) || node->left_stop != number || node->ups || node->nim >= n_left) {
            return false;
        }
    }
    *a = (cgt_nus){number, 0, (uint32_t)n_left}; /* n distinct nimbers below n are all of them */
    return true;
}

/* xn^*k, n >= 1. `sign` is -1 to recognise the negatives, with the sides exchanged by the caller. */
static bool recognise_ups(const cgt_table *table, const cgt_value *left, size_t n_left, const cgt_value *right,
                          size_t n_right, int sign, cgt_nus *a)
{
    if (n_right != 1 || n_left < 1 || n_left > 2) {
        return false;
    }
    const cgt_node *r = cgt_table_node(table, right[0]);
    const int64_t r_ups = (int64_t)sign * r->ups;
    if (!(r->flags & CGT_IS_NUS) || r_ups < 0) {
        return false;
    }
    bool has_number = false, has_star = false;
    for (size_t i = 0; i < n_left; i++) {
        const cgt_node *l = cgt_table_node(table, left[i]);
        if (!(l->flags & CGT_IS_NUS) || l->left_stop != r->left_stop || l->ups) {
            return false;
        }
        has_number |= l->nim == 0;
        has_star |= l->nim == 1;
    }
    const bool right_is_number = r_ups == 0 && r->nim == 0;
    if (!has_number || (n_left == 2 && !(has_star && right_is_number)) || (n_left == 1 && right_is_number)) {
        return false;
    }
    assert(r->left_stop == r->right_stop);
    *a = (cgt_nus){r->left_stop, (int32_t)(sign * (r_ups + 1)), r->nim ^ 1};
    return true;
}

bool recognise_nus(const cgt_table *table, const cgt_value *left, size_t n_left, const cgt_value *right, size_t n_right,
                   cgt_nus *a)
{
    return recognise_nimber(table, left, n_left, right, n_right, a) ||
           recognise_ups(table, left, n_left, right, n_right, 1, a) ||
           recognise_ups(table, right, n_right, left, n_left, -1, a);
}
