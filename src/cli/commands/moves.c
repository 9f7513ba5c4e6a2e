/* papamu moves: the legal moves of a position, and the position after each.
 *
 * In the order of the notation, for any game. Having none is not an error: the game is over.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/frame/cli.h"

#include <assert.h>

static void print_moves(cli *c, const game *g, const game_state *s)
{
    game_move moves[GAME_MAX_MOVES];
    const int n = g->rules->moves(g, s, moves);
    if (n == 0) {
        const char *mover = s->mover == PM_BLACK ? "Black" : "White";
        cli_print(c, "No legal move: %s has %s.\n", mover, g->is_misere ? "won" : "lost");
    }
    if (n > 0 || c->format != CLI_TEXT) {
        cli_table_of(c, "moves", "move position");
    }
    for (int i = 0; i < n; i++) {
        char text[GAME_MAX_TEXT], move[GAME_MAX_MOVE_TEXT];
        game_state next = *s;
        g->rules->move_format(g, s, &moves[i], move);
        g->rules->make(g, &next, &moves[i]);
        assert(g->rules->is_valid(g, &next));
        g->rules->state_format(g, &next, text);
        if (!cli_put_row(c, move, text)) {
            return;
        }
    }
}

static int run(cli *c)
{
    game *g;
    game_state s;
    const int code = cli_position(c, c->operands[0], false, &g, &s);
    if (code != CLI_DONE) {
        return code;
    }
    print_moves(c, g, &s);
    game_free(g);
    return CLI_DONE;
}

const cli_command cmd_moves = {
    .name = "moves",
    .operands = "POSITION",
    .summary = "List the legal moves of a position, and the position after each",
    .details = "In the opening these are removals, under the opening rule. POSITION may be \"start\".\n\n"
               "Example: papamu moves \"2bw/wbwb/bwbw/wbwb b\"",
    .uses = CLI_USES_GAME | CLI_USES_RULES | CLI_USES_VARIANTS | CLI_USES_BOARD,
    .run = run,
};
