import type { ReactNode } from 'react';
import { ErrorState } from './error-state';
import { SkeletonRows } from './skeleton';

type QueryContentProps<Data> = {
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  /** The title of a failure: "We couldn't load your loans." */
  failure: string;
  /** Placeholder rows while it loads. */
  rows?: number;
  /** Another placeholder. */
  placeholder?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Renders the data of a query: a placeholder while it loads, and a retry button if it failed. */
export function QueryContent<Data>({
  query: { data, error, isFetching, refetch },
  failure,
  rows = 4,
  placeholder = <SkeletonRows rows={rows} />,
  children,
}: QueryContentProps<Data>) {
  if (data !== undefined) return children(data);
  if (error) return <ErrorState title={failure} onRetry={() => void refetch()} busy={isFetching} />;
  return placeholder;
}
