import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

/**
 * If the page starts no new request within `ASKS_AGAIN_WITHIN_MS` after a response, its data counts as
 * loaded. `WAITED_MS` is the longest wait.
 */
const ASKS_AGAIN_WITHIN_MS = 50;
const WAITED_MS = 3_000;

/**
 * Renders its children after the page has finished its own requests, because browsers limit parallel
 * requests.
 */
export function AfterHydration({ children }: { children: ReactNode }) {
  const [isRead, setIsRead] = useState(false);
  return isRead ? children : <Reading onRead={setIsRead} />;
}

/** Calls `onRead` once when the page has loaded its data. */
function Reading({ onRead }: { onRead: (isRead: true) => void }) {
  const isReading = useIsFetching() > 0;
  useEffect(() => {
    if (isReading) return;
    const timer = setTimeout(() => onRead(true), ASKS_AGAIN_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [isReading, onRead]);
  useEffect(() => {
    const timer = setTimeout(() => onRead(true), WAITED_MS);
    return () => clearTimeout(timer);
  }, [onRead]);
  return null;
}
