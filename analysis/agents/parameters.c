/* Parameters of agents: see parameters.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/agents/parameters.h"

#include "src/base/status.h"
#include "src/game/game.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Read the n characters at `text` as a decimal number; false if they are not one or it does not fit. */
static bool read_number(const char *text, size_t n, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < n; i++) {
        if (text[i] < '0' || text[i] > '9' || *number > (UINT64_MAX - 9) / 10) {
            return false;
        }
        *number = *number * 10 + (uint64_t)(text[i] - '0');
    }
    return n > 0;
}

static pm_status read_text(const char *text, size_t n, const agent_parameter *p, pm_error *err)
{
    if (n == 0 || n > AGENT_MAX_TEXT) {
        return status_fail(err, PM_BAD_INPUT, 0, "%s has %zu characters, expected 1 to %d", p->name, n, AGENT_MAX_TEXT);
    }
    memcpy(p->text, text, n);
    p->text[n] = '\0';
    return PM_OK;
}

static pm_status read_value(const char *text, size_t n, const agent_parameter *p, pm_error *err)
{
    if (p->text) {
        return read_text(text, n, p, err);
    }
    uint64_t value;
    if (!read_number(text, n, &value) || value < p->min || value > p->max) {
        return status_fail(err, PM_BAD_INPUT, 0, "%s is \"%.*s\", expected a number from %" PRIu64 " to %" PRIu64,
                           p->name, (int)(n < 40 ? n : 40), text, p->min, p->max);
    }
    assert(p->min <= p->max);
    *p->value = value;
    return PM_OK;
}

static_assert(AGENT_MAX_PARAMETERS <= 8 * sizeof(unsigned), "a bit for each parameter");

static pm_status fail_unknown(const char *name, const agent_parameter *parameters, int n, pm_error *err)
{
    const char *names[AGENT_MAX_PARAMETERS + 1] = {NULL};
    for (int i = 0; i < n; i++) {
        names[i] = parameters[i].name;
    }
    return status_fail(err, PM_BAD_INPUT, 0, "there is no parameter \"%s\"; the nearest is %s", name,
                       game_nearest_name(name, names));
}

/* Read the pair of `n` characters "name=value"; `seen` has a bit for each parameter read before. */
static pm_status read_pair(const char *text, size_t n, const agent_parameter *parameters, int n_parameters,
                           unsigned *seen, pm_error *err)
{
    char name[40];
    const char *equals = memchr(text, '=', n);
    const size_t length = equals ? (size_t)(equals - text) : n;
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    if (!equals) {
        return status_fail(err, PM_BAD_INPUT, 0, "\"%s\" is not name=number, as in %s=%s", name, parameters[0].name,
                           strspn(name, "0123456789") == length && length ? name : "4");
    }
    int i = 0;
    while (i < n_parameters && strcmp(name, parameters[i].name) != 0) {
        i++;
    }
    if (i == n_parameters) {
        return fail_unknown(name, parameters, n_parameters, err);
    }
    if (*seen & (1u << i)) {
        return status_fail(err, PM_BAD_INPUT, 0, "%s is given twice", name);
    }
    *seen |= 1u << i;
    return read_value(equals + 1, n - length - 1, &parameters[i], err);
}

pm_status agent_parameters_read(const char *text, const agent_parameter *parameters, int n, pm_error *err)
{
    assert(n >= 1 && n <= AGENT_MAX_PARAMETERS);
    if (!strchr(text, '=')) {
        return read_value(text, strlen(text), &parameters[0], err);
    }
    unsigned seen = 0;
    for (const char *s = text;;) {
        const size_t length = strcspn(s, ",");
        const pm_status status = read_pair(s, length, parameters, n, &seen, err);
        if (status != PM_OK || s[length] == '\0') {
            return status;
        }
        s += length + 1;
    }
}
