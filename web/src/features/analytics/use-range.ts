import { useSearchParams } from 'react-router';
import { getRange, type Range } from './range';

/** The state in the URL: range, currency, and the category with open transactions. */
export type View = {
  range: Range;
  /** Limits the page to this currency; null for all, in the base currency. */
  only: string | null;
  /** The direction and category (`none` for uncategorized) with open transactions. */
  open: { direction: 'in' | 'out'; categoryId: string | null } | null;
};

type Changes = Partial<Record<'range' | 'from' | 'to' | 'currency' | 'rows', string | null>>;

export function useView(today: string): [View, (changes: Changes) => void] {
  const [search, setSearch] = useSearchParams();
  const [direction, categoryId] = (search.get('rows') ?? '').split(':');
  const isOpen = (direction === 'in' || direction === 'out') && categoryId;
  return [
    {
      range: getRange(search, today),
      only: search.get('currency'),
      open: isOpen ? { direction, categoryId: categoryId === 'none' ? null : categoryId } : null,
    },
    (changes) => setSearch((before) => changed(before, changes), { preventScrollReset: true }),
  ];
}

/** Returns the address with some parameters changed; null removes one. */
export function changed(before: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes))
    if (value) next.set(name, value);
    else next.delete(name);
  return next;
}

/** Returns the URL value that opens the transactions of a category. */
export const rowsKey = (direction: 'in' | 'out', categoryId: string | null) =>
  `${direction}:${categoryId ?? 'none'}`;
