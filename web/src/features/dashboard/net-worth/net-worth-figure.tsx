import { NET_WORTH_KINDS, type NetWorthKind } from '@engine/insights/net-worth.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Explain } from '@/entities/explanation/explain';
import { tourAnchor } from '@/entities/tour/tour-anchor';
import {
  type FastForwardState,
  isLongFastForward,
  useAhead,
  useFastForward,
  useShownDay,
} from '@/features/clock/clock-store';
import { afterPaint } from '@/lib/bundle/after-paint';
import { lazyComponent } from '@/lib/bundle/lazy';
import { formatTextDate, getDay } from '@/lib/dates';
import { formatMoney, sumAmounts } from '@/lib/money';
import type { DayValue } from '@/ui/charts/scales';
import { classNames } from '@/ui/class-names';
import { combineQueries, Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { SkeletonChart } from '@/ui/skeleton';
import { dashboardQueries } from '../queries';
import { ExpectedNetWorth, type NetWorthForecast } from './expected-net-worth';
import { CHART_SPACE, type ChartRange, getRangeDays, useChartRange } from './range';

/** Loads the chart after the figure is painted. */
const NetWorthChart = lazyComponent(async () => {
  await afterPaint();
  return (await import('./net-worth-chart')).NetWorthChart;
});

/** The bank reads at most ten years of net worth at once. */
const LONGEST_SPAN = 3650 * 86_400_000;

type NetWorthProps = {
  customer: { id: string; base_currency: string; time_zone: string };
  accounts: readonly Account[];
  forecast: NetWorthForecast;
};

export function NetWorth({ customer, accounts, forecast }: NetWorthProps) {
  const ahead = useAhead<readonly NetWorthDay[]>(dashboardQueries.netWorth().queryKey);
  const posted = usePostedDays(customer.time_zone);
  const shownDay = useShownDay(customer.time_zone);
  const expected = useExpectedDay(forecast, customer.time_zone);
  return (
    <Loaded
      from={combineQueries(useQuery(dashboardQueries.netWorth()), useQuery(dashboardQueries.netWorthParts()))}
      failure="We couldn’t load your net worth."
      placeholder={<SkeletonChart label="Loading your net worth" />}
    >
      {([history, parts]) => {
        // During a fast-forward, the figure and the line follow the day that the clock shows.
        const days = ahead ?? (posted && joinDays(history, posted));
        const untilShownDay = days && shownDay ? days.filter(({ day }) => day <= shownDay) : null;
        return (
          <NetWorthSection
            history={untilShownDay ?? history}
            parts={parts}
            accounts={accounts}
            customer={customer}
            forecast={forecast}
            expected={untilShownDay ? null : expected}
            isMoving={shownDay !== null}
          />
        );
      }}
    </Loaded>
  );
}

/**
 * Returns the net worth of the days that a fast-forward of several months has posted so far; null at other times.
 */
function usePostedDays(timeZone: string): readonly NetWorthDay[] | null {
  const progress = useFastForward();
  const hasPosted = progress !== null && isLongFastForward(progress) && progress.at > progress.from;
  const [from, to] = getPostedSpan(progress ?? { from: 0, at: 0 }, timeZone);
  const { data } = useQuery({
    ...dashboardQueries.netWorthBetween(from, to),
    enabled: hasPosted,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (hasPosted && data) || null;
}

/** Returns the first and last day that a fast-forward has posted, or of the last ten years if there are more. */
export function getPostedSpan(
  { from, at }: Pick<FastForwardState, 'from' | 'at'>,
  timeZone: string,
): [from: string, to: string] {
  return [getDay(new Date(Math.max(from, at - LONGEST_SPAN)), timeZone), getDay(new Date(at), timeZone)];
}

/** Replaces the days of a history by the posted days. */
export function joinDays(
  history: readonly NetWorthDay[],
  posted: readonly NetWorthDay[],
): readonly NetWorthDay[] {
  const [first, last] = [posted[0], posted.at(-1)];
  if (!first || !last) return history;
  return [
    ...history.filter(({ day }) => day < first.day),
    ...posted,
    ...history.filter(({ day }) => day > last.day),
  ];
}

/**
 * Returns the forecast for the day that the clock shows during a fast-forward. The figure shows it until the bank has
 * posted. Returns null at other times, and if the forecast ends before a short fast-forward.
 */
function useExpectedDay({ summary }: NetWorthForecast, timeZone: string): DayValue | null {
  const progress = useFastForward();
  const shownDay = useShownDay(timeZone);
  if (!progress || !shownDay || !summary) return null;
  const reachesEnd = (summary.netWorth.at(-1)?.day ?? '') >= getDay(new Date(progress.to), timeZone);
  return (
    ((reachesEnd || isLongFastForward(progress)) && summary.netWorth.find(({ day }) => day === shownDay)) ||
    null
  );
}

type NetWorthSectionProps = NetWorthProps & {
  history: readonly NetWorthDay[];
  parts: readonly NetWorthPart[];
  /** The expected net worth on the day that the clock shows, until the bank has posted that day. */
  expected: DayValue | null;
  /** True during a fast-forward, when screen readers would announce the figure for each day. */
  isMoving: boolean;
};

function NetWorthSection({
  history,
  parts,
  accounts,
  customer,
  forecast,
  expected,
  isMoving,
}: NetWorthSectionProps) {
  const currency = customer.base_currency;
  const [range, setRange] = useChartRange(customer.id);
  const leftOut = getCurrenciesWithoutRate(history);
  const isMixed = leftOut.length > 0 || parts.some((part) => part.currency !== currency);
  const worth = currentNetWorth(history);
  // On the household's first day, the chart shows only the forecast.
  const hasChart = history.length > 1 || (history.length === 1 && forecast.summary !== null);
  const isChartComing = history.length === 1 && forecast.isPossible && !forecast.failed;
  return (
    <section aria-label="Net worth">
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
        <div ref={tourAnchor('net-worth')}>
          <p className="text-ink-3 text-sm">
            {expected ? `Expected on ${formatTextDate(expected.day)}` : 'Net worth'}
          </p>
          <p aria-live={isMoving ? 'off' : 'polite'}>
            <Explain
              title="Net worth"
              formula="Cash + investments + homes − credit cards − loans − mortgages"
              inputs={[
                ...getNetWorthLines(parts, accounts, currency).map(({ amount, ...row }) => ({
                  ...row,
                  value: amount === null ? 'No rate' : formatMoney(amount, currency),
                })),
                { name: 'Net worth', value: formatMoney(worth, currency) },
              ]}
              source={`Everything you own minus everything you owe. Homes count at their latest value.${isMixed ? ' Foreign balances use each day’s exchange rate.' : ''}`}
              links={[{ text: 'Net worth by month', to: '/analytics?part=net-worth' }]}
              lesson="months-covered"
            >
              <Money
                amount={expected?.value ?? worth}
                currency={currency}
                size="page"
                className={expected ? 'text-accent-ink' : undefined}
              />
            </Explain>
          </p>
          {expected ? (
            <ExpectedChange since={history.at(-1)} expected={expected} currency={currency} />
          ) : (
            <NetWorthChange history={history} range={range} currency={currency} />
          )}
        </div>
        {history.length > 0 && <ExpectedNetWorth worth={worth} currency={currency} forecast={forecast} />}
      </div>
      {hasChart ? (
        <Suspense fallback={<ChartSpace />}>
          <NetWorthChart
            history={history}
            range={range}
            onRangeChange={setRange}
            forecast={forecast.summary}
            expected={expected}
            isForecasting={forecast.summary === null && forecast.isPossible && !forecast.failed && !isMoving}
            currency={currency}
          />
        </Suspense>
      ) : (
        isChartComing && <ChartSpace />
      )}
      {isMixed && (
        <p className="mt-3 text-ink-3 text-sm">
          {leftOut.length > 0
            ? `Balances in ${leftOut.join(' and ')} aren’t included because exchange rates are missing for some days.`
            : 'Foreign balances use each day’s exchange rate.'}
        </p>
      )}
    </section>
  );
}

type ExpectedChangeProps = { since: NetWorthDay | undefined; expected: DayValue; currency: string };

/** Renders the expected change since the day on which a fast-forward started. */
function ExpectedChange({ since, expected, currency }: ExpectedChangeProps) {
  if (!since) return null;
  return (
    <p className="text-ink-2">
      <strong className="figures font-semibold text-accent-ink">
        {formatMoney(sumAmounts([expected.value, -since.amount]), currency, true)}
      </strong>{' '}
      <span>since {formatTextDate(since.day)}</span>
    </p>
  );
}

type NetWorthChangeProps = { history: readonly NetWorthDay[]; range: ChartRange; currency: string };

/** Renders the change in net worth over the days that the chart shows. */
function NetWorthChange({ history, range, currency }: NetWorthChangeProps) {
  const change = getChangeSince(history, getRangeDays(range, history.at(-1)?.day));
  if (!change) return null;
  const isSinceOpening = change.since.day === history[0]?.day;
  return (
    <p className="text-ink-2">
      <Explain
        title="Change in net worth"
        formula={
          isSinceOpening
            ? 'Net worth now minus your starting net worth that day.'
            : 'Net worth now minus net worth at the end of that day.'
        }
        inputs={[
          { name: 'Now', value: formatMoney(currentNetWorth(history), currency) },
          { name: formatTextDate(change.since.day), value: formatMoney(change.since.value, currency) },
          { name: 'Change', value: formatMoney(change.by, currency, true) },
        ]}
        links={[{ text: 'View transactions', to: `/transactions?from=${change.since.day}` }]}
      >
        <strong className={classNames('figures font-semibold', change.by > 0 ? 'text-positive' : 'text-ink')}>
          {formatMoney(change.by, currency, true)}
        </strong>
      </Explain>{' '}
      <span>since {formatTextDate(change.since.day)}</span>
    </p>
  );
}

/** Reserves the height of the chart and its controls while the chart loads. */
function ChartSpace() {
  return <div className={classNames('mt-6', CHART_SPACE)} />;
}

/** Net worth at the end of a day in the base currency, as the bank's `net_worth_history` returns it. */
export type NetWorthDay = {
  day: string;
  amount: number;
  left_out: readonly string[];
  /** The net worth at the start of the household's first day; null on other days. */
  opened_with: number | null;
};

/** A row of the bank's `net_worth_parts`: `amount` in its currency, `worth` in the base currency. */
type NetWorthPart = {
  kind: string;
  currency: string;
  amount: number;
  rate: number | null;
  worth: number | null;
};

const LABELS: Record<NetWorthKind, string> = {
  cash: 'Cash',
  investments: 'Investments',
  property: 'Homes',
  cards: 'Credit cards',
  loans: 'Loans',
  mortgages: 'Mortgages',
};

/** Returns the latest net worth, or zero before there is an account. */
export const currentNetWorth = (history: readonly NetWorthDay[]) => history.at(-1)?.amount ?? 0;

/** Returns the currencies that had no exchange rate on at least one day. */
export const getCurrenciesWithoutRate = (history: readonly NetWorthDay[]) => [
  ...new Set(history.flatMap(({ left_out }) => left_out)),
];

/**
 * Returns the change over a number of days. If the household's history is shorter, compares with the start of
 * the household's first day. Returns null on the first day.
 */
export function getChangeSince(history: readonly NetWorthDay[], days: number) {
  const last = history.at(-1);
  const since = history.at(-1 - days) ?? history[0];
  if (!last || !since || since === last) return null;
  const value = since.opened_with ?? since.amount;
  return { since: { day: since.day, value }, by: sumAmounts([last.amount, -value]) };
}

type Account = { id: string; type: string };

/**
 * Returns the parts of net worth by kind and currency. If there is only one account of a kind, the part links
 * to that account.
 */
export function getNetWorthLines(parts: readonly NetWorthPart[], accounts: readonly Account[], base: string) {
  return NET_WORTH_KINDS.flatMap((kind) =>
    parts
      .filter((part) => part.kind === kind)
      .toSorted((left, right) => Number(right.currency === base) - Number(left.currency === base))
      .map(({ currency, amount, rate, worth }) => ({
        name: currency === base ? LABELS[kind] : `${LABELS[kind]} in ${currency}`,
        detail: currency === base || rate === null ? null : `${formatMoney(amount, currency)} × ${rate}`,
        amount: worth,
        to: getPath(kind, accounts),
      })),
  );
}

function getPath(kind: NetWorthKind, accounts: readonly Account[]): string {
  if (kind === 'cards') return '/credit-cards';
  if (kind === 'loans') return '/loans';
  if (kind === 'mortgages' || kind === 'property') return '/mortgages';
  const [only, ...others] = accounts.filter(
    ({ type }) => (type === 'INVESTMENT') === (kind === 'investments'),
  );
  return only && others.length === 0 ? `/dashboard/accounts/${only.id}` : '/dashboard#accounts';
}
