/* Konane through src/game/game.h on boards of every size up to 20x20, against tests/oracle/oracle.c: openings under
 * every rule, whole random games, drawing. (What any game must do is in tests/game/test_game.c.)
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/game.h"
#include "src/konane/board.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { N_RULES = KONANE_N_NAMED_RULES, SEED = 20240505 };

/* A game and its judge at the same position. */
typedef struct pair {
    game *g;
    oracle_board judge;
    const char *rule;
    game_state state;
    oracle_position pos;
} pair;

static pair new_pair(int rows, int cols, pm_color corner, const char *rule)
{
    const game_options options = {.rows = rows, .cols = cols, .corner = corner, .opening = rule};
    pair p = {.judge = {.rows = rows, .cols = cols, .corner = (int)corner}, .rule = rule};
    pm_error err = {0};
    if (game_new("konane", &options, &p.g, &err) != PM_OK) {
        fail_msg("%dx%d %s: %s", rows, cols, rule, err.message);
    }
    p.pos = oracle_full(&p.judge);
    return p;
}

static bool drawn(const uint64_t stones[GAME_CELL_WORDS], int cell)
{
    return stones[cell / 64] >> cell % 64 & 1;
}

/* Same stones, same mover, same moves in the project's order. Returns their number. */
static int check_pair(const pair *p, game_move moves[GAME_MAX_MOVES])
{
    static oracle_move theirs[ORACLE_MAX_MOVES];
    static pm_move expected[ORACLE_MAX_MOVES];
    uint64_t stones[2][GAME_CELL_WORDS], kings[GAME_CELL_WORDS];
    p->g->rules->draw(p->g, &p->state, stones, kings);
    for (int cell = 0; cell < oracle_n_cells(&p->judge); cell++) {
        const int color = oracle_color(&p->judge, cell);
        assert_int_equal(drawn(stones[color], cell), p->pos.stone[cell]);
        assert_false(drawn(stones[1 - color], cell) || drawn(kings, cell));
    }
    assert_int_equal(p->state.mover, p->pos.mover);
    assert_int_equal(p->g->rules->is_opening(p->g, &p->state), oracle_is_opening(&p->judge, &p->pos));
    const int n = oracle_moves(&p->judge, p->rule, &p->pos, theirs);
    papamu_moves_of(&p->judge, theirs, n, expected);
    assert_int_equal(p->g->rules->moves(p->g, &p->state, moves), n);
    for (int i = 0; i < n; i++) {
        assert_int_equal(moves[i].from, expected[i].from);
        assert_int_equal(moves[i].to, expected[i].to);
    }
    return n;
}

static void make(pair *p, const game_move *move)
{
    const oracle_move same = {oracle_cell_of(&p->judge, move->from), oracle_cell_of(&p->judge, move->to)};
    p->g->rules->make(p->g, &p->state, move);
    oracle_make(&p->judge, &p->pos, same);
}

/* Every pair of removals, and the first jumps after it. */
static void check_opening(int rows, int cols, pm_color corner, const char *rule)
{
    static game_move first[GAME_MAX_MOVES], replies[GAME_MAX_MOVES], jumps[GAME_MAX_MOVES];
    pair full = new_pair(rows, cols, corner, rule);
    if (full.g->rules->start(full.g, &full.state, NULL) != PM_OK) {
        assert_int_equal(oracle_moves(&full.judge, rule, &full.pos, (oracle_move[ORACLE_MAX_MOVES]){{0}}), 0);
        game_free(full.g);
        return;
    }
    for (int i = check_pair(&full, first) - 1; i >= 0; i--) {
        pair hole = full;
        make(&hole, &first[i]);
        for (int j = check_pair(&hole, replies) - 1; j >= 0; j--) {
            pair after = hole;
            make(&after, &replies[j]);
            check_pair(&after, jumps);
        }
    }
    game_free(full.g);
}

static void test_openings(void **state)
{
    (void)state;
    static const int sizes[][2] = {{8, 8},   {8, 9},   {9, 8},   {9, 9},   {8, 16},  {16, 8}, {11, 11},
                                   {10, 13}, {16, 16}, {15, 16}, {15, 15}, {5, 16},  {16, 5}, {13, 20},
                                   {14, 17}, {20, 13}, {18, 18}, {20, 20}, {19, 20}, {20, 4}, {4, 20}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (int j = 0; j < 2 * N_RULES; j++) {
            check_opening(sizes[i][0], sizes[i][1], (pm_color)(j % 2), konane_rule_name((konane_rule)(j / 2)));
        }
    }
    check_opening(16, 16, PM_BLACK, "fixed:a16,a15");
    check_opening(9, 9, PM_BLACK, "fixed:e5,f5");
    check_opening(16, 8, PM_WHITE, "fixed:h16,g16");
    check_opening(20, 20, PM_BLACK, "fixed:t1,s1");
}

static void play(pair *p, rng *r)
{
    static game_move moves[GAME_MAX_MOVES];
    for (int n; (n = check_pair(p, moves)) > 0;) {
        make(p, &moves[rng_below(r, (uint32_t)n)]);
    }
    assert_int_equal(p->g->rules->perft(p->g, &p->state, 1), 0);
}

static void test_random_games(void **state)
{
    (void)state;
    print_message("seed %d\n", SEED);
    for (int rows = 1; rows <= 20; rows++) {
        for (int cols = 1; cols <= 20; cols++) {
            rng r = rng_stream(SEED, (uint64_t)rows * 20 + (uint64_t)cols);
            for (int i = 0; i < 2 && rows * cols >= 2; i++) {
                pair p = new_pair(rows, cols, (pm_color)i, "any");
                if (p.g->rules->start(p.g, &p.state, NULL) == PM_OK) {
                    play(&p, &r);
                }
                game_free(p.g);
            }
        }
    }
}

/* Texts that are not a position of this board leave the state as it was. */
static void test_texts_of_other_boards(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "2bw/wbwb/bwbw/wbwb b",
        "",
        "16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16",
        "16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/15w x",
        "w15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 b",
    };
    pair p = new_pair(16, 16, PM_BLACK, "any");
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        pm_error err = {0};
        const game_state before = p.state;
        assert_int_equal(p.g->rules->state_parse(p.g, texts[i], &p.state, &err), PM_BAD_INPUT);
        assert_true(err.message[0] != '\0');
        assert_memory_equal(&before, &p.state, sizeof before);
    }
    game_free(p.g);
}

/* Illegal moves of wide boards are refused with the reason. */
static void test_illegal_moves(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"a15", "a15 is not legal"},
        {"p1-p3", "the opening is not over"},
        {"q1", "column 'q' is not on the 16x16 board"},
        {"a17", "rank '17' is not"},
        {"", "expected a cell"},
    };
    pair p = new_pair(16, 16, PM_BLACK, "corner");
    assert_int_equal(p.g->rules->start(p.g, &p.state, NULL), PM_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pm_error err = {0};
        game_move move;
        assert_int_equal(p.g->rules->move_parse(p.g, &p.state, cases[i].text, &move, &err), PM_BAD_INPUT);
        if (!strstr(err.message, cases[i].message)) {
            fail_msg("'%s': '%s' does not say '%s'", cases[i].text, err.message, cases[i].message);
        }
    }
    game_free(p.g);
}

static int compare_words(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* All sets of stones of a board, either player to move: no two share a hash, though the mover and the stone on a1 are
 * both one bit. */
static void test_hashes(void **state)
{
    enum { CELLS = 12, N = 2 << CELLS };
    static uint64_t hashes[N];
    (void)state;
    pair p = new_pair(3, 4, PM_BLACK, "any");
    for (uint32_t i = 0; i < N; i++) {
        const game_state s = {.bits = {i >> 1}, .mover = i & 1};
        hashes[i] = p.g->rules->hash(p.g, &s);
    }
    qsort(hashes, N, sizeof hashes[0], compare_words);
    for (int i = 1; i < N; i++) {
        assert_true(hashes[i - 1] != hashes[i]);
    }
    game_free(p.g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_openings),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_texts_of_other_boards),
        cmocka_unit_test(test_illegal_moves),
        cmocka_unit_test(test_hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
