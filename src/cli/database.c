/* Databases on the command line: see database.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/cli/database.h"

#include "solver/db_digest.h"

#include <string.h>

void database_name_in(const char *path, pm_status status, pm_error *err)
{
    if (status != PM_IO && !strstr(err->message, path)) {
        pm_error plain = *err;
        snprintf(err->message, sizeof err->message, "\"%.100s\": %.130s", path, plain.message);
    }
}

int database_fail(cli *c, const char *path, pm_status status, const pm_error *err)
{
    pm_error named = *err;
    database_name_in(path, status, &named);
    return cli_fail(c, status, &named);
}

int database_open(cli *c, const char *path, pm_db **database)
{
    pm_error err;
    const pm_status status = pm_db_open(path, c->memory, database, &err);
    return status == PM_OK ? CLI_DONE : database_fail(c, path, status, &err);
}

const char *database_digest(const uint8_t digest[16], char text[DATABASE_DIGEST_TEXT])
{
    return db_digest_format(digest, text);
}
