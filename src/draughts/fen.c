/* Positions as FEN: see notation.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/draughts/notation.h"

#include "src/base/status.h"
#include "src/draughts/square.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *side_name(pm_color color)
{
    return color == PM_WHITE ? "White" : "Black";
}

/* The squares of one side and kind; runs of three and more men are written as a range. */
static int format_squares(const draughts_board *board, uint64_t set, uint64_t kings, char *text)
{
    int length = 0;
    for (int square = 0; square < board->n_squares; square++) {
        const uint64_t one = bits_one(board->bit_of[square]);
        if (!(set & one)) {
            continue;
        }
        int last = square;
        while (board->rules.notation == DRAUGHTS_NUMBERS && !(kings & one) && last + 1 < board->n_squares &&
               set & ~kings & bits_one(board->bit_of[last + 1])) {
            last++;
        }
        length += sprintf(text + length, "%s%s", length ? "," : "", kings & one ? "K" : "");
        length += draughts_square_format(board, square, text + length);
        assert(last < board->n_squares);
        if (last - square >= 2) {
            length += sprintf(text + length, "-%d", last + 1);
            square = last;
        }
    }
    return length;
}

int draughts_fen_format(const draughts_board *board, const draughts_position *pos, char text[DRAUGHTS_MAX_FEN])
{
    const pm_color mover = draughts_color(board, (pm_color)pos->mover);
    int length = sprintf(text, "%c:W", mover == PM_WHITE ? 'W' : 'B');
    length += format_squares(board, pos->pieces[draughts_color(board, PM_WHITE)], pos->kings, text + length);
    length += sprintf(text + length, ":B");
    length += format_squares(board, pos->pieces[draughts_color(board, PM_BLACK)], pos->kings, text + length);
    assert(length < DRAUGHTS_MAX_FEN);
    return length;
}

/* A text being read; `at` is where reading continues. */
typedef struct fen_reader {
    const draughts_board *board;
    const char *text, *at;
    draughts_position pos;
    pm_error *err;
} fen_reader;

static void skip_blanks(fen_reader *r)
{
    while (isspace((unsigned char)*r->at)) {
        r->at++;
    }
}

static size_t offset(const fen_reader *r)
{
    return (size_t)(r->at - r->text);
}

/* The character found, for messages. */
static const char *found(const fen_reader *r, char text[16])
{
    if (*r->at == 0) {
        return "the end of the text";
    }
    snprintf(text, 16, isprint((unsigned char)*r->at) ? "'%c'" : "byte %d", (unsigned char)*r->at);
    return text;
}

static pm_status read_color(fen_reader *r, pm_color *color)
{
    char text[16];
    skip_blanks(r);
    switch (*r->at) {
    case 'W':
    case 'w':
        *color = PM_WHITE;
        break;
    case 'B':
    case 'b':
        *color = PM_BLACK;
        break;
    default:
        return status_fail(r->err, PM_BAD_INPUT, offset(r), "W or B is wanted here, and %s was found", found(r, text));
    }
    r->at++;
    return PM_OK;
}

static pm_status read_square(fen_reader *r, int *square)
{
    char text[16];
    skip_blanks(r);
    const char *start = r->at;
    switch (draughts_square_read(r->board, &r->at, square)) {
    case DRAUGHTS_NO_SQUARE:
        return status_fail(r->err, PM_BAD_INPUT, offset(r), "the %s of a square is wanted here, and %s was found",
                           r->board->rules.notation == DRAUGHTS_LETTERS ? "name (a1, c1, ...)" : "number",
                           found(r, text));
    case DRAUGHTS_SQUARE_OUTSIDE:
        return draughts_square_refuse(r->board, start, (size_t)(r->at - start), (size_t)(start - r->text), r->err);
    default:
        break;
    }
    return PM_OK;
}

static pm_status put_piece(fen_reader *r, size_t where, int square, pm_color color, bool is_king)
{
    assert(square >= 0 && square < r->board->n_squares);
    const pm_color side = draughts_color(r->board, color);
    const uint64_t one = bits_one(r->board->bit_of[square]);
    char name[DRAUGHTS_SQUARE_TEXT];
    draughts_square_format(r->board, square, name);
    if ((r->pos.pieces[PM_BLACK] | r->pos.pieces[PM_WHITE]) & one) {
        return status_fail(r->err, PM_BAD_INPUT, where, "square %s is occupied twice", name);
    }
    if (!is_king && one & r->board->crown[side]) {
        return status_fail(r->err, PM_BAD_INPUT, where, "a man of %s on square %s, his last row, would be a king (K%s)",
                           side_name(color), name, name);
    }
    r->pos.pieces[side] |= one;
    r->pos.kings |= is_king ? one : 0;
    assert((r->pos.pieces[PM_BLACK] & r->pos.pieces[PM_WHITE]) == 0);
    return PM_OK;
}

/* "K12", "21-32", "K5-8". */
static pm_status read_pieces(fen_reader *r, pm_color color)
{
    skip_blanks(r);
    const size_t where = offset(r);
    const bool is_king = *r->at == 'K' || *r->at == 'k';
    r->at += is_king;
    int first, last;
    pm_status status = read_square(r, &first);
    last = first;
    skip_blanks(r);
    if (status == PM_OK && *r->at == '-') {
        r->at++;
        status = read_square(r, &last);
    }
    if (status == PM_OK && last < first) {
        return status_fail(r->err, PM_BAD_INPUT, where, "the range %d-%d runs backwards", first + 1, last + 1);
    }
    for (int square = first; status == PM_OK && square <= last; square++) {
        status = put_piece(r, where, square, color, is_king);
    }
    return status;
}

/* ":W21-32", or ":W" for a side without pieces. */
static pm_status read_side(fen_reader *r, bool is_read[2])
{
    char text[16];
    pm_color color = PM_WHITE;
    skip_blanks(r);
    if (*r->at != ':') {
        return status_fail(r->err, PM_BAD_INPUT, offset(r), "':' is wanted here, and %s was found%s", found(r, text),
                           *r->at == 0 && is_read[PM_WHITE] ? " (an empty side is written ':B')"
                           : *r->at == 0                    ? " (an empty side is written ':W')"
                                                            : "");
    }
    r->at++;
    pm_status status = read_color(r, &color);
    if (status == PM_OK && is_read[color]) {
        return status_fail(r->err, PM_BAD_INPUT, offset(r) - 1, "the pieces of %s are listed twice", side_name(color));
    }
    skip_blanks(r);
    while (status == PM_OK && *r->at != ':' && *r->at != '.' && *r->at != 0) {
        status = read_pieces(r, color);
        skip_blanks(r);
        if (status != PM_OK || *r->at != ',') {
            break;
        }
        r->at++;
        skip_blanks(r);
    }
    assert(!is_read[color] || status != PM_OK);
    is_read[color] = true;
    return status;
}

/* The number of fields ":W..." and ":B..." that lie ahead. */
static int count_sides(const fen_reader *r)
{
    int n = 0;
    for (const char *at = strchr(r->at, ':'); at; at = strchr(at + 1, ':')) {
        const char c = at[1 + strspn(at + 1, " \t")];
        n += c != '\0' && strchr("WwBb", c) != NULL;
    }
    return n;
}

/* Skip ":W" if it repeats the mover: three sides are listed then, of which the first is his and has no pieces. */
static void skip_doubled_mover(fen_reader *r, pm_color mover)
{
    const char *at = r->at + strspn(r->at, " \t");
    const char *wanted = mover == PM_WHITE ? "Ww" : "Bb";
    if (count_sides(r) != 3 || *at != ':') {
        return;
    }
    at += 1 + strspn(at + 1, " \t");
    if (*at && strchr(wanted, *at) && at[1 + strspn(at + 1, " \t")] == ':') {
        r->at = at + 1;
    }
}

/* Skip ":H0" and ":F1". */
static pm_status skip_counters(fen_reader *r)
{
    char text[16];
    while (*r->at == ':') {
        r->at++;
        skip_blanks(r);
        const char *digits = r->at + (*r->at != '\0');
        const size_t n = strspn(digits, "0123456789");
        if (!*r->at || !strchr("HhFf", *r->at) || n == 0) {
            return status_fail(r->err, PM_BAD_INPUT, offset(r),
                               "a counter such as H0 or F1, or the end of the position is wanted here, and %s was "
                               "found",
                               found(r, text));
        }
        r->at = digits + n;
        skip_blanks(r);
    }
    return PM_OK;
}

pm_status draughts_fen_parse(const draughts_board *board, const char *text, draughts_position *pos, pm_error *err)
{
    fen_reader r = {.board = board, .text = text, .at = text, .err = err};
    bool is_read[2] = {false, false};
    char what[16];
    pm_color mover = PM_WHITE;
    const char *slash = strchr(text, '/');
    if (slash) {
        return status_fail(err, PM_BAD_INPUT, (size_t)(slash - text),
                           "rows separated by '/' are the notation of Konane or of chess; draughts has W:W21-32:B1-12");
    }
    pm_status status = read_color(&r, &mover);
    if (status == PM_OK) {
        skip_doubled_mover(&r, mover);
    }
    for (int side = 0; status == PM_OK && side < 2; side++) {
        status = read_side(&r, is_read);
    }
    status = status == PM_OK ? skip_counters(&r) : status;
    if (status != PM_OK) {
        return status;
    }
    r.at += *r.at == '.';
    skip_blanks(&r);
    if (*r.at != 0) {
        return status_fail(err, PM_BAD_INPUT, offset(&r), "the position ends before %s", found(&r, what));
    }
    r.pos.mover = draughts_color(board, mover);
    assert((r.pos.kings & ~(r.pos.pieces[PM_BLACK] | r.pos.pieces[PM_WHITE])) == 0);
    *pos = r.pos;
    return PM_OK;
}
