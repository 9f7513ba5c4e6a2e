/* The search for bounds on sets of one size: a template, included by solver/konane/values/value_bounds.c with SET
 * defined as set128 or set512, which is undefined at the end. It defines SET_bounds_search.
 *
 * SPDX-License-Identifier: MIT
 */
#define SEARCH_PASTE_(a, b) a##b
#define SEARCH_PASTE(a, b) SEARCH_PASTE_(a, b)
#define S(name) SEARCH_PASTE(SET, _##name)
#define J(name) SEARCH_PASTE(SET, _jumps_##name)
#define B(name) SEARCH_PASTE(SET, _bounds_##name)
#define SEARCHED B(searched)
#define SEARCHER B(searcher)
#define N_WORDS (sizeof(SET) / sizeof(uint64_t))
#define MOST_MOVES (16 * sizeof(SET)) /* each empty cell is reached from at most four sides */

/* Who wins a set of stones plus a number: the more there is for Black, the better for him, so each mover has a number
 * from which on Black is known to win, and one up to which White is. Entries overwrite each other. */
typedef struct SEARCHED {
    uint64_t word[N_WORDS]; /* of the stones: words need no more alignment than pages have */
    spare_known known[2];   /* [mover] */
} SEARCHED;

typedef struct SEARCHER {
    S(jumper) jumper;
    SEARCHED *memo;
    SET *pool; /* the children along the way to the present position, of which wide grids have many: n_pool sets */
    size_t n_pool;
    uint64_t mask, n_nodes, max_nodes;
    const konane_values_options *options;
    bool is_over; /* no nodes left, or interrupted */
} SEARCHER;

static SEARCHED *B(entry_of)(const SEARCHER *s, SET stones)
{
    uint64_t words[N_WORDS];
    for (int i = 0; i < (int)N_WORDS; i++) {
        words[i] = S(word)(stones, i);
    }
    return &s->memo[hash_words(words, N_WORDS) & s->mask];
}

static bool B(entry_is)(const SEARCHED *entry, SET stones)
{
    return !S(any)(S(from_words)(entry->word) ^ stones);
}

/* Put positions first in which `enemy` has few jumps, among these the ones in which the other side has many, and ask
 * for their entries, which takes as long as all the rest of a node. Returns whether `enemy` has none in the first. */
static bool B(sort_children)(const SEARCHER *s, SET *children, int n, int enemy)
{
    int mobility[MOST_MOVES];
    for (int i = 0; i < n; i++) {
        const SET child = children[i];
        __builtin_prefetch(B(entry_of)(s, child));
        const int jumps = J(count)(&s->jumper, child, enemy);
        const int moves = jumps ? ENEMY_WEIGHT * jumps - J(count)(&s->jumper, child, 1 - enemy) : STUCK;
        int j = i;
        for (; j > 0 && mobility[j - 1] > moves; j--) {
            mobility[j] = mobility[j - 1];
            children[j] = children[j - 1];
        }
        mobility[j] = moves;
        children[j] = child;
    }
    return n > 0 && mobility[0] == STUCK;
}

static bool B(mover_wins)(SEARCHER *s, SET stones, int spare, int mover);

static bool B(mover_wins_by_moving)(SEARCHER *s, SET stones, int spare, int mover)
{
    SET *children = s->pool + s->n_pool;
    if (s->n_pool + MOST_MOVES > POOL_SETS) {
        s->is_over = true;
        return false;
    }
    const int n = J(children)(&s->jumper, stones, mover, children);
    int left;
    bool wins = B(sort_children)(s, children, n, 1 - mover) && !spare_move(spare, 1 - mover, &left);
    s->n_pool += (size_t)n;
    for (int i = 0; i < n && !s->is_over && !wins; i++) {
        wins = !B(mover_wins)(s, children[i], spare, 1 - mover);
    }
    s->n_pool -= (size_t)n;
    if (wins) {
        return true;
    }
    /* a spare move is never better than every jump (number avoidance), so it comes last */
    return spare_move(spare, mover, &left) && !B(mover_wins)(s, stones, left, 1 - mover);
}

/* Whether `mover` wins; without meaning once the search is over. */
static bool B(mover_wins)(SEARCHER *s, SET stones, int spare, int mover)
{
    SEARCHED *entry = B(entry_of)(s, stones);
    pm_color winner;
    if (B(entry_is)(entry, stones) && spare_find(&entry->known[mover], spare, &winner)) {
        return (int)winner == mover;
    }
    s->is_over = s->is_over || ++s->n_nodes > s->max_nodes ||
                 (s->n_nodes % 1024 == 0 && s->options->stop && s->options->stop(s->options->stop_ctx));
    if (s->is_over) {
        return false;
    }
    const bool wins = B(mover_wins_by_moving)(s, stones, spare, mover);
    if (!s->is_over) {
        if (!B(entry_is)(entry, stones)) {
            *entry = (SEARCHED){0};
            for (int i = 0; i < (int)N_WORDS; i++) {
                entry->word[i] = S(word)(stones, i);
            }
        }
        spare_learn(&entry->known[mover], spare, wins ? (pm_color)mover : (pm_color)(1 - mover));
    }
    return wins;
}

/* Whether the value is known to be at least, or at most, the number x in units of 1 / SPARE_ONE. */
static bool B(is_at_least)(SEARCHER *s, SET stones, int x)
{
    const bool white_wins = B(mover_wins)(s, stones, -x, PM_WHITE);
    return !white_wins && !s->is_over;
}

static bool B(is_at_most)(SEARCHER *s, SET stones, int x)
{
    const bool black_wins = B(mover_wins)(s, stones, -x, PM_BLACK);
    return !black_wins && !s->is_over;
}

/* Who wins; and what either half of the answer says of the bounds. */
static void B(find_outcome)(SEARCHER *s, SET stones, konane_bounds *bounds)
{
    const bool left = B(mover_wins)(s, stones, 0, PM_BLACK);
    if (!s->is_over && !left) {
        bounds->upper = bounds->upper < 0 ? bounds->upper : 0;
    }
    const bool right = B(mover_wins)(s, stones, 0, PM_WHITE);
    if (!s->is_over && !right) {
        bounds->lower = bounds->lower > 0 ? bounds->lower : 0;
    }
    assert(s->is_over || bounds->lower <= bounds->upper);
    bounds->has_outcome = !s->is_over;
    bounds->outcome = left && right ? CGT_NEXT_PLAYER : left ? CGT_LEFT : right ? CGT_RIGHT : CGT_PREVIOUS_PLAYER;
}

/* Raise a bound from 0, one at a time, for as long as more is known; or look for one below 0, where nothing is known
 * until the search answers. */
static void B(find_lower)(SEARCHER *s, SET stones, bool is_above_zero, konane_bounds *bounds)
{
    int n = 0;
    if (is_above_zero) {
        while (n < bounds->upper && B(is_at_least)(s, stones, (n + 1) * SPARE_ONE)) {
            n++;
        }
    } else {
        do {
            n--;
        } while (n > bounds->lower && !s->is_over && !B(is_at_least)(s, stones, n * SPARE_ONE));
    }
    if (is_above_zero || !s->is_over) {
        bounds->lower = n > bounds->lower ? n : bounds->lower;
    }
}

/* Likewise from above. */
static void B(find_upper)(SEARCHER *s, SET stones, bool is_below_zero, konane_bounds *bounds)
{
    int n = 0;
    if (is_below_zero) {
        while (n > bounds->lower && B(is_at_most)(s, stones, (n - 1) * SPARE_ONE)) {
            n--;
        }
    } else {
        do {
            n++;
        } while (n < bounds->upper && !s->is_over && !B(is_at_most)(s, stones, n * SPARE_ONE));
    }
    if (is_below_zero || !s->is_over) {
        bounds->upper = n < bounds->upper ? n : bounds->upper;
    }
}

/* Look for a number between the bounds, which are neighbours: the simplest numbers first. False if the value is
 * confused with one of them, so that it is not a number. */
static bool B(find_number)(SEARCHER *s, SET stones, konane_bounds *bounds)
{
    int low = bounds->lower * SPARE_ONE, high = bounds->upper * SPARE_ONE;
    assert(high - low == SPARE_ONE);
    while (!bounds->is_number && high - low > 1) {
        const int x = low + (high - low) / 2;
        const bool is_above = B(is_at_least)(s, stones, x), is_below = B(is_at_most)(s, stones, x);
        if (s->is_over || (!is_above && !is_below)) {
            return s->is_over;
        }
        bounds->is_number = is_above && is_below;
        bounds->number = x * (DYADIC_ONE / SPARE_ONE);
        low = is_above ? x : low;
        high = is_above ? high : x;
    }
    return true;
}

static uint64_t B(memo_entries)(size_t bytes)
{
    uint64_t n = 1024;
    while (2 * n * sizeof(SEARCHED) <= bytes) {
        n *= 2;
    }
    return n;
}

/* Integer bounds, and the number that the value is. */
static void B(find_bounds)(SEARCHER *s, SET set, konane_bounds *bounds)
{
    B(find_outcome)(s, set, bounds);
    if (bounds->has_outcome && bounds->outcome != CGT_PREVIOUS_PLAYER) {
        B(find_lower)(s, set, bounds->outcome == CGT_LEFT, bounds);
        B(find_upper)(s, set, bounds->outcome == CGT_RIGHT, bounds);
    }
    bounds->is_number = bounds->lower == bounds->upper;
    bounds->number = dyadic_integer(bounds->lower);
    if (!s->is_over && bounds->lower + 1 == bounds->upper) {
        B(find_number)(s, set, bounds);
    }
}

/* The integer next to a value that is positive or negative, from zero's side; and the bounds on either side of the
 * value, if it is a number: the integers nearest to it. Else it is confused with one of them. */
static bool B(find_neighbours)(SEARCHER *s, SET set, konane_bounds *bounds)
{
    if (bounds->outcome == CGT_LEFT) {
        B(find_lower)(s, set, true, bounds);
        const bool is_low = bounds->lower > 0 && B(is_at_most)(s, set, bounds->lower * SPARE_ONE);
        bounds->upper = bounds->lower + !is_low;
        return is_low || B(is_at_most)(s, set, bounds->upper * SPARE_ONE);
    }
    B(find_upper)(s, set, true, bounds);
    const bool is_high = bounds->upper < 0 && B(is_at_least)(s, set, bounds->upper * SPARE_ONE);
    bounds->lower = bounds->upper - !is_high;
    return is_high || B(is_at_least)(s, set, bounds->lower * SPARE_ONE);
}

/* Whether the value is a number, asking no more than that takes. `bounds` holds those by the stones. */
static void B(decide_number)(SEARCHER *s, SET set, konane_bounds *bounds, konane_number *answer)
{
    B(find_outcome)(s, set, bounds);
    bounds->number = 0;
    bounds->is_number = bounds->has_outcome && bounds->outcome == CGT_PREVIOUS_PLAYER;
    bool may_be_number = bounds->has_outcome && bounds->outcome != CGT_NEXT_PLAYER;
    if (may_be_number && !bounds->is_number) {
        may_be_number = B(find_neighbours)(s, set, bounds);
        bounds->is_number = may_be_number && bounds->lower == bounds->upper;
        bounds->number = dyadic_integer(bounds->lower);
    }
    if (may_be_number && !bounds->is_number && !s->is_over) {
        may_be_number = B(find_number)(s, set, bounds);
    }
    *answer = (konane_number){.may_be = s->is_over || may_be_number, .is = bounds->is_number, .number = bounds->number};
}

static pm_status B(searcher_begin)(const S(jumper) * jumper, const konane_values_options *options, uint64_t max_nodes,
                                   SEARCHER *s, pm_error *err)
{
    const uint64_t n = B(memo_entries)(options->bytes);
    assert((n & (n - 1)) == 0);
    *s = (SEARCHER){.jumper = *jumper,
                    .memo = pages_new(n * sizeof(SEARCHED)),
                    .pool = aligned_alloc(_Alignof(SET), POOL_SETS * sizeof(SET)),
                    .mask = n - 1,
                    .max_nodes = max_nodes,
                    .options = options};
    return s->memo && s->pool ? PM_OK : status_no_memory(err, "bounds of a value", 0);
}

/* Find bounds; or, if `number` is not NULL, that alone. */
static pm_status B(search)(const S(jumper) * jumper, SET set, const konane_values_options *options, uint64_t max_nodes,
                           konane_bounds *bounds, konane_number *number, pm_error *err)
{
    SEARCHER s;
    pm_status status = B(searcher_begin)(jumper, options, max_nodes, &s, err);
    if (status == PM_OK && number) {
        B(decide_number)(&s, set, bounds, number);
    } else if (status == PM_OK) {
        B(find_bounds)(&s, set, bounds);
    }
    if (status == PM_OK && options->stop && options->stop(options->stop_ctx)) {
        status = status_fail(err, PM_INTERRUPTED, 0, "interrupted");
    }
    pages_free(s.memo, (s.mask + 1) * sizeof(SEARCHED));
    free(s.pool);
    return status;
}

#undef MOST_MOVES
#undef N_WORDS
#undef SEARCHER
#undef SEARCHED
#undef B
#undef J
#undef S
#undef SEARCH_PASTE
#undef SEARCH_PASTE_
#undef SET
