/* Large blocks, against what their header promises and the size that the system says the process has.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/pages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

enum { SMALL_PAGE = 4096, LARGE_PAGE = 2 << 20 };

/* Bytes of addresses that the process has. */
static size_t mapped_bytes(void)
{
    size_t pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%zu", &pages), 1);
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void a_block_is_zero_aligned_and_writable_to_its_end(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, SMALL_PAGE, LARGE_PAGE - 1, LARGE_PAGE, LARGE_PAGE + 1, 5 * (size_t)LARGE_PAGE};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char *block = pages_new(sizes[i]);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % LARGE_PAGE, 0);
        assert_int_equal(block[0] | block[sizes[i] / 2] | block[sizes[i] - 1], 0);
        block[sizes[i] - 1] = 1;
        pages_free(block, sizes[i]);
    }
}

/* What is mapped for the alignment is given back at once, and the block when it is freed: else the program would grow
 * with every sweep. */
static void no_more_is_mapped_than_the_block(void **state)
{
    (void)state;
    mapped_bytes(); /* the buffer of a stream stays */
    const size_t before = mapped_bytes();
    for (size_t n = 1; n <= 5; n++) {
        const size_t bytes = n * LARGE_PAGE - (n % 2);
        void *block = pages_new(bytes);
        assert_non_null(block);
        assert_int_equal(mapped_bytes() - before, n * LARGE_PAGE);
        pages_free(block, bytes);
        assert_int_equal(mapped_bytes(), before);
    }
}

static void what_cannot_be_had_is_refused(void **state)
{
    (void)state;
    assert_null(pages_new(0));
    assert_null(pages_new(SIZE_MAX));
    assert_null(pages_new(SIZE_MAX / 2 + 1));
    assert_null(pages_new((size_t)1 << 60)); /* more than there are addresses */
    pages_free(NULL, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_is_zero_aligned_and_writable_to_its_end),
        cmocka_unit_test(no_more_is_mapped_than_the_block),
        cmocka_unit_test(what_cannot_be_had_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
