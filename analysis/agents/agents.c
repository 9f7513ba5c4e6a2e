/* The table of agents, and the way from a string to an agent: see agents.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/agents/agents.h"

#include "src/base/status.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLASS_POINTER(name) &agent_##name,
static const agent_class *const classes[] = {AGENT_CLASSES(CLASS_POINTER) NULL};
#undef CLASS_POINTER

/* How far they are apart is in tests/analysis/test_strengths.c. */
static const agent_alias aliases[] = {
    {"easy", "greedy"}, {"medium", "ab:4"}, {"hard", "ab:nodes=1000000"}, {NULL, NULL}};

enum {
    MAX_NAME = 31,
    N_CLASSES = sizeof classes / sizeof classes[0] - 1,
    N_ALIASES = sizeof aliases / sizeof aliases[0] - 1,
};

const agent_class *const *agent_classes(void)
{
    return classes;
}

const agent_alias *agent_aliases(void)
{
    return aliases;
}

static pm_status fail_unknown(const char *name, pm_error *err)
{
    const char *names[N_CLASSES + N_ALIASES + 1] = {NULL};
    char list[160] = "", hint[GAME_HINT_TEXT];
    for (int i = 0; i < N_CLASSES + N_ALIASES; i++) {
        names[i] = i < N_CLASSES ? classes[i]->name : aliases[i - N_CLASSES].name;
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", names[i]);
    }
    assert(strlen(list) + 1 < sizeof list); /* all names fit */
    return status_fail(err, PM_BAD_INPUT, 0, "there is no agent \"%s\" among %s%s", name, list,
                       game_hint(name, names, "", "", hint));
}

static const agent_class *class_find(const char *name)
{
    for (int i = 0; i < N_CLASSES; i++) {
        if (strcmp(classes[i]->name, name) == 0) {
            return classes[i];
        }
    }
    return NULL;
}

/* The agents that an alias names; any other text itself. */
static const char *alias_resolve(const char *text)
{
    for (int i = 0; i < N_ALIASES; i++) {
        if (strcmp(aliases[i].name, text) == 0) {
            return aliases[i].text;
        }
    }
    return text;
}

/* Where the name of another agent begins in "PARAMETERS,AGENT", or NULL: after the first comma that a name follows. */
static const char *find_other(const char *parameters)
{
    for (const char *s = strchr(parameters, ','); s; s = strchr(s + 1, ',')) {
        const size_t length = strcspn(s + 1, ":,");
        for (int i = 0; i < N_CLASSES; i++) {
            if (strlen(classes[i]->name) == length && strncmp(s + 1, classes[i]->name, length) == 0) {
                return s + 1;
            }
        }
    }
    return NULL;
}

static pm_status make_with_other(const agent_class *class, const game *g, const char *parameters, const char *other,
                                 agent **a, pm_error *err)
{
    assert(other > parameters && other[-1] == ',');
    agent *made, *adopted;
    char *own = strndup(parameters, (size_t)(other - parameters) - 1);
    pm_status status = own ? class->make(g, own, &made, err) : PM_NO_MEMORY;
    free(own);
    if (status == PM_OK) {
        status = agent_new(other, g, &adopted, err);
        if (status != PM_OK) {
            class->free(made);
        }
    }
    if (status == PM_OK) {
        class->adopt(made, adopted);
        *a = made;
    }
    return status;
}

static pm_status make(const agent_class *class, const game *g, const char *parameters, agent **a, pm_error *err)
{
    const char *other = class->adopt && parameters ? find_other(parameters) : NULL;
    return other ? make_with_other(class, g, parameters, other, a, err) : class->make(g, parameters, a, err);
}

pm_status agent_new(const char *given, const game *g, agent **a, pm_error *err)
{
    const char *text = alias_resolve(given);
    char name[MAX_NAME + 1];
    const size_t length = strcspn(text, ":");
    snprintf(name, sizeof name, "%.*s", (int)(length < MAX_NAME ? length : MAX_NAME), text);
    const agent_class *class = class_find(name);
    if (!class) {
        return fail_unknown(name, err);
    }
    pm_error inner = {0};
    const pm_status status = make(class, g, text[length] ? text + length + 1 : NULL, a, &inner);
    if (status == PM_NO_MEMORY) {
        return status_no_memory(err, "the agent", 0);
    }
    if (status == PM_BAD_INPUT) {
        return status_fail(err, status, inner.offset, "agent %.60s: %s (usage: %s)", text, inner.message, class->usage);
    }
    if (status != PM_OK) {
        return status_fail(err, status, inner.offset, "agent %.60s: %s", text, inner.message);
    }
    (*a)->class = class;
    (*a)->game = g;
    return PM_OK;
}

bool agent_is_random(const agent *a)
{
    return a->class == &agent_random;
}

/* Whether the text begins with a parameter, "name=", rather than with an agent. */
static bool is_parameter(const char *text)
{
    const size_t n = strcspn(text, ":=,");
    return text[n] == '=';
}

int agent_list_split(char *list, const char **texts, int max)
{
    const char separator = strchr(list, ';') ? ';' : ',';
    int n = 0;
    for (char *s = list; s;) {
        char *next = strchr(s, separator);
        while (next && separator == ',' && is_parameter(next + 1)) {
            next = strchr(next + 1, separator);
        }
        if (next) {
            *next++ = '\0';
        }
        if (n == max || *s == '\0') {
            return -1;
        }
        texts[n++] = s;
        s = next;
    }
    return n;
}
