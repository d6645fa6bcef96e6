import type { ScheduleRow } from './history';

const MINOR_PER_MAJOR = 100;

/** A schedule for a spreadsheet: amounts with a point and two decimals, days as 2026-10-14, lines as RFC 4180 wants them. */
export function scheduleCsv(rows: readonly ScheduleRow[]): string {
  const lines = rows.map(({ day, isPast, payment, interest, principal, balance }) =>
    [
      day,
      isPast ? 'paid' : 'expected',
      ...[payment, interest, principal, balance].map((amount) => plain(amount)),
    ].join(','),
  );
  return `${['date,status,payment,interest and fees,principal,remaining balance', ...lines].join('\r\n')}\r\n`;
}

/** `1234.50` of minor units, without a separator a spreadsheet might misread. */
function plain(amount: number): string {
  const size = Math.abs(amount);
  const cents = String(size % MINOR_PER_MAJOR).padStart(2, '0');
  return `${amount < 0 ? '-' : ''}${Math.floor(size / MINOR_PER_MAJOR)}.${cents}`;
}
