/* The bytes of a written record, against texts made by hand from the rules in record_write.c.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/record.h"
#include "src/games/record_heading.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT_BYTES = 4096 };

typedef struct fixture {
    game *g;
    record r;
} fixture;

static fixture begin(int rows, int cols)
{
    const game_options options = {.rows = rows, .cols = cols};
    fixture f = {0};
    pm_error err;
    assert_int_equal(game_new("konane", &options, &f.g, &err), PM_OK);
    f.r.g = f.g;
    f.r.result = RECORD_UNKNOWN;
    assert_int_equal(f.g->rules->start(f.g, &f.r.start, &err), PM_OK);
    return f;
}

/* Play the first legal move `n` times. */
static void play(fixture *f, game_move moves[], int n)
{
    game_state s = f->r.start;
    for (int i = 0; i < n; i++) {
        game_move legal[GAME_MAX_MOVES];
        assert_true(f->g->rules->moves(f->g, &s, legal) > 0);
        moves[i] = legal[0];
        f->g->rules->make(f->g, &s, &legal[0]);
    }
    f->r.moves = moves;
    f->r.n_moves = n;
}

static void written(const record *r, char text[TEXT_BYTES])
{
    FILE *file = fmemopen(text, TEXT_BYTES, "w");
    assert_non_null(file);
    assert_true(record_write(file, record_dialect_of_game("konane"), r));
    assert_int_equal(fclose(file), 0);
}

static void tags_are_quoted_and_the_result_comes_last(void **state)
{
    (void)state;
    fixture f = begin(4, 4);
    const record_tag tags[] = {
        {"Event", "a \"b\" \\ c\nd"}, {"result", "1-0"}, {"Black", ""}}; /* the result is that of the record */
    char text[TEXT_BYTES];
    f.r.tags = tags;
    f.r.n_tags = 3;
    written(&f.r, text);
    assert_string_equal(text, "[Event \"a \\\"b\\\" \\\\ c d\"]\n[Black \"\"]\n[Result \"*\"]\n\n*\n\n");
    game_free(f.g);
}

static void moves_are_numbered_by_twos(void **state)
{
    (void)state;
    fixture f = begin(4, 4);
    game_move moves[3];
    char text[TEXT_BYTES], expected[TEXT_BYTES], names[3][GAME_MAX_MOVE_TEXT];
    play(&f, moves, 3);
    game_state s = f.r.start;
    for (int i = 0; i < 3; i++) {
        f.g->rules->move_format(f.g, &s, &moves[i], names[i]);
        f.g->rules->make(f.g, &s, &moves[i]);
    }
    written(&f.r, text);
    snprintf(expected, sizeof expected, "[Result \"*\"]\n\n1. %s %s 2. %s *\n\n", names[0], names[1], names[2]);
    assert_string_equal(text, expected);
    game_free(f.g);
}

/* As many words on a line as fit into 79 columns, and never one more. */
static void lines_are_filled_up_to_their_width(void **state)
{
    (void)state;
    enum { N = 80 };
    fixture f = begin(14, 14); /* names of cells of two and three characters */
    game_move moves[N];
    char text[TEXT_BYTES];
    for (int n = 0; n <= N; n += 8) {
        play(&f, moves, n);
        written(&f.r, text);
        char *line = strstr(text, "\n\n") + 2, *rest = NULL;
        size_t before = 0;
        for (char *next = strtok_r(line, "\n", &rest); next; next = strtok_r(NULL, "\n", &rest)) {
            assert_true(strlen(next) <= 79 && next[0] != ' ' && next[strlen(next) - 1] != ' ');
            assert_true(before == 0 || before + 1 + strcspn(next, " ") > 79);
            before = strlen(next);
        }
    }
    game_free(f.g);
}

/* The tags that the heading of a game has, as "Name=value" with spaces between them. */
static void check_heading(const char *name, const game_options *options, const char *opening, const char *expected)
{
    game *g;
    char text[RECORD_HEADING_TEXT], all[TEXT_BYTES] = "";
    record_tag tags[RECORD_HEADING_TAGS];
    assert_int_equal(game_new(name, options, &g, NULL), PM_OK);
    const int n = record_heading(g, opening, tags, text);
    size_t length = 0;
    for (int i = 0; i < n; i++) {
        length +=
            (size_t)snprintf(all + length, sizeof all - length, "%s%s=%s", i ? " " : "", tags[i].name, tags[i].value);
    }
    assert_string_equal(all, expected);
    game_free(g);
}

static void headings_say_the_game(void **state)
{
    (void)state;
    const game_options black = {.rows = 4, .cols = 5}, white = {.rows = 5, .cols = 5, .corner = PM_WHITE};
    const game_options other = {.rows = 4, .cols = 4, .play = "misere", .jumps = "single"};
    check_heading("konane", &black, NULL, "Game=Konane Board=4x5 Opening=corner-centre Corner=black");
    check_heading("konane", &black, "", "Game=Konane Board=4x5 Opening=corner-centre Corner=black");
    check_heading("konane", &white, "any", "Game=Konane Board=5x5 Opening=any Corner=white");
    check_heading("konane", &other, NULL,
                  "Game=Konane Board=4x4 Opening=corner-centre Corner=black Play=misere Jumps=single");
    check_heading("italian", &(game_options){0}, NULL, "GameType=22,W,8,8,N2,1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_are_quoted_and_the_result_comes_last),
        cmocka_unit_test(moves_are_numbered_by_twos),
        cmocka_unit_test(lines_are_filled_up_to_their_width),
        cmocka_unit_test(headings_say_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
