import type { Minor } from '@/lib/money';

export type FileFormat = 'csv' | 'ofx' | 'qif' | 'json';

/** One row of a file, read as well as it could be. What could not be read says so and is never dropped. */
export type StatementRow = {
  /** Where it stands in the file, from 1. */
  line: number;
  /** `yyyy-MM-dd`; null when it could not be read. */
  day: string | null;
  /** Below zero: money out. Null when it could not be read. */
  amount: Minor | null;
  description: string;
  payee: string;
  category: string;
  /** How the other bank names the row: FITID, a transaction number. */
  externalId: string | null;
  /** The balance that the file says the account had after it. */
  balance: Minor | null;
  /** Why it cannot be posted, in a sentence. */
  problem: string | null;
};

/** Something to say about a line that is no row, or about a row that is one: nothing of a file goes unmentioned. */
export type LineNote = { line: number; kind: 'skipped' | 'note' | 'problem'; text: string };

export type StatementKind = 'bank' | 'card';

export type Statement = {
  /** The account's name in the file; empty if missing. */
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

/** The row with a sentence about what is missing, when something is. */
export function checked(row: StatementRow, said: { date: string; amount: string }): StatementRow {
  const problems = [
    row.day === null && (said.date ? `“${said.date}” isn't a date.` : 'The date is missing.'),
    row.amount === null && (said.amount ? `“${said.amount}” isn't an amount.` : 'The amount is missing.'),
    row.amount === 0 && 'The amount is zero.',
    row.amount !== null && Math.abs(row.amount) > LARGEST && 'The amount is too large.',
  ].filter((text) => text !== false);
  return problems.length > 0 ? { ...row, problem: problems.join(' ') } : row;
}

const LARGEST = 99_999_999_999;
