/* Exact answers from a database and from a sweep on the spot, against the minimax of tests/oracle/oracle.c: verdicts
 * and best moves, removals included, under several opening rules and both corner colours. Draughts are in
 * tests/db/test_endgames_db.c.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/answers/sources.h"
#include "solver/db/write.h"
#include "src/base/status.h"
#include "tests/aid/db_maker.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { SEED = 12, N_POSITIONS = 60 };

static pm_error err;

/* A game with its oracle. */
typedef struct bench {
    game *g;
    pm_board *board;
    const char *rule;
    oracle_board slow;
    oracle_table *table;
} bench;

static bench bench_new(int rows, int cols, pm_color corner, const char *rule)
{
    bench b = {.rule = rule};
    const game_options options = {.rows = rows, .cols = cols, .corner = corner, .opening = rule};
    assert_int_equal(game_new("konane", &options, &b.g, &err), PM_OK);
    assert_int_equal(pm_board_new(rows, cols, corner, rule, &b.board, &err), PM_OK);
    b.slow = oracle_board_of(b.board);
    b.table = oracle_table_new(&b.slow);
    return b;
}

static void bench_free(bench *b)
{
    oracle_table_free(b->table);
    pm_board_free(b->board);
    game_free(b->g);
}

/* Plies to the end of the whole game from here, by the oracle. */
static int slow_plies(const bench *b, const game_state *s)
{
    const pm_position pos = {.occupied = s->bits[0], .mover = (pm_color)s->mover};
    const oracle_position slow = oracle_position_of(&b->slow, pos);
    return oracle_game_remoteness(b->table, b->rule, &slow);
}

/* Several positions by one question, as one by one. */
static void check_all(const bench *b, answers *a, const game_state *start)
{
    enum { MOST = 64 };
    game_move moves[GAME_MAX_MOVES];
    game_state states[MOST + 1] = {*start};
    verdict together[MOST + 1], alone;
    int n = b->g->rules->moves(b->g, start, moves);
    n = n < MOST ? n : MOST;
    for (int i = 0; i < n; i++) {
        states[i + 1] = *start;
        b->g->rules->make(b->g, &states[i + 1], &moves[i]);
    }
    assert_int_equal(answers_judge_all(a, (size_t)n + 1, states, together, &err), PM_OK);
    for (int i = 0; i <= n; i++) {
        assert_int_equal(answers_judge(a, &states[i], &alone, &err), PM_OK);
        assert_int_equal(alone.outcome, together[i].outcome);
        assert_int_equal(alone.plies, together[i].plies);
    }
}

static void check_answer(const bench *b, answers *a, const game_state *s, bool has_remoteness, const char *how)
{
    answer found;
    verdict alone;
    const int plies = slow_plies(b, s);
    assert_int_equal(answers_find(a, s, &found, &err), PM_OK);
    assert_string_equal(found.how, how);
    assert_int_equal(found.verdict.outcome, plies % 2 ? 1 : -1);
    assert_int_equal(found.verdict.plies, has_remoteness ? plies : -1);
    assert_int_equal(answers_judge(a, s, &alone, &err), PM_OK);
    assert_int_equal(verdict_order(alone, found.verdict), 0);
    assert_int_equal(found.n_moves, b->g->rules->mobility(b->g, s, (pm_color)s->mover));
    for (int i = 0; i < found.n_moves; i++) {
        game_state after = *s;
        b->g->rules->make(b->g, &after, &found.moves[i].move);
        const int next = slow_plies(b, &after);
        assert_int_equal(found.moves[i].verdict.outcome, next % 2 ? -1 : 1);
        assert_int_equal(found.moves[i].verdict.plies, has_remoteness ? next + 1 : -1);
        assert_int_equal(found.moves[i].is_best, has_remoteness ? next + 1 == plies : next % 2 == 0);
    }
}

/* The first position, those after each removal, and others at random, of any set of stones or from random play. */
static void check_positions(const bench *b, answers *a, bool has_remoteness, const char *how)
{
    rng r = rng_stream(SEED, 0);
    game_state start, s;
    game_move moves[GAME_MAX_MOVES];
    assert_int_equal(b->g->rules->start(b->g, &start, &err), PM_OK);
    check_answer(b, a, &start, has_remoteness, how);
    check_all(b, a, &start);
    const int n = b->g->rules->moves(b->g, &start, moves);
    for (int i = 0; i < n; i++) {
        s = start;
        b->g->rules->make(b->g, &s, &moves[i]);
        check_answer(b, a, &s, has_remoteness, how);
    }
    for (int i = 0; i < N_POSITIONS; i++) {
        s = (game_state){.bits = {rng_next(&r) & start.bits[0]}, .mover = (uint32_t)i % 2};
        if (!b->g->rules->is_opening(b->g, &s)) {
            check_answer(b, a, &s, has_remoteness, how);
        }
    }
}

static const struct {
    int rows, cols;
    pm_color corner;
    const char *rule;
} cases[] = {{3, 4, PM_BLACK, "any"},    {3, 4, PM_WHITE, "corner-centre"}, {4, 4, PM_BLACK, "corner-centre"},
             {4, 4, PM_WHITE, "centre"}, {3, 3, PM_BLACK, "corner"},        {1, 7, PM_BLACK, "any"},
             {3, 3, PM_WHITE, "any"}};

static void a_database_answers_as_the_oracle(void **state)
{
    static const db_kind kinds[] = {DB_OUTCOME, DB_REMOTENESS};
    (void)state;
    printf("seed %d\n", SEED);
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        char path[DB_MAKER_PATH];
        const db_options options = {.level = DB_DEFAULT_LEVEL, .kind = kinds[i % 2]};
        bench b = bench_new(cases[i / 2].rows, cases[i / 2].cols, cases[i / 2].corner, cases[i / 2].rule);
        db_maker_name(path);
        db_maker_make(path, b.g->rows, b.g->cols, &options, NULL);
        answers_db *d;
        answers *a = answers_new(b.g);
        assert_int_equal(answers_db_open(path, 0, &d, &err), PM_OK);
        assert_int_equal(answers_db_match(d, b.g, path, &err), PM_OK);
        assert_int_equal(answers_add_database(a, b.g, d, &err), PM_OK);
        check_positions(&b, a, kinds[i % 2] == DB_REMOTENESS, "database");
        answers_free(a);
        answers_db_close(d);
        bench_free(&b);
        unlink(path);
    }
}

static void a_sweep_answers_as_the_oracle(void **state)
{
    (void)state;
    const answers_limits limits = {.memory = 1 << 28, .threads = 2};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench b = bench_new(cases[i].rows, cases[i].cols, cases[i].corner, cases[i].rule);
        answers *a = answers_new(b.g);
        assert_int_equal(answers_add_sweep(a, b.g, &limits, &err), PM_OK);
        check_positions(&b, a, true, "sweep");
        answers_free(a);
        bench_free(&b);
    }
}

/* ---- sources that do not cover a position ---- */

static pm_status knows_nothing(void *ctx, size_t n, const game_state states[], verdict verdicts[], pm_error *e)
{
    (void)n;
    (void)states;
    (void)verdicts;
    (void)e;
    ++*(int *)ctx;
    return PM_NOT_FOUND;
}

static void free_nothing(void *ctx)
{
    (void)ctx;
}

static void the_next_source_is_asked(void **state)
{
    (void)state;
    int n_asked = 0;
    answer found;
    game_state start;
    bench b = bench_new(3, 4, PM_BLACK, "any");
    answers *a = answers_new(b.g);
    assert_int_equal(b.g->rules->start(b.g, &start, &err), PM_OK);
    assert_int_equal(answers_find(a, &start, &found, &err), PM_NOT_FOUND);
    answers_add(a, (answers_source){.how = "nothing", .judge = knows_nothing, .free = free_nothing, .ctx = &n_asked});
    assert_int_equal(answers_find(a, &start, &found, &err), PM_NOT_FOUND);
    const answers_limits limits = {.memory = 1 << 28, .threads = 1};
    assert_int_equal(answers_add_sweep(a, b.g, &limits, &err), PM_OK);
    check_answer(&b, a, &start, true, "sweep");
    assert_int_equal(n_asked, 3); /* check_answer asks twice */
    answers_free(a);
    bench_free(&b);
}

static bool stop_at_once(void *ctx)
{
    (void)ctx;
    return true;
}

static void a_sweep_can_be_stopped_and_refuses_to_exceed_its_memory(void **state)
{
    (void)state;
    answer found;
    game_state start;
    const answers_limits limits[] = {{.memory = 1 << 28, .threads = 1, .stop = stop_at_once},
                                     {.memory = 1000, .threads = 1}};
    bench b = bench_new(4, 5, PM_BLACK, "any");
    assert_int_equal(b.g->rules->start(b.g, &start, &err), PM_OK);
    for (int i = 0; i < 2; i++) {
        answers *a = answers_new(b.g);
        assert_int_equal(answers_add_sweep(a, b.g, &limits[i], &err), PM_OK);
        assert_int_equal(answers_find(a, &start, &found, &err), i == 0 ? PM_INTERRUPTED : PM_NO_MEMORY);
        answers_free(a);
    }
    bench_free(&b);
}

static void a_database_of_another_board_or_game_is_refused(void **state)
{
    (void)state;
    char path[DB_MAKER_PATH];
    const db_options options = {.level = DB_DEFAULT_LEVEL};
    db_maker_name(path);
    db_maker_make(path, 3, 4, &options, NULL);
    answers_db *d;
    assert_int_equal(answers_db_open(path, 0, &d, &err), PM_OK);
    const game_options transposed = {.rows = 4, .cols = 3}, draughts = {.rows = 4, .cols = 4};
    game *other, *italian;
    assert_int_equal(game_new("konane", &transposed, &other, &err), PM_OK);
    assert_int_equal(game_new("italian", &draughts, &italian, &err), PM_OK);
    assert_int_equal(answers_db_match(d, other, "file", &err), PM_BAD_INPUT);
    assert_string_equal(err.message, "the database \"file\" is of 3x4, the board is 4x3");
    assert_int_equal(answers_db_match(d, italian, NULL, &err), PM_BAD_INPUT);
    assert_string_equal(err.message, "a database of Konane, not of draughts");
    status_name_path("some/file", &err);
    assert_string_equal(err.message, "\"some/file\": a database of Konane, not of draughts");
    status_name_path("some/file", &err);
    assert_string_equal(err.message, "\"some/file\": a database of Konane, not of draughts");
    answers_db_close(d);
    game_free(other);
    game_free(italian);
    unlink(path);
}

static void boards_that_no_database_holds_are_refused(void **state)
{
    (void)state;
    game *g;
    answers_db *d = NULL;
    assert_int_equal(game_new("konane", &(game_options){.rows = 9, .cols = 9}, &g, &err), PM_OK);
    answers *a = answers_new(g);
    assert_int_equal(answers_add_file(a, g, "file", 0, &d, &err), PM_BAD_INPUT);
    assert_string_equal(err.message, "\"file\": databases hold Konane on up to 64 cells; this board is larger");
    answers_free(a);
    game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_database_answers_as_the_oracle),
        cmocka_unit_test(a_sweep_answers_as_the_oracle),
        cmocka_unit_test(the_next_source_is_asked),
        cmocka_unit_test(a_sweep_can_be_stopped_and_refuses_to_exceed_its_memory),
        cmocka_unit_test(a_database_of_another_board_or_game_is_refused),
        cmocka_unit_test(boards_that_no_database_holds_are_refused),
    };
    return cmocka_run_group_tests_name("answers", tests, NULL, NULL);
}
