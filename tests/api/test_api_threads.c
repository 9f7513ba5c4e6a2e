/* Sixteen threads with many boards, databases and games: handles that may be shared are, the others are each thread's.
 *
 * Oracle: what one thread found before. Meant for `make tsan`, which sees races that change no result.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu/database.h"
#include "src/papamu/forms.h"
#include "src/papamu/play.h"
#include "src/papamu/solve.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { N_THREADS = 16, N_POSITIONS = 400, N_GAMES = 20 };

/* What all threads use. */
typedef struct shared {
    char path[64];
    pm_board *board; /* 3x4 */
    pm_game *game, *draughts;
    pm_db *db;
    pm_solution *solution;
    pm_forms *forms;
    pm_answers *answers;
    pm_position positions[N_POSITIONS];
    pm_value values[N_POSITIONS];
    pm_played games[N_GAMES]; /* that are played with one thread */
} shared;

typedef struct worker {
    shared *all;
    int number;
    const char *failure; /* cmocka is for one thread */
    pm_answer answer;
} worker;

static bool stays(worker *w, bool is_good, const char *what)
{
    w->failure = is_good || w->failure ? w->failure : what;
    return is_good;
}

#define STAYS(condition) stays(w, condition, #condition)

/* ---- shared handles ---------------------------------------------------------------------------- */

static void ask_database(worker *w)
{
    const shared *s = w->all;
    pm_value values[N_POSITIONS];
    pm_error err;
    STAYS(pm_db_probe_many(s->db, s->board, N_POSITIONS, s->positions, values, &err) == PM_OK);
    STAYS(memcmp(values, s->values, sizeof values) == 0);
    for (int i = w->number; i < N_POSITIONS; i += N_THREADS) {
        pm_value value;
        pm_move moves[PM_MAX_MOVES];
        int n;
        STAYS(pm_db_probe(s->db, s->board, s->positions[i], &value, NULL) == PM_OK);
        STAYS(memcmp(&value, &s->values[i], sizeof value) == 0);
        STAYS(pm_solution_value(s->solution, s->positions[i], &value, NULL) == PM_OK);
        STAYS(value.winner == s->values[i].winner);
        STAYS(pm_db_best_moves(s->db, s->board, s->positions[i], moves, &n, NULL) == PM_OK);
    }
}

static void ask_answers(worker *w)
{
    const shared *s = w->all;
    for (int i = w->number; i < N_POSITIONS; i += 2 * N_THREADS) {
        const pm_position pos = s->positions[i];
        const pm_state state = {.bits = {pos.occupied}, .mover = pos.mover};
        STAYS(pm_answers_find(s->answers, &state, &w->answer, NULL) == PM_OK);
        STAYS((w->answer.verdict.outcome > 0) == (s->values[i].winner == pos.mover));
    }
}

static void calculate(worker *w)
{
    const shared *s = w->all;
    pm_form hot, number, sum, expected;
    char text[64];
    for (int i = 0; i < 20; i++) {
        const pm_state state = {.bits = {s->positions[i * N_THREADS + w->number].occupied}};
        pm_form_info info;
        snprintf(text, sizeof text, "{%d|%d}", i + w->number + 1, i);
        STAYS(pm_form_parse(s->forms, "{1|0}", &hot, NULL) == PM_OK);
        STAYS(pm_form_parse(s->forms, text, &number, NULL) == PM_OK);
        STAYS(pm_form_sum(s->forms, hot, number, &sum, NULL) == PM_OK);
        STAYS(pm_form_sum(s->forms, number, hot, &expected, NULL) == PM_OK);
        STAYS(sum == expected);
        STAYS(pm_form_of_state(s->forms, s->game, &state, &sum, NULL) == PM_OK);
        STAYS(pm_form_get_info(s->forms, sum, &info, NULL) == PM_OK);
        STAYS(pm_form_format(s->forms, sum, sizeof text, text) > 0);
    }
}

/* ---- handles of its own ------------------------------------------------------------------------ */

static void solve_own(worker *w)
{
    pm_board *board;
    pm_solution *one, *two;
    pm_value a, b;
    char path[80];
    pm_db *db;
    pm_position start;
    pm_board_new(3 + w->number % 2, 3 + w->number / 2 % 2, PM_BLACK, "any", &board, NULL);
    STAYS(pm_solve(board, &(pm_solve_options){.job = {.threads = 1}}, &one, NULL) == PM_OK);
    STAYS(pm_solve(board, &(pm_solve_options){.job = {.threads = 2}, .remoteness = true}, &two, NULL) == PM_OK);
    STAYS(pm_solution_game(one, NULL, &a, NULL) == PM_OK && pm_solution_game(two, NULL, &b, NULL) == PM_OK);
    STAYS(a.winner == b.winner);
    snprintf(path, sizeof path, "%s.%d", w->all->path, w->number);
    STAYS(pm_db_write(board, path, &(pm_db_options){.job = {.threads = 2}}, NULL, NULL) == PM_OK);
    if (STAYS(pm_db_open(path, 0, &db, NULL) == PM_OK)) {
        pm_verification v;
        pm_start(board, &start, NULL);
        STAYS(pm_db_probe(db, board, start, &b, NULL) == PM_OK && a.winner == b.winner);
        STAYS(pm_db_check(path, NULL, 100, 1, &v, NULL) == PM_OK);
        pm_db_close(db);
    }
    (void)remove(path);
    pm_solution_free(one);
    pm_solution_free(two);
    pm_board_free(board);
}

static void play_own(worker *w)
{
    const shared *s = w->all;
    pm_played games[N_GAMES];
    pm_stats *stats;
    pm_agent *agent;
    pm_state state;
    pm_ply ply;
    const pm_selfplay_options options = {
        .job = {.threads = 2}, .black = "greedy", .n_games = N_GAMES, .seed = 5, .games = games};
    STAYS(pm_stats_new(&stats, NULL) == PM_OK);
    STAYS(pm_selfplay(s->game, &options, stats, NULL) == PM_OK);
    for (int i = 0; i < N_GAMES; i++) { /* structures have holes */
        STAYS(games[i].winner == s->games[i].winner && games[i].plies == s->games[i].plies);
        STAYS(strcmp(games[i].opening, s->games[i].opening) == 0);
    }
    pm_stats_free(stats);
    STAYS(pm_agent_new(w->number % 2 ? "ab:3" : "mcts:50", s->draughts, (uint64_t)w->number, &agent, NULL) == PM_OK);
    pm_game_start(s->draughts, &state, NULL);
    for (int i = 0; i < 4; i++) {
        STAYS(pm_agent_choose(agent, &state, NULL, &ply, NULL) == PM_OK);
        pm_game_make(s->draughts, &state, &ply);
    }
    pm_agent_free(agent);
}

static void search_own(worker *w)
{
    const shared *s = w->all;
    pm_search_result results[8];
    const pm_search_options options = {.job = {.threads = 2, .memory = 24 << 20}};
    const size_t first = (size_t)w->number * 8;
    STAYS(pm_search(s->board, 8, s->positions + first, &options, results, NULL) == PM_OK);
    for (size_t i = 0; i < 8; i++) {
        STAYS(results[i].is_known && results[i].winner == s->values[first + i].winner);
    }
}

static void *work(void *ctx)
{
    static void (*const parts[])(worker *) = {ask_database, ask_answers, calculate, solve_own, play_own, search_own};
    enum { N_PARTS = sizeof parts / sizeof parts[0] };
    worker *w = ctx;
    for (int i = 0; i < N_PARTS; i++) {
        parts[(w->number + i) % N_PARTS](w); /* different things at the same time */
    }
    return NULL;
}

/* ---- the test ---------------------------------------------------------------------------------- */

static void prepare(shared *s)
{
    const pm_game_options size = {.rows = 3, .cols = 4};
    const pm_solve_options keeping = {.keep_rows = true};
    snprintf(s->path, sizeof s->path, "/tmp/papamu-test-%d.threads", (int)getpid());
    assert_int_equal(pm_board_new(3, 4, PM_BLACK, NULL, &s->board, NULL), PM_OK);
    assert_int_equal(pm_game_new("konane", &size, &s->game, NULL), PM_OK);
    assert_int_equal(pm_game_new("italian", NULL, &s->draughts, NULL), PM_OK);
    assert_int_equal(pm_db_write(s->board, s->path, NULL, NULL, NULL), PM_OK);
    assert_int_equal(pm_db_open(s->path, 0, &s->db, NULL), PM_OK);
    assert_int_equal(pm_solve(s->board, &keeping, &s->solution, NULL), PM_OK);
    assert_int_equal(pm_forms_new(&(pm_job){.memory = 64 << 20}, &s->forms, NULL), PM_OK);
    assert_int_equal(pm_answers_new(s->game, s->path, NULL, &s->answers, NULL), PM_OK);
    for (int i = 0; i < N_POSITIONS; i++) {
        s->positions[i] = (pm_position){((uint64_t)i * 2477 + 13) % 0xfff, i % 2 ? PM_WHITE : PM_BLACK};
        if (pm_position_is_opening(s->board, s->positions[i])) {
            s->positions[i].occupied = 0;
        }
        assert_int_equal(pm_solution_value(s->solution, s->positions[i], &s->values[i], NULL), PM_OK);
    }
    const pm_selfplay_options options = {
        .job = {.threads = 1}, .black = "greedy", .n_games = N_GAMES, .seed = 5, .games = s->games};
    assert_int_equal(pm_selfplay(s->game, &options, NULL, NULL), PM_OK);
}

static void clear(shared *s)
{
    pm_answers_free(s->answers);
    pm_forms_free(s->forms);
    pm_solution_free(s->solution);
    pm_db_close(s->db);
    pm_game_free(s->game);
    pm_game_free(s->draughts);
    pm_board_free(s->board);
    (void)remove(s->path);
}

static void test_sixteen_threads(void **state)
{
    (void)state;
    static shared all;
    static worker workers[N_THREADS];
    pthread_t threads[N_THREADS];
    prepare(&all);
    for (int i = 0; i < N_THREADS; i++) {
        workers[i] = (worker){.all = &all, .number = i};
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < N_THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        if (workers[i].failure) {
            fail_msg("thread %d: %s", i, workers[i].failure);
        }
    }
    clear(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sixteen_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
