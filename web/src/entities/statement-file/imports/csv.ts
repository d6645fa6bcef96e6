import { type Minor, markMinor, subtractMinor, ZERO } from '@engine/money/minor.ts';
import { readAmount } from './amounts';
import { type CsvMapping, getSign, type Meaning } from './csv-columns';
import type { Table, TableRow } from './csv-table';
import { readDay } from './days';
import {
  checked,
  emptyRow,
  emptyStatement,
  type LineNote,
  type ReadFile,
  type Statement,
  type StatementRow,
} from './statement';

/**
 * Reads the rows of a table according to a mapping. Reports every line that isn't a transaction, with the
 * reason.
 */
export function readCsv(table: Table, mapping: CsvMapping): ReadFile {
  const notes: LineNote[] = table.broken.map((line) => ({ ...line, kind: 'problem' }));
  const statements = new Map<string, Statement>();
  for (const [index, row] of table.rows.entries()) {
    if (mapping.header !== null && index <= mapping.header) {
      const text = index === mapping.header ? 'Column names' : `Above the transactions: ${describeRow(row)}`;
      notes.push({ line: row.line, kind: 'skipped', text });
      continue;
    }
    const read = readRow(row, mapping);
    if (read.day === null && read.amount === null)
      notes.push({ line: row.line, kind: 'skipped', text: `Not a transaction: ${describeRow(row)}` });
    else getStatement(row, mapping, statements).rows.push(read);
  }
  if (statements.size === 0)
    notes.push({
      line: 1,
      kind: 'problem',
      text: "We couldn't find any transactions with a date and an amount.",
    });
  return {
    format: 'csv',
    statements: [...statements.values()].map((statement) => ({
      ...statement,
      ...getBalances(statement.rows),
    })),
    notes: notes.toSorted((a, b) => a.line - b.line),
  };
}

function getStatement(row: TableRow, mapping: CsvMapping, statements: Map<string, Statement>): Statement {
  const name = plain(cell(row, mapping, 'account'));
  const written = cell(row, mapping, 'currency').toUpperCase();
  const sign = ['amount', 'debit', 'credit', 'balance']
    .map((meaning) => /[$€£]/.exec(cell(row, mapping, meaning as Meaning))?.[0])
    .find(Boolean);
  const currency = /^[A-Z]{3}$/.test(written) ? written : (SIGNS[written || (sign ?? '')] ?? null);
  const key = `${name}|${currency}`;
  // Rows that have no account and currency, such as totals, belong to the statement of the rows above them.
  const existing = statements.get(key) ?? (name || currency ? undefined : [...statements.values()].at(-1));
  if (existing) return existing;
  const statement = emptyStatement({ name, currency });
  statements.set(key, statement);
  return statement;
}

const SIGNS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP' };

function readRow(row: TableRow, mapping: CsvMapping): StatementRow {
  const date = cell(row, mapping, 'date');
  const { amount, source } = getAmount(row, mapping);
  const description = cell(row, mapping, 'description');
  const read: StatementRow = {
    ...emptyRow(row.line),
    day: readDay(date, mapping.order),
    amount,
    description: plain(description),
    payee: plain(cell(row, mapping, 'payee')),
    category: plain(cell(row, mapping, 'category')),
    externalId: cell(row, mapping, 'id') || null,
    balance: readAmount(cell(row, mapping, 'balance'), mapping.decimal),
  };
  return checked(read, { date, amount: source });
}

function getAmount(row: TableRow, mapping: CsvMapping): { amount: Minor | null; source: string } {
  const { columns, decimal, inverted } = mapping;
  if (columns.amount !== undefined) {
    const source = cell(row, mapping, 'amount');
    const read = readAmount(source, decimal);
    const sign = getSign(cell(row, mapping, 'sign'));
    if (read === null) return { amount: null, source };
    const signed = sign === null ? read : sign * Math.abs(read);
    return { amount: flipped(signed, inverted), source };
  }
  const debit = cell(row, mapping, 'debit');
  const credit = cell(row, mapping, 'credit');
  const out = readAmount(debit, decimal);
  const into = readAmount(credit, decimal);
  const source = [debit, credit].filter(Boolean).join(' / ');
  if (out === null && into === null) return { amount: null, source };
  return { amount: flipped(Math.abs(into ?? 0) - Math.abs(out ?? 0), inverted), source };
}

const flipped = (amount: number, inverted: boolean) => markMinor(inverted && amount !== 0 ? -amount : amount);

/**
 * Returns the balances before the oldest row and after the newest row. Both are null if there are no valid
 * rows, or if a valid row has no balance.
 */
function getBalances(rows: readonly StatementRow[]): Pick<Statement, 'endBalance' | 'startBalance'> {
  const sound = rows.filter(({ problem }) => problem === null);
  const first = sound[0];
  const last = sound.at(-1);
  if (!first || !last || sound.some(({ balance }) => balance === null))
    return { endBalance: null, startBalance: null };
  const isNewestFirst = (first.day ?? '') > (last.day ?? '');
  const [oldest, newest] = isNewestFirst ? [last, first] : [first, last];
  return {
    endBalance: { amount: newest.balance ?? ZERO, day: newest.day },
    startBalance: subtractMinor(oldest.balance ?? ZERO, oldest.amount ?? ZERO),
  };
}

function cell({ cells }: TableRow, { columns }: CsvMapping, meaning: Meaning): string {
  const column = columns[meaning];
  return column === undefined ? '' : (cells[column] ?? '');
}

/** Removes the apostrophe that prevents spreadsheets from running text as a formula. */
const plain = (text: string) => text.replace(/^'(?=[=+\-@\t])/, '');

const LONGEST_TEXT = 80;
const describeRow = ({ cells }: TableRow) => {
  const text = cells.filter(Boolean).join(' ');
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
};
