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

/* Who wins a position plus `spare` free moves, for Black if positive, for White if negative. Entries overwrite each
 * other. */
typedef struct SEARCHED {
    uint64_t word[N_WORDS]; /* of the stones: words need no more alignment than calloc gives */
    int16_t spare;
    uint8_t mover, is_known, mover_wins;
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

static uint64_t B(hash_of)(SET stones, int spare, int mover)
{
    assert(spare >= -KONANE_CELL_LIMIT && spare < INT16_MAX - KONANE_CELL_LIMIT); /* an entry has 16 bits */
    const uint64_t rest = (uint64_t)(spare + KONANE_CELL_LIMIT) << 1 | (uint64_t)mover;
    uint64_t words[N_WORDS + 1] = {rest};
    for (int i = 0; i < (int)N_WORDS; i++) {
        words[i + 1] = S(word)(stones, i);
    }
    return hash_words(words, N_WORDS + 1);
}

/* Put positions first in which the other side has few jumps. */
static void B(sort_children)(const SEARCHER *s, SET *children, int n, int enemy)
{
    int mobility[MOST_MOVES];
    for (int i = 0; i < n; i++) {
        const SET child = children[i];
        const int moves = J(count)(&s->jumper, child, enemy);
        int j = i;
        for (; j > 0 && mobility[j - 1] > moves; j--) {
            mobility[j] = mobility[j - 1];
            children[j] = children[j - 1];
        }
        mobility[j] = moves;
        children[j] = child;
    }
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
    bool wins = false;
    B(sort_children)(s, children, n, 1 - mover);
    s->n_pool += (size_t)n;
    for (int i = 0; i < n && !s->is_over && !wins; i++) {
        wins = !B(mover_wins)(s, children[i], spare, 1 - mover);
    }
    s->n_pool -= (size_t)n;
    if (wins) {
        return true;
    }
    /* a spare move is never better than every jump (number avoidance), so it comes last */
    const int own = mover == PM_BLACK ? spare : -spare;
    return own > 0 && !B(mover_wins)(s, stones, mover == PM_BLACK ? spare - 1 : spare + 1, 1 - mover);
}

/* Whether `mover` wins; without meaning once the search is over. */
static bool B(mover_wins)(SEARCHER *s, SET stones, int spare, int mover)
{
    SEARCHED *entry = &s->memo[B(hash_of)(stones, spare, mover) & s->mask];
    if (entry->is_known && !S(any)(S(from_words)(entry->word) ^ stones) && entry->spare == spare &&
        entry->mover == mover) {
        return entry->mover_wins;
    }
    s->is_over = s->is_over || ++s->n_nodes > s->max_nodes ||
                 (s->n_nodes % 1024 == 0 && s->options->stop && s->options->stop(s->options->stop_ctx));
    if (s->is_over) {
        return false;
    }
    const bool wins = B(mover_wins_by_moving)(s, stones, spare, mover);
    if (!s->is_over) {
        *entry = (SEARCHED){{0}, (int16_t)spare, (uint8_t)mover, true, wins};
        for (int i = 0; i < (int)N_WORDS; i++) {
            entry->word[i] = S(word)(stones, i);
        }
    }
    return wins;
}

/* Whether the value is known to be at least, or at most, n. */
static bool B(is_at_least)(SEARCHER *s, SET stones, int n)
{
    const bool white_wins = B(mover_wins)(s, stones, -n, PM_WHITE);
    return !white_wins && !s->is_over;
}

static bool B(is_at_most)(SEARCHER *s, SET stones, int n)
{
    const bool black_wins = B(mover_wins)(s, stones, -n, PM_BLACK);
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
        while (n < bounds->upper && B(is_at_least)(s, stones, n + 1)) {
            n++;
        }
    } else {
        do {
            n--;
        } while (n > bounds->lower && !s->is_over && !B(is_at_least)(s, stones, n));
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
        while (n > bounds->lower && B(is_at_most)(s, stones, n - 1)) {
            n--;
        }
    } else {
        do {
            n++;
        } while (n < bounds->upper && !s->is_over && !B(is_at_most)(s, stones, n));
    }
    if (is_below_zero || !s->is_over) {
        bounds->upper = n < bounds->upper ? n : bounds->upper;
    }
}

static uint64_t B(memo_entries)(size_t bytes)
{
    uint64_t n = 1024;
    while (2 * n * sizeof(SEARCHED) <= bytes) {
        n *= 2;
    }
    return n;
}

static pm_status B(search)(const konane_stones *stones, SET set, const konane_values_options *options,
                           uint64_t max_nodes, konane_bounds *bounds, pm_error *err)
{
    const uint64_t n = B(memo_entries)(options->bytes);
    assert((n & (n - 1)) == 0);
    SEARCHER s = {.jumper = J(jumper)(stones->rows, stones->cols, stones->corner, KONANE_CHAINS_ANY),
                  .memo = calloc(n, sizeof(SEARCHED)),
                  .pool = aligned_alloc(_Alignof(SET), POOL_SETS * sizeof(SET)),
                  .mask = n - 1,
                  .max_nodes = max_nodes,
                  .options = options};
    if (!s.memo || !s.pool) {
        free(s.memo);
        free(s.pool);
        return status_no_memory(err, "bounds of a value", 0);
    }
    B(find_outcome)(&s, set, bounds);
    if (bounds->has_outcome && bounds->outcome != CGT_PREVIOUS_PLAYER) {
        B(find_lower)(&s, set, bounds->outcome == CGT_LEFT, bounds);
        B(find_upper)(&s, set, bounds->outcome == CGT_RIGHT, bounds);
    }
    free(s.memo);
    free(s.pool);
    return PM_OK;
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
