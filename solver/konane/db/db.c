/* Konane positions in a database: see db.h.
 *
 * A position becomes its pair of sets byte by byte, through tables; so do the images of w under the symmetries.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/db/db.h"

#include "src/base/bits.h"
#include "src/base/status.h"
#include "src/konane/board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 8, INDEX_BYTES = DB_MAX_INDEX_BITS / 8 };

struct db_konane {
    pm_board *board;
    db_subject subject;
    orbits orbits;
    bool is_swapped;              /* positions with White to move are looked up as their mirror image */
    uint64_t sets[2][BYTES][256]; /* of the cells of a byte of a position: b | w << 32; and those of the mirror image */
    uint32_t image[ORBITS_MAX_SYMMETRIES][INDEX_BYTES][256];
};

/* For each cell its bit in b | w << 32. */
static void cell_bits(const db_subject *s, uint64_t bit[PM_MAX_CELLS])
{
    assert(s->n_sets <= 32 && s->n_index <= 32); /* each has half a word */
    for (int i = 0; i < s->n_sets; i++) {
        bit[s->black[i]] = bits_one(i);
    }
    for (int i = 0; i < s->n_index; i++) {
        bit[s->white[i]] = bits_one(32 + i);
    }
}

static void fill_sets(db_konane *k)
{
    uint64_t bit[2][PM_MAX_CELLS] = {{0}};
    const pm_board *board = k->board;
    cell_bits(&k->subject, bit[0]);
    for (int cell = 0; cell < board->n_cells && board->n_swaps > 0; cell++) {
        bit[1][cell] = bit[0][board->swap[0][cell]];
    }
    for (int t = 0; t < 2; t++) {
        for (int byte = 0; byte < BYTES; byte++) {
            for (int value = 0; value < 256; value++) {
                for (int i = 0; i < 8; i++) {
                    k->sets[t][byte][value] |= value >> i & 1 ? bit[t][8 * byte + i] : 0;
                }
            }
        }
    }
}

/* The places in `list` of the images of its cells. */
static void list_images(const uint8_t list[], int n, const uint8_t cell_image[64], uint8_t image[])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            image[i] = list[j] == cell_image[list[i]] ? (uint8_t)j : image[i];
        }
    }
}

static void fill_images(db_konane *k, int g)
{
    assert(k->subject.n_index <= 8 * INDEX_BYTES);
    uint8_t image[DB_MAX_INDEX_BITS] = {0};
    list_images(k->subject.white, k->subject.n_index, k->board->symmetry[g], image);
    for (int byte = 0; byte < INDEX_BYTES; byte++) {
        for (int value = 0; value < 256; value++) {
            for (int i = 0; i < 8 && 8 * byte + i < k->subject.n_index; i++) {
                k->image[g][byte][value] |= (uint32_t)(value >> i & 1) << image[8 * byte + i];
            }
        }
    }
}

static pm_status fill(db_konane *k, pm_error *err)
{
    const db_subject *s = &k->subject;
    const konane_variant variant = {s->ending == DB_MISERE, (konane_chains)s->jumps};
    const pm_status status = konane_board_new(s->rows, s->cols, PM_BLACK, "any", variant, &k->board, err);
    if (status != PM_OK) {
        return status;
    }
    uint8_t permutation[ORBITS_MAX_SYMMETRIES][ORBITS_MAX_N] = {{0}};
    for (int i = 0; i < s->n_sets + s->n_index; i++) {
        const int cell = i < s->n_sets ? s->black[i] : s->white[i - s->n_sets];
        if ((k->board->cells[i < s->n_sets ? PM_BLACK : PM_WHITE] >> cell & 1) == 0) {
            return status_fail(err, PM_DAMAGED, 0, "damaged: the lists of cells give a cell the wrong colour");
        }
    }
    for (int g = 0; g < k->board->n_symmetries; g++) {
        list_images(s->black, s->n_sets, k->board->symmetry[g], permutation[g]);
        fill_images(k, g);
    }
    assert(s->n_sets + s->n_index == k->board->n_cells);
    k->is_swapped = s->n_movers == 1;
    if (k->is_swapped && k->board->n_swaps == 0) {
        return status_fail(err, PM_DAMAGED, 0, "damaged: positions with White to move are missing");
    }
    fill_sets(k);
    if (!orbits_make(s->n_sets, k->board->n_symmetries, permutation, &k->orbits)) {
        return status_no_memory(err, "the orbits of sets", 0);
    }
    for (int i = 0; i <= s->n_sets; i++) {
        if (orbits_count(&k->orbits, i) != s->layer_rows[i]) {
            return status_fail(err, PM_DAMAGED, 0, "damaged: wrong row count in layer %d", i);
        }
    }
    return PM_OK;
}

pm_status db_konane_new(const db *d, db_konane **out, pm_error *err)
{
    db_konane *k = calloc(1, sizeof *k);
    if (!k) {
        return status_no_memory(err, "the tables of the board", 0);
    }
    k->subject = db_get_header(d)->subject;
    const pm_status status = fill(k, err);
    if (status != PM_OK) {
        db_konane_free(k);
        return status;
    }
    *out = k;
    return PM_OK;
}

void db_konane_free(db_konane *k)
{
    if (k) {
        orbits_clear(&k->orbits);
        pm_board_free(k->board);
        free(k);
    }
}

const pm_board *db_konane_board(const db_konane *k)
{
    return k->board;
}

const orbits *db_konane_orbits(const db_konane *k)
{
    return &k->orbits;
}

db_place db_konane_locate(const db_konane *k, const db *d, pm_position pos)
{
    const bool is_mirrored = k->is_swapped && pos.mover == PM_WHITE;
    uint64_t sets = 0;
    for (int byte = 0; pos.occupied >> (8 * byte); byte++) {
        sets |= k->sets[is_mirrored][byte][pos.occupied >> (8 * byte) & 0xff];
        if (byte == BYTES - 1) {
            break;
        }
    }
    const uint32_t b = (uint32_t)sets;
    const uint32_t w = (uint32_t)(sets >> 32);
    const uint32_t(*image)[256] = k->image[orbits_symmetry(&k->orbits, b)];
    uint32_t u = 0;
    for (int byte = 0; byte < INDEX_BYTES; byte++) {
        u |= image[byte][w >> (8 * byte) & 0xff];
    }
    assert((pos.occupied & ~k->board->all) == 0);
    assert(bits_count(u) == bits_count(w)); /* an image under a symmetry */
    return db_locate(d, bits_count(b), is_mirrored ? PM_BLACK : pos.mover, orbits_rank(&k->orbits, b), u);
}

pm_position db_konane_position(const db_konane *k, int layer, pm_color mover, uint32_t rank, uint32_t w)
{
    const db_subject *s = &k->subject;
    const uint32_t b = k->orbits.kept[k->orbits.first[layer] + rank];
    assert(bits_count(b) == layer && (uint64_t)w >> s->n_index == 0);
    pm_position pos = {0, mover};
    for (int i = 0; i < s->n_sets; i++) {
        pos.occupied |= (uint64_t)(b >> i & 1) << s->black[i];
    }
    for (int i = 0; i < s->n_index; i++) {
        pos.occupied |= (uint64_t)(w >> i & 1) << s->white[i];
    }
    return pos;
}
