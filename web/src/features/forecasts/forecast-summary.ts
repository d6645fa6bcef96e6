import { dayText } from '@engine/calendar/calendar.ts';
import { isCashAccount } from '@engine/products/accounts/account-types.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { getToday, spendingSince } from '@/entities/household/days';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { spendingQueries } from '@/entities/household/spending-queries';
import { todaysHouseholdQuery } from '@/entities/household/todays-household';
import { afterPaint } from '@/lib/bundle/after-paint';
import { useWorkerRun } from '@/lib/workers/use-worker-runs';
import { createWorkerRunner } from '@/lib/workers/worker-runs';
import type { ForecastSummary, SummaryQuestion } from './forecast/summary';

export type { ForecastSummary, LargeEvent } from './forecast/summary';

/** Groups changes that arrive together, as at the end of a fast-forward. */
const WAIT_MS = 200;

/**
 * Returns true if the browser has workers. Without them, computing the forecast would block the dashboard.
 */
const canCompute = () => typeof Worker !== 'undefined';

const compute = createWorkerRunner<SummaryQuestion, ForecastSummary>(
  () => new Worker(new URL('./forecast/forecast-worker.ts', import.meta.url), { type: 'module' }),
  async () => {
    throw new Error('The forecast needs a worker.');
  },
);

/**
 * Returns the dashboard's forecast, which is computed in a worker after the page is painted. The summary is
 * null if there is no cash to forecast, and until it is computed for the current day and base currency. Other
 * changes keep the last summary until the next one is computed.
 */
export function useForecastSummary(customer: { id: string; base_currency: string }) {
  const isPainted = useIsPainted();
  const household = useQuery(todaysHouseholdQuery()).data;
  const hasCash =
    canCompute() &&
    (household?.accounts.some((account) => !account.closed && isCashAccount(account)) ?? false);
  const row = isPainted && household && hasCash ? household : null;
  const spending = useQuery({
    ...spendingQueries.since(customer.id, row ? spendingSince(row) : ''),
    enabled: row !== null,
  });
  const rates = useQuery({
    ...exchangeRateQueries.day(customer.base_currency, row ? dayText(getToday(row)) : ''),
    enabled: row !== null,
  });
  const [recent, todaysRates, currency] = [spending.data, rates.data, customer.base_currency];
  const question = useMemo(
    () => (row && recent && todaysRates ? { household: row, ...recent, currency, rates: todaysRates } : null),
    [row, recent, todaysRates, currency],
  );
  const { result, failed, retry } = useWorkerRun(
    question,
    async (input, signal) => (input ? compute(input, { signal }) : null),
    WAIT_MS,
  );
  const isCurrent = row !== null && result?.currency === currency && result.today === dayText(getToday(row));
  return {
    summary: isCurrent ? result : null,
    /** True if there is cash to forecast. */
    isPossible: hasCash,
    failed: failed || spending.isError || rates.isError,
    retry: () => {
      if (spending.isError) void spending.refetch();
      if (rates.isError) void rates.refetch();
      if (failed) retry();
    },
  };
}

function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let isMounted = true;
    void afterPaint().then(() => isMounted && setIsPainted(true));
    return () => {
      isMounted = false;
    };
  }, []);
  return isPainted;
}
