/* What the commands that sweep a board have in common: see sweeping.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/sweeping.h"

#include <string.h>

const char *color_name(pm_color color)
{
    return color == PM_BLACK ? "black" : "white";
}

static bool show_progress(void *ctx, uint64_t done, uint64_t total)
{
    const sweep_plan *plan = sweep_get_plan(((sweeping *)ctx)->s);
    return !cli_progress_step((double)done / (double)total * (double)plan->pairs, (double)plan->pairs);
}

int sweeping_board(cli *c, const char *size, sweeping *s)
{
    *s = (sweeping){.c = c};
    if (strcmp(c->game, "konane") != 0) {
        return cli_usage(c, "only Konane can be swept, not --game %s", c->game);
    }
    int rows, cols;
    int code = cli_size_parse(c, size, &rows, &cols);
    if (code == CLI_DONE) {
        code = cli_board_new(c, rows, cols, &s->board);
    }
    if (code == CLI_DONE) {
        pm_error err;
        const pm_status status = konane_space_new(s->board, &s->space, &err);
        code = status == PM_OK ? CLI_DONE : cli_fail(c, status, &err);
    }
    return code;
}

/* The plan, what else the command keeps, and what is given: refused here, before any work. */
static int check_memory(sweeping *s, size_t reserved)
{
    const uint64_t given = cli_memory(s->c);
    sweep_plan plan;
    sweep_plan_make(&s->space->spec, &plan);
    if (plan.bytes + reserved > given) {
        char needed[24], has[24];
        return cli_error(s->c, CLI_SYSTEM,
                         "this needs %s of memory and %s %s; see `papamu plan`, or give more with --memory",
                         cli_bytes_format(plan.bytes + reserved, needed), cli_bytes_format(given, has),
                         s->c->memory ? "was given" : "are free");
    }
    s->options.memory = given - reserved;
    return CLI_DONE;
}

int sweeping_open(cli *c, const char *size, size_t (*reserve)(const sweep_plan *, void *), void *ctx, sweeping *s)
{
    int code = sweeping_board(c, size, s);
    size_t reserved = 0;
    pm_error err;
    if (code == CLI_DONE && reserve) {
        sweep_plan plan;
        sweep_plan_make(&s->space->spec, &plan);
        reserved = reserve(&plan, ctx);
    }
    if (code == CLI_DONE) {
        code = check_memory(s, reserved);
    }
    if (code == CLI_DONE) {
        s->options.threads = c->threads;
        s->options.with_tiles = true;
        s->options.progress = show_progress;
        s->options.progress_ctx = s;
        const pm_status status = sweep_new(&s->space->spec, &s->options, &s->s, &err);
        code = status == PM_OK ? CLI_DONE : cli_fail(c, status, &err);
    }
    return code;
}

void sweeping_close(sweeping *s)
{
    sweep_free(s->s);
    konane_space_free(s->space);
    pm_board_free(s->board);
    *s = (sweeping){0};
}

int sweeping_run(sweeping *s, sweep_visitor *visit, void *ctx)
{
    pm_error err = {0};
    cli_progress_begin(s->c, "sweep", "positions");
    const double start = cli_clock();
    const pm_status status = sweep_run(s->s, visit, ctx, &err);
    s->seconds = cli_clock() - start;
    cli_progress_end();
    return status == PM_OK ? CLI_DONE : cli_fail(s->c, status, &err);
}
