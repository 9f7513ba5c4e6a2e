/* papamu plot: the picture for a table that papamu wrote.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/plot/script.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- forms -------------------------------------------------------------------------------------- */

static bool is_regular(const char *path)
{
    struct stat info;
    return stat(path, &info) != 0 || S_ISREG(info.st_mode);
}

/* The form of the picture `path`: that of its ending; SVG for standard output, and for a path without an ending. */
static int form_of(cli *c, const char *path, gnuplot_form *form)
{
    *form = GNUPLOT_SVG;
    const char *name = path ? strrchr(path, '/') : NULL;
    name = name ? name + 1 : path;
    const int ending = path ? gnuplot_form_of(path) : -1;
    if (ending >= 0) {
        *form = (gnuplot_form)ending;
    } else if (path && strchr(name, '.') && is_regular(path)) {
        return cli_usage(c, "the picture \"%s\" must end in .png, .pdf or .svg", path);
    }
    return CLI_DONE;
}

/* ---- where it comes from ------------------------------------------------------------------------ */

/* The provenance of the picture, then that of each table. The caller frees it; NULL if memory was refused. */
static char *source_of(const cli *c, const plot_data *data)
{
    char *own = cli_provenance_text(c), *text = NULL;
    size_t size = 0;
    FILE *out = own ? open_memstream(&text, &size) : NULL;
    if (out) {
        fputs(own, out);
        for (int i = 0; i < data->n_sheets && c->has_provenance; i++) {
            fprintf(out, "# table %d:\n%.*s", i + 1, (int)data->sheets[i].n_comments,
                    data->sheets[i].comments ? data->sheets[i].comments : "");
        }
    }
    free(own);
    if (!out || fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* ---- drawing ------------------------------------------------------------------------------------ */

/* The picture that a script draws when gnuplot runs it, beside itself: the one asked for, or one called as the script.
 */
static void name_picture(const cli *c, const char *script, char name[NAME_MAX + 8])
{
    const bool has_own = c->path && is_regular(c->path);
    const char *path = has_own ? c->path : script, *slash = strrchr(path, '/');
    path = slash ? slash + 1 : path;
    const char *dot = has_own ? NULL : strrchr(path, '.');
    const size_t length = dot && dot > path ? (size_t)(dot - path) : strlen(path);
    snprintf(name, NAME_MAX + 8, "%.*s%s", (int)length, path, has_own ? "" : ".svg");
}

static int keep_script(cli *c, const plot_script *script, const char *source)
{
    char name[NAME_MAX + 8];
    const char *path = cli_value(c, "gp");
    cli side;
    int code = cli_side_open(c, path, CLI_TEXT, &side);
    if (code == CLI_DONE) {
        FILE *out = cli_side_stream(&side);
        name_picture(c, path, name);
        fprintf(out, "%s# gnuplot draws the picture from this file alone.\noutput_name = ", source);
        gnuplot_write_quoted(out, name);
        putc('\n', out);
        plot_script_write(out, script);
        fputs("unset output\n", out);
        code = cli_side_close(c, &side, CLI_WHOLE);
    }
    return code;
}

static int draw(cli *c, const plot_script *script, const char *source)
{
    const gnuplot_job job = {script->form, plot_script_write, script, source};
    errno = 0;
    if (!gnuplot_run(&job, cli_side_stream(c))) {
        return gnuplot_fail(c, c->path ? c->path : "standard output", errno);
    }
    return CLI_DONE;
}

static int draw_all(cli *c, const plot_data *data, gnuplot_form form)
{
    static const char *const styles[] = {"paper", "screen", "slides"};
    const char *title = cli_value(c, "title");
    plot_script script = {
        .data = data, .title = title ? title : data->title, .style = styles[cli_word(c, "style")], .form = form};
    char *source = source_of(c, data);
    int code = source ? plot_script_read(c, &script) : cli_no_memory(c, "the picture");
    if (code == CLI_DONE && cli_has(c, "gp")) {
        code = keep_script(c, &script, source);
    }
    if (code == CLI_DONE && (c->path || !cli_has(c, "gp"))) {
        code = draw(c, &script, source);
    }
    plot_script_free(&script);
    free(source);
    return code;
}

static int run(cli *c)
{
    gnuplot_form form;
    plot_data data = {0};
    int code = form_of(c, c->path, &form);
    if (code != CLI_DONE) {
        return code;
    }
    code = plot_data_read(c, c->operands, c->n_operands, &data);
    code = code ? code : plot_data_choose(c, &data, cli_value(c, "only"));
    if (code == CLI_DONE && cli_has(c, "names")) {
        code = plot_data_rename(c, &data, cli_value(c, "names"));
    }
    code = code ? code : draw_all(c, &data, form);
    plot_data_free(&data);
    return code;
}

static const cli_option options[] = {
    {"style", "STYLE", "made for: {paper screen slides}"},
    {"title", "TEXT", "the title instead of the usual one; \"\" for none"},
    {"only", "NAMES", "draw only these series, in this order: names with ; between them, as the legend has them"},
    {"names", "NAMES", "call the series these names, with ; between them, in the order in which they are drawn"},
    {"gp", "FILE", "write the script, with its data, for gnuplot to FILE; the picture too if -o is given"},
    {0},
};

const cli_command cmd_plot = {
    .name = "plot",
    .operands = "FILE...",
    .summary = "Draw a table (csv) that papamu wrote",
    .details =
        "The columns of the table say what it is (`papamu help plots`). Several tables of one kind make one picture. "
        "The\n"
        "ending of -o says the form: .png, .pdf or .svg; standard output gets SVG. gnuplot draws it. Bands and bars "
        "are\n"
        "95 % intervals. The file says in its metadata where it and the tables come from.\n\n"
        "Example: papamu stats games.csv --table lengths --format csv -o lengths.csv\n"
        "         papamu plot lengths.csv -o lengths.png --style slides",
    .options = options,
    .is_picture = true,
    .run = run,
};
