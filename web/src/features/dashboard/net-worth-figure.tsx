import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { formatAs, formatDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { painted } from '@/lib/painted';
import { classNames } from '@/ui/class-names';
import { ErrorState } from '@/ui/error-state';
import { Explain } from '@/ui/explain';
import { late } from '@/ui/late';
import { Money } from '@/ui/money';
import { Skeleton } from '@/ui/skeleton';
import { changeSince, netWorthLine, worthParts } from './net-worth';
import { dashboardQueries } from './queries';

const COMPARED_DAYS = 30;
const CHART_HEIGHT = 240;

/** The figure is painted before its chart is asked for. */
const LineChart = late(async () => {
  await painted();
  return (await import('@/ui/line-chart')).LineChart;
});

type Customer = { base_currency: string; time_zone: string; now: string };
type Mortgage = { id: string; property_value: number; start_date: string; currency: string };

/** The figure of the page and how it came about. */
export function NetWorth({ customer, mortgages }: { customer: Customer; mortgages: readonly Mortgage[] }) {
  const currency = customer.base_currency;
  const history = useQuery(dashboardQueries.netWorth());
  const valuations = useQuery(dashboardQueries.valuations(customer.time_zone));
  const all = [history, valuations];
  if (all.some(({ error, data }) => error && !data)) {
    return (
      <ErrorState
        title="Your net worth could not be read."
        onRetry={() => all.forEach((query) => void query.refetch())}
        busy={all.some(({ isFetching }) => isFetching)}
      />
    );
  }
  if (!history.data || !valuations.data) {
    return (
      <div role="status" aria-label="Loading your net worth">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="mt-3 h-14 w-72" />
        <Skeleton className="mt-10 h-56 w-full" />
      </div>
    );
  }
  const { line, leftOut } = netWorthLine(history.data, mortgages, valuations.data, currency);
  const worth = line.at(-1)?.value ?? 0;
  const change = changeSince(line, COMPARED_DAYS);
  const parts = worthParts(history.data, mortgages, valuations.data, currency)?.parts ?? [];
  const isMixed = new Set(history.data.map((row) => row.currency)).size > 1;
  return (
    <section aria-label="Net worth">
      <p className="text-ink-3 text-sm">Net worth</p>
      <p aria-live="polite">
        <Explain
          title="Net worth"
          formula="What is in your accounts and what your homes are worth, less all that you owe on cards, loans and mortgages."
          inputs={[
            ...parts.map(({ name, amount }) => ({ name, value: formatMoney(amount, currency) })),
            { name: 'Net worth', value: formatMoney(worth, currency) },
          ]}
          source="The list below has each account and each debt. Homes count at their latest value."
        >
          <Money amount={worth} currency={currency} size="page" />
        </Explain>
      </p>
      {change && (
        <p className="text-ink-2">
          <Explain
            title="Change of your net worth"
            formula="What you are worth now, less what you were worth at the end of that day."
            inputs={[
              { name: 'Now', value: formatMoney(worth, currency) },
              { name: formatDate(change.since.day), value: formatMoney(change.since.value, currency) },
              { name: 'Change', value: formatMoney(change.by, currency, true) },
            ]}
          >
            <strong
              className={classNames('figures font-semibold', change.by > 0 ? 'text-positive' : 'text-ink')}
            >
              {formatMoney(change.by, currency, true)}
            </strong>
          </Explain>{' '}
          <span title={formatDate(change.since.day)}>since {formatAs(change.since.day, 'MMM d')}</span>
        </p>
      )}
      {line.length > 1 && (
        <Suspense fallback={<ChartSpace />}>
          <LineChart
            label="Net worth"
            points={line}
            currency={currency}
            className="mt-6"
            height={CHART_HEIGHT}
          />
        </Suspense>
      )}
      {isMixed && (
        <p className="mt-2 text-ink-3 text-sm">
          {leftOut.length > 0
            ? `Without what is in ${leftOut.join(' and ')}: there is no rate for every day.`
            : 'Other currencies are counted at the rate of each day.'}
        </p>
      )}
    </section>
  );
}

/** As high as the chart and what stands below it. */
function ChartSpace() {
  return (
    <div className="mt-6">
      <div style={{ height: CHART_HEIGHT }} />
      <p className="mt-2 py-1 text-sm">&nbsp;</p>
    </div>
  );
}
