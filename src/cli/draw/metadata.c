/* Metadata of pictures: see metadata.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/draw/metadata.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- PNG: a chunk iTXt after the header (PNG specification, third edition, 11.3.3.4) -------------- */

enum { PNG_SIGNATURE = 8, PNG_IHDR = 25 /* the chunk: length, name, 13 bytes, checksum */ };

/* The checksum of chunks, bit by bit (annex D there): some hundred bytes are not worth a table. */
static uint32_t crc(uint32_t sum, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        sum ^= (unsigned char)bytes[i];
        for (int k = 0; k < 8; k++) {
            sum = sum & 1 ? 0xedb88320U ^ sum >> 1 : sum >> 1;
        }
    }
    return sum;
}

static void put_big_endian(uint32_t x, FILE *out)
{
    for (int shift = 24; shift >= 0; shift -= 8) {
        putc((int)(x >> shift & 0xff), out);
    }
}

void metadata_write_png(const char *bytes, size_t n, const char *source, FILE *out)
{
    static const char name[4] = {'i', 'T', 'X', 't'};
    static const char head[] = "Description\0\0\0\0"; /* keyword, not compressed, no language, no translation */
    static_assert(sizeof head == sizeof "Description" + 4, "the zero of the keyword, two bytes, two empty texts");
    const size_t before = PNG_SIGNATURE + PNG_IHDR, length = strlen(source);
    if (!source[0] || n < before || length > INT32_MAX - sizeof head) {
        fwrite(bytes, 1, n, out);
        return;
    }
    fwrite(bytes, 1, before, out);
    put_big_endian((uint32_t)(sizeof head + length), out);
    fwrite(name, 1, sizeof name, out);
    fwrite(head, 1, sizeof head, out);
    fwrite(source, 1, length, out);
    put_big_endian(~crc(crc(crc(UINT32_MAX, name, sizeof name), head, sizeof head), source, length), out);
    fwrite(bytes + before, 1, n - before, out);
}

/* ---- PDF: an incremental update with a new document information (ISO 32000-1, 7.5.6 and 14.3.3) ---- */

/* The last place of `text` in the bytes, or NULL. */
static const char *find_last(const char *bytes, size_t n, const char *text)
{
    const char *found = NULL;
    const size_t length = strlen(text);
    for (const char *at = bytes; (at = memmem(at, n - (size_t)(at - bytes), text, length)) != NULL; at++) {
        found = at;
    }
    return found;
}

/* The number after the last `key`; false if there is none. */
static bool number_after(const char *bytes, size_t n, const char *key, unsigned long *number)
{
    const char *at = find_last(bytes, n, key);
    char digits[24] = "";
    if (at) {
        const size_t left = n - (size_t)(at - bytes) - strlen(key);
        assert(left <= n);
        memcpy(digits, at + strlen(key), left < sizeof digits - 1 ? left : sizeof digits - 1);
    }
    char *end = digits;
    *number = strtoul(digits, &end, 10);
    return end != digits;
}

/* Write a text string; what is not ASCII becomes a question mark. */
static void put_pdf_string(const char *text, FILE *out)
{
    putc('(', out);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '(' || c == ')' || c == '\\') {
            putc('\\', out);
        }
        if (c < 0x80) {
            putc(c, out);
        } else if (c >= 0xc0) { /* one for each character */
            putc('?', out);
        }
    }
    putc(')', out);
}

/* The picture without the time at which it was drawn: results have no dates. */
static void put_without_date(const char *bytes, size_t n, FILE *out)
{
    static const char key[] = "/CreationDate (";
    const char *date = find_last(bytes, n, key);
    const char *end = date ? memchr(date, ')', n - (size_t)(date - bytes)) : NULL;
    const size_t before = end ? (size_t)(date - bytes) : n, length = end ? (size_t)(end + 1 - date) : 0;
    assert(before + length <= n);
    fwrite(bytes, 1, before, out);
    fprintf(out, "%*s", (int)length, ""); /* of the same length: offsets of objects stay */
    fwrite(bytes + before + length, 1, n - before - length, out);
}

void metadata_write_pdf(const char *bytes, size_t n, const char *source, FILE *out)
{
    unsigned long size, root, before;
    put_without_date(bytes, n, out);
    if (!source[0] || !number_after(bytes, n, "/Size ", &size) || !number_after(bytes, n, "/Root ", &root) ||
        !number_after(bytes, n, "startxref\n", &before)) {
        return;
    }
    char *object = NULL;
    size_t length = 0;
    FILE *text = open_memstream(&object, &length);
    if (!text) {
        return;
    }
    fprintf(text, "%lu 0 obj\n<< /Producer (gnuplot)\n   /Subject ", size);
    put_pdf_string(source, text);
    fputs("\n>>\nendobj\n", text);
    if (fclose(text) == 0) {
        fwrite(object, 1, length, out);
        fprintf(out, "xref\n%lu 1\n%010zu 00000 n \ntrailer\n<< /Size %lu\n   /Root %lu 0 R\n   /Info %lu 0 R\n", size,
                n, size + 1, root, size);
        fprintf(out, "   /Prev %lu\n>>\nstartxref\n%zu\n%%%%EOF\n", before, n + length);
    }
    free(object);
}

/* ---- SVG: the first element -------------------------------------------------------------------- */

void metadata_write_escaped(const char *text, FILE *out)
{
    for (; *text; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        default:
            putc(*text, out);
        }
    }
}

void metadata_write_element(const char *source, FILE *out)
{
    fputs("<metadata>", out);
    metadata_write_escaped(source, out);
    fputs("</metadata>\n", out);
}

void metadata_write_svg(const char *bytes, size_t n, const char *source, FILE *out)
{
    const char *root = memmem(bytes, n, "<svg", 4);
    const char *end = root ? memchr(root, '>', n - (size_t)(root - bytes)) : NULL;
    const size_t before = end ? (size_t)(end + 1 - bytes) : 0;
    assert(before <= n);
    fwrite(bytes, 1, before, out);
    if (end && source[0]) {
        putc('\n', out);
        metadata_write_element(source, out);
    }
    fwrite(bytes + before, 1, n - before, out);
}
