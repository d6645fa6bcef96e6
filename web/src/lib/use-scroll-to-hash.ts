import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Scrolls to the element that the URL hash names once the content above it has its final height. */
export function useScrollToHash(isReady: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isReady && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isReady, hash]);
}
