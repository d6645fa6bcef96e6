type TransactionSearch = {
  /** The text of the search, such as `is:spending "Corner Market"`. */
  query?: string;
  /** A category's id; null finds transactions without a category. */
  category?: string | null;
  /** The first and last day (`yyyy-MM-dd`). */
  from?: string;
  to?: string;
};

/** Returns the path of the transactions that match a search. */
export function getTransactionsPath({ query, category, from, to }: TransactionSearch): string {
  const parts = { q: query, category: category === null ? 'none' : category, from, to };
  const search = Object.entries(parts).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `/transactions?${search.join('&')}`;
}

/** Returns the path of income or spending transactions; `currency` limits them to one currency. */
export function getFlowPath(
  flow: 'income' | 'spending',
  { currency, ...search }: Omit<TransactionSearch, 'query'> & { currency?: string | null } = {},
): string {
  return getTransactionsPath({ query: `is:${flow}${currency ? ` currency:${currency}` : ''}`, ...search });
}

/** Quotes a name for a search. Removes quotation marks, because a search can't contain them inside quotes. */
export const quoteForSearch = (name: string) => `"${name.replaceAll('"', '')}"`;
