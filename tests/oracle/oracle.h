/* Konane written again from the rule text alone, to judge everything else: a mailbox of stones, a memoised
 * minimax, nothing clever. It shares no code and no header with the project, and numbers cells its own way:
 * row by row from the top-left, cell = row * cols + col. tests/oracle/oracle_bridge.h translates.
 *
 * Boards have up to 20 x 20 cells; the table of values needs at most 64. Errors in the arguments are bugs of
 * the test and end the program.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_ORACLE_ORACLE_H
#define TESTS_ORACLE_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ORACLE_BLACK = 0,
    ORACLE_WHITE = 1,
    ORACLE_MAX_CELLS = 400,
    ORACLE_MAX_MOVES = 1024,
    ORACLE_MAX_GRID = 800, /* characters of a grid, terminating zero included */
};

/* How far a stone that jumps goes: it may stop after each jump, it must, or it must not. */
typedef enum oracle_jumping { ORACLE_ANY, ORACLE_SINGLE, ORACLE_LONGEST } oracle_jumping;

/* What is given before the game begins. The colour of a cell is fixed by `corner`, that of the top-left cell. */
typedef struct oracle_board {
    int rows, cols;
    int corner;
    bool misere; /* who cannot move wins, which oracle_mover_wins alone knows */
    oracle_jumping jumping;
} oracle_board;

typedef struct oracle_position {
    bool stone[ORACLE_MAX_CELLS];
    int mover;
} oracle_position;

/* A removal has from == to. */
typedef struct oracle_move {
    int from, to;
} oracle_move;

int oracle_n_cells(const oracle_board *board);
int oracle_color(const oracle_board *board, int cell);

/* "d5" to a cell and back; the name must have room for 8 characters. */
int oracle_cell(const oracle_board *board, const char *name);
void oracle_cell_name(const oracle_board *board, int cell, char name[8]);

/* Every cell holds a stone, Black to move. */
oracle_position oracle_full(const oracle_board *board);

/* Bit n of a set is cell n, for boards of up to 64 cells. */
oracle_position oracle_from_set(const oracle_board *board, uint64_t set, int mover);
uint64_t oracle_to_set(const oracle_board *board, const oracle_position *pos);

/* The position as "..xo|oxox", x Black. */
void oracle_grid(const oracle_board *board, const oracle_position *pos, char text[ORACLE_MAX_GRID]);

/* Whether Black may take the stone on `cell` off the full board under `rule`: "corner-centre", "corner", "centre",
 * "any", "near-centre" or "fixed:CELL,CELL". */
bool oracle_admits(const oracle_board *board, const char *rule, int cell);

/* Whether the players still remove stones at `pos` instead of jumping. */
bool oracle_is_opening(const oracle_board *board, const oracle_position *pos);

/* The legal jumps, whatever the set of stones: by start cell row by row, then left, right, up, down, then the
 * shorter first. Returns their number. */
int oracle_jumps(const oracle_board *board, const oracle_position *pos, oracle_move moves[ORACLE_MAX_MOVES]);

/* The legal moves of the game: removals in the opening, else jumps. */
int oracle_moves(const oracle_board *board, const char *rule, const oracle_position *pos,
                 oracle_move moves[ORACLE_MAX_MOVES]);

/* Make a removal or a jump. */
void oracle_make(const oracle_board *board, oracle_position *pos, oracle_move move);

/* Number of sequences of exactly `depth` moves. */
uint64_t oracle_perft(const oracle_board *board, const char *rule, const oracle_position *pos, int depth);

/* ---- values ---------------------------------------------------------------------------------- */

/* The positions valued so far. One board, one table; the caller frees it. */
typedef struct oracle_table oracle_table;

oracle_table *oracle_table_new(const oracle_board *board);
void oracle_table_free(oracle_table *table);

/* Number of (position, mover) pairs in the table. */
uint64_t oracle_table_size(const oracle_table *table);

/* Plies to the end if nobody removes stones any more, the winner hurrying and the loser delaying; 0 if the mover
 * has no jump. Odd: the mover wins. */
int oracle_remoteness(oracle_table *table, const oracle_position *pos);

/* The same for the whole game, removals included where `pos` is in the opening; -1 if `rule` leaves Black nothing
 * to remove. */
int oracle_game_remoteness(oracle_table *table, const char *rule, const oracle_position *pos);

/* Whether the mover wins if nobody removes stones any more. The table must be asked for nothing else. */
bool oracle_mover_wins(oracle_table *table, const oracle_position *pos);

/* Who wins if Black is to move (black_wins) and if White is to move, in classes: */
typedef enum oracle_outcome { ORACLE_NEXT, ORACLE_PREVIOUS, ORACLE_LEFT, ORACLE_RIGHT } oracle_outcome;

/* The outcome class of a set of stones; LEFT: Black wins whoever begins, RIGHT: White does. */
oracle_outcome oracle_classify(oracle_table *table, uint64_t set);

/* The pairs that can arise in the jump phase, and how many of them have no jump. */
void oracle_reach(const oracle_board *board, const char *rule, uint64_t *reachable, uint64_t *terminal);

#endif
