/* papamu-mpi solve: a sweep of outcomes that is shared among ranks.
 *
 * SPDX-License-Identifier: MIT
 */
#include "src/base/status.h"
#include "src/cli/ranks/db.h"
#include "src/cli/ranks/job.h"
#include "src/cli/solve/passing.h"

#include <assert.h>
#include <string.h>

/* ---- whether it is for ranks ------------------------------------------------------------------ */

/* The options that several ranks know; any other, also one that is new, is for one process. */
static const char *const known[] = {"values",  "db",     "level",  "checkpoint",
                                    "scratch", "census", "sample", "ranks-per-node"};

static bool is_known(const char *option)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(known[i], option) == 0) {
            return true;
        }
    }
    return false;
}

static int refuse(cli *c, const char *what)
{
    return mpi_job_size(ranks_job()) == 1
               ? -1
               : cli_usage(c, "%s is for one process, and there are %d ranks: start papamu without mpirun", what,
                           mpi_job_size(ranks_job()));
}

/* -1, CLI_DONE, or an exit code. */
static int check(cli *c)
{
    for (const cli_option *option = c->command->options; option->name; option++) {
        if (cli_has(c, option->name) && !is_known(option->name)) {
            char what[32];
            snprintf(what, sizeof what, "--%s", option->name);
            return refuse(c, what);
        }
    }
    return cli_word(c, "values") == 1 ? refuse(c, "--values remoteness") : CLI_DONE;
}

/* ---- the run ----------------------------------------------------------------------------------- */

typedef struct run_job {
    mpi_sweep_options options;
    mpi_sweep_status status;
    double pairs;
    ranks_db db; /* if one is asked for */
    uint64_t db_bytes, db_memory;
} run_job;

static bool show(void *ctx, uint64_t done, uint64_t total)
{
    const run_job *job = ctx;
    assert(done <= total);
    return !cli_progress_step((double)done / (double)total * job->pairs, job->pairs);
}

static pm_status run(void *ctx, const sweep_spec *spec, const char *identity, const scratch_client *client,
                     pm_error *err)
{
    run_job *job = ctx;
    char own[RUN_MAX_IDENTITY]; /* sublayers have another order where there is a database */
    snprintf(own, sizeof own, "%.100s%s", identity, job->db.db ? ", into a database" : "");
    return mpi_sweep_run(ranks_job(), spec, own, &job->options, client, &job->status, err);
}

static void put_facts(cli *c, const run_job *job)
{
    const mpi_sweep_status *s = &job->status;
    const ranks_shape *shape = &s->plan.shape;
    cli_fact_count(c, "ranks", (uint64_t)mpi_job_size(ranks_job()));
    cli_fact_count(c, "nodes", (uint64_t)shape->n_nodes);
    cli_fact_count(c, "threads_of_a_rank", (uint64_t)c->threads);
    cli_fact_count(c, "sublayers_resumed", (uint64_t)s->n_resumed);
    cli_fact_count(c, "planned_memory_bytes_of_a_rank", s->plan.memory + job->db_memory);
    cli_fact_real(c, "bytes_fetched", 0, s->fetched_bytes);
    cli_fact_real(c, "bytes_fetched_by_the_busiest_rank", 0, s->busiest_fetched_bytes);
    cli_fact_real(c, "bytes_of_checkpoints", 0, s->checkpoint_bytes);
    if (shape->is_on_disk) {
        cli_fact_real(c, "bytes_written", 0, s->disk_written_bytes);
        cli_fact_real(c, "bytes_read", 0, s->disk_read_bytes);
        cli_fact_real(c, "peak_disk_bytes_of_a_rank", 0, s->most_disk_bytes);
    }
    cli_fact_real(c, "seconds_waiting_for_rows", 3, s->fetch_wait_seconds);
    cli_fact_real(c, "seconds_waiting_for_ranks", 3, s->meet_seconds);
    cli_fact_real(c, "seconds", 3, s->seconds);
}

/* What is free is shared by the ranks of a machine. */
static uint64_t memory_of_rank(const cli *c)
{
    return c->memory ? c->memory : cli_memory(c) / (uint64_t)mpi_job_n_on_host(ranks_job());
}

/* Begin the database, and give the sweep what memory it leaves. */
static pm_status open_db(cli *c, const pm_board *board, run_job *job, pm_error *err)
{
    const pm_status status = ranks_db_open(c, board, &job->db, err);
    if (status == PM_OK) {
        const uint64_t bytes = mpi_db_bytes(job->db.db, c->threads);
        job->options.layers = &job->db.layers;
        job->db_memory = bytes;
        job->options.memory -= bytes < job->options.memory ? bytes : job->options.memory;
    }
    return status;
}

static pm_status finish_db(const passing *p, run_job *job, pm_error *err)
{
    uint8_t digest[DB_DIGEST_BYTES];
    const pm_status status = mpi_db_finish(job->db.db, digest, &job->db_bytes, err);
    const bool is_right = status != PM_OK || !ranks_is_first() || memcmp(digest, p->digest, sizeof digest) == 0;
    assert(is_right); /* both are of the same rows */
    return is_right ? status : status_fail(err, PM_DAMAGED, 0, "the database is not what was swept");
}

static pm_status solve_rows(cli *c, passing *p, run_job *job, pm_error *err)
{
    const bool has_db = cli_has(c, "db");
    pm_status status = has_db ? open_db(c, p->board, job, err) : PM_OK;
    if (status == PM_OK) {
        status = konane_solve_rows(p->board, run, job, p->queries, passing_n_queries(p), &p->census, p->digest, err);
    }
    status = status == PM_OK && has_db ? finish_db(p, job, err) : status;
    ranks_db_close(&job->db);
    return status;
}

/* The error of a run; a job that was lost says how far it came, and how to continue. */
static int fail(cli *c, const run_job *job, pm_status status, pm_error *err)
{
    if (mpi_job_is_lost(ranks_job())) {
        const char *folder = job->options.scratch ? job->options.scratch : job->options.checkpoint;
        snprintf(err->message, sizeof err->message,
                 "the job was ended from outside, or a rank of it died, with %d of %d sublayers finished; %s",
                 job->status.n_done, job->status.n_places,
                 folder ? "repeat the command, with any number of ranks, to resume"
                        : "--checkpoint DIR or --scratch DIR would keep them");
    }
    return ranks_fail(c, status, err);
}

static int put_all(cli *c, passing *p, const run_job *job)
{
    passing_put(p);
    if (job->db_bytes) {
        cli_fact_count(c, "database_bytes", job->db_bytes);
    }
    put_facts(c, job);
    return passing_put_files(p);
}

/* What a run has left stays in its folder until the output has been written. */
static int solve(cli *c, passing *p)
{
    run_job job = {.pairs = p->pairs};
    job.options = (mpi_sweep_options){
        .threads = c->threads,
        .memory = passing_memory(memory_of_rank(c), p->board),
        .checkpoint = cli_value(c, "checkpoint"),
        .scratch = cli_value(c, "scratch"),
        .progress = show,
        .progress_ctx = &job,
    };
    pm_error err = {0};
    cli_progress_begin(c, "sweep", "positions");
    const pm_status status = solve_rows(c, p, &job, &err);
    cli_progress_end();
    if (status != PM_OK) {
        return fail(c, &job, status, &err);
    }
    const int code = ranks_is_first() ? put_all(c, p, &job) : CLI_DONE;
    const bool is_out = mpi_job_agree(ranks_job(), code == CLI_DONE ? PM_OK : PM_IO, &err) == PM_OK;
    if (is_out && job.options.scratch) {
        mpi_sweep_remove_scratch(job.options.scratch);
    } else if (is_out && job.options.checkpoint && ranks_is_first()) {
        mpi_sweep_remove(job.options.checkpoint);
    }
    return code;
}

int ranks_solve(cli *c)
{
    int code = check(c);
    if (code != CLI_DONE) {
        return code;
    }
    passing p = {0};
    code = ranks_prepare(c);
    code = code ? code : passing_open(c, &p);
    code = code ? code : solve(c, &p);
    passing_close(&p);
    return code;
}
