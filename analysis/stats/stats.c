/* Counting and merging: see stats.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/stats.h"

#include "src/base/status.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *stats_winner_name(stats_winner winner)
{
    static const char *const names[STATS_N_WINNERS] = {"black", "white", "draw"};
    assert((unsigned)winner < STATS_N_WINNERS);
    return names[winner];
}

void stats_opening_free(stats_opening *opening)
{
    free(opening->text);
    distinct_free(&opening->games);
    histogram_free(&opening->jumps);
    histogram_free(&opening->branching);
    *opening = (stats_opening){0};
}

void stats_ply_free(stats_ply *ply)
{
    histogram_free(&ply->moves);
    histogram_free(&ply->opponent);
    histogram_free(&ply->stones);
    *ply = (stats_ply){0};
}

static void key_free(stats_key *key)
{
    free((void *)(uintptr_t)key->rules);
    free((void *)(uintptr_t)key->board);
    free((void *)(uintptr_t)key->black);
    free((void *)(uintptr_t)key->white);
}

static void series_free(stats_series *series)
{
    key_free(&series->key);
    for (size_t i = 0; i < series->n_openings; i++) {
        stats_opening_free(&series->openings[i]);
    }
    for (size_t i = 0; i < series->n_plies; i++) {
        stats_ply_free(&series->plies[i]);
    }
    free(series->openings);
    free(series->plies);
}

void stats_free(stats *s)
{
    for (size_t i = 0; i < s->n_series; i++) {
        series_free(&s->series[i]);
    }
    free(s->series);
    free(s->halves);
    *s = (stats){0};
}

/* ---- order ----------------------------------------------------------------------------------- */

/* The length of the run of digits, or of lower-case letters, at the start of `s`. */
static size_t run_length(const char *s, int (*is_member)(int))
{
    size_t n = 0;
    while (is_member((unsigned char)s[n])) {
        n++;
    }
    return n;
}

/* Compare two runs of the same kind as numbers are: the longer one is larger. */
static int compare_runs(const char *a, size_t na, const char *b, size_t nb)
{
    return na != nb ? (na < nb ? -1 : 1) : strncmp(a, b, na);
}

/* Compare texts by characters, but runs of digits (and of letters, if `letters`) by length first. */
static int compare_text(const char *a, const char *b, bool letters)
{
    while (*a && *b) {
        int (*kind)(int) = isdigit;
        size_t na = run_length(a, kind), nb = run_length(b, kind);
        if (letters && !(na && nb)) {
            kind = islower;
            na = run_length(a, kind);
            nb = run_length(b, kind);
        }
        if (!(na && nb)) {
            na = nb = 1;
        }
        const int order = compare_runs(a, na, b, nb);
        if (order) {
            return order;
        }
        a += na;
        b += nb;
    }
    return (*a != '\0') - (*b != '\0');
}

int stats_opening_compare(const char *a, const char *b)
{
    return compare_text(a, b, true);
}

bool stats_is_konane(const stats_key *key)
{
    return strncmp(key->rules, "konane", 6) == 0;
}

int stats_key_compare(const stats_key *a, const stats_key *b)
{
    int order = compare_text(a->rules, b->rules, false);
    order = order ? order : compare_text(a->board, b->board, false);
    order = order ? order : compare_text(a->black, b->black, false);
    return order ? order : compare_text(a->white, b->white, false);
}

/* ---- entries --------------------------------------------------------------------------------- */

/* Open a gap at index `at` of an array of n entries; the array may move. Returns the array, or NULL. */
static void *insert_gap(void *array, size_t n, size_t entry, size_t at)
{
    assert(at <= n);
    char *grown = realloc(array, (n + 1) * entry);
    if (grown) {
        memmove(grown + (at + 1) * entry, grown + at * entry, (n - at) * entry);
        memset(grown + at * entry, 0, entry);
    }
    return grown;
}

static bool key_copy(const stats_key *from, stats_key *to)
{
    *to = (stats_key){strdup(from->rules), strdup(from->board), strdup(from->black), strdup(from->white)};
    if (to->rules && to->board && to->black && to->white) {
        return true;
    }
    key_free(to);
    return false;
}

pm_status stats_series_at(stats *s, const stats_key *key, stats_series **series)
{
    size_t at = 0;
    int order = 1;
    while (at < s->n_series && (order = stats_key_compare(&s->series[at].key, key)) < 0) {
        at++;
    }
    if (at == s->n_series || order != 0) {
        stats_key copy;
        if (!key_copy(key, &copy)) {
            return PM_NO_MEMORY;
        }
        stats_series *grown = insert_gap(s->series, s->n_series, sizeof *grown, at);
        if (!grown) {
            key_free(&copy);
            return PM_NO_MEMORY;
        }
        s->series = grown;
        s->n_series++;
        grown[at].key = copy;
        assert(at == 0 || stats_key_compare(&grown[at - 1].key, key) < 0);
    }
    assert(stats_key_compare(&s->series[at].key, key) == 0);
    *series = &s->series[at];
    return PM_OK;
}

/* Where `opening` is, or belongs, among the openings of a series. */
static size_t opening_index(const stats_series *series, const char *opening, bool *is_found)
{
    size_t low = 0, high = series->n_openings;
    *is_found = false;
    while (low < high && !*is_found) {
        const size_t mid = low + (high - low) / 2;
        const int order = stats_opening_compare(series->openings[mid].text, opening);
        *is_found = order == 0;
        if (order < 0) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    assert(*is_found || low == high);
    return *is_found ? high : low;
}

static bool is_random_play(const stats_key *key)
{
    return key->black && strcmp(key->black, "random") == 0 && strcmp(key->white, "random") == 0;
}

pm_status stats_opening_at(stats_series *series, const char *opening, stats_opening **entry)
{
    bool is_found;
    const size_t at = opening_index(series, opening, &is_found);
    if (!is_found) {
        char *copy = strdup(opening);
        stats_opening *grown = copy ? insert_gap(series->openings, series->n_openings, sizeof *grown, at) : NULL;
        if (!grown) {
            free(copy);
            return PM_NO_MEMORY;
        }
        series->openings = grown;
        series->n_openings++;
        grown[at].text = copy;
        grown[at].is_random = is_random_play(&series->key);
        assert(at == 0 || stats_opening_compare(grown[at - 1].text, opening) < 0);
        assert(at + 1 == series->n_openings || stats_opening_compare(opening, grown[at + 1].text) < 0);
    }
    *entry = &series->openings[at];
    return PM_OK;
}

pm_status stats_ply_at(stats_series *series, size_t ply, stats_ply **entry)
{
    assert(ply >= 1 && ply <= STATS_MAX_PLIES);
    if (ply > series->n_plies) {
        const size_t ample = ply < 256 ? ply : ply + ply / 2, n = ample < STATS_MAX_PLIES ? ample : STATS_MAX_PLIES;
        stats_ply *grown = realloc(series->plies, n * sizeof *grown);
        if (!grown) {
            return PM_NO_MEMORY;
        }
        memset(grown + series->n_plies, 0, (n - series->n_plies) * sizeof *grown);
        series->plies = grown;
        series->n_plies = n;
    }
    *entry = &series->plies[ply - 1];
    return PM_OK;
}

unsigned stats_pair_result(stats_winner even, stats_winner odd)
{
    assert(even < STATS_N_WINNERS && odd < STATS_N_WINNERS);
    static_assert(STATS_PAIR_RESULTS == 5, "0 to 4 halves of a point");
    const unsigned of_even = even == STATS_BLACK ? 2 : even == STATS_DRAW; /* in halves of a point */
    return of_even + (odd == STATS_WHITE ? 2 : odd == STATS_DRAW);
}

/* ---- counting -------------------------------------------------------------------------------- */

pm_status stats_count_game(stats_opening *opening, const stats_game *game)
{
    assert(game->winner < STATS_N_WINNERS && game->jumps <= STATS_MAX_PLIES);
    assert(game->multi_jumps <= game->jumps);
    uint64_t sum = 0;
    for (unsigned i = 0; i < game->jumps; i++) {
        sum += game->moves[i];
        const pm_status status = histogram_add(&opening->branching, game->moves[i], 1);
        if (status != PM_OK) {
            return status;
        }
    }
    opening->wins[game->winner]++;
    opening->multi_jumps += game->multi_jumps;
    opening->branching_squares += (uint128)sum * sum;
    opening->branching_by_jumps += (uint128)sum * game->jumps;
    return histogram_add(&opening->jumps, game->jumps, 1);
}

pm_status stats_count_plies(stats_series *series, const stats_game *game)
{
    assert(game->opening_plies + game->jumps <= STATS_MAX_PLIES);
    pm_status status = PM_OK;
    for (unsigned i = 0; i < game->jumps && status == PM_OK; i++) {
        stats_ply *ply;
        status = stats_ply_at(series, game->opening_plies + i + 1, &ply);
        status = status == PM_OK ? histogram_add(&ply->moves, game->moves[i], 1) : status;
        if (status == PM_OK && game->opponent) {
            status = histogram_add(&ply->opponent, game->opponent[i], 1);
        }
        if (status == PM_OK && game->stones) {
            status = histogram_add(&ply->stones, game->stones[i], 1);
        }
        if (status == PM_OK && game->taken) {
            ply->multi_jumps += game->taken[i] > 1;
        }
    }
    return status;
}

uint64_t stats_games(const stats_opening *opening)
{
    return opening->wins[STATS_BLACK] + opening->wins[STATS_WHITE] + opening->wins[STATS_DRAW];
}

uint64_t stats_distinct_games(const stats_opening *opening)
{
    const uint64_t n = distinct_count(&opening->games), games = stats_games(opening);
    if (n == 0) { /* a thinned sample may have none */
        return games > 0;
    }
    return n < games ? n : games; /* an estimate may be larger */
}

uint64_t stats_telling_games(const stats_opening *opening)
{
    return opening->is_random ? stats_games(opening) : stats_distinct_games(opening);
}

uint64_t stats_pairs(const uint64_t pairs[STATS_PAIR_RESULTS])
{
    uint64_t n = 0;
    for (int k = 0; k < STATS_PAIR_RESULTS; k++) {
        n += pairs[k];
    }
    return n;
}

bool stats_is_repetitive(uint64_t games, uint64_t n_distinct)
{
    assert(n_distinct <= games);
    return (uint128)n_distinct * 10 < (uint128)games * 9;
}

bool stats_ply_is_whole(const stats_ply *ply)
{
    return histogram_total(&ply->stones) == histogram_total(&ply->moves);
}

static const stats_series *series_find(const stats *s, const stats_key *key)
{
    for (size_t i = 0; i < s->n_series; i++) {
        if (stats_key_compare(&s->series[i].key, key) == 0) {
            return &s->series[i];
        }
    }
    return NULL;
}

/* Add what the player who is Black (or not) in `series` achieved there. */
static void match_add(stats_match *match, const stats_series *series, bool is_black)
{
    for (size_t i = 0; i < series->n_openings; i++) {
        const stats_opening *o = &series->openings[i];
        match->results[0] += o->wins[is_black ? STATS_BLACK : STATS_WHITE];
        match->results[1] += o->wins[is_black ? STATS_WHITE : STATS_BLACK];
        match->results[2] += o->wins[STATS_DRAW];
        match->distinct_games += stats_distinct_games(o);
        for (int k = 0; k < STATS_PAIR_RESULTS; k++) {
            match->pairs[is_black ? k : STATS_PAIR_RESULTS - 1 - k] += o->pairs[k];
        }
    }
}

/* Whether `odd`, the games with the colours exchanged, have second games for the pairs of `o`; NULL: there are none. */
static bool are_pairs_possible(const stats_opening *o, const stats_opening *odd)
{
    const uint64_t n = stats_pairs(o->pairs);
    return n == 0 || (odd && n <= stats_games(odd) && o->pairs[STATS_PAIR_RESULTS - 1] <= odd->wins[STATS_WHITE] &&
                      o->pairs[0] <= odd->wins[STATS_BLACK]);
}

pm_status stats_pairs_check(const stats *s, pm_error *err)
{
    for (size_t i = 0; i < s->n_series; i++) {
        const stats_key *key = &s->series[i].key;
        const stats_series *swapped = series_find(s, &(stats_key){key->rules, key->board, key->white, key->black});
        for (size_t k = 0; k < s->series[i].n_openings; k++) {
            const stats_opening *o = &s->series[i].openings[k];
            bool is_found = false;
            const size_t at = swapped ? opening_index(swapped, o->text, &is_found) : 0;
            if (!are_pairs_possible(o, is_found ? &swapped->openings[at] : NULL)) {
                return status_fail(err, PM_BAD_INPUT, 0,
                                   "pairs_histogram of \"%.40s\" against \"%.40s\" after \"%.20s\" has pairs without "
                                   "second games, expected as many with the colours exchanged",
                                   key->black, key->white, o->text);
            }
        }
    }
    return PM_OK;
}

bool stats_match_find(const stats *s, const stats_key *key, stats_match *match)
{
    const stats_key other = {key->rules, key->board, key->white, key->black};
    const stats_series *as_black = series_find(s, key), *as_white = series_find(s, &other);
    if (!as_black || !as_white || as_black == as_white) {
        return false;
    }
    *match = (stats_match){0};
    match_add(match, as_black, true);
    match_add(match, as_white, false);
    assert(match->distinct_games <= match->results[0] + match->results[1] + match->results[2]);
    return true;
}

/* ---- merging --------------------------------------------------------------------------------- */

/* Everything but the set of games. */
static pm_status merge_counts(stats_opening *into, const stats_opening *from)
{
    for (int w = 0; w < STATS_N_WINNERS; w++) {
        into->wins[w] += from->wins[w];
    }
    for (int k = 0; k < STATS_PAIR_RESULTS; k++) {
        into->pairs[k] += from->pairs[k];
    }
    into->multi_jumps += from->multi_jumps;
    into->branching_squares += from->branching_squares;
    into->branching_by_jumps += from->branching_by_jumps;
    const pm_status status = histogram_merge(&into->jumps, &from->jumps);
    return status == PM_OK ? histogram_merge(&into->branching, &from->branching) : status;
}

pm_status stats_opening_merge(stats_opening *into, const stats_opening *from)
{
    const pm_status status = merge_counts(into, from);
    return status == PM_OK ? distinct_merge(&into->games, &from->games) : status;
}

pm_status stats_ply_merge(stats_ply *into, const stats_ply *from)
{
    into->multi_jumps += from->multi_jumps;
    pm_status status = histogram_merge(&into->moves, &from->moves);
    status = status == PM_OK ? histogram_merge(&into->opponent, &from->opponent) : status;
    return status == PM_OK ? histogram_merge(&into->stones, &from->stones) : status;
}

static pm_status merge_series(stats_series *into, const stats_series *from)
{
    pm_status status = PM_OK;
    for (size_t i = 0; i < from->n_openings && status == PM_OK; i++) {
        stats_opening *entry;
        status = stats_opening_at(into, from->openings[i].text, &entry);
        status = status == PM_OK ? stats_opening_merge(entry, &from->openings[i]) : status;
    }
    for (size_t i = 0; i < from->n_plies && status == PM_OK; i++) {
        stats_ply *entry;
        status = stats_ply_at(into, i + 1, &entry);
        status = status == PM_OK ? stats_ply_merge(entry, &from->plies[i]) : status;
    }
    return status;
}

pm_status stats_merge(stats *into, const stats *from)
{
    assert(into != from); /* whose arrays move */
    pm_status status = PM_OK;
    for (size_t i = 0; i < from->n_series && status == PM_OK; i++) {
        stats_series *series;
        status = stats_series_at(into, &from->series[i].key, &series);
        status = status == PM_OK ? merge_series(series, &from->series[i]) : status;
    }
    return status;
}

pm_status stats_add_opening(stats_opening *sum, const stats_opening *opening)
{
    const pm_status status = merge_counts(sum, opening);
    sum->is_random = opening->is_random;
    sum->games.known += stats_distinct_games(opening);
    return status;
}

pm_status stats_all_openings(const stats_series *series, stats_opening *all)
{
    pm_status status = PM_OK;
    *all = (stats_opening){0};
    for (size_t i = 0; i < series->n_openings && status == PM_OK; i++) {
        status = stats_add_opening(all, &series->openings[i]);
    }
    if (status != PM_OK) {
        stats_opening_free(all);
    }
    return status;
}
