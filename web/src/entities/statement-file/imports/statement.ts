import type { Minor } from '@engine/money/minor.ts';

export type FileFormat = 'csv' | 'ofx' | 'qif' | 'json';

/** A row of a file. A field that couldn't be read is null, and `problem` contains the reason. */
export type StatementRow = {
  /** The one-based line or row number. */
  line: number;
  /** `yyyy-MM-dd`; null if unreadable. */
  day: string | null;
  /** Negative for money out; null if unreadable. */
  amount: Minor | null;
  description: string;
  payee: string;
  category: string;
  /** The other bank's transaction id, such as FITID. */
  externalId: string | null;
  /** The balance after the transaction according to the file. */
  balance: Minor | null;
  /** The reason why the row can't be posted; null if it can. */
  problem: string | null;
};

/** A note about a row, or about a line that isn't a row. No line of a file is skipped silently. */
export type LineNote = { line: number; kind: 'skipped' | 'note' | 'problem'; text: string };

export type StatementKind = 'bank' | 'card';

export type Statement = {
  /** The account's name in the file; empty if the file has none. */
  name: string;
  kind: StatementKind;
  currency: string | null;
  rows: StatementRow[];
  /** The closing balance. */
  endBalance: { amount: Minor; day: string | null } | null;
  /** The opening balance; null if the file has none. */
  startBalance: Minor | null;
};

export type ReadFile = { format: FileFormat; statements: Statement[]; notes: LineNote[] };

export const emptyStatement = (known: Partial<Statement> = {}): Statement => ({
  name: '',
  kind: 'bank',
  currency: null,
  rows: [],
  endBalance: null,
  startBalance: null,
  ...known,
});

export const emptyRow = (line: number): StatementRow => ({
  line,
  day: null,
  amount: null,
  description: '',
  payee: '',
  category: '',
  externalId: null,
  balance: null,
  problem: null,
});

/** Adds a problem to a row whose day or amount is missing or invalid. */
export function checked(row: StatementRow, source: { date: string; amount: string }): StatementRow {
  const problems = [
    row.day === null && (source.date ? `“${source.date}” isn't a date.` : 'The date is missing.'),
    row.amount === null && (source.amount ? `“${source.amount}” isn't an amount.` : 'The amount is missing.'),
    row.amount === 0 && 'The amount is zero.',
    row.amount !== null && Math.abs(row.amount) > LARGEST && 'The amount is too large.',
  ].filter((text) => text !== false);
  return problems.length > 0 ? { ...row, problem: problems.join(' ') } : row;
}

const LARGEST = 99_999_999_999;
