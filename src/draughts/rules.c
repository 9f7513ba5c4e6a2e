/* The games of the draughts family that papamu plays.
 *
 * Each record names the source of its rules. GameType, notation and the sign of a capture: the PDN standard,
 * pdn.fmjd.org. The perft numbers that tests hold them against are in tests/draughts/test_draughts_variants.c.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/draughts/rules.h"

#include <stdio.h>
#include <string.h>

const draughts_rules draughts_italian = {
    .name = "italian",
    .title = "Italian draughts",
    .source = "Federazione Italiana Dama, technical rules, articles 4 to 6",
    .number = 2,
    .pdn_type = 22,
    .first = PM_WHITE,
    .corner = DRAUGHTS_TOP_LEFT,
    .capture_sign = 'x',
    .size = 8,
    .gap = 2,
    .king = DRAUGHTS_SHORT,
    .last_row = DRAUGHTS_STOPS,
    .precedence = {DRAUGHTS_MOST_PIECES, DRAUGHTS_WITH_KING, DRAUGHTS_MOST_KINGS, DRAUGHTS_KINGS_EARLIEST},
};

const draughts_rules draughts_american = {
    .name = "american",
    .title = "American draughts",
    .source = "World Checkers/Draughts Federation, rules of draughts",
    .number = 3,
    .pdn_type = 21,
    .first = PM_BLACK,
    .is_mirrored = true,
    .corner = DRAUGHTS_BOTTOM_RIGHT,
    .capture_sign = 'x',
    .size = 8,
    .gap = 2,
    .king = DRAUGHTS_SHORT,
    .men_take_kings = true,
    .last_row = DRAUGHTS_STOPS,
};

const draughts_rules draughts_russian = {
    .name = "russian",
    .title = "Russian draughts (shashki)",
    .source = "R. Halbersma, thread \"Perft for all recognized draughts variants\", damforum.nl t=2822",
    .number = 4,
    .pdn_type = 25,
    .first = PM_WHITE,
    .is_mirrored = true,
    .notation = DRAUGHTS_LETTERS,
    .corner = DRAUGHTS_BOTTOM_LEFT,
    .capture_sign = ':',
    .size = 8,
    .gap = 2,
    .king = DRAUGHTS_FLYING,
    .men_capture_backwards = true,
    .men_take_kings = true,
    .last_row = DRAUGHTS_GOES_ON,
};

const draughts_rules draughts_brazilian = {
    .name = "brazilian",
    .title = "Brazilian draughts (international rules on 8x8)",
    .source = "World Draughts Federation, rules of Brazilian draughts, brazil.fmjd.org",
    .number = 5,
    .pdn_type = 26,
    .first = PM_WHITE,
    .is_mirrored = true,
    .notation = DRAUGHTS_LETTERS,
    .corner = DRAUGHTS_BOTTOM_LEFT,
    .capture_sign = 'x',
    .size = 8,
    .gap = 2,
    .king = DRAUGHTS_FLYING,
    .men_capture_backwards = true,
    .men_take_kings = true,
    .last_row = DRAUGHTS_PASSES,
    .precedence = {DRAUGHTS_MOST_PIECES},
};

const draughts_rules draughts_international = {
    .name = "international",
    .title = "international draughts",
    .source = "World Draughts Federation (FMJD), official rules of international draughts",
    .number = 6,
    .pdn_type = 20,
    .first = PM_WHITE,
    .is_mirrored = true,
    .corner = DRAUGHTS_TOP_LEFT,
    .capture_sign = 'x',
    .size = 10,
    .gap = 2,
    .king = DRAUGHTS_FLYING,
    .men_capture_backwards = true,
    .men_take_kings = true,
    .has_points = true,
    .last_row = DRAUGHTS_PASSES,
    .precedence = {DRAUGHTS_MOST_PIECES},
};

const draughts_rules draughts_pool = {
    .name = "pool",
    .title = "American pool checkers",
    .source = "R. Halbersma, thread \"Perft for all recognized draughts variants\", damforum.nl t=2822",
    .number = 7,
    .pdn_type = 23,
    .first = PM_BLACK,
    .is_mirrored = true,
    .corner = DRAUGHTS_BOTTOM_RIGHT,
    .capture_sign = 'x',
    .size = 8,
    .gap = 2,
    .king = DRAUGHTS_FLYING,
    .men_capture_backwards = true,
    .men_take_kings = true,
    .last_row = DRAUGHTS_PASSES,
};

const draughts_rules draughts_spanish = {
    .name = "spanish",
    .title = "Spanish draughts",
    .source = "R. Halbersma, thread \"Perft for all recognized draughts variants\", damforum.nl t=2822",
    .number = 8,
    .pdn_type = 24,
    .first = PM_WHITE,
    .corner = DRAUGHTS_BOTTOM_RIGHT,
    .capture_sign = 'x',
    .size = 8,
    .gap = 2,
    .king = DRAUGHTS_FLYING,
    .men_take_kings = true,
    .last_row = DRAUGHTS_STOPS,
    .precedence = {DRAUGHTS_MOST_PIECES, DRAUGHTS_MOST_KINGS},
};

/* The rules of Spanish draughts under a GameType of its own. */
const draughts_rules draughts_portuguese = {
    .name = "portuguese",
    .title = "Portuguese draughts",
    .source = "Federacao Portuguesa de Damas, Regras do jogo de damas classicas, 2013",
    .number = 9,
    .pdn_type = 28,
    .first = PM_WHITE,
    .corner = DRAUGHTS_BOTTOM_RIGHT,
    .capture_sign = 'x',
    .size = 8,
    .gap = 2,
    .king = DRAUGHTS_FLYING,
    .men_take_kings = true,
    .last_row = DRAUGHTS_STOPS,
    .precedence = {DRAUGHTS_MOST_PIECES, DRAUGHTS_MOST_KINGS},
};

const draughts_rules draughts_czech = {
    .name = "czech",
    .title = "Czech draughts",
    .source = "R. Halbersma, thread \"Perft for all recognized draughts variants\", damforum.nl t=2822",
    .number = 10,
    .pdn_type = 29,
    .first = PM_WHITE,
    .is_mirrored = true,
    .notation = DRAUGHTS_LETTERS,
    .corner = DRAUGHTS_BOTTOM_LEFT,
    .capture_sign = 'x',
    .size = 8,
    .gap = 2,
    .king = DRAUGHTS_FLYING,
    .men_take_kings = true,
    .last_row = DRAUGHTS_STOPS,
    .precedence = {DRAUGHTS_WITH_KING},
};

const draughts_rules draughts_thai = {
    .name = "thai",
    .title = "Thai draughts (makhos)",
    .source = "mindsports.nl, Draughts variants, Thai; GameType of the PDN standard: Black begins",
    .number = 11,
    .pdn_type = 31,
    .first = PM_BLACK,
    .is_mirrored = true,
    .corner = DRAUGHTS_TOP_LEFT,
    .capture_sign = '-',
    .size = 8,
    .gap = 4,
    .king = DRAUGHTS_FLYING_SHORT,
    .men_take_kings = true,
    .remove_at_once = true,
    .last_row = DRAUGHTS_STOPS,
};

#define RECORD(name) &draughts_##name,
const draughts_rules *const draughts_games[] = {DRAUGHTS_GAMES(RECORD) NULL};

const draughts_rules *draughts_rules_named(const char *name)
{
    int i = 0;
    while (draughts_games[i] && strcmp(draughts_games[i]->name, name) != 0) {
        i++;
    }
    return draughts_games[i];
}

const draughts_rules *draughts_rules_numbered(int number)
{
    int i = 0;
    while (draughts_games[i] && draughts_games[i]->number != number) {
        i++;
    }
    return draughts_games[i];
}

void draughts_game_type(const draughts_rules *rules, int size, char text[DRAUGHTS_GAME_TYPE_TEXT])
{
    snprintf(text, DRAUGHTS_GAME_TYPE_TEXT, "%d,%c,%d,%d,%c%d,%d", rules->pdn_type,
             rules->first == PM_WHITE ? 'W' : 'B', size, size, rules->notation == DRAUGHTS_LETTERS ? 'A' : 'N',
             (int)rules->corner, rules->is_mirrored ? 0 : 1);
}
