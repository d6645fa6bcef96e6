import { moneyText } from '../../../engine/money/amount-text.ts';
import { toMinor } from '../../../engine/money/minor.ts';
import type { Receipt, TaxSummary } from './facts.ts';
import { formatDocumentDate } from './format.ts';
import { amountColumn, Paper, quietColumn, textColumn } from './paper.ts';
import { NOT_A_BANK } from './sheet.ts';

const PRODUCTS: Record<string, string> = {
  account: 'Account',
  card: 'Credit card',
  loan: 'Loan',
  mortgage: 'Mortgage',
};

/** Renders a tax summary: the interest earned and paid in a year. */
export function taxSummaryPaper({ issued_at, terms, facts }: TaxSummary): Paper {
  const paper = new Paper({
    title: `Interest summary ${terms.year}`,
    label: `Interest summary, ${terms.year}`,
    at: new Date(issued_at),
    heading: `Interest summary ${terms.year}`,
    subtitle: `For ${terms.holder}, January 1 to December 31, ${terms.year}`,
  });
  const earned = totals(facts.earned);
  const paid = totals(facts.paid);
  paper.facts(
    [
      ['Interest earned', formatTotals(earned)],
      ['Interest paid', formatTotals(paid)],
    ],
    2,
  );
  for (const [title, rows, sums] of [
    ['Interest earned', facts.earned, earned],
    ['Interest paid', facts.paid, paid],
  ] as const) {
    paper.heading(title);
    if (rows.length === 0) {
      paper.paragraph('None this year.');
      continue;
    }
    paper.table(
      [
        textColumn('Product', 3.4),
        quietColumn('Type', 2),
        { ...amountColumn('Postings', 1.2), quiet: true },
        amountColumn('Amount', 2),
      ],
      rows.map(({ name, product, postings, amount, currency }) => [
        name,
        PRODUCTS[product] ?? product,
        String(postings),
        moneyText(toMinor(amount), currency),
      ]),
      sums.map(([currency, amount]) => [`Total in ${currency}`, '', '', moneyText(amount, currency)]),
    );
  }
  paper.note(
    `${NOT_A_BANK}. Interest is included in the year in which it posted. This isn't a tax document or tax advice.`,
  );
  return paper;
}

/** Renders a receipt that shows both sides of a transaction. */
export function receiptPaper({ issued_at, terms, facts }: Receipt): Paper {
  const { currency } = terms;
  const paper = new Paper({
    title: `Receipt, ${terms.text}, ${formatDocumentDate(facts.day)}`,
    label: 'Receipt',
    at: new Date(issued_at),
    heading: terms.text,
    subtitle: `Receipt dated ${formatDocumentDate(facts.day)} at ${facts.time}, for ${terms.holder}`,
  });
  paper.amount(terms.amount < 0 ? 'Paid' : 'Received', moneyText(Math.abs(toMinor(terms.amount)), currency));
  paper.facts(
    [
      [terms.amount < 0 ? 'From' : 'To', terms.name],
      ['Type', formatKind(terms.entry_kind)],
      ['Time zone', terms.zone],
    ],
    3,
  );
  paper.heading('In the ledger');
  paper.table(
    [textColumn('Ledger account', 4), amountColumn('Amount', 2)],
    facts.sides.map((side) => [
      side.bank ? `${side.name} (the bank)` : side.name,
      moneyText(toMinor(side.amount), side.currency, true),
    ]),
    totals(facts.sides).map(([code, amount]) => ['Total of both sides', moneyText(amount, code)]),
  );
  paper.note(`${NOT_A_BANK}. Sandbank is a banking simulator: no real money moved.`);
  return paper;
}

/** Returns the totals by currency, in minor units. */
function totals(rows: readonly { currency: string; amount: number }[]): [currency: string, amount: number][] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of rows) sums.set(currency, (sums.get(currency) ?? 0) + toMinor(amount));
  return [...sums].sort(([a], [b]) => b.localeCompare(a));
}

const formatTotals = (sums: readonly [string, number][]) =>
  sums.length === 0
    ? moneyText(0, 'USD')
    : sums.map(([currency, amount]) => moneyText(amount, currency)).join(', ');

const formatKind = (kind: string) => {
  const plain = kind.replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};
