type NamedCheckpoint = { name: string; at: string; automatic: boolean };

const LONGEST_NAME = 80;

/**
 * Returns the name of the checkpoint that saves a household before another checkpoint replaces it. Automatic
 * checkpoints have names such as "Before +1 month", so the name contains their date instead.
 */
export function nameReplacedHousehold({ name, at, automatic }: NamedCheckpoint, timeZone: string): string {
  if (!automatic) return `Before restoring ${name}`.slice(0, LONGEST_NAME);
  return `Before returning to ${formatDate(new Date(at), timeZone)}`;
}

const UNITS: Readonly<Record<string, string>> = { D: 'day', W: 'week', M: 'month', Y: 'year' };

/**
 * Returns the name of the checkpoint before a fast-forward, such as "Before +1 month" or "Before fast-forward to
 * Oct 31, 2026". `by` is an ISO 8601 duration, and `to` the resulting instant in milliseconds.
 */
export function nameFastForwardCheckpoint(by: string | undefined, to: number, timeZone: string): string {
  const [, count = '', unit = ''] = /^P(\d{1,4})([DWMY])$/.exec(by ?? '') ?? [];
  const word = UNITS[unit];
  if (word) return `Before +${count} ${word}${count === '1' ? '' : 's'}`;
  return `Before fast-forward to ${formatDate(new Date(to), timeZone)}`;
}

const formatDate = (date: Date, timeZone: string) =>
  date.toLocaleDateString('en-US', { timeZone, month: 'short', day: 'numeric', year: 'numeric' });
