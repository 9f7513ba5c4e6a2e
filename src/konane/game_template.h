/* The game of Konane on sets of one size: a template, included by src/konane/game_konane.c once for each size with SET
 * defined as set64, set128, set256 or set512. It defines SET_game_rules, a table of functions for src/game/game.h.
 *
 * The words of a state are those of its set of stones.
 *
 * SPDX-License-Identifier: MIT
 */
#define GAME_PASTE_(a, b) a##b
#define GAME_PASTE(a, b) GAME_PASTE_(a, b)
#define S(name) GAME_PASTE(SET, _##name)
#define J(name) GAME_PASTE(SET, _jumps_##name)
#define G(name) GAME_PASTE(SET, _game_##name)
#define JUMPER S(jumper)
#define SEEN S(seen)
#define SECONDS S(seconds)
#define KONANE S(konane)

typedef struct KONANE {
    konane_game common;
    JUMPER jumper;
    S(opening) opening;
} KONANE;

static const KONANE *G(self)(const game *g)
{
    return (const KONANE *)(const void *)g;
}

enum { G(words) = sizeof(SET) / sizeof(uint64_t) < GAME_CELL_WORDS ? sizeof(SET) / sizeof(uint64_t) : GAME_CELL_WORDS };

static inline SET G(stones)(const game_state *s)
{
    uint64_t words[sizeof(SET) / sizeof(uint64_t)] = {0};
    memcpy(words, s->bits, G(words) * sizeof *words);
    return S(from_words)(words);
}

static inline void G(store)(game_state *s, SET stones, uint32_t mover)
{
    for (int i = 0; i < G(words); i++) {
        s->bits[i] = S(word)(stones, i);
    }
    s->mover = mover;
}

static pm_status G(start)(const game *g, game_state *s, pm_error *err)
{
    const KONANE *k = G(self)(g);
    if (!S(any)(k->opening.removable)) {
        return konane_opening_fail(&k->common.rule, g->rows, g->cols, k->common.corner, err);
    }
    *s = (game_state){0};
    G(store)(s, k->opening.all, PM_BLACK);
    return PM_OK;
}

static bool G(is_opening)(const game *g, const game_state *s)
{
    return J(is_opening)(&G(self)(g)->opening, G(stones)(s), (int)s->mover);
}

static int G(list_removals)(SET removals, game_move *list)
{
    int n = 0;
    for (SET rest = removals; S(any)(rest); rest = S(rest)(rest)) {
        const uint16_t cell = (uint16_t)S(first)(rest);
        list[n++] = (game_move){.from = cell, .to = cell};
    }
    return n;
}

static int G(moves)(const game *g, const game_state *s, game_move list[GAME_MAX_MOVES])
{
    const KONANE *k = G(self)(g);
    const SET stones = G(stones)(s);
    if (J(is_opening)(&k->opening, stones, (int)s->mover)) {
        return G(list_removals)(J(removals)(&k->opening, stones, (int)s->mover), list);
    }
    pm_move jumps[GAME_MAX_MOVES];
    const int n = J(list)(&k->jumper, stones, (int)s->mover, jumps);
    assert(n == J(count)(&k->jumper, stones, (int)s->mover)); /* counted in another way */
    for (int i = 0; i < n; i++) {
        const int n_taken = J(n_taken)(&k->jumper, jumps[i].from, jumps[i].to);
        list[i] = (game_move){.from = jumps[i].from, .to = jumps[i].to, .n_taken = (uint16_t)n_taken};
    }
    return n;
}

static int G(mobility)(const game *g, const game_state *s, pm_color color)
{
    const KONANE *k = G(self)(g);
    const SET stones = G(stones)(s);
    if (J(is_opening)(&k->opening, stones, (int)color)) {
        return S(count)(J(removals)(&k->opening, stones, (int)color));
    }
    return J(count)(&k->jumper, stones, (int)color);
}

/* The stones after a removal or a jump. */
static SET G(after)(const KONANE *k, SET stones, int from, int to)
{
    return from == to ? stones & ~S(one)(from) : J(make)(&k->jumper, stones, from, to);
}

static void G(make)(const game *g, game_state *s, const game_move *move)
{
    G(store)(s, G(after)(G(self)(g), G(stones)(s), move->from, move->to), 1 - s->mover);
}

__attribute__((noinline)) static int G(remove_random)(const KONANE *k, game_state *s, rng *r, game_move *made)
{
    const SET stones = G(stones)(s);
    const SET removals = J(removals)(&k->opening, stones, (int)s->mover);
    const int n = S(count)(removals);
    assert(s->mover == PM_WHITE || n > 0 || !S(any)(k->opening.removable));
    if (n > 0) {
        const int cell = S(first)(S(pick)(removals, (int)rng_below(r, (uint32_t)n)));
        *made = (game_move){.from = (uint16_t)cell, .to = (uint16_t)cell};
        G(store)(s, stones & ~S(one)(cell), 1 - s->mover);
    }
    return n;
}

/* The cells that change in jump number `pick` of those that take one stone, the n_vertical vertical ones counted first.
 * One of the two sets has such an element and the other has none, without a branch that nobody could foresee. */
static inline SET G(single_flips)(const JUMPER *jumper, SET ready_v, SET ready_h, int n_vertical, int pick, SET *taken)
{
    const SET v = S(pick)(ready_v, pick), h = S(pick)(ready_h, pick - n_vertical);
    *taken = v | h;
    return J(flips)(v, jumper->step[0]) ^ J(flips)(h, jumper->step[1]);
}

/* Longest jumps, by a list of them. */
__attribute__((noinline)) static int G(make_random_longest)(const game *g, game_state *s, rng *r, game_move *made)
{
    game_move moves[GAME_MAX_MOVES];
    const int n = G(moves)(g, s, moves);
    if (n > 0) {
        *made = moves[rng_below(r, (uint32_t)n)];
        G(make)(g, s, made);
    }
    return n;
}

/* The jumps are counted and one is picked by its number; no list is made. */
static int G(make_random)(const game *g, game_state *s, rng *r, game_move *made)
{
    const KONANE *k = G(self)(g);
    const SET stones = G(stones)(s);
    const int mover = (int)s->mover;
    if (J(is_opening)(&k->opening, stones, mover)) {
        return G(remove_random)(k, s, r, made);
    }
    if (k->jumper.takes_all) {
        return G(make_random_longest)(g, s, r, made);
    }
    const SEEN v = J(see)(&k->jumper, stones, mover, 0), h = J(see)(&k->jumper, stones, mover, 1);
    const int n_vertical = S(count)(v.ready), n_single = n_vertical + S(count)(h.ready);
    const int n = J(count)(&k->jumper, stones, mover);
    if (n == 0) {
        return 0;
    }
    const int pick = (int)rng_below(r, (uint32_t)n);
    if (pick >= n_single) {
        const konane_choice c = J(choose_chain)(&k->jumper, stones, mover, pick - n_single);
        *made = (game_move){.from = (uint16_t)c.from, .to = (uint16_t)c.to, .n_taken = (uint16_t)c.n_taken};
        G(store)(s, J(make)(&k->jumper, stones, c.from, c.to), 1 - s->mover);
        assert(c.n_taken >= 2);
        return n;
    }
    SET taken;
    const SET flips = G(single_flips)(&k->jumper, v.ready, h.ready, n_vertical, pick, &taken);
    assert(S(count)(flips) == 3 && S(count)(flips & stones) == 2); /* a stone, one that it takes, an empty cell */
    *made = (game_move){
        .from = (uint16_t)S(first)(flips & stones & ~taken),
        .to = (uint16_t)S(first)(flips & ~stones),
        .n_taken = 1,
    };
    G(store)(s, stones ^ flips, 1 - s->mover);
    return n;
}

/* The stones after jump number `pick` of those that take two stones or more; `seconds` are the jumps that take two. */
__attribute__((noinline)) static SET G(chain_after)(const JUMPER *jumper, SET stones, int mover, const SECONDS *seconds,
                                                    int pick)
{
    if (!seconds->go_on) {
        return stones ^ J(second_flips)(jumper, seconds, pick);
    }
    const konane_choice c = J(choose_chain)(jumper, stones, mover, pick);
    return J(make)(jumper, stones, c.from, c.to);
}

static inline uint64_t G(digest_move)(uint64_t digest, SET stones)
{
    for (int i = 0; i < (int)(sizeof(SET) / sizeof(uint64_t)); i++) {
        digest = game_digest_word(digest, S(word)(stones, i), i);
    }
    return digest;
}

/* The same for longest jumps: move by move. */
static unsigned G(play_random_longest)(const game *g, game_state *s, rng *r, uint16_t *legal, unsigned *n_multi,
                                       uint64_t *digest)
{
    unsigned n_moves = 0;
    game_move made;
    *n_multi = 0;
    for (int n; (n = G(make_random)(g, s, r, &made)) > 0; n_moves++) {
        legal[n_moves] = (uint16_t)n;
        *n_multi += made.n_taken > 1;
        *digest = game_digest_move(*digest, s);
    }
    return n_moves;
}

/* The loop that large runs spend their time in. Everything is kept in registers, and no move is named. */
static unsigned G(play_random)(const game *g, game_state *s, rng *r, uint16_t *legal, unsigned *n_multi,
                               uint64_t *digest)
{
    const KONANE *k = G(self)(g);
    const JUMPER jumper = k->jumper;
    unsigned n_moves = 0, n_chains = 0;
    if (jumper.takes_all) {
        return G(play_random_longest)(g, s, r, legal, n_multi, digest);
    }
    *n_multi = 0;
    while (G(is_opening)(g, s)) {
        game_move removal;
        const int n = G(remove_random)(k, s, r, &removal);
        if (n == 0) {
            return n_moves;
        }
        legal[n_moves++] = (uint16_t)n;
        *digest = game_digest_move(*digest, s);
    }
    SET stones = G(stones)(s);
    uint32_t mover = s->mover;
    uint64_t moves = *digest;
    rng draws = *r;
    for (;;) {
        const SEEN v = J(see)(&jumper, stones, (int)mover, 0), h = J(see)(&jumper, stones, (int)mover, 1);
        const SECONDS seconds = J(seconds)(&jumper, &v, &h);
        const int n_vertical = S(count)(v.ready), n_single = n_vertical + S(count)(h.ready);
        int n = n_single + J(count_seconds)(&seconds);
        n += seconds.go_on ? J(count_long)(&jumper, stones, (int)mover) : 0;
        if (n == 0) {
            break;
        }
        const int pick = (int)rng_below(&draws, (uint32_t)n);
        assert(n_moves < (unsigned)g->n_cells); /* every move takes a stone */
        legal[n_moves++] = (uint16_t)n;
        if (pick < n_single) {
            SET taken;
            stones = stones ^ G(single_flips)(&jumper, v.ready, h.ready, n_vertical, pick, &taken);
        } else {
            stones = G(chain_after)(&jumper, stones, (int)mover, &seconds, pick - n_single);
            n_chains++;
        }
        mover = 1 - mover;
        moves = G(digest_move)(moves, stones);
    }
    *r = draws;
    *digest = moves;
    *n_multi = n_chains;
    G(store)(s, stones, mover);
    return n_moves;
}

/* Play the removals that are left. */
static void G(play_removals)(const game *g, game_playout *p)
{
    game_move made;
    while (G(is_opening)(g, &p->state)) {
        const int ways = G(remove_random)(G(self)(g), &p->state, &p->random, &made);
        if (ways == 0) {
            return;
        }
        p->legal[p->n_moves++] = (uint16_t)ways;
        p->digest = game_digest_move(p->digest, &p->state);
    }
}

static void G(play_random_many)(const game *g, game_playout *games, int n)
{
    enum { SIZE = sizeof(SET) == 8 ? 0 : sizeof(SET) == 16 ? 1 : sizeof(SET) == 32 ? 2 : 3 };
    const KONANE *k = G(self)(g);
    if (!k->common.playouts->play[SIZE] || k->common.variant.chains != KONANE_CHAINS_ANY) {
        for (int i = 0; i < n; i++) {
            game_playout *p = &games[i];
            unsigned n_multi;
            p->n_moves += G(play_random)(g, &p->state, &p->random, p->legal + p->n_moves, &n_multi, &p->digest);
            p->n_multi += n_multi;
        }
        return;
    }
    for (int i = 0; i < n; i++) {
        G(play_removals)(g, &games[i]);
    }
    k->common.playouts->play[SIZE](&k->jumper, games, n);
}

static uint64_t G(perft)(const game *g, const game_state *s, int depth)
{
    const KONANE *k = G(self)(g);
    const SET stones = G(stones)(s);
    assert(depth >= 0);
    if (depth == 0) {
        return 1;
    }
    if (!J(is_opening)(&k->opening, stones, (int)s->mover)) {
        const void *jumper = &k->jumper;
        return sizeof(SET) == sizeof(set64)
                   ? konane_playouts_perft(k->common.playouts, jumper, S(word)(stones, 0), (int)s->mover, depth, NULL)
                   : J(perft)(&k->jumper, stones, (int)s->mover, depth);
    }
    uint64_t total = 0;
    for (SET rest = J(removals)(&k->opening, stones, (int)s->mover); S(any)(rest); rest = S(rest)(rest)) {
        game_state after = *s;
        G(store)(&after, stones & ~S(lowest)(rest), 1 - s->mover);
        total += G(perft)(g, &after, depth - 1);
    }
    return total;
}

/* Konane is a game of spare moves: the difference of the numbers of jumps, also in the opening; in misere play spare
 * moves are a burden. */
static int G(evaluate)(const game *g, const game_state *s)
{
    const KONANE *k = G(self)(g);
    const SET stones = G(stones)(s);
    const int mover = (int)s->mover;
    const int spare = J(count)(&k->jumper, stones, mover) - J(count)(&k->jumper, stones, 1 - mover);
    return k->common.variant.is_misere ? -spare : spare;
}

/* What one player's prospects are worth: a stone that can move counts as much as two jumps, and what is next to a jump
 * a little: an enemy stone with nothing around it may be taken on the way; one between two own stones is in the way.
 * The weights are the best of fourteen that were tried in matches (data/speed.md). */
static int G(prospects)(const S(jumper) * jumper, SET stones, int player)
{
    SET movers = stones ^ stones;
    int n_near = 0;
    for (int axis = 0; axis < 2; axis++) {
        const int step = jumper->step[axis];
        const SET enemies = stones & jumper->over[player][axis];
        const SET above = S(down)(stones, step), below = S(up)(stones, step), ready = enemies & (above ^ below);
        movers |= S(up)(ready, step) | S(down)(ready, step);
        n_near += S(count)(enemies & ~(above | below)) - S(count)(enemies & above & below);
    }
    return 2 * J(count)(jumper, stones, player) + 4 * S(count)(movers & stones) + n_near;
}

static int G(evaluate_finely)(const game *g, const game_state *s)
{
    const KONANE *k = G(self)(g);
    const SET stones = G(stones)(s);
    const int mover = (int)s->mover;
    const int lead = G(prospects)(&k->jumper, stones, mover) - G(prospects)(&k->jumper, stones, 1 - mover);
    return k->common.variant.is_misere ? -lead : lead;
}

static const game_rules G(rules) = {
    .name = "konane",
    .start = G(start),
    .moves = G(moves),
    .mobility = G(mobility),
    .make = G(make),
    .make_random = G(make_random),
    .play_random = G(play_random),
    .play_random_many = G(play_random_many),
    .perft = G(perft),
    .evaluate = G(evaluate),
    .evaluate_finely = G(evaluate_finely),
    .is_valid = is_valid,
    .hash = hash,
    .is_opening = G(is_opening),
    .opening_class = opening_class,
    .state_format = state_format,
    .state_parse = state_parse,
    .move_format = move_format,
    .move_parse = move_parse,
    .n_symmetries = n_symmetries,
    .transform = transform,
    .draw = draw,
    .cell_of = cell_of,
    .free = free_game,
};

/* Make the game of which everything but sets of cells is in `common`. */
static pm_status G(new)(const konane_game *common, game **g, pm_error *err)
{
    KONANE *k = aligned_alloc(_Alignof(KONANE), sizeof *k);
    if (!k) {
        return status_no_memory(err, "a game", 0);
    }
    const int rows = common->base.rows, cols = common->base.cols;
    assert(8 * (size_t)common->n_words <= sizeof k->opening.all); /* the least sets that have room */
    assert(16 * (size_t)common->n_words > sizeof k->opening.all);
    *k = (KONANE){.common = *common, .jumper = J(jumper)(rows, cols, common->corner, common->variant.chains)};
    k->common.base.rules = &G(rules);
    k->opening = (S(opening)){.rows = rows, .cols = cols, .reply = common->rule.reply};
    for (int cell = 0; cell < rows * cols; cell++) {
        k->opening.all |= S(one)(cell);
        if (konane_cell_color(rows, common->corner, cell) == PM_BLACK) {
            k->opening.black |= S(one)(cell);
        }
        if (konane_opening_allows(&common->rule, rows, cols, common->corner, cell)) {
            k->opening.removable |= S(one)(cell);
        }
    }
    *g = &k->common.base;
    return PM_OK;
}

#undef KONANE
#undef SEEN
#undef SECONDS
#undef JUMPER
#undef G
#undef J
#undef S
#undef GAME_PASTE
#undef GAME_PASTE_
