/* The laws of one game of the draughts family, as a record of parameters.
 *
 * Everything that knows draughts reads them here: move generation, numbering and notation, records, drawing,
 * databases. A further game on a board of up to 10x10 is one more record in rules.c. Not to be had by a record:
 * orthogonal moves (Turkish, Frisian), boards beyond 64 bits (Canadian), optional captures.
 *
 * A board is always held with the player who begins at the bottom and the bottom-right corner dark; `first`,
 * `is_mirrored` and `corner` say how the game's own notation sees it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef DRAUGHTS_RULES_H
#define DRAUGHTS_RULES_H

#include "src/papamu.h"

/* What a capture is preferred for. A list of these is compared in order: the first that differs decides. */
typedef enum draughts_key {
    DRAUGHTS_END, /* ends the list; what is still equal is a free choice */
    DRAUGHTS_MOST_PIECES,
    DRAUGHTS_WITH_KING,      /* made by a king rather than by a man */
    DRAUGHTS_MOST_KINGS,     /* among the pieces captured */
    DRAUGHTS_KINGS_EARLIEST, /* the sequence of captured kinds, king before man, lexicographically */
    DRAUGHTS_N_KEYS,
} draughts_key;

/* What a man does that reaches the last row in the course of a capture. */
typedef enum draughts_last_row {
    DRAUGHTS_STOPS,   /* becomes a king, and the capture ends */
    DRAUGHTS_PASSES,  /* continues as a man if it can; becomes a king only where the capture ends on the last row */
    DRAUGHTS_GOES_ON, /* becomes a king at once, and continues as one */
} draughts_last_row;

/* How a king moves and captures. */
typedef enum draughts_king {
    DRAUGHTS_SHORT,        /* one square, captures what is adjacent */
    DRAUGHTS_FLYING,       /* any distance, and lands anywhere beyond what it captures */
    DRAUGHTS_FLYING_SHORT, /* any distance, but lands right beyond what it captures */
} draughts_king;

/* How squares are written. */
typedef enum draughts_notation {
    DRAUGHTS_NUMBERS, /* 1, 2, ... */
    DRAUGHTS_LETTERS, /* a1, c1, ... as in chess */
} draughts_notation;

/* Where square 1 or a1 is, as the player who begins sees the board; numbers run along the rows. As in PDN. */
typedef enum draughts_corner {
    DRAUGHTS_BOTTOM_LEFT,
    DRAUGHTS_BOTTOM_RIGHT,
    DRAUGHTS_TOP_LEFT,
    DRAUGHTS_TOP_RIGHT,
} draughts_corner;

typedef struct draughts_rules {
    const char *name;   /* as in --game */
    const char *title;  /* as in a sentence */
    const char *source; /* of the rules */
    uint8_t number;     /* in the header of a database: unique, never used for another game */
    uint8_t pdn_type;   /* GameType of PDN */
    pm_color first;     /* who begins, in the game's own notation */
    bool is_mirrored;   /* in the game's own notation the bottom-left corner is dark */
    draughts_notation notation;
    draughts_corner corner;
    char capture_sign; /* between the squares of a capture: 'x', ':' or '-' */
    int size;          /* of the default board */
    int gap; /* empty rows between the men at the start: each side has (size - gap) / 2 rows, but one at least */
    draughts_king king;
    bool men_capture_backwards;
    bool men_take_kings;
    bool remove_at_once; /* captured pieces leave at once, and not when the capture ends */
    bool has_points;     /* results are written 2-0, 1-1 and 0-2 */
    draughts_last_row last_row;
    draughts_key precedence[DRAUGHTS_N_KEYS];
} draughts_rules;

/* Every game, in the order of help: its name, and its record draughts_NAME. */
#define DRAUGHTS_GAMES(G)                                                                                              \
    G(italian) G(american) G(russian) G(brazilian) G(international) G(pool) G(spanish) G(portuguese) G(czech) G(thai)

#define DRAUGHTS_DECLARE(name) extern const draughts_rules draughts_##name;
DRAUGHTS_GAMES(DRAUGHTS_DECLARE)
#undef DRAUGHTS_DECLARE

/* Their records in that order, ended by NULL. */
extern const draughts_rules *const draughts_games[];

/* The game of this name, or with this number in a database; NULL if there is none. */
const draughts_rules *draughts_rules_named(const char *name);
const draughts_rules *draughts_rules_numbered(int number);

/* Write the tag GameType of PDN for a board size x size, such as "22,W,8,8,N2,1". */
enum { DRAUGHTS_GAME_TYPE_TEXT = 32 };
void draughts_game_type(const draughts_rules *rules, int size, char text[DRAUGHTS_GAME_TYPE_TEXT]);

#endif
