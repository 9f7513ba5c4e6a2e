/* The place of an analysis: a game and all that answers questions about it; see analyse.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/analyse/analyse.h"

#include <assert.h>

int analyse_place_open(cli *c, const game *g, const analysis_limits *limits, analyse_place *place)
{
    assert(!place->g && !place->analyst); /* the one before was left */
    pm_error err = {0};
    place->g = g;
    pm_status status = cli_answers_open(c, g, cli_value(c, "db"), &place->answers, &err);
    if (status == PM_OK) {
        status = analyst_new(g, place->answers.answers, limits, &place->analyst, &err);
    }
    if (status != PM_OK) {
        analyse_place_close(place);
        return cli_fail(c, status, &err);
    }
    return CLI_DONE;
}

void analyse_place_leave(analyse_place *place)
{
    analyst_free(place->analyst);
    cli_answers_leave(&place->answers);
    place->g = NULL;
    place->analyst = NULL;
}

void analyse_place_close(analyse_place *place)
{
    analyse_place_leave(place);
    cli_answers_close(&place->answers);
}
