/* Which games a file of self-play holds: the ranges of a run that its first lines name.
 *
 * A run of games may be cut into ranges, by --first and --games, that several processes or machines play. Every file
 * says in its provenance which range of which run it holds,
 *
 *     # games: 200-299 of --black ab:4 --white random --swap 8x8 seed 1
 *
 * so that `papamu stats` can refuse to count games twice, report what is missing between ranges, and say of the files
 * that it makes what went into them. What tells runs apart is their options in alphabetical order, without those that
 * choose the range or the form of the output.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_SELFPLAY_SHARDS_H
#define CLI_SELFPLAY_SHARDS_H

#include "src/cli/frame/cli.h"

typedef struct shard {
    char *run; /* options, board and seed */
    uint64_t first, last;
    const char *path; /* of the file; borrowed */
} shard;

typedef struct shards {
    shard *list;
    size_t n, room;
} shards;

/* Put the range of this self-play command into its provenance; `positions` tells the contents of --positions apart, 0
 * if there is none. CLI_DONE, or the exit code after an error. */
int shards_declare(cli *c, uint64_t first, uint64_t n_games, uint64_t positions);

/* Add the ranges that the comments at the beginning of `file` name, and go back to its beginning. */
int shards_read(cli *c, FILE *file, const char *path, shards *s);

/* Refuse games that two files hold, warn of games that are missing between ranges of a run, and put what is there into
 * the provenance. CLI_DONE, or the exit code after an error. */
int shards_check(cli *c, shards *s);
void shards_free(shards *s);

#endif
