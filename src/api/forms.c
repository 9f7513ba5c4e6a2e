/* Combinatorial values: see src/papamu/forms.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu/forms.h"

#include "solver/cgt/thermo.h"
#include "solver/konane/values/value.h"
#include "solver/konane/values/value_board.h"
#include "solver/konane/values/value_bounds.h"
#include "src/api/handles.h"
#include "src/base/status.h"
#include "src/konane/game_konane.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_BYTES = 16 << 20, DEFAULT_NODES = 50000000 };

/* Either `positions`, which values positions one at a time, or `board`; both have a table. */
struct pm_forms {
    pm_job job;
    job_watch watch;
    konane_values *positions;
    board_values *board;
    cgt_table *table;
    pthread_mutex_t lock; /* of all below: thermographs must not be drawn while another thread makes forms */
    cgt_thermographs *thermographs;
};

static uint64_t values_memory(const pm_job *job)
{
    return job && job->memory ? job->memory : job_memory(NULL) / 2;
}

static pm_status open_forms(const pm_job *job, pm_forms **out, pm_error *err)
{
    const pm_status status = job_check(job, err);
    if (status != PM_OK) {
        return status;
    }
    const uint64_t memory = values_memory(job);
    if (memory < MIN_BYTES) {
        return status_over_budget(err, "the values", MIN_BYTES, memory);
    }
    pm_forms *f = calloc(1, sizeof *f);
    if (!f) {
        return status_no_memory(err, "the values", 0);
    }
    f->job = job ? *job : (pm_job){0};
    f->job.memory = memory;
    job_watch_begin(&f->watch, &f->job);
    pthread_mutex_init(&f->lock, NULL);
    *out = f;
    return PM_OK;
}

static pm_status finish(pm_forms *f, pm_status status, pm_forms **out, pm_error *err)
{
    if (status == PM_OK) {
        f->thermographs = cgt_thermographs_new(f->table);
        assert((f->positions != NULL) != (f->board != NULL));
        status = f->thermographs ? PM_OK : status_no_memory(err, "thermographs", 0);
    }
    if (status == PM_OK) {
        *out = f;
    } else {
        pm_forms_free(f);
    }
    return status;
}

pm_status pm_forms_new(const pm_job *job, pm_forms **out, pm_error *err)
{
    pm_forms *f;
    pm_status status = status_check(err, out, "the place for the forms is NULL");
    status = status == PM_OK ? open_forms(job, &f, err) : status;
    if (status != PM_OK) {
        return status;
    }
    const konane_values_options options = {.bytes = f->job.memory,
                                           .threads = job_threads(job),
                                           .stop = f->job.progress ? job_watch_stop : NULL,
                                           .stop_ctx = &f->watch};
    status = konane_values_new(&options, &f->positions, err);
    f->table = status == PM_OK ? konane_values_table(f->positions) : NULL;
    return finish(f, status, out, err);
}

pm_status pm_forms_of_board(const pm_board *board, const pm_job *job, pm_forms **out, const pm_form **values, size_t *n,
                            pm_error *err)
{
    pm_forms *f;
    pm_status status = status_check(err, board && out && values && n, "the board or a place for the forms is NULL");
    status = status == PM_OK ? board_check_standard(board, "values", err) : status;
    status = status == PM_OK ? open_forms(job, &f, err) : status;
    if (status != PM_OK) {
        return status;
    }
    const board_values_options options = {
        .threads = job_threads(job), .bytes = f->job.memory, .progress = job_watch_step, .progress_ctx = &f->watch};
    status = board_values_new(board, &options, &f->board, err);
    f->table = status == PM_OK ? board_values_table(f->board) : NULL;
    status = finish(f, status, out, err);
    if (status == PM_OK) {
        *values = board_values_all(f->board);
        assert(pm_board_rows(board) * pm_board_cols(board) < 32); /* or all of its values had no room */
        *n = (size_t)1 << (pm_board_rows(board) * pm_board_cols(board));
    }
    return status;
}

void pm_forms_free(pm_forms *f)
{
    if (f) {
        cgt_thermographs_free(f->thermographs);
        konane_values_free(f->positions);
        board_values_free(f->board);
        pthread_mutex_destroy(&f->lock);
        job_watch_end(&f->watch);
        free(f);
    }
}

struct konane_values *forms_positions(pm_forms *f)
{
    return f->positions;
}

/* ---- arguments and results --------------------------------------------------------------------- */

/* Check the pointers of a call, and keep other threads out until leave(). */
static pm_status enter(pm_forms *f, bool has_place, pm_error *err)
{
    const pm_status status = status_check(err, f && has_place, "the forms or the place for a result is NULL");
    if (status == PM_OK) {
        pthread_mutex_lock(&f->lock);
    }
    return status;
}

static pm_status leave(pm_forms *f, pm_status status)
{
    pthread_mutex_unlock(&f->lock);
    return status;
}

static pm_status check_form(const pm_forms *f, pm_form form, pm_error *err)
{
    return form < cgt_table_size(f->table)
               ? PM_OK
               : status_fail(err, PM_BAD_INPUT, 0, "%u is not a form of these: there are %u", form,
                             cgt_table_size(f->table));
}

static pm_status check_forms(const pm_forms *f, const pm_form forms[], size_t n, pm_error *err)
{
    pm_status status = PM_OK;
    for (size_t i = 0; i < n && status == PM_OK; i++) {
        status = check_form(f, forms[i], err);
    }
    return status;
}

/* Take over a form that the table made, or say why it did not. */
static pm_status take(const pm_forms *f, cgt_value made, pm_form *form, pm_error *err)
{
    const pm_status status = cgt_table_status(f->table, err);
    if (status == PM_OK) {
        assert(made != CGT_NONE);
        *form = made;
    }
    return status;
}

static const pm_outcome outcomes[] = {[CGT_NEXT_PLAYER] = PM_NEXT_PLAYER,
                                      [CGT_PREVIOUS_PLAYER] = PM_PREVIOUS_PLAYER,
                                      [CGT_LEFT] = PM_LEFT_WINS,
                                      [CGT_RIGHT] = PM_RIGHT_WINS};

static pm_number number_of(dyadic x)
{
    const int log = dyadic_denominator_log(x);
    assert(log >= 0 && log <= DYADIC_BITS);
    return (pm_number){x >> (DYADIC_BITS - log), UINT64_C(1) << log};
}

/* ---- making forms ------------------------------------------------------------------------------ */

pm_status pm_form_parse(pm_forms *f, const char *text, pm_form *form, pm_error *err)
{
    cgt_value value;
    pm_status status = enter(f, text && form, err);
    if (status != PM_OK) {
        return status;
    }
    status = cgt_parse(f->table, text, &value, err);
    return leave(f, status == PM_OK ? take(f, value, form, err) : status);
}

pm_status pm_form_make(pm_forms *f, const pm_form left[], size_t n_left, const pm_form right[], size_t n_right,
                       pm_form *form, pm_error *err)
{
    pm_status status = enter(f, form && (left || n_left == 0) && (right || n_right == 0), err);
    if (status != PM_OK) {
        return status;
    }
    status = check_forms(f, left, n_left, err);
    status = status == PM_OK ? check_forms(f, right, n_right, err) : status;
    return leave(f, status == PM_OK ? take(f, cgt_make(f->table, left, n_left, right, n_right), form, err) : status);
}

static pm_status stones_of(const pm_game *g, const pm_state *state, konane_stones *stones, pm_error *err)
{
    if (strcmp(g->inside->name, "konane") != 0) {
        return status_fail(err, PM_BAD_INPUT, 0, "only Konane has exact values, not %s", g->inside->name);
    }
    const pm_status status = state_check(g->inside, state, err);
    if (status != PM_OK) {
        return status;
    }
    game_state inside;
    memcpy(&inside, state, sizeof inside);
    const konane_diagram d = game_konane_diagram(g->inside, &inside);
    *stones = konane_stones_of(&d);
    return PM_OK;
}

pm_status pm_form_of_state(pm_forms *f, const pm_game *g, const pm_state *state, pm_form *form, pm_error *err)
{
    konane_stones stones;
    cgt_value value;
    pm_status status = enter(f, g && state && form, err);
    if (status != PM_OK) {
        return status;
    }
    f->watch.has_stopped = false; /* by an earlier call */
    status = status_check(err, f->positions, "forms of a whole board value no other positions");
    status = status == PM_OK ? stones_of(g, state, &stones, err) : status;
    status = status == PM_OK ? konane_value(f->positions, &stones, &value, err) : status;
    return leave(f, status == PM_OK ? take(f, value, form, err) : status);
}

pm_status pm_bounds_of_state(const pm_game *g, const pm_state *state, const pm_job *job, uint64_t max_nodes,
                             pm_bounds *out, pm_error *err)
{
    konane_stones stones;
    konane_bounds bounds;
    pm_status status = status_check(err, g && state && out, "the game, the state or the place for the bounds is NULL");
    status = status == PM_OK ? job_check(job, err) : status;
    status = status == PM_OK ? stones_of(g, state, &stones, err) : status;
    const uint64_t memory = values_memory(job);
    if (status == PM_OK && memory < KONANE_VALUES_MIN_BYTES) {
        status = status_over_budget(err, "the bounds", KONANE_VALUES_MIN_BYTES, memory);
    }
    if (status != PM_OK) {
        return status;
    }
    job_watch watch;
    job_watch_begin(&watch, job);
    const konane_values_options options = {
        .bytes = memory, .threads = 1, .stop = job && job->progress ? job_watch_stop : NULL, .stop_ctx = &watch};
    status = konane_value_bounds(&stones, &options, max_nodes ? max_nodes : DEFAULT_NODES, &bounds, err);
    job_watch_end(&watch);
    if (status == PM_OK) {
        *out = (pm_bounds){bounds.lower, bounds.upper, bounds.has_outcome,
                           bounds.has_outcome ? outcomes[bounds.outcome] : PM_NEXT_PLAYER};
    }
    return status;
}

pm_status pm_form_negative(pm_forms *f, pm_form g, pm_form *form, pm_error *err)
{
    pm_status status = enter(f, form, err);
    if (status != PM_OK) {
        return status;
    }
    status = check_form(f, g, err);
    return leave(f, status == PM_OK ? take(f, cgt_negative(f->table, g), form, err) : status);
}

pm_status pm_form_sum(pm_forms *f, pm_form g, pm_form h, pm_form *form, pm_error *err)
{
    pm_status status = enter(f, form, err);
    if (status != PM_OK) {
        return status;
    }
    status = check_forms(f, (const pm_form[]){g, h}, 2, err);
    return leave(f, status == PM_OK ? take(f, cgt_sum(f->table, g, h), form, err) : status);
}

pm_status pm_form_atomic_weight(pm_forms *f, pm_form form, pm_form *weight, pm_error *err)
{
    pm_status status = enter(f, weight, err);
    if (status != PM_OK) {
        return status;
    }
    status = check_form(f, form, err);
    if (status == PM_OK && !cgt_is_all_small(f->table, form)) {
        status = status_fail(err, PM_NOT_FOUND, 0, "the game is not all-small and has no atomic weight");
    }
    return leave(f, status == PM_OK ? take(f, cgt_atomic_weight(f->table, form), weight, err) : status);
}

/* ---- questions --------------------------------------------------------------------------------- */

size_t pm_form_format(pm_forms *f, pm_form form, size_t size, char *text)
{
    char *whole = NULL;
    if (text && size > 0) {
        text[0] = '\0';
    }
    if (enter(f, text && size > 0, NULL) != PM_OK) {
        return 0;
    }
    pm_status status = check_form(f, form, NULL);
    status = leave(f, status == PM_OK ? cgt_format(f->table, form, size, &whole, NULL) : status);
    const size_t length = status == PM_OK ? strlen(whole) : 0;
    assert(length < size);
    memcpy(text, status == PM_OK ? whole : "", length + 1);
    free(whole);
    return length;
}

pm_status pm_form_compare(pm_forms *f, pm_form g, pm_form h, pm_relation *relation, pm_error *err)
{
    static const pm_relation relations[] = {
        [CGT_EQUAL] = PM_EQUAL, [CGT_LESS] = PM_LESS, [CGT_GREATER] = PM_GREATER, [CGT_CONFUSED] = PM_CONFUSED};
    pm_status status = enter(f, relation, err);
    if (status != PM_OK) {
        return status;
    }
    status = check_forms(f, (const pm_form[]){g, h}, 2, err);
    const cgt_relation found = status == PM_OK ? cgt_compare(f->table, g, h) : CGT_EQUAL;
    assert((size_t)found < sizeof relations / sizeof relations[0]);
    status = status == PM_OK ? cgt_table_status(f->table, err) : status;
    if (status == PM_OK) {
        *relation = relations[found];
    }
    return leave(f, status);
}

static pm_form_info look(const pm_forms *f, pm_form form, const cgt_thermograph *graph)
{
    const cgt_options options = cgt_options_of(f->table, form);
    assert(cgt_left_stop(f->table, form) >= graph->mean && graph->mean >= cgt_right_stop(f->table, form));
    assert((graph->temperature < 0) == cgt_is_number(f->table, form)); /* only numbers are colder than zero */
    return (pm_form_info){
        .outcome = outcomes[cgt_outcome_of(f->table, form)],
        .is_number = cgt_is_number(f->table, form),
        .is_infinitesimal = cgt_is_infinitesimal(f->table, form),
        .is_all_small = cgt_is_all_small(f->table, form),
        .birthday = cgt_birthday(f->table, form),
        .n_left = options.n_left,
        .n_right = options.n_right,
        .left_stop = number_of(cgt_left_stop(f->table, form)),
        .right_stop = number_of(cgt_right_stop(f->table, form)),
        .mean = number_of(graph->mean),
        .temperature = number_of(graph->temperature),
    };
}

pm_status pm_form_get_info(pm_forms *f, pm_form form, pm_form_info *info, pm_error *err)
{
    cgt_thermograph graph;
    pm_status status = enter(f, info, err);
    if (status != PM_OK) {
        return status;
    }
    status = check_form(f, form, err);
    status = status == PM_OK ? cgt_thermograph_of(f->thermographs, form, &graph, err) : status;
    if (status == PM_OK) {
        const pm_form_info found = look(f, form, &graph);
        status = cgt_table_status(f->table, err);
        *info = status == PM_OK ? found : *info;
    }
    return leave(f, status);
}

static void copy_options(const cgt_value *options, uint32_t n, pm_form to[])
{
    for (uint32_t i = 0; i < n; i++) {
        to[i] = options[i];
    }
}

pm_status pm_form_options(pm_forms *f, pm_form form, pm_form left[], pm_form right[], pm_error *err)
{
    pm_status status = enter(f, true, err);
    if (status != PM_OK) {
        return status;
    }
    status = check_form(f, form, err);
    const cgt_options options = status == PM_OK ? cgt_options_of(f->table, form) : (cgt_options){0};
    status = status == PM_OK ? cgt_table_status(f->table, err) : status;
    if (status == PM_OK) {
        status = status_check(err, (left || options.n_left == 0) && (right || options.n_right == 0),
                              "the place for options is NULL");
    }
    if (status == PM_OK) {
        copy_options(options.left, options.n_left, left);
        copy_options(options.right, options.n_right, right);
    }
    return leave(f, status);
}

static size_t copy_wall(const thermo_point *points, uint32_t n, size_t room, pm_thermograph_point to[])
{
    for (size_t i = 0; i < n && i < room; i++) {
        assert(i == 0 || points[i - 1].t < points[i].t); /* a wall is a function of the temperature */
        to[i] = (pm_thermograph_point){number_of(points[i].t), number_of(points[i].x)};
    }
    return n;
}

pm_status pm_form_thermograph(pm_forms *f, pm_form form, size_t room, pm_thermograph_point left[],
                              pm_thermograph_point right[], size_t *n_left, size_t *n_right, pm_error *err)
{
    cgt_thermograph graph;
    pm_status status = enter(f, n_left && n_right && (room == 0 || (left && right)), err);
    if (status != PM_OK) {
        return status;
    }
    status = check_form(f, form, err);
    status = status == PM_OK ? cgt_thermograph_of(f->thermographs, form, &graph, err) : status;
    if (status == PM_OK) {
        *n_left = copy_wall(graph.left, graph.n_left, room, left);
        *n_right = copy_wall(graph.right, graph.n_right, room, right);
    }
    return leave(f, status);
}
