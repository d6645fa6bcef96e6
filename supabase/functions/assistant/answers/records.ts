import { counted, getMonth, listed, money, percent, sumAmounts } from '../../../../assistant/format.ts';
import { getQuery } from '../../../../assistant/format-search.ts';
import { NO_FILTER } from '../../../../assistant/parser/filter.ts';
import { choices, type Figure, figures, how, link, text } from '../../../../assistant/parts.ts';
import { addMonths, dayText, parseDay } from '../../../../engine/calendar/calendar.ts';
import { unitAround } from '../../../../engine/calendar/periods.ts';
import type { CreditFacts } from '../../../../engine/credit/facts.ts';
import { getCreditScore } from '../../../../engine/credit/score.ts';
import { monthsCovered, savingsRate } from '../../../../engine/insights/lesson-figures.ts';
import { toMinor } from '../../../../engine/money/minor.ts';
import { isCashAccount } from '../../../../engine/products/accounts/account-types.ts';
import { computeCertificateYield } from '../../../../engine/products/accounts/certificate-terms.ts';
import { annualPercentageYield, shiftTiers } from '../../../../engine/products/accounts/savings-terms.ts';
import { savingsTiers, shockSize } from '../../../../engine/products/rates.ts';
import { operatorPart, printTransactionQuery } from '../../../../engine/search/transaction-query.ts';
import { type Answer, answerNothing, type IntentOf, lead } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { formatShare, sumInOneCurrency } from './amounts.ts';
import { getHref } from './balance.ts';
import { readDayBalances } from './history.ts';
import { findTransactions, loadTotals, rowsPart } from './search.ts';

/** Answers with the highest end-of-day balance in a period. */
export async function* answerHighestBalance(
  { place, period }: IntentOf<'highest_balance'>,
  context: AnswerContext,
): Answer {
  const account = context.findAccount(place);
  if (!account) return yield text("We couldn't find that account. It may be closed.");
  const { name, currency } = account;
  const rows = await readDayBalances(context, account.id, period);
  const [first, ...others] = rows;
  if (!first) return yield lead(`${name} has no balance ${period.text}.`);
  const highest = others.reduce((high, row) => (row.balance > high.balance ? row : high), first);
  const day = context.formatDay(highest.day);
  yield lead(
    `The highest balance of ${name} ${period.text} was ${money(highest.balance, currency)} on ${day}.`,
  );
  yield figures({ label: `Highest, ${day}`, amount: highest.balance, currency, href: getHref(place) });
  yield how(`End-of-day balances of ${name} ${period.text}.`, {
    rule: 'The balance at the end of each day.',
  });
  yield choices(`What was the lowest balance of ${name} this year?`);
}

/** Returns the savings tiers with the household's rate changes, as the account's page does. */
export async function loadSavingsTiers(context: AnswerContext) {
  const snapshot = await context.loadState();
  const shift = snapshot ? shockSize(snapshot.state, 'rate_change', context.today) : 0;
  return shiftTiers(savingsTiers(context.today), shift);
}

/** Answers with the yield of a savings account. Other accounts earn no interest. */
export async function* answerAccountRate(
  { account }: IntentOf<'account_rate'>,
  context: AnswerContext,
): Answer {
  const match = context.findAccount(account);
  if (!match) return yield text("We couldn't find that account. It may be closed.");
  const { id, name, type, balance, currency } = match;
  if (type === 'CD') {
    const state = (await context.loadState())?.state;
    const terms = state?.accounts.find((item) => item.id === id)?.certificate;
    if (terms) {
      yield lead(`${name} earns ${percent(computeCertificateYield(terms.rate))} APY until it matures.`);
      yield link(name, getHref({ is: 'account', id }));
      return;
    }
  }
  if (type !== 'SAVINGS') {
    yield lead(
      type === 'INVESTMENT'
        ? `${name} doesn't earn interest. Its value follows the simulated market.`
        : `${name} doesn't earn interest. Only savings accounts and CDs do.`,
    );
    const [savings] = context.customer.accounts.filter((item) => item.type === 'SAVINGS');
    if (savings) yield choices(`What interest rate does ${savings.name} earn?`);
    return;
  }
  const tiers = await loadSavingsTiers(context);
  const apy = annualPercentageYield(toMinor(balance), tiers);
  yield lead(`The APY on your balance in ${name} is ${percent(apy)}.`);
  yield figures(
    { label: 'APY', value: percent(apy) },
    ...tiers.map(
      ({ above, percent: rate }): Figure => ({
        label: above === 0 ? 'Rate on the first part' : `Rate above ${money(above / 100, currency)}`,
        value: percent(rate),
      }),
    ),
  );
  yield how(`The annual percentage yield of ${name} at its current balance.`, {
    rule: 'Interest accrues every day and is paid on the last day of each month. Each part of your balance earns the rate of its tier. Rates may change.',
  });
  yield link(name, getHref({ is: 'account', id }));
}

type Rate = { id: string; name: string; rate: number; isOwed: boolean };

/** Compares a rate with those of the other debts and of savings. */
function compareRate({ id, name, rate, isOwed }: Rate, all: readonly Rate[]): string {
  if (!isOwed) {
    const debts = all.filter((other) => other.isOwed && other.rate > rate);
    return debts.length > 0
      ? `${name} earns ${percent(rate)}, less than you pay on ${listed(debts.map((debt) => debt.name))}.`
      : `${name} earns ${percent(rate)}, at least as much as any of your debts costs.`;
  }
  const others = all.filter((other) => other.isOwed && other.id !== id);
  const higher = others.filter((other) => other.rate > rate);
  const lower = others.filter((other) => other.rate < rate);
  const list = (debts: readonly Rate[]) => listed(debts.map((debt) => debt.name));
  const parts = [
    higher.length > 0 && `less than ${list(higher)}`,
    lower.length > 0 && `more than ${list(lower)}`,
  ].filter((part) => part !== false);
  const best = all.filter((other) => !other.isOwed).toSorted((left, right) => right.rate - left.rate)[0];
  const saved = best
    ? ` It costs ${best.rate < rate ? 'more' : 'no more'} than ${best.name} earns, ${percent(best.rate)}.`
    : '';
  return `${name} costs ${percent(rate)}${parts.length > 0 ? `, ${parts.join(' and ')}` : ''}.${saved}`;
}

/** Lists the interest rates of all cards, debts, and savings accounts. */
export async function* answerRates({ about }: IntentOf<'rates'>, context: AnswerContext): Answer {
  const snapshot = await context.loadState();
  if (!snapshot) return yield text("You don't have any accounts yet.");
  const { cards, debts } = snapshot.state;
  const savings = context.customer.accounts.filter(({ type }) => type === 'SAVINGS');
  const tiers = savings.length > 0 ? await loadSavingsTiers(context) : [];
  const all = [
    ...cards
      .filter((card) => context.findProduct(card))
      .map(({ id, name, apr }) => ({ id, name, rate: apr, note: 'APR', isOwed: true })),
    ...debts
      .filter((debt) => context.findProduct(debt))
      .map(({ id, name, rate }) => ({ id, name, rate, note: 'a year', isOwed: true })),
    ...savings.map(({ id, name, balance }) => ({
      id,
      name,
      rate: annualPercentageYield(toMinor(balance), tiers),
      note: 'APY',
      isOwed: false,
    })),
  ];
  if (all.length === 0) return yield text("You don't have a card, a loan, or a savings account.");
  const compared = all.find(({ id }) => id === about?.id);
  yield lead(
    [
      compared && compareRate(compared, all),
      `Your rates: ${listed(all.map(({ name, rate, note }) => `${name} ${percent(rate)} ${note}`))}.`,
    ]
      .filter(Boolean)
      .join(' '),
  );
  yield figures(
    ...all.map(({ name, rate, note }): Figure => ({ label: `${name}, ${note}`, value: percent(rate) })),
  );
  yield how('The interest rates of your cards, loans, mortgages, and savings accounts.', {
    rule: 'As of now.',
  });
}

type NetWorthPart = { kind: string; worth: number | null };

/** Answers with the homes' current value, or with the value minus the mortgages. */
export async function* answerHome({ ask }: IntentOf<'home'>, context: AnswerContext): Answer {
  const parts = await context.call<NetWorthPart[]>('net_worth_parts');
  const sumPart = (kind: string) =>
    sumAmounts(parts.filter((part) => part.kind === kind).map(({ worth }) => worth ?? 0));
  const [value, owed] = [sumPart('property'), -sumPart('mortgages')];
  const { baseCurrency: currency } = context;
  if (value === 0)
    return yield* answerNothing("We don't have a home of yours on record.", 'Mortgages', '/mortgages');
  const equity = sumAmounts([value, -owed]);
  yield lead(
    ask === 'value'
      ? `Your home is worth about ${money(value, currency)}.`
      : `You have ${money(equity, currency)} of equity in your home, ${formatShare(equity, value)} of its value.`,
  );
  yield figures(
    { label: 'Home value', amount: value, currency, href: '/mortgages' },
    { label: 'Owed on the mortgage', amount: owed, currency },
    { label: 'Equity', amount: equity, currency },
  );
  yield how('Your home and your mortgage, as of now.', {
    rule: 'Equity = current value − mortgage balance. The value follows the simulated home price index.',
  });
}

const RUNWAY_MONTHS = 6;
export const NO_RUNWAY =
  "We can't estimate it, because you don't have six months of spending in one currency yet.";

export type Runway = NonNullable<Awaited<ReturnType<typeof loadRunway>>>;

/**
 * Compares the money in checking and savings with the average spending of the last six full months. Returns null
 * without spending, or if they are in different currencies.
 */
export async function loadRunway(context: AnswerContext) {
  const start = unitAround(context.today, 'month').from ?? context.today;
  const [from, to] = [dayText(addMonths(start, -RUNWAY_MONTHS)), dayText(start - 1)];
  const query = getQuery({ ...NO_FILTER, period: { from, to, text: '' } }, 'spending', context.customer);
  const { moneyIn, moneyOut, currency, note } = await loadTotals(query, context);
  const spent = sumAmounts([moneyOut, -moneyIn]);
  const monthly = Math.round((spent / RUNWAY_MONTHS) * 100) / 100;
  const accounts = context.customer.accounts.filter(isCashAccount);
  const cash = sumInOneCurrency(
    accounts.map(({ balance, currency }) => ({ amount: balance, currency })),
    context,
  );
  const months = cash.currency === currency ? monthsCovered(cash.total, monthly) : null;
  if (months === null) return null;
  const rule = `Cash ÷ average monthly spending from ${context.formatDay(from)} to ${context.formatDay(to)}. Investments aren't included.`;
  return { cash: cash.total, monthly, months, currency, query, rule, note: cash.note || note };
}

/** Answers how many months of average spending the money in checking and savings covers. */
export async function* answerRunway(_: unknown, context: AnswerContext): Answer {
  const runway = await loadRunway(context);
  if (!runway) return yield text(NO_RUNWAY);
  const { cash, monthly, months, currency, query, rule, note } = runway;
  const rounded = Math.floor(months * 10) / 10;
  yield lead(
    `Your ${money(cash, currency)} in checking and savings would cover about ${rounded} months of your average spending. A common target for an emergency fund is 3 to 6 months.`,
    note,
  );
  yield figures(
    { label: 'Checking and savings', amount: cash, currency },
    { label: 'Average monthly spending', amount: monthly, currency },
    { label: 'Months covered', value: String(rounded) },
  );
  yield how('How long your cash lasts without income.', { query, rule });
  yield choices('What if I lose my job?');
}

/** Answers with the share of income that wasn't spent. */
export async function* answerSavingsRate(
  { period }: IntentOf<'savings_rate'>,
  context: AnswerContext,
): Answer {
  const filter = { ...NO_FILTER, period };
  const [income, spending] = await Promise.all([
    loadTotals(getQuery(filter, 'income', context.customer), context),
    loadTotals(getQuery(filter, 'spending', context.customer), context),
  ]);
  const earned = sumAmounts([income.moneyIn, -income.moneyOut]);
  const spent = sumAmounts([spending.moneyOut, -spending.moneyIn]);
  const { currency } = income;
  if (earned <= 0 || currency !== spending.currency)
    return yield text(`We can't calculate a savings rate, because you had no income ${period.text}.`);
  const { stayed, share } = savingsRate({ earned: toMinor(earned), spent: toMinor(spent) });
  const kept = stayed / 100;
  const rate = percent(Math.round((share ?? 0) * 1000) / 10);
  yield lead(
    `Your savings rate was ${rate} ${period.text}: you kept ${money(kept, currency)} of ${money(earned, currency)}.`,
    income.note || spending.note,
  );
  yield figures(
    { label: 'Income', amount: earned, currency },
    { label: 'Spending', amount: spent, currency },
    { label: 'Kept', amount: kept, currency },
    { label: 'Savings rate', value: rate },
  );
  yield how(`Savings rate ${period.text}.`, { rule: '(Income − spending) ÷ income.' });
  yield link('View analytics', '/analytics');
}

/** Answers with the transfers into or out of an account, or with the withdrawals. */
export async function* answerTransfers(
  { direction, account, period }: IntentOf<'transfers'>,
  context: AnswerContext,
): Answer {
  const isWithdrawal = direction === 'withdrawn';
  const dates = getQuery({ ...NO_FILTER, period }, null, context.customer);
  const query = [
    printTransactionQuery([
      isWithdrawal ? operatorPart('type', 'withdrawal') : operatorPart('is', 'transfer'),
      ...(account ? [operatorPart('account', account.name)] : []),
      // A payment to a merchant is a withdrawal too, but not one of cash.
      ...(isWithdrawal ? [operatorPart('has', 'merchant', true)] : [operatorPart('is', direction)]),
    ]),
    dates,
  ]
    .filter((part) => part !== '')
    .join(' ');
  const [totals, rows] = await Promise.all([loadTotals(query, context), findTransactions(query, context)]);
  const { currency, times, moneyIn, moneyOut, note } = totals;
  const amount = direction === 'in' ? moneyIn : moneyOut;
  const where = account
    ? isWithdrawal || direction === 'out'
      ? ` from ${account.name}`
      : ` to ${account.name}`
    : '';
  const verb = isWithdrawal ? 'withdrew' : 'transferred';
  yield lead(
    times === 0
      ? `You didn't ${isWithdrawal ? 'withdraw' : 'transfer'} anything${where} ${period.text}.`
      : `You ${verb} ${money(amount, currency)}${where} ${period.text}, in ${counted(times, isWithdrawal ? 'withdrawal' : 'transfer')}.`,
    note,
  );
  yield* rowsPart(isWithdrawal ? 'Withdrawals' : `Transfers${where}`, rows, { query, total: times });
  yield how(`${isWithdrawal ? 'Withdrawals' : 'Transfers between your accounts'}${where} ${period.text}.`, {
    query,
  });
}

type InsightRow = {
  kind: string;
  name: string;
  amount: number;
  currency: string;
  facts: Record<string, unknown>;
};

/** Lists the bank's insights: price increases, high categories, repeated fees, and similar facts. */
export async function* answerUnusual(_: unknown, context: AnswerContext): Answer {
  const rows = await context.call<InsightRow[]>('insights');
  const sentences = rows.flatMap((row) => formatInsight(row) ?? []);
  yield lead(
    sentences.length === 0
      ? "We didn't find anything unusual: no price increases, repeated fees, or unusually high categories."
      : `This stands out: ${sentences.join(' ')}`,
    ' If you see a charge that you didn\u2019t make, freeze the card and dispute the charge.',
  );
  yield how('What stands out in your recent transactions.', {
    rule: 'We compare prices, fees, categories, card use, and budgets with the months before.',
  });
  yield link('View analytics', '/analytics');
  yield choices('Show my transactions this month', 'What was my largest purchase this month?');
}

function formatInsight({ kind, name, amount, currency, facts }: InsightRow): string | null {
  const value = (key: string) => (typeof facts[key] === 'number' ? (facts[key] as number) : 0);
  switch (kind) {
    case 'price_rise':
      return `${name} rose from ${money(value('before'), currency)} to ${money(value('after'), currency)} a month.`;
    case 'category_high':
      return `${name} spending is ${money(amount, currency)} above your usual month.`;
    case 'fee_twice':
      return `${name} was charged the same fee ${counted(value('times'), 'time')} in two months, ${money(amount, currency)} in total.`;
    case 'utilization':
      return `${name} is above ${value('percent')}% of its limit.`;
    case 'goal_behind':
      return `${name} is behind schedule and needs ${money(amount, currency)} more a month.`;
    case 'pace':
      return `${name} spending is on track to go ${money(amount, currency)} over budget.`;
    default:
      return null;
  }
}

const DAYS_A_YEAR = 365;

/** Answers with the interest that all debts accrue on a day at their current balances and rates. */
export const answerDailyInterest = (_: unknown, context: AnswerContext): Answer =>
  answerInterestPerDay([], context);

/** Answers with the interest that some debts accrue on a day; all debts if no ids are given. */
export async function* answerInterestPerDay(ids: readonly string[], context: AnswerContext): Answer {
  const snapshot = await context.loadState();
  const { cards = [], debts = [] } = snapshot?.state ?? {};
  const costs = [
    ...cards.map(({ id, name, balance, apr, currency }) => ({ id, name, balance, rate: apr, currency })),
    ...debts.map(({ id, name, balance, rate, currency }) => ({ id, name, balance, rate, currency })),
  ]
    .filter((debt) => debt.balance > 0 && context.findProduct(debt))
    .filter(({ id }) => ids.length === 0 || ids.includes(id))
    .map(({ name, balance, rate, currency }) => ({
      name,
      label: `${name}, ${percent(rate)}`,
      amount: Math.round((balance * rate) / 100 / DAYS_A_YEAR) / 100,
      currency,
    }));
  const [only, another] = costs;
  if (!only) return yield text(ids.length > 0 ? "You don't owe anything on it." : "You don't have any debt.");
  const { total, currency, note } = sumInOneCurrency(costs, context);
  const who = another ? 'Your debts cost' : `${only.name} costs`;
  yield lead(`${who} about ${money(total, currency)} in interest a day.`, note);
  yield figures(
    ...costs.map(({ label, amount, currency: own }) => ({ label, amount, currency: own })),
    another ? { label: 'Total per day', amount: total, currency } : null,
  );
  yield how('Interest at the current balances.', {
    rule: 'Balance × rate ÷ 365. A card costs no interest while you pay each statement in full.',
  });
  yield choices('Which debt has the highest interest rate?');
}

/** Answers whether payments were late, from the same facts as the credit score. */
export async function* answerLatePayments(_: unknown, context: AnswerContext): Answer {
  const facts = await context.call<CreditFacts | null>('my_credit_facts');
  if (!facts)
    return yield text("You don't have a card or loan yet, so there are no payments that could be late.");
  const payments = getCreditScore(facts).parts.find(({ name }) => name === 'payments');
  yield lead(payments?.text ?? "We don't have any payments on record yet.");
  yield how('Payments on your cards, loans, and mortgages.', {
    rule: 'From your payment history, which counts for 35% of your credit score.',
  });
  yield link('Credit score', '/dashboard/credit-score');
}

type Application = {
  status: string;
  loan_type: string;
  loan_amount: number | null;
  purpose: string | null;
  submitted_at: string | null;
};

const STATUSES: Readonly<Record<string, string>> = {
  draft: 'is a draft that you haven\u2019t submitted',
  submitted: 'is waiting for a decision',
  in_review: 'is in review',
  approved: 'is approved, with an offer that you can accept',
  countered: 'has a counteroffer that you can accept',
  declined: 'was declined',
  withdrawn: 'was withdrawn',
  expired: 'has expired',
  accepted: 'is accepted and will be funded',
  funded: 'was funded',
};
const ENDED = new Set(['declined', 'withdrawn', 'expired', 'funded']);

/** Lists the loan applications with their status, newest first. */
export async function* answerApplications(_: unknown, context: AnswerContext): Answer {
  const { data } = await context.client
    .from('loan_applications')
    .select('status, loan_type, loan_amount, purpose, submitted_at')
    .order('submitted_at', { ascending: false, nullsFirst: true })
    .limit(5)
    .throwOnError();
  const applications = data as Application[];
  const [latest] = applications;
  if (!latest)
    return yield* answerNothing("You haven't applied for a loan.", 'Apply for a loan', '/loan-applications');
  const { baseCurrency: currency } = context;
  const format = ({ loan_type, loan_amount, status }: Application) =>
    `${loan_type.toLowerCase()} loan${loan_amount === null ? '' : ` of ${money(loan_amount, currency)}`} ${STATUSES[status] ?? `is ${status}`}`;
  const open = applications.filter(({ status }) => !ENDED.has(status));
  yield lead(
    open.length === 0
      ? `You don't have an open application. Your latest ${format(latest)}.`
      : `Your ${listed(open.map(format))}.`,
  );
  yield figures(
    ...applications.map(
      ({ purpose, loan_type, status, submitted_at }): Figure => ({
        label: `${purpose || loan_type.toLowerCase()}${submitted_at ? `, ${context.formatDay(context.getDay(submitted_at))}` : ''}`,
        value: status,
      }),
    ),
  );
  yield how('Your loan applications, newest first.', { rule: 'The latest five.' });
  yield link('Applications', '/applications');
}

/** Lists the people the customer pays. */
export async function* answerContacts(_: unknown, { customer }: AnswerContext): Answer {
  const { contacts } = customer;
  if (contacts.length === 0)
    return yield* answerNothing("You haven't saved any people to pay.", 'People', '/dashboard/people');
  yield lead(
    `You've saved ${counted(contacts.length, 'person', 'people')}: ${listed(contacts.map(({ name }) => name))}.`,
  );
  yield figures(...contacts.map(({ name, address }): Figure => ({ label: name, value: address ?? '' })));
  yield how('The people you can pay.', { rule: 'From your contacts.' });
  yield link('People', '/dashboard/people');
}

type CategoryRow = { category_id: string | null; category: string | null; spent: number; currency: string };

/** Answers which category's monthly spending rose or fell the most since a period. */
export async function* answerCategoryChange(
  { direction, since, until }: IntentOf<'category_change'>,
  context: AnswerContext,
): Answer {
  const thisMonth = unitAround(context.today, 'month').from ?? context.today;
  const last = { from: until?.from ?? dayText(addMonths(thisMonth, -1)) };
  const first = since.from === null ? last.from : `${since.from.slice(0, 8)}01`;
  const before = { from: first };
  const load = (month: string) => context.call<CategoryRow[]>('budget_status', { month });
  const [now, then] = await Promise.all([load(last.from), load(before.from)]);
  const changes = now.flatMap(({ category, category_id, spent, currency }) => {
    const old = then.find((row) => row.category_id === category_id)?.spent ?? 0;
    return category === null ? [] : [{ category, change: sumAmounts([spent, -old]), spent, old, currency }];
  });
  const sign = direction === 'up' ? 1 : -1;
  const [most] = changes.toSorted((a, b) => sign * (b.change - a.change));
  const lastMonth = `${getMonth(last.from)}${parseDay(last.from) >= thisMonth ? ' so far' : ''}`;
  const months = `${getMonth(before.from)} and ${lastMonth}`;
  if (!most || most.change * sign <= 0)
    return yield lead(`No category ${direction === 'up' ? 'rose' : 'fell'} between ${months}.`);
  yield lead(
    `${most.category} ${direction === 'up' ? 'rose' : 'fell'} the most: from ${money(most.old, most.currency)} in ${getMonth(before.from)} to ${money(most.spent, most.currency)} in ${lastMonth}, ${money(Math.abs(most.change), most.currency)} ${direction === 'up' ? 'more' : 'less'}.`,
  );
  yield figures(
    ...changes
      .filter(({ change }) => change !== 0)
      .toSorted((a, b) => sign * (b.change - a.change))
      .slice(0, 6)
      .map(({ category, change, currency }): Figure => ({ label: category, amount: change, currency })),
  );
  yield how(`Spending by category in ${months}.`, {
    rule: until
      ? 'Compares the two months. A positive amount means that you spent more.'
      : 'Compares the first month of the period with the last full month.',
  });
}

type Quote = { total: number; balance: number; accrued_interest: number; on_date: string; currency: string };

/** Answers with the amount that pays off a loan or mortgage on a day, as the debt's page quotes it. */
export async function* answerPayoffQuote(
  { debt, on }: IntentOf<'payoff_quote'>,
  context: AnswerContext,
): Answer {
  const product = context.findProduct(debt);
  if (!product) return yield text("We couldn't find that loan or mortgage.");
  const quote = await context.call<Quote>('payoff_quote', {
    debt_id: debt.id,
    on_date: on ?? context.customer.today,
  });
  const day = context.formatDay(quote.on_date);
  yield lead(`On ${day}, ${money(quote.total, quote.currency)} pays off ${product.name}.`);
  yield figures(
    { label: 'Payoff amount', amount: quote.total, currency: quote.currency, href: getHref(debt) },
    { label: 'Balance', amount: quote.balance, currency: quote.currency },
    { label: 'Accrued interest', amount: quote.accrued_interest, currency: quote.currency },
  );
  yield how(`Payoff quote for ${product.name} on ${day}.`, {
    rule: 'Balance on that day + interest since the last due date. There is no fee for paying early.',
  });
  yield choices(`What if I pay off ${product.name}?`);
}
