import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { Toaster } from 'sonner';
import { useTheme } from '@/lib/theme';
import { TooltipProvider } from '@/ui/tooltip';
import { queryClient } from './query-client';
import { createRouter } from './router';

/** Everything around the pages: cache, tooltips, toasts (their defaults are the specification's: 4000 ms, 3 visible). */
export function App() {
  const [router] = useState(createRouter);
  const [theme] = useTheme();
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toaster position="top-right" theme={theme} closeButton />
      </TooltipProvider>
    </QueryClientProvider>
  );
}
