/* Reading and writing files on a thread of their own, so that computing need not wait for the disk.
 *
 * Requests are served in the order in which they were put. A request and its bytes belong to the caller, who must leave
 * both alone until it has waited for it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BASE_IO_QUEUE_H
#define BASE_IO_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct io_request {
    int fd;
    bool is_write;
    void *bytes;
    size_t n;
    uint64_t offset;
    /* The outcome, after io_queue_wait. */
    int error; /* an errno, or 0; EIO too for a file that ends early */
    /* Private to the queue. */
    bool is_pending;
    struct io_request *next;
} io_request;

typedef struct io_queue io_queue;

/* NULL if there is no memory or no thread. */
io_queue *io_queue_new(void);

/* Serves what was put, then ends the thread. NULL is accepted. */
void io_queue_free(io_queue *q);

void io_queue_put(io_queue *q, io_request *r);

/* Wait until `r` is served, at once if it was never put, and return its `error`. */
int io_queue_wait(io_queue *q, io_request *r);

#endif
