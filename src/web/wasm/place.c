/* Where the page is: see place.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/web/wasm/place.h"

#include "analysis/answers/sources.h"
#include "src/base/status.h"

#include <stdlib.h>
#include <string.h>

void place_close(web *w)
{
    analyst_free(w->analyst);
    answers_free(w->exact);
    game_free(w->g);
    w->analyst = NULL;
    w->exact = NULL;
    w->g = NULL;
}

bool place_has_database(const web *w)
{
    return w->db && w->g && answers_db_match(w->db, w->g, NULL, NULL) == PM_OK;
}

pm_status place_answers(const web *w, const game *g, answers **made, pm_error *err)
{
    const answers_limits limits = {.memory = w->memory, .threads = 1};
    answers *a = answers_new(g);
    pm_status status = a ? PM_OK : status_no_memory(err, "exact answers", 0);
    if (status == PM_OK) {
        status = place_has_database(w) ? answers_add_database(a, g, w->db, err) : answers_add_sweep(a, g, &limits, err);
    }
    if (status != PM_OK) {
        answers_free(a);
        return status;
    }
    *made = a;
    return PM_OK;
}

pm_status place_open(web *w, const char *name, const game_options *options, pm_error *err)
{
    game *g;
    pm_status status = game_new(name, options, &g, err);
    if (status != PM_OK) {
        return status;
    }
    place_close(w);
    w->g = g;
    status = place_answers(w, g, &w->exact, err);
    if (status != PM_OK) {
        place_close(w);
    }
    return status;
}

pm_status place_analyst(web *w, double seconds, int depth, bool wants_values, analyst **found, pm_error *err)
{
    const bool is_made =
        w->analyst && w->limits.seconds == seconds && w->limits.depth == depth && w->limits.wants_worth == wants_values;
    pm_status status = PM_OK;
    if (!is_made) {
        analyst_free(w->analyst);
        w->analyst = NULL;
        w->limits = (analysis_limits){
            .seconds = seconds, .depth = depth, .wants_worth = wants_values, .memory = w->memory, .threads = 1};
        status = analyst_new(w->g, w->exact, &w->limits, &w->analyst, err);
    }
    *found = w->analyst;
    return status;
}

pm_status place_check(const web *w, pm_error *err)
{
    return status_check(err, w->g, "there is no board yet");
}
