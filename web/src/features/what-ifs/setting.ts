import { dayText } from '@engine/calendar/calendar.ts';
import { getSpending, type SpendingRow } from '@engine/forecast/history.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getToday, spendingSince } from '@/entities/household/days';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { spendingQueries } from '@/entities/household/spending-queries';
import { openAccounts } from '@/entities/what-if/projection';
import { combineQueries, type QueryState } from '@/ui/loaded';

const NO_HISTORY: readonly SpendingRow[] = [];

/** Reads the past spending and today's exchange rates that projections start from. */
export function useProjectionData(customerId: string, row: HouseholdRow, currency: string) {
  const rates = useQuery(exchangeRateQueries.day(currency, dayText(getToday(row))));
  return combineQueries(useHistory(customerId, row), rates);
}

/** Reads the last year's spending. Households with a spending profile don't need it. */
function useHistory(customerId: string, row: HouseholdRow): QueryState<readonly SpendingRow[]> {
  const isNeeded = !row.carryover.life;
  const query = useQuery({
    ...spendingQueries.since(customerId, spendingSince(row)),
    enabled: isNeeded,
  });
  const { data } = query;
  const rows = useMemo(() => {
    if (!isNeeded) return NO_HISTORY;
    return data && getSpending(data.transactions, data.charges, buildHouseholdState(row));
  }, [row, isNeeded, data]);
  return { ...query, data: rows };
}

/**
 * Returns the what-ifs' currency: the base currency if the customer has an open account in it; otherwise, the
 * currency of the first open account.
 */
export function getCurrency(row: HouseholdRow, base: string): string {
  if (openAccounts(row, base).length > 0) return base;
  return row.accounts.find(({ closed }) => !closed)?.currency ?? base;
}
