/* Counting values; see value_census.h.
 *
 * A first pass over the positions counts them by value, a second by number of stones and by temperature, birthday and
 * kind, and marks the values that occur; both in parallel with counters and marks for each thread.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/value_census.h"
#include "solver/cgt/thermo.h"
#include "src/base/bits.h"
#include "src/base/par.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { GRAIN = 1 << 16, MAX_THREADS = 256 };

/* Every value is of one kind. */
enum { ZERO, INTEGER, FRACTION, INFINITESIMAL, OTHER, N_KINDS };

/* Where the positions of a value are counted in the second pass. */
typedef struct value_place {
    uint32_t temperature, birthday, kind;
    uint32_t index; /* of the value in the census */
} value_place;

typedef struct counting {
    const cgt_value *values;
    size_t n_positions;
    const value_place *places; /* NULL in the first pass */
    value_census *census;
    size_t n_counters; /* of each thread */
    size_t n_marks;    /* words of marks after the counters */
    uint64_t *counters[MAX_THREADS];
} counting;

/* The parts of the counters in the second pass: [stones * n_of_the_part + place], then marks, one bit for each value
 * of the census: [stones * n_words]. */
typedef struct counter_parts {
    uint64_t *temperatures, *birthdays, *kinds, *marks;
    size_t n_words;
} counter_parts;

static void count_values(size_t begin, size_t end, int worker, void *ctx)
{
    const counting *job = ctx;
    uint64_t *counters = job->counters[worker];
    for (size_t set = begin; set < end; set++) {
        assert(job->values[set] < job->n_counters);
        counters[job->values[set]]++;
    }
}

static size_t words_of_marks(const value_census *census)
{
    return census->n_values / 64 + 1;
}

static counter_parts parts_of(const value_census *census, uint64_t *counters)
{
    const size_t n = (size_t)census->n_stones + 1;
    counter_parts parts = {.temperatures = counters, .n_words = words_of_marks(census)};
    parts.birthdays = parts.temperatures + n * census->n_temperatures;
    parts.kinds = parts.birthdays + n * census->n_birthdays;
    parts.marks = parts.kinds + n * N_KINDS;
    return parts;
}

static void count_traits(size_t begin, size_t end, int worker, void *ctx)
{
    const counting *job = ctx;
    const size_t n_temperatures = job->census->n_temperatures, n_birthdays = job->census->n_birthdays;
    const counter_parts parts = parts_of(job->census, job->counters[worker]);
    for (size_t set = begin; set < end; set++) {
        const value_place place = job->places[job->values[set]];
        const size_t stones = (size_t)bits_count(set);
        parts.temperatures[stones * n_temperatures + place.temperature]++;
        parts.birthdays[stones * n_birthdays + place.birthday]++;
        parts.kinds[stones * N_KINDS + place.kind]++;
        parts.marks[stones * parts.n_words + place.index / 64] |= UINT64_C(1) << place.index % 64;
    }
}

static void count_as_team(par_team *team, void *ctx)
{
    counting *job = ctx;
    par_for(team, job->n_positions, GRAIN, job->places ? count_traits : count_values, job);
}

static void add_counters(const counting *job, uint64_t *totals, const uint64_t *counters)
{
    for (size_t i = 0; i < job->n_counters; i++) {
        totals[i] += counters[i];
    }
    for (size_t i = job->n_counters; i < job->n_counters + job->n_marks; i++) {
        totals[i] |= counters[i];
    }
}

/* Count with all threads; the totals end up in the counters of thread 0, which the caller frees. */
static bool count_all(counting *job, int threads)
{
    threads = threads < MAX_THREADS ? threads : MAX_THREADS;
    bool has_memory = true;
    for (int i = 0; i < threads; i++) {
        job->counters[i] = calloc(job->n_counters + job->n_marks, sizeof(uint64_t));
        has_memory = has_memory && job->counters[i];
    }
    if (has_memory) {
        par_run(threads, count_as_team, job);
    }
    for (int i = 1; i < threads; i++) {
        if (has_memory) {
            add_counters(job, job->counters[0], job->counters[i]);
        }
        free(job->counters[i]);
    }
    if (!has_memory) {
        free(job->counters[0]);
    }
    return has_memory;
}

static int compare_rows(const void *a, const void *b, void *table)
{
    const census_value *x = a, *y = b;
    if (x->n_positions != y->n_positions) {
        return x->n_positions > y->n_positions ? -1 : 1;
    }
    return cgt_structural_order(table, x->value, y->value);
}

/* The rows of the values that occur. */
static pm_status list_values(cgt_table *table, const uint64_t *counts, value_census *census, pm_error *err)
{
    const cgt_value size = cgt_table_size(table);
    for (cgt_value g = 0; g < size; g++) {
        census->n_values += counts[g] > 0;
    }
    census->values = calloc(census->n_values, sizeof *census->values);
    cgt_thermographs *thermographs = cgt_thermographs_new(table);
    pm_status status = census->values && thermographs ? PM_OK : status_no_memory(err, "counting values", 0);
    size_t n = 0;
    for (cgt_value g = 0; g < size && status == PM_OK; g++) {
        cgt_thermograph graph;
        if (counts[g] == 0) {
            continue;
        }
        status = cgt_thermograph_of(thermographs, g, &graph, err);
        if (status == PM_OK) {
            census->values[n++] = (census_value){g, counts[g], graph.mean, graph.temperature, cgt_birthday(table, g)};
        }
    }
    assert(status != PM_OK || n == census->n_values);
    cgt_thermographs_free(thermographs);
    if (status == PM_OK) {
        qsort_r(census->values, n, sizeof *census->values, compare_rows, table);
    }
    return status;
}

static int compare_dyadics(const void *a, const void *b)
{
    const dyadic x = *(const dyadic *)a, y = *(const dyadic *)b;
    return (x > y) - (x < y);
}

/* The temperatures that occur, and the latest birthday. */
static bool list_traits(value_census *census)
{
    census->temperatures = malloc(census->n_values * sizeof *census->temperatures);
    if (!census->temperatures) {
        return false;
    }
    for (size_t i = 0; i < census->n_values; i++) {
        const census_value *v = &census->values[i];
        census->temperatures[i] = v->temperature;
        census->n_birthdays = v->birthday >= census->n_birthdays ? v->birthday + 1 : census->n_birthdays;
    }
    qsort(census->temperatures, census->n_values, sizeof *census->temperatures, compare_dyadics);
    for (size_t i = 0; i < census->n_values; i++) {
        if (i == 0 || census->temperatures[i] != census->temperatures[i - 1]) {
            census->temperatures[census->n_temperatures++] = census->temperatures[i];
        }
    }
    return true;
}

static uint32_t kind_of(cgt_table *table, const census_value *v)
{
    if (v->value == CGT_ZERO) {
        return ZERO;
    }
    if (cgt_is_number(table, v->value)) {
        return dyadic_is_integer(v->mean) ? INTEGER : FRACTION;
    }
    return cgt_is_infinitesimal(table, v->value) ? INFINITESIMAL : OTHER;
}

static void find_places(cgt_table *table, const value_census *census, value_place *places)
{
    for (size_t i = 0; i < census->n_values; i++) {
        const census_value *v = &census->values[i];
        const dyadic *found = bsearch(&v->temperature, census->temperatures, census->n_temperatures,
                                      sizeof *census->temperatures, compare_dyadics);
        assert(found && *found == v->temperature);
        places[v->value] =
            (value_place){(uint32_t)(found - census->temperatures), v->birthday, kind_of(table, v), (uint32_t)i};
    }
}

static census_stones stones_of(const counter_parts *parts, size_t stones)
{
    const uint64_t *kinds = parts->kinds + stones * N_KINDS;
    census_stones sums = {.zeros = kinds[ZERO],
                          .integers = kinds[ZERO] + kinds[INTEGER],
                          .numbers = kinds[ZERO] + kinds[INTEGER] + kinds[FRACTION],
                          .infinitesimals = kinds[ZERO] + kinds[INFINITESIMAL]};
    sums.n_positions = sums.numbers + kinds[INFINITESIMAL] + kinds[OTHER];
    for (size_t i = 0; i < parts->n_words; i++) {
        sums.n_values += (uint64_t)bits_count(parts->marks[stones * parts->n_words + i]);
    }
    return sums;
}

/* Take the totals of the second pass over into the census. */
static bool keep_traits(value_census *census, uint64_t *counters)
{
    const size_t n = (size_t)census->n_stones + 1;
    const counter_parts parts = parts_of(census, counters);
    const size_t bytes_temperature = n * census->n_temperatures * sizeof(uint64_t),
                 bytes_birthday = n * census->n_birthdays * sizeof(uint64_t);
    census->by_temperature = malloc(bytes_temperature);
    census->by_birthday = malloc(bytes_birthday);
    census->by_stones = malloc(n * sizeof *census->by_stones);
    if (!census->by_temperature || !census->by_birthday || !census->by_stones) {
        return false;
    }
    memcpy(census->by_temperature, parts.temperatures, bytes_temperature);
    memcpy(census->by_birthday, parts.birthdays, bytes_birthday);
    for (size_t stones = 0; stones < n; stones++) {
        census->by_stones[stones] = stones_of(&parts, stones);
    }
    return true;
}

static pm_status take_census(cgt_table *table, const cgt_value *values, int threads, value_census *census,
                             pm_error *err)
{
    counting job = {
        .values = values, .n_positions = census->n_positions, .census = census, .n_counters = cgt_table_size(table)};
    if (!count_all(&job, threads)) {
        return status_no_memory(err, "counting values", 0);
    }
    const pm_status status = list_values(table, job.counters[0], census, err);
    free(job.counters[0]);
    if (status != PM_OK) {
        return status;
    }
    value_place *places = calloc(cgt_table_size(table), sizeof *places);
    if (!places || !list_traits(census)) {
        free(places);
        return status_no_memory(err, "counting values", 0);
    }
    find_places(table, census, places);
    assert(census->n_temperatures <= census->n_values);
    job.places = places;
    const size_t n = (size_t)census->n_stones + 1;
    job.n_counters = n * (census->n_temperatures + census->n_birthdays + N_KINDS);
    job.n_marks = n * words_of_marks(census);
    bool is_done = count_all(&job, threads);
    free(places);
    if (is_done) {
        is_done = keep_traits(census, job.counters[0]);
        free(job.counters[0]);
    }
    return is_done ? PM_OK : status_no_memory(err, "counting values", 0);
}

pm_status value_census_new(cgt_table *table, const cgt_value *values, int n_cells, int threads, value_census **census,
                           pm_error *err)
{
    value_census *c = calloc(1, sizeof *c);
    if (!c) {
        return status_no_memory(err, "counting values", 0);
    }
    c->n_positions = UINT64_C(1) << n_cells;
    c->n_stones = n_cells;
    const pm_status status = take_census(table, values, threads, c, err);
    if (status != PM_OK) {
        value_census_free(c);
        return status;
    }
    *census = c;
    return PM_OK;
}

void value_census_free(value_census *census)
{
    if (census) {
        free(census->values);
        free(census->temperatures);
        free(census->by_temperature);
        free(census->by_birthday);
        free(census->by_stones);
        free(census);
    }
}
