/* The progress bar: how much is done, how fast it goes, how long it will take.
 *
 * On a terminal one line is drawn over and over, at most ten times a second. Otherwise, with --progress, a line
 * is written now and then, each after a longer pause than the one before. There is one bar at a time: the
 * terminal is one, so its state is of the process.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/frame/internal.h"

#include "src/base/clock.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

typedef struct progress {
    bool is_shown, is_terminal, is_drawn;
    char what[CLI_PROGRESS_TEXT], unit[24];
    double begin, next, pause;
    double done, total, before;
} progress;

static progress bar;
static atomic_flag is_busy = ATOMIC_FLAG_INIT;

void cli_progress_begin(cli *c, const char *what, const char *unit)
{
    cli_progress_end();
    const bool is_terminal = isatty(STDERR_FILENO);
    const double now = clock_seconds();
    bar = (progress){.is_shown = is_terminal || c->wants_progress,
                     .is_terminal = is_terminal,
                     .begin = now,
                     .pause = is_terminal ? 0.1 : 2,
                     .next = now + (is_terminal ? 0.3 : 2)};
    assert(strlen(what) < sizeof bar.what && strlen(unit) < sizeof bar.unit);
    snprintf(bar.what, sizeof bar.what, "%s", what);
    snprintf(bar.unit, sizeof bar.unit, "%s", unit);
}

/* "61.2 G": three figures and a prefix. */
static void format_amount(double x, char text[24])
{
    static const char prefixes[] = " kMGTP";
    assert(x >= 0);
    int i = 0;
    while (x >= 999.5 && i < 5) {
        x /= 1000;
        i++;
    }
    snprintf(text, 24, i ? "%.*f %c" : "%.*f ", i == 0 || x >= 99.95 ? 0 : x >= 9.995 ? 1 : 2, x, prefixes[i]);
}

/* "1:02:03" or "0:07". */
static void format_time(double seconds, char text[24])
{
    const long s = seconds < 1e9 ? lround(seconds) : 999999999;
    if (s >= 3600) {
        snprintf(text, 24, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    } else {
        snprintf(text, 24, "%ld:%02ld", s / 60, s % 60);
    }
}

static int terminal_width(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

static void draw(double now)
{
    char amount[24], rate[24], elapsed[24], left[24], text[320], stars[40];
    const double seconds = now - bar.begin;
    const double speed = seconds > 0 ? (bar.done - bar.before) / seconds : 0;
    const double part = bar.total > 0 ? fmin(bar.done / bar.total, 1) : 0;
    format_amount(bar.done, amount);
    format_amount(speed, rate);
    format_time(seconds, elapsed);
    format_time(speed > 0 ? fmax(bar.total - bar.done, 0) / speed : 0, left);
    if (bar.total > 0) {
        snprintf(text, sizeof text, "%s %3.0f %%  %s%s, %s%s/s, %s left", bar.what, floor(100 * part), amount, bar.unit,
                 rate, bar.unit, left);
    } else {
        snprintf(text, sizeof text, "%s  %s%s, %s%s/s, %s", bar.what, amount, bar.unit, rate, bar.unit, elapsed);
    }
    if (!bar.is_terminal) {
        fprintf(stderr, "%s\n", text);
        return;
    }
    const int width = terminal_width() - 1;
    const int room = width - 3 - (int)strlen(text);
    const int length = bar.total <= 0 || room < 10 ? 0 : room < 40 ? room : 40;
    fputs("\r\033[K", stderr);
    if (length) {
        memset(stars, '.', sizeof stars);
        assert((size_t)length <= sizeof stars && part <= 1);
        memset(stars, '#', (size_t)(part * length));
        fprintf(stderr, "[%.*s] ", length, stars);
    }
    fprintf(stderr, "%.*s", width, text);
    fflush(stderr);
    bar.is_drawn = true;
}

void cli_progress_rename(const char *what, double done_before)
{
    snprintf(bar.what, sizeof bar.what, "%s", what);
    bar.before = done_before;
}

bool cli_progress_step(double done, double total)
{
    if (bar.is_shown && !atomic_flag_test_and_set(&is_busy)) {
        const double now = clock_seconds();
        bar.done = done;
        bar.total = total;
        if (now >= bar.next) {
            draw(now);
            bar.pause *= bar.is_terminal || bar.pause > 60 ? 1 : 1.5;
            bar.next = now + bar.pause;
        }
        atomic_flag_clear(&is_busy);
    }
    return !cli_is_interrupted();
}

bool cli_progress_count(void *ctx, uint64_t done, uint64_t total)
{
    (void)ctx;
    return !cli_progress_step((double)done, (double)total);
}

double cli_progress_end(void)
{
    const double seconds = clock_seconds() - bar.begin;
    if (!bar.is_shown) {
        return seconds;
    }
    if (!bar.is_terminal && bar.done > 0) {
        draw(clock_seconds());
    } else if (bar.is_drawn) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    bar.is_shown = false;
    return seconds;
}
