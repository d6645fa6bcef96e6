import { dayText, parseDay } from '../../../engine/calendar/calendar.ts';
import { LATE_AFTER_DAYS, LATE_FEE_PERCENT } from '../../../engine/products/debt.ts';
import { getSchedule, type PlanRow } from '../../../engine/products/debt-plans.ts';
import type { Debt } from './facts.ts';
import { count, formatDocumentDate, minor, money, percent } from './format.ts';
import { Paper } from './paper.ts';
import { NOT_A_BANK } from './sheet.ts';

/** Renders the agreement of a loan or mortgage. */
export function agreementPaper(debt: Debt): Paper {
  const { terms, issued_at } = debt;
  const { currency } = terms;
  const rows = getRows(debt);
  const word = terms.product;
  const paper = new Paper({
    title: `${terms.name}, ${word} agreement`,
    label: `${word === 'loan' ? 'Loan' : 'Mortgage'} agreement`,
    at: new Date(issued_at),
  });
  paper.title(
    `${word === 'loan' ? 'Loan' : 'Mortgage'} agreement`,
    `${terms.name}, between Sandbank and ${terms.holder}, of ${formatDocumentDate(terms.start_date)}`,
  );
  paper.amount('Amount lent', money(minor(terms.amount), currency));
  paper.heading('Terms');
  paper.table(
    [
      { title: 'What', width: 3 },
      { title: 'Agreed', width: 3, align: 'right' },
    ],
    termRows(debt, rows),
  );
  paper.heading('What you promise');
  paper.paragraph(
    `You pay ${count(rows.length, 'installment')} by the due date of each month. Each pays the interest of its month first, on what is still owed; the rest lowers the ${word}. A month counts 30 days, a year 360.`,
  );
  paper.heading('Paying early');
  paper.paragraph(
    `You may pay more, or everything, on any day and without a fee. What you pay beyond an installment lowers the ${word} at once.`,
  );
  paper.heading('Paying late');
  paper.paragraph(
    `An installment that is not paid ${LATE_AFTER_DAYS} days after its due date costs a fee of ${LATE_FEE_PERCENT}% of the installment. After 30, 60 and 90 days it is noted in your credit history. If you foresee trouble, ask for a pause before.`,
  );
  if (terms.rate_type === 'variable') {
    paper.heading('A rate that moves');
    paper.paragraph(
      `Once a year the rate becomes the reference rate plus ${percent(terms.rate_margin ?? 0)}, up or down by at most 2 points at once and 5 points over the life of the mortgage. The installment follows; the end does not move.`,
    );
  }
  paper.note(
    `${NOT_A_BANK}. Sandbank is a banking simulator: nothing has been lent, and nobody owes anything.`,
  );
  return paper;
}

function termRows({ terms }: Debt, rows: readonly PlanRow[]) {
  const { currency } = terms;
  const show = (amount: number) => money(minor(amount), currency);
  const paid = rows.reduce((sum, { payment }) => sum + payment, 0);
  const ends = (row: PlanRow | undefined) => (row ? formatDocumentDate(dayText(row.day)) : '');
  return [
    ...(terms.property_value === undefined
      ? []
      : [
          { cells: ['Value of the home', show(terms.property_value)] },
          { cells: ['Down payment', show(terms.down_payment ?? 0)] },
        ]),
    { cells: ['Amount lent', show(terms.amount)] },
    { cells: ['Yearly rate', `${percent(terms.rate)} ${terms.rate_type ?? 'fixed'}`] },
    { cells: ['Term', count(terms.months, 'month')] },
    { cells: ['Monthly installment', show(terms.payment)] },
    { cells: ['First installment', ends(rows[0])] },
    { cells: ['Last installment', ends(rows.at(-1))] },
    { cells: ['Interest over the whole term', money(paid - minor(terms.amount), currency)] },
    { cells: ['Everything you pay', money(paid, currency)], strong: true },
  ];
}

/** All installments as agreed on the first day. */
export function schedulePaper(debt: Debt): Paper {
  const { terms, issued_at } = debt;
  const { currency } = terms;
  const rows = getRows(debt);
  const paid = rows.reduce((sum, { payment }) => sum + payment, 0);
  const paper = new Paper({
    title: `${terms.name}, amortization schedule`,
    label: 'Amortization schedule',
    at: new Date(issued_at),
  });
  paper.title('Amortization schedule', `${terms.name}, as agreed on ${formatDocumentDate(terms.start_date)}`);
  paper.amount('Everything you pay', money(paid, currency));
  paper.facts([
    ['Amount lent', money(minor(terms.amount), currency)],
    ['Interest', money(paid - minor(terms.amount), currency)],
    ['Yearly rate', percent(terms.rate)],
    ['Term', count(terms.months, 'month')],
  ]);
  paper.heading(count(rows.length, 'installment'));
  paper.table(
    [
      { title: 'No.', width: 0.7, quiet: true },
      { title: 'Due', width: 1.5, quiet: true },
      { title: 'Installment', width: 1.8, align: 'right' },
      { title: 'Interest', width: 1.8, align: 'right' },
      { title: 'Principal', width: 1.8, align: 'right' },
      { title: 'Still owed', width: 2, align: 'right', quiet: true },
    ],
    rows.map(({ number, day, payment, interest, principal, balance }) => ({
      cells: [
        String(number),
        formatDocumentDate(dayText(day)),
        ...[payment, interest, principal, balance].map((amount) => money(amount, currency)),
      ],
    })),
  );
  const extra =
    terms.rate_type === 'variable' ? ' The rate may move once a year; then the installments do too.' : '';
  paper.note(
    `${NOT_A_BANK}. What you pay beyond an installment, a pause or a late payment changes what follows; your loan page shows the schedule of today.${extra}`,
  );
  return paper;
}

const getRows = ({ terms }: Debt): PlanRow[] =>
  getSchedule({
    balance: minor(terms.amount),
    rate: terms.rate,
    payment: minor(terms.payment),
    term: terms.months,
    start: parseDay(terms.start_date),
    next: 1,
  });
