/* The table of kinds: see kinds.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/plot/kinds.h"

#include "src/cli/plot/series.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- kinds that share their columns ------------------------------------------------------------- */

static bool has_several_games(const plot_data *data)
{
    return plot_data_variety(data, "rules") > 1;
}

static bool has_groups(const plot_data *data)
{
    return plot_data_variety(data, "class") > 0 || plot_data_variety(data, "opening") > 0;
}

/* One pair of agents on three boards or more. */
static bool has_boards(const plot_data *data)
{
    return !has_groups(data) && data->n_series >= 3 && plot_data_variety(data, "board") > 1 &&
           plot_data_variety(data, "rules") == 1 && plot_data_variety(data, "black") == 1 &&
           plot_data_variety(data, "white") == 1;
}

/* Agents against others on one board. */
static bool has_pairings(const plot_data *data)
{
    if (has_groups(data) || plot_data_variety(data, "board") > 1 || plot_data_variety(data, "rules") > 1) {
        return false;
    }
    for (size_t i = 0; i < data->n_series; i++) {
        const plot_series *s = &data->series[i];
        if (strcmp(plot_series_cell(s, "black"), plot_series_cell(s, "white")) != 0) {
            return plot_data_variety(data, "black") > 1 || plot_data_variety(data, "white") > 1;
        }
    }
    return false;
}

/* ---- the table ---------------------------------------------------------------------------------- */

enum { BOARDS = 10, ROWS = 40 };

#define AGENTS "rules board black white"
#define RESULTS                                                                                                        \
    "rules board black white games# black_share# black_share_low# black_share_high# jumps# jumps_low# jumps_high# "    \
    "branching# branching_low# branching_high#"
#define OPENING "rows# cols# corner black_removes white_removes"

const plot_kind plot_kinds[] = {
    {.name = "lengths",
     .made_by = "stats --table lengths",
     .columns = "rules board black white jumps# count# share#",
     .series = AGENTS,
     .picture = "lengths",
     .title = "Length of games",
     .max_series = BOARDS},
    {.name = "plies",
     .made_by = "selfplay --plies, stats --table plies, of several games",
     .columns = "rules board black white ply# n# mean# sd# q1# q3#",
     .series = AGENTS,
     .picture = "games",
     .title = "Choice and length",
     .max_series = 16,
     .suits = has_several_games},
    {.name = "plies",
     .made_by = "selfplay --plies, stats --table plies",
     .columns = "rules board black white ply# n# mean# sd# q1# q3#",
     .series = AGENTS,
     .picture = "plies",
     .title = "Legal moves by ply",
     .max_series = BOARDS},
    {.name = "boards",
     .made_by = "stats --table series, of several boards",
     .columns = RESULTS,
     .series = AGENTS,
     .picture = "boards",
     .title = "Games by size of the board",
     .max_series = 1000,
     .suits = has_boards},
    {.name = "matrix",
     .made_by = "stats --table series, of selfplay --matrix",
     .columns = RESULTS,
     .series = "black",
     .other = "white",
     .picture = "matrix",
     .title = "Black wins",
     .order = PLOT_BY_POINTS,
     .max_series = 16,
     .suits = has_pairings},
    {.name = "series",
     .made_by = "stats --table series, classes or openings",
     .columns = RESULTS,
     .series = "rules board black white class opening",
     .picture = "series",
     .title = "Games between agents",
     .max_series = ROWS},
    {.name = "pairs",
     .made_by = "stats --table pairs",
     .columns = "rules board agent opponent games# share# share_low# share_high#",
     .series = "agent",
     .other = "opponent",
     .picture = "pairs",
     .title = "Points of the agent in the row",
     .max_series = 16},
    {.name = "strength",
     .made_by = "scripts/strength.py",
     .columns = "agent games# elo# elo_low# elo_high# processor_ms#",
     .series = "",
     .picture = "strength",
     .title = "Strength against time",
     .max_series = 1},
    {.name = "census",
     .made_by = "census, solve --census",
     .columns = "rows# cols# corner stones# next_player# previous_player# black# white#",
     .series = "rows cols corner",
     .picture = "census",
     .title = "Outcome classes",
     .order = PLOT_BY_BOARD,
     .max_series = 1},
    {.name = "atlas",
     .made_by = "make atlas",
     .columns = "rows# cols# corner corner_centre any openings# openings_black#",
     .series = "play jumps",
     .picture = "atlas",
     .title = "Who wins each board",
     .max_series = 1},
    {.name = "openings",
     .made_by = "solve --values remoteness",
     .columns = OPENING " winner remoteness#",
     .series = "play jumps rows cols corner",
     .picture = "openings",
     .title = "Winner of every opening, and in how many plies",
     .settings = "winner_of(x) = strcol('winner')\nlabel_of(x) = strcol('remoteness')\nhas_labels = 1",
     .order = PLOT_BY_BOARD,
     .max_series = 8},
    {.name = "openings",
     .made_by = "solve, search",
     .columns = OPENING " winner",
     .series = "play jumps rows cols corner",
     .picture = "openings",
     .title = "Winner of every opening",
     .settings = "winner_of(x) = strcol('winner')\nlabel_of(x) = ''\nhas_labels = 0",
     .order = PLOT_BY_BOARD,
     .max_series = 8},
    {.name = "openings",
     .made_by = "values --table openings",
     .columns = OPENING " value outcome",
     .series = "play jumps rows cols corner",
     .picture = "openings",
     .title = "Value of every opening",
     .settings =
         "winner_of(x) = strcol('outcome') eq '' ? 'unknown' : strcol('outcome') eq 'black' || "
         "strcol('outcome') eq 'next_player' ? 'black' : 'white'\nlabel_of(x) = strcol('value')\nhas_labels = 1",
     .order = PLOT_BY_BOARD,
     .max_series = 8},
    {.name = "openings",
     .made_by = "values --integers",
     .columns = OPENING " value lower# upper#",
     .series = "play jumps rows cols corner",
     .picture = "openings",
     .title = "Value of every opening",
     .settings = "winner_of(x) = column('lower') > 0 ? 'black' : column('upper') <= 0 ? 'white' : 'unknown'\n"
                 "label_of(x) = strcol('value')\nhas_labels = 1",
     .order = PLOT_BY_BOARD,
     .max_series = 8},
    {.name = "remoteness",
     .made_by = "solve --values remoteness --histogram",
     .columns = "rows# cols# corner remoteness# black_to_move# white_to_move#",
     .series = "rows cols corner",
     .picture = "counts",
     .title = "Positions by remoteness",
     .settings = "x_label = 'remoteness (plies)'\ny_label = 'positions'\nx_of(r) = column('remoteness')\n"
                 "y_of(r) = column('black_to_move') + column('white_to_move')",
     .order = PLOT_BY_BOARD,
     .max_series = BOARDS},
    {.name = "temperatures",
     .made_by = "values --table temperatures",
     .columns = "stones# temperature/ positions#",
     .series = "rows cols",
     .picture = "temperatures",
     .title = "How hot positions are",
     .order = PLOT_BY_BOARD,
     .max_series = BOARDS},
    {.name = "birthdays",
     .made_by = "values --table birthdays",
     .columns = "stones# birthday# positions#",
     .series = "rows cols",
     .picture = "counts",
     .title = "Positions by birthday",
     .settings = "x_label = 'birthday'\ny_label = 'positions'\nx_of(r) = column('birthday')\n"
                 "y_of(r) = column('positions')",
     .order = PLOT_BY_BOARD,
     .max_series = BOARDS},
    {.name = "values",
     .made_by = "values --table values, hottest, nimbers or fractions; value",
     .columns = "value mean/ temperature/",
     .series = "rows cols list",
     .picture = "values",
     .title = "Mean and temperature of values",
     .order = PLOT_BY_BOARD,
     .max_series = 1000},
    {.name = "thermographs",
     .made_by = "make values",
     .columns = "position value wall x# temperature#",
     .series = "position value",
     .picture = "thermographs",
     .title = "Thermographs",
     .max_series = 12},
    {.name = "integers",
     .made_by = "values --integers --table integers",
     .columns = "rows# cols# corner value# positions#",
     .series = "rows cols corner",
     .picture = "counts",
     .title = "Positions by integer value",
     .settings = "x_label = 'value'\ny_label = 'positions'\nx_of(r) = column('value')\ny_of(r) = column('positions')",
     .order = PLOT_BY_BOARD,
     .max_series = BOARDS},
    {.name = "stones",
     .made_by = "values --table stones",
     .columns = "stones# positions# different_values#",
     .series = "rows cols",
     .picture = "counts",
     .title = "Different values by number of stones",
     .settings = "x_label = 'stones'\ny_label = 'different values'\nx_of(r) = column('stones')\n"
                 "y_of(r) = column('different_values')",
     .order = PLOT_BY_BOARD,
     .max_series = BOARDS},
    {.name = "random",
     .made_by = "random",
     .columns = "rows# cols# corner statistic at# value#",
     .series = "rows cols corner",
     .picture = "random",
     .title = "Length of random games, exactly",
     .order = PLOT_BY_BOARD,
     .max_series = BOARDS},
    {.name = "sweep",
     .made_by = "scripts/sweep_tables.sh",
     .columns = "rows# cols# pairs# database_bytes# processor_seconds#",
     .series = "rows cols",
     .picture = "growth",
     .title = "What a sweep costs",
     .settings = "first = 'processor_seconds'\nfirst_label = 'processor time (s)'\nsecond = 'database_bytes'\n"
                 "second_label = 'size of the database (bytes)'",
     .max_series = 1000},
    {.name = "plan",
     .made_by = "plan",
     .columns = "rows# cols# corner pairs# memory_bytes#",
     .series = "rows cols",
     .picture = "growth",
     .title = "What a sweep needs",
     .settings = "first = 'memory_bytes'\nfirst_label = 'memory (bytes)'\nsecond = 'pairs'\n"
                 "second_label = 'positions and players to move'",
     .max_series = 1000},
    {.name = "reachable",
     .made_by = "solve --reachable",
     .columns = "rows# cols# corner opening reachable# terminal#",
     .series = "rows cols corner opening",
     .picture = "growth",
     .title = "Positions that can arise",
     .settings = "first = 'reachable'\nfirst_label = 'reachable positions'\nsecond = 'terminal'\n"
                 "second_label = 'of them final'",
     .max_series = 1000},
    {.name = "diversity",
     .made_by = "make values",
     .columns = "rows# cols# positions# different_values#",
     .series = "rows cols",
     .picture = "growth",
     .title = "Different values of a board",
     .settings = "first = 'positions'\nfirst_label = 'sets of stones'\nsecond = 'different_values'\n"
                 "second_label = 'different values'",
     .max_series = 1000},
    {.name = "longest",
     .made_by = "solve --values remoteness --longest",
     .columns = "rows# cols# corner remoteness# position line",
     .series = "rows cols corner",
     .picture = "longest",
     .title = "Longest perfect play",
     .max_series = 1000},
    {.name = "problems",
     .made_by = "problems",
     .columns = "position move remoteness# greedy_loses",
     .series = "",
     .picture = "counts",
     .title = "Problems by remoteness",
     .settings = "x_label = 'remoteness (plies)'\ny_label = 'problems'\nx_of(r) = column('remoteness')\ny_of(r) = 1",
     .max_series = 1},
    {.name = "endgames",
     .made_by = "endgames",
     .columns = "rows# cols# mover_men# mover_kings# other_men# other_kings# positions# won# lost# drawn#",
     .series = "rows cols",
     .picture = "endgames",
     .title = "Endgames by number of pieces",
     .order = PLOT_BY_BOARD,
     .max_series = 6},
    {.name = "variants",
     .made_by = "scripts/variants.sh",
     .columns = "game board pieces# positions# won# lost# drawn#",
     .series = "game",
     .picture = "variants",
     .title = "Games of the draughts family",
     .max_series = 20,
     .companion = "series"},
    {.name = "complexity",
     .made_by = "complexity --table board",
     .columns = "rows# cols# corner opening games_log10# samples# states_low# states_high#",
     .series = "opening",
     .picture = "complexity",
     .title = "How large the game is",
     .max_series = 4},
    {.name = "complexity",
     .made_by = "complexity",
     .columns = "rows# cols# corner opening ply# sequences_log10# games_log10# branching# branching_q1# branching_q3#",
     .series = "rows cols corner opening",
     .picture = "complexity_plies",
     .title = "The game tree by ply",
     .order = PLOT_BY_BOARD,
     .max_series = BOARDS},
    {.name = "perft",
     .made_by = "perft",
     .columns = "depth# count#",
     .series = "",
     .picture = "counts",
     .title = "Sequences of moves",
     .settings = "x_label = 'moves'\ny_label = 'sequences'\nx_of(r) = column('depth')\ny_of(r) = column('count')",
     .max_series = 1},
    {0},
};

/* ---- looking at columns ------------------------------------------------------------------------- */

const char *plot_name_next(const char **list, size_t *length, char *mark)
{
    const char *name = *list + strspn(*list, " ");
    if (!*name) {
        return NULL;
    }
    const size_t n = strcspn(name, " ");
    const char last = name[n - 1];
    *mark = last == '#' || last == '/' ? last : '\0';
    *length = n - (*mark ? 1 : 0);
    *list = name + n;
    return name;
}

bool plot_kind_fits(const plot_kind *kind, const sheet *s)
{
    const char *list = kind->columns, *name;
    size_t n;
    char mark;
    while ((name = plot_name_next(&list, &n, &mark))) {
        if (sheet_column(s, name, n) < 0) {
            return false;
        }
    }
    return true;
}

const plot_kind *plot_kind_of(const sheet *s)
{
    for (const plot_kind *kind = plot_kinds; kind->name; kind++) {
        if (plot_kind_fits(kind, s)) {
            return kind;
        }
    }
    return NULL;
}

/* Whether the text is a finite number, or with `mark` '/' a fraction of them; an empty cell is one that is not known.
 */
static bool is_number(const char *text, char mark)
{
    if (!*text) {
        return true;
    }
    char *end;
    const double x = strtod(text, &end);
    if (end == text || !isfinite(x)) {
        return false;
    }
    if (mark == '/' && *end == '/') {
        const char *rest = end + 1;
        const double y = strtod(rest, &end);
        return end != rest && *end == '\0' && isfinite(y) && y > 0;
    }
    return *end == '\0';
}

int plot_kind_check(cli *c, const plot_kind *kind, const sheet *s)
{
    const char *list = kind->columns, *name;
    size_t n;
    char mark;
    while ((name = plot_name_next(&list, &n, &mark))) {
        const int column = sheet_column(s, name, n);
        for (size_t row = 0; mark && row < s->n_rows; row++) {
            const char *cell = sheet_cell(s, row, column);
            if (!is_number(cell, mark)) {
                char shown[CLI_QUOTE_TEXT];
                return cli_error(c, CLI_BAD_INPUT, "\"%s\", row %zu: %.*s is \"%s\", expected a number", s->path,
                                 row + 1, (int)n, name, cli_quote(cell, shown));
            }
        }
    }
    return CLI_DONE;
}

/* Whether an earlier line of the table is of the same name. */
static bool is_repeated(const plot_kind *kind)
{
    return kind > plot_kinds && strcmp(kind->name, kind[-1].name) == 0;
}

const char *plot_kinds_list(char list[PLOT_KINDS_TEXT])
{
    size_t n = 0;
    for (const plot_kind *kind = plot_kinds; kind->name; kind++) {
        if (!is_repeated(kind)) {
            const char *mark = n == 0 ? "" : kind[1].name ? ", " : " and ";
            n += (size_t)snprintf(list + n, PLOT_KINDS_TEXT - n, "%s%s", mark, kind->name);
            assert(n < PLOT_KINDS_TEXT);
        }
    }
    return list;
}

void plot_kinds_print(void)
{
    printf(
        "`plot` draws these tables, and knows them by their columns. The names of series are those in the legend, for "
        "--only:\n\n");
    for (const plot_kind *kind = plot_kinds; kind->name; kind++) {
        printf("    %-13s %s\n", is_repeated(kind) ? "" : kind->name, kind->made_by);
    }
    printf("\nColours mean the same everywhere: blue is Black, orange White, in grey, teal and purple nobody; agents\n"
           "and boards have their own. --style paper is for print, as wide as one column (8.6 cm) or two; screen\n"
           "and slides (16:9) are larger. --gp writes the script with its data, for changes that no option makes.\n");
}
