import type { ReactNode } from 'react';
import { ErrorState } from './error-state';
import { Page } from './page';
import { Skeleton, SkeletonRows } from './skeleton';

/** The loading state of data, such as a query's result. */
export type QueryState<Data> = {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type LoadedProps<Data> = {
  from: QueryState<Data>;
  /** The error's title, such as "We couldn't load your accounts." */
  failure: string;
  /** The number of placeholder rows, and the text that screen readers announce for them. */
  rows?: number;
  label?: string;
  /** Replaces the placeholder rows. */
  placeholder?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Renders data once it is loaded. Before that, renders a placeholder, or an error with a retry button. */
export function Loaded<Data>({ from, failure, rows, label, placeholder, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = from;
  if (data !== undefined) return children(data);
  if (error) return <ErrorState title={failure} onRetry={() => void refetch()} busy={isFetching} />;
  return placeholder ?? <SkeletonRows rows={rows} label={label} />;
}

type LoadedPageProps<Data> = LoadedProps<Data> & { title: string; above?: ReactNode; tabs?: ReactNode };

/** Renders a page once its data is loaded. Before that, renders the title with a placeholder or an error. */
export function LoadedPage<Data>({ title, above, tabs, ...loaded }: LoadedPageProps<Data>) {
  const { from, rows, label, children } = loaded;
  if (from.data !== undefined) return children(from.data);
  return (
    <Page title={title} above={above} tabs={tabs}>
      <Loaded placeholder={<PageSkeleton rows={rows} label={label} />} {...loaded} />
    </Page>
  );
}

/** Renders a placeholder for a figure with rows below it. */
export function PageSkeleton({ rows, label }: { rows: number | undefined; label: string | undefined }) {
  return (
    <>
      <Skeleton className="mb-8 h-14 w-64" />
      <SkeletonRows rows={rows} label={label} />
    </>
  );
}

type Loading<Data extends unknown[]> = { [Index in keyof Data]: QueryState<Data[Index]> };

/**
 * Combines queries. Returns their data once all are loaded, or the error of a failed query. A retry repeats
 * only the failed queries.
 */
export function combineQueries<Data extends unknown[]>(...queries: Loading<Data>): QueryState<Data> {
  const all: readonly QueryState<unknown>[] = queries;
  const failed = all.filter(({ data, error }) => data === undefined && error);
  return {
    data: all.every(({ data }) => data !== undefined) ? (all.map(({ data }) => data) as Data) : undefined,
    error: failed[0]?.error,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const query of failed) query.refetch();
    },
  };
}
