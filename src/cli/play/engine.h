/* What the files of `papamu engine` share: the game that the other program sees.
 *
 * engine.c reads the commands and answers them; engine_agent.c makes the agents; engine_go.c lets one choose a move,
 * within limits, and stops it when the other program says so; engine_analyse.c reports on every move. The protocol is
 * described in papamu-formats(5).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_PLAY_ENGINE_H
#define CLI_PLAY_ENGINE_H

#include "analysis/selfplay/session.h"
#include "src/cli/input/answers.h"
#include "src/cli/input/lines.h"

enum { ENGINE_PROTOCOL = 1, ENGINE_AGENT_TEXT = 128 };

/* An agent and the text that it was made from; NULL before the first use. */
typedef struct engine_agent {
    agent *a;
    char text[ENGINE_AGENT_TEXT];
} engine_agent;

typedef struct engine {
    cli *c;
    game *g;
    session session;
    engine_agent player;   /* for `go` without limits */
    engine_agent searcher; /* for `go` with limits, from which its text is made */
    cli_answers answers;
    rng random;
    lines input;
} engine;

/* Make the agent `text` unless *a is one already; on failure *a is as before. */
pm_status engine_agent_set(engine *e, engine_agent *a, const char *text, pm_error *err);

void engine_agent_drop(engine_agent *a);

/* The limits of a command that searches. Zero: no such limit. */
typedef struct engine_limits {
    uint64_t depth, nodes, ms;
    bool is_infinite;
} engine_limits;

/* Read the limits that follow the command `name`, which are cut into words in place. `names`: those that it has. */
pm_status engine_limits_read(const char *name, char *text, const char *const names[], engine_limits *l, pm_error *err);

/* Whether `stop` has come or the process was interrupted. */
bool engine_is_stopped(engine *e);

/* Obey `analyse` with what follows it: print a line for each move. */
pm_status engine_analyse(engine *e, char *limits, pm_error *err);

/* Obey `go` with what follows it, which is cut into words in place: print the answer but for its last line. */
pm_status engine_go(engine *e, char *limits, pm_error *err);

#endif
