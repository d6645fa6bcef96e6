import { dayText } from '@engine/calendar/calendar.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { clockQueries } from '@/entities/household/clock-queries';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { customerQueries } from '@/features/settings/queries';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { forecastQueries } from '../queries';
import { getToday, spendingSince } from './days';
import { ForecastScreen } from './forecast-screen';
import { ForecastSkeleton } from './skeleton';

/** Loads the data of the cash forecast. */
export function ForecastSection() {
  const me = useQuery(customerQueries.me());
  const household = useQuery(clockQueries.household());
  const row = household.data;
  const spending = useQuery({
    ...forecastQueries.spending(me.data?.id ?? '', row ? spendingSince(row) : ''),
    enabled: Boolean(me.data && row),
  });
  const rates = useQuery({
    ...exchangeRateQueries.day(me.data?.base_currency ?? '', row ? dayText(getToday(row)) : ''),
    enabled: Boolean(me.data && row),
  });
  const all = [me, household, ...(row === null ? [] : [spending, rates])];
  if (all.some(({ data }) => data === undefined))
    return all.some(({ error, data }) => error && data === undefined) ? (
      <ErrorState
        title="We couldn't load your forecast."
        onRetry={() => all.filter(({ error }) => error).forEach((query) => void query.refetch())}
        busy={all.some(({ isFetching }) => isFetching)}
      />
    ) : (
      <ForecastSkeleton />
    );
  const cash = row?.accounts.filter(({ closed, type }) => !closed && type !== 'INVESTMENT') ?? [];
  if (!row || !me.data || !spending.data || !rates.data || cash.length === 0)
    return (
      <EmptyState
        title="No cash to forecast yet"
        action={
          <Button asChild variant="primary">
            <Link to="/create-account">Open account</Link>
          </Button>
        }
      >
        Open a checking or savings account to see your forecast.
      </EmptyState>
    );
  return (
    <ForecastScreen
      customer={me.data}
      household={row}
      cash={cash}
      transactions={spending.data.transactions}
      charges={spending.data.charges}
      rates={rates.data}
      today={dayText(getToday(row))}
    />
  );
}
