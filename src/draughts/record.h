/* Records of draughts games: PDN, for src/game/record.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef DRAUGHTS_RECORD_H
#define DRAUGHTS_RECORD_H

#include "src/draughts/rules.h"
#include "src/game/record.h"

/* draughts_NAME_records for each game. */
#define DRAUGHTS_DECLARE_RECORDS(name) extern const record_dialect draughts_##name##_records;
DRAUGHTS_GAMES(DRAUGHTS_DECLARE_RECORDS)
#undef DRAUGHTS_DECLARE_RECORDS

#endif
