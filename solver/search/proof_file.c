/* Writing and reading proofs: see proof_file.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/search/proof_file.h"

#include "src/base/bytes.h"
#include "src/base/file.h"
#include "src/base/status.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>
#include <zstd.h>

static const char magic[8] = {'P', 'A', 'P', 'A', 'M', 'U', 'P', 'F'};

enum {
    VERSION = 1,          /* of the standard rules */
    VERSION_OF_RULES = 2, /* of others, which the header names */
    MAX_ENDING = 1,
    MAX_JUMPS = 2,
    HEADER_BYTES = 128,
    AT_ENDING = 72,
    AT_JUMPS = 73,
    AT_SUM = 120,
    CLAIM_BYTES = 16,
    MAX_CLAIMS = 1 << 16,
    MAX_WORD_BYTES = 10, /* of a difference */
    LEVEL = 19,
};

static pm_status no_memory(pm_error *err)
{
    return status_fail(err, PM_NO_MEMORY, 0, "no memory for the proof");
}

void proof_file_free(proof_file *proof)
{
    free(proof->words);
    free(proof->claims);
    *proof = (proof_file){0};
}

bool proof_file_has(const proof_file *proof, uint64_t word)
{
    uint64_t low = 0, high = proof->n_words;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (proof->words[middle] < word) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    assert(low == proof->n_words || proof->words[low] >= word);
    return low < proof->n_words && proof->words[low] == word;
}

static void digest_stream(const uint8_t *stream, size_t n, uint8_t digest[16])
{
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(stream, n));
    memcpy(digest, canonical.digest, 16);
}

static unsigned version_of(const proof_file *proof)
{
    return proof->ending == 0 && proof->jumps == 0 ? VERSION : VERSION_OF_RULES;
}

/* ---- writing ---------------------------------------------------------------------------------- */

static size_t encode_words(const proof_file *proof, uint8_t *stream)
{
    size_t n = 0;
    uint64_t previous = 0;
    for (uint64_t i = 0; i < proof->n_words; i++) {
        assert(i == 0 || proof->words[i] > previous);
        uint64_t difference = proof->words[i] - previous;
        previous = proof->words[i];
        for (; difference >= 128; difference >>= 7) {
            stream[n++] = (uint8_t)(difference | 128);
        }
        stream[n++] = (uint8_t)difference;
    }
    return n;
}

static void encode_header(const proof_file *proof, size_t stream_bytes, size_t packed_bytes,
                          uint8_t header[HEADER_BYTES])
{
    memset(header, 0, HEADER_BYTES);
    memcpy(header, magic, sizeof magic);
    bytes_put(header + 8, version_of(proof), 4);
    bytes_put(header + 12, (uint64_t)proof->rows, 4);
    bytes_put(header + 16, (uint64_t)proof->cols, 4);
    bytes_put(header + 20, (uint64_t)proof->small, 4);
    bytes_put(header + 24, proof->n_words, 8);
    bytes_put(header + 32, stream_bytes, 8);
    bytes_put(header + 40, packed_bytes, 8);
    bytes_put(header + 48, proof->n_claims, 4);
    bytes_put(header + 52, (uint64_t)proof->corner, 4);
    memcpy(header + 56, proof->digest, 16);
    header[AT_ENDING] = proof->ending;
    header[AT_JUMPS] = proof->jumps;
    bytes_put(header + AT_SUM, XXH64(header, AT_SUM, 0), 8);
}

static void encode_claims(const proof_file *proof, uint8_t *bytes)
{
    assert(proof->n_claims <= MAX_CLAIMS);
    for (uint32_t i = 0; i < proof->n_claims; i++) {
        bytes_put(bytes + CLAIM_BYTES * i, proof->claims[i].occupied, 8);
        bytes_put(bytes + CLAIM_BYTES * i + 8, proof->claims[i].mover, 1);
        bytes_put(bytes + CLAIM_BYTES * i + 9, proof->claims[i].wins, 7);
    }
    bytes_put(bytes + CLAIM_BYTES * proof->n_claims, XXH64(bytes, CLAIM_BYTES * (size_t)proof->n_claims, 0), 8);
}

static pm_status write_bytes(const char *path, const uint8_t *bytes, size_t n, pm_error *err)
{
    safe_file file = {0};
    pm_status status = file_open(path, false, &file, err);
    if (status == PM_OK) {
        status = file_write(&file, bytes, n, 0, err);
        if (status == PM_OK) {
            status = file_commit(&file, err);
        }
        file_close(&file, false);
    }
    return status;
}

pm_status proof_file_write(const char *path, proof_file *proof, pm_error *err)
{
    const size_t claims_bytes = CLAIM_BYTES * (size_t)proof->n_claims + 8, before = HEADER_BYTES + claims_bytes;
    uint8_t *stream = malloc(proof->n_words * MAX_WORD_BYTES + 1);
    const size_t n = stream ? encode_words(proof, stream) : 0, bound = ZSTD_compressBound(n);
    assert(n <= proof->n_words * MAX_WORD_BYTES && proof->n_claims <= MAX_CLAIMS);
    uint8_t *bytes = stream ? malloc(before + bound) : NULL;
    pm_status status = PM_OK;
    if (bytes) {
        const size_t packed = ZSTD_compress(bytes + before, bound, stream, n, LEVEL);
        if (ZSTD_isError(packed)) {
            status = no_memory(err);
        } else {
            digest_stream(stream, n, proof->digest);
            proof->file_bytes = before + packed;
            encode_header(proof, n, packed, bytes);
            encode_claims(proof, bytes + HEADER_BYTES);
            status = write_bytes(path, bytes, before + packed, err);
        }
    } else {
        status = no_memory(err);
    }
    free(stream);
    free(bytes);
    return status;
}

/* ---- reading ---------------------------------------------------------------------------------- */

static pm_status is_damaged(const char *what, pm_error *err)
{
    return status_fail(err, PM_DAMAGED, 0, "the proof is damaged: %s", what);
}

/* What the header says beside the fields of the proof. */
typedef struct sizes {
    uint64_t stream, packed;
} sizes;

static pm_status decode_header(const uint8_t header[HEADER_BYTES], proof_file *proof, sizes *s, pm_error *err)
{
    if (memcmp(header, magic, sizeof magic) != 0) {
        return status_fail(err, PM_BAD_INPUT, 0, "not a proof");
    }
    const unsigned version = (unsigned)bytes_get(header + 8, 4);
    if (version != VERSION && version != VERSION_OF_RULES) {
        return status_fail(err, PM_BAD_INPUT, 0, "proof of version %u, this program reads versions %d and %d", version,
                           VERSION, VERSION_OF_RULES);
    }
    if (bytes_get(header + AT_SUM, 8) != XXH64(header, AT_SUM, 0)) {
        return is_damaged("the header has a wrong checksum", err);
    }
    const uint64_t rows = bytes_get(header + 12, 4), cols = bytes_get(header + 16, 4);
    const uint64_t n_claims = bytes_get(header + 48, 4), corner = bytes_get(header + 52, 4);
    if (rows < 1 || cols < 1 || rows > 64 || cols > 64 || rows * cols > 64 || n_claims > MAX_CLAIMS || corner > 1 ||
        bytes_get(header + 20, 4) > 64) {
        return is_damaged("the header is senseless", err);
    }
    proof->rows = (int)rows;
    proof->cols = (int)cols;
    proof->small = (int)bytes_get(header + 20, 4);
    proof->n_words = bytes_get(header + 24, 8);
    proof->n_claims = (uint32_t)n_claims;
    proof->corner = (pm_color)corner;
    proof->ending = header[AT_ENDING];
    proof->jumps = header[AT_JUMPS];
    if (proof->ending > MAX_ENDING || proof->jumps > MAX_JUMPS || version != version_of(proof)) {
        return is_damaged("the header names no rules of its version", err);
    }
    memcpy(proof->digest, header + 56, 16);
    *s = (sizes){bytes_get(header + 32, 8), bytes_get(header + 40, 8)};
    /* A word takes one byte to ten, and zstd never packs a block of 128 KiB into less than four. */
    if (s->stream < proof->n_words || s->stream / MAX_WORD_BYTES > proof->n_words || s->stream / 32768 > s->packed) {
        return is_damaged("the header is senseless", err);
    }
    return PM_OK;
}

static pm_status decode_words(const uint8_t *stream, size_t n, proof_file *proof, pm_error *err)
{
    size_t at = 0;
    uint64_t previous = 0;
    for (uint64_t i = 0; i < proof->n_words; i++) {
        uint64_t difference = 0;
        unsigned shift = 0;
        uint8_t byte = 128;
        for (; byte >= 128 && at < n && shift < 64; shift += 7) {
            byte = stream[at++];
            difference |= (uint64_t)(byte & 127) << shift;
        }
        if (byte >= 128 || (difference == 0 && i > 0) || previous + difference < previous) {
            return is_damaged("its positions are not in order", err);
        }
        assert(shift <= 7 * MAX_WORD_BYTES);
        previous += difference;
        proof->words[i] = previous;
    }
    return at == n ? PM_OK : is_damaged("it has bytes to spare", err);
}

static pm_status decode_claims(const uint8_t *bytes, proof_file *proof, pm_error *err)
{
    const size_t n = CLAIM_BYTES * (size_t)proof->n_claims;
    if (bytes_get(bytes + n, 8) != XXH64(bytes, n, 0)) {
        return is_damaged("its claims have a wrong checksum", err);
    }
    for (uint32_t i = 0; i < proof->n_claims; i++) {
        const uint8_t *claim = bytes + CLAIM_BYTES * i;
        if (claim[8] > 1 || claim[9] > 1) {
            return is_damaged("a claim is senseless", err);
        }
        proof->claims[i] = (proof_claim){bytes_get(claim, 8), claim[8], claim[9] == 1};
    }
    return PM_OK;
}

/* The stream may be much larger than the file: it is allocated only once the frame says the same size. */
static pm_status unpack(const uint8_t *packed, const sizes *s, proof_file *proof, pm_error *err)
{
    if (ZSTD_getFrameContentSize(packed, s->packed) != s->stream) {
        return is_damaged("the packed part has another size", err);
    }
    uint8_t *stream = malloc(s->stream + 1);
    proof->words = stream ? malloc(proof->n_words * sizeof *proof->words + 1) : NULL;
    pm_status status = proof->words ? PM_OK : no_memory(err);
    if (status == PM_OK && ZSTD_decompress(stream, s->stream, packed, s->packed) != s->stream) {
        status = is_damaged("the packed part cannot be unpacked", err);
    }
    if (status == PM_OK) {
        uint8_t digest[16];
        digest_stream(stream, s->stream, digest);
        status = memcmp(digest, proof->digest, sizeof digest) == 0 ? decode_words(stream, s->stream, proof, err)
                                                                   : is_damaged("it has a wrong digest", err);
    }
    free(stream);
    return status;
}

/* Read the file, of `n_bytes` bytes. */
static pm_status read_file(int fd, uint64_t n_bytes, proof_file *proof, pm_error *err)
{
    uint8_t header[HEADER_BYTES];
    sizes s = {0};
    if (n_bytes < HEADER_BYTES || file_read(fd, header, sizeof header, 0, err)) {
        return status_fail(err, PM_BAD_INPUT, 0, "not a proof");
    }
    pm_status status = decode_header(header, proof, &s, err);
    if (status != PM_OK) {
        return status;
    }
    const size_t claims = CLAIM_BYTES * (size_t)proof->n_claims + 8;
    proof->file_bytes = n_bytes;
    if (s.packed != proof->file_bytes - HEADER_BYTES - claims || proof->file_bytes < HEADER_BYTES + claims) {
        return is_damaged("it is cut, or has bytes to spare", err);
    }
    uint8_t *bytes = malloc(claims + s.packed);
    proof->claims = malloc(proof->n_claims * sizeof *proof->claims + 1);
    status = bytes && proof->claims ? file_read(fd, bytes, claims + s.packed, HEADER_BYTES, err) : no_memory(err);
    if (status == PM_OK) {
        status = decode_claims(bytes, proof, err);
    }
    if (status == PM_OK) {
        status = unpack(bytes + claims, &s, proof, err);
    }
    free(bytes);
    return status;
}

pm_status proof_file_read(const char *path, proof_file *proof, pm_error *err)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    *proof = (proof_file){0};
    if (fd < 0) {
        return status_fail(err, PM_IO, 0, "cannot open \"%s\": %s", path, strerror(errno));
    }
    struct stat s;
    const bool is_file = fstat(fd, &s) == 0 && S_ISREG(s.st_mode);
    const pm_status status = is_file ? read_file(fd, (uint64_t)s.st_size, proof, err)
                                     : status_fail(err, PM_BAD_INPUT, 0, "not a regular file, so not a proof");
    close(fd);
    if (status != PM_OK) {
        proof_file_free(proof);
    }
    return status;
}

bool proof_file_is(const char *path)
{
    char bytes[sizeof magic];
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const bool is = fd >= 0 && read(fd, bytes, sizeof bytes) == sizeof bytes && memcmp(bytes, magic, sizeof magic) == 0;
    if (fd >= 0) {
        close(fd);
    }
    return is;
}
