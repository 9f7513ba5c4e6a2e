/* The games of the draughts family that papamu plays.
 *
 * Italian: technical rules of the Federazione Italiana Dama, articles 4 to 6. American (English): the rules of the
 * World Checkers/Draughts Federation. GameType numbers: the PDN standard of the FMJD.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/draughts/rules.h"

#include <string.h>

const draughts_rules draughts_italian = {
    .name = "italian",
    .first = PM_WHITE,
    .is_mirrored = false,
    .pdn_type = "22,W,8,8,N2,1",
    .size = 8,
    .gap = 2,
    .king = DRAUGHTS_SHORT,
    .last_row = DRAUGHTS_STOPS,
    .precedence = {DRAUGHTS_MOST_PIECES, DRAUGHTS_WITH_KING, DRAUGHTS_MOST_KINGS, DRAUGHTS_KINGS_EARLIEST},
};

const draughts_rules draughts_american = {
    .name = "american",
    .first = PM_BLACK,
    .is_mirrored = true,
    .pdn_type = "21,B,8,8,N1,0",
    .size = 8,
    .gap = 2,
    .king = DRAUGHTS_SHORT,
    .men_take_kings = true,
    .last_row = DRAUGHTS_STOPS,
};

const draughts_rules *draughts_rules_named(const char *name)
{
    static const draughts_rules *const games[] = {&draughts_italian, &draughts_american};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        if (strcmp(games[i]->name, name) == 0) {
            return games[i];
        }
    }
    return NULL;
}
