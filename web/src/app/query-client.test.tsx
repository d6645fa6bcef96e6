import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountQueries } from '@/entities/account/queries';
import { accountMutations } from '@/features/accounts/mutations';
import { transferQueries } from '@/features/transfers/queries';
import { Toasts } from '@/ui/overlays/toasts';
import { queryClient } from './query-client';
import { openBank } from './testing/testing';

const bank = openBank();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    {children}
    <Toasts />
  </QueryClientProvider>
);

/** Counts the requests to a path. If `fails` is true, no request reaches the bank. */
function watch(path: string, { fails = false } = {}) {
  const seen = { requests: 0 };
  bank.interrupt((url) => {
    if (!url.pathname.endsWith(path)) return null;
    seen.requests += 1;
    return fails ? new Response('{"message": "away"}', { status: 503 }) : null;
  });
  return seen;
}

const logged = () => vi.mocked(console.error).mock.calls.map(([text]) => text);

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a request to the bank', () => {
  it('that fails to load is tried exactly twice and reported once', async () => {
    await bank.signUp();
    const seen = watch('/rest/v1/accounts', { fails: true });
    const { result } = renderHook(() => [useQuery(accountQueries.list()), useQuery(accountQueries.list())], {
      wrapper,
    });
    await waitFor(() => expect(result.current[0]?.isError).toBe(true));
    expect(seen.requests).toBe(2);
    expect(await screen.findAllByText('Failed to load accounts')).toHaveLength(1);
    expect(logged()).toEqual(['Failed to load accounts']);
  });

  it('that fails to move money is not retried and is reported once', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount();
    const seen = watch('/rest/v1/rpc/deposit', { fails: true });
    const { result } = renderHook(() => useMutation(accountMutations.deposit), { wrapper });
    act(() =>
      result.current.mutate({
        accountId: id,
        amount: 5,
        description: '',
        requestId: 'one',
        text: 'Deposit',
        currency: 'USD',
      }),
    );
    expect(await screen.findAllByText('Failed to deposit funds')).toHaveLength(1);
    expect(seen.requests).toBe(1);
    expect(logged()).toEqual(['Failed to deposit funds']);
  });

  it('that is refused is logged, without a retry or a toast', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 10 });
    const nobodys = crypto.randomUUID();
    const seen = watch('/rest/v1/rpc/quote_transfer');
    const quote = renderHook(() => useQuery(transferQueries.quote(id, nobodys, 5, 'source')), {
      wrapper,
    }).result;
    await waitFor(() => expect(quote.current.error).toMatchObject({ code: 'NTFND' }));
    expect(seen.requests).toBe(1);
    const withdraw = renderHook(() => useMutation(accountMutations.withdraw), { wrapper }).result;
    act(() =>
      withdraw.current.mutate({
        accountId: id,
        amount: 11,
        description: '',
        requestId: 'one',
        text: 'Deposit',
        currency: 'USD',
      }),
    );
    await waitFor(() => expect(withdraw.current.error).toMatchObject({ code: 'INSUF' }));
    expect(logged()).toHaveLength(2);
    expect(screen.queryByText(/^Failed to/)).toBeNull();
  });

  it('is answered from the cache for 30 seconds', async () => {
    await bank.signUp();
    const seen = watch('/rest/v1/accounts');
    const read = async () => {
      const { result, unmount } = renderHook(() => useQuery(accountQueries.list()), { wrapper });
      await waitFor(() => expect(result.current.fetchStatus).toBe('idle'));
      unmount();
    };
    await read();
    const readAt = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: readAt + 29_000 });
    await read();
    expect(seen.requests).toBe(1);
    vi.setSystemTime(readAt + 31_000);
    await read();
    expect(seen.requests).toBe(2);
  });

  it('that changes data reloads everything on screen', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount();
    const list = renderHook(() => useQuery(accountQueries.list()), { wrapper }).result;
    const deposit = renderHook(() => useMutation(accountMutations.deposit), { wrapper }).result;
    await waitFor(() => expect(list.current.data).toMatchObject([{ balance: 0 }]));
    act(() =>
      deposit.current.mutate({
        accountId: id,
        amount: 5.5,
        description: '',
        requestId: 'one',
        text: 'Deposit',
        currency: 'USD',
      }),
    );
    await waitFor(() => expect(list.current.data).toMatchObject([{ balance: 5.5 }]));
  });
});
