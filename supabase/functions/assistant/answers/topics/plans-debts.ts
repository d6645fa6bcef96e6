import { counted, listed, money, monthsLong, percent } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link } from '../../../../../assistant/parts.ts';
import { addMonths, dayText, MONTHS_A_YEAR, parseDay } from '../../../../../engine/calendar/calendar.ts';
import { getUsualPlan } from '../../../../../engine/products/debts/biweekly-saving.ts';
import { getDebtTerms, getOutcome, type PlanRow } from '../../../../../engine/products/debts/debt-plans.ts';
import type { DebtState } from '../../../../../engine/simulation/state.ts';
import { type Answer, answerNothing, lead, PROJECTION_NOTE } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { formatShare, sumInOneCurrency } from '../amounts.ts';
import { answerBalance, getHref } from '../balance.ts';
import type { TopicAnswers } from '../topics.ts';

const SCHEDULE_RULE = 'Every installment on time, with your automatic extra payments.';

/** Returns the loans and mortgages that the message names, or else all of them, if something is owed on them. */
export async function loadOwedDebts({ debts }: TopicValues, context: AnswerContext): Promise<DebtState[]> {
  const snapshot = await context.loadState();
  return (snapshot?.state.debts ?? []).filter(
    (debt) =>
      debt.balance > 0 &&
      context.findProduct(debt) !== undefined &&
      (debts.length === 0 || debts.some(({ id }) => id === debt.id)),
  );
}

/** Answers that nothing is owed on the debts in the message. */
export const answerNoDebt = ({ debts }: TopicValues) =>
  answerNothing(
    debts.length > 0
      ? `You don't owe anything on ${listed(debts.map(({ name }) => name))}.`
      : "You don't have a loan or mortgage to pay off.",
    'Loans',
    '/loans',
  );

/** Projects a debt at its usual payments. */
export const getUsualOutcome = (debt: DebtState) => getOutcome(getDebtTerms(debt), getUsualPlan(debt));

export const getDebtHref = ({ id, product }: DebtState) => getHref({ is: product, id });

/** Adds up amounts of debts in minor units, converted to the base currency if their currencies differ. */
export const sumDebts = (
  debts: readonly DebtState[],
  getMinor: (debt: DebtState) => number,
  context: AnswerContext,
) =>
  sumInOneCurrency(
    debts.map((debt) => ({ amount: getMinor(debt) / 100, currency: debt.currency })),
    context,
  );

/** Answers how many payments are left, and when the last one is due. */
async function* answerPaymentsLeft(values: TopicValues, context: AnswerContext): Answer {
  const debts = await loadOwedDebts(values, context);
  if (debts.length === 0) return yield* answerNoDebt(values);
  const left = debts.map((debt) => {
    const { months, lastDay, paid } = getUsualOutcome(debt);
    return { debt, months, paid, last: lastDay === null ? '' : context.formatDay(dayText(lastDay)) };
  });
  yield lead(
    left
      .map(
        ({ debt, months, last }) =>
          `You have ${counted(months, 'payment')} left on ${debt.name}. The last one is due on ${last}, in ${monthsLong(months)}.`,
      )
      .join(' '),
  );
  yield figures(
    ...left.flatMap(({ debt, months, paid, last }): Figure[] => [
      { label: `${debt.name}, payments left`, value: String(months) },
      { label: `${debt.name}, last payment`, value: last },
      {
        label: `${debt.name}, all payments`,
        amount: paid / 100,
        currency: debt.currency,
        href: getDebtHref(debt),
      },
    ]),
  );
  yield how('The payments until the balance is zero.', { rule: SCHEDULE_RULE });
  const [first] = debts;
  yield choices(
    'When will I be debt free?',
    first ? `What if I pay 200 more a month on ${first.name}?` : null,
  );
}

type Borrowed = { id: string; borrowed: number };

/** Returns the original amount of each loan and mortgage in major units, by id. */
async function loadBorrowed({ client }: AnswerContext): Promise<Map<string, number>> {
  const [loans, mortgages] = await Promise.all([
    client.from('loans').select('id, borrowed:amount').throwOnError(),
    client.from('mortgages').select('id, borrowed:loan_amount').throwOnError(),
  ]);
  const rows = [...(loans.data as Borrowed[]), ...(mortgages.data as Borrowed[])];
  return new Map(rows.map(({ id, borrowed }) => [id, borrowed]));
}

/** Answers how much of the borrowed amount is repaid. */
async function* answerShareRepaid(values: TopicValues, context: AnswerContext): Answer {
  const [debts, borrowed] = await Promise.all([loadOwedDebts(values, context), loadBorrowed(context)]);
  if (debts.length === 0) return yield* answerNoDebt(values);
  const shares = debts.map((debt) => {
    const original = Math.round((borrowed.get(debt.id) ?? 0) * 100);
    return { debt, original, repaid: Math.max(0, original - debt.balance) };
  });
  yield lead(
    `You've paid off ${listed(
      shares.map(
        ({ debt, original, repaid }) =>
          `${formatShare(repaid, original)} of ${debt.name} (${money(repaid / 100, debt.currency)} of ${money(original / 100, debt.currency)})`,
      ),
    )}.`,
  );
  yield figures(
    ...shares.flatMap(({ debt, original, repaid }): Figure[] => [
      { label: `${debt.name}, paid off`, amount: repaid / 100, currency: debt.currency },
      {
        label: `${debt.name}, still owed`,
        amount: debt.balance / 100,
        currency: debt.currency,
        href: getDebtHref(debt),
      },
      { label: `${debt.name}, borrowed`, amount: original / 100, currency: debt.currency },
    ]),
  );
  yield how('The amount borrowed minus the amount owed now.', {
    rule: 'Share paid off = (borrowed − owed) ÷ borrowed. Interest that you paid doesn\u2019t count.',
  });
  yield choices(`How many ${debts[0]?.name ?? 'loan'} payments do I have left?`);
}

/** Answers with the interest of the coming months, by loan and mortgage. */
async function* answerInterestAhead(values: TopicValues, context: AnswerContext): Answer {
  const debts = await loadOwedDebts(values, context);
  if (debts.length === 0) return yield* answerNoDebt(values);
  const [period] = values.periods;
  const months = Math.max(1, Math.round(values.months[0] ?? MONTHS_A_YEAR));
  const isPeriod = period?.to != null && parseDay(period.to) > context.today;
  const from =
    isPeriod && period.from ? Math.max(context.today + 1, parseDay(period.from)) : context.today + 1;
  const to = isPeriod && period.to ? parseDay(period.to) : addMonths(context.today, months);
  const getInterest = (debt: DebtState) =>
    getUsualOutcome(debt)
      .rows.filter(({ day }) => day >= from && day <= to)
      .reduce((sum, { interest }) => sum + interest, 0);
  const { total, currency, note } = sumDebts(debts, getInterest, context);
  const names = listed(debts.map(({ name }) => name));
  const when = isPeriod ? period.text : `in the next ${counted(months, 'month')}`;
  yield lead(
    `You'll pay about ${money(total, currency)} in interest on ${names} ${when}, through ${context.formatDay(dayText(to))}.`,
    `${note}${PROJECTION_NOTE}`,
  );
  yield figures(
    ...debts.map((debt) => ({
      label: `${debt.name}, ${percent(debt.rate)}`,
      amount: getInterest(debt) / 100,
      currency: debt.currency,
      href: getDebtHref(debt),
    })),
    debts.length > 1 ? { label: 'Total interest', amount: total, currency } : null,
  );
  yield how(`The interest of the payments due ${when}.`, {
    rule: `${SCHEDULE_RULE} Card interest isn't included, because it depends on what you charge and pay.`,
  });
  yield choices('How much interest do my debts cost a day?', 'Which debt has the highest interest rate?');
}

const DEFAULT_ROWS = 3;
const MAX_ROWS = 12;

const getInstallments = (debt: DebtState) =>
  getUsualOutcome(debt).rows.filter(({ kind }) => kind === 'installment');

/** Splits the next payments into interest and principal. */
async function* answerInstallments(values: TopicValues, context: AnswerContext): Answer {
  const debts = await loadOwedDebts(values, context);
  if (debts.length === 0) return yield* answerNoDebt(values);
  const stated = values.months[0] ?? values.amounts[0]?.amount ?? DEFAULT_ROWS;
  const count = debts.length > 1 ? 1 : Math.min(MAX_ROWS, Math.max(1, Math.round(stated)));
  const split = debts.map((debt) => ({ debt, rows: getInstallments(debt).slice(0, count) }));
  const format = ({ payment, interest, principal, day }: PlanRow, currency: string) =>
    `${money(payment / 100, currency)} on ${context.formatDay(dayText(day))}: ${money(principal / 100, currency)} is principal and ${money(interest / 100, currency)} is interest`;
  yield lead(
    split
      .flatMap(({ debt, rows: [first] }) =>
        first ? [`Your next payment on ${debt.name} is ${format(first, debt.currency)}.`] : [],
      )
      .join(' '),
  );
  yield figures(
    ...split.flatMap(({ debt, rows }) =>
      rows.flatMap(({ day, interest, principal }): Figure[] => {
        const due = context.formatDay(dayText(day));
        const prefix = debts.length > 1 ? `${debt.name}, ${due}` : due;
        return [
          { label: `${prefix}, principal`, amount: principal / 100, currency: debt.currency },
          { label: `${prefix}, interest`, amount: interest / 100, currency: debt.currency },
        ];
      }),
    ),
  );
  yield how('Each payment covers the interest first, and then principal.', {
    rule: `Interest = balance × rate ÷ 12, with 30 days a month. ${SCHEDULE_RULE}`,
  });
  const [first] = debts;
  if (first) yield link(first.name, getDebtHref(first));
}

/** Explains with the next payments why the interest falls as the balance falls. */
async function* answerFallingInterest(values: TopicValues, context: AnswerContext): Answer {
  const [debt] = await loadOwedDebts(values, context);
  if (!debt) return yield* answerNoDebt(values);
  const { name, currency, rate, balance } = debt;
  const [first, second] = getInstallments(debt);
  if (!first || !second)
    return yield lead(`${name} has only one payment left, so its interest doesn't change anymore.`);
  const format = (minor: number) => money(minor / 100, currency);
  const less = first.interest - second.interest;
  yield lead(
    `The interest on ${name} is charged on what you still owe, and each payment lowers that. Your next payment includes ${format(first.interest)} of interest. The payment after that includes ${format(second.interest)}, ${format(less)} less, and that amount goes to principal instead.`,
  );
  yield figures(
    { label: 'Owed now', amount: balance / 100, currency, href: getDebtHref(debt) },
    { label: 'Interest, next payment', amount: first.interest / 100, currency },
    { label: 'Interest, payment after that', amount: second.interest / 100, currency },
    { label: 'Rate', value: percent(rate) },
  );
  yield how(`The next two payments on ${name}.`, {
    rule: 'Interest = balance × rate ÷ 12. The payment stays the same, so its principal part grows.',
  });
  yield choices(`How much interest is left on ${name}?`, `What if I pay 200 more a month on ${name}?`);
}

/** Answers with the total of all payments that are left, and how much of it is interest. */
async function* answerTotalLeft(values: TopicValues, context: AnswerContext): Answer {
  const debts = await loadOwedDebts(values, context);
  if (debts.length === 0) return yield* answerNoDebt(values);
  const { total, currency, note } = sumDebts(debts, (debt) => getUsualOutcome(debt).paid, context);
  const interest = sumDebts(debts, (debt) => getUsualOutcome(debt).interest, context).total;
  const names = listed(debts.map(({ name }) => name));
  yield lead(
    `You still have ${money(total, currency)} to pay on ${names} in total, if you make every payment as scheduled. ${money(interest, currency)} of that is interest.`,
    note,
  );
  yield figures(
    ...debts.flatMap((debt): Figure[] => [
      {
        label: `${debt.name}, all payments left`,
        amount: getUsualOutcome(debt).paid / 100,
        currency: debt.currency,
        href: getDebtHref(debt),
      },
      {
        label: `${debt.name}, interest in them`,
        amount: getUsualOutcome(debt).interest / 100,
        currency: debt.currency,
      },
    ]),
    debts.length > 1 ? { label: 'Total', amount: total, currency } : null,
  );
  yield how('All payments until the balance is zero: principal and interest.', { rule: SCHEDULE_RULE });
  yield choices('When will I be debt free?');
}

/** Lists the monthly payments of loans and mortgages, with the highest and the lowest. */
async function* answerDebtPayments(values: TopicValues, context: AnswerContext): Answer {
  const debts = await loadOwedDebts(values, context);
  if (debts.length === 0) return yield* answerNoDebt(values);
  const getPayment = ({ payment, autopay }: DebtState) => payment + (autopay?.extra ?? 0);
  const sorted = debts.toSorted((a, b) => getPayment(b) - getPayment(a));
  const { total, currency, note } = sumDebts(debts, getPayment, context);
  const format = (debt: DebtState) =>
    `${debt.name} at ${money(getPayment(debt) / 100, debt.currency)} a month`;
  const [highest, lowest] = [sorted[0], sorted.at(-1)];
  yield lead(
    debts.length === 1 || !highest || !lowest
      ? `You pay ${money(total, currency)} a month on ${debts[0]?.name ?? ''}.`
      : `Your loan and mortgage payments are ${money(total, currency)} a month in total. The highest is ${format(highest)}, and the lowest is ${format(lowest)}.`,
    note,
  );
  yield figures(
    ...sorted.map((debt) => ({
      label: debt.name,
      amount: getPayment(debt) / 100,
      currency: debt.currency,
      href: getDebtHref(debt),
    })),
    debts.length > 1 ? { label: 'Total a month', amount: total, currency } : null,
  );
  yield how('The monthly payments on your loans and mortgages.', {
    rule: 'The installment plus your automatic extra payment. Card payments aren\u2019t included.',
  });
  yield choices('What share of my income goes to debt payments?', 'Which debt should I pay off first?');
}

/** Compares the total debt with the debt on an earlier day, by default a year ago. */
async function* answerDebtThenAndNow({ periods }: TopicValues, context: AnswerContext): Answer {
  const [period] = periods;
  const yearAgo = dayText(addMonths(context.today, -MONTHS_A_YEAR));
  // A period that has ended, such as a month, means its last day.
  const stated = period?.to && parseDay(period.to) < context.today ? period.to : period?.from;
  const since = stated && parseDay(stated) < context.today ? stated : yearAgo;
  yield* answerBalance({ kind: 'balance', of: { is: 'debts' }, on: null, since, assumed: [] }, context);
}

export const DEBT_ANSWERS: TopicAnswers = {
  'payments-left': answerPaymentsLeft,
  'share-paid-off': answerShareRepaid,
  'debt-interest-ahead': answerInterestAhead,
  'next-installments': answerInstallments,
  'interest-falls': answerFallingInterest,
  'total-left-to-pay': answerTotalLeft,
  'debt-payments': answerDebtPayments,
  'debt-then-and-now': answerDebtThenAndNow,
};
