import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

/** A page that has read one thing asks for the next within this, and is waited for no longer than that. */
const ASKS_AGAIN_WITHIN_MS = 50;
const WAITED_MS = 3_000;

/** Renders its children after the page's own reads, because browsers limit parallel requests. */
export function AfterHydration({ children }: { children: ReactNode }) {
  const [isRead, setIsRead] = useState(false);
  return isRead ? children : <Reading onRead={setIsRead} />;
}

/** Tells once when the page has read what it shows. */
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
