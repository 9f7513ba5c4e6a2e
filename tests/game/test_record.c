/* Game records. Oracles: a game published with OpenSpiel, with its counts of legal moves and its last board
 * (tests/data/game.txt); random games written and read back; and for every kind of damage the place that must be
 * reported and the games that must be kept.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/rng.h"
#include "src/game/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 20240602, MAX_PLIES = 512 };

static const game_options eight = {.rows = 8, .cols = 8};

static const record_dialect *konane(void)
{
    const record_dialect *dialect = record_dialect_of_game("konane");
    assert_non_null(dialect);
    return dialect;
}

static FILE *file_of(const char *text)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    fputs(text, file);
    rewind(file);
    return file;
}

static void check_no_more(record_reader *reader)
{
    const record *r;
    pm_error err;
    assert_int_equal(record_read(reader, &r, &err), PM_NOT_FOUND);
    assert_int_equal(record_read(reader, &r, &err), PM_NOT_FOUND);
}

/* ---- the published game --------------------------------------------------------------------------- */

static void the_published_game_is_replayed(void **state)
{
    (void)state;
    static const int counts[][2] = {{0, 4}, {1, 4},   {2, 3},   {3, 7},  {4, 6},
                                    {5, 8}, {20, 12}, {21, 13}, {40, 2}, {41, 4}};
    FILE *file = fopen("tests/data/game.txt", "r");
    assert_non_null(file);
    record_reader *reader = record_reader_new(file, konane(), &eight);
    const record *r;
    pm_error err;
    if (record_read(reader, &r, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    assert_int_equal(r->number, 1);
    assert_int_equal(r->line, 4);
    assert_int_equal(r->n_moves, 48);
    assert_int_equal(r->result, RECORD_WHITE_WON);
    size_t n_checked = 0;
    game_state s = r->start;
    for (int ply = 0; ply < r->n_moves; ply++) {
        game_move moves[GAME_MAX_MOVES];
        if (n_checked < sizeof counts / sizeof *counts && counts[n_checked][0] == ply) {
            assert_int_equal(r->g->rules->moves(r->g, &s, moves), counts[n_checked++][1]);
        }
        r->g->rules->make(r->g, &s, &r->moves[ply]);
    }
    assert_int_equal(n_checked, sizeof counts / sizeof *counts);
    game_state last;
    assert_int_equal(
        r->g->rules->state_parse(r->g, ".....o..|.x..o...|x....o.o|........|x......o|o.......|x.......|o....x.x b",
                                 &last, &err),
        PM_OK);
    assert_memory_equal(&last, &r->end, sizeof last);
    check_no_more(reader);
    record_reader_free(reader);
    fclose(file);
}

/* ---- the form ------------------------------------------------------------------------------------- */

static void annotated_games_are_read(void **state)
{
    (void)state;
    FILE *file = file_of("; a line comment\n"
                         "% an escape\n"
                         "# and another\n\n"
                         "[Game \"Konane\"]\n[Board \"4x4\"]\n"
                         "  [Black \"a \\\"b\\\" \\\\ c\" ]\n[White\t\"\xe8\"]\n[Result \"0-1\"]\n\n"
                         "{before\nthe moves} 1.a4 b4 {a comment; 1-0}\n\n 2. a2-a4!? (2. C2 {odd } 1-0) $14\n"
                         "2...B2B4 ; 1-0\n 0-1\n"
                         "[Board \"4x4\"]\r\n[Opening \"centre\"]\r\n\r\n1. c2 b2 2. *\r\n"
                         "1. a8 a7\n2. c8xa8 1-0 1. a8 b8* *\n\n\n"
                         "a8 a7 *\n\n\na8 b8 *\n# comment\nh1 g1 *");
    record_reader *reader = record_reader_new(file, konane(), &eight);
    const record *r;
    pm_error err = {.message = ""};
    static const struct {
        int rows, n_moves, n_tags;
        record_result result;
    } expected[] = {{4, 4, 5, RECORD_WHITE_WON}, {4, 2, 2, RECORD_UNKNOWN}, {8, 3, 0, RECORD_BLACK_WON},
                    {8, 2, 0, RECORD_UNKNOWN},   {8, 2, 0, RECORD_UNKNOWN}, {8, 2, 0, RECORD_UNKNOWN},
                    {8, 2, 0, RECORD_UNKNOWN}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        if (record_read(reader, &r, &err) != PM_OK) {
            fail_msg("%s", err.message);
        }
        assert_int_equal(r->number, i + 1);
        assert_int_equal(r->g->rows, expected[i].rows);
        assert_int_equal(r->n_moves, expected[i].n_moves);
        assert_int_equal(r->n_tags, expected[i].n_tags);
        assert_int_equal(r->result, expected[i].result);
        if (i == 0) {
            assert_string_equal(record_tag_value(r->tags, r->n_tags, "black"), "a \"b\" \\ c");
            assert_string_equal(record_tag_value(r->tags, r->n_tags, "White"), "\xe8");
            assert_null(record_tag_value(r->tags, r->n_tags, "Event"));
            assert_int_equal(r->line, 5);
        }
    }
    check_no_more(reader);
    record_reader_free(reader);
    fclose(file);
}

static void empty_files_hold_no_games(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "\n\n", "# nothing\n", "{only a comment}", "; x", "   \t\r\n  "};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        FILE *file = file_of(texts[i]);
        record_reader *reader = record_reader_new(file, konane(), &eight);
        check_no_more(reader);
        record_reader_free(reader);
        fclose(file);
    }
}

/* A file may begin with a byte order mark, and so may the files that one was put together from. */
static void byte_order_marks_are_skipped(void **state)
{
    (void)state;
    FILE *file = file_of("\xef\xbb\xbf# comment\n[Black \"a\"]\n1. d5 c5 *\n\n\xef\xbb\xbf[Black \"b\"]\n1. d5 d6 *\n"
                         "\xef\xbb\xbf"
                         "1. d5 e5 *");
    record_reader *reader = record_reader_new(file, konane(), &eight);
    for (int i = 0; i < 3; i++) {
        const record *r;
        pm_error err;
        if (record_read(reader, &r, &err) != PM_OK) {
            fail_msg("%s", err.message);
        }
        assert_int_equal(r->n_tags, i < 2);
        assert_int_equal(r->n_moves, 2);
    }
    check_no_more(reader);
    record_reader_free(reader);
    fclose(file);
}

/* A game of tags alone, without a result after them, does not give its tags to the next one. */
static void games_of_tags_alone_end(void **state)
{
    (void)state;
    FILE *file = file_of("[Black \"a\"]\n[Result \"0-1\"]\n\n[Black \"b\"]\n\n[White \"c\"]\n1. d5 c5 *\n"
                         "[White \"d\"]\n*\n[White \"e\"]\n");
    record_reader *reader = record_reader_new(file, konane(), &eight);
    const record *r;
    pm_error err;
    assert_int_equal(record_read(reader, &r, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "game 1 (line 4): the moves end without a result"));
    assert_int_equal(record_read(reader, &r, &err), PM_OK);
    assert_int_equal(r->n_tags, 2);
    assert_int_equal(r->n_moves, 2);
    assert_string_equal(record_tag_value(r->tags, r->n_tags, "Black"), "b");
    assert_string_equal(record_tag_value(r->tags, r->n_tags, "White"), "c");
    assert_int_equal(record_read(reader, &r, &err), PM_OK);
    assert_int_equal(r->n_tags, 1);
    assert_int_equal(r->n_moves, 0);
    assert_int_equal(r->result, RECORD_UNKNOWN);
    assert_string_equal(record_tag_value(r->tags, r->n_tags, "White"), "d");
    assert_int_equal(record_read(reader, &r, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "game 4 (line 11): the moves end without a result"));
    check_no_more(reader);
    record_reader_free(reader);
    fclose(file);
}

/* ---- errors ------------------------------------------------------------------------------------------ */

typedef struct bad_game {
    const char *text;
    const char *place, *says;
} bad_game;

static const bad_game bad_games[] = {
    {"1. d5 d6 2. d5-d3 *", "game 1, ply 3 (line 1)", "'d5-d3': d5-d3 is not legal: d5 is empty"},
    {"1. d5 c5\n2. b5-d6 *", "game 1, ply 3 (line 2)", "'b5-d6': b5 to d6 is not a step"},
    {"1. c4 *", "game 1, ply 1 (line 1)", "does not let Black remove"},
    {"1. d5 i9 *", "game 1, ply 2 (line 1)", "'i9': column 'i'"},
    {"1. d5 c5 2. 1/2-1/2", "game 1, ply 3 (line 1)", "'1/2-1/2'"},
    {"d5 c5 ) *", "game 1, ply 3 (line 1)", "')'"},
    {"[Board \"4x\"]\n*", "game 1 (line 1)", "the tag Board is \"4x\""},
    {"[Board \"0x4\"]\n*", "game 1 (line 1)", "the tag Board is \"0x4\""},
    {"[Board \"4x4 \"]\n*", "game 1 (line 1)", "the tag Board is \"4x4 \""},
    {"[Board \"40x40\"]\n*", "game 1 (line 1)", "40x40"},
    {"[Board \"5x5\"]\n[Corner \"white\"]\n*", "game 1 (line 1)", "corner-centre"},
    {"[Corner \"red\"]\n*", "game 1 (line 1)", "the tag Corner is \"red\""},
    {"[Opening \"corners\"]\n*", "game 1 (line 1)", "corner"},
    {"[Game \"Chess\"]\n1. e4 *", "game 1 (line 1)", "the tag Game is \"Chess\""},
    {"[GameType \"22,W,8,8,N2,1\"]\n1. 21-17 *", "game 1 (line 1)", "draughts"},
    {"[Position \"bw/wx b\"]\n*", "game 1 (line 1)", "the tag Position, byte 4: "},
    {"[Position \"2/wb b\"]\n[Board \"4x4\"]\n*", "game 1 (line 1)", "the position is 2x2, the board 4x4"},
    {"[Result \"2-0\"]\n*", "game 1 (line 1)", "the tag Result"},
    {"[Result \"1-0\"]\n1. d5 c5 0-1", "game 1 (line 1)", "differ"},
    {"[Position \"b1/1b b\"]\n1-0", "game 1 (line 1)", "Black cannot move"},
    {"[Board 8x8]\n[White \"x\"]\n1. d5 *", "game 1 (line 1)", "not in quotes"},
    {"[Black \"x\n[White \"x\"]\n1. d5 *", "game 1 (line 1)", "no closing quote"},
    {"[Black \"x\" y]\n1. d5 *", "game 1 (line 1)", "no closing bracket"},
    {"[]\n1. d5 *", "game 1 (line 1)", "no name"},
};

/* The game after a bad one is read, and counted. */
static void bad_games_are_left_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_games / sizeof *bad_games; i++) {
        char text[400];
        snprintf(text, sizeof text, "%s\n\n[Black \"good\"]\n1. d5 c5 *\n", bad_games[i].text);
        FILE *file = file_of(text);
        record_reader *reader = record_reader_new(file, konane(), &eight);
        const record *r = NULL;
        pm_error err = {.message = ""};
        const pm_status status = record_read(reader, &r, &err);
        const bool is_placed = strncmp(err.message, bad_games[i].place, strlen(bad_games[i].place)) == 0;
        if (status != PM_BAD_INPUT || r || !is_placed || !strstr(err.message, bad_games[i].says)) {
            fail_msg("%s: status %d, \"%s\"", bad_games[i].text, (int)status, err.message);
        }
        if (record_read(reader, &r, &err) != PM_OK) {
            fail_msg("after %s: \"%s\"", bad_games[i].text, err.message);
        }
        assert_int_equal(r->number, 2);
        assert_int_equal(r->n_moves, 2);
        assert_string_equal(record_tag_value(r->tags, r->n_tags, "Black"), "good");
        check_no_more(reader);
        record_reader_free(reader);
        fclose(file);
    }
}

static void open_ends_are_reported(void **state)
{
    (void)state;
    static const bad_game cases[] = {{"1. d5 {no end", "game 1 (line 1)", "no closing brace"},
                                     {"1. d5\n (2. c5 {x} (1. a8)", "game 1 (line 2)", "no closing parenthesis"},
                                     {"1. d5 ({x)", "game 1 (line 1)", "no closing parenthesis"},
                                     {"[Black \"x", "game 1 (line 1)", "no closing quote"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FILE *file = file_of(cases[i].text);
        record_reader *reader = record_reader_new(file, konane(), &eight);
        const record *r;
        pm_error err = {.message = ""};
        assert_int_equal(record_read(reader, &r, &err), PM_BAD_INPUT);
        if (strncmp(err.message, cases[i].place, strlen(cases[i].place)) != 0 || !strstr(err.message, cases[i].says)) {
            fail_msg("%s: \"%s\"", cases[i].text, err.message);
        }
        check_no_more(reader);
        record_reader_free(reader);
        fclose(file);
    }
}

static void too_many_tags_are_refused(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    for (int i = 0; i <= RECORD_MAX_TAGS; i++) {
        fprintf(file, "[Tag%d \"x\"]\n", i);
    }
    fputs("1. d5 *\n\n1. d5 *", file);
    rewind(file);
    record_reader *reader = record_reader_new(file, konane(), &eight);
    const record *r;
    pm_error err;
    assert_int_equal(record_read(reader, &r, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "too many tags"));
    assert_int_equal(record_read(reader, &r, &err), PM_OK);
    record_reader_free(reader);
    fclose(file);
}

/* ---- round trips ---------------------------------------------------------------------------------------- */

/* A random game, and what its record needs. */
typedef struct played {
    game *g;
    record record;
    record_tag tags[5];
    game_move moves[MAX_PLIES];
    char board[16], position[GAME_MAX_TEXT];
} played;

static void play(rng *r, const game_options *options, bool has_position, played *p)
{
    pm_error err;
    if (game_new("konane", options, &p->g, &err) != PM_OK) {
        fail_msg("%dx%d: %s", options->rows, options->cols, err.message);
    }
    p->record = (record){.tags = p->tags, .g = p->g, .moves = p->moves};
    assert_int_equal(p->g->rules->start(p->g, &p->record.start, &err), PM_OK);
    game_state s = p->record.start;
    for (int skipped = 0; has_position && skipped < 5; skipped++) {
        game_move move;
        p->g->rules->make_random(p->g, &s, r, &move);
    }
    p->record.start = s;
    while (p->record.n_moves < MAX_PLIES && p->g->rules->make_random(p->g, &s, r, &p->moves[p->record.n_moves])) {
        p->record.n_moves++;
    }
    p->record.end = s;
    p->record.result = s.mover == PM_BLACK ? RECORD_WHITE_WON : RECORD_BLACK_WON;
    snprintf(p->board, sizeof p->board, "%dx%d", options->rows, options->cols);
    p->g->rules->state_format(p->g, &p->record.start, p->position);
    p->tags[p->record.n_tags++] = (record_tag){"Game", "Konane"};
    p->tags[p->record.n_tags++] = (record_tag){"Board", p->board};
    p->tags[p->record.n_tags++] = (record_tag){"Opening", options->opening};
    p->tags[p->record.n_tags++] = (record_tag){"Corner", options->corner == PM_BLACK ? "black" : "white"};
    if (has_position) {
        p->tags[p->record.n_tags++] = (record_tag){"Position", p->position};
    }
}

static void check_same(const record *a, const record *b)
{
    assert_int_equal(a->n_moves, b->n_moves);
    assert_int_equal(a->result, b->result);
    assert_memory_equal(&a->start, &b->start, sizeof a->start);
    assert_memory_equal(&a->end, &b->end, sizeof a->end);
    for (int i = 0; i < a->n_moves; i++) {
        assert_int_equal(a->moves[i].from, b->moves[i].from);
        assert_int_equal(a->moves[i].to, b->moves[i].to);
    }
}

static void games_survive_a_round_trip(void **state)
{
    (void)state;
    static const int shapes[][2] = {{2, 2},  {1, 8},   {8, 1},   {4, 4},   {5, 6},   {8, 8},
                                    {3, 13}, {16, 16}, {14, 17}, {13, 20}, {20, 20}, {1, 64}};
    enum { N_SHAPES = sizeof shapes / sizeof *shapes, N_GAMES = 4 * N_SHAPES };
    static played games[N_GAMES];
    rng r = rng_stream(SEED, 1);
    FILE *file = tmpfile();
    assert_non_null(file);
    for (int i = 0; i < N_GAMES; i++) {
        const int *shape = shapes[i % N_SHAPES];
        const game_options options = {
            .rows = shape[0], .cols = shape[1], .corner = (pm_color)(i / N_SHAPES % 2), .opening = "any"};
        play(&r, &options, i >= 2 * N_SHAPES, &games[i]);
        assert_true(record_write(file, konane(), &games[i].record));
    }
    rewind(file);
    record_reader *reader = record_reader_new(file, konane(), &eight);
    for (int i = 0; i < N_GAMES; i++) {
        const record *back;
        pm_error err;
        if (record_read(reader, &back, &err) != PM_OK) {
            fail_msg("game %d on %s: %s", i, games[i].board, err.message);
        }
        check_same(&games[i].record, back);
        game_free(games[i].g);
    }
    check_no_more(reader);
    record_reader_free(reader);
    fclose(file);
}

static void lines_are_short_and_tags_are_quoted(void **state)
{
    (void)state;
    rng r = rng_stream(SEED, 2);
    static played p;
    play(&r, &(game_options){.rows = 16, .cols = 16, .opening = "any"}, false, &p);
    p.tags[3] = (record_tag){"Black", "a \"b\" \\ c\nd"};
    p.tags[p.record.n_tags++] = (record_tag){"RESULT", "of another game"}; /* gives way to that of this one */
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    assert_true(record_write(file, konane(), &p.record));
    fclose(file);
    assert_non_null(strstr(text, "[Black \"a \\\"b\\\" \\\\ c d\"]\n"));
    assert_non_null(strstr(text, p.record.result == RECORD_BLACK_WON ? "[Result \"1-0\"]" : "[Result \"0-1\"]"));
    assert_null(strstr(text, "of another game"));
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        assert_in_range(strlen(line), 1, 79);
    }
    free(text);
    game_free(p.g);
    FILE *full = fopen("/dev/full", "w");
    if (full) {
        setvbuf(full, NULL, _IONBF, 0);
        play(&r, &(game_options){.rows = 4, .cols = 4, .opening = "any"}, false, &p);
        assert_false(record_write(full, konane(), &p.record));
        game_free(p.g);
        fclose(full);
    }
}

static void dialects_are_found(void **state)
{
    (void)state;
    assert_ptr_equal(record_dialect_of_path("a/b.c/games.kgn", NULL), konane());
    assert_ptr_equal(record_dialect_of_path("GAMES.KGN", "konane"), konane());
    assert_ptr_equal(record_dialect_of_path("games.kgn", "italian"), konane()); /* who has another suffix */
    assert_ptr_equal(record_dialect_of_path("games.pdn", "russian"), record_dialect_of_game("russian"));
    assert_ptr_equal(record_dialect_of_path("games.pdn", "konane"), record_dialect_of_path("games.pdn", NULL));
    assert_null(record_dialect_of_path("games", "konane"));
    assert_null(record_dialect_of_path("games.csv", NULL));
    assert_null(record_dialect_of_game("chess"));
}

/* Texts with digits, such as begin a capture that is written in steps, and longer than any move. */
static void a_move_longer_than_any_is_refused(void **state)
{
    (void)state;
    for (int n = GAME_MAX_MOVE_TEXT - 2; n <= 2 * GAME_MAX_MOVE_TEXT; n++) {
        char text[3 * GAME_MAX_MOVE_TEXT] = "1. 21-17 ";
        memset(text + strlen(text), '1', (size_t)n);
        strcat(text, " *");
        FILE *file = file_of(text);
        record_reader *reader = record_reader_new(file, record_dialect_of_game("italian"), &eight);
        const record *r;
        pm_error err;
        assert_int_equal(record_read(reader, &r, &err), PM_BAD_INPUT);
        assert_memory_equal(err.message, "game 1, ply 2 (line 1): move '1111", 34);
        check_no_more(reader);
        record_reader_free(reader);
        fclose(file);
    }
    record_reader_free(NULL); /* does nothing */
}

int main(void)
{
    printf("seed %d\n", SEED);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_game_is_replayed),
        cmocka_unit_test(annotated_games_are_read),
        cmocka_unit_test(empty_files_hold_no_games),
        cmocka_unit_test(byte_order_marks_are_skipped),
        cmocka_unit_test(games_of_tags_alone_end),
        cmocka_unit_test(bad_games_are_left_out),
        cmocka_unit_test(open_ends_are_reported),
        cmocka_unit_test(too_many_tags_are_refused),
        cmocka_unit_test(games_survive_a_round_trip),
        cmocka_unit_test(lines_are_short_and_tags_are_quoted),
        cmocka_unit_test(dialects_are_found),
        cmocka_unit_test(a_move_longer_than_any_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
