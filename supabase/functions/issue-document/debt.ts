import { counted } from '../../../assistant/format.ts';
import { addMonths, dayText, getDate, parseDay } from '../../../engine/calendar/calendar.ts';
import { moneyText } from '../../../engine/money/amount-text.ts';
import { toMinor } from '../../../engine/money/minor.ts';
import { type Disclosure, getDisclosure } from '../../../engine/products/debts/apr.ts';
import { LATE_AFTER_DAYS, LATE_FEE_PERCENT } from '../../../engine/products/debts/debt.ts';
import { getSchedule, type PlanRow } from '../../../engine/products/debts/debt-plans.ts';
import { planEscrow } from '../../../engine/products/debts/escrow.ts';
import { getInsuranceCost } from '../../../engine/products/debts/mortgage-insurance.ts';
import type { Debt } from './facts.ts';
import { formatDocumentDate, percent } from './format.ts';
import { amountColumn, Paper, quietColumn, textColumn } from './paper.ts';
import { NOT_A_BANK } from './sheet.ts';

/** Renders the agreement of a loan, a mortgage, or a home equity line of credit. */
export function agreementPaper(debt: Debt): Paper {
  return debt.terms.drawMonths === undefined ? installmentAgreement(debt) : lineAgreement(debt);
}

function lineAgreement({ terms, issued_at }: Debt): Paper {
  const { currency, months, rate, drawMonths = 0, margin = 0, cap = 0 } = terms;
  const label = 'Line of credit agreement';
  const start = parseDay(terms.start_date);
  const dueOn = (number: number) => formatDocumentDate(dayText(addMonths(start, number)));
  const paper = new Paper({
    title: `${terms.name}, line of credit agreement`,
    label,
    at: new Date(issued_at),
    heading: label,
    subtitle: `${terms.name}, between Sandbank and ${terms.holder}, dated ${formatDocumentDate(terms.start_date)}`,
  });
  paper.amount('Credit limit', moneyText(toMinor(terms.amount), currency));
  paper.heading('Terms');
  paper.table(
    [textColumn('Item', 3), amountColumn('Agreed', 3)],
    [
      ['Annual rate at the start', `${percent(rate)} variable`],
      ['Above the prime rate', percent(margin)],
      ['Highest rate', percent(cap)],
      ['Draw period', counted(drawMonths, 'month')],
      ['Repayment period', counted(months - drawMonths, 'month')],
      ['First bill', dueOn(1)],
      ['Last payment', dueOn(months)],
    ],
  );
  paper.heading('Payments');
  paper.paragraph(
    `In the draw period, each monthly bill is the interest on every day's balance at 1/365 of the annual rate. It doesn't reduce what you owe. From ${dueOn(drawMonths + 1)}, ${counted(months - drawMonths, 'level payment')} repay the balance.`,
  );
  paper.heading('Variable rate');
  paper.paragraph(
    `The rate is the prime rate plus ${percent(margin)}. It can change each month and never exceeds ${percent(cap)}.`,
  );
  paper.heading('Paying early');
  paper.paragraph(
    'You can pay any amount on any day with no fee. Principal that you repay is available again.',
  );
  paper.heading('Paying late');
  paper.paragraph(
    `If a payment is more than ${LATE_AFTER_DAYS} days late, we charge a late fee of ${LATE_FEE_PERCENT}% of the unpaid amount. While a payment is past due, you can't draw. We report late payments after 30, 60, and 90 days.`,
  );
  paper.heading('Collateral');
  paper.paragraph("Your home secures the line. You could lose your home if you don't repay what you owe.");
  paper.note(`${NOT_A_BANK}. Sandbank is a banking simulator. No money was lent, and no one owes anything.`);
  return paper;
}

function installmentAgreement(debt: Debt): Paper {
  const { terms, issued_at } = debt;
  const { currency } = terms;
  const rows = getRows(debt);
  const word = terms.product;
  const label = `${word === 'loan' ? 'Loan' : 'Mortgage'} agreement`;
  const paper = new Paper({
    title: `${terms.name}, ${word} agreement`,
    label,
    at: new Date(issued_at),
    heading: label,
    subtitle: `${terms.name}, between Sandbank and ${terms.holder}, dated ${formatDocumentDate(terms.start_date)}`,
  });
  paper.amount('Amount borrowed', moneyText(toMinor(terms.amount), currency));
  paper.heading('Terms');
  const charges = getCharges(debt);
  paper.table([textColumn('Item', 3), amountColumn('Agreed', 3)], termRows(debt, rows), [
    ['Total of payments', moneyText(charges?.disclosure?.totalOfPayments ?? getPaid(rows), currency)],
  ]);
  if (charges) addCharges(paper, debt, charges);
  addClosing(paper, debt, charges, rows);
  paper.heading('Payments');
  paper.paragraph(
    `You make ${counted(rows.length, 'monthly payment')}, each by its due date. Each payment covers the month's interest on the remaining balance first, and the rest reduces the principal. Interest uses 30-day months and 360-day years.`,
  );
  paper.heading('Paying early');
  paper.paragraph(
    `You can pay more, or pay off the ${word}, on any day with no fee. Anything beyond an installment reduces the principal right away.`,
  );
  paper.heading('Paying late');
  paper.paragraph(
    `If an installment is more than ${LATE_AFTER_DAYS} days late, we charge a late fee of ${LATE_FEE_PERCENT}% of the unpaid amount. We report late payments after 30, 60, and 90 days. If you expect to have trouble paying, request a payment pause first.`,
  );
  if (terms.rate_type === 'variable') {
    paper.heading('Variable rate');
    paper.paragraph(
      `Once a year, the rate resets to the reference rate plus ${percent(terms.rate_margin ?? 0)}. It changes by up to 2 percentage points per reset and 5 percentage points over the life of the mortgage. Your installment changes with it, and the term stays the same.`,
    );
  }
  paper.note(`${NOT_A_BANK}. Sandbank is a banking simulator. No money was lent, and no one owes anything.`);
  return paper;
}

type Charges = {
  fees: { name: string; amount: number }[];
  insurance: ReturnType<typeof getInsuranceCost> | null;
  disclosure: Disclosure | null;
};

/** Returns what a debt costs besides its interest, in minor units; null if it costs nothing else. */
function getCharges({ terms }: Debt): Charges | null {
  const fees = [
    { name: 'Origination fee', amount: toMinor(terms.origination_fee ?? 0) },
    { name: 'Underwriting fee', amount: toMinor(terms.underwriting_fee ?? 0) },
    { name: 'Points', amount: toMinor(terms.points_fee ?? 0) },
  ].filter(({ amount }) => amount > 0);
  const { rate, months, property_value: homeValue, pmi_rate: pmiRate } = terms;
  const borrowed = toMinor(terms.amount);
  const insurance =
    homeValue !== undefined && pmiRate !== undefined
      ? getInsuranceCost({ borrowed, value: toMinor(homeValue), rate, term: months }, pmiRate)
      : null;
  if (fees.length === 0 && !insurance) return null;
  const disclosure = getDisclosure({
    ...{ amount: borrowed, rate, months, fees: fees.reduce((sum, { amount }) => sum + amount, 0) },
    ...(insurance && { addedTo: (number) => (number <= insurance.last ? insurance.premium : 0) }),
  });
  return { fees, insurance, disclosure };
}

/** Adds the charges with the figures that Regulation Z requires, 12 CFR 1026.18. */
function addCharges(paper: Paper, { terms }: Debt, { fees, insurance, disclosure }: Charges): void {
  const show = (amount: number) => moneyText(amount, terms.currency);
  paper.heading('Fees and cost');
  paper.table(
    [textColumn('Item', 3), amountColumn('Agreed', 3)],
    [
      ...fees.map(({ name, amount }) => [name, show(amount)]),
      ...(insurance ? [['Monthly mortgage insurance (PMI)', show(insurance.premium)]] : []),
      ...(disclosure
        ? [
            ['Amount financed', show(disclosure.amountFinanced)],
            ['Finance charge', show(disclosure.financeCharge)],
            ['Annual percentage rate (APR)', percent(Math.round(disclosure.apr * 1000) / 1000)],
          ]
        : []),
    ],
  );
  if (insurance)
    paper.paragraph(
      `If every payment is on time, mortgage insurance ends after ${counted(insurance.last, 'payment')}. You can ask us to remove it when you owe 80% of the home's original value.`,
    );
}

/** Adds the parts of the monthly payment and the cash to close of a mortgage. */
function addClosing(paper: Paper, { terms }: Debt, charges: Charges | null, rows: readonly PlanRow[]): void {
  const { currency, paid_from: account, down_payment: downPayment } = terms;
  const [first] = rows;
  if (account === undefined || downPayment === undefined || !first) return;
  const show = (amount: number) => moneyText(amount, currency);
  const bills = { tax: toMinor(terms.property_tax ?? 0), insurance: toMinor(terms.home_insurance ?? 0) };
  const escrow = bills.tax + bills.insurance > 0 ? planEscrow(bills, getDate(first.day).month) : null;
  const columns = [textColumn('Item', 3), amountColumn('Agreed', 3)];
  const premium = charges?.insurance?.premium ?? 0;
  if (premium > 0 || escrow) {
    const parts = [
      { name: 'Principal and interest', amount: toMinor(terms.payment) },
      { name: 'Escrow for property tax and home insurance', amount: escrow?.payment ?? 0 },
      { name: 'Mortgage insurance (PMI)', amount: premium },
    ].filter(({ amount }) => amount > 0);
    paper.heading('Monthly payment');
    paper.table(
      columns,
      parts.map(({ name, amount }) => [name, show(amount)]),
      [['Total', show(parts.reduce((sum, { amount }) => sum + amount, 0))]],
    );
  }
  const due = [
    { name: 'Down payment', amount: toMinor(downPayment) },
    ...(charges?.fees ?? []),
    { name: 'Deposit into escrow', amount: escrow?.target ?? 0 },
  ].filter(({ amount }) => amount > 0);
  if (due.length === 0) return;
  paper.heading('Cash to close');
  paper.table(
    columns,
    due.map(({ name, amount }) => [name, show(amount)]),
    [[`Paid from ${account}`, show(due.reduce((sum, { amount }) => sum + amount, 0))]],
  );
}

function termRows({ terms }: Debt, rows: readonly PlanRow[]) {
  const { currency } = terms;
  const show = (amount: number) => moneyText(toMinor(amount), currency);
  const ends = (row: PlanRow | undefined) => (row ? formatDocumentDate(dayText(row.day)) : '');
  return [
    ...(terms.property_value === undefined
      ? []
      : [
          ['Home value', show(terms.property_value)],
          ['Down payment', show(terms.down_payment ?? 0)],
        ]),
    ['Amount borrowed', show(terms.amount)],
    ['Annual rate', `${percent(terms.rate)} ${terms.rate_type ?? 'fixed'}`],
    ['Term', counted(terms.months, 'month')],
    ['Monthly installment', show(terms.payment)],
    ['First installment', ends(rows[0])],
    ['Last installment', ends(rows.at(-1))],
    ['Total interest', moneyText(getPaid(rows) - toMinor(terms.amount), currency)],
  ];
}

/** Renders the payment schedule: all installments as agreed on the first day. */
export function schedulePaper(debt: Debt): Paper {
  const { terms, issued_at } = debt;
  const { currency } = terms;
  const rows = getRows(debt);
  const paid = getPaid(rows);
  const paper = new Paper({
    title: `${terms.name}, amortization schedule`,
    label: 'Amortization schedule',
    at: new Date(issued_at),
    heading: 'Amortization schedule',
    subtitle: `${terms.name}, as agreed on ${formatDocumentDate(terms.start_date)}`,
  });
  paper.amount('Total of payments', moneyText(paid, currency));
  paper.facts([
    ['Amount borrowed', moneyText(toMinor(terms.amount), currency)],
    ['Interest', moneyText(paid - toMinor(terms.amount), currency)],
    ['Annual rate', percent(terms.rate)],
    ['Term', counted(terms.months, 'month')],
  ]);
  paper.heading(counted(rows.length, 'installment'));
  paper.table(
    [
      quietColumn('No.', 0.7),
      quietColumn('Due', 1.5),
      amountColumn('Installment', 1.8),
      amountColumn('Interest', 1.8),
      amountColumn('Principal', 1.8),
      { ...amountColumn('Remaining balance', 2), quiet: true },
    ],
    rows.map(({ number, day, payment, interest, principal, balance }) => [
      String(number),
      formatDocumentDate(dayText(day)),
      ...[payment, interest, principal, balance].map((amount) => moneyText(amount, currency)),
    ]),
  );
  const extra =
    terms.rate_type === 'variable' ? ' A variable rate can change your installment once a year.' : '';
  paper.note(
    `${NOT_A_BANK}. Extra payments, pauses, and late payments change this schedule. See your loan page for the current schedule.${extra}`,
  );
  return paper;
}

const getPaid = (rows: readonly PlanRow[]) => rows.reduce((sum, { payment }) => sum + payment, 0);

const getRows = ({ terms }: Debt): PlanRow[] =>
  getSchedule({
    balance: toMinor(terms.amount),
    rate: terms.rate,
    payment: toMinor(terms.payment),
    term: terms.months,
    start: parseDay(terms.start_date),
    next: 1,
  });
