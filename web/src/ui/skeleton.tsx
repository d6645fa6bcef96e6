import { useOnline } from '@/lib/use-online';
import { classNames } from './class-names';

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-shimmer rounded-1 bg-sunken', className)} />;
}

/** Renders a placeholder for a figure with a chart below it. */
export function SkeletonChart({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" aria-label={label}>
      <Skeleton className="h-4 w-20" />
      <Skeleton className="mt-3 h-14 w-72" />
      <Skeleton className="mt-10 h-56 w-full" />
    </div>
  );
}

export function SkeletonRows({ rows = 4, label = 'Loading' }: { rows?: number; label?: string }) {
  if (!useOnline()) return <NotSaved />;
  return (
    <div role="status" aria-label={label} className="divide-y divide-line border-line border-t">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
        <div key={row} className="flex min-h-13 items-center justify-between py-3">
          <div className="flex flex-col gap-2">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3 w-24" />
          </div>
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  );
}

/** Renders a message instead of the placeholder when the browser is offline, because nothing is loading. */
function NotSaved() {
  return (
    <p role="status" className="border-line border-t py-6 text-ink-2">
      You haven't opened this before, so it isn't available offline. It will load when you reconnect.
    </p>
  );
}
