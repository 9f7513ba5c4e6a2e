/* Thermographs against worked examples, and against the definition evaluated point by point on explicit trees.
 *
 * Worked examples: Berlekamp, Conway, Guy, Winning Ways, chapter 6; Siegel, Combinatorial Game Theory, II.5; the
 * others are worked out in the comments next to them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/thermo.h"
#include "tests/aid/cgt_aid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { UNITS = 64, N_SAMPLES = 8 * UNITS }; /* sampled at multiples of 1/64 below 8 */

static cgt_thermograph graph_of(cgt_thermographs *all, cgt_value g)
{
    cgt_thermograph graph;
    pm_error err;
    assert_int_equal(cgt_thermograph_of(all, g, &graph, &err), PM_OK);
    return graph;
}

static void means_and_temperatures(void **state)
{
    static const struct {
        const char *game;
        int mean, temperature; /* in units of 1/64 */
    } known[] = {
        {"0", 0, -UNITS},
        {"5", 5 * UNITS, -UNITS},
        {"-3/4", -48, -16},
        {"*", 0, 0},
        {"2^*", 2 * UNITS, 0},
        {"tiny(2)", 0, 0},
        {"+-1", 0, UNITS},
        {"{2|-1}", 32, 96},
        {"{1|*}", 32, 32},
        {"{3|-2*}", 32, 160},
        {"{{4|1}|-1}", 48, 112},     /* left 5/2 - t above 3/2 meets -1 + t at 7/4 */
        {"{{3|1}|0}", 64, 64},       /* 1 up to t = 1 meets t at 1 */
        {"{{6|4}||1|-3}", 128, 192}, /* 5 - t above 1 meets -1 + t above 2 at 3 */
        {"{2|{1|-1}}", 64, 64},      /* 2 - t meets 1 at 1 */
    };
    (void)state;
    cgt_table *table = aid_table(16);
    cgt_thermographs *all = cgt_thermographs_new(table);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const cgt_thermograph graph = graph_of(all, aid_value(table, known[i].game));
        const dyadic unit = DYADIC_ONE / UNITS;
        if (graph.mean != known[i].mean * unit || graph.temperature != known[i].temperature * unit) {
            fail_msg("%s: mean %g, temperature %g", known[i].game, (double)graph.mean / (double)DYADIC_ONE,
                     (double)graph.temperature / (double)DYADIC_ONE);
        }
    }
    cgt_thermographs_free(all);
    cgt_table_free(table);
}

/* {{4|1}|-1}: the left wall is 1 up to 3/2, then leans to 3/4 at 7/4; the right wall leans from -1. */
static void walls_of_an_example(void **state)
{
    (void)state;
    cgt_table *table = aid_table(16);
    cgt_thermographs *all = cgt_thermographs_new(table);
    const cgt_thermograph graph = graph_of(all, aid_value(table, "{{4|1}|-1}"));
    const dyadic quarter = DYADIC_ONE / 4;
    const thermo_point left[] = {{0, 4 * quarter}, {6 * quarter, 4 * quarter}, {7 * quarter, 3 * quarter}};
    const thermo_point right[] = {{0, -4 * quarter}, {7 * quarter, 3 * quarter}};
    assert_int_equal(graph.n_left, 3);
    assert_int_equal(graph.n_right, 2);
    assert_memory_equal(graph.left, left, sizeof left);
    assert_memory_equal(graph.right, right, sizeof right);
    cgt_thermographs_free(all);
    cgt_table_free(table);
}

/* ---- the definition, sampled ---- */

typedef struct samples {
    bool is_number, is_aligned; /* aligned: the temperature is a sample */
    int temperature;
    int left[N_SAMPLES], right[N_SAMPLES];
} samples;

/* Whether a canonical tree is a number, and 64 times which: all options are numbers, the left ones smaller. */
static bool tree_number(const game_tree *g, int *x)
{
    int low = 0, high = 0;
    if (g->n_left > 1 || g->n_right > 1 || (g->n_left && !tree_number(g->left[0], &low)) ||
        (g->n_right && !tree_number(g->right[0], &high)) || (g->n_left && g->n_right && low >= high)) {
        return false;
    }
    *x = g->n_left && g->n_right ? (low + high) / 2 : g->n_left ? low + UNITS : g->n_right ? high - UNITS : 0;
    return true;
}

static void sample_side(const game_tree *const *options, size_t n, bool is_left, int scaffold[N_SAMPLES],
                        bool *aligned);

static void sample(const game_tree *g, samples *s)
{
    int x;
    s->is_aligned = true;
    s->is_number = tree_number(g, &x);
    if (s->is_number) {
        for (int t = 0; t < N_SAMPLES; t++) {
            s->left[t] = s->right[t] = x;
        }
        return;
    }
    sample_side(g->left, g->n_left, true, s->left, &s->is_aligned);
    sample_side(g->right, g->n_right, false, s->right, &s->is_aligned);
    for (int t = 0; t < N_SAMPLES; t++) {
        if (s->left[t] <= s->right[t]) {
            s->temperature = t;
            s->is_aligned = s->is_aligned && s->left[t] == s->right[t];
            for (int above = t + 1; above < N_SAMPLES; above++) {
                s->left[above] = s->right[above] = s->left[t];
            }
            return;
        }
    }
    s->is_aligned = false;
}

static void sample_side(const game_tree *const *options, size_t n, bool is_left, int scaffold[N_SAMPLES], bool *aligned)
{
    for (size_t i = 0; i < n; i++) {
        samples option;
        sample(options[i], &option);
        *aligned = *aligned && option.is_aligned;
        for (int t = 0; t < N_SAMPLES; t++) {
            const int x = is_left ? option.right[t] - t : option.left[t] + t;
            const bool is_better = i == 0 || (is_left ? x > scaffold[t] : x < scaffold[t]);
            scaffold[t] = is_better ? x : scaffold[t];
        }
    }
}

static dyadic wall_at(const thermo_point *points, uint32_t n, dyadic t)
{
    uint32_t i = 0;
    while (i + 1 < n && points[i + 1].t <= t) {
        i++;
    }
    if (i + 1 == n) {
        return points[i].x;
    }
    const dyadic rise = points[i + 1].x - points[i].x;
    return points[i].x + (rise > 0 ? 1 : rise < 0 ? -1 : 0) * (t - points[i].t);
}

static int sign_of(dyadic x)
{
    return (x > 0) - (x < 0);
}

/* Every corner but the first is one at which the wall turns; above the last there is the mast. */
static void check_corners(const thermo_point *points, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        assert_true(points[i].t > points[i - 1].t);
        const int above = i + 1 < n ? sign_of(points[i + 1].x - points[i].x) : 0;
        assert_int_not_equal(sign_of(points[i].x - points[i - 1].x), above);
    }
}

static void walls_are_those_of_the_definition(void **state)
{
    enum { SEED = 11, N_GAMES = 400 };
    (void)state;
    printf("seed %d\n", SEED);
    rng r = rng_stream(SEED, 0);
    cgt_table *table = aid_table(64);
    cgt_thermographs *all = cgt_thermographs_new(table);
    int n_compared = 0;
    for (int i = 0; i < N_GAMES; i++) {
        game_wood *wood = game_wood_new();
        cgt_value g = aid_value_of_tree(table, aid_random_tree(wood, &r, 4, 3));
        g = cgt_sum(table, g, aid_value_of_tree(table, aid_random_tree(wood, &r, 3, 3)));
        samples expected;
        sample(aid_tree_of_value(wood, table, g), &expected);
        game_wood_free(wood);
        if (!expected.is_aligned) {
            continue;
        }
        const cgt_thermograph graph = graph_of(all, g);
        n_compared++;
        check_corners(graph.left, graph.n_left);
        check_corners(graph.right, graph.n_right);
        for (int t = 0; t < N_SAMPLES; t++) {
            const dyadic unit = DYADIC_ONE / UNITS;
            assert_int_equal(wall_at(graph.left, graph.n_left, t * unit), expected.left[t] * unit);
            assert_int_equal(wall_at(graph.right, graph.n_right, t * unit), expected.right[t] * unit);
        }
        if (!expected.is_number) {
            assert_int_equal(graph.temperature, expected.temperature * (DYADIC_ONE / UNITS));
        }
        assert_int_equal(cgt_left_stop(table, g), graph.left[0].x);
        assert_int_equal(cgt_right_stop(table, g), graph.right[0].x);
    }
    assert_true(n_compared > N_GAMES * 9 / 10);
    cgt_thermographs_free(all);
    cgt_table_free(table);
}

static void corners_beyond_the_precision_are_refused(void **state)
{
    (void)state;
    cgt_table *table = aid_table(16);
    cgt_thermographs *all = cgt_thermographs_new(table);
    cgt_thermograph graph;
    pm_error err = {0, ""};
    assert_int_equal(cgt_thermograph_of(all, aid_value(table, "{1/4294967296|0}"), &graph, &err), PM_BAD_INPUT);
    assert_non_null(strstr(err.message, "denominators"));
    cgt_thermographs_free(all);
    cgt_table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_and_temperatures),
        cmocka_unit_test(walls_of_an_example),
        cmocka_unit_test(walls_are_those_of_the_definition),
        cmocka_unit_test(corners_beyond_the_precision_are_refused),
    };
    return cmocka_run_group_tests_name("thermographs", tests, NULL, NULL);
}
