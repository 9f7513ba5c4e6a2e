/* The analysis of every move: from a sweep, from proofs, from exact values, and in draughts from a database or a search
 * alone.
 *
 * Oracles: the minimax of tests/oracle/oracle.c on 4x4 and 4x5; in draughts a database of endgames, which the search
 * does not see. Random positions come from a seed that is printed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/analyse/analysis.h"
#include "analysis/answers/sources.h"
#include "tests/aid/db_maker.h"
#include "tests/aid/endgames_maker.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { SEED = 20261201, MEMORY = 256 << 20 };

static pm_error err;

/* A game with an oracle, and an analyst. */
typedef struct bench {
    game *g;
    pm_board *board;
    oracle_board slow;
    oracle_table *table;
    answers *exact;
    analyst *a;
} bench;

static bench bench_new(int rows, int cols, bool has_sweep, double seconds, bool wants_worth)
{
    bench b = {0};
    const game_options options = {.rows = rows, .cols = cols, .opening = "any"};
    const answers_limits for_sweep = {.memory = MEMORY, .threads = 2};
    const analysis_limits limits = {
        .seconds = seconds, .depth = 100, .wants_worth = wants_worth, .memory = MEMORY, .threads = 2};
    assert_int_equal(game_new("konane", &options, &b.g, &err), PM_OK);
    assert_int_equal(pm_board_new(rows, cols, PM_BLACK, "any", &b.board, &err), PM_OK);
    b.slow = oracle_board_of(b.board);
    b.table = oracle_table_new(&b.slow);
    b.exact = answers_new(b.g);
    if (has_sweep) {
        assert_int_equal(answers_add_sweep(b.exact, b.g, &for_sweep, &err), PM_OK);
    }
    assert_int_equal(analyst_new(b.g, b.exact, &limits, &b.a, &err), PM_OK);
    return b;
}

static void bench_free(bench *b)
{
    analyst_free(b->a);
    answers_free(b->exact);
    oracle_table_free(b->table);
    pm_board_free(b->board);
    game_free(b->g);
}

static int slow_plies(const bench *b, const game_state *s)
{
    const oracle_position slow = oracle_position_of(&b->slow, (pm_position){s->bits[0], (pm_color)s->mover});
    return oracle_game_remoteness(b->table, "any", &slow);
}

static game_state state_after(const game *g, const game_state *s, const game_move *move)
{
    game_state after = *s;
    g->rules->make(g, &after, move);
    return after;
}

/* Every verdict against the oracle; plies where they are given, or must be. */
static void check_moves(const bench *b, const analysis *found, bool must_have_plies)
{
    const int own = slow_plies(b, &found->state);
    assert_true(found->is_known);
    assert_int_equal(found->verdict.outcome, own % 2 ? 1 : -1);
    for (int i = 0; i < found->n_moves; i++) {
        const analysis_move *m = &found->moves[i];
        const game_state after = state_after(b->g, &found->state, &m->move);
        const int next = slow_plies(b, &after);
        assert_true(m->is_known);
        assert_int_equal(m->verdict.outcome, next % 2 ? -1 : 1);
        if (must_have_plies || m->verdict.plies >= 0) {
            assert_int_equal(m->verdict.plies, next + 1);
        }
        assert_int_equal(analysis_keeps(found, m), (next % 2 == 0) == (own % 2 == 1));
        assert_int_equal(analysis_is_mistake(found, m), own % 2 == 1 && next % 2 == 1);
    }
    const analysis_move *best = analysis_best(found);
    assert_int_equal(best == NULL, found->n_moves == 0);
    assert_true(!best || analysis_keeps(found, best));
}

typedef void (*checker)(const bench *b, const analysis *found);

/* Analyse all positions of random games. */
static void check_games(bench *b, int n_games, checker check)
{
    printf("seed %d\n", SEED);
    for (int i = 0; i < n_games; i++) {
        rng r = rng_stream(SEED, (uint64_t)i);
        game_state s;
        game_move made;
        int n_legal;
        assert_int_equal(b->g->rules->start(b->g, &s, &err), PM_OK);
        do {
            analysis found;
            const agent_turn turn = {.state = &s};
            assert_int_equal(analyst_find(b->a, &turn, NULL, &found, &err), PM_OK);
            assert_memory_equal(&found.state, &s, sizeof s);
            assert_int_equal(found.n_moves, b->g->rules->mobility(b->g, &s, (pm_color)s.mover));
            check(b, &found);
            analysis_free(&found);
            n_legal = b->g->rules->make_random(b->g, &s, &r, &made);
        } while (n_legal > 0);
    }
}

/* ---- a sweep, proofs, values ------------------------------------------------------------------- */

static void check_swept(const bench *b, const analysis *found)
{
    check_moves(b, found, true);
    for (int i = 0; i < found->n_moves; i++) {
        assert_string_equal(found->moves[i].how, "sweep");
    }
}

static void test_sweep(void **state)
{
    (void)state;
    bench b = bench_new(4, 4, true, 0, false);
    check_games(&b, 8, check_swept);
    bench_free(&b);
}

static void check_proven(const bench *b, const analysis *found)
{
    check_moves(b, found, false);
    for (int i = 0; i < found->n_moves; i++) {
        const bool ends = strcmp(found->moves[i].how, "rules") == 0;
        assert_true(ends || strcmp(found->moves[i].how, "proof search") == 0);
        assert_int_equal(ends, found->moves[i].verdict.plies == 1);
    }
}

/* The time is more than a small board can take, so that everything is proven. */
static void test_proofs(void **state)
{
    (void)state;
    bench b = bench_new(4, 5, false, 1000, false);
    check_games(&b, 4, check_proven);
    bench_free(&b);
}

/* An exact value says who wins. */
static void check_valued(const bench *b, const analysis *found)
{
    check_moves(b, found, false);
    for (int i = 0; i < found->n_moves; i++) {
        const analysis_move *m = &found->moves[i];
        const game_state after = state_after(b->g, &found->state, &m->move);
        if (b->g->rules->is_opening(b->g, &after)) {
            assert_false(m->worth.has_winner);
            continue;
        }
        assert_true(m->worth.value[0] && m->worth.has_winner && !m->worth.has_bounds);
        assert_int_equal(m->worth.winner == (pm_color)after.mover, slow_plies(b, &after) % 2);
    }
}

static void test_values(void **state)
{
    (void)state;
    bench b = bench_new(4, 4, false, 1000, true);
    check_games(&b, 6, check_valued);
    bench_free(&b);
}

/* ---- without time ------------------------------------------------------------------------------ */

/* Nothing is proven, but the first iteration of the search is always made, for every move. */
static void check_hurried(const bench *b, const analysis *found)
{
    for (int i = 0; i < found->n_moves; i++) {
        const analysis_move *m = &found->moves[i];
        const game_state after = state_after(b->g, &found->state, &m->move);
        const int next = slow_plies(b, &after);
        if (m->is_known) {
            assert_int_equal(m->verdict.outcome, next % 2 ? -1 : 1);
        }
        if (next <= 1) {
            assert_true(m->is_known && m->verdict.plies == next + 1);
        }
        if (!m->is_known) {
            assert_string_equal(m->how, "search");
            assert_int_equal(m->depth, 2);
            assert_true(m->n_line >= 2 && m->line[0].from == m->move.from && m->line[0].to == m->move.to);
        }
    }
}

static void test_without_time(void **state)
{
    (void)state;
    bench b = bench_new(4, 5, false, 0, true);
    check_games(&b, 6, check_hurried);
    bench_free(&b);
}

static bool say_yes(void *ctx)
{
    (void)ctx;
    return true;
}

static void test_interrupted(void **state)
{
    (void)state;
    bench b = bench_new(4, 5, false, 0, true);
    const analysis_limits limits = {
        .seconds = 1000, .depth = 100, .memory = MEMORY, .threads = 1, .wants_worth = true, .stop = say_yes};
    analyst *a;
    analysis found;
    game_state s;
    assert_int_equal(analyst_new(b.g, b.exact, &limits, &a, &err), PM_OK);
    assert_int_equal(b.g->rules->start(b.g, &s, &err), PM_OK);
    const agent_turn turn = {.state = &s};
    assert_int_equal(analyst_find(a, &turn, NULL, &found, &err), PM_INTERRUPTED);
    analyst_free(a);
    bench_free(&b);
}

/* ---- draughts ---------------------------------------------------------------------------------- */

/* Compare what is known with the database, which knows everything about so few pieces. */
static int check_endgame(const game *g, answers *truth, const analysis *found, bool must_be_known)
{
    int n_known = 0;
    for (int i = 0; i < found->n_moves; i++) {
        const analysis_move *m = &found->moves[i];
        const game_state after = state_after(g, &found->state, &m->move);
        verdict v;
        assert_int_equal(answers_judge(truth, &after, &v, &err), PM_OK);
        assert_true(m->is_known || !must_be_known);
        if (m->is_known) {
            n_known++;
            assert_int_equal(m->verdict.outcome, -v.outcome);
            if (must_be_known || m->verdict.plies >= 0) { /* a search may see the winner beyond its depth */
                assert_int_equal(m->verdict.plies, v.outcome ? v.plies + 1 : -1);
            }
        } else {
            assert_true(v.outcome == 0 || v.plies + 1 > m->depth);
        }
    }
    return n_known;
}

/* Positions of two kings and a piece at most, by the database and, with other analysts, by search alone. */
static void test_draughts(void **state)
{
    enum { SIZE = 6, PIECES = 3, N_POSITIONS = 60, DEPTH = 7 };
    (void)state;
    char path[DB_MAKER_PATH];
    game *g;
    answers_db *file;
    analyst *by_database, *by_search;
    endgames_new(path, &draughts_italian, SIZE, PIECES, DB_REMOTENESS);
    assert_int_equal(game_new("italian", &(game_options){.rows = SIZE, .cols = SIZE}, &g, &err), PM_OK);
    answers *truth = answers_new(g), *nothing = answers_new(g);
    assert_int_equal(answers_db_open(path, 0, &file, &err), PM_OK);
    assert_int_equal(answers_add_database(truth, g, file, &err), PM_OK);
    const analysis_limits limits = {.seconds = 1000, .depth = DEPTH, .memory = MEMORY, .threads = 1};
    assert_int_equal(analyst_new(g, truth, &limits, &by_database, &err), PM_OK);
    assert_int_equal(analyst_new(g, nothing, &limits, &by_search, &err), PM_OK);
    rng r = rng_stream(SEED, 0);
    int n_known = 0, n_done = 0;
    while (n_done < N_POSITIONS) {
        char text[64];
        game_state s;
        const unsigned a = 1 + rng_below(&r, 18), b = 1 + rng_below(&r, 18), c = 1 + rng_below(&r, 18);
        snprintf(text, sizeof text, "%c:WK%u,K%u:BK%u", n_done % 2 ? 'W' : 'B', a, b, c);
        if (a == b || b == c || a == c || g->rules->state_parse(g, text, &s, &err) != PM_OK) {
            continue;
        }
        analysis found;
        const uint64_t hash = g->rules->hash(g, &s);
        const agent_turn turn = {.state = &s, .hashes = &hash, .n_hashes = 1};
        n_done++;
        assert_int_equal(analyst_find(by_database, &turn, NULL, &found, &err), PM_OK);
        check_endgame(g, truth, &found, true);
        analysis_free(&found);
        assert_int_equal(analyst_find(by_search, &turn, NULL, &found, &err), PM_OK);
        n_known += check_endgame(g, truth, &found, false);
        analysis_free(&found);
    }
    assert_true(n_known > N_POSITIONS);
    analyst_free(by_search);
    analyst_free(by_database);
    answers_free(truth);
    answers_free(nothing);
    answers_db_close(file);
    game_free(g);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sweep),        cmocka_unit_test(test_proofs),      cmocka_unit_test(test_values),
        cmocka_unit_test(test_without_time), cmocka_unit_test(test_interrupted), cmocka_unit_test(test_draughts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
