import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { getSharedCode, readSharedCode } from './share-link';

/**
 * Reads the text in the hash of the page's URL, from a link that someone shared. Calls `onRead` with null if the
 * link is damaged. `onRead` must remove the hash.
 */
export function useSharedText(onRead: (text: string | null) => void): void {
  const code = getSharedCode(useLocation().hash);
  const read = useEffectEvent(onRead);
  useEffect(() => {
    if (code === null) return;
    let isCurrent = true;
    void readSharedCode(code).then((text) => isCurrent && read(text));
    return () => {
      isCurrent = false;
    };
  }, [code]);
}
