import { moneyText } from '../../../engine/money/amount-text.ts';
import { toMinor } from '../../../engine/money/minor.ts';
import type { EscrowStatement } from './facts.ts';
import { formatDocumentDate } from './format.ts';
import { amountColumn, Paper, quietColumn, textColumn } from './paper.ts';
import { NOT_A_BANK } from './sheet.ts';

/**
 * Renders the statement of an annual escrow analysis: the year's activity, the analysis, and the new payment.
 */
export function escrowStatementPaper(document: EscrowStatement): Paper {
  const { issued_at, period_from, period_to, terms } = document;
  const money = (amount: number) => moneyText(toMinor(amount), terms.currency);
  const paper = new Paper({
    title: `Escrow statement, ${terms.name}, ${formatDocumentDate(period_to)}`,
    label: 'Escrow statement',
    at: new Date(issued_at),
    heading: `Annual escrow statement: ${terms.name}`,
    subtitle: `For ${terms.holder}, ${formatDocumentDate(period_from)} to ${formatDocumentDate(period_to)}`,
  });
  paper.amount(`Your payment from ${formatDocumentDate(terms.on)}`, money(terms.after));
  paper.facts(
    [
      ['Previous payment', money(terms.before)],
      ['Loan payment', money(terms.after - terms.deposit)],
      ['Escrow deposit', money(terms.deposit)],
    ],
    3,
  );
  paper.heading('Activity in the last 12 months');
  paper.table(
    [quietColumn('Date', 2), textColumn('Description', 4), amountColumn('Amount', 2)],
    terms.lines.map(({ day, kind, text, amount }) => [
      formatDocumentDate(day),
      kind === 'mortgage_payment' ? 'Deposit with your payment' : text,
      moneyText(toMinor(amount), terms.currency, true),
    ]),
    [['Balance at the end', '', money(terms.balance)]],
  );
  paper.heading('Next year');
  paper.table(
    [textColumn('Item', 4), amountColumn('Amount', 2)],
    [
      ['Property tax', money(terms.tax)],
      ['Home insurance', money(terms.insurance)],
      ['A twelfth of both', money(terms.base)],
      ['Cushion of two months', money(terms.cushion)],
      ['Balance needed at the start', money(terms.target)],
    ],
  );
  paper.paragraph(describeOutcome(terms, money));
  paper.note(
    `${NOT_A_BANK}. Real Estate Settlement Procedures Act, 12 CFR 1024.17: the balance needed at the start keeps the lowest month at the cushion.`,
  );
  return paper;
}

function describeOutcome(terms: EscrowStatement['terms'], money: (amount: number) => string): string {
  const { refund, shortage, deficiency } = terms;
  if (refund > 0) return `Your account has a surplus of ${money(refund)}. We refunded it.`;
  if (deficiency > 0)
    return `We advanced ${money(deficiency)} for your bills. We collect it and the shortage of ${money(shortage)} with your next 12 payments.`;
  if (shortage > 0)
    return `Your account has a shortage of ${money(shortage)}. We collect it with your next 12 payments.`;
  return 'Your account has what it needs. We credit a surplus below $50.00 to your next 12 payments.';
}
