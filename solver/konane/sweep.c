/* The jumps of Konane as row operations: see sweep.h.
 *
 * With f the cell of departure, o the stones jumped over and m the landing cells, the last one t:
 *
 *     W[b] |= [f in w, m not in w] & ~B[b - o]     at index w ^ f ^ t     for a White jump, if o lies in b
 *     B[b] |= [o in w]             & ~W[b ^ f ^ t] at index w - o         for a Black one, if f is in b and m is not
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/sweep.h"

#include "solver/rows/index_order.h"
#include "src/base/bits.h"
#include "src/base/status.h"
#include "src/konane/board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Four tiles of 8 KiB on 6x6: of 1 to 16 the fastest, if not by much. */
enum { MAX_TILE_BITS = 2 };

static int list_cells(uint64_t cells, uint8_t list[PM_MAX_CELLS])
{
    int n = 0;
    for (; cells; cells = bits_rest(cells)) {
        list[n++] = (uint8_t)bits_first(cells);
    }
    return n;
}

/* The set of places in `list` at which the cells of `cells` are. */
static uint32_t gather(const uint8_t list[], int n, uint64_t cells)
{
    uint32_t set = 0;
    for (int i = 0; i < n; i++) {
        set |= (uint32_t)(cells >> list[i] & 1) << i;
    }
    return set;
}

static uint64_t scatter(const uint8_t list[], int n, uint32_t set)
{
    uint64_t cells = 0;
    for (int i = 0; i < n; i++) {
        cells |= (uint64_t)(set >> i & 1) << list[i];
    }
    return cells;
}

/* A symmetry of the cells as a permutation of places in a list. */
static void places_permutation(const uint8_t list[], int n, const uint8_t cell_image[64], uint8_t permutation[])
{
    uint8_t place[PM_MAX_CELLS] = {0};
    for (int i = 0; i < n; i++) {
        place[list[i]] = (uint8_t)i;
    }
    for (int i = 0; i < n; i++) {
        permutation[i] = place[cell_image[list[i]]];
    }
}

/* How often the sweep meets each white cell, weighted by how much work a meeting inside a vector adds: a jump with k
 * conditions on the row and l on the index is done for 2^-k of the rows and 2^-l of the index. */
static void count_meetings(const konane_jump jumps[2][KONANE_MAX_JUMPS], const int n[2], double cost[PM_MAX_CELLS])
{
    for (int color = 0; color < 2; color++) {
        for (int j = 0; j < n[color]; j++) {
            const uint64_t own = bits_one(jumps[color][j].from) | jumps[color][j].landing;
            const uint64_t white = color == PM_WHITE ? own : jumps[color][j].over;
            const double work = 1 / (double)(UINT64_C(1) << (bits_count(own) + bits_count(jumps[color][j].over)));
            for (uint64_t rest = white; rest; rest = bits_rest(rest)) {
                cost[bits_first(rest)] += work;
            }
        }
    }
}

static void order_white(konane_space *space, const konane_jump jumps[2][KONANE_MAX_JUMPS], const int n_jumps[2])
{
    const pm_board *board = space->board;
    uint8_t by_number[PM_MAX_CELLS];
    const int n = list_cells(board->cells[PM_WHITE], by_number);
    uint8_t permutation[ORBITS_MAX_SYMMETRIES][ROW_MAX_BITS];
    for (int g = 0; g < board->n_symmetries; g++) {
        places_permutation(by_number, n, board->symmetry[g], permutation[g]);
    }
    double cell_cost[PM_MAX_CELLS] = {0};
    count_meetings(jumps, n_jumps, cell_cost);
    double cost[ROW_MAX_BITS] = {0};
    for (int i = 0; i < n; i++) {
        cost[i] = cell_cost[by_number[i]];
    }
    const int room = n > ROW_MIN_BITS ? n - ROW_MIN_BITS : 0;
    uint8_t order[ROW_MAX_BITS];
    space->spec.n_tile = index_order_choose(n, board->n_symmetries, permutation, cost,
                                            room < MAX_TILE_BITS ? room : MAX_TILE_BITS, order);
    for (int i = 0; i < n; i++) {
        space->white[i] = by_number[order[i]];
    }
}

/* Black cells in the order of their orbits, those most often jumped over first. Rows are worked on in ascending order
 * of b, so that the first cells change fastest: a row and those that it reads differ in one of them most of the time,
 * are close together and are found in the cache. */
static void order_black(konane_space *space, const konane_jump jumps[], int n_jumps)
{
    const pm_board *board = space->board;
    int times[PM_MAX_CELLS] = {0};
    for (int j = 0; j < n_jumps; j++) {
        for (uint64_t over = jumps[j].over; over; over = bits_rest(over)) {
            times[bits_first(over)]++;
        }
    }
    uint64_t left = board->cells[PM_BLACK];
    for (int n = 0; left;) {
        int most = bits_first(left);
        for (uint64_t rest = left; rest; rest = bits_rest(rest)) {
            most = times[bits_first(rest)] > times[most] ? bits_first(rest) : most;
        }
        for (int g = 0; g < board->n_symmetries; g++) {
            const int cell = board->symmetry[g][most];
            if (left >> cell & 1) {
                space->black[n++] = (uint8_t)cell;
                left &= ~bits_one(cell);
            }
        }
    }
}

/* The jump where the cells `full` hold stones and the cells `empty` none, besides those that it needs itself. */
static sweep_move jump_move(const konane_space *space, const konane_jump *jump, uint64_t full, uint64_t empty)
{
    const uint64_t from = bits_one(jump->from);
    const uint64_t value = from | jump->over | full;
    const uint64_t fixed = value | jump->landing | empty;
    const uint64_t flip = from | bits_one(jump->to) | jump->over;
    const uint32_t b_flip = konane_space_b(space, flip), w_flip = konane_space_w(space, flip);
    assert((value & empty) == 0 && b_flip != 0 && w_flip != 0); /* one side moves, the other loses stones */
    return (sweep_move){
        konane_space_b(space, fixed),
        konane_space_b(space, value),
        b_flip,
        {konane_space_w(space, fixed), konane_space_w(space, value), w_flip},
    };
}

/* Write the moves that a jump is under the variant of the board. Returns their number: 0 if it does not have the
 * jump, else 1; or 2 for a longest jump that ends with room to continue, one for each reason why it stops: the next
 * landing cell holds a stone, or there is none to jump over. */
static int jump_moves(const konane_space *space, const konane_jump *jump, sweep_move moves[2])
{
    const pm_board *board = space->board;
    const konane_chains chains = board->variant.chains;
    if (chains == KONANE_CHAINS_SINGLE && bits_count(jump->over) > 1) {
        return 0;
    }
    const int n_taken = bits_count(jump->over), distance = (jump->to - jump->from) / (2 * n_taken);
    const int col = jump->to / board->rows, rank = jump->to % board->rows;
    const bool is_vertical = jump->from / board->rows == col;
    const int place = is_vertical ? rank : col, side = is_vertical ? board->rows : board->cols;
    const int end = place + (distance > 0 ? 2 : -2);
    if (chains != KONANE_CHAINS_LONGEST || end < 0 || end >= side) {
        moves[0] = jump_move(space, jump, 0, 0);
        return 1;
    }
    const uint64_t over = bits_one(jump->to + distance), landing = bits_one(jump->to + 2 * distance);
    moves[0] = jump_move(space, jump, landing, 0);
    moves[1] = jump_move(space, jump, 0, landing | over);
    return 2;
}

/* The black cells of even rank index: a stone of either colour keeps the parity of its row, and jumps over stones that
 * share a row or a column two apart. */
static uint64_t first_class_cells(const pm_board *board)
{
    uint64_t cells = 0;
    for (uint64_t rest = board->cells[PM_BLACK]; rest; rest = bits_rest(rest)) {
        const int cell = bits_first(rest);
        cells |= cell % board->rows % 2 == 0 ? bits_one(cell) : 0;
    }
    return cells;
}

static bool make_moves(konane_space *space, konane_jump jumps[2][KONANE_MAX_JUMPS], const int n_jumps[2])
{
    for (int color = 0; color < 2; color++) {
        const int n = n_jumps[color];
        sweep_move *moves = malloc(((size_t)2 * (size_t)n + 1) * sizeof *moves);
        if (!moves) {
            return false;
        }
        int n_moves = 0;
        for (int j = 0; j < n; j++) {
            n_moves += jump_moves(space, &jumps[color][j], moves + n_moves);
        }
        space->spec.n_moves[color] = n_moves;
        space->spec.moves[color] = moves;
    }
    return true;
}

pm_status konane_space_new(const pm_board *board, konane_space **out, pm_error *err)
{
    const int n_black = bits_count(board->cells[PM_BLACK]);
    const int n_white = bits_count(board->cells[PM_WHITE]);
    if (n_black > ORBITS_MAX_N || n_white > ROW_MAX_BITS) {
        return status_fail(err, PM_NO_MEMORY, 0,
                           "a board of %d cells is too large to sweep: at most %d are within reach", n_black + n_white,
                           2 * ORBITS_MAX_N);
    }
    konane_space *space = calloc(1, sizeof *space);
    konane_jump(*jumps)[KONANE_MAX_JUMPS] = calloc(2, sizeof *jumps);
    bool is_complete = false;
    if (space && jumps) {
        space->board = board;
        const int n_jumps[2] = {konane_all_jumps(board, PM_BLACK, jumps[PM_BLACK]),
                                konane_all_jumps(board, PM_WHITE, jumps[PM_WHITE])};
        order_black(space, jumps[PM_WHITE], n_jumps[PM_WHITE]);
        order_white(space, jumps, n_jumps);
        space->spec.n_sets = n_black;
        space->spec.n_index = n_white;
        space->spec.n_symmetries = board->n_symmetries;
        space->spec.is_misere = board->variant.is_misere;
        space->spec.first_class = konane_space_b(space, first_class_cells(board));
        for (int g = 0; g < board->n_symmetries; g++) {
            places_permutation(space->black, n_black, board->symmetry[g], space->spec.set_permutation[g]);
            places_permutation(space->white, n_white, board->symmetry[g], space->spec.index_permutation[g]);
        }
        is_complete = make_moves(space, jumps, n_jumps);
    }
    free(jumps);
    if (!is_complete) {
        konane_space_free(space);
        return status_no_memory(err, "the list of jumps", 0);
    }
    *out = space;
    return PM_OK;
}

void konane_space_free(konane_space *space)
{
    if (space) {
        free((void *)(uintptr_t)space->spec.moves[PM_BLACK]);
        free((void *)(uintptr_t)space->spec.moves[PM_WHITE]);
        free(space);
    }
}

uint32_t konane_space_b(const konane_space *space, uint64_t occupied)
{
    return gather(space->black, space->spec.n_sets, occupied);
}

uint32_t konane_space_w(const konane_space *space, uint64_t occupied)
{
    return gather(space->white, space->spec.n_index, occupied);
}

uint64_t konane_space_occupied(const konane_space *space, uint32_t b, uint32_t w)
{
    return scatter(space->black, space->spec.n_sets, b) | scatter(space->white, space->spec.n_index, w);
}
