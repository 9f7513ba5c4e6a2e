/* A thread that reads and writes: see io_queue.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/io_queue.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct io_queue {
    pthread_t thread;
    pthread_mutex_t mutex; /* guards all that follows, and what is private in requests */
    pthread_cond_t put, served;
    io_request *first, *last;
    bool is_over;
};

static int serve(const io_request *r)
{
    char *bytes = r->bytes;
    for (size_t n = 0; n < r->n;) {
        const off_t at = (off_t)(r->offset + n);
        const ssize_t k = r->is_write ? pwrite(r->fd, bytes + n, r->n - n, at) : pread(r->fd, bytes + n, r->n - n, at);
        if (k > 0) {
            n += (size_t)k;
            if (r->is_write) { /* so that forcing the file to disk in the end has little left to do */
                sync_file_range(r->fd, at, k, SYNC_FILE_RANGE_WRITE);
            }
        } else if (k == 0 || errno != EINTR) {
            return k == 0 ? EIO : errno;
        }
    }
    return 0;
}

static void *run(void *arg)
{
    io_queue *q = arg;
    pthread_mutex_lock(&q->mutex);
    for (;;) {
        while (!q->first && !q->is_over) {
            pthread_cond_wait(&q->put, &q->mutex);
        }
        io_request *r = q->first;
        if (!r) {
            break;
        }
        q->first = r->next;
        pthread_mutex_unlock(&q->mutex);
        const int error = serve(r);
        pthread_mutex_lock(&q->mutex);
        r->error = error;
        r->is_pending = false;
        pthread_cond_broadcast(&q->served);
    }
    pthread_mutex_unlock(&q->mutex);
    return NULL;
}

io_queue *io_queue_new(void)
{
    io_queue *q = calloc(1, sizeof *q);
    if (!q) {
        return NULL;
    }
    pthread_mutex_init(&q->mutex, NULL);
    pthread_cond_init(&q->put, NULL);
    pthread_cond_init(&q->served, NULL);
    if (pthread_create(&q->thread, NULL, run, q) != 0) {
        free(q);
        return NULL;
    }
    return q;
}

void io_queue_free(io_queue *q)
{
    if (!q) {
        return;
    }
    pthread_mutex_lock(&q->mutex);
    q->is_over = true;
    pthread_cond_signal(&q->put);
    pthread_mutex_unlock(&q->mutex);
    pthread_join(q->thread, NULL);
    pthread_cond_destroy(&q->put);
    pthread_cond_destroy(&q->served);
    pthread_mutex_destroy(&q->mutex);
    free(q);
}

void io_queue_put(io_queue *q, io_request *r)
{
    pthread_mutex_lock(&q->mutex);
    assert(!r->is_pending);
    r->is_pending = true;
    r->error = 0;
    r->next = NULL;
    if (q->first) {
        q->last->next = r;
    } else {
        q->first = r;
    }
    q->last = r;
    pthread_cond_signal(&q->put);
    pthread_mutex_unlock(&q->mutex);
}

int io_queue_wait(io_queue *q, io_request *r)
{
    pthread_mutex_lock(&q->mutex);
    while (r->is_pending) {
        pthread_cond_wait(&q->served, &q->mutex);
    }
    pthread_mutex_unlock(&q->mutex);
    return r->error;
}
