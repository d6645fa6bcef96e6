import { decimalText, type Exported } from './exported-row';

const COLUMNS = [
  'date',
  'account',
  'description',
  'merchant',
  'category',
  'amount',
  'currency',
  'kind',
  'tags',
  'note',
  'id',
] as const;

/** Rows for a spreadsheet: lines as RFC 4180 wants them, days as 2026-10-14, exact amounts, no words that run as formulas. */
export function exportCsv({ rows }: Exported): string {
  const lines = rows.map((row) =>
    [
      row.day,
      cell(row.place),
      cell(row.description),
      cell(row.merchant),
      cell(row.category),
      decimalText(row.amount),
      row.currency,
      row.kind,
      cell(row.tags.join(' ')),
      cell(row.note),
      row.id,
    ].join(','),
  );
  return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}

/** A spreadsheet runs what begins with one of these, also behind blanks; a leading apostrophe makes it a text. */
const FORMULA = /^\s*[=+\-@\t\r]/;

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
