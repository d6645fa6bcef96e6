import { csvCell } from '@/lib/csv-text';
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

/**
 * Exports transactions as CSV (RFC 4180), with days as `2026-10-14` and exact amounts. Text is escaped, so
 * that spreadsheets can't run it as a formula.
 */
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
