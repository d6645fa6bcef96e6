import { type Minor, markMinor, subtractMinor, ZERO } from '@engine/money/minor.ts';
import { readCsvCell } from '@/lib/csv-text';
import { readAmount } from '../amounts';
import { readDay } from '../days';
import { getPurpose } from '../purpose';
import {
  checked,
  emptyRow,
  emptyStatement,
  isNewestFirst,
  type LineNote,
  type ReadFile,
  type Statement,
  type StatementRow,
} from '../statement';
import { type CsvMapping, getDirection, type Meaning } from './csv-columns';
import type { Table, TableRow } from './csv-table';
import { readSummary, type StatementSummary } from './statement-summary';

/**
 * Reads the rows of a table according to a mapping. Reports every line that isn't a transaction, with the
 * reason.
 */
export function readCsv(table: Table, mapping: CsvMapping): ReadFile {
  const notes: LineNote[] = table.broken.map((line) => ({ ...line, kind: 'problem' }));
  const statements = new Map<string, Statement>();
  const summaryRows: TableRow[] = [];
  const width = mapping.header === null ? undefined : table.rows[mapping.header]?.cells.length;
  const signs = getColumnSigns(table, mapping);
  for (const [index, row] of table.rows.entries()) {
    if (mapping.header !== null && index <= mapping.header) {
      const text = index === mapping.header ? 'Column names' : `Above the transactions: ${describeRow(row)}`;
      notes.push({ line: row.line, kind: 'skipped', text });
      if (index < mapping.header) summaryRows.push(row);
      continue;
    }
    const read = checkWidth(readRow(row, mapping, signs), row, width);
    const skipped = getSkipReason(row, mapping, read);
    if (skipped) {
      notes.push({ line: row.line, kind: 'skipped', text: `${skipped.reason}: ${skipped.text}` });
      summaryRows.push(row);
    } else getStatement(row, mapping, statements).rows.push(read);
  }
  if (statements.size === 0)
    notes.push({
      line: 1,
      kind: 'problem',
      text: "We couldn't find any transactions with a date and an amount.",
    });
  const summary = readSummary(summaryRows, mapping);
  const isOnly = statements.size === 1;
  return {
    format: 'csv',
    statements: [...statements.values()].map((statement) => addBalances(statement, isOnly ? summary : null)),
    notes: notes.toSorted((a, b) => a.line - b.line),
  };
}

const PENDING =
  /pending|processing|vorgemerkt|offen|ausstehend|abgelehnt|en attente|pendiente|in behandeling|reverted|reject|declined|failed|denied|cancel|\bvoid|scheduled|authori[sz]ed|expired|not posted|unsettled|uncleared|\bh[eo]ld\b|memo/i;

/** Reports a row whose text or amount contains the delimiter, so that its cells have moved. */
const checkWidth = (read: StatementRow, { cells }: TableRow, width = cells.length): StatementRow =>
  cells.slice(width).some(Boolean)
    ? { ...read, problem: 'This row has more columns than the header.' }
    : read;

/** Returns the reason why a row isn't a transaction; null if it is one. */
function getSkipReason(
  row: TableRow,
  mapping: CsvMapping,
  read: StatementRow,
): { reason: string; text: string } | null {
  const toReason = (reason: string, text = describeRow(row)) => ({ reason, text });
  const name = [read.payee, read.description].filter(Boolean).join(' · ') || describeRow(row);
  const status = cell(row, mapping, 'status');
  if (PENDING.test(status)) return toReason(`Not posted (${status})`, name);
  if (read.day === null && PENDING.test(cell(row, mapping, 'date'))) return toReason('Not posted yet', name);
  if (read.day === null && read.amount === null) return toReason('Not a transaction');
  // Some files state the balance at the start or at the end in a row without an amount.
  const hasAmount = ['amount', 'debit', 'credit'].some((meaning) => cell(row, mapping, meaning as Meaning));
  if (!hasAmount && read.balance !== null) return toReason('Balance, not a transaction');
  return null;
}

function getStatement(row: TableRow, mapping: CsvMapping, statements: Map<string, Statement>): Statement {
  const name = readCsvCell(cell(row, mapping, 'account'));
  const written = cell(row, mapping, 'currency').toUpperCase();
  const sign = ['amount', 'debit', 'credit', 'balance']
    .map((meaning) => /[$€£]/.exec(cell(row, mapping, meaning as Meaning))?.[0])
    .find(Boolean);
  const currency = /^[A-Z]{3}$/.test(written)
    ? written
    : (SIGNS[written || (sign ?? '')] ?? mapping.currency);
  const key = `${name}|${currency}`;
  // Rows that have no account and currency, such as totals, belong to the statement of the rows above them.
  const existing = statements.get(key) ?? (name || currency ? undefined : [...statements.values()].at(-1));
  if (existing) return existing;
  const statement = emptyStatement({ name, currency, kind: mapping.kind });
  statements.set(key, statement);
  return statement;
}

const SIGNS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP' };

/** The sign that most amounts of the debit column and the credit column have. */
type ColumnSigns = { debit: 1 | -1; credit: 1 | -1 };

/**
 * Returns the usual signs of the debit and credit columns. Some banks write all debits, or all credits, as
 * negative amounts. An amount with the other sign is a reversal.
 */
function getColumnSigns({ rows }: Table, mapping: CsvMapping): ColumnSigns {
  const body = rows.slice((mapping.header ?? -1) + 1);
  const getSign = (meaning: 'debit' | 'credit') => {
    if (mapping.columns[meaning] === undefined) return 1;
    const votes = body.reduce(
      (sum, row) => sum + Math.sign(readAmount(cell(row, mapping, meaning), mapping.decimal) ?? 0),
      0,
    );
    return votes < 0 ? -1 : 1;
  };
  return { debit: getSign('debit'), credit: getSign('credit') };
}

function readRow(row: TableRow, mapping: CsvMapping, signs: ColumnSigns): StatementRow {
  const date = cell(row, mapping, 'date');
  const { amount, source } = getAmount(row, mapping, signs);
  const isIn = (amount ?? 0) > 0 && mapping.columns.payer !== undefined;
  const read: StatementRow = {
    ...emptyRow(row.line),
    day: readDay(date, mapping.order),
    amount,
    description: getPurpose(readCsvCell(cell(row, mapping, 'description'))),
    payee: readCsvCell(cell(row, mapping, isIn ? 'payer' : 'payee')),
    category: readCsvCell(cell(row, mapping, 'category')),
    externalId: cell(row, mapping, 'id') || null,
    balance: readAmount(cell(row, mapping, 'balance'), mapping.decimal),
  };
  return checked(read, { date, amount: source });
}

function getAmount(
  row: TableRow,
  mapping: CsvMapping,
  signs: ColumnSigns,
): { amount: Minor | null; source: string } {
  const { columns, decimal, isInverted } = mapping;
  if (columns.amount !== undefined) {
    const source = cell(row, mapping, 'amount');
    const read = readAmount(source, decimal);
    const sign = getDirection(cell(row, mapping, 'sign'));
    if (read === null) return { amount: null, source };
    const signed = sign === null ? read : sign * Math.abs(read);
    // A fee is charged in addition to the amount.
    const fee = Math.abs(readAmount(cell(row, mapping, 'fee'), decimal) ?? 0);
    return { amount: flipped(signed + (isInverted ? fee : -fee), isInverted), source };
  }
  const debit = cell(row, mapping, 'debit');
  const credit = cell(row, mapping, 'credit');
  const out = readAmount(debit, decimal);
  const into = readAmount(credit, decimal);
  const source = [debit, credit].filter(Boolean).join(' / ');
  if (out === null && into === null) return { amount: null, source };
  return { amount: flipped((into ?? 0) * signs.credit - (out ?? 0) * signs.debit, isInverted), source };
}

const flipped = (amount: number, isInverted: boolean) =>
  markMinor(isInverted && amount !== 0 ? -amount : amount);

/**
 * Adds the balances before the oldest row and after the newest row. Uses the balances above and below the
 * transactions if a valid row has no balance.
 */
function addBalances(statement: Statement, summary: StatementSummary | null): Statement {
  const sound = statement.rows.filter(({ problem }) => problem === null);
  const name = statement.name || summary?.account || '';
  const first = sound[0];
  const last = sound.at(-1);
  if (!first || !last || sound.some(({ balance }) => balance === null)) {
    const { endBalance = null, startBalance = null } = summary ?? {};
    return { ...statement, name, endBalance, startBalance, isStartStated: startBalance !== null };
  }
  const [oldest, newest] = isNewestFirst(sound) ? [last, first] : [first, last];
  return {
    ...statement,
    name,
    endBalance: { amount: newest.balance ?? ZERO, day: newest.day },
    startBalance: subtractMinor(oldest.balance ?? ZERO, oldest.amount ?? ZERO),
    isStartStated: sound.length > 1,
  };
}

function cell({ cells }: TableRow, { columns }: CsvMapping, meaning: Meaning): string {
  const column = columns[meaning];
  return column === undefined ? '' : (cells[column] ?? '');
}

const LONGEST_TEXT = 80;
const describeRow = ({ cells }: TableRow) => {
  const text = cells.filter(Boolean).join(' ');
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
};
