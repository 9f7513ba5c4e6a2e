/* Where the fields of a cache file are (value_cache_file.h); for what writes and what reads it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SOLVER_CGT_VALUE_CACHE_FORMAT_H
#define SOLVER_CGT_VALUE_CACHE_FORMAT_H

#define VALUE_CACHE_MAGIC "PAPAMUVC"

enum {
    VALUE_CACHE_MAGIC_BYTES = 8,
    AT_VERSION = 8,
    AT_KIND = 12,
    AT_N_VALUES = 16,
    AT_VALUE_BYTES = 24,
    AT_N_KEYS = 32,
    AT_VALUES_CHECKSUM = 40,
    AT_KEYS_CHECKSUM = 48,
    AT_CHECKSUM = 56,
    HEADER_BYTES = 64,
    NUS_BYTES = 17,
    KEY_BYTES = 40,
};

enum { TAG_NUS = 0, TAG_FORM = 1 };

#endif
