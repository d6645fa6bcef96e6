import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import { Toaster } from 'sonner';
import { forgetKept } from '@/lib/customer-keys';
import { forgetNotifications } from '@/lib/notifications';
import { endPush } from '@/lib/push';
import { onCustomerLeft } from '@/lib/session';
import { useTheme } from '@/lib/theme';
import { forgetAllWaiting } from '@/lib/waiting';
import { TooltipProvider } from '@/ui/tooltip';
import { forgetCopies } from './offline-copy';
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

/** Everything around the pages: cache, tooltips, toasts (their defaults are the specification's: 4000 ms, 3 visible). */
export function Surroundings({ children }: { children: ReactNode }) {
  const [theme] = useTheme();
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        {children}
        <Toaster position="top-right" theme={theme} closeButton />
      </TooltipProvider>
    </QueryClientProvider>
  );
}

/** The next person at this browser sees nothing of the last one. */
function forgetCustomer(): void {
  queryClient.clear();
  forgetNotifications();
  forgetKept();
  for (const forgetting of [forgetCopies(), forgetAllWaiting(), endPush()])
    forgetting.catch((error: unknown) =>
      console.error('Something this browser kept of the customer could not be cleared.', error),
    );
}
