import type { Statement } from './facts.ts';
import { count, formatDocumentDate, getMonth, masked, minor, money, signed } from './format.ts';
import { Paper } from './paper.ts';
import { NOT_A_BANK } from './sheet.ts';

const TYPES: Record<string, string> = { CHECKING: 'Checking', SAVINGS: 'Savings', INVESTMENT: 'Investment' };

/** Renders an account's monthly statement: opening balance, transactions, and closing balance. */
export function statementPaper({
  period_from: from,
  period_to: to,
  issued_at,
  terms,
  facts,
}: Statement): Paper {
  const { currency } = terms;
  const opening = minor(facts.opening);
  const closing = minor(facts.closing);
  const amounts = facts.lines.map(({ amount }) => minor(amount));
  const into = sum(amounts.filter((amount) => amount > 0));
  const out = sum(amounts.filter((amount) => amount < 0));
  const paper = new Paper({
    title: `${terms.name}, statement of ${getMonth(to)}`,
    label: `Account statement, ${getMonth(to)}`,
    at: new Date(issued_at),
  });
  paper.title(
    terms.name,
    `Statement from ${formatDocumentDate(from)} to ${formatDocumentDate(to)}, for ${terms.holder}`,
  );
  paper.amount(`Closing balance on ${formatDocumentDate(to)}`, money(closing, currency));
  paper.facts([
    ['Account', masked(terms.number)],
    ['Type', TYPES[terms.type ?? ''] ?? 'Account'],
    ['Currency', currency],
  ]);
  paper.heading('Summary');
  paper.table(
    [
      { title: 'Item', width: 3 },
      { title: 'Transactions', width: 2, align: 'right', quiet: true },
      { title: 'Amount', width: 2, align: 'right' },
    ],
    [
      { cells: [`Opening balance on ${formatDocumentDate(from)}`, '', money(opening, currency)] },
      { cells: ['Money in', String(amounts.filter((amount) => amount > 0).length), signed(into, currency)] },
      { cells: ['Money out', String(amounts.filter((amount) => amount < 0).length), money(out, currency)] },
      { cells: ['Closing balance', '', money(opening + into + out, currency)], strong: true },
    ],
  );
  paper.heading(`${count(facts.lines.length, 'movement')}`);
  if (facts.lines.length === 0) paper.paragraph('No transactions this month.');
  else {
    let balance = opening;
    paper.table(
      [
        { title: 'Date', width: 1.3, quiet: true },
        { title: 'Description', width: 4 },
        { title: 'Amount', width: 1.8, align: 'right' },
        { title: 'Balance', width: 1.8, align: 'right', quiet: true },
      ],
      facts.lines.map(({ day, words, amount }) => {
        balance += minor(amount);
        return {
          cells: [formatDocumentDate(day), words, signed(minor(amount), currency), money(balance, currency)],
        };
      }),
    );
  }
  paper.note(
    `${NOT_A_BANK}. Sandbank is a banking simulator: no bank holds this money, and the account number is outside all real ranges.`,
  );
  return paper;
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
