import { Cron } from 'croner';

/** A job's schedule, in UTC. Times are milliseconds since 1970. */
export type Schedule = ReturnType<typeof readSchedule>;

const SECOND_MS = 1000;

/**
 * Parses a pg_cron schedule: a nickname (`@hourly`), five cron fields (where `$` is the last day of a month),
 * or `N seconds`. Intervals in seconds are counted from 1970, so that all servers compute the same times.
 * Throws if the text is invalid.
 */
export function readSchedule(text: string) {
  const [, seconds] = /^\s*(\d+)\s+seconds?\s*$/.exec(text) ?? [];
  if (seconds) return createIntervalSchedule(Number(seconds));
  const cron = new Cron(text.trim().replaceAll('$', 'L'), {
    timezone: 'Etc/UTC',
    mode: text.includes('@') ? 'auto' : '5-part',
    paused: true,
  });
  return {
    /** Returns the last scheduled time at or before `now`, or null if there is none. */
    latest(now: number) {
      // `previousRuns` excludes the given time. The start of the next second is passed, so that the current
      // second is included.
      const before = new Date((Math.floor(now / SECOND_MS) + 1) * SECOND_MS);
      return cron.previousRuns(1, before)[0]?.getTime() ?? null;
    },
    /** Returns the first scheduled time after `now`, or null if there is none. */
    next: (now: number) => cron.nextRun(new Date(now))?.getTime() ?? null,
  };
}

function createIntervalSchedule(count: number) {
  const step = count * SECOND_MS;
  return {
    latest: (now: number) => Math.floor(now / step) * step,
    next: (now: number) => (Math.floor(now / step) + 1) * step,
  };
}
