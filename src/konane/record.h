/* Konane's game records (.kgn): what src/game/record.h needs to know of the game.
 *
 * Tags: [Game "Konane"] [Board "8x8"] [Opening "corner-centre"] [Corner "white"] [Position "2bw/... b"] [Black "..."]
 * [White "..."] [Result "1-0"]. Corner and Position are written only where they differ from the usual start; 1-0 means
 * that Black, who begins, has won.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef KONANE_RECORD_H
#define KONANE_RECORD_H

#include "src/game/record.h"

extern const record_dialect konane_records;

#endif
