/* Solving while rows pass by: see passing.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/solve/passing.h"

#include "solver/konane/scratch.h"
#include "src/cli/solve/census_table.h"
#include "src/cli/solve/openings.h"
#include "src/cli/solve/sweeping.h"
#include "src/konane/board.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE_SEED = 1, SAMPLE = 100000, SMALL_SAMPLE = 1000, SMALL_CELLS = 30, OUTPUT_BYTES = 6 << 20 };

int passing_sample(const pm_board *board)
{
    return board->n_cells < SMALL_CELLS ? SMALL_SAMPLE : SAMPLE;
}

size_t passing_memory(uint64_t memory, const pm_board *board)
{
    const size_t own = (size_t)(KONANE_MAX_OPENINGS + passing_sample(board)) * 2 * sizeof(konane_query) + OUTPUT_BYTES;
    return memory > own ? memory - own : 0;
}

int passing_open(cli *c, passing *p)
{
    *p = (passing){.c = c};
    c->opening = c->opening ? c->opening : "any";
    int code = cli_board_new(c, "can be swept", &p->board);
    code = code ? code : cli_board_check(c, p->board);
    if (code != CLI_DONE) {
        return code;
    }
    konane_space *space;
    code = sweeping_space(c, p->board, &space);
    if (code != CLI_DONE) {
        return code;
    }
    konane_space_free(space);
    p->pairs = ldexp(2, p->board->n_cells);
    /* A folder may be continued by a command that asks for the sample only then. */
    p->n_sample = cli_has(c, "scratch") || cli_has(c, "sample") ? passing_sample(p->board) : 0;
    p->queries = calloc((size_t)(KONANE_MAX_OPENINGS + p->n_sample), sizeof *p->queries);
    if (!p->queries) {
        return cli_error(c, CLI_SYSTEM, "out of memory");
    }
    p->n_openings = konane_opening_queries(p->board, p->openings, p->queries);
    assert(p->n_openings <= KONANE_MAX_OPENINGS); /* the sample has room after them */
    konane_scratch_sample(p->board, SAMPLE_SEED, p->queries + p->n_openings, p->n_sample);
    return CLI_DONE;
}

void passing_close(passing *p)
{
    free(p->queries);
    pm_board_free(p->board);
}

/* ---- what comes out -----------------------------------------------------------------------------------------------
 */

static void put_sample(cli *c, const passing *p)
{
    cli_table_of(c, "sample", "position winner");
    for (int i = 0; i < p->n_sample; i++) {
        const konane_query *q = &p->queries[p->n_openings + i];
        assert(q->is_answered);
        char text[PM_MAX_TEXT];
        pm_position_format(p->board, q->pos, text);
        if (!cli_put_row(c, text, color_name(q->mover_wins ? q->pos.mover : (pm_color)!q->pos.mover))) {
            return;
        }
    }
}

static void put_census(cli *c, const passing *p)
{
    solve_put_census(c, p->board, &p->census);
}

/* A table in a file of its own, if the option names one. */
static int put_beside(const passing *p, const char *option, void (*put)(cli *c, const passing *p))
{
    const char *path = cli_value(p->c, option);
    cli side;
    if (!path) {
        return CLI_DONE;
    }
    const int code = cli_side_open(p->c, path, CLI_CSV, &side);
    if (code != CLI_DONE) {
        return code;
    }
    put(&side, p);
    return cli_side_close(p->c, &side, CLI_WHOLE);
}

void passing_put(passing *p)
{
    cli *c = p->c;
    konane_openings_finish(p->openings, p->queries, p->n_openings);
    solve_put_openings(c, p->board, p->openings, p->n_openings, false);
    if (strcmp(c->opening, "any") == 0) {
        solve_put_games(c, p->board, p->openings, p->n_openings, false);
    }
    put_census(c, p);
    assert((double)census_wins(&p->census, PM_BLACK) + (double)census_wins(&p->census, PM_WHITE) <= p->pairs);
    char digest[DB_DIGEST_TEXT];
    cli_fact_real(c, "position_mover_pairs", 0, p->pairs);
    cli_fact_count(c, "won_with_black_to_move", census_wins(&p->census, PM_BLACK));
    cli_fact_count(c, "won_with_white_to_move", census_wins(&p->census, PM_WHITE));
    cli_fact_text(c, "digest", db_digest_format(p->digest, digest));
}

int passing_put_files(passing *p)
{
    const int code = put_beside(p, "census", put_census);
    return code ? code : put_beside(p, "sample", put_sample);
}
