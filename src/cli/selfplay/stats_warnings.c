/* What figures of self-play do not say by themselves: warnings on standard error.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/selfplay/stats_tables.h"

#include <inttypes.h>
#include <stdbool.h>

/* The games of a series: how many, how many different ones, and whether that number is exact. */
typedef struct variety {
    uint64_t games, distinct;
    bool is_exact;
} variety;

static variety variety_of(const stats_series *series)
{
    variety v = {.is_exact = true};
    for (size_t i = 0; i < series->n_openings; i++) {
        v.games += stats_games(&series->openings[i]);
        v.distinct += stats_distinct_games(&series->openings[i]);
        v.is_exact &= distinct_is_exact(&series->openings[i].games);
    }
    return v;
}

static double share_of(variety v)
{
    return (double)v.distinct / (double)v.games;
}

/* Warn of the series with the least share of different games, and of how many others have too few. */
static void warn_of_repetition(cli *c, const stats *s)
{
    const stats_series *worst = NULL;
    size_t n = 0;
    for (size_t i = 0; i < s->n_series; i++) {
        const variety v = variety_of(&s->series[i]);
        if (stats_is_repetitive(v.games, v.distinct)) {
            worst = !worst || share_of(v) < share_of(variety_of(worst)) ? &s->series[i] : worst;
            n++;
        }
    }
    if (!worst) {
        return;
    }
    const variety v = variety_of(worst);
    char others[64] = "";
    if (n > 1) {
        snprintf(others, sizeof others, " (%zu other pairing%s repeat%s games too)", n - 1, n == 2 ? "" : "s",
                 n == 2 ? "s" : "");
    }
    cli_warn(c,
             "%s %s, Black %s, White %s: only %" PRIu64 " of %" PRIu64
             " games are different%s; intervals are those of the "
             "different ones, except between players that draw moves at random; selfplay --random-plies N makes games "
             "differ",
             worst->key.rules, worst->key.board, worst->key.black, worst->key.white, v.distinct, v.games, others);
}

void stats_warn(cli *c, const stats *s)
{
    warn_of_repetition(c, s);
    bool is_exact = true;
    for (size_t i = 0; i < s->n_series; i++) {
        is_exact &= variety_of(&s->series[i]).is_exact;
    }
    if (!is_exact) {
        cli_warn(c, "the number of different games is an estimate, as a summary keeps a sample of its games and a run "
                    "one of more than two million; files of games, joined, give it exactly");
    }
}
