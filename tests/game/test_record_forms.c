/* Forms of records that other programs write. Oracle: what the standards and the rules of the games say of each text,
 * written down here by hand: how many games it holds, their lengths and results, and what must be reported. A text that
 * is cut anywhere never gives a game that the whole one does not have.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

/* What a text holds, in one line: for each game its number of moves and its result (b, w, d or ?), and '!' and the
 * text of a note; for each error '#' and its text. */
static char *summary(FILE *file, const char *name, const game_options *defaults)
{
    static const char results[] = {
        [RECORD_BLACK_WON] = 'b', [RECORD_WHITE_WON] = 'w', [RECORD_DRAWN] = 'd', [RECORD_UNKNOWN] = '?'};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    record_reader *reader = record_reader_new(file, record_dialect_of_game(name), defaults);
    assert_non_null(reader);
    pm_status status = PM_OK;
    for (;;) {
        const record *r;
        pm_error err;
        status = record_read(reader, &r, &err);
        if (status == PM_NOT_FOUND) {
            break;
        }
        if (status == PM_OK) {
            fprintf(out, "%d%c%s%s ", r->n_moves, results[r->result], r->note ? "!" : "", r->note ? r->note : "");
        } else {
            assert_int_equal(status, PM_BAD_INPUT);
            fprintf(out, "#%s ", err.message);
        }
    }
    record_reader_free(reader);
    fclose(out);
    return text;
}

static char *summary_of_text(const char *text, size_t size, const char *name, const game_options *defaults)
{
    FILE *file = fmemopen((void *)(uintptr_t)text, size, "r");
    assert_non_null(file);
    char *found = summary(file, name, defaults);
    fclose(file);
    return found;
}

static const game_options eight = {.rows = 8, .cols = 8};

/* `expected` is the beginning of the summary. */
static void check(const char *name, char *found, const char *expected)
{
    if (strncmp(found, expected, strlen(expected)) != 0 || (!*expected && *found)) {
        fail_msg("%s: \"%s\", not \"%s\"", name, found, expected);
    }
    free(found);
}

static void files_of_other_programs_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *file, *game;
        const char *expected;
        game_options options;
    } cases[] = {
        {"forced-star.pdn", "italian", "6w ", {0}},
        {"forced-star-middle.pdn", "italian", "8w ", {0}},
        {"result-twice.pdn", "italian", "2w ", {0}},
        {"star-then-result.kgn", "konane", "3?!game 1 (line 5): a second result differs from the first", {0}},
        {"quiet-move-with-x.pdn", "american", "8d ", {0}},
        {"ambiguous-decided-later.pdn", "american", "3b ", {0}},
        {"ambiguous-last-ply.pdn", "italian", "1b!game 1, ply 1 (line 5): the move can be read in two ways", {0}},
        {"half-with-en-dash.pdn", "italian", "2d ", {0}},
        {"konane-4x4-a1-black-one-number-per-ply.txt", "konane", "6w ", {.rows = 4, .cols = 4, .corner = PM_WHITE}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[128];
        snprintf(path, sizeof path, "tests/data/records/%s", cases[i].file);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        char *found = summary(file, cases[i].game, &cases[i].options);
        fclose(file);
        check(cases[i].file, found, cases[i].expected);
    }
}

/* The same kinds in further shapes. */
static void forms_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *game, *expected;
    } cases[] = {
        /* the mark of a forced move, and the '*' that ends a game */
        {"1. 21-17 11-15*! 2. 26-21!* *", "italian", "3? "},
        {"1. 21-17 11-15* 1-0 1. 21-17* 11-15 0-1", "italian", "2w 2b "},
        {"1. a8 a7* 2. c8-a8* *", "konane", "3? "},
        {"1. a8 b8 2. *", "konane", "2? "},
        {"1. 21-17 11-15*1-0", "italian", "2w "},
        /* results that have no game */
        {"1-0", "konane", ""},
        {"* * 1-0\n\n0-1", "italian", ""},
        {"1. d5 c5 *\n\n*\n\n[Black \"a\"]\n1. d5 c5 1-0 1-0", "konane", "2? 2b "},
        {"1. d5 c5 1-0 0-1", "konane", "2b!game 1 (line 1): a second result differs"},
        {"[Result \"0-1\"]\n1. d5 c5 1-0 0-1", "konane", "#game 1 (line 1): the tag Result and the result"},
        {"[Result \"1-0\"]\n1. d5 c5 *", "konane",
         "2?!game 1 (line 1): the tag Result names a winner, but the moves end"},
        {"[Result \"1-0\"]\n1. 21-17 11-15 *", "italian", "2w "}, /* PDN 3.0: '*' separates games */
        {"[Black \"a\"]\n1-0", "konane", "0b "},
        /* separators */
        {"1. 11x15 23:18 2. 8 - 11 27- 23 3. 4 -8 1 - 0", "american", "5b "},
        {"1. 11\xe2\x80\x93"
         "15 23\xe2\x88\x92"
         "18 0\xe2\x80\x93"
         "1",
         "american", "2w "},
        {"1. d5 c5 2. d3 - d5 *", "konane", "3? "},
        {"1. 1115 2318 2. 0811 1/2 - 1/2", "american", "3d "},
        {"1. 11-15 23-18 {a -\n comment} 2. 8\n-11 *", "american", "#game 1, ply 3 (line 2): move '8'"},
        /* captures in steps */
        {"[FEN \"W:W31:B12,20,28\"]\n1. 31x24 24x15 15x8 1-0", "italian", "1w "},
        {"[FEN \"W:W31:B12,20,28\"]\n1. 3124 2415 1508 1-0", "italian", "1w "},
        {"[FEN \"W:W31:B12,20,28\"]\n1. 31x24 15x8 1-0", "italian",
         "#game 1, ply 1 (line 2): move '31x24': 31x24 is not"},
        {"[FEN \"W:W31:B12,20,28\"]\n1. 31x24 1-0", "italian", "#game 1, ply 1 (line 2): move '31x24': 31x24 is not"},
        {"[FEN \"W:W31:B12,20,28\"]\n1. 31x24\n", "italian", "#game 1, ply 1 (line 2): move '31x24': 31x24 is not"},
        /* short captures with several paths; 11x4 is possible after one of the two only */
        {"[FEN \"W:W19:B6,7,14,15\"]\n1. 19x3 *", "italian",
         "1?!game 1, ply 1 (line 2): the move can be read in two ways"},
        /* the end of the moves */
        {"1. d5 c5", "konane", "#game 1, ply 2 (line 1): the moves end without a result"},
        {"[Result \"1-0\"]\n1. d5 c5\n[Black \"b\"]\n1. d5 c5 0-1", "konane",
         "#game 1, ply 2 (line 3): the moves end without "},
        {"[Position \"b1/1b b\"]\n", "konane", "0w "},
        {"[FEN \"W:W31:B12,20,28\"]\n1. 31x8", "italian", "1w "},
        {"a8 a7 *\n\n", "konane", "2? "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const game_options options = strcmp(cases[i].game, "konane") == 0 ? eight : (game_options){0};
        check(cases[i].text, summary_of_text(cases[i].text, strlen(cases[i].text), cases[i].game, &options),
              cases[i].expected);
    }
}

/* A file cut at any byte: each game is one of the whole file, as long and with the same winner, or is reported. */
static void cuts_are_noticed(void **state)
{
    (void)state;
    static const struct {
        const char *text, *game;
        int n_moves[2];
        char results[3];
    } files[] = {
        {"[Game \"Konane\"]\n[Board \"4x4\"]\n[Result \"0-1\"]\n\n1. a4 b4 2. a2-a4 0-1\n\n"
         "[Board \"4x4\"]\n[Result \"1-0\"]\n\n1. a4 b4 1-0\n",
         "konane",
         {3, 2},
         "wb"},
        {"[GameType \"22\"]\n[Result \"1-0\"]\n\n1. 21-17 11-15 2. 26-21 15-19 3. 22x15 12x19 1-0\n\n"
         "[Risultato \"1/2-1/2\"]\n1. 21-17 12-15 2. 23-19 1/2-1/2\n",
         "italian",
         {6, 3},
         "wd"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char whole[2][8];
        for (int k = 0; k < 2; k++) {
            snprintf(whole[k], sizeof whole[k], "%d%c ", files[i].n_moves[k], files[i].results[k]);
        }
        char *found = summary_of_text(files[i].text, strlen(files[i].text), files[i].game, &eight);
        assert_true(strncmp(found, whole[0], strlen(whole[0])) == 0 && strcmp(found + strlen(whole[0]), whole[1]) == 0);
        free(found);
        for (size_t n = 1; n < strlen(files[i].text); n++) {
            found = summary_of_text(files[i].text, n, files[i].game, &eight);
            const char *rest = found;
            for (int k = 0; k < 2 && strncmp(rest, whole[k], strlen(whole[k])) == 0; k++) {
                rest += strlen(whole[k]);
            }
            if (*rest && *rest != '#') {
                fail_msg("cut after %zu bytes: %s", n, found);
            }
            free(found);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_other_programs_are_read),
        cmocka_unit_test(forms_are_read),
        cmocka_unit_test(cuts_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
