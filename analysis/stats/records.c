/* Statistics of records: see records.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/records.h"

#include "analysis/stats/pairing.h"
#include "analysis/stats/text.h"
#include "src/base/bits.h"
#include "src/base/status.h"
#include "src/game/digest.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a replay notes down. */
typedef struct replay {
    uint16_t legal[STATS_MAX_PLIES], opponent[STATS_MAX_PLIES], stones[STATS_MAX_PLIES], taken[STATS_MAX_PLIES];
    text_buffer opening;
    stats_game played;
} replay;

unsigned stats_stones(const game *g, const game_state *s)
{
    uint64_t stones[2][GAME_CELL_WORDS] = {{0}}, kings[GAME_CELL_WORDS] = {0};
    g->rules->draw(g, s, stones, kings);
    int n = 0;
    for (int i = 0; i < GAME_CELL_WORDS; i++) {
        n += bits_count(stones[0][i]) + bits_count(stones[1][i]);
    }
    assert(n <= g->rows * g->cols); /* no cell is drawn twice */
    return (unsigned)n;
}

static void note_opening(replay *p, const game *g, const game_state *s, const game_move *move)
{
    char name[GAME_MAX_MOVE_TEXT];
    g->rules->move_format(g, s, move, name);
    text_append(&p->opening, p->opening.length ? " " : "");
    text_append(&p->opening, name);
    p->played.opening_plies++;
}

static void note_jump(replay *p, const game *g, const game_state *s, const game_move *move)
{
    const unsigned i = p->played.jumps++;
    assert(p->played.opening_plies + i < STATS_MAX_PLIES);
    p->legal[i] = (uint16_t)g->rules->mobility(g, s, (pm_color)s->mover);
    p->opponent[i] = (uint16_t)g->rules->mobility(g, s, (pm_color)(1 - s->mover));
    p->stones[i] = (uint16_t)stats_stones(g, s);
    p->taken[i] = move->n_taken;
    p->played.multi_jumps += move->n_taken > 1;
}

static void replay_moves(replay *p, const record *r)
{
    p->played = (stats_game){.moves = p->legal,
                             .opponent = p->opponent,
                             .stones = p->stones,
                             .taken = p->taken,
                             .winner = STATS_DRAW,
                             .digest = GAME_DIGEST_BEGIN};
    text_clear(&p->opening);
    text_append(&p->opening, "");
    game_state s = r->start;
    for (int i = 0; i < r->n_moves; i++) {
        (r->g->rules->is_opening(r->g, &s) ? note_opening : note_jump)(p, r->g, &s, &r->moves[i]);
        r->g->rules->make(r->g, &s, &r->moves[i]);
        p->played.digest = game_digest_move(p->played.digest, &s);
    }
    assert(p->played.opening_plies + p->played.jumps == (unsigned)r->n_moves);
    if (r->result != RECORD_DRAWN) {
        p->played.winner = r->result == RECORD_BLACK_WON ? STATS_BLACK : STATS_WHITE;
    }
}

/* A whole number of at most 18 digits. */
static bool read_tag_number(const record *r, const char *name, uint64_t *number)
{
    const char *text = record_tag_value(r->tags, r->n_tags, name);
    if (!text || !text[0] || strlen(text) > 18 || text[strspn(text, "0123456789")]) {
        return false;
    }
    *number = strtoull(text, NULL, 10);
    return true;
}

/* Self-play gives the games of a pair the number of the pair and their own. */
static pm_status note_pair(const record *r, stats *into, const stats_series *series, const stats_opening *opening,
                           stats_winner winner)
{
    uint64_t pair, number;
    const bool is_paired =
        read_tag_number(r, "Pair", &pair) && read_tag_number(r, "Round", &number) && number / 2 == pair;
    return is_paired ? pairing_add(into, series, opening, number, winner) : PM_OK;
}

static pm_status count_record(replay *p, const record *r, stats *into)
{
    char board[16];
    snprintf(board, sizeof board, "%dx%d", r->g->rows, r->g->cols);
    const stats_key key = {r->g->name, board, record_player(r, PM_BLACK), record_player(r, PM_WHITE)};
    replay_moves(p, r);
    stats_series *series;
    stats_opening *opening;
    pm_status status = p->opening.failed ? PM_NO_MEMORY : stats_series_at(into, &key, &series);
    status = status == PM_OK ? stats_opening_at(series, p->opening.data, &opening) : status;
    status = status == PM_OK ? stats_count_game(opening, &p->played) : status;
    status = status == PM_OK ? distinct_add(&opening->games, p->played.digest) : status;
    status = status == PM_OK ? note_pair(r, into, series, opening, p->played.winner) : status;
    return status == PM_OK ? stats_count_plies(series, &p->played) : status;
}

/* Deal with one game, or with the complaint about it. Returns PM_OK to continue. */
static pm_status take_record(replay *p, pm_status status, const record *r, stats *into, stats_records_count *count,
                             const stats_listener *listener, pm_error *err)
{
    if (status == PM_BAD_INPUT) {
        count->bad++;
        listener->complain(listener->ctx, err);
        return PM_OK;
    }
    if (status == PM_OK && r->note) {
        listener->remark(listener->ctx, r->note);
    }
    if (status == PM_OK && r->n_moves > STATS_MAX_PLIES) {
        count->bad++;
        status_fail(err, PM_BAD_INPUT, 0, "game %llu has %d plies, more than %d", (unsigned long long)r->number,
                    r->n_moves, STATS_MAX_PLIES);
        listener->complain(listener->ctx, err);
        return PM_OK;
    }
    if (status == PM_OK && r->result == RECORD_UNKNOWN) {
        count->unfinished++;
        return PM_OK;
    }
    if (status == PM_OK) {
        count->counted++;
        assert(r->n_moves <= STATS_MAX_PLIES && r->result != RECORD_UNKNOWN);
        status = count_record(p, r, into);
        return status == PM_OK ? PM_OK : status_no_memory(err, "the counts", 0);
    }
    return status;
}

pm_status stats_read_records(FILE *file, const record_dialect *dialect, const game_options *defaults, stats *into,
                             stats_kind *kind, const stats_listener *listener, stats_records_count *count,
                             pm_error *err)
{
    pm_status status = stats_kind_follow(kind, STATS_RECORDS, err);
    if (status != PM_OK) {
        return status;
    }
    replay *p = calloc(1, sizeof *p);
    record_reader *reader = record_reader_new(file, dialect, defaults);
    status = p && reader ? PM_OK : status_no_memory(err, "game records", 0);
    while (status == PM_OK) {
        const record *r = NULL;
        status = record_read(reader, &r, err);
        status = take_record(p, status, r, into, count, listener, err);
    }
    record_reader_free(reader);
    if (p) {
        text_free(&p->opening);
    }
    free(p);
    return status == PM_NOT_FOUND ? PM_OK : status;
}
