/* The values and closed forms of data/families.csv: valued again, and the two columns compared.
 *
 * Short patterns only, all of them under PAPAMU_LONG=1. The oracles are the closed forms, of which those with a source
 * in scripts/families.sh are published.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/values/value.h"
#include "tests/aid/cgt_aid.h"
#include "tests/aid/long.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_LINE = 4096, N_FIELDS = 7, POSITION = 4, VALUE = 5, CLOSED = 6, SHORT = 15 };

/* Cut a line of csv into its fields, quotes taken off. No field has a quote inside. */
static int split(char *line, char *fields[N_FIELDS])
{
    int n = 0;
    for (char *at = line; n < N_FIELDS; at++) {
        const bool is_quoted = *at == '"';
        at += is_quoted;
        fields[n++] = at;
        at += strcspn(at, is_quoted ? "\"" : ",\n");
        if (is_quoted) {
            *at++ = '\0';
        }
        if (*at != ',') {
            *at = '\0';
            break;
        }
        *at = '\0';
    }
    return n;
}

static void families_are_valued_again(void **state)
{
    (void)state;
    FILE *file = fopen("data/families.csv", "r");
    assert_non_null(file);
    const konane_values_options options = {.bytes = (size_t)512 << 20, .threads = 2};
    konane_values *values = NULL;
    assert_int_equal(konane_values_new(&options, &values, NULL), PM_OK);
    char line[MAX_LINE], *fields[N_FIELDS] = {0};
    int n_valued = 0, n_closed = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || strncmp(line, "family,", 7) == 0) {
            continue;
        }
        assert_int_equal(split(line, fields), N_FIELDS);
        konane_diagram d;
        cgt_value value;
        if (fields[CLOSED][0]) {
            assert_string_equal(fields[CLOSED], fields[VALUE]);
            n_closed++;
        }
        if (strlen(fields[POSITION]) > SHORT && !is_long_run()) {
            continue;
        }
        assert_int_equal(konane_diagram_parse(fields[POSITION], true, KONANE_CELL_LIMIT, &d, NULL), PM_OK);
        const konane_stones stones = konane_stones_of(&d);
        assert_int_equal(konane_value(values, &stones, &value, NULL), PM_OK);
        aid_check_text(konane_values_table(values), value, fields[VALUE]);
        n_valued++;
    }
    assert_true(n_valued > 200 && n_closed > 400);
    fclose(file);
    konane_values_free(values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(families_are_valued_again)};
    return cmocka_run_group_tests_name("families of patterns", tests, NULL, NULL);
}
