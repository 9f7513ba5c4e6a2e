/* Agents against plain searches: alpha-beta chooses a move that a minimax without any pruning calls best, greedy one of
 * the moves with the largest mobility difference, a deep search never loses a won game (values by
 * tests/oracle/oracle.c). Names are read strictly, and the same games cost the same nodes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/agents/agents.h"
#include "analysis/selfplay/selfplay.h"
#include "tests/aid/db_maker.h"
#include "tests/oracle/oracle.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const uint64_t seed = 20260733;

static game *make_game(const char *name, int rows, int cols)
{
    game *g;
    pm_error err = {0};
    const game_options options = {.rows = rows, .cols = cols, .opening = strcmp(name, "konane") == 0 ? "any" : NULL};
    if (game_new(name, &options, &g, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    return g;
}

static agent *make_agent(const char *name, const game *g)
{
    agent *a;
    pm_error err = {0};
    if (agent_new(name, g, &a, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    agent_begin(a);
    return a;
}

/* A state after some random moves in which there are at least two moves. */
static game_state random_state(const game *g, rng *r, uint32_t most_moves)
{
    for (;;) {
        game_state s;
        game_move moves[GAME_MAX_MOVES], made;
        assert_int_equal(g->rules->start(g, &s, NULL), PM_OK);
        for (uint32_t n = rng_below(r, most_moves); n > 0 && g->rules->make_random(g, &s, r, &made) > 0; n--) {
        }
        if (g->rules->moves(g, &s, moves) > 1) {
            return s;
        }
    }
}

static agent_turn turn_at(const game_state *s)
{
    return (agent_turn){.state = s};
}

/* ---- alpha-beta -------------------------------------------------------------------------------- */

/* Whether the search must continue: in draughts, where a player must capture. */
static bool must_capture(const game *g, const game_move *moves)
{
    return strcmp(g->rules->name, "konane") != 0 && moves[0].n_taken > 0;
}

/* The value from the mover's side; a loss is the worse the sooner it comes. */
static int minimax(const game *g, bool finely, const game_state *s, int depth, int ply)
{
    game_move moves[GAME_MAX_MOVES];
    const int n = g->rules->moves(g, s, moves);
    if (n == 0) {
        return ply - 31000;
    }
    if (depth <= 0 && !must_capture(g, moves)) {
        return finely ? g->rules->evaluate_finely(g, s) : g->rules->evaluate(g, s);
    }
    int best = INT_MIN;
    for (int i = 0; i < n; i++) {
        game_state after = *s;
        g->rules->make(g, &after, &moves[i]);
        const int value = -minimax(g, finely, &after, depth - 1, ply + 1);
        best = value > best ? value : best;
    }
    return best;
}

static void check_ab(const game *g, const char *parameters, int depth, int n_states, rng *r)
{
    char name[48];
    const bool finely = strstr(parameters, "eval=1");
    snprintf(name, sizeof name, "ab:depth=%d%s", depth, parameters);
    agent *a = make_agent(name, g);
    for (int i = 0; i < n_states; i++) {
        const game_state s = random_state(g, r, 14);
        const agent_turn turn = turn_at(&s);
        game_move move;
        agent_begin(a); /* what the table keeps of other searches may be deeper than this one */
        agent_choose(a, &turn, r, &move);
        game_state after = s;
        g->rules->make(g, &after, &move);
        assert_int_equal(-minimax(g, finely, &after, depth - 1, 1), minimax(g, finely, &s, depth, 0));
    }
    assert_true(a->nodes > 0);
    agent_free(a);
}

/* Up to three plies no position comes up with different depths left; on 4x4, where no jump captures two stones, it
 * never does. */
static void test_ab_is_minimax(void **state)
{
    (void)state;
    rng r = rng_stream(seed, 1);
    static const int sizes[][2] = {{4, 4}, {5, 5}, {6, 6}, {8, 8}, {3, 9}, {9, 9}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        game *g = make_game("konane", sizes[i][0], sizes[i][1]);
        for (int depth = 1; depth <= (i == 0 ? 6 : 3); depth++) {
            check_ab(g, "", depth, 100 / (depth * depth), &r);
            check_ab(g, ",eval=1", depth, 60 / (depth * depth), &r);
            check_ab(g, ",window=1", depth, 60 / (depth * depth), &r); /* so that most values are beyond it */
            check_ab(g, ",eval=1,window=12", depth, 60 / (depth * depth), &r);
        }
        game_free(g);
    }
    static const char *const draughts[] = {"american", "italian"};
    for (size_t i = 0; i < 2; i++) {
        game *g = make_game(draughts[i], 6, 6);
        check_ab(g, "", 2, 50, &r);
        check_ab(g, "", 3, 20, &r);
        check_ab(g, ",window=30", 3, 20, &r);
        game_free(g);
    }
}

/* With a table of one game across its moves, node counts repeat, and equal moves are chosen by chance. */
static uint64_t nodes_of_game(const game *g, const char *name, uint64_t stream)
{
    agent *a = make_agent(name, g);
    rng r = rng_stream(seed, stream);
    game_state s;
    game_move move, moves[GAME_MAX_MOVES];
    assert_int_equal(g->rules->start(g, &s, NULL), PM_OK);
    while (g->rules->moves(g, &s, moves) > 0) {
        const agent_turn turn = turn_at(&s);
        agent_choose(a, &turn, &r, &move);
        g->rules->make(g, &s, &move);
    }
    const uint64_t nodes = a->nodes;
    agent_free(a);
    return nodes;
}

static void test_nodes_repeat(void **state)
{
    (void)state;
    game *g = make_game("konane", 6, 6);
    static const char *const names[] = {"ab:4", "ab:nodes=500", "ab:nodes=500,eval=1,window=12", "mcts:100", "greedy"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const uint64_t nodes = nodes_of_game(g, names[i], 1);
        assert_true(nodes > 0);
        assert_int_equal(nodes_of_game(g, names[i], 1), nodes);
        assert_int_not_equal(nodes_of_game(g, names[i], 2), nodes);
    }
    game_free(g);
}

/* ---- won games --------------------------------------------------------------------------------- */

static bool oracle_wins(const game *g, const oracle_board *board, oracle_table *table, const game_state *s)
{
    uint64_t stones[2][GAME_CELL_WORDS], kings[GAME_CELL_WORDS]; /* numbered as the oracle does */
    g->rules->draw(g, s, stones, kings);
    const oracle_position pos = oracle_from_set(board, stones[0][0] | stones[1][0], (int)s->mover);
    return oracle_remoteness(table, &pos) % 2 == 1;
}

/* From a won position the agent wins against random replies. */
static void check_wins(const char *name, int rows, int cols, int n_games, rng *r)
{
    game *g = make_game("konane", rows, cols);
    const oracle_board board = {.rows = rows, .cols = cols, .corner = ORACLE_BLACK};
    oracle_table *table = oracle_table_new(&board);
    agent *a = make_agent(name, g);
    for (int won = 0; won < n_games;) {
        game_state s = random_state(g, r, 8);
        if (g->rules->is_opening(g, &s) || !oracle_wins(g, &board, table, &s)) {
            continue;
        }
        const uint32_t me = s.mover;
        game_move move, moves[GAME_MAX_MOVES];
        agent_begin(a);
        while (g->rules->moves(g, &s, moves) > 0) {
            const agent_turn turn = turn_at(&s);
            if (s.mover == me) {
                agent_choose(a, &turn, r, &move);
                g->rules->make(g, &s, &move);
            } else {
                g->rules->make_random(g, &s, r, &move);
            }
        }
        assert_int_not_equal(s.mover, me);
        won++;
    }
    agent_free(a);
    oracle_table_free(table);
    game_free(g);
}

static void test_won_games(void **state)
{
    (void)state;
    rng r = rng_stream(seed, 2);
    check_wins("ab:30", 4, 4, 200, &r);
    check_wins("ab:30", 5, 4, 60, &r);
    check_wins("mcts:3000", 4, 4, 20, &r);
}

/* ---- databases ------------------------------------------------------------------------------------ */

/* Make a database of the board; `name` becomes that of the agent, and `path` that of the file. */
static void make_db(int rows, int cols, db_kind kind, char path[DB_MAKER_PATH], char name[DB_MAKER_PATH + 8])
{
    const db_options options = {.level = DB_DEFAULT_LEVEL, .kind = kind};
    db_maker_name(path);
    db_maker_make(path, rows, cols, &options, NULL);
    snprintf(name, DB_MAKER_PATH + 8, "db:%s", path);
}

static void check_refused(const game *g, const char *name, const char *message);

static void test_db_wins(void **state)
{
    (void)state;
    static const db_kind kinds[] = {DB_OUTCOME, DB_REMOTENESS};
    rng r = rng_stream(seed, 6);
    for (int i = 0; i < 2; i++) {
        char path[DB_MAKER_PATH], name[DB_MAKER_PATH + 8];
        make_db(4, 5, kinds[i], path, name);
        check_wins(name, 4, 5, 100, &r);
        unlink(path);
    }
}

static bool check_plies(void *ctx, const selfplay_game *played)
{
    assert_int_equal(played->plies, *(const unsigned *)ctx);
    return true;
}

/* tests/data/remoteness.tsv: 6 plies for 4x5, 15 for 5x5, the removals included. */
static void test_db_hurries(void **state)
{
    (void)state;
    static const struct {
        int rows, cols;
        unsigned plies;
    } boards[] = {{4, 5, 6}, {5, 5, 15}};
    for (int i = 0; i < 2; i++) {
        char path[DB_MAKER_PATH], name[DB_MAKER_PATH + 8];
        unsigned plies = boards[i].plies;
        game *g;
        make_db(boards[i].rows, boards[i].cols, DB_REMOTENESS, path, name);
        assert_int_equal(game_new("konane", &(game_options){.rows = boards[i].rows, .cols = boards[i].cols}, &g, NULL),
                         PM_OK);
        const selfplay_plan plan = {.g = g,
                                    .black = name,
                                    .white = name,
                                    .n_games = 20,
                                    .seed = seed,
                                    .threads = 2,
                                    .game = check_plies,
                                    .ctx = &plies};
        assert_int_equal(selfplay_run(&plan, NULL, NULL), PM_OK);
        game_free(g);
        unlink(path);
    }
}

/* A search of one ply that looks into a database wins what can be won: with distances from anywhere, without them where
 * the position to move in is not in it. All jumps take, so that each move leads into the database. */
static void test_ab_looks_into_db(void **state)
{
    (void)state;
    static const db_kind kinds[] = {DB_OUTCOME, DB_REMOTENESS};
    rng r = rng_stream(seed, 8);
    for (int i = 0; i < 2; i++) {
        char path[DB_MAKER_PATH], name[DB_MAKER_PATH + 8], with_db[DB_MAKER_PATH + 24];
        make_db(4, 5, kinds[i], path, name);
        snprintf(with_db, sizeof with_db, "ab:depth=1,db=%s", path);
        check_wins(with_db, 4, 5, 100, &r);
        game *g = make_game("konane", 5, 5);
        check_refused(g, with_db, "4x5");
        game_free(g);
        unlink(path);
    }
}

/* In a lost position a database of outcomes asks the other agent: against a winner both make the moves of "first". */
static void test_db_hands_over(void **state)
{
    (void)state;
    char path[DB_MAKER_PATH], name[DB_MAKER_PATH + 8], with_other[DB_MAKER_PATH + 16];
    make_db(4, 4, DB_OUTCOME, path, name);
    snprintf(with_other, sizeof with_other, "%s,first", name);
    game *g = make_game("konane", 4, 4);
    const oracle_board board = {.rows = 4, .cols = 4, .corner = ORACLE_BLACK};
    oracle_table *table = oracle_table_new(&board);
    agent *a = make_agent(with_other, g);
    rng r = rng_stream(seed, 7);
    for (int lost = 0; lost < 50;) {
        const game_state s = random_state(g, &r, 8);
        if (g->rules->is_opening(g, &s) || oracle_wins(g, &board, table, &s)) {
            continue;
        }
        const agent_turn turn = turn_at(&s);
        game_move moves[GAME_MAX_MOVES], move;
        g->rules->moves(g, &s, moves);
        agent_choose(a, &turn, &r, &move);
        assert_memory_equal(&move, &moves[0], sizeof move);
        lost++;
    }
    agent_free(a);
    oracle_table_free(table);
    game_free(g);
    unlink(path);
}

/* Change a byte in the middle of the file. */
static void damage(const char *path)
{
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const long middle = ftell(file) / 2;
    assert_int_equal(fseek(file, middle, SEEK_SET), 0);
    const int byte = fgetc(file);
    assert_int_equal(fseek(file, middle, SEEK_SET), 0);
    fputc(byte ^ 1, file);
    fclose(file);
}

static void test_db_errors(void **state)
{
    (void)state;
    char path[DB_MAKER_PATH], name[DB_MAKER_PATH + 8];
    make_db(4, 5, DB_OUTCOME, path, name);
    game *g = make_game("konane", 4, 4), *draughts = make_game("italian", 8, 8);
    check_refused(g, name, "the database is of 4x5, the board is 4x4");
    check_refused(g, "db", "the name of a database is needed");
    check_refused(g, "db:tests/data/perft.tsv", "");
    check_refused(draughts, name, "a database of Konane, not of draughts");
    agent *a;
    pm_error err = {0};
    assert_int_equal(agent_new("db:/no/such/file", g, &a, &err), PM_IO);
    assert_non_null(strstr(err.message, "/no/such/file"));
    assert_int_equal(agent_new("db:no,such,greedy", g, &a, &err), PM_IO); /* only a comma before a name divides */
    assert_non_null(strstr(err.message, "no,such\""));
    game_free(g);
    game_free(draughts);

    g = make_game("konane", 4, 5);
    damage(path);
    const selfplay_plan plan = {.g = g, .black = name, .white = "random", .n_games = 200, .threads = 2};
    assert_int_equal(selfplay_run(&plan, NULL, &err), PM_DAMAGED);
    assert_true(err.message[0]);
    game_free(g);
    unlink(path);
}

/* ---- greedy, random, first --------------------------------------------------------------------- */

static int difference_after(const game *g, const game_state *s, const game_move *move)
{
    game_state after = *s;
    game_move moves[GAME_MAX_MOVES];
    g->rules->make(g, &after, move);
    const int theirs = g->rules->moves(g, &after, moves);
    after.mover = s->mover; /* mine, if it were my turn */
    return g->rules->moves(g, &after, moves) - theirs;
}

/* In draughts, where it is the static evaluation that counts. */
static int judged_after(const game *g, const game_state *s, const game_move *move)
{
    game_state after = *s;
    g->rules->make(g, &after, move);
    return -g->rules->evaluate(g, &after);
}

static void check_greedy(const char *name, int rows, int cols,
                         int (*judge)(const game *, const game_state *, const game_move *))
{
    rng r = rng_stream(seed, 3);
    game *g = make_game(name, rows, cols);
    agent *a = make_agent("greedy", g);
    for (int i = 0; i < 300; i++) {
        game_state s;
        do {
            s = random_state(g, &r, 30);
        } while (g->rules->is_opening(g, &s));
        game_move moves[GAME_MAX_MOVES], move;
        const agent_turn turn = turn_at(&s);
        agent_choose(a, &turn, &r, &move);
        const int n = g->rules->moves(g, &s, moves), chosen = judge(g, &s, &move);
        for (int k = 0; k < n; k++) {
            assert_true(judge(g, &s, &moves[k]) <= chosen);
        }
    }
    agent_free(a);
    game_free(g);
}

static void test_greedy(void **state)
{
    (void)state;
    check_greedy("konane", 7, 8, difference_after);
    check_greedy("italian", 8, 8, judged_after);
}

/* Every legal move is chosen, about equally often: chi-square below its 99.99 % quantile for up to 20 moves, 58. */
static void test_random_is_uniform(void **state)
{
    (void)state;
    enum { N = 20000 };
    rng r = rng_stream(seed, 4);
    game *g = make_game("konane", 8, 8);
    agent *a = make_agent("random", g);
    for (int i = 0; i < 10; i++) {
        const game_state s = random_state(g, &r, 30);
        const agent_turn turn = turn_at(&s);
        game_move moves[GAME_MAX_MOVES], move;
        const int n = g->rules->moves(g, &s, moves);
        int count[GAME_MAX_MOVES] = {0};
        for (int k = 0; k < N; k++) {
            agent_choose(a, &turn, &r, &move);
            int m = 0;
            while (m < n && (moves[m].from != move.from || moves[m].to != move.to)) {
                m++;
            }
            assert_true(m < n);
            count[m]++;
        }
        double chi_square = 0;
        for (int k = 0; k < n; k++) {
            chi_square += (count[k] - (double)N / n) * (count[k] - (double)N / n) * n / N;
        }
        assert_true(n > 20 || chi_square < 58);
    }
    agent_free(a);
    game_free(g);
}

static void test_first(void **state)
{
    (void)state;
    rng r = rng_stream(seed, 5);
    game *g = make_game("konane", 6, 6);
    agent *a = make_agent("first", g);
    for (int i = 0; i < 50; i++) {
        const game_state s = random_state(g, &r, 20);
        const agent_turn turn = turn_at(&s);
        game_move moves[GAME_MAX_MOVES], move;
        g->rules->moves(g, &s, moves);
        agent_choose(a, &turn, &r, &move);
        assert_memory_equal(&move, &moves[0], sizeof move);
    }
    agent_free(a);
    game_free(g);
}

/* ---- names ------------------------------------------------------------------------------------- */

static void check_refused(const game *g, const char *name, const char *message)
{
    agent *a = NULL;
    pm_error err = {0};
    assert_int_equal(agent_new(name, g, &a, &err), PM_BAD_INPUT);
    assert_null(a);
    if (!strstr(err.message, message)) {
        fail_msg("\"%s\" is not in \"%s\"", message, err.message);
    }
}

static void test_names(void **state)
{
    (void)state;
    game *g = make_game("konane", 6, 6);
    static const char *const good[] = {"random",
                                       "greedy",
                                       "first",
                                       "ab:1",
                                       "ab:100",
                                       "ab:depth=3,nodes=100",
                                       "ab:ms=5",
                                       "ab:nodes=9,depth=2",
                                       "ab:nodes=9,eval=1,window=20",
                                       "mcts:1",
                                       "mcts:playouts=5,exploration=70"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        agent_free(make_agent(good[i], g));
    }
    check_refused(g, "randm", "did you mean random?");
    check_refused(g, "Random", "did you mean random?");
    check_refused(g, "", "there is no agent \"\"");
    check_refused(g, "ab", "a depth or another limit is needed");
    check_refused(g, "ab:", "a depth or another limit is needed");
    check_refused(g, "ab:0", "from 1 to 100");
    check_refused(g, "ab:101", "from 1 to 100");
    check_refused(g, "ab:-1", "from 1 to 100");
    check_refused(g, "ab:4x", "depth is \"4x\"");
    check_refused(g, "ab:99999999999999999999", "from 1 to 100");
    check_refused(g, "ab:dept=4", "the nearest is depth");
    check_refused(g, "ab:depth=4,depth=5", "given twice");
    check_refused(g, "ab:depth=4,", "not name=number");
    check_refused(g, "ab:depth=", "depth is \"\"");
    check_refused(g, "ab:depth=4,eval=2", "from 0 to 1");
    check_refused(g, "ab:eval=1", "a limit is needed");
    check_refused(g, "ab:depth=4,db=", "db has 0 characters");
    check_refused(g, "mcts", "number of playouts");
    check_refused(g, "mcts:exploration=5", "playouts is needed");
    check_refused(g, "random:3", "takes no parameters");
    check_refused(g, "greedy:", "takes no parameters");
    game_free(g);
    g = make_game("italian", 6, 6);
    check_refused(g, "ab:depth=4,eval=1", "has no evaluation but 0");
    game_free(g);
}

static void check_list(const char *list, int n, const char *first, const char *last)
{
    char copy[128];
    const char *texts[4];
    snprintf(copy, sizeof copy, "%s", list);
    assert_int_equal(agent_list_split(copy, texts, 4), n);
    if (n > 0) {
        assert_string_equal(texts[0], first);
        assert_string_equal(texts[n - 1], last);
    }
}

static void test_lists(void **state)
{
    (void)state;
    check_list("random,greedy,ab:2", 3, "random", "ab:2");
    check_list("ab:depth=3,ms=5,random", 2, "ab:depth=3,ms=5", "random");
    check_list("random,ab:depth=3,ms=5", 2, "random", "ab:depth=3,ms=5");
    check_list("ab:2,nodes=5;random", 2, "ab:2,nodes=5", "random");
    check_list("random", 1, "random", "random");
    check_list("", -1, NULL, NULL);
    check_list("random,", -1, NULL, NULL);
    check_list(",random", -1, NULL, NULL);
    check_list("a,b,c,d,e", -1, NULL, NULL);
}

int main(void)
{
    print_message("seed %llu\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ab_is_minimax), cmocka_unit_test(test_nodes_repeat),
        cmocka_unit_test(test_won_games),     cmocka_unit_test(test_db_wins),
        cmocka_unit_test(test_db_hurries),    cmocka_unit_test(test_ab_looks_into_db),
        cmocka_unit_test(test_db_hands_over), cmocka_unit_test(test_db_errors),
        cmocka_unit_test(test_greedy),        cmocka_unit_test(test_random_is_uniform),
        cmocka_unit_test(test_first),         cmocka_unit_test(test_names),
        cmocka_unit_test(test_lists),
    };
    return cmocka_run_group_tests_name("agents", tests, NULL, NULL);
}
