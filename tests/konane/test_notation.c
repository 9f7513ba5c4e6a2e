/* Positions and moves as text. Oracles: the grid writer and the cell names of tests/oracle/oracle.c, which share no
 * code with the parser; round trips over random positions of every shape; and for every kind of bad text the offset of
 * the bad character, counted by hand.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/rng.h"
#include "src/konane/notation.h"
#include "src/papamu.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

enum { SEED = 20240601 };

/* ---- positions -------------------------------------------------------------------------------- */

typedef struct bad_position {
    const char *text;
    size_t offset;
    const char *says; /* part of the message */
} bad_position;

static const bad_position bad_positions[] = {
    {"", 0, "found the end"},
    {" bw b", 0, "expected a position"},
    {"?", 0, "expected a position"},
    {"Xo", 0, "expected a position"},
    {"bw/w b", 4, "row 2 from the top has 1 cells, the first has 2"},
    {"bw/wbw b", 5, "row 2 from the top has more cells"},
    {"bw/3 b", 3, "row 2 from the top has more cells"},
    {"bw/wb/w", 7, "row 3 from the top has 1 cells"},
    {"bw//wb b", 3, "found '/'"},
    {"bw/wb/ b", 6, "found ' '"},
    {"bw/wb", 5, "the side to move is missing"},
    {"bw/wb ", 5, "the side to move is missing"},
    {"bw/wb r", 6, "the side to move"},
    {"bw/wb x", 6, "the side to move"},
    {"bw/wb b b", 8, "nothing after the side to move"},
    {"bw/wb bw", 7, "nothing after the side to move"},
    {"bw/wbb", 5, "row 2 from the top has more cells"},
    {"bw/wr b", 4, "found 'r'"},
    {"bw/xb b", 3, "found 'x'"},
    {"bw|wb b", 2, "found '|'"},
    {"bw\nwb b", 2, "0x0a"},
    {"bw/bw b", 3, "cannot both be"},
    {"b1b/1b1/w1b b", 8, "'w' on a1 and 'b' on a3"},
    {"0/2 b", 0, "does not begin with 0"},
    {"02/2 b", 0, "does not begin with 0"},
    {"1 b", 0, "at least 2 cells"},
    {"b b", 0, "at least 2 cells"},
    {"65 b", 0, "more than 64 cells"},
    {"99999999999999999999999 b", 0, "more than 64 cells"},
    {"64/1 b", 3, "more than 64 cells"},
    {"32/32/32 b", 6, "more than 64 cells"},
    {"..xo|oxo", 8, "row 2 from the top has 3 cells, the first has 4"},
    {"..xo|oxoxo", 9, "row 2 from the top has more cells"},
    {"..xo|oxoX", 8, "found 'X'"},
    {"..xo|oxob", 8, "found 'b'"},
    {"..xo|4", 5, "found '4'"},
    {"..xo||oxox", 5, "found '|'"},
    {"..xo|oxox|", 10, "found the end"},
    {"xo|xo", 3, "cannot both be"},
    {"xx", 1, "cannot both be"},
    {"x.o", 2, "cannot both be"},
    {"xo|ox z", 6, "the side to move"},
    {"xo|ox b!", 7, "nothing after"},
    {"x", 0, "at least 2 cells"},
    {"xo\nox\nz", 6, "found 'z'"},
    {"xo\rox", 2, "expected"},
    {"xo\x01", 2, "0x01"},
};

static void bad_positions_are_refused_at_their_offset(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_positions / sizeof *bad_positions; i++) {
        const bad_position *bad = &bad_positions[i];
        konane_diagram d = {.rows = -7};
        pm_error err = {.offset = 999};
        const pm_status status = konane_diagram_parse(bad->text, false, 64, &d, &err);
        if (status != PM_BAD_INPUT || err.offset != bad->offset || !strstr(err.message, bad->says)) {
            fail_msg("\"%s\": status %d, offset %zu, \"%s\"", bad->text, (int)status, err.offset, err.message);
        }
        assert_int_equal(d.rows, -7); /* untouched */
    }
}

/* Read `text` and compare with the form that is written. */
static void check_reads(const char *text, const char *written)
{
    konane_diagram d;
    pm_error err;
    char out[KONANE_MAX_TEXT];
    if (konane_diagram_parse(text, true, KONANE_CELL_LIMIT, &d, &err) != PM_OK) {
        fail_msg("\"%s\" at %zu: %s", text, err.offset, err.message);
    }
    const int length = konane_diagram_format(&d, out);
    assert_int_equal(length, strlen(out));
    assert_string_equal(out, written);
}

static void all_forms_are_read(void **state)
{
    (void)state;
    check_reads("2bw/wbwb/bwbw/wbwb b", "2bw/wbwb/bwbw/wbwb b");
    check_reads("2bw/wbwb/bwbw/wbwb", "2bw/wbwb/bwbw/wbwb b");
    check_reads("..xo|oxox|xoxo|oxox", "2bw/wbwb/bwbw/wbwb b");
    check_reads("--xo/oxox/xoxo/oxox w", "2bw/wbwb/bwbw/wbwb w");
    check_reads("..xo\noxox\nxoxo\noxox\n", "2bw/wbwb/bwbw/wbwb b");
    check_reads("..xo\r\noxox\r\nxoxo\r\noxox o\r\n", "2bw/wbwb/bwbw/wbwb w");
    check_reads("..xo|oxox|xoxo|oxox x", "2bw/wbwb/bwbw/wbwb b");
    check_reads("..xo|oxox|xoxo|oxox   w  ", "2bw/wbwb/bwbw/wbwb w");
    check_reads("11bw2b w", "11bw2b w");
    check_reads("12/12 w\n", "12/12 w");
    check_reads("1b1/3 b", "1b1/3 b");
    check_reads("400 w", "400 w");
    check_reads("..|..", "2/2 b");
}

static void the_corner_follows_from_the_stones(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        pm_color corner;
        size_t first;
    } cases[] = {{"bw/wb b", PM_BLACK, 0}, {"wb/bw b", PM_WHITE, 0}, {"1b/2 b", PM_WHITE, 1},
                 {"2/1b b", PM_BLACK, 3},  {".o|..", PM_BLACK, 1},   {"..|o.", PM_BLACK, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        konane_diagram d;
        pm_error err;
        assert_int_equal(konane_diagram_parse(cases[i].text, false, 64, &d, &err), PM_OK);
        assert_true(d.has_stones);
        assert_int_equal(d.corner, cases[i].corner);
        assert_int_equal(d.first_stone, cases[i].first);
        assert_int_equal(konane_diagram_fit(&d, 2, 2, cases[i].corner, &err), PM_OK);
        assert_int_equal(konane_diagram_fit(&d, 2, 2, (pm_color)!cases[i].corner, &err), PM_BAD_INPUT);
        assert_int_equal(err.offset, cases[i].first);
        assert_int_equal(konane_diagram_fit(&d, 2, 3, cases[i].corner, &err), PM_BAD_INPUT);
        assert_non_null(strstr(err.message, "2x2, the board 2x3"));
    }
    konane_diagram empty;
    assert_int_equal(konane_diagram_parse("2/2 b", false, 64, &empty, NULL), PM_OK);
    assert_false(empty.has_stones);
    assert_int_equal(konane_diagram_fit(&empty, 2, 2, PM_WHITE, NULL), PM_OK);
    assert_int_equal(empty.corner, PM_WHITE);
}

/* Write the oracle's position as a grid, rows separated by `separator`. */
static void write_grid(const oracle_board *board, const oracle_position *pos, char separator, char *text)
{
    for (int cell = 0; cell < board->rows * board->cols; cell++) {
        if (cell && cell % board->cols == 0) {
            *text++ = separator;
        }
        *text++ = !pos->stone[cell] ? '.' : oracle_color(board, cell) == ORACLE_BLACK ? 'x' : 'o';
    }
    memcpy(text, pos->mover == ORACLE_WHITE ? " w" : " b", 3);
}

static oracle_position random_position(rng *r, const oracle_board *board)
{
    oracle_position pos = {.mover = (int)rng_below(r, 2)};
    const uint32_t density = rng_below(r, 11);
    for (int cell = 0; cell < board->rows * board->cols; cell++) {
        pos.stone[cell] = rng_below(r, 10) < density;
    }
    return pos;
}

static void check_diagram(const konane_diagram *d, const oracle_board *board, const oracle_position *pos)
{
    bool has_stones = false;
    assert_int_equal(d->rows, board->rows);
    assert_int_equal(d->cols, board->cols);
    assert_int_equal(d->mover, pos->mover);
    for (int cell = 0; cell < board->rows * board->cols; cell++) {
        assert_int_equal(konane_diagram_has(d, papamu_cell_of(board, cell)), pos->stone[cell]);
        has_stones |= pos->stone[cell];
    }
    assert_int_equal(d->has_stones, has_stones);
    assert_int_equal(d->corner, has_stones ? board->corner : ORACLE_BLACK);
}

static void check_random_position(rng *r, int rows, int cols)
{
    const oracle_board board = {.rows = rows, .cols = cols, .corner = (int)rng_below(r, 2)};
    const oracle_position pos = random_position(r, &board);
    char text[KONANE_MAX_TEXT], out[KONANE_MAX_TEXT], again[KONANE_MAX_TEXT];
    write_grid(&board, &pos, "|/\n"[rng_below(r, 3)], text);
    konane_diagram d;
    pm_error err;
    if (konane_diagram_parse(text, false, KONANE_CELL_LIMIT, &d, &err) != PM_OK) {
        fail_msg("\"%s\" at %zu: %s", text, err.offset, err.message);
    }
    check_diagram(&d, &board, &pos);
    assert_in_range(konane_diagram_format(&d, out), 1, KONANE_MAX_TEXT - 1);
    konane_diagram back;
    assert_int_equal(konane_diagram_parse(out, false, KONANE_CELL_LIMIT, &back, &err), PM_OK);
    check_diagram(&back, &board, &pos);
    konane_diagram_format(&back, again);
    assert_string_equal(out, again);
}

static void random_positions_of_every_shape(void **state)
{
    (void)state;
    rng r = rng_stream(SEED, 1);
    for (int rows = 1; rows <= KONANE_CELL_LIMIT; rows++) {
        for (int cols = rows == 1 ? 2 : 1; rows * cols <= KONANE_CELL_LIMIT; cols++) {
            for (int i = 0; i < 4; i++) {
                check_random_position(&r, rows, cols);
            }
        }
    }
}

/* ---- boards of up to 64 cells ------------------------------------------------------------------- */

static void positions_make_their_boards(void **state)
{
    (void)state;
    pm_board *board = NULL;
    pm_position pos;
    pm_error err;
    char text[PM_MAX_TEXT];
    assert_int_equal(pm_position_parse("2wb/bwbw/wbwb w", "any", PM_BLACK, false, &board, &pos, &err), PM_OK);
    assert_int_equal(pm_board_rows(board), 3);
    assert_int_equal(pm_board_cols(board), 4);
    assert_int_equal(pm_board_corner(board), PM_WHITE);
    assert_int_equal(pos.mover, PM_WHITE);
    pm_position_format(board, pos, text);
    assert_string_equal(text, "2wb/bwbw/wbwb w");
    pm_board_free(board);
    assert_int_equal(pm_position_parse("..|..", NULL, PM_WHITE, false, &board, &pos, &err), PM_OK);
    assert_int_equal(pm_board_corner(board), PM_WHITE);
    pm_board_free(board);
    assert_int_equal(pm_position_parse("65 b", NULL, PM_WHITE, false, &board, &pos, &err), PM_BAD_INPUT);
    assert_int_equal(pm_position_parse("..|..", "corners", PM_WHITE, false, &board, &pos, &err), PM_BAD_INPUT);
}

/* ---- moves ---------------------------------------------------------------------------------------- */

typedef struct move_text {
    const char *text;
    const char *from, *to; /* what it means; NULL: refused */
    size_t offset;
} move_text;

static void check_move_text(const move_text *m, int rows, int cols)
{
    int from = -1, to = -1;
    pm_error err = {.offset = 999};
    const pm_status status = konane_move_parse(m->text, rows, cols, &from, &to, &err);
    if (!m->from) {
        if (status != PM_BAD_INPUT || err.offset != m->offset || from != -1 || to != -1) {
            fail_msg("\"%s\": status %d, offset %zu, \"%s\"", m->text, (int)status, err.offset, err.message);
        }
        return;
    }
    if (status != PM_OK) {
        fail_msg("\"%s\" at %zu: %s", m->text, err.offset, err.message);
    }
    char a[KONANE_MAX_CELL_TEXT], b[KONANE_MAX_CELL_TEXT];
    konane_cell_format(rows, from, a);
    konane_cell_format(rows, to, b);
    assert_string_equal(a, m->from);
    assert_string_equal(b, m->to);
}

static const move_text moves_8x8[] = {
    {"e6-e4", "e6", "e4", 0},
    {"e6e4", "e6", "e4", 0},
    {"e6xe4", "e6", "e4", 0},
    {"e6:e4", "e6", "e4", 0},
    {"E6-E4", "e6", "e4", 0},
    {"E6XE4", "e6", "e4", 0},
    {"b2-d2-f2", "b2", "f2", 0},
    {"b2d2f2", "b2", "f2", 0},
    {"b2xd2:f2", "b2", "f2", 0},
    {"b2-h2", "b2", "h2", 0},
    {"h8-f8-d8-b8", "h8", "b8", 0},
    {"d5", "d5", "d5", 0},
    {"a1", "a1", "a1", 0},
    {"D5", "d5", "d5", 0},
    {"", NULL, NULL, 0},
    {"d", NULL, NULL, 1},
    {"5d", NULL, NULL, 0},
    {"i1", NULL, NULL, 0},
    {"a9", NULL, NULL, 1},
    {"a0", NULL, NULL, 1},
    {"e6-", NULL, NULL, 3},
    {"e6-e", NULL, NULL, 4},
    {"e6--e4", NULL, NULL, 3},
    {"e6-e4 ", NULL, NULL, 5},
    {" e6-e4", NULL, NULL, 0},
    {"e6-e4-", NULL, NULL, 6},
    {"e6-e9", NULL, NULL, 4},
    {"e6-e5", NULL, NULL, 3},
    {"e6-d5", NULL, NULL, 3},
    {"e6-c4", NULL, NULL, 3},
    {"e6-e6", NULL, NULL, 3},
    {"e6e6", NULL, NULL, 2},
    {"b2-d2-d4", NULL, NULL, 6},
    {"b2-d2-b2", NULL, NULL, 6},
    {"b2-f2-h2", NULL, NULL, 3},
    {"b2-d2-h2", NULL, NULL, 6},
    {"e6+e4", NULL, NULL, 2},
    {"e6-e4#", NULL, NULL, 5},
    {"e6x4", NULL, NULL, 2},
    {"e06-e4", NULL, NULL, 1},
    {"e6\xe2\x80\x93"
     "e4",
     NULL, NULL, 2},
};

static void moves_are_read_in_every_form(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof moves_8x8 / sizeof *moves_8x8; i++) {
        check_move_text(&moves_8x8[i], 8, 8);
    }
    /* Columns w, x, y, z, aa, ...: an x may be a column or a separator. */
    static const move_text wide[] = {
        {"x4-z4", "x4", "z4", 0},
        {"x4xz4", "x4", "z4", 0},
        {"z4xx4", "z4", "x4", 0},
        {"z4x4", "z4", "x4", 0},
        {"z4-ab4", "z4", "ab4", 0},
        {"z4xab4", "z4", "ab4", 0},
        {"ab4xz4x4", "ab4", "x4", 0},
        {"AB4XZ4", "ab4", "z4", 0},
        {"aa1aa3", "aa1", "aa3", 0},
        {"af8", "af8", "af8", 0},
        {"ag8", NULL, NULL, 0},
        {"z4xag4", NULL, NULL, 3},
        {"zzzzzzzzzzzzzzzzz1", NULL, NULL, 0},
        {"a99999999999999999999999", NULL, NULL, 1},
    };
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        check_move_text(&wide[i], 8, 32);
    }
}

/* Every pair of cells of a row or column two apart, four apart, ..., written and read back in each form. */
static void moves_survive_a_round_trip(void **state)
{
    (void)state;
    static const int shapes[][2] = {{8, 8}, {20, 20}, {1, 64}, {64, 1}, {1, 400}, {400, 1}, {8, 32}, {3, 5}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const int rows = shapes[i][0], n = rows * shapes[i][1];
        for (int from = 0; from < n; from++) {
            for (int to = 0; to < n; to++) {
                const int cols = to / rows - from / rows, ranks = to % rows - from % rows;
                if ((cols && ranks) || (cols + ranks) % 2) {
                    continue;
                }
                char text[KONANE_MAX_MOVE_TEXT];
                int a, b;
                assert_in_range(konane_move_format(rows, from, to, text), 2, KONANE_MAX_MOVE_TEXT - 1);
                assert_int_equal(konane_move_parse(text, rows, shapes[i][1], &a, &b, NULL), PM_OK);
                assert_int_equal(a, from);
                assert_int_equal(b, to);
            }
        }
    }
}

typedef struct illegal_move {
    const char *position, *move, *says;
} illegal_move;

static void illegal_moves_say_why(void **state)
{
    (void)state;
    static const illegal_move cases[] = {
        {"bwbw/wbwb/bwbw/wbwb b", "a4-c4", "the opening is not over, Black has to remove"},
        {"bwbw/wbwb/bwbw/wbwb b", "a2", "does not let Black remove"},
        {"bwbw/wbwb/bwbw/wbwb b", "a3", "not one of Black's"},
        {"1wbw/wbwb/bwbw/wbwb w", "c4", "not one of White's"},
        {"1wbw/wbwb/bwbw/wbwb w", "d4", "next to the hole"},
        {"1wbw/wbwb/bwbw/wbwb w", "a4", "a4 is empty"},
        {"2bw/wbwb/bwbw/wbwb b", "c4", "removed in the opening only"},
        {"2bw/wbwb/bwbw/wbwb b", "c4-a4", "no stone on b4"},
        {"2bw/wbwb/bwbw/wbwb b", "a2-c2", "c2 is not empty"},
        {"2bw/wbwb/bwbw/wbwb b", "a4-c4", "a4 is empty"},
        {"2bw/wbwb/bwbw/wbwb b", "a3-a1", "not one of Black's"},
        {"b1/1b/b1/1b/b1/2/2/w1/2 b", "a5-a1", "no stone on a4"},
        {"bw3/5 b", "a2-e2", "no stone on d2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pm_board *board = NULL;
        pm_position pos;
        pm_move move = {77, 77};
        pm_error err = {.offset = 999};
        if (pm_position_parse(cases[i].position, NULL, PM_BLACK, false, &board, &pos, &err) != PM_OK) {
            fail_msg("%s: %s", cases[i].position, err.message);
        }
        assert_int_equal(pm_move_parse(board, pos, cases[i].move, &move, &err), PM_BAD_INPUT);
        if (err.offset != 0 || move.from != 77 || !strstr(err.message, cases[i].says)) {
            fail_msg("%s in %s: \"%s\"", cases[i].move, cases[i].position, err.message);
        }
        pm_board_free(board);
    }
}

/* In random games every legal move is read back from its text, and only legal moves are. */
static void legal_moves_are_read_back(void **state)
{
    (void)state;
    rng r = rng_stream(SEED, 2);
    pm_board *board = NULL;
    assert_int_equal(pm_board_new(6, 6, PM_BLACK, "any", &board, NULL), PM_OK);
    for (int game = 0; game < 20; game++) {
        pm_position pos;
        pm_move moves[PM_MAX_MOVES], back;
        assert_int_equal(pm_start(board, &pos, NULL), PM_OK);
        for (int n; (n = pm_moves(board, pos, moves)) > 0;
             pos = pm_move_make(board, pos, moves[rng_below(&r, (uint32_t)n)])) {
            int n_read = 0;
            for (int from = 0; from < 36; from++) {
                for (int to = 0; to < 36; to++) {
                    char text[PM_MAX_MOVE_TEXT];
                    pm_move_format(board, (pm_move){(uint8_t)from, (uint8_t)to}, text);
                    n_read += pm_move_parse(board, pos, text, &back, NULL) == PM_OK;
                }
            }
            assert_int_equal(n_read, n);
        }
    }
    pm_board_free(board);
}

int main(void)
{
    printf("seed %d\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_positions_are_refused_at_their_offset),
        cmocka_unit_test(all_forms_are_read),
        cmocka_unit_test(the_corner_follows_from_the_stones),
        cmocka_unit_test(random_positions_of_every_shape),
        cmocka_unit_test(positions_make_their_boards),
        cmocka_unit_test(moves_are_read_in_every_form),
        cmocka_unit_test(moves_survive_a_round_trip),
        cmocka_unit_test(illegal_moves_say_why),
        cmocka_unit_test(legal_moves_are_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
