/* An example of a program that uses the library: the value of a position, and its thermograph.
 *
 *     gcc example_value.c $(pkg-config --cflags --libs papamu) -o example_value
 *     ./example_value 4 4 ".ox.|o..x|....|...."
 *
 * SPDX-License-Identifier: MIT
 */
#include <papamu.h>
#include <stdio.h>
#include <stdlib.h>

static double real(pm_number x)
{
    return (double)x.numerator / (double)x.denominator;
}

int main(int argc, char **argv)
{
    enum { ROOM = 64 };
    pm_error err = {0};
    pm_game *game = NULL;
    pm_forms *forms = NULL;
    pm_state state;
    pm_form form;
    pm_form_info info;
    pm_thermograph_point left[ROOM], right[ROOM];
    size_t n_left = 0, n_right = 0;
    pm_game_options options = {0};
    char text[256];

    if (argc != 4) {
        fprintf(stderr, "usage: example_value ROWS COLS POSITION, of a board whose top-left cell is black\n");
        return 2;
    }
    options.rows = atoi(argv[1]);
    options.cols = atoi(argv[2]);
    options.corner = PM_BLACK;
    if (pm_game_new("konane", &options, &game, &err) || pm_game_parse(game, argv[3], &state, &err) ||
        pm_forms_new(NULL, &forms, &err) || pm_form_of_state(forms, game, &state, &form, &err) ||
        pm_form_get_info(forms, form, &info, &err) ||
        pm_form_thermograph(forms, form, ROOM, left, right, &n_left, &n_right, &err)) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    pm_form_format(forms, form, sizeof text, text);
    printf("value %s, mean %g, temperature %g\n", text, real(info.mean), real(info.temperature));
    for (size_t i = 0; i < n_left && i < ROOM; i++) {
        printf("left %g %g\n", real(left[i].x), real(left[i].t));
    }
    for (size_t i = 0; i < n_right && i < ROOM; i++) {
        printf("right %g %g\n", real(right[i].x), real(right[i].t));
    }
    pm_forms_free(forms);
    pm_game_free(game);
    return 0;
}
