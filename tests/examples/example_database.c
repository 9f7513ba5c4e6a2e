/* An example of a program that uses the library: write a database, check it, and ask it about the start.
 *
 *     gcc example_database.c $(pkg-config --cflags --libs papamu) -o example_database
 *     ./example_database 3x4.papamu
 *
 * SPDX-License-Identifier: MIT
 */
#include <papamu.h>
#include <stdio.h>

/* Progress on the terminal; true would stop the work. */
static bool show(void *ctx, uint64_t done, uint64_t total)
{
    (void)ctx;
    fprintf(stderr, "\r%3.0f %%", total ? 100.0 * (double)done / (double)total : 0);
    return false;
}

int main(int argc, char **argv)
{
    pm_error err = {0};
    pm_board *board = NULL;
    pm_db *db = NULL;
    pm_position start;
    pm_value value;
    pm_verification verification;
    pm_db_options options = {0};
    if (argc != 2) {
        fprintf(stderr, "usage: example_database FILE\n");
        return 2;
    }
    options.remoteness = true;
    options.job.progress = show;
    if (pm_board_new(3, 4, PM_BLACK, NULL, &board, &err) || pm_start(board, &start, &err) ||
        pm_db_write(board, argv[1], &options, NULL, &err) ||
        pm_db_check(argv[1], NULL, UINT64_MAX, 0, &verification, &err) || pm_db_open(argv[1], 0, &db, &err) ||
        pm_db_probe(db, board, start, &value, &err)) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    printf("%llu positions are right; %s wins in %d plies\n", (unsigned long long)verification.positions,
           value.winner == PM_BLACK ? "black" : "white", value.remoteness);
    pm_db_close(db);
    pm_board_free(board);
    return 0;
}
