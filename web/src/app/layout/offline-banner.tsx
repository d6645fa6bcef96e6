import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatInstant, relativeTime } from '@/lib/dates';
import { useOnline } from '@/lib/use-online';
import { oldestCopyTime, useIsUnreachable } from '../offline/offline-copy';

const LOOKED_AT_EVERY_MS = 2000;

export function OfflineBanner() {
  const online = useOnline();
  const isUnreachable = useIsUnreachable();
  return (
    <div role="status">
      {(!online || isUnreachable) && (
        <p className="flex flex-wrap items-center justify-center gap-x-2 bg-warning-soft px-4 py-2 text-center text-sm">
          <WifiOff className="size-4 shrink-0 text-warning" />
          <span>
            {online ? "Can't connect. Retrying…" : "You're offline. Some features may be unavailable."}
          </span>{' '}
          <Age />
        </p>
      )}
    </div>
  );
}

/** Renders the time since the figures on the page were last updated. */
function Age() {
  const queryClient = useQueryClient();
  const [readAt, setReadAt] = useState(() => oldestCopyTime(queryClient));
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const look = () => {
      setReadAt(oldestCopyTime(queryClient));
      setNow(new Date());
    };
    const timer = setInterval(look, LOOKED_AT_EVERY_MS);
    look();
    return () => clearInterval(timer);
  }, [queryClient]);
  if (readAt === null) return null;
  const at = new Date(readAt);
  return (
    // Screen readers announce the time once per banner, not every minute.
    <span aria-live="off">
      Last updated{' '}
      <time dateTime={at.toISOString()} title={formatInstant(at)}>
        {relativeTime(at, now)}
      </time>
      .
    </span>
  );
}
