/* What `papamu help TOPIC` says. Agents and variants are taken from their tables, everything else is text.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/help/topics.h"

#include "analysis/agents/agents.h"
#include "src/cli/help/variants.h"
#include "src/cli/plot/kinds.h"
#include "src/konane/opening.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char notation[] =
    "Cells. Columns are letters from the left (a, ..., z, aa, ...), ranks are numbers from the bottom. The\n"
    "top-left cell is Black's unless --corner white is given.\n\n"
    "Moves. A removal of the opening is a cell: d5. A jump is from and to: e6-e4. Also read: e6e4, e6xe4,\n"
    "e6:e4, upper case, and the whole path b2-d2-f2. Draughts: 21-17, and 22x13 for a capture; where two\n"
    "captures share from and to, all squares of the path.\n\n"
    "Positions, as written. Rows from the top separated by '/', each of b (black), w (white) and decimal\n"
    "counts of empty cells, then a space and the side to move:\n\n"
    "    2bw/wbwb/bwbw/wbwb b\n\n"
    "Positions, as also read. The grid, x for Black, o for White, '.' or '-' for an empty cell, rows separated\n"
    "by '|', '/' or newlines; Black moves unless a side is given:\n\n"
    "    ..xo|oxox|xoxo|oxox w\n\n"
    "Draughts positions are FEN: W:W21-32:B1-12, with K before the square of a king. The word start is the\n"
    "position before the first move.\n";

static const char draughts[] =
    "--game NAME chooses one of the games of `papamu help variants`; boards are square, and `start` is the position\n"
    "before the first move.\n\n"
    "    moves, show, perft     the rules\n"
    "    play, engine           a game, against a person, an agent or a program\n"
    "    selfplay, stats        many games, and game records (PDN)\n"
    "    endgames               exact values of all positions of a few pieces; with --db a database\n"
    "    probe, info, verify    ask, describe and check such a database; the agent db plays from it\n\n"
    "Positions are FEN and squares are numbered from the top left: W:W21-32:B1-12. Moves are 21-17, and 22x13 for a\n"
    "capture. --draw-rule says how play ends in a draw: fid after 40 moves of each side without a capture and without\n"
    "a man's move, or when a position occurs for the fourth time; site after 40 moves of each side without a capture\n"
    "and without a promotion. Exact values know neither.\n\n"
    "Exact values of Konane (value, values, solve, census, random, plan) do not exist for draughts.\n\n"
    "Example: papamu play 8x8 --game italian --white hard\n";

static const char formats[] =
    "--format text is human-readable and may change. csv has a header line, stable columns, and quotes as in\n"
    "RFC 4180. latex is the same table, to be read by \\input, with the package booktabs. json is one object; "
    "commands\n"
    "that write row by row write one object a line (JSON Lines).\n"
    "Lists within a cell are separated by spaces in csv and are arrays in json; an empty cell or null means not\n"
    "known or not applicable. Seconds are the last column and take no part in comparisons.\n\n"
    "Game records (.kgn for Konane, .pdn for draughts) are PGN-like text; `play` and `selfplay --records` write\n"
    "them, `stats` and `play --load` read them. Databases are written by `solve --db`, of draughts by\n"
    "`endgames --db`, and read by `probe`, `info`, `verify`, `play`, the agent db and the library.\n"
    "papamu-formats(5) has the details.\n\n"
    "A file named by -o appears when it is complete, or not at all.\n";

static const char exit_codes[] =
    "    0    done\n"
    "    1    a check failed, or a database is damaged\n"
    "    2    usage or bad input, also a wrong board or version. Some of the input may have been bad and left out: "
    "the\n"
    "         rest is answered, and standard error says what was not\n"
    "    3    memory (also a plan that needs more than is given), disk, or another system error; a result that could\n"
    "         not be written in full is never 0\n"
    "    130  interrupted\n";

static const char provenance[] =
    "Every result file begins with what made it: version, commit, command without threads and paths, seed. In csv\n"
    "these are lines that begin with #, in json the member `provenance`; text on a terminal has none.\n"
    "Files of self-play, and what is made of them, also say which games of which run they hold.\n"
    "--no-provenance leaves it out. There are no dates and no numbers of threads.\n\n"
    "Two results are equal when their bytes after the # lines are equal; two databases are when their digests are\n"
    "(`papamu info`). Neither depends on the machine or on the number of threads. Agents with a limit in milliseconds\n"
    "are the exception.\n";

static const char environment[] = "    COLUMNS     width of the terminal for `play`, if it is set\n"
                                  "    NO_COLOR    no colours, if it is set and not empty\n"
                                  "    TERM        no colours, if it is dumb or not set\n"
                                  "    LC_ALL, LC_CTYPE, LANG\n"
                                  "                boards are drawn with round stones where the locale has UTF-8\n";

static void print_agents(void)
{
    printf("Agents play in `play`, `selfplay` and `engine`. To play against:\n\n");
    for (const agent_alias *a = agent_aliases(); a->name; a++) {
        printf("    %-8s %s\n", a->name, a->text);
    }
    printf("\nFor experiments:\n\n");
    for (const agent_class *const *class = agent_classes(); *class; class ++) {
        printf("    %s\n        %s\n", (*class)->usage, (*class)->help);
    }
    printf(
        "\nAn agent's moves depend on the game so far and on --seed alone, unless it has a limit in milliseconds.\n");
}

static void print_openings(void)
{
    printf("Black begins and removes one of his stones; White then removes a white stone next to the hole. --opening "
           "says\n"
           "which stones Black may remove:\n\n");
    for (int i = 0; konane_opening_names()[i]; i++) {
        printf("    %-15s   %s%s\n", konane_opening_names()[i], konane_opening_text((konane_rule)i),
               i == 0 ? " (default)" : "");
    }
    printf(
        "\nA full board with Black to move, and a board with one hole on a black cell and White to move, are in the\n"
        "opening: moves, perft, probe, play and the agents use removals there. Tables, the census, digests and exact\n"
        "values know jumps only. A rule that leaves Black nothing to remove on some board is an error there.\n");
}

const topic topics[N_TOPICS + 1] = {
    {"notation", "cells, moves and positions", notation, NULL},
    {"openings", "what Black may remove first", NULL, print_openings},
    {"formats", "text, csv, json, latex, records, databases", formats, NULL},
    {"agents", "players and their strengths", NULL, print_agents},
    {"draughts", "what Papamu does with draughts", draughts, NULL},
    {"variants", "the games of the draughts family", NULL, variants_print},
    {"plots", "the tables that `plot` draws", NULL, plot_kinds_print},
    {"environment", "variables that are read", environment, NULL},
    {"exit-codes", "how a command ends", exit_codes, NULL},
    {"provenance", "where a result comes from, and when two are equal", provenance, NULL},
    {NULL, NULL, NULL, NULL},
};

const topic *topic_find(const char *name)
{
    for (const topic *t = topics; t->name; t++) {
        if (strcmp(t->name, name) == 0) {
            return t;
        }
    }
    return NULL;
}

void topic_print(const topic *t)
{
    assert(!t->text == !!t->print);
    if (t->text) {
        fputs(t->text, stdout);
    } else {
        t->print();
    }
}
