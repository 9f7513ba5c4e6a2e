/* Proof-number search of Konane under all variants of its rules: winners, sums that outgrow their range, the table,
 * checkpoints.
 *
 * Oracles: the sweep, for every opening of small boards and for random positions (10,000 of 5x6 and 6x6 with
 * PAPAMU_LONG=1); the rules for jumps.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/query.h"
#include "solver/konane/search/search_engine.h"
#include "solver/search/checkpoint.h"
#include "src/base/rng.h"
#include "tests/aid/long.h"
#include "tests/aid/variants.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MEBIBYTE = 1 << 20, SEED = 20261130 };

static const konane_variant standard = {false, KONANE_CHAINS_ANY}, misere = {true, KONANE_CHAINS_ANY};

typedef struct answers {
    const konane_space *space;
    konane_query *queries;
    int n;
} answers;

static pm_status visit(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    const answers *a = ctx;
    (void)team;
    (void)err;
    konane_queries_visit(a->space, white, black, a->queries, a->n);
    return PM_OK;
}

/* Have the queries answered by the sweep. */
static void sweep_answers(const pm_board *board, konane_query *queries, int n)
{
    konane_space *space;
    sweep *s;
    assert_int_equal(konane_space_new(board, &space, NULL), PM_OK);
    answers a = {space, queries, n};
    const sweep_options options = {.threads = 2, .memory = (size_t)1 << 33, .with_tiles = true};
    assert_int_equal(sweep_new(&space->spec, &options, &s, NULL), PM_OK);
    assert_int_equal(sweep_run(s, visit, &a, NULL), PM_OK);
    sweep_free(s);
    konane_space_free(space);
}

static search_engine *new_engine(const pm_board *board, engine_options options)
{
    search_engine *engine;
    assert_int_equal(search_engine_new(board->rows, board->cols, board->variant, &options, &engine, NULL), PM_OK);
    return engine;
}

static uint64_t word_of(const search_engine *engine, const pm_board *board, pm_position pos)
{
    return search_normal(search_engine_board(engine), pos.occupied, search_board_class(board, pos.mover));
}

/* Search the positions of the queries and compare with their answers. */
static void compare(const pm_board *board, engine_options options, const konane_query *queries, int n)
{
    search_engine *engine = new_engine(board, options);
    dfpn_job *jobs = calloc((size_t)n, sizeof *jobs);
    assert_non_null(jobs);
    for (int i = 0; i < n; i++) {
        jobs[i].word = word_of(engine, board, queries[i].pos);
    }
    search_engine_run(engine, jobs, (size_t)n);
    for (int i = 0; i < n; i++) {
        const search_numbers numbers = dfpn_job_numbers(&jobs[i]);
        assert_true(queries[i].is_answered);
        if (!(queries[i].mover_wins ? search_is_won(numbers) : search_is_lost(numbers))) {
            fail_msg("%dx%d, misere %d, chains %d: position %016llx with %d to move", board->rows, board->cols,
                     board->variant.is_misere, board->variant.chains, (unsigned long long)queries[i].pos.occupied,
                     queries[i].pos.mover);
        }
    }
    free(jobs);
    search_engine_free(engine);
}

static pm_board *new_board(int rows, int cols, pm_color corner, konane_variant variant)
{
    pm_board *board;
    assert_int_equal(konane_board_new(rows, cols, corner, "any", variant, &board, NULL), PM_OK);
    return board;
}

/* ---- agreement with the sweep ------------------------------------------------------------------ */

static void every_opening(int rows, int cols, pm_color corner, konane_variant variant, engine_options options)
{
    pm_board *board = new_board(rows, cols, corner, variant);
    konane_opening_result openings[KONANE_MAX_OPENINGS];
    konane_query queries[KONANE_MAX_OPENINGS];
    const int n = konane_opening_queries(board, openings, queries);
    sweep_answers(board, queries, n);
    compare(board, options, queries, n);
    pm_board_free(board);
}

/* Of all boards of at most so many cells. */
static void every_board(int most_cells, konane_variant variant)
{
    const engine_options options = {.memory = 16 * MEBIBYTE, .threads = 1, .small_stones = -1};
    for (int rows = 1; rows <= most_cells; rows++) {
        for (int cols = rows == 1 ? 2 : 1; rows * cols <= most_cells; cols++) {
            every_opening(rows, cols, PM_BLACK, variant, options);
            every_opening(rows, cols, PM_WHITE, variant, options);
        }
    }
}

static void openings_agree_with_the_sweep(void **state)
{
    (void)state;
    every_board(is_long_run() ? 36 : 25, standard);
}

static void openings_of_variants_agree_with_the_sweep(void **state)
{
    (void)state;
    for (int v = FIRST_OTHER; v < N_VARIANTS; v++) {
        every_board(is_long_run() ? 30 : 25, variants[v]);
    }
}

static void random_positions(int rows, int cols, konane_variant variant, int n, engine_options options)
{
    pm_board *board = new_board(rows, cols, PM_BLACK, variant);
    konane_query *queries = calloc((size_t)n, sizeof *queries);
    assert_non_null(queries);
    rng r = rng_stream(SEED, 0);
    for (int i = 0; i < n; i++) {
        const uint64_t dense = rng_next(&r) | rng_next(&r), thin = rng_next(&r);
        queries[i].pos = (pm_position){(i % 2 ? dense : thin) & board->all, rng_next(&r) % 2 ? PM_WHITE : PM_BLACK};
    }
    sweep_answers(board, queries, n);
    compare(board, options, queries, n);
    free(queries);
    pm_board_free(board);
}

static void random_positions_agree_with_the_sweep(void **state)
{
    (void)state;
    print_message("seed %d\n", SEED);
    const engine_options options = {.memory = 16 * MEBIBYTE, .threads = 1, .small_stones = -1};
    random_positions(5, 5, standard, 500, options);
    random_positions(4, 6, standard, 500, options);
    if (is_long_run()) {
        random_positions(5, 6, standard, 10000, options);
        random_positions(6, 6, standard, 10000, options);
    }
}

static void random_positions_of_variants_agree_with_the_sweep(void **state)
{
    (void)state;
    print_message("seed %d\n", SEED);
    const engine_options options = {.memory = 16 * MEBIBYTE, .threads = 1, .small_stones = -1};
    for (int v = FIRST_OTHER; v < N_VARIANTS; v++) {
        random_positions(5, 5, variants[v], 500, options);
        random_positions(5, 6, variants[v], is_long_run() ? 10000 : 1000, options);
    }
}

/* A table of 64 KiB loses nearly all it is given, one of no small endings knows numbers alone. */
static void little_memory_changes_no_winner(void **state)
{
    (void)state;
    const engine_options none = {.memory = SEARCH_MIN_TABLE, .threads = 1, .small_stones = 0};
    const engine_options few = {.memory = SEARCH_MIN_TABLE, .threads = 1, .small_stones = 4};
    every_opening(4, 5, PM_BLACK, standard, none);
    every_opening(5, 5, PM_BLACK, standard, few);
    for (int v = FIRST_OTHER; v < N_VARIANTS; v++) {
        every_opening(4, 5, PM_BLACK, variants[v], none);
        every_opening(5, 5, PM_WHITE, variants[v], few);
    }
}

static void threads_change_no_winner(void **state)
{
    (void)state;
    every_opening(5, 5, PM_BLACK, standard, (engine_options){.memory = MEBIBYTE, .threads = 4, .small_stones = 2});
    every_opening(4, 6, PM_BLACK, standard, (engine_options){.memory = MEBIBYTE, .threads = 3, .small_stones = 2});
    every_opening(4, 6, PM_BLACK, misere, (engine_options){.memory = MEBIBYTE, .threads = 3, .small_stones = 2});
    random_positions(4, 5, standard, 3, (engine_options){.memory = MEBIBYTE, .threads = 4, .small_stones = 0});
}

static bool is_called_by(void *ctx)
{
    assert_true(pthread_equal(*(const pthread_t *)ctx, pthread_self()));
    return true;
}

/* Progress is reported in the thread that called the search: Python can act on Ctrl-C in no other. */
static void the_caller_is_told(void **state)
{
    (void)state;
    pthread_t caller = pthread_self();
    for (int i = 0; i < 200; i++) {
        search_engine *engine;
        const engine_options options = {.memory = MEBIBYTE, .threads = 3, .small_stones = 2};
        assert_int_equal(search_engine_new(5, 5, (konane_variant){0}, &options, &engine, NULL), PM_OK);
        dfpn_shared *shared = search_engine_shared(engine);
        shared->tick = is_called_by;
        shared->tick_ctx = &caller;
        const search_board *board = search_engine_board(engine);
        dfpn_job job = {.word = search_normal(board, board->all & ~UINT64_C(3), 0)};
        search_engine_run(engine, &job, 1);
        search_engine_free(engine);
    }
}

/* ---- numbers ----------------------------------------------------------------------------------- */

/* With so narrow a range nearly every sum is cut: a cut sum must never pass for a proof. */
static void narrow_numbers_prove_nothing_false(void **state)
{
    (void)state;
    for (float limit = 1; limit < 1000; limit *= 10) {
        const engine_options options = {.memory = MEBIBYTE, .threads = 1, .small_stones = 3, .limit = limit};
        every_opening(4, 4, PM_BLACK, standard, options);
        every_opening(4, 5, PM_BLACK, standard, options);
        every_opening(5, 5, PM_WHITE, standard, options);
        random_positions(4, 5, standard, 200, options);
        for (int v = FIRST_OTHER; v < N_VARIANTS; v++) {
            every_opening(5, 5, PM_BLACK, variants[v], options);
            random_positions(4, 5, variants[v], 200, options);
        }
    }
}

static void numbers_survive_packing(void **state)
{
    (void)state;
    const float numbers[] = {0,        SEARCH_LEAST, 1e-6F,    0.999F,       1,
                             3.14159F, 1e6F,         1.23e29F, SEARCH_LIMIT, SEARCH_INFINITY};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const float x = numbers[i], y = search_number_unpack(search_number_pack(x));
        assert_true(y <= x);
        assert_true(y >= x * 0.9999F);
        assert_int_equal(x == 0, y == 0);
        assert_int_equal(isinf(x), isinf(y));
    }
    assert_true(search_cut(SEARCH_LIMIT * 2, SEARCH_LIMIT) == SEARCH_LIMIT);
    assert_true(isinf(search_cut(SEARCH_INFINITY, SEARCH_LIMIT)));
}

static void codes_of_work_round_down(void **state)
{
    (void)state;
    assert_int_equal(search_work_nodes(0), 0);
    assert_int_equal(search_work_nodes(search_work_code(1)), 1);
    for (uint64_t nodes = 1; nodes < UINT64_C(1) << 31; nodes += 1 + nodes / 100) {
        const unsigned code = search_work_code(nodes);
        const uint64_t least = search_work_nodes(code);
        assert_true(least <= (nodes | 1) && 9 * least > 8 * (nodes - 1));
        assert_true(least < 8 || search_work_code(least) == code);
        assert_true(least < 16 || search_work_code(least - 2) < code);
    }
}

static void keys_can_be_inverted(void **state)
{
    (void)state;
    rng r = rng_stream(SEED, 0);
    for (int i = 0; i < 1000; i++) {
        const uint64_t word = i < 64 ? bits_one(i) : rng_next(&r);
        assert_true(search_key_invert(search_key(word)) == word);
    }
}

/* A proof stays when numbers arrive for the same position, and in a full line the least work gives way. */
static void the_table_keeps_what_is_worth_most(void **state)
{
    (void)state;
    search_table table;
    search_numbers found;
    assert_int_equal(search_table_new(SEARCH_MIN_TABLE, &table, NULL), PM_OK);
    assert_true(search_table_load(&table) == 0);
    const uint64_t key = search_key(12345);
    search_table_put(&table, key, search_data_pack(search_won(), 9));
    search_table_put(&table, key, search_data_pack((search_numbers){3, 4}, 100));
    assert_true(search_table_find(&table, key, &found) && search_is_won(found));
    for (uint64_t i = 1; i <= SEARCH_WAYS; i++) { /* the same line, since its number comes from the upper bits */
        search_table_put(&table, key + i, search_data_pack((search_numbers){1, 1}, (unsigned)(5 + i)));
    }
    assert_true(search_table_find(&table, key, &found));
    assert_false(search_table_find(&table, key + 1, &found));
    assert_true(search_table_find(&table, key + SEARCH_WAYS, &found));
    search_table_free(&table);
}

/* ---- moves ------------------------------------------------------------------------------------- */

static int compare_words(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* All jumps of a position lead where those of the rules lead. */
static void check_jumps(const search_board *board, const pm_board *pm, pm_position pos)
{
    pm_move moves[PM_MAX_MOVES];
    uint64_t found[SEARCH_MAX_MOVES], expected[PM_MAX_MOVES];
    const int class = search_board_class(pm, pos.mover);
    const int n = search_jumps(board, pos.occupied, class, found);
    assert_int_equal(n, pm_jumps(pm, pos, moves));
    assert_int_equal(n > 0, search_can_jump(board, pos.occupied, class));
    for (int j = 0; j < n; j++) {
        expected[j] = pm_move_make(pm, pos, moves[j]).occupied;
    }
    qsort(found, (size_t)n, sizeof *found, compare_words);
    qsort(expected, (size_t)n, sizeof *expected, compare_words);
    assert_memory_equal(found, expected, (size_t)n * sizeof *found);
}

/* The normal form of a position is that of its images. */
static void check_normal(const search_board *board, const pm_board *pm, pm_position pos)
{
    const int class = search_board_class(pm, pos.mover);
    const uint64_t normal = search_normal(board, pos.occupied, class);
    for (int s = 0; s < pm->n_symmetries; s++) {
        assert_true(search_normal(board, konane_permute(pm->symmetry[s], pos.occupied), class) == normal);
    }
    for (int s = 0; s < pm->n_swaps; s++) {
        assert_true(search_normal(board, konane_permute(pm->swap[s], pos.occupied), 1 - class) == normal);
    }
}

static void jumps_agree_with_the_rules(void **state)
{
    (void)state;
    static const int sizes[][2] = {{8, 8},  {7, 7},  {6, 8}, {8, 6},  {3, 9}, {9, 3},
                                   {1, 12}, {12, 1}, {2, 9}, {32, 2}, {1, 64}};
    static search_board board;
    rng r = rng_stream(SEED, 0);
    for (size_t k = 0; k < N_VARIANTS * sizeof sizes / sizeof sizes[0]; k++) {
        const int *size = sizes[k / N_VARIANTS];
        const konane_variant variant = variants[k % N_VARIANTS];
        search_board_init(size[0], size[1], variant, &board);
        pm_board *pm = new_board(size[0], size[1], PM_BLACK, variant);
        for (int i = 0; i < 300; i++) {
            const uint64_t set = (rng_next(&r) | (i % 3 ? 0 : rng_next(&r))) & pm->all;
            const pm_position pos = {set, i % 2 ? PM_WHITE : PM_BLACK};
            check_jumps(&board, pm, pos);
            check_normal(&board, pm, pos);
        }
        pm_board_free(pm);
    }
}

/* ---- limits and checkpoints ---------------------------------------------------------------------- */

typedef struct place {
    char directory[64], file[96];
} place;

static place new_place(void)
{
    place p;
    snprintf(p.directory, sizeof p.directory, "/tmp/papamu-test-XXXXXX");
    assert_non_null(mkdtemp(p.directory));
    snprintf(p.file, sizeof p.file, "%s/papamu-search", p.directory);
    return p;
}

static void remove_place(const place *p)
{
    unlink(p->file);
    rmdir(p->directory);
}

/* The corner opening of 5x6 after so many nodes, saved. Returns those nodes. */
static uint64_t save_part(const place *p, uint64_t max_nodes, uint64_t *word)
{
    pm_board *board = new_board(5, 6, PM_BLACK, standard);
    search_engine *engine =
        new_engine(board, (engine_options){.memory = 4 * MEBIBYTE, .threads = 1, .small_stones = 0});
    dfpn_job job = {.word = word_of(engine, board, (pm_position){board->all & ~bits_one(4) & ~bits_one(3), PM_BLACK})};
    search_engine_shared(engine)->max_nodes = max_nodes;
    search_engine_run(engine, &job, 1);
    const search_progress progress = {job.word, job.nodes, job.data, 1234567};
    const search_subject subject = {.rows = 5, .cols = 6, .weights = 1};
    pm_error err;
    if (search_checkpoint_save(p->directory, &subject, &search_engine_shared(engine)->table, &progress, 1, &err) !=
        PM_OK) {
        fail_msg("%s", err.message);
    }
    *word = job.word;
    const uint64_t nodes = job.nodes;
    search_engine_free(engine);
    pm_board_free(board);
    return nodes;
}

static pm_status load(const place *p, search_subject subject, search_table *table, search_progress *progress,
                      pm_error *err)
{
    search_progress *jobs = NULL;
    size_t n = 0;
    const pm_status status = search_checkpoint_load(p->directory, &subject, table, &jobs, &n, err);
    if (status == PM_OK) {
        assert_int_equal(n, 1);
        *progress = jobs[0];
    }
    free(jobs);
    return status;
}

/* With a table of another size and another number of threads the rest takes less than the whole. */
static void a_checkpoint_is_resumed(void **state)
{
    (void)state;
    const place p = new_place();
    const search_subject subject = {.rows = 5, .cols = 6, .weights = 1};
    uint64_t word;
    const uint64_t whole = save_part(&p, 0, &word);
    assert_true(whole > 2 * DFPN_REPORT_NODES);
    save_part(&p, whole * 3 / 4, &word);
    pm_board *board = new_board(5, 6, PM_BLACK, standard);
    search_engine *engine =
        new_engine(board, (engine_options){.memory = 7 * MEBIBYTE, .threads = 1, .small_stones = 0});
    search_progress progress = {0};
    assert_int_equal(load(&p, subject, &search_engine_shared(engine)->table, &progress, NULL), PM_OK);
    assert_true(progress.word == word && progress.microseconds == 1234567);
    assert_true(progress.nodes >= whole * 3 / 4 && progress.nodes < whole);
    assert_false(search_is_proven(search_data_numbers(progress.data)));
    dfpn_job job = {.word = word};
    search_engine_run(engine, &job, 1);
    assert_true(search_is_lost(dfpn_job_numbers(&job)));
    assert_true(job.nodes < whole * 3 / 4);
    search_engine_free(engine);
    pm_board_free(board);
    remove_place(&p);
}

static void change_byte(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    const int byte = fgetc(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    fputc(byte ^ 16, file);
    fclose(file);
}

static void spoilt_checkpoints_are_refused(void **state)
{
    (void)state;
    const place p = new_place();
    search_table table;
    search_progress progress = {0};
    pm_error err;
    uint64_t word;
    assert_int_equal(search_table_new(MEBIBYTE, &table, NULL), PM_OK);
    const search_subject good = {.rows = 5, .cols = 6, .weights = 1};
    search_subject other = good;
    assert_int_equal(load(&p, good, &table, &progress, &err), PM_NOT_FOUND);
    save_part(&p, 20000, &word);
    assert_int_equal(load(&p, good, &table, &progress, &err), PM_OK);
    assert_int_equal(load(&p, (search_subject){.rows = 6, .cols = 5, .weights = 1}, &table, &progress, &err),
                     PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "\" is of a 5x6 board, the search of 6x5"));
    other.weights = 2;
    assert_int_equal(load(&p, other, &table, &progress, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "other weights"));
    other.ending = 1;
    assert_int_equal(load(&p, other, &table, &progress, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "other rules"));
    other = good;
    other.jumps = 2;
    assert_int_equal(load(&p, other, &table, &progress, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "other rules"));
    FILE *file = fopen(p.file, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    fclose(file);
    for (long at = 0; at < size; at += at < 120 ? 1 : size / 50) {
        change_byte(p.file, at);
        const pm_status status = load(&p, good, &table, &progress, &err);
        assert_true(status == PM_DAMAGED || (at < 12 && status == PM_BAD_INPUT));
        change_byte(p.file, at);
    }
    for (long cut = size - 1; cut > 0; cut -= cut > size - 20 ? 1 : size / 30) {
        assert_int_equal(truncate(p.file, cut), 0);
        assert_int_equal(load(&p, good, &table, &progress, &err), PM_DAMAGED);
    }
    search_table_free(&table);
    remove_place(&p);
}

static void a_limit_leaves_the_winner_unknown(void **state)
{
    (void)state;
    const place p = new_place();
    uint64_t word;
    const uint64_t nodes = save_part(&p, 5000, &word);
    assert_true(nodes >= 5000 && nodes <= 5000 + DFPN_REPORT_NODES);
    remove_place(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumps_agree_with_the_rules),
        cmocka_unit_test(openings_agree_with_the_sweep),
        cmocka_unit_test(openings_of_variants_agree_with_the_sweep),
        cmocka_unit_test(random_positions_agree_with_the_sweep),
        cmocka_unit_test(random_positions_of_variants_agree_with_the_sweep),
        cmocka_unit_test(little_memory_changes_no_winner),
        cmocka_unit_test(threads_change_no_winner),
        cmocka_unit_test(the_caller_is_told),
        cmocka_unit_test(narrow_numbers_prove_nothing_false),
        cmocka_unit_test(numbers_survive_packing),
        cmocka_unit_test(codes_of_work_round_down),
        cmocka_unit_test(keys_can_be_inverted),
        cmocka_unit_test(the_table_keeps_what_is_worth_most),
        cmocka_unit_test(a_checkpoint_is_resumed),
        cmocka_unit_test(spoilt_checkpoints_are_refused),
        cmocka_unit_test(a_limit_leaves_the_winner_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
