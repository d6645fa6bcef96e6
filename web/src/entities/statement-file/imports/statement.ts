import { type Minor, subtractMinor, sumMinor, ZERO } from '@engine/money/minor.ts';

export type FileFormat = 'csv' | 'ofx' | 'qif' | 'json' | 'camt' | 'mt940';

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
  /** True if the file states the opening balance, instead of the closing balance only. */
  isStartStated: boolean;
};

export type ReadFile = { format: FileFormat; statements: Statement[]; notes: LineNote[] };

export const emptyStatement = (known: Partial<Statement> = {}): Statement => ({
  name: '',
  kind: 'bank',
  currency: null,
  rows: [],
  endBalance: null,
  startBalance: null,
  isStartStated: false,
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

/**
 * Joins the statements of the same account and currency, such as one statement for each day. The oldest
 * statement gives the opening balance, and the newest one gives the closing balance.
 */
export function joinStatements(statements: readonly Statement[]): Statement[] {
  const accounts = new Map<string, Statement[]>();
  for (const [index, statement] of statements.entries()) {
    const key = statement.name ? `${statement.name}|${statement.currency}` : String(index);
    accounts.set(key, [...(accounts.get(key) ?? []), statement]);
  }
  return [...accounts.values()].flatMap((parts) => {
    const sorted = parts.toSorted((a, b) => getLastDay(a).localeCompare(getLastDay(b)));
    const [oldest] = sorted;
    const newest = sorted.at(-1);
    if (!oldest || !newest || sorted.length === 1) return sorted;
    const rows = sorted.flatMap((statement) => statement.rows);
    return [{ ...oldest, rows, endBalance: newest.endBalance }];
  });
}

const getLastDay = ({ endBalance, rows }: Statement) => endBalance?.day ?? rows.at(-1)?.day ?? '';

/**
 * Removes ids that can't identify a transaction: ids that different rows share, and plain counters, which begin
 * again in the next file.
 */
export function removeWeakIds(statement: Statement): Statement {
  const first = new Map<string, string>();
  const shared = new Set<string>();
  for (const row of statement.rows) {
    if (row.externalId === null) continue;
    const facts = `${row.day}|${row.amount}|${row.description}|${row.payee}`;
    const earlier = first.get(row.externalId);
    if (earlier === undefined) first.set(row.externalId, facts);
    else if (earlier !== facts) shared.add(row.externalId);
  }
  const isCounter = first.size > 0 && [...first.keys()].every((id) => /^\d{1,6}$/.test(id));
  if (!isCounter && shared.size === 0) return statement;
  const isWeak = (id: string | null) => id !== null && (isCounter || shared.has(id));
  const rows = statement.rows.map((row) => (isWeak(row.externalId) ? { ...row, externalId: null } : row));
  return { ...statement, rows };
}

/**
 * Returns true if the newest row comes first. The running balance decides, then the dates of the first and the
 * last row.
 */
export function isNewestFirst(rows: readonly StatementRow[]): boolean {
  const sound = rows.filter(({ problem }) => problem === null);
  const first = sound[0];
  const last = sound.at(-1);
  if (!first || !last) return false;
  if (sound.length > 1 && first.balance !== null && last.balance !== null) {
    const sum = sumMinor(sound, ({ amount }) => amount ?? ZERO);
    const step = subtractMinor(last.balance, first.balance);
    const isOldestFirst = step === subtractMinor(sum, first.amount ?? ZERO);
    const isReversed = -step === subtractMinor(sum, last.amount ?? ZERO);
    if (isOldestFirst !== isReversed) return isReversed;
  }
  return (first.day ?? '') > (last.day ?? '');
}

/**
 * Compares the transactions with the balances that the file states. Returns the missing amount: zero if the
 * transactions lead from the opening to the closing balance, and null if the file doesn't state both.
 */
export function getBalanceGap({ rows, startBalance, endBalance, isStartStated }: Statement): Minor | null {
  if (!isStartStated || startBalance === null || endBalance === null) return null;
  const sum = sumMinor(rows, ({ amount }) => amount ?? ZERO);
  return subtractMinor(subtractMinor(endBalance.amount, startBalance), sum);
}

const LARGEST = 99_999_999_999;
