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
    mutationMeta: { failure: string; reloadsItself?: boolean };
  }
}

/** Logs and reports every failure, and reloads the data on screen after a change. */
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
      // Refreshes the token to get the session's current assurance level. If the level is too low, the app
      // asks for the second factor.
      if (isRefusal(error) && error.code === 'PROOF') void renewSession();
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => reportFailure(error, mutation.meta?.failure),
    // Reloads everything on screen, because the bank doesn't report what it changed.
    onSuccess: (_result, _variables, _context, { meta }) => {
      if (!meta?.reloadsItself) void queryClient.invalidateQueries();
    },
  }),
});

// Sets the current day before any component renders the new data, so that all dates are formatted with the
// same current year.
queryClient.getQueryCache().subscribe(({ query }) => {
  const [entity, part] = query.queryKey;
  if (entity !== 'customers' || part !== 'me') return;
  const customer = query.state.data as { now: string; time_zone: string } | undefined;
  if (customer) setCurrentDay(getDay(customer.now, customer.time_zone));
});

/**
 * Reports a failure. Refusals appear next to the field that caused them, and other failures show one toast.
 * All failures are logged.
 */
function reportFailure(error: unknown, failure: string | undefined): void {
  if (error instanceof QueuedForLater) return;
  console.error(failure ?? 'A request to the bank failed', error);
  if (isRefusal(error) && error.code === 'ENDED') void leaveEnded();
  if (failure && !isRefusal(error)) toast.error(failure, { id: failure });
}
