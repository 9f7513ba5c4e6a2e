/* Reading values and comparisons of values: see statement.h.
 *
 * A text is cut at its sign of comparison, which no value has outside braces and parentheses, and both sides are read
 * by cgt_parse.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/statement.h"

#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A sign, and the relations of left to right that it states, as bits. */
typedef struct sign {
    const char *text;
    unsigned holds_for;
} sign;

enum {
    EQUAL = 1 << CGT_EQUAL,
    LESS = 1 << CGT_LESS,
    GREATER = 1 << CGT_GREATER,
    CONFUSED = 1 << CGT_CONFUSED,
};

/* The longer ones first, so that none is taken for the beginning of another. */
static const sign signs[] = {
    {"==", EQUAL},    {"<=", LESS | EQUAL},    {">=", GREATER | EQUAL},    {"<>", CONFUSED},
    {"||", CONFUSED}, {"<|", LESS | CONFUSED}, {"|>", GREATER | CONFUSED}, {"=", EQUAL},
    {"<", LESS},      {">", GREATER},
};

static const sign *sign_at(const char *text)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (strncmp(text, signs[i].text, strlen(signs[i].text)) == 0) {
            return &signs[i];
        }
    }
    return NULL;
}

/* The first sign outside braces and parentheses, and where it is; NULL if there is none. */
static const sign *find_sign(const char *text, const char **at)
{
    int depth = 0;
    for (const char *c = text; *c; c++) {
        const sign *found = depth == 0 ? sign_at(c) : NULL;
        if (found) {
            *at = c;
            return found;
        }
        depth += strchr("{(", *c) ? 1 : strchr("})", *c) ? -1 : 0;
    }
    return NULL;
}

/* Read the value text[begin..end), with errors at offsets of the whole text. */
static pm_status parse_part(cgt_table *table, const char *text, size_t begin, size_t end, cgt_value *g, pm_error *err)
{
    char *part = strndup(text + begin, end - begin);
    if (!part) {
        return status_no_memory(err, "the text of a value", 0);
    }
    const pm_status status = cgt_parse(table, part, g, err);
    free(part);
    if (status == PM_BAD_INPUT && err) {
        err->offset += begin;
    }
    return status;
}

static pm_status compare(cgt_table *table, const char *text, const sign *s, const char *at, cgt_statement *statement,
                         pm_error *err)
{
    const size_t first = (size_t)(at - text), second = first + strlen(s->text);
    const char *further;
    cgt_value g, h;
    if (find_sign(text + second, &further)) {
        return status_fail(err, PM_BAD_INPUT, (size_t)(further - text), "a comparison has two sides, not three");
    }
    pm_status status = parse_part(table, text, 0, first, &g, err);
    if (status == PM_OK) {
        status = parse_part(table, text, second, strlen(text), &h, err);
    }
    if (status != PM_OK) {
        return status;
    }
    const cgt_relation relation = cgt_compare(table, g, h);
    statement->is_comparison = true;
    statement->is_true = s->holds_for >> relation & 1;
    statement->value = cgt_difference(table, g, h);
    status = cgt_table_status(table, err);
    assert(status != PM_OK || (relation == CGT_EQUAL) == (statement->value == CGT_ZERO));
    return status;
}

pm_status cgt_statement_parse(cgt_table *table, const char *text, cgt_statement *statement, pm_error *err)
{
    const char *at;
    const sign *s = find_sign(text, &at);
    *statement = (cgt_statement){.value = CGT_NONE};
    return s ? compare(table, text, s, at, statement, err) : cgt_parse(table, text, &statement->value, err);
}
