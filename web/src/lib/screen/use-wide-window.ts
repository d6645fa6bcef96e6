import { useSyncExternalStore } from 'react';

/** The width from which pages have a second column, as in `lg:`. */
const WIDE = '(width >= 64rem)';

const getWide = () => (typeof window.matchMedia === 'function' ? window.matchMedia(WIDE) : null);

function subscribe(onChange: () => void): () => void {
  const wide = getWide();
  wide?.addEventListener('change', onChange);
  return () => wide?.removeEventListener('change', onChange);
}

/** Returns true while the window is wide enough for a second column. */
export function useWideWindow(): boolean {
  return useSyncExternalStore(subscribe, () => getWide()?.matches ?? false);
}
