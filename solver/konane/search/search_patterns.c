/* The weights of patterns, laid out for a board.
 *
 * A class of cells has two distances from the edges, (0,0), (0,1), (0,2), (1,1), (1,2) or (2,2), 2 being any more, the
 * smaller one first; its cells, listed by the first coordinate and then the second, are those of the diamond that such
 * a cell has on the board. Bit i of a pattern is its cell i.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/search/search_patterns.h"

#include <stdlib.h>
#include <string.h>

enum { RADIUS = 2, DIAMOND = 13, FAR = 2, N_CLASSES = 6 };

static const int distances[N_CLASSES][2] = {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};

typedef struct offset {
    int x, y;
} offset;

/* The cells of a class. Returns their number. */
static int list_cells(int class, offset cells[DIAMOND])
{
    int n = 0;
    for (int x = -RADIUS; x <= RADIUS; x++) {
        for (int y = abs(x) - RADIUS; y <= RADIUS - abs(x); y++) {
            if (x >= -distances[class][0] && y >= -distances[class][1]) {
                cells[n++] = (offset){x, y};
            }
        }
    }
    return n;
}

/* Image number k, 0..7, of an offset: bit 0 reflects the first coordinate, bit 1 the second, bit 2 exchanges them. */
static offset reflect(offset at, int k)
{
    const offset turned = {k & 1 ? -at.x : at.x, k & 2 ? -at.y : at.y};
    return k & 4 ? (offset){turned.y, turned.x} : turned;
}

/* Whether reflection k leaves the distances of a class as they are. */
static bool keeps_class(int class, int k)
{
    const int *d = distances[class];
    return (!(k & 1) || d[0] == FAR) && (!(k & 2) || d[1] == FAR) && (!(k & 4) || d[0] == d[1]);
}

static int find_cell(const offset cells[DIAMOND], offset cell)
{
    int i = 0;
    while (cells[i].x != cell.x || cells[i].y != cell.y) {
        i++;
        assert(i < DIAMOND);
    }
    return i;
}

/* For each reflection of a class where each of its cells goes. Returns their number. */
static int list_reflections(int class, const offset cells[DIAMOND], int n, int to[8][DIAMOND])
{
    int found = 0;
    for (int k = 0; k < 8; k++) {
        if (keeps_class(class, k)) {
            for (int i = 0; i < n; i++) {
                to[found][i] = find_cell(cells, reflect(cells[i], k));
            }
            found++;
        }
    }
    return found;
}

static unsigned least_image(unsigned pattern, int n, int to[8][DIAMOND], int n_reflections)
{
    unsigned least = pattern;
    for (int k = 0; k < n_reflections; k++) {
        unsigned image = 0;
        for (int i = 0; i < n; i++) {
            image |= (pattern >> i & 1) << to[k][i];
        }
        least = image < least ? image : least;
    }
    return least;
}

/* The weights of all patterns of a class, from those that are the least of their images, of which `*next` is the first.
 * Moves it on. */
static void spread_class(int class, const int8_t **next, int8_t weights[1 << DIAMOND])
{
    offset cells[DIAMOND];
    int to[8][DIAMOND];
    const int n = list_cells(class, cells), n_reflections = list_reflections(class, cells, n, to);
    for (unsigned pattern = 0; pattern < 1U << n; pattern++) {
        const unsigned least = least_image(pattern, n, to, n_reflections);
        weights[pattern] = least == pattern ? *(*next)++ : weights[least];
    }
}

/* ---- cells of a board -------------------------------------------------------------------------- */

/* Where a cell is along one side of a board: its distance from the nearer edge and the direction away from it. */
typedef struct axis {
    int distance, away;
} axis;

static axis axis_of(int at, int size)
{
    if (at < FAR) {
        return (axis){at, 1};
    }
    return size - 1 - at < FAR ? (axis){size - 1 - at, -1} : (axis){FAR, 1};
}

/* A cell of the diamond round another: its number on the board, -1 if it is not there. */
static int cell_at(const search_board *board, int cell, int right, int up)
{
    const int col = cell / board->rows + right, rank = cell % board->rows + up;
    return col < 0 || col >= board->cols || rank < 0 || rank >= board->rows ? -1 : col * board->rows + rank;
}

/* The class of a cell; in the order of the class the cells of its diamond, and whether one that is not on the board
 * counts as taken, as landing cells do, since nothing can land there. Returns the number of cells. */
static int place_cell(const search_board *board, int cell, int *class, int cells[DIAMOND], bool is_taken[DIAMOND])
{
    const axis col = axis_of(cell / board->rows, board->cols), rank = axis_of(cell % board->rows, board->rows);
    const bool swap = col.distance > rank.distance;
    const int a = swap ? rank.distance : col.distance, b = swap ? col.distance : rank.distance;
    offset order[DIAMOND];
    for (*class = 0; distances[*class][0] != a || distances[*class][1] != b;) {
        ++*class;
        assert(*class < N_CLASSES);
    }
    const int n = list_cells(*class, order);
    for (int i = 0; i < n; i++) {
        const offset at = swap ? (offset){order[i].y, order[i].x} : order[i];
        cells[i] = cell_at(board, cell, at.x * col.away, at.y * rank.away);
        is_taken[i] = abs(at.x) == RADIUS || abs(at.y) == RADIUS;
    }
    return n;
}

static uint64_t mask_of(const int cells[DIAMOND], int n)
{
    uint64_t mask = 0;
    for (int i = 0; i < n; i++) {
        mask |= cells[i] >= 0 ? bits_one(cells[i]) : 0;
    }
    return mask;
}

/* Lay out the weights of a cell by the bits that its mask picks. */
static void fill_cell(const int8_t weights[1 << DIAMOND], int n, const int cells[DIAMOND], const bool is_taken[DIAMOND],
                      uint64_t mask, int8_t *filled)
{
    for (uint64_t bits = 0; bits < bits_one(bits_count(mask)); bits++) {
        unsigned pattern = 0;
        for (int i = 0; i < n; i++) {
            const bool is_set = cells[i] < 0 ? is_taken[i] : bits >> bits_count(mask & bits_below(cells[i])) & 1;
            pattern |= (unsigned)is_set << i;
        }
        filled[bits] = weights[pattern];
    }
}

/* A number for cells that have the same weights. */
static int kind_of(const search_board *board, int cell)
{
    const int col = cell / board->rows, rank = cell % board->rows;
    const int sides[] = {col, board->cols - 1 - col, rank, board->rows - 1 - rank};
    int kind = 0;
    for (int i = 0; i < 4; i++) {
        kind = (FAR + 1) * kind + (sides[i] < FAR ? sides[i] : FAR);
    }
    return kind;
}

/* The weights of all patterns of all classes. */
typedef struct class_weights {
    int8_t of[N_CLASSES][1 << DIAMOND];
} class_weights;

/* What has been laid out so far: where the weights of each kind begin, and the end. */
typedef struct layout {
    int64_t first[(FAR + 1) * (FAR + 1) * (FAR + 1) * (FAR + 1)];
    int64_t end;
} layout;

/* Divide the mask of a cell into runs of neighbouring bits. */
static void find_runs(search_patterns *p, int cell)
{
    int n = 0, found = 0;
    memset(p->run[cell], 0, sizeof p->run[cell]);
    memset(p->shift[cell], 0, sizeof p->shift[cell]);
    for (uint64_t rest = p->mask[cell]; rest; n++) {
        assert(n < PATTERN_RUNS);
        const int from = bits_first(rest), length = bits_first(~(rest >> from));
        p->run[cell][n] = (uint16_t)(bits_below(length) << found);
        p->shift[cell][n] = (uint8_t)(from - found);
        rest &= ~(bits_below(length) << from);
        found += length;
    }
}

static void add_cell(const search_board *board, const class_weights *weights, int cell, layout *l, search_patterns *p)
{
    int class, cells[DIAMOND];
    bool is_taken[DIAMOND];
    const int n = place_cell(board, cell, &class, cells, is_taken), kind = kind_of(board, cell);
    p->mask[cell] = mask_of(cells, n);
    find_runs(p, cell);
    if (l->first[kind] < 0) {
        l->first[kind] = l->end;
        l->end += (int64_t)bits_one(bits_count(p->mask[cell]));
        assert(l->end <= PATTERN_ROOM);
        fill_cell(weights->of[class], n, cells, is_taken, p->mask[cell], &p->weight[l->first[kind]]);
    }
    p->first[cell] = (uint32_t)l->first[kind];
}

void search_patterns_init(const search_board *board, search_patterns *p)
{
    class_weights weights;
    const int8_t *next = pattern_weights;
    for (int class = 0; class < N_CLASSES; class ++) {
        spread_class(class, &next, weights.of[class]);
    }
    assert(next == pattern_weights + PATTERN_WEIGHTS);
    layout l = {.end = 0};
    memset(l.first, -1, sizeof l.first);
    p->n_cells = board->n_cells;
    for (int cell = 0; cell < board->n_cells; cell++) {
        p->sign[cell] = (board->cells[0] >> cell & 1) != 0 ? 1 : -1;
        add_cell(board, &weights, cell, &l, p);
    }
}
