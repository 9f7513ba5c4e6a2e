/* What one handle made given to another: states of other games and boards, plies off the board, positions of other
 * boards. Nothing crashes and nothing is taken for one's own.
 *
 * Oracle: the rules of the interface, src/papamu/game.h; damaged states are bits set at random, with a printed seed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu/database.h"
#include "src/papamu/forms.h"
#include "src/papamu/play.h"
#include "src/papamu/solve.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { N_GAMES = 6, N_DAMAGED = 2000 };

static const struct {
    const char *name;
    int rows, cols;
} kinds[N_GAMES] = {{"konane", 4, 4},  {"konane", 5, 5},          {"konane", 20, 20},
                    {"italian", 6, 6}, {"international", 10, 10}, {"american", 8, 8}};

static pm_game *games[N_GAMES];
static pm_answer answer;

static int make_games(void **state)
{
    (void)state;
    for (int i = 0; i < N_GAMES; i++) {
        const pm_game_options options = {.rows = kinds[i].rows, .cols = kinds[i].cols};
        if (pm_game_new(kinds[i].name, &options, &games[i], NULL) != PM_OK) {
            return 1;
        }
    }
    return 0;
}

static int free_games(void **state)
{
    (void)state;
    for (int i = 0; i < N_GAMES; i++) {
        pm_game_free(games[i]);
    }
    return 0;
}

static void is_refused(pm_status status, const pm_error *err)
{
    assert_int_equal(status, PM_BAD_INPUT);
    assert_non_null(strstr(err->message, "state"));
}

/* Every function that takes a state refuses this one; `game` has at most 25 cells if it is Konane. */
static void refuse(const pm_game *game, const pm_state *bad)
{
    pm_ply plies[PM_GAME_MAX_PLIES];
    pm_state image = {.clock = 7};
    const pm_state before = image;
    char text[PM_GAME_MAX_TEXT] = "x", cells[PM_GAME_MAX_CELLS];
    pm_error err = {.message = ""};
    pm_agent *agent;
    pm_forms *forms;
    pm_form form;
    memset(plies, 0, sizeof plies);
    assert_int_equal(pm_game_plies(game, bad, plies), 0);
    assert_int_equal(pm_game_perft(game, bad, 1), 0);
    assert_int_equal(pm_game_draw(game, bad, cells), 0);
    assert_int_equal(pm_game_format(game, bad, text), 0);
    assert_string_equal(text, "");
    assert_int_equal(pm_game_ply_format(game, bad, plies, text), 0);
    assert_false(pm_game_is_opening(game, bad));
    pm_game_image(game, 0, bad, &image);
    assert_memory_equal(&image, &before, sizeof image);
    is_refused(pm_game_ply_parse(game, bad, "a1", plies, &err), &err);
    assert_int_equal(pm_agent_new("greedy", game, 1, &agent, NULL), PM_OK);
    is_refused(pm_agent_choose(agent, bad, NULL, plies, &err), &err);
    pm_agent_free(agent);
    const pm_record record = {.game = game, .start = *bad, .result = 3};
    is_refused(pm_record_append("/nowhere/x.kgn", &record, &err), &err);
    if (strcmp(pm_game_get_info(game).name, "konane") == 0) {
        assert_int_equal(pm_forms_new(&(pm_job){.memory = 16 << 20}, &forms, NULL), PM_OK);
        is_refused(pm_form_of_state(forms, game, bad, &form, &err), &err);
        pm_forms_free(forms);
    }
}

static void refuse_answers(const pm_game *game, const pm_state *bad)
{
    pm_answers *answers;
    pm_verdict verdict;
    pm_error err = {.message = ""};
    assert_int_equal(pm_answers_new(game, NULL, NULL, &answers, NULL), PM_OK);
    is_refused(pm_answers_find(answers, bad, &answer, &err), &err);
    is_refused(pm_answers_judge(answers, 1, bad, &verdict, &err), &err);
    pm_answers_free(answers);
}

/* The start of a larger board, or of a game whose words mean something else. */
static void test_states_of_other_games(void **state)
{
    (void)state;
    const struct {
        int of, given_to;
    } pairs[] = {{1, 0}, {2, 1}, {4, 3}, {5, 3}, {3, 0}, {5, 1}, {2, 4}, {1, 5}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        pm_state start;
        assert_int_equal(pm_game_start(games[pairs[i].of], &start, NULL), PM_OK);
        refuse(games[pairs[i].given_to], &start);
        if (pairs[i].given_to < 2) {
            refuse_answers(games[pairs[i].given_to], &start);
        }
    }
}

/* What is not refused is a position like any other: it has a text, and the text is read as the same state. */
static void test_damaged_states(void **state)
{
    (void)state;
    const unsigned seed = 20;
    int n_good = 0, n_bad = 0;
    printf("seed %u\n", seed);
    srand(seed);
    for (int i = 0; i < N_DAMAGED; i++) {
        const pm_game *game = games[i % N_GAMES];
        pm_state s, again;
        char text[PM_GAME_MAX_TEXT];
        pm_ply plies[PM_GAME_MAX_PLIES];
        assert_int_equal(pm_game_start(game, &s, NULL), PM_OK);
        uint8_t *bytes = (uint8_t *)&s;
        for (int k = rand() % 3; k >= 0; k--) {
            bytes[rand() % (int)(rand() % 2 ? sizeof s : 16)] ^= (uint8_t)(1 << rand() % 8);
        }
        if (pm_game_format(game, &s, text) == 0) {
            refuse(game, &s);
            n_bad++;
            continue;
        }
        n_good++;
        assert_true(pm_game_plies(game, &s, plies) <= PM_GAME_MAX_PLIES);
        assert_int_equal(pm_game_parse(game, text, &again, NULL), PM_OK);
        assert_memory_equal(again.bits, s.bits, sizeof s.bits);
        assert_int_equal(again.mover, s.mover);
    }
    assert_true(n_good > 50 && n_bad > 50);
}

static void test_plies_off_the_board(void **state)
{
    (void)state;
    for (int i = 0; i < N_GAMES; i++) {
        const uint16_t n = (uint16_t)pm_game_get_info(games[i]).n_cells;
        const pm_ply off[] = {{.from = n}, {.to = n}, {.from = UINT16_MAX}, {.to = UINT16_MAX, .taken = UINT64_MAX}};
        pm_state s, same;
        char text[PM_GAME_MAX_PLY_TEXT] = "x";
        assert_int_equal(pm_game_start(games[i], &s, NULL), PM_OK);
        same = s;
        for (size_t k = 0; k < sizeof off / sizeof off[0]; k++) {
            pm_game_make(games[i], &s, &off[k]);
            assert_memory_equal(&s, &same, sizeof s);
            assert_int_equal(pm_game_ply_format(games[i], &s, &off[k], text), 0);
            assert_string_equal(text, "");
            const pm_record record = {.game = games[i], .start = s, .plies = &off[k], .n_plies = 1, .result = 3};
            assert_int_equal(pm_record_append("/nowhere/x.pdn", &record, NULL), PM_BAD_INPUT);
        }
    }
}

/* Positions of one board, a database and a solution of another. */
static void test_positions_of_other_boards(void **state)
{
    (void)state;
    char path[64];
    pm_board *small, *large;
    pm_db *db;
    pm_solution *solution;
    pm_value value;
    pm_move moves[PM_MAX_MOVES];
    pm_error err = {.message = ""};
    int n;
    snprintf(path, sizeof path, "/tmp/papamu-test-%d.strangers", (int)getpid());
    assert_int_equal(pm_board_new(3, 3, PM_BLACK, NULL, &small, NULL), PM_OK);
    assert_int_equal(pm_board_new(4, 4, PM_BLACK, NULL, &large, NULL), PM_OK);
    assert_int_equal(pm_db_write(small, path, NULL, NULL, NULL), PM_OK);
    assert_int_equal(pm_db_open(path, 0, &db, NULL), PM_OK);
    assert_int_equal(pm_solve(small, &(pm_solve_options){.keep_rows = true}, &solution, NULL), PM_OK);
    const pm_position off[] = {{1 << 9, PM_BLACK}, {UINT64_MAX, PM_WHITE}, {1, (pm_color)2}, {1, (pm_color)-1}};
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
        assert_int_equal(pm_db_probe(db, small, off[i], &value, &err), PM_BAD_INPUT);
        assert_int_equal(pm_db_probe_many(db, small, 1, &off[i], &value, &err), PM_BAD_INPUT);
        assert_int_equal(pm_db_best_moves(db, small, off[i], moves, &n, &err), PM_BAD_INPUT);
        assert_int_equal(pm_solution_value(solution, off[i], &value, &err), PM_BAD_INPUT);
        assert_int_equal(pm_solution_line(solution, off[i], moves, &n, &err), PM_BAD_INPUT);
    }
    assert_int_equal(pm_db_probe(db, large, (pm_position){1, PM_BLACK}, &value, &err), PM_NOT_FOUND);
    pm_solution_free(solution);
    pm_db_close(db);
    pm_board_free(small);
    pm_board_free(large);
    (void)remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_states_of_other_games),
        cmocka_unit_test(test_damaged_states),
        cmocka_unit_test(test_plies_off_the_board),
        cmocka_unit_test(test_positions_of_other_boards),
    };
    return cmocka_run_group_tests(tests, make_games, free_games);
}
