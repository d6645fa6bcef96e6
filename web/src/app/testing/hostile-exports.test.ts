import { expect, it } from 'vitest';
import { exportCsv } from '@/entities/statement-file/exports/export-csv';
import { analyticsCsv } from '@/features/analytics/analytics-page';
import { getCsv } from '@/features/household-data/archive';

/** Merchant names that run code when a spreadsheet opens them. */
const FORMULAS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '-2+3+cmd|"/c calc"!A0',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '  =1+1',
  '\u00a0=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '"=1+1',
];

it.each(FORMULAS)('no export lets a spreadsheet run %j', (formula) => {
  const line = { id: 'x', name: formula, amount: 1, before: 0, times: 1 };
  const figures = { now: line, before: line, months: [], spending: [line], income: [], accounts: [line] };
  const row = {
    id: '1',
    placeId: 'a',
    place: formula,
    day: '2026-10-13',
    amount: -5,
    currency: 'USD',
    kind: 'x',
  };
  const texts = {
    description: formula,
    merchant: formula,
    category: formula,
    tags: [formula],
    note: formula,
  };
  const merchant = { merchant: formula, amount: 3, times: 2, amount_before: 0, last_day: '' };
  const range = { from: '2026-03-01', to: '2026-03-31', beforeFrom: '2026-02-01', beforeTo: '2026-02-28' };
  const written = [
    exportCsv({ today: '2026-10-14', places: [], rows: [{ ...row, ...texts }] }),
    getCsv([{ name: formula, amount: -5 }]),
    analyticsCsv(figures as never, [merchant], range as never, 'USD'),
  ];
  for (const text of written) {
    const cells = getCells(text);
    expect(cells.some((cell) => cell.includes(formula.trim()))).toBe(true);
    for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+@＝＋－＠]|^\s*-(?!\d+(\.\d+)?$)/);
  }
});

it('a negative number stays a number', () => {
  expect(getCsv([{ amount: -12.5 }, { amount: '-12.50' }])).toContain('\r\n-12.5\r\n-12.50\r\n');
});

/** Returns the cells of a CSV file as a spreadsheet reads them. */
function getCells(text: string): string[] {
  const cells = text.replace(/^\uFEFF/, '').match(/"(?:[^"]|"")*"|[^,\r\n]+/g) ?? [];
  return cells.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}
