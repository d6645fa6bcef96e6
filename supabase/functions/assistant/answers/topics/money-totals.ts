import { currencyNote, getMonth, sumAmounts } from '../../../../../assistant/format.ts';
import { getQuery, type Side, splitByMerchant } from '../../../../../assistant/format-search.ts';
import type { Period, TopicValues, TransactionFilter } from '../../../../../assistant/intent.ts';
import { NO_FILTER } from '../../../../../assistant/parser/filter.ts';
import { addMonths, dayText, parseDay } from '../../../../../engine/calendar/calendar.ts';
import { unitAround } from '../../../../../engine/calendar/periods.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { findTransactions, loadSum, type Totals } from '../search.ts';

/** A period with both its days. `text` fits into a sentence, such as "in October 2026". */
export type Span = Period & { from: string; to: string };

/** Returns the last full months before the current one. */
export function getFullMonths(count: number, { today }: AnswerContext): Span {
  const start = unitAround(today, 'month').from;
  const [from, to] = [dayText(addMonths(start, -count)), dayText(start - 1)];
  return { from, to, text: count === 1 ? `in ${getMonth(from)}` : `in the last ${count} full months` };
}

/** Returns the current month until today. */
export const getMonthSoFar = ({ today }: AnswerContext): Span => ({
  from: dayText(unitAround(today, 'month').from),
  to: dayText(today),
  text: 'this month so far',
});

/** Returns the current year until today. */
export const getYearSoFar = ({ today }: AnswerContext): Span => ({
  from: dayText(unitAround(today, 'year').from),
  to: dayText(today),
  text: 'this year so far',
});

/** Returns the number of days before today, and today. */
export const getLastDays = (days: number, { today }: AnswerContext): Span => ({
  from: dayText(today - days + 1),
  to: dayText(today),
  text: `in the last ${days} days`,
});

/** The longest period of the bank's totals by month: ten years. */
const MAX_DAYS = 3650;

/**
 * Returns a period of the question until today, or the default. A period without a first day begins with the first
 * transaction.
 */
export async function getSpan(
  { periods }: TopicValues,
  fallback: Span,
  context: AnswerContext,
  at = 0,
): Promise<Span> {
  const stated = periods[at];
  if (!stated) return fallback;
  const { today } = context.customer;
  const from = stated.from ?? (await loadFirstDay(context)) ?? today;
  // A period that begins after today has no transactions, but it has to stay valid.
  const to = stated.to && (stated.to < today || from > today) ? stated.to : from > today ? from : today;
  const earliest = dayText(parseDay(to) - MAX_DAYS);
  return { from: from < earliest ? earliest : from, to, text: stated.text };
}

/** Returns the local day of the first transaction, or null if there is none. */
export async function loadFirstDay(context: AnswerContext): Promise<string | null> {
  const [first] = await findTransactions('sort:oldest', context, 1);
  return first ? context.getDay(first.at) : null;
}

/** Returns the filter that the names in a question describe. */
export function toFilter(
  { categories, merchants, cards, accounts }: Partial<TopicValues>,
  period: Period | null,
): TransactionFilter {
  const [merchant = null] = merchants ?? [];
  return {
    ...NO_FILTER,
    categories: merchant === null ? (categories ?? []) : [],
    merchant,
    ...(merchants && merchants.length > 1 && { merchants }),
    places: [
      ...(cards ?? []).map(({ id }) => ({ is: 'card' as const, id })),
      ...(accounts ?? []).map(({ id }) => ({ is: 'account' as const, id })),
    ],
    period,
  };
}

/** The totals of a search. `amount` is the income, or the spending minus refunds. */
export type FlowTotal = Totals & { amount: number; query: string };

/** Loads the spending or income of a filter, as the transactions page computes it. */
export async function loadFlow(
  filter: TransactionFilter,
  side: Exclude<Side, null>,
  context: AnswerContext,
): Promise<FlowTotal> {
  const queries = splitByMerchant(filter).map((part) => getQuery(part, side, context.customer));
  const totals = await loadSum(queries, context);
  const isIn = side === 'income' || side === 'in';
  const { moneyIn, moneyOut } = totals;
  const amount = sumAmounts(isIn ? [moneyIn, -moneyOut] : [moneyOut, -moneyIn]);
  return { ...totals, amount, query: queries[0] ?? '' };
}

export const SPENDING_RULE =
  "Spending includes purchases, bills, interest, and fees, minus refunds. It doesn't include transfers between your accounts, card payments, or loan principal.";

/** Returns true if amounts can be compared: those that aren't empty have the same currency. */
export const haveSameCurrency = (totals: readonly Pick<Totals, 'currency' | 'times'>[]) =>
  new Set(totals.filter(({ times }) => times > 0).map(({ currency }) => currency)).size < 2;

export type FlowRow = {
  part: string;
  is_before: boolean;
  month: string | null;
  direction: 'in' | 'out' | null;
  category: string | null;
  currency: string;
  amount: number | null;
  times: number;
};

/** Loads income and spending by month and category for a period and an earlier one, as the analytics page does. */
export async function loadFlows(
  { from, to }: Pick<Span, 'from' | 'to'>,
  context: AnswerContext,
  before = { from: dayText(parseDay(from) - 1), to: dayText(parseDay(from) - 1) },
): Promise<{ rows: FlowRow[]; note: string }> {
  const rows = await context.call<FlowRow[]>('analytics_flows', {
    from_day: from,
    to_day: to,
    before_from: before.from,
    before_to: before.to,
  });
  const getCurrencies = (kind: string) =>
    rows.flatMap(({ part, currency }) => (part === kind ? [currency] : []));
  const note = currencyNote({
    others: getCurrencies('currency'),
    leftOut: getCurrencies('left_out'),
    into: context.baseCurrency,
    rates: "each day's exchange rate",
  });
  return { rows, note };
}

export type MonthFlow = { month: string; income: number; spending: number; net: number };

/** Loads the income and spending of each month, oldest first, in the base currency. */
export async function loadMonths(
  span: Span,
  context: AnswerContext,
): Promise<{ months: MonthFlow[]; note: string }> {
  const { rows, note } = await loadFlows(span, context);
  const own = rows.filter(({ part, is_before }) => part === 'month' && !is_before);
  const months = [...new Set(own.flatMap(({ month }) => month ?? []))].toSorted().map((month) => {
    const addUp = (side: 'in' | 'out') =>
      sumAmounts(
        own.flatMap((row) => (row.month === month && row.direction === side ? [row.amount ?? 0] : [])),
      );
    const [income, spending] = [addUp('in'), addUp('out')];
    return { month, income, spending, net: sumAmounts([income, -spending]) };
  });
  return { months, note };
}

/** A purchase, bill, refund, or income. Spending is positive, and refunds are negative. */
export type SpendingRow = {
  id: string;
  day: string;
  amount: number;
  currency: string;
  base_amount: number | null;
  category: string | null;
  merchant: string | null;
  description: string | null;
  account_id: string | null;
  card_id: string | null;
  kind: string;
};

/** Loads every row of spending or income in a period, newest first, as the analytics page does. */
export const loadRows = (
  direction: 'in' | 'out',
  { from, to }: Pick<Span, 'from' | 'to'>,
  context: AnswerContext,
): Promise<SpendingRow[]> =>
  context.loadAll<SpendingRow>((first, last) =>
    context.client
      .from('spending_in_base')
      .select(
        'id, day, amount, currency, base_amount, category, merchant, description, account_id, card_id, kind',
      )
      .eq('direction', direction)
      .gte('day', from)
      .lte('day', to)
      .order('at', { ascending: false })
      .order('id')
      .range(first, last)
      .throwOnError(),
  );

export const getName = ({ merchant, description }: Pick<SpendingRow, 'merchant' | 'description'>) =>
  merchant ?? description ?? 'No name';

/** Adds up rows: in their currency if they have the same one, or else in the base currency at daily rates. */
export function sumRows(
  rows: readonly SpendingRow[],
  { baseCurrency }: AnswerContext,
): { total: number; currency: string; note: string } {
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  const [only] = currencies;
  if (only && currencies.length === 1)
    return { total: sumAmounts(rows.map(({ amount }) => amount)), currency: only, note: '' };
  const note = currencyNote({
    others: currencies,
    leftOut: [...new Set(rows.filter((row) => row.base_amount === null).map(({ currency }) => currency))],
    into: baseCurrency,
    rates: "each day's exchange rate",
  });
  return {
    total: sumAmounts(rows.map(({ base_amount }) => base_amount ?? 0)),
    currency: baseCurrency,
    note,
  };
}

/** Groups items by a key, in the order of their first appearance. */
export function groupBy<Item>(items: readonly Item[], getKey: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = getKey(item);
    const group = groups.get(key) ?? [];
    group.push(item);
    groups.set(key, group);
  }
  return [...groups];
}

/** Formats a difference as `$12.00 (8%) more`, `$12.00 (8%) less`, or `the same`. */
export function formatDifference(
  amount: number,
  before: number,
  format: (amount: number) => string,
  [more, less] = ['more', 'less'] as const,
): string {
  const change = sumAmounts([amount, -before]);
  if (change === 0) return 'the same';
  const percentage = before > 0 ? Math.round((Math.abs(change) / before) * 100) : 0;
  const share = percentage > 0 ? ` (${percentage}%)` : '';
  return `${format(Math.abs(change))}${share} ${change > 0 ? more : less}`;
}
