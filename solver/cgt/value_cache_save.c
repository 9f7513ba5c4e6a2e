/* Saving a cache of values; see value_cache_file.h for the format.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/value_cache_file.h"
#include "solver/cgt/value_cache_format.h"
#include "src/base/array.h"
#include "src/base/bytes.h"
#include "src/base/file.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

typedef struct keyed_value {
    value_key key;
    cgt_value value;
} keyed_value;

typedef struct saver {
    cgt_table *table;
    keyed_value *keys;
    size_t n_keys, room_keys;
    uint32_t *number_of; /* of each value of the table: its number in the file + 1, or 0 */
    uint8_t *values;     /* as in the file */
    size_t n_bytes, room_bytes;
    uint32_t n_values;
    bool is_out_of_memory;
} saver;

static bool collect(const value_key *key, cgt_value value, void *ctx)
{
    saver *s = ctx;
    if (key->shape >= VALUE_KEY_OF_PROCESS) {
        return true;
    }
    if (s->n_keys == s->room_keys) {
        return false;
    }
    s->keys[s->n_keys++] = (keyed_value){*key, value};
    return true;
}

static int compare_keys(const void *a, const void *b)
{
    const value_key *x = &((const keyed_value *)a)->key, *y = &((const keyed_value *)b)->key;
    for (int i = 0; i < 4; i++) {
        if (x->word[i] != y->word[i]) {
            return x->word[i] < y->word[i] ? -1 : 1;
        }
    }
    return (x->shape > y->shape) - (x->shape < y->shape);
}

/* Room for `n` bytes more of values. NULL: no memory. */
static uint8_t *saver_take(saver *s, size_t n)
{
    uint8_t *values = array_grow(s->values, &s->room_bytes, s->n_bytes + n, 1);
    if (!values) {
        s->is_out_of_memory = true;
        return NULL;
    }
    s->values = values;
    s->n_bytes += n;
    return s->values + s->n_bytes - n;
}

static void save_value(saver *s, cgt_value g);

static void save_nus(saver *s, cgt_nus nus)
{
    uint8_t *bytes = saver_take(s, NUS_BYTES);
    if (bytes) {
        bytes[0] = TAG_NUS;
        bytes_put(bytes + 1, (uint64_t)nus.number, 8);
        bytes_put(bytes + 9, (uint32_t)nus.ups, 4);
        bytes_put(bytes + 13, nus.nim, 4);
    }
}

/* The options first, in an order that does not depend on the table. */
static void save_form(saver *s, cgt_value g)
{
    const cgt_options options = cgt_options_of(s->table, g);
    const uint32_t n = options.n_left + options.n_right;
    cgt_value *sorted = malloc(n * sizeof *sorted);
    if (!sorted) {
        s->is_out_of_memory = true;
        return;
    }
    memcpy(sorted, options.left, options.n_left * sizeof *sorted);
    memcpy(sorted + options.n_left, options.right, options.n_right * sizeof *sorted);
    cgt_structural_sort(s->table, sorted, options.n_left);
    cgt_structural_sort(s->table, sorted + options.n_left, options.n_right);
    for (uint32_t i = 0; i < n && !s->is_out_of_memory; i++) {
        save_value(s, sorted[i]);
    }
    uint8_t *bytes = s->is_out_of_memory ? NULL : saver_take(s, 9 + (size_t)4 * n);
    if (bytes) {
        bytes[0] = TAG_FORM;
        bytes_put(bytes + 1, options.n_left, 4);
        bytes_put(bytes + 5, options.n_right, 4);
        for (uint32_t i = 0; i < n; i++) {
            assert(s->number_of[sorted[i]]); /* options come first */
            bytes_put(bytes + 9 + 4 * i, s->number_of[sorted[i]] - 1, 4);
        }
    }
    free(sorted);
}

static void save_value(saver *s, cgt_value g)
{
    cgt_nus nus;
    if (s->number_of[g]) {
        return;
    }
    if (cgt_as_nus(s->table, g, &nus)) {
        save_nus(s, nus);
    } else {
        save_form(s, g);
    }
    s->number_of[g] = ++s->n_values;
    assert(s->n_values <= cgt_table_size(s->table));
}

/* Bring everything into the order of the file. */
static bool saver_fill(saver *s, value_cache *cache, cgt_table *table)
{
    s->table = table;
    s->room_keys = value_cache_size(cache);
    s->keys = malloc((s->room_keys + 1) * sizeof *s->keys);
    s->number_of = calloc(cgt_table_size(table), sizeof *s->number_of);
    if (!s->keys || !s->number_of) {
        return false;
    }
    value_cache_visit(cache, collect, s);
    qsort(s->keys, s->n_keys, sizeof *s->keys, compare_keys);
    for (size_t i = 0; i < s->n_keys && !s->is_out_of_memory; i++) {
        save_value(s, s->keys[i].value);
    }
    return !s->is_out_of_memory;
}

static void save_keys(const saver *s, uint8_t *bytes)
{
    for (size_t i = 0; i < s->n_keys; i++, bytes += KEY_BYTES) {
        for (int j = 0; j < 4; j++) {
            bytes_put(bytes + 8 * j, s->keys[i].key.word[j], 8);
        }
        assert(i == 0 || compare_keys(&s->keys[i - 1], &s->keys[i]) < 0);
        bytes_put(bytes + 32, s->keys[i].key.shape, 4);
        bytes_put(bytes + 36, s->number_of[s->keys[i].value] - 1, 4);
    }
}

static void save_header(const saver *s, value_cache_kind kind, const uint8_t *keys, uint8_t header[HEADER_BYTES])
{
    memcpy(header, VALUE_CACHE_MAGIC, VALUE_CACHE_MAGIC_BYTES);
    bytes_put(header + AT_VERSION, VALUE_CACHE_VERSION, 4);
    bytes_put(header + AT_KIND, (uint64_t)kind, 4);
    bytes_put(header + AT_N_VALUES, s->n_values, 8);
    bytes_put(header + AT_VALUE_BYTES, s->n_bytes, 8);
    bytes_put(header + AT_N_KEYS, s->n_keys, 8);
    bytes_put(header + AT_VALUES_CHECKSUM, XXH3_64bits(s->values, s->n_bytes), 8);
    bytes_put(header + AT_KEYS_CHECKSUM, XXH3_64bits(keys, s->n_keys * KEY_BYTES), 8);
    bytes_put(header + AT_CHECKSUM, XXH3_64bits(header, AT_CHECKSUM), 8);
}

static pm_status save_file(const saver *s, const uint8_t *header, const uint8_t *keys, const char *path, pm_error *err)
{
    safe_file file = {0};
    pm_status status = file_open(path, false, &file, err);
    if (status != PM_OK) {
        return status;
    }
    status = file_write(&file, header, HEADER_BYTES, 0, err);
    if (status == PM_OK) {
        status = file_write(&file, s->values, s->n_bytes, HEADER_BYTES, err);
    }
    if (status == PM_OK) {
        status = file_write(&file, keys, s->n_keys * KEY_BYTES, HEADER_BYTES + s->n_bytes, err);
    }
    if (status == PM_OK) {
        return file_commit(&file, err);
    }
    file_close(&file, false);
    return status;
}

pm_status value_cache_save(value_cache *cache, cgt_table *table, value_cache_kind kind, const char *path, pm_error *err)
{
    saver s = {0};
    uint8_t *keys = NULL, header[HEADER_BYTES];
    pm_status status = cgt_table_status(table, err);
    if (status == PM_OK && saver_fill(&s, cache, table)) {
        keys = malloc(s.n_keys * KEY_BYTES + 1);
    }
    if (status == PM_OK && !keys) {
        status = status_no_memory(err, "the cache of values", 0);
    }
    if (status == PM_OK) {
        save_keys(&s, keys);
        save_header(&s, kind, keys, header);
        status = save_file(&s, header, keys, path, err);
    }
    free(keys);
    free(s.keys);
    free(s.number_of);
    free(s.values);
    return status;
}
