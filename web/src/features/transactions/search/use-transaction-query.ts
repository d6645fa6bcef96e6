import {
  getConditions,
  getMeanings,
  type PartMeaning,
  type TransactionConditions,
} from '@engine/search/meaning.ts';
import { LONGEST_QUERY, parseTransactionQuery, type QueryPart } from '@engine/search/transaction-query.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { accountQueries } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { customerQueries } from '@/features/settings/queries';
import { BROWSER_TIME_ZONE, getDay } from '@/lib/dates';
import { transactionQueries } from '../queries';
import { OLD_NAMES, queryOfAddress } from './old-addresses';

export type TransactionQuery = {
  /** As the customer typed it. */
  text: string;
  parts: QueryPart[];
  meanings: PartMeaning[];
  /** Null until the names in it can be resolved. */
  conditions: TransactionConditions | null;
  change: (text: string) => void;
};

/** Returns the query in the URL, and a function to change it. */
export function useTransactionQuery(): TransactionQuery {
  const [search, setSearch] = useSearchParams();
  const accounts = useQuery(accountQueries.list()).data;
  const cards = useQuery(creditCardQueries.list()).data;
  const categories = useQuery(transactionQueries.categories()).data;
  const me = useQuery(customerQueries.me()).data;
  const today = getDay(me?.now ?? new Date(), me?.time_zone ?? BROWSER_TIME_ZONE);

  return useMemo(() => {
    const context = { today, places: [...(accounts ?? []), ...(cards ?? [])], categories: categories ?? [] };
    const text = queryOfAddress(search, context);
    const parts = parseTransactionQuery(text);
    const isKnown = me && accounts && cards && categories;
    const meanings = getMeanings(parts, context);
    return {
      text,
      parts,
      meanings,
      conditions: isKnown ? getConditions(meanings) : null,
      change: (next: string) =>
        setSearch(
          (before) => {
            const after = new URLSearchParams(before);
            for (const name of ['q', ...OLD_NAMES]) after.delete(name);
            if (next.trim()) after.set('q', next.trim().slice(0, LONGEST_QUERY));
            return after;
          },
          { replace: true },
        ),
    };
  }, [search, setSearch, accounts, cards, categories, me, today]);
}
