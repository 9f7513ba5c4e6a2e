/* Files of self-play against what was written to them, and matches over both colours that are read from them. Damaged
 * files must be reported, never crash.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/csv.h"
#include "analysis/stats/pairing.h"
#include "analysis/stats/read.h"
#include "src/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const uint64_t seed = 20260731;

static void test_csv(void **state)
{
    (void)state;
    char *fields[4];
    char line[] = "a,\"b,\"\"c\",,d";
    assert_int_equal(csv_split(line, fields, 4), 4);
    assert_string_equal(fields[0], "a");
    assert_string_equal(fields[1], "b,\"c");
    assert_string_equal(fields[2], "");
    assert_string_equal(fields[3], "d");
    char open[] = "a,\"b", behind[] = "\"a\"b", many[] = "1,2,3,4,5,6", empty[] = "";
    assert_int_equal(csv_split(open, fields, 4), -1);
    assert_int_equal(csv_split(behind, fields, 4), -1);
    assert_int_equal(csv_split(many, fields, 4), 6);
    assert_int_equal(csv_split(empty, fields, 4), 1);
}

static const char games_header[] = "game,plies,winner,opening,rules,board,black,white,jumps,multi_jumps,pair,"
                                   "digest,branching\n";
static const char sums_header[] = "rules,board,black,white,opening,games,distinct_games,black_wins,white_wins,draws,"
                                  "multi_jumps,sum_squares,sum_by_jumps,jumps_histogram,branching_histogram,"
                                  "pairs_histogram,digests\n";

/* The digests of three games. */
#define THREE "0 000000000000000a 000000000000000b 000000000000000c"

static pm_status read_text(const char *text, size_t n, stats *s, stats_kind *kind, pm_error *err)
{
    FILE *file = fmemopen((void *)(uintptr_t)text, n ? n : 1, "r");
    assert_non_null(file);
    if (n == 0) {
        getc(file);
    }
    const pm_status status = stats_read_csv(file, s, kind, err);
    fclose(file);
    return status;
}

static const char plies_header[] =
    "rules,board,black,white,ply,n,mean,sd,min,q1,median,q3,max,opponent_mean,opponent_sd,opponent_min,opponent_q1,"
    "opponent_median,opponent_q3,opponent_max,multi_jump_share,stones_mean,multi_jumps,moves_histogram,"
    "opponent_histogram,stones_histogram\n";

/* Read header and line; check the status and that the message has `message` in it. */
static void check_line(const char *header, const char *line, const char *message)
{
    char text[2048];
    stats s = {0};
    stats_kind kind = STATS_NO_KIND;
    pm_error err = {0};
    const int n = snprintf(text, sizeof text, "%s%s", header, line);
    const pm_status status = read_text(text, (size_t)n, &s, &kind, &err);
    if (message) {
        assert_int_equal(status, PM_BAD_INPUT);
        if (!strstr(err.message, message)) {
            fail_msg("\"%s\" is not in \"%s\"", message, err.message);
        }
    } else {
        assert_int_equal(status, PM_OK);
    }
    stats_free(&s);
}

static void test_good_lines(void **state)
{
    (void)state;
    check_line(games_header, "", NULL);
    check_line(games_header, "0,5,black,d5 c5,konane,8x8,random,\"ab:depth=2,ms=5\",3,1,,000000000000000a,4 5 6\n",
               NULL);
    check_line(games_header, "0,2,white,d5 c5,konane,4x4,a,b,0,0,,000000000000000a,\r\n", NULL);
    check_line("# papamu " PM_VERSION "\n# seed: 4\n", games_header, NULL);
    check_line(sums_header, "konane,8x8,a,b,d5 c5,3,3,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,," THREE "\n", NULL);
}

static void test_bad_lines(void **state)
{
    (void)state;
    check_line("", "", "empty");
    check_line("position,winner\n", "", "not the header");
    check_line("# papamu 0.0.1\n", games_header, "written by version 0.0.1");
    check_line(games_header, "0,5,black,d5 c5,konane,8x8,a,b,3,1,,000000000000000a,4 5 6", "line 2 is cut off");
    check_line(games_header, "0,5,black,d5\n", "4 fields, expected 13");
    check_line(games_header, "0,5,black,\"d5\n", "quote");
    check_line(games_header, "x,5,black,,konane,8x8,a,b,3,1,,000000000000000a,4 5 6\n", "game is \"x\"");
    check_line(games_header, "0,-5,black,,konane,8x8,a,b,3,1,,000000000000000a,4 5 6\n", "plies is \"-5\"");
    check_line(games_header, "0,99999,black,,konane,8x8,a,b,3,1,,000000000000000a,4 5 6\n", "plies is \"99999\"");
    check_line(games_header, "0,5,blakc,,konane,8x8,a,b,3,1,,000000000000000a,4 5 6\n", "winner is \"blakc\"");
    check_line(games_header, "0,2,black,,konane,8x8,a,b,3,1,,000000000000000a,4 5 6\n", "jumps is \"3\"");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,4,,000000000000000a,4 5 6\n", "multi_jumps is \"4\"");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,1,,000000000000000a,4 5\n", "branching is \"4 5\"");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,1,,000000000000000a,4 5 6 7\n", "branching");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,1,,000000000000000a,4 0 6\n", "branching");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,1,,000000000000000a,4 5 9999\n", "branching");
    check_line(games_header, "0,5,black,,konane,8by8,a,b,3,1,,000000000000000a,4 5 6\n", "board is \"8by8\"");
    check_line(games_header, "0,5,black,,konane,99x8,a,b,3,1,,000000000000000a,4 5 6\n", "board is \"99x8\"");
    check_line(games_header, "0,5,black,,,8x8,a,b,3,1,,000000000000000a,4 5 6\n", "rules is \"\"");
    check_line(sums_header, "konane,8x8,a,b,,4,3,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,," THREE "\n", "games is \"4\"");
    check_line(games_header, "4,5,black,,konane,8x8,a,b,3,1,2,000000000000000a,4 5 6\n", NULL);
    check_line(games_header, "4,5,black,,konane,8x8,a,b,3,1,3,000000000000000a,4 5 6\n", "pair is \"3\"");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,1,,00000000000000a,4 5 6\n", "digest is");
    check_line(games_header, "0,5,black,,konane,8x8,a,b,3,1,,000000000000000A,4 5 6\n", "digest is");
    check_line(sums_header, "konane,8x8,a,b,,3,2,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,," THREE "\n", "distinct_games is");
    check_line(sums_header, "konane,8x8,a,b,,3,4,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,," THREE "\n", "distinct_games is");
    check_line(sums_header, "konane,8x8,a,b,,3,,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,,1 000000000000000a\n", NULL);
    check_line(sums_header, "konane,8x8,a,b,,3,1,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,,1 f00000000000000a\n",
               "digests is");
    check_line(sums_header,
               "konane,8x8,a,b,,3,2,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,,0 000000000000000b 000000000000000a\n",
               "digests is");
    check_line(sums_header, "konane,8x8,a,b,,3,3,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,5:1," THREE "\n", "pairs_histogram");
    check_line(sums_header, "konane,8x8,a,b,,3,3,1,2,0,0,29,14,1:2 2:1,1:1 2:2,," THREE "\n", "branching_histogram");
    check_line(sums_header, "konane,8x8,a,b,,3,3,1,2,0,4,29,14,1:2 2:1,1:1 2:2 3:1,," THREE "\n",
               NULL); /* every jump a long one */
    check_line(sums_header, "konane,8x8,a,b,,3,3,1,2,0,5,29,14,1:2 2:1,1:1 2:2 3:1,," THREE "\n",
               "branching_histogram");
    check_line(sums_header, "konane,8x8,a,b,,3,3,1,2,0,0,29,14,2:1 1:2,1:1 2:2 3:1,," THREE "\n", "jumps_histogram");
    check_line(sums_header, "konane,8x8,a,b,,3,3,1,2,0,0,29,14,1:2  2:1,1:1 2:2 3:1,," THREE "\n", "jumps_histogram");
    check_line(sums_header, "konane,8x8,a,b,,3,3,1,2,0,0,29,14,1:0,1:1 2:2 3:1,," THREE "\n", "jumps_histogram");
    check_line(sums_header,
               "konane,8x8,a,b,,3,3,1,2,0,0,99999999999999999999999999999999999999,14,1:2 2:1,,," THREE "\n",
               "sum_squares");
}

/* Numbers that no self-play can have had, each of which would overflow a sum or contradict another. */
static void test_impossible_sums(void **state)
{
    (void)state;
#define GAME "konane,8x8,a,b,,"
#define MOST "281474976710656" /* 2^48 */
    check_line(sums_header, GAME MOST ",1," MOST ",0,0,0,0,0,0:" MOST ",,,0 000000000000000a\n", NULL);
    check_line(sums_header, GAME "281474976710657,1,281474976710657,0,0,0,0,0,0:281474976710657,,,0 00000000000000aa\n",
               "games is");
    check_line(sums_header,
               GAME MOST ",1," MOST ",0,0,0,0,0,0:" MOST ",,,0 000000000000000a\n" GAME
                         "1,1,1,0,0,0,0,0,0:1,,,0 000000000000000a\n",
               "line 3: games is \"1\""); /* together more than may be */
    /* totals of 2^64 and 3 more, and of 2^64 */
    check_line(sums_header, GAME "3,3,1,2,0,0,29,14,1:9223372036854775808 2:9223372036854775811,,," THREE "\n",
               "jumps_histogram");
    check_line(sums_header,
               GAME "1,1,1,0,0,0,0,0,0:1,1:9223372036854775808 2:9223372036854775808,,0 000000000000000a\n",
               "branching_histogram");
    check_line(sums_header, GAME "1,1,1,0,0,0,171798691840001,1,1:1,1:1,,0 000000000000000a\n", "sum_squares");
    check_line(sums_header, GAME "1,1,1,0,0,0,171798691840000,214748364800,1:1,1:1,,0 000000000000000a\n", NULL);
    check_line(sums_header, GAME "1,1,1,0,0,0,1,214748364801,1:1,1:1,,0 000000000000000a\n", "sum_by_jumps");
    /* The second games of a against b are those of b against a, of which White won one, Black one; one was drawn. */
    static const char odd[] = "konane,8x8,b,a,,3,3,1,1,1,0,29,14,1:2 2:1,1:1 2:2 3:1,," THREE "\n";
    static const char *const possible[] = {"", "2:3", "0:1 4:1", "1:1 3:1", "4:1", "0:1"};
    static const char *const impossible[] = {"2:4", "4:2", "0:2", "0:1 2:1 3:1 4:1", "2:18446744073709551615"};
    char lines[1024];
    for (size_t i = 0; i < sizeof possible / sizeof *possible; i++) {
        snprintf(lines, sizeof lines, GAME "1,1,1,0,0,0,0,0,0:1,,%s,0 000000000000000a\n%s", possible[i], odd);
        check_line(sums_header, lines, NULL);
    }
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
        snprintf(lines, sizeof lines, GAME "9,1,9,0,0,0,0,0,0:9,,%s,0 000000000000000a\n%s", impossible[i], odd);
        check_line(sums_header, lines, "pairs_histogram of \"a\" against \"b\"");
    }
    check_line(sums_header, GAME "0,0,0,0,0,0,0,0,,,2:1,0\n", "pairs_histogram");
    check_line(sums_header, "konane,8x8,a,a,,2,2,1,1,0,0,0,0,0:2,,2:1,0 000000000000000a 000000000000000b\n", NULL);
    check_line(sums_header, GAME "1,0,1,0,0,0,0,0,0:1,,,0\n", "distinct_games");
    check_line(sums_header, GAME "1,,1,0,0,0,0,0,0:1,,,0\n", "distinct_games");
#undef GAME
#define PLY "konane,8x8,a,b,3,"
#define BETWEEN ",0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
    check_line(plies_header, PLY "2" BETWEEN "4:2,3:2,9:2\n", NULL);
    check_line(plies_header, PLY "2" BETWEEN "4:2,3:3,9:2\n", "opponent_histogram");
    check_line(plies_header, PLY "2" BETWEEN "4:2,3:2,9:3\n", "stones_histogram");
    check_line(plies_header, PLY MOST BETWEEN "4:" MOST ",,\n", NULL);
    check_line(plies_header, PLY MOST BETWEEN "4:" MOST ",,\n" PLY "1" BETWEEN "4:1,,\n", "line 3: n is \"1\"");
#undef PLY
#undef BETWEEN
#undef MOST
}

static void test_kinds_do_not_mix(void **state)
{
    (void)state;
    stats s = {0};
    stats_kind kind = STATS_NO_KIND;
    pm_error err = {0};
    assert_int_equal(read_text(games_header, strlen(games_header), &s, &kind, &err), PM_OK);
    assert_int_equal(kind, STATS_GAMES);
    assert_int_equal(read_text(games_header, strlen(games_header), &s, &kind, &err), PM_OK);
    assert_int_equal(read_text(sums_header, strlen(sums_header), &s, &kind, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "one kind"));
    stats_free(&s);
}

/* Every cut of a good file is an error unless it falls between lines; flipped bits never crash. */
static void test_damage(void **state)
{
    (void)state;
    char text[1024], damaged[1024];
    const int length = snprintf(text, sizeof text, "%s%s%s", sums_header,
                                "konane,8x8,a,b,d5 c5,3,3,1,2,0,0,29,14,1:2 2:1,1:1 2:2 3:1,," THREE "\n",
                                "konane,8x8,b,\"a,\"\"c\",,1,1,0,0,1,0,4,2,1:1,2:1,,0 000000000000000d\n");
    rng r = rng_stream(seed, 3);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t n = 0; n < (size_t)length; n++) {
        stats s = {0};
        stats_kind kind = STATS_NO_KIND;
        pm_error err = {0};
        const pm_status status = read_text(text, n, &s, &kind, &err);
        assert_int_equal(status, n > 0 && text[n - 1] == '\n' ? PM_OK : PM_BAD_INPUT);
        stats_free(&s);
    }
    for (int i = 0; i < 20000; i++) {
        stats s = {0};
        stats_kind kind = STATS_NO_KIND;
        pm_error err = {0};
        memcpy(damaged, text, (size_t)length);
        for (uint32_t k = 0; k <= rng_below(&r, 3); k++) {
            damaged[rng_below(&r, (uint32_t)length)] ^= (char)(1 << rng_below(&r, 8));
        }
        const pm_status status = read_text(damaged, (size_t)length, &s, &kind, &err);
        assert_true(status == PM_OK || (status == PM_BAD_INPUT && err.message[0]));
        stats_free(&s);
    }
}

/* ---- merging ----------------------------------------------------------------------------------- */

/* Games x against y and the other way round: 3 wins, 1 loss and 1 draw for x, four different games. The pairs are those
 * with a number: x wins both of pair 0, loses and draws pair 3; pair 1 lacks a game, and that of x with itself, 2, is
 * counted where it is. */
static void test_match(void **state)
{
    (void)state;
    static const char lines[] = "0,3,black,,konane,8x8,x,y,1,0,0,000000000000000a,4\n"
                                "6,3,white,,konane,8x8,x,y,1,0,3,000000000000000b,4\n"
                                "2,3,black,,konane,8x8,x,y,1,0,1,000000000000000a,4\n"
                                "1,3,white,,konane,8x8,y,x,1,0,0,000000000000000a,4\n"
                                "7,3,draw,,konane,8x8,y,x,1,0,3,000000000000000c,4\n"
                                "5,3,draw,,konane,8x8,x,x,1,0,2,000000000000000d,4\n"
                                "4,3,black,,konane,8x8,x,x,1,0,2,000000000000000d,4\n";
    char text[1024];
    stats s = {0};
    stats_kind kind = STATS_NO_KIND;
    pm_error err;
    const int n = snprintf(text, sizeof text, "%s%s", games_header, lines);
    assert_int_equal(read_text(text, (size_t)n, &s, &kind, &err), PM_OK);
    assert_int_equal(pairing_finish(&s), PM_OK);
    stats_match match;
    assert_true(stats_match_find(&s, &(stats_key){"konane", "8x8", "x", "y"}, &match));
    assert_int_equal(match.results[0], 3);
    assert_int_equal(match.results[1], 1);
    assert_int_equal(match.results[2], 1);
    assert_int_equal(match.distinct_games, 4);
    static const uint64_t of_x[STATS_PAIR_RESULTS] = {0, 1, 0, 0, 1}, of_y[STATS_PAIR_RESULTS] = {1, 0, 0, 1, 0};
    assert_memory_equal(match.pairs, of_x, sizeof of_x);
    assert_true(stats_match_find(&s, &(stats_key){"konane", "8x8", "y", "x"}, &match));
    assert_memory_equal(match.pairs, of_y, sizeof of_y);
    assert_int_equal(s.series[0].openings[0].pairs[3], 1); /* x against x: a win and a draw */
    assert_false(stats_match_find(&s, &(stats_key){"konane", "8x8", "x", "x"}, &match));
    assert_false(stats_match_find(&s, &(stats_key){"konane", "8x8", "x", "z"}, &match));
    stats_free(&s);
}

int main(void)
{
    print_message("seed %llu\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_match),           cmocka_unit_test(test_csv),
        cmocka_unit_test(test_good_lines),      cmocka_unit_test(test_bad_lines),
        cmocka_unit_test(test_impossible_sums), cmocka_unit_test(test_kinds_do_not_mix),
        cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests_name("stats_files", tests, NULL, NULL);
}
