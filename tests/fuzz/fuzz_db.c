/* Fuzzes the opener of databases. The input is a file; once as it is, once with its checksums put right, so that the
 * checks after them are reached. What opens is probed a little: anything may come out, but nothing may break.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/format.h"
#include "solver/draughts/probe.h"
#include "src/papamu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <xxhash.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void use(pm_db *database)
{
    const pm_db_info info = pm_db_get_info(database);
    pm_board *board;
    if (pm_board_new(info.rows, info.cols, PM_BLACK, "any", &board, NULL) != PM_OK) {
        abort();
    }
    const uint64_t all = pm_board_cells(board, PM_BLACK) | pm_board_cells(board, PM_WHITE);
    for (uint64_t i = 0; i < 16; i++) {
        pm_value value;
        (void)pm_db_probe(database, board, (pm_position){i * UINT64_C(0x9e3779b97f4a7c15) & all, (pm_color)(i & 1)},
                          &value, NULL);
    }
    pm_board_free(board);
}

/* Two pieces each of places that every board has, kings and men. */
static void use_endgames(draughts_db *database)
{
    for (unsigned i = 0; i < 16; i++) {
        verdict value;
        const uint64_t pieces[2] = {UINT64_C(1) << i % 2, UINT64_C(1) << (3 + i / 2 % 2)};
        (void)draughts_db_verdict(database, pieces, i & 4 ? pieces[0] | pieces[1] : pieces[0], (pm_color)(i >> 3 & 1),
                                  &value, NULL);
    }
}

static void open_bytes(const uint8_t *bytes, size_t n)
{
    char path[32];
    const int fd = memfd_create("fuzz", MFD_CLOEXEC);
    if (fd < 0 || write(fd, bytes, n) != (ssize_t)n) {
        abort();
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    pm_db *database;
    pm_error err;
    if (pm_db_open(path, 1 << 16, &database, &err) == PM_OK) {
        use(database);
        pm_db_close(database);
    }
    draughts_db *endgames;
    if (draughts_db_open(path, 1 << 16, &endgames, &err) == PM_OK) {
        use_endgames(endgames);
        draughts_db_close(endgames);
    }
    close(fd);
}

static void put_checksum(uint8_t *bytes, size_t at, const uint8_t *from, size_t n)
{
    const uint64_t sum = XXH64(from, n, 0);
    for (int i = 0; i < 8; i++) {
        bytes[at + (size_t)i] = (uint8_t)(sum >> (8 * i));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    open_bytes(data, n);
    if (n < DB_HEADER_BYTES) {
        return 0;
    }
    uint8_t *bytes = malloc(n);
    if (!bytes) {
        abort();
    }
    memcpy(bytes, data, n);
    uint64_t offset = 0;
    for (int i = 7; i >= 0; i--) {
        offset = offset << 8 | bytes[40 + i];
    }
    if (offset <= n) {
        put_checksum(bytes, 56, bytes + offset, n - (size_t)offset);
    }
    put_checksum(bytes, DB_HEADER_BYTES - 8, bytes, DB_HEADER_BYTES - 8);
    open_bytes(bytes, n);
    free(bytes);
    return 0;
}
