/* One allocation fails, each in turn: every call must then succeed without it or say PM_NO_MEMORY, and never crash, and
 * the same call right after must do its work. In sanitizer builds nothing that was allocated before may be lost.
 *
 * The linker gives this program allocators of its own (--wrap in the Makefile), for the library's calls alone: threads
 * and zstd keep theirs.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/statement.h"
#include "solver/cgt/value_census.h"
#include "src/papamu/database.h"
#include "src/papamu/forms.h"
#include "src/papamu/play.h"
#include "src/papamu/solve.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_TRIES = 150 }; /* of one call; the first half are successive allocations */

static atomic_long n_allocations, until_failure = -1; /* negative: none fails */

static bool must_fail(void)
{
    atomic_fetch_add(&n_allocations, 1);
    return atomic_fetch_sub(&until_failure, 1) == 0;
}

/* The names are those that the linker knows the two by. */
void *true_malloc(size_t n) __asm__("__real_malloc");
void *frail_malloc(size_t n) __asm__("__wrap_malloc");
void *true_calloc(size_t n, size_t bytes) __asm__("__real_calloc");
void *frail_calloc(size_t n, size_t bytes) __asm__("__wrap_calloc");
void *true_realloc(void *old, size_t n) __asm__("__real_realloc");
void *frail_realloc(void *old, size_t n) __asm__("__wrap_realloc");
void *true_aligned_alloc(size_t alignment, size_t n) __asm__("__real_aligned_alloc");
void *frail_aligned_alloc(size_t alignment, size_t n) __asm__("__wrap_aligned_alloc");
char *true_strdup(const char *text) __asm__("__real_strdup");
char *frail_strdup(const char *text) __asm__("__wrap_strdup");
char *true_strndup(const char *text, size_t n) __asm__("__real_strndup");
char *frail_strndup(const char *text, size_t n) __asm__("__wrap_strndup");

void *frail_malloc(size_t n)
{
    return must_fail() ? NULL : true_malloc(n);
}

void *frail_calloc(size_t n, size_t bytes)
{
    return must_fail() ? NULL : true_calloc(n, bytes);
}

void *frail_realloc(void *old, size_t n)
{
    return must_fail() ? NULL : true_realloc(old, n);
}

void *frail_aligned_alloc(size_t alignment, size_t n)
{
    return must_fail() ? NULL : true_aligned_alloc(alignment, n);
}

char *frail_strdup(const char *text)
{
    return must_fail() ? NULL : true_strdup(text);
}

char *frail_strndup(const char *text, size_t n)
{
    return must_fail() ? NULL : true_strndup(text, n);
}

/* ---- what the calls are about ------------------------------------------------------------------ */

static const pm_job one_thread = {.threads = 1, .memory = UINT64_C(256) << 20};
static char folder[64], outcomes[80], plies[80], endgames[80], proof[80], games[80], written[80], scratch[80];
static pm_board *board;           /* 3x4 */
static pm_game *konane, *italian; /* 3x4; 4x4 */
static pm_position start;         /* a position of the jump phase */

typedef pm_status (*operation)(pm_error *err);

/* ---- databases --------------------------------------------------------------------------------- */

static pm_status write_outcomes(pm_error *err)
{
    return pm_db_write(board, written, &(pm_db_options){.job = one_thread}, NULL, err);
}

static pm_status write_plies(pm_error *err)
{
    return pm_db_write(board, written, &(pm_db_options){.job = one_thread, .remoteness = true}, NULL, err);
}

static pm_status write_endgames(pm_error *err)
{
    return pm_endgames_write(italian, 2, written, &(pm_db_options){.job = one_thread, .remoteness = true}, NULL, err);
}

static pm_status convert(pm_error *err)
{
    return pm_db_convert(outcomes, written, &(pm_convert_options){.job = one_thread, .version = 1}, NULL, err);
}

static pm_status check(const char *path, pm_error *err)
{
    pm_verification v;
    const pm_status status = pm_db_check(path, &one_thread, 50, 1, &v, err);
    assert_true(status != PM_OK || (v.digest_is_right && v.bad_blocks == 0 && v.disagreements == 0));
    return status;
}

static pm_status check_outcomes(pm_error *err)
{
    return check(outcomes, err);
}

static pm_status check_endgames(pm_error *err)
{
    return check(endgames, err);
}

static pm_status count(const char *path, pm_error *err)
{
    pm_db_count counts[4];
    size_t n;
    return pm_db_histogram(path, &one_thread, 4, counts, &n, err);
}

static pm_status count_plies(pm_error *err)
{
    return count(plies, err);
}

static pm_status count_endgames(pm_error *err)
{
    return count(endgames, err);
}

static pm_status probe(pm_error *err)
{
    pm_db *db;
    pm_move moves[PM_MAX_MOVES];
    int n;
    pm_status status = pm_db_open(plies, 1 << 20, &db, err);
    if (status == PM_OK) {
        status = pm_db_best_moves(db, board, start, moves, &n, err);
        pm_db_close(db);
    }
    return status;
}

/* ---- answers ----------------------------------------------------------------------------------- */

static pm_status answer(const pm_game *game, const char *path, const pm_state *state, pm_error *err)
{
    static pm_answer found;
    pm_answers *answers;
    pm_verdict verdict;
    pm_status status = pm_answers_new(game, path, &one_thread, &answers, err);
    if (status == PM_OK) {
        status = pm_answers_find(answers, state, &found, err);
        status = status == PM_OK ? pm_answers_judge(answers, 1, state, &verdict, err) : status;
        pm_answers_free(answers);
    }
    return status;
}

static pm_status answer_from(const char *path, pm_error *err)
{
    return answer(konane, path, &(pm_state){.bits = {start.occupied}, .mover = start.mover}, err);
}

static pm_status answer_by_database(pm_error *err)
{
    return answer_from(plies, err);
}

static pm_status answer_by_sweep(pm_error *err)
{
    return answer_from(NULL, err);
}

static pm_status answer_by_proof(pm_error *err)
{
    return answer_from(proof, err);
}

static pm_status answer_by_endgames(pm_error *err)
{
    pm_state state;
    const pm_status status = pm_game_parse(italian, "W:WK8:BK1", &state, err);
    return status == PM_OK ? answer(italian, endgames, &state, err) : status;
}

static pm_status search(pm_error *err)
{
    pm_search_result result;
    return pm_search(board, 1, &start, &(pm_search_options){.job = one_thread, .proof = written}, &result, err);
}

/* ---- solving ----------------------------------------------------------------------------------- */

static pm_status solve_with(const pm_solve_options *options, pm_error *err)
{
    pm_solution *solution;
    pm_move line[PM_MAX_CELLS];
    int n;
    pm_status status = pm_solve(board, options, &solution, err);
    if (status == PM_OK) {
        status = options->keep_rows ? pm_solution_line(solution, start, line, &n, err) : PM_OK;
        pm_solution_free(solution);
    }
    return status;
}

static pm_status solve_rows(pm_error *err)
{
    return solve_with(&(pm_solve_options){.job = one_thread, .keep_rows = true}, err);
}

static pm_status solve_plies(pm_error *err)
{
    return solve_with(&(pm_solve_options){.job = one_thread, .keep_rows = true, .remoteness = true}, err);
}

static pm_status solve_in_folder(pm_error *err)
{
    return solve_with(&(pm_solve_options){.job = one_thread, .scratch = scratch}, err);
}

static pm_status reach(pm_error *err)
{
    pm_reach_table table;
    return pm_reach(board, &one_thread, &table, err);
}

static pm_status margins(pm_error *err)
{
    pm_margin margin;
    return pm_margins(board, &one_thread, 1, &start.occupied, &margin, err);
}

static pm_status random_exactly(pm_error *err)
{
    pm_random_table table;
    return pm_random(konane, &one_thread, &table, err);
}

/* ---- values ------------------------------------------------------------------------------------ */

static pm_status calculate(pm_error *err)
{
    pm_forms *forms;
    pm_form g = 0, h = 0, weight;
    pm_thermograph_point left[9], right[9];
    size_t n[2];
    pm_status status = pm_forms_new(&one_thread, &forms, err);
    if (status != PM_OK) {
        return status;
    }
    status = pm_form_parse(forms, "{5|{1|-3}} + ^*", &g, err);
    status = status == PM_OK ? pm_form_parse(forms, "{0|^}", &h, err) : status;
    status = status == PM_OK ? pm_form_thermograph(forms, g, 9, left, right, &n[0], &n[1], err) : status;
    status = status == PM_OK ? pm_form_atomic_weight(forms, h, &weight, err) : status;
    status = status == PM_OK ? pm_form_sum(forms, g, h, &g, err) : status;
    pm_forms_free(forms);
    return status;
}

static pm_status state_comparison(pm_error *err)
{
    cgt_table *table;
    cgt_statement statement;
    pm_status status = cgt_table_new(UINT64_C(16) << 20, &table, err);
    if (status == PM_OK) {
        status = cgt_statement_parse(table, "{1|0} <> 1/2", &statement, err);
        cgt_table_free(table);
    }
    return status;
}

static pm_status count_values(pm_error *err)
{
    cgt_table *table;
    value_census *census;
    const cgt_value values[16] = {CGT_ZERO}; /* of all sets of four stones */
    pm_status status = cgt_table_new(UINT64_C(16) << 20, &table, err);
    if (status == PM_OK) {
        status = value_census_new(table, values, 4, 2, &census, err);
        if (status == PM_OK) {
            value_census_free(census);
        }
        cgt_table_free(table);
    }
    return status;
}

static pm_status value_state(pm_error *err)
{
    pm_forms *forms;
    pm_form g;
    pm_bounds bounds;
    const pm_state state = {.bits = {start.occupied}, .mover = start.mover};
    pm_status status = pm_forms_new(&one_thread, &forms, err);
    if (status == PM_OK) {
        status = pm_form_of_state(forms, konane, &state, &g, err);
        status = status == PM_OK ? pm_bounds_of_state(konane, &state, &one_thread, 1000, &bounds, err) : status;
        pm_forms_free(forms);
    }
    return status;
}

static pm_status value_board(pm_error *err)
{
    pm_forms *forms;
    const pm_form *values;
    size_t n;
    const pm_status status = pm_forms_of_board(board, &one_thread, &forms, &values, &n, err);
    if (status == PM_OK) {
        pm_forms_free(forms);
    }
    return status;
}

/* ---- games ------------------------------------------------------------------------------------- */

static pm_status play(pm_error *err)
{
    pm_stats *stats;
    pm_stats_row rows[4];
    size_t n;
    pm_status status = pm_stats_new(&stats, err);
    if (status != PM_OK) {
        return status;
    }
    const pm_selfplay_options options = {
        .job = one_thread, .black = "ab:2", .white = "mcts:10", .n_games = 4, .swap = true, .each_opening = true};
    status = pm_selfplay(konane, &options, stats, err);
    status = status == PM_OK ? pm_stats_rows(stats, 4, rows, &n, err) : status;
    pm_stats_free(stats);
    return status;
}

static pm_status read_games(pm_error *err)
{
    pm_stats *stats, *copy;
    uint64_t n_bad;
    pm_status status = pm_stats_new(&stats, err);
    if (status != PM_OK) {
        return status;
    }
    status = pm_stats_read(stats, games, NULL, &n_bad, err);
    if (status == PM_OK && (status = pm_stats_new(&copy, err)) == PM_OK) {
        status = pm_stats_merge(copy, stats, err);
        pm_stats_free(copy);
    }
    pm_stats_free(stats);
    return status;
}

static pm_status read_records(pm_error *err)
{
    pm_records *records;
    pm_record record;
    pm_status status = pm_records_open(games, NULL, &records, err);
    if (status == PM_OK) {
        status = pm_records_next(records, &record, err);
        pm_records_close(records);
    }
    return status;
}

static pm_status estimate(pm_error *err)
{
    pm_complexity result;
    const pm_complexity_options options = {.job = one_thread, .population = 20, .runs = 2, .samples = 10, .width = 16};
    return pm_complexity_estimate(konane, &options, &result, err);
}

/* ---- the test ---------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    operation run;
} operations[] = {
    {"write outcomes", write_outcomes},
    {"write plies", write_plies},
    {"write endgames", write_endgames},
    {"convert", convert},
    {"check outcomes", check_outcomes},
    {"check endgames", check_endgames},
    {"count plies", count_plies},
    {"count endgames", count_endgames},
    {"probe", probe},
    {"answer by database", answer_by_database},
    {"answer by sweep", answer_by_sweep},
    {"answer by proof", answer_by_proof},
    {"answer by endgames", answer_by_endgames},
    {"search", search},
    {"solve rows", solve_rows},
    {"solve plies", solve_plies},
    {"solve in a folder", solve_in_folder},
    {"reach", reach},
    {"margins", margins},
    {"random", random_exactly},
    {"calculate", calculate},
    {"state a comparison", state_comparison},
    {"count values", count_values},
    {"value a state", value_state},
    {"value a board", value_board},
    {"play", play},
    {"read games", read_games},
    {"read records", read_records},
    {"estimate", estimate},
};

static pm_status run(operation what, long allowed, long *n)
{
    pm_error err = {.message = ""};
    atomic_store(&n_allocations, 0);
    atomic_store(&until_failure, allowed);
    const pm_status status = what(&err);
    atomic_store(&until_failure, -1);
    *n = atomic_load(&n_allocations);
    if (status != PM_OK && status != PM_NO_MEMORY) {
        fail_msg("allocation %ld: status %d, \"%s\"", allowed, (int)status, err.message);
    }
    return status;
}

static void fail_each(const char *name, operation what)
{
    long n, unused, n_refused = 0;
    run(what, -1, &unused); /* what is allocated once and kept is there then */
    assert_int_equal(run(what, -1, &n), PM_OK);
    print_message("%s: %ld allocations\n", name, n);
    const long step = n > MOST_TRIES ? 2 * n / MOST_TRIES : 1;
    for (long i = 0; i < n; i += i < MOST_TRIES / 2 ? 1 : step) {
        n_refused += run(what, i, &unused) == PM_NO_MEMORY;
    }
    assert_true(n_refused > 0);
    assert_int_equal(run(what, -1, &unused), PM_OK);
}

static void test_each_allocation(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        fail_each(operations[i].name, operations[i].run);
    }
}

static int begin(void **state)
{
    (void)state;
    pm_search_result result;
    char *const names[] = {outcomes, plies, endgames, proof, games, written, scratch};
    static const char *const endings[] = {"outcomes", "plies", "endgames", "proof", "games.kgn", "written", "scratch"};
    strcpy(folder, "/tmp/papamu-no-memory-XXXXXX");
    if (!mkdtemp(folder)) {
        return -1;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(names[i], sizeof outcomes, "%s/%s", folder, endings[i]);
    }
    const pm_game_options small = {.rows = 3, .cols = 4}, square = {.rows = 4, .cols = 4};
    FILE *file = fopen(games, "w");
    assert_non_null(file);
    fputs("[Board \"4x4\"]\n\n1. a4 b4 2. a2-a4 *\n", file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(pm_game_new("konane", &small, &konane, NULL), PM_OK);
    assert_int_equal(pm_game_new("italian", &square, &italian, NULL), PM_OK);
    assert_int_equal(pm_position_parse("..xo|oxox|xoxo", NULL, PM_BLACK, true, &board, &start, NULL), PM_OK);
    assert_int_equal(pm_db_write(board, outcomes, NULL, NULL, NULL), PM_OK);
    assert_int_equal(pm_db_write(board, plies, &(pm_db_options){.remoteness = true}, NULL, NULL), PM_OK);
    assert_int_equal(pm_endgames_write(italian, 2, endgames, &(pm_db_options){.remoteness = true}, NULL, NULL), PM_OK);
    assert_int_equal(pm_search(board, 1, &start, &(pm_search_options){.proof = proof}, &result, NULL), PM_OK);
    return 0;
}

static int end(void **state)
{
    (void)state;
    const char *const names[] = {outcomes, plies, endgames, proof, games, written};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        unlink(names[i]);
    }
    rmdir(scratch);
    pm_board_free(board);
    pm_game_free(konane);
    pm_game_free(italian);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_allocation)};
    return cmocka_run_group_tests(tests, begin, end);
}
