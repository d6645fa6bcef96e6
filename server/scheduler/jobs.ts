import type postgres from 'postgres';
import type { ServerContext } from '../http/context.ts';
import { readSchedule, type Schedule } from './due-instants.ts';
import { type JobRun, RUNNING_LOCK, runJob } from './run-job.ts';

type Job = { jobid: string; schedule: string; last_due_at: Date; now: Date };

type Options = { finished(status: 'succeeded' | 'failed'): void; wake(): void };

/** pg_cron's default number of concurrent jobs. */
const MAX_RUNNING = 32;

/**
 * Runs the jobs in cron.job. Each scheduled run is claimed in the database, so any number of servers can run
 * jobs.
 */
export function createJobs({ database, log }: ServerContext, options: Options) {
  const running = new Map<string, JobRun>();
  const schedules = new Map<string, Schedule | null>();

  function getSchedule(text: string): Schedule | null {
    const cached = schedules.get(text);
    if (cached !== undefined) return cached;
    let schedule: Schedule | null = null;
    try {
      schedule = readSchedule(text);
    } catch (error) {
      log.error({ err: error, schedule: text }, 'failed to parse a schedule, so its jobs do not run');
    }
    schedules.set(text, schedule);
    return schedule;
  }

  function start(job: Job, dueAt: number): void {
    const run = runJob(database, job.jobid, new Date(dueAt));
    running.set(job.jobid, run);
    run.done
      .finally(() => running.delete(job.jobid))
      .then((status) => {
        if (status !== 'claimed elsewhere') options.finished(status);
        options.wake();
      })
      // The database is down or has no free connection. The job is retried later.
      .catch((error) => log.error({ err: error, job: job.jobid }, 'failed to run a job'));
  }

  return {
    /**
     * Starts the jobs that are due. Returns the time at which the next job is due, in milliseconds since
     * 1970.
     */
    async startDue(): Promise<number | null> {
      const jobs = await idleJobs(database.owner);
      let next: number | null = null;
      for (const job of jobs) {
        const schedule = getSchedule(job.schedule);
        if (schedule === null || running.has(job.jobid)) continue;
        const now = job.now.getTime();
        // A single run replaces all missed runs.
        const latest = schedule.latest(now);
        if (latest !== null && latest > job.last_due_at.getTime() && running.size < MAX_RUNNING)
          start(job, latest);
        const due = schedule.next(now);
        // Converts the database's time to local time, because the two clocks can differ.
        if (due !== null) next = Math.min(next ?? Number.POSITIVE_INFINITY, Date.now() + due - now);
      }
      return next;
    },
    /** Deletes old runs. Marks running jobs as failed if their server has ended. */
    async deleteOld(): Promise<void> {
      await database.owner`delete from cron.job_run_details where start_time < now() - interval '7 days'`;
      await database.owner`
        update cron.job_run_details as run set status = 'failed', end_time = clock_timestamp(),
          return_message = 'The server stopped while the job was running.'
        where status = 'running' and not exists (${getLock(database.owner, database.owner`run.jobid`)})`;
    },
    async close(): Promise<void> {
      await Promise.allSettled([...running.values()].map((run) => run.cancel()));
    },
  };
}

/** Selects active jobs that no server is running. */
const idleJobs = (sql: postgres.Sql) => sql<Job[]>`
  select job.jobid::text, job.schedule, due.last_due_at, clock_timestamp() as now
  from cron.job join platform.due_instants as due using (jobid)
  where job.active and not exists (${getLock(sql, sql`job.jobid`)})`;

/** Selects the lock that is held during a run. */
const getLock = (sql: postgres.Sql, jobid: postgres.PendingQuery<postgres.Row[]>) => sql`
  select from pg_locks
  where locktype = 'advisory' and classid = ${RUNNING_LOCK}::oid and objid = ${jobid}::integer::oid
    and database = (select oid from pg_database where datname = current_database())`;
