import { csvCell } from '@/lib/csv-text';
import { decimalText, type Exported, type ExportedRow } from './exported-row';

const COLUMNS: Record<string, (row: ExportedRow) => string> = {
  date: ({ day }) => day,
  account: ({ place }) => csvCell(place),
  description: ({ description }) => csvCell(description),
  merchant: ({ merchant }) => csvCell(merchant),
  category: ({ category }) => csvCell(category),
  amount: ({ amount }) => decimalText(amount),
  currency: ({ currency }) => currency,
  kind: ({ kind }) => kind,
  tags: ({ tags }) => csvCell(tags.join(' ')),
  note: ({ note }) => csvCell(note),
  id: ({ id }) => id,
};

/**
 * Exports transactions as CSV (RFC 4180), with days as `2026-10-14` and exact amounts. Text is escaped, so
 * that spreadsheets can't run it as a formula.
 */
export function exportCsv({ rows }: Exported): string {
  const lines = rows.map((row) => Object.values(COLUMNS).map((getCell) => getCell(row)));
  return `${[Object.keys(COLUMNS), ...lines].map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}
