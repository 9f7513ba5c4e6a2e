/* Series, and what is asked of them: see series.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/plot/series.h"

#include <assert.h>
#include <string.h>

const char *plot_series_cell(const plot_series *s, const char *column)
{
    return sheet_cell(s->sheet, s->row, sheet_column(s->sheet, column, strlen(column)));
}

int plot_data_variety(const plot_data *data, const char *column)
{
    const char *first = NULL;
    for (int i = 0; i < data->n_main; i++) {
        const sheet *s = &data->sheets[i];
        const int at = sheet_column(s, column, strlen(column));
        for (size_t row = 0; at >= 0 && row < s->n_rows; row++) {
            const char *cell = sheet_cell(s, row, at);
            first = first ? first : cell;
            if (strcmp(first, cell) != 0) {
                return 2;
            }
        }
    }
    return first ? 1 : 0;
}

int plot_data_number(const plot_data *data, int i, size_t row)
{
    assert(i < data->n_main);
    return data->series[data->series_of[i][row]].number;
}

plot_series *plot_data_drawn(const plot_data *data, int number)
{
    for (size_t i = 0; i < data->n_series; i++) {
        if (data->series[i].number == number) {
            return &data->series[i];
        }
    }
    assert(0); /* numbers are 1..n_drawn */
    return NULL;
}
