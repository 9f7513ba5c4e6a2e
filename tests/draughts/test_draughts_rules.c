/* Draughts rules against the oracle of tests/oracle/oracle_draughts.c, and both against numbers and positions from
 * outside (tests/data/draughts, each file with its source).
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/draughts/notation.h"
#include "tests/aid/long.h"
#include "tests/aid/tsv.h"
#include "tests/oracle/draughts_bridge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEED = 20260614, N_RANDOM = 6000 };

static const int sizes[] = {4, 6, 8, 10};

static draughts_position parse(const draughts_board *board, const char *fen)
{
    draughts_position pos;
    pm_error err;
    if (draughts_fen_parse(board, fen, &pos, &err) != PM_OK) {
        fail_msg("%s: %s", fen, err.message);
    }
    return pos;
}

/* The tables give American positions on the mirrored board, White first: read them as Italian ones. */
static int check_perft_file(const char *path, const draughts_rules *rules)
{
    tsv_file *file = tsv_open(path);
    int n = 0;
    for (; tsv_next(file, 4); n++) {
        const int size = atoi(file->field[0]), depth = atoi(file->field[2]);
        const uint64_t count = strtoull(file->field[3], NULL, 10);
        draughts_board board, reader;
        bridge_board(rules, size, &board);
        bridge_board(&draughts_italian, size, &reader);
        const draughts_position pos = parse(&reader, file->field[1]);
        assert_int_equal(draughts_perft(&board, &pos, depth, true), count);
        assert_int_equal(draughts_perft(&board, &pos, depth, false), count);
        const draughts_position start = draughts_start(&board, draughts_men_rows(&board));
        assert_memory_equal(&pos, &start, sizeof pos);
        if (count < 50000) {
            const od_position slow = bridge_to_oracle(&board, &pos);
            assert_int_equal(od_perft(&slow, depth), count);
        }
    }
    tsv_close(file);
    return n;
}

static void test_perft(void **state)
{
    (void)state;
    assert_int_equal(check_perft_file("tests/data/draughts/perft.tsv", &draughts_italian), 34);
    assert_int_equal(check_perft_file("tests/data/draughts/perft-american.tsv", &draughts_american), 9);
}

/* Depths 10 and 11, published with those of perft.tsv, by both ways of counting. */
static void test_deep_perft(void **state)
{
    (void)state;
    draughts_board board;
    bridge_board(&draughts_italian, 8, &board);
    const draughts_position start = draughts_start(&board, 3);
    assert_int_equal(draughts_perft(&board, &start, 10, true), 17761384);
    if (!is_long_run()) {
        return;
    }
    assert_int_equal(draughts_perft(&board, &start, 10, false), 17761384);
    assert_int_equal(draughts_perft(&board, &start, 11, true), 81647058);
    assert_int_equal(draughts_perft(&board, &start, 11, false), 81647058);
}

/* The moves of a line of positions.tsv, separated by spaces, each read and written as a whole path. */
static void check_listed_moves(const draughts_board *board, const draughts_position *pos, const char *listed)
{
    draughts_move found[DRAUGHTS_MAX_MOVES];
    const int n = draughts_sorted_moves(board, pos, found);
    char text[DRAUGHTS_MAX_FEN], words[512];
    snprintf(words, sizeof words, "%s", listed);
    int i = 0;
    for (char *rest = words, *word; (word = strtok_r(rest, " ", &rest)); i++) {
        draughts_move move;
        pm_error err;
        assert_true(i < n);
        draughts_path_format(board, pos, &found[i], text);
        assert_string_equal(text, word);
        assert_int_equal(draughts_move_parse(board, pos, word, &move, &err), PM_OK);
        assert_int_equal(move.taken, found[i].taken);
    }
    assert_int_equal(i, n);
}

static void test_positions(void **state)
{
    (void)state;
    draughts_board board;
    bridge_board(&draughts_italian, 8, &board);
    tsv_file *file = tsv_open("tests/data/draughts/positions.tsv");
    int n = 0;
    for (; tsv_next(file, 2); n++) {
        const draughts_position pos = parse(&board, file->field[1]);
        check_listed_moves(&board, &pos, file->n_fields > 2 ? file->field[2] : "");
        const od_position slow = bridge_to_oracle(&board, &pos);
        bridge_move fast_moves[DRAUGHTS_MAX_MOVES], slow_moves[OD_MAX_MOVES];
        assert_int_equal(bridge_moves(&board, &pos, fast_moves), bridge_oracle_moves(&slow, slow_moves));
    }
    assert_int_equal(n, 15);
    tsv_close(file);
}

/* The two readings that the sources leave open, as rules.md of the project settles them. */
static void test_ambiguities(void **state)
{
    (void)state;
    draughts_board board;
    bridge_board(&draughts_italian, 8, &board);
    /* Kings met earliest means the whole sequence of kinds, not the first king only. */
    draughts_position pos = parse(&board, "W:WK30:B10,K12,K18,20,K26,K27");
    check_listed_moves(&board, &pos, "30x21x14x5");
    /* Around a circle in either direction is one move, and the king comes back to where it began. */
    pos = parse(&board, "W:WK22:B10,11,18,19");
    check_listed_moves(&board, &pos, "22x13x6x15x22");
    draughts_move move;
    pm_error err;
    assert_int_equal(draughts_move_parse(&board, &pos, "22x15x6x13x22", &move, &err), PM_OK);
    assert_int_equal(draughts_move_parse(&board, &pos, "22x22", &move, &err), PM_OK);
    pos = draughts_make(&board, pos, move);
    const draughts_position expected = parse(&board, "B:WK22:B");
    assert_memory_equal(&pos, &expected, sizeof pos);
    /* With a king in the circle the order of the captures decides, and the reading with the king first is the move. */
    pos = parse(&board, "W:WK22:B10,K11,18,19");
    check_listed_moves(&board, &pos, "22x15x6x13x22");
}

static void check_position(const draughts_board *board, const draughts_position *pos)
{
    const od_position slow = bridge_to_oracle(board, pos);
    bridge_move moves[DRAUGHTS_MAX_MOVES], expected[OD_MAX_MOVES];
    const int n = bridge_moves(board, pos, moves);
    assert_int_equal(n, bridge_oracle_moves(&slow, expected));
    assert_int_equal(draughts_count_moves(board, pos), n);
    assert_int_equal(draughts_must_capture(board, pos), n > 0 && expected[0].taken);
    for (int i = 0; i < n; i++) {
        assert_memory_equal(&moves[i], &expected[i], sizeof moves[i]);
    }
}

/* The positions after every move: the fast ones are those of the oracle, in any order. */
static void check_successors(const draughts_board *board, const draughts_position *pos)
{
    static od_move slow_moves[OD_MAX_MOVES];
    draughts_move moves[DRAUGHTS_MAX_MOVES];
    const od_position slow = bridge_to_oracle(board, pos);
    const int n = draughts_moves(board, pos, moves), n_slow = od_moves(&slow, slow_moves);
    for (int i = 0; i < n; i++) {
        const draughts_position next = draughts_make(board, *pos, moves[i]);
        bool is_found = false;
        for (int j = 0; j < n_slow && !is_found; j++) {
            const od_position slow_next = od_make(&slow, &slow_moves[j]);
            const draughts_position expected = bridge_from_oracle(board, &slow_next);
            is_found = memcmp(&next, &expected, sizeof next) == 0;
        }
        assert_true(is_found);
    }
}

static void test_random_positions(void **state)
{
    (void)state;
    print_message("seed %d\n", SEED);
    for (int game = 0; draughts_games[game]; game++) {
        for (int i = 0; i < 4; i++) {
            draughts_board board;
            bridge_board(draughts_games[game], sizes[i], &board);
            rng r = rng_stream(SEED, (uint64_t)(4 * game + i));
            for (int k = 0; k < N_RANDOM; k++) {
                const draughts_position pos = bridge_random(&board, &r);
                check_position(&board, &pos);
                check_successors(&board, &pos);
            }
        }
    }
}

/* Half a turn with the colours exchanged keeps the number of moves, and twice is nothing. */
static void test_turned(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        draughts_board board;
        bridge_board(&draughts_italian, sizes[i], &board);
        rng r = rng_stream(SEED, (uint64_t)(100 + i));
        for (int k = 0; k < N_RANDOM; k++) {
            const draughts_position pos = bridge_random(&board, &r);
            const draughts_position image = draughts_turned(&board, pos), back = draughts_turned(&board, image);
            assert_memory_equal(&back, &pos, sizeof pos);
            assert_int_equal(draughts_count_moves(&board, &image), draughts_count_moves(&board, &pos));
            assert_int_equal(image.pieces[PM_WHITE] & ~board.all, 0);
        }
    }
}

/* A quiet move is among those that can be undone after it, and what is taken back can be played again. */
static void test_unmoves(void **state)
{
    (void)state;
    draughts_board board;
    bridge_board(&draughts_italian, 8, &board);
    rng r = rng_stream(SEED, 200);
    int n_checked = 0;
    for (int k = 0; k < N_RANDOM; k++) {
        const draughts_position pos = bridge_random(&board, &r);
        draughts_move moves[DRAUGHTS_MAX_MOVES];
        const int n = draughts_unmoves(&board, &pos, moves);
        for (int i = 0; i < n; i++) {
            const draughts_position before = draughts_unmake(pos, moves[i]);
            draughts_position after =
                draughts_make(&board, before, (draughts_move){.from = moves[i].to, .to = moves[i].from});
            after.mover = pos.mover;
            assert_memory_equal(&after, &pos, sizeof pos);
        }
        draughts_move legal[DRAUGHTS_MAX_MOVES];
        const int n_legal = draughts_must_capture(&board, &pos) ? 0 : draughts_moves(&board, &pos, legal);
        for (int i = 0; i < n_legal; i++) {
            draughts_position next = draughts_make(&board, pos, legal[i]);
            next.mover = pos.mover;
            const bool is_promotion = bits_count(next.kings) > bits_count(pos.kings);
            const int n_back = draughts_unmoves(&board, &next, moves);
            int n_found = 0;
            for (int j = 0; j < n_back; j++) {
                n_found += moves[j].from == legal[i].to && moves[j].to == legal[i].from;
            }
            assert_true(is_promotion || n_found == 1);
            n_checked += n_found;
        }
    }
    assert_true(n_checked > N_RANDOM);
}

static void test_board_sizes(void **state)
{
    (void)state;
    draughts_board board;
    pm_error err;
    const int bad[][2] = {{0, 0}, {2, 2}, {5, 5}, {8, 6}, {12, 12}, {-4, -4}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(draughts_board_init(&draughts_italian, bad[i][0], bad[i][1], &board, &err), PM_BAD_INPUT);
        assert_non_null(strstr(err.message, "4x4, 6x6, 8x8, 10x10"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft),       cmocka_unit_test(test_deep_perft),       cmocka_unit_test(test_positions),
        cmocka_unit_test(test_ambiguities), cmocka_unit_test(test_random_positions), cmocka_unit_test(test_turned),
        cmocka_unit_test(test_unmoves),     cmocka_unit_test(test_board_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
