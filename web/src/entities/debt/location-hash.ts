import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { type Debt, debtPath } from '@/entities/debt/data/terms';

/** Opens the dialog for the URL's hash, such as `/loans/…#payoff`, on every visit. */
export function useOpenByHash<Name>(
  dialogByHash: Record<string, Name>,
  debt: Debt,
  open: (dialog: Name) => void,
): void {
  const { hash, pathname, key } = useLocation();
  const openedKey = useRef<string>(undefined);
  useEffect(() => {
    const dialog = dialogByHash[hash];
    if (dialog === undefined || pathname !== debtPath(debt) || openedKey.current === key) return;
    openedKey.current = key;
    open(dialog);
  }, [dialogByHash, hash, pathname, key, debt, open]);
}
