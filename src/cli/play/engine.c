/* papamu engine: a line protocol by which other programs play, in the spirit of chess's UCI and go's GTP.
 *
 * Every command is one line, and every answer ends with a line that is "ok" or begins with "error ". An error leaves
 * the game as it was. The help of the command and papamu-formats(5) describe the protocol.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/play/engine.h"

#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t";

typedef struct verb {
    const char *name, *operands;
    pm_status (*obey)(engine *e, char *text, pm_error *err); /* `text` is what follows the name */
} verb;

static const verb *verb_list(void);

/* ---- the game --------------------------------------------------------------------------------- */

static pm_status set_agent(engine *e, char *text, pm_error *err)
{
    return engine_agent_set(e, &e->player, text, err);
}

/* Put a game on a board of `rows` x `cols` in the place of the present one, with its first position. */
static pm_status set_board(engine *e, int rows, int cols, pm_error *err)
{
    const cli *c = e->c;
    const game_options options = cli_game_options(c, rows, cols);
    const bool has_database = rows == c->rows && cols == c->cols;
    engine next = {.g = NULL};
    game_state start;
    pm_status status = game_new(c->game, &options, &next.g, err);
    if (status == PM_OK) {
        status = next.g->rules->start(next.g, &start, err);
    }
    if (status == PM_OK) {
        status = session_open(&next.session, next.g, &start);
    }
    if (status == PM_OK) {
        status = engine_agent_set(&next, &next.player, e->player.text, err);
    }
    if (status == PM_OK) {
        status = cli_answers_open(e->c, next.g, has_database ? cli_value(c, "db") : NULL, &next.answers, err);
    }
    engine *unused = status == PM_OK ? e : &next;
    engine_agent_drop(&unused->player);
    engine_agent_drop(&unused->searcher);
    session_close(&unused->session);
    cli_answers_close(&unused->answers);
    game_free(unused->g);
    if (status == PM_OK) {
        e->g = next.g;
        assert(!e->searcher.a && next.session.g == next.g); /* what belongs to the game before is gone */
        e->session = next.session;
        e->player = next.player;
        e->answers = next.answers;
    }
    return status;
}

static pm_status new_game(engine *e, char *text, pm_error *err)
{
    int rows = e->g->rows, cols = e->g->cols;
    char end;
    if (text[0] && (sscanf(text, "%2dx%2d%c", &rows, &cols, &end) != 2 || rows < 1 || cols < 1)) {
        return status_fail(err, PM_BAD_INPUT, 0, "new \"%.40s\" is not a board; expected a size such as 6x6", text);
    }
    return set_board(e, rows, cols, err);
}

/* Make the moves whose texts are in `text`. */
static pm_status make_moves(session *s, char *text, pm_error *err)
{
    char *rest = NULL, nearest[GAME_MAX_MOVE_TEXT];
    for (char *word = strtok_r(text, blanks, &rest); word; word = strtok_r(NULL, blanks, &rest)) {
        game_move move;
        pm_error inner;
        if (session_get_result(s) != SESSION_OPEN) {
            return status_fail(err, PM_BAD_INPUT, 0, "the game is over before \"%.40s\"", word);
        }
        pm_status status = session_move_parse(s, word, &move, nearest, &inner);
        if (status == PM_BAD_INPUT) {
            return status_fail(err, status, 0, "\"%.40s\": %.120s (the nearest legal move is %.40s)", word,
                               inner.message, nearest);
        }
        status = status == PM_OK ? session_move(s, &move) : status;
        if (status != PM_OK) {
            return status;
        }
    }
    return PM_OK;
}

/* A copy of the present game with the moves of `text` takes its place if all of them are legal. */
static pm_status extend(engine *e, const game_state *start, int n_kept, char *text, pm_error *err)
{
    assert(n_kept >= 0 && n_kept <= e->session.n_plies);
    session next = {0};
    pm_status status = session_open(&next, e->g, start);
    for (int i = 0; i < n_kept && status == PM_OK; i++) {
        status = session_move(&next, &e->session.moves[i]);
    }
    status = status == PM_OK ? make_moves(&next, text, err) : status;
    if (status != PM_OK) {
        session_close(&next);
        return status;
    }
    session_close(&e->session);
    e->session = next;
    return PM_OK;
}

static pm_status play(engine *e, char *text, pm_error *err)
{
    return extend(e, &e->session.states[0], e->session.n_plies, text, err);
}

static pm_status read_state(const engine *e, const char *text, game_state *s, pm_error *err)
{
    pm_error inner;
    if (strcmp(text, "start") == 0) {
        return e->g->rules->start(e->g, s, err);
    }
    const pm_status status = e->g->rules->state_parse(e->g, text, s, &inner);
    if (status == PM_BAD_INPUT) {
        return status_fail(err, status, 0, "position, byte %zu: %.200s", inner.offset, inner.message);
    }
    return status;
}

static pm_status set_position(engine *e, char *text, pm_error *err)
{
    static const char separator[] = " moves";
    char *moves = strstr(text, separator);
    if (moves) {
        *moves = '\0';
        moves += strlen(separator);
    }
    game_state start;
    const pm_status status = read_state(e, text, &start, err);
    return status == PM_OK ? extend(e, &start, 0, moves ? moves : text + strlen(text), err) : status;
}

static pm_status undo(engine *e, char *text, pm_error *err)
{
    int n = 1;
    char end;
    if (text[0] && (sscanf(text, "%6d%c", &n, &end) != 1 || n < 1)) {
        return status_fail(err, PM_BAD_INPUT, 0, "undo \"%.40s\" is not a valid ply count", text);
    }
    if (n > e->session.n_plies) {
        return status_fail(err, PM_BAD_INPUT, 0, "undo %d: the game has %d plies", n, e->session.n_plies);
    }
    session_undo(&e->session, n);
    assert(e->session.n_plies >= 0);
    return PM_OK;
}

/* ---- questions -------------------------------------------------------------------------------- */

static pm_status tell_protocol(engine *e, char *text, pm_error *err)
{
    (void)text;
    (void)err;
    cli_print(e->c, "protocol %d\nprogram papamu %s\n", ENGINE_PROTOCOL, pm_version());
    cli_print(e->c, "game %s\nboard %dx%d\nagent %s\n", e->g->rules->name, e->g->rows, e->g->cols, e->player.text);
    return PM_OK;
}

static pm_status list_moves(engine *e, char *text, pm_error *err)
{
    (void)text;
    (void)err;
    game_move moves[GAME_MAX_MOVES];
    const game_state *s = session_state(&e->session);
    const bool is_open = session_get_result(&e->session) == SESSION_OPEN;
    const int n = is_open ? e->g->rules->moves(e->g, s, moves) : 0;
    cli_print(e->c, "moves");
    for (int i = 0; i < n; i++) {
        char move[GAME_MAX_MOVE_TEXT];
        e->g->rules->move_format(e->g, s, &moves[i], move);
        cli_print(e->c, " %s", move);
    }
    cli_print(e->c, "\n");
    return PM_OK;
}

static pm_status show(engine *e, char *text, pm_error *err)
{
    static const char *const results[] = {[SESSION_OPEN] = "open",
                                          [SESSION_BLACK_WON] = "black",
                                          [SESSION_WHITE_WON] = "white",
                                          [SESSION_DRAWN] = "draw"};
    static_assert(sizeof results / sizeof results[0] == SESSION_DRAWN + 1, "a word for each result");
    (void)text;
    (void)err;
    char position[GAME_MAX_TEXT];
    const game_state *s = session_state(&e->session);
    e->g->rules->state_format(e->g, s, position);
    cli_print(e->c, "position %s\nmover %s\nplies %d\nresult %s\n", position, color_name(s->mover), e->session.n_plies,
              results[session_get_result(&e->session)]);
    return PM_OK;
}

static pm_status value(engine *e, char *text, pm_error *err)
{
    (void)text;
    answer found;
    char best[CLI_MOVES_TEXT];
    const game_state *s = session_state(&e->session);
    const pm_status status = cli_answers_find(&e->answers, e->g, s, &found, err);
    if (status != PM_OK) {
        return status;
    }
    cli_print(e->c, "value %s", answers_winner_name(s, found.verdict));
    if (found.verdict.plies >= 0) {
        cli_print(e->c, " remoteness %d", found.verdict.plies);
    }
    answers_best_format(e->g, s, &found, sizeof best, best);
    cli_print(e->c, "\nbest%s%s\n", best[0] ? " " : "", best);
    return PM_OK;
}

static pm_status help(engine *e, char *text, pm_error *err)
{
    (void)text;
    (void)err;
    for (const verb *v = verb_list(); v->name; v++) {
        cli_print(e->c, "help %s%s%s\n", v->name, v->operands ? " " : "", v->operands ? v->operands : "");
    }
    return PM_OK;
}

/* ---- reading ---------------------------------------------------------------------------------- */

/* `stop` and `quit` are not among those that obey(): they have no answer. */
static const verb verbs[] = {
    {"protocol", NULL, tell_protocol},
    {"new", "[SIZE]", new_game},
    {"position", "start|POSITION [moves MOVE...]", set_position},
    {"play", "MOVE...", play},
    {"undo", "[N]", undo},
    {"moves", NULL, list_moves},
    {"show", NULL, show},
    {"value", NULL, value},
    {"analyse", "[depth N] [movetime MS]", engine_analyse},
    {"agent", "AGENT", set_agent},
    {"go", "[depth N] [nodes N] [movetime MS] [infinite]", engine_go},
    {"stop", NULL, NULL},
    {"help", NULL, help},
    {"quit", NULL, NULL},
    {NULL, NULL, NULL},
};

enum { N_VERBS = sizeof verbs / sizeof verbs[0] - 1 };

static const verb *verb_list(void)
{
    return verbs;
}

static pm_status fail_unknown(const char *name, pm_error *err)
{
    const char *names[N_VERBS + 1] = {NULL};
    char shown[CLI_QUOTE_TEXT], hint[GAME_HINT_TEXT];
    for (int i = 0; i < N_VERBS; i++) {
        names[i] = verbs[i].name;
        assert(verbs[i].name); /* the last one alone has none */
    }
    return status_fail(err, PM_BAD_INPUT, 0, "there is no command \"%.40s\"%s", cli_quote(name, shown),
                       game_hint(name, names, "", "", hint));
}

static pm_status obey(engine *e, const char *name, char *text, pm_error *err)
{
    const verb *v = verbs;
    while (v->name && strcmp(v->name, name) != 0) {
        v++;
    }
    if (!v->name) {
        return fail_unknown(name, err);
    }
    if (!v->operands && text[0]) {
        return status_fail(err, PM_BAD_INPUT, 0, "%s takes no arguments, but \"%.40s\" follows", name, text);
    }
    if (v->operands && v->operands[0] != '[' && !text[0]) {
        return status_fail(err, PM_BAD_INPUT, 0, "%s requires %s", name, v->operands);
    }
    assert(v->obey); /* stop and quit do not come here */
    return v->obey(e, text, err);
}

/* Answer a line. False if it is the last one. */
static bool answer_line(engine *e, char *line)
{
    char *name = line + strspn(line, blanks);
    for (size_t n = strlen(name); n > 0 && strchr(blanks, name[n - 1]); n--) {
        name[n - 1] = '\0';
    }
    if (!name[0] || name[0] == '#' || strcmp(name, "stop") == 0) {
        return true;
    }
    if (strcmp(name, "quit") == 0) {
        return false;
    }
    char *text = name + strcspn(name, blanks);
    if (*text) {
        *text++ = '\0';
        text += strspn(text, blanks);
    }
    pm_error err = {0};
    const pm_status status = obey(e, name, text, &err);
    if (status == PM_OK) {
        cli_print(e->c, "ok\n");
    } else {
        char shown[sizeof err.message];
        snprintf(shown, sizeof shown, "%s", err.message[0] ? err.message : "out of memory");
        cli_print(e->c, "error %s%s\n", shown, cli_memory_hint(e->c, status));
    }
    return true;
}

static int talk(engine *e)
{
    cli_print(e->c, "# papamu %s, engine protocol %d\n", pm_version(), ENGINE_PROTOCOL);
    for (bool goes_on = true; goes_on && cli_flush(e->c);) {
        char *line;
        switch (lines_next(&e->input, &line)) {
        case LINES_GOT:
            goes_on = answer_line(e, line);
            break;
        case LINES_BAD:
            cli_print(e->c, "error a line is not longer than %d bytes and has no zero byte\n", LINES_MAX_BYTES - 1);
            break;
        case LINES_LOST:
            cli_print(e->c, "error more than %d MiB of lines were waiting; later ones were dropped\n",
                      LINES_MAX_KEPT >> 20);
            break;
        case LINES_END:
            return CLI_DONE;
        case LINES_INTERRUPTED:
            return CLI_INTERRUPTED;
        case LINES_FAILED:
            return cli_error(e->c, CLI_SYSTEM, "cannot read standard input: %s", strerror(errno));
        }
    }
    return CLI_DONE;
}

static int run(cli *c)
{
    engine *e = calloc(1, sizeof *e);
    if (!e) {
        return cli_no_memory(c, "the game");
    }
    const char *player = cli_value(c, "agent");
    pm_error err = {.message = "out of memory"};
    e->c = c;
    e->random = rng_stream(c->seed, 0);
    snprintf(e->player.text, sizeof e->player.text, "%s", player ? player : "hard");
    const pm_status status = set_board(e, c->rows, c->cols, &err);
    const int code = status == PM_OK ? talk(e) : cli_fail(c, status, &err);
    engine_agent_drop(&e->player);
    engine_agent_drop(&e->searcher);
    session_close(&e->session);
    cli_answers_close(&e->answers);
    lines_free(&e->input);
    game_free(e->g);
    free(e);
    return code;
}

static const cli_option options[] = {
    {"agent", "AGENT", "who chooses at `go` without limits (default hard)"},
    {"db", "FILE", "a database or a proof of the board, for `value` and `analyse`"},
    {0},
};

const cli_command cmd_engine = {
    .name = "engine",
    .operands = "",
    .summary = "Play by a line protocol on standard input and output, for other programs",
    .details =
        "Reads commands from standard input, one a line, and answers on standard output. Every answer\n"
        "ends with a line that is `ok` or begins with `error `; an error leaves everything as it was. Lines that "
        "begin\n"
        "with # are comments, both ways; the first line of the output is one.\n\n"
        "    protocol                    protocol 1; program, game, board, agent: a line each\n"
        "    new [SIZE]                  a new game, on a board of another size if one is given\n"
        "    position start|POSITION [moves MOVE...]\n"
        "                                set the position, and make moves from there\n"
        "    play MOVE...                make further moves\n"
        "    undo [N]                    take back N plies (default 1)\n"
        "    moves                       `moves` and the legal moves, on one line\n"
        "    show                        position, mover, plies, result (open, black, white or draw): a line each\n"
        "    value                       `value WINNER [remoteness N]`, and `best` with the best moves\n"
        "    analyse [depth N] [movetime MS]\n"
        "                                a line for each legal move: `move MOVE [best] [winner W] [remoteness N]\n"
        "                                [value V | lower N upper N] [score N] [depth N line MOVE...]`, as `papamu\n"
        "                                analyse` says; by default in a second\n"
        "    agent AGENT                 who chooses at `go` without limits; see `papamu help agents`\n"
        "    go [depth N] [nodes N] [movetime MS] [infinite]\n"
        "                                `info depth N nodes N ms T`, then `bestmove MOVE`, or `bestmove none` if the\n"
        "                                game is over. With limits alpha-beta searches until the first is reached.\n"
        "                                The move is not made: use `play`\n"
        "    stop                        end `go` or `analyse` now; it answers with what it has so far. No answer of "
        "its own\n"
        "    help                        the commands, a line each\n"
        "    quit                        end, without an answer\n\n"
        "Commands that come during a search are kept and answered after it. `go infinite` answers after `stop`, `quit` "
        "or\n"
        "the end of the input; other searches continue to their limits at the latter two. The exit code is 0, whatever "
        "was\n"
        "answered.\n\n"
        "Example: printf 'new 6x6\\ngo depth 4\\n' | papamu engine",
    .options = options,
    .uses = CLI_USES_GAME | CLI_USES_RULES | CLI_USES_VARIANTS | CLI_USES_DRAWS | CLI_USES_BOARD | CLI_USES_MEMORY |
            CLI_USES_SEED | CLI_USES_THREADS,
    .is_dialogue = true,
    .has_no_csv = true,
    .run = run,
};
