import { counted, getWeekday, listed, money, sumAmounts } from '../../../../../assistant/format.ts';
import { formatFilter } from '../../../../../assistant/format-search.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link, searchHref } from '../../../../../assistant/parts.ts';
import { dayText, parseDay, weekday } from '../../../../../engine/calendar/calendar.ts';
import { FREE_KINDS } from '../../../../../engine/forecast/history.ts';
import { operatorPart, printTransactionQuery } from '../../../../../engine/search/transaction-query.ts';
import { type Answer, answerNothing, lead } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { findTransactions, rowsPart } from '../search.ts';
import type { TopicAnswers } from '../topics.ts';
import {
  getFullMonths,
  getLastDays,
  getName,
  getSpan,
  getYearSoFar,
  groupBy,
  loadFirstDay,
  loadFlow,
  loadRows,
  type Span,
  type SpendingRow,
  sumRows,
  toFilter,
} from './money-totals.ts';

const CARD_PURCHASES: ReadonlySet<string> = new Set(['card_charge', 'imported_charge']);

/** Returns the everyday purchases among rows: no bills, debts, interest, fees, or refunds. */
function getPurchases(rows: readonly SpendingRow[], { customer }: AnswerContext): SpendingRow[] {
  const bills = new Set(customer.scheduledPayments.flatMap(({ name, payee }) => [name, payee ?? name]));
  return rows.filter(
    ({ kind, amount, merchant, description }) =>
      amount > 0 &&
      (CARD_PURCHASES.has(kind) || (FREE_KINDS.has(kind) && !bills.has(description ?? ''))) &&
      !bills.has(merchant ?? ''),
  );
}

const merchantHref = (name: string) =>
  searchHref(`is:spending ${printTransactionQuery([operatorPart('merchant', name)])}`);

const PURCHASE_RULE =
  'Everyday purchases only: scheduled payments, debt payments, interest, fees, and refunds are left out.';

/** Compares everyday spending on weekdays with weekends. */
async function* answerWeekdays(values: TopicValues, context: AnswerContext): Answer {
  const span = await getSpan(values, getFullMonths(3, context), context);
  const purchases = getPurchases(await loadRows('out', span, context), context);
  if (purchases.length === 0) return yield lead(`You didn't make any purchases ${span.text}.`);
  const isWeekend = (day: number) => [0, 6].includes(weekday(day));
  const [first, last] = [parseDay(span.from), parseDay(span.to)];
  const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const { currency, note } = sumRows(purchases, context);
  const isBase = new Set(purchases.map((row) => row.currency)).size > 1;
  const addUp = (rows: readonly SpendingRow[]) =>
    sumAmounts(rows.map((row) => (isBase ? (row.base_amount ?? 0) : row.amount)));
  const toGroup = (isIn: (day: number) => boolean) => {
    const own = purchases.filter(({ day }) => isIn(parseDay(day)));
    const count = days.filter(isIn).length;
    const total = addUp(own);
    return {
      total,
      count,
      times: own.length,
      perDay: count > 0 ? Math.round((total * 100) / count) / 100 : 0,
    };
  };
  const weekend = toGroup(isWeekend);
  const week = toGroup((day) => !isWeekend(day));
  const more = weekend.perDay > week.perDay ? 'weekends' : 'weekdays';
  const byDay = [1, 2, 3, 4, 5, 6, 0].map((number) => ({
    label: getWeekday(dayText(days.find((day) => weekday(day) === number) ?? first)),
    amount: addUp(purchases.filter(({ day }) => weekday(parseDay(day)) === number)),
    currency,
  }));
  yield lead(
    `You spend more per day on ${more} ${span.text}: ${money(weekend.perDay, currency)} on a weekend day and ${money(week.perDay, currency)} on a weekday.`,
    note,
  );
  yield figures(
    { label: 'Weekends, total', amount: weekend.total, currency },
    { label: 'Weekdays, total', amount: week.total, currency },
    { label: 'Per weekend day', amount: weekend.perDay, currency },
    { label: 'Per weekday', amount: week.perDay, currency },
    ...(days.length >= 7 ? byDay : []),
  );
  yield how(`Purchases ${span.text} by day of the week.`, {
    rule: `${counted(weekend.count, 'weekend day')} and ${counted(week.count, 'weekday')}. Saturday and Sunday are the weekend. ${PURCHASE_RULE}`,
  });
  yield choices('On how many days did I spend nothing?');
}

/** Counts the days without an everyday purchase. */
async function* answerNoSpendDays(values: TopicValues, context: AnswerContext): Answer {
  const stated = await getSpan(values, getLastDays(30, context), context);
  const start = await loadFirstDay(context);
  if (!start) return yield lead("You don't have any transactions yet.");
  const span: Span = { ...stated, from: stated.from < start ? start : stated.from };
  const purchases = getPurchases(await loadRows('out', span, context), context);
  const spent = new Set(purchases.map(({ day }) => day));
  const [first, last] = [parseDay(span.from), parseDay(span.to)];
  const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => dayText(first + at));
  const free = days.filter((day) => !spent.has(day));
  let [longest, run, end] = [0, 0, ''];
  for (const day of days) {
    run = spent.has(day) ? 0 : run + 1;
    if (run > longest) [longest, end] = [run, day];
  }
  const latest = free.at(-1);
  yield lead(
    `You had ${counted(free.length, 'day')} without a purchase ${span.text}, of ${counted(days.length, 'day')}.${longest > 1 ? ` The longest run was ${counted(longest, 'day')}, until ${context.formatDay(end)}.` : ''}`,
  );
  yield figures(
    { label: 'Days without a purchase', value: String(free.length) },
    { label: 'Days with a purchase', value: String(days.length - free.length) },
    { label: 'Longest run', value: counted(longest, 'day') },
    latest ? { label: 'Latest day without a purchase', value: context.formatDay(latest) } : null,
  );
  yield how(`Days without a purchase ${span.text}.`, { rule: `Today counts. ${PURCHASE_RULE}` });
  yield choices('On which day did I spend the most this month?');
}

/** Ranks merchants by the number of purchases. */
async function* answerVisits(values: TopicValues, context: AnswerContext): Answer {
  const span = await getSpan(values, getYearSoFar(context), context);
  const namedCategories = new Set(values.categories.map(({ name }) => name));
  const rows = getPurchases(await loadRows('out', span, context), context).filter(
    ({ category }) => namedCategories.size === 0 || namedCategories.has(category ?? ''),
  );
  const about = formatFilter(toFilter({ categories: values.categories }, null), context.customer, 'out');
  const merchants = groupBy(rows, getName)
    .map(([name, own]) => ({ name, times: own.length, ...sumRows(own, context) }))
    .toSorted((a, b) => b.times - a.times || b.total - a.total);
  const [first, second] = merchants;
  if (!first) return yield lead(`You didn't make any purchases${about} ${span.text}.`);
  yield lead(
    `You went to ${first.name} most often ${span.text}: ${counted(first.times, 'purchase')} for ${money(first.total, first.currency)}.${second ? ` ${second.name} comes next, with ${counted(second.times, 'purchase')}.` : ''}`,
    first.note,
  );
  yield figures(
    ...merchants.slice(0, 8).map(({ name, times, total, currency }) => ({
      label: `${name}, ${counted(times, 'purchase')}`,
      amount: total,
      currency,
      href: merchantHref(name),
    })),
  );
  yield how(`Merchants by number of purchases${about} ${span.text}.`, { rule: PURCHASE_RULE });
  yield choices('Which merchants did I spend the most at this year?');
}

const MAX_HISTORY_DAYS = 3650;

/** Lists the merchants whose first purchase is in a period. */
async function* answerNewMerchants(values: TopicValues, context: AnswerContext): Answer {
  const span = await getSpan(values, getLastDays(30, context), context);
  const start = dayText(parseDay(span.to) - MAX_HISTORY_DAYS);
  const rows = await loadRows('out', { from: start, to: span.to }, context);
  // Rows are sorted by day, newest first, so the last row of a merchant is the first purchase.
  const merchants = groupBy(
    rows.filter(({ merchant }) => merchant !== null),
    getName,
  )
    .map(([name, own]) => ({ name, day: own.at(-1)?.day ?? '', times: own.length, ...sumRows(own, context) }))
    .filter(({ day }) => day >= span.from);
  const oldest = rows.at(-1)?.day ?? span.from;
  const isAllNew = oldest >= span.from;
  yield lead(
    merchants.length === 0
      ? `You didn't pay any new merchant ${span.text}.`
      : isAllNew
        ? `Your history begins ${context.formatDay(oldest)}, so all ${counted(merchants.length, 'merchant')} ${span.text} are new.`
        : `${counted(merchants.length, 'merchant was', 'merchants were')} new ${span.text}: ${listed(merchants.slice(0, 6).map(({ name, total, currency }) => `${name} (${money(total, currency)})`))}${merchants.length > 6 ? ', and others' : ''}.`,
  );
  if (merchants.length > 0)
    yield figures(
      ...merchants.slice(0, 10).map(({ name, day, total, currency }) => ({
        label: `${name}, first on ${context.formatDay(day)}`,
        amount: total,
        currency,
        href: merchantHref(name),
      })),
    );
  yield how(`Merchants with their first purchase ${span.text}.`, {
    rule: `Compared with all your purchases since ${context.formatDay(oldest)}.`,
  });
  yield choices('Was there anything unusual this month?');
}

/** Answers with the cheapest and the most expensive purchase at a merchant. */
async function* answerMerchantRange(values: TopicValues, context: AnswerContext): Answer {
  const span = await getSpan(values, getYearSoFar(context), context);
  const [merchant] = values.merchants;
  if (!merchant)
    return yield* answerNothing(
      'Name a merchant, such as a store or a restaurant.',
      'Transactions',
      '/transactions',
    );
  const filter = toFilter({ merchants: [merchant] }, span);
  const { query, times, amount, currency } = await loadFlow(filter, 'spending', context);
  const [largest, smallest] = await Promise.all([
    findTransactions(`${query} sort:amount`, context, 3),
    findTransactions(`${query} sort:smallest`, context, 1),
  ]);
  const [top] = largest;
  const [low] = smallest;
  if (!top || !low || times === 0)
    return yield lead(`You didn't spend anything at ${merchant} ${span.text}.`);
  const average = Math.round((amount * 100) / times) / 100;
  const format = (row: typeof top) =>
    `${money(Math.abs(row.amount), row.currency)} on ${context.formatDay(context.getDay(row.at))}`;
  yield lead(
    `Your most expensive purchase at ${merchant} ${span.text} was ${format(top)}. The cheapest was ${format(low)}. The average of ${counted(times, 'purchase')} was ${money(average, currency)}.`,
  );
  yield figures(
    { label: 'Most expensive', amount: Math.abs(top.amount), currency: top.currency },
    { label: 'Cheapest', amount: Math.abs(low.amount), currency: low.currency },
    { label: 'Average', amount: average, currency },
    { label: 'Purchases', value: String(times) },
    { label: 'Total', amount, currency, href: searchHref(query) },
  );
  yield* rowsPart(`Most expensive at ${merchant}`, largest, { query: `${query} sort:amount`, total: times });
  yield how(`Purchases at ${merchant} ${span.text}.`, { query });
}

const DOUBLE_DAYS = 1;

/** Lists equal charges by the same merchant within a day. */
async function* answerDoubleCharges(values: TopicValues, context: AnswerContext): Answer {
  const span = await getSpan(values, getLastDays(90, context), context);
  const namedMerchants = new Set(values.merchants);
  const rows = (await loadRows('out', span, context)).filter(
    (row) =>
      row.amount > 0 &&
      row.merchant !== null &&
      (namedMerchants.size === 0 || namedMerchants.has(row.merchant)),
  );
  const pairs = groupBy(
    rows,
    ({ merchant, amount, currency, card_id, account_id }) =>
      `${merchant}:${Math.round(amount * 100)}:${currency}:${card_id ?? account_id}`,
  ).flatMap(([, own]) =>
    own.flatMap((row, at) => {
      const other = own[at + 1];
      return other && parseDay(row.day) - parseDay(other.day) <= DOUBLE_DAYS ? [{ row, other }] : [];
    }),
  );
  const [first] = pairs;
  yield lead(
    first
      ? `Possibly. ${counted(pairs.length, 'charge looks', 'charges look')} doubled ${span.text}: ${listed(pairs.slice(0, 4).map(({ row, other }) => `${getName(row)}, ${money(row.amount, row.currency)} on ${context.formatDay(other.day)}${row.day === other.day ? ', twice that day' : ` and ${context.formatDay(row.day)}`}`))}.`
      : `No. We didn't find equal charges by the same merchant within a day ${span.text}.`,
  );
  if (first)
    yield figures(
      ...pairs.slice(0, 8).map(
        ({ row }): Figure => ({
          label: `${getName(row)}, ${context.formatDay(row.day)}`,
          amount: row.amount,
          currency: row.currency,
          href: merchantHref(getName(row)),
        }),
      ),
    );
  yield how(`Equal charges by the same merchant ${span.text}.`, {
    rule: 'Same merchant, amount, and card or account, on the same day or the next. Two equal purchases can be right, such as two tickets.',
  });
  yield link('Transactions', '/transactions');
  yield choices('How do I dispute a charge?');
}

export const PATTERN_ANSWERS: TopicAnswers = {
  'weekdays-and-weekends': answerWeekdays,
  'no-spend-days': answerNoSpendDays,
  'merchant-visits': answerVisits,
  'new-merchants': answerNewMerchants,
  'merchant-range': answerMerchantRange,
  'double-charges': answerDoubleCharges,
};
