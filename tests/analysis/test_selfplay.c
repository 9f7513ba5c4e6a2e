/* Self-play against the rules and against published counts.
 *
 * Every game that is handed out is replayed by tests/oracle/oracle.c, which knows the rule text alone: removals and
 * jumps are legal, the numbers of legal jumps are right, and the loser has no move. Random play on 4x4, 6x6 and 8x8
 * meets tests/data/random_play.tsv (200,000 games of another program) within four standard errors; on 4x4, 4x5 and 5x5
 * it meets the exact distribution, which on 4x4 meets a plain recursion over all games. Any number of threads and any
 * split give the same games and sums.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/selfplay/selfplay.h"
#include "analysis/stats/estimate.h"
#include "analysis/stats/random_exact.h"
#include "src/game/digest.h"
#include "tests/aid/tsv.h"
#include "tests/oracle/oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const uint64_t seed = 20260732;

static game *make_game(const char *name, int rows, int cols, pm_color corner, const char *opening)
{
    game *g;
    pm_error err = {0};
    const game_options options = {.rows = rows, .cols = cols, .corner = corner, .opening = opening};
    if (game_new(name, &options, &g, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    return g;
}

static void run_plan(const selfplay_plan *plan, stats *into)
{
    pm_error err = {0};
    if (selfplay_run(plan, into, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
}

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
    game *g = make_game("konane", rows, cols, corner, rule);
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
    run_plan(&plan, &counts);
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

/* ---- counts ------------------------------------------------------------------------------------ */

static void random_counts(int rows, int cols, uint64_t n, stats *counts)
{
    game *g = make_game("konane", rows, cols, PM_BLACK, NULL);
    const selfplay_plan plan = {.g = g, .black = "random", .white = "random", .n_games = n, .seed = seed, .threads = 2};
    run_plan(&plan, counts);
    game_free(g);
}

static void assert_within(const char *what, double value, double expected, double standard_error)
{
    if (!(fabs(value - expected) <= 4 * standard_error)) {
        fail_msg("%s is %.6f, expected %.6f, standard error %.6f", what, value, expected, standard_error);
    }
}

/* One line of the table: both it and our counts have a standard error, and it is rounded. */
static void check_random_play(const tsv_file *file)
{
    enum { N = 200000 };
    const double rounding = 0.005;
    int rows, cols;
    assert_int_equal(sscanf(file->field[0], "%dx%d", &rows, &cols), 2);
    double value[TSV_MAX_FIELDS] = {0};
    for (int i = 1; i < file->n_fields; i++) {
        value[i] = strtod(file->field[i], NULL);
    }
    stats counts = {0};
    random_counts(rows, cols, N, &counts);
    stats_opening all;
    assert_int_equal(stats_all_openings(&counts.series[0], &all), PM_OK);
    const double sd = histogram_sd(&all.jumps), root = sqrt(2.0 / N);
    assert_within("mean jumps", histogram_mean(&all.jumps), value[1], sd * root + rounding);
    assert_within("sd of jumps", sd, value[2], sd * root + rounding);
    assert_true(fabs((double)histogram_min(&all.jumps) - value[3]) <= 6);
    assert_true(fabs((double)histogram_max(&all.jumps) - value[4]) <= 3);
    const estimate branching = estimate_branching(&all);
    assert_within("branching", branching.value, value[5], (branching.high - branching.low) / 2 + rounding);
    assert_true(fabs((double)histogram_max(&all.branching) - value[6]) <= 3);
    assert_within("black's share", estimate_black_share(&all).value, value[7], 0.0011 * sqrt(2) + rounding / 10);
    assert_within("multi-jumps", (double)all.multi_jumps / (double)histogram_total(&all.branching), value[8], 0.0005);
    stats_opening_free(&all);
    stats_free(&counts);
}

static void test_random_play(void **state)
{
    (void)state;
    int n = 0;
    tsv_file *file = tsv_open("tests/data/random_play.tsv");
    while (tsv_next(file, 9)) {
        check_random_play(file);
        n++;
    }
    tsv_close(file);
    assert_int_equal(n, 3);
}

/* ---- exact random play ------------------------------------------------------------------------- */

/* Add up all games below `s`, reached with probability p after `jumps` jumps. */
static void recurse(const game *g, const game_state *s, double p, size_t jumps, random_exact *sum)
{
    game_move moves[GAME_MAX_MOVES];
    const int n = g->rules->moves(g, s, moves);
    const bool is_opening = g->rules->is_opening(g, s);
    if (n == 0) {
        sum->length[jumps] += p;
        sum->black[jumps] += s->mover == PM_WHITE ? p : 0;
    } else if (!is_opening) {
        sum->branching[n] += p;
        sum->moves_at[jumps] += p * n;
    }
    for (int i = 0; i < n; i++) {
        game_state after = *s;
        g->rules->make(g, &after, &moves[i]);
        sum->multi_jumps += !is_opening && moves[i].n_taken > 1 ? p / n : 0;
        recurse(g, &after, p / n, jumps + !is_opening, sum);
    }
}

static void check_against_recursion(int rows, int cols)
{
    double length[26] = {0}, black[26] = {0}, moves_at[26] = {0}, branching[GAME_MAX_MOVES] = {0};
    random_exact naive = {.length = length, .black = black, .moves_at = moves_at, .branching = branching}, r;
    game *g = make_game("konane", rows, cols, PM_BLACK, "any");
    game_state start;
    pm_error err;
    assert_int_equal(g->rules->start(g, &start, &err), PM_OK);
    recurse(g, &start, 1, 0, &naive);
    assert_int_equal(random_exact_make(g, UINT64_C(1) << 30, NULL, NULL, &r, &err), PM_OK);
    double total = 0;
    for (size_t k = 0; k < 26; k++) {
        total += length[k];
        assert_true(fabs(length[k] - (k < r.n ? r.length[k] : 0)) < 1e-13);
        assert_true(fabs(black[k] - (k < r.n ? r.black[k] : 0)) < 1e-13);
        assert_true(fabs(moves_at[k] - (k < r.n ? r.moves_at[k] : 0)) < 1e-12);
        assert_true(fabs(branching[k] - (k < r.n_moves ? r.branching[k] : 0)) < 1e-12);
    }
    assert_true(fabs(total - 1) < 1e-13);
    assert_true(fabs(random_exact_reach(&r, 0) - 1) < 1e-13);
    assert_true(fabs(naive.multi_jumps - r.multi_jumps) < 1e-12);
    random_exact_free(&r);
    game_free(g);
}

static void test_exact_is_recursion(void **state)
{
    (void)state;
    check_against_recursion(4, 4);
    check_against_recursion(3, 5); /* has multi-jumps */
    check_against_recursion(2, 6);
}

/* Simulation within four standard errors of the exact values: means, share, and every frequent length. */
static void check_against_exact(int rows, int cols)
{
    enum { N = 200000 };
    random_exact r;
    pm_error err;
    game *g = make_game("konane", rows, cols, PM_BLACK, NULL);
    assert_int_equal(random_exact_make(g, UINT64_C(1) << 32, NULL, NULL, &r, &err), PM_OK);
    stats counts = {0};
    random_counts(rows, cols, N, &counts);
    stats_opening all;
    assert_int_equal(stats_all_openings(&counts.series[0], &all), PM_OK);
    const double share = random_exact_black_share(&r);
    assert_within("black's share", estimate_black_share(&all).value, share, sqrt(share * (1 - share) / N));
    assert_within("mean jumps", histogram_mean(&all.jumps), random_exact_mean_jumps(&r),
                  random_exact_sd_jumps(&r) / sqrt(N));
    const estimate branching = estimate_branching(&all);
    assert_within("branching", branching.value, random_exact_mean_branching(&r),
                  (branching.high - branching.low) / 3.92);
    for (size_t k = 0; k < r.n; k++) {
        const double seen = k < all.jumps.size ? (double)all.jumps.count[k] / N : 0;
        assert_within("length", seen, r.length[k], sqrt(r.length[k] * (1 - r.length[k]) / N) + 0.5 / N);
    }
    random_exact_free(&r);
    stats_opening_free(&all);
    stats_free(&counts);
    game_free(g);
}

static void test_exact_is_simulation(void **state)
{
    (void)state;
    check_against_exact(4, 4);
    check_against_exact(4, 5);
    check_against_exact(5, 5);
}

static void test_exact_limits(void **state)
{
    (void)state;
    random_exact r;
    pm_error err;
    game *large = make_game("konane", 6, 6, PM_BLACK, NULL), *draughts = make_game("italian", 4, 4, PM_BLACK, NULL);
    assert_int_equal(random_exact_make(large, UINT64_MAX, NULL, NULL, &r, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "36 cells"));
    assert_int_equal(random_exact_make(draughts, UINT64_MAX, NULL, NULL, &r, &err), PM_BAD_INPUT);
    game *small = make_game("konane", 5, 5, PM_BLACK, NULL);
    assert_int_equal(random_exact_make(small, 1 << 20, NULL, NULL, &r, &err), PM_NO_MEMORY);
    assert_non_null(strstr(err.message, "was given 1.00 MiB"));
    game_free(large);
    game_free(draughts);
    game_free(small);
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
    run_plan(&plan, into);
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
    game *g = make_game("konane", 6, 6, PM_BLACK, "any");
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
    game_free(g);
    g = make_game("italian", 6, 6, PM_BLACK, NULL);
    plan.g = g;
    plan.white = "random";
    check_threads_and_splits(plan, 5);
    game_free(g);
}

/* ---- openings and colours ---------------------------------------------------------------------- */

static void test_each_opening(void **state)
{
    (void)state;
    game *g = make_game("konane", 6, 6, PM_BLACK, "corner");
    uint64_t n_openings;
    pm_error err;
    assert_int_equal(selfplay_n_openings(g, &n_openings, &err), PM_OK);
    assert_int_equal(n_openings, 4); /* two black corners with two neighbours each */
    const selfplay_plan plan = {
        .g = g, .black = "greedy", .white = "random", .swap = true, .each_opening = true, .n_games = 80, .threads = 2};
    stats counts = {0};
    run_plan(&plan, &counts);
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

/* ---- pairs, moves at random, different games ------------------------------------------------------ */

enum { MOST_GAMES = 4096, FIRST_PLIES = 6 };

/* The games of a run: their first plies as text, who won, digests. */
typedef struct collection {
    size_t n;
    game_move first[MOST_GAMES][FIRST_PLIES];
    stats_winner winner[MOST_GAMES];
    uint64_t digest[MOST_GAMES];
} collection;

static bool collect(void *ctx, const selfplay_game *p)
{
    collection *c = ctx;
    assert_true(c->n < MOST_GAMES && (!p->moves || p->plies >= FIRST_PLIES));
    if (p->moves) {
        memcpy(c->first[c->n], p->moves, sizeof c->first[0]);
    }
    c->winner[c->n] = p->winner;
    c->digest[c->n++] = p->digest;
    return true;
}

static collection *collect_games(selfplay_plan plan, stats *counts)
{
    collection *c = calloc(1, sizeof *c);
    assert_non_null(c);
    plan.game = collect;
    plan.ctx = c;
    run_plan(&plan, counts);
    return c;
}

/* The number of different values among n, by looking at each two. */
static size_t count_different(const uint64_t *values, size_t n)
{
    size_t different = 0;
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (k < i && values[k] != values[i]) {
            k++;
        }
        different += k == i;
    }
    return different;
}

static uint64_t sum_distinct(const stats *counts)
{
    uint64_t n = 0;
    for (size_t i = 0; i < counts->n_series; i++) {
        for (size_t k = 0; k < counts->series[i].n_openings; k++) {
            n += stats_distinct_games(&counts->series[i].openings[k]);
        }
    }
    return n;
}

/* The two games of a pair begin with the same opening and moves at random, and the pairs are counted by their winners.
 * The openings of some pairs are those that the one agent, and of some those that the other one likes: "first" removes
 * a6 as Black, "ab:1" has a choice. */
static void check_pairs(const game *g, selfplay_plan plan, unsigned n_alike)
{
    stats counts = {0};
    plan.g = g;
    collection *c = collect_games(plan, &counts);
    uint64_t pairs[STATS_PAIR_RESULTS] = {0};
    size_t n_changed = 0;
    assert_int_equal(c->n, plan.n_games);
    for (size_t i = 0; i < c->n; i += 2) {
        assert_memory_equal(c->first[i], c->first[i + 1], n_alike * sizeof(game_move));
        n_changed += i > 0 && memcmp(c->first[i], c->first[i - 2], n_alike * sizeof(game_move)) != 0;
        const unsigned even = c->winner[i] == STATS_BLACK ? 2 : c->winner[i] == STATS_DRAW ? 1 : 0;
        pairs[even + (c->winner[i + 1] == STATS_WHITE ? 2 : c->winner[i + 1] == STATS_DRAW ? 1 : 0)]++;
    }
    assert_true(n_changed > c->n / 8);
    stats_match match;
    assert_true(stats_match_find(
        &counts, &(stats_key){g->rules->name, g->rows == 6 ? "6x6" : "8x8", plan.black, plan.white}, &match));
    assert_memory_equal(match.pairs, pairs, sizeof pairs);
    stats_free(&counts);
    free(c);
}

static void test_pairs(void **state)
{
    (void)state;
    selfplay_plan plan = {
        .black = "ab:1", .white = "random", .wants_moves = true, .swap = true, .n_games = 200, .seed = 3, .threads = 2};
    game *g = make_game("konane", 6, 6, PM_BLACK, NULL);
    check_pairs(g, plan, 2);
    plan.random_plies = 3;
    check_pairs(g, plan, 5);
    plan.each_opening = true;
    check_pairs(g, plan, 5);
    game_free(g);
    g = make_game("italian", 8, 8, PM_BLACK, NULL);
    check_pairs(g, plan, 3);
    game_free(g);
}

/* Which agent chooses the opening of a pair changes from pair to pair. */
static void test_openings_of_pairs(void **state)
{
    (void)state;
    game *g = make_game("konane", 6, 6, PM_BLACK, "any");
    selfplay_plan plan = {
        .g = g, .black = "first", .white = "random", .wants_moves = true, .swap = true, .n_games = 400, .threads = 2};
    collection *c = collect_games(plan, NULL);
    size_t by_first[2] = {0, 0};
    for (size_t pair = 0; pair < 200; pair++) { /* "first" removes the first black stone, cell 1 */
        by_first[pair % 2] += c->first[2 * pair][0].from == c->first[0][0].from;
    }
    assert_int_equal(by_first[0], 100);
    assert_true(by_first[1] < 30); /* a removal at random is one of 18 */
    free(c);
    game_free(g);
}

/* Moves at random are uniform: of 4096 games each first jump after the one opening comes as often as any other, by
 * Pearson's chi-square far below what one run in 10^6 has. */
static void test_random_plies_are_uniform(void **state)
{
    (void)state;
    game *g = make_game("konane", 6, 6, PM_BLACK, "fixed:c4,c3");
    selfplay_plan plan = {.g = g,
                          .black = "first",
                          .white = "first",
                          .random_plies = 2,
                          .wants_moves = true,
                          .n_games = MOST_GAMES,
                          .seed = seed,
                          .threads = 2};
    stats counts = {0};
    collection *c = collect_games(plan, &counts);
    game_move moves[GAME_MAX_MOVES], replies[GAME_MAX_MOVES];
    game_state s;
    double chi_square = 0;
    unsigned cells = 0;
    assert_int_equal(g->rules->start(g, &s, NULL), PM_OK);
    g->rules->make(g, &s, &c->first[0][0]);
    g->rules->make(g, &s, &c->first[0][1]);
    const int n = g->rules->moves(g, &s, moves);
    for (int i = 0; i < n; i++) {
        game_state after = s;
        g->rules->make(g, &after, &moves[i]);
        const int m = g->rules->moves(g, &after, replies);
        for (int k = 0; k < m; k++, cells++) {
            const double expected = (double)MOST_GAMES / n / m;
            double seen = 0;
            for (size_t j = 0; j < c->n; j++) {
                seen += memcmp(&c->first[j][2], &moves[i], sizeof moves[i]) == 0 &&
                        memcmp(&c->first[j][3], &replies[k], sizeof replies[k]) == 0;
            }
            chi_square += (seen - expected) * (seen - expected) / expected;
        }
    }
    assert_true(cells > 5 && chi_square < cells + 6 * sqrt(2.0 * cells));
    assert_int_equal(sum_distinct(&counts), cells); /* "first" does the same thing each time */
    stats_free(&counts);
    free(c);
    game_free(g);
}

/* Random games in vectors, one after the other, and with lists of moves have the same digests and the same number of
 * different games. */
static void check_digests(int rows, int cols, unsigned random_plies)
{
    game *g = make_game("konane", rows, cols, PM_BLACK, NULL);
    selfplay_plan plan = {.g = g,
                          .black = "random",
                          .white = "random",
                          .random_plies = random_plies,
                          .n_games = 3000,
                          .seed = seed,
                          .threads = 2};
    stats fast = {0}, plain = {0}, listed = {0};
    collection *a = collect_games(plan, &fast);
    plan.wants_plies = true;
    collection *b = collect_games(plan, &plain);
    plan.wants_moves = rows * cols >= 16;
    plan.threads = 1;
    collection *c = collect_games(plan, &listed);
    assert_memory_equal(a->digest, b->digest, a->n * sizeof a->digest[0]);
    assert_memory_equal(a->digest, c->digest, a->n * sizeof a->digest[0]);
    const size_t n = count_different(a->digest, a->n);
    assert_int_equal(sum_distinct(&fast), n);
    assert_int_equal(sum_distinct(&plain), n);
    assert_int_equal(sum_distinct(&listed), n);
    assert_true(n < a->n || rows * cols > 16);
    stats_free(&fast);
    stats_free(&plain);
    stats_free(&listed);
    free(a);
    free(b);
    free(c);
    game_free(g);
}

static void test_digests(void **state)
{
    (void)state;
    check_digests(3, 4, 0);
    check_digests(4, 3, 50);
    check_digests(6, 6, 0);
    check_digests(8, 8, 4);
    check_digests(10, 10, 3);
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
    game *g = make_game("konane", 5, 5, PM_WHITE, "corner-centre");
    selfplay_plan plan = {.g = g, .black = "random", .white = "random", .n_games = 5000, .threads = 2};
    pm_error err;
    stats counts = {0};
    assert_int_equal(selfplay_run(&plan, &counts, &err), PM_BAD_INPUT); /* Black has nothing to remove */
    game_free(g);
    plan.g = g = make_game("konane", 5, 5, PM_BLACK, NULL);
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
        cmocka_unit_test(test_random_play),
        cmocka_unit_test(test_exact_is_recursion),
        cmocka_unit_test(test_exact_is_simulation),
        cmocka_unit_test(test_exact_limits),
        cmocka_unit_test(test_threads_and_splits),
        cmocka_unit_test(test_each_opening),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_openings_of_pairs),
        cmocka_unit_test(test_random_plies_are_uniform),
        cmocka_unit_test(test_digests),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests_name("selfplay", tests, NULL, NULL);
}
