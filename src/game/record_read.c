/* Reading and replaying game records: see record.h.
 *
 * A game ends with its result, before the next tag, at the end of the file, or, if it has no tags, at a blank line. A
 * tag that comes again after a blank line is the next one's: the game was of tags alone. Results that follow the first
 * one belong to no game. What was read too far, a token, is kept for the next game. After an error the rest of the
 * game is skipped.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/record.h"

#include "src/base/status.h"
#include "src/game/record_replay.h"

#include <assert.h>
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
    bool is_pending; /* the scanner holds a token of the next game, of this kind: */
    record_token_kind pending;
    record record;
    tag_text texts[RECORD_MAX_TAGS];
    record_tag tags[RECORD_MAX_TAGS];
    game *g; /* of the last game; made again only if the options differ */
    game_options options;
    /* What the texts of options point to. */
    char opening[RECORD_MAX_TAG_TEXT], play[RECORD_MAX_TAG_TEXT], jumps[RECORD_MAX_TAG_TEXT],
        draw_rule[RECORD_MAX_TAG_TEXT];
    record_replay replay;
    char note[256];
};

/* The state of reading a game. */
typedef struct progress {
    bool is_set_up;   /* the board is there, moves may come */
    bool has_gap;     /* a blank line came after the first tag */
    bool has_result;  /* the moves end with a result */
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
        replay_free(&reader->replay);
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

const char *record_player(const record *r, pm_color color)
{
    static const char *const names[2][2] = {[PM_BLACK] = {"Black", "Nero"}, [PM_WHITE] = {"White", "Bianco"}};
    const char *player = record_tag_value(r->tags, r->n_tags, names[color][0]);
    player = player ? player : record_tag_value(r->tags, r->n_tags, names[color][1]);
    return player ? player : "?";
}

/* ---- errors ----------------------------------------------------------------------------------- */

/* Write where in the file something is: "game 3, ply 12 (line 40): ". `ply` is 0 if it has none. */
static int format_place(const record_reader *reader, int ply, uint64_t line, char *text, size_t size)
{
    char place[32] = "";
    if (ply) {
        snprintf(place, sizeof place, ", ply %d", ply);
    }
    assert(size >= 96); /* a place with three numbers of any size fits */
    return snprintf(text, size, "game %" PRIu64 "%s (line %" PRIu64 "): ", reader->record.number, place, line);
}

/* Keep the first error of a game and where it is. */
static void note_error(record_reader *reader, progress *p, pm_status status, int ply, uint64_t line,
                       const char *message)
{
    assert(status != PM_OK && ply >= 0);
    char place[96];
    if (p->status != PM_OK) {
        return;
    }
    format_place(reader, ply, line, place, sizeof place);
    p->status = status_fail(p->err, status, 0, "%s%s", place, message);
}

/* Keep the first note on a game, which is read all the same. */
static void note_decision(record_reader *reader, int ply, uint64_t line, const char *message)
{
    if (!reader->record.note) {
        const int n = format_place(reader, ply, line, reader->note, sizeof reader->note);
        snprintf(reader->note + n, sizeof reader->note - (size_t)n, "%s", message);
        reader->record.note = reader->note;
    }
}

/* ---- the parts of a game ------------------------------------------------------------------------ */

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_same_game(const game_options *a, const game_options *b)
{
    return a->rows == b->rows && a->cols == b->cols && a->corner == b->corner && is_same_text(a->opening, b->opening) &&
           is_same_text(a->play, b->play) && is_same_text(a->jumps, b->jumps) &&
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
    own_text(&reader->options.play, reader->play);
    own_text(&reader->options.jumps, reader->jumps);
    own_text(&reader->options.draw_rule, reader->draw_rule);
    assert((status == PM_OK) == (reader->g != NULL));
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
    assert(r->g || p->status != PM_OK); /* without a board no move is taken */
    replay_begin(&reader->replay, r->g, &r->start);
    p->is_set_up = true;
}

static void add_tag(record_reader *reader, progress *p)
{
    record *r = &reader->record;
    if (r->n_tags == RECORD_MAX_TAGS) {
        note_error(reader, p, PM_BAD_INPUT, 0, reader->scanner.token_line, "too many tags");
        return;
    }
    static_assert(sizeof reader->scanner.name == RECORD_MAX_TAG_TEXT &&
                      sizeof reader->scanner.value == RECORD_MAX_TAG_TEXT,
                  "what is scanned fits");
    memcpy(reader->texts[r->n_tags].name, reader->scanner.name, RECORD_MAX_TAG_TEXT);
    memcpy(reader->texts[r->n_tags].value, reader->scanner.value, RECORD_MAX_TAG_TEXT);
    r->n_tags++;
}

static void note_replay_error(record_reader *reader, progress *p, pm_status status, const pm_error *err)
{
    if (status != PM_OK) {
        note_error(reader, p, status, reader->replay.bad.ply, reader->replay.bad.line, err->message);
    }
}

static void add_move(record_reader *reader, progress *p)
{
    set_up(reader, p);
    if (p->status == PM_OK) {
        pm_error err;
        const pm_status status = replay_text(&reader->replay, reader->scanner.name, reader->scanner.token_line, &err);
        note_replay_error(reader, p, status, &err);
    }
}

/* ---- the end of a game -------------------------------------------------------------------------- */

/* Close the list of moves. Of several lines that the text allows the first counts. */
static void take_moves(record_reader *reader, progress *p)
{
    record *r = &reader->record;
    if (p->status != PM_OK) {
        return;
    }
    assert(p->is_set_up && r->g == reader->g);
    pm_error err;
    note_replay_error(reader, p, replay_end(&reader->replay, &err), &err);
    r->moves = reader->replay.lines[0].moves;
    r->n_moves = reader->replay.n_moves;
    assert(r->n_moves == 0 || r->moves);
    r->end = reader->replay.lines[0].state;
    const replay_place unclear = replay_unclear(&reader->replay);
    if (unclear.ply) {
        note_decision(reader, unclear.ply, unclear.line,
                      "the move can be read in two ways, and what follows does not decide between them; "
                      "the first is taken");
    }
}

/* Compare the result after the moves with that of the tag. */
static void check_tag(record_reader *reader, progress *p)
{
    record *r = &reader->record;
    const record_dialect *dialect = reader->dialect;
    record_result tagged = RECORD_UNKNOWN;
    const char *tag = record_tag_value(r->tags, r->n_tags, "Result");
    if (!tag && dialect->result_tag) {
        tag = record_tag_value(r->tags, r->n_tags, dialect->result_tag);
    }
    char text[RECORD_MAX_TAG_TEXT] = "";
    if (tag) {
        snprintf(text, sizeof text, "%s", tag);
        record_replace_dashes(text);
    }
    if (tag && !dialect->result_parse(dialect, text, &tagged)) {
        note_error(reader, p, PM_BAD_INPUT, 0, r->line, "the tag Result has a value that is not a result of this game");
    } else if (tagged != RECORD_UNKNOWN && r->result != RECORD_UNKNOWN && tagged != r->result) {
        note_error(reader, p, PM_BAD_INPUT, 0, r->line, "the tag Result and the result after the moves differ");
    } else if (tagged != RECORD_UNKNOWN && p->has_result && r->result == RECORD_UNKNOWN && !dialect->star_ends_only) {
        note_decision(reader, 0, r->line,
                      "the tag Result names a winner, but the moves end with '*'; it counts as unfinished");
    } else if (r->result == RECORD_UNKNOWN) {
        r->result = tagged;
    }
}

/* Check the result against the last position, in which the mover cannot move: that decides the game. */
static void check_loser(record_reader *reader, progress *p)
{
    record *r = &reader->record;
    const pm_color winner = game_winner_stuck(r->g, (pm_color)r->end.mover);
    const record_result played = winner == PM_BLACK ? RECORD_BLACK_WON : RECORD_WHITE_WON;
    if (r->result != RECORD_UNKNOWN && r->result != played) {
        char text[96];
        snprintf(text, sizeof text, "%s cannot move and has %s, but the result says otherwise",
                 r->end.mover == PM_WHITE ? "White" : "Black", r->g->is_misere ? "won" : "lost");
        note_error(reader, p, PM_BAD_INPUT, r->n_moves, r->n_moves > 0 ? reader->replay.last.line : r->line, text);
    }
    r->result = played;
}

static void check_end(record_reader *reader, progress *p)
{
    record *r = &reader->record;
    game_move moves[GAME_MAX_MOVES];
    if (p->status != PM_OK) {
        return;
    }
    check_tag(reader, p);
    if (r->g->rules->moves(r->g, &r->end, moves) == 0) {
        check_loser(reader, p);
    } else if (!p->has_result) {
        note_error(reader, p, PM_BAD_INPUT, r->n_moves, reader->scanner.token_line,
                   "the moves end without a result while the mover can move: the text was cut off, or lacks the '*' "
                   "of an unfinished game");
    }
}

static pm_status finish(record_reader *reader, progress *p, const record **r)
{
    set_up(reader, p);
    take_moves(reader, p);
    check_end(reader, p);
    if (p->status == PM_OK) {
        *r = &reader->record;
    }
    return p->status;
}

static void keep_token(record_reader *reader, record_token_kind token)
{
    assert(!reader->is_pending); /* one token can be put back */
    reader->is_pending = true;
    reader->pending = token;
}

static record_token_kind next_token(record_reader *reader)
{
    const record_token_kind token = reader->is_pending ? reader->pending : record_scan(&reader->scanner);
    reader->is_pending = false;
    return token;
}

/* Skip the results that follow the first one. */
static void skip_results(record_reader *reader)
{
    record_result further;
    for (;;) {
        const record_token_kind token = record_scan(&reader->scanner);
        const bool is_result =
            token == RECORD_WORD && reader->dialect->result_parse(reader->dialect, reader->scanner.name, &further);
        if (is_result && further != reader->record.result) {
            note_decision(reader, 0, reader->scanner.token_line,
                          "a second result differs from the first, which counts");
        } else if (!is_result && token != RECORD_BLANK) {
            keep_token(reader, token);
            return;
        }
    }
}

/* Take one token into the game. Returns whether the game ends with it. */
static bool take(record_reader *reader, progress *p, record_token_kind token)
{
    record *r = &reader->record;
    switch (token) {
    case RECORD_TAG:
        if (p->is_set_up || (p->has_gap && record_tag_value(r->tags, r->n_tags, reader->scanner.name))) {
            keep_token(reader, token);
            return true;
        }
        add_tag(reader, p);
        return false;
    case RECORD_WORD:
        if (reader->dialect->result_parse(reader->dialect, reader->scanner.name, &r->result)) {
            p->has_result = true;
            skip_results(reader);
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

/* Whether a token says nothing before a game has begun: an empty line, or a result that has no game. */
static bool is_idle(const record_reader *reader, record_token_kind token)
{
    record_result result;
    return token == RECORD_BLANK ||
           (token == RECORD_WORD && reader->dialect->result_parse(reader->dialect, reader->scanner.name, &result));
}

pm_status record_read(record_reader *reader, const record **r, pm_error *err)
{
    progress p = {.status = PM_OK, .err = err};
    record_scanner *s = &reader->scanner;
    reader->record = (record){.number = reader->record.number + 1, .tags = reader->tags, .result = RECORD_UNKNOWN};
    record_token_kind token = next_token(reader);
    while (is_idle(reader, token)) {
        token = record_scan(s);
    }
    reader->record.line = s->token_line;
    if (token != RECORD_END) {
        while (!take(reader, &p, token)) {
            token = next_token(reader);
        }
    }
    if (ferror(s->file)) {
        return status_fail(err, PM_IO, 0, "cannot read: %s", strerror(errno));
    }
    return token != RECORD_END || reader->record.n_tags > 0 || p.is_set_up || p.status != PM_OK ? finish(reader, &p, r)
                                                                                                : PM_NOT_FOUND;
}
