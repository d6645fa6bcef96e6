import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import { forgetNotifications } from '@/entities/notification/notifications';
import { clearWholeQueue } from '@/lib/offline/queue';
import type { QueuedCall } from '@/lib/offline/queue-store';
import { onCustomerLeft } from '@/lib/session';
import { removeStored } from '@/lib/storage/customer-keys';
import { toast } from '@/lib/toast';
import { Toasts } from '@/ui/overlays/toasts';
import { deleteCopies } from './offline/offline-copy';
import { queryClient } from './query-client';
import { createRouter } from './router';

export function App() {
  const [router] = useState(createRouter);
  useEffect(() => onCustomerLeft(forgetCustomer), []);
  return (
    <Surroundings>
      <RouterProvider router={router} />
    </Surroundings>
  );
}

/** Provides the query client and toasts to the router. */
export function Surroundings({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <Toasts />
    </QueryClientProvider>
  );
}

/** Clears the previous customer's data from this browser. */
function forgetCustomer(): void {
  queryClient.clear();
  forgetNotifications();
  removeStored();
  for (const forgetting of [
    deleteCopies(),
    clearWholeQueue().then(reportDiscardedCalls),
    // Turns off push notifications in this browser. Loaded separately, because few pages need it.
    import('@/entities/notification/push').then(({ endPush }) => endPush()),
  ])
    forgetting.catch((error: unknown) =>
      console.error("We couldn't clear the data stored in this browser.", error),
    );
}

/**
 * Reports that queued transactions were discarded, without details, because someone else may read the
 * message.
 */
function reportDiscardedCalls(left: readonly QueuedCall[]): void {
  const unsent = left.filter(({ tried }) => !tried).length;
  if (unsent > 0)
    toast.warning(
      unsent === 1 ? "1 pending transfer wasn't sent." : `${unsent} pending transfers weren't sent.`,
      { duration: Number.POSITIVE_INFINITY },
    );
  if (unsent < left.length)
    toast.warning('Some may have gone through. Check your transactions.', {
      duration: Number.POSITIVE_INFINITY,
    });
}
