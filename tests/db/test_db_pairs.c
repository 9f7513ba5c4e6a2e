/* The pair coder: what is packed comes back, kernels agree to the byte, and bytes that were never packed do no harm.
 *
 * Oracle: the block itself; for the contexts a plain count over all sets without two elements. Seeds are fixed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/coder/pairs.h"
#include "src/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_ROW = 1 << (PAIRS_MAX_BITS - 3), MAX_BYTES = MAX_ROW / 2 };

static bool is_won(const uint8_t *row, uint32_t u)
{
    return row[u / 8] >> (u % 8) & 1;
}

/* The won sets without two of the elements of u. */
static int won_before(const uint8_t *row, uint32_t u)
{
    int sum = 0;
    for (uint32_t first = u; first; first &= first - 1) {
        for (uint32_t second = first & (first - 1); second; second &= second - 1) {
            sum += is_won(row, u & ~(first & -first) & ~(second & -second));
        }
    }
    return sum;
}

/* A row in which the bits of one parity follow those before them with a chance that depends on `noise` of 256, as a
 * block. */
static void make_block(rng *r, int bits, int parity, uint32_t noise, uint8_t *row, uint8_t *block)
{
    memset(row, 0, (size_t)1 << (bits - 3));
    for (uint32_t u = 0; u < 1u << bits; u++) {
        const int n = __builtin_popcount(u);
        if (n % 2 == parity) {
            const bool expected = 4 * won_before(row, u) > n * (n - 1);
            const bool bit = rng_below(r, 256) < noise ? rng_below(r, 2) : expected;
            row[u / 8] |= (uint8_t)(bit << (u % 8));
        }
    }
    pairs_squeeze(row, bits, parity, block);
}

static void model_of(pairs_coder *coder, const uint8_t *block, int parity, pairs_model *model)
{
    static pairs_counts counts;
    memset(&counts, 0, sizeof counts);
    pairs_count(coder, block, parity, &counts);
    pairs_model_make(&counts, model);
}

static void test_halves(void **state)
{
    (void)state;
    static uint8_t row[MAX_ROW], back[MAX_ROW], block[MAX_BYTES];
    rng r = rng_stream(1, 0);
    for (int parity = 0; parity < 2; parity++) {
        make_block(&r, PAIRS_MAX_BITS, parity, 128, row, block);
        for (uint32_t u = 0; u < 1u << PAIRS_MAX_BITS; u++) {
            if (__builtin_popcount(u) % 2 == parity) {
                assert_int_equal(is_won(row, u), is_won(block, u / 2));
            }
        }
        pairs_spread(block, PAIRS_MAX_BITS, parity, back);
        assert_memory_equal(row, back, MAX_ROW);
    }
}

static void test_contexts(void **state)
{
    (void)state;
    static uint8_t row[MAX_ROW], block[MAX_BYTES];
    static pairs_counts counts, expected;
    rng r = rng_stream(2, 0);
    for (const pairs_kernel *const *k = pairs_kernels(); *k; k++) {
        for (int bits = PAIRS_MIN_BITS; bits <= 13; bits++) {
            pairs_coder *coder = pairs_coder_new(bits, *k);
            assert_non_null(coder);
            for (int parity = 0; parity < 2; parity++) {
                memset(&counts, 0, sizeof counts);
                memset(&expected, 0, sizeof expected);
                make_block(&r, bits, parity, 100, row, block);
                pairs_count(coder, block, parity, &counts);
                for (uint32_t u = 0; u < 1u << bits; u++) {
                    const int n = __builtin_popcount(u);
                    expected.count[n][won_before(row, u)][is_won(row, u)] += n % 2 == parity;
                }
                assert_memory_equal(&counts, &expected, sizeof counts);
            }
            pairs_coder_free(coder);
        }
    }
}

static void check_round_trip(int bits, int parity, const uint8_t *block)
{
    static uint8_t packed[MAX_BYTES + 1], other[MAX_BYTES + 1], back[MAX_BYTES];
    static pairs_model model;
    const size_t bytes = pairs_block_bytes(bits);
    size_t n = 0;
    for (const pairs_kernel *const *k = pairs_kernels(); *k; k++) {
        pairs_coder *coder = pairs_coder_new(bits, *k);
        assert_non_null(coder);
        model_of(coder, block, parity, &model);
        uint8_t *to = n ? other : packed;
        to[bytes] = 0xa5;
        const size_t length = pairs_pack(coder, &model, block, parity, to, bytes);
        assert_int_equal(to[bytes], 0xa5);
        if (n) { /* both kernels write the same */
            assert_int_equal(length, n);
            assert_memory_equal(packed, other, n);
        }
        n = length;
        if (n > 0) {
            assert_true(pairs_unpack(coder, &model, packed, n, parity, back));
            assert_memory_equal(back, block, bytes);
            assert_int_equal(pairs_pack(coder, &model, block, parity, other, n - 1), 0); /* no room */
            assert_false(pairs_unpack(coder, &model, packed, n - 2, parity, back));
            assert_false(pairs_unpack(coder, &model, packed, n - 1, parity, back));
        }
        pairs_coder_free(coder);
    }
}

static void test_round_trip(void **state)
{
    (void)state;
    static uint8_t row[MAX_ROW], block[MAX_BYTES];
    rng r = rng_stream(3, 0);
    for (int bits = PAIRS_MIN_BITS; bits <= PAIRS_MAX_BITS; bits++) {
        for (int parity = 0; parity < 2; parity++) {
            for (uint32_t noise = 0; noise <= 256; noise += noise < 8 ? 1 : 31) {
                make_block(&r, bits, parity, noise, row, block);
                check_round_trip(bits, parity, block);
            }
        }
    }
}

/* A model of another block, as most blocks have. */
static void test_strange_model(void **state)
{
    (void)state;
    static uint8_t row[MAX_ROW], block[MAX_BYTES], packed[2][2 * MAX_BYTES], back[MAX_BYTES];
    static pairs_model model;
    rng r = rng_stream(4, 0);
    for (int i = 0; i < 40; i++) {
        const int bits = 6 + (int)rng_below(&r, 8), parity = (int)rng_below(&r, 2);
        size_t n[2] = {0};
        int kernel = 0;
        for (const pairs_kernel *const *k = pairs_kernels(); *k; k++, kernel++) {
            pairs_coder *coder = pairs_coder_new(bits, *k);
            if (kernel == 0) {
                make_block(&r, bits, parity, rng_below(&r, 128), row, block);
                model_of(coder, block, parity, &model);
                make_block(&r, bits, parity, rng_below(&r, 256), row, block);
            }
            n[kernel] = pairs_pack(coder, &model, block, parity, packed[kernel], sizeof packed[kernel]);
            assert_true(n[kernel] > 0);
            assert_true(pairs_unpack(coder, &model, packed[kernel], n[kernel], parity, back));
            assert_memory_equal(back, block, pairs_block_bytes(bits));
            pairs_coder_free(coder);
        }
        if (kernel == 2) {
            assert_int_equal(n[0], n[1]);
            assert_memory_equal(packed[0], packed[1], n[0]);
        }
    }
}

/* Any bytes may be unpacked, and both kernels think the same of them. */
static void test_damage(void **state)
{
    (void)state;
    enum { BITS = 11, BYTES = 1 << (BITS - 4), N = 20000 };
    static uint8_t row[MAX_ROW], block[BYTES], packed[BYTES], bad[BYTES], back[2][BYTES];
    static pairs_model model;
    rng r = rng_stream(5, 0);
    pairs_coder *coder[3] = {NULL};
    int n_kernels = 0;
    for (const pairs_kernel *const *k = pairs_kernels(); *k; k++) {
        coder[n_kernels++] = pairs_coder_new(BITS, *k);
    }
    make_block(&r, BITS, 1, 60, row, block);
    model_of(coder[0], block, 1, &model);
    const size_t n = pairs_pack(coder[0], &model, block, 1, packed, BYTES);
    assert_true(n > 0);
    int n_noticed = 0;
    for (int i = 0; i < N; i++) {
        memcpy(bad, packed, n);
        const size_t length = i % 3 == 0 ? rng_below(&r, BYTES + 1) : n;
        for (uint32_t j = rng_below(&r, 4); i % 5 == 0 && j < length; j++) {
            bad[j] = (uint8_t)rng_next(&r);
        }
        bad[rng_below(&r, n)] ^= (uint8_t)(1 << rng_below(&r, 8));
        bool is_right[2] = {false};
        for (int k = 0; k < n_kernels; k++) {
            is_right[k] = pairs_unpack(coder[k], &model, bad, length, 1, back[k]);
        }
        n_noticed += !is_right[0];
        if (n_kernels == 2) {
            assert_int_equal(is_right[0], is_right[1]);
            assert_true(!is_right[0] || memcmp(back[0], back[1], BYTES) == 0);
        }
    }
    assert_true(n_noticed > N * 9 / 10); /* the checksum of a block sees the others */
    for (int k = 0; k < n_kernels; k++) {
        pairs_coder_free(coder[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_halves),        cmocka_unit_test(test_contexts), cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_strange_model), cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
