/* Moves as text, in short form and with the whole path: see notation.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/draughts/notation.h"

#include "src/base/status.h"
#include "src/draughts/capture.h"
#include "src/draughts/square.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Append the name of the square at `bit`. */
static int put_square(const draughts_board *board, int bit, char *text)
{
    return draughts_square_format(board, board->square_of[bit], text);
}

/* A set of bits as a set of squares of the notation, so that sets compare as the notation orders them. */
static uint64_t set_of_squares(const draughts_board *board, uint64_t set)
{
    uint64_t squares = 0;
    for (; set; set = bits_rest(set)) {
        squares |= bits_one(board->square_of[bits_first(set)]);
    }
    return squares;
}

static bool is_before(const draughts_board *board, const draughts_move *a, const draughts_move *b)
{
    if (a->from != b->from) {
        return board->square_of[a->from] < board->square_of[b->from];
    }
    if (a->to != b->to) {
        return board->square_of[a->to] < board->square_of[b->to];
    }
    if (a->taken != b->taken) {
        return set_of_squares(board, a->taken) < set_of_squares(board, b->taken);
    }
    return a->is_crowned < b->is_crowned;
}

int draughts_sorted_moves(const draughts_board *board, const draughts_position *pos,
                          draughts_move moves[static DRAUGHTS_MAX_MOVES])
{
    const int n = draughts_moves(board, pos, moves);
    for (int i = 1; i < n; i++) {
        const draughts_move move = moves[i];
        int j = i;
        for (; j > 0 && is_before(board, &move, &moves[j - 1]); j--) {
            moves[j] = moves[j - 1];
        }
        moves[j] = move;
    }
    return n;
}

static bool is_same(const draughts_move *a, const draughts_move *b)
{
    return a->from == b->from && a->to == b->to && a->taken == b->taken && a->is_crowned == b->is_crowned;
}

static int format_two(const draughts_board *board, const draughts_move *move, char sign, char *text)
{
    assert(move->from < 64 && move->to < 64);
    int length = put_square(board, move->from, text);
    text[length++] = sign;
    return length + put_square(board, move->to, text + length);
}

static int format_squares(const draughts_board *board, const draughts_path *path, char text[DRAUGHTS_MAX_MOVE_TEXT])
{
    int length = 0;
    for (int i = 0; i < path->n; i++) {
        if (i > 0) {
            text[length++] = board->rules.capture_sign;
        }
        length += put_square(board, path->squares[i], text + length);
    }
    assert(length < DRAUGHTS_MAX_MOVE_TEXT);
    return length;
}

/* The least path of one move. */
typedef struct path_choice {
    const draughts_board *board;
    const draughts_move *move;
    draughts_path best; /* n == 0: none yet */
} path_choice;

static void choose_path(const draughts_path *path, void *ctx)
{
    path_choice *choice = ctx;
    if (!is_same(&path->move, choice->move)) {
        return;
    }
    bool is_less = choice->best.n == 0;
    for (int i = 0; i < choice->best.n; i++) {
        const int a = choice->board->square_of[path->squares[i]];
        const int b = choice->board->square_of[choice->best.squares[i]];
        if (a != b) {
            is_less = a < b;
            break;
        }
    }
    assert(path->n >= 2 && (choice->best.n == 0 || path->n == choice->best.n)); /* the same pieces are taken */
    if (is_less) {
        choice->best = *path;
    }
}

int draughts_path_format(const draughts_board *board, const draughts_position *pos, const draughts_move *move,
                         char text[DRAUGHTS_MAX_MOVE_TEXT])
{
    if (!move->taken) {
        return format_two(board, move, '-', text);
    }
    path_choice choice = {.board = board, .move = move};
    draughts_each_path(board, pos, choose_path, &choice);
    assert(choice.best.n > 0);
    return format_squares(board, &choice.best, text);
}

int draughts_move_format(const draughts_board *board, const draughts_position *pos, const draughts_move *move,
                         char text[DRAUGHTS_MAX_MOVE_TEXT])
{
    if (!move->taken) {
        return format_two(board, move, '-', text);
    }
    draughts_move moves[DRAUGHTS_MAX_MOVES];
    const int n = draughts_moves(board, pos, moves);
    for (int i = 0; i < n; i++) {
        if (moves[i].from == move->from && moves[i].to == move->to && !is_same(&moves[i], move)) {
            return draughts_path_format(board, pos, move, text);
        }
    }
    return format_two(board, move, board->rules.capture_sign, text);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* What a text says, and the moves that it can mean. */
typedef struct reading {
    const draughts_board *board;
    int n_squares;
    uint8_t squares[DRAUGHTS_MAX_CAPTURES + 1]; /* as bits */
    bool is_exact;                              /* the text is the whole path of moves[0], which settles it */
    int n_moves;
    draughts_move moves[DRAUGHTS_MAX_READINGS];
} reading;

/* Read the squares and separators of `text`. */
static pm_status read_squares(reading *r, const char *text, pm_error *err)
{
    const char *at = text + strspn(text, " \t");
    for (;;) {
        const char *start = at;
        int square = 0;
        const draughts_square_found found = draughts_square_read(r->board, &at, &square);
        if (found == DRAUGHTS_NO_SQUARE) {
            return status_fail(err, PM_BAD_INPUT, (size_t)(at - text), "'%.20s' is not a move such as %s", text,
                               draughts_move_examples(r->board));
        }
        if (r->n_squares > DRAUGHTS_MAX_CAPTURES) {
            return status_fail(err, PM_BAD_INPUT, (size_t)(start - text), "no capture touches that many squares");
        }
        if (found == DRAUGHTS_SQUARE_OUTSIDE && *start == '0') {
            return status_fail(err, PM_BAD_INPUT, (size_t)(start - text),
                               "'%.20s' is neither a move such as 21-17 nor a result such as 1-0", text);
        }
        if (found == DRAUGHTS_SQUARE_OUTSIDE) {
            return draughts_square_refuse(r->board, start, (size_t)(at - start), (size_t)(start - text), err);
        }
        assert(square >= 0 && square < r->board->n_squares);
        assert(r->n_squares <= DRAUGHTS_MAX_CAPTURES);
        r->squares[r->n_squares++] = r->board->bit_of[square];
        if (*at == 0 || !strchr("-xX:", *at)) {
            break;
        }
        at++;
        at += strspn(at, " ");
    }
    at += strspn(at, " \t");
    if (*at != 0 || r->n_squares < 2) {
        return status_fail(err, PM_BAD_INPUT, (size_t)(at - text), "'%.20s' is not a move such as %s", text,
                           draughts_move_examples(r->board));
    }
    return PM_OK;
}

/* Whether the squares read are those of the path, some of those in between left out. */
static bool fits(const reading *r, const draughts_path *path)
{
    assert(r->n_squares >= 2 && path->n >= 2);
    if (r->squares[0] != path->squares[0] || r->squares[r->n_squares - 1] != path->squares[path->n - 1]) {
        return false;
    }
    int found = 1;
    for (int i = 1; i < path->n - 1 && found < r->n_squares - 1; i++) {
        found += path->squares[i] == r->squares[found];
    }
    return found == r->n_squares - 1;
}

static void add_reading(reading *r, const draughts_move *move)
{
    for (int i = 0; i < r->n_moves; i++) {
        if (is_same(&r->moves[i], move)) {
            return;
        }
    }
    if (r->n_moves < DRAUGHTS_MAX_READINGS) {
        r->moves[r->n_moves++] = *move;
    }
}

static void collect(const draughts_path *path, void *ctx)
{
    reading *r = ctx;
    if (r->is_exact || !fits(r, path)) {
        return;
    }
    if (path->n == r->n_squares) {
        r->is_exact = true;
        r->n_moves = 0;
    }
    add_reading(r, &path->move);
}

static void collect_quiet(reading *r, const draughts_move *moves, int n)
{
    for (int i = 0; i < n && r->n_squares == 2; i++) {
        if (moves[i].from == r->squares[0] && moves[i].to == r->squares[1]) {
            add_reading(r, &moves[i]);
        }
    }
}

/* Append moves to a message, as many as there is room for. */
static void list_moves(const draughts_board *board, const draughts_position *pos, const draughts_move *moves, int n,
                       bool whole_paths, char *message, size_t size)
{
    size_t length = strlen(message);
    for (int i = 0; i < n; i++) {
        char text[DRAUGHTS_MAX_MOVE_TEXT];
        if (whole_paths) {
            draughts_path_format(board, pos, &moves[i], text);
        } else {
            draughts_move_format(board, pos, &moves[i], text);
        }
        const bool is_room = length + strlen(text) + 8 < size;
        length += (size_t)snprintf(message + length, size - length, "%s%s", i ? ", " : "", is_room ? text : "...");
        if (!is_room) {
            return;
        }
    }
}

static pm_status refuse(const draughts_board *board, const draughts_position *pos, const char *text, const reading *r,
                        pm_error *err)
{
    assert(r->n_moves != 1);
    char message[sizeof err->message];
    text += strspn(text, " \t");
    if (r->n_moves > 1) {
        snprintf(message, sizeof message, "%.40s is ambiguous; it may be ", text);
        list_moves(board, pos, r->moves, r->n_moves, true, message, sizeof message);
    } else {
        draughts_move moves[DRAUGHTS_MAX_MOVES];
        const int n = draughts_sorted_moves(board, pos, moves);
        snprintf(message, sizeof message, "%.40s is not a legal move; %s", text,
                 n == 0   ? "there is none"
                 : n == 1 ? "the only one is "
                          : "legal are ");
        list_moves(board, pos, moves, n, false, message, sizeof message);
    }
    return status_fail(err, PM_BAD_INPUT, 0, "%s", message);
}

/* Whether `text` is three digits or more and nothing else: squares without separators, "1118" of PDN 1.0. */
static bool is_digits_alone(const char *text)
{
    const size_t n = strspn(text, "0123456789");
    return n >= 3 && n < DRAUGHTS_MAX_MOVE_TEXT / 2 && text[n] == '\0';
}

/* Add the legal moves that the squares read can mean. */
static void add_readings(const draughts_board *board, const draughts_position *pos, reading *r)
{
    if (draughts_must_capture(board, pos)) {
        draughts_each_path(board, pos, collect, r);
    } else {
        draughts_move moves[DRAUGHTS_MAX_MOVES];
        collect_quiet(r, moves, draughts_moves(board, pos, moves));
    }
}

/* Read `digits` with a separator after each square, the first having `n_first` digits and the others two. */
static pm_status read_split(const draughts_board *board, const draughts_position *pos, const char *digits, int n_first,
                            reading *r, pm_error *err)
{
    char text[DRAUGHTS_MAX_MOVE_TEXT];
    int length = sprintf(text, "%.*s", n_first, digits);
    for (const char *at = digits + n_first; *at; at += strlen(at) < 2 ? 1 : 2) {
        length += sprintf(text + length, "-%.2s", at);
    }
    assert(length < DRAUGHTS_MAX_MOVE_TEXT); /* as is_digits_alone has made sure */
    reading split = {.board = board};
    const pm_status status = read_squares(&split, text, err);
    if (status == PM_OK) {
        add_readings(board, pos, &split);
    }
    for (int i = 0; i < split.n_moves; i++) {
        add_reading(r, &split.moves[i]);
    }
    return status;
}

/* Read `text` in every way that it can be. The error is that of the last way. */
static pm_status read_moves(const draughts_board *board, const draughts_position *pos, const char *text, reading *r,
                            pm_error *err)
{
    *r = (reading){.board = board};
    if (!is_digits_alone(text)) {
        const pm_status status = read_squares(r, text, err);
        if (status == PM_OK) {
            add_readings(board, pos, r);
        }
        return status;
    }
    const size_t n = strlen(text);
    const pm_status one = n % 2 ? read_split(board, pos, text, 1, r, err) : PM_BAD_INPUT;
    const pm_status two = n % 2 && n > 3 ? PM_BAD_INPUT : read_split(board, pos, text, 2, r, err);
    return one == PM_OK ? one : two;
}

static void sort_readings(reading *r)
{
    for (int i = 1; i < r->n_moves; i++) {
        const draughts_move move = r->moves[i];
        int j = i;
        for (; j > 0 && is_before(r->board, &move, &r->moves[j - 1]); j--) {
            r->moves[j] = r->moves[j - 1];
        }
        r->moves[j] = move;
    }
}

int draughts_move_readings(const draughts_board *board, const draughts_position *pos, const char *text,
                           draughts_move readings[static DRAUGHTS_MAX_READINGS])
{
    reading r;
    pm_error err;
    if (read_moves(board, pos, text, &r, &err) != PM_OK) {
        return 0;
    }
    assert(r.n_moves <= DRAUGHTS_MAX_READINGS);
    sort_readings(&r);
    memcpy(readings, r.moves, (size_t)r.n_moves * sizeof r.moves[0]);
    return r.n_moves;
}

pm_status draughts_move_parse(const draughts_board *board, const draughts_position *pos, const char *text,
                              draughts_move *move, pm_error *err)
{
    reading r;
    const pm_status status = read_moves(board, pos, text, &r, err);
    if (status != PM_OK) {
        return status;
    }
    if (r.n_moves != 1) {
        return refuse(board, pos, text, &r, err);
    }
    *move = r.moves[0];
    return PM_OK;
}
