import { getConditions, getMeanings } from '@engine/search/meaning.ts';
import { LONGEST_QUERY, parseTransactionQuery } from '@engine/search/transaction-query.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { accountQueries } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { customerQueries } from '@/entities/customer/queries';
import { getTitle, transactionQueries } from '@/entities/transaction/queries';
import { TransactionIcon } from '@/entities/transaction/transaction-icon';
import { BROWSER_TIME_ZONE, formatListDate, getDay } from '@/lib/dates';
import { classNames } from '@/ui/class-names';
import { Money } from '@/ui/money';
import { getWords, rateMatch } from './match';
import { useActions } from './use-actions';
import { usePages } from './use-pages';
import { useProducts } from './use-products';

export const GROUPS = ['Actions', 'Accounts', 'Transactions', 'Pages'] as const;

/** An entry of the search. */
export type Item = {
  id: string;
  icon: ReactNode;
  label: string;
  detail?: string;
  /** More texts that match, which aren't shown. */
  keywords?: string;
  /** An amount on the right. */
  end?: ReactNode;
  /** The key sequence that does the same, such as `gd`. */
  keys?: string;
  run: () => void;
};

export type ResultGroup = { name: (typeof GROUPS)[number]; items: readonly Item[] };

/** The number of entries in each group, while a query is entered and before. */
const SHOWN = { Actions: [4, 6], Accounts: [4, 4], Transactions: [4, 0], Pages: [4, 3] } as const;

/** Returns the entries that match the query, best first. `debouncedQuery` follows the query after a pause. */
export function useResults(query: string, debouncedQuery: string, go: (path: string) => void) {
  const words = getWords(query);
  const transactions = useTransactions(debouncedQuery, go);
  const all = { Actions: useActions(go), Accounts: useProducts(go), Pages: usePages(go) };
  const groups = GROUPS.map((name): ResultGroup => {
    const [whileSearching, atFirst] = SHOWN[name];
    if (name === 'Transactions') return { name, items: words.length > 0 ? transactions.items : [] };
    const items = words.length === 0 ? all[name].slice(0, atFirst) : findItems(all[name], words);
    return { name, items: items.slice(0, words.length === 0 ? atFirst : whileSearching) };
  });
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isSearching: words.length > 0 && (query !== debouncedQuery || transactions.isSearching),
    hasFailed: transactions.hasFailed,
    readAgain: transactions.readAgain,
  };
}

export function findItems(items: readonly Item[], words: readonly string[]): Item[] {
  return items
    .map((item) => ({
      item,
      rating: rateMatch(item.label, `${item.detail ?? ''} ${item.keywords ?? ''}`, words),
    }))
    .filter(({ rating }) => rating > 0)
    .sort((left, right) => right.rating - left.rating)
    .map(({ item }) => item);
}

/** Searches transactions with the bank, which understands the same query as the transactions page. */
function useTransactions(query: string, go: (path: string) => void) {
  const accounts = useQuery(accountQueries.list()).data;
  const cards = useQuery(creditCardQueries.list()).data;
  const categories = useQuery(transactionQueries.categories()).data;
  const me = useQuery(customerQueries.me()).data;
  const zone = me?.time_zone ?? BROWSER_TIME_ZONE;
  const context = {
    today: getDay(me?.now ?? new Date(), zone),
    places: [...(accounts ?? []), ...(cards ?? [])],
    categories: categories ?? [],
  };
  const conditions = getConditions(
    getMeanings(parseTransactionQuery(query.trim().slice(0, LONGEST_QUERY)), context),
  );
  const isEnabled = query.trim() !== '' && Boolean(me && accounts && cards && categories);
  const found = useQuery({
    ...transactionQueries.page(conditions, null, SHOWN.Transactions[0]),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  const items = (isEnabled ? (found.data ?? []) : []).map((row): Item => {
    const isIn = row.direction === 'in';
    const amount = row.part_amount ?? row.amount;
    return {
      id: row.transaction_key,
      icon: <TransactionIcon kind={row.kind} direction={row.direction} categoryId={row.category_id} />,
      label: getTitle(row),
      detail: formatListDate(row.day),
      end: (
        <Money
          amount={isIn ? amount : -amount}
          currency={row.currency}
          signed
          className={classNames(isIn && 'text-positive')}
        />
      ),
      run: () =>
        go(`/transactions?${new URLSearchParams({ q: query.trim(), open: row.transaction_key }).toString()}`),
    };
  });
  return {
    items,
    isSearching: isEnabled && found.isFetching,
    hasFailed: isEnabled && found.isError,
    readAgain: () => void found.refetch(),
  };
}
