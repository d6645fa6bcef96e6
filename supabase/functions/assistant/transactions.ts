import { searchHref } from '../../../assistant/format.ts';
import type { LedgerRow, Part } from '../../../assistant/parts.ts';
import { getConditions, getMeanings } from '../../../engine/search/meaning.ts';
import { parseTransactionQuery } from '../../../engine/search/transaction-query.ts';
import type { Asking } from './asking.ts';

/** The number of transactions in an answer. The page shows all. */
const SHOWN_ROWS = 8;

/** The fields of `search_transactions` that answers need. */
export type FoundTransaction = {
  transaction_key: string;
  date: string;
  day: string;
  amount: number;
  direction: 'in' | 'out';
  currency: string;
  type: string | null;
  kind: string;
  description: string | null;
  merchant: string | null;
  category_id: string | null;
  account_id: string | null;
  card_id: string | null;
  base_amount: number | null;
  part_amount: number | null;
  /** The number of categories of a split. */
  parts: number;
};

/** A row of `search_totals`. Null is the base currency at daily rates. */
export type Total = {
  currency: string | null;
  times: number;
  money_in: number;
  money_out: number;
  without_rate: number;
};

/** A search result, in its only currency, or in the base currency at daily rates. */
export type Found = {
  currency: string;
  times: number;
  moneyIn: number;
  moneyOut: number;
  /** Currencies that were converted. */
  others: string[];
  withoutRate: number;
};

/** The filters of a query in the page's language. */
export function conditionsIn(query: string, { known }: Asking) {
  return getConditions(
    getMeanings(parseTransactionQuery(query), {
      today: known.today,
      places: [...known.accounts, ...known.cards],
      categories: known.categories,
    }),
  );
}

export async function getTotals(query: string, asking: Asking): Promise<Found> {
  const lines = await asking.call<Total[]>('search_totals', { query: conditionsIn(query, asking) });
  const own = lines.filter(({ currency }) => currency !== null);
  const only = own.length === 1 ? own[0] : undefined;
  const told = only ?? lines.find(({ currency }) => currency === null);
  return {
    currency: only?.currency ?? asking.base,
    times: told?.times ?? 0,
    moneyIn: told?.money_in ?? 0,
    moneyOut: told?.money_out ?? 0,
    others: only
      ? []
      : own.flatMap(({ currency }) => (currency && currency !== asking.base ? [currency] : [])),
    withoutRate: only ? 0 : (told?.without_rate ?? 0),
  };
}

export function findRows(query: string, asking: Asking, most = SHOWN_ROWS): Promise<FoundTransaction[]> {
  return asking.call<FoundTransaction[]>('search_transactions', {
    query: conditionsIn(query, asking),
    page_size: most,
  });
}

/** All transactions of a search up to a limit. */
export async function everyRow(query: string, asking: Asking, most = 5000): Promise<FoundTransaction[]> {
  const rows: FoundTransaction[] = [];
  const conditions = conditionsIn(query, asking);
  while (rows.length < most) {
    const last = rows.at(-1);
    const before = last
      ? { date: last.date, transaction_key: last.transaction_key, amount: countedAmount(last) }
      : null;
    const page = await asking.call<FoundTransaction[]>('search_transactions', {
      query: conditions,
      before,
      page_size: 1000,
    });
    rows.push(...page);
    if (page.length < 1000) break;
  }
  return rows;
}

/** Up to eight transactions of a search with the total number and a link to all. */
export async function rowsPart(
  title: string,
  query: string,
  total: number,
  asking: Asking,
  most = SHOWN_ROWS,
): Promise<Part[]> {
  if (total === 0) return [];
  const rows = await findRows(query, asking, Math.min(most, SHOWN_ROWS));
  return [
    { kind: 'rows', title, rows: rows.map((row) => ledgerRow(row, asking)), total, href: searchHref(query) },
  ];
}

export function ledgerRow(row: FoundTransaction, { known }: Asking): LedgerRow {
  const place = [...known.accounts, ...known.cards].find(({ id }) => id === (row.card_id ?? row.account_id));
  return {
    id: row.transaction_key,
    source: row.card_id ? 'card' : 'account',
    at: row.date,
    title: getTitle(row),
    category: known.categories.find(({ id }) => id === row.category_id)?.name ?? null,
    place: place?.name ?? 'A closed account',
    amount: row.direction === 'in' ? countedAmount(row) : -countedAmount(row),
    currency: row.currency,
  };
}

/** Returns the part of a transaction that the search counts, such as a loan payment without its principal. */
const countedAmount = ({ part_amount, amount }: FoundTransaction) => part_amount ?? amount;

/** Returns the title of a transaction: the customer's or bank's description, else its type. */
export function getTitle({ description, merchant, type, direction }: FoundTransaction): string {
  if (description || merchant) return description ?? merchant ?? '';
  if (type === 'TRANSFER') return direction === 'in' ? 'Transfer in' : 'Transfer out';
  return direction === 'in' ? 'Deposit' : 'Withdrawal';
}
