/* Games of every kind through the public interface.
 *
 * Oracles: the core of papamu.h for Konane on at most 64 cells; published perft numbers of draughts,
 * tests/data/draughts/perft.tsv.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static pm_game *game_of(const char *name, int rows, int cols)
{
    pm_game *game;
    const pm_game_options options = {.rows = rows, .cols = cols};
    assert_int_equal(pm_game_new(name, &options, &game, NULL), PM_OK);
    return game;
}

/* Every position that 4 plies lead to: the same moves in the same order as pm_moves, texts that read back. */
static void compare_from(const pm_game *game, const pm_board *board, const pm_state *state, int depth)
{
    const pm_position pos = {state->bits[0], (pm_color)state->mover};
    pm_ply plies[PM_GAME_MAX_PLIES];
    pm_move moves[PM_MAX_MOVES];
    char text[PM_GAME_MAX_TEXT], same[PM_MAX_TEXT];
    pm_state read;
    const int n = pm_game_plies(game, state, plies);
    assert_int_equal(n, pm_moves(board, pos, moves));
    assert_int_equal(pm_game_is_opening(game, state), pm_position_is_opening(board, pos));
    assert_int_equal(pm_game_format(game, state, text), pm_position_format(board, pos, same));
    assert_string_equal(text, same);
    assert_int_equal(pm_game_parse(game, text, &read, NULL), PM_OK);
    assert_memory_equal(&read, state, sizeof read);
    for (int i = 0; i < n; i++) {
        pm_ply ply;
        assert_int_equal(plies[i].from, moves[i].from);
        assert_int_equal(plies[i].to, moves[i].to);
        pm_game_ply_format(game, state, &plies[i], text);
        assert_int_equal(pm_game_ply_parse(game, state, text, &ply, NULL), PM_OK);
        assert_memory_equal(&ply, &plies[i], sizeof ply);
        if (depth > 0) {
            pm_state next = *state;
            pm_game_make(game, &next, &plies[i]);
            compare_from(game, board, &next, depth - 1);
        }
    }
}

static void test_konane_is_the_core(void **state)
{
    (void)state;
    pm_game *game = game_of("konane", 4, 5);
    pm_board *board;
    pm_state start;
    assert_int_equal(pm_board_new(4, 5, PM_BLACK, NULL, &board, NULL), PM_OK);
    assert_int_equal(pm_game_start(game, &start, NULL), PM_OK);
    compare_from(game, board, &start, 4);
    pm_board_free(board);
    pm_game_free(game);
}

/* Draughts of 6 plies: American (English) draughts 36768, Aart Bik, "Computing deep perft and divide numbers for
 * checkers"; international 10x10: 9 moves at the start, 658 after 3. */
static void test_draughts(void **state)
{
    (void)state;
    pm_game *american = game_of("american", 0, 0), *international = game_of("international", 0, 0);
    pm_state start;
    char cells[PM_GAME_MAX_CELLS];
    assert_int_equal(pm_game_start(american, &start, NULL), PM_OK);
    assert_int_equal(pm_game_perft(american, &start, 6), 36768);
    assert_int_equal(pm_game_draw(american, &start, cells), 64);
    int count[128] = {0};
    for (int i = 0; i < 64; i++) {
        count[(int)cells[i]]++;
    }
    assert_int_equal(count['x'], 12);
    assert_int_equal(count['o'], 12);
    assert_int_equal(count['.'], 8);
    assert_int_equal(count[' '], 32);
    assert_int_equal(pm_game_start(international, &start, NULL), PM_OK);
    assert_int_equal(pm_game_perft(international, &start, 3), 658);
    const pm_game_info info = pm_game_get_info(international);
    assert_string_equal(info.name, "international");
    assert_true(info.rows == 10 && info.cols == 10 && info.n_cells == 50 && info.has_draws);
    pm_game_free(american);
    pm_game_free(international);
}

static void test_symmetries_keep_the_number_of_moves(void **state)
{
    (void)state;
    pm_game *game = game_of("konane", 12, 12);
    pm_state position, image;
    pm_ply plies[PM_GAME_MAX_PLIES];
    const pm_game_info info = pm_game_get_info(game);
    assert_int_equal(info.n_symmetries, 4);
    assert_int_equal(pm_game_start(game, &position, NULL), PM_OK);
    for (int k = 0; k < 20; k++) {
        const int n = pm_game_plies(game, &position, plies);
        for (int i = 0; i < info.n_symmetries; i++) {
            pm_ply unused[PM_GAME_MAX_PLIES];
            pm_game_image(game, i, &position, &image);
            assert_true(i > 0 || memcmp(&image, &position, sizeof image) == 0);
            assert_true(k < 2 || pm_game_plies(game, &image, unused) == n);
        }
        pm_game_make(game, &position, &plies[(k * 7) % n]);
    }
    pm_game_free(game);
}

/* Functions without a pm_status do nothing with a NULL, in release and debug builds alike. */
static void test_nothing_given(void **state)
{
    (void)state;
    pm_game *game = game_of("konane", 4, 4);
    pm_state s, same;
    pm_ply plies[PM_GAME_MAX_PLIES];
    char text[PM_GAME_MAX_TEXT] = "x", cells[PM_GAME_MAX_CELLS];
    assert_int_equal(pm_game_start(game, &s, NULL), PM_OK);
    same = s;
    assert_int_equal(pm_game_plies(NULL, &s, plies) + pm_game_plies(game, NULL, plies), 0);
    assert_int_equal(pm_game_plies(game, &s, NULL), 0);
    assert_int_equal(pm_game_perft(NULL, &s, 1) + pm_game_perft(game, NULL, 1) + pm_game_perft(game, &s, -1), 0);
    assert_false(pm_game_is_opening(NULL, &s) || pm_game_is_opening(game, NULL));
    assert_int_equal(pm_game_draw(NULL, &s, cells) + pm_game_draw(game, NULL, cells) + pm_game_draw(game, &s, NULL), 0);
    assert_int_equal(pm_game_format(game, &s, NULL), 0);
    assert_int_equal(pm_game_format(game, NULL, text), 0);
    assert_string_equal(text, "");
    assert_int_equal(pm_game_ply_format(game, &s, NULL, text), 0);
    assert_string_equal(text, "");
    pm_game_make(game, &s, NULL);
    pm_game_make(NULL, &s, plies);
    pm_game_image(game, PM_GAME_MAX_SYMMETRIES, &s, &same);
    pm_game_image(game, -1, &s, &same);
    pm_game_image(game, 0, &s, NULL);
    assert_memory_equal(&s, &same, sizeof s);
    pm_game_free(game);
}

static void test_bad_input(void **state)
{
    (void)state;
    pm_game *game = NULL;
    pm_state s;
    pm_ply ply;
    pm_error err = {.message = ""};
    const pm_game_options odd = {.rows = 7, .cols = 7}, wrong = {.corner = (pm_color)5};
    assert_int_equal(pm_game_new("chess", NULL, &game, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "chess"));
    assert_int_equal(pm_game_new(NULL, NULL, &game, &err), PM_BAD_INPUT);
    assert_int_equal(pm_game_new("konane", NULL, NULL, &err), PM_BAD_INPUT);
    assert_int_equal(pm_game_new("konane", &wrong, &game, &err), PM_BAD_INPUT);
    assert_int_equal(pm_game_new("italian", &odd, &game, &err), PM_BAD_INPUT);
    assert_null(game);
    game = game_of("konane", 4, 4);
    assert_int_equal(pm_game_start(NULL, &s, &err), PM_BAD_INPUT);
    assert_int_equal(pm_game_parse(game, "4/4/4/3z b", &s, &err), PM_BAD_INPUT);
    assert_int_equal(err.offset, 7);
    assert_int_equal(pm_game_start(game, &s, &err), PM_OK);
    assert_int_equal(pm_game_ply_parse(game, &s, "a1-a3", &ply, &err), PM_BAD_INPUT);
    assert_int_equal(pm_game_ply_parse(game, &s, NULL, &ply, &err), PM_BAD_INPUT);
    pm_game_free(game);
    pm_game_free(NULL);
    assert_string_equal(pm_game_get_info(NULL).name, "");
    assert_string_equal(pm_game_names()[0], "konane");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_konane_is_the_core),
        cmocka_unit_test(test_draughts),
        cmocka_unit_test(test_symmetries_keep_the_number_of_moves),
        cmocka_unit_test(test_nothing_given),
        cmocka_unit_test(test_bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
