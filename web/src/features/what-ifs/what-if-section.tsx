import { dayText, Zone } from '@engine/calendar/calendar.ts';
import { getSpending, type SpendingRow } from '@engine/forecast/history.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { getToday, spendingSince } from '@/entities/household/days';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { forecastQueries } from '@/entities/household/forecast-queries';
import { openAccounts } from '@/entities/what-if/projection';
import { useCustomer } from '@/lib/session';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { LinkButton } from '@/ui/link';
import { Skeleton } from '@/ui/skeleton';
import { WhatIfPage } from './what-if';

const NO_HISTORY: readonly SpendingRow[] = [];

/** Renders the what-ifs of the customer's household. */
export function WhatIfSection() {
  const customer = useCustomer();
  const me = useQuery(customerQueries.me());
  const household = useQuery({ ...clockQueries.household(), select: ofToday });
  const row = household.data;
  const base = me.data?.base_currency;
  const history = useHistory(customer.id, row ?? null);
  const currency = row && base ? getCurrency(row, base) : '';
  const rates = useQuery({
    ...exchangeRateQueries.day(currency, row ? dayText(getToday(row)) : ''),
    enabled: currency !== '',
  });
  const failed = [me, household, history.query, rates].find(({ error, data }) => error && data === undefined);
  if (failed)
    return (
      <ErrorState
        title="We couldn't load your household."
        onRetry={() => void failed.refetch()}
        busy={failed.isFetching}
      />
    );
  if (row === null || row?.accounts.every(({ closed }) => closed))
    return (
      <EmptyState
        title="Nothing to compare yet"
        action={
          <LinkButton to="/create-account" variant="primary">
            Open account
          </LinkButton>
        }
      >
        Open an account first. What-ifs start from your current finances.
      </EmptyState>
    );
  if (!row || !base || !history.rows || !rates.data)
    return (
      <div role="status" aria-label="Loading">
        <Skeleton className="h-14 w-64" />
        <Skeleton className="mt-10 h-64 w-full" />
      </div>
    );
  return (
    <WhatIfPage
      customerId={customer.id}
      row={row}
      currency={currency}
      rates={rates.data}
      history={history.rows}
    />
  );
}

/**
 * Returns the household at the start of its current day. The query cache returns the same object until the
 * household changes, so projections aren't recomputed needlessly.
 */
function ofToday(row: HouseholdRow | null): HouseholdRow | null {
  return row && { ...row, now: new Zone(row.time_zone).getStart(getToday(row)) };
}

/** Reads the last year's spending. Households with a spending profile don't need it. */
function useHistory(customerId: string, row: HouseholdRow | null) {
  const isNeeded = row !== null && !row.carryover.life;
  const query = useQuery({
    ...forecastQueries.spending(customerId, row ? spendingSince(row) : ''),
    enabled: isNeeded,
  });
  const { data } = query;
  const rows = useMemo(() => {
    if (!row || !isNeeded) return NO_HISTORY;
    return data && getSpending(data.transactions, data.charges, buildHouseholdState(row));
  }, [row, isNeeded, data]);
  return { query, rows };
}

/**
 * Returns the what-ifs' currency: the base currency if it has an open account, or else the first open
 * account's currency.
 */
function getCurrency(row: HouseholdRow, base: string): string {
  if (openAccounts(row, base).length > 0) return base;
  return row.accounts.find(({ closed }) => !closed)?.currency ?? base;
}
