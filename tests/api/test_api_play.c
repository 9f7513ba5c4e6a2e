/* Agents, self-play, statistics and records through the public interface.
 *
 * Oracles: the numbers of random play of another program, tests/data/random_play.tsv; games and their statistics
 * counted here from what the callbacks show; what is written must be read back; perft and the sweep for how large 4x4
 * is.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu/play.h"

#include "src/papamu/solve.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { N_GAMES = 4000 };

static pm_game *game_of(const char *name, int rows, int cols)
{
    pm_game *game;
    const pm_game_options options = {.rows = rows, .cols = cols};
    assert_int_equal(pm_game_new(name, &options, &game, NULL), PM_OK);
    return game;
}

/* Replay each game by the rules: the last position has no move, and the winner is who made the last one. */
typedef struct replaying {
    const pm_game *game;
    uint64_t n, black_wins, jumps, stop_at;
} replaying;

static bool replay(void *ctx, const pm_played *played, const pm_ply *plies)
{
    replaying *r = ctx;
    pm_state s;
    pm_ply legal[PM_GAME_MAX_PLIES];
    assert_int_equal(played->number, r->n++);
    assert_int_equal(pm_game_start(r->game, &s, NULL), PM_OK);
    for (uint32_t i = 0; i < played->plies; i++) {
        char text[PM_GAME_MAX_PLY_TEXT];
        pm_ply same;
        pm_game_ply_format(r->game, &s, &plies[i], text);
        assert_int_equal(pm_game_ply_parse(r->game, &s, text, &same, NULL), PM_OK);
        pm_game_make(r->game, &s, &plies[i]);
    }
    assert_int_equal(pm_game_plies(r->game, &s, legal), 0);
    assert_int_equal(played->winner, s.mover == PM_BLACK ? PM_WHITE : PM_BLACK);
    r->black_wins += played->winner == PM_BLACK;
    r->jumps += played->jumps;
    return r->n == r->stop_at;
}

static void test_selfplay(void **state)
{
    (void)state;
    pm_game *game = game_of("konane", 4, 4);
    pm_stats *stats, *halves, *half;
    replaying r = {.game = game};
    pm_selfplay_options o = {.n_games = N_GAMES, .seed = 3, .on_game = replay, .ctx = &r};
    assert_int_equal(pm_stats_new(&stats, NULL), PM_OK);
    assert_int_equal(pm_selfplay(game, &o, stats, NULL), PM_OK);
    assert_int_equal(r.n, N_GAMES);

    pm_played *one = calloc(N_GAMES, sizeof *one);
    o = (pm_selfplay_options){.job = {.threads = 3}, .n_games = N_GAMES, .seed = 3, .games = one};
    assert_int_equal(pm_selfplay(game, &o, NULL, NULL), PM_OK);
    uint64_t black_wins = 0, jumps = 0;
    for (int i = 0; i < N_GAMES; i++) {
        black_wins += one[i].winner == PM_BLACK;
        jumps += one[i].jumps;
        assert_int_equal(one[i].number, i);
    }
    assert_int_equal(black_wins, r.black_wins);
    assert_int_equal(jumps, r.jumps);

    pm_stats_row rows[64], other[64];
    size_t n, m;
    assert_int_equal(pm_stats_rows(stats, 64, rows, &n, NULL), PM_OK);
    assert_int_equal(rows[0].games, N_GAMES);
    assert_int_equal(rows[0].black_wins, black_wins);
    assert_null(rows[0].opening);
    assert_float_equal(rows[0].jumps.value, (double)jumps / N_GAMES, 1e-9);
    assert_float_equal(rows[0].jumps.value, 8.73, 0.2); /* tests/data/random_play.tsv */
    assert_float_equal(rows[0].black_share.value, 0.426, 0.04);
    assert_true(rows[0].black_share.low < rows[0].black_share.value && n > 1);

    /* Two halves, merged, are the whole. */
    assert_int_equal(pm_stats_new(&halves, NULL), PM_OK);
    assert_int_equal(pm_stats_new(&half, NULL), PM_OK);
    o = (pm_selfplay_options){.n_games = N_GAMES / 2, .seed = 3};
    assert_int_equal(pm_selfplay(game, &o, halves, NULL), PM_OK);
    o.first = N_GAMES / 2;
    assert_int_equal(pm_selfplay(game, &o, half, NULL), PM_OK);
    assert_int_equal(pm_stats_merge(halves, half, NULL), PM_OK);
    assert_int_equal(pm_stats_rows(halves, 64, other, &m, NULL), PM_OK);
    assert_int_equal(m, n);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(other[i].games, rows[i].games);
        assert_int_equal(other[i].black_wins, rows[i].black_wins);
        assert_float_equal(other[i].branching.high, rows[i].branching.high, 1e-12);
    }
    free(one);
    pm_stats_free(stats);
    pm_stats_free(halves);
    pm_stats_free(half);
    pm_game_free(game);
}

static void test_selfplay_stops_and_refuses(void **state)
{
    (void)state;
    pm_game *game = game_of("konane", 4, 4);
    pm_error err = {.message = ""};
    replaying r = {.game = game, .stop_at = 5};
    pm_selfplay_options o = {.n_games = 100, .on_game = replay, .ctx = &r};
    assert_int_equal(pm_selfplay(game, &o, NULL, &err), PM_INTERRUPTED);
    assert_int_equal(r.n, 5);
    o = (pm_selfplay_options){.n_games = 1, .black = "grandmaster"};
    assert_int_equal(pm_selfplay(game, &o, NULL, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "grandmaster"));
    assert_int_equal(pm_selfplay(NULL, &o, NULL, &err), PM_BAD_INPUT);
    assert_int_equal(pm_selfplay(game, NULL, NULL, &err), PM_BAD_INPUT);
    o = (pm_selfplay_options){.n_games = UINT64_MAX};
    assert_int_equal(pm_selfplay(game, &o, NULL, &err), PM_BAD_INPUT);
    pm_game_free(game);
}

/* Games from positions: replayed from where they began, which replay() checks against the rules. */
static bool replay_from(void *ctx, const pm_played *played, const pm_ply *plies)
{
    const pm_selfplay_options *o = ((const void **)ctx)[0];
    const pm_game *game = ((const void **)ctx)[1];
    pm_state s = o->positions[played->number / 2 % o->n_positions];
    pm_ply legal[PM_GAME_MAX_PLIES];
    assert_string_equal(played->opening, "");
    for (uint32_t i = 0; i < played->plies; i++) {
        const int n = pm_game_plies(game, &s, legal);
        int k = 0;
        while (k < n && memcmp(&legal[k], &plies[i], sizeof *plies) != 0) {
            k++;
        }
        assert_true(k < n);
        pm_game_make(game, &s, &plies[i]);
    }
    assert_int_equal(pm_game_plies(game, &s, legal), 0);
    assert_int_equal(s.mover != (uint32_t)played->winner, 1);
    return false;
}

static void test_selfplay_from_positions(void **state)
{
    (void)state;
    pm_game *game = game_of("konane", 4, 5);
    pm_state positions[3];
    pm_error err = {.message = ""};
    assert_int_equal(pm_game_parse(game, "2bwb/wbwbw/bwbwb/wbwbw b", &positions[0], NULL), PM_OK);
    assert_int_equal(pm_game_parse(game, "bw1wb/wb1bw/bwbwb/wbwbw w", &positions[1], NULL), PM_OK);
    pm_selfplay_options o = {
        .n_games = 40, .seed = 3, .swap = true, .black = "greedy", .n_positions = 2, .positions = positions};
    const void *ctx[] = {&o, game};
    o.on_game = replay_from;
    o.ctx = ctx;
    assert_int_equal(pm_selfplay(game, &o, NULL, &err), PM_OK);
    o.each_opening = true;
    assert_int_equal(pm_selfplay(game, &o, NULL, &err), PM_BAD_INPUT);
    o.each_opening = false;
    o.n_positions = 3;
    assert_int_equal(pm_game_start(game, &positions[2], NULL), PM_OK);
    assert_int_equal(pm_selfplay(game, &o, NULL, &err), PM_BAD_INPUT);
    assert_int_equal(err.offset, 2);
    positions[2] = (pm_state){.bits = {1}};
    assert_int_equal(pm_selfplay(game, &o, NULL, &err), PM_BAD_INPUT);
    positions[2] = (pm_state){.bits = {UINT64_C(1) << 20}};
    assert_int_equal(pm_selfplay(game, &o, NULL, &err), PM_BAD_INPUT);
    o.positions = NULL;
    assert_int_equal(pm_selfplay(game, &o, NULL, &err), PM_BAD_INPUT);
    pm_game_free(game);
}

static bool stop_third(void *ctx, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    return ++*(int *)ctx >= 3;
}

/* An agent that searches deep enough to see the end wins a won position. */
static void test_agents(void **state)
{
    (void)state;
    pm_game *game = game_of("konane", 3, 3);
    pm_agent *agent;
    pm_state s;
    pm_ply ply;
    pm_error err = {.message = ""};
    assert_int_equal(pm_game_start(game, &s, NULL), PM_OK);
    assert_int_equal(pm_agent_new("ab:9", game, 1, &agent, NULL), PM_OK);
    pm_ply legal[PM_GAME_MAX_PLIES];
    int n_plies = 0;
    while (pm_game_plies(game, &s, legal) > 0) {
        assert_int_equal(pm_agent_choose(agent, &s, NULL, &ply, NULL), PM_OK);
        pm_game_make(game, &s, &ply);
        n_plies++;
    }
    assert_int_equal(n_plies % 2, 0); /* White wins 3x3 in 4 plies: tests/data/remoteness.tsv */
    assert_int_equal(pm_agent_choose(agent, &s, NULL, &ply, &err), PM_BAD_INPUT);
    pm_agent_free(agent);
    pm_game *large = game_of("konane", 10, 10);
    int calls = 0;
    assert_int_equal(pm_agent_new("ab:30", large, 1, &agent, NULL), PM_OK); /* for days */
    assert_int_equal(pm_game_start(large, &s, NULL), PM_OK);
    for (int i = 0; i < 16; i++) { /* to where there is a choice */
        const int n = pm_game_plies(large, &s, legal);
        assert_true(n > 0);
        pm_game_make(large, &s, &legal[n / 2]);
    }
    assert_true(pm_game_plies(large, &s, legal) > 1);
    assert_int_equal(pm_agent_choose(agent, &s, &(pm_job){.progress = stop_third, .ctx = &calls}, &ply, &err),
                     PM_INTERRUPTED);
    assert_true(calls >= 3);
    pm_agent_free(agent);
    pm_game_free(large);
    assert_int_equal(pm_agent_new("ab:0", game, 1, &agent, &err), PM_BAD_INPUT);
    assert_int_equal(pm_agent_new(NULL, game, 1, &agent, &err), PM_BAD_INPUT);
    pm_agent_free(NULL);
    pm_game_free(game);
}

/* Play a game by always taking the move in the middle of the list. */
static int play_one(const pm_game *game, const pm_state *start, pm_ply plies[], int room)
{
    pm_state s = *start;
    pm_ply legal[PM_GAME_MAX_PLIES];
    int n = 0, n_legal;
    while (n < room && (n_legal = pm_game_plies(game, &s, legal)) > 0) {
        plies[n] = legal[n_legal / 2];
        pm_game_make(game, &s, &plies[n++]);
    }
    return n;
}

static void write_and_read(const char *name, int rows, int cols, const char *suffix, int max_plies)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/papamu-records-%d%s", (int)getpid(), suffix);
    (void)remove(path);
    pm_game *game = game_of(name, rows, cols);
    pm_ply plies[200];
    pm_record r = {.game = game, .result = 3, .black = "Ka \"M\"", .white = "random", .plies = plies}, read;
    assert_int_equal(pm_game_start(game, &r.start, NULL), PM_OK);
    r.n_plies = play_one(game, &r.start, plies, max_plies);
    assert_int_equal(pm_record_append(path, &r, NULL), PM_OK);
    pm_game_make(game, &r.start, &plies[0]);
    r.plies++;
    r.n_plies--;
    if (strcmp(name, "konane") != 0) { /* a game from a position of its own */
        assert_int_equal(pm_record_append(path, &r, NULL), PM_OK);
    }
    pm_records *records;
    pm_stats *stats;
    assert_int_equal(pm_records_open(path, name, &records, NULL), PM_OK);
    assert_int_equal(pm_records_next(records, &read, NULL), PM_OK);
    assert_int_equal(read.n_plies, r.n_plies + 1);
    assert_memory_equal(read.plies, plies, (size_t)read.n_plies * sizeof *plies);
    assert_string_equal(read.black, "Ka \"M\"");
    assert_string_equal(pm_game_get_info(read.game).name, name);
    if (strcmp(name, "konane") != 0) {
        assert_int_equal(pm_records_next(records, &read, NULL), PM_OK);
        assert_memory_equal(&read.start, &r.start, sizeof read.start);
    }
    assert_int_equal(pm_records_next(records, &read, NULL), PM_NOT_FOUND);
    pm_records_close(records);
    assert_int_equal(pm_stats_new(&stats, NULL), PM_OK);
    assert_int_equal(pm_stats_read(stats, path, name, NULL, NULL), PM_OK);
    pm_stats_free(stats);
    r.plies = plies + 1;
    r.n_plies = 1;
    assert_int_equal(pm_game_start(game, &r.start, NULL), PM_OK);
    pm_error err = {.message = ""};
    assert_int_equal(pm_record_append(path, &r, &err), PM_BAD_INPUT); /* the second ply first */
    assert_int_equal(
        pm_record_append("/nowhere/x.kgn", &(pm_record){.game = game, .start = r.start, .result = 3}, &err), PM_IO);
    pm_game_free(game);
    (void)remove(path);
}

/* A record without the tag Corner, whose position has a white corner, is written again as it was read. */
static void test_corner_of_a_position(void **state)
{
    (void)state;
    char path[64], copy[64];
    snprintf(path, sizeof path, "/tmp/papamu-corner-%d.kgn", (int)getpid());
    snprintf(copy, sizeof copy, "/tmp/papamu-corner-%d-2.kgn", (int)getpid());
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("[Game \"Konane\"]\n[Position \"wbwb/b2w/wbwb/bwbw b\"]\n[Result \"*\"]\n\n1. c1-c3 *\n", file);
    fclose(file);
    pm_records *records;
    pm_record read, again;
    assert_int_equal(pm_records_open(path, NULL, &records, NULL), PM_OK);
    assert_int_equal(pm_records_next(records, &read, NULL), PM_OK);
    assert_int_equal(pm_record_append(copy, &read, NULL), PM_OK);
    const pm_state start = read.start;
    pm_records_close(records);
    assert_int_equal(pm_records_open(copy, NULL, &records, NULL), PM_OK);
    assert_int_equal(pm_records_next(records, &again, NULL), PM_OK);
    assert_memory_equal(&again.start, &start, sizeof start);
    assert_int_equal(again.n_plies, 1);
    pm_records_close(records);
    (void)remove(path);
    (void)remove(copy);
}

static void test_records(void **state)
{
    (void)state;
    write_and_read("konane", 6, 6, ".kgn", 200);
    write_and_read("italian", 8, 8, ".pdn", 30);
    pm_records *records;
    pm_stats *stats;
    pm_error err = {.message = ""};
    assert_int_equal(pm_records_open("/nowhere/x.kgn", NULL, &records, &err), PM_IO);
    assert_int_equal(pm_records_open("/nowhere/x.txt", NULL, &records, &err), PM_BAD_INPUT);
    assert_int_equal(pm_records_open(NULL, NULL, &records, &err), PM_BAD_INPUT);
    assert_int_equal(pm_records_open("/nowhere/x.pdn", "konane", &records, &err), PM_BAD_INPUT);
    assert_int_equal(pm_records_open("/nowhere/x.pdn", "chess", &records, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "chess"));
    assert_int_equal(pm_records_open("/nowhere/x.pdn", "russian", &records, &err), PM_IO);
    assert_int_equal(pm_stats_read(stats, "/nowhere/x.kgn", "russian", NULL, &err), PM_BAD_INPUT);
    assert_int_equal(pm_stats_new(&stats, NULL), PM_OK);
    assert_int_equal(pm_stats_read(stats, "/nowhere/x.csv", NULL, NULL, &err), PM_IO);
    assert_int_equal(pm_stats_merge(stats, stats, &err), PM_BAD_INPUT);
    pm_stats_free(stats);
    pm_stats_free(NULL);
    pm_records_close(NULL);
}

/* Perft and the sweep know the exact numbers of 4x4; they are in the intervals of this seed. */
static void test_complexity(void **state)
{
    (void)state;
    pm_game *game = game_of("konane", 4, 4);
    pm_board *board;
    pm_state start;
    pm_reach_table reach;
    pm_complexity size, again;
    double nodes = 0, positions = 0;
    assert_int_equal(pm_game_start(game, &start, NULL), PM_OK);
    for (int ply = 0; ply <= 16; ply++) {
        nodes += (double)pm_game_perft(game, &start, ply);
    }
    assert_int_equal(pm_game_board(game, &board, NULL), PM_OK);
    assert_int_equal(pm_reach(board, NULL, &reach, NULL), PM_OK);
    for (int k = 0; k <= reach.n_stones; k++) {
        positions += (double)(reach.reachable[k][PM_BLACK] + reach.reachable[k][PM_WHITE]);
    }
    pm_complexity_options o = {.job.threads = 1, .population = 1000, .samples = 2000, .seed = 5};
    assert_int_equal(pm_complexity_estimate(game, &o, &size, NULL), PM_OK);
    assert_true(size.log10_nodes.low <= log10(nodes) && log10(nodes) <= size.log10_nodes.high);
    assert_true(size.log10_nodes.high - size.log10_nodes.low < 0.1);
    assert_true(size.log10_games.value < size.log10_nodes.value && size.mean_length.value > 8);
    assert_true(size.samples == 2000 && size.found > 0);
    assert_true(size.log10_positions.low <= log10(positions) && log10(positions) <= size.log10_positions.high);
    o.job.threads = 3;
    assert_int_equal(pm_complexity_estimate(game, &o, &again, NULL), PM_OK);
    assert_memory_equal(&again, &size, sizeof size);
    assert_int_equal(pm_complexity_estimate(game, &(pm_complexity_options){.population = 1}, &size, NULL), PM_OK);
    assert_true(size.samples == 0 && isnan(size.log10_positions.value));
    pm_board_free(board);
    pm_game_free(game);
}

static bool stop_at_once(void *ctx, uint64_t done, uint64_t total)
{
    (void)ctx;
    (void)done;
    (void)total;
    return true;
}

static void test_complexity_refuses(void **state)
{
    (void)state;
    pm_game *game = game_of("konane", 4, 4), *large = game_of("konane", 9, 9), *draughts = game_of("italian", 8, 8),
            *misere = game_of("konane-misere", 4, 4);
    pm_complexity size;
    pm_error err = {.message = ""};
    const pm_complexity_options wrong[] = {
        {.population = 10000001}, {.runs = 1},        {.runs = 10001},
        {.samples = 1000000001},  {.width = 1000001}, {.job.threads = -1},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(pm_complexity_estimate(game, &wrong[i], &size, &err), PM_BAD_INPUT);
    }
    pm_complexity_options o = {.population = 10, .samples = 10};
    assert_int_equal(pm_complexity_estimate(NULL, &o, &size, &err), PM_BAD_INPUT);
    assert_int_equal(pm_complexity_estimate(game, &o, NULL, &err), PM_BAD_INPUT);
    assert_int_equal(pm_complexity_estimate(large, &o, &size, &err), PM_BAD_INPUT);
    assert_int_equal(pm_complexity_estimate(misere, &o, &size, &err), PM_BAD_INPUT);
    o.samples = 0;
    assert_int_equal(pm_complexity_estimate(large, &o, &size, &err), PM_OK);
    assert_int_equal(pm_complexity_estimate(misere, &o, &size, &err), PM_OK);
    assert_int_equal(pm_complexity_estimate(draughts, &o, &size, &err), PM_BAD_INPUT);
    o.job.progress = stop_at_once;
    assert_int_equal(pm_complexity_estimate(game, &o, &size, &err), PM_INTERRUPTED);
    pm_game_free(game);
    pm_game_free(large);
    pm_game_free(draughts);
    pm_game_free(misere);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_selfplay),
        cmocka_unit_test(test_selfplay_stops_and_refuses),
        cmocka_unit_test(test_selfplay_from_positions),
        cmocka_unit_test(test_agents),
        cmocka_unit_test(test_corner_of_a_position),
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_complexity),
        cmocka_unit_test(test_complexity_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
