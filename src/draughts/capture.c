/* Finding captures: a depth-first search over the jumps of each piece that has one.
 *
 * A capture ends where it cannot continue. Each end is compared with the best so far by its rank, a number in which the
 * precedence of the rules is added up on the way (board.c), so this code knows none of the keys.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/draughts/capture.h"

#include <assert.h>

typedef enum piece_kind { MAN, KING, CROWNED } piece_kind; /* CROWNED: a man that became a king in this capture */

typedef struct capture_search {
    const draughts_board *board;
    uint64_t empty;      /* as the capture starts; the start square counts as empty */
    uint64_t prey[2];    /* what a man and what a king may capture */
    uint64_t kings;      /* the enemy's */
    uint64_t vanish;     /* all ones if captured pieces leave at once, else 0 */
    uint64_t crown;      /* the mover's last row */
    unsigned directions; /* in which a man captures, as a set */
    int from;
    uint64_t best; /* rank of the moves listed */
    draughts_move *moves;
    int n_moves, first; /* moves from `first` on start where the present piece does */
    void (*visit)(const draughts_path *path, void *ctx);
    void *ctx;
    draughts_path path; /* the squares are kept up to date only if `visit` is there */
} capture_search;

static capture_search search_begin(const draughts_board *board, const draughts_position *pos, draughts_move *moves)
{
    const uint64_t enemy = pos->pieces[!pos->mover];
    const unsigned forward =
        pos->mover == PM_WHITE ? 1U << DRAUGHTS_NW | 1U << DRAUGHTS_NE : 1U << DRAUGHTS_SW | 1U << DRAUGHTS_SE;
    return (capture_search){
        .board = board,
        .prey = {board->rules.men_take_kings ? enemy : enemy & ~pos->kings, enemy},
        .kings = enemy & pos->kings,
        .vanish = board->rules.remove_at_once ? ~UINT64_C(0) : 0,
        .crown = board->crown[pos->mover],
        .directions = board->rules.men_capture_backwards ? (1U << DRAUGHTS_N_DIRECTIONS) - 1 : forward,
        .moves = moves,
    };
}

static inline bool is_same(const draughts_move *a, const draughts_move *b)
{
    return a->to == b->to && a->taken == b->taken && a->is_crowned == b->is_crowned;
}

/* A capture has come to its end on `to`. */
static void end_capture(capture_search *s, int to, uint64_t taken, uint64_t rank, int n_taken, piece_kind kind)
{
    assert(bits_count(taken) == n_taken && n_taken > 0 && n_taken <= DRAUGHTS_MAX_CAPTURES); /* no piece twice */
    const draughts_move move = {taken, (uint8_t)s->from, (uint8_t)to, kind == CROWNED};
    if (rank < s->best) {
        return;
    }
    if (s->visit) {
        s->path.move = move;
        s->path.n = n_taken + 1;
        s->visit(&s->path, s->ctx);
        return;
    }
    if (rank > s->best) {
        s->best = rank;
        s->n_moves = s->first = 0;
    }
    for (int i = s->first; i < s->n_moves; i++) {
        if (is_same(&s->moves[i], &move)) {
            return;
        }
    }
    assert(s->n_moves < DRAUGHTS_MAX_MOVES);
    if (s->n_moves < DRAUGHTS_MAX_MOVES) { /* even without assertions nothing is written beyond the list */
        s->moves[s->n_moves++] = move;
    }
}

static inline uint64_t rank_with(const capture_search *s, uint64_t rank, uint64_t over, int n_taken)
{
    assert(bits_count(over) == 1 && n_taken < DRAUGHTS_MAX_CAPTURES);
    return rank + s->board->piece_weight +
           (over & s->kings ? s->board->king_weight + (s->board->order_weight >> n_taken) : 0);
}

static inline uint64_t empty_now(const capture_search *s, uint64_t taken)
{
    return s->empty | (taken & s->vanish);
}

/* The first square in a direction from `at` that is not empty, as a set; none if the board ends first. */
static inline uint64_t first_piece(const draughts_board *board, int direction, uint64_t at, uint64_t empty)
{
    uint64_t square = draughts_step(board, direction, at);
    while (square & empty) {
        square = draughts_step(board, direction, square);
    }
    return square;
}

/* Where a flying king can land beyond `over`. */
static inline uint64_t landings(const draughts_board *board, int direction, uint64_t over, uint64_t empty)
{
    uint64_t found = 0;
    uint64_t square = draughts_step(board, direction, over) & empty;
    while (square) {
        found |= square;
        square = board->rules.king == DRAUGHTS_FLYING ? draughts_step(board, direction, square) & empty : 0;
    }
    return found;
}

static bool flying_can_capture(const draughts_board *board, uint64_t at, uint64_t prey, uint64_t empty)
{
    for (int d = 0; d < DRAUGHTS_N_DIRECTIONS; d++) {
        if (draughts_step(board, d, first_piece(board, d, at, empty) & prey) & empty) {
            return true;
        }
    }
    return false;
}

static bool jump_on(capture_search *s, uint64_t at, uint64_t taken, uint64_t rank, int n_taken, piece_kind kind);

/* The piece has landed on `to`: continue from there, or end. */
static void land(capture_search *s, uint64_t to, uint64_t taken, uint64_t rank, int n_taken, piece_kind kind)
{
    const int square = bits_first(to);
    assert(bits_count(to) == 1 && n_taken <= DRAUGHTS_MAX_CAPTURES);
    const bool is_crowning = kind == MAN && to & s->crown;
    const draughts_last_row last_row = s->board->rules.last_row;
    s->path.squares[n_taken] = (uint8_t)square;
    if (is_crowning && last_row == DRAUGHTS_GOES_ON) {
        kind = CROWNED;
    }
    if ((is_crowning && last_row == DRAUGHTS_STOPS) || !jump_on(s, to, taken, rank, n_taken, kind)) {
        end_capture(s, square, taken, rank, n_taken, kind);
    }
}

/* A flying king must land where it can continue, if there is such a square beyond the piece that it captures. */
static bool fly_on(capture_search *s, uint64_t at, uint64_t taken, uint64_t rank, int n_taken, piece_kind kind)
{
    const draughts_board *board = s->board;
    const uint64_t prey = s->prey[1] & ~taken;
    const uint64_t empty = empty_now(s, taken);
    bool went_on = false;
    for (int d = 0; d < DRAUGHTS_N_DIRECTIONS; d++) {
        const uint64_t over = first_piece(board, d, at, empty) & prey;
        const uint64_t beyond = over ? landings(board, d, over, empty) : 0;
        uint64_t chosen = 0;
        for (uint64_t set = beyond; set; set = bits_rest(set)) {
            const uint64_t to = set & -set;
            chosen |= flying_can_capture(board, to, prey & ~over, empty | (over & s->vanish)) ? to : 0;
        }
        for (uint64_t set = chosen ? chosen : beyond; set; set = bits_rest(set)) {
            land(s, set & -set, taken | over, rank_with(s, rank, over, n_taken), n_taken + 1, kind);
            went_on = true;
        }
    }
    return went_on;
}

/* Make every next jump of the piece on `at`; whether there is one. */
static bool jump_on(capture_search *s, uint64_t at, uint64_t taken, uint64_t rank, int n_taken, piece_kind kind)
{
    const draughts_board *board = s->board;
    if (kind != MAN && board->rules.king != DRAUGHTS_SHORT) {
        return fly_on(s, at, taken, rank, n_taken, kind);
    }
    const unsigned directions = kind == MAN ? s->directions : (1U << DRAUGHTS_N_DIRECTIONS) - 1;
    const uint64_t prey = s->prey[kind != MAN] & ~taken;
    const uint64_t empty = empty_now(s, taken);
    bool went_on = false;
    for (int d = 0; d < DRAUGHTS_N_DIRECTIONS; d++) {
        const uint64_t over = directions >> d & 1 ? draughts_step(board, d, at) & prey : 0;
        const uint64_t to = draughts_step(board, d, over) & empty;
        if (to) {
            land(s, to, taken | over, rank_with(s, rank, over, n_taken), n_taken + 1, kind);
            went_on = true;
        }
    }
    return went_on;
}

static void search_pieces(capture_search *s, const draughts_position *pos, uint64_t capturers)
{
    const uint64_t occupied = pos->pieces[PM_BLACK] | pos->pieces[PM_WHITE];
    for (uint64_t set = capturers; set; set = bits_rest(set)) {
        const uint64_t at = set & -set;
        const bool is_king = at & pos->kings;
        s->from = bits_first(set);
        s->first = s->n_moves;
        s->empty = s->board->all & (~occupied | at);
        s->path.squares[0] = (uint8_t)s->from;
        jump_on(s, at, 0, is_king ? s->board->mover_weight : 0, 0, is_king ? KING : MAN);
    }
}

uint64_t draughts_capturers(const draughts_board *board, const draughts_position *pos)
{
    const capture_search s = search_begin(board, pos, NULL);
    const uint64_t own = pos->pieces[pos->mover];
    const uint64_t empty = board->all & ~(own | pos->pieces[!pos->mover]);
    const uint64_t kings = own & pos->kings;
    const bool is_flying = board->rules.king != DRAUGHTS_SHORT;
    uint64_t found = 0;
    for (int d = 0; d < DRAUGHTS_N_DIRECTIONS; d++) {
        const uint64_t beyond = draughts_step(board, d ^ 3, empty);
        if (s.directions >> d & 1) {
            found |= own & ~kings & draughts_step(board, d ^ 3, beyond & s.prey[0]);
        }
        if (!is_flying) {
            found |= kings & draughts_step(board, d ^ 3, beyond & s.prey[1]);
        }
    }
    for (uint64_t set = is_flying ? kings : 0; set; set = bits_rest(set)) {
        found |= flying_can_capture(board, set & -set, s.prey[1], empty) ? set & -set : 0;
    }
    return found;
}

int draughts_captures(const draughts_board *board, const draughts_position *pos, uint64_t capturers,
                      draughts_move moves[static DRAUGHTS_MAX_MOVES])
{
    capture_search s = search_begin(board, pos, moves);
    search_pieces(&s, pos, capturers);
    assert((s.n_moves > 0) == (capturers != 0)); /* who can capture has a capture to list */
    return s.n_moves;
}

void draughts_each_path(const draughts_board *board, const draughts_position *pos,
                        void (*visit)(const draughts_path *path, void *ctx), void *ctx)
{
    const uint64_t capturers = draughts_capturers(board, pos);
    draughts_move moves[DRAUGHTS_MAX_MOVES];
    capture_search s = search_begin(board, pos, moves);
    search_pieces(&s, pos, capturers);
    s.visit = visit;
    s.ctx = ctx;
    search_pieces(&s, pos, capturers);
}
