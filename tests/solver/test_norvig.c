/* The rules against the last digit of a public computation: P. Norvig, "Mel's Konane Board" (pytudes notebook,
 * 1 December 2021), counts the states that a memoised search caches on N x N boards. The count depends on every rule
 * and on the order of moves: start cells row by row from the top-left, directions left, right, up, down, the shorter
 * jump first (the oracle's order), ending at the first move that wins. A state is the occupied cells and the mover; one
 * cache serves both openings. 4x4 and 5x5 always; 6x6, whose figures Norvig prints himself, with PAPAMU_LONG=1 (2.2 GB,
 * minutes). The figures of the smaller boards come from a program that reproduces his.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/aid/long.h"
#include "tests/oracle/oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Open addressing; an entry is bit 63, the win bit 62, the mover bit 61 and the occupied cells. 0: free. */
typedef struct cache {
    oracle_board board;
    uint64_t mask;
    uint64_t *entry;
    uint64_t n_states, n_hits;
} cache;

#define ENTRY_USED (UINT64_C(1) << 63)
#define ENTRY_WIN (UINT64_C(1) << 62)
#define ENTRY_WHITE (UINT64_C(1) << 61)

static uint64_t *cache_find(const cache *c, uint64_t entry)
{
    uint64_t place = (entry * UINT64_C(0x9e3779b97f4a7c15)) >> 24;
    for (place &= c->mask; c->entry[place] != 0; place = (place + 1) & c->mask) {
        if ((c->entry[place] & ~ENTRY_WIN) == entry) {
            break;
        }
    }
    return &c->entry[place];
}

static bool wins(cache *c, const oracle_position *pos)
{
    const uint64_t set = oracle_to_set(&c->board, pos);
    const uint64_t entry = ENTRY_USED | (pos->mover == ORACLE_WHITE ? ENTRY_WHITE : 0) | set;
    const uint64_t known = *cache_find(c, entry);
    if (known != 0) {
        c->n_hits++;
        return (known & ENTRY_WIN) != 0;
    }
    oracle_move moves[ORACLE_MAX_MOVES];
    const int n = oracle_jumps(&c->board, pos, moves);
    bool is_won = false;
    for (int i = 0; i < n && !is_won; i++) {
        oracle_position next = *pos;
        oracle_make(&c->board, &next, moves[i]);
        is_won = !wins(c, &next);
    }
    *cache_find(c, entry) = entry | (is_won ? ENTRY_WIN : 0);
    c->n_states++;
    assert_true(c->n_states < c->mask);
    return is_won;
}

typedef struct opening {
    int removed[2]; /* cells, row by row */
    bool black_wins;
    uint64_t n_states, n_hits; /* after this opening and those before it */
} opening;

static void check_board(int side, int log2_capacity, const opening openings[2])
{
    cache c = {.board = {side, side, ORACLE_BLACK}, .mask = (UINT64_C(1) << log2_capacity) - 1};
    c.entry = calloc(c.mask + 1, sizeof *c.entry);
    assert_non_null(c.entry);
    for (int i = 0; i < 2; i++) {
        oracle_position pos = oracle_full(&c.board);
        pos.stone[openings[i].removed[0]] = false;
        pos.stone[openings[i].removed[1]] = false;
        assert_int_equal(wins(&c, &pos), openings[i].black_wins);
        assert_int_equal(c.n_states, openings[i].n_states);
        assert_int_equal(c.n_hits, openings[i].n_hits);
    }
    free(c.entry);
}

static void test_4x4(void **state)
{
    (void)state;
    check_board(4, 10, (opening[2]){{{0, 1}, false, 68, 12}, {{2 * 4 + 2, 2 * 4 + 1}, false, 102, 14}});
}

static void test_5x5(void **state)
{
    (void)state;
    check_board(5, 17, (opening[2]){{{0, 1}, true, 14733, 6224}, {{2 * 5 + 2, 2 * 5 + 1}, true, 36302, 16394}});
}

static void test_6x6(void **state)
{
    (void)state;
    if (!is_long_run()) {
        skip();
    }
    check_board(
        6, 28, (opening[2]){{{0, 1}, false, 10071659, 8397349}, {{3 * 6 + 3, 3 * 6 + 2}, false, 145177949, 188641148}});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_4x4),
        cmocka_unit_test(test_5x5),
        cmocka_unit_test(test_6x6),
    };
    return cmocka_run_group_tests_name("norvig", tests, NULL, NULL);
}
