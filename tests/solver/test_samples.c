/* Winners that a sweep from disk read off for random positions (data/samples.csv), against proof-number search, which
 * shares no step with a sweep. A part of the sample is searched; all of it with PAPAMU_LONG. PAPAMU_SAMPLE names
 * another file to check whole, such as one that `papamu solve --scratch --sample` wrote.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/search/search_engine.h"
#include "tests/aid/long.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { N_QUICK = 40, MOST = 1000000, MEMORY = 256 << 20, MOST_LINE = 200 };

typedef struct sample {
    pm_position *positions;
    bool *black_wins;
    int n;
    pm_board *board; /* all rows are of one board */
} sample;

static void read_row(sample *s, char *line, const char *path)
{
    char *comma = strchr(line, ',');
    pm_board *board;
    pm_error err;
    assert_non_null(comma);
    *comma = '\0';
    if (pm_position_parse(line, "any", PM_BLACK, false, &board, &s->positions[s->n], &err) != PM_OK) {
        fail_msg("%s: %s: %s", path, line, err.message);
    }
    assert_true(!s->board || (s->board->rows == board->rows && s->board->cols == board->cols));
    pm_board_free(s->board ? board : NULL);
    s->board = s->board ? s->board : board;
    s->black_wins[s->n] = strncmp(comma + 1, "black", 5) == 0;
    assert_true(s->black_wins[s->n] || strncmp(comma + 1, "white", 5) == 0);
    s->n++;
}

static sample read_sample(const char *path, int most)
{
    sample s = {calloc(MOST, sizeof(pm_position)), calloc(MOST, sizeof(bool)), 0, NULL};
    FILE *in = fopen(path, "r");
    if (!in) {
        fail_msg("%s cannot be opened", path);
    }
    assert_true(s.positions && s.black_wins);
    char line[MOST_LINE];
    while (s.n < most && fgets(line, sizeof line, in)) {
        if (line[0] != '#' && strncmp(line, "position,", 9) != 0) {
            read_row(&s, line, path);
        }
    }
    fclose(in);
    return s;
}

static void check_sample(const char *path, int most)
{
    sample s = read_sample(path, most);
    const engine_options options = {.memory = MEMORY, .threads = 2, .small_stones = -1};
    search_engine *engine;
    dfpn_job *jobs = calloc((size_t)s.n + 1, sizeof *jobs);
    assert_non_null(jobs);
    assert_true(s.n > 0);
    assert_int_equal(search_engine_new(s.board->rows, s.board->cols, s.board->variant, &options, &engine, NULL), PM_OK);
    for (int i = 0; i < s.n; i++) {
        const pm_position pos = s.positions[i];
        jobs[i].word = search_normal(search_engine_board(engine), pos.occupied, search_board_class(s.board, pos.mover));
    }
    search_engine_run(engine, jobs, (size_t)s.n);
    for (int i = 0; i < s.n; i++) {
        const search_numbers numbers = dfpn_job_numbers(&jobs[i]);
        const bool mover_wins = s.black_wins[i] == (s.positions[i].mover == PM_BLACK);
        if (!(mover_wins ? search_is_won(numbers) : search_is_lost(numbers))) {
            char text[PM_MAX_TEXT];
            pm_position_format(s.board, s.positions[i], text);
            fail_msg("%s: the search does not agree on %s", path, text);
        }
    }
    printf("%s: %d positions searched\n", path, s.n);
    search_engine_free(engine);
    pm_board_free(s.board);
    free(jobs);
    free(s.positions);
    free(s.black_wins);
}

static void samples_agree_with_the_search(void **state)
{
    (void)state;
    const char *path = getenv("PAPAMU_SAMPLE");
    if (path) {
        check_sample(path, MOST);
    } else {
        check_sample("data/samples.csv", is_long_run() ? MOST : N_QUICK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(samples_agree_with_the_search)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
