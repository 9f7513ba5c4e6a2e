/* Sets of 64 to 512 cells, and the jumps on them. Oracles: an array of bool for the sets; tests/oracle/oracle.c
 * for the jumps, on random positions of all boards from 1x2 to 20x20, in every instance that can hold the board.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/rng.h"
#include "src/game/game.h"
#include "src/konane/jumps.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

enum { SEED = 20240504 };

#define SET set64
#include "tests/konane/konane_sets_check.h"
#undef SET

#define SET set128
#include "tests/konane/konane_sets_check.h"
#undef SET

#define SET set256
#include "tests/konane/konane_sets_check.h"
#undef SET

#define SET set512
#include "tests/konane/konane_sets_check.h"
#undef SET

static void test_operations(void **state)
{
    (void)state;
    rng r = rng_stream(SEED, 0);
    check_operations_set64(&r);
    check_operations_set128(&r);
    check_operations_set256(&r);
    check_operations_set512(&r);
}

/* The oracle's jumps at a random position, in the order and numbering of the project. `density` of 8 cells hold a
 * stone. */
static int random_position(const oracle_board *judge, int density, int mover, rng *r, uint64_t words[SET512_WORDS],
                           pm_move moves[GAME_MAX_MOVES])
{
    oracle_position pos = {.mover = mover};
    oracle_move theirs[ORACLE_MAX_MOVES];
    memset(words, 0, SET512_WORDS * sizeof words[0]);
    for (int cell = 0; cell < oracle_n_cells(judge); cell++) {
        const int image = papamu_cell_of(judge, cell);
        pos.stone[cell] = rng_below(r, 8) < (uint32_t)density;
        words[image / 64] |= (uint64_t)pos.stone[cell] << image % 64;
    }
    const int n = oracle_jumps(judge, &pos, theirs);
    assert_in_range(n, 0, GAME_MAX_MOVES);
    papamu_moves_of(judge, theirs, n, moves);
    return n;
}

static void check_board(int rows, int cols, rng *r)
{
    for (int i = 0; i < 28; i++) {
        const oracle_board judge = {.rows = rows, .cols = cols, .corner = i / 14};
        const pm_color corner = (pm_color)(i / 14);
        uint64_t words[SET512_WORDS];
        pm_move moves[GAME_MAX_MOVES];
        const int n = random_position(&judge, 1 + i % 7, i / 7 % 2, r, words, moves);
        if (rows * cols <= 64) {
            check_jumps_set64(rows, cols, corner, words, i / 7 % 2, moves, n);
        }
        if (rows * cols <= 128) {
            check_jumps_set128(rows, cols, corner, words, i / 7 % 2, moves, n);
        }
        if (rows * cols <= 256) {
            check_jumps_set256(rows, cols, corner, words, i / 7 % 2, moves, n);
        }
        check_jumps_set512(rows, cols, corner, words, i / 7 % 2, moves, n);
    }
}

static void test_jumps_on_all_boards(void **state)
{
    (void)state;
    print_message("seed %d\n", SEED);
    rng r = rng_stream(SEED, 1);
    for (int rows = 1; rows <= 20; rows++) {
        for (int cols = 1; cols <= 20; cols++) {
            check_board(rows, cols, &r);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_jumps_on_all_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
