import { Cron } from 'croner';

/** A job's schedule, in UTC. Times are milliseconds since 1970. */
export type Schedule = {
  /** Returns the last scheduled time at or before `now`, or null if there is none. */
  latest(now: number): number | null;
  /** Returns the first scheduled time after `now`, or null if there is none. */
  next(now: number): number | null;
};

const SECOND_MS = 1000;

/**
 * Parses a pg_cron schedule. It is a nickname (`@hourly`), five cron fields (where `$` is the last day of a
 * month), or `N seconds`. Intervals in seconds are counted from 1970, so that all servers compute the same
 * times. Throws if the text is invalid.
 */
export function readSchedule(text: string): Schedule {
  const [, seconds] = /^\s*(\d+)\s+seconds?\s*$/.exec(text) ?? [];
  if (seconds) return createIntervalSchedule(Number(seconds));
  const cron = new Cron(text.trim().replaceAll('$', 'L'), {
    timezone: 'Etc/UTC',
    mode: text.includes('@') ? 'auto' : '5-part',
    paused: true,
  });
  return {
    latest(now) {
      // `previousRuns` excludes the given time, so the start of the next second is passed to include the
      // current second.
      const before = new Date((Math.floor(now / SECOND_MS) + 1) * SECOND_MS);
      return cron.previousRuns(1, before)[0]?.getTime() ?? null;
    },
    next: (now) => cron.nextRun(new Date(now))?.getTime() ?? null,
  };
}

function createIntervalSchedule(count: number): Schedule {
  const step = count * SECOND_MS;
  return {
    latest: (now) => Math.floor(now / step) * step,
    next: (now) => (Math.floor(now / step) + 1) * step,
  };
}
