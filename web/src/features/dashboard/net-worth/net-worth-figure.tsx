import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Explain } from '@/entities/explanation/explain';
import { afterPaint } from '@/lib/bundle/after-paint';
import { lazyComponent } from '@/lib/bundle/lazy';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { ErrorState } from '@/ui/error-state';
import { Money } from '@/ui/money';
import { Skeleton } from '@/ui/skeleton';
import { dashboardQueries } from '../queries';
import { currentNetWorth, getChangeSince, getCurrenciesWithoutRate, getNetWorthLines } from './net-worth';

const COMPARED_DAYS = 30;
const CHART_HEIGHT = 240;

/** Loads the chart after the figure is painted. */
const LineChart = lazyComponent(async () => {
  await afterPaint();
  return (await import('@/ui/charts/line-chart')).LineChart;
});

type NetWorthProps = {
  customer: { base_currency: string };
  accounts: readonly { id: string; type: string }[];
};

/** Shows net worth, its change, and its history. */
export function NetWorth({ customer, accounts }: NetWorthProps) {
  const currency = customer.base_currency;
  const history = useQuery(dashboardQueries.netWorth());
  const parts = useQuery(dashboardQueries.netWorthParts());
  const all = [history, parts];
  if (all.some(({ error, data }) => error && !data)) {
    return (
      <ErrorState
        title="We couldn’t load your net worth."
        onRetry={() => all.forEach((query) => void query.refetch())}
        busy={all.some(({ isFetching }) => isFetching)}
      />
    );
  }
  if (!history.data || !parts.data) {
    return (
      <div role="status" aria-label="Loading your net worth">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="mt-3 h-14 w-72" />
        <Skeleton className="mt-10 h-56 w-full" />
      </div>
    );
  }
  const worth = currentNetWorth(history.data);
  const change = getChangeSince(history.data, COMPARED_DAYS);
  const isSinceOpening = change !== null && change.since.day === history.data[0]?.day;
  const leftOut = getCurrenciesWithoutRate(history.data);
  const isMixed = leftOut.length > 0 || parts.data.some((part) => part.currency !== currency);
  const line = history.data.map(({ day, amount }) => ({ day, value: amount }));
  return (
    <section aria-label="Net worth">
      <p className="text-ink-3 text-sm">Net worth</p>
      <p aria-live="polite">
        <Explain
          title="Net worth"
          formula="Cash + investments + homes − credit cards − loans − mortgages"
          inputs={[
            ...getNetWorthLines(parts.data, accounts, currency).map(({ amount, ...row }) => ({
              ...row,
              value: amount === null ? 'No rate' : formatMoney(amount, currency),
            })),
            { name: 'Net worth', value: formatMoney(worth, currency) },
          ]}
          source={`Everything you own minus everything you owe. Homes count at their latest value.${isMixed ? ' Foreign balances use each day’s exchange rate.' : ''}`}
          links={[
            { words: 'Net worth by month', to: '/analytics' },
            { words: 'Lesson: How many months your savings cover', to: '/tips/months-covered' },
          ]}
        >
          <Money amount={worth} currency={currency} size="page" />
        </Explain>
      </p>
      {change && (
        <p className="text-ink-2">
          <Explain
            title="Change in net worth"
            formula={
              isSinceOpening
                ? 'Net worth now minus what you started with that day.'
                : 'Net worth now minus net worth at the end of that day.'
            }
            inputs={[
              { name: 'Now', value: formatMoney(worth, currency) },
              { name: formatTextDate(change.since.day), value: formatMoney(change.since.value, currency) },
              { name: 'Change', value: formatMoney(change.by, currency, true) },
            ]}
          >
            <strong
              className={classNames('figures font-semibold', change.by > 0 ? 'text-positive' : 'text-ink')}
            >
              {formatMoney(change.by, currency, true)}
            </strong>
          </Explain>{' '}
          <span>since {formatTextDate(change.since.day)}</span>
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
            ? `Balances in ${leftOut.join(' and ')} aren’t included: there is no exchange rate for every day.`
            : 'Foreign balances use each day’s exchange rate.'}
        </p>
      )}
    </section>
  );
}

/** The height of the chart and its legend. */
function ChartSpace() {
  return (
    <div className="mt-6">
      <div style={{ height: CHART_HEIGHT }} />
      <p className="mt-2 py-1 text-sm">&nbsp;</p>
    </div>
  );
}
