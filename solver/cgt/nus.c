/* Numbers + ups + stars in closed form; see nus.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/nus.h"

#include <assert.h>

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
    assert(nus_in_range(a));
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
    assert(i < 2 || (a.ups == 0 && i < a.nim)); /* only nimbers have more than two */
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
