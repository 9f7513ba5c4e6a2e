/* Records of games: see src/papamu/play.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/record.h"

#include "src/api/handles.h"
#include "src/base/status.h"
#include "src/games/record_heading.h"
#include "src/papamu/play.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct pm_records {
    FILE *file;
    record_reader *reader;
    pm_game game; /* of the last record */
    pm_ply *plies;
};

/* ---- reading ----------------------------------------------------------------------------------- */

pm_status records_dialect(const char *path, const char *game_name, const record_dialect **dialect, pm_error *err)
{
    *dialect = record_dialect_of_path(path, game_name);
    if (*dialect && game_name && strcmp((*dialect)->game, game_name) != 0) {
        return status_fail(err, PM_BAD_INPUT, 0, "\"%.150s\" is not a file of records of the game %.40s", path,
                           game_name);
    }
    return PM_OK;
}

pm_status pm_records_open(const char *path, const char *game_name, pm_records **out, pm_error *err)
{
    if (!path || !out) {
        return status_check(err, false, "the path or the place for the records is NULL");
    }
    const record_dialect *dialect;
    const pm_status status = records_dialect(path, game_name, &dialect, err);
    if (status != PM_OK || !dialect) {
        return status != PM_OK ? status
                               : status_fail(err, PM_BAD_INPUT, 0, "\"%.150s\" does not end in .kgn or .pdn", path);
    }
    pm_records *r = calloc(1, sizeof *r);
    if (!r) {
        return status_no_memory(err, "the records", 0);
    }
    r->file = fopen(path, "r");
    const int error = errno;
    const game_options defaults = {0};
    r->reader = r->file ? record_reader_new(r->file, dialect, &defaults) : NULL;
    if (r->reader) {
        *out = r;
        return PM_OK;
    }
    const bool is_open = r->file;
    pm_records_close(r);
    return is_open ? status_no_memory(err, "the records", 0)
                   : status_fail(err, PM_IO, 0, "cannot open \"%.150s\": %s", path, strerror(error));
}

void pm_records_close(pm_records *r)
{
    if (r) {
        record_reader_free(r->reader);
        if (r->file) {
            fclose(r->file);
        }
        free(r->plies);
        free(r);
    }
}

static const char *tag_of(const record *r, const char *name)
{
    const char *value = record_tag_value(r->tags, r->n_tags, name);
    return value ? value : "";
}

static pm_status take(pm_records *r, const record *found, pm_record *out, pm_error *err)
{
    pm_ply *plies = realloc(r->plies, ((size_t)found->n_moves + 1) * sizeof *plies);
    if (!plies) {
        return status_no_memory(err, "the moves of a game", 0);
    }
    r->plies = plies;
    static_assert(sizeof *plies == sizeof *found->moves, "a ply is a move");
    memcpy(plies, found->moves, (size_t)found->n_moves * sizeof *plies);
    pm_game_wrap(&r->game, found->g, tag_of(found, "Opening"));
    *out = (pm_record){.game = &r->game,
                       .plies = plies,
                       .n_plies = found->n_moves,
                       .result = (int)found->result,
                       .black = tag_of(found, "Black"),
                       .white = tag_of(found, "White"),
                       .event = tag_of(found, "Event"),
                       .number = found->number,
                       .line = found->line};
    memcpy(&out->start, &found->start, sizeof out->start);
    memcpy(&out->end, &found->end, sizeof out->end);
    return PM_OK;
}

pm_status pm_records_next(pm_records *r, pm_record *out, pm_error *err)
{
    const record *found;
    if (!r || !out) {
        return status_check(err, false, "the records or the place for one is NULL");
    }
    const pm_status status = record_read(r->reader, &found, err);
    return status == PM_OK ? take(r, found, out, err) : status;
}

/* ---- writing ----------------------------------------------------------------------------------- */

enum { MAX_TAGS = 10 };

/* What a record begins with. */
typedef struct heading {
    record_tag tags[MAX_TAGS];
    int n;
    char board[RECORD_HEADING_TEXT], position[GAME_MAX_TEXT];
} heading;

static void add(heading *h, const char *name, const char *value)
{
    if (value && *value) {
        assert(h->n < MAX_TAGS);
        h->tags[h->n++] = (record_tag){name, value};
    }
}

/* The start position, where it is not the usual one. */
static void add_position(heading *h, const pm_game *g, const game_state *start)
{
    game_state usual;
    if (g->inside->rules->start(g->inside, &usual, NULL) == PM_OK && memcmp(&usual, start, sizeof usual) == 0) {
        return;
    }
    g->inside->rules->state_format(g->inside, start, h->position);
    add(h, record_position_tag(g->inside), h->position);
}

/* Whether the plies lead from the start through legal moves. */
static pm_status check_plies(const pm_record *game_record, pm_error *err)
{
    pm_state s = game_record->start;
    for (int i = 0; i < game_record->n_plies; i++) {
        pm_ply legal[PM_GAME_MAX_PLIES];
        const int n = pm_game_plies(game_record->game, &s, legal);
        int k = 0;
        while (k < n && memcmp(&legal[k], &game_record->plies[i], sizeof legal[k]) != 0) {
            k++;
        }
        if (k == n) {
            return status_fail(err, PM_BAD_INPUT, (size_t)i, "ply %d of the record is not legal", i + 1);
        }
        pm_game_make(game_record->game, &s, &legal[k]);
    }
    return PM_OK;
}

static pm_status write_record(const char *path, const record_dialect *dialect, const record *r, pm_error *err)
{
    FILE *file = fopen(path, "a");
    const bool is_good = file && record_write(file, dialect, r);
    const int error = errno;
    const bool is_closed = !file || fclose(file) == 0;
    return is_good && is_closed
               ? PM_OK
               : status_fail(err, PM_IO, 0, "cannot write to \"%.150s\": %s", path, strerror(is_good ? errno : error));
}

/* Write the record, whose plies are legal. */
static pm_status append(const char *path, const pm_record *from, const record_dialect *dialect, game_move moves[],
                        pm_error *err)
{
    const pm_game *g = from->game;
    heading h = {.n = 0};
    record r = {.g = g->inside, .moves = moves, .n_moves = from->n_plies, .result = (record_result)from->result};
    memcpy(&r.start, &from->start, sizeof r.start);
    if (r.n_moves > 0) {
        memcpy(moves, from->plies, (size_t)r.n_moves * sizeof *moves);
    }
    add(&h, "Event", from->event);
    h.n += record_heading(g->inside, g->opening, h.tags + h.n, h.board);
    add_position(&h, g, &r.start);
    add(&h, "Black", from->black);
    add(&h, "White", from->white);
    assert(h.n <= MAX_TAGS);
    r.tags = h.tags;
    r.n_tags = h.n;
    return write_record(path, dialect, &r, err);
}

pm_status pm_record_append(const char *path, const pm_record *from, pm_error *err)
{
    pm_status status = status_check(err, path && from && from->game && (from->plies || from->n_plies == 0),
                                    "the path, the record, its game or its plies are NULL");
    if (status == PM_OK) {
        status = status_check(
            err, from->n_plies >= 0 && from->result >= (int)RECORD_BLACK_WON && from->result <= (int)RECORD_UNKNOWN,
            "the record has a result that is not one, or fewer plies than none");
    }
    status = status == PM_OK ? state_check(from->game->inside, &from->start, err) : status;
    status = status == PM_OK ? check_plies(from, err) : status;
    if (status != PM_OK) {
        return status;
    }
    const char *name = from->game->inside->rules->name;
    const record_dialect *dialect = record_dialect_of_game(name);
    if (!dialect) {
        return status_fail(err, PM_BAD_INPUT, 0, "%s has no record format", name);
    }
    game_move *moves = calloc((size_t)from->n_plies + 1, sizeof *moves);
    status = moves ? append(path, from, dialect, moves, err) : status_no_memory(err, "the moves of a game", 0);
    free(moves);
    return status;
}
