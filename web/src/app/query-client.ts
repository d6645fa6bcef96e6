import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { getDay, setCurrentDay } from '@/lib/dates';
import { QueuedForLater } from '@/lib/offline/queue';
import { isRefusal } from '@/lib/refusals';
import { leaveEnded, renewSession } from '@/lib/session';
import { toast } from '@/lib/toast';

/** Required by the specification. */
const FRESH_FOR_MS = 30_000;
const COLLECTED_AFTER_MS = 5 * 60_000;
const RETRIES = 1;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { failure: string };
    mutationMeta: { failure: string };
  }
}

/** Logs and reports every failure, and invalidates the queries that a change affects. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_FOR_MS,
      gcTime: COLLECTED_AFTER_MS,
      retry: (failures, error) => failures < RETRIES && !isRefusal(error),
      refetchOnWindowFocus: false,
    },
    // Changes run immediately, even offline, so that they are refused or queued instead of paused.
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      reportFailure(error, query.meta?.failure);
      // Refreshes the token to learn the session's current assurance level. Without enough, asks for the
      // second factor.
      if (isRefusal(error) && error.code === 'PROOF') void renewSession();
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => reportFailure(error, mutation.meta?.failure),
    // Reloads everything on screen, because the app doesn't know what the bank changed.
    onSuccess: () => {
      void queryClient.invalidateQueries();
    },
  }),
});

// Runs before any component renders the new data, so that all dates use the same year.
queryClient.getQueryCache().subscribe(({ query }) => {
  const [entity, part] = query.queryKey;
  if (entity !== 'customers' || part !== 'me') return;
  const customer = query.state.data as { now: string; time_zone: string } | undefined;
  if (customer) setCurrentDay(getDay(customer.now, customer.time_zone));
});

/** Refusals appear beside the field that caused them. Other failures show one toast. All are logged. */
function reportFailure(error: unknown, failure: string | undefined): void {
  if (error instanceof QueuedForLater) return;
  console.error(failure ?? 'A request to the bank failed', error);
  if (isRefusal(error) && error.code === 'ENDED') void leaveEnded();
  if (failure && !isRefusal(error)) toast.error(failure, { id: failure });
}
