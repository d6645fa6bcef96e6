import type { ReactNode } from 'react';
import { ErrorState } from './error-state';
import { Page } from './page';
import { Skeleton, SkeletonRows } from './skeleton';

/** The state of data that loads, such as a query. */
export type QueryState<Data> = {
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

type LoadedPageProps<Data> = LoadedProps<Data> & { title: string; above?: ReactNode };

/** Renders a page once its data is loaded; until then its title with a placeholder, or an error. */
export function LoadedPage<Data>({ title, above, ...loaded }: LoadedPageProps<Data>) {
  const { from, rows, label, children } = loaded;
  if (from.data !== undefined) return children(from.data);
  return (
    <Page title={title} above={above}>
      <Loaded placeholder={<PageSkeleton rows={rows} label={label} />} {...loaded} />
    </Page>
  );
}

/** A placeholder for a figure with rows below it. */
export function PageSkeleton({ rows, label }: { rows: number | undefined; label: string | undefined }) {
  return (
    <>
      <Skeleton className="mb-8 h-14 w-64" />
      <SkeletonRows rows={rows} label={label} />
    </>
  );
}

type Loading<Data extends unknown[]> = { [Index in keyof Data]: QueryState<Data[Index]> };

/** Combines queries: their data once all are loaded, or the error of one that isn't. Retries only those. */
export function combineQueries<Data extends unknown[]>(...queries: Loading<Data>): QueryState<Data> {
  const all: readonly QueryState<unknown>[] = queries;
  const missing = all.filter(({ data }) => data === undefined);
  return {
    data: missing.length === 0 ? (all.map(({ data }) => data) as Data) : undefined,
    error: missing.find(({ error }) => error)?.error,
    isFetching: all.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const query of missing) query.refetch();
    },
  };
}
