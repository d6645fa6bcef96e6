import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { type Debt, debtPath } from '@/entities/debt/data/terms';

/** Opens the part that the hash names, such as `/loans/…#payoff`, each time it is visited. */
export function useOpenByHash<Asked>(
  known: Record<string, Asked>,
  debt: Debt,
  ask: (asked: Asked) => void,
): void {
  const { hash, pathname, key } = useLocation();
  const answered = useRef<string>(undefined);
  useEffect(() => {
    const asked = known[hash];
    if (asked === undefined || pathname !== debtPath(debt) || answered.current === key) return;
    answered.current = key;
    ask(asked);
  }, [known, hash, pathname, key, debt, ask]);
}
