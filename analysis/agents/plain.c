/* What agents without parameters and without a memory have in common: see agents.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/agents/agents.h"

#include "src/base/status.h"

#include <stdlib.h>

pm_status agent_make_plain(const game *g, const char *parameters, agent **a, pm_error *err)
{
    (void)g;
    if (parameters) {
        return status_fail(err, PM_BAD_INPUT, 0, "it takes no parameters, but \"%.40s\" is given", parameters);
    }
    *a = calloc(1, sizeof **a);
    return *a ? PM_OK : PM_NO_MEMORY;
}

void agent_free_plain(agent *a)
{
    free(a);
}
