/* Numbers + ups + stars in closed form; see nus.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/nus.h"

#include <string.h>

static cgt_nus nus_negative(cgt_nus a)
{
    return (cgt_nus){-a.number, -a.ups, a.nim};
}

bool nus_in_range(cgt_nus a)
{
    return dyadic_in_range(a.number) && -NUS_MAX_UPS <= a.ups && a.ups <= NUS_MAX_UPS && a.nim <= NUS_MAX_NIM;
}

/* Whether n ups + *k >= 0: two ups exceed every nimber, one all but the star, with which it is confused. */
static bool infinitesimal_is_not_negative(int64_t ups, uint32_t nim)
{
    return ups >= 2 || (ups == 1 && nim != 1) || (ups == 0 && nim == 0);
}

bool nus_le(cgt_nus a, cgt_nus b)
{
    return a.number < b.number ||
           (a.number == b.number && infinitesimal_is_not_negative((int64_t)b.ups - a.ups, a.nim ^ b.nim));
}

cgt_bounds nus_bounds(cgt_nus a)
{
    cgt_bounds bounds = {a.number, a.number, CGT_IS_NUS};
    bounds.flags |= nus_is_number(a) ? CGT_IS_NUMBER : 0;
    bounds.flags |= a.number == 0 ? CGT_ALL_SMALL : 0;
    bounds.flags |= infinitesimal_is_not_negative(a.ups, a.nim) ? CGT_ABOVE_RIGHT_STOP : 0;
    bounds.flags |= infinitesimal_is_not_negative(-(int64_t)a.ups, a.nim) ? CGT_BELOW_LEFT_STOP : 0;
    return bounds;
}

/* Options lead from n ups to n-1 with the star changed; the depth is n plus that of the star that is left, but
 * for the irregular up-star, which is one day deeper than that. */
uint32_t nus_birthday(cgt_nus a)
{
    const uint32_t n = (uint32_t)(a.ups < 0 ? -a.ups : a.ups);
    const uint32_t star = a.nim ^ (n & 1);
    const bool passes_up_star = n >= 1 && star == 0;
    return dyadic_birthday(a.number) + n + star + passes_up_star;
}

void nus_count_options(cgt_nus a, uint32_t *n_left, uint32_t *n_right)
{
    dyadic option;
    if (nus_is_number(a)) {
        *n_left = dyadic_left_option(a.number, &option);
        *n_right = dyadic_right_option(a.number, &option);
    } else if (a.ups == 0) {
        *n_left = *n_right = a.nim;
    } else {
        *n_left = a.ups == 1 && a.nim == 1 ? 2 : 1;
        *n_right = a.ups == -1 && a.nim == 1 ? 2 : 1;
    }
}

cgt_nus nus_left_option(cgt_nus a, uint32_t i)
{
    cgt_nus option = {a.number, 0, 0};
    if (nus_is_number(a)) {
        dyadic_left_option(a.number, &option.number);
    } else if (a.ups >= 0) {
        option.nim = i;
    } else if (a.ups != -1 || a.nim != 1) {
        option.ups = a.ups + 1;
        option.nim = a.nim ^ 1;
    }
    return option;
}

cgt_nus nus_right_option(cgt_nus a, uint32_t i)
{
    return nus_negative(nus_left_option(nus_negative(a), i));
}

/* x*k: both sides are x + the nimbers below k, in any order. */
static bool recognise_nimber(const cgt_table *table, const cgt_value *left, size_t n_left, const cgt_value *right,
                             size_t n_right, cgt_nus *a)
{
    if (n_left != n_right || n_left == 0 || memcmp(left, right, n_left * sizeof *left)) {
        return false;
    }
    const dyadic number = table_node(table, left[0])->left_stop;
    for (size_t i = 0; i < n_left; i++) {
        const cgt_node *node = table_node(table, left[i]);
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
    const cgt_node *r = table_node(table, right[0]);
    const int64_t r_ups = (int64_t)sign * r->ups;
    if (!(r->flags & CGT_IS_NUS) || r_ups < 0) {
        return false;
    }
    bool has_number = false, has_star = false;
    for (size_t i = 0; i < n_left; i++) {
        const cgt_node *l = table_node(table, left[i]);
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
    *a = (cgt_nus){r->left_stop, (int32_t)(sign * (r_ups + 1)), r->nim ^ 1};
    return true;
}

bool nus_recognise(const cgt_table *table, const cgt_value *left, size_t n_left, const cgt_value *right, size_t n_right,
                   cgt_nus *a)
{
    return recognise_nimber(table, left, n_left, right, n_right, a) ||
           recognise_ups(table, left, n_left, right, n_right, 1, a) ||
           recognise_ups(table, right, n_right, left, n_left, -1, a);
}
