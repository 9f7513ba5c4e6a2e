/* An example of a program that uses the library: 1,000 games and their statistics.
 *
 *     gcc example_selfplay.c $(pkg-config --cflags --libs papamu) -o example_selfplay
 *
 * SPDX-License-Identifier: MIT
 */
#include <papamu.h>
#include <stdio.h>

int main(void)
{
    pm_error err = {0};
    pm_game *game = NULL;
    pm_stats *stats = NULL;
    pm_stats_row row;
    size_t n = 0;
    pm_game_options board = {0};
    pm_selfplay_options options = {0};
    board.rows = board.cols = 6;
    options.black = "greedy";
    options.n_games = 1000;
    options.seed = 1;
    if (pm_game_new("konane", &board, &game, &err) || pm_stats_new(&stats, &err) ||
        pm_selfplay(game, &options, stats, &err) || pm_stats_rows(stats, 1, &row, &n, &err)) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    printf("%s - %s on %s: %llu of %llu games won by black, %.4f jumps a game\n", row.black, row.white, row.board,
           (unsigned long long)row.black_wins, (unsigned long long)row.games, row.jumps.value);
    pm_stats_free(stats);
    pm_game_free(game);
    return 0;
}
