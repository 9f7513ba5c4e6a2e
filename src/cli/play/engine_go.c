/* Choosing a move for another program: see engine.h.
 *
 * The search is not another thread: the agent asks every fraction of a millisecond whether to stop, and the answer
 * comes from a look at the input. What else has come meanwhile is answered after the search.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/play/engine.h"

#include "src/base/clock.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 100, MAX_MS = 24 * 3600 * 1000 };

static const uint64_t max_nodes = UINT64_C(1) << 50;

/* One question of an agent whether to stop. */
typedef struct stop_request {
    engine *e;
    bool is_infinite;
} stop_request;

bool engine_is_stopped(engine *e)
{
    return cli_is_interrupted() || lines_has(&e->input, LINES_STOP);
}

/* A search with a limit continues to it when the input ends, or `quit` is read: a script may give all its commands at
 * once. */
static bool must_stop(void *ctx)
{
    const stop_request *r = ctx;
    lines *input = &r->e->input;
    return engine_is_stopped(r->e) || (r->is_infinite && (lines_has(input, LINES_QUIT) || lines_ended(input)));
}

/* ---- limits ----------------------------------------------------------------------------------- */

static pm_status read_number(const char *command, const char *name, const char *text, uint64_t max, uint64_t *n,
                             pm_error *err)
{
    char *end = NULL;
    errno = 0;
    const uint64_t value = text ? strtoull(text, &end, 10) : 0;
    if (!text || text[0] < '0' || text[0] > '9' || *end || errno || value < 1 || value > max) {
        return status_fail(err, PM_BAD_INPUT, 0, "%s %s needs a whole number from 1 to %" PRIu64 ", not \"%.40s\"",
                           command, name, max, text ? text : "");
    }
    *n = value;
    assert(*n >= 1 && *n <= max);
    return PM_OK;
}

static pm_status fail_unknown(const char *command, const char *word, const char *const names[], pm_error *err)
{
    char hint[GAME_HINT_TEXT], known[80] = "";
    for (int i = 0; names[i]; i++) {
        strcat(strcat(known, i == 0 ? "" : names[i + 1] ? ", " : " and "), names[i]);
    }
    assert(strlen(known) + 1 < sizeof known);
    return status_fail(err, PM_BAD_INPUT, 0, "%s knows %s, not \"%.40s\"%s", command, known, word,
                       game_hint(word, names, "", "", hint));
}

pm_status engine_limits_read(const char *command, char *text, const char *const names[], engine_limits *l,
                             pm_error *err)
{
    const struct {
        const char *name;
        uint64_t max, *n;
    } numbers[] = {{"depth", MAX_DEPTH, &l->depth}, {"nodes", max_nodes, &l->nodes}, {"movetime", MAX_MS, &l->ms}};
    char *rest = NULL;
    pm_status status = PM_OK;
    for (char *word = strtok_r(text, " \t", &rest); word && status == PM_OK; word = strtok_r(NULL, " \t", &rest)) {
        int k = 0, i = 0;
        while (names[k] && strcmp(names[k], word) != 0) {
            k++;
        }
        while (i < 3 && strcmp(numbers[i].name, word) != 0) {
            i++;
        }
        if (!names[k]) {
            status = fail_unknown(command, word, names, err);
        } else if (i < 3) {
            status = read_number(command, word, strtok_r(NULL, " \t", &rest), numbers[i].max, numbers[i].n, err);
        } else {
            assert(strcmp(word, "infinite") == 0); /* the one limit without a number */
            l->is_infinite = true;
        }
    }
    return status;
}

/* The agent that keeps within the limits: alpha-beta if there are any, else the player. */
static pm_status choose_agent(engine *e, const engine_limits *l, agent **a, pm_error *err)
{
    char text[ENGINE_AGENT_TEXT];
    if (!l->depth && !l->nodes && !l->ms && !l->is_infinite) {
        *a = e->player.a;
        return PM_OK;
    }
    int n = snprintf(text, sizeof text, "ab:depth=%" PRIu64, l->depth ? l->depth : MAX_DEPTH);
    if (l->nodes) {
        n += snprintf(text + n, sizeof text - (size_t)n, ",nodes=%" PRIu64, l->nodes);
    }
    if (l->ms) {
        snprintf(text + n, sizeof text - (size_t)n, ",ms=%" PRIu64, l->ms);
    }
    assert(strlen(text) + 1 < sizeof text); /* the largest limits fit */
    const pm_status status = engine_agent_set(e, &e->searcher, text, err);
    *a = e->searcher.a;
    return status;
}

/* ---- searching -------------------------------------------------------------------------------- */

static void search(engine *e, agent *a, const engine_limits *l)
{
    assert(a->game == e->g && session_get_result(&e->session) == SESSION_OPEN);
    stop_request request = {e, l->is_infinite};
    const double start = clock_seconds();
    const uint64_t nodes = a->nodes;
    agent_turn turn = session_turn(&e->session);
    turn.stop = must_stop;
    turn.stop_ctx = &request;
    game_move move;
    char text[GAME_MAX_MOVE_TEXT];
    agent_choose(a, &turn, &e->random, &move);
    assert(a->nodes >= nodes);
    while (l->is_infinite && !must_stop(&request)) { /* done, but the answer is not wanted yet */
        lines_wait(&e->input, 10);
    }
    e->g->rules->move_format(e->g, turn.state, &move, text);
    cli_print(e->c, "info depth %d nodes %" PRIu64 " ms %.0f\n", a->depth, a->nodes - nodes,
              (clock_seconds() - start) * 1e3);
    cli_print(e->c, "bestmove %s\n", text);
}

pm_status engine_go(engine *e, char *text, pm_error *err)
{
    static const char *const names[] = {"depth", "nodes", "movetime", "infinite", NULL};
    engine_limits l = {0};
    agent *a;
    pm_status status = engine_limits_read("go", text, names, &l, err);
    if (status == PM_OK && session_get_result(&e->session) != SESSION_OPEN) {
        cli_print(e->c, "bestmove none\n");
        return PM_OK;
    }
    if (status == PM_OK) {
        status = choose_agent(e, &l, &a, err);
    }
    if (status == PM_OK) {
        search(e, a, &l);
    }
    return status;
}
