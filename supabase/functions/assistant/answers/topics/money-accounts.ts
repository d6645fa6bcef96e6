import { counted, getMonth, listed, money, monthsLong, sumAmounts } from '../../../../../assistant/format.ts';
import { getQuery } from '../../../../../assistant/format-search.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { NO_FILTER } from '../../../../../assistant/parser/filter.ts';
import { choices, type Figure, figures, how, link, text } from '../../../../../assistant/parts.ts';
import { dayText, lastDayOfMonth, monthsBetween, parseDay } from '../../../../../engine/calendar/calendar.ts';
import { getUpcomingUntilPayday } from '../../../../../engine/forecast/payday.ts';
import { type BudgetedCategory, computeSafeToSpend } from '../../../../../engine/insights/safe-to-spend.ts';
import { Exchange } from '../../../../../engine/money/exchange.ts';
import { toMinor } from '../../../../../engine/money/minor.ts';
import { type Answer, answerNothing, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { sumByCurrency, sumInOneCurrency } from '../amounts.ts';
import { getHref } from '../balance.ts';
import { readDayBalances } from '../history.ts';
import { loadInterest } from '../interest-postings.ts';
import { findTransactions, loadTotals, rowsPart } from '../search.ts';
import type { TopicAnswers } from '../topics.ts';
import {
  getFullMonths,
  getLastDays,
  getMonthSoFar,
  getSpan,
  haveSameCurrency,
  loadFirstDay,
  loadFlow,
} from './money-totals.ts';

const NO_ACCOUNTS = "You don't have any accounts yet. Open one first.";

function answerNoAccounts() {
  return answerNothing(NO_ACCOUNTS, 'Open an account', '/create-account');
}

/** Returns the account in a question, or else the checking account with the highest balance. */
function getAccount({ accounts }: TopicValues, context: AnswerContext) {
  const all = context.customer.accounts;
  const named = accounts.flatMap((account) => context.findAccount(account) ?? [])[0];
  const byBalance = all.toSorted((a, b) => b.balance - a.balance);
  const inBase = byBalance.filter(({ currency }) => currency === context.baseCurrency);
  return named ?? inBase.find(({ type }) => type === 'CHECKING') ?? inBase[0] ?? byBalance[0];
}

/** Judges the money until payday: cash, bills, and shortfalls. */
async function* answerVerdict(_: TopicValues, context: AnswerContext): Answer {
  const { baseCurrency: currency, customer } = context;
  const snapshot = await context.loadState();
  if (!snapshot) return yield* answerNoAccounts();
  const budgets = await context.call<BudgetedCategory[]>('budget_status');
  const estimate = computeSafeToSpend(snapshot.row, currency, budgets, customer.rates);
  if (!estimate)
    return yield text(
      `You don't have a checking account in ${currency}, so we can't tell what is left after your bills.`,
    );
  const [shortfall] = getUpcomingUntilPayday(snapshot.state, snapshot.row.now).shortfalls;
  const filter = { ...NO_FILTER, period: getFullMonths(1, context) };
  const [income, spending] = await Promise.all([
    loadFlow(filter, 'income', context),
    loadFlow(filter, 'spending', context),
  ]);
  const { cash, bills, goals, minimum, total, days, hasPayday } = estimate;
  const format = (minor: number) => money(minor / 100, currency);
  const until = hasPayday
    ? `until your next payday in ${counted(days, 'day')}`
    : `for ${counted(days, 'day')}`;
  const verdict = shortfall
    ? `Not quite. ${shortfall.name} will be ${money(shortfall.missing / 100, shortfall.currency)} short on ${context.formatDay(dayText(shortfall.day))}, before your next payday.`
    : total < 0
      ? `It's tight. You have ${format(cash)} in checking, and ${format(-total)} less than your bills, goals, and minimum balance need ${until}.`
      : `You're doing OK. You have ${format(cash)} in checking. After ${format(bills)} of bills, ${format(total)} is safe to spend ${until}.`;
  const net = sumAmounts([income.amount, -spending.amount]);
  const canCompare = haveSameCurrency([income, spending]) && income.times + spending.times > 0;
  const flow = canCompare
    ? ` ${filter.period.text.replace('in', 'In')}, you ${net < 0 ? `spent ${money(-net, spending.currency)} more than you earned` : `kept ${money(net, income.currency)} of what you earned`}.`
    : '';
  const cards = customer.cards.map(({ balance, currency: own }) => ({ amount: balance, currency: own }));
  const owed = sumInOneCurrency(cards, context);
  yield lead(`${verdict}${flow}`);
  yield figures(
    { label: 'In checking', amount: cash / 100, currency },
    { label: 'Upcoming bills', amount: -bills / 100, currency },
    goals > 0 ? { label: 'Set aside for goals', amount: -goals / 100, currency } : null,
    { label: 'Minimum balance', amount: -minimum / 100, currency },
    { label: 'Safe to spend', amount: total / 100, currency },
    cards.length > 0 ? { label: 'Owed on cards', amount: owed.total, currency: owed.currency } : null,
    canCompare
      ? { label: `Income minus spending ${filter.period.text}`, amount: net, currency: spending.currency }
      : null,
  );
  yield how(`Your checking money ${until}.`, {
    rule: `${format(cash)} in checking − ${format(bills)} of known bills − ${format(goals)} for goals − ${format(minimum)} minimum balance = ${format(total)}. Everyday purchases aren't included.`,
  });
  yield link('Forecasts', '/forecasts');
  yield choices('How much can I safely spend a day?', 'Which bills are due before my next payday?');
}

type WorthRow = { day: string; kind: string; currency: string; worth: number | null };

/** Lists the balances of all accounts, cards, loans, and mortgages. */
async function* answerAccountList(_: TopicValues, context: AnswerContext): Answer {
  const { products, baseCurrency: currency } = context;
  if (products.length === 0) return yield* answerNoAccounts();
  const accounts = products.filter(({ is }) => is === 'account');
  const debts = products.filter(({ is }) => is !== 'account');
  const sumOf = (list: typeof products) =>
    sumInOneCurrency(
      list.map((product) => ({ amount: product.balance, currency: product.currency })),
      context,
    );
  const [has, owes] = [sumOf(accounts), sumOf(debts)];
  const parts = await context.call<WorthRow[]>('net_worth_parts');
  const worth = sumAmounts(parts.map((part) => part.worth ?? 0));
  const owing =
    debts.length === 0
      ? "You don't owe anything"
      : `You owe ${money(owes.total, owes.currency)} on ${counted(debts.length, 'debt')}`;
  yield lead(
    `You have ${money(has.total, has.currency)} in ${counted(accounts.length, 'account')}. ${owing}.`,
    has.note || owes.note,
  );
  yield figures(
    ...products.map(
      (product): Figure => ({
        label: product.name,
        amount: product.is === 'account' ? product.balance : sumAmounts([-product.balance]),
        currency: product.currency,
        href: getHref(product),
      }),
    ),
    { label: 'Net worth, including homes', amount: worth, currency, href: '/analytics' },
  );
  yield how('All open accounts, cards, loans, and mortgages, as of now.', {
    rule: 'Debts are negative. Each balance is the sum of all its transactions.',
  });
  yield link('Dashboard', '/dashboard');
  yield choices('How has my net worth changed month by month?');
}

/** Adds up cash by currency. */
async function* answerMoneyByCurrency(_: TopicValues, context: AnswerContext): Answer {
  const { customer, baseCurrency } = context;
  const cash = customer.accounts.filter(({ type }) => type === 'CHECKING' || type === 'SAVINGS');
  if (cash.length === 0) return yield* answerNoAccounts();
  const amounts = cash.map(({ balance, currency }) => ({ amount: balance, currency }));
  const sums = sumByCurrency(amounts);
  const { total, note } = sumInOneCurrency(amounts, context);
  const exchange = new Exchange(baseCurrency, customer.rates);
  const [only, ...others] = sums;
  yield lead(
    others.length === 0 && only
      ? `All your cash is in ${only.currency}: ${money(only.amount, only.currency)}.`
      : `You have ${listed(sums.map(({ amount, currency }) => money(amount, currency)))} in checking and savings.${only ? ` Together, that's ${money(total, baseCurrency)}.` : ''}`,
    note,
  );
  yield figures(
    ...sums.flatMap(({ amount, currency }): Figure[] => [
      { label: currency, amount, currency },
      ...(currency !== baseCurrency && exchange.counts(currency)
        ? [
            {
              label: `${currency} in ${baseCurrency}`,
              amount: exchange.worth(toMinor(amount), currency) / 100,
              currency: baseCurrency,
            },
          ]
        : []),
    ]),
  );
  yield how('Balances of checking and savings accounts by currency, as of now.', {
    rule: "Converted at today's exchange rates. Investments and certificates of deposit aren't included.",
  });
  yield link('Dashboard', '/dashboard');
}

/** Shows the net worth at the end of each month. */
async function* answerNetWorthTrend(values: TopicValues, context: AnswerContext): Answer {
  const { baseCurrency: currency, customer } = context;
  const year = { ...getFullMonths(12, context), to: customer.today, text: 'in the last 12 months' };
  const span = await getSpan(values, year, context);
  const rows = await context.call<WorthRow[]>('net_worth_months', { from_day: span.from, to_day: span.to });
  const days = [...new Set(rows.map(({ day }) => day))].toSorted();
  const points = days.map((day) => ({
    day,
    amount: sumAmounts(rows.flatMap((row) => (row.day === day ? [row.worth ?? 0] : []))),
  }));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return yield* answerNoAccounts();
  const steps = points.slice(1).map(({ day, amount }, at) => ({
    day,
    change: sumAmounts([amount, -(points[at]?.amount ?? 0)]),
  }));
  const [best] = steps.toSorted((a, b) => b.change - a.change);
  const change = sumAmounts([last.amount, -first.amount]);
  const moved =
    change === 0
      ? 'stayed the same'
      : `${change > 0 ? 'rose' : 'fell'} by ${money(Math.abs(change), currency)}`;
  const count = steps.filter((step) => step.change > 0).length;
  yield lead(
    points.length === 1
      ? `We have only one month-end for that period. Your net worth was ${money(last.amount, currency)} on ${context.formatDay(last.day)}.`
      : `Your net worth ${moved}, from ${money(first.amount, currency)} on ${context.formatDay(first.day)} to ${money(last.amount, currency)} on ${context.formatDay(last.day)}. It rose in ${count} of ${counted(steps.length, 'month')}.`,
  );
  yield figures(
    ...points.slice(-13).map(({ day, amount }) => ({ label: context.formatDay(day), amount, currency })),
    best && best.change > 0
      ? { label: `Best month, ${getMonth(best.day)}`, amount: best.change, currency }
      : null,
  );
  yield { kind: 'course', title: 'Net worth', currency, today: customer.today, points };
  yield how(`Net worth at the end of each month ${span.text}.`, {
    rule: "Cash + investments + homes − cards − loans − mortgages, at each day's exchange rate.",
  });
  yield link('Analytics', '/analytics');
}

/** Ranks what the customer owns. */
async function* answerBiggestAsset(_: TopicValues, context: AnswerContext): Answer {
  const { baseCurrency, customer } = context;
  const exchange = new Exchange(baseCurrency, customer.rates);
  const parts = await context.call<WorthRow[]>('net_worth_parts');
  const homes = sumAmounts(parts.flatMap(({ kind, worth }) => (kind === 'property' ? [worth ?? 0] : [])));
  const mortgages = -sumAmounts(
    parts.flatMap(({ kind, worth }) => (kind === 'mortgages' ? [worth ?? 0] : [])),
  );
  const assets = [
    ...customer.accounts.map(({ id, name, balance, currency }) => ({
      name,
      amount: balance,
      currency,
      worth: exchange.worth(toMinor(balance), currency) / 100,
      href: getHref({ is: 'account', id }),
    })),
    ...(homes > 0
      ? [{ name: 'Your home', amount: homes, currency: baseCurrency, worth: homes, href: '/mortgages' }]
      : []),
  ]
    .filter(({ worth }) => worth > 0)
    .toSorted((a, b) => b.worth - a.worth);
  const [first, second] = assets;
  if (!first)
    return yield* answerNothing("You don't own anything here yet.", 'Open an account', '/create-account');
  const next = second ? ` ${second.name} comes next, with ${money(second.amount, second.currency)}.` : '';
  const isHome = first.name === 'Your home' && mortgages > 0;
  yield lead(
    `Your biggest asset is ${isHome ? 'your home' : first.name}, worth ${money(first.amount, first.currency)}${isHome ? `, with ${money(mortgages, baseCurrency)} owed on the mortgage` : ''}.${next}`,
  );
  yield figures(
    ...assets
      .slice(0, 8)
      .map(({ name, amount, currency, href }) => ({ label: name, amount, currency, href })),
  );
  yield how('Accounts and homes by value, as of now.', {
    rule: `Ranked by value in ${baseCurrency}. Debts aren't subtracted.`,
  });
  yield link('Analytics', '/analytics');
  yield choices('What is my net worth?');
}

/** Lists an account's balance at the end of each month. */
async function* answerMonthEnds(values: TopicValues, context: AnswerContext): Answer {
  const account = getAccount(values, context);
  if (!account) return yield* answerNoAccounts();
  const { id, name, currency } = account;
  const year = { ...getFullMonths(12, context), text: 'in the last 12 full months' };
  const span = await getSpan(values, year, context);
  const days = await readDayBalances(context, id, span);
  const ends = days.filter(({ day }) => day === dayText(lastDayOfMonth(parseDay(day))));
  const [first, last] = [ends[0], ends.at(-1)];
  if (!first || !last) return yield lead(`${name} has no month-end balance ${span.text}.`);
  const ordered = ends.toSorted((a, b) => b.balance - a.balance);
  const [highest, lowest] = [ordered[0] ?? first, ordered.at(-1) ?? last];
  yield lead(
    `At the end of ${getMonth(last.day)}, ${name} had ${money(last.balance, currency)}. The highest month-end balance ${span.text} was ${money(highest.balance, currency)} in ${getMonth(highest.day)}, and the lowest was ${money(lowest.balance, currency)} in ${getMonth(lowest.day)}.`,
  );
  yield figures(
    ...ends.slice(-24).map(({ day, balance }) => ({ label: getMonth(day), amount: balance, currency })),
  );
  yield how(`Balance of ${name} at the end of each month ${span.text}.`, {
    rule: 'The balance at the end of the last day of each month.',
  });
  yield link(name, getHref({ is: 'account', id }));
}

/** Answers with the mean of an account's end-of-day balances. */
async function* answerAverageBalance(values: TopicValues, context: AnswerContext): Answer {
  const account = getAccount(values, context);
  if (!account) return yield* answerNoAccounts();
  const { id, name, currency, balance } = account;
  const span = await getSpan(values, getLastDays(30, context), context);
  const days = await readDayBalances(context, id, span);
  if (days.length === 0) return yield lead(`${name} has no balance ${span.text}.`);
  const sum = sumAmounts(days.map((day) => day.balance));
  const average = Math.round((sum * 100) / days.length) / 100;
  yield lead(
    `The average balance of ${name} ${span.text} was ${money(average, currency)}, over ${counted(days.length, 'day')}. It has ${money(balance, currency)} now.`,
  );
  yield figures(
    { label: 'Average balance', amount: average, currency },
    { label: 'Now', amount: balance, currency, href: getHref({ is: 'account', id }) },
    { label: 'Days', value: String(days.length) },
  );
  yield how(`Average balance of ${name} ${span.text}.`, {
    rule: `The end-of-day balances add up to ${money(sum, currency)}, ÷ ${counted(days.length, 'day')} = ${money(average, currency)}.`,
  });
  yield choices(`What was the lowest balance of ${name} this year?`);
}

/** Answers with what came into and went out of an account in a period. */
async function* answerAccountActivity(values: TopicValues, context: AnswerContext): Answer {
  const account = getAccount(values, context);
  if (!account) return yield* answerNoAccounts();
  const { id, name, currency } = account;
  const span = await getSpan(values, getMonthSoFar(context), context);
  const before = dayText(parseDay(span.from) - 1);
  const places = [{ is: 'account' as const, id }];
  const getSide = (side: 'in' | 'out') =>
    getQuery({ ...NO_FILTER, places, period: span }, side, context.customer);
  const product = context.products.filter((item) => item.id === id);
  const [incoming, outgoing, days, interest] = await Promise.all([
    loadTotals(getSide('in'), context),
    loadTotals(getSide('out'), context),
    readDayBalances(context, id, { ...span, from: before }),
    loadInterest(product, span, context),
  ]);
  const opening = days.find(({ day }) => day === before)?.balance ?? 0;
  const closing = days.at(-1)?.balance ?? opening;
  const change = sumAmounts([closing, -opening]);
  const earned = sumAmounts(interest.map(({ amount }) => amount));
  const moved =
    change === 0 ? 'is unchanged' : `is ${money(Math.abs(change), currency)} ${change > 0 ? 'up' : 'down'}`;
  yield lead(
    `${name} ${moved} ${span.text}: ${money(incoming.moneyIn, currency)} came in and ${money(outgoing.moneyOut, currency)} went out.${earned > 0 ? ` ${money(earned, currency)} of that was interest.` : ''}`,
  );
  yield figures(
    { label: `Balance before ${context.formatDay(span.from)}`, amount: opening, currency },
    { label: 'Money in', amount: incoming.moneyIn, currency },
    { label: 'Money out', amount: -outgoing.moneyOut, currency },
    { label: 'Change', amount: change, currency },
    { label: 'Balance at the end', amount: closing, currency, href: getHref({ is: 'account', id }) },
    earned > 0 ? { label: 'Interest earned', amount: earned, currency } : null,
  );
  const query = getQuery({ ...NO_FILTER, places, period: span }, null, context.customer);
  const largest = `${query} sort:amount`;
  const rows = await findTransactions(largest, context, 5);
  yield* rowsPart(`Largest transactions in ${name}`, rows, {
    query: largest,
    total: incoming.times + outgoing.times,
  });
  yield how(`Money in and out of ${name} ${span.text}.`, {
    query,
    rule: 'Transfers between your own accounts count as money in or out of this account.',
  });
}

/** Answers with the first transaction and how long ago it was. */
async function* answerCustomerSince(_: TopicValues, context: AnswerContext): Answer {
  const [rows, day] = await Promise.all([findTransactions('sort:oldest', context, 3), loadFirstDay(context)]);
  const [first] = rows;
  if (!first || !day)
    return yield* answerNothing("You don't have any transactions yet.", 'Transactions', '/transactions');
  const months = monthsBetween(parseDay(day), context.today);
  const { times } = await loadTotals('', context);
  yield lead(
    `Your first transaction was on ${context.formatDay(day)}${months === 0 ? '' : `, about ${monthsLong(months)} ago`}: ${first.title}, ${money(Math.abs(first.amount), first.currency)} ${first.amount < 0 ? 'out' : 'in'} (${first.place}).`,
  );
  yield figures(
    { label: 'First transaction', amount: first.amount, currency: first.currency },
    { label: 'Date', value: context.formatDay(day) },
    { label: 'Transactions since then', value: String(times) },
  );
  yield* rowsPart('First transactions', rows, { query: 'sort:oldest', total: times });
  yield how('All transactions, oldest first.', {
    query: 'sort:oldest',
    rule: 'Days are simulated days. The first transaction is usually an opening balance.',
  });
}

export const ACCOUNT_ANSWERS: TopicAnswers = {
  'money-verdict': answerVerdict,
  'account-list': answerAccountList,
  'money-by-currency': answerMoneyByCurrency,
  'net-worth-trend': answerNetWorthTrend,
  'biggest-asset': answerBiggestAsset,
  'month-end-balances': answerMonthEnds,
  'average-balance': answerAverageBalance,
  'account-activity': answerAccountActivity,
  'customer-since': answerCustomerSince,
};
