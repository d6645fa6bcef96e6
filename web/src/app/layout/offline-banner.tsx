import { WifiOff } from 'lucide-react';
import { useOnline } from '../use-online';

export function OfflineBanner() {
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-center text-sm">
          <WifiOff aria-hidden className="size-4 shrink-0 text-warning" strokeWidth={1.5} />
          You're offline. Some features may be unavailable.
        </p>
      )}
    </div>
  );
}
