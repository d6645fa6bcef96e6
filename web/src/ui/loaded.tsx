import type { ReactNode } from 'react';
import { ErrorState } from './error-state';
import { SkeletonRows } from './skeleton';

/** The state of data that loads, such as a query. */
type QueryState<Data> = {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type LoadedProps<Data> = {
  from: QueryState<Data>;
  /** The title of the error: "We couldn't load your accounts." */
  failure: string;
  /** The number of placeholder rows, and what they announce. */
  rows?: number;
  label?: string;
  /** Replaces the placeholder rows. */
  placeholder?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Renders data once it is loaded; until then a placeholder, or an error with a retry button. */
export function Loaded<Data>({ from, failure, rows, label, placeholder, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = from;
  if (data !== undefined) return children(data);
  if (error) return <ErrorState title={failure} onRetry={() => void refetch()} busy={isFetching} />;
  return placeholder ?? <SkeletonRows rows={rows} label={label} />;
}
