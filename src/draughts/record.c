/* PDN, the portable draughts notation (pdn.fmjd.org): what its tags and results mean.
 *
 * [GameType "22,W,8,8,N2,1"] gives the game, who begins, columns, rows, and the notation; [FEN "..."] another start.
 * "1-0" says that who begins has won, which is White in Italian and Black in American draughts. Collections in the wild
 * have tags of their own and Italian names ([Risultato "1-0"]); what is not known here is ignored.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/draughts/record.h"

#include "src/base/status.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Numbers of the standard, for messages. */
static const struct {
    int type;
    const char *name;
} known_types[] = {
    {20, "international draughts"},
    {21, "American draughts (--game american)"},
    {22, "Italian draughts (--game italian)"},
    {23, "pool checkers"},
    {24, "Spanish draughts"},
    {25, "Russian draughts"},
    {26, "Brazilian draughts"},
    {27, "Canadian draughts"},
    {28, "Portuguese draughts"},
    {29, "Czech draughts"},
    {30, "Turkish draughts"},
    {31, "Thai draughts"},
    {40, "Frisian draughts"},
    {50, "Othello"},
    {1, "chess"},
};

static const char *type_name(int type)
{
    for (size_t i = 0; i < sizeof known_types / sizeof known_types[0]; i++) {
        if (known_types[i].type == type) {
            return known_types[i].name;
        }
    }
    return "another game";
}

/* "22" or "22,W,8,8,...": columns come before rows. */
static pm_status read_type(const char *text, int wanted, game_options *options, pm_error *err)
{
    int type, cols, rows;
    char first;
    if (sscanf(text, "%d", &type) != 1) {
        return status_fail(err, PM_BAD_INPUT, 0, "the tag GameType is \"%.40s\", not a number such as 22", text);
    }
    if (type != wanted) {
        return status_fail(err, PM_BAD_INPUT, 0, "GameType %d is %s, and this is read as GameType %d", type,
                           type_name(type), wanted);
    }
    if (sscanf(text, "%d,%c,%3d,%3d", &type, &first, &cols, &rows) == 4) {
        options->cols = cols;
        options->rows = rows;
    }
    return PM_OK;
}

static pm_status set_up(int type, const record_tag *tags, int n_tags, game_options *options, const char **position,
                        pm_error *err)
{
    const char *game_type = record_tag_value(tags, n_tags, "GameType");
    const char *name = record_tag_value(tags, n_tags, "Game");
    *position = record_tag_value(tags, n_tags, "FEN");
    if (name && strcasecmp(name, "konane") == 0) {
        return status_fail(err, PM_BAD_INPUT, 0, "a game with the tag Game \"%.20s\" is Konane, not draughts", name);
    }
    return game_type ? read_type(game_type, type, options, err) : PM_OK;
}

static pm_status italian_setup(const record_tag *tags, int n_tags, game_options *options, const char **position,
                               pm_error *err)
{
    return set_up(22, tags, n_tags, options, position, err);
}

static pm_status american_setup(const record_tag *tags, int n_tags, game_options *options, const char **position,
                                pm_error *err)
{
    return set_up(21, tags, n_tags, options, position, err);
}

/* Texts of results: who begins has won, has lost, a draw, not known. The first of each is written. */
static const char *const result_texts[4][5] = {
    {"1-0", "2-0"},
    {"0-1", "0-2"},
    {"1/2-1/2", "1-1", "\xbd-\xbd", "\xc2\xbd-\xc2\xbd"}, /* the fraction in Latin-1 and in UTF-8 */
    {"*", "0-0"},
};

static bool find_result(const char *text, int *meaning)
{
    for (int i = 0; i < 4; i++) {
        for (int j = 0; result_texts[i][j]; j++) {
            if (strcmp(text, result_texts[i][j]) == 0) {
                *meaning = i;
                return true;
            }
        }
    }
    return false;
}

static const record_result italian_results[] = {RECORD_WHITE_WON, RECORD_BLACK_WON, RECORD_DRAWN, RECORD_UNKNOWN};
static const record_result american_results[] = {RECORD_BLACK_WON, RECORD_WHITE_WON, RECORD_DRAWN, RECORD_UNKNOWN};

static bool parse_result(const record_result *results, const char *text, record_result *result)
{
    int meaning;
    if (!find_result(text, &meaning)) {
        return false;
    }
    *result = results[meaning];
    return true;
}

static const char *format_result(const record_result *results, record_result result)
{
    int meaning = 0;
    while (results[meaning] != result) {
        meaning++;
    }
    return result_texts[meaning][0];
}

static bool italian_result_parse(const char *text, record_result *result)
{
    return parse_result(italian_results, text, result);
}

static const char *italian_result_text(record_result result)
{
    return format_result(italian_results, result);
}

static bool american_result_parse(const char *text, record_result *result)
{
    return parse_result(american_results, text, result);
}

static const char *american_result_text(record_result result)
{
    return format_result(american_results, result);
}

const record_dialect italian_records = {.game = "italian",
                                        .suffix = ".pdn",
                                        .result_tag = "Risultato",
                                        .setup = italian_setup,
                                        .result_parse = italian_result_parse,
                                        .result_text = italian_result_text};

const record_dialect american_records = {.game = "american",
                                         .suffix = ".pdn",
                                         .setup = american_setup,
                                         .result_parse = american_result_parse,
                                         .result_text = american_result_text};
