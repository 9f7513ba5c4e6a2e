/* Lines without editing, in a build without libedit: see editor.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/input/editor.h"

#include <assert.h>

const char editor_note[] = "This build has no line editing: libedit was missing when it was made.";

editor *editor_open(cli *c, const terminal *t, editor_offers *offers, void *ctx)
{
    (void)c;
    (void)t;
    (void)offers;
    (void)ctx;
    return NULL;
}

lines_status editor_next(editor *e, const char *prompt, char **line)
{
    (void)e;
    (void)prompt;
    (void)line;
    assert(0); /* there is no editor to ask */
    return LINES_END;
}

void editor_offer(editor_words *words, const char *word)
{
    (void)words;
    (void)word;
}

void editor_close(editor *e)
{
    assert(!e);
    (void)e;
}
