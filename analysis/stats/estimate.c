/* Estimates: see estimate.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/estimate.h"

#include "analysis/stats/distributions.h"
#include "src/base/bits.h"
#include "src/game/game.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static double square(double x)
{
    return x * x;
}

static estimate without_interval(double value)
{
    return (estimate){value, NAN, NAN};
}

/* Wilson's interval around the share `p` of `trials`. */
static estimate wilson(double p, double trials)
{
    assert(p >= 0 && p <= 1 && trials > 0);
    const double z = NORMAL_975;
    const double scale = 1 + z * z / trials;
    const double centre = (p + z * z / (2 * trials)) / scale;
    const double half = z * sqrt(p * (1 - p) / trials + square(z / (2 * trials))) / scale;
    assert(centre - half <= p + 1e-9 && p <= centre + half + 1e-9);
    return (estimate){p, p > 0 ? centre - half : 0, p < 1 ? centre + half : 1};
}

estimate estimate_share(double successes, uint64_t n, uint64_t d)
{
    if (n == 0) {
        return without_interval(NAN);
    }
    const double p = successes / (double)n;
    assert(successes <= (double)n && d <= n);
    return d < 2 && n > 1 ? without_interval(p) : wilson(p, (double)d);
}

estimate estimate_log10_positions(int n_cells, uint64_t n, uint64_t found, uint64_t open)
{
    assert(n_cells > 0 && found <= n && open <= n - found);
    if (n == 0) {
        return without_interval(NAN);
    }
    const double all = log10(2) * (n_cells + 1);
    return (estimate){all + log10((double)found / (double)n), all + log10(estimate_share((double)found, n, n).low),
                      all + log10(estimate_share((double)(found + open), n, n).high)};
}

estimate estimate_black_share(const stats_opening *o)
{
    return estimate_share((double)o->wins[STATS_BLACK] + (double)o->wins[STATS_DRAW] / 2, stats_games(o),
                          stats_telling_games(o));
}

/* `value` with Student's interval; `standard_error` is that of n games, of which d are different. */
static estimate around(double value, double standard_error, uint64_t n, uint64_t d)
{
    assert(d <= n); /* of n games d are different */
    if (d < 2 || !(standard_error > 0)) {
        return without_interval(value);
    }
    const double half = student_975((double)(d - 1)) * standard_error * sqrt((double)n / (double)d);
    return (estimate){value, value - half, value + half};
}

estimate estimate_jumps(const stats_opening *o)
{
    const uint64_t n = histogram_total(&o->jumps);
    return around(histogram_mean(&o->jumps), histogram_sd(&o->jumps) / sqrt((double)n), n, stats_telling_games(o));
}

estimate estimate_branching(const stats_opening *o)
{
    const uint64_t n = stats_games(o);
    const double jumps = (double)histogram_sum(&o->jumps);
    const double ratio = (double)histogram_sum(&o->branching) / jumps;
    assert(histogram_total(&o->branching) == (uint64_t)histogram_sum(&o->jumps)); /* a branching factor for each jump */
    if (jumps == 0) {
        return without_interval(NAN);
    }
    /* sum over games of (branching - ratio * jumps)^2 */
    const double residual = (double)o->branching_squares - 2 * ratio * (double)o->branching_by_jumps +
                            ratio * ratio * (double)histogram_squares(&o->jumps);
    const double games = (double)n;
    const double error = sqrt(fmax(0, residual) * games / (games - 1)) / jumps;
    return around(ratio, error, n, stats_telling_games(o));
}

/* ---- matches ----------------------------------------------------------------------------------- */

/* The interval of `share` from pairs of games, each of which counts as `weight` pairs. The result of a pair is held as
 * x = -1, -1/2, 0, 1/2, 1; the share is (1 + mean of x) / 2. */
static estimate interval_of_pairs(double share, const uint64_t pairs[STATS_PAIR_RESULTS], double weight)
{
    double n = 2, sum = 0, squares = 2; /* the two pairs that are added */
    for (int k = 0; k < STATS_PAIR_RESULTS; k++) {
        const double x = (k - 2) / 2.0, count = weight * (double)pairs[k];
        n += count;
        sum += count * x;
        squares += count * x * x;
    }
    const double mean = sum / n;
    assert(!(squares / n - mean * mean < -1e-9)); /* a variance */
    const double half = NORMAL_975 * sqrt((squares / n - mean * mean) / n);
    return (estimate){share, fmax(0, (1 + mean - half) / 2), fmin(1, (1 + mean + half) / 2)};
}

estimate estimate_match(const stats_match *match)
{
    const uint64_t *results = match->results, n = results[0] + results[1] + results[2], d = match->distinct_games;
    const estimate share = estimate_share((double)results[0] + (double)results[2] / 2, n, d);
    if (d <= 2 && n > 2) { /* one and the same game with either colour */
        return without_interval(share.value);
    }
    /* a range of games may begin or end within a pair */
    const uint64_t in_pairs = 2 * stats_pairs(match->pairs);
    const bool is_paired = n > 0 && in_pairs > 0 && in_pairs + 2 >= n && n + 2 >= in_pairs;
    return is_paired ? interval_of_pairs(share.value, match->pairs, (double)d / (double)n) : share;
}

static double elo_of(double share)
{
    return 400 * log10(share / (1 - share));
}

estimate estimate_elo(estimate share)
{
    return (estimate){elo_of(share.value), elo_of(share.low), elo_of(share.high)};
}

/* ---- openings ---------------------------------------------------------------------------------- */

/* The games of an opening that each player won, each counting as the share of different ones. */
static void count_wins(const stats_opening *o, double *black, double *white)
{
    const uint64_t n = stats_games(o);
    const double weight = n ? (double)stats_telling_games(o) / (double)n : 0;
    *black = weight * (double)o->wins[STATS_BLACK];
    *white = weight * (double)o->wins[STATS_WHITE];
}

double estimate_openings_test(const stats_series *series, double *chi_square, unsigned *degrees)
{
    double black = 0, white = 0, b, w;
    for (size_t i = 0; i < series->n_openings; i++) {
        count_wins(&series->openings[i], &b, &w);
        black += b;
        white += w;
    }
    *chi_square = 0;
    *degrees = 0;
    for (size_t i = 0; i < series->n_openings; i++) {
        count_wins(&series->openings[i], &b, &w);
        if (b + w > 0 && black > 0 && white > 0) {
            const double expected = (b + w) * black / (black + white);
            assert(expected > 0 && expected < b + w);
            *chi_square += square(b - expected) / expected + square(b - expected) / (b + w - expected);
            ++*degrees;
        }
    }
    if (*degrees < 2) {
        return NAN;
    }
    assert(*chi_square >= 0 && *degrees <= series->n_openings);
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
    assert(middle >= 0); /* the rows where men are crowned are two */
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
    if (stats_is_konane(key)) {
        return (rows * cols + 1) * log10(2);
    }
    const int men = men_at_start(key->rules, rows, cols);
    return men ? log10(2 * draughts_placements(rows * cols / 2, cols / 2, men)) : NAN;
}
