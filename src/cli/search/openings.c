/* Reading which openings are to be searched.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/search/openings.h"

#include "src/konane/cell.h"

#include <assert.h>

pm_position search_opening_position(const pm_board *board, const konane_opening_result *opening)
{
    assert(konane_neighbours(board, opening->black_removes) >> opening->white_removes & 1);
    return (pm_position){board->all & ~bits_one(opening->black_removes) & ~bits_one(opening->white_removes), PM_BLACK};
}

/* One element of the list, from `*offset` on: Black's cell, and White's or -1. */
static int read_element(cli *c, const pm_board *board, const char *list, size_t *offset, int cells[2])
{
    pm_error err;
    pm_status status = konane_cell_parse(list, offset, board->rows, board->cols, &cells[0], &err);
    cells[1] = -1;
    if (status == PM_OK && list[*offset] != ',' && list[*offset] != '\0') {
        *offset += list[*offset] == '-';
        status = konane_cell_parse(list, offset, board->rows, board->cols, &cells[1], &err);
    }
    if (status != PM_OK) {
        return cli_fail_in(c, "list of openings", list, status, &err);
    }
    if (!(board->cells[PM_BLACK] >> cells[0] & 1) ||
        (cells[1] >= 0 && !(konane_neighbours(board, cells[0]) >> cells[1] & 1))) {
        return cli_error(c, CLI_BAD_INPUT, "no opening in \"%s\": it is a black cell and a white one next to it", list);
    }
    assert(cells[1] < 0 || board->cells[PM_WHITE] >> cells[1] & 1); /* neighbours are of the other colour */
    return CLI_DONE;
}

/* Mark the openings of the list: bit w of wanted[b]. */
static int read_list(cli *c, const pm_board *board, const char *list, uint64_t wanted[PM_MAX_CELLS])
{
    size_t offset = 0;
    for (;;) {
        int cells[2];
        const int code = read_element(c, board, list, &offset, cells);
        if (code != CLI_DONE) {
            return code;
        }
        wanted[cells[0]] |= cells[1] < 0 ? konane_neighbours(board, cells[0]) : bits_one(cells[1]);
        assert((wanted[cells[0]] & ~board->cells[PM_WHITE]) == 0);
        if (list[offset] == '\0') {
            return CLI_DONE;
        }
        if (list[offset] != ',') {
            const pm_error err = {offset, "expected a comma between openings"};
            return cli_fail_in(c, "list of openings", list, PM_BAD_INPUT, &err);
        }
        offset++;
    }
}

int search_openings_read(cli *c, const pm_board *board, const char *list,
                         konane_opening_result openings[KONANE_MAX_OPENINGS], int *n)
{
    if (!list) {
        konane_query queries[KONANE_MAX_OPENINGS];
        const int code = cli_board_check(c, board);
        *n = code ? 0 : konane_opening_queries(board, openings, queries);
        assert(*n >= 0 && *n <= KONANE_MAX_OPENINGS);
        return code;
    }
    uint64_t wanted[PM_MAX_CELLS] = {0};
    const int code = read_list(c, board, list, wanted);
    *n = 0;
    for (int black = 0; black < board->n_cells && code == CLI_DONE; black++) {
        for (uint64_t rest = wanted[black]; rest; rest = bits_rest(rest)) {
            assert(*n < KONANE_MAX_OPENINGS);
            openings[(*n)++] =
                (konane_opening_result){.black_removes = (uint8_t)black, .white_removes = (uint8_t)bits_first(rest)};
        }
    }
    return code;
}
