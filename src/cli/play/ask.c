/* A person's turn in `papamu play`: reads a line, which is a move or a command, and obeys.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/analyse/table.h"
#include "src/cli/play/play.h"
#include "src/games/record_heading.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <string.h>

/* What a command does: after most of them the person continues. */
typedef enum outcome { ASK_AGAIN, TURN_ENDS, GAME_IS_LEFT, ORDER_FAILED } outcome;

typedef struct order {
    const char *name, *operand; /* what follows the name; NULL: nothing may */
    const char *help;
    bool needs_turn; /* not once the game is over */
    outcome (*obey)(play *p, const char *operand);
} order;

static const order *order_list(void);

static bool is_over(const play *p)
{
    return session_get_result(&p->session) != SESSION_OPEN;
}

/* ---- what can be asked for -------------------------------------------------------------------- */

static outcome list_moves(play *p, const char *operand)
{
    (void)operand;
    analysis found;
    char sentence[ANALYSIS_TEXT];
    if (play_analyse(p, &found)) {
        terminal_say(p->c, &p->terminal, "%s", analysis_sentence(p->g, &found, sentence));
        analysis_print(p->c, p->g, &found, true, p->terminal.width);
        analysis_free(&found);
    }
    return ASK_AGAIN;
}

static outcome show_board(play *p, const char *operand)
{
    (void)operand;
    play_show_board(p);
    return ASK_AGAIN;
}

static outcome give_value(play *p, const char *operand)
{
    (void)operand;
    answer found;
    pm_error err;
    const game_state *s = session_state(&p->session);
    const pm_status status = cli_answers_find(&p->answers, p->g, s, &found, &err);
    if (status != PM_OK) {
        terminal_say(p->c, &p->terminal, "No value: %s%s.", status == PM_INTERRUPTED ? "interrupted" : err.message,
                     cli_memory_hint(p->c, status));
        return ASK_AGAIN;
    }
    const int n = found.verdict.plies;
    assert(n < 0 || found.verdict.outcome == 0 || p->g->is_misere ||
           (n % 2 == 1) == (found.verdict.outcome > 0)); /* who wins makes the last move */
    char plies[48] = "", best[CLI_MOVES_TEXT];
    if (n >= 0) {
        snprintf(plies, sizeof plies, ", after %d more %s", n, n == 1 ? "ply" : "plies");
    }
    if (found.verdict.outcome == 0) {
        terminal_say(p->c, &p->terminal, "With perfect play it is a draw.");
    } else {
        terminal_say(p->c, &p->terminal, "With perfect play %s wins%s.", play_color(answers_winner(s, found.verdict)),
                     plies);
    }
    if (answers_best_format(p->g, s, &found, sizeof best, best)[0]) {
        terminal_say(p->c, &p->terminal, "Best: %s", best);
    }
    return ASK_AGAIN;
}

/* The best move of a position whose winner is known. */
static void hint_exact(play *p, const analysis *found, const char *move)
{
    const char *what = found->verdict.outcome == 0  ? "draws with perfect play"
                       : found->verdict.outcome > 0 ? "wins with perfect play"
                       : found->verdict.plies >= 0  ? "loses latest; every move loses against perfect play"
                                                    : "loses like every move, against perfect play";
    terminal_say(p->c, &p->terminal, "Hint: %s, which %s.", move, what);
}

/* That of one whose winner is not known, by the score of its moves. */
static void hint_by_search(play *p, const analysis *found, const analysis_move *best, const char *move)
{
    assert(!found->is_known && best->is_best);
    char line[ANALYSIS_LINE_TEXT];
    if (best->depth == 0) {
        terminal_say(p->c, &p->terminal, "Hint: %s, a draw; the other moves lose or may lose.", move);
        return;
    }
    terminal_say(p->c, &p->terminal, "Hint: %s, by a search of %d %s: score %+d (positive is good for Black), line %s",
                 move, best->depth, play_plies(best->depth), best->score,
                 analysis_line_format(p->g, found, best, line));
}

static outcome give_hint(play *p, const char *operand)
{
    (void)operand;
    analysis found;
    char move[GAME_MAX_MOVE_TEXT];
    if (!play_analyse(p, &found)) {
        return ASK_AGAIN;
    }
    const analysis_move *best = analysis_best(&found);
    assert(best); /* the game is open, so there is a move */
    p->g->rules->move_format(p->g, session_state(&p->session), &best->move, move);
    if (found.n_moves == 1 && !found.is_known) {
        terminal_say(p->c, &p->terminal, "Hint: %s, the only move.", move);
    } else if (found.is_known) {
        hint_exact(p, &found, move);
    } else {
        hint_by_search(p, &found, best, move);
    }
    analysis_free(&found);
    return ASK_AGAIN;
}

static outcome undo(play *p, const char *operand)
{
    (void)operand;
    const bool is_human[2] = {!p->players[0], !p->players[1]};
    const int n = session_plies_back(&p->session, is_human);
    if (n < 0) {
        terminal_say(p->c, &p->terminal, "There is nothing to undo.");
        return ASK_AGAIN;
    }
    session_undo(&p->session, n);
    assert(is_human[session_state(&p->session)->mover]); /* somebody here is to move again */
    if (n == 0) {
        terminal_say(p->c, &p->terminal, "The resignation is taken back.");
    } else {
        terminal_say(p->c, &p->terminal, "Taken back: %d %s.", n, n == 1 ? "ply" : "plies");
    }
    return TURN_ENDS;
}

/* ---- saving ----------------------------------------------------------------------------------- */

static bool write_record(FILE *file, void *ctx)
{
    static const record_result results[] = {[SESSION_OPEN] = RECORD_UNKNOWN,
                                            [SESSION_BLACK_WON] = RECORD_BLACK_WON,
                                            [SESSION_WHITE_WON] = RECORD_WHITE_WON,
                                            [SESSION_DRAWN] = RECORD_DRAWN};
    static_assert(sizeof results / sizeof results[0] == SESSION_DRAWN + 1,
                  "a result of the record for each of the session");
    play *p = ctx;
    const session *s = &p->session;
    char text[RECORD_HEADING_TEXT];
    record_tag tags[RECORD_HEADING_TAGS + 3];
    int n = record_heading(p->g, p->c->opening, tags, text);
    if (p->start[0]) {
        tags[n++] = (record_tag){record_position_tag(p->g), p->start};
    }
    tags[n++] = (record_tag){"Black", p->names[PM_BLACK]};
    tags[n++] = (record_tag){"White", p->names[PM_WHITE]};
    assert(n <= (int)(sizeof tags / sizeof tags[0]));
    const record r = {.tags = tags,
                      .n_tags = n,
                      .g = p->g,
                      .start = s->states[0],
                      .moves = s->moves,
                      .n_moves = s->n_plies,
                      .result = results[session_get_result(s)]};
    cli_provenance_write(file, p->c);
    return record_write(file, record_dialect_of_game(p->c->game), &r);
}

static outcome save(play *p, const char *operand)
{
    const int error = cli_file_write(operand, write_record, p);
    if (error) {
        terminal_say(p->c, &p->terminal, "Not saved: cannot write to \"%s\": %s.", operand, strerror(error));
        return p->terminal.is_dialogue ? ASK_AGAIN : (cli_fail_file(p->c, "write to", operand, error), ORDER_FAILED);
    }
    terminal_say(p->c, &p->terminal, "Saved to %s.", operand);
    return ASK_AGAIN;
}

/* ---- the end ---------------------------------------------------------------------------------- */

static outcome resign(play *p, const char *operand)
{
    (void)operand;
    session_resign(&p->session);
    assert(is_over(p));
    return TURN_ENDS;
}

static outcome quit(play *p, const char *operand)
{
    (void)p;
    (void)operand;
    return GAME_IS_LEFT;
}

static outcome help(play *p, const char *operand)
{
    (void)operand;
    char texts[2][GAME_MAX_MOVE_TEXT] = {"d5", "e6-e4"};
    game_move moves[GAME_MAX_MOVES];
    const game_state *s = session_state(&p->session);
    const int n = p->g->rules->moves(p->g, s, moves);
    if (n > 0) {
        p->g->rules->move_format(p->g, s, &moves[n / 2], texts[0]);
    }
    terminal_say(p->c, &p->terminal, "Type a move, as in %s, or:", texts[n > 0 ? 0 : 1]);
    for (const order *o = order_list(); o->name; o++) {
        terminal_say(p->c, &p->terminal, "%s%s%s: %s", o->name, o->operand ? " " : "", o->operand ? o->operand : "",
                     o->help);
    }
    return ASK_AGAIN;
}

static const order orders[] = {
    {"moves", NULL, "the legal moves: who wins after each, or its score", true, list_moves},
    {"hint", NULL, "suggest a move", true, give_hint},
    {"value", NULL, "who wins with perfect play", false, give_value},
    {"undo", NULL, "take back to your move before", false, undo},
    {"board", NULL, "draw the board again", false, show_board},
    {"save", "FILE", "write the game so far to FILE", false, save},
    {"resign", NULL, "give up", true, resign},
    {"help", NULL, "this list", false, help},
    {"quit", NULL, "leave the game", false, quit},
    {NULL, NULL, NULL, false, NULL},
};

static const order *order_list(void)
{
    return orders;
}

/* ---- reading ---------------------------------------------------------------------------------- */

static const order *find_order(const char *word)
{
    for (const order *o = orders; o->name; o++) {
        if (strcasecmp(o->name, word) == 0) {
            return o;
        }
    }
    return NULL;
}

static outcome complain_word(play *p, const char *word)
{
    const char *names[sizeof orders / sizeof orders[0]] = {NULL};
    char shown[CLI_QUOTE_TEXT], hint[GAME_HINT_TEXT];
    for (int i = 0; orders[i].name; i++) {
        names[i] = orders[i].name;
        assert(i + 1 < (int)(sizeof names / sizeof names[0])); /* NULL ends them */
    }
    p->has_bad_lines = true;
    game_hint(word, names, "", "", hint);
    terminal_say(p->c, &p->terminal, "\"%s\" is neither a move nor a command%s Type help for a list.",
                 cli_quote(word, shown), hint[0] ? hint : ".");
    return ASK_AGAIN;
}

static outcome complain_move(play *p, const char *text, const pm_error *err, const char *nearest)
{
    char shown[CLI_QUOTE_TEXT], offer[GAME_MAX_MOVE_TEXT + 40] = "";
    p->has_bad_lines = true;
    if (nearest[0]) {
        snprintf(offer, sizeof offer, " The nearest legal move is %s.", nearest);
    }
    terminal_say(p->c, &p->terminal, "\"%s\": %s.%s", cli_quote(text, shown), err->message, offer);
    return ASK_AGAIN;
}

/* The line is not a command: a move, or a mistake. A word without a digit was meant to be a command. */
static outcome try_move(play *p, const char *text)
{
    if (!strpbrk(text, "0123456789")) {
        return complain_word(p, text);
    }
    if (is_over(p)) {
        terminal_say(p->c, &p->terminal, "The game is over: undo, save or quit.");
        p->has_bad_lines = true;
        return ASK_AGAIN;
    }
    game_move move;
    pm_error err;
    char nearest[GAME_MAX_MOVE_TEXT] = "";
    pm_status status = session_move_parse(&p->session, text, &move, nearest, &err);
    if (status == PM_BAD_INPUT) {
        return complain_move(p, text, &err, nearest);
    }
    if (status == PM_OK) {
        status = session_move(&p->session, &move);
    }
    if (status != PM_OK) {
        cli_no_memory(p->c, "the game");
        return ORDER_FAILED;
    }
    return TURN_ENDS;
}

static outcome obey_order(play *p, const order *o, const char *operand)
{
    char shown[CLI_QUOTE_TEXT];
    const char *problem = !o->operand && operand[0]     ? "takes no arguments"
                          : o->operand && !operand[0]   ? "requires a file name"
                          : o->needs_turn && is_over(p) ? "is not possible once the game is over"
                                                        : NULL;
    if (problem) {
        p->has_bad_lines = true;
        terminal_say(p->c, &p->terminal, "\"%s\" %s.", cli_quote(o->name, shown), problem);
        return ASK_AGAIN;
    }
    assert(!operand[0] == !o->operand);
    return o->obey(p, operand);
}

static outcome obey(play *p, char *line)
{
    char *text = line + strspn(line, " \t");
    for (size_t n = strlen(text); n > 0 && isspace((unsigned char)text[n - 1]); n--) {
        text[n - 1] = '\0';
    }
    if (!text[0] || text[0] == '#') {
        return ASK_AGAIN;
    }
    char word[16];
    const size_t length = strcspn(text, " \t");
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : 0), text);
    const order *o = find_order(word);
    return o ? obey_order(p, o, text + length + strspn(text + length, " \t")) : try_move(p, text);
}

bool play_offer(void *ctx, const char *before, editor_words *words)
{
    play *p = ctx;
    game_move moves[GAME_MAX_MOVES];
    const game_state *s = session_state(&p->session);
    before += strspn(before, " \t");
    if (before[0]) { /* the operand of a command */
        char name[16];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(before, " \t"), before);
        const order *o = find_order(name);
        return !(o && o->operand);
    }
    for (const order *o = orders; o->name; o++) {
        char word[16];
        assert(strlen(o->name) + 1 < sizeof word); /* with the blank before an operand */
        snprintf(word, sizeof word, "%s%s", o->name, o->operand ? " " : "");
        if (!o->needs_turn || !is_over(p)) {
            editor_offer(words, word);
        }
    }
    const int n = is_over(p) ? 0 : p->g->rules->moves(p->g, s, moves);
    for (int i = 0; i < n; i++) {
        char text[GAME_MAX_MOVE_TEXT];
        p->g->rules->move_format(p->g, s, &moves[i], text);
        editor_offer(words, text);
    }
    return true;
}

/* Take the next line, after a prompt if there is somebody to read it. */
static lines_status next_line(play *p, char **line)
{
    char prompt[16];
    snprintf(prompt, sizeof prompt, "%s> ", is_over(p) ? "over" : play_color(session_state(&p->session)->mover));
    cli_print(p->c, "%s", p->terminal.is_dialogue && !p->editor ? prompt : "");
    if (!cli_flush(p->c)) {
        return LINES_END; /* the framework reports it */
    }
    return p->editor ? editor_next(p->editor, prompt, line) : lines_next(&p->input, line);
}

/* What to do about the end of the input, or a bad line. */
static outcome without_line(play *p, lines_status status)
{
    switch (status) {
    case LINES_BAD:
        p->has_bad_lines = true;
        terminal_say(p->c, &p->terminal, "This line is too long, or has a zero byte in it.");
        return ASK_AGAIN;
    case LINES_LOST:
        return ASK_AGAIN;
    case LINES_FAILED:
        cli_error(p->c, CLI_SYSTEM, "cannot read standard input: %s", strerror(errno));
        return ORDER_FAILED;
    default:
        cli_print(p->c, "%s", p->terminal.is_dialogue ? "\n" : "");
        return GAME_IS_LEFT;
    }
}

play_answer play_ask(play *p)
{
    for (;;) {
        char *line;
        const lines_status status = next_line(p, &line);
        const outcome o = status == LINES_GOT ? obey(p, line) : without_line(p, status);
        if (status == LINES_INTERRUPTED || cli_is_interrupted()) {
            return PLAY_INTERRUPTED;
        }
        if (o != ASK_AGAIN) {
            return o == TURN_ENDS ? PLAY_ON : o == GAME_IS_LEFT ? PLAY_LEFT : PLAY_FAILED;
        }
    }
}
