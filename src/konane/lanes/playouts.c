/* Choosing among the kernels: see playouts.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/konane/lanes/playouts.h"

#include <string.h>

static const konane_playouts single = {.name = "single"};

#if defined(__x86_64__)
extern const konane_playouts playouts_v256, playouts_v512;

const konane_playouts *const *konane_playouts_kernels(void)
{
    static const konane_playouts *const all[] = {&playouts_v512, &playouts_v256, &single, NULL};
    __builtin_cpu_init();
    const bool has_v256 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    const bool has_v512 = has_v256 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("avx512vpopcntdq");
    return has_v512 ? all : has_v256 ? all + 1 : all + 2;
}
#else
const konane_playouts *const *konane_playouts_kernels(void)
{
    static const konane_playouts *const all[] = {&single, NULL};
    return all;
}
#endif

const konane_playouts *konane_playouts_named(const char *name)
{
    const konane_playouts *const *k = konane_playouts_kernels();
    while (name && *k && strcmp((*k)->name, name) != 0) {
        k++;
    }
    return *k;
}
