/* Jumps on sets of cells: a template, included by src/konane/jumps.h once for each size of set, with SET defined as
 * set64, set128, set256 or set512. Here J(count) means set64_jumps_count and so on, S(any) set64_any.
 *
 * The idea. A jump along an axis (vertical: neighbours are one apart; horizontal: `rows` apart) is identified by the
 * enemy stone that it takes: of the two cells beside that stone, both of the mover's colour, exactly one holds a stone,
 * and this stone jumps to the other. So one expression finds the jumps of both directions,
 *
 *     ready = enemy stones off the rim  &  (stones shifted up  ^  stones shifted down)
 *
 * and making a jump flips three cells, whichever way it goes. A jump continues over the next enemy stone but one if
 * both cells beside that are empty (`open`). If o is ready and o + 2 steps is open, then the cell between is empty, so
 * that the jump over o goes this way: chains need no directions either, and flip the three cells of each stone taken.
 *
 * `over` leaves out the cells that lack a neighbour on the axis, which are never jumped over. So a shift by one step
 * from or to its cells stays on the board, a shift by two that leaves a column or the board arrives on the rim, which
 * is not in `over`, and no further mask is needed.
 *
 * SPDX-License-Identifier: MIT
 */
#define JUMPS_PASTE_(a, b) a##b
#define JUMPS_PASTE(a, b) JUMPS_PASTE_(a, b)
#define S(name) JUMPS_PASTE(SET, _##name)
#define J(name) JUMPS_PASTE(SET, _jumps_##name)
#define JUMPER S(jumper)
#define SEEN S(seen)
#define SECONDS S(seconds)
#define OPENING S(opening)

/* What the jumps on a board depend on. */
typedef struct JUMPER {
    SET over[2][2]; /* [mover][axis]: enemy cells that may be jumped over; axis 0 is vertical, 1 horizontal */
    SET chains;     /* every cell, or none where a jump has no choice of how many stones it takes */
    int step[2];    /* distance of neighbours along each axis */
    bool takes_all; /* it has none because it takes all that it can */
} JUMPER;

/* The enemy stones of a position that matter on one axis. */
typedef struct SEEN {
    SET ready; /* they can be taken at once */
    SET open;  /* a jump over others may continue over them */
} SEEN;

/* The jumper of a board. A board of less than three columns has no horizontal jumps, so its step does not matter there
 * but must be one that can be shifted by. */
static inline JUMPER J(jumper)(int rows, int cols, pm_color corner, konane_chains chains)
{
    JUMPER jumper = {.step = {1, cols >= 3 ? rows : 1}, .takes_all = chains == KONANE_CHAINS_LONGEST};
    for (int cell = 0; cell < rows * cols; cell++) {
        const int mover = 1 - (int)konane_cell_color(rows, corner, cell);
        const int rank = cell % rows, col = cell / rows;
        if (rank > 0 && rank < rows - 1) {
            jumper.over[mover][0] |= S(one)(cell);
        }
        if (col > 0 && col < cols - 1) {
            jumper.over[mover][1] |= S(one)(cell);
        }
    }
    jumper.chains = chains == KONANE_CHAINS_ANY ? ~(SET){0} : (SET){0};
    return jumper;
}

static inline SEEN J(see)(const JUMPER *jumper, SET stones, int mover, int axis)
{
    assert(mover == PM_BLACK || mover == PM_WHITE);
    const SET enemies = stones & jumper->over[mover][axis];
    const SET above = S(down)(stones, jumper->step[axis]);
    const SET below = S(up)(stones, jumper->step[axis]);
    return (SEEN){.ready = enemies & (above ^ below), .open = enemies & jumper->chains & ~(above | below)};
}

/* The same for longest jumps. */
static inline SEEN J(see_far)(const JUMPER *jumper, SET stones, int mover, int axis)
{
    JUMPER far = *jumper;
    far.chains = ~(SET){0};
    return J(see)(&far, stones, mover, axis);
}

/* The stones over which jumps continue that have just taken those of `taken`, upwards. */
static inline SET J(next_up)(const SEEN *seen, SET taken, int step)
{
    return S(up)(taken, 2 * step) & seen->open;
}

static inline SET J(next_down)(const SEEN *seen, SET taken, int step)
{
    return S(down)(taken, 2 * step) & seen->open;
}

/* The second stones that jumps take, and whether any takes a third. As often as not there are jumps that take two, so
 * that counting them should not branch; those that take three are rare. */
typedef struct SECONDS {
    SET north, south, east, west;
    bool go_on;
} SECONDS;

static inline SECONDS J(seconds)(const JUMPER *jumper, const SEEN *v, const SEEN *h)
{
    const int rank = jumper->step[0], col = jumper->step[1];
    SECONDS s = {
        .north = J(next_up)(v, v->ready, rank),
        .south = J(next_down)(v, v->ready, rank),
        .east = J(next_up)(h, h->ready, col),
        .west = J(next_down)(h, h->ready, col),
    };
    s.go_on = S(any)(J(next_up)(v, s.north, rank) | J(next_down)(v, s.south, rank) | J(next_up)(h, s.east, col) |
                     J(next_down)(h, s.west, col));
    return s;
}

static inline int J(count_seconds)(const SECONDS *seconds)
{
    return S(count)(seconds->north) + S(count)(seconds->south) + S(count)(seconds->east) + S(count)(seconds->west);
}

/* Number of jumps of `mover` that take three stones or more. Not inlined: it is rarely wanted, and would take
 * registers from what is. */
__attribute__((noinline, unused)) static int J(count_long)(const JUMPER *jumper, SET stones, int mover)
{
    int n = 0;
    for (int axis = 0; axis < 2; axis++) {
        const int step = jumper->step[axis];
        const SEEN seen = J(see)(jumper, stones, mover, axis);
        SET up = J(next_up)(&seen, seen.ready, step), down = J(next_down)(&seen, seen.ready, step);
        while (up = J(next_up)(&seen, up, step), down = J(next_down)(&seen, down, step), S(any)(up | down)) {
            n += S(count)(up) + S(count)(down);
        }
    }
    return n;
}

/* Number of jumps of `mover`. */
static inline int J(count)(const JUMPER *jumper, SET stones, int mover)
{
    const SEEN v = J(see)(jumper, stones, mover, 0), h = J(see)(jumper, stones, mover, 1);
    const SECONDS seconds = J(seconds)(jumper, &v, &h);
    const int n = S(count)(v.ready) + S(count)(h.ready) + J(count_seconds)(&seconds);
    return seconds.go_on ? n + J(count_long)(jumper, stones, mover) : n;
}

/* The cells that change when the stones of `taken` are jumped over, in one jump. */
static inline SET J(flips)(SET taken, int step)
{
    return taken ^ S(up)(taken, step) ^ S(down)(taken, step);
}

/* Write the stones after each jump along an axis over one stone, those of `taken`, from children[n] on; returns the new
 * n. */
static inline int J(single_children)(SET stones, SET taken, int step, SET *children, int n)
{
    for (SET rest = taken; S(any)(rest); rest = S(rest)(rest)) {
        children[n++] = stones ^ J(flips)(S(lowest)(rest), step);
    }
    return n;
}

/* Likewise for jumps that take two stones or more. */
static inline int J(chain_children)(SET stones, const SEEN *seen, int step, SET *children, int n)
{
    for (SET rest = seen->ready & S(down)(seen->open, 2 * step); S(any)(rest); rest = S(rest)(rest)) {
        SET taken = S(lowest)(rest), after = stones ^ J(flips)(taken, step);
        while (taken = S(up)(taken, 2 * step) & seen->open, S(any)(taken)) {
            children[n++] = after = after ^ J(flips)(taken, step);
        }
    }
    for (SET rest = seen->ready & S(up)(seen->open, 2 * step); S(any)(rest); rest = S(rest)(rest)) {
        SET taken = S(lowest)(rest), after = stones ^ J(flips)(taken, step);
        while (taken = S(down)(taken, 2 * step) & seen->open, S(any)(taken)) {
            children[n++] = after = after ^ J(flips)(taken, step);
        }
    }
    return n;
}

/* Write the stones after each of the longest jumps. Returns their number. */
__attribute__((noinline, unused)) static int J(longest_children)(const JUMPER *jumper, SET stones, int mover,
                                                                 SET *children)
{
    int n = 0;
    for (int axis = 0; axis < 2; axis++) {
        const int step = jumper->step[axis];
        const SEEN seen = J(see_far)(jumper, stones, mover, axis);
        for (SET rest = seen.ready; S(any)(rest); rest = S(rest)(rest)) {
            SET up = S(lowest)(rest), down = up, after = stones ^ J(flips)(up, step);
            while (up = J(next_up)(&seen, up, step), down = J(next_down)(&seen, down, step), S(any)(up | down)) {
                assert(!S(any)(up) || !S(any)(down)); /* the first stone says the direction */
                after = after ^ J(flips)(up | down, step);
            }
            children[n++] = after;
        }
    }
    return n;
}

/* Write the stones after each jump of `mover`, in no particular order. Returns their number. */
static inline int J(children)(const JUMPER *jumper, SET stones, int mover, SET *children)
{
    if (jumper->takes_all) {
        return J(longest_children)(jumper, stones, mover, children);
    }
    const SEEN v = J(see)(jumper, stones, mover, 0);
    const SEEN h = J(see)(jumper, stones, mover, 1);
    int n = J(single_children)(stones, v.ready, jumper->step[0], children, 0);
    n = J(single_children)(stones, h.ready, jumper->step[1], children, n);
    n = J(chain_children)(stones, &v, jumper->step[0], children, n);
    return J(chain_children)(stones, &h, jumper->step[1], children, n);
}

/* Append the jumps from `from` to larger cells, nearest first, the first of which is known to be possible; only the
 * farthest if jumps are longest. */
static inline int J(list_up)(const JUMPER *jumper, const SEEN *seen, int from, int step, pm_move *moves, int n)
{
    const int first = n;
    int to = from;
    do {
        to += 2 * step;
        assert(to < (int)(8 * sizeof(SET)));
        n = jumper->takes_all ? first : n;
        moves[n++] = (pm_move){(uint16_t)from, (uint16_t)to};
    } while (to + step < (int)(8 * sizeof(SET)) && S(has)(seen->open, to + step));
    return n;
}

/* Likewise to smaller cells, farthest first, so that `to` ascends. */
static inline int J(list_down)(const JUMPER *jumper, const SEEN *seen, int from, int step, pm_move *moves, int n)
{
    int to = from - 2 * step;
    assert(to >= 0);
    while (to - step >= 0 && S(has)(seen->open, to - step)) {
        to -= 2 * step;
    }
    const int nearest = jumper->takes_all ? to : from - 2 * step;
    for (; to <= nearest; to += 2 * step) {
        moves[n++] = (pm_move){(uint16_t)from, (uint16_t)to};
    }
    return n;
}

/* Write the jumps of `mover` in the order of ascending from-cell, then to-cell. Returns their number. */
static inline int J(list)(const JUMPER *jumper, SET stones, int mover, pm_move *moves)
{
    const int rank = jumper->step[0], col = jumper->step[1];
    const bool far = jumper->takes_all;
    const SEEN v = far ? J(see_far)(jumper, stones, mover, 0) : J(see)(jumper, stones, mover, 0);
    const SEEN h = far ? J(see_far)(jumper, stones, mover, 1) : J(see)(jumper, stones, mover, 1);
    const SET north = S(down)(v.ready & S(up)(stones, rank), rank),
              south = S(up)(v.ready & S(down)(stones, rank), rank);
    const SET east = S(down)(h.ready & S(up)(stones, col), col), west = S(up)(h.ready & S(down)(stones, col), col);
    int n = 0;
    for (SET rest = north | south | east | west; S(any)(rest); rest = S(rest)(rest)) {
        const int from = S(first)(rest);
        n = S(has)(west, from) ? J(list_down)(jumper, &h, from, col, moves, n) : n;
        n = S(has)(south, from) ? J(list_down)(jumper, &v, from, rank, moves, n) : n;
        n = S(has)(north, from) ? J(list_up)(jumper, &v, from, rank, moves, n) : n;
        n = S(has)(east, from) ? J(list_up)(jumper, &h, from, col, moves, n) : n;
    }
    return n;
}

/* The distance of neighbours on the axis of a jump over `distance` cell numbers: a horizontal one goes two columns or
 * more, a vertical one stays in its column. */
static inline int J(step)(const JUMPER *jumper, int distance)
{
    return distance < jumper->step[1] ? jumper->step[0] : jumper->step[1];
}

/* The stones after a jump. */
static inline SET J(make)(const JUMPER *jumper, SET stones, int from, int to)
{
    const int distance = to > from ? to - from : from - to;
    const int step = J(step)(jumper, distance);
    assert(distance % (2 * step) == 0);
    const int low = to > from ? from : to;
    SET flips = S(one)(from) | S(one)(to);
    for (int taken = low + step; taken < low + distance; taken += 2 * step) {
        flips = flips | S(one)(taken);
    }
    assert(!S(any)(stones & S(one)(to)) && !S(any)(flips & ~stones & ~S(one)(to)));
    return stones ^ flips;
}

/* The number of stones that a jump takes. */
static inline int J(n_taken)(const JUMPER *jumper, int from, int to)
{
    const int distance = to > from ? to - from : from - to;
    return distance / (2 * J(step)(jumper, distance));
}

/* Jump number n, in some fixed order, of those that take two stones or more, where jumps of any length are moves. */
static inline konane_choice J(choose_chain)(const JUMPER *jumper, SET stones, int mover, int n)
{
    for (int axis = 0; axis < 2; axis++) {
        const int step = jumper->step[axis];
        const SEEN seen = J(see)(jumper, stones, mover, axis);
        SET up = J(next_up)(&seen, seen.ready, step), down = J(next_down)(&seen, seen.ready, step);
        for (int k = 2; S(any)(up | down); k++) {
            const int n_up = S(count)(up), n_down = S(count)(down);
            if (n < n_up) {
                const int last = S(first)(S(pick)(up, n));
                return (konane_choice){last - (2 * k - 1) * step, last + step, k};
            }
            if (n < n_up + n_down) {
                const int last = S(first)(S(pick)(down, n - n_up));
                return (konane_choice){last + (2 * k - 1) * step, last - step, k};
            }
            n -= n_up + n_down;
            up = J(next_up)(&seen, up, step);
            down = J(next_down)(&seen, down, step);
        }
    }
    assert(0);
    return (konane_choice){0};
}

/* The cells that change in jump number n of those that take two stones, numbered as in choose_chain, where none takes
 * three. One of the four sets has such an element. */
static inline SET J(second_flips)(const JUMPER *jumper, const SECONDS *seconds, int n)
{
    const int rank = jumper->step[0], col = jumper->step[1];
    const int n_north = S(count)(seconds->north), n_vertical = n_north + S(count)(seconds->south);
    const SET north = S(pick)(seconds->north, n), south = S(pick)(seconds->south, n - n_north);
    const SET east = S(pick)(seconds->east, n - n_vertical),
              west = S(pick)(seconds->west, n - n_vertical - S(count)(seconds->east));
    const SET v = north | south | S(down)(north, 2 * rank) | S(up)(south, 2 * rank);
    const SET h = east | west | S(down)(east, 2 * col) | S(up)(west, 2 * col);
    return J(flips)(v, rank) ^ J(flips)(h, col);
}

/* More jumps than any position has: each empty cell is reached by one stone from each side. */
#define JUMPS_MOST (16 * sizeof(SET))

/* Number of sequences of exactly `depth` >= 1 jumps. The last jumps are counted, not made. */
static inline uint64_t J(perft)(const JUMPER *jumper, SET stones, int mover, int depth)
{
    if (depth == 1) {
        return (uint64_t)J(count)(jumper, stones, mover);
    }
    SET children[JUMPS_MOST];
    const int n = J(children)(jumper, stones, mover, children);
    uint64_t total = 0;
    for (int i = 0; i < n; i++) {
        total += depth == 2 ? (uint64_t)J(count)(jumper, children[i], 1 - mover)
                            : J(perft)(jumper, children[i], 1 - mover, depth - 1);
    }
    return total;
}

/* The same number with every jump made. Adds the stones of all final positions to `sum`, as integers, which is
 * a signature and obliges the compiler to make them. */
static inline uint64_t J(perft_made)(const JUMPER *jumper, SET stones, int mover, int depth, SET *sum)
{
    SET children[JUMPS_MOST];
    const int n = J(children)(jumper, stones, mover, children);
    uint64_t total = depth == 1 ? (uint64_t)n : 0;
    for (int i = 0; i < n; i++) {
        if (depth == 1) {
            *sum += children[i];
        } else {
            total += J(perft_made)(jumper, children[i], 1 - mover, depth - 1, sum);
        }
    }
    return total;
}

/* What the two removals of a board depend on. */
typedef struct OPENING {
    SET all, black; /* every cell, and those of Black */
    SET removable;  /* what Black may remove */
    int rows, cols;
    int reply; /* White's only removal, or -1 if he may take any stone next to the hole */
} OPENING;

/* Whether the player to move removes a stone: the board is full, or its only hole is a black cell. */
static inline bool J(is_opening)(const OPENING *opening, SET stones, int mover)
{
    const SET holes = opening->all & ~stones;
    if (!S(any)(holes)) {
        return mover == PM_BLACK;
    }
    return !S(any)(S(rest)(holes)) && mover == PM_WHITE && S(any)(holes & opening->black);
}

/* The stones that may be removed in a position of the opening. */
static inline SET J(removals)(const OPENING *opening, SET stones, int mover)
{
    if (mover == PM_BLACK) {
        return opening->removable;
    }
    int next[4];
    const int n = konane_cell_neighbours(opening->rows, opening->cols, S(first)(opening->all & ~stones), next);
    SET set = S(one)(next[0]);
    for (int i = 1; i < n; i++) {
        set = set | S(one)(next[i]);
    }
    return opening->reply >= 0 ? set & S(one)(opening->reply) : set;
}

#undef JUMPS_MOST
#undef S
#undef J
#undef JUMPER
#undef SEEN
#undef SECONDS
#undef OPENING
#undef JUMPS_PASTE
#undef JUMPS_PASTE_
