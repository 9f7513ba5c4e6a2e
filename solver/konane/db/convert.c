/* Writing a database of Konane again: see convert.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/db/convert.h"

#include "solver/konane/db/probe.h"

#include <string.h>

static pm_status derive_row(void *ctx, int layer, pm_color mover, uint32_t rank, uint8_t *row, pm_error *err)
{
    pm_db *database = ctx;
    const db *file = pm_db_inside(database);
    const uint64_t n = UINT64_C(1) << db_get_header(file)->subject.n_index;
    memset(row, 0, db_get_shape(file)->row_bytes);
    for (uint64_t w = 0; w < n; w++) {
        uint8_t value;
        const pm_position pos = db_konane_position(pm_db_konane(database), layer, mover, rank, (uint32_t)w);
        const pm_status status = probe_stored(database, pos, &value, err);
        if (status != PM_OK) {
            return status;
        }
        row[w / 8] |= (uint8_t)(value << w % 8);
    }
    return PM_OK;
}

pm_status db_konane_convert(pm_db *database, const char *path, const db_conversion *conversion, pm_error *err)
{
    db_conversion own = *conversion;
    const db_subject *s = &db_get_header(pm_db_inside(database))->subject;
    own.writing.orbits = db_konane_orbits(pm_db_konane(database));
    own.writing.kind = (db_kind)s->kind;
    own.fill = s->n_sets + s->n_index <= CONVERT_DERIVED_CELLS ? derive_row : NULL;
    own.fill_ctx = database;
    return db_convert(pm_db_inside(database), path, &own, err);
}
