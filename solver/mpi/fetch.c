/* Fetching rows: see fetch.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/mpi/fetch.h"

#include "solver/ranks/deal.h"
#include "src/base/status.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_LIST = 1, TAG_ROW = 2 };

/* Of each node the ranks are asked in turn by those that ask. */
static bool choose_servers(mpi_fetch *f)
{
    const mpi_job *job = f->rows->job;
    int *numbers = calloc((size_t)job->size, sizeof *numbers), *n_ranks = calloc((size_t)job->n_nodes, sizeof *n_ranks);
    f->server = calloc((size_t)job->n_nodes, sizeof *f->server);
    const bool has_all = numbers && n_ranks && f->server;
    if (has_all) {
        MPI_Allgather(&job->node_number, 1, MPI_INT, numbers, 1, MPI_INT, job->all);
        for (int i = 0; i < job->size; i++) {
            assert(numbers[i] >= 0 && numbers[i] < job->n_nodes);
            n_ranks[numbers[i]]++;
        }
        for (int node = 0; node < job->n_nodes; node++) {
            assert(n_ranks[node] > 0);
            n_ranks[node] = job->rank % n_ranks[node]; /* how many come before the server */
        }
        for (int i = 0; i < job->size; i++) {
            if (n_ranks[numbers[i]]-- == 0) {
                f->server[numbers[i]] = i;
            }
        }
    }
    free(numbers);
    free(n_ranks);
    return has_all;
}

static void serve(void *ctx)
{
    mpi_fetch_serve(ctx);
}

bool mpi_fetch_make(const mpi_rows *rows, mpi_fetch *f)
{
    *f = (mpi_fetch){.rows = rows};
    f->asked = malloc(((rows->plan->slots << rows->plan->part_bits) + 1) * sizeof *f->asked);
    if (!choose_servers(f) || !f->asked) {
        return false;
    }
    rows->job->serve = serve;
    rows->job->serve_ctx = f;
    return true;
}

void mpi_fetch_clear(mpi_fetch *f)
{
    if (f->rows) {
        f->rows->job->serve = NULL;
    }
    free(f->server);
    free(f->asked);
    free(f->sends);
}

bool mpi_fetching_make(const mpi_rows *rows, mpi_fetching *x)
{
    const size_t n_parts = rows->plan->slots << rows->plan->part_bits, n_nodes = (size_t)rows->job->n_nodes;
    *x = (mpi_fetching){.lists = malloc((n_parts + 1) * sizeof *x->lists),
                        .first = malloc((n_nodes + 1) * sizeof *x->first)};
    x->requests = malloc((n_parts + n_nodes) * sizeof(MPI_Request));
    return x->lists && x->first && x->requests;
}

void mpi_fetching_clear(mpi_fetching *x)
{
    free(x->lists);
    free(x->first);
    free(x->requests);
}

/* ---- asking -------------------------------------------------------------------------------------------------------
 */

static int owner_of(const mpi_rows *r, const batch_need *need, uint64_t *row)
{
    const uint64_t n_rows = r->plan->sweep.order.all[need->place].n_rows;
    const int node = deal_owner(n_rows, need->rank, r->job->n_nodes);
    assert(node != r->job->node_number);
    *row = need->rank - deal_first(n_rows, node, r->job->n_nodes);
    return node;
}

/* Some neighbouring parts of a row, the first of them numbered as it lies in the memory of its node, as one number. */
enum { RUN_BITS = 4 };
static_assert(1 << BATCH_MAX_PART_BITS < 1 << RUN_BITS, "a run may be all parts of a row");

static uint64_t run_of(uint64_t first, int n)
{
    assert(n > 0 && n < 1 << RUN_BITS && first >> (64 - RUN_BITS) == 0);
    return first << RUN_BITS | (uint64_t)n;
}

static size_t run_words(const ranks_plan *plan, uint64_t run)
{
    return (plan->sweep.row_bytes / 8 >> plan->part_bits) * (run & ((1 << RUN_BITS) - 1));
}

/* How many runs the bits of a set are. */
static size_t count_runs(uint32_t parts)
{
    return (size_t)__builtin_popcount(parts & ~(parts << 1));
}

/* Ask for the parts of a row that a batch needs, in the slot `row` of its buffer. */
static void ask(const mpi_fetch *f, pm_color mover, const batch_need *need, uint64_t *row, mpi_fetching *x)
{
    const mpi_rows *r = f->rows;
    const size_t words = r->plan->sweep.row_bytes / 8 >> r->plan->part_bits;
    uint64_t number;
    const int node = owner_of(r, need, &number);
    number += mpi_rows_offset(r, need->place, mover);
    for (uint32_t rest = need->parts; rest;) {
        const int part = __builtin_ctz(rest), n = __builtin_ctz(~(rest >> part));
        assert(part + n <= 1 << r->plan->part_bits);
        const uint64_t run = run_of((number << r->plan->part_bits) + (uint64_t)part, n);
        x->lists[x->first[node]++] = run; /* ends where the next node's begins */
        MPI_Irecv(row + (size_t)part * words, (int)run_words(r->plan, run), MPI_UINT64_T, f->server[node], TAG_ROW,
                  r->job->all, &x->requests[x->n_requests++]);
        rest &= ~(((1u << n) - 1) << part);
    }
}

/* Messages of one rank to another arrive in the order in which they are sent, so parts come as they are listed. */
void mpi_fetch_begin(const mpi_fetch *f, pm_color mover, const batch *b, uint64_t *buffer, mpi_fetching *x)
{
    const mpi_rows *r = f->rows;
    const size_t words = r->plan->sweep.row_bytes / 8, n_nodes = (size_t)r->job->n_nodes;
    uint64_t row;
    memset(x->first, 0, (n_nodes + 1) * sizeof *x->first);
    for (size_t i = 0; i < b->n_needs; i++) {
        x->first[owner_of(r, &b->needs[i], &row) + 1] += count_runs(b->needs[i].parts);
    }
    for (size_t node = 0; node < n_nodes; node++) {
        x->first[node + 1] += x->first[node];
    }
    x->n_requests = 0;
    for (size_t i = 0; i < b->n_needs; i++) {
        ask(f, mover, &b->needs[i], buffer + i * words, x);
    }
    assert((size_t)x->n_requests <= r->plan->slots << r->plan->part_bits);
    for (size_t node = 0, begin = 0; node < n_nodes; begin = x->first[node++]) {
        if (x->first[node] > begin) {
            MPI_Isend(x->lists + begin, (int)(x->first[node] - begin), MPI_UINT64_T, f->server[node], TAG_LIST,
                      r->job->all, &x->requests[x->n_requests++]);
        }
    }
}

/* ---- answering ----------------------------------------------------------------------------------------------------
 */

static bool has_room(mpi_fetch *f, size_t n)
{
    if (f->n_sends + n > f->most_sends) {
        const size_t most = 2 * (f->n_sends + n);
        MPI_Request *sends = realloc(f->sends, most * sizeof(MPI_Request));
        if (!sends) {
            return false;
        }
        f->sends = sends;
        f->most_sends = most;
    }
    return true;
}

/* No rank can continue without what it has asked for. */
static void give_up(mpi_fetch *f)
{
    f->is_out_of_memory = true;
    MPI_Abort(f->rows->job->all, 3);
}

static void answer(mpi_fetch *f, const MPI_Status *from, int n)
{
    const mpi_rows *r = f->rows;
    const size_t words = r->plan->sweep.row_bytes / 8 >> r->plan->part_bits; /* of a part */
    if (!has_room(f, (size_t)n)) {
        give_up(f);
    }
    atomic_thread_fence(memory_order_acquire); /* other ranks of this node have written rows, too */
    for (int i = 0; i < n; i++) {
        assert(f->asked[i] >> RUN_BITS >> r->plan->part_bits < r->plan->share.arena);
        MPI_Isend(r->rows + (f->asked[i] >> RUN_BITS) * words, (int)run_words(r->plan, f->asked[i]), MPI_UINT64_T,
                  from->MPI_SOURCE, TAG_ROW, r->job->all, &f->sends[f->n_sends++]);
    }
}

/* Forget sends that are done. */
static void drop_sends(mpi_fetch *f)
{
    int is_done = 1;
    while (f->n_done < f->n_sends && is_done) {
        MPI_Test(&f->sends[f->n_done], &is_done, MPI_STATUS_IGNORE);
        f->n_done += (size_t)is_done;
    }
    assert(f->n_done <= f->n_sends && f->n_sends <= f->most_sends);
    if (f->n_done == f->n_sends) {
        f->n_done = f->n_sends = 0;
    }
}

/* Take a list that has come in, if there is one, to f->asked. Returns how many, or 0. */
static int receive_list(mpi_fetch *f, int tag, MPI_Status *from)
{
    int has_come, n = 0;
    MPI_Comm all = f->rows->job->all;
    MPI_Iprobe(MPI_ANY_SOURCE, tag, all, &has_come, from);
    if (has_come) {
        MPI_Get_count(from, MPI_UINT64_T, &n);
        assert(n > 0 && from->MPI_SOURCE != f->rows->job->rank);
        MPI_Recv(f->asked, n, MPI_UINT64_T, from->MPI_SOURCE, tag, all, MPI_STATUS_IGNORE);
    }
    return n;
}

void mpi_fetch_serve(mpi_fetch *f)
{
    MPI_Status from;
    int n;
    while ((n = receive_list(f, TAG_LIST, &from)) > 0) {
        answer(f, &from, n);
    }
    drop_sends(f);
    while (f->packed && (n = receive_list(f, PACKED_TAG_LIST, &from)) > 0) {
        if (!mpi_packed_take(f->packed, f->asked, n, from.MPI_SOURCE)) {
            give_up(f);
        }
    }
    if (f->packed) {
        mpi_packed_serve(f->packed);
    }
}

/* Who has left the meeting may ask for rows of the next phase already; the list of sends must not grow meanwhile. */
pm_status mpi_fetch_finish(mpi_fetch *f, pm_error *err)
{
    mpi_job *job = f->rows->job;
    job->serve = NULL;
    const pm_status status = mpi_await_all(job, (int)(f->n_sends - f->n_done), f->sends + f->n_done, err);
    job->serve = serve;
    f->n_done = f->n_sends = 0;
    return status;
}
