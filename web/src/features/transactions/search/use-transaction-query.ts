import type { QueryContext } from '@engine/search/meaning.ts';
import {
  getConditions,
  getMeanings,
  type PartMeaning,
  type TransactionConditions,
} from '@engine/search/meaning.ts';
import {
  LONGEST_QUERY,
  operatorPart,
  parseTransactionQuery,
  printPart,
  type QueryPart,
} from '@engine/search/transaction-query.ts';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { withParameters } from '@/lib/navigation/search-parameters';
import { useQueryContext } from '../query-context';

export type TransactionQuery = {
  /** The query as the customer typed it. */
  text: string;
  parts: QueryPart[];
  meanings: PartMeaning[];
  /** Null until the names in the query can be resolved. */
  conditions: TransactionConditions | null;
  change: (text: string) => void;
};

/** Returns the query in the URL, and a function to change it. */
export function useTransactionQuery(): TransactionQuery {
  const [search, setSearch] = useSearchParams();
  const { context, isKnown } = useQueryContext();

  return useMemo(() => {
    const text = parseQueryFromUrl(search, context);
    const parts = parseTransactionQuery(text);
    const meanings = getMeanings(parts, context);
    return {
      text,
      parts,
      meanings,
      conditions: isKnown ? getConditions(meanings) : null,
      change: (next: string) =>
        setSearch(
          (before) => withParameters(before, { ...NO_OLD_NAMES, q: next.trim().slice(0, LONGEST_QUERY) }),
          { replace: true },
        ),
    };
  }, [search, setSearch, context, isKnown]);
}

/** The URL parameters that old links and bookmarks use instead of `q`. */
const NO_OLD_NAMES = { words: null, account: null, type: null, category: null, from: null, to: null };

/** Returns the query in a URL: `q`, or older parameters converted to the query language. */
export function parseQueryFromUrl(search: URLSearchParams, { places, categories }: QueryContext): string {
  const parts: QueryPart[] = [];
  const account = search.get('account');
  if (account) parts.push(operatorPart('account', getName(account, places)));
  const type = search.get('type');
  if (type) parts.push(operatorPart('type', type.toLowerCase().replaceAll('_', '-')));
  const category = search.get('category');
  if (category) parts.push(operatorPart('category', getName(category, categories)));
  parts.push(...getDays(day(search.get('from')), day(search.get('to'))));
  return [search.get('q'), search.get('words'), ...parts.map(printPart)]
    .filter(Boolean)
    .join(' ')
    .slice(0, LONGEST_QUERY);
}

/** Returns the product's name if it is unique, or else its id. */
function getName(id: string, named: QueryContext['places']): string {
  const name = named.find((item) => item.id === id)?.name;
  if (name === undefined || name.toLowerCase() === 'none') return id;
  const sameName = named.filter((entry) => entry.name.toLowerCase() === name.toLowerCase());
  return sameName.length === 1 ? name : id;
}

function getDays(from: string | null, to: string | null): QueryPart[] {
  if (from && to) {
    const month = from.slice(0, 7);
    const isMonth = from.endsWith('-01') && to === getLastDay(month);
    return [operatorPart('date', isMonth ? month : `${from}..${to}`)];
  }
  if (from) return [operatorPart('after', from)];
  return to ? [operatorPart('until', to)] : [];
}

function getLastDay(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`;
}

/** Returns a date from the URL, or null if it is invalid. */
function day(text: string | null): string | null {
  return text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}
