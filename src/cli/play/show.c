/* What `papamu play` shows of the game: the board, the legal moves, whose turn it is, the result.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/play/play.h"

#include <assert.h>
#include <string.h>

const char *play_color(uint32_t color)
{
    return color == PM_BLACK ? "Black" : "White";
}

void play_show_board(play *p)
{
    const session *s = &p->session;
    p->look.last = s->n_plies > 0 ? &s->moves[s->n_plies - 1] : NULL;
    cli_draw(p->c, p->g, session_state(s), &p->look);
}

static void show_moves(play *p)
{
    const game_state *s = session_state(&p->session);
    game_move moves[GAME_MAX_MOVES];
    char list[GAME_MAX_MOVES * 12] = "";
    size_t length = 0;
    const int n = p->g->rules->moves(p->g, s, moves);
    for (int i = 0; i < n; i++) {
        char text[GAME_MAX_MOVE_TEXT];
        p->g->rules->move_format(p->g, s, &moves[i], text);
        if (length + strlen(text) + 2 < sizeof list) {
            length += (size_t)snprintf(list + length, sizeof list - length, " %s", text);
        }
    }
    assert(length < sizeof list);
    terminal_say(p->c, &p->terminal, "Moves:%s", list);
}

void play_show_turn(play *p)
{
    const uint32_t mover = session_state(&p->session)->mover;
    assert(!p->players[mover]); /* a person is asked */
    const char *const signs[2][2] = {{"x", "o"}, {"●", "○"}};
    play_show_board(p);
    terminal_say(p->c, &p->terminal, "%d. %s (%s) to move.", p->session.n_plies / 2 + 1, play_color(mover),
                 signs[p->look.is_unicode][mover]);
    show_moves(p);
}

void play_show_result(play *p)
{
    assert(session_get_result(&p->session) != SESSION_OPEN);
    const session *s = &p->session;
    const uint32_t mover = session_state(s)->mover;
    play_show_board(p);
    if (session_get_result(s) == SESSION_DRAWN) {
        terminal_say(p->c, &p->terminal, "The game is drawn after %d %s.", s->n_plies, play_plies(s->n_plies));
    } else {
        const bool black_won = session_get_result(s) == SESSION_BLACK_WON;
        terminal_say(p->c, &p->terminal, "%s %s: %s wins after %d %s.", play_color(mover),
                     s->has_resigned ? "resigns" : "has no move", play_color(black_won ? PM_BLACK : PM_WHITE),
                     s->n_plies, play_plies(s->n_plies));
    }
}
