import { csvCell } from '../../../lib/csv-text';
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
      csvCell(row.place),
      csvCell(row.description),
      csvCell(row.merchant),
      csvCell(row.category),
      decimalText(row.amount),
      row.currency,
      row.kind,
      csvCell(row.tags.join(' ')),
      csvCell(row.note),
      row.id,
    ].join(','),
  );
  return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}
