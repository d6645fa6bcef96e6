import { counted, currencyNote, money, sumAmounts } from '../../../../assistant/format.ts';
import { type LedgerRow, type Part, searchHref } from '../../../../assistant/parts.ts';
import { Exchange } from '../../../../engine/money/exchange.ts';
import { toMinor } from '../../../../engine/money/minor.ts';
import { getConditions, getMeanings } from '../../../../engine/search/meaning.ts';
import { parseTransactionQuery } from '../../../../engine/search/transaction-query.ts';
import type { AnswerContext } from '../answer-context.ts';

/** The maximum number of transactions in an answer. The transactions page shows all of them. */
const SHOWN_ROWS = 8;
/** The highest number of rows that a customer can ask for. */
const MAX_STATED_ROWS = 25;
const PAGE_SIZE = 1000;

/** The fields of `search_transactions` that answers use. */
export type FoundTransaction = {
  transaction_key: string;
  date: string;
  day: string;
  amount: number;
  direction: 'in' | 'out';
  currency: string;
  type: string | null;
  description: string | null;
  merchant: string | null;
  category_id: string | null;
  account_id: string | null;
  card_id: string | null;
  base_amount: number | null;
  part_amount: number | null;
  /** The number of categories of a split transaction; 0 if the transaction isn't split. */
  parts: number;
};

/**
 * A row of `search_totals`. If `currency` is null, the row is the total of all currencies, converted at daily
 * rates.
 */
type TotalRow = {
  currency: string | null;
  times: number;
  money_in: number;
  money_out: number;
  without_rate: number;
};

/**
 * The totals of a search. If all transactions have the same currency, the totals are in that currency.
 * Otherwise, they are in the base currency at daily rates.
 */
export type Totals = {
  currency: string;
  times: number;
  moneyIn: number;
  moneyOut: number;
  /** Lists the converted currencies and the number of transactions that have no exchange rate. */
  note: string;
};

/** Parses a query in the transactions page's search language into conditions. */
const parseConditions = (query: string, { customer }: AnswerContext) =>
  getConditions(
    getMeanings(parseTransactionQuery(query), {
      today: customer.today,
      places: [...customer.accounts, ...customer.cards],
      categories: customer.categories,
    }),
  );

export async function loadTotals(query: string, context: AnswerContext): Promise<Totals> {
  const rows = await context.call<TotalRow[]>('search_totals', { query: parseConditions(query, context) });
  const currencies = rows.flatMap(({ currency }) => currency ?? []);
  const isConverted = currencies.length !== 1;
  const totals = rows.find(({ currency }) => isConverted === (currency === null));
  return {
    currency: isConverted ? context.baseCurrency : (currencies[0] ?? context.baseCurrency),
    times: totals?.times ?? 0,
    moneyIn: totals?.money_in ?? 0,
    moneyOut: totals?.money_out ?? 0,
    note: isConverted ? formatConversion(currencies, totals?.without_rate ?? 0, context) : '',
  };
}

/**
 * Adds up the totals of several searches that don't overlap. Converts them to the base currency if their
 * currencies differ.
 */
export async function loadSum(queries: readonly string[], context: AnswerContext): Promise<Totals> {
  const all = await Promise.all(queries.map((query) => loadTotals(query, context)));
  const used = all.filter(({ times }) => times > 0);
  const [first] = used;
  if (!first || used.length === 1)
    return first ?? all[0] ?? { currency: context.baseCurrency, times: 0, moneyIn: 0, moneyOut: 0, note: '' };
  const isSame = used.every(({ currency }) => currency === first.currency);
  const exchange = new Exchange(context.baseCurrency, context.customer.rates);
  const convert = (amount: number, currency: string) =>
    isSame ? amount : exchange.worth(toMinor(amount), currency) / 100;
  return {
    currency: isSame ? first.currency : context.baseCurrency,
    times: used.reduce((sum, { times }) => sum + times, 0),
    moneyIn: sumAmounts(used.map(({ moneyIn, currency }) => convert(moneyIn, currency))),
    moneyOut: sumAmounts(used.map(({ moneyOut, currency }) => convert(moneyOut, currency))),
    note: isSame ? first.note : " Amounts in other currencies are converted at today's exchange rates.",
  };
}

/** Returns the first transactions of several searches, newest first. */
export async function findInAll(
  queries: readonly string[],
  context: AnswerContext,
  limit: number | null = null,
): Promise<LedgerRow[]> {
  const found = await Promise.all(queries.map((query) => findTransactions(query, context, limit)));
  return found
    .flat()
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, Math.min(limit ?? SHOWN_ROWS, MAX_STATED_ROWS));
}

function formatConversion(currencies: string[], withoutRate: number, context: AnswerContext): string {
  const note = currencyNote({
    others: currencies,
    leftOut: [],
    into: context.baseCurrency,
    rates: "each day's exchange rate",
  });
  return withoutRate > 0
    ? `${note} ${counted(withoutRate, 'transaction')} without an exchange rate ${withoutRate === 1 ? "isn't" : "aren't"} included.`
    : note;
}

/** Returns the first transactions of a search: up to `limit`, and never more than eight. */
export async function findTransactions(
  query: string,
  context: AnswerContext,
  limit: number | null = null,
): Promise<LedgerRow[]> {
  const rows = await context.call<FoundTransaction[]>('search_transactions', {
    query: parseConditions(query, context),
    page_size: Math.min(limit ?? SHOWN_ROWS, MAX_STATED_ROWS),
  });
  return rows.map((row) => toLedgerRow(row, context));
}

/** Returns all transactions of a search, up to a limit. */
export async function findAllTransactions(
  query: string,
  context: AnswerContext,
  limit: number,
): Promise<FoundTransaction[]> {
  const rows: FoundTransaction[] = [];
  const conditions = parseConditions(query, context);
  while (rows.length < limit) {
    const last = rows.at(-1);
    const before = last
      ? { date: last.date, transaction_key: last.transaction_key, amount: countedAmount(last) }
      : null;
    const page = await context.call<FoundTransaction[]>('search_transactions', {
      query: conditions,
      before,
      page_size: PAGE_SIZE,
    });
    rows.push(...page);
    if (page.length < PAGE_SIZE) break;
  }
  return rows;
}

/** Lists transactions, with the total number and a link to all of them. */
export function* rowsPart(
  title: string,
  rows: readonly LedgerRow[],
  { query, total }: { query: string; total: number },
): Generator<Part> {
  if (rows.length > 0) yield { kind: 'rows', title, rows, total, href: searchHref(query) };
}

function toLedgerRow(row: FoundTransaction, context: AnswerContext): LedgerRow {
  return {
    id: row.transaction_key,
    source: row.card_id ? 'card' : 'account',
    at: row.date,
    title: `${getTitle(row)}${formatPrincipal(row)}`,
    category: context.customer.categories.find(({ id }) => id === row.category_id)?.name ?? null,
    place: context.findProduct({ id: row.card_id ?? row.account_id ?? '' })?.name ?? 'A closed account',
    amount: signedAmount(row),
    currency: row.currency,
  };
}

/** Returns the part of a transaction that the search counts, such as a loan payment minus its principal. */
const countedAmount = ({ part_amount, amount }: FoundTransaction) => part_amount ?? amount;

/** Returns the counted amount with a sign: positive for incoming money, negative for outgoing money. */
export const signedAmount = (row: FoundTransaction) =>
  row.direction === 'in' ? countedAmount(row) : -countedAmount(row);

/** Returns the whole payment for a loan payment of which only the part without principal counts; otherwise ''. */
const formatPrincipal = ({ amount, part_amount, parts, currency }: FoundTransaction): string =>
  part_amount === null || part_amount === amount || parts > 0
    ? ''
    : ` (${money(amount, currency)} with principal)`;

/** Returns a transaction's title: the description or merchant, or else its type. */
export function getTitle({ description, merchant, type, direction }: FoundTransaction): string {
  if (description || merchant) return description ?? merchant ?? '';
  if (type === 'TRANSFER') return direction === 'in' ? 'Transfer in' : 'Transfer out';
  return direction === 'in' ? 'Deposit' : 'Withdrawal';
}
