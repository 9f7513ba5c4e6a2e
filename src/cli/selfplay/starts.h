/* The positions that games of self-play begin at, from a file.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_SELFPLAY_STARTS_H
#define CLI_SELFPLAY_STARTS_H

#include "src/cli/frame/cli.h"

typedef struct starts {
    game_state *positions;
    size_t n, room;
} starts;

/* Read the file `path`, a position of `g` on each line that is neither empty nor a comment (#). Each must be one that
 * is beyond the opening and in which the mover can move. CLI_DONE, or the exit code after an error that names file and
 * line. Freed with starts_free in either case. */
int starts_read(cli *c, const game *g, const char *path, starts *s);
void starts_free(starts *s);

/* A number that tells lists of positions apart; 0 for an empty one. */
uint64_t starts_digest(const starts *s);

#endif
