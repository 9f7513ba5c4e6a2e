/* Whether a program and the library that it runs with agree. A section of papamu.h.
 *
 * Until 1.0 any release may change functions and structures, and the name of the shared library changes only with the
 * first number of the version. So a program that does not come with its library compares, once: PM_VERSION with
 * pm_version(), and, where it has its structures from elsewhere than this header, their sizes with pm_sizeof().
 * From 1.0 on, releases with the same first number add functions, and change neither structures nor what there is.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../papamu.h" /* first: it brings the sections in their order */

#ifndef PAPAMU_ABI_H
#define PAPAMU_ABI_H

#ifdef __cplusplus
extern "C" {
#endif

/* The size of the structure called `name`, as in "pm_state", in the library; 0 for NULL and for names it does not know.
 */
size_t pm_sizeof(const char *name);

#ifdef __cplusplus
}
#endif

#endif
