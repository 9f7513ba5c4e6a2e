/* The digests of databases for the WebAssembly build, which has no shared libraries: all of xxHash from its header.
 *
 * SPDX-License-Identifier: MIT
 */
#define XXH_IMPLEMENTATION
#define XXH_STATIC_LINKING_ONLY
#include <xxhash.h>
