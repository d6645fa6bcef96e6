import { useSearchParams } from 'react-router';
import type { TransactionFilter } from './queries';

const NAMES = { account: 'account', type: 'type', words: 'q', from: 'from', to: 'to' } as const;

/** The filter as it stands in the address, and a way to change parts of it. */
export function useFilter(): [TransactionFilter, (changes: Partial<TransactionFilter>) => void] {
  const [search, setSearch] = useSearchParams();
  const filter: TransactionFilter = {
    account: search.get(NAMES.account) ?? '',
    type: search.get(NAMES.type) ?? '',
    words: search.get(NAMES.words) ?? '',
    from: day(search.get(NAMES.from)),
    to: day(search.get(NAMES.to)),
  };
  function change(changes: Partial<TransactionFilter>) {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(changes)) {
          const name = NAMES[key as keyof TransactionFilter];
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  }
  return [filter, change];
}

/** What the address says is only taken when it is a day. */
function day(text: string | null): string {
  return text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}
