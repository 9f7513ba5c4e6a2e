/* The cells of a row, made from C values by their types, so that one call puts many: cli_put(c, rows, cols, "black").
 *
 * Integers of any type become whole numbers, double a real one, text itself; a NULL text or CLI_NONE is an empty cell:
 * not known, or not applicable. CLI_IF(is_known, x) is x or an empty cell. CLI_MARK(word) is a word in place of a
 * number that cannot be given; in JSON it is a string.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_OUTPUT_CELLS_H
#define CLI_OUTPUT_CELLS_H

#include <stdint.h>

typedef struct cli_cell {
    enum { CELL_EMPTY, CELL_TEXT, CELL_INTEGER, CELL_COUNT, CELL_REAL, CELL_MARK } type;
    union {
        const char *text;
        int64_t integer;
        uint64_t count;
        double real;
    };
} cli_cell;

static inline cli_cell cell_same(cli_cell cell)
{
    return cell;
}

static inline cli_cell cell_text(const char *text)
{
    return (cli_cell){.type = text ? CELL_TEXT : CELL_EMPTY, .text = text};
}

static inline cli_cell cell_integer(int64_t n)
{
    return (cli_cell){.type = CELL_INTEGER, .integer = n};
}

static inline cli_cell cell_count(uint64_t n)
{
    return (cli_cell){.type = CELL_COUNT, .count = n};
}

static inline cli_cell cell_real(double x)
{
    return (cli_cell){.type = CELL_REAL, .real = x};
}

/* clang-format off */
#define CLI_NONE ((cli_cell){.type = CELL_EMPTY})
#define CLI_MARK(word) ((cli_cell){.type = CELL_MARK, .text = (word)})
#define CLI_IF(is_known, x) ((is_known) ? CLI_CELL(x) : CLI_NONE)
#define CLI_CELL(x) \
    _Generic((x), cli_cell: cell_same, char *: cell_text, const char *: cell_text, double: cell_real, \
             unsigned long: cell_count, unsigned long long: cell_count, default: cell_integer)(x)

/* CLI_CELL of each argument, of which there are 1 to 12, with commas between them. */
#define CLI_CELLS(...) \
    CELLS_NTH(__VA_ARGS__, CELLS_12, CELLS_11, CELLS_10, CELLS_9, CELLS_8, CELLS_7, CELLS_6, CELLS_5, CELLS_4, \
              CELLS_3, CELLS_2, CELLS_1, )(__VA_ARGS__)
#define CELLS_NTH(a, b, c, d, e, f, g, h, i, j, k, l, nth, ...) nth
#define CELLS_1(x) CLI_CELL(x)
#define CELLS_2(x, ...) CLI_CELL(x), CELLS_1(__VA_ARGS__)
#define CELLS_3(x, ...) CLI_CELL(x), CELLS_2(__VA_ARGS__)
#define CELLS_4(x, ...) CLI_CELL(x), CELLS_3(__VA_ARGS__)
#define CELLS_5(x, ...) CLI_CELL(x), CELLS_4(__VA_ARGS__)
#define CELLS_6(x, ...) CLI_CELL(x), CELLS_5(__VA_ARGS__)
#define CELLS_7(x, ...) CLI_CELL(x), CELLS_6(__VA_ARGS__)
#define CELLS_8(x, ...) CLI_CELL(x), CELLS_7(__VA_ARGS__)
#define CELLS_9(x, ...) CLI_CELL(x), CELLS_8(__VA_ARGS__)
#define CELLS_10(x, ...) CLI_CELL(x), CELLS_9(__VA_ARGS__)
#define CELLS_11(x, ...) CLI_CELL(x), CELLS_10(__VA_ARGS__)
#define CELLS_12(x, ...) CLI_CELL(x), CELLS_11(__VA_ARGS__)
/* clang-format on */

#endif
