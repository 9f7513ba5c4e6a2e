/* What the files of the output share, and the frame opens and closes; commands put rows by src/cli/frame/cli.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_OUTPUT_OUTPUT_H
#define CLI_OUTPUT_OUTPUT_H

#include "src/cli/frame/cli.h"

#include <stdio.h>

/* ---- sink.c: where the bytes of the result go ---- */

typedef struct sink sink;

/* Open `path`, or standard output if it is NULL. A regular file is written under a temporary name beside it.
 * NULL with errno set if it cannot be opened. */
sink *sink_open(const char *path);
FILE *sink_file(sink *s);

/* Whether everything so far could be written. */
bool sink_is_good(sink *s);

/* Close, and deal with the file as `end` says. Returns 0 or the error number of the first failure; after one the file
 * is removed in any case. */
int sink_close(sink *s, cli_end end);

/* Flush standard output: 0 or an error number. */
int sink_flush_stdout(void);

/* ---- output.c ---- */

/* Open the output. False with errno set. The provenance goes out with the first thing that is put. */
bool output_open(cli *c);

/* The stream that it writes to. */
FILE *output_stream(cli *c);

/* End tables and objects, if the file is whole, and close. Returns 0 or an error number. */
int output_close(cli *c, cli_end end);

/* ---- provenance.c ---- */
void provenance_json(FILE *file, const cli *c); /* an object */

/* Add `word` to the text at `*line` with a space before it, quoted for a shell where it must be. False: no memory. */
bool provenance_add(char **line, const char *word);

/* ---- latex.c ---- */
void latex_provenance(FILE *out, const cli *c); /* lines that begin with % */
void latex_begin(FILE *out, const cli_column *columns, int n_columns);
void latex_cell(FILE *out, cli_kind kind, const char *text); /* NULL: it is empty */
void latex_end(FILE *out);

#endif
