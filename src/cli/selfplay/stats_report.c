/* Statistics as people read them: a paragraph and a few narrow tables for each series.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/classes.h"
#include "analysis/stats/estimate.h"
#include "src/cli/selfplay/stats_tables.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N(array) ((int)(sizeof(array) / sizeof(array)[0]))

enum { BAR_WIDTH = 50, PAIR_TEXT = 32, MOST_ROWS = 60 };

static const double REJECTED_BELOW = 0.05;

/* The two ends of an interval, if there is one. */
static void print_interval(cli *c, estimate e, double factor, int digits)
{
    if (!isnan(e.low)) {
        assert(e.low <= e.high);
        cli_print(c, "   95 %% interval %.*f to %.*f", digits, factor * e.low, digits, factor * e.high);
    }
}

static void print_share(cli *c, const char *what, uint64_t part, const stats_opening *all)
{
    assert(part <= stats_games(all));
    const estimate e = estimate_share((double)part, stats_games(all), stats_telling_games(all));
    cli_print(c, "  %-22s %6.2f %%", what, 100 * e.value);
    print_interval(c, e, 100, 2);
    cli_print(c, "   (%" PRIu64 ")\n", part);
}

static void print_summary(cli *c, const char *what, estimate e, const histogram *h)
{
    if (histogram_total(h) == 0) {
        return;
    }
    cli_print(c, "  %-22s %8.4f", what, e.value);
    print_interval(c, e, 1, 4);
    if (histogram_total(h) > 1) {
        cli_print(c, "   sd %.3f", histogram_sd(h));
    }
    assert(histogram_quantile(h, 1, 4) <= histogram_quantile(h, 1, 2) &&
           histogram_quantile(h, 1, 2) <= histogram_quantile(h, 3, 4));
    cli_print(c, "   min %zu, quartiles %zu %zu %zu, max %zu\n", histogram_min(h), histogram_quantile(h, 1, 4),
              histogram_quantile(h, 1, 2), histogram_quantile(h, 3, 4), histogram_max(h));
}

static void print_size(cli *c, const char *what, double log10_size, const char *formula)
{
    if (isfinite(log10_size)) {
        cli_print(c, "  %-22s 10^%.2f      %s\n", what, log10_size, formula);
    }
}

static void print_results(cli *c, const stats_series *series, const stats_opening *all)
{
    const uint64_t jumps = histogram_total(&all->branching);
    const bool is_konane = stats_is_konane(&series->key);
    print_share(c, "Black wins", all->wins[STATS_BLACK], all);
    print_share(c, "White wins", all->wins[STATS_WHITE], all);
    if (all->wins[STATS_DRAW]) {
        print_share(c, "draws", all->wins[STATS_DRAW], all);
    }
    print_summary(c, is_konane ? "jumps in a game" : "moves in a game", estimate_jumps(all), &all->jumps);
    print_summary(c, "branching factor", estimate_branching(all), &all->branching);
    if (jumps) {
        cli_print(c, "  %-22s %6.2f %%   of the %s\n", is_konane ? "multi-jumps" : "take two or more",
                  100 * (double)all->multi_jumps / (double)jumps, is_konane ? "jumps" : "moves");
    }
    print_size(c, "game tree", estimate_log10_tree_power(all), "b^d: mean branching to the power of the mean length");
    print_size(c, "", estimate_log10_tree_paths(all), "geometric mean over games of the product of legal moves");
    print_size(c, "positions, at most", estimate_log10_states(&series->key),
               is_konane ? "2 * 2^cells: sets of stones, either player to move"
                         : "2 * placements of up to the men and kings of the start");
}

/* What put_results puts. */
#define RESULT_COLUMNS "games# different# black_%%.2 low.2 high.2 jumps.3 branching.3"

static void put_results(cli *c, const stats_opening *o)
{
    const estimate e = estimate_black_share(o);
    cli_put_row(c, stats_games(o), stats_distinct_games(o), 100 * e.value, 100 * e.low, 100 * e.high,
                histogram_mean(&o->jumps), histogram_mean(&o->branching));
}

/* The classes of openings, of which the figures of the series are a mixture. */
static int print_classes(cli *c, const stats_series *series)
{
    stats_class *classes;
    size_t n;
    if (stats_classes_make(series, &classes, &n)) {
        return cli_no_memory(c, "the counts");
    }
    if (n > 0 && classes[0].name[0]) {
        cli_print(c, "The figures above pool the openings as often as they were played:\n");
        cli_table_of(c, "classes", "class openings# " RESULT_COLUMNS);
        for (size_t i = 0; i < n; i++) {
            cli_put(c, classes[i].name, classes[i].n_openings);
            put_results(c, &classes[i].sum);
        }
    }
    stats_classes_free(classes, n);
    return CLI_DONE;
}

static void print_openings(cli *c, const stats_series *series)
{
    if (series->n_openings < 2) {
        return;
    }
    cli_table_of(c, "openings", "opening " RESULT_COLUMNS);
    for (size_t i = 0; i < series->n_openings; i++) {
        cli_put(c, series->openings[i].text);
        put_results(c, &series->openings[i]);
    }
    double chi_square;
    unsigned degrees;
    const double p = estimate_openings_test(series, &chi_square, &degrees);
    if (isfinite(p)) {
        assert(p >= 0 && p <= 1 && degrees < series->n_openings);
        cli_print(c,
                  "\nHypothesis: Black's share is the same after every opening (Pearson's test, without draws).\n"
                  "%s at the 5 %% level: chi-square %.1f on %u degrees of freedom, p = %.3g\n",
                  p < REJECTED_BELOW ? "Rejected" : "Not rejected", chi_square, degrees, p);
    }
}

/* The least width of classes for which a histogram has at most MOST_ROWS rows. */
static size_t class_width(const histogram *h)
{
    static const size_t widths[] = {1, 2, 5, 10, 20, 50, 100, 200, STATS_MAX_PLIES / MOST_ROWS + 1};
    size_t i = 0;
    while (histogram_max(h) / widths[i] - histogram_min(h) / widths[i] >= MOST_ROWS && i < N(widths) - 1) {
        i++;
    }
    assert(histogram_max(h) / widths[i] - histogram_min(h) / widths[i] < MOST_ROWS);
    return widths[i];
}

static uint64_t class_count(const histogram *h, size_t first, size_t width)
{
    uint64_t n = 0;
    for (size_t v = first; v < first + width && v < h->size; v++) {
        n += h->count[v];
    }
    return n;
}

static void print_class(cli *c, const histogram *h, size_t first, size_t width, uint64_t most)
{
    char bar[BAR_WIDTH + 1], range[48];
    const uint64_t n = class_count(h, first, width);
    const int length = (int)lround((double)BAR_WIDTH * (double)n / (double)most);
    assert(n <= most && length <= BAR_WIDTH);
    memset(bar, '#', (size_t)length);
    bar[length] = '\0';
    if (width == 1) {
        cli_put(c, first);
    } else {
        snprintf(range, sizeof range, "%zu-%zu", first, first + width - 1);
        cli_put(c, range);
    }
    cli_put_row(c, n, 100 * (double)n / (double)histogram_total(h), bar);
}

static void print_histogram(cli *c, const char *name, const histogram *h)
{
    if (histogram_total(h) == 0) {
        return;
    }
    const size_t width = class_width(h), begin = histogram_min(h) / width * width;
    assert(begin <= histogram_min(h) && histogram_min(h) < begin + width);
    const cli_column columns[] = {{name, width == 1 ? CLI_INTEGER : CLI_WORD, 0, 0},
                                  {"count", CLI_INTEGER, 0, 0},
                                  {"%", CLI_REAL, 3, 0},
                                  {"", CLI_WORD, 0, 0}};
    uint64_t most = 0;
    for (size_t v = begin; v <= histogram_max(h); v += width) {
        const uint64_t n = class_count(h, v, width);
        most = n > most ? n : most;
    }
    cli_table(c, name, columns, N(columns));
    for (size_t v = begin; v <= histogram_max(h); v += width) {
        print_class(c, h, v, width, most);
    }
    cli_table_end(c); /* the columns end with this function */
}

static void print_plies(cli *c, const stats_series *series)
{
    if (series->n_plies == 0) {
        return;
    }
    cli_table_of(c, "plies", "ply# n# mean.3 sd.3 min# q1# med# q3# max# opponent.3 multi_%%.2 stones.2");
    for (size_t k = 0; k < series->n_plies; k++) {
        const stats_ply *p = &series->plies[k];
        const uint64_t n = histogram_total(&p->moves);
        if (n == 0) {
            continue;
        }
        cli_put(c, k + 1, n, histogram_mean(&p->moves), histogram_sd(&p->moves), histogram_min(&p->moves));
        for (unsigned quarter = 1; quarter <= 3; quarter++) {
            cli_put(c, histogram_quantile(&p->moves, quarter, 4));
        }
        cli_put_row(c, histogram_max(&p->moves), histogram_mean(&p->opponent),
                    stats_ply_is_whole(p) ? 100 * (double)p->multi_jumps / (double)n : NAN, histogram_mean(&p->stones));
    }
}

static int print_series(cli *c, const stats_series *series)
{
    stats_opening all;
    if (stats_all_openings(series, &all)) {
        return cli_no_memory(c, "the counts");
    }
    const stats_key *key = &series->key;
    const uint64_t n = stats_games(&all);
    cli_print(c, "%s %s, Black %s, White %s", key->rules, key->board, key->black, key->white);
    int code = CLI_DONE;
    if (n > 0) {
        cli_print(c, ": %" PRIu64 " game%s, %" PRIu64 " different\n\n", n, n == 1 ? "" : "s",
                  stats_distinct_games(&all));
        print_results(c, series, &all);
        cli_print(c, "\n");
        code = print_classes(c, series);
        print_openings(c, series);
        print_histogram(c, stats_is_konane(key) ? "jumps" : "moves", &all.jumps);
        print_histogram(c, "branching", &all.branching);
    } else {
        cli_print(c, series->n_plies ? ", by ply\n" : ": no games\n");
    }
    print_plies(c, series);
    stats_opening_free(&all);
    return code;
}

/* ---- both colours -------------------------------------------------------------------------------- */

static void print_elo(cli *c, estimate e)
{
    cli_print(c, "  %-22s %+6.1f  ", "Elo difference", e.value);
    print_interval(c, e, 1, 1);
    cli_print(c, "\n");
}

static void print_match(cli *c, const stats_key *key, const stats_match *match)
{
    const uint64_t n = match->results[0] + match->results[1] + match->results[2], n_pairs = stats_pairs(match->pairs);
    assert(match->distinct_games <= n && n > 0);
    const estimate share = estimate_match(match);
    cli_print(c, "\n%s %s, %s against %s over both colours: %" PRIu64 " games, %" PRIu64 " different", key->rules,
              key->board, key->black, key->white, n, match->distinct_games);
    if (n_pairs) {
        cli_print(c, ", in %" PRIu64 " pair%s", n_pairs, n_pairs == 1 ? "" : "s");
    }
    cli_print(c, "\n\n  %-22s %6.2f %%", "share of the points", 100 * share.value);
    print_interval(c, share, 100, 2);
    cli_print(c, "\n");
    print_elo(c, estimate_elo(share));
}

/* Each two agents that met with both colours. */
static void print_matches(cli *c, const stats *s)
{
    for (size_t i = 0; i < s->n_series; i++) {
        const stats_key *key = &s->series[i].key;
        const stats_key other = {key->rules, key->board, key->white, key->black};
        stats_match match;
        if (stats_key_compare(key, &other) < 0 && stats_match_find(s, key, &match) &&
            match.results[0] + match.results[1] + match.results[2] > 0) {
            print_match(c, key, &match);
        }
    }
}

int stats_report(cli *c, const stats *s)
{
    int code = CLI_DONE;
    for (size_t i = 0; i < s->n_series && code == CLI_DONE; i++) {
        cli_print(c, "%s", i ? "\n" : "");
        code = print_series(c, &s->series[i]);
    }
    if (code == CLI_DONE) {
        print_matches(c, s);
    }
    return code;
}

/* ---- cross table --------------------------------------------------------------------------------- */

/* The agents that play Black in some series, in order. */
static size_t list_agents(const stats *s, const char **agents)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_series; i++) {
        assert(strcmp(s->series[i].key.board, s->series[0].key.board) == 0); /* a table is of one board */
        if (n == 0 || strcmp(agents[n - 1], s->series[i].key.black) != 0) {
            agents[n++] = s->series[i].key.black;
        }
    }
    return n;
}

static void put_pair(cli *c, const stats *s, const stats_key *key)
{
    stats_match match;
    char cell[PAIR_TEXT];
    if (!stats_match_find(s, key, &match)) {
        cli_put(c, CLI_NONE);
        return;
    }
    const estimate e = estimate_match(&match);
    if (isnan(e.low)) {
        snprintf(cell, sizeof cell, "%.1f", 100 * e.value);
    } else {
        snprintf(cell, sizeof cell, "%.1f (%.1f-%.1f)", 100 * e.value, 100 * e.low, 100 * e.high);
    }
    assert(strlen(cell) + 1 < sizeof cell);
    cli_put(c, cell);
}

int stats_cross_table(cli *c, const stats *s)
{
    enum { MAX_AGENTS = 30 };
    const char **agents = calloc(s->n_series + 1, sizeof *agents);
    if (!agents) {
        return cli_no_memory(c, "the counts");
    }
    const size_t n = list_agents(s, agents);
    assert(n <= s->n_series);
    if (n <= MAX_AGENTS) {
        cli_column columns[MAX_AGENTS + 1] = {{"agent", CLI_WORD, 0, 0}};
        for (size_t i = 0; i < n; i++) {
            columns[i + 1] = (cli_column){agents[i], CLI_WORD, 0, 0};
        }
        cli_table(c, "cross_table", columns, (int)n + 1);
        for (size_t row = 0; row < n; row++) {
            cli_put(c, agents[row]);
            for (size_t column = 0; column < n; column++) {
                const stats_key *any = &s->series[0].key;
                put_pair(c, s, &(stats_key){any->rules, any->board, agents[row], agents[column]});
            }
            cli_row(c);
        }
        cli_print(c, "\nPoints in per cent of the agent of the row against that of the column over both colours, and "
                     "the two ends "
                     "of\nthe 95 %% interval.\n");
    }
    free(agents);
    return CLI_DONE;
}
