/* Writing values in the notation of cgt.h.
 *
 * A canonical form shares its options, so its text can be exponentially longer than the form. It is written to a buffer
 * of bounded size; if that overflows, again with braces only to a smaller depth.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/cgt/nus.h"
#include "solver/cgt/table.h"
#include "src/base/array.h"
#include "src/base/status.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 1 << 16, SHORT_TEXT = 96 };

typedef struct writer {
    cgt_table *table;
    char *text;
    size_t n, room, max_bytes;
    bool is_too_long;
} writer;

static void write_bytes(writer *w, const char *bytes, size_t n)
{
    if (w->is_too_long || w->n + n + 1 > w->max_bytes) {
        w->is_too_long = true;
        return;
    }
    char *text = array_grow(w->text, &w->room, w->n + n + 1, 1);
    if (!text) {
        cgt_table_fail(w->table, PM_NO_MEMORY);
        w->is_too_long = true;
        return;
    }
    w->text = text;
    assert(w->n + n < w->room && w->n + n < w->max_bytes);
    memcpy(w->text + w->n, bytes, n);
    w->n += n;
    w->text[w->n] = '\0';
}

static void write_text(writer *w, const char *text)
{
    write_bytes(w, text, strlen(text));
}

static void write_nus(writer *w, cgt_nus a)
{
    char text[SHORT_TEXT] = "";
    int n = 0;
    if (a.number || nus_is_number(a)) {
        n = dyadic_format(a.number, text);
    }
    const int32_t ups = a.ups < 0 ? -a.ups : a.ups;
    const char *arrow = a.ups < 0 ? "v" : "^";
    if (ups >= 3) {
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%" PRId32, arrow, ups);
    } else if (ups) {
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%s", arrow, ups == 2 ? arrow : "");
    }
    if (a.nim == 1) {
        snprintf(text + n, sizeof text - (size_t)n, "*");
    } else if (a.nim) {
        snprintf(text + n, sizeof text - (size_t)n, "*%" PRIu32, a.nim);
    }
    assert(strlen(text) + 1 < sizeof text);
    write_text(w, text);
}

/* Whether g is x + tiny(h), that is {x || x | x-h}, with h a number + ups + star of positive number. */
static bool is_tiny(cgt_table *table, cgt_value g, dyadic *x, cgt_nus *h)
{
    if (g == CGT_NONE) {
        return false;
    }
    const cgt_options of_g = cgt_table_options(table, g);
    if (of_g.n_left != 1 || of_g.n_right != 1 || !cgt_is_number(table, of_g.left[0])) {
        return false;
    }
    const cgt_options threat = cgt_table_options(table, of_g.right[0]);
    cgt_nus low;
    if (threat.n_left != 1 || threat.n_right != 1 || threat.left[0] != of_g.left[0] ||
        !cgt_as_nus(table, threat.right[0], &low)) {
        return false;
    }
    *x = cgt_left_stop(table, of_g.left[0]);
    *h = (cgt_nus){*x - low.number, -low.ups, low.nim};
    return h->number > 0;
}

static bool write_tiny(writer *w, cgt_value g)
{
    dyadic x;
    cgt_nus h;
    const char *name = "tiny(";
    if (!is_tiny(w->table, g, &x, &h)) {
        if (!is_tiny(w->table, cgt_negative(w->table, g), &x, &h)) {
            return false;
        }
        x = -x;
        name = "miny(";
    }
    if (x) {
        write_nus(w, (cgt_nus){x, 0, 0});
        write_text(w, "+");
    }
    write_text(w, name);
    write_nus(w, h);
    write_text(w, ")");
    return true;
}

static void write_value(writer *w, cgt_value g, int depth);

/* {g|-g}. A g that is itself written as a sum needs parentheses. */
static void write_switch(writer *w, cgt_value g, int depth)
{
    dyadic x;
    cgt_nus h;
    const bool is_sum = (is_tiny(w->table, g, &x, &h) || is_tiny(w->table, cgt_negative(w->table, g), &x, &h)) && x;
    write_text(w, is_sum ? "+-(" : "+-");
    write_value(w, g, depth);
    write_text(w, is_sum ? ")" : "");
}

static void write_list(writer *w, const cgt_value *list, uint32_t n, int depth)
{
    cgt_value *sorted = malloc((n + 1) * sizeof *sorted);
    if (!sorted) {
        cgt_table_fail(w->table, PM_NO_MEMORY);
        w->is_too_long = true;
        return;
    }
    memcpy(sorted, list, n * sizeof *sorted);
    cgt_structural_sort(w->table, sorted, n);
    for (uint32_t i = 0; i < n && !w->is_too_long; i++) {
        if (i > 0) {
            write_text(w, ",");
        }
        write_value(w, sorted[i], depth);
    }
    free(sorted);
}

static void write_value(writer *w, cgt_value g, int depth)
{
    cgt_nus nus;
    if (cgt_as_nus(w->table, g, &nus)) {
        write_nus(w, nus);
        return;
    }
    if (depth == 0) {
        write_text(w, "{...}");
        return;
    }
    const cgt_options options = cgt_table_options(w->table, g);
    if (options.n_left == 1 && options.n_right == 1 && cgt_negative(w->table, options.left[0]) == options.right[0]) {
        write_switch(w, options.left[0], depth - 1);
        return;
    }
    if (write_tiny(w, g)) {
        return;
    }
    write_text(w, "{");
    write_list(w, options.left, options.n_left, depth - 1);
    write_text(w, "|");
    write_list(w, options.right, options.n_right, depth - 1);
    write_text(w, "}");
}

pm_status cgt_format(cgt_table *table, cgt_value g, size_t max_bytes, char **text, pm_error *err)
{
    writer w = {.table = table, .max_bytes = max_bytes};
    int depth = (int)cgt_birthday(table, g);
    for (depth = depth < MAX_DEPTH ? depth : MAX_DEPTH; depth >= 0 && !cgt_table_has_failed(table); depth--) {
        w.n = 0;
        w.is_too_long = false;
        write_value(&w, g, depth);
        if (!w.is_too_long && !cgt_table_has_failed(table)) {
            *text = w.text;
            return PM_OK;
        }
    }
    free(w.text);
    return cgt_table_has_failed(table)
               ? cgt_table_status(table, err)
               : status_fail(err, PM_BAD_INPUT, 0, "%zu bytes are too few for the text of a value", max_bytes);
}
