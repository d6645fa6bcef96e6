import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** A link to a part of a section leads there as soon as what stands above it has its height. */
export function useScrollToHash(isReady: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isReady && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isReady, hash]);
}
