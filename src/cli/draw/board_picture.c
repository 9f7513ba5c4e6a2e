/* Pictures of a position in files: see board_picture.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/draw/board_picture.h"

#include "src/cli/analyse/analyse.h"
#include "src/cli/draw/gnuplot.h"
#include "src/cli/draw/picture.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const double default_seconds = 5;

typedef void (*picture_writer)(const picture *p, const char *source, FILE *out);

static const struct {
    const char *option;
    picture_writer write; /* NULL: by gnuplot */
} forms[] = {{"svg", picture_write_svg}, {"png", NULL}, {"tikz", picture_write_tikz}};

enum { N_FORMS = sizeof forms / sizeof forms[0] };

/* ---- arrows ------------------------------------------------------------------------------------ */

static_assert(sizeof PICTURE_WIN == 7 && sizeof PICTURE_LOSS == 7 && sizeof PICTURE_DRAW == 7 &&
                  sizeof PICTURE_OPEN == 7,
              "rrggbb");

typedef struct arrows {
    picture_arrow list[GAME_MAX_MOVES];
    int n;
} arrows;

static int read_arrows(cli *c, const game *g, const game_state *s, const char *text, arrows *a)
{
    char *words = strdup(text), *rest = NULL;
    if (!words) {
        return cli_no_memory(c, "the picture");
    }
    int code = CLI_DONE;
    for (char *word = strtok_r(words, " ,", &rest); word && code == CLI_DONE; word = strtok_r(NULL, " ,", &rest)) {
        pm_error err;
        picture_arrow *arrow = &a->list[a->n];
        if (a->n == GAME_MAX_MOVES) {
            code = cli_error(c, CLI_BAD_INPUT, "--arrows has more than %d moves", GAME_MAX_MOVES);
            break;
        }
        const pm_status status = g->rules->move_parse(g, s, word, &arrow->move, &err);
        code = status == PM_OK ? CLI_DONE : cli_fail_in(c, "--arrows, move", word, status, &err);
        arrow->color = PICTURE_WIN;
        arrow->is_strong = true;
        a->n++;
    }
    free(words);
    return code;
}

static const char *color_of(const analysis_move *m)
{
    return !m->is_known             ? PICTURE_OPEN
           : m->verdict.outcome > 0 ? PICTURE_WIN
           : m->verdict.outcome < 0 ? PICTURE_LOSS
                                    : PICTURE_DRAW;
}

static void write_label(const analysis_move *m, bool wants_value, char label[PICTURE_MAX_TEXT])
{
    if (wants_value) {
        snprintf(label, PICTURE_MAX_TEXT, "%.8s", m->worth.value);
        if (strlen(m->worth.value) > 6) { /* more has no room */
            snprintf(label, PICTURE_MAX_TEXT, "{..}");
        }
    } else if (!m->is_known) {
        snprintf(label, PICTURE_MAX_TEXT, "%+d", m->score);
    } else if (m->verdict.plies > 0) {
        snprintf(label, PICTURE_MAX_TEXT, "%d", m->verdict.plies - 1);
    } else {
        snprintf(label, PICTURE_MAX_TEXT, "%s", m->verdict.outcome > 0 ? "+" : m->verdict.outcome < 0 ? "-" : "=");
    }
}

static void arrows_of(const analysis *found, bool wants_value, arrows *a)
{
    assert(a->n == 0 && found->n_moves <= GAME_MAX_MOVES);
    for (int i = 0; i < found->n_moves; i++) {
        const analysis_move *m = &found->moves[i];
        picture_arrow *arrow = &a->list[a->n++];
        *arrow = (picture_arrow){.move = m->move, .color = color_of(m), .is_strong = m->is_best};
        write_label(m, wants_value, arrow->label);
    }
}

static int analyse_arrows(cli *c, const game *g, const game_state *s, arrows *a)
{
    analysis_limits limits = analysis_limits_of(c, default_seconds, ANALYSIS_MAX_DEPTH);
    analyse_place place = {0};
    analysis found;
    limits.wants_worth = cli_word(c, "label") == 1; /* plies, or the value */
    int code = analysis_limits_read(c, &limits);
    code = code ? code : analyse_place_open(c, g, &limits, &place);
    if (code != CLI_DONE) {
        return code;
    }
    const uint64_t hash = g->rules->hash(g, s);
    const agent_turn turn = {.state = s, .hashes = &hash, .n_hashes = 1};
    pm_error err = {0};
    const pm_status status = analyst_find(place.analyst, &turn, NULL, &found, &err);
    if (status == PM_OK) {
        arrows_of(&found, limits.wants_worth, a);
        analysis_free(&found);
    } else {
        code = cli_fail(c, status, &err);
    }
    analyse_place_close(&place);
    return code;
}

/* ---- files ------------------------------------------------------------------------------------- */

/* What a file is made from. */
typedef struct drawing {
    const picture *picture;
    picture_writer write;
    const char *source;
} drawing;

static void write_script(FILE *script, const void *ctx)
{
    picture_write_gnuplot(ctx, script);
}

static bool write_file(FILE *out, void *ctx)
{
    const drawing *d = ctx;
    d->write(d->picture, d->source, out);
    return !ferror(out);
}

static int draw_file(cli *c, const char *path, const drawing *d)
{
    if (!d->write) {
        return gnuplot_draw(c, path, &(gnuplot_job){GNUPLOT_PNG, write_script, d->picture, d->source});
    }
    drawing own = *d;
    const int error = cli_file_write(path, write_file, &own);
    return error ? cli_fail_file(c, "write to", path, error) : CLI_DONE;
}

static int draw_files(cli *c, const picture *p)
{
    char *source = cli_provenance_text(c);
    int code = source ? CLI_DONE : cli_no_memory(c, "the picture");
    for (int i = 0; i < N_FORMS && code == CLI_DONE; i++) {
        const char *path = cli_value(c, forms[i].option);
        if (path) {
            const drawing d = {p, forms[i].write, source};
            code = draw_file(c, path, &d);
        }
    }
    free(source);
    return code;
}

static bool wants_picture(const cli *c)
{
    for (int i = 0; i < N_FORMS; i++) {
        if (cli_has(c, forms[i].option)) {
            return true;
        }
    }
    return false;
}

int board_picture_check(cli *c)
{
    static const char *const for_pictures[] = {"arrows", "values", "no-coordinates", NULL};
    for (int i = 0; for_pictures[i] && !wants_picture(c); i++) {
        if (cli_has(c, for_pictures[i])) {
            return cli_usage(c, "--%s is about a picture, and needs --svg, --png or --tikz", for_pictures[i]);
        }
    }
    return CLI_DONE;
}

int board_picture_draw(cli *c, game *g, const game_state *s, const game_move *last)
{
    if (!wants_picture(c)) {
        return CLI_DONE;
    }
    arrows *a = calloc(1, sizeof *a);
    if (!a) {
        return cli_no_memory(c, "the picture");
    }
    int code = cli_has(c, "values")   ? analyse_arrows(c, g, s, a)
               : cli_has(c, "arrows") ? read_arrows(c, g, s, cli_value(c, "arrows"), a)
                                      : CLI_DONE;
    const picture_request request = {.g = g,
                                     .s = s,
                                     .last = last,
                                     .arrows = a->list,
                                     .n_arrows = a->n,
                                     .has_coordinates = !cli_has(c, "no-coordinates")};
    picture p = {0};
    if (code == CLI_DONE) {
        code = picture_compose(&request, &p) ? draw_files(c, &p) : cli_no_memory(c, "the picture");
    }
    picture_free(&p);
    free(a);
    return code;
}
