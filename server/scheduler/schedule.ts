import type { Application } from '../functions/own-address.ts';
import type { ServerContext } from '../http/context.ts';
import { createWorkLoop } from '../lib/work-loop.ts';
import { createJobs } from './jobs.ts';
import { createRequests } from './requests.ts';
import { storeSecrets } from './secrets.ts';

/** The channel on which the platform's triggers announce new jobs and requests. */
const CHANNEL = 'platform_wake';
/** The longest pause between checks. It is limited, because a notification could have been lost. */
const LONGEST_PAUSE_MS = 30_000;
const DELETE_OLD_EVERY_MS = 3_600_000;

/**
 * Runs the jobs in schema cron and sends the requests in schema net. All servers of the database share this
 * work. If pg_cron or pg_net is installed, the extension handles its part of the work. Calls `finished` at
 * the end of each run.
 */
export async function startSchedule(
  context: ServerContext,
  application: Application,
  finished: (status: 'succeeded' | 'failed') => void = () => {},
) {
  const { database, log } = context;
  const [ours] = await database.owner`
    select to_regclass('platform.due_instants') is not null as cron,
      to_regprocedure('platform.queue_request(text,text,jsonb,jsonb,bytea,integer)') is not null as net`;
  await storeSecrets(context);
  const jobs = createJobs(context, { finished, wake: () => starter.wake() });
  const requests = createRequests(context, application, () => sender.wake());
  const starter = createWorkLoop(LONGEST_PAUSE_MS, jobs.startDue, (error) =>
    log.error({ err: error }, 'failed to start jobs'),
  );
  const sender = createWorkLoop(LONGEST_PAUSE_MS, requests.sendQueued, (error) =>
    log.error({ err: error }, 'failed to send queued requests'),
  );

  const wake = () => {
    if (ours?.cron) starter.wake();
    if (ours?.net) sender.wake();
  };
  const deleteOld = () =>
    Promise.all([ours?.cron && jobs.deleteOld(), ours?.net && requests.deleteOld()]).catch((error) =>
      log.error({ err: error }, 'failed to delete old runs and responses'),
    );
  // After a reconnection, processes jobs and requests that were added while the connection was lost.
  const listening = await database.owner.listen(CHANNEL, wake, wake);
  const deletionTimer = setInterval(deleteOld, DELETE_OLD_EVERY_MS);
  deletionTimer.unref();
  await deleteOld();
  wake();
  return {
    /** Cancels running jobs and records the cancellations. */
    async close(): Promise<void> {
      clearInterval(deletionTimer);
      await listening.unlisten().catch(() => {});
      await Promise.all([starter.close(), sender.close()]);
      await Promise.all([jobs.close(), requests.close()]);
    },
  };
}
