/* Fetching packed rows: see packed.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/mpi/packed.h"

#include "solver/mpi/fetch.h"
#include "src/base/array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { RING_BYTES = 8 << 20, RING_SLOTS_LEAST = 4 };

static uint64_t ring_slots(uint64_t slot_bytes)
{
    return RING_BYTES / slot_bytes > RING_SLOTS_LEAST ? RING_BYTES / slot_bytes : RING_SLOTS_LEAST;
}

uint64_t mpi_packed_bytes(uint64_t row_bytes)
{
    return ring_slots(row_bytes + FOLDER_HEAD_BYTES) * (row_bytes + FOLDER_HEAD_BYTES + sizeof(MPI_Request));
}

bool mpi_packed_make(mpi_folder *folder, uint64_t row_bytes, mpi_packed *p)
{
    *p = (mpi_packed){.folder = folder, .slot_bytes = row_bytes + FOLDER_HEAD_BYTES};
    p->n_slots = ring_slots(p->slot_bytes);
    p->ring = malloc(p->n_slots * p->slot_bytes);
    p->sends = malloc(p->n_slots * sizeof(MPI_Request));
    return p->ring && p->sends;
}

void mpi_packed_clear(mpi_packed *p)
{
    for (; p->n_sends > 0 && !p->folder->job->is_lost; p->n_sends--) {
        MPI_Wait(&p->sends[p->oldest], MPI_STATUS_IGNORE); /* they have arrived */
        p->oldest = (p->oldest + 1) % p->n_slots;
    }
    free(p->queue);
    free(p->ring);
    free(p->sends);
}

/* A row of a sublayer as one number. */
static uint64_t row_number(int place, uint32_t row)
{
    return (uint64_t)place << 32 | row;
}

void mpi_packed_begin(const mpi_packed *p, const batch *b, uint8_t *slots, mpi_fetching *x)
{
    const mpi_job *job = p->folder->job;
    const size_t size = (size_t)job->size;
    memset(x->first, 0, (size + 1) * sizeof *x->first);
    for (size_t i = 0; i < b->n_needs; i++) {
        x->first[mpi_folder_server(p->folder, b->needs[i].place, b->needs[i].rank) + 1]++;
    }
    for (size_t r = 0; r < size; r++) {
        x->first[r + 1] += x->first[r];
    }
    x->n_requests = 0;
    for (size_t i = 0; i < b->n_needs; i++) {
        const int from = mpi_folder_server(p->folder, b->needs[i].place, b->needs[i].rank);
        x->lists[x->first[from]++] = row_number(b->needs[i].place, b->needs[i].rank); /* ends where the next begins */
        if (from != job->rank) {
            MPI_Irecv(slots + i * p->slot_bytes, (int)p->slot_bytes, MPI_BYTE, from, PACKED_TAG_ROW, job->all,
                      &x->requests[x->n_requests++]);
        }
    }
    for (size_t r = 0, begin = 0; r < size; begin = x->first[r++]) {
        if (x->first[r] > begin && (int)r != job->rank) {
            MPI_Isend(x->lists + begin, (int)(x->first[r] - begin), MPI_UINT64_T, (int)r, PACKED_TAG_LIST, job->all,
                      &x->requests[x->n_requests++]);
        }
    }
}

bool mpi_packed_take(mpi_packed *p, const uint64_t rows[], int n, int from)
{
    if (p->first == p->n) {
        p->first = p->n = 0;
    }
    struct packed_request *queue = array_grow(p->queue, &p->room, p->n + (size_t)n, sizeof *queue);
    if (!queue) {
        return false;
    }
    p->queue = queue;
    for (int i = 0; i < n; i++) {
        p->queue[p->n++] = (struct packed_request){rows[i], from};
    }
    return true;
}

static void drop_sends(mpi_packed *p)
{
    int is_done = 1;
    while (p->n_sends > 0 && is_done) {
        MPI_Test(&p->sends[p->oldest], &is_done, MPI_STATUS_IGNORE);
        if (is_done) {
            p->oldest = (p->oldest + 1) % p->n_slots;
            p->n_sends--;
        }
    }
}

/* A row that cannot be read is sent as it is: all learn of it when they agree next. */
static void send(mpi_packed *p, const struct packed_request *r)
{
    const size_t at = (p->oldest + p->n_sends++) % p->n_slots;
    uint8_t *slot = p->ring + at * p->slot_bytes;
    pm_status status;
    pm_error err = {0};
    const size_t n = mpi_folder_read(p->folder, (int)(r->row >> 32), r->row & UINT32_MAX, slot, &status, &err);
    if (status != PM_OK && p->failure == PM_OK) {
        p->failure = status;
        p->err = err;
    }
    p->bytes_sent += (double)n;
    MPI_Isend(slot, (int)n, MPI_BYTE, r->to, PACKED_TAG_ROW, p->folder->job->all, &p->sends[at]);
}

void mpi_packed_serve(mpi_packed *p)
{
    drop_sends(p);
    while (p->first < p->n && p->n_sends < p->n_slots) {
        send(p, &p->queue[p->first++]);
    }
}
