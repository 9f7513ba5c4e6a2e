/* What the commands that sweep a board have in common: see sweeping.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/solve/sweeping.h"

#include "src/konane/board.h"

#include <assert.h>
#include <math.h>

static bool show_progress(void *ctx, uint64_t done, uint64_t total)
{
    const konane_space *space = ((sweeping *)ctx)->space;
    assert(total > 0 && done <= total);
    const double pairs = ldexp(2, space->spec.n_sets + space->spec.n_index);
    return !cli_progress_step((double)done / (double)total * pairs, pairs);
}

int sweeping_space(cli *c, const pm_board *board, konane_space **space)
{
    pm_error err;
    const pm_status status = konane_space_new(board, space, &err);
    return status == PM_OK ? CLI_DONE
                           : cli_error(c, CLI_SYSTEM, "%s; `papamu search %dx%d` proves openings without a sweep",
                                       err.message, board->rows, board->cols);
}

int sweeping_board(cli *c, sweeping *s)
{
    *s = (sweeping){.c = c};
    const int code = cli_board_new(c, "can be swept", &s->board);
    return code ? code : sweeping_space(c, s->board, &s->space);
}

void sweeping_plan(sweeping *s)
{
    sweep_plan_make(&s->space->spec, s->keep, &s->plan);
}

/* Too little memory is refused here, before any work. */
int sweeping_check(sweeping *s, size_t reserved)
{
    sweeping_plan(s);
    const uint64_t given = cli_memory(s->c);
    if (s->plan.bytes + reserved > given) {
        char needed[24], has[24], help[SWEEPING_HELP_TEXT] = "";
        if (s->say_what_helps) {
            s->say_what_helps(s, help);
        }
        return cli_error(s->c, CLI_SYSTEM,
                         "this needs %s of memory and %s %s; see `papamu plan`, or give more with --memory%s",
                         cli_bytes_format(s->plan.bytes + reserved, needed), cli_bytes_format(given, has),
                         s->c->memory ? "was given" : "are free", help);
    }
    assert(given - reserved >= s->plan.bytes);
    s->options = sweeping_options(s, given - reserved);
    return CLI_DONE;
}

sweep_options sweeping_options(sweeping *s, size_t memory)
{
    return (sweep_options){
        .threads = s->c->threads,
        .memory = memory,
        .with_tiles = true,
        .keep = s->keep,
        .progress = show_progress,
        .progress_ctx = s,
    };
}

int sweeping_prepare(sweeping *s, size_t reserved)
{
    pm_error err;
    const int code = sweeping_check(s, reserved);
    if (code != CLI_DONE) {
        return code;
    }
    const pm_status status = sweep_new(&s->space->spec, &s->options, &s->s, &err);
    return cli_check(s->c, status, &err);
}

int sweeping_open(cli *c, sweeping *s)
{
    const int code = sweeping_board(c, s);
    return code == CLI_DONE ? sweeping_prepare(s, 0) : code;
}

int sweeping_open_yardstick(cli *c, sweeping *s)
{
    cli plain = *c;
    plain.opening = "any";
    plain.memory = 0;
    plain.rows = 5; /* large enough to keep all threads busy */
    plain.cols = 6;
    const int code = sweeping_open(&plain, s);
    s->c = c;
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
    const pm_status status = sweep_run(s->s, visit, ctx, &err);
    s->seconds = cli_progress_end();
    return cli_check(s->c, status, &err);
}

int sweeping_measure(cli *c, double *seconds_per_work)
{
    sweeping s;
    int code = sweeping_open_yardstick(c, &s);
    double least = 0;
    for (int trial = 0; code == CLI_DONE && trial < 3; trial++) {
        code = sweeping_run(&s, NULL, NULL);
        least = trial == 0 || s.seconds < least ? s.seconds : least;
    }
    if (code == CLI_DONE) {
        assert(least > 0 && s.plan.work > 0);
        *seconds_per_work = least / s.plan.work;
    }
    sweeping_close(&s);
    return code;
}
