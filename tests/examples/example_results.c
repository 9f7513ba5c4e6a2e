/* An example of a program that uses the library: the results of a board as data/openings.csv, data/opening_values.csv
 * and data/census.csv have them, and a summary of games, in some twenty lines.
 *
 *     gcc example_results.c $(pkg-config --cflags --libs papamu) -o example_results
 *     ./example_results 4 5
 *
 * SPDX-License-Identifier: MIT
 */
#include <papamu.h>
#include <stdio.h>
#include <stdlib.h>

static void print_opening(const pm_board *board, pm_forms *forms, const pm_game *game, pm_opening o, pm_state state)
{
    static const char *const names[] = {"black", "white"};
    const pm_move removals[] = {{o.black_removes, o.black_removes}, {o.white_removes, o.white_removes}};
    char black[PM_MAX_MOVE_TEXT], white[PM_MAX_MOVE_TEXT], value[256] = "";
    pm_form form;
    state.bits[0] &= ~(UINT64_C(1) << o.black_removes | UINT64_C(1) << o.white_removes);
    if (pm_form_of_state(forms, game, &state, &form, NULL) == PM_OK) {
        pm_form_format(forms, form, sizeof value, value);
    }
    pm_move_format(board, removals[0], black);
    pm_move_format(board, removals[1], white);
    printf("opening,%s,%s,%s,%s\n", black, white, names[o.winner], value);
}

int main(int argc, char **argv)
{
    const int rows = argc > 2 ? atoi(argv[1]) : 4, cols = argc > 2 ? atoi(argv[2]) : 5;
    const pm_game_options size = {.rows = rows, .cols = cols, .opening = "any"};
    const pm_selfplay_options playing = {.black = "greedy", .n_games = 1000, .seed = 1};
    pm_board *board = NULL;
    pm_game *game = NULL;
    pm_solution *solution = NULL;
    pm_forms *forms = NULL;
    pm_stats *stats = NULL;
    pm_stats_row row;
    pm_state start;
    pm_error err = {0};
    size_t n;
    if (pm_board_new(rows, cols, PM_BLACK, "any", &board, &err) || pm_game_new("konane", &size, &game, &err) ||
        pm_game_start(game, &start, &err) || pm_solve(board, NULL, &solution, &err) ||
        pm_forms_new(NULL, &forms, &err) || pm_stats_new(&stats, &err) || pm_selfplay(game, &playing, stats, &err) ||
        pm_stats_rows(stats, 1, &row, &n, &err)) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    const pm_solution_info found = pm_solution_get_info(solution);
    for (int i = 0; i < found.n_openings; i++) {
        print_opening(board, forms, game, found.openings[i], start);
    }
    for (int k = 0; k <= found.census->n_stones; k++) {
        const uint64_t *c = found.census->count[k];
        printf("census,%d,%ju,%ju,%ju,%ju\n", k, (uintmax_t)c[0], (uintmax_t)c[1], (uintmax_t)c[2], (uintmax_t)c[3]);
    }
    printf("games,%ju,%ju,%.6f,%.6f\n", (uintmax_t)row.games, (uintmax_t)row.black_wins, row.black_share.value,
           row.jumps.value);
    pm_stats_free(stats);
    pm_forms_free(forms);
    pm_solution_free(solution);
    pm_game_free(game);
    pm_board_free(board);
    return 0;
}
