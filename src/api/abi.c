/* Sizes of the public structures: see src/papamu/abi.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/papamu/abi.h"

#include "src/papamu/database.h"
#include "src/papamu/forms.h"
#include "src/papamu/play.h"
#include "src/papamu/solve.h"

#include <string.h>

#define STRUCTURES(X)                                                                                                  \
    X(pm_error)                                                                                                        \
    X(pm_position)                                                                                                     \
    X(pm_move)                                                                                                         \
    X(pm_value)                                                                                                        \
    X(pm_db_info)                                                                                                      \
    X(pm_job)                                                                                                          \
    X(pm_state)                                                                                                        \
    X(pm_ply)                                                                                                          \
    X(pm_game_options)                                                                                                 \
    X(pm_game_info)                                                                                                    \
    X(pm_plan)                                                                                                         \
    X(pm_opening)                                                                                                      \
    X(pm_solve_options)                                                                                                \
    X(pm_solution_info)                                                                                                \
    X(pm_census_table)                                                                                                 \
    X(pm_reach_table)                                                                                                  \
    X(pm_margin)                                                                                                       \
    X(pm_random_table)                                                                                                 \
    X(pm_number)                                                                                                       \
    X(pm_form_info)                                                                                                    \
    X(pm_bounds)                                                                                                       \
    X(pm_thermograph_point)                                                                                            \
    X(pm_db_options)                                                                                                   \
    X(pm_file_info)                                                                                                    \
    X(pm_db_count)                                                                                                     \
    X(pm_convert_options)                                                                                              \
    X(pm_verification)                                                                                                 \
    X(pm_verdict)                                                                                                      \
    X(pm_judged_ply)                                                                                                   \
    X(pm_answer)                                                                                                       \
    X(pm_search_options)                                                                                               \
    X(pm_search_result)                                                                                                \
    X(pm_estimate)                                                                                                     \
    X(pm_complexity_options)                                                                                           \
    X(pm_complexity)                                                                                                   \
    X(pm_stats_row)                                                                                                    \
    X(pm_played)                                                                                                       \
    X(pm_selfplay_options)                                                                                             \
    X(pm_record)

size_t pm_sizeof(const char *name)
{
#define ENTRY(structure) {#structure, sizeof(structure)},
    static const struct {
        const char *name;
        size_t bytes;
    } sizes[] = {STRUCTURES(ENTRY)};
    for (size_t i = 0; name && i < sizeof sizes / sizeof sizes[0]; i++) {
        if (strcmp(sizes[i].name, name) == 0) {
            return sizes[i].bytes;
        }
    }
    return 0;
}
