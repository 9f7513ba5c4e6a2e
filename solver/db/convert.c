/* Writing a database again: see convert.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/db/convert.h"

#include "src/base/status.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

typedef struct converting {
    db *from;
    const db_conversion *conversion;
    db_writer *writer;
    int layer;
    pm_color mover;
    pthread_mutex_t lock; /* of status and err */
    pm_status status;
    pm_error *err;
} converting;

static void note(converting *c, pm_status status, const pm_error *err)
{
    pthread_mutex_lock(&c->lock);
    if (c->status == PM_OK) {
        c->status = status;
        if (c->err) {
            *c->err = *err;
        }
    }
    pthread_mutex_unlock(&c->lock);
}

static void read_row(void *ctx, size_t i, void *row)
{
    converting *c = ctx;
    const bool needs_fill = db_get_shape(c->from)->is_halved && db_writer_has_rows(c->writer);
    pm_error err;
    const pm_status status =
        needs_fill ? c->conversion->fill(c->conversion->fill_ctx, c->layer, c->mover, (uint32_t)i, row, &err)
                   : db_read_row(c->from, c->layer, c->mover, (uint32_t)i, row, &err);
    if (status != PM_OK) {
        memset(row, 0, db_get_shape(c->from)->row_bytes);
        note(c, status, &err);
    }
}

static void write_layers(par_team *team, void *ctx)
{
    converting *c = ctx;
    const db_subject *s = &db_get_header(c->from)->subject;
    uint64_t done = 0, total = 0;
    for (int k = 0; k < s->n_layers; k++) {
        total += s->layer_rows[k] * s->n_movers;
    }
    for (c->layer = 0; c->layer < s->n_layers && c->status == PM_OK; c->layer++) {
        for (int mover = 0; mover < s->n_movers && c->status == PM_OK; mover++) {
            pm_error err;
            c->mover = (pm_color)mover;
            const pm_status status = db_writer_rows(c->writer, team, c->layer, c->mover, read_row, c, &err);
            done += s->layer_rows[c->layer];
            if (status != PM_OK) {
                note(c, status, &err);
            } else if (c->conversion->progress && c->conversion->progress(c->conversion->progress_ctx, done, total)) {
                note(c, status_fail(&err, PM_INTERRUPTED, 0, "interrupted"), &err);
            }
        }
    }
}

static pm_status check_fill(const converting *c, pm_error *err)
{
    const bool is_known = !db_get_shape(c->from)->is_halved || !db_writer_has_rows(c->writer) || c->conversion->fill;
    return is_known ? PM_OK
                    : status_fail(err, PM_BAD_INPUT, 0,
                                  "the file stores positions of an even number of stones, and the board is too large "
                                  "to derive all others: choose version 2 and a level of 3 or more, or solve it again");
}

pm_status db_convert(db *from, const char *path, const db_conversion *conversion, pm_error *err)
{
    converting c = {.from = from, .conversion = conversion, .err = err};
    const db_header *h = db_get_header(from);
    uint8_t digest[DB_DIGEST_BYTES];
    assert(!conversion->writing.checkpoint);
    pm_status status = db_writer_new(path, &h->subject, &conversion->writing, &c.writer, NULL, err);
    if (status != PM_OK) {
        return status;
    }
    db_writer_expect(c.writer, h->digest, db_get_counts(from));
    status = check_fill(&c, err);
    if (status == PM_OK) {
        pthread_mutex_init(&c.lock, NULL);
        par_run(conversion->threads, write_layers, &c);
        pthread_mutex_destroy(&c.lock);
        status = c.status;
    }
    if (status == PM_OK) {
        status = db_writer_finish(c.writer, digest, err);
    }
    db_writer_free(c.writer);
    return status;
}
