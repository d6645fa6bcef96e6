import { counted, getMonth, listed, money, sumAmounts } from '../../../../../assistant/format.ts';
import { formatFilter } from '../../../../../assistant/format-search.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { toWholeMonths } from '../../../../../assistant/parser/days.ts';
import { choices, type Figure, figures, how, link, searchHref } from '../../../../../assistant/parts.ts';
import { addMonths, dayText, parseDay } from '../../../../../engine/calendar/calendar.ts';
import { type Answer, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { formatShare } from '../amounts.ts';
import { findTransactions, loadTotals, rowsPart } from '../search.ts';
import type { TopicAnswers } from '../topics.ts';
import { getPayQuery } from './money-income.ts';
import {
  formatDifference,
  getFullMonths,
  getSpan,
  getYearSoFar,
  loadFlow,
  loadFlows,
  loadMonths,
  SPENDING_RULE,
  toFilter,
} from './money-totals.ts';

/** Lists income, spending, and the difference of each month. */
async function* answerCashFlow(values: TopicValues, context: AnswerContext): Answer {
  const span = toWholeMonths(await getSpan(values, getFullMonths(6, context), context), context.today);
  const { months, note } = await loadMonths(span, context);
  const { baseCurrency: currency } = context;
  if (months.length === 0) return yield lead(`You had no income or spending ${span.text}.`);
  const net = sumAmounts(months.map((month) => month.net));
  const positive = months.filter((month) => month.net >= 0).length;
  const [earned, spent] = [
    sumAmounts(months.map(({ income }) => income)),
    sumAmounts(months.map(({ spending }) => spending)),
  ];
  yield lead(
    `You earned ${money(earned, currency)} and spent ${money(spent, currency)} ${span.text}, ${money(Math.abs(net), currency)} ${net < 0 ? 'more than you earned' : 'less than you earned'}. You came out ahead in ${positive} of ${counted(months.length, 'month')}.`,
    note,
  );
  yield figures(
    ...months.slice(-12).flatMap(({ month, income, spending, net: left }): Figure[] => [
      { label: `${getMonth(month)}, income`, amount: income, currency },
      { label: `${getMonth(month)}, spending`, amount: -spending, currency },
      { label: `${getMonth(month)}, net`, amount: left, currency },
    ]),
    { label: 'Net in total', amount: net, currency },
  );
  yield how(`Income and spending by month ${span.text}.`, { rule: SPENDING_RULE });
  yield link('Analytics', '/analytics');
  yield choices('In which months did I spend more than I earned?');
}

/** Lists the months in which spending was above income. */
async function* answerOverspent(values: TopicValues, context: AnswerContext): Answer {
  const span = toWholeMonths(await getSpan(values, getFullMonths(12, context), context), context.today);
  const { months, note } = await loadMonths(span, context);
  const { baseCurrency: currency } = context;
  if (months.length === 0) return yield lead(`You had no income or spending ${span.text}.`);
  const over = months.filter(({ net }) => net < 0);
  const [worst] = over.toSorted((a, b) => a.net - b.net);
  yield lead(
    worst
      ? `You spent more than you earned in ${over.length} of ${counted(months.length, 'month')} ${span.text}: ${listed(over.map(({ month }) => getMonth(month)))}. The worst was ${getMonth(worst.month)}, ${money(-worst.net, currency)} over your income.`
      : `You didn't spend more than you earned in any month ${span.text}.`,
    note,
  );
  yield figures(
    ...(worst ? over : months).slice(-12).map(({ month, net }) => ({
      label: `${getMonth(month)}, income minus spending`,
      amount: net,
      currency,
    })),
  );
  yield how(`Months with more spending than income ${span.text}.`, { rule: SPENDING_RULE });
  yield link('Analytics', '/analytics');
  yield choices('Show my income and spending by month');
}

/** Lists the categories since the last paycheck. */
async function* answerSincePayday(_: TopicValues, context: AnswerContext): Answer {
  const query = getPayQuery(context);
  const [last] = await findTransactions(query, context, 1);
  if (!last) return yield lead("We can't tell, because no paycheck has arrived yet.");
  const payday = context.getDay(last.at);
  const span = { from: payday, to: context.customer.today, text: `since ${context.formatDay(payday)}` };
  const spending = await loadFlow(toFilter({}, span), 'spending', context);
  const { rows, note } = await loadFlows(span, context);
  const { baseCurrency: currency } = context;
  const categories = rows
    .filter((row) => row.part === 'category' && !row.is_before && row.direction === 'out')
    .map(({ category, amount, times }) => ({
      name: category ?? 'No category',
      amount: amount ?? 0,
      times,
    }))
    .toSorted((a, b) => b.amount - a.amount);
  const top = categories.slice(0, 3).map(({ name, amount }) => `${name} (${money(amount, currency)})`);
  yield lead(
    spending.times === 0
      ? `You haven't spent anything since your paycheck of ${money(last.amount, last.currency)} on ${context.formatDay(payday)}.`
      : `Since your paycheck of ${money(last.amount, last.currency)} on ${context.formatDay(payday)}, you spent ${money(spending.amount, spending.currency)}${top.length > 0 ? `, mostly on ${listed(top)}` : ''}.`,
    note,
  );
  yield figures(
    { label: 'Paycheck', amount: last.amount, currency: last.currency },
    {
      label: 'Spent since then',
      amount: spending.amount,
      currency: spending.currency,
      href: searchHref(spending.query),
    },
    ...categories.slice(0, 8).map(({ name, amount }) => ({ label: name, amount, currency })),
  );
  const largest = await findTransactions(`${spending.query} sort:amount`, context, 5);
  yield* rowsPart('Largest payments since payday', largest, {
    query: `${spending.query} sort:amount`,
    total: spending.times,
  });
  yield how(`Spending ${span.text}.`, { query: spending.query, rule: SPENDING_RULE });
  yield choices('When do I get paid next?');
}

/** Compares each category in the last three full months with the three months before. */
async function* answerCategoryTrend(values: TopicValues, context: AnswerContext): Answer {
  const now = getFullMonths(3, context);
  const first = addMonths(parseDay(now.from), -3);
  const before = { from: dayText(first), to: dayText(parseDay(now.from) - 1) };
  const { rows, note } = await loadFlows(now, context, before);
  const { baseCurrency: currency } = context;
  const own = rows.filter(({ part, direction }) => part === 'category' && direction === 'out');
  const amountOf = (name: string, isBefore: boolean) =>
    sumAmounts(
      own.flatMap((row) =>
        (row.category ?? 'No category') === name && row.is_before === isBefore ? [row.amount ?? 0] : [],
      ),
    );
  const namedCategories = new Set(values.categories.map(({ name }) => name));
  const names = [...new Set(own.map(({ category }) => category ?? 'No category'))];
  const all = names
    .filter((name) => namedCategories.size === 0 || namedCategories.has(name))
    .map((name) => {
      const [current, past] = [amountOf(name, false), amountOf(name, true)];
      return { name, current, past, change: sumAmounts([current, -past]) };
    })
    .toSorted((a, b) => b.current - a.current);
  if (all.length === 0)
    return yield lead(`You didn't spend anything ${now.text} or in the three months before.`);
  const format = (amount: number) => money(amount, currency);
  const top = all.slice(0, namedCategories.size > 0 ? 3 : 4);
  const parts = top.map(
    ({ name, current, past }) =>
      `${name} was ${format(current)}, ${formatDifference(current, past, format)}${current === past ? ' as' : ' than'} before`,
  );
  yield lead(
    `${now.text.replace('in', 'In')}, compared with the three months before: ${parts.join('; ')}.`,
    note,
  );
  yield figures(
    ...all
      .slice(0, 10)
      .flatMap(({ name, current, past, change }): Figure[] => [
        { label: `${name}, last three full months`, amount: current, currency },
        { label: `${name}, three months before`, amount: past, currency },
        ...(namedCategories.size > 0 ? [{ label: `${name}, change`, amount: change, currency }] : []),
      ]),
  );
  yield how('Spending by category in the last three full months and in the three before.', {
    rule: SPENDING_RULE,
  });
  yield link('Analytics', '/analytics');
}

/** Answers with the refunds in a period. */
async function* answerRefunds(values: TopicValues, context: AnswerContext): Answer {
  const span = await getSpan(values, getYearSoFar(context), context);
  // The word "refund" also names a category, but refunds keep the category of the purchase.
  const filter = toFilter({ ...values, categories: [] }, span);
  const base = await loadFlow(filter, 'in', context);
  const query = `${base.query} kind:refund,card_credit,dispute_credit`;
  const [{ times, moneyIn, currency, note }, rows, { data }] = await Promise.all([
    loadTotals(query, context),
    findTransactions(query, context),
    context.client
      .from('refunds')
      .select('amount, currency, merchant')
      .eq('status', 'expected')
      .throwOnError(),
  ]);
  const expected = data as { amount: number; currency: string; merchant: string | null }[];
  const about = formatFilter(filter, context.customer, 'in');
  const waiting =
    expected.length > 0
      ? ` ${counted(expected.length, 'refund is', 'refunds are')} still on the way: ${listed(expected.map(({ amount, currency: own, merchant }) => `${money(amount, own)}${merchant ? ` from ${merchant}` : ''}`))}.`
      : '';
  yield lead(
    `${times === 0 ? `You didn't get any refunds${about} ${span.text}.` : `You got ${money(moneyIn, currency)} back${about} ${span.text}, in ${counted(times, 'refund')}.`}${waiting}`,
    note,
  );
  if (times > 0)
    yield figures(
      { label: 'Refunds', amount: moneyIn, currency, href: searchHref(query) },
      { label: 'Number of refunds', value: String(times) },
    );
  yield* rowsPart('Refunds', rows, { query, total: times });
  yield how(`Refunds${about} ${span.text}.`, {
    query,
    rule: 'Refunds of purchases, credits on cards, and credits for disputes. They lower your spending.',
  });
}

/** Lists the spending that has no category. */
async function* answerUncategorized(values: TopicValues, context: AnswerContext): Answer {
  const span = await getSpan(values, getYearSoFar(context), context);
  const { query: base } = await loadFlow(toFilter({}, span), 'spending', context);
  const query = `${base} category:none`;
  const [totals, rows] = await Promise.all([loadTotals(query, context), findTransactions(query, context)]);
  const { times, moneyIn, moneyOut, currency, note } = totals;
  const all = await loadTotals(base, context);
  const amount = sumAmounts([moneyOut, -moneyIn]);
  const total = sumAmounts([all.moneyOut, -all.moneyIn]);
  yield lead(
    times === 0
      ? `All your spending ${span.text} has a category.`
      : `${counted(times, 'transaction has', 'transactions have')} no category ${span.text}, ${money(amount, currency)} in total${all.currency === currency ? `, ${formatShare(amount, total)} of your spending` : ''}.`,
    note,
  );
  yield* rowsPart('No category', rows, { query, total: times });
  yield how(`Spending without a category ${span.text}.`, {
    query,
    rule: 'Open a transaction to choose its category, or add a rule that does it.',
  });
  yield link('Rules', '/transactions/rules');
}

export const SPENDING_ANSWERS: TopicAnswers = {
  'cash-flow-months': answerCashFlow,
  'overspent-months': answerOverspent,
  'spending-since-payday': answerSincePayday,
  'category-trend': answerCategoryTrend,
  'refunds-received': answerRefunds,
  'uncategorized-spending': answerUncategorized,
};
