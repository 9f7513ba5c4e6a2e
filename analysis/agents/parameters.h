/* Reading what follows the colon in the name of an agent: "4", or "depth=4,ms=100".
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ANALYSIS_AGENTS_PARAMETERS_H
#define ANALYSIS_AGENTS_PARAMETERS_H

#include "src/papamu.h"

enum { AGENT_MAX_PARAMETERS = 8, AGENT_MAX_TEXT = 1023 };

/* An integer parameter with its bounds, or a text, such as a file's name. `value` or `text` holds the default and
 * receives what is given. */
typedef struct agent_parameter {
    const char *name;
    uint64_t min, max;
    uint64_t *value;
    char *text; /* of AGENT_MAX_TEXT + 1 bytes; NULL for an integer */
} agent_parameter;

/* Read `text`: one number, which is the first of the `n` parameters, or name=value pairs separated by commas, each
 * name once. PM_BAD_INPUT with a message about the parameter. */
pm_status agent_parameters_read(const char *text, const agent_parameter *parameters, int n, pm_error *err);

#endif
