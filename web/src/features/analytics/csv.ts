import { csvCell } from '@/lib/csv-text';
import { formatTableDate } from '@/lib/dates';
import { formatMinor, toMinor } from '@/lib/money';
import type { Figures, Line } from './figures';
import type { MerchantRow } from './queries';
import { formatSpan, type Range } from './range';

type Cell = string | number | null;

/** Exports the figures of the page as CSV (RFC 4180) with a point and two decimals. */
export function analyticsCsv(
  figures: Figures,
  merchants: readonly MerchantRow[],
  range: Range,
  currency: string,
): string {
  const { now, before } = figures;
  const told = (part: string, { name, amount, before: past, times }: Line): Cell[] => [
    part,
    name,
    plain(amount),
    plain(past),
    times,
  ];
  const rows: Cell[][] = [
    [
      'part',
      'name',
      `amount ${currency}, ${formatSpan(range.from, range.to, formatTableDate)}`,
      `before, ${formatSpan(range.beforeFrom, range.beforeTo, formatTableDate)}`,
      'times',
    ],
    ['total', 'Income', plain(now.income), plain(before.income), null],
    ['total', 'Spending', plain(now.spending), plain(before.spending), null],
    ['total', 'Net savings', plain(now.kept), plain(before.kept), null],
    ...figures.months.flatMap(({ month, income, spending }): Cell[][] => [
      ['income by month', month.slice(0, 7), plain(income), null, null],
      ['spending by month', month.slice(0, 7), plain(spending), null, null],
    ]),
    ...figures.spending.map((line) => told('spending by category', line)),
    ...figures.income.map((line) => told('income by category', line)),
    ...merchants.map(({ merchant, amount, amount_before, times }) =>
      told('top merchants', { id: merchant, name: merchant, amount, before: amount_before, times }),
    ),
    ...figures.accounts.map((line) => told('spending by account and card', line)),
  ];
  return `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Formats `-1234.50`, without separators, which spreadsheets could misread. */
function plain(amount: number): string {
  const size = formatMinor(toMinor(Math.abs(amount))).replace(/[^\d.]/g, '');
  return amount < 0 ? `-${size}` : size;
}

const cell = (value: Cell) => (value === null ? '' : csvCell(String(value)));
