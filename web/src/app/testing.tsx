import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Toaster, toast } from 'sonner';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Account } from '@/features/accounts/queries';
import { forgetNotifications } from '@/lib/notifications';
import { startSession } from '@/lib/session';
import { supabase } from '@/lib/supabase';
import { TooltipProvider } from '@/ui/tooltip';
import { startTestServer, type TestServer } from '../../../server/testing.ts';
import { queryClient } from './query-client';
import { ROUTES } from './router';

/** Decides about a request before it goes to the bank: null lets it pass. */
type Interruption = (url: URL, init: RequestInit | undefined) => Response | null;

export type TestBank = {
  /** Signs a new customer up, in this browser. */
  signUp(): Promise<string>;
  signOut(): Promise<void>;
  /** Opens an account for who is signed in. */
  openAccount(opening?: {
    name?: string;
    type?: string;
    currency?: string;
    balance?: number;
  }): Promise<Account>;
  /** Renders the whole app at a path. */
  visit(path: string): Promise<{ user: ReturnType<typeof userEvent.setup>; path: () => string }>;
  /** Lets the line to the bank fail until the end of the test. */
  interrupt(interruption: Interruption): void;
};

/** The real app on the real server over a database of its own; one a file. */
export function openBank(): TestBank {
  const browserFetch = globalThis.fetch;
  let server: TestServer | undefined;
  let interruption: Interruption | undefined;
  let customers = 0;

  beforeAll(async () => {
    const bank = await startTestServer({ listen: true });
    server = bank;
    globalThis.fetch = async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : String(input), bank.url);
      return interruption?.(url, init) ?? bank.fetch(input instanceof Request ? input : url, init);
    };
    await startSession();
  });
  afterEach(async () => {
    interruption = undefined;
    toast.dismiss();
    queryClient.clear();
    forgetNotifications();
    sessionStorage.clear();
  });
  afterAll(async () => {
    await supabase.auth.signOut({ scope: 'local' });
    await supabase.removeAllChannels();
    globalThis.fetch = browserFetch;
    await server?.close();
  });

  return {
    async signUp() {
      customers += 1;
      const email = `customer-${customers}@sandbank.test`;
      const { data } = await supabase.auth.signUp({ email, password: 'four plain words here' });
      if (!data.session) throw new Error('The bank opened no session.');
      await supabase.rpc('enter', { time_zone: 'UTC' }).throwOnError();
      return data.session.user.id;
    },
    async signOut() {
      await supabase.auth.signOut({ scope: 'local' });
    },
    async openAccount({ name = 'Everyday', type = 'CHECKING', currency = 'USD', balance = 0 } = {}) {
      const opening = { name, type, currency, initial_balance: balance };
      const { data } = await supabase.rpc('open_account', opening).throwOnError();
      return data;
    },
    async visit(path) {
      const router = createMemoryRouter(ROUTES, { initialEntries: [path] });
      render(
        <QueryClientProvider client={queryClient}>
          <TooltipProvider>
            <RouterProvider router={router} />
            <Toaster />
          </TooltipProvider>
        </QueryClientProvider>,
      );
      await screen.findByRole('heading', { level: 1 }, { timeout: 15_000 });
      return { user: userEvent.setup(), path: () => router.state.location.pathname };
    },
    interrupt(next) {
      interruption = next;
    },
  };
}
