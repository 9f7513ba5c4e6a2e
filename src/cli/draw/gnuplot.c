/* Drawing by gnuplot: see gnuplot.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/draw/gnuplot.h"

#include "src/cli/draw/metadata.h"
#include "src/cli/frame/child.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { TAIL_BYTES = 64 };

/* Of each form: how its files are called, what the last bytes of a whole picture contain, and what says in it where it
 * comes from. */
static const struct {
    const char *ending;
    const char *last;
    size_t n_last;
    void (*write)(const char *bytes, size_t n, const char *source, FILE *out);
} forms[GNUPLOT_N_FORMS] = {
    [GNUPLOT_PNG] = {".png", "IEND\xae\x42\x60\x82", 8, metadata_write_png},
    [GNUPLOT_PDF] = {".pdf", "%%EOF", 5, metadata_write_pdf},
    [GNUPLOT_SVG] = {".svg", "</svg>", 6, metadata_write_svg},
};

int gnuplot_form_of(const char *path)
{
    const size_t length = strlen(path);
    for (int i = 0; i < GNUPLOT_N_FORMS; i++) {
        const size_t n = strlen(forms[i].ending);
        if (length > n && strcmp(path + length - n, forms[i].ending) == 0) {
            return i;
        }
    }
    return -1;
}

void gnuplot_write_quoted(FILE *script, const char *text)
{
    putc('\'', script);
    for (; *text; text++) {
        if (*text == '\'') {
            putc('\'', script);
        }
        putc(*text == '\n' ? ' ' : *text, script);
    }
    putc('\'', script);
}

/* Let gnuplot obey the script and keep what it draws in `picture`. Returns 0, or an error number. */
static int obey(FILE *script, FILE *picture)
{
    int ends_of_pipe[2];
    pid_t child;
    if (fflush(script) != 0 || lseek(fileno(script), 0, SEEK_SET) != 0 || pipe2(ends_of_pipe, O_CLOEXEC) != 0) {
        return errno;
    }
    char name[] = "gnuplot";
    char *const words[] = {name, NULL};
    int error = child_start(words, fileno(script), ends_of_pipe[1], true, &child) ? ECHILD : 0;
    close(ends_of_pipe[1]);
    if (!error) {
        error = child_copy(ends_of_pipe[0], picture);
        const int status = child_wait(child);
        error = error || status == 0 ? error : EPROTO;
    }
    close(ends_of_pipe[0]);
    return error;
}

/* Write the script to a file without a disk, and let gnuplot obey it. Returns 0, or an error number. */
static int draw(const gnuplot_job *job, FILE *picture)
{
    const int fd = memfd_create("script", MFD_CLOEXEC);
    FILE *script = fd >= 0 ? fdopen(fd, "w") : tmpfile();
    if (!script) {
        return errno;
    }
    job->write(script, job->ctx);
    fputs("\nunset output\n", script);
    const int error = obey(script, picture);
    fclose(script);
    return error;
}

static bool is_whole(gnuplot_form form, const char *bytes, size_t n)
{
    assert(strlen(forms[form].last) == forms[form].n_last && forms[form].n_last <= TAIL_BYTES);
    const size_t tail = n < TAIL_BYTES ? n : TAIL_BYTES;
    return memmem(bytes + n - tail, tail, forms[form].last, forms[form].n_last) != NULL;
}

bool gnuplot_run(const gnuplot_job *job, FILE *out)
{
    assert((unsigned)job->form < GNUPLOT_N_FORMS);
    char *bytes = NULL;
    size_t n = 0;
    FILE *picture = open_memstream(&bytes, &n);
    if (!picture) {
        return false;
    }
    int error = draw(job, picture);
    error = fclose(picture) != 0 && !error ? errno : error;
    error = error || is_whole(job->form, bytes, n) ? error : EPROTO;
    errno = 0;
    if (!error) {
        forms[job->form].write(bytes, n, job->source, out);
        error = fflush(out) != 0 || ferror(out) ? (errno ? errno : EIO) : 0;
    }
    free(bytes);
    errno = error;
    return !error;
}

int gnuplot_fail(cli *c, const char *path, int error)
{
    assert(error);
    if (error != ECHILD && error != EPROTO) {
        return cli_fail_file(c, "write to", path, error);
    }
    return cli_error(c, CLI_SYSTEM, "gnuplot could not draw \"%s\"%s", path,
                     error == ECHILD ? "; is it installed?" : "");
}

static bool write_file(FILE *out, void *ctx)
{
    return gnuplot_run(ctx, out);
}

int gnuplot_draw(cli *c, const char *path, const gnuplot_job *job)
{
    gnuplot_job own = *job;
    const int error = cli_file_write(path, write_file, &own);
    return error ? gnuplot_fail(c, path, error) : CLI_DONE;
}
