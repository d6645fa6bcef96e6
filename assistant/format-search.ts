import { parseDay } from '../engine/calendar/calendar.ts';
import { findWholeUnit } from '../engine/calendar/periods.ts';
import { joinNames } from '../engine/insights/join-names.ts';
import { operatorPart, printTransactionQuery, type QueryPart } from '../engine/search/transaction-query.ts';
import type { Bounds, CustomerContext, Period, TransactionFilter } from './intent.ts';

/**
 * The direction of a transaction search. `spending` and `income` include only transactions that count toward
 * budgets. `out` and `in` include all outflows or inflows. Null searches both directions.
 */
export type Side = 'spending' | 'income' | 'out' | 'in' | null;

/**
 * Returns a filter for each merchant, because the conditions of a search must all be met. A filter with at most
 * one merchant stays as it is.
 */
export const splitByMerchant = ({ merchants, ...filter }: TransactionFilter): TransactionFilter[] =>
  merchants ? merchants.map((merchant) => ({ ...filter, merchant })) : [filter];

/** Formats the filters as a search query for the transactions page. */
export function getQuery(
  filter: TransactionFilter,
  side: Side,
  customer: CustomerContext,
  sort?: 'amount' | 'smallest' | 'oldest',
): string {
  const { categories, merchant, excluded, isFee, contact, tag, text, places, bounds, period } = filter;
  const parts: QueryPart[] = [
    ...(side ? [operatorPart('is', side)] : []),
    ...(isFee ? [operatorPart('kind', 'fee')] : []),
    ...categories.map(({ name }) => operatorPart('category', name)),
    ...(excluded?.categories ?? []).map(({ name }) => operatorPart('category', name, true)),
    ...(excluded?.merchants ?? []).map((name) => operatorPart('merchant', name, true)),
    ...(excluded?.debts ?? []).map((name) => wordPart(name, true)),
    ...(merchant ? [operatorPart('merchant', merchant)] : []),
    ...(contact ? [operatorPart('merchant', contact.name)] : []),
    ...(tag ? [operatorPart('tag', tag)] : []),
    ...(text ? [wordPart(text)] : []),
    ...places.map((place) => placePart(place, customer)),
    ...(bounds ? boundParts(bounds) : []),
    ...(period ? periodParts(period) : []),
    ...(sort ? [operatorPart('sort', sort)] : []),
  ];
  return printTransactionQuery(parts);
}

const wordPart = (text: string, negated = false): QueryPart => ({ is: 'word', text, negated });

/**
 * Returns the part of the query that selects a product. Uses the product's name if it is unique, otherwise
 * its id. Loans and mortgages have no account filter, so their names are search words.
 */
function placePart({ is, id }: TransactionFilter['places'][number], customer: CustomerContext): QueryPart {
  const all = [...customer.accounts, ...customer.cards];
  const named = [...all, ...customer.loans, ...customer.mortgages].find((place) => place.id === id);
  if (is === 'loan' || is === 'mortgage') return wordPart(named?.name ?? id);
  const isOnly = all.filter(({ name }) => name === named?.name).length === 1;
  return operatorPart('account', isOnly && named ? named.name : id);
}

function boundParts({ from, to, above, below }: Bounds): QueryPart[] {
  if (from !== undefined && from === to) return [operatorPart('amount', `${from}`)];
  return Object.entries({ '>=': from, '<=': to, '>': above, '<': below }).flatMap(([sign, bound]) =>
    bound === undefined ? [] : [operatorPart('amount', `${sign}${bound}`)],
  );
}

function periodParts({ from, to }: Period): QueryPart[] {
  if (from && to) return [operatorPart('date', formatRange(from, to))];
  if (from) return [operatorPart('after', from)];
  return to ? [operatorPart('until', to)] : [];
}

/**
 * Formats a range of days. If the days span exactly one month, returns a month such as `2026-10`, which is
 * easier to read than two dates.
 */
function formatRange(from: string, to: string): string {
  if (from === to) return from;
  const isMonth = findWholeUnit(parseDay(from), parseDay(to)) === 'month';
  return isMonth ? from.slice(0, 7) : `${from}..${to}`;
}

/** Formats the filters as phrases for a sentence: ` on Food`, ` at Corner Grocer`, ` with Tide Card`. */
export function formatFilter(
  filter: TransactionFilter,
  customer: CustomerContext,
  direction: 'out' | 'in' | 'net',
): string {
  const { categories, merchant, merchants, isFee, contact, tag, text, places, bounds } = filter;
  const all = [...customer.accounts, ...customer.cards, ...customer.loans, ...customer.mortgages];
  const names = places.map(
    ({ id }) => all.find((place) => place.id === id)?.name ?? 'an account you no longer have',
  );
  const either = (list: readonly string[]) => joinNames(list, 'or');
  const excluded = [
    ...(filter.excluded?.categories.map(({ name }) => name) ?? []),
    ...(filter.excluded?.merchants ?? []),
    ...(filter.excluded?.debts ?? []),
  ];
  return [
    categories.length > 0
      ? ` ${direction === 'in' ? 'in' : 'on'} ${either(categories.map(({ name }) => name))}`
      : '',
    isFee ? ' in fees' : '',
    merchant ? ` ${direction === 'in' ? 'from' : 'at'} ${either(merchants ?? [merchant])}` : '',
    contact ? ` ${direction === 'in' ? 'from' : 'to'} ${contact.name}` : '',
    tag ? ` tagged #${tag}` : '',
    text ? ` for “${text}”` : '',
    names.length > 0 ? ` ${direction === 'in' ? 'into' : 'from'} ${either(names)}` : '',
    bounds ? ` of ${formatBound(bounds)}` : '',
    excluded.length > 0 ? ` excluding ${either(excluded)}` : '',
  ].join('');
}

/** Formats the filters as the subject of a sentence: `Food was`, `Fees were`, `Spending from Tide Card was`. */
export function formatSubject(
  filter: TransactionFilter,
  customer: CustomerContext,
  direction: 'out' | 'in' | 'net',
): string {
  const phrase = formatFilter(filter, customer, direction);
  if (phrase.startsWith(' in fees')) return `${phrase.replace(' in fees', 'Fees')} were`;
  const name = phrase.replace(/^ (?:on|at|in) /, '');
  const title = direction === 'in' ? 'Income' : 'Spending';
  return name === phrase ? `${title}${phrase} was` : `${name} was`;
}

function formatBound({ from, to, above, below }: Bounds): string {
  if (from !== undefined && from === to) return `exactly ${from}`;
  const low = above !== undefined ? `more than ${above}` : from !== undefined ? `at least ${from}` : null;
  const high = below !== undefined ? `less than ${below}` : to !== undefined ? `at most ${to}` : null;
  return [low, high].filter((part) => part !== null).join(' and ');
}
