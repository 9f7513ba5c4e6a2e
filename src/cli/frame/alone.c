/* The program that works alone: see ranks.h.
 *
 * Started by mpirun several times over it would do the same several times: refused. Open MPI, and MPICH and its
 * descendants, name the number of processes in the environment.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/par.h"
#include "src/cli/frame/ranks.h"

#include <stdlib.h>
#include <unistd.h>

const cli_command *const ranks_command = NULL;

static int number(const char *name, int if_none)
{
    const char *text = getenv(name);
    return text ? atoi(text) : if_none;
}

int ranks_begin(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    const int n = number("OMPI_COMM_WORLD_SIZE", number("PMI_SIZE", 1));
    if (n <= 1) {
        return -1;
    }
    if (number("OMPI_COMM_WORLD_RANK", number("PMI_RANK", 0)) != 0) {
        sleep(1); /* mpirun ends all when one has failed: let the first one speak */
    } else {
        fprintf(stderr,
                "papamu: mpirun has started %d processes, and this program works alone; papamu-mpi, which `make MPI=1` "
                "builds, shares a sweep among them.\n",
                n);
    }
    return CLI_BAD_INPUT;
}

int ranks_end(int exit_code)
{
    return exit_code;
}

bool ranks_is_first(void)
{
    return true;
}

int ranks_check(cli *c)
{
    (void)c;
    return CLI_DONE;
}

int ranks_processors(void)
{
    return par_processors();
}

int ranks_solve(cli *c)
{
    (void)c;
    return -1;
}
