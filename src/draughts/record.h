/* Records of draughts games: PDN, for src/record.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef DRAUGHTS_RECORD_H
#define DRAUGHTS_RECORD_H

#include "src/record.h"

extern const record_dialect italian_records, american_records;

#endif
