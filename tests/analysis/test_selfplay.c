/* Self-play against the rules.
 *
 * Every game that is handed out is replayed by tests/oracle/oracle.c, which knows the rule text alone: removals and
 * jumps are legal, the numbers of legal jumps are right, and the loser has no move. Any number of threads and any split
 * give the same games and sums.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/digest.h"
#include "tests/aid/selfplay_aid.h"
#include "tests/oracle/oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const uint64_t seed = 20260732;

/* ---- every game by the oracle ------------------------------------------------------------------ */

typedef struct replayer {
    const game *g;
    oracle_board board;
    const char *rule;
    game_state start;
    uint64_t next; /* number of the game that must come */
} replayer;

/* Find the move that the notation "e6-e4" or "d5" names among the oracle's. */
static oracle_move find_move(const oracle_board *board, const char *name, const oracle_move *moves, int n)
{
    char from[8], to[8];
    const size_t length = strcspn(name, "-");
    snprintf(from, sizeof from, "%.*s", (int)length, name);
    snprintf(to, sizeof to, "%s", name[length] ? name + length + 1 : from);
    const int a = oracle_cell(board, from), b = oracle_cell(board, to);
    for (int i = 0; i < n; i++) {
        if (moves[i].from == a && moves[i].to == b) {
            return moves[i];
        }
    }
    fail_msg("%s is not legal", name);
    return moves[0];
}

static bool replay(void *ctx, const selfplay_game *played)
{
    replayer *r = ctx;
    assert_int_equal(played->number, r->next++);
    oracle_position pos = oracle_full(&r->board);
    oracle_move moves[ORACLE_MAX_MOVES];
    game_state s = r->start;
    const char *branching = played->branching;
    unsigned jumps = 0, multi_jumps = 0;
    uint64_t digest = GAME_DIGEST_BEGIN;
    for (unsigned i = 0; i < played->plies; i++) {
        char name[GAME_MAX_MOVE_TEXT];
        r->g->rules->move_format(r->g, &s, &played->moves[i], name);
        r->g->rules->make(r->g, &s, &played->moves[i]);
        digest = game_digest_move(digest, &s);
        const int n = oracle_moves(&r->board, r->rule, &pos, moves);
        if (!oracle_is_opening(&r->board, &pos)) {
            char *end;
            assert_int_equal(strtol(branching, &end, 10), n);
            branching = end;
            jumps++;
            multi_jumps += played->moves[i].n_taken > 1;
        }
        oracle_make(&r->board, &pos, find_move(&r->board, name, moves, n));
    }
    assert_int_equal(*branching, '\0');
    assert_int_equal(oracle_moves(&r->board, r->rule, &pos, moves), 0);
    assert_int_equal(played->winner, pos.mover == ORACLE_WHITE ? STATS_BLACK : STATS_WHITE);
    assert_int_equal(played->jumps, jumps);
    assert_int_equal(played->multi_jumps, multi_jumps);
    assert_true(played->digest == digest);
    return true;
}

static void check_games(int rows, int cols, pm_color corner, const char *rule, const char *black, const char *white,
                        uint64_t n)
{
    game *g = aid_game("konane", rows, cols, corner, rule);
    replayer r = {
        .g = g, .board = {rows, cols, corner == PM_BLACK ? ORACLE_BLACK : ORACLE_WHITE}, .rule = rule, .next = 5};
    pm_error err;
    assert_int_equal(g->rules->start(g, &r.start, &err), PM_OK);
    const selfplay_plan plan = {.g = g,
                                .black = black,
                                .white = white,
                                .wants_moves = true,
                                .wants_plies = true,
                                .first = 5,
                                .n_games = n,
                                .seed = seed,
                                .threads = 2,
                                .game = replay,
                                .ctx = &r};
    stats counts = {0};
    aid_run(&plan, &counts);
    assert_int_equal(r.next, 5 + n);
    assert_int_equal(counts.n_series, 1);
    stats_free(&counts);
    game_free(g);
}

static void test_games_are_legal(void **state)
{
    (void)state;
    check_games(4, 4, PM_BLACK, "any", "random", "random", 3000);
    check_games(5, 5, PM_WHITE, "any", "random", "random", 500);
    check_games(8, 8, PM_BLACK, "corner-centre", "random", "random", 300);
    check_games(1, 12, PM_BLACK, "any", "random", "random", 300);
    check_games(3, 11, PM_BLACK, "near-centre", "random", "random", 300);
    check_games(6, 6, PM_BLACK, "fixed:a6,b6", "greedy", "first", 100);
    check_games(6, 6, PM_BLACK, "corner", "ab:3", "random", 20);
    check_games(6, 5, PM_WHITE, "centre", "mcts:50", "greedy", 20);
}

/* Boards beyond 64 cells go the same way. */
static void test_wide_boards(void **state)
{
    (void)state;
    check_games(10, 10, PM_BLACK, "corner-centre", "random", "random", 60);
    check_games(9, 13, PM_WHITE, "any", "random", "greedy", 10);
    check_games(16, 16, PM_BLACK, "any", "random", "random", 10);
    check_games(13, 20, PM_BLACK, "any", "random", "greedy", 4);
    check_games(20, 20, PM_WHITE, "any", "random", "random", 4);
}

/* ---- threads and splits ------------------------------------------------------------------------ */

/* All that a run hands out, as text. */
static bool append_game(void *ctx, const selfplay_game *p)
{
    FILE *file = ctx;
    fprintf(file, "%llu %s-%s %s %d %u %llx %s", (unsigned long long)p->number, p->black, p->white, p->opening,
            (int)p->winner, p->plies, (unsigned long long)p->digest, p->branching);
    for (unsigned i = 0; p->moves && i < p->plies; i++) {
        fprintf(file, " %d-%d", p->moves[i].from, p->moves[i].to);
    }
    fputc('\n', file);
    return true;
}

static char *run_to_text(selfplay_plan plan, stats *into)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    plan.game = append_game;
    plan.ctx = file;
    aid_run(&plan, into);
    fclose(file);
    return text;
}

static void assert_same_histogram(const histogram *a, const histogram *b)
{
    for (size_t v = 0; v < a->size || v < b->size; v++) {
        assert_int_equal(v < a->size ? a->count[v] : 0, v < b->size ? b->count[v] : 0);
    }
}

static void assert_same_openings(const stats_series *a, const stats_series *b)
{
    assert_int_equal(a->n_openings, b->n_openings);
    for (size_t i = 0; i < a->n_openings; i++) {
        const stats_opening *x = &a->openings[i], *y = &b->openings[i];
        assert_string_equal(x->text, y->text);
        assert_memory_equal(x->wins, y->wins, sizeof x->wins);
        assert_memory_equal(x->pairs, y->pairs, sizeof x->pairs);
        assert_int_equal(stats_distinct_games(x), stats_distinct_games(y));
        assert_int_equal(x->multi_jumps, y->multi_jumps);
        assert_true(x->branching_squares == y->branching_squares && x->branching_by_jumps == y->branching_by_jumps);
        assert_same_histogram(&x->jumps, &y->jumps);
        assert_same_histogram(&x->branching, &y->branching);
    }
}

static void assert_same_stats(const stats *a, const stats *b)
{
    assert_int_equal(a->n_series, b->n_series);
    for (size_t i = 0; i < a->n_series; i++) {
        const stats_series *x = &a->series[i], *y = &b->series[i];
        assert_int_equal(stats_key_compare(&x->key, &y->key), 0);
        assert_same_openings(x, y);
        for (size_t k = 0; k < x->n_plies || k < y->n_plies; k++) {
            static const stats_ply none;
            const stats_ply *p = k < x->n_plies ? &x->plies[k] : &none, *q = k < y->n_plies ? &y->plies[k] : &none;
            assert_int_equal(p->multi_jumps, q->multi_jumps);
            assert_same_histogram(&p->moves, &q->moves);
            assert_same_histogram(&p->opponent, &q->opponent);
            assert_same_histogram(&p->stones, &q->stones);
        }
    }
}

static void check_threads_and_splits(selfplay_plan plan, uint64_t cut)
{
    stats whole = {0}, threads = {0}, parts = {0};
    char *expected = run_to_text(plan, &whole);
    plan.threads = 3;
    char *text = run_to_text(plan, &threads);
    assert_string_equal(text, expected);
    free(text);
    assert_same_stats(&threads, &whole);

    selfplay_plan second = plan;
    second.first = plan.first + cut;
    second.n_games = plan.n_games - cut;
    plan.n_games = cut;
    char *ends[2] = {run_to_text(second, &parts), run_to_text(plan, &parts)}; /* the second part first */
    assert_int_equal(strncmp(expected, ends[1], strlen(ends[1])), 0);
    assert_string_equal(expected + strlen(ends[1]), ends[0]);
    assert_same_stats(&parts, &whole);
    free(ends[0]);
    free(ends[1]);
    free(expected);
    stats_free(&whole);
    stats_free(&threads);
    stats_free(&parts);
}

static void test_threads_and_splits(void **state)
{
    (void)state;
    game *g = aid_game("konane", 6, 6, PM_BLACK, "any");
    selfplay_plan plan = {
        .g = g, .black = "random", .white = "random", .wants_plies = true, .n_games = 40000, .seed = 7, .threads = 1};
    check_threads_and_splits(plan, 17001);
    plan = (selfplay_plan){.g = g,
                           .black = "ab:3",
                           .white = "mcts:40",
                           .wants_plies = true,
                           .wants_moves = true,
                           .swap = true,
                           .first = 3,
                           .n_games = 40,
                           .seed = UINT64_MAX,
                           .threads = 1};
    check_threads_and_splits(plan, 11);
    plan.random_plies = 3;
    check_threads_and_splits(plan, 12);
    plan.white = "ab:nodes=300,eval=1,window=12";
    check_threads_and_splits(plan, 12);
    game_free(g);
    g = aid_game("italian", 6, 6, PM_BLACK, NULL);
    plan.g = g;
    plan.white = "random";
    check_threads_and_splits(plan, 5);
    game_free(g);
}

/* ---- openings and colours ---------------------------------------------------------------------- */

static void test_each_opening(void **state)
{
    (void)state;
    game *g = aid_game("konane", 6, 6, PM_BLACK, "corner");
    uint64_t n_openings;
    pm_error err;
    assert_int_equal(selfplay_n_openings(g, &n_openings, &err), PM_OK);
    assert_int_equal(n_openings, 4); /* two black corners with two neighbours each */
    const selfplay_plan plan = {
        .g = g, .black = "greedy", .white = "random", .swap = true, .each_opening = true, .n_games = 80, .threads = 2};
    stats counts = {0};
    aid_run(&plan, &counts);
    assert_int_equal(counts.n_series, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(counts.series[i].n_openings, 4);
        for (size_t k = 0; k < 4; k++) {
            assert_int_equal(stats_games(&counts.series[i].openings[k]), 10);
        }
    }
    assert_string_equal(counts.series[0].key.black, "greedy");
    assert_string_equal(counts.series[1].key.black, "random");
    stats_free(&counts);
    game_free(g);
}

/* ---- errors ------------------------------------------------------------------------------------ */

static bool stop_at_100(void *ctx, const selfplay_game *played)
{
    (void)ctx;
    return played->number < 100;
}

static bool stop_at_once(void *ctx, uint64_t done, uint64_t total)
{
    (void)ctx;
    assert_true(done <= total);
    return false;
}

static void test_errors(void **state)
{
    (void)state;
    game *g = aid_game("konane", 5, 5, PM_WHITE, "corner-centre");
    selfplay_plan plan = {.g = g, .black = "random", .white = "random", .n_games = 5000, .threads = 2};
    pm_error err;
    stats counts = {0};
    assert_int_equal(selfplay_run(&plan, &counts, &err), PM_BAD_INPUT); /* Black has nothing to remove */
    game_free(g);
    plan.g = g = aid_game("konane", 5, 5, PM_BLACK, NULL);
    plan.white = "randon";
    assert_int_equal(selfplay_run(&plan, &counts, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "did you mean random?"));
    plan.white = "random";
    plan.game = stop_at_100;
    assert_int_equal(selfplay_run(&plan, &counts, &err), PM_IO);
    plan.game = NULL;
    plan.progress = stop_at_once;
    assert_int_equal(selfplay_run(&plan, &counts, &err), PM_INTERRUPTED);
    assert_int_equal(counts.n_series, 0);
    game_free(g);
}

int main(void)
{
    print_message("seed %llu\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_are_legal),
        cmocka_unit_test(test_wide_boards),
        cmocka_unit_test(test_threads_and_splits),
        cmocka_unit_test(test_each_opening),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests_name("selfplay", tests, NULL, NULL);
}
