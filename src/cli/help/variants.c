/* The games of the draughts family as a table, one column for each parameter that a record has.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/help/variants.h"

#include "src/draughts/rules.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *king_text(const draughts_rules *r)
{
    static const char *const texts[] = {
        [DRAUGHTS_SHORT] = "one step", [DRAUGHTS_FLYING] = "flies", [DRAUGHTS_FLYING_SHORT] = "flies, lands next"};
    return texts[r->king];
}

static const char *last_row_text(const draughts_rules *r)
{
    static const char *const texts[] = {
        [DRAUGHTS_STOPS] = "stops", [DRAUGHTS_PASSES] = "passes as a man", [DRAUGHTS_GOES_ON] = "continues as a king"};
    return texts[r->last_row];
}

/* The order of preference among captures, written to `text`. */
static void preference_text(const draughts_rules *r, char *text, size_t size)
{
    static const char *const texts[DRAUGHTS_N_KEYS] = {
        [DRAUGHTS_MOST_PIECES] = "most pieces",
        [DRAUGHTS_WITH_KING] = "with a king",
        [DRAUGHTS_MOST_KINGS] = "most kings",
        [DRAUGHTS_KINGS_EARLIEST] = "kings earliest",
    };
    size_t length = (size_t)snprintf(text, size, "%s", r->precedence[0] == DRAUGHTS_END ? "any" : "");
    for (const draughts_key *key = r->precedence; *key != DRAUGHTS_END && length < size; key++) {
        length += (size_t)snprintf(text + length, size - length, "%s%s", length ? ", " : "", texts[*key]);
        assert(length < size && *key < DRAUGHTS_N_KEYS);
    }
}

static void print_others(void)
{
    printf("\nNot offered:\n"
           "  turkish, frisian, dameo, gothic   move or capture along rows and columns; only diagonals are known here\n"
           "  canadian, on 12x12                72 squares, and a set of squares is one word of 64 bits\n"
           "  alquerque                         a graph of lines and not a board of squares\n"
           "  antidraughts                      who cannot move wins; everywhere here he loses\n"
           "  corner draughts, one-way draughts no source with complete rules was found\n");
}

void variants_print(void)
{
    printf(
        "--game NAME plays one of these. All capture diagonally; a capture is compulsory and must be completed.\n"
        "A man moves forward; \"back\" says whether he captures backwards too, \"takes kings\" whether he may capture\n"
        "them; \"last row\" what he does that reaches it while capturing. PDN is the tag GameType.\n\n");
    printf("  %-13s  %-5s  %3s  %-6s  %-17s  %-4s  %-11s  %-19s  %s\n", "name", "board", "men", "first", "king", "back",
           "takes kings", "last row", "PDN");
    for (int i = 0; draughts_games[i]; i++) {
        const draughts_rules *r = draughts_games[i];
        char type[DRAUGHTS_GAME_TYPE_TEXT];
        draughts_game_type(r, r->size, type);
        printf("  %-13s  %2dx%-2d  %3d  %-6s  %-17s  %-4s  %-11s  %-19s  %s\n", r->name, r->size, r->size,
               (r->size - r->gap) / 2 * r->size / 2, r->first == PM_WHITE ? "white" : "black", king_text(r),
               r->men_capture_backwards ? "yes" : "no", r->men_take_kings ? "yes" : "no", last_row_text(r), type);
    }
    printf("\nWhich capture, where there are several:\n");
    for (int i = 0; draughts_games[i]; i++) {
        char preference[80];
        preference_text(draughts_games[i], preference, sizeof preference);
        printf("  %-13s  %s\n", draughts_games[i]->name, preference);
    }
    printf("\nThai: captured pieces leave the board at once; elsewhere when the capture ends.\n"
           "Draws in play are those of --draw-rule in every game.\n\nSources of the rules:\n");
    for (int i = 0; draughts_games[i]; i++) {
        printf("  %-13s  %s:\n%17s%s\n", draughts_games[i]->name, draughts_games[i]->title, "",
               draughts_games[i]->source);
    }
    print_others();
}
