/* What figures of self-play do not say by themselves: warnings on standard error.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/selfplay/stats_tables.h"

#include <assert.h>
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
    assert(v.distinct <= v.games);
    return v;
}

static double share_of(variety v)
{
    assert(v.games > 0); /* a series without games does not repeat any */
    return (double)v.distinct / (double)v.games;
}

static void warn_of_repetition(cli *c, const stats_key *key, variety v, size_t n_others)
{
    char others[64] = "";
    if (n_others > 0) {
        snprintf(others, sizeof others, " (%zu other pairing%s repeat%s games too)", n_others, n_others == 1 ? "" : "s",
                 n_others == 1 ? "s" : "");
    }
    cli_warn(c,
             "%s %s, Black %s, White %s: only %" PRIu64 " of %" PRIu64
             " games are different%s; intervals are those of the "
             "different ones, except between players that draw moves at random; selfplay --random-plies N makes games "
             "differ",
             key->rules, key->board, key->black, key->white, v.distinct, v.games, others);
}

/* Of repetition the series with the least share of different games is named, and the others are counted. */
void stats_warn(cli *c, const stats *s)
{
    const stats_key *worst = NULL;
    variety of_worst = {0};
    size_t n = 0;
    bool is_exact = true;
    for (size_t i = 0; i < s->n_series; i++) {
        const variety v = variety_of(&s->series[i]);
        is_exact &= v.is_exact;
        if (stats_is_repetitive(v.games, v.distinct)) {
            if (!worst || share_of(v) < share_of(of_worst)) {
                worst = &s->series[i].key;
                of_worst = v;
            }
            n++;
        }
    }
    if (worst) {
        warn_of_repetition(c, worst, of_worst, n - 1);
    }
    if (!is_exact) {
        cli_warn(c, "the number of different games is an estimate, as a summary keeps a sample of its games and a run "
                    "one of more than two million; files of games, joined, give it exactly");
    }
}
