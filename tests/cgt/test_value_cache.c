/* The cache of values, and its file: round trips, equal bytes, and damage, which must be reported and never believed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/value_cache_file.h"
#include "solver/konane/values/value.h"
#include "tests/aid/cgt_aid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <xxhash.h>

enum { MAX_PATH = 64, HEADER = 64 };

static const char *const positions[] = {"..xo|oxox|xoxo", ".xoxoxo.ox.", ".ox.|o..x|....", "xo..|oxox"};
enum { N_POSITIONS = sizeof positions / sizeof *positions };

static konane_values *new_values(int threads)
{
    const konane_values_options options = {.bytes = (size_t)64 << 20, .threads = threads};
    konane_values *values = NULL;
    assert_int_equal(konane_values_new(&options, &values, NULL), PM_OK);
    return values;
}

static cgt_value value_of(konane_values *values, const char *text)
{
    konane_diagram d;
    cgt_value value = CGT_NONE;
    assert_int_equal(konane_diagram_parse(text, true, KONANE_CELL_LIMIT, &d, NULL), PM_OK);
    const konane_stones stones = konane_stones_of(&d);
    assert_int_equal(konane_value(values, &stones, &value, NULL), PM_OK);
    return value;
}

static void temporary(char path[MAX_PATH])
{
    strcpy(path, "/tmp/papamu-cache-XXXXXX");
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
}

static uint8_t *read_all(const char *path, size_t *n)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *n = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*n);
    assert_int_equal(fread(bytes, 1, *n, file), *n);
    fclose(file);
    return bytes;
}

static void write_all(const char *path, const uint8_t *bytes, size_t n)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

static void keys_are_found(void **state)
{
    enum { N = 20000 };
    (void)state;
    value_cache *cache = value_cache_new((size_t)16 << 20);
    cgt_value value = 0;
    for (uint64_t i = 0; i < N; i++) {
        const value_key key = {.word = {i % 7, i, i / 3, ~i}, .shape = 1 + (uint32_t)(i % 5)};
        assert_false(value_cache_find(cache, &key, &value));
        assert_true(value_cache_add(cache, &key, (cgt_value)(i * 3)));
        assert_true(value_cache_add(cache, &key, (cgt_value)(i * 3)));
    }
    assert_int_equal(value_cache_size(cache), N);
    for (uint64_t i = 0; i < N; i++) {
        const value_key key = {.word = {i % 7, i, i / 3, ~i}, .shape = 1 + (uint32_t)(i % 5)};
        assert_true(value_cache_find(cache, &key, &value));
        assert_int_equal(value, i * 3);
    }
    assert_true(value_cache_bytes(cache) <= (size_t)16 << 20);
    value_cache_free(cache);
    value_cache_free(NULL);
}

static void a_full_cache_says_so(void **state)
{
    (void)state;
    value_cache *cache = value_cache_new(1 << 20);
    uint64_t n = 0;
    for (value_key key = {.shape = 1}; value_cache_add(cache, &key, 0); key.word[0]++) {
        assert_true(++n < 1 << 20);
    }
    assert_true(n > 1000 && value_cache_bytes(cache) <= 1 << 20);
    value_cache_free(cache);
}

static void values_survive_the_file(void **state)
{
    (void)state;
    char path[MAX_PATH];
    temporary(path);
    konane_values *first = new_values(1), *second = new_values(1);
    char *texts[N_POSITIONS];
    for (int i = 0; i < N_POSITIONS; i++) {
        const cgt_value value = value_of(first, positions[i]);
        assert_int_equal(cgt_format(konane_values_table(first), value, 4096, &texts[i], NULL), PM_OK);
    }
    assert_int_equal(konane_values_save(first, path, NULL), PM_OK);
    assert_int_equal(konane_values_load(second, path, NULL), PM_OK);
    const size_t n = konane_values_n_regions(second);
    assert_int_equal(n, konane_values_n_regions(first));
    for (int i = 0; i < N_POSITIONS; i++) {
        aid_check_text(konane_values_table(second), value_of(second, positions[i]), texts[i]);
        free(texts[i]);
    }
    assert_int_equal(konane_values_n_regions(second), n); /* nothing had to be computed */
    konane_values_free(first);
    konane_values_free(second);
    unlink(path);
}

static void equal_caches_give_equal_files(void **state)
{
    (void)state;
    char path[2][MAX_PATH];
    uint8_t *bytes[2];
    size_t n[2];
    for (int k = 0; k < 2; k++) {
        temporary(path[k]);
        konane_values *values = new_values(k ? 3 : 1);
        for (int i = 0; i < N_POSITIONS; i++) {
            value_of(values, positions[k ? N_POSITIONS - 1 - i : i]);
        }
        assert_int_equal(konane_values_save(values, path[k], NULL), PM_OK);
        konane_values_free(values);
        bytes[k] = read_all(path[k], &n[k]);
        unlink(path[k]);
    }
    assert_int_equal(n[0], n[1]);
    assert_memory_equal(bytes[0], bytes[1], n[0]);
    free(bytes[0]);
    free(bytes[1]);
}

/* Load bytes as a file; the error must name the file. */
static pm_status load_bytes(const char *path, const uint8_t *bytes, size_t n)
{
    write_all(path, bytes, n);
    cgt_table *table = aid_table(8);
    value_cache *cache = value_cache_new(4 << 20);
    pm_error err = {0, ""};
    const pm_status status = value_cache_load(cache, table, VALUE_CACHE_KONANE, path, &err);
    assert_true(status == PM_OK || strstr(err.message, path));
    value_cache_free(cache);
    cgt_table_free(table);
    return status;
}

/* A file with numbers, sums with ups and stars, and other forms. */
static uint8_t *some_file(char path[MAX_PATH], size_t *n)
{
    temporary(path);
    konane_values *values = new_values(1);
    value_of(values, positions[1]);
    value_of(values, positions[2]);
    assert_int_equal(konane_values_save(values, path, NULL), PM_OK);
    konane_values_free(values);
    return read_all(path, n);
}

static void damage_is_reported(void **state)
{
    (void)state;
    char path[MAX_PATH];
    size_t n;
    uint8_t *bytes = some_file(path, &n);
    assert_int_equal(load_bytes(path, bytes, n), PM_OK);
    assert_true(n > 300);
    for (size_t length = 0; length < n; length += 1 + n / 200) {
        const pm_status status = load_bytes(path, bytes, length);
        assert_true(status == PM_DAMAGED || (length < 8 && status == PM_BAD_INPUT));
    }
    for (size_t at = 0; at < n; at += at < 100 ? 1 : n / 200) {
        for (int bit = 0; bit < 8; bit += 3) {
            bytes[at] ^= (uint8_t)(1 << bit);
            const pm_status status = load_bytes(path, bytes, n);
            assert_true(status == PM_DAMAGED || (at < 12 && status == PM_BAD_INPUT));
            bytes[at] ^= (uint8_t)(1 << bit);
        }
    }
    bytes = realloc(bytes, n + 1);
    bytes[n] = 0;
    assert_int_equal(load_bytes(path, bytes, n + 1), PM_DAMAGED);
    free(bytes);
    unlink(path);
}

static void put_checksum(uint8_t *bytes, size_t at, uint64_t sum)
{
    for (int i = 0; i < 8; i++) {
        bytes[at + (size_t)i] = (uint8_t)(sum >> (8 * i));
    }
}

/* Damage whose checksums are right: as from a faulty or hostile writer. */
static void impossible_content_is_reported(void **state)
{
    (void)state;
    char path[MAX_PATH];
    size_t n;
    uint8_t *good = some_file(path, &n), *bytes = malloc(n);
    uint64_t value_bytes = 0;
    for (int i = 0; i < 8; i++) {
        value_bytes |= (uint64_t)good[24 + i] << (8 * i);
    }
    rng r = rng_stream(7, 0);
    int n_refused = 0;
    for (int i = 0; i < 2000; i++) {
        memcpy(bytes, good, n);
        bytes[HEADER + rng_below(&r, (uint32_t)(n - HEADER))] ^= (uint8_t)(1 << rng_below(&r, 8));
        put_checksum(bytes, 40, XXH3_64bits(bytes + HEADER, value_bytes));
        put_checksum(bytes, 48, XXH3_64bits(bytes + HEADER + value_bytes, n - HEADER - value_bytes));
        put_checksum(bytes, 56, XXH3_64bits(bytes, 56));
        const pm_status status = load_bytes(path, bytes, n); /* a changed but possible key cannot be detected */
        assert_true(status == PM_OK || status == PM_DAMAGED || status == PM_NO_MEMORY);
        n_refused += status == PM_DAMAGED;
    }
    assert_true(n_refused > 100);
    free(good);
    free(bytes);
    unlink(path);
}

/* A form whose option is itself, in a file whose checksums are right. */
static void options_that_are_no_earlier_values_are_reported(void **state)
{
    enum { NUS_BYTES = 17, FORM_BYTES = 9 };
    (void)state;
    char path[MAX_PATH];
    size_t n;
    uint8_t *bytes = some_file(path, &n), *at = bytes + HEADER, *end = at;
    for (int i = 7; i >= 0; i--) {
        end = bytes + HEADER + ((size_t)(end - bytes - HEADER) << 8 | bytes[24 + i]);
    }
    uint8_t number = 0;
    for (; at < end && at[0] == 0; at += NUS_BYTES) {
        number++;
    }
    assert_true(at < end && number < 200); /* there is a form here */
    assert_true(at[FORM_BYTES] < number && at[FORM_BYTES + 1] == 0);
    at[FORM_BYTES] = number;
    put_checksum(bytes, 40, XXH3_64bits(bytes + HEADER, (size_t)(end - bytes - HEADER)));
    put_checksum(bytes, 56, XXH3_64bits(bytes, 56));
    assert_int_equal(load_bytes(path, bytes, n), PM_DAMAGED);
    free(bytes);
    unlink(path);
}

static void other_versions_and_files_are_refused(void **state)
{
    (void)state;
    char path[MAX_PATH];
    size_t n;
    uint8_t *bytes = some_file(path, &n);
    bytes[8] = 2;
    put_checksum(bytes, 56, XXH3_64bits(bytes, 56));
    assert_int_equal(load_bytes(path, bytes, n), PM_BAD_INPUT);
    bytes[8] = VALUE_CACHE_VERSION;
    bytes[12] = 9; /* another kind */
    put_checksum(bytes, 56, XXH3_64bits(bytes, 56));
    assert_int_equal(load_bytes(path, bytes, n), PM_BAD_INPUT);
    free(bytes);
    unlink(path);
    konane_values *values = new_values(1);
    pm_error err;
    assert_int_equal(konane_values_load(values, "/tmp/no/such/cache", &err), PM_BAD_INPUT);
    assert_int_equal(konane_values_load(values, "/tmp", &err), PM_BAD_INPUT);
    assert_int_equal(konane_values_save(values, "/tmp/no/such/cache", &err), PM_IO);
    konane_values_free(values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_found),
        cmocka_unit_test(a_full_cache_says_so),
        cmocka_unit_test(values_survive_the_file),
        cmocka_unit_test(equal_caches_give_equal_files),
        cmocka_unit_test(damage_is_reported),
        cmocka_unit_test(impossible_content_is_reported),
        cmocka_unit_test(options_that_are_no_earlier_values_are_reported),
        cmocka_unit_test(other_versions_and_files_are_refused),
    };
    return cmocka_run_group_tests_name("cache of values", tests, NULL, NULL);
}
