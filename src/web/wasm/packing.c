/* The packing half of zstd, for a build that only unpacks: nothing gets smaller, and what is written stays as it is.
 *
 * The page writes no databases. But the code that could is linked to that which reads them, and all of zstd would
 * double what a visitor has to load.
 *
 * SPDX-License-Identifier: MIT
 */
#include <zstd.h>
#include <zstd_errors.h>

static char token; /* what a context for packing points to: there is nothing in it */

ZSTD_CCtx *ZSTD_createCCtx(void)
{
    return (ZSTD_CCtx *)(void *)&token;
}

size_t ZSTD_freeCCtx(ZSTD_CCtx *context)
{
    (void)context;
    return 0;
}

size_t ZSTD_compressBound(size_t n)
{
    return n;
}

/* An error, as zstd's functions return them. */
static size_t refuse(void)
{
    return (size_t)-ZSTD_error_dstSize_tooSmall;
}

size_t ZSTD_compressCCtx(ZSTD_CCtx *context, void *packed, size_t room, const void *raw, size_t n, int level)
{
    (void)context, (void)packed, (void)room, (void)raw, (void)n, (void)level;
    return refuse();
}

size_t ZSTD_compress(void *packed, size_t room, const void *raw, size_t n, int level)
{
    (void)packed, (void)room, (void)raw, (void)n, (void)level;
    return refuse();
}
