/* Fuzz target for positions as text: any bytes are read or refused with an offset within the text; what was read is
 * valid, and comes back from its own text.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/konane/notation.h"
#include "tests/fuzz/fuzz_text.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_error(const pm_error *err, const char *text)
{
    fuzz_require(err->offset <= strlen(text));
    fuzz_require(err->message[0] != '\0');
}

static bool diagrams_are_equal(const konane_diagram *a, const konane_diagram *b)
{
    return a->rows == b->rows && a->cols == b->cols && a->has_stones == b->has_stones && a->corner == b->corner &&
           a->mover == b->mover && memcmp(a->occupied, b->occupied, sizeof a->occupied) == 0;
}

static void try_diagram(const char *text, bool mover_default, int max_cells)
{
    konane_diagram diagram, again;
    pm_error err = {0};
    if (konane_diagram_parse(text, mover_default, max_cells, &diagram, &err) != PM_OK) {
        check_error(&err, text);
        return;
    }
    fuzz_require(diagram.rows * diagram.cols >= 2 && diagram.rows * diagram.cols <= max_cells);
    char written[KONANE_MAX_TEXT];
    fuzz_require((size_t)konane_diagram_format(&diagram, written) == strlen(written));
    fuzz_require(konane_diagram_parse(written, false, max_cells, &again, &err) == PM_OK);
    fuzz_require(diagrams_are_equal(&diagram, &again));
}

static void try_position(const char *text)
{
    pm_board *board, *board_again;
    pm_position pos, pos_again;
    pm_error err = {0};
    if (pm_position_parse(text, NULL, PM_BLACK, true, &board, &pos, &err) != PM_OK) {
        check_error(&err, text);
        return;
    }
    fuzz_require(pm_position_is_valid(board, pos));
    char written[PM_MAX_TEXT];
    fuzz_require((size_t)pm_position_format(board, pos, written) == strlen(written));
    fuzz_require(pm_position_parse(written, NULL, pm_board_corner(board), false, &board_again, &pos_again, &err) ==
                 PM_OK);
    fuzz_require(pos_again.occupied == pos.occupied && pos_again.mover == pos.mover);
    pm_board_free(board_again);
    pm_board_free(board);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    try_diagram(text, false, KONANE_CELL_LIMIT);
    try_diagram(text, true, 64);
    try_position(text);
    free(text);
    return 0;
}
