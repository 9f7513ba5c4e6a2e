/* Questions to a sweep in passing: see query.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/query.h"

#include "src/base/bits.h"
#include "src/base/verdict.h"

#include <assert.h>

void konane_queries_visit(const konane_space *space, const sweep_layer *white, const sweep_layer *black,
                          konane_query queries[], int n_queries)
{
    for (int i = 0; i < n_queries; i++) {
        const pm_position pos = queries[i].pos;
        assert((pos.occupied & ~space->board->all) == 0);
        const sweep_layer *layer = pos.mover == PM_BLACK ? black : white;
        const uint32_t b = konane_space_b(space, pos.occupied);
        if (sweep_layer_has(layer, b)) {
            queries[i].remoteness = (uint8_t)sweep_value(layer, b, konane_space_w(space, pos.occupied));
            queries[i].mover_wins = queries[i].remoteness & 1;
            queries[i].is_answered = true;
        }
    }
}

int konane_opening_queries(const pm_board *board, konane_opening_result openings[], konane_query queries[])
{
    int n = 0;
    for (uint64_t first = board->removable; first; first = bits_rest(first)) {
        const int x = bits_first(first);
        for (uint64_t reply = konane_neighbours(board, x); reply; reply = bits_rest(reply)) {
            const int y = bits_first(reply);
            if (board->fixed_reply >= 0 && y != board->fixed_reply) {
                continue;
            }
            assert(n < KONANE_MAX_OPENINGS);
            openings[n] = (konane_opening_result){.black_removes = (uint8_t)x, .white_removes = (uint8_t)y};
            queries[n] = (konane_query){.pos = {board->all & ~bits_one(x) & ~bits_one(y), PM_BLACK}};
            n++;
        }
    }
    return n;
}

void konane_openings_finish(konane_opening_result openings[], const konane_query queries[], int n)
{
    for (int i = 0; i < n; i++) {
        assert(queries[i].is_answered);
        assert(queries[i].mover_wins == (queries[i].remoteness & 1) && queries[i].pos.mover == PM_BLACK);
        openings[i].winner = queries[i].mover_wins ? PM_BLACK : PM_WHITE;
        openings[i].remoteness = queries[i].remoteness;
    }
}

bool konane_rule_winner(const pm_board *board, konane_rule rule, const konane_opening_result openings[], int n,
                        pm_color *winner)
{
    const uint64_t removable = konane_removable(board, rule);
    uint64_t refuted = 0; /* removals of Black's that have a good answer */
    for (int i = 0; i < n; i++) {
        if (openings[i].winner == PM_WHITE) {
            refuted |= bits_one(openings[i].black_removes);
        }
    }
    if (removable) {
        *winner = removable & ~refuted ? PM_BLACK : PM_WHITE;
    }
    return removable != 0;
}

/* The better for the mover of two moves, given as the remoteness of the positions after them; `best` is -1 if there was
 * none before. */
static int better_move(int best, int next)
{
    assert(next >= 0);
    return best < 0 || verdict_order(verdict_of_remoteness(next), verdict_of_remoteness(best)) < 0 ? next : best;
}

int konane_rule_remoteness(const pm_board *board, konane_rule rule, const konane_opening_result openings[], int n)
{
    int best = -1;
    for (uint64_t rest = konane_removable(board, rule); rest; rest = bits_rest(rest)) {
        int reply = -1;
        for (int i = 0; i < n; i++) {
            if (openings[i].black_removes == bits_first(rest)) {
                reply = better_move(reply, openings[i].remoteness);
            }
        }
        best = better_move(best, reply + 1);
    }
    return best < 0 ? -1 : best + 1;
}
