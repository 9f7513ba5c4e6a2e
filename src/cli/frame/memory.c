/* How much memory a command may use when --memory does not say it: what is free on this machine now, for this
 * process: the least of what the kernel can give without swapping, what its control group leaves, and its own limit.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/frame/cli.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>

/* The number after `key` in a file of lines "key number"; `key` empty: the first number. False: not found. */
static bool read_number(const char *path, const char *key, uint64_t *n)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        return false;
    }
    bool is_found = false;
    char line[256];
    while (!is_found && fgets(line, sizeof line, file)) {
        is_found = strncmp(line, key, strlen(key)) == 0 && sscanf(line + strlen(key), "%" SCNu64, n) == 1;
    }
    fclose(file);
    return is_found;
}

/* Memory that nothing uses, not even as a cache of files. */
static uint64_t unused_memory(void)
{
    struct sysinfo info;
    return sysinfo(&info) == 0 ? (uint64_t)info.freeram * info.mem_unit : 0;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Once for a run of the program, however often it asks. */
static void warn_unreadable(const cli *c, uint64_t bytes)
{
    static atomic_flag has_warned = ATOMIC_FLAG_INIT;
    char text[24];
    if (!atomic_flag_test_and_set(&has_warned)) {
        cli_warn(c,
                 "/proc/meminfo cannot be read: using at most %s, the memory that is not in use; --memory sets another "
                 "limit",
                 cli_bytes_format(bytes, text));
    }
}

uint64_t cli_memory(const cli *c)
{
    if (c->memory) {
        return c->memory;
    }
    uint64_t bytes = UINT64_MAX, limit, used;
    if (read_number("/proc/meminfo", "MemAvailable:", &bytes)) {
        bytes *= 1024;
    } else {
        bytes = unused_memory();
        warn_unreadable(c, bytes);
    }
    if (read_number("/sys/fs/cgroup/memory.max", "", &limit) &&
        read_number("/sys/fs/cgroup/memory.current", "", &used)) {
        uint64_t cached = 0; /* pages of files, which the kernel gives back */
        read_number("/sys/fs/cgroup/memory.stat", "inactive_file ", &cached);
        used -= least(cached, used);
        bytes = least(bytes, limit > used ? limit - used : 0);
    }
    struct rlimit own;
    if (getrlimit(RLIMIT_AS, &own) == 0 && own.rlim_cur != RLIM_INFINITY) {
        bytes = least(bytes, own.rlim_cur);
    }
    return bytes;
}
