/* An example of a program that uses the library: the value and the best moves of a position in a database.
 *
 *     gcc example_probe.c $(pkg-config --cflags --libs papamu) -o example_probe
 *     ./example_probe 6x6.papamu "2wbwb/wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb b"
 *
 * SPDX-License-Identifier: MIT
 */
#include <papamu.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    pm_error err = {0};
    pm_db *db = NULL;
    pm_board *board = NULL;
    pm_position pos;
    pm_value value;
    pm_move moves[PM_MAX_MOVES];
    int n = 0;

    if (argc != 3) {
        fprintf(stderr, "usage: example_probe FILE POSITION\n");
        return 2;
    }
    pm_status status = pm_db_open(argv[1], 0, &db, &err);
    if (status == PM_OK) {
        status = pm_position_parse(argv[2], NULL, PM_BLACK, false, &board, &pos, &err);
    }
    if (status == PM_OK) {
        status = pm_db_probe(db, board, pos, &value, &err);
    }
    if (status == PM_OK) {
        status = pm_db_best_moves(db, board, pos, moves, &n, &err);
    }
    if (status == PM_OK) {
        printf("%s wins", value.winner == PM_BLACK ? "black" : "white");
        for (int i = 0; i < n; i++) {
            char text[PM_MAX_MOVE_TEXT];
            pm_move_format(board, moves[i], text);
            printf(" %s", text);
        }
        printf("\n");
    } else {
        fprintf(stderr, "%s\n", err.message);
    }
    pm_board_free(board);
    pm_db_close(db);
    return status == PM_OK ? 0 : 1;
}
