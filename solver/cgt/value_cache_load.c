/* Loading a cache of values; see value_cache_file.h for the format.
 *
 * A form is rebuilt from its options, so that a file cannot bring one into the table that is not canonical.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/value_cache_file.h"
#include "solver/cgt/value_cache_format.h"
#include "src/base/bytes.h"
#include "src/base/file.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

typedef struct loader {
    const char *path;
    const uint8_t *bytes; /* the whole file */
    size_t n_bytes;
    uint64_t n_values, value_bytes, n_keys;
    cgt_value *values; /* by number */
    pm_error *err;
} loader;

static pm_status damaged(const loader *l, const char *part)
{
    return status_fail(l->err, PM_DAMAGED, 0, "the cache \"%s\" is damaged: %s", l->path, part);
}

static pm_status check_header(loader *l, value_cache_kind kind)
{
    const uint8_t *b = l->bytes;
    if (l->n_bytes < VALUE_CACHE_MAGIC_BYTES || memcmp(b, VALUE_CACHE_MAGIC, VALUE_CACHE_MAGIC_BYTES)) {
        return status_fail(l->err, PM_BAD_INPUT, 0, "\"%s\" is not a cache of exact values", l->path);
    }
    if (l->n_bytes < HEADER_BYTES) {
        return damaged(l, "its header is cut short");
    }
    if (bytes_get(b + AT_VERSION, 4) != VALUE_CACHE_VERSION) {
        return status_fail(l->err, PM_BAD_INPUT, 0, "the cache \"%s\" has version %u, this program reads version %d",
                           l->path, (unsigned)bytes_get(b + AT_VERSION, 4), VALUE_CACHE_VERSION);
    }
    if (XXH3_64bits(b, AT_CHECKSUM) != bytes_get(b + AT_CHECKSUM, 8)) {
        return damaged(l, "the checksum of its header is wrong");
    }
    if (bytes_get(b + AT_KIND, 4) != (uint64_t)kind) {
        return status_fail(l->err, PM_BAD_INPUT, 0, "the cache \"%s\" holds values of another kind", l->path);
    }
    l->n_values = bytes_get(b + AT_N_VALUES, 8);
    l->value_bytes = bytes_get(b + AT_VALUE_BYTES, 8);
    l->n_keys = bytes_get(b + AT_N_KEYS, 8);
    if (l->value_bytes > l->n_bytes - HEADER_BYTES ||
        l->n_keys != (l->n_bytes - HEADER_BYTES - l->value_bytes) / KEY_BYTES ||
        (l->n_bytes - HEADER_BYTES - l->value_bytes) % KEY_BYTES) {
        return damaged(l, "its length is not what its header says");
    }
    return PM_OK;
}

static pm_status check_sums(const loader *l)
{
    assert(HEADER_BYTES + l->value_bytes + l->n_keys * KEY_BYTES == l->n_bytes);
    const uint8_t *values = l->bytes + HEADER_BYTES, *keys = values + l->value_bytes;
    if (XXH3_64bits(values, l->value_bytes) != bytes_get(l->bytes + AT_VALUES_CHECKSUM, 8)) {
        return damaged(l, "the checksum of its values is wrong");
    }
    if (XXH3_64bits(keys, l->n_keys * KEY_BYTES) != bytes_get(l->bytes + AT_KEYS_CHECKSUM, 8)) {
        return damaged(l, "the checksum of its keys is wrong");
    }
    return PM_OK;
}

/* Make a form from its options. CGT_NONE also if one is not an earlier value. */
static cgt_value load_form(const loader *l, cgt_table *table, const uint8_t *options, uint32_t n_left, uint32_t n_right,
                           uint64_t number)
{
    const size_t n = (size_t)n_left + n_right;
    cgt_value *list = malloc((n + 1) * sizeof *list);
    cgt_value g = CGT_NONE;
    bool is_good = list;
    for (size_t i = 0; i < n && is_good; i++) {
        const uint64_t option = bytes_get(options + 4 * i, 4);
        is_good = option < number;
        list[i] = is_good ? l->values[option] : CGT_NONE;
    }
    if (is_good) {
        g = cgt_make(table, list, n_left, list + n_left, n_right);
    }
    free(list);
    return g;
}

static pm_status load_values(loader *l, cgt_table *table)
{
    const uint8_t *at = l->bytes + HEADER_BYTES, *end = at + l->value_bytes;
    for (uint64_t i = 0; i < l->n_values; i++) {
        const size_t left = (size_t)(end - at);
        cgt_value g = CGT_NONE;
        if (left >= NUS_BYTES && at[0] == TAG_NUS) {
            g = cgt_from_nus(table, (cgt_nus){(dyadic)bytes_get(at + 1, 8), (int32_t)bytes_get(at + 9, 4),
                                              (uint32_t)bytes_get(at + 13, 4)});
            at += NUS_BYTES;
        } else if (left >= 9 && at[0] == TAG_FORM) {
            const uint32_t n_left = (uint32_t)bytes_get(at + 1, 4), n_right = (uint32_t)bytes_get(at + 5, 4);
            const size_t bytes = 9 + 4 * ((size_t)n_left + n_right);
            g = bytes <= left ? load_form(l, table, at + 9, n_left, n_right, i) : CGT_NONE;
            at += bytes <= left ? bytes : left;
        }
        if (g == CGT_NONE) {
            const pm_status status = cgt_table_status(table, l->err);
            return status == PM_NO_MEMORY ? status : damaged(l, "one of its values is impossible");
        }
        assert(at <= end);
        l->values[i] = g;
    }
    return at == end ? PM_OK : damaged(l, "there are more values than its header says");
}

static pm_status load_keys(const loader *l, value_cache *cache)
{
    const uint8_t *at = l->bytes + HEADER_BYTES + l->value_bytes;
    for (uint64_t i = 0; i < l->n_keys; i++, at += KEY_BYTES) {
        value_key key = {.shape = (uint32_t)bytes_get(at + 32, 4)};
        const uint64_t number = bytes_get(at + 36, 4);
        for (int j = 0; j < 4; j++) {
            key.word[j] = bytes_get(at + 8 * j, 8);
        }
        if (number >= l->n_values || key.shape == 0) {
            return damaged(l, "one of its keys is impossible");
        }
        if (!value_cache_add(cache, &key, l->values[number])) {
            return status_fail(l->err, PM_NO_MEMORY, 0, "the cache \"%s\" does not fit in the memory given", l->path);
        }
    }
    return PM_OK;
}

static pm_status load_all(loader *l, value_cache *cache, cgt_table *table, value_cache_kind kind)
{
    pm_status status = check_header(l, kind);
    if (status == PM_OK) {
        status = check_sums(l);
    }
    if (status == PM_OK && l->n_values > l->value_bytes / 9) {
        status = damaged(l, "there are fewer values than its header says");
    }
    if (status != PM_OK) {
        return status;
    }
    l->values = malloc((l->n_values + 1) * sizeof *l->values);
    status = l->values ? load_values(l, table) : status_no_memory(l->err, "the cache of values", 0);
    return status == PM_OK ? load_keys(l, cache) : status;
}

/* Read the whole file. */
static pm_status read_file(const char *path, uint8_t **bytes, size_t *n_bytes, pm_error *err)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat info;
    if (fd < 0 || fstat(fd, &info) != 0) {
        const int why = errno;
        if (fd >= 0) {
            close(fd);
        }
        return status_fail(err, why == ENOENT ? PM_BAD_INPUT : PM_IO, 0, "cannot read the cache \"%s\": %s", path,
                           strerror(why));
    }
    pm_status status = PM_OK;
    *n_bytes = (size_t)info.st_size;
    *bytes = S_ISREG(info.st_mode) ? malloc(*n_bytes + 1) : NULL;
    if (!S_ISREG(info.st_mode)) {
        status = status_fail(err, PM_BAD_INPUT, 0, "\"%s\" is not a cache of exact values", path);
    } else {
        status = *bytes ? file_read(fd, *bytes, *n_bytes, 0, err) : status_no_memory(err, "the cache of values", 0);
    }
    close(fd);
    return status;
}

pm_status value_cache_load(value_cache *cache, cgt_table *table, value_cache_kind kind, const char *path, pm_error *err)
{
    uint8_t *bytes = NULL;
    loader l = {.path = path, .err = err};
    pm_status status = read_file(path, &bytes, &l.n_bytes, err);
    if (status == PM_OK) {
        l.bytes = bytes;
        status = load_all(&l, cache, table, kind);
    }
    free(l.values);
    free(bytes);
    return status;
}
