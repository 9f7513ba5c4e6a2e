/* Finished games of self-play in a folder: see kept_games.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/selfplay/kept_games.h"

#include "src/base/array.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

enum { MAX_CHOICES = 1 << 14 };

/* Before the choices of each game in the file. */
typedef struct game_head {
    uint64_t number;
    uint32_t pair, n;
    uint64_t checksum; /* XXH64 of the choices, with the sum of the numbers above as its seed */
} game_head;

static_assert(sizeof(game_head) == 24, "written as it is, so without padding");

typedef struct kept_game {
    uint64_t number;
    uint32_t pair, n;
    uint16_t *choices;
} kept_game;

struct kept_games {
    char *path;
    FILE *file;
    pthread_mutex_t lock; /* of the file and the error */
    int error;            /* of the first failed write */
    kept_game *games;     /* those that were read, by pair and number */
    size_t n, capacity;
};

static uint64_t checksum(const game_head *head, const uint16_t *choices)
{
    return XXH64(choices, head->n * sizeof *choices, head->number + head->pair + head->n);
}

static int compare(const void *a, const void *b)
{
    const kept_game *x = a, *y = b;
    if (x->pair != y->pair) {
        return x->pair < y->pair ? -1 : 1;
    }
    return (x->number > y->number) - (x->number < y->number);
}

/* ---- reading ---------------------------------------------------------------------------------- */

/* Read one game; false at the end, or where a game was written in part. `*is_out_of_memory` reports the third case. */
static bool read_game(kept_games *k, bool *is_out_of_memory)
{
    game_head head;
    if (fread(&head, sizeof head, 1, k->file) != 1 || head.n > MAX_CHOICES) {
        return false;
    }
    kept_game *games = array_grow(k->games, &k->capacity, k->n + 1, sizeof *games);
    *is_out_of_memory = !games;
    if (!games) {
        return false;
    }
    k->games = games;
    uint16_t *choices = malloc((head.n + 1) * sizeof *choices);
    *is_out_of_memory = !choices;
    if (!choices || fread(choices, sizeof *choices, head.n, k->file) != head.n ||
        checksum(&head, choices) != head.checksum) {
        free(choices);
        return false;
    }
    k->games[k->n++] = (kept_game){head.number, head.pair, head.n, choices};
    return true;
}

/* Read the games after the `begin` bytes of the heading; what follows the last whole one is cut off. */
static int read_games(cli *c, kept_games *k, long begin)
{
    bool is_out_of_memory = false;
    long end = begin;
    while (read_game(k, &is_out_of_memory)) {
        end = ftell(k->file);
        assert(end > begin);
    }
    if (is_out_of_memory) {
        return cli_no_memory(c, "the finished games");
    }
    if (k->n > 0) {
        qsort(k->games, k->n, sizeof *k->games, compare);
    }
    if (ftruncate(fileno(k->file), end) != 0 || fseek(k->file, end, SEEK_SET) != 0) {
        return cli_fail_file(c, "write to", k->path, errno);
    }
    return CLI_DONE;
}

/* Compare the heading with that of this command, or write it to an empty file. */
static int check_heading(cli *c, kept_games *k)
{
    char *wanted = NULL, *found = NULL;
    const int length =
        asprintf(&wanted, "papamu games 1, %s, seed %" PRIu64 ": %s\n", pm_version(), c->seed, c->command_line);
    size_t capacity = 0;
    if (length < 0) {
        return cli_no_memory(c, "the finished games");
    }
    int code = CLI_DONE;
    if (getline(&found, &capacity, k->file) <= 0) {
        fputs(wanted, k->file);
        code = fflush(k->file) == 0 ? CLI_DONE : cli_fail_file(c, "write to", k->path, errno);
    } else if (strcmp(found, wanted) != 0) {
        code = cli_error(c, CLI_BAD_INPUT,
                         "\"%s\" has the games of another command or version; remove it, or use "
                         "another folder",
                         k->path);
    } else {
        code = read_games(c, k, length);
    }
    free(wanted);
    free(found);
    return code;
}

static int open_locked(cli *c, const char *path, kept_games *k)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        return cli_fail_file(c, "make the folder", path, errno);
    }
    if (asprintf(&k->path, "%s/selfplay.games", path) < 0) {
        k->path = NULL;
        return cli_no_memory(c, "the finished games");
    }
    k->file = fopen(k->path, "a+");
    if (!k->file) {
        return cli_fail_file(c, "open", k->path, errno);
    }
    if (flock(fileno(k->file), LOCK_EX | LOCK_NB) != 0) {
        return cli_error(c, CLI_SYSTEM, "another process is writing \"%s\"", k->path);
    }
    rewind(k->file);
    return check_heading(c, k);
}

/* ---- the interface ---------------------------------------------------------------------------- */

int kept_games_open(cli *c, const char *path, kept_games **kept)
{
    kept_games *k = calloc(1, sizeof *k);
    if (!k) {
        return cli_no_memory(c, "the finished games");
    }
    pthread_mutex_init(&k->lock, NULL);
    const int code = open_locked(c, path, k);
    if (code != CLI_DONE) {
        kept_games_close(c, k, false);
        return code;
    }
    *kept = k;
    return CLI_DONE;
}

uint64_t kept_games_count(const kept_games *kept)
{
    return kept->n;
}

const uint16_t *kept_games_find(const kept_games *kept, uint32_t pair, uint64_t number, unsigned *n)
{
    const kept_game wanted = {.number = number, .pair = pair};
    const kept_game *found = kept->n > 0 ? bsearch(&wanted, kept->games, kept->n, sizeof *kept->games, compare) : NULL;
    *n = found ? found->n : 0;
    assert(*n <= MAX_CHOICES);
    return found ? found->choices : NULL;
}

void kept_games_add(kept_games *kept, uint32_t pair, uint64_t number, const uint16_t *choices, unsigned n)
{
    assert(n <= MAX_CHOICES); /* or the file could not be read again */
    game_head head = {.number = number, .pair = pair, .n = n};
    head.checksum = checksum(&head, choices);
    pthread_mutex_lock(&kept->lock);
    errno = 0;
    if (!kept->error && (fwrite(&head, sizeof head, 1, kept->file) != 1 ||
                         fwrite(choices, sizeof *choices, n, kept->file) != n || fflush(kept->file) != 0)) {
        kept->error = errno ? errno : EIO;
    }
    pthread_mutex_unlock(&kept->lock);
}

int kept_games_close(cli *c, kept_games *kept, bool is_done)
{
    int code = CLI_DONE;
    if (!kept) {
        return code;
    }
    if (kept->error) {
        code = cli_fail_file(c, "write to", kept->path, kept->error);
    }
    if (kept->file) {
        if (is_done) {
            unlink(kept->path);
        }
        fclose(kept->file);
    }
    for (size_t i = 0; i < kept->n; i++) {
        free(kept->games[i].choices);
    }
    free(kept->games);
    free(kept->path);
    pthread_mutex_destroy(&kept->lock);
    free(kept);
    return code;
}
