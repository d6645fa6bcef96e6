import { dayText } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { clockQueries } from '@/entities/household/clock-queries';
import { getToday, spendingSince } from '@/entities/household/days';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { spendingQueries } from '@/entities/household/spending-queries';
import type { SummaryQuestion } from './forecast/summary';
import { useForecastSummary } from './forecast-summary';

const HOUR_MS = 3_600_000;
const NOON = Date.parse('2026-03-02T12:00:00Z');

/** The runs of the worker. Each test answers them itself. */
const runs: { question: SummaryQuestion; answer: () => void }[] = [];

/** A worker that returns the currency and the day it was asked for. */
class TestWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  postMessage(question: SummaryQuestion) {
    const result = { currency: question.currency, today: dayText(getToday(question.household)) };
    runs.push({ question, answer: () => act(() => this.onmessage?.({ data: { result } })) });
  }
  terminate() {}
}

const buildRow = (now: number, balance = 100) =>
  ({
    time_zone: 'UTC',
    now,
    simulated_until: 0,
    accounts: [{ id: 'checking', type: 'CHECKING', currency: 'USD', balance, closed: false }],
  }) as HouseholdRow;

afterEach(() => {
  vi.unstubAllGlobals();
  runs.length = 0;
});

/** Renders the hook with its data in the cache, and returns a function that changes the household. */
async function renderSummary() {
  vi.stubGlobal('Worker', TestWorker);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const setRow = (row: HouseholdRow) => {
    for (const currency of ['USD', 'EUR'])
      client.setQueryData(exchangeRateQueries.day(currency, dayText(getToday(row))).queryKey, {});
    client.setQueryData(spendingQueries.since('me', spendingSince(row)).queryKey, {
      transactions: [],
      charges: [],
    });
    client.setQueryData(clockQueries.household().queryKey, row);
  };
  setRow(buildRow(NOON));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const hook = renderHook(({ currency }) => useForecastSummary({ id: 'me', base_currency: currency }), {
    wrapper,
    initialProps: { currency: 'USD' },
  });
  await waitFor(() => expect(runs).toHaveLength(1));
  runs[0]?.answer();
  await waitFor(() => expect(hook.result.current.summary?.today).toBe('2026-03-02'));
  return { ...hook, setRow: (row: HouseholdRow) => act(() => setRow(row)) };
}

it('hides the forecast of another day until the new one is computed', async () => {
  const { result, setRow } = await renderSummary();
  setRow(buildRow(NOON + 24 * HOUR_MS));
  await waitFor(() => expect(result.current.summary).toBeNull());
  await waitFor(() => expect(runs).toHaveLength(2));
  runs[1]?.answer();
  await waitFor(() => expect(result.current.summary?.today).toBe('2026-03-03'));
});

it('hides the forecast in another currency until the new one is computed', async () => {
  const { result, rerender } = await renderSummary();
  rerender({ currency: 'EUR' });
  await waitFor(() => expect(result.current.summary).toBeNull());
  await waitFor(() => expect(runs).toHaveLength(2));
  runs[1]?.answer();
  await waitFor(() => expect(result.current.summary?.currency).toBe('EUR'));
});

it('keeps the forecast while it is computed again for a new balance on the same day', async () => {
  const { result, setRow } = await renderSummary();
  setRow(buildRow(NOON, 200));
  expect(result.current.summary?.today).toBe('2026-03-02');
  await waitFor(() => expect(runs).toHaveLength(2));
  expect(runs[1]?.question.household.accounts[0]?.balance).toBe(200);
});

it('does not depend on the time of day', async () => {
  const { result, setRow } = await renderSummary();
  const { household } = runs[0]?.question ?? {};
  setRow(buildRow(NOON + HOUR_MS));
  setRow(buildRow(NOON + HOUR_MS, 200));
  await waitFor(() => expect(runs).toHaveLength(2));
  expect(runs[1]?.question.household.now).toBe(household?.now);
  expect(result.current.summary?.today).toBe('2026-03-02');
});
