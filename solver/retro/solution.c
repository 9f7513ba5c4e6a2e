/* Holding, counting and telling what retrograde analysis has found: see solution.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "solver/retro/solution.h"

#include <assert.h>
#include <stdlib.h>

retro_solution *retro_solution_new(int n_slices)
{
    const size_t n = (size_t)n_slices;
    retro_solution *solution = calloc(1, sizeof *solution);
    if (!solution) {
        return NULL;
    }
    solution->n_slices = n_slices;
    solution->codes = calloc(n, sizeof *solution->codes);
    solution->counts = calloc(n, sizeof *solution->counts);
    if (!solution->codes || !solution->counts) {
        retro_free(solution);
        return NULL;
    }
    return solution;
}

void retro_free(retro_solution *solution)
{
    if (!solution) {
        return;
    }
    for (int s = 0; solution->codes && s < solution->n_slices; s++) {
        free(solution->codes[s].bytes);
        free(solution->codes[s].words);
    }
    free(solution->codes);
    free(solution->counts);
    free(solution);
}

retro_code retro_value(const retro_solution *solution, int slice, uint64_t position)
{
    const slice_codes *codes = &solution->codes[slice];
    assert(slice < solution->n_slices && (codes->bytes || codes->words)); /* it is solved */
    return codes->bytes ? codes->bytes[position] : codes->words[position];
}

void retro_read(const retro_solution *solution, int slice, uint64_t begin, uint64_t end, retro_code *codes)
{
    for (uint64_t p = begin; p < end; p++) {
        codes[p - begin] = retro_value(solution, slice, p);
    }
}

retro_counts retro_count(const retro_solution *solution, int slice)
{
    return solution->counts[slice];
}

void retro_add_counts(retro_counts *total, const retro_counts *part)
{
    total->won += part->won;
    total->lost += part->lost;
    total->drawn += part->drawn;
    if (part->longest_win > total->longest_win) {
        total->longest_win = part->longest_win;
        total->longest_at = part->longest_at;
    }
}
