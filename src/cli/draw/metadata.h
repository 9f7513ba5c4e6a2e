/* Saying inside a picture where it comes from.
 *
 * gnuplot has no words for that, so it is added to what gnuplot has drawn: a text chunk of PNG, the document
 * information of PDF, an element of SVG. The picture looks the same.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CLI_DRAW_METADATA_H
#define CLI_DRAW_METADATA_H

#include <stdio.h>

/* Write the picture of `n` bytes with `source`, some lines of UTF-8, in its metadata; as it is if that is "". A file
 * that lacks the place where it would go is written as it is. Failures are the stream's. */
void metadata_write_png(const char *bytes, size_t n, const char *source, FILE *out);
void metadata_write_pdf(const char *bytes, size_t n, const char *source, FILE *out);
void metadata_write_svg(const char *bytes, size_t n, const char *source, FILE *out);

/* The element of SVG that holds it. */
void metadata_write_element(const char *source, FILE *out);

/* Write text as XML has it. */
void metadata_write_escaped(const char *text, FILE *out);

#endif
