/* An example of a program that uses the library: who wins each opening of a board, and its census.
 *
 *     gcc example_solve.c $(pkg-config --cflags --libs papamu) -o example_solve
 *     ./example_solve 4 5
 *
 * The lines with rows and columns are those of data/openings.csv, but for the names of the rules.
 *
 * SPDX-License-Identifier: MIT
 */
#include <papamu.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    const int rows = argc > 2 ? atoi(argv[1]) : 4, cols = argc > 2 ? atoi(argv[2]) : 5;
    static const char *const names[] = {"black", "white"};
    pm_error err = {0};
    pm_board *board = NULL;
    pm_solution *solution = NULL;
    pm_value value;
    if (pm_board_new(rows, cols, PM_BLACK, NULL, &board, &err) || pm_solve(board, NULL, &solution, &err) ||
        pm_solution_game(solution, NULL, &value, &err)) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    const pm_solution_info info = pm_solution_get_info(solution);
    for (int i = 0; i < info.n_openings; i++) {
        char black[PM_MAX_MOVE_TEXT], white[PM_MAX_MOVE_TEXT];
        const pm_opening o = info.openings[i];
        const pm_move removals[] = {{o.black_removes, o.black_removes}, {o.white_removes, o.white_removes}};
        pm_move_format(board, removals[0], black);
        pm_move_format(board, removals[1], white);
        printf("%d,%d,black,%s,%s,%s\n", rows, cols, black, white, names[o.winner]);
    }
    for (int k = 0; k <= info.census->n_stones; k++) {
        const uint64_t *count = info.census->count[k];
        printf("census,%d,%llu,%llu,%llu,%llu\n", k, (unsigned long long)count[0], (unsigned long long)count[1],
               (unsigned long long)count[2], (unsigned long long)count[3]);
    }
    printf("game,%s\n", names[value.winner]);
    pm_solution_free(solution);
    pm_board_free(board);
    return 0;
}
