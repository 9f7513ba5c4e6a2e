/* Measures what predicts the outcome of a position: the entropy of a value, in bits, given contexts that a compressor
 * of databases could use. Prints records for scripts/bench.sh; data/compression.md discusses them.
 *
 *     bench_db_context [ROWSxCOLS]    default 5x6
 *
 * Black to move; a sample of the kept rows, spread over the sweep. n is the number of white stones whose index bits lie
 * in the block, s how many of the positions without one of these stones are won.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/sweep.h"
#include "src/base/bits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MIN_BLOCK = 11, SIDE = ROW_MAX_BITS + 1, N_TOPS = 24, N_MOBILITIES = 16, SAMPLE_ROWS = 200 };

/* Counts of won and lost positions in each context of a kind. */
typedef struct context {
    const char *name;
    int block_bits;
    size_t n;
    uint64_t (*count)[2];
} context;

typedef struct measuring {
    const konane_space *space;
    int n_index;
    size_t row_words, n_rows, next, step;
    uint64_t *row;
    int n_contexts;
    context contexts[3 * ROW_MAX_BITS];
} measuring;

static void add_context(measuring *m, const char *name, int block_bits, size_t n)
{
    uint64_t(*count)[2] = calloc(n, sizeof *count);
    if (!count) {
        exit(EXIT_FAILURE);
    }
    m->contexts[m->n_contexts++] = (context){name, block_bits, n, count};
}

static bool bit_of(const uint64_t *row, uint32_t w)
{
    return row[w >> 6] >> (w & 63) & 1;
}

/* Legal jumps of a colour. */
static int mobility(const konane_space *space, pm_color color, uint32_t b, uint32_t w)
{
    int n = 0;
    for (int i = 0; i < space->spec.n_moves[color]; i++) {
        const sweep_move *move = &space->spec.moves[color][i];
        n += (b & move->fixed) == move->value && (w & move->op.fixed) == move->op.value;
    }
    return n < N_MOBILITIES ? n : N_MOBILITIES - 1;
}

static void count_position(measuring *m, int layer, uint32_t b, uint32_t w)
{
    const bool is_won = bit_of(m->row, w);
    const int black = mobility(m->space, PM_BLACK, b, w);
    const int white = mobility(m->space, PM_WHITE, b, w);
    m->contexts[0].count[0][is_won]++;
    m->contexts[1].count[black * N_MOBILITIES + white][is_won]++;
    size_t n = 0, s = 0;
    context *c = &m->contexts[2];
    for (int i = 0; i < m->n_index; i++) {
        if (w >> i & 1) {
            n++;
            s += bit_of(m->row, w & ~(1u << i));
        }
        if (i + 1 >= MIN_BLOCK) {
            const size_t top = (size_t)bits_count(w >> (i + 1));
            const size_t of_layer = (n * SIDE + s) * ORBITS_MAX_N + (size_t)layer;
            c++->count[n * SIDE + s][is_won]++;
            c++->count[of_layer][is_won]++;
            c++->count[of_layer * N_TOPS + top][is_won]++;
        }
    }
}

static pm_status visit(void *ctx, par_team *team, const sweep_layer *white, const sweep_layer *black, pm_error *err)
{
    (void)team;
    (void)white;
    (void)err;
    measuring *m = ctx;
    for (size_t i = 0; i < black->n_rows; i++) {
        if (m->n_rows++ == m->next) {
            m->next += m->step;
            sweep_row_read(black, i, m->row);
            for (uint32_t w = 0; w < 1u << m->n_index; w++) {
                count_position(m, black->size, black->sets[i], w);
            }
        }
    }
    return PM_OK;
}

static double entropy(const context *c)
{
    double bits = 0, total = 0;
    for (size_t i = 0; i < c->n; i++) {
        const double all = (double)(c->count[i][0] + c->count[i][1]);
        for (int won = 0; won < 2; won++) {
            const double part = (double)c->count[i][won];
            bits -= part > 0 ? part * log2(part / all) : 0;
        }
        total += all;
    }
    return bits / total;
}

static void measure(measuring *m, sweep *s, const char *size)
{
    m->row = aligned_alloc(ROW_ALIGNMENT, row_words(sweep_row_bits(s)) * 8);
    m->step = sweep_get_plan(s)->rows / SAMPLE_ROWS + 1;
    add_context(m, "nothing", m->n_index, 1);
    add_context(m, "mobility of both", m->n_index, (size_t)N_MOBILITIES * N_MOBILITIES);
    for (int bits = MIN_BLOCK; bits <= m->n_index; bits++) {
        add_context(m, "n, s", bits, (size_t)SIDE * SIDE);
        add_context(m, "n, s, black stones", bits, (size_t)SIDE * SIDE * ORBITS_MAX_N);
        add_context(m, "n, s, black stones, top of w", bits, (size_t)SIDE * SIDE * ORBITS_MAX_N * N_TOPS);
    }
    if (!m->row || sweep_run(s, visit, m, NULL) != PM_OK) {
        exit(EXIT_FAILURE);
    }
    for (int i = 0; i < m->n_contexts; i++) {
        const context *c = &m->contexts[i];
        printf("entropy %s, given %s\t%.4f\tbits\tblocks of 2^%d\n", size, c->name, entropy(c), c->block_bits);
        free(c->count);
    }
    free(m->row);
}

int main(int argc, char **argv)
{
    const char *size = argc > 1 ? argv[1] : "5x6";
    int rows = 0, cols = 0;
    pm_board *board;
    konane_space *space;
    sweep *s;
    if (sscanf(size, "%dx%d", &rows, &cols) != 2 || pm_board_new(rows, cols, PM_BLACK, "any", &board, NULL) != PM_OK ||
        konane_space_new(board, &space, NULL) != PM_OK) {
        fprintf(stderr, "usage: bench_db_context [ROWSxCOLS]\n");
        return EXIT_FAILURE;
    }
    const sweep_options options = {.threads = par_processors(), .memory = (size_t)8 << 30, .with_tiles = true};
    if (sweep_new(&space->spec, &options, &s, NULL) != PM_OK) {
        return EXIT_FAILURE;
    }
    measuring m = {.space = space, .n_index = space->spec.n_index};
    measure(&m, s, size);
    sweep_free(s);
    konane_space_free(space);
    pm_board_free(board);
    return EXIT_SUCCESS;
}
