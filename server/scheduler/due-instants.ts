import { Cron } from 'croner';

/** When a job is due, in UTC. Times are milliseconds since 1970. */
export type Schedule = {
  /** The latest due instant up to `now`; null if there is none. */
  latest(now: number): number | null;
  /** The first due instant after `now`; null if there is none. */
  next(now: number): number | null;
};

const SECOND_MS = 1000;

/**
 * Parses a pg_cron schedule: five cron fields with `$` for the last day of a month, a nickname (`@hourly`),
 * or `N seconds`, counted from 1970 so that all servers agree. Throws for anything else.
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
      // Strictly before the next full second means not after this one.
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
