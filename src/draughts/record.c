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

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Numbers whose games papamu does not play, for messages. */
static const struct {
    int type;
    const char *name;
} other_types[] = {
    {1, "chess"},
    {27, "Canadian draughts"},
    {30, "Turkish draughts"},
    {40, "Frisian draughts"},
    {50, "Othello"},
    {96, "breakthrough draughts"}, /* from here on not of the standard, but of the site lidraughts.org */
    {97, "Frysk! (Frisian draughts with five men)"},
    {98, "antidraughts"},
};

/* What a number is, and how to read it if papamu does. */
static void describe_type(int type, char *text, size_t size)
{
    for (int i = 0; draughts_games[i]; i++) {
        if (draughts_games[i]->pdn_type == type) {
            snprintf(text, size, "%s (--game %s)", draughts_games[i]->title, draughts_games[i]->name);
            return;
        }
    }
    snprintf(text, size, "another game");
    for (size_t i = 0; i < sizeof other_types / sizeof other_types[0]; i++) {
        if (other_types[i].type == type) {
            snprintf(text, size, "%s", other_types[i].name);
        }
    }
}

/* "22" or "22,W,8,8,...": columns come before rows. */
static pm_status read_type(const char *text, const draughts_rules *rules, game_options *options, pm_error *err)
{
    int type, cols, rows;
    char first;
    const size_t n_digits = strspn(text, "0123456789");
    if (n_digits == 0 || n_digits > 9 || sscanf(text, "%9d", &type) != 1) {
        return status_fail(err, PM_BAD_INPUT, 0, "the tag GameType is \"%.40s\", not a number such as 22", text);
    }
    if (type != rules->pdn_type) {
        char name[96];
        describe_type(type, name, sizeof name);
        return status_fail(err, PM_BAD_INPUT, 0, "GameType %d is %s, and this is read as %s, GameType %d", type, name,
                           rules->title, rules->pdn_type);
    }
    if (sscanf(text, "%9d,%c,%3d,%3d", &type, &first, &cols, &rows) == 4) {
        options->cols = cols;
        options->rows = rows;
    }
    return PM_OK;
}

static pm_status set_up(const record_dialect *d, const record_tag *tags, int n_tags, game_options *options,
                        const char **position, pm_error *err)
{
    const char *game_type = record_tag_value(tags, n_tags, "GameType");
    const char *name = record_tag_value(tags, n_tags, "Game");
    *position = record_tag_value(tags, n_tags, "FEN");
    if (name && strcasecmp(name, "konane") == 0) {
        return status_fail(err, PM_BAD_INPUT, 0, "a game with the tag Game \"%.20s\" is Konane, not draughts", name);
    }
    return game_type ? read_type(game_type, d->rules, options, err) : PM_OK;
}

/* Texts of results: who begins has won, has lost, a draw, not known. The first of each is
 * written, or the second by games that count points. */
static const char *const result_texts[4][6] = {
    {"1-0", "2-0"},
    {"0-1", "0-2"},
    {"1/2-1/2", "1-1", "\xbd-\xbd", "\xbd\x96\xbd", "\xc2\xbd-\xc2\xbd"}, /* fractions in Latin-1, Windows' and UTF-8 */
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

/* The meanings in the order of result_texts, for who begins. */
static record_result meaning_of(const draughts_rules *rules, int i)
{
    assert(i >= 0 && i < 4);
    static const record_result white_begins[] = {RECORD_WHITE_WON, RECORD_BLACK_WON, RECORD_DRAWN, RECORD_UNKNOWN};
    static const record_result black_begins[] = {RECORD_BLACK_WON, RECORD_WHITE_WON, RECORD_DRAWN, RECORD_UNKNOWN};
    return (rules->first == PM_WHITE ? white_begins : black_begins)[i];
}

static bool result_parse(const record_dialect *d, const char *text, record_result *result)
{
    int i;
    if (!find_result(text, &i)) {
        return false;
    }
    *result = meaning_of(d->rules, i);
    return true;
}

static const char *result_text(const record_dialect *d, record_result result)
{
    const draughts_rules *rules = d->rules;
    int i = 0;
    while (meaning_of(rules, i) != result) {
        assert(i < 3); /* each result has a text */
        i++;
    }
    return result_texts[i][rules->has_points && result != RECORD_UNKNOWN ? 1 : 0];
}

#define DIALECT(name_)                                                                                                 \
    const record_dialect draughts_##name_##_records = {.game = #name_,                                                 \
                                                       .rules = &draughts_##name_,                                     \
                                                       .suffix = ".pdn",                                               \
                                                       .result_tag = "Risultato",                                      \
                                                       .star_ends_only = true,                                         \
                                                       .setup = set_up,                                                \
                                                       .result_parse = result_parse,                                   \
                                                       .result_text = result_text};
DRAUGHTS_GAMES(DIALECT)
