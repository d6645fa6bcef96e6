import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { drawerPanel } from '@/app/layout/top-bar';
import type { AccountRow } from '@/entities/account/queries';
import { forgetNotifications } from '@/entities/notification/notifications';
import { startSession } from '@/lib/session';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { Toasts } from '@/ui/overlays/toasts';
import { startTestServer, type TestServer } from '../../../../server/testing/server.ts';
import { notificationList } from '../layout/notification-bell';
import { queryClient } from '../query-client';
import { ROUTES } from '../router';

/** Handles a request before it reaches the bank. Returns null to let the request pass. */
type Interruption = (url: URL, init: RequestInit | undefined) => Response | Promise<Response> | null;

export type TestBank = {
  /** Signs up a new customer in this browser. */
  signUp(): Promise<string>;
  /** Confirms the signed-in customer's address with a mailed code. */
  confirmAddress(): Promise<void>;
  /** Returns the newest code mailed to an address. */
  newestCode(email: string): Promise<string>;
  signOut(): Promise<void>;
  openAccount(opening?: {
    name?: string;
    type?: string;
    currency?: string;
    balance?: number;
  }): Promise<AccountRow>;
  /** Renders the whole app at a path. */
  visit(path: string): Promise<{ user: ReturnType<typeof userEvent.setup>; path: () => string }>;
  /** Interrupts requests to the bank until the end of the test. */
  interrupt(interruption: Interruption): void;
};

type Line = { server: TestServer; interruption: Interruption | undefined };

/** The server and the connected app, shared by the test files of a worker. */
let line: Promise<Line> | undefined;
let customers = 0;
/** Raises the limits, because tests sign up more customers from one browser than the bank allows. */
const config = { auth: { rate_limit: { sign_in_sign_ups: 10_000, token_refresh: 10_000 } } };

async function connect(): Promise<Line> {
  const server = await startTestServer({ listen: true, config });
  const connected: Line = { server, interruption: undefined };
  const fetchElsewhere = globalThis.fetch;
  const origins = [new URL(server.url).origin, location.origin];
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), server.url);
    if (!origins.includes(url.origin)) return fetchElsewhere(input, init);
    return connected.interruption?.(url, init) ?? server.fetch(input instanceof Request ? input : url, init);
  };
  await Promise.all([startSession(), notificationList.load(), drawerPanel.load()]);
  return connected;
}

/** Opens the real app on the real server with its own database. Each test signs up its own customer. */
export function openBank(): TestBank {
  let open: Line | undefined;

  beforeAll(async () => {
    line ??= connect();
    open = await line;
  });
  afterEach(async () => {
    // Unmounts first, because a mounted page would reload the data cleared below.
    cleanup();
    if (open) open.interruption = undefined;
    toast.dismissAll();
    queryClient.clear();
    forgetNotifications();
    sessionStorage.clear();
  });
  afterAll(async () => {
    await supabase.auth.signOut({ scope: 'local' });
    await supabase.removeAllChannels();
  });

  return {
    async signUp() {
      customers += 1;
      const email = `customer-${customers}@sandbank.test`;
      const { data } = await supabase.auth.signUp({ email, password: 'four plain words here' });
      if (!data.session) throw new Error("We couldn't start a session.");
      await supabase.rpc('ensure_customer', { time_zone: 'UTC' }).throwOnError();
      return data.session.user.id;
    },
    async confirmAddress() {
      const email = (await supabase.auth.getUser()).data.user?.email ?? '';
      await supabase.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
      const token = await this.newestCode(email);
      const { error } = await supabase.auth.verifyOtp({ email, token, type: 'email' });
      if (error) throw error;
    },
    async newestCode(email) {
      if (!open) throw new Error('The bank is not open.');
      const [mail] = await open.server.context.database.owner`
        select code from platform.mails where recipient = ${email} order by id desc limit 1`;
      return mail?.code ?? '';
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
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>,
      );
      await screen.findByRole('heading', { level: 1 }, { timeout: 15_000 });
      return { user: userEvent.setup(), path: () => router.state.location.pathname };
    },
    interrupt(next) {
      if (open) open.interruption = next;
    },
  };
}
