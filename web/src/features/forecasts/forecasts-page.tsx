import { dayText } from '@engine/calendar/calendar.ts';
import { isCashAccount } from '@engine/products/account-types.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { getToday, spendingSince } from '@/entities/household/days';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { spendingQueries } from '@/entities/household/spending-queries';
import { EmptyState } from '@/ui/empty-state';
import { ExampleCurve } from '@/ui/examples';
import { Segmented } from '@/ui/forms/segmented';
import { LinkButton } from '@/ui/link';
import { combineQueries, Loaded } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { SkeletonChart } from '@/ui/skeleton';
import { ForecastScreen } from './forecast/forecast-screen';
import { ForecastSkeleton } from './forecast/warning';

const WhatIfSection = lazy(() =>
  import('@/features/what-ifs/what-if-section').then(({ WhatIfSection }) => ({ default: WhatIfSection })),
);

const RetirementSection = lazy(async () => ({
  default: (await import('@/features/retirement/retirement-section')).RetirementSection,
}));

const PATH = '/forecasts';
const WHAT_IF_PATH = `${PATH}/what-if`;
const RETIREMENT_PATH = `${PATH}/retirement`;
const SECTIONS = [
  { value: 'forecast', label: 'Forecast' },
  { value: 'what-if', label: 'What if' },
  { value: 'retirement', label: 'Retirement' },
] as const;
const PATHS = { forecast: PATH, 'what-if': WHAT_IF_PATH, retirement: RETIREMENT_PATH };

export default function ForecastsPage() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isIn = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  const chosen = isIn(WHAT_IF_PATH) ? 'what-if' : isIn(RETIREMENT_PATH) ? 'retirement' : 'forecast';
  const sections = (
    <Segmented
      label="Section"
      value={chosen}
      onValueChange={(section) => void navigate(PATHS[section])}
      options={SECTIONS}
    />
  );
  return (
    <Page title="Spending forecasts" actions={sections} docked={false}>
      {chosen === 'forecast' ? (
        <ForecastSection />
      ) : (
        <Suspense fallback={<SkeletonChart />}>
          {chosen === 'what-if' ? <WhatIfSection /> : <RetirementSection />}
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
