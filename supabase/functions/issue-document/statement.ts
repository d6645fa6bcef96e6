import { counted, getMonth } from '../../../assistant/format.ts';
import { moneyText } from '../../../engine/money/amount-text.ts';
import { toMinor } from '../../../engine/money/minor.ts';
import type { Statement } from './facts.ts';
import { formatDocumentDate, masked } from './format.ts';
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
  const opening = toMinor(facts.opening);
  const closing = toMinor(facts.closing);
  const amounts = facts.lines.map(({ amount }) => toMinor(amount));
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
  paper.amount(`Closing balance on ${formatDocumentDate(to)}`, moneyText(closing, currency));
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
      { cells: [`Opening balance on ${formatDocumentDate(from)}`, '', moneyText(opening, currency)] },
      {
        cells: [
          'Money in',
          String(amounts.filter((amount) => amount > 0).length),
          moneyText(into, currency, true),
        ],
      },
      {
        cells: ['Money out', String(amounts.filter((amount) => amount < 0).length), moneyText(out, currency)],
      },
      { cells: ['Closing balance', '', moneyText(opening + into + out, currency)], strong: true },
    ],
  );
  paper.heading(`${counted(facts.lines.length, 'movement')}`);
  if (facts.lines.length === 0) paper.paragraph('No transactions this month.');
  else {
    let balance: number = opening;
    paper.table(
      [
        { title: 'Date', width: 1.3, quiet: true },
        { title: 'Description', width: 4 },
        { title: 'Amount', width: 1.8, align: 'right' },
        { title: 'Balance', width: 1.8, align: 'right', quiet: true },
      ],
      facts.lines.map(({ day, words, amount }) => {
        balance += toMinor(amount);
        return {
          cells: [
            formatDocumentDate(day),
            words,
            moneyText(toMinor(amount), currency, true),
            moneyText(balance, currency),
          ],
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
