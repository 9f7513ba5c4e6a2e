/* Files beside the result of a command.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/output/output.h"

#include <assert.h>
#include <errno.h>

int cli_side_open(cli *c, const char *path, cli_format format, cli *side)
{
    assert((format == CLI_TEXT || format == CLI_CSV) && path);
    *side = *c;
    side->path = path;
    side->format = format;
    side->out = NULL;
    if (!output_open(side)) {
        return cli_fail_file(c, "write to", path, errno);
    }
    return CLI_DONE;
}

FILE *cli_side_stream(cli *side)
{
    return output_stream(side);
}

int cli_side_close(cli *c, cli *side, cli_end end)
{
    const int error = output_close(side, end);
    return end != CLI_NOTHING && error ? cli_fail_file(c, "write to", side->path, error) : CLI_DONE;
}

int cli_file_write(const char *path, bool (*write)(FILE *file, void *ctx), void *ctx)
{
    sink *s = sink_open(path);
    if (!s) {
        return errno;
    }
    errno = 0;
    const bool is_good = write(sink_file(s), ctx);
    const int why = errno ? errno : EIO;
    const int error = sink_close(s, is_good ? CLI_WHOLE : CLI_NOTHING);
    return is_good || error ? error : why;
}
