/* The laws of one game of the draughts family, as a record of parameters.
 *
 * Move generation reads nothing else, so a further game on a board of up to 10x10 is one more value of this type.
 * Offered is what tests can vouch for (perft numbers of eight games of the family,
 * tests/draughts/test_draughts_variants.c); orthogonal moves (Turkish, Frisian), boards beyond 64 bits (Canadian) and
 * optional captures are not.
 *
 * A board is always held with the player who begins at the bottom and the bottom-right corner dark; `first` and
 * `is_mirrored` say how the game's own notation sees it.
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

typedef struct draughts_rules {
    const char *name;
    pm_color first;       /* who begins, in the game's own notation */
    bool is_mirrored;     /* in the game's own notation the bottom-left corner is dark */
    const char *pdn_type; /* GameType of PDN on 8x8 */
    int size;             /* of the default board */
    int gap;              /* empty rows between the men at the start of the game: each side has (size - gap) / 2 rows */
    draughts_king king;
    bool men_capture_backwards;
    bool men_take_kings;
    bool remove_at_once; /* captured pieces leave at once, and not when the capture ends */
    draughts_last_row last_row;
    draughts_key precedence[DRAUGHTS_N_KEYS];
} draughts_rules;

extern const draughts_rules draughts_italian;
extern const draughts_rules draughts_american;

/* The game of this name, NULL if there is none. */
const draughts_rules *draughts_rules_named(const char *name);

#endif
