import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';

/** `?ask=` in the address is asked at once, and taken out of it: a reload does not ask again. */
export function useAskedFor(ask: (question: string) => void): void {
  const [search, setSearch] = useSearchParams();
  const [waiting, setWaiting] = useState<string | null>(null);
  const wanted = search.get('ask');
  const askIt = useEffectEvent((question: string) => {
    setWaiting(null);
    ask(question);
  });
  useEffect(() => {
    if (wanted === null) return;
    setWaiting(wanted.trim() || null);
    setSearch({}, { replace: true });
  }, [wanted, setSearch]);
  useEffect(() => {
    if (waiting !== null && wanted === null) askIt(waiting);
  }, [waiting, wanted]);
}
