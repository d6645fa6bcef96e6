import { type Duration, formatDuration, intervalToDuration } from 'date-fns';

/** Reading the clock takes a moment: a difference shorter than this is none. */
const SLACK_MS = 60_000;
const UNITS = ['years', 'months', 'days', 'hours', 'minutes'] as const satisfies readonly (keyof Duration)[];

/** How far a clock stands after another, in its two largest units: `1 year 2 months`; null when they agree. Milliseconds. */
export function formatAhead(real: number, simulated: number): string | null {
  if (simulated - real < SLACK_MS) return null;
  const parts = intervalToDuration({ start: real, end: simulated + SLACK_MS / 2 });
  const [first, second] = UNITS.filter((unit) => (parts[unit] ?? 0) > 0);
  // Hours beside months are noise of daylight saving time.
  const told =
    second && UNITS.indexOf(second) - UNITS.indexOf(first ?? second) === 1 ? [first, second] : [first];
  return formatDuration(parts, { format: told.filter((unit) => unit !== undefined) });
}
