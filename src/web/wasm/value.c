/* Exact values for the page: see web.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu/forms.h"

#include "solver/konane/values/value.h"
#include "src/api/handles.h"
#include "src/base/clock.h"
#include "src/base/status.h"
#include "src/konane/game_konane.h"
#include "src/web/wasm/course.h"
#include "src/web/wasm/place.h"

#include <stdlib.h>
#include <string.h>

enum { VALUE_TEXT = 2000, MAX_CORNERS = 200 };

static bool is_late(void *ctx, uint64_t done, uint64_t total)
{
    const double *end = ctx;
    (void)done;
    (void)total;
    return clock_seconds() >= *end;
}

static void put_number(reply *r, const char *name, pm_number x)
{
    char text[64];
    if (x.denominator == 1) {
        snprintf(text, sizeof text, "%lld", (long long)x.numerator);
    } else {
        snprintf(text, sizeof text, "%lld/%llu", (long long)x.numerator, (unsigned long long)x.denominator);
    }
    reply_text(r, name, text);
}

static double real(pm_number x)
{
    return (double)x.numerator / (double)x.denominator;
}

static void put_wall(reply *r, const char *name, const pm_thermograph_point *points, size_t n)
{
    reply_open(r, name, '[');
    for (size_t i = 0; i < n && i < MAX_CORNERS; i++) {
        reply_open(r, NULL, '[');
        reply_real(r, NULL, real(points[i].t));
        reply_real(r, NULL, real(points[i].x));
        reply_close(r, ']');
    }
    reply_close(r, ']');
}

static pm_status put_value(reply *r, pm_forms *forms, pm_form form, pm_error *err)
{
    static const char *const outcomes[] = {
        [PM_NEXT_PLAYER] = "N", [PM_PREVIOUS_PLAYER] = "P", [PM_LEFT_WINS] = "L", [PM_RIGHT_WINS] = "R"};
    pm_form_info info;
    pm_thermograph_point left[MAX_CORNERS], right[MAX_CORNERS];
    size_t n_left, n_right;
    char text[VALUE_TEXT];
    pm_status status = pm_form_get_info(forms, form, &info, err);
    status =
        status == PM_OK ? pm_form_thermograph(forms, form, MAX_CORNERS, left, right, &n_left, &n_right, err) : status;
    if (status != PM_OK) {
        return status;
    }
    pm_form_format(forms, form, sizeof text, text);
    reply_begin(r);
    reply_text(r, "value", text);
    reply_text(r, "outcome", outcomes[info.outcome]);
    put_number(r, "mean", info.mean);
    put_number(r, "temperature", info.temperature);
    put_number(r, "left_stop", info.left_stop);
    put_number(r, "right_stop", info.right_stop);
    put_wall(r, "left_wall", left, n_left);
    put_wall(r, "right_wall", right, n_right);
    return PM_OK;
}

/* ---- the regions that the position falls into ---- */

static void put_region(reply *r, const game *g, const konane_value_place *place, const char *value)
{
    reply_open(r, NULL, '{');
    reply_text(r, "value", value);
    reply_open(r, "cells", '[');
    for (int n = 0; n < g->n_cells; n++) {
        if (place->cells[n / 64] >> (n % 64) & 1) {
            reply_integer(r, NULL, g->rules->cell_of(g, n));
        }
    }
    reply_close(r, ']');
    reply_close(r, '}');
}

static pm_status put_places(reply *r, const course *c, konane_values *values, konane_value_place *places, pm_error *err)
{
    const konane_diagram d = game_konane_diagram(c->g, course_end(c));
    const konane_stones stones = konane_stones_of(&d);
    int n = 0;
    pm_status status = konane_value_places(values, &stones, places, &n, err);
    reply_open(r, "regions", '[');
    for (int i = 0; i < n && status == PM_OK; i++) {
        char *text = NULL;
        status = cgt_format(konane_values_table(values), places[i].value, VALUE_TEXT, &text, err);
        if (status == PM_OK) {
            put_region(r, c->g, &places[i], text);
        }
        free(text);
    }
    reply_close(r, ']');
    return status;
}

/* The values that were found for the position remember those of its regions. */
static pm_status put_regions(web *w, const course *c, konane_values *values, pm_error *err)
{
    konane_value_place *places = calloc(REGION_MAX_PARTS, sizeof *places);
    const pm_status status =
        places ? put_places(&w->reply, c, values, places, err) : status_no_memory(err, "the regions", 0);
    free(places);
    return status;
}

/* Values are those of normal play, where a jump may stop anywhere. */
static pm_status check_rules(const game *g, pm_error *err)
{
    const bool is_standard =
        strcmp(g->rules->name, "konane") == 0 && konane_variant_is_standard(game_konane_variant(g));
    return is_standard
               ? PM_OK
               : status_fail(err, PM_BAD_INPUT, 0,
                             "exact values are those of Konane in normal play with any jumps, not of %s", g->name);
}

static pm_status find_value(web *w, const course *c, double seconds, pm_error *err)
{
    pm_game handle;
    pm_state state;
    pm_forms *forms;
    pm_form form;
    double end = clock_seconds() + seconds;
    const pm_job job = {.threads = 1, .memory = w->memory / 4, .progress = is_late, .ctx = &end};
    pm_status status = check_rules(c->g, err);
    status = status == PM_OK ? pm_forms_new(&job, &forms, err) : status;
    if (status != PM_OK) {
        return status;
    }
    pm_game_wrap(&handle, c->g, w->opening);
    memcpy(&state, course_end(c), sizeof state);
    status = pm_form_of_state(forms, &handle, &state, &form, err);
    status = status == PM_OK ? put_value(&w->reply, forms, form, err) : status;
    status = status == PM_OK ? put_regions(w, c, forms_positions(forms), err) : status;
    pm_forms_free(forms);
    return status;
}

const char *web_value(web *w, const char *start, const char *moves, double seconds)
{
    course c = {0};
    pm_error err = {0};
    pm_status status = place_check(w, &err);
    status = status == PM_OK ? course_open(w->g, start, moves, &c, &err) : status;
    status = status == PM_OK ? find_value(w, &c, seconds, &err) : status;
    course_close(&c);
    return status == PM_OK ? reply_end(&w->reply) : reply_error(&w->reply, status, &err);
}
