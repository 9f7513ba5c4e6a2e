/* Ranges of runs: see shards.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/selfplay/shards.h"

#include "src/base/array.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char prefix[] = "# games: ";

/* ---- saying it ----------------------------------------------------------------------------------- */

/* Options that do not tell runs apart. Paths are not among the texts. */
static bool is_of_run(const cli_option *option)
{
    static const char *const others[] = {"games", "first", "summary", NULL};
    for (int i = 0; others[i]; i++) {
        if (strcmp(option->name, others[i]) == 0) {
            return false;
        }
    }
    return !option->value || (strcmp(option->value, "FILE") != 0 && strcmp(option->value, "DIR") != 0);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The texts of options, to be sorted. */
typedef struct option_texts {
    char *list[CLI_MAX_OPTIONS + 8];
    int n;
    bool is_complete; /* memory did not end */
} option_texts;

static void add_text(option_texts *t, const char *name, const char *value)
{
    if (value) {
        const int length = asprintf(&t->list[t->n], "--%s%s%s ", name, value[0] ? " " : "", value);
        t->is_complete &= length >= 0;
        t->n += length >= 0;
    }
}

/* Write what tells the run apart. False: no memory. */
static bool write_run(const cli *c, uint64_t positions, FILE *out)
{
    const cli_option *options = c->command->options;
    option_texts t = {.is_complete = true};
    add_text(&t, "corner", c->corner == PM_WHITE ? "white" : NULL);
    add_text(&t, "draw-rule", c->draw_rule);
    add_text(&t, "game", strcmp(c->game, "konane") == 0 ? NULL : c->game);
    add_text(&t, "jumps", c->jumps);
    add_text(&t, "opening", c->opening);
    add_text(&t, "play", c->play);
    for (int i = 0; options[i].name; i++) {
        add_text(&t, options[i].name, is_of_run(&options[i]) ? c->values[i] : NULL);
    }
    qsort(t.list, (size_t)t.n, sizeof t.list[0], compare_texts);
    for (int i = 0; i < t.n; i++) {
        fputs(t.list[i], out);
        free(t.list[i]);
    }
    if (positions) {
        fprintf(out, "--positions %016" PRIx64 " ", positions);
    }
    fprintf(out, "%dx%d seed %" PRIu64, c->rows, c->cols, c->seed);
    return t.is_complete;
}

int shards_declare(cli *c, uint64_t first, uint64_t n_games, uint64_t positions)
{
    size_t size = 0;
    char *text = NULL;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        return cli_no_memory(c, "the provenance");
    }
    assert(n_games > 0);
    fprintf(out, "%" PRIu64 "-%" PRIu64 " of ", first, first + n_games - 1);
    const bool is_whole = write_run(c, positions, out);
    fputc('\n', out);
    if (fclose(out) != 0 || !is_whole) {
        free(text);
        return cli_no_memory(c, "the provenance");
    }
    cli_provenance_games(c, text);
    return CLI_DONE;
}

/* ---- reading it ---------------------------------------------------------------------------------- */

static int add(cli *c, const char *line, const char *path, shards *s)
{
    uint64_t first, last;
    int length = 0;
    if (sscanf(line, "%" SCNu64 "-%" SCNu64 " of %n", &first, &last, &length) != 2 || length == 0 || last < first) {
        return cli_error(c, CLI_BAD_INPUT, "\"%s\": the range of games \"%.80s\" is not one such as \"0-99 of ...\"",
                         path, line);
    }
    shard *grown = array_grow(s->list, &s->room, s->n + 1, sizeof *grown);
    char *run = grown ? strdup(line + length) : NULL;
    if (grown) {
        s->list = grown;
    }
    if (!run) {
        return cli_no_memory(c, "the ranges of games");
    }
    s->list[s->n++] = (shard){run, first, last, path};
    return CLI_DONE;
}

int shards_read(cli *c, FILE *file, const char *path, shards *s)
{
    char *line = NULL;
    size_t capacity = 0;
    const long begin = ftell(file);
    int code = CLI_DONE;
    while (code == CLI_DONE && getline(&line, &capacity, file) > 0 && line[0] == '#') {
        line[strcspn(line, "\r\n")] = '\0';
        if (strncmp(line, prefix, sizeof prefix - 1) == 0) {
            code = add(c, line + sizeof prefix - 1, path, s);
        }
    }
    free(line);
    (void)fseek(file, begin, SEEK_SET);
    return code;
}

/* ---- what it comes to ----------------------------------------------------------------------------- */

static int compare_shards(const void *a, const void *b)
{
    const shard *x = a, *y = b;
    const int order = strcmp(x->run, y->run);
    return order ? order : (x->first > y->first) - (x->first < y->first);
}

/* The ranges of a run that follow each other as one. `from` is the first of them, the number of the last is returned.
 */
static size_t join(const shards *s, size_t from, uint64_t *last)
{
    size_t i = from;
    *last = s->list[i].last;
    while (i + 1 < s->n && strcmp(s->list[i + 1].run, s->list[from].run) == 0 && s->list[i + 1].first == *last + 1) {
        *last = s->list[++i].last;
    }
    return i;
}

static int refuse_twice(cli *c, const shard *a, const shard *b)
{
    const uint64_t last = a->last < b->last ? a->last : b->last;
    return cli_error(c, CLI_BAD_INPUT,
                     "\"%s\" and \"%s\" both hold games %" PRIu64 "-%" PRIu64 " of %s: they would count twice", a->path,
                     b->path, b->first, last, a->run);
}

int shards_check(cli *c, shards *s)
{
    size_t size = 0;
    char *text = NULL;
    if (s->n > 0) {
        qsort(s->list, s->n, sizeof *s->list, compare_shards);
    }
    for (size_t i = 1; i < s->n; i++) {
        const shard *a = &s->list[i - 1], *b = &s->list[i];
        if (strcmp(a->run, b->run) == 0 && b->first <= a->last) {
            return refuse_twice(c, a, b);
        }
        if (strcmp(a->run, b->run) == 0 && b->first > a->last + 1) {
            cli_warn(c, "games %" PRIu64 "-%" PRIu64 " of %s are missing", a->last + 1, b->first - 1, a->run);
        }
    }
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; i < s->n && out; i++) {
        uint64_t last;
        const shard *first = &s->list[i];
        i = join(s, i, &last);
        fprintf(out, "%" PRIu64 "-%" PRIu64 " of %s\n", first->first, last, first->run);
    }
    if (!out || fclose(out) != 0) {
        free(text);
        return cli_no_memory(c, "the provenance");
    }
    cli_provenance_games(c, text);
    return CLI_DONE;
}

void shards_free(shards *s)
{
    for (size_t i = 0; i < s->n; i++) {
        free(s->list[i].run);
    }
    free(s->list);
    *s = (shards){0};
}
