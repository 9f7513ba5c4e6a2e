/* Opening a text file of the user's: game records, tables.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/frame/cli.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* `file`, or if one cannot go back in it (a pipe), a copy of it in a temporary file. NULL with errno set. Closes `file`
 * unless it returns that. */
static FILE *seekable(FILE *file)
{
    if (fseek(file, 0, SEEK_SET) == 0) {
        return file;
    }
    FILE *copy = tmpfile();
    char buffer[1 << 16];
    size_t n;
    bool is_good = copy != NULL;
    while (is_good && (n = fread(buffer, 1, sizeof buffer, file)) > 0) {
        is_good = fwrite(buffer, 1, n, copy) == n;
    }
    is_good = is_good && !ferror(file) && fseek(copy, 0, SEEK_SET) == 0;
    const int error = errno;
    fclose(file);
    if (!is_good && copy) {
        fclose(copy);
    }
    errno = error;
    return is_good ? copy : NULL;
}

/* Whether the file begins without a zero byte, as a database does not. Leaves it after a byte order mark. */
static bool is_text(FILE *file)
{
    char bytes[4096];
    const size_t n = fread(bytes, 1, sizeof bytes, file);
    const bool has_mark = n >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0;
    (void)fseek(file, has_mark ? 3 : 0, SEEK_SET);
    return !memchr(bytes, '\0', n);
}

int cli_text_open(cli *c, const char *path, const char *what, FILE **file)
{
    struct stat info;
    *file = fopen(path, "r");
    if (*file && fstat(fileno(*file), &info) == 0 && S_ISDIR(info.st_mode)) {
        fclose(*file);
        *file = NULL;
        return cli_error(c, CLI_BAD_INPUT, "\"%s\" is a directory, not a file with %s", path, what);
    }
    if (!*file) {
        return cli_fail_file(c, "open", path, errno);
    }
    *file = seekable(*file);
    if (!*file) {
        return cli_fail_file(c, "read", path, errno);
    }
    if (!is_text(*file)) {
        fclose(*file);
        *file = NULL;
        return cli_error(c, CLI_BAD_INPUT, "\"%s\" is not text (it has zero bytes), so it has no %s", path, what);
    }
    return CLI_DONE;
}
