/* What every game offers: the seam between the games and what plays, counts and measures them.
 *
 * A game is a set of rules on one board. Self-play, statistics, records, perft and the command line know
 * no other way to a game; one indirect call per move, never one per position of a sweep. States and moves are
 * values without pointers; a game is never changed once made and may be used by any number of threads.
 *
 * To add a game: write its game_rules, and list its name in games.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GAME_GAME_H
#define GAME_GAME_H

#include "src/base/rng.h"
#include "src/papamu.h"

enum {
    GAME_MAX_CELLS = 400,                         /* 20x20 */
    GAME_CELL_WORDS = (GAME_MAX_CELLS + 63) / 64, /* words of a set of cells */
    GAME_MAX_MOVES = 800, /* Konane on 20x20: an empty cell is reached by one stone from each side, 4 * 199 */
    GAME_MAX_RANDOM = GAME_MAX_CELLS + 2, /* moves of a game in which each takes a stone */
    GAME_MAX_TEXT = 640,                  /* longest text of a state, terminating zero included */
    GAME_MAX_MOVE_TEXT = 128,             /* longest text of a move, terminating zero included */
    GAME_MAX_READINGS = 8,                /* moves that one text may mean */
};

/* "black" or "white": the word of results in every format. */
static inline const char *color_name(pm_color color)
{
    return color == PM_BLACK ? "black" : "white";
}

/* A position of any game, and what its future depends on. The words belong to the game, which uses as many
 * as it needs and keeps the others zero, so that states are equal when their bytes are. */
typedef struct game_state {
    uint64_t bits[GAME_CELL_WORDS];
    uint32_t mover; /* a pm_color */
    uint32_t clock; /* plies since the last irreversible move, where the rules count them, else 0 */
} game_state;

/* A move. Cells are numbered as the game's notation orders them; from == to is a removal in Konane. `taken`
 * and `is_crowned` distinguish captures between the same squares, where they exist. */
typedef struct game_move {
    uint16_t from, to;
    uint16_t n_taken;    /* stones that it captures */
    uint16_t is_crowned; /* 1: a man becomes a king on the way, wherever the capture ends */
    uint64_t taken;
} game_move;

/* A game played at random, one of many. */
typedef struct game_playout {
    game_state state; /* where it begins; then where it ended */
    rng random;       /* its own generator; what it is afterwards is not promised */
    uint64_t digest;  /* of the game so far, then of the whole (src/game/digest.h) */
    uint16_t *legal;  /* room for the numbers of legal moves, GAME_MAX_RANDOM or as many as the board has cells */
    unsigned n_moves; /* entries of `legal` so far, then after the game */
    unsigned n_multi; /* of these, moves that took more than one stone */
} game_playout;

typedef struct game game;

typedef struct game_rules {
    const char *name; /* as in --game */

    /* The state before the first move. PM_BAD_INPUT if these rules allow none on this board. */
    pm_status (*start)(const game *g, game_state *s, pm_error *err);

    /* Write all legal moves in the order of the notation; returns their number. None: the game is over, and
     * game_winner_stuck says who wins. */
    int (*moves)(const game *g, const game_state *s, game_move moves[GAME_MAX_MOVES]);

    /* The number of legal moves that `color` would have if it were his turn; cheaper than moves(). */
    int (*mobility)(const game *g, const game_state *s, pm_color color);

    /* Make a move that is legal in `s`. */
    void (*make)(const game *g, game_state *s, const game_move *move);

    /* Choose uniformly among the legal moves, make it, and say which it was. Returns the number of legal
     * moves; 0 leaves everything as it was. */
    int (*make_random)(const game *g, game_state *s, rng *r, game_move *made);

    /* Play to the end as make_random does move by move, with the same draws from `r`. Write the numbers of legal moves
     * to `legal` and return how many moves were made; `*n_multi` of them took more than one stone. `legal` has room for
     * GAME_MAX_RANDOM moves. The moves are mixed into `*digest` (src/game/digest.h). NULL if the rules of the game do
     * not bound its length. */
    unsigned (*play_random)(const game *g, game_state *s, rng *r, uint16_t *legal, unsigned *n_multi, uint64_t *digest);

    /* Play `n` games to the end, each as play_random does alone, with the same draws. NULL where play_random is. */
    void (*play_random_many)(const game *g, game_playout *games, int n);

    /* Number of sequences of exactly `depth` moves. */
    uint64_t (*perft)(const game *g, const game_state *s, int depth);

    /* Static evaluation for search, from the mover's side; larger is better, within +-30000. */
    int (*evaluate)(const game *g, const game_state *s);

    /* Another one, which takes longer and makes a search of as many positions play better. NULL if there is none. */
    int (*evaluate_finely)(const game *g, const game_state *s);

    /* Whether the moves at `s` are such that a search should look beyond them before it judges: captures that are
     * compulsory, in draughts. Each leaves fewer stones, so that they come to an end. NULL if there are none. */
    bool (*is_unquiet)(const game *g, const game_state *s);

    /* Whether a state from outside is one of this game: its stones on cells that a stone of that kind can stand on, its
     * mover a colour. What the other functions are given must be. */
    bool (*is_valid)(const game *g, const game_state *s);

    /* A hash of everything that makes two states the same position (the clock is not part of it). */
    uint64_t (*hash)(const game *g, const game_state *s);

    /* Whether play ends in a draw at `s`, given the hashes of the states since the last irreversible move, the
     * latest (that of `s` itself) last. NULL if the game has no draws. */
    bool (*is_draw)(const game *g, const game_state *s, const uint64_t *hashes, int n_hashes);

    /* Whether `s` belongs to an opening phase whose plies are not counted as jumps (Konane's removals). */
    bool (*is_opening)(const game *g, const game_state *s);

    /* The class of an opening, given by its moves in notation: what tables keep apart. "" if the text is not one of an
     * opening on this board. NULL if the game has no opening phase. */
    const char *(*opening_class)(const game *g, const char *opening);

    /* Text, as rules.md of each game defines it. Errors carry the offset of the bad character. */
    int (*state_format)(const game *g, const game_state *s, char text[GAME_MAX_TEXT]);
    pm_status (*state_parse)(const game *g, const char *text, game_state *s, pm_error *err);
    int (*move_format)(const game *g, const game_state *s, const game_move *m, char text[GAME_MAX_MOVE_TEXT]);
    pm_status (*move_parse)(const game *g, const game_state *s, const char *text, game_move *m, pm_error *err);

    /* Write the legal moves that `text` may mean, in the order of the notation, and return their number; where that is
     * not 1, move_parse reports why. NULL if no text has more than one meaning. */
    int (*move_readings)(const game *g, const game_state *s, const char *text, game_move readings[GAME_MAX_READINGS]);

    /* Symmetries of the board that keep the rules, the identity first: their number, and the image of a state.
     * For property tests: the image of a state has the image of its moves. */
    int (*n_symmetries)(const game *g);
    void (*transform)(const game *g, int symmetry, const game_state *s, game_state *image);

    /* The stones of one colour as a set of cells numbered row by row from the top left, for drawing; kings, where
     * there are any, in `kings`. */
    void (*draw)(const game *g, const game_state *s, uint64_t stones[2][GAME_CELL_WORDS],
                 uint64_t kings[GAME_CELL_WORDS]);

    /* The cell of such a drawing that moves call number `n`, 0 <= n < n_cells. */
    int (*cell_of)(const game *g, int n);

    void (*free)(game *g);
} game_rules;

/* Games derive from this by having it as their first member. */
struct game {
    const game_rules *rules;
    const char *name; /* of the game and the variant of its rules, as game_new takes it */
    int rows, cols;
    int n_cells;          /* that a stone can stand on: all, or the dark squares */
    bool has_coordinates; /* cells are named by column and rank, as a1, and not by numbers */
    bool is_misere;       /* whoever cannot move wins */
};

/* Who wins if `mover` cannot move. */
static inline pm_color game_winner_stuck(const game *g, pm_color mover)
{
    return g->is_misere ? mover : mover == PM_BLACK ? PM_WHITE : PM_BLACK;
}

/* What a game is made from. Zero means the game's default. */
typedef struct game_options {
    int rows, cols;
    pm_color corner;       /* Konane: colour of the top-left cell */
    const char *opening;   /* Konane: opening rule */
    const char *play;      /* Konane: "normal" or "misere", who wins: see src/konane/variant.h */
    const char *jumps;     /* Konane: "any", "single" or "longest" */
    const char *draw_rule; /* draughts: "fid" or "site" */
} game_options;

/* Make the game called `name`, which may be that of a variant of Konane ("konane-misere"). Errors: PM_BAD_INPUT
 * (unknown name, impossible board), PM_NO_MEMORY. */
pm_status game_new(const char *name, const game_options *options, game **g, pm_error *err);
void game_free(game *g);

/* The names that game_new knows, ended by NULL. */
const char *const *game_names(void);

/* The name among `names` (ended by NULL) that is nearest to `word` by edit distance, for error messages. */
const char *game_nearest_name(const char *word, const char *const *names);

enum { GAME_HINT_TEXT = 96 };

/* The end of an error message: "; did you mean BEFORE-NAME-AFTER?" with a name that `word` begins, else the
 * nearest one, or nothing where more than half of `word` would have to change. Returns `hint`. */
const char *game_hint(const char *word, const char *const *names, const char *before, const char *after,
                      char hint[GAME_HINT_TEXT]);

#endif
