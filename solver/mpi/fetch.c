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
            n_ranks[numbers[i]]++;
        }
        for (int node = 0; node < job->n_nodes; node++) {
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
    f->asked = malloc((rows->plan->slots + 1) * sizeof *f->asked);
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
    const size_t slots = rows->plan->slots, n_nodes = (size_t)rows->job->n_nodes;
    *x = (mpi_fetching){.lists = malloc((slots + 1) * sizeof *x->lists),
                        .first = malloc((n_nodes + 1) * sizeof *x->first)};
    x->requests = malloc((slots + n_nodes) * sizeof(MPI_Request));
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

/* Messages of one rank to another arrive in the order in which they are sent, so rows come as they are listed. */
void mpi_fetch_begin(const mpi_fetch *f, pm_color mover, const batch *b, uint64_t *buffer, mpi_fetching *x)
{
    const mpi_rows *r = f->rows;
    const size_t words = r->plan->sweep.row_bytes / 8, n_nodes = (size_t)r->job->n_nodes;
    uint64_t row;
    memset(x->first, 0, (n_nodes + 1) * sizeof *x->first);
    for (size_t i = 0; i < b->n_needs; i++) {
        x->first[owner_of(r, &b->needs[i], &row) + 1]++;
    }
    for (size_t node = 0; node < n_nodes; node++) {
        x->first[node + 1] += x->first[node];
    }
    x->n_requests = 0;
    for (size_t i = 0; i < b->n_needs; i++) {
        const int node = owner_of(r, &b->needs[i], &row);
        x->lists[x->first[node]++] =
            mpi_rows_offset(r, b->needs[i].place, mover) + row; /* ends where the next begins */
        MPI_Irecv(buffer + i * words, (int)words, MPI_UINT64_T, f->server[node], TAG_ROW, r->job->all,
                  &x->requests[x->n_requests++]);
    }
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

static void answer(mpi_fetch *f, const MPI_Status *from, int n)
{
    const mpi_rows *r = f->rows;
    const size_t words = r->plan->sweep.row_bytes / 8;
    MPI_Recv(f->asked, n, MPI_UINT64_T, from->MPI_SOURCE, TAG_LIST, r->job->all, MPI_STATUS_IGNORE);
    if (!has_room(f, (size_t)n)) {
        f->is_out_of_memory = true;
        MPI_Abort(r->job->all, 3); /* nobody could go on without them */
    }
    atomic_thread_fence(memory_order_acquire); /* other ranks of this node have written rows, too */
    for (int i = 0; i < n; i++) {
        assert(f->asked[i] < r->plan->share.arena);
        MPI_Isend(r->rows + f->asked[i] * words, (int)words, MPI_UINT64_T, from->MPI_SOURCE, TAG_ROW, r->job->all,
                  &f->sends[f->n_sends++]);
    }
}

void mpi_fetch_serve(mpi_fetch *f)
{
    for (;;) {
        int has_come, n, is_done;
        MPI_Status from;
        MPI_Iprobe(MPI_ANY_SOURCE, TAG_LIST, f->rows->job->all, &has_come, &from);
        if (!has_come) {
            if (f->n_sends > 0) {
                MPI_Testall((int)f->n_sends, f->sends, &is_done, MPI_STATUSES_IGNORE);
                f->n_sends = is_done ? 0 : f->n_sends;
            }
            return;
        }
        MPI_Get_count(&from, MPI_UINT64_T, &n);
        answer(f, &from, n);
    }
}

/* Who has left the meeting may ask for rows of the next phase already; the list of sends must not grow meanwhile. */
pm_status mpi_fetch_finish(mpi_fetch *f, pm_error *err)
{
    mpi_job *job = f->rows->job;
    job->serve = NULL;
    const pm_status status = f->n_sends > 0 ? mpi_await_all(job, (int)f->n_sends, f->sends, err) : PM_OK;
    job->serve = serve;
    f->n_sends = 0;
    return status;
}
