/* Every parameter of the rules of draughts, through games of the family that need it: their perft numbers were
 * published by Rein Halbersma in the thread "Perft for all recognized draughts variants" (damforum.nl t=2822, with
 * those of the Shashki forum for Russian, Brazilian and Pool) and are in the tests of his library dctl; the 10x10
 * numbers are also Aart Bik's. Moves that differ only in the order of the captures are counted once. Where perft from
 * the start does not reach a rule early, a position shows it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/draughts/notation.h"
#include "tests/oracle/draughts_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* The record of a game with squares numbered from the top left, White first, so that one position can be read
under several rules. */
static draughts_rules numbered(draughts_rules rules)
{
    rules.notation = DRAUGHTS_NUMBERS;
    rules.first = PM_WHITE;
    rules.corner = DRAUGHTS_TOP_LEFT;
    rules.capture_sign = 'x';
    return rules;
}

/* The published numbers are of twelve men a side; Thai games begin with eight. */
static draughts_rules thai_with_twelve_men;

static const struct {
    const draughts_rules *rules;
    int size;
    uint64_t perft[11]; /* by depth, from 1; 0 ends the list */
} published[] = {
    {&draughts_italian, 8, {7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860875, 17761384}},
    {&draughts_american, 8, {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564}},
    {&draughts_russian, 8, {7, 49, 302, 1469, 7482, 37986, 190146, 929899, 4570586, 22444032}},
    {&draughts_pool, 8, {7, 49, 302, 1469, 7482, 37986, 190146, 929896, 4570534, 22435955}},
    {&draughts_brazilian, 8, {7, 49, 302, 1469, 7473, 37628, 187302, 907830, 4431766, 21560022}},
    {&draughts_international, 10, {9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423}},
    {&draughts_spanish, 8, {7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860866, 17743464}},
    {&draughts_czech, 8, {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963671, 18368918}},
    {&thai_with_twelve_men, 8, {7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963648, 18363523}},
};

static void test_published_perft(void **state)
{
    (void)state;
    thai_with_twelve_men = draughts_thai;
    thai_with_twelve_men.gap = 2;
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
        draughts_board board;
        bridge_board(published[i].rules, published[i].size, &board);
        const draughts_position start = draughts_start(&board, draughts_men_rows(&board));
        for (int depth = 1; published[i].perft[depth - 1]; depth++) {
            assert_int_equal(draughts_perft(&board, &start, depth, true), published[i].perft[depth - 1]);
        }
    }
}

/* The moves of `fen` under `rules`, as whole paths, each followed by the position after it. Squares are those of the
 * mirrored board: 1-4 are b8, d8, f8, h8 and 29-32 are a1, c1, e1, g1. */
static void check_moves(const draughts_rules *game, const char *fen, const char *expected)
{
    const draughts_rules rules = numbered(*game);
    draughts_board board;
    draughts_position pos;
    draughts_move moves[DRAUGHTS_MAX_MOVES];
    pm_error err;
    char text[1024] = "";
    bridge_board(&rules, 8, &board);
    assert_int_equal(draughts_fen_parse(&board, fen, &pos, &err), PM_OK);
    const int n = draughts_sorted_moves(&board, &pos, moves);
    for (int i = 0; i < n; i++) {
        char path[DRAUGHTS_MAX_MOVE_TEXT], after[DRAUGHTS_MAX_FEN];
        const draughts_position next = draughts_make(&board, pos, moves[i]);
        draughts_path_format(&board, &pos, &moves[i], path);
        draughts_fen_format(&board, &next, after);
        strcat(strcat(strcat(strcat(text, i ? "; " : ""), path), " "), after);
    }
    assert_string_equal(text, expected);
}

/* The man takes 7 and reaches the last row on 3, from where a man that captures backwards could take 8. */
static void test_man_on_the_last_row(void **state)
{
    (void)state;
    check_moves(&draughts_czech, "W:W10:B7,8", "10x3 B:WK3:B8");
    check_moves(&draughts_international, "W:W10:B7,8", "10x3x12 B:W12:B");
    check_moves(&draughts_russian, "W:W10:B7,8", "10x3x12 B:WK12:B");
}

/* From 2 only a flying king reaches the man on 11. */
static void test_crowned_man_flies_on(void **state)
{
    (void)state;
    check_moves(&draughts_russian, "W:W9:B6,11", "9x2x16 B:WK16:B; 9x2x20 B:WK20:B");
    check_moves(&draughts_international, "W:W9:B6,11", "9x2 B:WK2:B11");
    check_moves(&draughts_czech, "W:W9:B6,11", "9x2 B:WK2:B11");
}

/* Between 9 and 27 is the man on 14 or on 23 that the king has just taken: in the way until it leaves. */
static void test_removal(void **state)
{
    (void)state;
    check_moves(&draughts_thai, "W:WK29:B14,22,23", "29x18x27x9 B:WK9:B; 29x18x9x27 B:WK27:B");
    check_moves(&draughts_russian, "W:WK29:B14,22,23",
                "29x18x5 B:WK5:B23; 29x18x9 B:WK9:B23; 29x18x27 B:WK27:B14; 29x18x32 B:WK32:B14");
}

/* A king before a man; more kings before fewer. */
static void test_precedence(void **state)
{
    (void)state;
    check_moves(&draughts_czech, "W:WK18,20:B14,16", "18x5 B:WK5,20:B16; 18x9 B:WK9,20:B16");
    check_moves(&draughts_russian, "W:WK18,20:B14,16", "18x5 B:WK5,20:B16; 18x9 B:WK9,20:B16; 20x11 B:W11,K18:B14");
    check_moves(&draughts_spanish, "W:W21,20:B18,K15", "20x11 B:W11,21:B18");
    check_moves(&draughts_czech, "W:W17,20:B14,K16", "17x10 B:W10,20:BK16; 20x11 B:W11,17:B14");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_perft),      cmocka_unit_test(test_man_on_the_last_row),
        cmocka_unit_test(test_crowned_man_flies_on), cmocka_unit_test(test_removal),
        cmocka_unit_test(test_precedence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
