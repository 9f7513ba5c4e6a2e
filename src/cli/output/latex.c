/* Tables for LaTeX: see output.h. They need the packages booktabs and, for texts with quotes, textcomp.
 *
 * Values are set as Winning Ways and Siegel's Combinatorial Game Theory print them: arrows, stars, {L|R}, a bold plus
 * for tiny. A multiple of up has a dot, 3.^, because an arrow with a number above it is another game there.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/output/output.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts -------------------------------------------------------------------------------------- */

/* How TeX writes a character that means something to it, or that its first fonts lack; NULL: as it is. */
static const char *escape(char c)
{
    static const char *const escapes[] = {
        ['#'] = "\\#",
        ['$'] = "\\$",
        ['%'] = "\\%",
        ['&'] = "\\&",
        ['_'] = "\\_",
        ['{'] = "\\{",
        ['}'] = "\\}",
        ['"'] = "{\\textquotedbl}",
        ['<'] = "{\\textless}",
        ['>'] = "{\\textgreater}",
        ['\\'] = "{\\textbackslash}",
        ['^'] = "{\\textasciicircum}",
        ['|'] = "{\\textbar}",
        ['~'] = "{\\textasciitilde}",
    };
    const unsigned char i = (unsigned char)c;
    return i < sizeof escapes / sizeof *escapes ? escapes[i] : NULL;
}

static void write_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        const char *tex = *text == '-' && text[1] == '-' ? "-{}" : escape(*text); /* two would be a dash */
        fputs(tex ? tex : (char[]){*text, 0}, out);
    }
}

static void write_name(FILE *out, const char *name)
{
    for (; *name; name++) {
        putc(*name == '_' ? ' ' : *name, out);
    }
}

/* ---- values ------------------------------------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Write the number at `s`, with its fraction; what follows it. */
static const char *write_number(FILE *out, const char *s)
{
    const size_t n = strspn(s, "0123456789"), m = s[n] == '/' ? strspn(s + n + 1, "0123456789") : 0;
    if (m) {
        fprintf(out, "\\frac{%.*s}{%.*s}", (int)n, s, (int)m, s + n + 1);
        return s + n + 1 + m;
    }
    fwrite(s, 1, n, out);
    return s + n;
}

/* Write the ups or downs at `s`: one, two (^^), or more (^3). What follows them. */
static const char *write_arrow(FILE *out, const char *s, bool has_number)
{
    const char *arrow = *s == '^' ? "{\\uparrow}" : "{\\downarrow}";
    if (s[1] == *s) {
        fputs(*s == '^' ? "{\\Uparrow}" : "{\\Downarrow}", out);
        return s + 2;
    }
    if (!is_digit(s[1])) {
        fputs(arrow, out);
        return s + 1;
    }
    fputs(has_number ? "+" : "", out);
    s = write_number(out, s + 1);
    fprintf(out, "{\\cdot}%s", arrow);
    return s;
}

/* Write the sign at `s`; what follows it, or NULL if none is there. */
static const char *write_sign(FILE *out, const char *s)
{
    static const struct {
        const char *text, *tex;
    } signs[] = {
        {"+-", "\\pm "},     {"tiny", "\\mathbf{+}_"}, {"miny", "\\mathbf{-}_"}, {"{", "\\{"}, {"}", "\\}"},
        {"||", "\\,\\|\\,"}, {"|", "\\mid "},          {"*", "{\\ast}"},         {",", "{,}"}, {"..", "\\ldots "},
        {"+", "+"}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const size_t n = strlen(signs[i].text);
        if (strncmp(s, signs[i].text, n) == 0) {
            fputs(signs[i].tex, out);
            return s + n;
        }
    }
    return NULL;
}

/* Write one part of the value; what follows it. */
static const char *write_part(FILE *out, const char *s, const char *begin)
{
    if (is_digit(*s)) {
        return write_number(out, s);
    }
    if (*s == '^' || *s == 'v') {
        return write_arrow(out, s, s > begin && is_digit(s[-1]));
    }
    if ((*s == '(' || *s == ')') && s > begin) { /* of tiny and miny */
        putc(*s == '(' ? '{' : '}', out);
        return s + 1;
    }
    const char *rest = write_sign(out, s);
    if (!rest) {
        putc(*s, out);
    }
    return rest ? rest : s + 1;
}

static void write_value(FILE *out, const char *text)
{
    putc('$', out);
    for (const char *s = text; *s;) {
        s = write_part(out, s, text);
    }
    putc('$', out);
}

/* ---- tables ------------------------------------------------------------------------------------- */

static bool is_number(cli_kind kind)
{
    return kind == CLI_INTEGER || kind == CLI_REAL || kind == CLI_SECONDS;
}

/* Whether a cell of a column of values is one, and not a word such as "true". */
static bool is_value(const char *text)
{
    return strcmp(text, "true") != 0 && strcmp(text, "false") != 0;
}

void latex_provenance(FILE *out, const cli *c)
{
    char *text = cli_provenance_text(c);
    bool is_begin = true;
    for (const char *s = text; s && *s; s++) {
        putc(is_begin && *s == '#' ? '%' : *s, out);
        is_begin = *s == '\n';
    }
    free(text);
}

void latex_begin(FILE *out, const cli_column *columns, int n_columns)
{
    fputs("% \\usepackage{booktabs}\n\\begin{tabular}{", out);
    for (int i = 0; i < n_columns; i++) {
        putc(is_number(columns[i].kind) ? 'r' : 'l', out);
    }
    fputs("}\n\\toprule\n", out);
    for (int i = 0; i < n_columns; i++) {
        fputs(i ? " & " : "", out);
        write_name(out, columns[i].name);
    }
    fputs(" \\\\\n\\midrule\n", out);
}

void latex_cell(FILE *out, cli_kind kind, const char *text)
{
    if (!text) {
        fputs("--", out);
    } else if (kind == CLI_VALUE && is_value(text)) {
        write_value(out, text);
    } else if (is_number(kind) && text[0] == '-') {
        fprintf(out, "$%s$", text);
    } else {
        write_text(out, text);
    }
}

void latex_end(FILE *out)
{
    fputs("\\bottomrule\n\\end{tabular}\n", out);
}
