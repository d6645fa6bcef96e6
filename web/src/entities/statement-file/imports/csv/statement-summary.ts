import type { Minor } from '@engine/money/minor.ts';
import { type DecimalSign, readAmount } from '../amounts';
import { type DateOrder, readDay } from '../days';
import type { TableRow } from './csv-table';

export type StatementSummary = {
  /** The account's IBAN. */
  account: string | null;
  endBalance: { amount: Minor; day: string | null } | null;
  startBalance: Minor | null;
};

const IBAN = /^(?:[\p{L} ]+:? )?([A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?)$/u;
const ENDING =
  /^(?:ending balance|closing balance|account balance|kontostand|letzter kontostand|neuer kontostand|saldo|solde|nieuw saldo)\b/i;
const BEGINNING = /^(?:beginning balance|opening balance|alter kontostand|anfangssaldo|vorig saldo)\b/i;

/** Reads the account and the balances that a file states above and below its transactions. */
export function readSummary(
  rows: readonly TableRow[],
  { decimal, order }: { decimal: DecimalSign; order: DateOrder },
): StatementSummary {
  const summary: StatementSummary = { account: null, endBalance: null, startBalance: null };
  for (const { cells } of rows) {
    const iban = cells.map((cell) => IBAN.exec(cell)?.[1]).find(Boolean);
    summary.account ??= iban?.replaceAll(' ', '') ?? null;
    const label = cells[0] ?? '';
    const amount = cells
      .slice(1)
      .map((cell) => (/\d[.,]?\d*/.test(cell) && !isDay(cell, order) ? readAmount(cell, decimal) : null))
      .find((read) => read !== null);
    if (amount === undefined || amount === null) continue;
    if (ENDING.test(label)) {
      const day = /(\d{1,4}[./-]\d{1,2}[./-]\d{2,4})/.exec(cells.join(' '))?.[1] ?? '';
      summary.endBalance = { amount, day: readDay(day, order) };
    } else if (BEGINNING.test(label)) summary.startBalance = amount;
  }
  return summary;
}

const isDay = (cell: string, order: DateOrder) => readDay(cell, order) !== null;
