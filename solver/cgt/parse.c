/* Reading values in the notation of cgt.h, by recursive descent:
 *
 *     sum    = ["-"] term { ("+" | "-") term }
 *     term   = "+-" term | integer "." term | atom
 *     atom   = "{" forms "}" | "(" sum ")" | ("tiny" | "miny") "(" sum ")" | nus
 *     nus    = [["-"] integer ["/" power of two]] [ups] ["*" [integer]]      without spaces, not empty
 *     forms  = slots of [sum {"," sum}] between bars: a run of n bars binds looser than one of n-1
 *
 * "+-" without a space between is always the sign of {G|-G}. A minus that begins a sum belongs to the number if a
 * digit follows at once, so that -1^ is -1 + ^, and to the whole term otherwise, as a minus between terms does; so
 * -3.^ is vvv.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/nus.h"
#include "solver/cgt/table.h"
#include "src/base/array.h"
#include "src/base/status.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NESTING = 200, MAX_OPTIONS = 4096, MAX_MULTIPLE = 1000000 };

#define TOO_DEEP "braces, parentheses and signs are nested more than 200 deep"

typedef struct reader {
    cgt_table *table;
    const char *text, *at;
    int nesting;
    pm_status status;
    pm_error *err;
} reader;

static cgt_value refuse(reader *r, const char *at, const char *message)
{
    if (r->status == PM_OK) {
        r->status = status_fail(r->err, PM_BAD_INPUT, (size_t)(at - r->text), "%s", message);
    }
    return CGT_NONE;
}

static void skip_spaces(reader *r)
{
    while (isspace((unsigned char)*r->at)) {
        r->at++;
    }
}

static bool accept(reader *r, const char *word)
{
    skip_spaces(r);
    const size_t n = strlen(word);
    if (strncmp(r->at, word, n)) {
        return false;
    }
    r->at += n;
    return true;
}

/* An unsigned integer of at most `max`. */
static bool read_integer(reader *r, int64_t max, const char *too_large, int64_t *n)
{
    const char *start = r->at;
    *n = 0;
    for (; isdigit((unsigned char)*r->at); r->at++) {
        const int digit = *r->at - '0';
        if (*n > (max - digit) / 10) {
            refuse(r, start, too_large);
            return false;
        }
        *n = *n * 10 + digit;
    }
    return true;
}

static bool read_number(reader *r, dyadic *x)
{
    int64_t numerator, denominator = 1;
    if (!read_integer(r, DYADIC_MAX, "this number is too large", &numerator)) {
        return false;
    }
    if (*r->at == '/') {
        const char *start = ++r->at;
        if (!isdigit((unsigned char)*start)) {
            refuse(r, start, "a denominator is missing after '/'");
            return false;
        }
        if (!read_integer(r, DYADIC_ONE, "this denominator is finer than 2^32", &denominator)) {
            return false;
        }
        if (denominator == 0 || (denominator & (denominator - 1))) {
            refuse(r, start, "this denominator is not a power of two");
            return false;
        }
    }
    if (numerator / denominator > (INT64_C(1) << DYADIC_MAX_WHOLE_LOG) - 1) {
        refuse(r, r->at, "this number is too large: numbers are within +-2^30");
        return false;
    }
    assert(DYADIC_ONE % denominator == 0);
    *x = numerator * (DYADIC_ONE / denominator);
    return true;
}

static bool read_ups(reader *r, int32_t *ups)
{
    const char arrow = *r->at;
    int64_t n = 0;
    while (*r->at == arrow && n <= NUS_MAX_UPS) {
        r->at++;
        n++;
    }
    if (n == 1 && isdigit((unsigned char)*r->at) &&
        !read_integer(r, NUS_MAX_UPS, "there can be at most 1024 ups", &n)) {
        return false;
    }
    if (n > NUS_MAX_UPS) {
        refuse(r, r->at, "there can be at most 1024 ups");
        return false;
    }
    *ups = (int32_t)(arrow == '^' ? n : -n);
    return true;
}

static cgt_value read_nus(reader *r)
{
    const char *start = r->at;
    cgt_nus a = {0, 0, 0};
    const bool is_negative = *r->at == '-' && isdigit((unsigned char)r->at[1]);
    r->at += is_negative;
    if (isdigit((unsigned char)*r->at) && !read_number(r, &a.number)) {
        return CGT_NONE;
    }
    a.number = is_negative ? -a.number : a.number;
    if ((*r->at == '^' || *r->at == 'v') && !read_ups(r, &a.ups)) {
        return CGT_NONE;
    }
    if (*r->at == '*') {
        int64_t nim = 1;
        r->at++;
        if (isdigit((unsigned char)*r->at) && !read_integer(r, NUS_MAX_NIM, "nimbers go to *1023", &nim)) {
            return CGT_NONE;
        }
        a.nim = (uint32_t)nim;
    }
    if (r->at == start) {
        return refuse(r, start,
                      *start ? "expected a value: a number, '^', 'v', '*', '+-', 'tiny', 'miny', '{' or '('"
                             : "the text ends where a value is expected");
    }
    if (isdigit((unsigned char)*r->at) || (*r->at && strchr("^v*/", *r->at))) {
        return refuse(r, r->at, "a value is written as number, ups, star, in this order");
    }
    return cgt_from_nus(r->table, a);
}

static cgt_value read_sum(reader *r);
static cgt_value read_term(reader *r);

/* A list of options; or, once bars have been joined, the game that they make. */
typedef struct slot {
    cgt_value *options;
    size_t n, room;
    size_t bars; /* of the loosest join inside */
} slot;

static bool slot_add(reader *r, slot *s, cgt_value g)
{
    if (s->n == MAX_OPTIONS) {
        refuse(r, r->at, "a side can list at most 4096 options");
        return false;
    }
    cgt_value *options = array_grow(s->options, &s->room, s->n + 1, sizeof *options);
    if (!options) {
        cgt_table_fail(r->table, PM_NO_MEMORY);
        return false;
    }
    s->options = options;
    assert(s->n < MAX_OPTIONS);
    s->options[s->n++] = g;
    return g != CGT_NONE;
}

static bool read_options(reader *r, slot *s)
{
    skip_spaces(r);
    if (*r->at == '|' || *r->at == '}') {
        return true;
    }
    do {
        if (!slot_add(r, s, read_sum(r))) {
            return false;
        }
    } while (accept(r, ","));
    return true;
}

static size_t count_bars(reader *r)
{
    skip_spaces(r);
    return strspn(r->at, "|");
}

/* Read up to a run of more than `max_bars` bars, or the closing brace. */
static bool read_form(reader *r, size_t max_bars, slot *s)
{
    if (!read_options(r, s)) {
        return false;
    }
    for (size_t bars; (bars = count_bars(r)) > 0 && bars <= max_bars;) {
        if (bars <= s->bars) {
            refuse(r, r->at, "these bars have no order: use braces, or one bar more for the outer form");
            return false;
        }
        r->at += bars;
        slot right = {0};
        bool is_good = read_form(r, bars - 1, &right);
        if (is_good) {
            const cgt_value g = cgt_make(r->table, s->options, s->n, right.options, right.n);
            s->n = 0;
            is_good = slot_add(r, s, g);
            s->bars = bars;
        }
        free(right.options);
        if (!is_good) {
            return false;
        }
    }
    return true;
}

static cgt_value read_braces(reader *r)
{
    slot form = {0};
    cgt_value g = CGT_NONE;
    if (read_form(r, SIZE_MAX, &form)) {
        if (*r->at != '}') {
            refuse(r, r->at, *r->at ? "expected ',', '|' or '}'" : "the text ends before a closing '}'");
        } else if (form.bars == 0) {
            refuse(r, r->at, "a form needs a '|' between its left and right options");
        } else {
            r->at++;
            assert(form.n == 1); /* what the last bar joined */
            g = form.options[0];
        }
    }
    free(form.options);
    return g;
}

static cgt_value read_parenthesis(reader *r)
{
    const cgt_value g = read_sum(r);
    if (g != CGT_NONE && !accept(r, ")")) {
        return refuse(r, r->at, "expected ')'");
    }
    return g;
}

/* tiny(G) = {0 || 0 | -G} and its negative. */
static cgt_value read_tiny(reader *r, bool is_miny)
{
    const char *start = r->at;
    if (!accept(r, "(")) {
        return refuse(r, r->at, "expected '(' after 'tiny' or 'miny'");
    }
    const cgt_value g = read_parenthesis(r);
    if (g == CGT_NONE) {
        return CGT_NONE;
    }
    if (!cgt_le(r->table, CGT_ZERO, g) || g == CGT_ZERO) {
        return refuse(r, start, "the game of a tiny or miny must be positive");
    }
    const cgt_value zero = CGT_ZERO, low = cgt_negative(r->table, g);
    const cgt_value threat = cgt_make(r->table, &zero, 1, &low, 1);
    const cgt_value tiny = cgt_make(r->table, &zero, 1, &threat, 1);
    return is_miny ? cgt_negative(r->table, tiny) : tiny;
}

static cgt_value read_atom(reader *r)
{
    if (++r->nesting > MAX_NESTING) {
        return refuse(r, r->at, TOO_DEEP);
    }
    cgt_value g;
    if (accept(r, "{")) {
        g = read_braces(r);
    } else if (accept(r, "(")) {
        g = read_parenthesis(r);
    } else if (accept(r, "tiny")) {
        g = read_tiny(r, false);
    } else if (accept(r, "miny")) {
        g = read_tiny(r, true);
    } else {
        g = read_nus(r);
    }
    assert(r->nesting > 0);
    r->nesting--;
    return g;
}

/* The characters of "n." that a multiple begins with, 0 if there is none; a minus before it belongs to the sum. */
static size_t multiple_length(const char *text)
{
    const size_t n = strspn(text, "0123456789");
    return n > 0 && text[n] == '.' ? n + 1 : 0;
}

/* n.G = G + ... + G, by doubling. */
static cgt_value read_multiple(reader *r)
{
    int64_t n;
    if (!read_integer(r, MAX_MULTIPLE, "a multiple can be at most 1000000", &n)) {
        return CGT_NONE;
    }
    r->at++;
    cgt_value power = read_term(r), sum = CGT_ZERO;
    for (; n > 0 && sum != CGT_NONE && power != CGT_NONE; n >>= 1) {
        sum = n & 1 ? cgt_sum(r->table, sum, power) : sum;
        power = n > 1 ? cgt_sum(r->table, power, power) : power;
    }
    return power == CGT_NONE ? CGT_NONE : sum;
}

static cgt_value read_term(reader *r)
{
    const bool is_switch = accept(r, "+-");
    if (!is_switch && !multiple_length(r->at)) {
        return read_atom(r);
    }
    if (++r->nesting > MAX_NESTING) {
        return refuse(r, r->at, TOO_DEEP);
    }
    if (!is_switch) {
        const cgt_value multiple = read_multiple(r);
        r->nesting--;
        return multiple;
    }
    const cgt_value g = read_term(r), negative = cgt_negative(r->table, g);
    r->nesting--;
    return cgt_make(r->table, &g, 1, &negative, 1);
}

static cgt_value read_sum(reader *r)
{
    skip_spaces(r);
    bool is_negative = *r->at == '-' && (!isdigit((unsigned char)r->at[1]) || multiple_length(r->at + 1));
    r->at += is_negative;
    cgt_value sum = CGT_ZERO;
    for (;;) {
        const cgt_value g = read_term(r);
        sum = cgt_sum(r->table, sum, is_negative ? cgt_negative(r->table, g) : g);
        if (sum == CGT_NONE) {
            return CGT_NONE;
        }
        skip_spaces(r);
        is_negative = *r->at == '-';
        if (is_negative || (*r->at == '+' && r->at[1] != '-')) {
            r->at++;
        } else if (*r->at != '+') {
            return sum;
        }
    }
}

pm_status cgt_parse(cgt_table *table, const char *text, cgt_value *g, pm_error *err)
{
    reader r = {.table = table, .text = text, .at = text, .err = err};
    const cgt_value value = read_sum(&r);
    skip_spaces(&r);
    if (value != CGT_NONE && *r.at) {
        refuse(&r, r.at, "nothing can follow a complete value but '+' and '-'");
    }
    if (r.status == PM_OK && cgt_table_has_failed(table)) {
        return cgt_table_status(table, err);
    }
    if (r.status == PM_OK) {
        *g = value;
    }
    return r.status;
}
