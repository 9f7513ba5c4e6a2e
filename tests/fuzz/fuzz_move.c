/* Fuzz target for moves as text. The input is "POSITION;MOVE"; without a semicolon the position is the full board of
 * 6x6. Any bytes are read or refused with an offset within the text; what was read is legal, and comes back from its
 * own text.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/konane/notation.h"
#include "tests/fuzz/fuzz_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_legal(const pm_board *board, pm_position pos, pm_move move)
{
    pm_move moves[PM_MAX_MOVES];
    const int n = pm_moves(board, pos, moves);
    for (int i = 0; i < n; i++) {
        if (moves[i].from == move.from && moves[i].to == move.to) {
            return true;
        }
    }
    return false;
}

static void try_move(const pm_board *board, pm_position pos, const char *text)
{
    pm_move move, again;
    pm_error err = {0};
    if (pm_move_parse(board, pos, text, &move, &err) != PM_OK) {
        fuzz_require(err.offset <= strlen(text));
        fuzz_require(err.message[0] != '\0');
        return;
    }
    fuzz_require(is_legal(board, pos, move));
    char written[PM_MAX_MOVE_TEXT];
    fuzz_require((size_t)pm_move_format(board, move, written) == strlen(written));
    fuzz_require(pm_move_parse(board, pos, written, &again, &err) == PM_OK);
    fuzz_require(again.from == move.from && again.to == move.to);
}

/* The form alone, on boards of every shape. */
static void try_form(const char *text, int rows, int cols)
{
    int from, to, from_again, to_again;
    pm_error err = {0};
    if (konane_move_parse(text, rows, cols, &from, &to, &err) != PM_OK) {
        fuzz_require(err.offset <= strlen(text));
        return;
    }
    fuzz_require(from >= 0 && from < rows * cols && to >= 0 && to < rows * cols);
    char written[KONANE_MAX_MOVE_TEXT];
    fuzz_require((size_t)konane_move_format(rows, from, to, written) == strlen(written));
    fuzz_require(konane_move_parse(written, rows, cols, &from_again, &to_again, &err) == PM_OK);
    fuzz_require(from_again == from && to_again == to);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    char *semicolon = strchr(text, ';');
    const char *move_text = semicolon ? semicolon + 1 : text;
    pm_board *board;
    pm_position pos;
    if (semicolon) {
        *semicolon = '\0';
    }
    const char *position_text = semicolon ? text : "bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb b";
    if (pm_position_parse(position_text, "any", PM_BLACK, true, &board, &pos, NULL) == PM_OK) {
        try_move(board, pos, move_text);
        pm_board_free(board);
    }
    try_form(move_text, 20, 20);
    try_form(move_text, 1, KONANE_CELL_LIMIT);
    try_form(move_text, KONANE_CELL_LIMIT, 1);
    free(text);
    return 0;
}
