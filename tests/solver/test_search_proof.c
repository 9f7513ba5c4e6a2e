/* Proofs: what the search collects is accepted by the checker, and nothing that is wrong is.
 *
 * Oracle: the checker of solver/konane/search/proof_check.c, which shares no code with the search, held to the sweep
 * here; and proof_checker.py, which tests/cli/search.bats runs.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/query.h"
#include "solver/konane/search/proof_check.h"
#include "solver/konane/search/search_proof.h"
#include "src/base/bytes.h"
#include "tests/aid/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <xxhash.h>

enum { MEBIBYTE = 1 << 20 };

static const konane_variant standard = {false, KONANE_CHAINS_ANY};

/* The proof of all openings of a board, leaving positions of `small` stones to the checker. */
static proof_file prove(int rows, int cols, pm_color corner, konane_variant variant, int small, size_t memory)
{
    pm_board *board;
    search_engine *engine;
    konane_opening_result openings[KONANE_MAX_OPENINGS];
    konane_query queries[KONANE_MAX_OPENINGS];
    dfpn_job jobs[KONANE_MAX_OPENINGS] = {0};
    const engine_options options = {.memory = memory, .threads = 1, .small_stones = small};
    assert_int_equal(konane_board_new(rows, cols, corner, "any", variant, &board, NULL), PM_OK);
    assert_int_equal(search_engine_new(rows, cols, variant, &options, &engine, NULL), PM_OK);
    const int n = konane_opening_queries(board, openings, queries);
    assert_in_range(n, 1, KONANE_MAX_OPENINGS);
    const int class = search_board_class(board, PM_BLACK);
    for (int i = 0; i < n; i++) {
        jobs[i].word = search_normal(search_engine_board(engine), queries[i].pos.occupied, class);
    }
    search_engine_run(engine, jobs, (size_t)n);
    proof_file proof = {.rows = rows,
                        .cols = cols,
                        .corner = corner,
                        .ending = variant.is_misere,
                        .jumps = (uint8_t)variant.chains,
                        .small = small,
                        .n_claims = (uint32_t)n};
    proof.claims = calloc(KONANE_MAX_OPENINGS, sizeof *proof.claims);
    assert_non_null(proof.claims);
    for (int i = 0; i < n; i++) {
        const search_numbers numbers = dfpn_job_numbers(&jobs[i]);
        assert_true(search_is_proven(numbers));
        proof.claims[i] = (proof_claim){queries[i].pos.occupied, (uint8_t) class, search_is_won(numbers)};
    }
    assert_int_equal(search_proof_collect(engine, &proof, NULL), PM_OK);
    search_engine_free(engine);
    pm_board_free(board);
    return proof;
}

static proof_result check(const proof_file *proof, int threads)
{
    proof_checker *checker;
    proof_result result;
    assert_int_equal(proof_checker_new(proof, &checker, NULL), PM_OK);
    assert_int_equal(proof_check(checker, threads, NULL, NULL, &result, NULL), PM_OK);
    proof_checker_free(checker);
    return result;
}

static void expect_right(const proof_file *proof, int threads)
{
    const proof_result result = check(proof, threads);
    if (!result.is_right) {
        fail_msg("%dx%d, ending %d, jumps %d, small %d: %016llx %s", proof->rows, proof->cols, proof->ending,
                 proof->jumps, proof->small, (unsigned long long)result.occupied, result.why);
    }
}

/* A table of 64 KiB has lost most of what the proof needs: it is searched again. */
static void proofs_are_right(void **state)
{
    (void)state;
    static const int sizes[][2] = {{3, 3}, {4, 4}, {4, 5}, {5, 4}, {5, 5}, {3, 8}, {2, 10}, {1, 18}, {5, 3}};
    for (size_t i = 0; i < N_VARIANTS * sizeof sizes / sizeof sizes[0]; i++) {
        const int *size = sizes[i / N_VARIANTS];
        const konane_variant variant = variants[i % N_VARIANTS];
        for (int small = 0; small <= 8; small += 4) {
            for (int corner = 0; corner < 2; corner++) {
                const size_t memory = small == 4 ? SEARCH_MIN_TABLE : MEBIBYTE;
                proof_file proof = prove(size[0], size[1], (pm_color)corner, variant, small, memory);
                expect_right(&proof, 1 + corner);
                proof_file_free(&proof);
            }
        }
    }
}

/* What holds under some rules does not under others: all openings of these boards do not have the same winners. */
static void proofs_are_of_their_rules_alone(void **state)
{
    (void)state;
    for (int v = 0; v < N_VARIANTS; v++) {
        proof_file proof = prove(5, 5, PM_BLACK, variants[v], 4, MEBIBYTE);
        for (int other = 0; other < N_VARIANTS; other++) {
            proof.ending = variants[other].is_misere;
            proof.jumps = (uint8_t)variants[other].chains;
            assert_int_equal(check(&proof, 1).is_right, other == v);
        }
        proof_file_free(&proof);
    }
}

/* In misere play a position without a jump is won, even if it is in the set. */
static void who_cannot_jump_has_won_in_misere_play(void **state)
{
    (void)state;
    uint64_t words[] = {1};
    proof_claim claims[] = {{.occupied = 1, .wins = true}};
    proof_file proof = {.rows = 5, .cols = 5, .ending = 1, .claims = claims, .n_claims = 1};
    expect_right(&proof, 1);
    claims[0].wins = false;
    assert_true(check(&proof, 1).is_claim);
    proof.words = words;
    proof.n_words = 1;
    assert_string_equal(check(&proof, 1).why, "has no jump, so its mover has won");
    proof.ending = 0;
    claims[0] = (proof_claim){.occupied = 1};
    expect_right(&proof, 1);
}

static void false_claims_are_refused(void **state)
{
    (void)state;
    proof_file proof = prove(4, 5, PM_BLACK, standard, 4, MEBIBYTE);
    for (uint32_t i = 0; i < proof.n_claims; i++) {
        proof.claims[i].wins = !proof.claims[i].wins;
        const proof_result result = check(&proof, 1);
        assert_false(result.is_right);
        assert_true(result.is_claim);
        assert_true(result.occupied == proof.claims[i].occupied);
        proof.claims[i].wins = !proof.claims[i].wins;
    }
    proof_file_free(&proof);
}

/* Without one of its positions a proof has a gap, unless the winner has another move wherever he wants it. */
static void gaps_are_found(void **state)
{
    (void)state;
    proof_file proof = prove(5, 5, PM_BLACK, standard, 4, MEBIBYTE);
    int found = 0;
    for (uint64_t i = 0; i < proof.n_words; i++) {
        proof_file cut = proof;
        cut.words = malloc(proof.n_words * sizeof *cut.words);
        assert_non_null(cut.words);
        memcpy(cut.words, proof.words, i * sizeof *cut.words);
        memcpy(cut.words + i, proof.words + i + 1, (proof.n_words - i - 1) * sizeof *cut.words);
        cut.n_words--;
        found += !check(&cut, 1).is_right;
        free(cut.words);
    }
    assert_true(found > (int)proof.n_words / 3);
    /* Of what is wrong the first is named: a stone in the last corner, which is not the least of its images. */
    uint64_t words[] = {1, UINT64_C(1) << 24};
    proof_file wrong = {.rows = 5, .cols = 5, .words = words, .n_words = 2};
    const proof_result result = check(&wrong, 1);
    assert_false(result.is_right || result.is_claim);
    assert_true(result.occupied == words[1]);
    assert_string_equal(result.why, "is not in normal form");
    proof_file_free(&proof);
}

typedef struct place {
    char path[64];
} place;

static place new_place(void)
{
    place p = {"/tmp/papamu-test-XXXXXX"};
    const int fd = mkstemp(p.path);
    assert_true(fd >= 0);
    close(fd);
    return p;
}

static void check_file(const place *p, konane_variant variant)
{
    proof_file proof = prove(5, 5, PM_WHITE, variant, 4, MEBIBYTE), again;
    assert_int_equal(proof_file_write(p->path, &proof, NULL), PM_OK);
    assert_true(proof_file_is(p->path));
    assert_int_equal(proof_file_read(p->path, &again, NULL), PM_OK);
    assert_int_equal(again.rows, 5);
    assert_int_equal(again.corner, PM_WHITE);
    assert_int_equal(proof_variant(&again).is_misere, variant.is_misere);
    assert_int_equal(proof_variant(&again).chains, variant.chains);
    assert_int_equal(again.small, 4);
    assert_int_equal(again.n_words, proof.n_words);
    assert_memory_equal(again.words, proof.words, proof.n_words * sizeof *proof.words);
    assert_int_equal(again.n_claims, proof.n_claims);
    assert_memory_equal(again.digest, proof.digest, 16);
    for (uint64_t i = 0; i < proof.n_words; i++) {
        assert_true(proof_file_has(&again, proof.words[i]));
    }
    assert_false(proof_file_has(&again, ~UINT64_C(0)));
    proof_file_free(&again);
    proof_file_free(&proof);
}

static void files_keep_proofs(void **state)
{
    (void)state;
    const place p = new_place();
    assert_false(proof_file_is(p.path));
    for (int v = 0; v < N_VARIANTS; v++) {
        check_file(&p, variants[v]);
    }
    unlink(p.path);
}

/* Change bytes of a header and put its checksum right. */
static pm_status read_altered(const place *p, int version, int ending, int jumps, pm_error *err)
{
    proof_file proof = prove(4, 4, PM_BLACK, standard, 0, MEBIBYTE), again;
    uint8_t header[128];
    assert_int_equal(proof_file_write(p->path, &proof, NULL), PM_OK);
    proof_file_free(&proof);
    FILE *file = fopen(p->path, "r+b");
    assert_non_null(file);
    assert_int_equal(fread(header, 1, sizeof header, file), sizeof header);
    assert_int_equal(header[8], 1);
    header[8] = (uint8_t)version;
    header[72] = (uint8_t)ending;
    header[73] = (uint8_t)jumps;
    bytes_put(header + 120, XXH64(header, 120, 0), 8);
    rewind(file);
    assert_int_equal(fwrite(header, 1, sizeof header, file), sizeof header);
    fclose(file);
    const pm_status status = proof_file_read(p->path, &again, err);
    if (status == PM_OK) {
        proof_file_free(&again);
    }
    return status;
}

static void a_version_has_its_rules(void **state)
{
    (void)state;
    const place p = new_place();
    static const int wrong[][3] = {{1, 1, 0}, {1, 0, 1}, {2, 0, 0}, {2, 2, 0}, {2, 0, 3}};
    pm_error err;
    assert_int_equal(read_altered(&p, 1, 0, 0, &err), PM_OK);
    assert_int_equal(read_altered(&p, 2, 1, 2, &err), PM_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(read_altered(&p, wrong[i][0], wrong[i][1], wrong[i][2], &err), PM_DAMAGED);
        assert_non_null(strstr(err.message, "names no rules of its version"));
    }
    assert_int_equal(read_altered(&p, 3, 1, 0, &err), PM_BAD_INPUT);
    unlink(p.path);
}

static void spoilt_files_are_refused(void **state)
{
    (void)state;
    const place p = new_place();
    proof_file proof = prove(4, 4, PM_BLACK, standard, 0, MEBIBYTE), again;
    pm_error err;
    assert_int_equal(proof_file_write(p.path, &proof, NULL), PM_OK);
    FILE *file = fopen(p.path, "r+b");
    assert_non_null(file);
    for (long at = 0; at < (long)proof.file_bytes; at++) {
        fseek(file, at, SEEK_SET);
        const int byte = fgetc(file);
        fseek(file, at, SEEK_SET);
        fputc(byte ^ 4, file);
        fflush(file);
        const pm_status status = proof_file_read(p.path, &again, &err);
        assert_true(status == PM_DAMAGED || (at < 12 && status == PM_BAD_INPUT));
        fseek(file, at, SEEK_SET);
        fputc(byte, file);
        fflush(file);
    }
    for (long cut = (long)proof.file_bytes - 1; cut >= 0; cut -= cut > 128 ? 7 : 1) {
        assert_int_equal(ftruncate(fileno(file), cut), 0);
        const pm_status status = proof_file_read(p.path, &again, &err);
        assert_true(status == (cut < 128 ? PM_BAD_INPUT : PM_DAMAGED));
    }
    fclose(file);
    proof_file_free(&proof);
    unlink(p.path);
    assert_int_equal(proof_file_read(p.path, &again, &err), PM_IO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_are_right),
        cmocka_unit_test(proofs_are_of_their_rules_alone),
        cmocka_unit_test(who_cannot_jump_has_won_in_misere_play),
        cmocka_unit_test(false_claims_are_refused),
        cmocka_unit_test(gaps_are_found),
        cmocka_unit_test(files_keep_proofs),
        cmocka_unit_test(a_version_has_its_rules),
        cmocka_unit_test(spoilt_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
