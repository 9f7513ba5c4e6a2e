/* Estimates: see estimate.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/estimate.h"

#include "analysis/stats/distributions.h"
#include "src/base/bits.h"
#include "src/game/game.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double square(double x)
{
    return x * x;
}

estimate estimate_share(double successes, uint64_t n)
{
    if (n == 0) {
        return (estimate){NAN, NAN, NAN};
    }
    const double z = NORMAL_975;
    const double trials = (double)n, p = successes / trials;
    const double scale = 1 + z * z / trials;
    const double centre = (p + z * z / (2 * trials)) / scale;
    const double half = z * sqrt(p * (1 - p) / trials + square(z / (2 * trials))) / scale;
    return (estimate){p, successes > 0 ? centre - half : 0, successes < trials ? centre + half : 1};
}

estimate estimate_black_share(const stats_opening *o)
{
    return estimate_share((double)o->wins[STATS_BLACK] + (double)o->wins[STATS_DRAW] / 2, stats_games(o));
}

/* `value` with Student's interval of n - 1 degrees of freedom. */
static estimate around(double value, double standard_error, uint64_t n)
{
    if (n < 2) {
        return (estimate){value, NAN, NAN};
    }
    const double half = student_975((double)(n - 1)) * standard_error;
    return (estimate){value, value - half, value + half};
}

estimate estimate_mean(const histogram *h)
{
    const uint64_t n = histogram_total(h);
    return around(histogram_mean(h), histogram_sd(h) / sqrt((double)n), n);
}

estimate estimate_branching(const stats_opening *o)
{
    const uint64_t n = stats_games(o);
    const double jumps = (double)histogram_sum(&o->jumps);
    const double ratio = (double)histogram_sum(&o->branching) / jumps;
    if (jumps == 0) {
        return (estimate){NAN, NAN, NAN};
    }
    /* sum over games of (branching - ratio * jumps)^2 */
    const double residual = (double)o->branching_squares - 2 * ratio * (double)o->branching_by_jumps +
                            ratio * ratio * (double)histogram_squares(&o->jumps);
    const double games = (double)n;
    const double error = sqrt(fmax(0, residual) * games / (games - 1)) / jumps;
    return around(ratio, error, n);
}

double estimate_openings_test(const stats_series *series, double *chi_square, unsigned *degrees)
{
    double black = 0, white = 0;
    for (size_t i = 0; i < series->n_openings; i++) {
        black += (double)series->openings[i].wins[STATS_BLACK];
        white += (double)series->openings[i].wins[STATS_WHITE];
    }
    *chi_square = 0;
    *degrees = 0;
    for (size_t i = 0; i < series->n_openings; i++) {
        const double b = (double)series->openings[i].wins[STATS_BLACK];
        const double w = (double)series->openings[i].wins[STATS_WHITE];
        if (b + w > 0 && black > 0 && white > 0) {
            const double expected = (b + w) * black / (black + white);
            *chi_square += square(b - expected) / expected + square(b - expected) / (b + w - expected);
            ++*degrees;
        }
    }
    if (*degrees < 2) {
        return NAN;
    }
    --*degrees;
    return chi_square_upper(*chi_square, *degrees);
}

double estimate_log10_tree_power(const stats_opening *o)
{
    const double branching = histogram_mean(&o->branching);
    return isnan(branching) ? NAN : histogram_mean(&o->jumps) * log10(branching);
}

double estimate_log10_tree_paths(const stats_opening *o)
{
    double sum = 0;
    for (size_t v = 1; v < o->branching.size; v++) {
        sum += (double)o->branching.count[v] * log10((double)v);
    }
    const uint64_t n = stats_games(o);
    return n && histogram_total(&o->branching) ? sum / (double)n : NAN;
}

/* ---- positions of draughts --------------------------------------------------------------------- */

/* Ways to place `black` and `white` men on n squares of which each colour avoids one row of `row` squares. */
static double men_placements(int n, int row, int black, int white)
{
    const int middle = n - 2 * row;
    double sum = 0;
    for (int b = 0; b <= row && b <= black; b++) { /* on the row that White avoids */
        for (int w = 0; w <= row && w <= white; w++) {
            sum += binomial(row, b) * binomial(row, w) * binomial(middle, black - b) *
                   binomial(middle - black + b, white - w);
        }
    }
    return sum;
}

static double draughts_placements(int n, int row, int pieces)
{
    double sum = 0;
    for (int black = 0; black <= pieces; black++) {
        for (int white = 0; white <= pieces; white++) {
            const double men = men_placements(n, row, black, white);
            const int left = n - black - white;
            for (int bk = 0; bk <= pieces - black; bk++) {
                for (int wk = 0; wk <= pieces - white; wk++) {
                    sum += men * binomial(left, bk) * binomial(left - bk, wk);
                }
            }
        }
    }
    return sum;
}

/* Men of each side at the start of this game of draughts, 0 if there is no such game on this board. */
static int men_at_start(const char *rules, int rows, int cols)
{
    game *g;
    game_state s;
    int n = 0;
    if (game_new(rules, &(game_options){.rows = rows, .cols = cols}, &g, NULL) == PM_OK) {
        n = g->rules->start(g, &s, NULL) == PM_OK ? bits_count(s.bits[PM_BLACK]) : 0;
        game_free(g);
    }
    return n;
}

double estimate_log10_states(const stats_key *key)
{
    int rows, cols;
    if (sscanf(key->board, "%dx%d", &rows, &cols) != 2) {
        return NAN;
    }
    if (strcmp(key->rules, "konane") == 0) {
        return (rows * cols + 1) * log10(2);
    }
    const int men = men_at_start(key->rules, rows, cols);
    return men ? log10(2 * draughts_placements(rows * cols / 2, cols / 2, men)) : NAN;
}
