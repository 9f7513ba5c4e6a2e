/* Records of games: PGN-like text with tags, comments and moves, any number of games in a file.
 *
 * One reader serves every game. What differs between games (which tags give the board, who "1-0" is) is a
 * record_dialect. Every game is replayed by its rules. A game with an error is reported and left out; reading
 * continues after it. Games without tags, a bare list of moves, are played on the default board; a blank line ends
 * such a list, as does a line that begins with '#', which is a comment.
 *
 * A game ends with its result, the first one after its moves, of which '*' is one: unfinished. Without a result it is
 * whole only if the mover cannot move; otherwise the text was cut off, and the game is an error.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GAME_RECORD_H
#define GAME_RECORD_H

#include "src/game/game.h"

#include <stdio.h>

enum {
    RECORD_MAX_TAGS = 64,
    RECORD_MAX_TAG_TEXT = GAME_MAX_TEXT, /* longest name or value, terminating zero included; longer ones are cut */
};

typedef struct record_tag {
    const char *name, *value;
} record_tag;

typedef enum record_result { RECORD_BLACK_WON, RECORD_WHITE_WON, RECORD_DRAWN, RECORD_UNKNOWN } record_result;

/* A game as it was read. It belongs to the reader and lasts until the next one is read. */
typedef struct record {
    uint64_t number; /* in its file, from 1; games that were left out count */
    uint64_t line;   /* where it begins, from 1 */
    const record_tag *tags;
    int n_tags;
    const game *g; /* the rules that it was played by */
    game_state start, end;
    const game_move *moves;
    int n_moves;
    record_result result; /* as written; where the text does not say, as the last position does */
    const char *note;     /* what the reader had to decide: "game 3, ply 12 (line 40): ..."; NULL: nothing */
} record;

/* What a game adds to the common form. */
typedef struct record_dialect record_dialect;
struct record_dialect {
    const char *game;       /* the name that game_new knows */
    const void *rules;      /* of the game, for these functions; may be NULL */
    const char *suffix;     /* of its files: ".kgn" */
    const char *result_tag; /* another name of the tag Result, or NULL */
    bool star_ends_only;    /* '*' ends the moves and says nothing of the result, which the tag has (PDN 3.0) */

    /* Take the board and the rules from the tags into `options`, which holds the defaults, and set *position to the
     * text of the start position if there is one. Errors: PM_BAD_INPUT. */
    pm_status (*setup)(const record_dialect *d, const record_tag *tags, int n_tags, game_options *options,
                       const char **position, pm_error *err);

    /* What a result text ("1-0") means; false if it is none. */
    bool (*result_parse)(const record_dialect *d, const char *text, record_result *result);
    const char *(*result_text)(const record_dialect *d, record_result result);
};

/* The dialect of the game called `name`; NULL if there is none. */
const record_dialect *record_dialect_of_game(const char *name);

/* The dialect with the suffix of the file `path`, which some games share: that of the game called `name` if it is among
 * them, else the first; NULL if there is none. `name` may be NULL. */
const record_dialect *record_dialect_of_path(const char *path, const char *name);

typedef struct record_reader record_reader;

/* Read records from `file`, which stays the caller's. `defaults` are copied, their texts are not, and hold for games
 * whose tags do not say otherwise. NULL if there is no memory. */
record_reader *record_reader_new(FILE *file, const record_dialect *dialect, const game_options *defaults);
void record_reader_free(record_reader *reader);

/* Read the next game. PM_OK: it is in **r. PM_NOT_FOUND: there is none. PM_BAD_INPUT: this one is left out, and `err`
 * says why ("game 3, ply 12 (line 40): ..."); call again for those after it. PM_IO, PM_NO_MEMORY: the end. */
pm_status record_read(record_reader *reader, const record **r, pm_error *err);

/* The value of a tag, whatever the case of its name; NULL if it is not there. */
const char *record_tag_value(const record_tag *tags, int n_tags, const char *name);

/* Who played `color`, by the English or the Italian name of the tag; "?" if it is not there. */
const char *record_player(const record *r, pm_color color);

/* Write a game: the tags in their order, [Result], the moves. `tags` must give the board and the rules as the dialect
 * reads them; a Result among them is left out. Returns whether `file` took it all. */
bool record_write(FILE *file, const record_dialect *dialect, const record *r);

/* ---- between the files of the reader ---------------------------------------------------------- */

typedef enum record_token_kind {
    RECORD_TAG,   /* name and value are set */
    RECORD_WORD,  /* a move or a result: name is set */
    RECORD_BLANK, /* an empty line, or a comment line */
    RECORD_END,
    RECORD_BAD, /* name says what is wrong */
} record_token_kind;

typedef struct record_scanner {
    FILE *file;
    uint64_t line;       /* of the next character */
    uint64_t token_line; /* of the last token */
    bool is_at_line_start;
    char name[RECORD_MAX_TAG_TEXT], value[RECORD_MAX_TAG_TEXT];
} record_scanner;

/* Read the next token; comments, move numbers, annotations and variations are skipped. */
record_token_kind record_scan(record_scanner *scanner);

/* Make hyphens of the dashes of UTF-8, U+2010 to U+2015, and of its minus sign, U+2212. */
void record_replace_dashes(char *word);

#endif
