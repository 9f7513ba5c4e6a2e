/* Reading self-play files: see read.h.
 *
 * Every field is checked, and what the columns say twice (a count and its histogram) must agree: these files are
 * kept, cut, copied and joined by hand.
 *
 * SPDX-License-Identifier: MIT
 */
#include "analysis/stats/read.h"

#include "analysis/stats/csv.h"
#include "analysis/stats/pairing.h"
#include "src/base/status.h"
#include "src/game/game.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = 32 };

static const char *const games_columns[GAMES_N_COLUMNS + 1] = {
    "game",  "plies", "winner",      "opening", "rules",  "board",     "black",
    "white", "jumps", "multi_jumps", "pair",    "digest", "branching",
};

static const char *const sums_columns[SUMS_N_COLUMNS + 1] = {
    "rules",           "board",          "black",        "white",           "opening",
    "games",           "distinct_games", "black_wins",   "white_wins",      "draws",
    "multi_jumps",     "sum_squares",    "sum_by_jumps", "jumps_histogram", "branching_histogram",
    "pairs_histogram", "digests",
};

static const char *const plies_columns[PLIES_N_COLUMNS + 1] = {
    "rules",
    "board",
    "black",
    "white",
    "ply",
    "n",
    "mean",
    "sd",
    "min",
    "q1",
    "median",
    "q3",
    "max",
    "opponent_mean",
    "opponent_sd",
    "opponent_min",
    "opponent_q1",
    "opponent_median",
    "opponent_q3",
    "opponent_max",
    "multi_jump_share",
    "stones_mean",
    "multi_jumps",
    "moves_histogram",
    "opponent_histogram",
    "stones_histogram",
};

static_assert((int)GAMES_N_COLUMNS <= (int)MAX_COLUMNS && (int)SUMS_N_COLUMNS <= (int)MAX_COLUMNS &&
                  (int)PLIES_N_COLUMNS <= (int)MAX_COLUMNS,
              "a line has room");
static_assert(GAMES_WHITE == GAMES_RULES + 3 && SUMS_WHITE == SUMS_RULES + 3 && PLIES_WHITE == PLIES_RULES + 3,
              "the key of a series is four columns in the same order in all tables");
static_assert((int)SUMS_WHITE_WINS == (int)SUMS_BLACK_WINS + (int)STATS_WHITE &&
                  (int)SUMS_DRAWS == (int)SUMS_BLACK_WINS + (int)STATS_DRAW,
              "wins are columns in the order of stats_winner");

typedef struct reader {
    stats *into;
    stats_kind kind;
    size_t line;
    uint64_t *n_games; /* in all lines of sums so far */
    char **fields;
    pm_error *err;
} reader;

const char *stats_kind_name(stats_kind kind)
{
    static const char *const names[] = {"games", "sums", "a table by ply", "game records"};
    static_assert(sizeof names / sizeof *names == STATS_RECORDS + 1, "a name for each kind");
    assert(kind <= STATS_RECORDS);
    return names[kind];
}

const char *const *stats_columns(stats_kind kind)
{
    static const char *const *const columns[STATS_N_TABLES] = {games_columns, sums_columns, plies_columns};
    assert(kind < STATS_N_TABLES);
    return columns[kind];
}

pm_status stats_kind_follow(stats_kind *kind, stats_kind found, pm_error *err)
{
    if (*kind != STATS_NO_KIND && *kind != found) {
        return status_fail(err, PM_BAD_INPUT, 0, "it has %s, the files before it have %s; give files of one kind",
                           stats_kind_name(found), stats_kind_name(*kind));
    }
    *kind = found;
    return PM_OK;
}

/* ---- fields ---------------------------------------------------------------------------------- */

static pm_status field_fail(const reader *r, int column, const char *expected)
{
    return status_fail(r->err, PM_BAD_INPUT, 0, "line %zu: %s is \"%.60s\", expected %s", r->line,
                       stats_columns(r->kind)[column], r->fields[column], expected);
}

/* Read decimal digits at `*s` and go past them. False if there are none or the number exceeds `max`. */
static bool read_digits(const char **s, uint128 max, uint128 *number)
{
    const char *p = *s;
    uint128 n = 0;
    for (; *p >= '0' && *p <= '9'; p++) {
        const unsigned digit = (unsigned)(*p - '0');
        if (digit > max || n > (max - digit) / 10) {
            return false;
        }
        n = n * 10 + digit;
    }
    const bool is_read = p != *s;
    assert(n <= max);
    *s = p;
    *number = n;
    return is_read;
}

static pm_status read_wide(const reader *r, int column, uint128 max, uint128 *number)
{
    const char *s = r->fields[column];
    if (!read_digits(&s, max, number) || *s) {
        return field_fail(r, column, "a whole number that fits the line");
    }
    return PM_OK;
}

static pm_status read_number(const reader *r, int column, uint64_t max, uint64_t *number)
{
    uint128 n = 0;
    const pm_status status = read_wide(r, column, max, &n);
    if (status == PM_OK) {
        *number = (uint64_t)n;
    }
    return status;
}

/* Read "value:count value:count ..." with ascending values up to `max`; the total of the counts fits its type. */
static pm_status read_histogram(const reader *r, int column, size_t max, histogram *h)
{
    assert(max <= HISTOGRAM_MAX_VALUE && h->size == 0);
    static const char expected[] = "value:count pairs separated by spaces, ascending";
    uint128 least = 0, most = UINT64_MAX, count;
    for (const char *s = r->fields[column]; *s; most -= count) {
        uint128 value;
        const bool is_pair =
            read_digits(&s, max, &value) && value >= least && *s++ == ':' && read_digits(&s, most, &count) && count > 0;
        if (!is_pair || (*s && !(*s == ' ' && s[1]))) {
            return field_fail(r, column, expected);
        }
        const pm_status status = histogram_add(h, (size_t)value, (uint64_t)count);
        if (status != PM_OK) {
            return status;
        }
        least = value + 1;
        s += *s == ' ';
    }
    return PM_OK;
}

/* Read 16 hexadecimal digits at `*s` and go past them. */
static bool read_hexadecimal(const char **s, uint64_t *number)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t n = 0;
    for (int i = 0; i < 16; i++) {
        const char *digit = (*s)[i] ? strchr(digits, (*s)[i]) : NULL;
        if (!digit) {
            return false;
        }
        n = n << 4 | (uint64_t)(digit - digits);
    }
    *s += 16;
    *number = n;
    return true;
}

static pm_status read_digest(const reader *r, uint64_t *digest)
{
    const char *s = r->fields[GAMES_DIGEST];
    return read_hexadecimal(&s, digest) && !*s ? PM_OK : field_fail(r, GAMES_DIGEST, "16 hexadecimal digits");
}

static pm_status read_winner(const reader *r, int column, stats_winner *winner)
{
    for (int w = 0; w < STATS_N_WINNERS; w++) {
        if (strcmp(r->fields[column], stats_winner_name((stats_winner)w)) == 0) {
            *winner = (stats_winner)w;
            return PM_OK;
        }
    }
    return field_fail(r, column, "black, white or draw");
}

/* A board such as 8x8, within the limits of the games. */
static bool is_board(const char *s)
{
    uint128 rows, cols;
    return read_digits(&s, GAME_MAX_CELLS, &rows) && *s++ == 'x' && read_digits(&s, GAME_MAX_CELLS, &cols) && !*s &&
           rows > 0 && cols > 0 && rows * cols <= GAME_MAX_CELLS;
}

/* Find the series of a line whose columns rules, board, black, white begin at `first`. */
static pm_status read_series(const reader *r, int first, stats_series **series)
{
    char **f = r->fields + first;
    if (!f[0][0]) {
        return field_fail(r, first, "the name of a game");
    }
    if (!is_board(f[1])) {
        return field_fail(r, first + 1, "a board such as 8x8");
    }
    return stats_series_at(r->into, &(stats_key){f[0], f[1], f[2], f[3]}, series);
}

/* ---- lines of each kind ---------------------------------------------------------------------- */

static pm_status read_branching(const reader *r, uint64_t jumps, uint16_t *moves)
{
    const char *s = r->fields[GAMES_BRANCHING];
    for (uint64_t i = 0; i < jumps; i++) {
        uint128 n;
        const char end = i + 1 < jumps ? ' ' : '\0';
        if (!read_digits(&s, GAME_MAX_MOVES, &n) || n == 0 || *s != end) {
            return field_fail(r, GAMES_BRANCHING, "as many numbers of legal jumps as there are jumps");
        }
        moves[i] = (uint16_t)n;
        s += end == ' ';
    }
    return *s ? field_fail(r, GAMES_BRANCHING, "as many numbers of legal jumps as there are jumps") : PM_OK;
}

/* Note down that a game with the number of a pair belongs to one. */
static pm_status read_pair(const reader *r, uint64_t number, const stats_series *series, const stats_opening *opening,
                           stats_winner winner)
{
    uint64_t pair;
    if (!r->fields[GAMES_PAIR][0]) {
        return PM_OK;
    }
    const pm_status status = read_number(r, GAMES_PAIR, UINT64_MAX, &pair);
    if (status == PM_OK && pair != number / 2) {
        return field_fail(r, GAMES_PAIR, "half of the number of the game, or nothing");
    }
    return status == PM_OK ? pairing_add(r->into, series, opening, number, winner) : status;
}

static pm_status read_game(const reader *r)
{
    uint16_t moves[STATS_MAX_PLIES];
    uint64_t number, plies, jumps, multi_jumps;
    stats_game played = {.moves = moves};
    pm_status status = read_number(r, GAMES_GAME, UINT64_MAX, &number);
    status = status == PM_OK ? read_number(r, GAMES_PLIES, STATS_MAX_PLIES, &plies) : status;
    status = status == PM_OK ? read_winner(r, GAMES_WINNER, &played.winner) : status;
    status = status == PM_OK ? read_number(r, GAMES_JUMPS, plies, &jumps) : status;
    status = status == PM_OK ? read_number(r, GAMES_MULTI_JUMPS, jumps, &multi_jumps) : status;
    status = status == PM_OK ? read_branching(r, jumps, moves) : status;
    status = status == PM_OK ? read_digest(r, &played.digest) : status;
    stats_series *series;
    stats_opening *opening;
    status = status == PM_OK ? read_series(r, GAMES_RULES, &series) : status;
    status = status == PM_OK ? stats_opening_at(series, r->fields[GAMES_OPENING], &opening) : status;
    if (status != PM_OK) {
        return status;
    }
    played.opening_plies = (unsigned)(plies - jumps);
    played.jumps = (unsigned)jumps;
    played.multi_jumps = (unsigned)multi_jumps;
    status = stats_count_game(opening, &played);
    status = status == PM_OK ? distinct_add(&opening->games, played.digest) : status;
    status = status == PM_OK ? read_pair(r, number, series, opening, played.winner) : status;
    return status == PM_OK ? stats_count_plies(series, &played) : status;
}

/* What a line of sums says twice must agree. */
static pm_status check_sums(const reader *r, const stats_opening *o, uint64_t games)
{
    const uint128 jumps = histogram_sum(&o->jumps);
    if (stats_games(o) != games || histogram_total(&o->jumps) != games) {
        return field_fail(r, SUMS_GAMES, "the sum of the wins and of jumps_histogram");
    }
    if (histogram_total(&o->branching) != jumps || o->multi_jumps > jumps) {
        return field_fail(r, SUMS_BRANCHING, "an entry for each jump of jumps_histogram");
    }
    const uint128 most = (uint128)STATS_MAX_PLIES * GAME_MAX_MOVES; /* legal jumps of a game */
    if (o->branching_squares > games * most * most) {
        return field_fail(r, SUMS_BRANCHING_SQUARES, "a sum that so many games can have");
    }
    if (o->branching_by_jumps > games * most * STATS_MAX_PLIES) {
        return field_fail(r, SUMS_BRANCHING_BY_JUMPS, "a sum that so many games can have");
    }
    return PM_OK;
}

static pm_status read_pairs(const reader *r, stats_opening *o)
{
    histogram h = {0};
    const pm_status status = read_histogram(r, SUMS_PAIRS, STATS_PAIR_RESULTS - 1, &h);
    for (size_t k = 0; k < STATS_PAIR_RESULTS && k < h.size; k++) {
        o->pairs[k] = h.count[k];
    }
    histogram_free(&h);
    return status;
}

/* Read the sample of digests: all of them, if its level is 0. */
static pm_status read_digests(const reader *r, uint64_t n_distinct, distinct *games)
{
    assert(games->n == 0); /* the level may be set as long as there is nothing in it */
    static const char expected[] = "a level and ascending digests of 16 digits of that level";
    uint128 level;
    const char *s = r->fields[SUMS_DIGESTS];
    if (!read_digits(&s, DISTINCT_MAX_LEVEL, &level)) {
        return field_fail(r, SUMS_DIGESTS, expected);
    }
    games->level = (unsigned)level;
    for (uint64_t digest = 0, least = 0; *s; least = digest) {
        const bool is_good = *s++ == ' ' && read_hexadecimal(&s, &digest) && digest > least &&
                             (level == 0 || digest >> (64 - (unsigned)level) == 0);
        const pm_status status = is_good ? distinct_add(games, digest) : field_fail(r, SUMS_DIGESTS, expected);
        if (status != PM_OK) {
            return status;
        }
    }
    if (level == 0 ? games->n != n_distinct : n_distinct && games->n > n_distinct) {
        return field_fail(r, SUMS_DISTINCT, "the number of digests");
    }
    games->known = level == 0 ? 0 : n_distinct;
    return PM_OK;
}

/* What is known of different games, and how many they are. */
static pm_status read_distinct(const reader *r, uint64_t n_games, distinct *games)
{
    uint64_t n = 0;
    pm_status status = PM_OK;
    if (r->fields[SUMS_DISTINCT][0]) {
        status = read_number(r, SUMS_DISTINCT, n_games, &n);
    }
    status = status == PM_OK ? read_digests(r, n, games) : status;
    if (status == PM_OK && n_games > 0 && distinct_is_exact(games) && distinct_count(games) == 0) {
        status = field_fail(r, SUMS_DISTINCT, "1 or more, as there are games");
    }
    return status;
}

static pm_status read_sums_into(const reader *r, stats_opening *o)
{
    uint64_t games;
    pm_status status = read_number(r, SUMS_GAMES, STATS_MAX_GAMES - *r->n_games, &games);
    for (int w = 0; w < STATS_N_WINNERS && status == PM_OK; w++) {
        status = read_number(r, SUMS_BLACK_WINS + w, games, &o->wins[w]);
    }
    const uint128 wide = (uint128)1 << 120;
    status = status == PM_OK ? read_number(r, SUMS_MULTI_JUMPS, UINT64_MAX, &o->multi_jumps) : status;
    status = status == PM_OK ? read_wide(r, SUMS_BRANCHING_SQUARES, wide, &o->branching_squares) : status;
    status = status == PM_OK ? read_wide(r, SUMS_BRANCHING_BY_JUMPS, wide, &o->branching_by_jumps) : status;
    status = status == PM_OK ? read_histogram(r, SUMS_JUMPS, STATS_MAX_PLIES, &o->jumps) : status;
    status = status == PM_OK ? read_histogram(r, SUMS_BRANCHING, GAME_MAX_MOVES, &o->branching) : status;
    status = status == PM_OK ? read_pairs(r, o) : status;
    status = status == PM_OK ? read_distinct(r, games, &o->games) : status;
    status = status == PM_OK ? check_sums(r, o, games) : status;
    *r->n_games += status == PM_OK ? games : 0;
    return status;
}

static pm_status read_sums(const reader *r)
{
    stats_opening line = {0};
    stats_series *series;
    stats_opening *opening;
    pm_status status = read_sums_into(r, &line);
    status = status == PM_OK ? read_series(r, SUMS_RULES, &series) : status;
    status = status == PM_OK ? stats_opening_at(series, r->fields[SUMS_OPENING], &opening) : status;
    status = status == PM_OK ? stats_opening_merge(opening, &line) : status;
    stats_opening_free(&line);
    return status;
}

static pm_status read_ply_into(const reader *r, stats_ply *p)
{
    uint64_t n;
    pm_status status = read_number(r, PLIES_N, STATS_MAX_GAMES, &n);
    status = status == PM_OK ? read_number(r, PLIES_MULTI_JUMPS, n, &p->multi_jumps) : status;
    status = status == PM_OK ? read_histogram(r, PLIES_MOVES, GAME_MAX_MOVES, &p->moves) : status;
    status = status == PM_OK ? read_histogram(r, PLIES_OPPONENT, GAME_MAX_MOVES, &p->opponent) : status;
    status = status == PM_OK ? read_histogram(r, PLIES_STONES, GAME_MAX_CELLS, &p->stones) : status;
    if (status == PM_OK && histogram_total(&p->moves) != n) {
        status = field_fail(r, PLIES_N, "the total of moves_histogram");
    }
    if (status == PM_OK && (histogram_total(&p->opponent) > n || histogram_total(&p->stones) > n)) {
        status = field_fail(r, histogram_total(&p->stones) > n ? PLIES_STONES : PLIES_OPPONENT,
                            "at most as many entries as moves_histogram");
    }
    return status;
}

static pm_status read_ply(const reader *r)
{
    stats_ply line = {0};
    stats_series *series;
    stats_ply *entry;
    uint64_t ply = 0;
    pm_status status = read_ply_into(r, &line);
    status = status == PM_OK ? read_number(r, PLIES_PLY, STATS_MAX_PLIES, &ply) : status;
    if (status == PM_OK && ply == 0) {
        status = field_fail(r, PLIES_PLY, "1 or more");
    }
    status = status == PM_OK ? read_series(r, PLIES_RULES, &series) : status;
    status = status == PM_OK ? stats_ply_at(series, (size_t)ply, &entry) : status;
    status = status == PM_OK ? stats_ply_merge(entry, &line) : status;
    if (status == PM_OK && histogram_total(&entry->moves) > STATS_MAX_GAMES) {
        status = field_fail(r, PLIES_N, "no more games of a ply than 2^48 in all");
    }
    stats_ply_free(&line);
    return status;
}

/* ---- files ----------------------------------------------------------------------------------- */

static bool is_header(char **fields, int n, stats_kind kind)
{
    const char *const *columns = stats_columns(kind);
    int i = 0;
    while (i < n && columns[i] && strcmp(fields[i], columns[i]) == 0) {
        i++;
    }
    return i == n && !columns[i];
}

static pm_status read_header(reader *r, int n, stats_kind *kind)
{
    stats_kind found = 0;
    while (found < STATS_N_TABLES && (n > MAX_COLUMNS || !is_header(r->fields, n, found))) {
        found++;
    }
    if (found == STATS_N_TABLES) {
        return status_fail(r->err, PM_BAD_INPUT, 0,
                           "line %zu: not the header of a self-play file of this version (it begins \"%.40s\", "
                           "not \"game,plies,winner,...\" or \"rules,board,...\")",
                           r->line, r->fields[0]);
    }
    r->kind = found;
    return stats_kind_follow(kind, found, r->err);
}

/* A comment may say which version wrote the file; only this one's are read: columns change their meaning. */
static pm_status read_comment(const reader *r, const char *line)
{
    static const char mark[] = "# papamu ";
    if (strncmp(line, mark, sizeof mark - 1) == 0 && strcmp(line + sizeof mark - 1, PM_VERSION) != 0) {
        return status_fail(r->err, PM_BAD_INPUT, 0, "line %zu: written by version %.30s, this is %s; make it again",
                           r->line, line + sizeof mark - 1, PM_VERSION);
    }
    return PM_OK;
}

static pm_status read_fields(reader *r, char *line, stats_kind *kind)
{
    static pm_status (*const read_line[STATS_N_TABLES])(const reader *) = {read_game, read_sums, read_ply};
    const int n = csv_split(line, r->fields, MAX_COLUMNS);
    if (n < 0) {
        return status_fail(r->err, PM_BAD_INPUT, 0, "line %zu: a quote is misplaced or not closed", r->line);
    }
    if (r->kind == STATS_NO_KIND) {
        return read_header(r, n, kind);
    }
    assert(r->kind < STATS_N_TABLES); /* records are not read by lines */
    static const int n_columns[STATS_N_TABLES] = {GAMES_N_COLUMNS, SUMS_N_COLUMNS, PLIES_N_COLUMNS};
    if (n != n_columns[r->kind]) {
        return status_fail(r->err, PM_BAD_INPUT, 0, "line %zu: %d fields, expected %d", r->line, n, n_columns[r->kind]);
    }
    const pm_status status = read_line[r->kind](r);
    return status == PM_NO_MEMORY ? status_no_memory(r->err, "the counts", 0) : status;
}

/* Read a line of `length` bytes with its end. */
static pm_status read_line(reader *r, char *line, size_t length, stats_kind *kind)
{
    if (line[length - 1] != '\n') {
        return status_fail(r->err, PM_BAD_INPUT, 0, "line %zu is cut off: the file ends in the middle of it", r->line);
    }
    line[--length] = '\0';
    if (length && line[length - 1] == '\r') {
        line[--length] = '\0';
    }
    if (strlen(line) != length) {
        return status_fail(r->err, PM_BAD_INPUT, 0, "line %zu: a zero byte; this is not a text file", r->line);
    }
    return line[0] == '#' ? read_comment(r, line) : read_fields(r, line, kind);
}

pm_status stats_read_csv(FILE *file, stats *into, stats_kind *kind, pm_error *err)
{
    char *fields[MAX_COLUMNS];
    uint64_t n_games = 0;
    reader r = {.into = into, .kind = STATS_NO_KIND, .n_games = &n_games, .fields = fields, .err = err};
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    pm_status status = PM_OK;
    errno = 0;
    while (status == PM_OK && (length = getline(&line, &capacity, file)) > 0) {
        r.line++;
        status = read_line(&r, line, (size_t)length, kind);
    }
    if (status == PM_OK && !feof(file)) { /* or out of memory for the line */
        status = status_fail(err, PM_IO, 0, "%s", strerror(errno));
    }
    if (status == PM_OK && r.kind == STATS_NO_KIND) {
        status = status_fail(err, PM_BAD_INPUT, 0, "the file is empty: not even a header line");
    }
    free(line);
    return status == PM_OK && r.kind == STATS_SUMS ? stats_pairs_check(into, err) : status;
}
