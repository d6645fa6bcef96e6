import { Skeleton, SkeletonRows } from '@/ui/skeleton';

export function ForecastSkeleton() {
  return (
    <div role="status" aria-label="Loading your forecast">
      <div className="grid gap-x-12 gap-y-8 sm:grid-cols-3">
        {['today', 'lowest', 'below'].map((figure) => (
          <div key={figure}>
            <Skeleton className="h-4 w-32" />
            <Skeleton className="mt-3 h-10 w-44" />
          </div>
        ))}
      </div>
      <Skeleton className="mt-10 h-72 w-full" />
      <div className="mt-12">
        <SkeletonRows rows={4} />
      </div>
    </div>
  );
}
