/* Reading and replaying game records: see record.h.
 *
 * A game ends with its result, before the next tag, at the end of the file, or, if it has no tags, at a blank line. A
 * tag that comes again after a blank line is the next one's: the game was of tags alone.
 * What was read too far, a tag, is kept for the next game. After an error the rest of the game is skipped.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/record.h"

#include "src/base/status.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct tag_text {
    char name[RECORD_MAX_TAG_TEXT], value[RECORD_MAX_TAG_TEXT];
} tag_text;

struct record_reader {
    record_scanner scanner;
    const record_dialect *dialect;
    game_options defaults;
    bool is_tag_pending; /* the scanner holds the first tag of the next game */
    record record;
    tag_text texts[RECORD_MAX_TAGS];
    record_tag tags[RECORD_MAX_TAGS];
    game *g; /* of the last game; made again only if the options differ */
    game_options options;
    char opening[RECORD_MAX_TAG_TEXT], draw_rule[RECORD_MAX_TAG_TEXT]; /* what the texts of options point to */
    game_move *moves;
    int capacity;
};

/* The state of reading a game. */
typedef struct progress {
    bool is_set_up;   /* the board is there, moves may come */
    bool has_content; /* anything but blank lines was read */
    bool has_gap;     /* a blank line came after the first tag */
    pm_status status; /* the first error, which err describes */
    pm_error *err;
} progress;

record_reader *record_reader_new(FILE *file, const record_dialect *dialect, const game_options *defaults)
{
    record_reader *reader = calloc(1, sizeof *reader);
    if (!reader) {
        return NULL;
    }
    reader->scanner = (record_scanner){.file = file, .line = 1, .is_at_line_start = true};
    reader->dialect = dialect;
    reader->defaults = *defaults;
    for (int i = 0; i < RECORD_MAX_TAGS; i++) {
        reader->tags[i] = (record_tag){reader->texts[i].name, reader->texts[i].value};
    }
    return reader;
}

void record_reader_free(record_reader *reader)
{
    if (reader) {
        game_free(reader->g);
        free(reader->moves);
        free(reader);
    }
}

const char *record_tag_value(const record_tag *tags, int n_tags, const char *name)
{
    for (int i = 0; i < n_tags; i++) {
        if (strcasecmp(tags[i].name, name) == 0) {
            return tags[i].value;
        }
    }
    return NULL;
}

/* ---- errors ----------------------------------------------------------------------------------- */

/* Keep the first error of a game and where it is. `ply` is 0 if it has none. */
static void note_error(record_reader *reader, progress *p, pm_status status, int ply, uint64_t line,
                       const char *message)
{
    if (p->status != PM_OK) {
        return;
    }
    char place[32] = "";
    if (ply) {
        snprintf(place, sizeof place, ", ply %d", ply);
    }
    p->status = status_fail(p->err, status, 0, "game %" PRIu64 "%s (line %" PRIu64 "): %s", reader->record.number,
                            place, line, message);
}

/* ---- the parts of a game ------------------------------------------------------------------------ */

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_same_game(const game_options *a, const game_options *b)
{
    return a->rows == b->rows && a->cols == b->cols && a->corner == b->corner && is_same_text(a->opening, b->opening) &&
           is_same_text(a->draw_rule, b->draw_rule);
}

/* Point *text to a copy of what it points to. */
static void own_text(const char **text, char copy[RECORD_MAX_TAG_TEXT])
{
    if (*text) {
        snprintf(copy, RECORD_MAX_TAG_TEXT, "%s", *text);
        *text = copy;
    }
}

static pm_status make_game(record_reader *reader, const game_options *options, pm_error *err)
{
    if (reader->g && is_same_game(&reader->options, options)) {
        return PM_OK;
    }
    game_free(reader->g);
    reader->g = NULL;
    const pm_status status = game_new(reader->dialect->game, options, &reader->g, err);
    reader->options = *options;
    own_text(&reader->options.opening, reader->opening);
    own_text(&reader->options.draw_rule, reader->draw_rule);
    return status;
}

/* Make the board and the start position, once the tags are read. */
static void set_up(record_reader *reader, progress *p)
{
    if (p->is_set_up || p->status != PM_OK) {
        return;
    }
    record *r = &reader->record;
    game_options options = reader->defaults;
    const char *position = NULL;
    pm_error err;
    pm_status status = reader->dialect->setup(reader->dialect, r->tags, r->n_tags, &options, &position, &err);
    if (status == PM_OK) {
        status = make_game(reader, &options, &err);
    }
    if (status == PM_OK) {
        r->g = reader->g;
        status = position ? r->g->rules->state_parse(r->g, position, &r->start, &err)
                          : r->g->rules->start(r->g, &r->start, &err);
    }
    if (status != PM_OK) {
        note_error(reader, p, status, 0, r->line, err.message);
    }
    r->end = r->start;
    p->is_set_up = true;
}

static void add_tag(record_reader *reader, progress *p)
{
    record *r = &reader->record;
    if (r->n_tags == RECORD_MAX_TAGS) {
        note_error(reader, p, PM_BAD_INPUT, 0, reader->scanner.token_line, "too many tags");
        return;
    }
    memcpy(reader->texts[r->n_tags].name, reader->scanner.name, RECORD_MAX_TAG_TEXT);
    memcpy(reader->texts[r->n_tags].value, reader->scanner.value, RECORD_MAX_TAG_TEXT);
    r->n_tags++;
}

static bool has_room(record_reader *reader)
{
    if (reader->record.n_moves < reader->capacity) {
        return true;
    }
    const int capacity = 2 * reader->capacity + 128;
    game_move *moves = realloc(reader->moves, (size_t)capacity * sizeof *moves);
    if (moves) {
        reader->moves = moves;
        reader->record.moves = moves;
        reader->capacity = capacity;
    }
    return moves != NULL;
}

static void add_move(record_reader *reader, progress *p)
{
    set_up(reader, p);
    if (p->status != PM_OK) {
        return;
    }
    record *r = &reader->record;
    const char *text = reader->scanner.name;
    game_move move;
    pm_error err;
    const pm_status status = r->g->rules->move_parse(r->g, &r->end, text, &move, &err);
    if (status != PM_OK) {
        char message[sizeof err.message + 64];
        snprintf(message, sizeof message, "move '%.40s': %s", text, err.message);
        note_error(reader, p, status, r->n_moves + 1, reader->scanner.token_line, message);
    } else if (!has_room(reader)) {
        note_error(reader, p, PM_NO_MEMORY, r->n_moves + 1, r->line, "no memory for the moves");
    } else {
        r->g->rules->make(r->g, &r->end, &move);
        reader->moves[r->n_moves++] = move;
    }
}

/* ---- the end of a game -------------------------------------------------------------------------- */

/* Check the result against the last position: who cannot move has lost. */
static void check_result(record_reader *reader, progress *p)
{
    record *r = &reader->record;
    const record_dialect *dialect = reader->dialect;
    record_result tagged = RECORD_UNKNOWN;
    const char *tag = record_tag_value(r->tags, r->n_tags, "Result");
    if (!tag && dialect->result_tag) {
        tag = record_tag_value(r->tags, r->n_tags, dialect->result_tag);
    }
    if (tag && !dialect->result_parse(dialect, tag, &tagged)) {
        note_error(reader, p, PM_BAD_INPUT, 0, r->line, "the tag Result has a value that is not a result of this game");
    } else if (tagged != RECORD_UNKNOWN && r->result != RECORD_UNKNOWN && tagged != r->result) {
        note_error(reader, p, PM_BAD_INPUT, 0, r->line, "the tag Result and the result after the moves differ");
    }
    r->result = r->result == RECORD_UNKNOWN ? tagged : r->result;
    game_move moves[GAME_MAX_MOVES];
    if (p->status != PM_OK || r->g->rules->moves(r->g, &r->end, moves) > 0) {
        return;
    }
    const record_result played = r->end.mover == PM_BLACK ? RECORD_WHITE_WON : RECORD_BLACK_WON;
    if (r->result != RECORD_UNKNOWN && r->result != played) {
        note_error(reader, p, PM_BAD_INPUT, r->n_moves, r->line,
                   played == RECORD_BLACK_WON ? "White cannot move and has lost, but the result says otherwise"
                                              : "Black cannot move and has lost, but the result says otherwise");
    }
    r->result = played;
}

static pm_status finish(record_reader *reader, progress *p, const record **r)
{
    set_up(reader, p);
    check_result(reader, p);
    if (p->status == PM_OK) {
        *r = &reader->record;
    }
    return p->status;
}

/* Take one token into the game. Returns whether the game ends with it. */
static bool take(record_reader *reader, progress *p, record_token_kind token)
{
    record *r = &reader->record;
    switch (token) {
    case RECORD_TAG:
        if (p->is_set_up || (p->has_gap && record_tag_value(r->tags, r->n_tags, reader->scanner.name))) {
            reader->is_tag_pending = true;
            return true;
        }
        add_tag(reader, p);
        return false;
    case RECORD_WORD:
        if (reader->dialect->result_parse(reader->dialect, reader->scanner.name, &r->result)) {
            return true;
        }
        add_move(reader, p);
        p->is_set_up = true; /* even after an error: the tags are over */
        return false;
    case RECORD_BAD:
        note_error(reader, p, PM_BAD_INPUT, 0, reader->scanner.token_line, reader->scanner.name);
        return false;
    case RECORD_BLANK:
        p->has_gap = r->n_tags > 0;
        return r->n_tags == 0 && p->is_set_up;
    case RECORD_END:
        return true;
    }
    return true;
}

pm_status record_read(record_reader *reader, const record **r, pm_error *err)
{
    progress p = {.status = PM_OK, .err = err};
    record_scanner *s = &reader->scanner;
    reader->record = (record){
        .number = reader->record.number + 1, .tags = reader->tags, .moves = reader->moves, .result = RECORD_UNKNOWN};
    bool is_over = false;
    while (!is_over) {
        const record_token_kind token = reader->is_tag_pending ? RECORD_TAG : record_scan(s);
        reader->is_tag_pending = false;
        if (token != RECORD_BLANK && !p.has_content) {
            reader->record.line = s->token_line;
            if (token == RECORD_END) {
                break;
            }
            p.has_content = true;
        }
        is_over = take(reader, &p, token);
    }
    if (ferror(s->file)) {
        return status_fail(err, PM_IO, 0, "cannot read: %s", strerror(errno));
    }
    return is_over ? finish(reader, &p, r) : PM_NOT_FOUND;
}
