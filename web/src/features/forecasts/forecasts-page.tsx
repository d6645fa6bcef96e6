import { dayText } from '@engine/calendar/calendar.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { getToday, spendingSince } from '@/entities/household/days';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { forecastQueries } from '@/entities/household/forecast-queries';
import { EmptyState } from '@/ui/empty-state';
import { Segmented } from '@/ui/forms/segmented';
import { LinkButton } from '@/ui/link';
import { combineQueries, Loaded } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { Skeleton } from '@/ui/skeleton';
import { ForecastScreen } from './forecast/forecast-screen';
import { ForecastSkeleton } from './forecast/warning';

const WhatIfSection = lazy(() =>
  import('@/features/what-ifs/what-if-section').then(({ WhatIfSection }) => ({ default: WhatIfSection })),
);

const PATH = '/forecasts';
const WHAT_IF_PATH = `${PATH}/what-if`;
const SECTIONS = [
  { value: 'forecast', label: 'Forecast' },
  { value: 'what-if', label: 'What if' },
] as const;

export default function ForecastsPage() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isWhatIf = pathname === WHAT_IF_PATH || pathname.startsWith(`${WHAT_IF_PATH}/`);
  const sections = (
    <Segmented
      label="Section"
      value={isWhatIf ? 'what-if' : 'forecast'}
      onValueChange={(section) => void navigate(section === 'what-if' ? WHAT_IF_PATH : PATH)}
      options={SECTIONS}
    />
  );
  return (
    <Page title="Spending Forecasts" actions={sections} docked={false}>
      {isWhatIf ? (
        <Waiting>
          <WhatIfSection />
        </Waiting>
      ) : (
        <ForecastSection />
      )}
    </Page>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <div role="status" aria-label="Loading">
          <Skeleton className="h-14 w-64" />
          <Skeleton className="mt-10 h-64 w-full" />
        </div>
      }
    >
      {children}
    </Suspense>
  );
}

function ForecastSection() {
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
  const all = combineQueries(me, household, ...(row === null ? [] : [spending, rates]));
  if (!all.data)
    return (
      <Loaded from={all} failure="We couldn't load your forecast." placeholder={<ForecastSkeleton />}>
        {() => null}
      </Loaded>
    );
  const cash = row?.accounts.filter(({ closed, type }) => !closed && type !== 'INVESTMENT') ?? [];
  if (!row || !me.data || !spending.data || !rates.data || cash.length === 0)
    return (
      <EmptyState
        title="No cash to forecast yet"
        action={
          <LinkButton to="/create-account" variant="primary">
            Open account
          </LinkButton>
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
