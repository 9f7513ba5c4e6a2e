/* Tables of statistics: see stats_tables.h.
 *
 * Tables that are read back (sums, plies) hold every histogram whole; the others hold what is derived from them.
 * Rows come in the order of the series, openings, plies and values, whatever order the games came in.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/selfplay/stats_tables.h"

#include "analysis/stats/classes.h"
#include "analysis/stats/estimate.h"
#include "analysis/stats/read.h"
#include "analysis/stats/text.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define N(columns) ((int)(sizeof(columns) / sizeof(columns)[0]))

enum { KEY_COLUMNS = 4 };
#define KEY                                                                                                            \
    {"rules", CLI_WORD, 0, 0}, {"board", CLI_WORD, 0, 0}, {"black", CLI_WORD, 0, 0},                                   \
    {                                                                                                                  \
        "white", CLI_WORD, 0, 0                                                                                        \
    }

/* ---- cells ------------------------------------------------------------------------------------- */

static void put_key(cli *c, const stats_key *key)
{
    cli_put(c, key->rules, key->board, key->black, key->white);
}

static void put_estimate(cli *c, estimate e)
{
    assert(!(e.low > e.high));
    cli_put(c, e.value, e.low, e.high);
}

static void put_wins(cli *c, const stats_opening *o)
{
    assert(stats_distinct_games(o) <= stats_games(o));
    cli_put(c, stats_games(o), stats_distinct_games(o));
    for (int w = 0; w < STATS_N_WINNERS; w++) {
        cli_put(c, o->wins[w]);
    }
}

/* sd, min, quartiles, max. */
static void put_spread(cli *c, const histogram *h)
{
    if (histogram_total(h) == 0) {
        for (int i = 0; i < 6; i++) {
            cli_put(c, CLI_NONE);
        }
        return;
    }
    cli_put(c, histogram_sd(h));
    assert(histogram_min(h) <= histogram_max(h));
    cli_put(c, histogram_min(h));
    for (unsigned quarter = 1; quarter <= 3; quarter++) {
        cli_put(c, histogram_quantile(h, quarter, 4));
    }
    cli_put(c, histogram_max(h));
}

/* Mean and spread; all empty if nothing was counted. */
static void put_summary(cli *c, const histogram *h)
{
    cli_put(c, histogram_mean(h));
    put_spread(c, h);
}

static void put_buffer(cli *c, text_buffer *t)
{
    if (t->failed) {
        cli_no_memory(c, "the counts");
    }
    cli_put(c, t->failed || !t->data ? "" : t->data);
    text_free(t);
}

static void put_wide(cli *c, uint128 number)
{
    text_buffer t = {0};
    text_append_wide(&t, number);
    put_buffer(c, &t);
}

static void put_counts(cli *c, const uint64_t *count, size_t size)
{
    text_buffer t = {0};
    for (size_t v = 0; v < size; v++) {
        if (count[v]) {
            text_append(&t, t.length ? " " : "");
            text_append_number(&t, v);
            text_append_char(&t, ':');
            text_append_number(&t, count[v]);
        }
    }
    put_buffer(c, &t);
}

static void put_histogram(cli *c, const histogram *h)
{
    put_counts(c, h->count, h->size);
}

/* The sample of digests that a file keeps. */
static void put_digests(cli *c, const distinct *games)
{
    uint64_t sample[DISTINCT_SAMPLE];
    unsigned level;
    char digest[20];
    text_buffer t = {0};
    const size_t n = distinct_sample(games, sample, &level);
    text_append_number(&t, level);
    for (size_t i = 0; i < n; i++) {
        assert(i == 0 || sample[i - 1] < sample[i]); /* as reading wants them */
        snprintf(digest, sizeof digest, " %016" PRIx64, sample[i]);
        text_append(&t, digest);
    }
    put_buffer(c, &t);
}

static double share_of(uint64_t part, uint64_t whole)
{
    assert(part <= whole || whole == 0);
    return whole ? (double)part / (double)whole : NAN;
}

/* ---- what is read back --------------------------------------------------------------------------- */

static void put_sums_row(cli *c, const stats_key *key, const stats_opening *o)
{
    static_assert((int)SUMS_DRAWS - (int)SUMS_BLACK_WINS + 1 == (int)STATS_N_WINNERS,
                  "a column for each of the winners");
    put_key(c, key);
    cli_put(c, o->text, stats_games(o));
    if (distinct_is_exact(&o->games)) {
        cli_put(c, stats_distinct_games(o));
    } else {
        cli_put(c, CLI_NONE);
    }
    for (int w = 0; w < STATS_N_WINNERS; w++) {
        cli_put(c, o->wins[w]);
    }
    cli_put(c, o->multi_jumps);
    put_wide(c, o->branching_squares);
    put_wide(c, o->branching_by_jumps);
    put_histogram(c, &o->jumps);
    put_histogram(c, &o->branching);
    put_counts(c, o->pairs, STATS_PAIR_RESULTS);
    put_digests(c, &o->games);
    cli_row(c);
}

static void put_sums(cli *c, const stats *s)
{
    cli_column columns[SUMS_N_COLUMNS];
    for (int i = 0; i < SUMS_N_COLUMNS; i++) {
        columns[i] = (cli_column){stats_columns(STATS_SUMS)[i], CLI_INTEGER, 0, 0};
        if (i <= SUMS_OPENING || i == SUMS_BRANCHING_SQUARES || i == SUMS_BRANCHING_BY_JUMPS) {
            columns[i].kind = CLI_WORD;
        } else if (i >= SUMS_JUMPS) {
            columns[i].kind = CLI_LIST;
        }
    }
    cli_table(c, "sums", columns, SUMS_N_COLUMNS);
    for (size_t i = 0; i < s->n_series; i++) {
        for (size_t k = 0; k < s->series[i].n_openings; k++) {
            put_sums_row(c, &s->series[i].key, &s->series[i].openings[k]);
        }
    }
    cli_table_end(c);
}

static void ply_columns(cli_column columns[PLIES_N_COLUMNS])
{
    static_assert((int)PLIES_N_COLUMNS <= (int)CLI_MAX_COLUMNS && (int)SUMS_N_COLUMNS <= (int)CLI_MAX_COLUMNS,
                  "tables fit");
    for (int i = 0; i < PLIES_N_COLUMNS; i++) {
        columns[i] = (cli_column){stats_columns(STATS_PLIES)[i], CLI_INTEGER, 0, 0};
        const bool is_mean = i == PLIES_MEAN || i == PLIES_OPPONENT_MEAN || i == PLIES_STONES_MEAN;
        if (i < PLIES_PLY) {
            columns[i].kind = CLI_WORD;
        } else if (is_mean || i == PLIES_MEAN + 1 || i == PLIES_OPPONENT_MEAN + 1 || i == PLIES_MULTI_SHARE) {
            columns[i].kind = CLI_REAL;
            columns[i].digits = 6;
        } else if (i >= PLIES_MOVES) {
            columns[i].kind = CLI_LIST;
        }
    }
}

/* The table by ply. Lines of games have the mover's moves only: then the other cells are empty. */
static void put_plies(cli *c, const stats *s)
{
    cli_column columns[PLIES_N_COLUMNS];
    ply_columns(columns);
    cli_table(c, "plies", columns, PLIES_N_COLUMNS);
    for (size_t i = 0; i < s->n_series; i++) {
        for (size_t k = 0; k < s->series[i].n_plies; k++) {
            const stats_ply *p = &s->series[i].plies[k];
            const uint64_t n = histogram_total(&p->moves);
            if (n == 0) {
                continue;
            }
            put_key(c, &s->series[i].key);
            cli_put(c, k + 1, n);
            put_summary(c, &p->moves);
            put_summary(c, &p->opponent);
            cli_put(c, stats_ply_is_whole(p) ? share_of(p->multi_jumps, n) : NAN, histogram_mean(&p->stones),
                    p->multi_jumps);
            put_histogram(c, &p->moves);
            put_histogram(c, &p->opponent);
            put_histogram(c, &p->stones);
            cli_row(c);
        }
    }
}

/* ---- what is derived ----------------------------------------------------------------------------- */

#define REAL(name)                                                                                                     \
    {                                                                                                                  \
        name, CLI_REAL, 6, 0                                                                                           \
    }
#define INTEGER(name)                                                                                                  \
    {                                                                                                                  \
        name, CLI_INTEGER, 0, 0                                                                                        \
    }
#define ESTIMATE(name) REAL(name), REAL(name "_low"), REAL(name "_high")
#define SPREAD(name)                                                                                                   \
    REAL(name "_sd"), INTEGER(name "_min"), INTEGER(name "_q1"), INTEGER(name "_median"), INTEGER(name "_q3"),         \
        INTEGER(name "_max")
#define WINS INTEGER("games"), INTEGER("distinct_games"), INTEGER("black_wins"), INTEGER("white_wins"), INTEGER("draws")

static void put_series_row(cli *c, const stats_series *series, const stats_opening *all)
{
    put_key(c, &series->key);
    put_wins(c, all);
    put_estimate(c, estimate_black_share(all));
    put_estimate(c, estimate_jumps(all));
    put_spread(c, &all->jumps);
    put_estimate(c, estimate_branching(all));
    put_spread(c, &all->branching);
    cli_put_row(c, share_of(all->multi_jumps, histogram_total(&all->branching)), estimate_log10_tree_power(all),
                estimate_log10_tree_paths(all), estimate_log10_states(&series->key));
}

static void put_series(cli *c, const stats *s)
{
    static const cli_column columns[] = {KEY,
                                         WINS,
                                         ESTIMATE("black_share"),
                                         ESTIMATE("jumps"),
                                         SPREAD("jumps"),
                                         ESTIMATE("branching"),
                                         SPREAD("branching"),
                                         REAL("multi_jump_share"),
                                         REAL("log10_tree_power"),
                                         REAL("log10_tree_paths"),
                                         REAL("log10_states")};
    cli_table(c, "series", columns, N(columns));
    for (size_t i = 0; i < s->n_series; i++) {
        stats_opening all;
        if (stats_all_openings(&s->series[i], &all)) {
            cli_no_memory(c, "the counts");
            return;
        }
        put_series_row(c, &s->series[i], &all);
        stats_opening_free(&all);
    }
}

static void put_results(cli *c, const stats_opening *o)
{
    put_wins(c, o);
    put_estimate(c, estimate_black_share(o));
    put_estimate(c, estimate_jumps(o));
    put_estimate(c, estimate_branching(o));
    cli_row(c);
}

#define RESULTS WINS, ESTIMATE("black_share"), ESTIMATE("jumps"), ESTIMATE("branching")

static void put_openings(cli *c, const stats *s)
{
    static const cli_column columns[] = {KEY, {"opening", CLI_WORD, 0, 0}, RESULTS};
    cli_table(c, "openings", columns, N(columns));
    for (size_t i = 0; i < s->n_series; i++) {
        for (size_t k = 0; k < s->series[i].n_openings; k++) {
            const stats_opening *o = &s->series[i].openings[k];
            put_key(c, &s->series[i].key);
            cli_put(c, o->text);
            put_results(c, o);
        }
    }
}

static void put_classes(cli *c, const stats *s)
{
    static const cli_column columns[] = {KEY, {"class", CLI_WORD, 0, 0}, INTEGER("openings"), RESULTS};
    cli_table(c, "classes", columns, N(columns));
    for (size_t i = 0; i < s->n_series; i++) {
        stats_class *classes;
        size_t n;
        if (stats_classes_make(&s->series[i], &classes, &n)) {
            cli_no_memory(c, "the counts");
            return;
        }
        for (size_t k = 0; k < n; k++) {
            assert(classes[k].n_openings > 0 && stats_games(&classes[k].sum) > 0);
            put_key(c, &s->series[i].key);
            cli_put(c, classes[k].name, classes[k].n_openings);
            put_results(c, &classes[k].sum);
        }
        stats_classes_free(classes, n);
    }
}

/* A histogram over all openings of each series, named `name`, from the least value to the largest. */
static void put_distribution(cli *c, const stats *s, const char *name, const char *value, size_t offset)
{
    const cli_column columns[] = {KEY, {value, CLI_INTEGER, 0, 0}, INTEGER("count"), REAL("share")};
    cli_table(c, name, columns, N(columns));
    for (size_t i = 0; i < s->n_series; i++) {
        stats_opening all;
        if (stats_all_openings(&s->series[i], &all)) {
            cli_no_memory(c, "the counts");
            return;
        }
        const histogram *h = (const histogram *)((const char *)&all + offset);
        for (size_t v = histogram_min(h); v < h->size && v <= histogram_max(h); v++) {
            put_key(c, &s->series[i].key);
            cli_put_row(c, v, h->count[v], share_of(h->count[v], histogram_total(h)));
        }
        stats_opening_free(&all);
    }
    cli_table_end(c); /* the columns end with this function */
}

static void put_lengths(cli *c, const stats *s)
{
    put_distribution(c, s, "lengths", "jumps", offsetof(stats_opening, jumps));
}

static void put_branching(cli *c, const stats *s)
{
    put_distribution(c, s, "branching", "legal_jumps", offsetof(stats_opening, branching));
}

static void put_pair(cli *c, const stats_key *key, const stats_match *match)
{
    const estimate share = estimate_match(match);
    put_key(c, key);
    cli_put(c, match->results[0] + match->results[1] + match->results[2], match->distinct_games);
    for (int k = 0; k < STATS_N_WINNERS; k++) {
        cli_put(c, match->results[k]);
    }
    put_estimate(c, share);
    cli_put(c, stats_pairs(match->pairs));
    put_estimate(c, estimate_elo(share));
    cli_row(c);
}

/* The first agent's points against the second with both colours: one row for each pair of different agents, in
 * both orders, for series that exist with either colour. */
static void put_pairs(cli *c, const stats *s)
{
    static const cli_column columns[] = {
        {"rules", CLI_WORD, 0, 0}, {"board", CLI_WORD, 0, 0}, {"agent", CLI_WORD, 0, 0}, {"opponent", CLI_WORD, 0, 0},
        INTEGER("games"),          INTEGER("distinct_games"), INTEGER("wins"),           INTEGER("losses"),
        INTEGER("draws"),          ESTIMATE("share"),         INTEGER("pairs"),          ESTIMATE("elo")};
    cli_table(c, "pairs", columns, N(columns));
    for (size_t i = 0; i < s->n_series; i++) {
        stats_match match;
        if (stats_match_find(s, &s->series[i].key, &match)) {
            put_pair(c, &s->series[i].key, &match);
        }
    }
}

/* ---- the list ------------------------------------------------------------------------------------ */

const stats_table stats_tables[] = {
    {"series", "a row for each pair of players: results, length, branching, estimates", put_series, true},
    {"openings", "the same for each opening", put_openings, true},
    {"classes", "the same for each class of openings", put_classes, true},
    {"lengths", "how many games had how many jumps", put_lengths, true},
    {"branching", "how many jumps were chosen among how many legal ones", put_branching, true},
    {"plies", "legal moves, stones and multi-jumps by ply, as of `selfplay --plies`", put_plies, true},
    {"pairs", "each agent against each other over both colours", put_pairs, true},
    {"sums", "what was counted, as of `selfplay --summary`, to be read again", put_sums, false},
    {NULL, NULL, NULL, false},
};

const stats_table *stats_table_find(const char *name)
{
    const stats_table *t = stats_tables;
    while (strcmp(t->name, name) != 0) {
        t++;
        assert(t->name);
    }
    return t;
}
