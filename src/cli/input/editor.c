/* Edited lines by libedit: see editor.h.
 *
 * libedit would pass signals that it catches on to the whole process group, the shell script around us too. So its
 * handlers are off, and characters are read here, where a signal ends the wait: after Ctrl-Z or a new width the line is
 * drawn again.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/input/editor.h"
#include "src/base/array.h"
#include "src/cli/input/history.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <histedit.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N_SIGNALS = 3, MAX_LIST = 4096 };

static const int signals[N_SIGNALS] = {SIGTSTP, SIGCONT, SIGWINCH};

struct editor {
    cli *c;
    const terminal *terminal;
    editor_offers *offers;
    void *ctx;
    EditLine *el;
    History *history;
    char *path;    /* of the file of the history; NULL: it is not kept */
    char *entered; /* what was typed, each line with its end */
    size_t n_bytes, capacity;
    const char *prompt;
    char *line; /* the last */
};

struct editor_words {
    const char *typed;   /* the word before the cursor, up to it */
    int n;               /* words that begin with it */
    char common[256];    /* what they all begin with */
    char list[MAX_LIST]; /* those words, as far as there is room */
    size_t n_list;
};

const char editor_note[] =
    "On a terminal lines can be edited, recalled with the arrow keys, and completed with Tab (not if TERM is dumb);\n"
    "they are kept in papamu/history in $XDG_STATE_HOME or ~/.local/state.";

/* ---- signals ---------------------------------------------------------------------------------- */

/* Of each signal, whether it came: a handler can reach nothing else. */
static volatile sig_atomic_t has_come[N_SIGNALS];

static void on_signal(int number)
{
    for (int i = 0; i < N_SIGNALS; i++) {
        has_come[i] |= number == signals[i];
    }
}

/* Catch the signals, unless whoever started us has them ignored; `old` is what to put back. */
static void catch_signals(struct sigaction old[N_SIGNALS])
{
    struct sigaction action = {.sa_handler = on_signal}; /* no SA_RESTART: they end a read */
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < N_SIGNALS; i++) {
        sigaction(signals[i], NULL, &old[i]);
        if (old[i].sa_handler != SIG_IGN) {
            sigaction(signals[i], &action, NULL);
        }
    }
}

static void release_signals(const struct sigaction old[N_SIGNALS])
{
    for (int i = 0; i < N_SIGNALS; i++) {
        sigaction(signals[i], &old[i], NULL);
    }
}

/* Stop, with the terminal as it was before the line. */
static void suspend(EditLine *el)
{
    struct sigaction ours, usual = {.sa_handler = SIG_DFL};
    sigemptyset(&usual.sa_mask);
    el_set(el, EL_PREP_TERM, 0);
    sigaction(SIGTSTP, &usual, &ours);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &ours, NULL);
}

/* Do what the signals ask for that have come. */
static void obey_signals(EditLine *el)
{
    static_assert(N_SIGNALS == 3, "stop, continue, a new width");
    bool came[N_SIGNALS];
    for (int i = 0; i < N_SIGNALS; i++) {
        came[i] = has_come[i];
        has_come[i] = false;
    }
    if (came[0]) {
        suspend(el);
    }
    if (came[0] || came[1]) {
        has_come[1] = false; /* what ended our own stop */
        el_set(el, EL_PREP_TERM, 1);
        el_set(el, EL_REFRESH);
    }
    if (came[2]) {
        el_resize(el);
    }
}

/* ---- characters ------------------------------------------------------------------------------- */

/* The next character, as the locale encodes it; a byte that is part of none becomes a question mark. Returns 1, 0 at
 * the end of the input, -1 at an error or after Ctrl-C. */
static int read_character(EditLine *el, wchar_t *character)
{
    mbstate_t state = {0};
    for (;;) {
        char byte;
        const ssize_t n = read(STDIN_FILENO, &byte, 1);
        if (n < 0 && errno == EINTR && !cli_is_interrupted()) {
            obey_signals(el);
            continue;
        }
        if (n <= 0) {
            return (int)n;
        }
        const size_t length = mbrtowc(character, &byte, 1, &state);
        if (length == (size_t)-1) {
            *character = L'?';
        }
        if (length != (size_t)-2) {
            return 1;
        }
    }
}

/* ---- completion ------------------------------------------------------------------------------- */

void editor_offer(editor_words *words, const char *word)
{
    if (strncasecmp(word, words->typed, strlen(words->typed)) != 0) {
        return;
    }
    if (words->n++ == 0) {
        snprintf(words->common, sizeof words->common, "%s", word);
    }
    assert(words->n_list < sizeof words->list);
    size_t n = 0;
    while (words->common[n] && words->common[n] == word[n]) {
        n++;
    }
    words->common[n] = '\0';
    if (words->n_list + strlen(word) + 2 < sizeof words->list) {
        words->n_list += (size_t)sprintf(words->list + words->n_list, "%s ", word);
    }
}

/* Type what all words have in common; if that is there already, list them. */
static unsigned char use_words(editor *e, const editor_words *words)
{
    if (words->n == 0) {
        return CC_ERROR;
    }
    if (strcmp(words->common, words->typed) != 0) {
        el_deletestr(e->el, (int)strlen(words->typed)); /* of one byte each, as in the words that begin with it */
        el_insertstr(e->el, words->common);
        return CC_REFRESH;
    }
    if (words->n > 1) {
        cli_print(e->c, "\n");
        terminal_say(e->c, e->terminal, "%s", words->list);
        cli_flush(e->c);
        return CC_REDISPLAY;
    }
    return CC_NORM;
}

static unsigned char complete(EditLine *el, int key)
{
    editor *e;
    el_get(el, EL_CLIENTDATA, &e);
    const LineInfo *info = el_line(el);
    const char *begin = info->cursor;
    while (begin > info->buffer && !isspace((unsigned char)begin[-1])) {
        begin--;
    }
    unsigned char done = CC_ERROR;
    char *typed = strndup(begin, (size_t)(info->cursor - begin));
    char *before = strndup(info->buffer, (size_t)(begin - info->buffer));
    if (typed && before) {
        editor_words words = {.typed = typed};
        done = e->offers(e->ctx, before, &words) ? use_words(e, &words) : _el_fn_complete(el, key);
    }
    free(typed);
    free(before);
    return done;
}

/* ---- the history ------------------------------------------------------------------------------ */

static void recall(editor *e)
{
    HistEvent event;
    e->path = history_path();
    char *text = e->path ? history_read(e->path) : NULL;
    for (char *line = text; line && *line;) {
        char *end = line + strcspn(line, "\n");
        const bool is_last = !*end;
        *end = '\0';
        history(e->history, &event, H_ENTER, line);
        line = end + !is_last;
    }
    free(text);
}

/* Remember a line of `n` bytes; without memory it is forgotten. */
static void remember(editor *e, const char *line, size_t n)
{
    assert(n < LINES_MAX_BYTES && !memchr(line, '\n', n)); /* or the file would have another line */
    HistEvent event;
    if (strspn(line, " \t") == n) {
        return;
    }
    history(e->history, &event, H_ENTER, line);
    char *entered = array_grow(e->entered, &e->capacity, e->n_bytes + n + 2, 1);
    if (entered) {
        e->entered = entered;
        memcpy(entered + e->n_bytes, line, n);
        strcpy(entered + e->n_bytes + n, "\n");
        e->n_bytes += n + 1;
    }
}

/* ---- lines ------------------------------------------------------------------------------------ */

static char *get_prompt(EditLine *el)
{
    editor *e;
    el_get(el, EL_CLIENTDATA, &e);
    return (char *)(uintptr_t)e->prompt; /* which libedit only reads */
}

static bool set_up(editor *e)
{
    HistEvent event;
    e->el = el_init("papamu", stdin, stdout, stderr);
    e->history = history_init();
    if (!e->el || !e->history) {
        return false;
    }
    history(e->history, &event, H_SETSIZE, HISTORY_MAX_LINES);
    history(e->history, &event, H_SETUNIQUE, 1);
    el_set(e->el, EL_CLIENTDATA, e);
    el_set(e->el, EL_SIGNAL, 0);
    el_set(e->el, EL_EDITOR, "emacs");
    el_set(e->el, EL_GETCFN, read_character);
    el_set(e->el, EL_PROMPT, get_prompt);
    el_set(e->el, EL_HIST, history, e->history);
    /* el_set would copy the two texts and never free them; this keeps pointers. */
    el_wset(e->el, EL_ADDFN, L"papamu-complete", L"complete a command, a move or a file name", complete);
    el_set(e->el, EL_BIND, "^I", "papamu-complete", NULL);
    el_set(e->el, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_source(e->el, NULL);
    return true;
}

editor *editor_open(cli *c, const terminal *t, editor_offers *offers, void *ctx)
{
    editor *e = t->is_dialogue && t->has_cursor ? calloc(1, sizeof *e) : NULL;
    if (!e) {
        return NULL;
    }
    *e = (editor){.c = c, .terminal = t, .offers = offers, .ctx = ctx, .prompt = ""};
    if (!set_up(e)) {
        editor_close(e);
        return NULL;
    }
    recall(e);
    return e;
}

/* What it means that there is no line: `n` is the number of characters, or -1 with errno set. */
static lines_status without_line(int n)
{
    if (!cli_is_interrupted()) {
        return n < 0 ? LINES_FAILED : LINES_END;
    }
    fputs("\n", stdout);
    fflush(stdout);
    return LINES_INTERRUPTED;
}

lines_status editor_next(editor *e, const char *prompt, char **line)
{
    struct sigaction old[N_SIGNALS];
    int n = 0;
    if (cli_is_interrupted()) {
        return LINES_INTERRUPTED;
    }
    e->prompt = prompt;
    catch_signals(old);
    const char *text = el_gets(e->el, &n);
    release_signals(old);
    if (!text || n <= 0) {
        return without_line(n);
    }
    size_t length = strlen(text);
    const bool is_bad = length != (size_t)n || length >= LINES_MAX_BYTES;
    length -= length > 0 && text[length - 1] == '\n'; /* a zero byte may come first */
    free(e->line);
    e->line = strndup(text, length);
    if (!e->line) {
        return LINES_FAILED;
    }
    *line = e->line;
    if (!is_bad) {
        remember(e, e->line, length);
    }
    return is_bad ? LINES_BAD : LINES_GOT;
}

void editor_close(editor *e)
{
    pm_error err;
    if (!e) {
        return;
    }
    if (e->path && e->n_bytes > 0 && history_add(e->path, e->entered, &err) != PM_OK) {
        cli_warn(e->c, "the history of lines is not kept: %s", err.message);
    }
    if (e->el) {
        el_end(e->el);
    }
    if (e->history) {
        history_end(e->history);
    }
    free(e->path);
    free(e->entered);
    free(e->line);
    free(e);
}
