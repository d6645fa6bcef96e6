import { counted, listed, money, sumAmounts } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link, searchHref } from '../../../../../assistant/parts.ts';
import { DAYS_A_YEAR, dayText } from '../../../../../engine/calendar/calendar.ts';
import { listUpcoming } from '../../../../../engine/forecast/upcoming.ts';
import { PAY_PERIODS } from '../../../../../engine/pay/paycheck.ts';
import { type Answer, answerNothing, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { formatShare, sumByCurrency, sumInOneCurrency } from '../amounts.ts';
import { type FoundTransaction, findAllTransactions } from '../search.ts';
import type { TopicAnswers } from '../topics.ts';
import { listDues } from './money-bills.ts';
import {
  getName,
  getSpan,
  getYearSoFar,
  groupBy,
  loadFlow,
  loadRows,
  type SpendingRow,
  sumRows,
  toFilter,
} from './money-totals.ts';

const PER_YEAR = { ...PAY_PERIODS, DAILY: DAYS_A_YEAR, HOURLY: DAYS_A_YEAR * 24 } as const;
/** Full-time work: 52 weeks of 40 hours. */
const WORK_HOURS_A_YEAR = 2080;
const NO_PAY = "None of your auto deposits is marked as your paycheck, so we can't tell.";

function answerNoPay() {
  return answerNothing(NO_PAY, 'Auto deposit', '/auto-deposit');
}

const getPay = ({ customer }: AnswerContext) => customer.autoDeposits.filter(({ isPay }) => isPay);

const quote = (text: string) => `"${text.replace(/["\\]/g, '')}"`;

/** Returns the search for paychecks: the deposits that are marked as pay, or the Salary category. */
export function getPayQuery(context: AnswerContext): string {
  const [only, another] = getPay(context);
  if (!only || another) return 'is:income category:Salary';
  // The contributions of a paycheck arrive in other accounts under the same name.
  const account = context.customer.accounts.find(({ id }) => id === only.accountId);
  return ['is:in', quote(only.name), ...(account ? [`account:${quote(account.name)}`] : [])].join(' ');
}

function isPayRow(row: SpendingRow, context: AnswerContext): boolean {
  const names = getPay(context).map(({ name }) => name);
  return row.category === 'Salary' || names.includes(getName(row)) || names.includes(row.description ?? '');
}

/** Lists the income that isn't pay. */
async function* answerOtherIncome(values: TopicValues, context: AnswerContext): Answer {
  const span = await getSpan(values, getYearSoFar(context), context);
  const rows = await loadRows('in', span, context);
  const others = rows.filter((row) => !isPayRow(row, context));
  const [all, rest] = [sumRows(rows, context), sumRows(others, context)];
  if (others.length === 0) return yield lead(`You had no income other than your pay ${span.text}.`);
  const sources = groupBy(others, (row) => row.category ?? getName(row))
    .map(([name, own]) => ({ name, times: own.length, ...sumRows(own, context) }))
    .toSorted((a, b) => b.total - a.total);
  yield lead(
    `You received ${money(rest.total, rest.currency)} other than your pay ${span.text}${all.currency === rest.currency ? `, ${formatShare(rest.total, all.total)} of your income` : ''}, mostly from ${listed(sources.slice(0, 3).map(({ name, total, currency }) => `${name} (${money(total, currency)})`))}.`,
    rest.note,
  );
  yield figures(
    ...sources.slice(0, 8).map(({ name, total, currency, times }) => ({
      label: `${name}, ${counted(times, 'time')}`,
      amount: total,
      currency,
    })),
    { label: 'Other income', amount: rest.total, currency: rest.currency },
    { label: 'All income', amount: all.total, currency: all.currency },
  );
  const { query } = await loadFlow(toFilter({}, span), 'income', context);
  yield how(`Income other than pay ${span.text}.`, {
    query,
    rule: "Pay is income in the Salary category or from the auto deposit that is marked as your paycheck. Refunds and transfers aren't income.",
  });
  yield choices('How much was my last paycheck?');
}

/** Ranks the sources of income. */
async function* answerIncomeSources(values: TopicValues, context: AnswerContext): Answer {
  const span = await getSpan(values, getYearSoFar(context), context);
  const rows = await loadRows('in', span, context);
  const all = sumRows(rows, context);
  const sources = groupBy(rows, getName)
    .map(([name, own]) => ({ name, times: own.length, ...sumRows(own, context) }))
    .toSorted((a, b) => b.total - a.total);
  const [first] = sources;
  if (!first) return yield lead(`You had no income ${span.text}.`);
  yield lead(
    `Your biggest source of income ${span.text} is ${first.name}: ${money(first.total, first.currency)}${first.currency === all.currency ? `, ${formatShare(first.total, all.total)} of your income` : ''}.${sources.length > 1 ? ` You have ${counted(sources.length, 'source')} of income.` : ''}`,
    all.note,
  );
  yield figures(
    ...sources.slice(0, 8).map(({ name, total, currency, times }) => ({
      label: `${name}, ${counted(times, 'time')}`,
      amount: total,
      currency,
    })),
    { label: 'All income', amount: all.total, currency: all.currency },
  );
  yield how(`Income by source ${span.text}.`, {
    rule: "Includes pay, interest, and gifts. Refunds and transfers between your accounts aren't income.",
  });
  yield link('Analytics', '/analytics');
}

const MAX_PAYCHECKS = 120;

/** Compares the latest paycheck with the one before, and finds the last change. */
async function* answerPayChange(_: TopicValues, context: AnswerContext): Answer {
  const query = getPayQuery(context);
  const rows = await findAllTransactions(query, context, MAX_PAYCHECKS);
  const [last, previous] = rows;
  if (!last) return yield* answerNothing('No paycheck has arrived yet.', 'Auto deposit', '/auto-deposit');
  const format = ({ amount, currency }: FoundTransaction) => money(amount, currency);
  const formatPayday = ({ day }: FoundTransaction) => context.formatDay(day);
  if (!previous)
    return yield lead(
      `Your only paycheck so far is ${format(last)} on ${formatPayday(last)}, so there is nothing to compare.`,
    );
  const difference = sumAmounts([last.amount, -previous.amount]);
  const isSame = last.currency === previous.currency;
  const at = rows.findIndex((row, index) => {
    const older = rows[index + 1];
    return older !== undefined && older.amount !== row.amount;
  });
  const [newer, older] = [rows[at], rows[at + 1]];
  const changed =
    newer && older
      ? ` It last changed on ${formatPayday(newer)}, from ${format(older)} to ${format(newer)}.`
      : ` It was the same in all ${counted(rows.length, 'paycheck')}.`;
  yield lead(
    `${
      !isSame
        ? `Your latest paycheck, ${format(last)} on ${formatPayday(last)}, is in a different currency than the one before.`
        : difference === 0
          ? `Your latest paycheck, ${format(last)} on ${formatPayday(last)}, was the same as the one before.`
          : `Your latest paycheck, ${format(last)} on ${formatPayday(last)}, was ${money(Math.abs(difference), last.currency)} ${difference > 0 ? 'more' : 'less'} than the one before (${format(previous)} on ${formatPayday(previous)}).`
    }${changed}`,
  );
  yield figures(
    { label: `Latest, ${formatPayday(last)}`, amount: last.amount, currency: last.currency },
    { label: `Before, ${formatPayday(previous)}`, amount: previous.amount, currency: previous.currency },
    isSame ? { label: 'Difference', amount: difference, currency: last.currency } : null,
    newer && older && newer.currency === older.currency
      ? {
          label: `Last change, ${formatPayday(newer)}`,
          amount: sumAmounts([newer.amount, -older.amount]),
          currency: newer.currency,
        }
      : null,
  );
  yield how('Your latest paychecks.', {
    query,
    rule: `Compares your latest ${counted(rows.length, 'paycheck')}, after taxes and deductions.`,
  });
  yield choices('When are my next paydays?');
}

/** Answers with the pay per hour, month, and year. */
async function* answerPayRate(_: TopicValues, context: AnswerContext, unit: 'year' | 'hour'): Answer {
  const { customer, client } = context;
  const pay = getPay(context);
  if (pay.length === 0) return yield* answerNoPay();
  const { data } = await client
    .from('pay_stubs')
    .select('gross, net, frequency, pay_date')
    .order('pay_date', { ascending: false })
    .limit(1)
    .throwOnError();
  const [stub] = data as { gross: number; frequency: keyof typeof PAY_PERIODS }[];
  const jobs = pay.map(({ name, amount, frequency, accountId }) => ({
    name,
    currency: context.findAccount({ id: accountId })?.currency ?? customer.baseCurrency,
    amount,
    frequency,
    yearly: sumAmounts([amount * PER_YEAR[frequency]]),
  }));
  const [total] = sumByCurrency(jobs.map(({ yearly, currency }) => ({ amount: yearly, currency })));
  const {
    total: yearly,
    currency,
    note,
  } = sumInOneCurrency(
    jobs.map((job) => ({ amount: job.yearly, currency: job.currency })),
    context,
  );
  const monthly = Math.round((yearly * 100) / 12) / 100;
  const hourly = Math.round((yearly * 100) / WORK_HOURS_A_YEAR) / 100;
  const gross = stub && jobs.length === 1 ? sumAmounts([stub.gross * PAY_PERIODS[stub.frequency]]) : null;
  const before = gross === null ? '' : `, and ${money(gross, currency)} before taxes and deductions`;
  yield lead(
    unit === 'hour'
      ? `Your pay is about ${money(hourly, currency)} an hour, if you work 40 hours a week all year. That's ${money(yearly, currency)} a year${before}.`
      : `Your pay is ${money(yearly, currency)} a year (${money(monthly, currency)} a month on average)${before}.`,
    note,
  );
  yield figures(
    ...jobs.map(
      (job): Figure => ({
        label: `${job.name}, ${job.frequency.toLowerCase()}`,
        amount: job.amount,
        currency: job.currency,
      }),
    ),
    { label: 'Per year', amount: yearly, currency },
    { label: 'Per month on average', amount: monthly, currency },
    { label: 'Per hour', amount: hourly, currency },
    gross === null ? null : { label: 'Before taxes, per year', amount: gross, currency },
  );
  yield how('Your pay at its current amount.', {
    rule: `${total ? jobs.map((job) => `${money(job.amount, job.currency)} × ${PER_YEAR[job.frequency]}`).join(' + ') : ''}. Per hour: divided by ${WORK_HOURS_A_YEAR.toLocaleString('en-US')} hours.`,
  });
  yield link('Auto deposit', '/auto-deposit');
}

const MAX_PAYDAYS = 12;

/** Lists the next paydays. */
async function* answerPaydays({ amounts }: TopicValues, context: AnswerContext): Answer {
  const row = await context.loadHousehold();
  if (!row || getPay(context).length === 0) return yield* answerNoPay();
  const paydayCount = Math.min(MAX_PAYDAYS, Math.max(1, Math.round(amounts[0]?.amount ?? 3)));
  const paydays = listUpcoming(row, DAYS_A_YEAR)
    .filter(({ isPay }) => isPay)
    .slice(0, paydayCount)
    .map(({ at, name, amount, currency }) => ({
      day: dayText(context.zone.getDay(at)),
      name,
      amount,
      currency,
    }));
  if (paydays.length === 0)
    return yield* answerNothing('No paycheck is expected in the next year.', 'Auto deposit', '/auto-deposit');
  yield lead(
    `Your next ${paydays.length === 1 ? 'payday is' : `${paydays.length} paydays are`} ${listed(paydays.map(({ day, amount, currency }) => `${context.formatDay(day)} (${money(amount, currency)})`))}.`,
  );
  yield figures(
    ...paydays.map(({ day, name, amount, currency }) => ({
      label: `${name}, ${context.formatDay(day)}, ${context.formatDistance(day)}`,
      amount,
      currency,
    })),
  );
  yield how('The next deposits that are marked as your paycheck.', {
    rule: 'The amounts are those of your auto deposits now.',
  });
  yield link('Auto deposit', '/auto-deposit');
  yield choices('How much of my next paycheck is committed?');
}

/** Answers how much of the next paycheck goes to known payments until the one after it. */
async function* answerCommitted(_: TopicValues, context: AnswerContext): Answer {
  const row = await context.loadHousehold();
  if (!row || getPay(context).length === 0) return yield* answerNoPay();
  const dues = listDues(row, 75);
  const paydays = dues.filter(({ isPay }) => isPay);
  const [next] = paydays;
  const getLocalDay = ({ at }: { at: number }) => context.zone.getDay(at);
  if (!next) return yield* answerNothing('No paycheck is expected soon.', 'Auto deposit', '/auto-deposit');
  const after = paydays.find((payday) => getLocalDay(payday) > getLocalDay(next));
  const [from, until] = [getLocalDay(next), after ? getLocalDay(after) : getLocalDay(next) + 30];
  const committed = dues.filter(
    (due) => due.amount < 0 && getLocalDay(due) >= from && getLocalDay(due) < until,
  );
  const { total, currency, note } = sumInOneCurrency(
    committed.map(({ amount, currency: own }) => ({ amount: -amount, currency: own })),
    context,
  );
  const pay = sumInOneCurrency(
    paydays
      .filter((payday) => getLocalDay(payday) === from)
      .map(({ amount, currency: own }) => ({ amount, currency: own })),
    context,
  );
  const [day, end] = [context.formatDay(dayText(from)), context.formatDay(dayText(until))];
  const isSame = committed.length === 0 || pay.currency === currency;
  const left = sumAmounts([pay.total, -total]);
  yield lead(
    committed.length === 0
      ? `Nothing is scheduled between your next payday on ${day} and ${end}, so none of the ${money(pay.total, pay.currency)} is committed.`
      : `${money(total, currency)} of your next ${money(pay.total, pay.currency)} paycheck on ${day} is committed${isSame ? `, ${formatShare(total, pay.total)}` : ''}: ${counted(committed.length, 'payment')} before ${end}.${isSame ? (left >= 0 ? ` ${money(left, currency)} is left.` : ` That's ${money(-left, currency)} more than the paycheck.`) : ''}`,
    note,
  );
  yield figures(
    { label: `Paycheck, ${day}`, amount: pay.total, currency: pay.currency },
    ...committed.slice(0, 10).map((due) => ({
      label: `${due.name}, ${context.formatDay(dayText(getLocalDay(due)))}`,
      amount: due.amount,
      currency: due.currency,
    })),
    committed.length > 0 ? { label: 'Committed', amount: total, currency } : null,
    committed.length > 0 && isSame ? { label: 'Left', amount: left, currency } : null,
  );
  yield how(`Known payments from ${day} until the day before ${end}.`, {
    rule: "Includes scheduled payments, transfers, goals, installments, and card payments. Everyday purchases aren't included.",
  });
  yield link('Scheduled payments', '/scheduled-payments');
  yield choices('Which bills are due before my next payday?');
}

/** Answers with the share of income that goes to housing. */
async function* answerHousingShare(values: TopicValues, context: AnswerContext): Answer {
  const span = await getSpan(values, getYearSoFar(context), context);
  const filter = toFilter({}, span);
  const [income, housing] = await Promise.all([
    loadFlow(filter, 'income', context),
    loadFlow(
      toFilter({ categories: context.customer.categories.filter(({ name }) => name === 'Housing') }, span),
      'spending',
      context,
    ),
  ]);
  if (income.amount <= 0) return yield lead(`You had no income ${span.text}, so we can't calculate a share.`);
  const { data } = await context.client
    .from('debt_payments')
    .select('principal, currency, day, product')
    .eq('product', 'mortgage')
    .gte('day', span.from)
    .lte('day', span.to)
    .throwOnError();
  const principals = (data as { principal: number | null; currency: string }[]).map((row) => ({
    amount: row.principal ?? 0,
    currency: row.currency,
  }));
  const principal = sumInOneCurrency(principals, context);
  const isSame =
    (housing.times === 0 || housing.currency === income.currency) &&
    (principals.length === 0 || principal.currency === income.currency);
  if (!isSame)
    return yield lead(
      `Your income and your housing costs are in different currencies, so we didn't compare them. You earned ${money(income.amount, income.currency)} ${span.text}.`,
    );
  const { currency } = income;
  const total = sumAmounts([housing.amount, principal.total]);
  yield lead(
    `Housing took ${formatShare(total, income.amount)} of your income ${span.text}: ${money(total, currency)} of ${money(income.amount, currency)}. A common guideline is 30% or less.`,
    income.note || housing.note,
  );
  yield figures(
    { label: 'Housing costs', amount: housing.amount, currency, href: searchHref(housing.query) },
    principals.length > 0 ? { label: 'Mortgage principal', amount: principal.total, currency } : null,
    { label: 'Total for housing', amount: total, currency },
    { label: 'Income', amount: income.amount, currency, href: searchHref(income.query) },
  );
  yield how(`Housing as a share of income ${span.text}.`, {
    query: housing.query,
    rule: 'Spending in the Housing category plus the principal of mortgage payments, ÷ income after taxes.',
  });
}

export const INCOME_ANSWERS: TopicAnswers = {
  'other-income': answerOtherIncome,
  'income-sources': answerIncomeSources,
  'pay-change': answerPayChange,
  'pay-per-year': (values, context) => answerPayRate(values, context, 'year'),
  'pay-per-hour': (values, context) => answerPayRate(values, context, 'hour'),
  'next-paydays': answerPaydays,
  'paycheck-committed': answerCommitted,
  'housing-share': answerHousingShare,
};
