/* The files that a command line names: no two may be the same, of which one would overwrite the other at the end.
 *
 * Operands may repeat one another here, as they are only read. Devices and pipes may be named as often as one likes.
 * Files inside other words (an agent's db:FILE) are not looked at.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/frame/internal.h"
#include "src/cli/help/help.h"

#include <assert.h>
#include <string.h>
#include <sys/stat.h>

/* A path, and the option or operand that names it. */
typedef struct named_path {
    char by[64];
    const char *path;
} named_path;

static const char *without_dots(const char *path)
{
    while (strncmp(path, "./", 2) == 0) {
        path += 2 + strspn(path + 2, "/");
    }
    return path;
}

bool cli_is_same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    const bool has_a = stat(a, &of_a) == 0, has_b = stat(b, &of_b) == 0;
    if (has_a && has_b) {
        return S_ISREG(of_a.st_mode) && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
    }
    return !has_a && !has_b && strcmp(without_dots(a), without_dots(b)) == 0;
}

/* Add a path that is none of the `n` before it, and return CLI_DONE, or the exit code after an error. */
static int add(cli *c, named_path paths[], int *n, const char *by, const char *path)
{
    for (int i = 0; i < *n; i++) {
        if (cli_is_same_file(paths[i].path, path)) {
            return cli_usage(c, "%s and %s name the same file \"%s\": one would overwrite the other", paths[i].by, by,
                             path);
        }
    }
    assert(*n <= CLI_MAX_OPTIONS && strlen(by) < sizeof paths[*n].by);
    snprintf(paths[*n].by, sizeof paths[*n].by, "%s", by);
    paths[(*n)++].path = path;
    return CLI_DONE;
}

int paths_check(cli *c)
{
    named_path paths[CLI_MAX_OPTIONS + 1];
    int n = 0;
    int code = c->path ? add(c, paths, &n, "-o", c->path) : CLI_DONE;
    for (int i = 0; code == CLI_DONE && c->command->options && c->command->options[i].name; i++) {
        const cli_option *option = &c->command->options[i];
        if (c->values[i] && option->value && help_is_path(option->value)) {
            char by[64];
            snprintf(by, sizeof by, "--%s", option->name);
            code = add(c, paths, &n, by, c->values[i]);
        }
    }
    const int n_of_options = n;
    for (int i = 0; code == CLI_DONE && i < c->n_operands; i++) {
        char name[32];
        bool is_optional;
        if (help_operand(c->command, i, name, &is_optional) && help_is_path(name)) {
            n = n_of_options;
            code = n <= CLI_MAX_OPTIONS ? add(c, paths, &n, name, c->operands[i]) : CLI_DONE;
        }
    }
    return code;
}
