/* The agents of `papamu engine`, each made when it is first asked for: see engine.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/play/engine.h"

#include "src/base/status.h"

#include <assert.h>
#include <string.h>

pm_status engine_agent_set(engine *e, engine_agent *a, const char *text, pm_error *err)
{
    if (a->a && strcmp(a->text, text) == 0) {
        return PM_OK;
    }
    if (strlen(text) >= sizeof a->text) {
        return status_fail(err, PM_BAD_INPUT, 0, "the name of an agent is not longer than %d bytes",
                           ENGINE_AGENT_TEXT - 1);
    }
    agent *made;
    const pm_status status = agent_new(text, e->g, &made, err);
    assert(status != PM_OK || made->game == e->g);
    if (status != PM_OK) {
        return status;
    }
    agent_free(a->a);
    a->a = made;
    assert(strlen(text) < sizeof a->text);
    strcpy(a->text, text);
    agent_begin(made);
    return PM_OK;
}

void engine_agent_drop(engine_agent *a)
{
    agent_free(a->a);
    a->a = NULL;
}
