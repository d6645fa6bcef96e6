import { expect, test } from 'vitest';
import { readSchedule } from './due-instants.ts';

const instant = (text: string | null) => (text === null ? null : Date.parse(text));

test.each([
  ['* * * * *', '2026-11-21T16:45:00.000Z', '2026-11-21T16:45:00Z', '2026-11-21T16:46:00Z'],
  ['* * * * *', '2026-11-21T16:44:59.999Z', '2026-11-21T16:44:00Z', '2026-11-21T16:45:00Z'],
  ['0 3 * * *', '2026-11-21T16:45:00Z', '2026-11-21T03:00:00Z', '2026-11-22T03:00:00Z'],
  ['*/20 8-10 * * MON', '2026-11-21T16:45:00Z', '2026-11-16T10:40:00Z', '2026-11-23T08:00:00Z'],
  ['0 0 $ * *', '2026-11-21T16:45:00Z', '2026-10-31T00:00:00Z', '2026-11-30T00:00:00Z'],
  ['0 12 1 * 7', '2026-11-21T16:45:00Z', '2026-11-15T12:00:00Z', '2026-11-22T12:00:00Z'],
  ['@hourly', '2026-11-21T16:45:00Z', '2026-11-21T16:00:00Z', '2026-11-21T17:00:00Z'],
  ['30 seconds', '2026-11-21T16:45:29.9Z', '2026-11-21T16:45:00Z', '2026-11-21T16:45:30Z'],
  ['1 second', '2026-11-21T16:45:29.9Z', '2026-11-21T16:45:29Z', '2026-11-21T16:45:30Z'],
  ['0 0 30 2 *', '2026-11-21T16:45:00Z', null, null],
])('%s at %s was due at %s and is next due at %s', (text, now, latest, next) => {
  const schedule = readSchedule(text);
  expect(schedule.latest(Date.parse(now))).toBe(instant(latest));
  expect(schedule.next(Date.parse(now))).toBe(instant(next));
});
