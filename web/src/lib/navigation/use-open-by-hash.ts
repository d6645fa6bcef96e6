import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Opens the dialog for the URL's hash, such as `/loans/…#payoff`, on every visit of the path. */
export function useOpenByHash<Name>(
  dialogByHash: Record<string, Name>,
  path: string,
  open: (dialog: Name) => void,
): void {
  const { hash, pathname, key } = useLocation();
  const openedKey = useRef<string>(undefined);
  useEffect(() => {
    const dialog = dialogByHash[hash];
    if (dialog === undefined || pathname !== path || openedKey.current === key) return;
    openedKey.current = key;
    open(dialog);
  }, [dialogByHash, hash, pathname, key, path, open]);
}
