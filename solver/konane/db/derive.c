/* Values that follow from others: see derive.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/db/derive.h"

#include "src/base/bits.h"
#include "src/konane/board.h"

#include <assert.h>

/* What a position leads to, the opponent's jumps there, and its set of stones. */
typedef struct follower {
    int n_jumps;
    uint64_t occupied;
} follower;

/* The positions after the jumps of `pos`, those first that leave the opponent the fewest; returns their number. */
static int list_followers(const pm_board *board, pm_position pos, follower followers[PM_MAX_MOVES])
{
    uint64_t children[PM_MAX_MOVES];
    const int mover = (int)pos.mover;
    const int n = set64_jumps_children(&board->jumper, pos.occupied, mover, children);
    assert(n <= PM_MAX_MOVES);
    for (int i = 0; i < n; i++) {
        const follower f = {set64_jumps_count(&board->jumper, children[i], 1 - mover), children[i]};
        int at = i;
        for (; at > 0 && followers[at - 1].n_jumps > f.n_jumps; at--) {
            followers[at] = followers[at - 1];
        }
        followers[at] = f;
    }
    return n;
}

pm_status derive_outcome(db *file, const db_konane *k, pm_position pos, uint8_t *value, uint64_t *n_read, pm_error *err)
{
    const pm_board *board = db_konane_board(k);
    follower followers[PM_MAX_MOVES];
    const int n = list_followers(board, pos, followers);
    const bool is_misere = board->variant.is_misere;
    *value = n == 0 && is_misere;
    for (int i = 0; i < n && !*value; i++) {
        const pm_position after = {followers[i].occupied, pos.mover == PM_BLACK ? PM_WHITE : PM_BLACK};
        uint8_t next = is_misere;
        assert(bits_count(after.occupied) < bits_count(pos.occupied)); /* so this comes to an end */
        if (followers[i].n_jumps > 0) {
            const pm_status status = derive_value(file, k, after, &next, n_read, err);
            if (status != PM_OK) {
                return status;
            }
        }
        *value = !next;
    }
    return PM_OK;
}

pm_status derive_value(db *file, const db_konane *k, pm_position pos, uint8_t *value, uint64_t *n_read, pm_error *err)
{
    assert((pos.occupied & ~db_konane_board(k)->all) == 0);
    if (!db_stores(file, bits_count(pos.occupied))) {
        return derive_outcome(file, k, pos, value, n_read, err);
    }
    if (n_read) {
        ++*n_read;
    }
    return db_value(file, db_konane_locate(k, file, pos), value, err);
}
