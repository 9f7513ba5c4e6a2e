/* Checks sets of one size and the jumps on them: a template, included by tests/konane/test_konane_sets.c with SET
 * defined as set64, set128, set256 or set512. It defines check_operations_SET and check_jumps_SET.
 *
 * SPDX-License-Identifier: MIT
 */
#define CHECK_PASTE_(a, b) a##b
#define CHECK_PASTE(a, b) CHECK_PASTE_(a, b)
#define S(name) CHECK_PASTE(SET, _##name)
#define J(name) CHECK_PASTE(SET, _jumps_##name)
#define CHECK(name) CHECK_PASTE(check_##name##_, SET)
#define SIZE ((int)(8 * sizeof(SET)))

/* The cells of `set` are those i for which cells[i + offset] is true; outside the array nothing is. */
static void CHECK(equal)(SET set, const bool cells[SIZE], int offset)
{
    for (int i = 0; i < SIZE; i++) {
        const int at = i + offset;
        assert_int_equal(S(has)(set, i), at >= 0 && at < SIZE && cells[at]);
    }
}

/* The elements in order, by every operation that finds one. */
static void CHECK(elements)(SET set, const bool cells[SIZE])
{
    int n = 0;
    SET rest = set;
    for (int i = 0; i < SIZE; i++) {
        if (cells[i]) {
            assert_true(S(any)(rest));
            assert_int_equal(S(first)(rest), i);
            assert_false(S(any)(S(lowest)(rest) ^ S(one)(i)));
            assert_false(S(any)(S(pick)(set, n) ^ S(one)(i)));
            rest = S(rest)(rest);
            n++;
        }
    }
    assert_false(S(any)(rest));
    assert_int_equal(S(count)(set), n);
    if (n < 64) {
        assert_false(S(any)(S(pick)(set, n)));
    }
    for (int i = n - 64; i < 0; i++) {
        assert_false(S(any)(S(pick)(set, i)));
    }
}

static void CHECK(operations)(rng *r)
{
    for (int i = 0; i < 400; i++) {
        uint64_t words[SIZE / 64] = {0};
        bool cells[SIZE] = {false};
        for (int cell = 0; cell < SIZE; cell++) {
            cells[cell] = rng_below(r, 8) < (uint32_t)i % 9;
            words[cell / 64] |= (uint64_t)cells[cell] << cell % 64;
        }
        const SET set = S(from_words)(words);
        const int n = 1 + i % 32;
        CHECK(equal)(set, cells, 0);
        CHECK(equal)(S(up)(set, n), cells, -n);
        CHECK(equal)(S(down)(set, n), cells, n);
        CHECK(elements)(set, cells);
        for (int word = 0; word < SIZE / 64; word++) {
            assert_true(S(word)(set, word) == words[word]);
        }
    }
}

/* The jumps of a position are `expected`, by every function that lists, counts, makes or walks them. */
static void CHECK(jumps)(int rows, int cols, pm_color corner, const uint64_t *words, int mover, const pm_move *expected,
                         int n)
{
    static pm_move moves[GAME_MAX_MOVES];
    static SET children[GAME_MAX_MOVES];
    const S(jumper) jumper = J(jumper)(rows, cols, corner, KONANE_CHAINS_ANY);
    const SET stones = S(from_words)(words);
    assert_int_equal(J(count)(&jumper, stones, mover), n);
    assert_int_equal(J(list)(&jumper, stones, mover, moves), n);
    assert_int_equal(J(children)(&jumper, stones, mover, children), n);
    SET made = stones ^ stones, listed = made, walked = made, chains = made, chosen = made;
    uint64_t replies = 0;
    int n_chains = 0;
    for (int i = 0; i < n; i++) {
        assert_int_equal(moves[i].from, expected[i].from);
        assert_int_equal(moves[i].to, expected[i].to);
        const SET after = J(make)(&jumper, stones, moves[i].from, moves[i].to);
        const int n_taken = J(n_taken)(&jumper, moves[i].from, moves[i].to);
        assert_int_equal(S(count)(stones) - S(count)(after), n_taken);
        made += after;
        listed += children[i];
        replies += (uint64_t)J(count)(&jumper, after, 1 - mover);
        if (n_taken >= 2) {
            const konane_choice c = J(choose_chain)(&jumper, stones, mover, n_chains++);
            chains += after;
            chosen += J(make)(&jumper, stones, c.from, c.to);
            assert_int_equal(J(n_taken)(&jumper, c.from, c.to), c.n_taken);
        }
    }
    assert_int_equal(J(perft_made)(&jumper, stones, mover, 1, &walked), n);
    assert_false(S(any)(made ^ listed));
    assert_false(S(any)(made ^ walked));
    assert_false(S(any)(chains ^ chosen));
    assert_true(J(perft)(&jumper, stones, mover, 2) == replies);
    assert_true(J(perft_made)(&jumper, stones, mover, 2, &walked) == replies);
}

#undef SIZE
#undef CHECK
#undef J
#undef S
#undef CHECK_PASTE
#undef CHECK_PASTE_
