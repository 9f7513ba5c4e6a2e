/* Random games on sets of one size, many at once: a template, included by playouts_kernel.c once for each
 * size with SET defined as set64 to set512, WORDS as the words of its boards and STEPS as the length of the log; all
 * are undefined at the end.
 *
 * A step makes one move in each of LANES games, without branches but for what is rare; several groups of so many games
 * take turns, so that one group's work fills the time in which another waits for results. What a game draws from its
 * generator, and what that means, is as in play_random of src/konane/game_template.h: its jumps are numbered
 *
 *     over one stone, vertical; the same, horizontal; over two, upwards; downwards; over three, upwards; ...;
 *     over two, to larger columns; to smaller ones; over three, ...
 *
 * in each set by ascending cell of the last stone taken. Games with a jump over four stones or more, which 8x8 does not
 * have (over three, unless LANES_SEE_THREES), are stepped alone, by src/konane/jumps_template.h. A lane whose game has
 * ended takes the next one.
 *
 * SPDX-License-Identifier: MIT
 */
#define PLAYOUTS_PASTE_(a, b) a##b
#define PLAYOUTS_PASTE(a, b) PLAYOUTS_PASTE_(a, b)
#define S(name) PLAYOUTS_PASTE(SET, _##name)
#define J(name) PLAYOUTS_PASTE(SET, _jumps_##name)
#define P(name) PLAYOUTS_PASTE(SET, _playouts_##name)
#define CELLS P(cells)
#define GROUP P(group)
#define BOARD P(board)
#define SIGHT P(sight)

/* A set of cells for each lane. */
typedef struct CELLS {
    lanes word[WORDS];
} CELLS;

/* The jumper of a board, spread over lanes. */
typedef struct BOARD {
    const S(jumper) * jumper;
    lanes over[2][WORDS];       /* [axis]: what White's stones jump over */
    lanes difference[2][WORDS]; /* from there to what Black's do */
    int column;                 /* the distance of neighbouring columns */
} BOARD;

/* Games in progress, one in each lane. */
typedef struct GROUP {
    CELLS stones;
    lanes random[4]; /* the generators */
    lanes is_white;  /* all ones where White is to move */
    lanes n_multi, digest;
    unsigned active;                 /* lanes that hold a game */
    int number[LANES], start[LANES]; /* of the game; the step at which it began */
    uint16_t log[STEPS][LANES];      /* the numbers of legal moves at each step */
} GROUP;

/* ---- sets ---- */

static inline CELLS P (and)(CELLS a, CELLS b)
{
    for (int i = 0; i < WORDS; i++) {
        a.word[i] &= b.word[i];
    }
    return a;
}

static inline CELLS P(or)(CELLS a, CELLS b)
{
    for (int i = 0; i < WORDS; i++) {
        a.word[i] |= b.word[i];
    }
    return a;
}

static inline CELLS P(up)(CELLS a, int n)
{
    for (int i = WORDS - 1; i > 0; i--) {
        a.word[i] = a.word[i] << n | a.word[i - 1] >> (64 - n);
    }
    a.word[0] = a.word[0] << n;
    return a;
}

static inline CELLS P(down)(CELLS a, int n)
{
    for (int i = 0; i < WORDS - 1; i++) {
        a.word[i] = a.word[i] >> n | a.word[i + 1] << (64 - n);
    }
    a.word[WORDS - 1] = a.word[WORDS - 1] >> n;
    return a;
}

/* Shifts by numbers of 1..63 that differ between lanes. */
static inline CELLS P(up_by)(CELLS a, lanes n)
{
    for (int i = WORDS - 1; i > 0; i--) {
        a.word[i] = lanes_up(a.word[i], n) | lanes_down(a.word[i - 1], 64 - n);
    }
    a.word[0] = lanes_up(a.word[0], n);
    return a;
}

static inline CELLS P(down_by)(CELLS a, lanes n)
{
    for (int i = 0; i < WORDS - 1; i++) {
        a.word[i] = lanes_down(a.word[i], n) | lanes_up(a.word[i + 1], 64 - n);
    }
    a.word[WORDS - 1] = lanes_down(a.word[WORDS - 1], n);
    return a;
}

static inline CELLS P(choose)(lane_mask mask, CELLS a, CELLS b)
{
    for (int i = 0; i < WORDS; i++) {
        a.word[i] = lanes_choose(mask, a.word[i], b.word[i]);
    }
    return a;
}

static inline CELLS P(where)(lane_mask mask, CELLS a)
{
    for (int i = 0; i < WORDS; i++) {
        a.word[i] = lanes_where(mask, a.word[i]);
    }
    return a;
}

static inline lanes P(count)(CELLS a)
{
    lanes n = lanes_count(a.word[0]);
    for (int i = 1; i < WORDS; i++) {
        n += lanes_count(a.word[i]);
    }
    return n;
}

static inline lane_mask P(any)(CELLS a)
{
    for (int i = 1; i < WORDS; i++) {
        a.word[0] |= a.word[i];
    }
    return lanes_any(a.word[0]);
}

/* Element number n of each set, as a set. */
static inline CELLS P(pick)(CELLS a, lanes n)
{
    lanes word = a.word[0], count = lanes_count(word);
    lane_mask later[WORDS];
    for (int i = 1; i < WORDS; i++) {
        later[i] = lanes_not(lanes_less(n, count));
        n = lanes_choose(later[i], n, n - count);
        word = lanes_choose(later[i], word, a.word[i]);
        count = lanes_choose(later[i], count, lanes_count(a.word[i]));
    }
    const lanes picked = lanes_pick(word, n);
    for (int i = 0; i < WORDS; i++) {
        a.word[i] = picked;
    }
    for (int i = 1; i < WORDS; i++) {
        a.word[i - 1] = lanes_where(lanes_not(later[i]), a.word[i - 1]);
        a.word[i] = lanes_where(later[i], a.word[i]);
    }
    return a;
}

static inline SET P(get)(const CELLS *a, int lane)
{
    uint64_t words[sizeof(SET) / sizeof(uint64_t)] = {0};
    for (int i = 0; i < WORDS; i++) {
        words[i] = lanes_get(a->word[i], lane);
    }
    return S(from_words)(words);
}

static inline void P(put)(CELLS *a, int lane, SET set)
{
    for (int i = 0; i < WORDS; i++) {
        a->word[i] = lanes_with(a->word[i], lane, S(word)(set, i));
    }
}

/* ---- a step ---- */

/* The jumps along one axis, as sets of the last stones that they take. */
typedef struct SIGHT {
    CELLS ready, two_up, two_down, three_up, three_down;
    CELLS goes_on; /* the same of jumps that are not seen here */
} SIGHT;

static inline SIGHT P(see)(const BOARD *board, const GROUP *g, int axis, int step)
{
    CELLS enemies, ready, open;
    const CELLS above = P(down)(g->stones, step), below = P(up)(g->stones, step);
    for (int i = 0; i < WORDS; i++) {
        const lanes over = board->over[axis][i] ^ (board->difference[axis][i] & ~g->is_white);
        enemies.word[i] = g->stones.word[i] & over;
        ready.word[i] = enemies.word[i] & (above.word[i] ^ below.word[i]);
        open.word[i] = enemies.word[i] & ~(above.word[i] | below.word[i]);
    }
    SIGHT sight = {.ready = ready};
    sight.two_up = P(and)(P(up)(ready, 2 * step), open);
    sight.two_down = P(and)(P(down)(ready, 2 * step), open);
    sight.three_up = P(and)(P(up)(sight.two_up, 2 * step), open);
    sight.three_down = P(and)(P(down)(sight.two_down, 2 * step), open);
    sight.goes_on = LANES_SEE_THREES ? P(or)(P(up)(sight.three_up, 2 * step), P(down)(sight.three_down, 2 * step))
                                     : P(or)(sight.three_up, sight.three_down);
    if (LANES_SEE_THREES) {
        sight.goes_on = P(and)(sight.goes_on, open);
    }
    return sight;
}

/* Draw a number below n in each lane, as rng_below does. Lanes with n = 0 get 0. */
static inline lanes P(draw)(GROUP *g, lanes n)
{
    lanes *s = g->random;
    const lanes five = s[1] + (s[1] << 2), turned = five << 7 | five >> 57;
    const lanes result = turned + (turned << 3), high = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= high;
    s[3] = s[3] << 45 | s[3] >> 19;
    const lanes product = lanes_multiply_halves(result >> 32, n);
    lanes drawn = product >> 32;
    const unsigned doubtful = lanes_bits(lanes_less(product & lanes_all(UINT32_MAX), n));
    for (unsigned rest = doubtful; __builtin_expect(rest != 0, 0); rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        rng r;
        for (int i = 0; i < 4; i++) {
            r.s[i] = lanes_get(s[i], lane);
        }
        drawn = lanes_with(drawn, lane, rng_below_rest(&r, (uint32_t)lanes_get(n, lane), lanes_get(product, lane)));
        for (int i = 0; i < 4; i++) {
            s[i] = lanes_with(s[i], lane, r.s[i]);
        }
    }
    return drawn;
}

/* The number of legal jumps of the one game in a lane. */
__attribute__((noinline)) static uint64_t P(count_alone)(const BOARD *board, const GROUP *g, int lane)
{
    return (uint64_t)J(count)(board->jumper, P(get)(&g->stones, lane), (int)(lanes_get(g->is_white, lane) & 1));
}

/* Jump number `pick` of those of the game in a lane that take two stones or more. */
__attribute__((noinline)) static SET P(chain_alone)(const BOARD *board, const GROUP *g, int lane, int pick)
{
    const SET stones = P(get)(&g->stones, lane);
    const konane_choice c = J(choose_chain)(board->jumper, stones, (int)(lanes_get(g->is_white, lane) & 1), pick);
    return J(make)(board->jumper, stones, c.from, c.to);
}

static inline lanes P(mix)(lanes digest, CELLS stones)
{
    for (int i = 0; i < WORDS; i++) {
        const lanes x = (digest ^ (stones.word[i] + (uint64_t)i)) * UINT64_C(0x9e3779b97f4a7c15);
        const lanes mixed = x ^ x >> 32;
        digest = i == 0 ? mixed : lanes_choose(lanes_any(stones.word[i]), digest, mixed);
    }
    return digest;
}

/* Make a move in every game of a group. Returns the lanes whose mover cannot jump; what they hold stays. */
static inline __attribute__((always_inline)) unsigned P(step)(const BOARD *board, GROUP *g, int at)
{
    const SIGHT v = P(see)(board, g, 0, 1), h = P(see)(board, g, 1, board->column);
    enum { N_SETS = LANES_SEE_THREES ? 10 : 6, V = 2, H = LANES_SEE_THREES ? 6 : 4 };
    CELLS sets[10] = {v.ready, h.ready, v.two_up, v.two_down};
    sets[H] = h.two_up;
    sets[H + 1] = h.two_down;
    if (LANES_SEE_THREES) {
        sets[V + 2] = v.three_up;
        sets[V + 3] = v.three_down;
        sets[H + 2] = h.three_up;
        sets[H + 3] = h.three_down;
    }
    lanes before[10], n = lanes_all(0); /* jumps in the sets before each */
    for (int i = 0; i < N_SETS; i++) {
        before[i] = n;
        n += P(count)(sets[i]);
    }
    const unsigned alone = lanes_bits(P(any)(P(or)(v.goes_on, h.goes_on))) & g->active;
    for (unsigned rest = alone; __builtin_expect(rest != 0, 0); rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        n = lanes_with(n, lane, P(count_alone)(board, g, lane));
    }
    lanes_store16(n, g->log[at]);
    const lane_mask is_live = lanes_any(n);
    const lanes pick = P(draw)(g, n);

    /* the set in which the jump is: the last before which there are at most `pick` jumps */
    lane_mask reached[10];
    CELLS set = sets[0];
    lanes base = lanes_all(0);
    for (int i = 1; i < N_SETS; i++) {
        reached[i] = lanes_not(lanes_less(pick, before[i]));
        set = P(choose)(reached[i], set, sets[i]);
        base = lanes_choose(reached[i], base, before[i]);
    }
    CELLS taken = P(pick)(set, pick - base);
    const lane_mask is_chain = reached[2];
    const lane_mask is_horizontal = (reached[1] & lanes_not(reached[V])) | reached[H];
    lane_mask is_up = (reached[V] & lanes_not(reached[V + 1])) | (reached[H] & lanes_not(reached[H + 1]));
    if (LANES_SEE_THREES) {
        is_up |= (reached[V + 2] & lanes_not(reached[V + 3])) | (reached[H + 2] & lanes_not(reached[H + 3]));
    }
    const lanes step = lanes_choose(is_horizontal, lanes_all(1), lanes_all((uint64_t)board->column));
    const lanes twice = step + step;
    CELLS earlier = P(where)(is_chain, P(choose)(is_up, P(up_by)(taken, twice), P(down_by)(taken, twice)));
    taken = P(or)(taken, earlier);
    const lane_mask is_three = (reached[V + 2] & lanes_not(reached[H])) | reached[N_SETS - 2];
    if (LANES_SEE_THREES && __builtin_expect(lanes_bits(is_three) != 0, 0)) {
        earlier = P(where)(is_three, P(choose)(is_up, P(up_by)(earlier, twice), P(down_by)(earlier, twice)));
        taken = P(or)(taken, earlier);
    }
    const CELLS above = P(up_by)(taken, step), below = P(down_by)(taken, step);
    CELLS after;
    for (int i = 0; i < WORDS; i++) {
        after.word[i] = g->stones.word[i] ^ taken.word[i] ^ above.word[i] ^ below.word[i];
    }
    const unsigned chains_alone = alone & lanes_bits(is_chain);
    for (unsigned rest = chains_alone; __builtin_expect(rest != 0, 0); rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        P(put)(&after, lane, P(chain_alone)(board, g, lane, (int)(lanes_get(pick, lane) - lanes_get(before[2], lane))));
    }
    g->stones = P(choose)(is_live, g->stones, after);
    g->n_multi += lanes_where(is_chain & is_live, lanes_all(1));
    g->digest = lanes_choose(is_live, g->digest, P(mix)(g->digest, after));
    g->is_white = ~g->is_white;
    return g->active & ~lanes_bits(is_live);
}

/* ---- games ---- */

static void P(begin)(GROUP *g, int lane, const game_playout *from, int number, int at)
{
    for (int i = 0; i < WORDS; i++) {
        g->stones.word[i] = lanes_with(g->stones.word[i], lane, from->state.bits[i]);
    }
    for (int i = 0; i < 4; i++) {
        g->random[i] = lanes_with(g->random[i], lane, from->random.s[i]);
    }
    g->is_white = lanes_with(g->is_white, lane, from->state.mover == PM_WHITE ? ~UINT64_C(0) : 0);
    g->n_multi = lanes_with(g->n_multi, lane, from->n_multi);
    g->digest = lanes_with(g->digest, lane, from->digest);
    g->active |= 1u << lane;
    g->number[lane] = number;
    g->start[lane] = at;
}

/* The game in a lane ended before step number `at`. */
static void P(end)(const GROUP *g, int lane, int at, game_playout *played)
{
    const int n = at - g->start[lane];
    for (int i = 0; i < WORDS; i++) {
        played->state.bits[i] = lanes_get(g->stones.word[i], lane);
    }
    played->state.mover = (played->state.mover + (uint32_t)n) % 2;
    played->n_multi = (unsigned)lanes_get(g->n_multi, lane);
    played->digest = lanes_get(g->digest, lane);
    for (int i = 0; i < n; i++) {
        played->legal[played->n_moves + (unsigned)i] = g->log[g->start[lane] + i][lane];
    }
    played->n_moves += (unsigned)n;
}

static BOARD P(board_of)(const S(jumper) * jumper)
{
    BOARD board = {.jumper = jumper, .column = jumper->step[1]};
    for (int axis = 0; axis < 2; axis++) {
        for (int i = 0; i < WORDS; i++) {
            const uint64_t white = S(word)(jumper->over[PM_WHITE][axis], i);
            board.over[axis][i] = lanes_all(white);
            board.difference[axis][i] = lanes_all(white ^ S(word)(jumper->over[PM_BLACK][axis], i));
        }
    }
    return board;
}

/* Move the steps that games in progress began at to the front of the log. Returns the number of the next step. */
static int P(turn_log)(GROUP *groups, int n_groups, int at)
{
    int first = at;
    for (int k = 0; k < n_groups; k++) {
        for (int lane = 0; lane < LANES; lane++) {
            first = groups[k].active >> lane & 1 && groups[k].start[lane] < first ? groups[k].start[lane] : first;
        }
    }
    assert(first > 0);
    for (int k = 0; k < n_groups; k++) {
        memmove(groups[k].log, groups[k].log + first, (size_t)(at - first) * sizeof groups[k].log[0]);
        for (int lane = 0; lane < LANES; lane++) {
            groups[k].start[lane] -= first;
        }
    }
    return at - first;
}

static void P(play)(const void *jumper, game_playout *games, int n)
{
    enum { N_GROUPS = WORDS == 1 ? LANES_GROUPS : WORDS == 2 ? (LANES_GROUPS + 1) / 2 : 1 };
    const BOARD board = P(board_of)(jumper);
    GROUP groups[N_GROUPS];
    int next = 0, at = 0;
    for (int k = 0; k < N_GROUPS; k++) {
        groups[k] = (GROUP){.active = 0};
        for (int lane = 0; lane < LANES && next < n; lane++, next++) {
            P(begin)(&groups[k], lane, &games[next], next, 0);
        }
    }
    for (int left = n; left > 0; at++) {
        unsigned ended[N_GROUPS];
        if (at == STEPS) {
            at = P(turn_log)(groups, N_GROUPS, at);
        }
        for (int k = 0; k < N_GROUPS; k++) {
            ended[k] = P(step)(&board, &groups[k], at);
        }
        for (int k = 0; k < N_GROUPS; k++) {
            for (unsigned rest = ended[k]; rest; rest &= rest - 1) {
                const int lane = __builtin_ctz(rest);
                P(end)(&groups[k], lane, at, &games[groups[k].number[lane]]);
                groups[k].active &= ~(1u << lane);
                left--;
                if (next < n) {
                    P(begin)(&groups[k], lane, &games[next], next, at + 1);
                    next++;
                }
            }
        }
    }
}

#undef SIGHT
#undef BOARD
#undef GROUP
#undef CELLS
#undef P
#undef J
#undef S
#undef PLAYOUTS_PASTE
#undef PLAYOUTS_PASTE_
#undef SET
#undef WORDS
#undef STEPS
