/* papamu play: a person against an agent, two people at one screen, or two agents to watch.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/play/play.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char human[] = "human";

/* ---- the game --------------------------------------------------------------------------------- */

/* An agent's turn. */
static play_answer make_move(play *p)
{
    const game_state *s = session_state(&p->session);
    assert(session_get_result(&p->session) == SESSION_OPEN);
    game_move move;
    char text[GAME_MAX_MOVE_TEXT];
    if (!play_think(p, p->players[s->mover], &move)) {
        return PLAY_INTERRUPTED;
    }
    p->g->rules->move_format(p->g, s, &move, text);
    terminal_say(p->c, &p->terminal, "%s (%s) plays %s.", play_color(s->mover), p->names[s->mover], text);
    if (session_move(&p->session, &move) != PM_OK) {
        cli_no_memory(p->c, "the game");
        return PLAY_FAILED;
    }
    return cli_flush(p->c) ? PLAY_ON : PLAY_LEFT;
}

/* One turn, or once the game is over, the question what to do then. */
static play_answer take_turn(play *p)
{
    const bool is_over = session_get_result(&p->session) != SESSION_OPEN;
    const bool has_people = !p->players[0] || !p->players[1];
    if (is_over) {
        play_show_result(p);
        return has_people ? play_ask(p) : PLAY_LEFT;
    }
    if (p->players[session_state(&p->session)->mover]) {
        return make_move(p);
    }
    play_show_turn(p);
    return play_ask(p);
}

static int play_all(play *p)
{
    play_answer reply;
    do {
        reply = take_turn(p);
    } while (reply == PLAY_ON);
    if (reply == PLAY_INTERRUPTED) {
        return CLI_INTERRUPTED;
    }
    if (reply == PLAY_FAILED) {
        return CLI_SYSTEM;
    }
    assert(reply == PLAY_LEFT);
    if (session_get_result(&p->session) == SESSION_OPEN) {
        terminal_say(p->c, &p->terminal, "The game ends here, unfinished, after %d %s.", p->session.n_plies,
                     play_plies(p->session.n_plies));
    }
    return p->has_bad_lines && !p->terminal.is_dialogue ? CLI_BAD_INPUT : CLI_DONE;
}

/* ---- setting the table ------------------------------------------------------------------------ */

static int make_agent(play *p, const char *text, agent **a)
{
    const int code = cli_agent_new(p->c, text, p->g, a);
    if (code == CLI_DONE) {
        agent_begin(*a);
    }
    return code;
}

static int seat(play *p, const char *option, const char *by_default, pm_color color)
{
    assert(!p->players[color]);
    const char *given = cli_value(p->c, option);
    p->names[color] = given ? given : by_default;
    return strcmp(p->names[color], human) == 0 ? CLI_DONE : make_agent(p, p->names[color], &p->players[color]);
}

static void choose_look(play *p)
{
    const cli *c = p->c;
    p->terminal = terminal_look(c);
    p->look = (cli_look){.is_unicode = cli_has(c, "unicode") || (!cli_has(c, "ascii") && p->terminal.has_unicode),
                         .has_color = p->terminal.has_color,
                         .width = p->terminal.width};
}

static int set_table(play *p)
{
    choose_look(p);
    p->editor = editor_open(p->c, &p->terminal, play_offer, p);
    p->random = rng_stream(p->c->seed, 0);
    int code = seat(p, "black", human, PM_BLACK);
    code = code ? code : seat(p, "white", "medium", PM_WHITE);
    if (code == CLI_DONE) {
        pm_error err;
        const pm_status status = cli_answers_open(p->c, p->g, cli_value(p->c, "db"), &p->answers, &err);
        code = cli_check(p->c, status, &err);
    }
    return code;
}

static void clear_table(play *p)
{
    session_close(&p->session);
    agent_free(p->players[0]);
    agent_free(p->players[1]);
    analyst_free(p->analyst);
    cli_answers_close(&p->answers);
    game_free(p->g);
    record_reader_free(p->reader);
    editor_close(p->editor);
    lines_free(&p->input);
    free(p);
}

static int run(cli *c)
{
    play *p = calloc(1, sizeof *p);
    if (!p) {
        return cli_no_memory(c, "the game");
    }
    p->c = c;
    int code = play_begin(p);
    code = code ? code : set_table(p);
    code = code ? code : play_all(p);
    clear_table(p);
    return code;
}

static const cli_option options[] = {
    {"black", "AGENT", "who plays Black: {human} or an agent"},
    {"white", "AGENT", "who plays White: { human} or an agent (default medium)"},
    {"position", "POSITION", "begin here instead of before the first move"},
    {"load", "FILE", "continue a saved game, the first one in FILE"},
    {"db", "FILE", "a database or a proof of the board, for `value`, `moves` and `hint`"},
    {"unicode", NULL, "draw round stones (default where the terminal has UTF-8)"},
    {"ascii", NULL, "draw x for Black and o for White"},
    {0},
};

static const cli_rule rules[] = {
    {"unicode", "ascii", "--unicode and --ascii exclude each other"},
    {"position", "load", "--position and --load exclude each other"},
    {0},
};

const cli_command cmd_play = {
    .name = "play",
    .operands = "SIZE",
    .summary = "Play against the computer, or with another person, in the terminal",
    .details =
        "At your turn type a move, or: moves, hint, value, undo, board, save FILE, resign, help, quit. `moves` is a\n"
        "table of who wins after each move or of its score, as `papamu analyse` has it; `hint` the best of them. "
        "Strengths are\n"
        "easy, medium and hard; any agent of `papamu help agents` will do. Values are exact: from --db, or on Konane\n"
        "boards of up to 30 cells from a sweep on the spot.\n"
        "Colours appear on a terminal unless NO_COLOR is set. Where input or output is not a terminal there are no\n"
        "prompts, and lines that are neither a move nor a command give exit code 2 at the end. The end of the input "
        "ends\n"
        "the game as quit does.\n\n"
        "Example: papamu play 6x6 --white hard",
    .build_note = editor_note,
    .options = options,
    .rules = rules,
    .uses = CLI_USES_GAME | CLI_USES_RULES | CLI_USES_VARIANTS | CLI_USES_DRAWS | CLI_USES_MEMORY | CLI_USES_SEED |
            CLI_USES_THREADS,
    .is_dialogue = true,
    .has_no_csv = true,
    .run = run,
};
