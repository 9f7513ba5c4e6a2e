/* Searching for the ancestors of a position: see ancestry.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/ancestry.h"

#include "src/base/bits.h"
#include "src/base/hash.h"
#include "src/base/status.h"
#include "src/konane/board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_WIDTH = 64, WIDENING = 8 };

/* A position of the beam; the side to move is that of the whole beam. The less promising, the larger the score. */
typedef struct candidate {
    uint64_t occupied;
    double score;
} candidate;

struct ancestry {
    const pm_board *board;
    konane_jump jumps[2][KONANE_MAX_JUMPS]; /* of each colour */
    int n_jumps[2];
    uint64_t beside[PM_MAX_CELLS]; /* the cells next to each */
    uint64_t around[PM_MAX_CELLS]; /* also diagonally */
    size_t width;                  /* the widest beam */
    candidate *beam, *parents;     /* `parents`: the beam, `beam`: what leads to it, before it is cut */
    size_t capacity;
    uint64_t *seen; /* a table of the sets in `beam`; 0 is free, as no such set is empty */
    size_t mask;    /* of its slots that this width uses */
};

static int holes_of(const pm_board *board, uint64_t occupied, pm_color color)
{
    return bits_count(board->cells[color] & ~occupied);
}

/* ---- how promising a position is ---------------------------------------------------------------- */

/* In how many pieces a set falls, with the neighbours given. */
static int pieces(uint64_t set, const uint64_t neighbours[])
{
    int n = 0;
    for (; set; n++) {
        uint64_t piece = 0, added = set & -set;
        while (added) {
            piece |= added;
            uint64_t next = 0;
            for (; added; added &= added - 1) {
                next |= neighbours[bits_first(added)];
            }
            added = next & set & ~piece;
        }
        set &= ~piece;
    }
    return n;
}

/* The mean square of the distance of the cells of a set, not empty, from their centre. */
static double scatter(const pm_board *board, uint64_t set)
{
    const int n = bits_count(set);
    int rank = 0, column = 0, squares = 0;
    for (; set; set &= set - 1) {
        const int cell = bits_first(set), r = cell % board->rows, c = cell / board->rows;
        rank += r;
        column += c;
        squares += r * r + c * c;
    }
    return (squares - (double)(rank * rank + column * column) / n) / n;
}

static double score(const ancestry *a, uint64_t occupied)
{
    const uint64_t holes = a->board->all & ~occupied;
    const int difference = holes_of(a->board, occupied, PM_BLACK) - holes_of(a->board, occupied, PM_WHITE);
    return abs(difference) + pieces(holes, a->beside) + pieces(holes, a->around) + scatter(a->board, holes);
}

/* Ascending by score; equal ones in an order that nothing else depends on. */
static int compare(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->score != y->score) {
        return x->score < y->score ? -1 : 1;
    }
    return x->occupied < y->occupied ? -1 : x->occupied > y->occupied;
}

/* ---- one step back ------------------------------------------------------------------------------ */

/* Whether the set is new among the candidates; it is then noted. */
static bool note(ancestry *a, uint64_t occupied)
{
    assert(occupied);
    size_t at = (size_t)hash_words(&occupied, 1) & a->mask;
    while (a->seen[at]) {
        if (a->seen[at] == occupied) {
            return false;
        }
        at = (at + 1) & a->mask;
    }
    a->seen[at] = occupied;
    return true;
}

/* Whether the removals lead to it: two neighbouring holes, Black's one that he may make, Black to jump. */
static bool is_opened(const ancestry *a, uint64_t occupied, pm_color mover)
{
    const uint64_t holes = a->board->all & ~occupied, black = holes & a->board->cells[PM_BLACK];
    if (mover != PM_BLACK || bits_count(holes) != 2 || bits_count(black) != 1) {
        return false;
    }
    const int cell = bits_first(black), other = bits_first(holes & ~black);
    const int reply = a->board->fixed_reply;
    return (black & a->board->removable) && (a->beside[cell] >> other & 1) && (reply < 0 || reply == other);
}

/* Whether the last jump can have been one of `last`'s: each has lost a stone by the removals, the other one more by
 * that jump, and `last` by the jump before it if Black, who begins, has jumped already. */
static bool can_step_back(const ancestry *a, uint64_t occupied, pm_color last)
{
    const int own = holes_of(a->board, occupied, last), other = holes_of(a->board, occupied, !last);
    return other >= 2 && own >= (last == PM_WHITE ? 2 : 1);
}

/* How many positions can lead to one: each jump of a colour can be undone once. */
static size_t most_parents(const ancestry *a)
{
    return (size_t)(a->n_jumps[0] > a->n_jumps[1] ? a->n_jumps[0] : a->n_jumps[1]);
}

/* Slots for what leads to `width` positions, at most half of them taken. */
static size_t slots(const ancestry *a, size_t width)
{
    size_t n = 1;
    while (n < 2 * width * most_parents(a)) {
        n *= 2;
    }
    return n;
}

/* Put everything that a jump of `last` turns into `occupied` to the candidates from number n on; returns the new n. */
static size_t undo_all(ancestry *a, uint64_t occupied, pm_color last, size_t n)
{
    const uint64_t own = occupied & a->board->cells[last], other = occupied & a->board->cells[!last];
    for (int i = 0; i < a->n_jumps[last]; i++) {
        const konane_jump *j = &a->jumps[last][i];
        const uint64_t from = UINT64_C(1) << j->from, to = UINT64_C(1) << j->to;
        if (!(own & to) || (own & (from | (j->landing & ~to))) || (other & j->over)) {
            continue;
        }
        const uint64_t before = (occupied & ~to) | from | j->over;
        if (note(a, before)) {
            assert(n < a->capacity);
            a->beam[n++] = (candidate){before, score(a, before)};
        }
    }
    return n;
}

/* One beam, `width` wide, from `pos` back. */
static ancestry_answer search(ancestry *a, pm_position pos, size_t width)
{
    pm_color mover = pos.mover;
    bool has_dropped = false;
    size_t n = 1;
    a->mask = slots(a, width) - 1;
    a->beam[0] = (candidate){pos.occupied, 0};
    while (n > 0) {
        candidate *swap = a->parents;
        a->parents = a->beam;
        a->beam = swap;
        memset(a->seen, 0, (a->mask + 1) * sizeof *a->seen);
        size_t n_next = 0;
        for (size_t i = 0; i < n; i++) {
            if (is_opened(a, a->parents[i].occupied, mover)) {
                return ANCESTRY_FOUND;
            }
            if (can_step_back(a, a->parents[i].occupied, !mover)) {
                n_next = undo_all(a, a->parents[i].occupied, !mover, n_next);
            }
        }
        if (n_next > width) {
            qsort(a->beam, n_next, sizeof *a->beam, compare);
            n_next = width;
            has_dropped = true;
        }
        n = n_next;
        mover = !mover;
    }
    return has_dropped ? ANCESTRY_OPEN : ANCESTRY_NONE;
}

ancestry_answer ancestry_find(ancestry *a, pm_position pos)
{
    assert(pm_position_is_valid(a->board, pos));
    if (!pos.occupied) {
        return is_opened(a, 0, pos.mover) ? ANCESTRY_FOUND : ANCESTRY_NONE; /* a jump leaves a stone */
    }
    ancestry_answer answer = ANCESTRY_OPEN;
    for (size_t width = FIRST_WIDTH; answer == ANCESTRY_OPEN; width *= WIDENING) {
        const size_t within = width < a->width ? width : a->width;
        answer = search(a, pos, within);
        if (within == a->width) {
            break;
        }
    }
    return answer;
}

/* ---- memory ------------------------------------------------------------------------------------- */

static void describe(ancestry *a)
{
    const pm_board *board = a->board;
    for (int color = 0; color < 2; color++) {
        a->n_jumps[color] = konane_all_jumps(board, (pm_color)color, a->jumps[color]);
    }
    for (int i = 0; i < board->n_cells; i++) {
        a->beside[i] = konane_neighbours(board, i);
    }
    for (int i = 0; i < board->n_cells; i++) {
        uint64_t beside = a->beside[i];
        a->around[i] = beside;
        for (; beside; beside &= beside - 1) {
            const uint64_t second = a->beside[bits_first(beside)] & ~(UINT64_C(1) << i);
            for (uint64_t rest = second; rest; rest &= rest - 1) {
                const int there = bits_first(rest), ranks = abs(there % board->rows - i % board->rows);
                a->around[i] |= ranks == 1 ? UINT64_C(1) << there : 0;
            }
        }
    }
}

void ancestry_free(ancestry *a)
{
    if (a) {
        free(a->beam);
        free(a->parents);
        free(a->seen);
        free(a);
    }
}

pm_status ancestry_new(const pm_board *board, size_t width, ancestry **search, pm_error *err)
{
    assert(width >= 1 && width <= ANCESTRY_MAX_WIDTH);
    *search = NULL;
    if (!konane_variant_is_standard(board->variant)) {
        return status_fail(err, PM_BAD_INPUT, 0, "ancestors are searched for under the usual rules alone");
    }
    ancestry *a = calloc(1, sizeof *a);
    if (!a) {
        return status_no_memory(err, "the search for ancestors", sizeof *a);
    }
    a->board = board;
    a->width = width;
    describe(a);
    a->capacity = width * most_parents(a) + 1; /* one: the position itself, on boards without jumps */
    a->beam = malloc(a->capacity * sizeof *a->beam);
    a->parents = malloc(a->capacity * sizeof *a->parents);
    a->seen = malloc(slots(a, width) * sizeof *a->seen);
    if (!a->beam || !a->parents || !a->seen) {
        const uint64_t bytes = 2 * a->capacity * sizeof *a->beam + slots(a, width) * sizeof *a->seen;
        ancestry_free(a);
        return status_no_memory(err, "the beam", bytes);
    }
    *search = a;
    return PM_OK;
}
