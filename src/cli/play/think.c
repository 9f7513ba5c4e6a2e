/* Thinking in `papamu play`: an agent's choice at its turn, and the analysis that a person asks for; Ctrl-C ends both.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/analyse/table.h"
#include "src/cli/play/play.h"

#include <assert.h>

static const double seconds = 1; /* of an analysis */

bool play_think(play *p, agent *a, game_move *move)
{
    assert(a->game == p->g);
    agent_turn turn = session_turn(&p->session);
    turn.stop = cli_stop;
    agent_choose(a, &turn, &p->random, move);
    return !cli_is_interrupted();
}

bool play_analyse(play *p, analysis *found)
{
    const agent_turn turn = session_turn(&p->session);
    pm_error err = {0};
    pm_status status = PM_OK;
    if (!p->analyst) {
        const analysis_limits limits = analysis_limits_of(p->c, seconds, ANALYSIS_MAX_DEPTH);
        status = analyst_new(p->g, p->answers.answers, &limits, &p->analyst, &err);
    }
    if (status == PM_OK) {
        status = analyst_find(p->analyst, &turn, NULL, found, &err);
    }
    if (status != PM_OK) {
        terminal_say(p->c, &p->terminal, "No analysis: %s.", status == PM_INTERRUPTED ? "interrupted" : err.message);
    }
    return status == PM_OK;
}
