import { counted, getMonth } from '../../../assistant/format.ts';
import { moneyText } from '../../../engine/money/amount-text.ts';
import { toMinor } from '../../../engine/money/minor.ts';
import type { AccountFeeKind, Statement } from './facts.ts';
import { formatDocumentDate, masked, percent } from './format.ts';
import { amountColumn, Paper, quietColumn, textColumn } from './paper.ts';
import { NOT_A_BANK } from './sheet.ts';

const TYPES: Record<string, string> = {
  CHECKING: 'Checking',
  SAVINGS: 'Savings',
  INVESTMENT: 'Investment',
  CD: 'Certificate of deposit',
};

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
  const received = amounts.filter((amount) => amount > 0);
  const spent = amounts.filter((amount) => amount < 0);
  const [into, out] = [sum(received), sum(spent)];
  const paper = new Paper({
    title: `${terms.name}, statement of ${getMonth(to)}`,
    label: `Account statement, ${getMonth(to)}`,
    at: new Date(issued_at),
    heading: terms.name,
    subtitle: `Statement from ${formatDocumentDate(from)} to ${formatDocumentDate(to)}, for ${terms.holder}`,
  });
  paper.amount(`Closing balance on ${formatDocumentDate(to)}`, moneyText(closing, currency));
  paper.facts([
    ['Account', masked(terms.number)],
    ['Type', TYPES[terms.type ?? ''] ?? 'Account'],
    ['Currency', currency],
  ]);
  paper.heading('Summary');
  paper.table(
    [textColumn('Item', 3), { ...amountColumn('Transactions', 2), quiet: true }, amountColumn('Amount', 2)],
    [
      [`Opening balance on ${formatDocumentDate(from)}`, '', moneyText(opening, currency)],
      ['Money in', String(received.length), moneyText(into, currency, true)],
      ['Money out', String(spent.length), moneyText(out, currency)],
    ],
    [['Closing balance', '', moneyText(opening + into + out, currency)]],
  );
  addPending(paper, terms);
  if (facts.yield) addYield(paper, facts.yield, currency);
  if (facts.fees || facts.waived) addFees(paper, facts, currency);
  paper.heading(counted(facts.lines.length, 'transaction'));
  if (facts.lines.length === 0) paper.paragraph('No transactions this month.');
  else {
    let balance: number = opening;
    paper.table(
      [
        quietColumn('Date', 1.3),
        textColumn('Description', 4),
        amountColumn('Amount', 1.8),
        { ...amountColumn('Balance', 1.8), quiet: true },
      ],
      facts.lines.map(({ day, text, amount }) => {
        balance += toMinor(amount);
        return [
          formatDocumentDate(day),
          text,
          moneyText(toMinor(amount), currency, true),
          moneyText(balance, currency),
        ];
      }),
    );
  }
  paper.note(
    `${NOT_A_BANK}. Sandbank is a banking simulator. No bank holds this money, and no real account has this number.`,
  );
  return paper;
}

/** Adds what was authorized in the period, but isn't in the closing balance. */
export function addPending(
  paper: Paper,
  { pending, currency }: { pending?: number; currency: string },
): void {
  if (pending) paper.paragraph(`Pending, not yet posted: ${moneyText(toMinor(pending), currency)}`);
}

/** Adds the yield that Regulation DD, 1030.6(a), requires. */
function addYield(
  paper: Paper,
  { interest, balance, days, apy }: NonNullable<Statement['facts']['yield']>,
  currency: string,
): void {
  paper.heading('Interest');
  paper.facts([
    ['Interest earned', moneyText(toMinor(interest), currency)],
    ['Annual percentage yield earned', percent(apy)],
    ['Average daily balance', moneyText(toMinor(balance), currency)],
    ['Days in the period', String(days)],
  ]);
}

const WAIVED_BY = {
  credits: (amount: string) => `at least ${amount} of pay and other auto deposits`,
  lowest: (amount: string) => `a balance that was never below ${amount}`,
  average: (amount: string) => `an average of at least ${amount} in checking and savings`,
} as const;

/**
 * Adds the fee totals that Regulation DD, 1030.11(a), requires, and the monthly fees that a condition of the plan
 * waived.
 */
function addFees(
  paper: Paper,
  { fees, waived }: Pick<Statement['facts'], 'fees' | 'waived'>,
  currency: string,
): void {
  const format = (amount: number) => moneyText(toMinor(amount), currency);
  const row = (label: string, kind: AccountFeeKind) => [
    label,
    format(fees?.[kind]?.period ?? 0),
    format(fees?.[kind]?.year ?? 0),
  ];
  paper.heading('Fees');
  if (fees)
    paper.table(
      [textColumn('Fees', 3), amountColumn('This period', 2), amountColumn('This year', 2)],
      [
        row('Total overdraft fees', 'overdraft_fee'),
        row('Total returned payment fees', 'returned_payment_fee'),
        ...(fees.maintenance_fee ? [row('Monthly fees', 'maintenance_fee')] : []),
        ...(fees.fee_waived ? [row('Fees that we waived', 'fee_waived')] : []),
      ],
    );
  for (const { month, waiver, fee, needed } of waived ?? [])
    paper.paragraph(
      `Monthly fee of ${format(fee)} for ${getMonth(`${month}-01`)} waived: ${WAIVED_BY[waiver](format(needed))}.`,
    );
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
