/* Records of draughts games: PDN, for src/game/record.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef DRAUGHTS_RECORD_H
#define DRAUGHTS_RECORD_H

#include "src/game/record.h"

extern const record_dialect italian_records, american_records;

#endif
