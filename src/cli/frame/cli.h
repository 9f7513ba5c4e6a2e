/* The program papamu: what its commands are made of.
 *
 * A command is one cli_command in a file of its own and one line in commands.h. The framework reads the options,
 * opens the output, calls run(), and closes the output; a command reads its options from `cli`, describes its rows
 * once (columns, then put the cells), and returns an exit code. Rows appear as an aligned table, as CSV,
 * as JSON or for LaTeX. Every error is one sentence on standard error that cli_fail or cli_error prints; their result
 * is what run() returns then. After them the output is thrown away: a file under its final name is always complete.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_FRAME_CLI_H
#define CLI_FRAME_CLI_H

#include "analysis/agents/agents.h"
#include "src/cli/output/cells.h"
#include "src/game/game.h"
#include "src/konane/notation.h"
#include "src/konane/variant.h"

#include <stdio.h>

enum cli_exit {
    CLI_DONE = 0,
    CLI_CHECK_FAILED = 1, /* a check failed, a database is damaged */
    CLI_BAD_INPUT = 2,    /* usage, bad input, wrong board or version */
    CLI_SYSTEM = 3,       /* memory, disk, another system error */
    CLI_INTERRUPTED = 130,
};

typedef enum cli_format { CLI_TEXT, CLI_CSV, CLI_JSON, CLI_LATEX } cli_format;

/* Which common options the help of a command lists; all commands accept all of them, but for those that change the
 * rules. */
enum cli_uses {
    CLI_USES_GAME = 1,       /* --game */
    CLI_USES_RULES = 2,      /* --opening, --corner */
    CLI_USES_BOARD = 4,      /* --board */
    CLI_USES_THREADS = 8,    /* --threads */
    CLI_USES_MEMORY = 16,    /* --memory */
    CLI_USES_SEED = 32,      /* --seed */
    CLI_USES_PROGRESS = 64,  /* --progress */
    CLI_USES_DRAWS = 128,    /* --draw-rule */
    CLI_USES_VARIANTS = 256, /* --play, --jumps; commands without this refuse them */
    CLI_USES_RANKS = 512,    /* not an option: works also where there are several ranks (ranks.h) */
};

enum {
    CLI_MAX_OPTIONS = 32, /* of a command's own */
    CLI_MAX_COLUMNS = 64, /* of a table */
};

/* An option of a command's own. */
typedef struct cli_option {
    const char *name;  /* without the dashes; NULL ends the table */
    const char *value; /* what its value is called: "N", "FILE", ...; NULL for a flag. FILE and DIR are paths, which
                          provenance leaves out */
    const char *help;  /* words that the value may be are in braces, "{outcome remoteness}"; the first is the default
                          unless a space comes before it. "{}": those of a table of the library. Any other word is
                          refused, but of an AGENT */
} cli_option;

/* An option whose value is a whole number, and what it may be. */
typedef struct cli_range {
    const char *option;
    uint64_t min, max;
} cli_range;

/* Options of a command that cannot both be given, or one of which needs the other. */
typedef struct cli_rule {
    const char *option;
    const char *other; /* "name": excluded by `option`; "!name": needed by it */
    const char *why;   /* the error: a sentence without its full stop */
} cli_rule;

typedef struct cli cli;

typedef struct cli_command {
    const char *name;
    const char *operands;   /* "SIZE DEPTH", "FILE [POSITION...]", "POSITION...": how many there are follows from it */
    const char *summary;    /* one line for `papamu help`: a sentence without its full stop */
    const char *details;    /* for `papamu COMMAND --help`: what it prints, with an example; may be NULL */
    const char *build_note; /* a paragraph after the details, on what this build has or lacks; may be NULL */
    const cli_option *options; /* may be NULL */
    const cli_range *ranges;   /* ended by a NULL name, as are the rules; both may be NULL */
    const cli_rule *rules;
    unsigned uses;     /* of enum cli_uses */
    bool is_streaming; /* JSON Lines rather than one object; rows of text are not kept until the end */
    bool has_no_csv;
    bool is_picture;                            /* the result is bytes that the command writes: no format, no # lines */
    bool is_dialogue;                           /* interactive: text only, and cli_flush writes what was printed */
    cli_format (*default_format)(const cli *c); /* the format if none is asked for; NULL: text */
    int (*run)(cli *c);                         /* returns an exit code */
} cli_command;

/* What was asked for. Commands read it; only the framework writes it. */
struct cli {
    const cli_command *command;
    const char *game;       /* --game, default "konane" */
    const char *opening;    /* --opening, NULL if not given */
    const char *draw_rule;  /* --draw-rule, NULL if not given */
    const char *play;       /* --play, NULL if not given */
    const char *jumps;      /* --jumps, likewise */
    konane_variant variant; /* what both say */
    pm_color corner;        /* --corner, default black */
    bool has_corner, has_board, has_seed, has_threads, has_format;
    int rows, cols;      /* the operand SIZE, else --board, default 8x8 */
    int threads;         /* --threads, default all processors */
    uint64_t memory;     /* --memory in bytes; 0 if not given: see cli_memory */
    uint64_t seed;       /* --seed, default 0 */
    cli_format format;   /* --format */
    const char *path;    /* -o, NULL for standard output */
    bool wants_progress; /* --progress */
    bool has_provenance; /* not --no-provenance */
    int n_operands;
    char **operands;                     /* ended by NULL */
    char **arguments;                    /* the whole command line, which operands is a part of */
    const char *values[CLI_MAX_OPTIONS]; /* of the command's own options: NULL, or the value ("" of a flag) */
    uint64_t numbers[CLI_MAX_OPTIONS];   /* the value as a number, or as the index of a word */
    char *command_line;                  /* for provenance: without threads and paths */
    char *games;                         /* likewise, of self-play: ranges of games, a line each; or NULL */
    bool has_failed;                     /* cli_fail or cli_error was called: the output is thrown away, */
    bool keeps_part;                     /* or left as FILE.partial, as it is good as far as it goes */
    struct cli_output *out;              /* see src/cli/output/output.c */
};

/* ---- options ---------------------------------------------------------------------------------- */

/* The value of the command's option `name`, "" for a flag that is set, NULL if it was not given. */
const char *cli_value(const cli *c, const char *name);

/* Whether the command's option `name` was given. */
bool cli_has(const cli *c, const char *name);

/* The number that the option `name`, which has a range, was given; `usual` if it was not. */
uint64_t cli_number(const cli *c, const char *name, uint64_t usual);

/* Which of the words that the option `name` may be was given; 0, the first, if none was. */
int cli_word(const cli *c, const char *name);

/* Read `text`, called `what` in the error, as a decimal integer of min..max. Returns CLI_DONE, or the exit code after
 * an error. */
int cli_integer_parse(cli *c, const char *what, const char *text, uint64_t min, uint64_t max, uint64_t *n);

/* Read a size such as "6x6" (rows x columns, 2 to 400 cells). Returns CLI_DONE, or the exit code after an error.
 * Whether a board of that size suits the game is for game_new or pm_board_new to say. */
int cli_size_parse(cli *c, const char *text, int *rows, int *cols);

/* Read a number of bytes: "6G", "512M", "1.5G", "1000000000"; K, M, G, T are powers of 1024. */
int cli_bytes_parse(cli *c, const char *what, const char *text, uint64_t *bytes);

/* Write `bytes` as "1.10 GiB". */
const char *cli_bytes_format(uint64_t bytes, char text[24]);

/* The memory that the command may use: --memory, or else what is free now. */
uint64_t cli_memory(const cli *c);

/* The most memory that this process has had at once, in bytes, and the processor time that its threads have spent. */
uint64_t cli_peak_memory(void);
double cli_processor_seconds(void);

/* The index of `text` among `names` (ended by NULL), -1 after an error that lists them and says which is nearest;
 * `what` names the thing that was to be chosen. */
int cli_choice(cli *c, const char *what, const char *text, const char *const *names);

/* ---- errors ----------------------------------------------------------------------------------- */

/* Print one sentence from `status` and `err`, and return the exit code that goes with `status`. */
int cli_fail(cli *c, pm_status status, const pm_error *err);

/* The same unless `status` is PM_OK: then CLI_DONE. */
int cli_check(cli *c, pm_status status, const pm_error *err);

/* The same for a file that the system refused: `verb` says what cannot be done with it ("write to"). */
int cli_fail_file(cli *c, const char *verb, const char *path, int error);

/* What to do about PM_NO_MEMORY, to be put after the message; "" for other codes. */
const char *cli_memory_hint(const cli *c, pm_status status);

/* The same if the system refused memory for `what`, as in "the game". */
int cli_no_memory(cli *c, const char *what);

/* The same for a text with an error at err->offset; `what` says what kind of text it is ("position"). */
int cli_fail_in(cli *c, const char *what, const char *text, pm_status status, const pm_error *err);

enum { CLI_QUOTE_TEXT = 128 };

/* Write `text` for a message: on one line, cut if it is long. Returns `shown`. */
const char *cli_quote(const char *text, char shown[CLI_QUOTE_TEXT]);

/* Print one sentence and return `exit_code`. */
int cli_error(cli *c, int exit_code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same with exit code 2 and a pointer to the help: for wrong options and operands. */
int cli_usage(cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Print a remark that changes nothing: a game left out of many, a default that was taken. */
void cli_warn(const cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- output (src/cli/output) ------------------------------------------------------------------ */

typedef enum cli_kind {
    CLI_WORD,    /* any text */
    CLI_VALUE,   /* a game value or a fraction, as cgt_format writes it; a word likewise but in LaTeX */
    CLI_LIST,    /* words separated by spaces; an array in JSON */
    CLI_NUMBERS, /* numbers separated by spaces, likewise */
    CLI_INTEGER,
    CLI_REAL,    /* with `digits` after the point; not finite: empty */
    CLI_SECONDS, /* like CLI_REAL with 3 digits; only as the last column */
} cli_kind;

typedef struct cli_column {
    const char *name;
    cli_kind kind;
    int digits;
    int width; /* in text: the least width. If every column has one, rows are written at once */
} cli_column;

/* Begin the table `name` with these columns. CSV and LaTeX have a single table: later ones appear in text and JSON
 * only. A streaming command has one table. The columns must live until the table ends. */
void cli_table(cli *c, const char *name, const cli_column *columns, int n_columns);

/* The same with columns described by a text, of names with a space between them. After a name: "#" whole numbers, ".3"
 * real ones with so many digits, "*" a list of words, "+" a list of numbers, "$" values, nothing for words; then "=10",
 * the least width in text. Seconds are the last column. */
void cli_table_of(cli *c, const char *name, const char *columns, ...) __attribute__((format(printf, 3, 4)));

/* Put the next cells of the row: see cells.h. */
#define cli_put(c, ...)                                                                                                \
    cli_put_cells(c, (const cli_cell[]){CLI_CELLS(__VA_ARGS__)},                                                       \
                  sizeof(const cli_cell[]){CLI_CELLS(__VA_ARGS__)} / sizeof(cli_cell))
void cli_put_cells(cli *c, const cli_cell cells[], size_t n);

/* Put the cells, the last ones of a row, and end it. */
#define cli_put_row(c, ...) (cli_put(c, __VA_ARGS__), cli_row(c))

/* End the row. False if the output cannot be written any more: then stop and return CLI_DONE; the framework
 * reports the failure. */
bool cli_row(cli *c);

/* End the table; the next one, a fact, or the end of the command does so too. */
void cli_table_end(cli *c);

/* One named value beside the tables: "name: value" in text (underscores become spaces), a member in JSON,
 * nothing in CSV and LaTeX. Not for streaming commands, whose JSON is rows alone. */
void cli_fact_text(cli *c, const char *name, const char *text);
void cli_fact_count(cli *c, const char *name, uint64_t n);
void cli_fact_real(cli *c, const char *name, int digits, double x);

/* Whether the format has one table and nothing beside it. */
bool cli_has_one_table(const cli *c);

/* Free text, in the text format only. */
void cli_print(cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Write what is buffered now, as a dialogue needs it. False if the output cannot be written. */
bool cli_flush(cli *c);

/* What becomes of a file of results at its end: it is removed, gets its name, or stays FILE.partial. */
typedef enum cli_end { CLI_NOTHING, CLI_WHOLE, CLI_PART } cli_end;

/* Begin a second result file beside the result, in CSV or text: rows are put to `side` as those of the result are to
 * `c`. It must end before the command does. Both return CLI_DONE, or the exit code after an error. */
int cli_side_open(cli *c, const char *path, cli_format format, cli *side);
int cli_side_close(cli *c, cli *side, cli_end end);

/* The stream of a side file, for text that other code writes; of the command itself, for a picture. */
FILE *cli_side_stream(cli *side);

/* Write a file of the user's beside the result: `write` puts it to a stream, and says whether the stream took it
 * (errno: why not). The file appears under its name when it is complete, or not at all. Returns 0 or an error number.
 */
int cli_file_write(const char *path, bool (*write)(FILE *file, void *ctx), void *ctx);

/* Put the provenance to such a stream as # lines; nothing after --no-provenance. */
void cli_provenance_write(FILE *file, const cli *c);

/* The same as a text, for files whose form keeps it elsewhere than at their beginning; "" after --no-provenance.
 * The caller frees it; NULL if memory was refused. */
char *cli_provenance_text(const cli *c);

/* Name ranges of games in the provenance of all that is written from now on: a line each, in memory that the frame
 * frees. Where there are any, and the command has no seed of its own, that is left out: each line has one. */
void cli_provenance_games(cli *c, char *lines);

/* Read a command back from provenance: cut `line`, a copy of `record`, into its words in place, which are ended by
 * NULL. Returns CLI_DONE, or the exit code after an error: of `path`, which has the record, if the command is not of
 * papamu or its inputs are not recorded; with `reads_file`, if it does not read a file that is to be added. */
int cli_record_read(cli *c, const char *path, const char *record, char *line, char **words, int max, bool reads_file);

/* ---- files that are read ------------------------------------------------------------------------ */

/* Open a text file, at its begin; one can go back in it also if it is a pipe. Refuses a file with zero bytes early in
 * it, such as a database, as it has no `what` ("self-play or game records"). Returns CLI_DONE, or the exit code after
 * an error; then `*file` is NULL. */
int cli_text_open(cli *c, const char *path, const char *what, FILE **file);

/* Whether two paths lead to one regular file, or would if it were made. */
bool cli_is_same_file(const char *a, const char *b);

/* ---- progress and interruption ----------------------------------------------------------------- */

/* Whether Ctrl-C was pressed (or the process asked to end): stop, and return CLI_INTERRUPTED. */
bool cli_is_interrupted(void);

/* The same as a callback of the library, which stops on true: `ctx` is not used. */
bool cli_stop(void *ctx);

/* Begin to show progress on `what`, counted in `unit` ("positions"). Shows nothing unless standard error is a
 * terminal or --progress was given. */
void cli_progress_begin(cli *c, const char *what, const char *unit);

enum { CLI_PROGRESS_TEXT = 120 };

/* Change what the line says, and what was done before it began, which takes no part in the rate. */
void cli_progress_rename(const char *what, double done_before);

/* `done` of `total` (0: not known) units are done. Cheap enough to call often, from any thread. Returns whether to
 * continue: false after Ctrl-C. */
bool cli_progress_step(double done, double total);

/* The same as a callback of the library, which continues on false: `ctx` is not used. */
bool cli_progress_count(void *ctx, uint64_t done, uint64_t total);

/* Remove the bar. Also done at the end of a command. Returns the seconds since its begin. */
double cli_progress_end(void);

/* ---- boards and positions (board.c) --------------------------------------------------------------
 * All return CLI_DONE, or the exit code after an error; the caller frees what they make. */

/* Refuse any --game but Konane: `what` only it can, or has ("can be swept"). */
int cli_konane_only(cli *c, const char *what);

/* Make the board of the operand SIZE under --corner and --opening, which is of Konane: `what` only it can, or has. */
int cli_board_new(cli *c, const char *what, pm_board **board);

/* Refuse an opening rule that leaves Black nothing to remove. */
int cli_board_check(cli *c, const pm_board *board);

/* What a game on a board of `rows` x `cols` is made from: --corner, --opening and --draw-rule. */
game_options cli_game_options(const cli *c, int rows, int cols);

/* Make the game --game on a board of `rows` x `cols`. */
int cli_game_new(cli *c, int rows, int cols, game **g);

/* Make the game called `name`, with the top-left colour `corner`; the rest as the options say. */
int cli_game_named(cli *c, const char *name, int rows, int cols, pm_color corner, game **g);

/* The same on the board of the command, with the position before its first move. */
int cli_start(cli *c, game **g, game_state *s);

/* Make the agent that `text` names, for games of `g`. Nothing is kept of it after an error. */
int cli_agent_new(cli *c, const char *text, const game *g, agent **a);

/* Read a position and make the game that it belongs to. `text` may be "start" for the position before the first
 * move. The board is that of SIZE or --board; without them what the text says (Konane), 8x8 otherwise. A text or option
 * that contradicts another is an error, and so is a position of the opening on a board where the opening rule leaves
 * Black nothing to remove. `mover_default` is for commands that look at the stones alone: the side to move may be left
 * out, and the opening rule does not matter. */
int cli_position(cli *c, const char *text, bool mover_default, game **g, game_state *s);

/* The Konane part of it, for what works on stones alone: read a position and check it against the size and the
 * options. */
int cli_diagram(cli *c, const char *text, bool mover_default, konane_diagram *d);

/* The same for a command that leaves out what it cannot read: nothing is printed. */
pm_status cli_diagram_read(const cli *c, const char *text, bool mover_default, konane_diagram *d, pm_error *err);

enum { CLI_MOVES_TEXT = PM_MAX_MOVES * PM_MAX_MOVE_TEXT };

/* Write at most PM_MAX_MOVES moves with spaces between them. Returns `list`. */
char *cli_moves_format(const pm_board *board, const pm_move moves[], int n, char list[CLI_MOVES_TEXT]);

#endif
