/* Fuzzes the reader and the checker of proofs. The input is a file; once as it is, once with the checksum of its header
 * put right, so that the checks after it are reached. What is read is checked and asked: it may be wrong, but nothing
 * may break.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/konane/search/proof_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <xxhash.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { AT_SUM = 120, HEADER_BYTES = 128, MAX_SMALL = 6, MAX_WORDS = 2000 };

/* Endings of many stones would take for ever, and so would many positions. */
static void use(const proof_file *proof)
{
    proof_checker *checker;
    proof_result result;
    if (proof->small > MAX_SMALL || proof->n_words > MAX_WORDS) {
        return;
    }
    if (proof_checker_new(proof, &checker, NULL) != PM_OK ||
        proof_check(checker, 1, NULL, NULL, &result, NULL) != PM_OK) {
        abort();
    }
    for (unsigned i = 0; i < 8; i++) {
        const uint64_t all =
            proof->rows * proof->cols == 64 ? ~UINT64_C(0) : (UINT64_C(1) << proof->rows * proof->cols) - 1;
        (void)proof_ask(checker, i * UINT64_C(0x9e3779b97f4a7c15) & all, (int)(i & 1));
    }
    proof_checker_free(checker);
}

static void read_bytes(const uint8_t *bytes, size_t n)
{
    char path[32];
    const int fd = memfd_create("fuzz", MFD_CLOEXEC);
    if (fd < 0 || write(fd, bytes, n) != (ssize_t)n) {
        abort();
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    proof_file proof;
    pm_error err;
    if (proof_file_read(path, &proof, &err) == PM_OK) {
        use(&proof);
        proof_file_free(&proof);
    }
    close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    read_bytes(data, n);
    uint8_t *copy = n >= HEADER_BYTES ? malloc(n) : NULL;
    if (copy) {
        memcpy(copy, data, n);
        const uint64_t sum = XXH64(copy, AT_SUM, 0);
        for (int i = 0; i < 8; i++) {
            copy[AT_SUM + i] = (uint8_t)(sum >> 8 * i);
        }
        read_bytes(copy, n);
        free(copy);
    }
    return 0;
}
