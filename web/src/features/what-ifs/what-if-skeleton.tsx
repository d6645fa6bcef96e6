import { Skeleton } from '@/ui/skeleton';

/** Renders the placeholder of a what-if while it loads. */
export function WhatIfSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="h-14 w-64" />
      <Skeleton className="mt-10 h-64 w-full" />
    </div>
  );
}
