import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { getDay, setCurrentDay } from '@/lib/dates';
import { QueuedForLater } from '@/lib/offline/queue';
import { isRefusal } from '@/lib/refusals';
import { leaveEnded, renewSession } from '@/lib/session';
import { toast } from '@/lib/toast';

/** Numbers of the specification. */
const FRESH_FOR_MS = 30_000;
const COLLECTED_AFTER_MS = 5 * 60_000;
const RETRIES = 1;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { failure: string };
    mutationMeta: { failure: string };
  }
}

/** The only place that logs and toasts a failure, and that invalidates what a confirmed change made old. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_FOR_MS,
      gcTime: COLLECTED_AFTER_MS,
      retry: (failures, error) => failures < RETRIES && !isRefusal(error),
      refetchOnWindowFocus: false,
    },
    // A change is tried at once, without a network too: it is then refused or kept, never silently held.
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      tell(error, query.meta?.failure);
      // A new token says what the session has proven by now; without enough, the second factor is asked for.
      if (isRefusal(error) && error.code === 'PROOF') void renewSession();
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => tell(error, mutation.meta?.failure),
    // A bank does not guess what changed: everything on screen is read again.
    onSuccess: () => {
      void queryClient.invalidateQueries();
    },
  }),
});

// Runs before any component renders the new data, so that every date on the screen uses the same year.
queryClient.getQueryCache().subscribe(({ query }) => {
  const [entity, part] = query.queryKey;
  if (entity !== 'customers' || part !== 'me') return;
  const customer = query.state.data as { now: string; time_zone: string } | undefined;
  if (customer) setCurrentDay(getDay(customer.now, customer.time_zone));
});

/** A refusal is answered beside the field that caused it; everything else is told once, and always logged. */
function tell(error: unknown, failure: string | undefined): void {
  if (error instanceof QueuedForLater) return;
  console.error(failure ?? 'A request to the bank failed', error);
  if (isRefusal(error) && error.code === 'ENDED') void leaveEnded();
  if (failure && !isRefusal(error)) toast.error(failure, { id: failure });
}
