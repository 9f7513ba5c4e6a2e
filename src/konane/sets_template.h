/* Sets of more than two words, which are vectors: a template, included by src/konane/sets.h once for each size with
 * these defined:
 *
 *   SET             the type: set256 or set512
 *   SET_WORDS       the number of its words
 *   SET_FROM_BELOW  the words of {set, zero} that a shift up brings into each place: no word into the lowest
 *   SET_FROM_ABOVE  likewise for a shift down
 *
 * All are undefined at the end.
 *
 * SPDX-License-Identifier: MIT
 */
#define SETS_PASTE_(a, b) a##b
#define SETS_PASTE(a, b) SETS_PASTE_(a, b)
#define S(name) SETS_PASTE(SET, _##name)

static inline SET S(up)(SET set, int n)
{
    assert(n >= 1 && n < 64);
    const SET lower = __builtin_shufflevector(set, (SET){0}, SET_FROM_BELOW);
    return set << n | lower >> (64 - n);
}

static inline SET S(down)(SET set, int n)
{
    assert(n >= 1 && n < 64);
    const SET upper = __builtin_shufflevector(set, (SET){0}, SET_FROM_ABOVE);
    return set >> n | upper << (64 - n);
}

static inline bool S(any)(SET set)
{
    uint64_t any = 0;
    for (int i = 0; i < SET_WORDS; i++) {
        any |= set[i];
    }
    return any != 0;
}

static inline uint64_t S(word)(SET set, int i)
{
    return set[i];
}

/* The cells from number `cell` on, as a word. */
static inline uint64_t S(from)(SET set, int cell)
{
    assert(cell >= 0 && cell < 64 * SET_WORDS);
    const int i = cell / 64, n = cell % 64;
    return set[i] >> n | (n && i + 1 < SET_WORDS ? set[i + 1] << (64 - n) : 0);
}

static inline SET S(from_words)(const uint64_t *words)
{
    SET set;
    for (int i = 0; i < SET_WORDS; i++) {
        set[i] = words[i];
    }
    return set;
}

static inline int S(count)(SET set)
{
    int n = 0;
    for (int i = 0; i < SET_WORDS; i++) {
        n += bits_count(set[i]);
    }
    return n;
}

/* The number of the first word that is not empty. */
static inline int S(first_word)(SET set)
{
    int i = 0;
    while (i < SET_WORDS - 1 && !set[i]) {
        i++;
    }
    return i;
}

static inline int S(first)(SET set)
{
    const int i = S(first_word)(set);
    return 64 * i + bits_first(set[i]);
}

static inline SET S(rest)(SET set)
{
    const int i = S(first_word)(set);
    set[i] = bits_rest(set[i]);
    return set;
}

static inline SET S(one)(int cell)
{
    assert(cell >= 0 && cell < 64 * SET_WORDS);
    uint64_t words[SET_WORDS] = {0};
    words[cell / 64] = bits_one(cell % 64);
    return S(from_words)(words);
}

static inline SET S(lowest)(SET set)
{
    return S(one)(S(first)(set));
}

static inline bool S(has)(SET set, int cell)
{
    assert(cell >= 0 && cell < 64 * SET_WORDS);
    return set[cell / 64] >> cell % 64 & 1;
}

static inline SET S(pick)(SET set, int n)
{
    SET picked;
    for (int i = 0; i < SET_WORDS; i++) {
        picked[i] = sets_pick_word(set[i], n);
        n -= bits_count(set[i]);
    }
    return picked;
}

#undef S
#undef SETS_PASTE
#undef SETS_PASTE_
#undef SET
#undef SET_WORDS
#undef SET_FROM_BELOW
#undef SET_FROM_ABOVE
