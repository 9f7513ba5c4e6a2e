/* Konane from the rule text alone: see oracle.h. Plain on purpose; where it differs from the project, the rule text
 * decides. Includes no header of the project.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/oracle/oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "oracle: %s\n", what);
        abort();
    }
}

/* ---- board ----------------------------------------------------------------------------------- */

int oracle_n_cells(const oracle_board *board)
{
    return board->rows * board->cols;
}

static bool is_on_board(const oracle_board *board, int row, int col)
{
    return row >= 0 && row < board->rows && col >= 0 && col < board->cols;
}

int oracle_color(const oracle_board *board, int cell)
{
    const int row = cell / board->cols, col = cell % board->cols;
    return (row + col) % 2 == 0 ? board->corner : 1 - board->corner;
}

/* Columns are letters from the left, ranks are numbers from the bottom. */
int oracle_cell(const oracle_board *board, const char *name)
{
    const int col = name[0] - 'a';
    const int row = board->rows - atoi(name + 1);
    require(is_on_board(board, row, col), "no such cell");
    return row * board->cols + col;
}

void oracle_cell_name(const oracle_board *board, int cell, char name[8])
{
    const int row = cell / board->cols, col = cell % board->cols;
    snprintf(name, 8, "%c%d", (char)('a' + col), (board->rows - row) % 100);
}

/* ---- positions ------------------------------------------------------------------------------- */

oracle_position oracle_full(const oracle_board *board)
{
    oracle_position pos = {.mover = ORACLE_BLACK};
    require(oracle_n_cells(board) <= ORACLE_MAX_CELLS, "board too large");
    for (int cell = 0; cell < oracle_n_cells(board); cell++) {
        pos.stone[cell] = true;
    }
    return pos;
}

oracle_position oracle_from_set(const oracle_board *board, uint64_t set, int mover)
{
    oracle_position pos = {.mover = mover};
    require(oracle_n_cells(board) <= 64, "board too large for a set");
    for (int cell = 0; cell < oracle_n_cells(board); cell++) {
        pos.stone[cell] = (set >> cell) & 1;
    }
    return pos;
}

uint64_t oracle_to_set(const oracle_board *board, const oracle_position *pos)
{
    uint64_t set = 0;
    require(oracle_n_cells(board) <= 64, "board too large for a set");
    for (int cell = 0; cell < oracle_n_cells(board); cell++) {
        set |= (uint64_t)pos->stone[cell] << cell;
    }
    return set;
}

void oracle_grid(const oracle_board *board, const oracle_position *pos, char text[ORACLE_MAX_GRID])
{
    for (int cell = 0; cell < oracle_n_cells(board); cell++) {
        if (cell > 0 && cell % board->cols == 0) {
            *text++ = '|';
        }
        *text++ = !pos->stone[cell] ? '.' : oracle_color(board, cell) == ORACLE_BLACK ? 'x' : 'o';
    }
    *text = '\0';
}

static int count_holes(const oracle_board *board, const oracle_position *pos)
{
    int holes = 0;
    for (int cell = 0; cell < oracle_n_cells(board); cell++) {
        holes += !pos->stone[cell];
    }
    return holes;
}

static int first_hole(const oracle_board *board, const oracle_position *pos)
{
    for (int cell = 0; cell < oracle_n_cells(board); cell++) {
        if (!pos->stone[cell]) {
            return cell;
        }
    }
    return -1;
}

/* ---- opening --------------------------------------------------------------------------------- */

static bool is_corner(const oracle_board *board, int row, int col)
{
    return (row == 0 || row == board->rows - 1) && (col == 0 || col == board->cols - 1);
}

/* Rows (R-1)/2 and R/2 crossed with columns (C-1)/2 and C/2. */
static bool is_centre(const oracle_board *board, int row, int col)
{
    return (row == (board->rows - 1) / 2 || row == board->rows / 2) &&
           (col == (board->cols - 1) / 2 || col == board->cols / 2);
}

static bool is_next_to_centre(const oracle_board *board, int row, int col)
{
    return is_centre(board, row - 1, col) || is_centre(board, row + 1, col) || is_centre(board, row, col - 1) ||
           is_centre(board, row, col + 1);
}

static bool are_neighbours(const oracle_board *board, int a, int b)
{
    return abs(a / board->cols - b / board->cols) + abs(a % board->cols - b % board->cols) == 1;
}

static bool is_fixed(const char *rule)
{
    return strncmp(rule, "fixed:", 6) == 0;
}

/* The first (0) or second (1) cell of "fixed:CELL,CELL". */
static int fixed_cell(const oracle_board *board, const char *rule, int which)
{
    const char *comma = strchr(rule, ',');
    require(comma, "fixed rule without a comma");
    return oracle_cell(board, which == 0 ? rule + 6 : comma + 1);
}

bool oracle_admits(const oracle_board *board, const char *rule, int cell)
{
    const int row = cell / board->cols, col = cell % board->cols;
    const bool corner = is_corner(board, row, col), centre = is_centre(board, row, col);
    if (oracle_color(board, cell) != ORACLE_BLACK) {
        return false;
    }
    if (is_fixed(rule)) {
        return cell == fixed_cell(board, rule, 0);
    }
    if (strcmp(rule, "any") == 0) {
        return true;
    }
    if (strcmp(rule, "corner") == 0) {
        return corner;
    }
    if (strcmp(rule, "centre") == 0) {
        return centre;
    }
    if (strcmp(rule, "corner-centre") == 0) {
        return corner || centre;
    }
    require(strcmp(rule, "near-centre") == 0, "unknown opening rule");
    return corner || centre || is_next_to_centre(board, row, col);
}

/* A full board with Black to move, or exactly one hole, on a black cell, with White to move. */
bool oracle_is_opening(const oracle_board *board, const oracle_position *pos)
{
    const int holes = count_holes(board, pos);
    if (pos->mover == ORACLE_BLACK) {
        return holes == 0;
    }
    return holes == 1 && oracle_color(board, first_hole(board, pos)) == ORACLE_BLACK;
}

static int removals(const oracle_board *board, const char *rule, const oracle_position *pos, oracle_move *moves)
{
    int n = 0;
    for (int cell = 0; cell < oracle_n_cells(board); cell++) {
        bool legal = false;
        if (pos->mover == ORACLE_BLACK) {
            legal = oracle_admits(board, rule, cell);
        } else if (are_neighbours(board, cell, first_hole(board, pos))) {
            legal = !is_fixed(rule) || cell == fixed_cell(board, rule, 1);
        }
        if (legal) {
            moves[n++] = (oracle_move){cell, cell};
        }
    }
    return n;
}

/* ---- jumps ----------------------------------------------------------------------------------- */

/* The jumps of the stone on `from` in one direction: on over a further enemy stone into a further empty cell as
 * often as it can, and every landing cell is a move. */
static int jumps_in_direction(const oracle_board *board, const oracle_position *pos, int from, int down, int right,
                              oracle_move *moves)
{
    int n = 0;
    int row = from / board->cols, col = from % board->cols;
    while (is_on_board(board, row + 2 * down, col + 2 * right)) {
        const int over = (row + down) * board->cols + col + right;
        const int to = (row + 2 * down) * board->cols + col + 2 * right;
        if (!pos->stone[over] || pos->stone[to]) {
            break;
        }
        moves[n++] = (oracle_move){from, to};
        row += 2 * down;
        col += 2 * right;
    }
    if (n > 1 && board->jumping == ORACLE_SINGLE) {
        n = 1;
    }
    if (n > 1 && board->jumping == ORACLE_LONGEST) {
        moves[0] = moves[n - 1];
        n = 1;
    }
    return n;
}

int oracle_jumps(const oracle_board *board, const oracle_position *pos, oracle_move moves[ORACLE_MAX_MOVES])
{
    int n = 0;
    for (int from = 0; from < oracle_n_cells(board); from++) {
        if (pos->stone[from] && oracle_color(board, from) == pos->mover) {
            n += jumps_in_direction(board, pos, from, 0, -1, moves + n);
            n += jumps_in_direction(board, pos, from, 0, +1, moves + n);
            n += jumps_in_direction(board, pos, from, -1, 0, moves + n);
            n += jumps_in_direction(board, pos, from, +1, 0, moves + n);
        }
    }
    return n;
}

int oracle_moves(const oracle_board *board, const char *rule, const oracle_position *pos,
                 oracle_move moves[ORACLE_MAX_MOVES])
{
    return oracle_is_opening(board, pos) ? removals(board, rule, pos, moves) : oracle_jumps(board, pos, moves);
}

void oracle_make(const oracle_board *board, oracle_position *pos, oracle_move move)
{
    const int from_row = move.from / board->cols, from_col = move.from % board->cols;
    const int to_row = move.to / board->cols, to_col = move.to % board->cols;
    const int down = (to_row > from_row) - (to_row < from_row);
    const int right = (to_col > from_col) - (to_col < from_col);
    for (int row = from_row, col = from_col; row != to_row || col != to_col; row += down, col += right) {
        pos->stone[row * board->cols + col] = false;
    }
    pos->stone[move.to] = move.from != move.to;
    pos->mover = 1 - pos->mover;
}

uint64_t oracle_perft(const oracle_board *board, const char *rule, const oracle_position *pos, int depth)
{
    if (depth == 0) {
        return 1;
    }
    oracle_move moves[ORACLE_MAX_MOVES];
    const int n = oracle_moves(board, rule, pos, moves);
    uint64_t count = 0;
    for (int i = 0; i < n; i++) {
        oracle_position next = *pos;
        oracle_make(board, &next, moves[i]);
        count += oracle_perft(board, rule, &next, depth - 1);
    }
    return count;
}

/* ---- the table of values --------------------------------------------------------------------- */

enum { UNKNOWN = 255 };

/* Open addressing, one half for each mover. */
struct oracle_table {
    oracle_board board;
    uint64_t capacity, size; /* capacity: a power of two, of each half */
    uint64_t *set[2];
    uint8_t *value[2]; /* UNKNOWN: the place is free */
};

static void *allocate(uint64_t count, size_t size)
{
    void *memory = calloc(count, size);
    require(memory, "out of memory");
    return memory;
}

static void table_allocate(oracle_table *table, uint64_t capacity)
{
    table->capacity = capacity;
    table->size = 0;
    for (int mover = 0; mover < 2; mover++) {
        table->set[mover] = allocate(capacity, sizeof *table->set[mover]);
        table->value[mover] = allocate(capacity, 1);
        memset(table->value[mover], UNKNOWN, capacity);
    }
}

oracle_table *oracle_table_new(const oracle_board *board)
{
    require(oracle_n_cells(board) <= 64, "board too large for a table");
    oracle_table *table = allocate(1, sizeof *table);
    table->board = *board;
    table_allocate(table, 1024);
    return table;
}

static void table_release(oracle_table *table)
{
    for (int mover = 0; mover < 2; mover++) {
        free(table->set[mover]);
        free(table->value[mover]);
    }
}

void oracle_table_free(oracle_table *table)
{
    if (table) {
        table_release(table);
        free(table);
    }
}

uint64_t oracle_table_size(const oracle_table *table)
{
    return table->size;
}

/* The place of a set, or the free place where it belongs. */
static uint64_t table_place(const oracle_table *table, uint64_t set, int mover)
{
    uint64_t place = (set * UINT64_C(0x9e3779b97f4a7c15)) >> 20;
    for (place %= table->capacity; table->value[mover][place] != UNKNOWN; place = (place + 1) % table->capacity) {
        if (table->set[mover][place] == set) {
            break;
        }
    }
    return place;
}

static void table_store(oracle_table *table, uint64_t set, int mover, uint8_t value);

static void table_grow(oracle_table *table)
{
    oracle_table old = *table;
    table_allocate(table, 2 * old.capacity);
    for (int mover = 0; mover < 2; mover++) {
        for (uint64_t i = 0; i < old.capacity; i++) {
            if (old.value[mover][i] != UNKNOWN) {
                table_store(table, old.set[mover][i], mover, old.value[mover][i]);
            }
        }
    }
    table_release(&old);
}

static void table_store(oracle_table *table, uint64_t set, int mover, uint8_t value)
{
    if (table->size + 1 > table->capacity / 2) {
        table_grow(table);
    }
    const uint64_t place = table_place(table, set, mover);
    table->size += table->value[mover][place] == UNKNOWN;
    table->set[mover][place] = set;
    table->value[mover][place] = value;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* The remoteness of a position one of whose children has `child`, when `best` (-1: none) is what the children
 * before it gave: any child lost for its mover wins, the nearest one; otherwise the longest way. */
static int better(int best, int child)
{
    const int here = child + 1;
    if (best < 0) {
        return here;
    }
    const bool best_wins = best % 2 == 1, here_wins = here % 2 == 1;
    if (best_wins != here_wins) {
        return here_wins ? here : best;
    }
    return here_wins == (here < best) ? here : best;
}

int oracle_remoteness(oracle_table *table, const oracle_position *pos)
{
    const uint64_t set = oracle_to_set(&table->board, pos);
    const uint8_t known = table->value[pos->mover][table_place(table, set, pos->mover)];
    if (known != UNKNOWN) {
        return known;
    }
    oracle_move moves[ORACLE_MAX_MOVES];
    const int n = oracle_jumps(&table->board, pos, moves);
    int best = -1;
    for (int i = 0; i < n; i++) {
        oracle_position next = *pos;
        oracle_make(&table->board, &next, moves[i]);
        best = better(best, oracle_remoteness(table, &next));
    }
    const int value = n == 0 ? 0 : best;
    table_store(table, set, pos->mover, (uint8_t)value);
    return value;
}

bool oracle_mover_wins(oracle_table *table, const oracle_position *pos)
{
    const uint64_t set = oracle_to_set(&table->board, pos);
    const uint8_t known = table->value[pos->mover][table_place(table, set, pos->mover)];
    if (known != UNKNOWN) {
        return known;
    }
    oracle_move moves[ORACLE_MAX_MOVES];
    const int n = oracle_jumps(&table->board, pos, moves);
    bool wins = n == 0 && table->board.misere;
    for (int i = 0; i < n; i++) {
        oracle_position next = *pos;
        oracle_make(&table->board, &next, moves[i]);
        wins = wins || !oracle_mover_wins(table, &next);
    }
    table_store(table, set, pos->mover, wins);
    return wins;
}

int oracle_game_remoteness(oracle_table *table, const char *rule, const oracle_position *pos)
{
    if (!oracle_is_opening(&table->board, pos)) {
        return oracle_remoteness(table, pos);
    }
    oracle_move moves[ORACLE_MAX_MOVES];
    const int n = oracle_moves(&table->board, rule, pos, moves);
    int best = -1;
    for (int i = 0; i < n; i++) {
        oracle_position next = *pos;
        oracle_make(&table->board, &next, moves[i]);
        best = better(best, oracle_game_remoteness(table, rule, &next));
    }
    return best;
}

oracle_outcome oracle_classify(oracle_table *table, uint64_t set)
{
    const oracle_position black = oracle_from_set(&table->board, set, ORACLE_BLACK);
    const oracle_position white = oracle_from_set(&table->board, set, ORACLE_WHITE);
    const bool black_wins_first = oracle_remoteness(table, &black) % 2 == 1;
    const bool white_wins_first = oracle_remoteness(table, &white) % 2 == 1;
    if (black_wins_first && white_wins_first) {
        return ORACLE_NEXT;
    }
    if (!black_wins_first && !white_wins_first) {
        return ORACLE_PREVIOUS;
    }
    return black_wins_first ? ORACLE_LEFT : ORACLE_RIGHT;
}

/* Visit `pos` and all that follows; the table serves as the set of pairs seen. */
static void reach(oracle_table *seen, const char *rule, const oracle_position *pos, uint64_t *terminal)
{
    const bool is_jump_phase = !oracle_is_opening(&seen->board, pos);
    const uint64_t set = oracle_to_set(&seen->board, pos);
    if (is_jump_phase) {
        if (seen->value[pos->mover][table_place(seen, set, pos->mover)] != UNKNOWN) {
            return;
        }
        table_store(seen, set, pos->mover, 0);
    }
    oracle_move moves[ORACLE_MAX_MOVES];
    const int n = oracle_moves(&seen->board, rule, pos, moves);
    *terminal += is_jump_phase && n == 0;
    for (int i = 0; i < n; i++) {
        oracle_position next = *pos;
        oracle_make(&seen->board, &next, moves[i]);
        reach(seen, rule, &next, terminal);
    }
}

void oracle_reach(const oracle_board *board, const char *rule, uint64_t *reachable, uint64_t *terminal)
{
    oracle_table *seen = oracle_table_new(board);
    const oracle_position start = oracle_full(board);
    *terminal = 0;
    reach(seen, rule, &start, terminal);
    *reachable = oracle_table_size(seen);
    oracle_table_free(seen);
}
