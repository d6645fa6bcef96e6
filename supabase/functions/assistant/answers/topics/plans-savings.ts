import {
  capital,
  counted,
  listed,
  money,
  monthsLong,
  percent,
  sumAmounts,
} from '../../../../../assistant/format.ts';
import type { Period, TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, text } from '../../../../../assistant/parts.ts';
import { addMonths, dayText, MONTHS_A_YEAR, parseDay } from '../../../../../engine/calendar/calendar.ts';
import { unitAround } from '../../../../../engine/calendar/periods.ts';
import { yearsToDouble } from '../../../../../engine/insights/lesson-figures.ts';
import { toMinor } from '../../../../../engine/money/minor.ts';
import { isCashAccount } from '../../../../../engine/products/accounts/account-types.ts';
import { annualPercentageYield } from '../../../../../engine/products/accounts/savings-terms.ts';
import { withoutSurprises } from '../../../../../engine/simulation/shocks.ts';
import { simulate } from '../../../../../engine/simulation/simulate.ts';
import { type Answer, answerNothing, lead, PROJECTION_NOTE } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { sumInOneCurrency } from '../amounts.ts';
import { getHref } from '../balance.ts';
import { answerCalculate } from '../calculate.ts';
import { readDayBalances } from '../history.ts';
import { loadInterest } from '../interest-postings.ts';
import { loadRunway, loadSavingsTiers, NO_RUNWAY } from '../records.ts';
import { TIMES_PER_YEAR } from '../subscriptions.ts';
import type { TopicAnswers } from '../topics.ts';

type Account = AnswerContext['customer']['accounts'][number];

/** Returns the savings accounts that the message names, or else all of them. */
function chooseSavings(accounts: TopicValues['accounts'], { customer }: AnswerContext): Account[] {
  const savings = customer.accounts.filter(({ type }) => type === 'SAVINGS');
  const named = savings.filter(({ id }) => accounts.some((account) => account.id === id));
  return named.length > 0 ? named : savings;
}

const answerNoSavings = () =>
  answerNothing(
    "You don't have a savings account yet. Open one to earn interest.",
    'Accounts',
    '/dashboard/accounts',
  );

/** Answers how much savings grew, and how much of that was interest. */
async function* answerGrowth(values: TopicValues, context: AnswerContext): Answer {
  const accounts = chooseSavings(values.accounts, context);
  if (accounts.length === 0) return yield* answerNoSavings();
  const { today } = context.customer;
  const year = dayText(unitAround(context.today, 'year').from ?? context.today);
  const stated = values.periods[0];
  const period: Period =
    stated?.from && stated.from <= today ? stated : { from: year, to: today, text: 'this year so far' };
  const grown = await Promise.all(
    accounts.map(async (account) => {
      const before = dayText(parseDay(period.from ?? year) - 1);
      const rows = await readDayBalances(context, account.id, { ...period, from: before });
      const [first] = rows;
      const change = sumAmounts([rows.at(-1)?.balance ?? 0, -(first?.day === before ? first.balance : 0)]);
      const product = context.findProduct(account);
      const postings = product ? await loadInterest([product], period, context) : [];
      const interest = sumAmounts(postings.map(({ amount }) => amount));
      return { account, change, interest, own: sumAmounts([change, -interest]) };
    }),
  );
  const sum = (getAmount: (item: (typeof grown)[number]) => number) =>
    sumInOneCurrency(
      grown.map((item) => ({ amount: getAmount(item), currency: item.account.currency })),
      context,
    );
  const { total: change, currency, note } = sum((item) => item.change);
  const [interest, own] = [sum((item) => item.interest).total, sum((item) => item.own).total];
  const names = listed(accounts.map(({ name }) => name));
  yield lead(
    `${names} ${change < 0 ? 'fell' : 'grew'} by ${money(Math.abs(change), currency)} ${period.text}: ${money(interest, currency)} of interest, and ${own < 0 ? `${money(-own, currency)} more withdrawn than added` : `${money(own, currency)} that you added`}.`,
    note,
  );
  yield figures(
    ...grown.flatMap(({ account, ...item }): Figure[] => [
      {
        label: `${account.name}, change`,
        amount: item.change,
        currency: account.currency,
        href: getHref({ is: 'account', id: account.id }),
      },
      { label: `${account.name}, interest`, amount: item.interest, currency: account.currency },
      { label: `${account.name}, your money`, amount: item.own, currency: account.currency },
    ]),
  );
  yield how(`${names} ${period.text}.`, {
    rule: 'The balance at the end minus the balance before the period. Your money = change − interest.',
  });
  yield choices('When is my next savings interest paid?');
}

const MONTHS_AHEAD = 2;

/** Answers when savings interest is paid next, and about how much. */
async function* answerNextInterest(values: TopicValues, context: AnswerContext): Answer {
  const [snapshot, accounts] = [await context.loadState(), chooseSavings(values.accounts, context)];
  if (!snapshot || accounts.length === 0) return yield* answerNoSavings();
  const { events } = simulate(
    withoutSurprises({ ...snapshot.state, spendingProfile: null }),
    context.zone.getStart(addMonths(context.today, MONTHS_AHEAD)),
  );
  const next = accounts.flatMap((account) => {
    for (const { kind, at, lines = [] } of events) {
      const line = kind === 'interest' ? lines.find(({ ledger }) => ledger === account.id) : undefined;
      if (line) return [{ account, day: dayText(context.zone.getDay(at)), amount: line.amount / 100 }];
    }
    return [];
  });
  if (next.length === 0)
    return yield lead(
      `${listed(accounts.map(({ name }) => name))} won't earn interest in the next two months, because there is no money in it.`,
    );
  yield lead(
    `${next.map(({ account, day, amount }) => `${account.name} gets about ${money(amount, account.currency)} of interest on ${context.formatDay(day)}, ${context.formatDistance(day)}.`).join(' ')}`,
    PROJECTION_NOTE,
  );
  yield figures(
    ...next.map(({ account, day, amount }) => ({
      label: `${account.name}, ${context.formatDay(day)}`,
      amount,
      currency: account.currency,
      href: getHref({ is: 'account', id: account.id }),
    })),
  );
  yield how('The next interest payment with your scheduled deposits and payments.', {
    rule: 'Interest accrues daily on the balance and is paid once a month.',
  });
  yield choices('How much interest did I earn this year?');
}

const TARGET_MONTHS = { least: 3, most: 6 };

/** Answers whether the cash covers some months of spending, or an amount. */
async function* answerEmergencyFund(values: TopicValues, context: AnswerContext): Answer {
  const runway = await loadRunway(context);
  if (!runway) return yield text(NO_RUNWAY);
  const { cash, monthly, months, currency, query, rule, note } = runway;
  const asked = values.months[0] === undefined ? null : Math.max(1, Math.round(values.months[0]));
  const stated = values.amounts[0]?.amount;
  const target = asked ?? TARGET_MONTHS.least;
  const needed = stated ?? Math.round(monthly * 100 * target) / 100;
  const missing = sumAmounts([needed, -cash]);
  const covered = Math.floor(months * 10) / 10;
  const full = Math.round(monthly * 100 * TARGET_MONTHS.most) / 100;
  const goal = stated === undefined ? `${monthsLong(target)} of your average spending` : 'your target';
  yield lead(
    `${missing <= 0 ? 'Yes' : 'Not yet'}: you have ${money(cash, currency)} in checking and savings, about ${covered} months of your average spending. ${capital(goal)} is ${money(needed, currency)}${missing > 0 ? `, so ${money(missing, currency)} is missing` : ''}. A common target is ${TARGET_MONTHS.least} to ${TARGET_MONTHS.most} months.`,
    note,
  );
  yield figures(
    { label: 'Checking and savings', amount: cash, currency },
    { label: 'Average monthly spending', amount: monthly, currency },
    { label: stated === undefined ? `Target, ${monthsLong(target)}` : 'Target', amount: needed, currency },
    missing > 0 ? { label: 'Missing', amount: missing, currency } : null,
    { label: `Target, ${monthsLong(TARGET_MONTHS.most)}`, amount: full, currency },
  );
  yield how('Your cash compared with an emergency fund.', { query, rule });
  yield choices('What if I lose my job?', 'How much can I safely spend a day?');
}

/** Returns the yield of the largest savings balance, in percent. */
async function loadYield(context: AnswerContext): Promise<number | null> {
  const [largest] = chooseSavings([], context).toSorted((a, b) => b.balance - a.balance);
  return largest ? annualPercentageYield(toMinor(largest.balance), await loadSavingsTiers(context)) : null;
}

const DEFAULT_YEARS = 10;

/** Answers what a monthly amount grows to. */
async function* answerMonthlyGrowth(values: TopicValues, context: AnswerContext): Answer {
  const amount = values.amounts[0]?.amount ?? 0;
  if (amount <= 0) return yield text('How much would you save each month?');
  const to = values.periods[0]?.to;
  const months =
    values.months[0] ??
    (to && parseDay(to) > context.today
      ? Math.round((parseDay(to) - context.today) / 30.4375)
      : DEFAULT_YEARS * 12);
  const stated = values.percents[0];
  const rate = stated ?? Math.round(((await loadYield(context)) ?? 0) * 100) / 100;
  yield* answerCalculate(
    {
      kind: 'calculate',
      of: { is: 'savings', amount, rate, months: Math.max(1, Math.round(months)) },
      assumed: [],
    },
    context,
  );
  yield text(
    stated === undefined
      ? `We used ${percent(rate)}${rate > 0 ? ', the APY of your savings' : ", because you don't have a savings account"}, and ${monthsLong(Math.max(1, Math.round(months)))}.`
      : `This assumes the same rate for ${monthsLong(Math.max(1, Math.round(months)))}.`,
  );
}

/** Answers how long money takes to double. */
async function* answerDoubling(values: TopicValues, context: AnswerContext): Answer {
  const stated = values.percents[0];
  const rate = stated ?? (await loadYield(context));
  const years = rate === null ? null : yearsToDouble(rate);
  if (rate === null || years === null)
    return yield text('At what annual rate? For example, ask how long money takes to double at 5%.');
  const rounded = Math.round(rate * 100) / 100;
  yield lead(
    `At ${percent(rounded)} a year${stated === undefined ? ', the APY of your savings' : ''}, money doubles in about ${counted(years, 'year')}.`,
    PROJECTION_NOTE,
  );
  yield figures(
    { label: 'Rate', value: percent(rounded) },
    { label: 'Years to double', value: String(years) },
    { label: 'By the rule of 72', value: String(Math.round(720 / rate) / 10) },
  );
  yield how('Growth with yearly compounding.', {
    rule: 'The years until 1 becomes 2. The rule of 72 estimates it as 72 ÷ rate.',
  });
  yield choices('What interest rate do my savings earn?');
}

/** Returns how many times a year the stated frequency is, monthly if none is stated. */
function getTimesPerYear({ frequencies }: TopicValues): number {
  const [frequency] = frequencies ?? [];
  return frequency && frequency in TIMES_PER_YEAR
    ? TIMES_PER_YEAR[frequency as keyof typeof TIMES_PER_YEAR]
    : TIMES_PER_YEAR.MONTHLY;
}

/** Answers how long the money in checking and savings lasts at the stated monthly spending. */
async function* answerSavingsLast(values: TopicValues, context: AnswerContext): Answer {
  const [stated] = values.amounts;
  const perMonth =
    stated && Math.round(((stated.amount * getTimesPerYear(values)) / MONTHS_A_YEAR) * 100) / 100;
  const named = values.accounts.map(({ id }) => id);
  const accounts = context.customer.accounts.filter(
    (account) => isCashAccount(account) && (named.length === 0 || named.includes(account.id)),
  );
  if (!perMonth) return yield text('How much would you spend a month?');
  if (accounts.length === 0)
    return yield* answerNothing("You don't have savings yet.", 'Accounts', '/dashboard/accounts');
  const { total, currency, note } = sumInOneCurrency(
    accounts.map(({ balance, currency: own }) => ({ amount: balance, currency: own })),
    context,
  );
  const months = Math.floor((total / perMonth) * 10) / 10;
  const place = named.length > 0 ? listed(accounts.map(({ name }) => name)) : 'checking and savings';
  yield lead(
    `The ${money(total, currency)} in ${place} would last ${months} months at ${money(perMonth, currency)} a month, without income.`,
    note,
  );
  yield figures(
    { label: 'Current balance', amount: total, currency },
    { label: 'Monthly spending', amount: perMonth, currency },
    { label: 'Months covered', value: String(months) },
  );
  yield how('How long your cash lasts at this spending.', {
    rule: 'Balance ÷ monthly spending, without interest or income.',
  });
  yield choices('How long would my savings last?');
}

/** Answers how long it takes to save an amount, from the money in savings and a stated contribution. */
async function* answerSaveUntil(values: TopicValues, context: AnswerContext): Answer {
  const [first, second] = values.amounts;
  if (!first || !second)
    return yield text('How much do you want to have, and how much would you save each time?');
  const [target, each] =
    first.amount > second.amount ? [first.amount, second.amount] : [second.amount, first.amount];
  const perYear = getTimesPerYear(values);
  const [savings, other] = chooseSavings(values.accounts, context);
  const currency = savings?.currency ?? context.baseCurrency;
  const format = (amount: number) => money(amount, currency);
  const name = savings && !other ? savings.name : null;
  const saved = savings && !other ? savings.balance : 0;
  const missing = sumAmounts([target, -saved]);
  const count = (needed: number) =>
    monthsLong(Math.ceil((Math.ceil(needed / each) * MONTHS_A_YEAR) / perYear));
  yield lead(
    name === null
      ? `It takes ${count(target)} to save ${format(target)}.`
      : missing <= 0
        ? `${name} already has ${format(saved)}, more than ${format(target)}. From zero, it would take ${count(target)}.`
        : `${name} has ${format(saved)}, so it takes ${count(missing)} to reach ${format(target)}. From zero, it would take ${count(target)}.`,
    PROJECTION_NOTE,
  );
  yield figures(
    { label: 'Target', amount: target, currency },
    name === null ? null : { label: `${name} now`, amount: saved, currency },
    { label: `Contribution, ${perYear} times a year`, amount: each, currency },
  );
  yield how('The time until the target, without interest.', {
    rule: 'The missing amount ÷ each contribution, rounded up to whole contributions and then to whole months.',
  });
}

export const SAVINGS_ANSWERS: TopicAnswers = {
  'save-until': answerSaveUntil,
  'savings-last': answerSavingsLast,
  'savings-growth': answerGrowth,
  'next-interest': answerNextInterest,
  'emergency-fund': answerEmergencyFund,
  'monthly-saving-grows': answerMonthlyGrowth,
  'doubling-time': answerDoubling,
};
