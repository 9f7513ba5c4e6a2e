/* What the sweep answers beyond the winner: remoteness, and spare moves (margins), on every position of small boards.
 *
 * Oracles: tests/oracle/oracle.c for remoteness; for margins a minimax with spare moves on top of its jumps; the table
 * tests/data/remoteness.tsv (GamesmanClassic's solver and a second program); the sweep of outcomes for the parity.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/query.h"
#include "src/base/bits.h"
#include "tests/aid/long.h"
#include "tests/aid/tsv.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/oracle_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static pm_board *new_board(int rows, int cols, pm_color corner, const char *opening)
{
    pm_board *board;
    assert_int_equal(pm_board_new(rows, cols, corner, opening, &board, NULL), PM_OK);
    return board;
}

static void run_sweep(const sweep_spec *spec, const sweep_options *options, sweep_visitor *visit, void *ctx)
{
    sweep *s;
    pm_error err = {0};
    if (sweep_new(spec, options, &s, &err) != PM_OK) {
        fail_msg("%s", err.message);
    }
    assert_int_equal(sweep_run(s, visit, ctx, &err), PM_OK);
    sweep_free(s);
}

static sweep_options default_options(void)
{
    return (sweep_options){.threads = 2, .memory = (size_t)1 << 33, .with_tiles = true};
}

/* ---- the judge of margins -------------------------------------------------------------------------- */

enum { MOST_SPARE = SWEEP_MARGIN_MANY, UNKNOWN = 0, LOST = 1, WON = 2 };

/* Who wins a position and `spare` moves that only Black may use, straight from that sentence. */
typedef struct spare_judge {
    oracle_board board;
    uint8_t *known; /* [(set * 2 + mover) * (MOST_SPARE + 1) + spare] */
} spare_judge;

static bool mover_wins(spare_judge *j, uint64_t set, int mover, int spare)
{
    uint8_t *known = &j->known[(set * 2 + (uint64_t)mover) * (MOST_SPARE + 1) + (uint64_t)spare];
    if (*known == UNKNOWN) {
        bool wins = mover == ORACLE_BLACK && spare > 0 && !mover_wins(j, set, ORACLE_WHITE, spare - 1);
        const oracle_position pos = oracle_from_set(&j->board, set, mover);
        oracle_move moves[ORACLE_MAX_MOVES];
        const int n = oracle_jumps(&j->board, &pos, moves);
        for (int i = 0; i < n && !wins; i++) {
            oracle_position next = pos;
            oracle_make(&j->board, &next, moves[i]);
            wins = !mover_wins(j, oracle_to_set(&j->board, &next), !mover, spare);
        }
        *known = wins ? WON : LOST;
    }
    return *known == WON;
}

/* The least number of spare moves with which Black wins if `mover` begins; SWEEP_MARGIN_MANY if no smaller one does. */
static unsigned spare_needed(spare_judge *j, uint64_t set, int mover)
{
    unsigned k = 0;
    while (k < SWEEP_MARGIN_MANY && mover_wins(j, set, mover, (int)k) != (mover == ORACLE_BLACK)) {
        k++;
    }
    return k;
}

/* ---- every position of small boards ------------------------------------------------------------------ */

typedef struct comparison {
    const konane_space *space;
    oracle_board board;
    oracle_table *values;
    spare_judge judge;
    uint64_t n;
} comparison;

static unsigned expected_value(comparison *c, const oracle_position *pos)
{
    if (c->values) {
        return (unsigned)oracle_remoteness(c->values, pos);
    }
    return spare_needed(&c->judge, oracle_to_set(&c->board, pos), pos->mover);
}

static void compare_half(comparison *c, const sweep_layer *layer)
{
    for (uint32_t b = 0; b < 1u << c->space->spec.n_sets; b++) {
        if (!sweep_layer_has(layer, b)) {
            continue;
        }
        for (uint32_t w = 0; w < 1u << c->space->spec.n_index; w++) {
            const uint64_t occupied = konane_space_occupied(c->space, b, w);
            const oracle_position pos = oracle_position_of(&c->board, (pm_position){occupied, layer->mover});
            const unsigned expected = expected_value(c, &pos);
            const unsigned got = sweep_value(layer, b, w);
            if (got != expected) {
                fail_msg("%dx%d corner %d: b %x w %x mover %d: %u, not %u", c->board.rows, c->board.cols,
                         c->board.corner, b, w, (int)layer->mover, got, expected);
            }
            c->n++;
        }
    }
}

static pm_status compare_layer(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black,
                               pm_error *err)
{
    (void)team;
    (void)err;
    compare_half(ctx, white);
    compare_half(ctx, black);
    return PM_OK;
}

static void compare_board(int rows, int cols, pm_color corner, sweep_question question, bool is_wide)
{
    pm_board *board = new_board(rows, cols, corner, "any");
    konane_space *space;
    assert_int_equal(konane_space_new(board, &space, NULL), PM_OK);
    comparison c = {.space = space, .board = oracle_board_of(board)};
    c.judge.board = c.board;
    if (question == SWEEP_REMOTENESS) {
        c.values = oracle_table_new(&c.board);
    } else {
        c.judge.known = calloc((size_t)2 << (rows * cols), MOST_SPARE + 1);
        assert_non_null(c.judge.known);
    }
    sweep_spec spec = space->spec;
    spec.question = question;
    spec.has_wide_margins = is_wide;
    const sweep_options options = default_options();
    run_sweep(&spec, &options, compare_layer, &c);
    assert_int_equal(c.n, (uint64_t)2 << (rows * cols));
    oracle_table_free(c.values);
    free(c.judge.known);
    konane_space_free(space);
    pm_board_free(board);
}

static void compare_boards(sweep_question question, bool is_wide, int most_cells)
{
    for (int rows = 1; rows <= 6; rows++) {
        for (int cols = 1; rows * cols <= most_cells; cols++) {
            if (rows * cols >= 2) {
                compare_board(rows, cols, PM_BLACK, question, is_wide);
                compare_board(rows, cols, PM_WHITE, question, is_wide);
            }
        }
    }
}

static void test_remoteness_of_every_position(void **state)
{
    (void)state;
    compare_boards(SWEEP_REMOTENESS, false, is_long_run() ? 20 : 13);
    compare_board(4, 4, PM_BLACK, SWEEP_REMOTENESS, false);
}

static void test_margin_of_every_position(void **state)
{
    (void)state;
    for (int is_wide = 0; is_wide < 2; is_wide++) {
        compare_boards(SWEEP_MARGIN, is_wide, is_long_run() ? 16 : is_wide ? 10 : 12);
        compare_board(2, 8, PM_BLACK, SWEEP_MARGIN, is_wide);
    }
}

/* ---- more spare moves than can be distinguished ------------------------------------------------------------ */

/* White may take any element of b, one a turn, and Black can do nothing: the game is -|b|. */
enum { TALLY = 18 };

typedef struct tally {
    unsigned many;
    int n_layers;
} tally;

static unsigned at_most(unsigned n, unsigned most)
{
    return n < most ? n : most;
}

static pm_status check_tally(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black,
                             pm_error *err)
{
    (void)team;
    (void)err;
    tally *t = ctx;
    const unsigned size = (unsigned)white->size;
    assert_int_equal(sweep_value(white, (1u << size) - 1, 1), at_most(size, t->many));
    assert_int_equal(sweep_value(black, (1u << size) - 1, 0), at_most(size + 1, t->many));
    t->n_layers++;
    return PM_OK;
}

static void count_tally(bool is_wide)
{
    sweep_move take[TALLY];
    for (int i = 0; i < TALLY; i++) {
        take[i] = (sweep_move){.fixed = 1u << i, .value = 1u << i, .flip = 1u << i};
    }
    sweep_spec spec = {
        .n_sets = TALLY, .n_index = 1, .n_symmetries = 1, .question = SWEEP_MARGIN, .has_wide_margins = is_wide};
    for (uint8_t i = 0; i < TALLY; i++) {
        spec.set_permutation[0][i] = i;
    }
    spec.n_moves[PM_WHITE] = TALLY;
    spec.moves[PM_WHITE] = take;
    const sweep_options options = default_options();
    tally t = {.many = is_wide ? SWEEP_MARGIN_MANY_WIDE : SWEEP_MARGIN_MANY};
    run_sweep(&spec, &options, check_tally, &t);
    assert_int_equal(t.n_layers, TALLY + 1);
}

static void test_margins_beyond_14(void **state)
{
    (void)state;
    count_tally(false);
    count_tally(true);
}

/* ---- every way gives the same ------------------------------------------------------------------------- */

/* A hash of all rows as they are read, kept rows alone. */
static pm_status hash_layer(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black,
                            pm_error *err)
{
    (void)team;
    (void)err;
    uint64_t *hash = ctx;
    const sweep_layer *layers[] = {white, black};
    for (int l = 0; l < 2; l++) {
        for (size_t i = 0; i < layers[l]->n_rows; i++) {
            for (uint32_t w = 0; w < 1u << sweep_index_bits(white->sweep); w++) {
                *hash = *hash * 0x9e3779b97f4a7c15 + sweep_value(layers[l], layers[l]->sets[i], w) + 1;
            }
        }
    }
    return PM_OK;
}

static void compare_ways(int rows, int cols, sweep_question question, row_element element)
{
    pm_board *board = new_board(rows, cols, PM_BLACK, "any");
    konane_space *space;
    assert_int_equal(konane_space_new(board, &space, NULL), PM_OK);
    sweep_spec spec = space->spec;
    spec.question = question;
    spec.has_wide_margins = question == SWEEP_MARGIN && element == ROW_BYTES;
    sweep_options options = default_options();
    options.kernel = "scalar";
    options.threads = 1;
    options.with_tiles = false;
    uint64_t expected = 0;
    run_sweep(&spec, &options, hash_layer, &expected);
    for (const row_kernel *const *k = row_kernels(element); *k; k++) {
        for (int variant = 0; variant < 4; variant++) {
            options.kernel = (*k)->name;
            options.threads = variant & 1 ? 3 : 1;
            options.with_tiles = variant & 2;
            uint64_t got = 0;
            run_sweep(&spec, &options, hash_layer, &got);
            assert_true(got == expected);
        }
    }
    konane_space_free(space);
    pm_board_free(board);
}

static void test_every_way_gives_the_same(void **state)
{
    (void)state;
    compare_ways(3, 3, SWEEP_REMOTENESS, ROW_BYTES);
    compare_ways(3, 6, SWEEP_MARGIN, ROW_NIBBLES);
    compare_ways(1, 23, SWEEP_MARGIN, ROW_NIBBLES); /* with tiles */
    compare_ways(3, 6, SWEEP_MARGIN, ROW_BYTES);
    compare_ways(1, 21, SWEEP_REMOTENESS, ROW_BYTES);
    if (is_long_run()) {
        compare_ways(4, 5, SWEEP_REMOTENESS, ROW_BYTES);
        compare_ways(5, 5, SWEEP_MARGIN, ROW_NIBBLES);
    }
}

/* ---- against the sweep of outcomes ---------------------------------------------------------------------- */

typedef struct outcome_rows {
    const orbits *orbits;
    uint64_t *row[2]; /* of all kept sets, one after another */
    size_t words;
    bool is_filled;
} outcome_rows;

static void keep_or_compare(outcome_rows *o, const sweep_layer *layer)
{
    const sweep *s = layer->sweep;
    const int n_index = sweep_index_bits(s);
    uint64_t *scratch = aligned_alloc(ROW_ALIGNMENT, row_words(sweep_row_bits(s)) * 8);
    for (size_t i = 0; i < layer->n_rows; i++) {
        uint64_t *row = o->row[layer->mover] +
                        (sweep_orbits(s)->first[layer->size] + orbits_rank(sweep_orbits(s), layer->sets[i])) * o->words;
        sweep_row_read(layer, i, scratch);
        if (!o->is_filled) {
            memcpy(row, scratch, o->words * 8);
            continue;
        }
        const uint8_t *remoteness = (const uint8_t *)scratch;
        for (size_t w = 0; w < (size_t)1 << n_index; w++) {
            assert_int_equal(remoteness[w] & 1, row[w / 64] >> (w % 64) & 1);
        }
    }
    free(scratch);
}

static pm_status keep_or_compare_layer(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black,
                                       pm_error *err)
{
    (void)team;
    (void)err;
    keep_or_compare(ctx, white);
    keep_or_compare(ctx, black);
    return PM_OK;
}

static void compare_parity(int rows, int cols)
{
    pm_board *board = new_board(rows, cols, PM_BLACK, "any");
    konane_space *space;
    assert_int_equal(konane_space_new(board, &space, NULL), PM_OK);
    sweep_spec spec = space->spec;
    const sweep_options options = default_options();
    outcome_rows o = {.words = row_words(spec.n_index > ROW_MIN_BITS ? spec.n_index : ROW_MIN_BITS)};
    sweep_plan plan;
    sweep_plan_make(&spec, SUBLAYERS_KEEP_NONE, &plan);
    for (int color = 0; color < 2; color++) {
        o.row[color] = malloc(plan.rows * o.words * 8);
        assert_non_null(o.row[color]);
    }
    run_sweep(&spec, &options, keep_or_compare_layer, &o);
    o.is_filled = true;
    spec.question = SWEEP_REMOTENESS;
    run_sweep(&spec, &options, keep_or_compare_layer, &o);
    free(o.row[0]);
    free(o.row[1]);
    konane_space_free(space);
    pm_board_free(board);
}

static void test_remoteness_has_the_parity_of_the_outcome(void **state)
{
    (void)state;
    compare_parity(4, 5);
    if (is_long_run()) {
        compare_parity(5, 5);
        compare_parity(4, 6);
        compare_parity(2, 13);
    }
}

/* ---- the published table --------------------------------------------------------------------------------- */

typedef struct start_job {
    const konane_space *space;
    konane_query queries[KONANE_MAX_OPENINGS];
    int n_queries;
    unsigned most;
} start_job;

static pm_status start_visit(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black,
                             pm_error *err)
{
    (void)team;
    (void)err;
    start_job *job = ctx;
    konane_queries_visit(job->space, white, black, job->queries, job->n_queries);
    uint8_t *row = aligned_alloc(ROW_ALIGNMENT, row_words(sweep_row_bits(white->sweep)) * 8);
    for (size_t i = 0; i < 2 * white->n_rows; i++) {
        sweep_row_read(i & 1 ? white : black, i / 2, (uint64_t *)row);
        for (size_t w = 0; w < (size_t)1 << sweep_index_bits(white->sweep); w++) {
            job->most = row[w] > job->most ? row[w] : job->most;
        }
    }
    free(row);
    return PM_OK;
}

static void compare_start(int rows, int cols, int start, const char *most)
{
    pm_board *board = new_board(rows, cols, PM_BLACK, "corner-centre");
    start_job job = {0};
    konane_space *space;
    assert_int_equal(konane_space_new(board, &space, NULL), PM_OK);
    job.space = space;
    konane_opening_result openings[KONANE_MAX_OPENINGS];
    job.n_queries = konane_opening_queries(board, openings, job.queries);
    sweep_spec spec = space->spec;
    spec.question = SWEEP_REMOTENESS;
    const sweep_options options = default_options();
    run_sweep(&spec, &options, start_visit, &job);
    konane_openings_finish(openings, job.queries, job.n_queries);
    assert_int_equal(konane_rule_remoteness(board, KONANE_CORNER_CENTRE, openings, job.n_queries), start);
    if (most[0] != '-') {
        assert_int_equal(job.most, atoi(most));
    }
    konane_space_free(space);
    pm_board_free(board);
}

static void test_published_remoteness(void **state)
{
    (void)state;
    tsv_file *file = tsv_open("tests/data/remoteness.tsv");
    int n = 0;
    while (tsv_next(file, 3)) {
        int rows, cols;
        assert_int_equal(sscanf(file->field[0], "%dx%d", &rows, &cols), 2);
        if (rows * cols <= (is_long_run() ? 30 : 25)) {
            compare_start(rows, cols, atoi(file->field[1]), file->field[2]);
            n++;
        }
    }
    tsv_close(file);
    assert_true(n >= 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_remoteness_of_every_position),
        cmocka_unit_test(test_margin_of_every_position),
        cmocka_unit_test(test_margins_beyond_14),
        cmocka_unit_test(test_every_way_gives_the_same),
        cmocka_unit_test(test_remoteness_has_the_parity_of_the_outcome),
        cmocka_unit_test(test_published_remoteness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
