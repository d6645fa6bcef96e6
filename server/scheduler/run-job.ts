import type postgres from 'postgres';
import { connect } from '../database/connect.ts';
import type { Database } from '../database/database.ts';

export type JobRun = ReturnType<typeof runJob>;

/** The first key of the advisory lock that is held during a run. The second key is the job's id. */
export const RUNNING_LOCK = 1_668_312_942;
const CLOSE_PATIENCE_SECONDS = 1;

/**
 * Runs a job that is due, unless another server has claimed this run. Uses a separate connection, so that a
 * slow job doesn't block other work and its session state is discarded. Also takes a lock that is released
 * with the connection, so that two runs of a job never overlap.
 */
export function runJob(database: Database, jobId: string, dueAt: Date) {
  const sql = connect(database.url, {
    max: 1,
    fetch_types: false,
    connection: { application_name: 'sandbank job' },
  });
  let command: { cancel(): void } | null = null;
  let canceled = false;

  async function run(): Promise<'succeeded' | 'failed' | 'claimed elsewhere'> {
    const [claim] = await sql`
      select case when pg_try_advisory_lock(${RUNNING_LOCK}, ${jobId}::integer)
        then platform.begin_run(${jobId}::bigint, ${dueAt}) end as run_id`;
    if (!claim?.run_id) return 'claimed elsewhere';
    try {
      const query = sql.unsafe(await getCommand(sql, claim.run_id));
      command = query;
      if (canceled) throw new Error('canceled before it started');
      const message = getMessage(await query);
      await note(database, claim.run_id, 'succeeded', message);
      return 'succeeded';
    } catch (error) {
      const { message } = error as Error;
      const reason = canceled ? 'The server stopped while the job was running.' : `ERROR:  ${message}`;
      await note(database, claim.run_id, 'failed', reason);
      return 'failed';
    }
  }
  const done = run().finally(() => sql.end({ timeout: CLOSE_PATIENCE_SECONDS }));
  return {
    done,
    /** Cancels the job. Resolves when the cancellation is recorded. */
    cancel(): Promise<unknown> {
      canceled = true;
      command?.cancel();
      return done;
    },
  };
}

/** Returns the job's command. Also switches the connection to the role of the job's owner. */
async function getCommand(sql: postgres.Sql, runId: string): Promise<string> {
  const [run] = await sql`
    select command, case when username <> current_user then set_config('role', username, false) end
    from cron.job_run_details where runid = ${runId}`;
  return run?.command ?? '';
}

/** Formats the result as pg_cron does: the number of rows, or the command tag. */
function getMessage(result: { command?: string; count?: number; length: number } | unknown[]): string {
  const results = Array.isArray(result) && Array.isArray(result[0]) ? result : [result];
  const { command, count } = (results.at(-1) ?? {}) as { command?: string; count?: number | null };
  if (command === 'SELECT') return count === 1 ? '1 row' : `${count ?? 0} rows`;
  return [command ?? '', count ?? ''].join(' ').trim();
}

const note = ({ owner }: Database, runId: string, status: string, message: string) => owner`
  update cron.job_run_details set status = ${status}, return_message = ${message}, end_time = clock_timestamp()
  where runid = ${runId}`;
