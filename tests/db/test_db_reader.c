/* The reader in tests/oracle/reader.py, written from the description of the format alone, against the library.
 *
 * Oracle: each of the other. Skipped where there is no python3 or no zstd command.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/db/probe.h"
#include "tests/aid/db_maker.h"
#include "tests/aid/long.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Compare every `stride`-th set of stones. */
static void compare(int rows, int cols, db_kind kind, int version, int block_bits, int stride)
{
    char path[DB_MAKER_PATH], command[DB_MAKER_PATH + 64];
    db_maker_name(path);
    const db_options options = {.level = 3, .block_bits = block_bits, .version = version, .kind = kind};
    db_maker_make(path, rows, cols, &options, NULL);
    pm_db *database;
    assert_int_equal(pm_db_open(path, 0, &database, NULL), PM_OK);
    snprintf(command, sizeof command, "python3 tests/oracle/reader.py %s dump %d", path, stride);
    FILE *reader = popen(command, "r");
    assert_non_null(reader);
    uint64_t occupied;
    int black, white;
    size_t n = 0;
    while (fscanf(reader, "%" SCNu64 " %d %d", &occupied, &black, &white) == 3) {
        uint8_t values[2];
        for (int mover = 0; mover < 2; mover++) {
            const pm_position pos = {occupied, (pm_color)mover};
            assert_int_equal(probe_stored(database, pos, &values[mover], NULL), PM_OK);
        }
        if (values[0] != black || values[1] != white) {
            fail_msg("%dx%d, cells %" PRIx64 ": %d %d, the reader says %d %d", rows, cols, occupied, values[0],
                     values[1], black, white);
        }
        n++;
    }
    assert_int_equal(pclose(reader), 0);
    assert_int_equal(n, (((size_t)1 << (rows * cols)) + (size_t)stride - 1) / (size_t)stride);
    pm_db_close(database);
    unlink(path);
}

static void test_reader_agrees(void **state)
{
    (void)state;
    if (system("command -v python3 >/dev/null && command -v zstd >/dev/null") != 0) {
        skip();
    }
    const bool is_long = is_long_run();
    for (int version = 1; version <= 2; version++) {
        compare(1, 2, DB_OUTCOME, version, 0, 1);
        compare(2, 3, DB_OUTCOME, version, 0, 1);
        compare(3, 3, DB_OUTCOME, version, 0, 1);
        compare(4, 3, DB_OUTCOME, version, 0, 1);
        compare(4, 4, DB_OUTCOME, version, 0, 7);
        compare(4, 5, DB_OUTCOME, version, 0, 4099);
        compare(5, 5, DB_OUTCOME, version, 0, is_long ? 1009 : 400009);
    }
    compare(1, 9, DB_OUTCOME, 1, 10, 1);
    compare(4, 4, DB_OUTCOME, 2, 6, 7);
    compare(4, 5, DB_OUTCOME, 2, 8, 4099);
    compare(2, 11, DB_OUTCOME, 1, 10, 20011);
    compare(5, 5, DB_OUTCOME, 1, 11, is_long ? 1013 : 400009);
    compare(5, 5, DB_OUTCOME, 2, 11, is_long ? 1013 : 400009);
    compare(3, 4, DB_REMOTENESS, 1, 0, 1);
    compare(4, 4, DB_REMOTENESS, 1, 10, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reader_agrees)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
