import { dayText } from '@engine/calendar/calendar.ts';
import { isCashAccount } from '@engine/products/accounts/account-types.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { getToday, spendingSince } from '@/entities/household/days';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { spendingQueries } from '@/entities/household/spending-queries';
import { EmptyState } from '@/ui/empty-state';
import { ExampleCurve } from '@/ui/examples';
import { LinkButton } from '@/ui/link';
import { combineQueries, Loaded } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { SkeletonChart } from '@/ui/skeleton';
import { Tabs } from '@/ui/tabs';
import { ForecastScreen } from './forecast/forecast-screen';
import { ForecastSkeleton } from './forecast/warning';

const WhatIfSection = lazy(() =>
  import('@/features/what-ifs/what-if-section').then(({ WhatIfSection }) => ({ default: WhatIfSection })),
);

const RetirementSection = lazy(async () => ({
  default: (await import('@/features/retirement/retirement-section')).RetirementSection,
}));

const WHAT_IF_PATH = '/forecasts/what-if';
const RETIREMENT_PATH = '/forecasts/retirement';
const TABS = [
  { to: '/forecasts', label: 'Forecast' },
  { to: WHAT_IF_PATH, label: 'What if' },
  { to: RETIREMENT_PATH, label: 'Retirement' },
] as const;
const TITLES = {
  '/forecasts': 'Spending forecasts',
  [WHAT_IF_PATH]: 'What if',
  [RETIREMENT_PATH]: 'Retirement',
} as const;

export default function ForecastsPage() {
  const { pathname } = useLocation();
  const isIn = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  const { to: current } = TABS.findLast(({ to }) => isIn(to)) ?? TABS[0];
  return (
    <Page title={TITLES[current]} tabs={<Tabs label="Forecast pages" tabs={TABS} current={current} />}>
      {current === '/forecasts' ? (
        <ForecastSection />
      ) : (
        <Suspense fallback={<SkeletonChart />}>
          {current === WHAT_IF_PATH ? <WhatIfSection /> : <RetirementSection />}
        </Suspense>
      )}
    </Page>
  );
}

const FAILURE = "We couldn't load your forecast.";

function ForecastSection() {
  const all = combineQueries(useQuery(customerQueries.me()), useQuery(clockQueries.household()));
  return (
    <Loaded from={all} failure={FAILURE} placeholder={<ForecastSkeleton />}>
      {([customer, household]) => {
        const cash = household?.accounts.filter((account) => !account.closed && isCashAccount(account)) ?? [];
        return household && cash.length > 0 ? (
          <Forecast customer={customer} household={household} cash={cash} />
        ) : (
          <EmptyState
            title="No cash to forecast yet"
            example={<ExampleCurve rises from="$3,000.00" to="$4,200.00" start="Today" end="90 days" />}
            action={
              <LinkButton to="/create-account" variant="primary">
                Open account
              </LinkButton>
            }
          >
            Open a checking or savings account to see your forecast.
          </EmptyState>
        );
      }}
    </Loaded>
  );
}

function Forecast(props: Pick<ComponentProps<typeof ForecastScreen>, 'customer' | 'household' | 'cash'>) {
  const { customer, household } = props;
  const today = dayText(getToday(household));
  const spending = useQuery(spendingQueries.since(customer.id, spendingSince(household)));
  const rates = useQuery(exchangeRateQueries.day(customer.base_currency, today));
  return (
    <Loaded from={combineQueries(spending, rates)} failure={FAILURE} placeholder={<ForecastSkeleton />}>
      {([recent, todaysRates]) => <ForecastScreen {...props} {...recent} rates={todaysRates} today={today} />}
    </Loaded>
  );
}
