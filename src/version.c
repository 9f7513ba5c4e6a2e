/* Which Papamu this is: version and commit, for provenance lines.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu.h"

#ifndef PM_GIT_ID
#define PM_GIT_ID "unknown"
#endif

const char *pm_version(void)
{
    return PM_VERSION;
}

const char *pm_git_id(void)
{
    return PM_GIT_ID;
}
