/* The rules of tests/oracle/oracle_draughts.h. The sentences quoted are those of the Italian rules; where another game
 * differs, its law is named.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tests/oracle/oracle_draughts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const od_rules known[] = {
    /* name, king, men capture backwards, men take kings, prey leaves at once, last row, order */
    {"italian", OD_ONE_STEP, false, false, false, OD_ENDS, "pmkf"},
    {"american", OD_ONE_STEP, false, true, false, OD_ENDS, ""},
    {"russian", OD_FLIES, true, true, false, OD_IS_KING_AT_ONCE, ""},
    {"brazilian", OD_FLIES, true, true, false, OD_STAYS_MAN, "p"},
    {"international", OD_FLIES, true, true, false, OD_STAYS_MAN, "p"},
    {"pool", OD_FLIES, true, true, false, OD_STAYS_MAN, ""},
    {"spanish", OD_FLIES, false, true, false, OD_ENDS, "pk"},
    {"portuguese", OD_FLIES, false, true, false, OD_ENDS, "pk"},
    {"czech", OD_FLIES, false, true, false, OD_ENDS, "m"},
    {"thai", OD_FLIES_LANDS_NEXT, false, true, true, OD_ENDS, ""},
};

const od_rules *od_rules_named(const char *name)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(known[i].name, name) == 0) {
            return &known[i];
        }
    }
    assert(0);
    return NULL;
}

static int row_of(const od_position *pos, int square)
{
    return (square - 1) / (pos->n / 2);
}

static int col_of(const od_position *pos, int square)
{
    return (square - 1) % (pos->n / 2) * 2 + row_of(pos, square) % 2;
}

/* "on row r (0 = top), column c with (r+c) even, number = (N/2) r + c/2 + 1"; 0 if that is not on the board. */
static int square_at(const od_position *pos, int row, int col)
{
    if (row < 0 || row >= pos->n || col < 0 || col >= pos->n) {
        return 0;
    }
    return pos->n / 2 * row + col / 2 + 1;
}

static bool is_black(od_piece piece)
{
    return piece == OD_BLACK_MAN || piece == OD_BLACK_KING;
}

static bool is_king(od_piece piece)
{
    return piece == OD_WHITE_KING || piece == OD_BLACK_KING;
}

static bool is_own(const od_position *pos, int square)
{
    return pos->on[square] != OD_EMPTY && is_black(pos->on[square]) == pos->is_blacks_turn;
}

static bool is_enemy(const od_position *pos, int square)
{
    return pos->on[square] != OD_EMPTY && is_black(pos->on[square]) != pos->is_blacks_turn;
}

/* "White moves first and up." */
static int forward(const od_position *pos)
{
    return pos->is_blacks_turn ? 1 : -1;
}

static bool is_last_row(const od_position *pos, int square)
{
    return row_of(pos, square) == (pos->is_blacks_turn ? pos->n - 1 : 0);
}

static bool was_taken(const od_move *move, int square)
{
    for (int i = 0; i < move->n_taken; i++) {
        if (move->taken[i] == square) {
            return true;
        }
    }
    return false;
}

/* "A man moves one square diagonally forward, a king one square diagonally in any direction." Flying kings move any
 * number of empty squares. */
static int list_quiet(const od_position *pos, od_move *moves)
{
    int n = 0;
    for (int from = 1; from <= pos->n * pos->n / 2; from++) {
        const bool king = is_king(pos->on[from]);
        for (int dr = -1; is_own(pos, from) && dr <= 1; dr += 2) {
            for (int dc = -1; (king || dr == forward(pos)) && dc <= 1; dc += 2) {
                const int reach = king && pos->rules->king != OD_ONE_STEP ? pos->n : 1;
                for (int step = 1; step <= reach; step++) {
                    const int to = square_at(pos, row_of(pos, from) + step * dr, col_of(pos, from) + step * dc);
                    if (!to || pos->on[to] != OD_EMPTY) {
                        break;
                    }
                    moves[n++] = (od_move){.n_squares = 2, .path = {from, to}};
                }
            }
        }
    }
    return n;
}

/* "The mover's own start square counts as empty"; "captured pieces leave when the capture ends", or at once. */
static bool is_empty_now(const od_position *pos, const od_move *move, int square)
{
    return pos->on[square] == OD_EMPTY || square == move->path[0] ||
           (pos->rules->prey_leaves_at_once && was_taken(move, square));
}

/* The squares to which the piece of `move`, now at the end of its path, may jump in a direction, and over what.
 * "Capturing is compulsory, by a jump over an adjacent enemy to the empty square behind. Men capture forward only and
 * never a king; kings capture men and kings in all four directions. A piece is never jumped twice." Other games let
 * men capture kings, or backwards; flying kings capture at a distance and land on any empty square after the prey. */
static int list_jumps(const od_position *pos, const od_move *move, int dr, int dc, int *over, int *to)
{
    const int at = move->path[move->n_squares - 1];
    const bool king = move->is_crowned || is_king(pos->on[move->path[0]]);
    const bool flies = king && pos->rules->king != OD_ONE_STEP;
    if (!king && dr != forward(pos) && !pos->rules->men_capture_backwards) {
        return 0;
    }
    int row = row_of(pos, at) + dr, col = col_of(pos, at) + dc;
    while (flies && square_at(pos, row, col) && is_empty_now(pos, move, square_at(pos, row, col))) {
        row += dr;
        col += dc;
    }
    *over = square_at(pos, row, col);
    if (!*over || !is_enemy(pos, *over) || was_taken(move, *over) ||
        (!king && is_king(pos->on[*over]) && !pos->rules->men_take_kings)) {
        return 0;
    }
    int n = 0;
    for (;;) {
        row += dr;
        col += dc;
        const int landing = square_at(pos, row, col);
        if (!landing || !is_empty_now(pos, move, landing)) {
            return n;
        }
        to[n++] = landing;
        if (!flies || pos->rules->king == OD_FLIES_LANDS_NEXT) {
            return n;
        }
    }
}

static od_move with_jump(const od_position *pos, const od_move *so_far, int over, int to)
{
    od_move longer = *so_far;
    longer.path[longer.n_squares++] = to;
    longer.took_king[longer.n_taken] = is_king(pos->on[over]);
    longer.taken[longer.n_taken++] = over;
    if (pos->rules->last_row == OD_IS_KING_AT_ONCE && !is_king(pos->on[longer.path[0]]) && is_last_row(pos, to)) {
        longer.is_crowned = true;
    }
    return longer;
}

/* "A man that reaches the last row becomes a king and the move ends", in some games. */
static bool has_ended(const od_position *pos, const od_move *move)
{
    return pos->rules->last_row == OD_ENDS && move->n_taken > 0 && !is_king(pos->on[move->path[0]]) &&
           is_last_row(pos, move->path[move->n_squares - 1]);
}

static bool can_jump(const od_position *pos, const od_move *move)
{
    int over, to[16];
    for (int dr = -1; !has_ended(pos, move) && dr <= 1; dr += 2) {
        for (int dc = -1; dc <= 1; dc += 2) {
            if (list_jumps(pos, move, dr, dc, &over, to) > 0) {
                return true;
            }
        }
    }
    return false;
}

/* "A capture goes on as long as it can." So among the squares after its prey a flying king must choose one from which
 * it can capture again, if there is one. */
static int list_captures(const od_position *pos, const od_move *so_far, od_move *moves, int n)
{
    if (!can_jump(pos, so_far)) {
        if (so_far->n_taken > 0) {
            assert(n < OD_MAX_MOVES);
            moves[n++] = *so_far;
        }
        return n;
    }
    for (int dr = -1; dr <= 1; dr += 2) {
        for (int dc = -1; dc <= 1; dc += 2) {
            int over, to[16];
            const int n_to = list_jumps(pos, so_far, dr, dc, &over, to);
            bool one_goes_on = false;
            for (int i = 0; i < n_to; i++) {
                const od_move longer = with_jump(pos, so_far, over, to[i]);
                one_goes_on = one_goes_on || can_jump(pos, &longer);
            }
            for (int i = 0; i < n_to; i++) {
                const od_move longer = with_jump(pos, so_far, over, to[i]);
                if (!one_goes_on || can_jump(pos, &longer)) {
                    n = list_captures(pos, &longer, moves, n);
                }
            }
        }
    }
    return n;
}

static int kings_taken(const od_move *move)
{
    int n = 0;
    for (int i = 0; i < move->n_taken; i++) {
        n += move->took_king[i];
    }
    return n;
}

/* How a capture does under one rule of the order of preference; more is better. For the kings met earliest the
 * sequences of captured kinds are compared one piece after the other, number `i` now. */
static int merit(const od_position *pos, const od_move *move, char rule, int i)
{
    switch (rule) {
    case 'p':
        return move->n_taken;
    case 'm':
        return is_king(pos->on[move->path[0]]);
    case 'k':
        return kings_taken(move);
    default:
        return i < move->n_taken && move->took_king[i];
    }
}

static int keep_best(const od_position *pos, char rule, int at, od_move *moves, int n)
{
    int best = -1, kept = 0;
    for (int i = 0; i < n; i++) {
        const int m = merit(pos, &moves[i], rule, at);
        best = m > best ? m : best;
    }
    for (int i = 0; i < n; i++) {
        if (merit(pos, &moves[i], rule, at) == best) {
            moves[kept++] = moves[i];
        }
    }
    return kept;
}

uint64_t od_taken_set(const od_move *move)
{
    uint64_t set = 0;
    for (int i = 0; i < move->n_taken; i++) {
        set |= UINT64_C(1) << (move->taken[i] - 1);
    }
    return set;
}

static bool is_same(const od_move *a, const od_move *b)
{
    return a->path[0] == b->path[0] && a->path[a->n_squares - 1] == b->path[b->n_squares - 1] &&
           od_taken_set(a) == od_taken_set(b) && a->is_crowned == b->is_crowned;
}

static int drop_doubles(od_move *moves, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++) {
        bool is_new = true;
        for (int j = 0; j < kept; j++) {
            is_new = is_new && !is_same(&moves[i], &moves[j]);
        }
        if (is_new) {
            moves[kept++] = moves[i];
        }
    }
    return kept;
}

int od_moves(const od_position *pos, od_move moves[OD_MAX_MOVES])
{
    int n = 0;
    for (int from = 1; from <= pos->n * pos->n / 2; from++) {
        if (is_own(pos, from)) {
            n = list_captures(pos, &(od_move){.n_squares = 1, .path = {from}}, moves, n);
        }
    }
    if (n == 0) {
        return list_quiet(pos, moves);
    }
    for (const char *rule = pos->rules->order; *rule; rule++) {
        for (int i = 0; i < (*rule == 'f' ? OD_MAX_PATH : 1); i++) {
            n = keep_best(pos, *rule, i, moves, n);
        }
    }
    return drop_doubles(moves, n);
}

od_position od_make(const od_position *pos, const od_move *move)
{
    od_position next = *pos;
    const int from = move->path[0], to = move->path[move->n_squares - 1];
    next.on[from] = OD_EMPTY;
    for (int i = 0; i < move->n_taken; i++) {
        next.on[move->taken[i]] = OD_EMPTY;
    }
    next.on[to] = pos->on[from];
    if (is_last_row(pos, to) || move->is_crowned) {
        next.on[to] = pos->is_blacks_turn ? OD_BLACK_KING : OD_WHITE_KING;
    }
    next.is_blacks_turn = !pos->is_blacks_turn;
    return next;
}

/* `lists`: room for the moves of `depth` positions, one below the other. */
static uint64_t count_leaves(const od_position *pos, int depth, od_move *lists)
{
    if (depth == 0) {
        return 1;
    }
    const int n = od_moves(pos, lists);
    uint64_t leaves = 0;
    for (int i = 0; i < n; i++) {
        const od_position next = od_make(pos, &lists[i]);
        leaves += count_leaves(&next, depth - 1, lists + OD_MAX_MOVES);
    }
    return leaves;
}

/* A list is two thirds of a MiB: allocated once, as address sanitizers clear each allocation. */
uint64_t od_perft(const od_position *pos, int depth)
{
    od_move *lists = malloc((size_t)(depth + 1) * OD_MAX_MOVES * sizeof *lists);
    const uint64_t leaves = count_leaves(pos, depth, lists);
    free(lists);
    return leaves;
}

/* ---- values ---------------------------------------------------------------------------------- */

struct od_table {
    int n, max_pieces;
    const od_rules *rules;
    int size;
    uint64_t *code; /* of each position, ascending */
    int *value;     /* -1: not known, or a draw */
};

/* Digits in base 5, square 1 first. */
static uint64_t encode(const od_position *pos)
{
    uint64_t code = 0;
    for (int square = 1; square <= pos->n * pos->n / 2; square++) {
        code = 5 * code + (uint64_t)pos->on[square];
    }
    return code;
}

static od_position decode(const od_table *table, uint64_t code)
{
    od_position pos = {.n = table->n, .rules = table->rules};
    for (int square = table->n * table->n / 2; square >= 1; square--) {
        pos.on[square] = (od_piece)(code % 5);
        code /= 5;
    }
    return pos;
}

/* List every position in which squares from `square` on are still to be filled, in ascending order of codes. */
static void list_positions(od_table *table, od_position *pos, int square, int n_white, int n_black, bool is_counting)
{
    const int n_squares = pos->n * pos->n / 2;
    if (square > n_squares) {
        if (n_white && n_black) {
            if (!is_counting) {
                table->code[table->size] = encode(pos);
            }
            table->size++;
        }
        return;
    }
    for (od_piece piece = OD_EMPTY; piece <= OD_BLACK_KING; piece++) {
        const int row = row_of(pos, square);
        if ((piece == OD_WHITE_MAN && row == 0) || (piece == OD_BLACK_MAN && row == pos->n - 1) ||
            (piece != OD_EMPTY && n_white + n_black == table->max_pieces)) {
            continue;
        }
        pos->on[square] = piece;
        list_positions(table, pos, square + 1, n_white + (piece == OD_WHITE_MAN || piece == OD_WHITE_KING),
                       n_black + is_black(piece), is_counting);
    }
    pos->on[square] = OD_EMPTY;
}

static int compare_codes(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Black to move is White to move on the board turned by half a turn with the colours exchanged. */
static od_position turned(const od_position *pos)
{
    static const od_piece other[] = {OD_EMPTY, OD_BLACK_MAN, OD_BLACK_KING, OD_WHITE_MAN, OD_WHITE_KING};
    od_position image = *pos;
    const int n_squares = pos->n * pos->n / 2;
    for (int square = 1; square <= n_squares; square++) {
        image.on[n_squares + 1 - square] = other[pos->on[square]];
    }
    image.is_blacks_turn = !pos->is_blacks_turn;
    return image;
}

/* The value of the position after a move for the player to move there. "Who cannot move loses." */
static int value_after(const od_table *table, const od_position *next)
{
    const od_position pos = turned(next);
    bool has_pieces = false;
    for (int square = 1; square <= pos.n * pos.n / 2; square++) {
        has_pieces = has_pieces || is_own(&pos, square);
    }
    if (!has_pieces) {
        return 0;
    }
    const uint64_t code = encode(&pos);
    const uint64_t *at = bsearch(&code, table->code, (size_t)table->size, sizeof code, compare_codes);
    assert(at);
    return table->value[at - table->code];
}

/* Whether the value is `plies`, given all lower values. */
static bool is_decided(const od_table *table, int i, int plies, od_move *moves)
{
    const od_position pos = decode(table, table->code[i]);
    const int n = od_moves(&pos, moves);
    int n_won = 0;
    for (int m = 0; m < n; m++) {
        const od_position next = od_make(&pos, &moves[m]);
        const int value = value_after(table, &next);
        if (value >= plies) {
            continue; /* found in this very pass */
        }
        if (value >= 0 && value % 2 == 0 && plies % 2 == 1) {
            return true;
        }
        n_won += value >= 0 && value % 2 == 1;
    }
    return plies % 2 == 0 && n_won == n;
}

od_table *od_table_new(int n, const od_rules *rules, int max_pieces)
{
    od_table *table = malloc(sizeof *table);
    *table = (od_table){.n = n, .max_pieces = max_pieces, .rules = rules};
    od_position empty = {.n = n, .rules = rules};
    list_positions(table, &empty, 1, 0, 0, true);
    table->code = malloc((size_t)table->size * sizeof *table->code);
    table->value = malloc((size_t)table->size * sizeof *table->value);
    memset(table->value, -1, (size_t)table->size * sizeof *table->value);
    table->size = 0;
    list_positions(table, &empty, 1, 0, 0, false);
    od_move *moves = malloc(OD_MAX_MOVES * sizeof *moves);
    bool is_found = true;
    for (int plies = 0; is_found; plies++) {
        is_found = false;
        for (int i = 0; i < table->size; i++) {
            if (table->value[i] < 0 && is_decided(table, i, plies, moves)) {
                table->value[i] = plies;
                is_found = true;
            }
        }
    }
    free(moves);
    return table;
}

void od_table_free(od_table *table)
{
    free(table->code);
    free(table->value);
    free(table);
}

int od_table_size(const od_table *table)
{
    return table->size;
}

od_position od_table_position(const od_table *table, int i)
{
    return decode(table, table->code[i]);
}

int od_table_value(const od_table *table, int i)
{
    return table->value[i];
}
