/* Konane's game records: see record.h.
 *
 * A position may come without the tags Board and Corner, which then follow from it; where they are given too, they
 * must agree, as the game's own parser checks.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/konane/record.h"

#include "src/base/status.h"
#include "src/konane/game_konane.h"
#include "src/konane/notation.h"

#include <string.h>
#include <strings.h>

/* Read "8x8" into options. Limits are for game_new to judge; this keeps numbers below 1000. */
static pm_status read_board(const char *text, game_options *options, pm_error *err)
{
    int side[2] = {0, 0};
    const char *s = text;
    for (int i = 0; i < 2; i++) {
        const char *begin = s;
        for (; *s >= '0' && *s <= '9' && s - begin < 3; s++) {
            side[i] = 10 * side[i] + (*s - '0');
        }
        if (side[i] == 0 || *s != (i == 0 ? 'x' : '\0')) {
            return status_fail(err, PM_BAD_INPUT, 0, "the tag Board is \"%.40s\", not a size such as \"8x8\"", text);
        }
        s++;
    }
    options->rows = side[0];
    options->cols = side[1];
    return PM_OK;
}

static pm_status read_corner(const char *text, game_options *options, pm_error *err)
{
    if (strcasecmp(text, "black") != 0 && strcasecmp(text, "white") != 0) {
        return status_fail(err, PM_BAD_INPUT, 0, "the tag Corner is \"%.40s\", not \"black\" or \"white\"", text);
    }
    options->corner = strcasecmp(text, "black") == 0 ? PM_BLACK : PM_WHITE;
    return PM_OK;
}

/* The measures and the corner follow from a position, if no tag gives them. */
static pm_status read_position(const char *text, bool has_board, bool has_corner, game_options *options, pm_error *err)
{
    konane_diagram d;
    pm_error found;
    if (konane_diagram_parse(text, false, KONANE_CELL_LIMIT, &d, &found) != PM_OK) {
        return status_fail(err, PM_BAD_INPUT, 0, "the tag Position, byte %zu: %s", found.offset, found.message);
    }
    options->rows = has_board ? options->rows : d.rows;
    options->cols = has_board ? options->cols : d.cols;
    options->corner = has_corner || !d.has_stones ? options->corner : d.corner;
    return PM_OK;
}

/* The tags Play and Jumps. */
static pm_status read_variant(const record_tag *tags, int n_tags, game_options *options, pm_error *err)
{
    const char *play = record_tag_value(tags, n_tags, "Play"), *jumps = record_tag_value(tags, n_tags, "Jumps");
    konane_variant unused = {0};
    options->play = play ? play : options->play;
    options->jumps = jumps ? jumps : options->jumps;
    return konane_variant_parse(play, jumps, &unused, err);
}

static pm_status setup(const record_dialect *d, const record_tag *tags, int n_tags, game_options *options,
                       const char **position, pm_error *err)
{
    (void)d;
    const char *name = record_tag_value(tags, n_tags, "Game");
    const char *board = record_tag_value(tags, n_tags, "Board");
    const char *corner = record_tag_value(tags, n_tags, "Corner");
    const char *opening = record_tag_value(tags, n_tags, "Opening");
    if (name && strcasecmp(name, "konane") != 0) {
        return status_fail(err, PM_BAD_INPUT, 0, "the tag Game is \"%.40s\", not \"Konane\"", name);
    }
    const char *game_type = record_tag_value(tags, n_tags, "GameType");
    if (game_type) {
        return status_fail(err, PM_BAD_INPUT, 0,
                           "a game with the tag GameType \"%.20s\" is draughts, not Konane: `papamu help variants` has "
                           "its name for --game",
                           game_type);
    }
    options->opening = opening ? opening : options->opening;
    pm_status status = read_variant(tags, n_tags, options, err);
    if (status != PM_OK) {
        return status;
    }
    *position = record_tag_value(tags, n_tags, "Position");
    status = board ? read_board(board, options, err) : PM_OK;
    if (status == PM_OK && corner) {
        status = read_corner(corner, options, err);
    }
    if (status == PM_OK && *position) {
        status = read_position(*position, board != NULL, corner != NULL, options, err);
    }
    return status;
}

static const char *const result_texts[] = {
    [RECORD_BLACK_WON] = "1-0", [RECORD_WHITE_WON] = "0-1", [RECORD_DRAWN] = "*", [RECORD_UNKNOWN] = "*"};

static bool result_parse(const record_dialect *d, const char *text, record_result *result)
{
    (void)d;
    static const record_result known[] = {RECORD_BLACK_WON, RECORD_WHITE_WON, RECORD_UNKNOWN};
    for (int i = 0; i < 3; i++) {
        if (strcmp(text, result_texts[known[i]]) == 0) {
            *result = known[i];
            return true;
        }
    }
    return false;
}

static const char *result_text(const record_dialect *d, record_result result)
{
    (void)d;
    return result_texts[result];
}

const record_dialect konane_records = {
    .game = "konane", .suffix = ".kgn", .setup = setup, .result_parse = result_parse, .result_text = result_text};
