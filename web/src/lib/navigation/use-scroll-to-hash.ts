import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Scrolls to the element named in the URL hash once the content above that element has its final height. */
export function useScrollToHash(isReady: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isReady && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isReady, hash]);
}
