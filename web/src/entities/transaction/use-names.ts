import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { accountQueries } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { transactionQueries } from './queries';

/** The names that the search box can complete. */
export type KnownNames = {
  places: readonly string[];
  categories: readonly string[];
  merchants: readonly string[];
  tags: readonly string[];
};

/**
 * Returns the names of accounts, cards, and categories by id, and the names that the search box can complete.
 */
export function useNames(): { names: ReadonlyMap<string, string>; known: KnownNames } {
  const accounts = useQuery(accountQueries.list()).data;
  const cards = useQuery(creditCardQueries.list()).data;
  const categories = useQuery(transactionQueries.categories()).data;
  const terms = useQuery(transactionQueries.terms()).data;
  return useMemo(() => {
    const places = [...(accounts ?? []), ...(cards ?? [])];
    const named = [...places, ...(categories ?? [])];
    const getTerms = (kind: string) =>
      (terms ?? []).flatMap((entry) => (entry.kind === kind ? entry.term : []));
    return {
      names: new Map(named.map(({ id, name }) => [id, name])),
      known: {
        places: places.map(({ name }) => name),
        categories: (categories ?? []).map(({ name }) => name),
        merchants: getTerms('merchant'),
        tags: getTerms('tag'),
      },
    };
  }, [accounts, cards, categories, terms]);
}
