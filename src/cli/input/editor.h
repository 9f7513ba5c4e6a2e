/* Lines that a person types at a terminal: edited, recalled from a history, and completed by Tab.
 *
 * editor.c does that by libedit (BSD licence); editor_none.c is compiled in its place where that is missing, and offers
 * none. The user's ~/.editrc applies. The history of all runs is in history.h's file.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_INPUT_EDITOR_H
#define CLI_INPUT_EDITOR_H

#include "src/cli/frame/terminal.h"
#include "src/cli/input/lines.h"

typedef struct editor editor;

/* The words that may stand where Tab was pressed. */
typedef struct editor_words editor_words;

/* Offer every word that may follow `before`, the words in front of it with their spaces; false: file names may. */
typedef bool editor_offers(void *ctx, const char *before, editor_words *words);

/* What `papamu play --help` says of editing in this build: a sentence. */
extern const char editor_note[];

/* Begin, at a terminal which can do more than print characters (TERM). NULL: lines are not edited here, as the terminal
 * cannot, libedit is missing, or memory. `c`, `t` and `ctx` must outlive the editor. */
editor *editor_open(cli *c, const terminal *t, editor_offers *offers, void *ctx);

/* Print `prompt`, wait for a line and take it, its end cut off: it is in *line until the next call. */
lines_status editor_next(editor *e, const char *prompt, char **line);

/* Offer one word. `word` is copied; a space at its end is typed too. */
void editor_offer(editor_words *words, const char *word);

/* Add what was typed to the file of the history, with a remark if that is not possible. NULL is accepted. */
void editor_close(editor *e);

#endif
