/* PDN: the ten championship games of tests/data/draughts/championship.pdn (as published, with Italian tags), a file of
 * forms found in the wild, and errors, each of which names the game, the ply and the reason and keeps the other games.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/draughts/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static pm_error err;

/* What a file gave: the games kept, and the error messages, one a line. */
typedef struct reading {
    int n_games;
    int n_moves[64];
    record_result results[64];
    char errors[4096];
} reading;

static reading read_all(FILE *file, const char *name)
{
    static reading found;
    memset(&found, 0, sizeof found);
    assert_non_null(file);
    record_reader *reader = record_reader_new(file, record_dialect_of_game(name), &(game_options){0});
    for (;;) {
        const record *r;
        const pm_status status = record_read(reader, &r, &err);
        if (status == PM_NOT_FOUND) {
            break;
        }
        if (status == PM_OK) {
            found.n_moves[found.n_games] = r->n_moves;
            found.results[found.n_games++] = r->result;
        } else {
            assert_int_equal(status, PM_BAD_INPUT);
            strcat(strcat(found.errors, err.message), "\n");
        }
    }
    record_reader_free(reader);
    fclose(file);
    return found;
}

static reading read_text(const char *text, const char *name)
{
    return read_all(fmemopen((void *)(uintptr_t)text, strlen(text), "r"), name);
}

static void test_championship(void **state)
{
    (void)state;
    static const record_result results[] = {RECORD_WHITE_WON, RECORD_DRAWN, RECORD_DRAWN,     RECORD_BLACK_WON,
                                            RECORD_DRAWN,     RECORD_DRAWN, RECORD_BLACK_WON, RECORD_WHITE_WON,
                                            RECORD_BLACK_WON, RECORD_DRAWN};
    static const int n_moves[] = {75, 69, 36, 36, 52, 41, 88, 68, 70, 29};
    const reading found = read_all(fopen("tests/data/draughts/championship.pdn", "r"), "italian");
    assert_string_equal(found.errors, "");
    assert_int_equal(found.n_games, 10);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(found.results[i], results[i]);
        assert_int_equal(found.n_moves[i], n_moves[i]);
    }
}

static void test_wild_forms(void **state)
{
    (void)state;
    static const record_result results[] = {RECORD_BLACK_WON, RECORD_UNKNOWN,   RECORD_DRAWN,   RECORD_DRAWN,
                                            RECORD_WHITE_WON, RECORD_WHITE_WON, RECORD_UNKNOWN, RECORD_UNKNOWN};
    static const int n_moves[] = {4, 3, 6, 2, 4, 1, 2, 3};
    const reading found = read_all(fopen("tests/data/draughts/wild.pdn", "r"), "italian");
    assert_string_equal(found.errors, "");
    assert_int_equal(found.n_games, 8);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(found.results[i], results[i]);
        assert_int_equal(found.n_moves[i], n_moves[i]);
    }
}

/* Bytes beyond ASCII in tags, comments and results. */
static void test_latin_1(void **state)
{
    (void)state;
    const reading found = read_text("[Dati \"69\xb0 ASSOLUTO, citt\xe0\"]\n1. 21-17 {perch\xe9} 12-15 \xbd-\xbd\n"
                                    "[Dati \"69\xc2\xb0\"]\n1. 21-17 12-15 \xc2\xbd-\xc2\xbd\n",
                                    "italian");
    assert_string_equal(found.errors, "");
    assert_int_equal(found.n_games, 2);
    assert_int_equal(found.results[0], RECORD_DRAWN);
    assert_int_equal(found.results[1], RECORD_DRAWN);
}

/* In American draughts Black begins, and "1-0" is his. */
static void test_american(void **state)
{
    (void)state;
    const char *text = "[GameType \"21\"]\n1. 11-15 23-18 2. 8-11 27-23 3. 4-8 23-19 1-0\n"
                       "[FEN \"W:W18:B15\"]\n1. 18x11 1/2-1/2\n[FEN \"W:W18:B15,5\"]\n1. 18x11 1/2-1/2\n";
    const reading found = read_text(text, "american");
    assert_int_equal(found.n_games, 2);
    assert_int_equal(found.results[0], RECORD_BLACK_WON);
    assert_int_equal(found.results[1], RECORD_DRAWN);
    assert_string_equal(found.errors, "game 2, ply 1 (line 4): Black cannot move and has lost, but the result says "
                                      "otherwise\n");
}

static void test_bad_games(void **state)
{
    (void)state;
    static const struct {
        const char *text, *error;
    } bad[] = {
        {"1. 21-17 12-16 2. 17-13 16-21",
         "game 1, ply 4 (line 1): move '16-21': 16-21 is not a legal move; legal are "},
        {"1. 21-17 12-15 2. 23-", "game 1, ply 3 (line 1): move '23-': '23-' is not a move such as 21-17 or 22x13"},
        {"1. 21-17 12-15 3-0",
         "ply 3 (line 1): move '3-0': '3-0' is neither a move such as 21-17 nor a result such as 1-0"},
        {"1. e4 e5", "ply 1 (line 1): move 'e4': 'e4' is not a move such as 21-17 or 22x13"},
        {"[GameType \"20\"]\n1. 32-28 *", "game 1 (line 1): GameType 20 is international draughts (--game "
                                          "international), and this is read as Italian draughts, GameType 22"},
        {"[GameType \"21,B,8,8,N1,0\"]\n*", "GameType 21 is American draughts (--game american)"},
        {"[GameType \"99\"]\n*", "GameType 99 is another game"},
        /* 2^32 + 22 */
        {"[GameType \"4294967318\"]\n*", "the tag GameType is \"4294967318\", not a number such as 22"},
        {"[GameType \"dama\"]\n*", "the tag GameType is \"dama\", not a number such as 22"},
        {"[GameType \"22,W,12,12,N2,1\"]\n*", "a board of 12x12 is not one of the draughts boards"},
        {"[Game \"Konane\"]\n*", "is Konane, not draughts"},
        {"[FEN \"W:W31-50:B1-20\"]\n1. 32-28 *", "square 50 is not on the board 8x8, whose squares are 1 to 32"},
        {"[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\"]\n*", "the notation of Konane or of chess"},
        {"[Risultato \"1-0\"]\n1. 21-17 0-1", "the tag Result and the result after the moves differ"},
        {"[Result \"win\"]\n1. 21-17 *", "the tag Result has a value that is not a result of this game"},
        {"[Result \"0-1\"]\n1.21-17 12-15 2.23-19 11-14", "ply 4 (line 4): the moves end without a result"},
        {"1. 21-17 12-15*", "ply 2 (line 2): the moves end without a result"},
        {"1. 21-17 {cut off", "a comment has no closing brace"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[512];
        snprintf(text, sizeof text, "%s\n%s", bad[i].text,
                 strchr(bad[i].text, '{') ? "" : "\n[Event \"a good game\"]\n1. 21-17 12-15 *\n");
        const reading found = read_text(text, "italian");
        if (!strstr(found.errors, bad[i].error)) {
            fail_msg("%s: %s", bad[i].text, found.errors);
        }
        assert_int_equal(found.n_games, strchr(bad[i].text, '{') ? 0 : 1);
    }
}

/* What is written is read as the same game. */
static void test_round_trip(void **state)
{
    (void)state;
    FILE *file = fopen("tests/data/draughts/wild.pdn", "r");
    record_reader *reader = record_reader_new(file, &draughts_italian_records, &(game_options){0});
    const record *r;
    int n = 0;
    while (record_read(reader, &r, &err) == PM_OK) {
        char *text = NULL;
        size_t size = 0;
        FILE *copy = open_memstream(&text, &size);
        assert_true(record_write(copy, &draughts_italian_records, r));
        fclose(copy);
        const reading again = read_text(text, "italian");
        assert_string_equal(again.errors, "");
        assert_int_equal(again.n_games, 1);
        assert_int_equal(again.n_moves[0], r->n_moves);
        assert_int_equal(again.results[0], r->result);
        free(text);
        n++;
    }
    assert_int_equal(n, 8);
    record_reader_free(reader);
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_championship), cmocka_unit_test(test_wild_forms), cmocka_unit_test(test_latin_1),
        cmocka_unit_test(test_american),     cmocka_unit_test(test_bad_games),  cmocka_unit_test(test_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
