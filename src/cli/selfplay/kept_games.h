/* The games that a run of self-play has finished, kept in a folder so that the same command can continue after Ctrl-C
 * or a crash: of each game only which of the legal moves was chosen at each turn.
 *
 * The file begins with the command and its seed, as other commands must not use it. A game that was written in part is
 * left out: each has a checksum. The file is locked while a run uses it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_SELFPLAY_KEPT_GAMES_H
#define CLI_SELFPLAY_KEPT_GAMES_H

#include "src/cli/frame/cli.h"

typedef struct kept_games kept_games;

/* Open the folder `path`, which is made if it is not there, and read what it holds. Returns CLI_DONE, or the exit code
 * after an error. */
int kept_games_open(cli *c, const char *path, kept_games **kept);

/* The number of games that were read. */
uint64_t kept_games_count(const kept_games *kept);

/* What was kept of game `number` of the pair of agents `pair`; NULL if nothing was. From any thread. */
const uint16_t *kept_games_find(const kept_games *kept, uint32_t pair, uint64_t number, unsigned *n);

/* Keep a game. From any thread. A failure shows when the games are closed. */
void kept_games_add(kept_games *kept, uint32_t pair, uint64_t number, const uint16_t *choices, unsigned n);

/* Close; the file goes if `is_done`, as it has served. NULL is accepted. Returns CLI_DONE, or the exit code after a
 * failed write. */
int kept_games_close(cli *c, kept_games *kept, bool is_done);

#endif
