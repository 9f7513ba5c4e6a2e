/* Fuzz target for game records of every dialect: any bytes are read to the end; each game is reported with an error or
 * replayed, and a game that was read is written and read again with the same moves.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/game/record.h"
#include "tests/fuzz/fuzz_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static record_reader *reader_of(FILE *file, const char *game)
{
    const game_options defaults = {.rows = 8, .cols = 8, .opening = strcmp(game, "konane") == 0 ? "any" : NULL};
    const record_dialect *dialect = record_dialect_of_game(game);
    fuzz_require(dialect);
    record_reader *reader = record_reader_new(file, dialect, &defaults);
    fuzz_require(reader);
    return reader;
}

static void check_moves(const record *r)
{
    game_state s = r->start;
    for (int i = 0; i < r->n_moves; i++) {
        game_move moves[GAME_MAX_MOVES];
        const int n = r->g->rules->moves(r->g, &s, moves);
        bool is_legal = false;
        for (int j = 0; j < n; j++) {
            is_legal |= memcmp(&moves[j], &r->moves[i], sizeof *moves) == 0;
        }
        fuzz_require(is_legal);
        r->g->rules->make(r->g, &s, &r->moves[i]);
    }
    fuzz_require(memcmp(s.bits, r->end.bits, sizeof s.bits) == 0 && s.mover == r->end.mover);
}

static void check_written(const char *text, size_t size, const record *r, const char *game)
{
    FILE *file = fmemopen((void *)(uintptr_t)text, size, "r");
    fuzz_require(file);
    record_reader *reader = reader_of(file, game);
    const record *again;
    pm_error err = {0};
    fuzz_require(record_read(reader, &again, &err) == PM_OK);
    fuzz_require(again->n_moves == r->n_moves);
    fuzz_require(memcmp(&again->end, &r->end, sizeof r->end) == 0);
    fuzz_require(record_read(reader, &again, &err) == PM_NOT_FOUND);
    record_reader_free(reader);
    fclose(file);
}

static void write_and_read(const record *r, const char *game)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    fuzz_require(file);
    fuzz_require(record_write(file, record_dialect_of_game(game), r));
    fclose(file);
    check_written(text, size, r, game);
    free(text);
}

static void read_all(const uint8_t *data, size_t size, const char *game)
{
    FILE *file = fmemopen((void *)(uintptr_t)data, size, "r");
    fuzz_require(file);
    record_reader *reader = reader_of(file, game);
    const record *r;
    pm_error err = {0};
    pm_status status;
    size_t n_rounds = 0;
    while ((status = record_read(reader, &r, &err)) == PM_OK || status == PM_BAD_INPUT) {
        fuzz_require(++n_rounds <= size); /* each takes a character at least: the reader comes to an end */
        if (status == PM_OK) {
            check_moves(r);
            write_and_read(r, game);
        } else {
            fuzz_require(err.message[0] != '\0');
        }
    }
    fuzz_require(status == PM_NOT_FOUND);
    record_reader_free(reader);
    fclose(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const games[] = {"konane", "italian", "american"};
    for (int i = 0; i < 3 && size > 0; i++) {
        read_all(data, size, games[i]);
    }
    return 0;
}
