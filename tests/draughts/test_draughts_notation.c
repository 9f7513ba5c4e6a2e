/* Text of draughts positions and moves: what is written, what is read, and what is refused and why. Forms and sentences
 * are those of the rules; American numbering is that of the PDN standard.
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

enum { SEED = 7 };

static pm_error err;

static draughts_position read_fen(const draughts_board *board, const char *fen)
{
    draughts_position pos;
    if (draughts_fen_parse(board, fen, &pos, &err) != PM_OK) {
        fail_msg("%s: %s", fen, err.message);
    }
    return pos;
}

static void test_fen_forms(void **state)
{
    (void)state;
    static const struct {
        const char *read, *written;
    } forms[] = {
        {"W:W21-32:B1-12", "W:W21-32:B1-12"},
        {"B:B1-12:W21-32.", "B:W21-32:B1-12"},
        {" w : w 21 - 23 , 32 : b k1 , 2 ", "W:W21-23,32:BK1,2"},
        {"W:WK30:B10,12,18,K20,K26,27", "W:WK30:B10,12,18,K20,K26,27"},
        {"W:W:B", "W:W:B"},
        {"B:WK1-4:B", "B:WK1,K2,K3,K4:B"},
        {"W:W31,30,29:B2,1", "W:W29-31:B1,2"},
        {"W:W21,22:B1,2:H0:F1", "W:W21,22:B1,2"},
        {"W:W21,22:B1,2:F12.", "W:W21,22:B1,2"},
        {"W:W:W21,22:B1,2", "W:W21,22:B1,2"},
        {"b : B : W21 : B1 : H3 : F1", "B:W21:B1"},
        {"W:W:B1", "W:W:B1"},
        {"B:B:WK2", "B:WK2:B"},
    };
    draughts_board board;
    bridge_board(&draughts_italian, 8, &board);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        char text[DRAUGHTS_MAX_FEN];
        const draughts_position pos = read_fen(&board, forms[i].read);
        assert_int_equal(draughts_fen_format(&board, &pos, text), strlen(forms[i].written));
        assert_string_equal(text, forms[i].written);
    }
}

static void test_bad_fen(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t offset;
        const char *part; /* of the message */
    } bad[] = {
        {"", 0, "W or B is wanted here, and the end of the text"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 8, "Konane or of chess"},
        {"W", 1, "':' is wanted"},
        {"W:W21-32", 8, "an empty side is written ':B'"},
        {"W:W21-32:W1", 9, "White are listed twice"},
        {"W:W31-50:B1-20", 6, "square 50 is not on the board 8x8, whose squares are 1 to 32"},
        {"W:W0:B1", 3, "square 0"},
        {"W:W21,21:B1", 6, "square 21 is occupied twice"},
        {"W:W21:B20-22", 7, "square 21 is occupied twice"},
        {"W:W3:B5", 3, "a man of White on square 3, his last row, would be a king (K3)"},
        {"W:W30:B29", 7, "a man of Black on square 29"},
        {"W:W32-21:B1", 3, "runs backwards"},
        {"W:WX3:B5", 3, "'X' was found"},
        {"W:W21:B5 x", 9, "the position ends before 'x'"},
        {"W:W21:B5.x", 9, "the position ends before 'x'"},
        {"W:W21,:B5", 6, NULL},
        {"W:W21:B99999999999999999999", 7, "is not on the board"},
    };
    draughts_board board;
    bridge_board(&draughts_italian, 8, &board);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        draughts_position pos;
        const pm_status status = draughts_fen_parse(&board, bad[i].text, &pos, &err);
        if (!bad[i].part) {
            assert_int_equal(status, PM_OK); /* a comma too many is not an ambiguity */
            continue;
        }
        assert_int_equal(status, PM_BAD_INPUT);
        if (!strstr(err.message, bad[i].part) || err.offset != bad[i].offset) {
            fail_msg("%s: %s at %zu", bad[i].text, err.message, err.offset);
        }
    }
}

static void test_fen_round_trip(void **state)
{
    (void)state;
    for (int game = 0; draughts_games[game]; game++) {
        for (int size = 4; size <= 10; size += 2) {
            draughts_board board;
            bridge_board(draughts_games[game], size, &board);
            rng r = rng_stream(SEED, (uint64_t)(16 * game + size));
            for (int i = 0; i < 2000; i++) {
                char text[DRAUGHTS_MAX_FEN];
                const draughts_position pos = bridge_random(&board, &r);
                draughts_fen_format(&board, &pos, text);
                const draughts_position again = read_fen(&board, text);
                assert_memory_equal(&pos, &again, sizeof pos);
            }
        }
    }
}

/* English squares: 1-4 are the top row with White at the bottom, Black is there and begins. */
static void test_american_numbering(void **state)
{
    (void)state;
    draughts_board board;
    bridge_board(&draughts_american, 8, &board);
    char text[DRAUGHTS_MAX_FEN];
    draughts_position pos = draughts_start(&board, 3);
    draughts_fen_format(&board, &pos, text);
    assert_string_equal(text, "B:W21-32:B1-12");
    static const char *const moves[] = {"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"};
    draughts_move found[DRAUGHTS_MAX_MOVES];
    assert_int_equal(draughts_sorted_moves(&board, &pos, found), 7);
    for (int i = 0; i < 7; i++) {
        draughts_move_format(&board, &pos, &found[i], text);
        assert_string_equal(text, moves[i]);
    }
    /* The Old Fourteenth: 11-15 23-19 8-11 22-17, and the cross 11-15 23-18 with its exchange. */
    static const char *const line[] = {"11-15", "23-18", "8-11", "27-23", "4-8", "23-19", "10-14", "19x10", "14x23"};
    for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
        draughts_move move;
        if (draughts_move_parse(&board, &pos, line[i], &move, &err) != PM_OK) {
            fail_msg("%s: %s", line[i], err.message);
        }
        pos = draughts_make(&board, pos, move);
    }
    draughts_fen_format(&board, &pos, text);
    assert_string_equal(text, "W:W10,21,22,24-26,28-32:B1-3,5-9,11,12,23");
}

static void test_move_forms(void **state)
{
    (void)state;
    draughts_board board;
    bridge_board(&draughts_italian, 8, &board);
    const draughts_position start = draughts_start(&board, 3);
    const draughts_position capture = read_fen(&board, "W:W31:B12,20,28");
    static const char *const quiet[] = {"21-17", " 21-17", "21-17 ", "021-17", "21x17", "21:17", "2117"};
    static const char *const captures[] = {"31x8",   "31x24x15x8", "31X24x8", "31:15:8", "31-8",
                                           " 31x 8", "318",        "3108",    "31241508"};
    draughts_move move;
    for (size_t i = 0; i < sizeof quiet / sizeof quiet[0]; i++) {
        assert_int_equal(draughts_move_parse(&board, &start, quiet[i], &move, &err), PM_OK);
    }
    for (size_t i = 0; i < sizeof captures / sizeof captures[0]; i++) {
        assert_int_equal(draughts_move_parse(&board, &capture, captures[i], &move, &err), PM_OK);
        assert_int_equal(bits_count(move.taken), 3);
    }
}

static void check_bad_move(const draughts_board *board, const char *fen, const char *text, const char *part)
{
    const draughts_position pos = read_fen(board, fen);
    draughts_move move;
    assert_int_equal(draughts_move_parse(board, &pos, text, &move, &err), PM_BAD_INPUT);
    if (!strstr(err.message, part)) {
        fail_msg("%s: %s", text, err.message);
    }
}

static void test_bad_moves(void **state)
{
    (void)state;
    draughts_board board;
    bridge_board(&draughts_italian, 8, &board);
    const char *start = "W:W21-32:B1-12";
    check_bad_move(&board, start, "21-18x", "not a move such as 21-17");
    check_bad_move(&board, start, "e4", "not a move such as");
    check_bad_move(&board, start, "21", "not a move such as");
    check_bad_move(&board, start, "", "not a move such as");
    check_bad_move(&board, start, "21-33", "square 33 is not on the board");
    check_bad_move(&board, start, "21x25", "21x25 is not a legal move; legal are 21-17, 21-18, 22-18");
    check_bad_move(&board, start, "2125", "2125 is not a legal move; legal are 21-17");
    check_bad_move(&board, "W:WK1,K11:B18", "118", "118 is not a legal move");
    check_bad_move(&board, start, "2133", "square 33 is not on the board");
    check_bad_move(&board, start, "29-25", "29-25 is not a legal move");
    check_bad_move(&board, "W:WK27:B5,6,13,15,21,23", "27-31", "the only one is 27x25");
    check_bad_move(&board, "W:W29:BK25,K26", "29-25", "there is none");
    check_bad_move(&board, start, "1x2x3x4x5x6x7x8x9x1x2x3x4x5x6x7x8x9x1x2x3x4x5x6x7x8x9x1x2x3x4x5x6x7x8x9x1",
                   "no capture touches that many squares");
}

/* Two captures from 19 to 3 with different pieces: the short form is refused with its readings, what is written has
 * the whole path. In American draughts a short form that is itself a whole path means that move. */
static void test_ambiguous_capture(void **state)
{
    (void)state;
    draughts_board board;
    bridge_board(&draughts_italian, 8, &board);
    const char *fen = "W:W19:B6,7,14,15";
    static const char *const written[] = {"19x10x3", "19x12x3"};
    draughts_position pos = read_fen(&board, fen);
    draughts_move moves[DRAUGHTS_MAX_MOVES], move;
    char text[DRAUGHTS_MAX_MOVE_TEXT];
    assert_int_equal(draughts_sorted_moves(&board, &pos, moves), 2);
    for (int i = 0; i < 2; i++) {
        draughts_move_format(&board, &pos, &moves[i], text);
        assert_string_equal(text, written[i]);
    }
    check_bad_move(&board, fen, "19x3", "19x3 is ambiguous; it may be 19x10x3, 19x12x3");

    bridge_board(&draughts_american, 8, &board);
    pos = read_fen(&board, "B:W10,17,18,25,26:BK14");
    assert_int_equal(draughts_move_parse(&board, &pos, "14x7", &move, &err), PM_OK);
    assert_int_equal(bits_count(move.taken), 1);
    assert_int_equal(draughts_move_parse(&board, &pos, "14x21x7", &move, &err), PM_OK);
    assert_int_equal(bits_count(move.taken), 5);
}

/* Every legal move of random positions is read back from its short and its whole form. */
static void test_move_round_trip(void **state)
{
    (void)state;
    int n_long = 0;
    for (int game = 0; draughts_games[game]; game++) {
        draughts_board board;
        bridge_board(draughts_games[game], 8, &board);
        rng r = rng_stream(SEED, (uint64_t)(100 + game));
        for (int k = 0; k < 3000; k++) {
            const draughts_position pos = bridge_random(&board, &r);
            draughts_move moves[DRAUGHTS_MAX_MOVES];
            const int n = draughts_sorted_moves(&board, &pos, moves);
            for (int i = 0; i < n; i++) {
                char text[DRAUGHTS_MAX_MOVE_TEXT], path[DRAUGHTS_MAX_MOVE_TEXT];
                draughts_move move;
                draughts_move_format(&board, &pos, &moves[i], text);
                if (draughts_move_parse(&board, &pos, text, &move, &err) != PM_OK) {
                    fail_msg("%s: %s", text, err.message);
                }
                assert_true(move.from == moves[i].from && move.to == moves[i].to && move.taken == moves[i].taken);
                draughts_path_format(&board, &pos, &moves[i], path);
                assert_int_equal(draughts_move_parse(&board, &pos, path, &move, &err), PM_OK);
                assert_true(move.from == moves[i].from && move.to == moves[i].to && move.taken == moves[i].taken);
                n_long += strlen(text) > 5;
            }
        }
    }
    assert_true(n_long > 0); /* ambiguous ones were among them */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fen_forms),         cmocka_unit_test(test_bad_fen),
        cmocka_unit_test(test_fen_round_trip),    cmocka_unit_test(test_american_numbering),
        cmocka_unit_test(test_move_forms),        cmocka_unit_test(test_bad_moves),
        cmocka_unit_test(test_ambiguous_capture), cmocka_unit_test(test_move_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
