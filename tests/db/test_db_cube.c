/* The cube coder: what is packed comes back, and bytes that were never packed do no harm.
 *
 * Oracle: the block itself. Seeds are fixed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/coder/cube.h"
#include "src/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_BYTES = 1 << (CUBE_MAX_BITS - 3) };

/* A block in which bits follow their predecessors with a chance that depends on `noise` of 256. */
static void make_block(rng *r, int bits, uint32_t noise, uint8_t *block)
{
    memset(block, 0, (size_t)1 << (bits - 3));
    for (uint32_t u = 0; u < 1u << bits; u++) {
        int sum = 0, n = 0;
        for (uint32_t rest = u; rest; rest &= rest - 1, n++) {
            const uint32_t before = u & ~(rest & -rest);
            sum += block[before / 8] >> (before % 8) & 1;
        }
        const bool expected = 2 * sum >= n;
        const bool bit = rng_below(r, 256) < noise ? rng_below(r, 2) : expected;
        block[u / 8] |= (uint8_t)(bit << (u % 8));
    }
}

static void model_of(cube_coder *coder, const uint8_t *block, cube_model *model)
{
    static cube_counts counts;
    memset(&counts, 0, sizeof counts);
    cube_count(coder, block, &counts);
    cube_model_make(&counts, model);
}

static void test_round_trip(void **state)
{
    (void)state;
    static uint8_t block[MAX_BYTES], back[MAX_BYTES], packed[MAX_BYTES + 1];
    static cube_model model;
    rng r = rng_stream(1, 0);
    for (int bits = CUBE_MIN_BITS; bits <= CUBE_MAX_BITS; bits++) {
        const size_t bytes = (size_t)1 << (bits - 3);
        cube_coder *coder = cube_coder_new(bits);
        assert_non_null(coder);
        size_t last = 0;
        for (uint32_t noise = 0; noise <= 128; noise += 32) {
            make_block(&r, bits, noise, block);
            model_of(coder, block, &model);
            packed[bytes] = 0xa5;
            const size_t n = cube_pack(coder, &model, block, packed, bytes);
            assert_int_equal(packed[bytes], 0xa5);
            assert_true(n > 0 && n < bytes && n >= last);
            last = n;
            assert_true(cube_unpack(coder, &model, packed, n, back));
            assert_memory_equal(back, block, bytes);
            for (size_t cut = 0; cut < n; cut += 7) {
                assert_false(cube_unpack(coder, &model, packed, cut, back));
            }
        }
        cube_coder_free(coder);
    }
}

/* Bits without any pattern do not fit; the coder says so, and writes nothing beyond its room. */
static void test_no_room(void **state)
{
    (void)state;
    static uint8_t block[MAX_BYTES], packed[MAX_BYTES + 16];
    static cube_model model;
    rng r = rng_stream(2, 0);
    cube_coder *coder = cube_coder_new(11);
    make_block(&r, 11, 256, block);
    model_of(coder, block, &model);
    for (size_t capacity = 0; capacity < 256; capacity += 5) {
        memset(packed, 0x5a, sizeof packed);
        assert_int_equal(cube_pack(coder, &model, block, packed, capacity), 0);
        for (size_t i = capacity; i < capacity + 16; i++) {
            assert_int_equal(packed[i], 0x5a);
        }
    }
    cube_coder_free(coder);
}

/* Any bytes with any model: no crash, and hardly ever a success. */
static void test_hostile_bytes(void **state)
{
    (void)state;
    static uint8_t packed[MAX_BYTES], back[MAX_BYTES];
    static cube_model model;
    rng r = rng_stream(3, 0);
    cube_coder *coder = cube_coder_new(10);
    int n_accepted = 0;
    for (int round = 0; round < 3000; round++) {
        for (int i = 0; i < CUBE_MODEL_ENTRIES; i++) {
            model.chance[i] = (uint16_t)(1 + rng_below(&r, 4095));
        }
        const size_t n = rng_below(&r, 128);
        for (size_t i = 0; i < n; i++) {
            packed[i] = (uint8_t)rng_next(&r);
        }
        uint8_t *exact = malloc(n + 1); /* so that a sanitizer sees a read past the end */
        memcpy(exact, packed, n);
        n_accepted += cube_unpack(coder, &model, exact, n, back);
        free(exact);
    }
    assert_int_equal(n_accepted, 0);
    cube_coder_free(coder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_no_room),
        cmocka_unit_test(test_hostile_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
