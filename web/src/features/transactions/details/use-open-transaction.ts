import { useSearchParams } from 'react-router';

/** The row whose detail is open, as it stands in the address. */
export function useOpenTransaction(): [string | null, (id: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  function open(id: string | null) {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (id) next.set('open', id);
        else next.delete('open');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return [search.get('open'), open];
}
