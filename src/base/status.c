/* Error details: see status.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/status.h"

#include <stdarg.h>
#include <stdio.h>

pm_status status_fail(pm_error *err, pm_status status, size_t offset, const char *format, ...)
{
    if (err) {
        va_list args;
        va_start(args, format);
        vsnprintf(err->message, sizeof err->message, format, args);
        va_end(args);
        err->offset = offset;
    }
    return status;
}
