/* The library as the page in the browser calls it.
 *
 * Every function answers with a text of JSON, an object, which lasts until the next call with the same handle: what was
 * asked for, or `{"error": {"status": ..., "message": ..., "offset": ...}}`. A game is given by where it started and
 * its moves, separated by spaces or commas, and is replayed by its rules in every call: so the page has no state here
 * that it could lose, and one text serves the page's address, the records and the analysis.
 *
 * Compiled natively too, where lint and the compiler's warnings reach it; only the WebAssembly build is used.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef WEB_WEB_H
#define WEB_WEB_H

typedef struct web web;

/* A handle whose work may use `megabytes` of memory. NULL: no memory. */
web *web_new(int megabytes);
void web_free(web *w);

/* The version and the commit. */
const char *web_about(web *w);

/* Play `game` on a board from here on. Texts may be empty: the game's default. A database that was opened answers, if
 * it is about that board. */
const char *web_open(web *w, const char *game, int rows, int cols, const char *corner, const char *opening);

/* What board a text of a position of Konane is about: rows, columns, corner. */
const char *web_look(web *w, const char *position);

/* Open the database in the file `path`; answers say "database" from now on where it covers them. */
const char *web_database(web *w, const char *path);
const char *web_close_database(web *w);

/* The position after the moves: its stones, the legal moves, and whether the game is over. `start` is a position, or
 * empty for the usual one. */
const char *web_follow(web *w, const char *start, const char *moves);

/* Every legal move there with all that can be found out about it in `seconds`, as `papamu analyse` has it. */
const char *web_analyse(web *w, const char *start, const char *moves, double seconds, int depth, int wants_values);

/* Who wins after each of the moves, and which of them gave a win or a draw away; from exact answers alone, all of them
 * from one sweep. */
const char *web_course(web *w, const char *start, const char *moves);

/* The move that an agent chooses. */
const char *web_think(web *w, const char *start, const char *moves, const char *name, int seed);

/* The exact value of the position, with its thermograph, and of each region that it falls into, if they can be had in
 * `seconds`. */
const char *web_value(web *w, const char *start, const char *moves, double seconds);

/* Who wins after each opening of the board, and which opening rules admit it. */
const char *web_openings(web *w);

/* The game as the text of a record; the games of such a text. */
const char *web_record(web *w, const char *start, const char *moves, const char *black, const char *white);
const char *web_games(web *w, const char *text);

#endif
