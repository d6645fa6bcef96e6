import { getConditions, getMeanings, type QueryContext } from '@engine/search/meaning.ts';
import { parseTransactionQuery } from '@engine/search/transaction-query.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { accountQueries } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { customerQueries } from '@/entities/customer/queries';
import { transactionQueries } from '@/entities/transaction/queries';
import { BROWSER_TIME_ZONE, getDay } from '@/lib/dates';

/** Returns the date and the names that queries refer to. `isKnown` is false until they are loaded. */
export function useQueryContext(): { context: QueryContext; isKnown: boolean } {
  const accounts = useQuery(accountQueries.list()).data;
  const cards = useQuery(creditCardQueries.list()).data;
  const categories = useQuery(transactionQueries.categories()).data;
  const me = useQuery(customerQueries.me()).data;
  const today = getDay(me?.now ?? new Date(), me?.time_zone ?? BROWSER_TIME_ZONE);
  const context = useMemo(
    () => ({ today, places: [...(accounts ?? []), ...(cards ?? [])], categories: categories ?? [] }),
    [today, accounts, cards, categories],
  );
  return { context, isKnown: Boolean(me && accounts && cards && categories) };
}

/** Returns the conditions of a saved query; null until the names in it can be resolved. */
export function useConditions(query: string) {
  const { context, isKnown } = useQueryContext();
  return useMemo(
    () => (isKnown ? getConditions(getMeanings(parseTransactionQuery(query), context)) : null),
    [query, context, isKnown],
  );
}
