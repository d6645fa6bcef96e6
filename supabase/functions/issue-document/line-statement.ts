import { counted, getMonth } from '../../../assistant/format.ts';
import { moneyText } from '../../../engine/money/amount-text.ts';
import { type Minor, markMinor, toMinor } from '../../../engine/money/minor.ts';
import { LATE_FEE_PERCENT } from '../../../engine/products/debts/debt.ts';
import { debtInterest } from '../../../engine/products/debts/debt-interest.ts';
import type { LineStatement } from './facts.ts';
import { formatDocumentDate, percent } from './format.ts';
import { amountColumn, Paper, quietColumn, textColumn } from './paper.ts';
import { NOT_A_BANK } from './sheet.ts';

type Terms = LineStatement['terms'];

/** Renders the monthly statement of a home equity line of credit with the content that Regulation Z requires. */
export function lineStatementPaper({ period_from, period_to, issued_at, terms }: LineStatement): Paper {
  const { currency } = terms;
  const show = (amount: number) => moneyText(amount, currency);
  const sums = sumLineStatement(terms);
  const due = toMinor(terms.payment) + toMinor(terms.overdue);
  const paper = new Paper({
    title: `${terms.name}, statement of ${getMonth(period_to)}`,
    label: `Line of credit statement, ${getMonth(period_to)}`,
    at: new Date(issued_at),
    heading: terms.name,
    subtitle: `Statement from ${formatDocumentDate(period_from)} to ${formatDocumentDate(period_to)}, for ${terms.holder}`,
  });
  paper.amount('New balance', show(sums.balance));
  paper.facts([
    ['Payment due', show(due)],
    ['Due date', formatDocumentDate(terms.due)],
    ['Credit limit', show(toMinor(terms.limit))],
    ['Available credit', show(Math.max(0, toMinor(terms.limit) - sums.balance))],
  ]);
  if (terms.overdue > 0) paper.paragraph(`The payment includes ${show(toMinor(terms.overdue))} past due.`);
  paper.paragraph(describePayment(terms, due));
  paper.heading('Summary');
  paper.table(
    [textColumn('Item', 4), amountColumn('Amount', 2)],
    [
      ['Previous balance', show(sums.previous)],
      ['Payments and credits', show(-sums.payments)],
      // Rows without an amount are left out, so that a usual statement fits on a page.
      ...(sums.draws > 0 ? [['Draws', moneyText(sums.draws, currency, true)]] : []),
      ...(sums.fees > 0 ? [['Fees', moneyText(sums.fees, currency, true)]] : []),
      ['Interest', moneyText(sums.interest, currency, true)],
    ],
    [['New balance', show(sums.balance)]],
  );
  writeInterest(paper, terms, sums.interest);
  paper.heading(counted(terms.lines.length, 'transaction'));
  if (terms.lines.length === 0) paper.paragraph('No activity in this period.');
  else
    paper.table(
      [
        quietColumn('Date', 1.3),
        textColumn('Description', 4),
        amountColumn('Charged', 1.8),
        amountColumn('Paid or credited', 1.8),
      ],
      terms.lines.map(({ day, text, amount }) => {
        const shown = show(Math.abs(toMinor(amount)));
        return [formatDocumentDate(day), text, amount < 0 ? shown : '', amount > 0 ? shown : ''];
      }),
    );
  paper.note(
    `${NOT_A_BANK}. The rate is variable: the prime rate plus your margin. Interest is each day's balance × rate ÷ 365.`,
  );
  return paper;
}

function describePayment({ autopay, due, late_on }: Terms, amount: number): string {
  if (amount === 0) return 'No payment is due.';
  return autopay
    ? `Autopay pays this on ${formatDocumentDate(due)}.`
    : `Without a payment by ${formatDocumentDate(late_on)}, we charge a late fee of ${LATE_FEE_PERCENT}% of the payment.`;
}

/** Returns the sums of a statement's lines in minor units. They add up to the new balance. */
export function sumLineStatement({ balance, lines }: Pick<Terms, 'balance' | 'lines'>) {
  const sum = (matches: (kind: string, amount: number) => boolean) =>
    lines.reduce((total, { kind, amount }) => total + (matches(kind, amount) ? -toMinor(amount) : 0), 0);
  const interest = sum((kind) => kind === 'interest');
  const fees = sum((kind) => kind === 'fee');
  const isPrincipal = (kind: string) => kind !== 'interest' && kind !== 'fee';
  const draws = sum((kind, amount) => isPrincipal(kind) && amount < 0);
  const payments = -sum((kind, amount) => isPrincipal(kind) && amount > 0);
  const now = toMinor(balance);
  return {
    previous: now - interest - fees - draws + payments,
    payments,
    draws,
    fees,
    interest,
    balance: now,
  };
}

/**
 * Returns the interest of each balance in minor units. Rounds the running sums, so that the rows add up
 * to the interest of the period. The last row takes the rounding difference of a payoff in the period.
 */
export function divideInterest({ days, rate }: Pick<Terms, 'days' | 'rate'>, interest: number): Minor[] {
  let balanceDays = 0;
  let before = 0;
  // With any line terms, `debtInterest` uses the daily balances.
  const line = { limit: 0, drawMonths: 0, margin: 0, cap: 0 };
  return days.map(({ days: length, balance }, index) => {
    balanceDays += toMinor(balance) * length;
    const until = index === days.length - 1 ? interest : debtInterest({ rate, line }, balanceDays);
    const part = markMinor(until - before);
    before = until;
    return part;
  });
}

function writeInterest(paper: Paper, terms: Terms, interest: number): void {
  const { currency, days, rate } = terms;
  paper.heading('Interest by day');
  if (days.length === 0) {
    paper.paragraph(`No interest was charged. Your annual rate is ${percent(rate)}.`);
    return;
  }
  const parts = divideInterest(terms, interest);
  paper.table(
    [
      textColumn('Days', 3.4),
      amountColumn('Number', 1.2),
      amountColumn('Daily balance', 2),
      amountColumn('Interest', 2),
    ],
    days.map(({ from, to, days: length, balance }, index) => [
      from === to ? formatDocumentDate(from) : `${formatDocumentDate(from)} to ${formatDocumentDate(to)}`,
      String(length),
      moneyText(toMinor(balance), currency),
      moneyText(parts[index] ?? 0, currency),
    ]),
    [[`Annual rate ${percent(rate)}`, '', '', moneyText(interest, currency)]],
  );
}
