import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { useMemo } from 'react';
import type { ForecastSummary, LargeEvent } from '@/features/forecasts/forecast-summary';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { type ChartEvent, ForecastChart, type ForecastLine } from '@/ui/charts/forecast-chart';
import type { DayValue } from '@/ui/charts/scales';
import { Segmented } from '@/ui/forms/segmented';
import type { NetWorthDay } from './net-worth-figure';
import { CHART_HEIGHT, CHART_RANGES, type ChartRange, getRangeDays } from './range';

/** Expenses below this share of the visible values' spread aren't labeled. */
const MIN_SHARE = 0.05;
const MOST_PAST_EVENTS = 2;
const MOST_UPCOMING_EVENTS = 1;

/** The days that the dashboard's forecast covers. */
const FORECAST_DAYS = 90;

type NetWorthChartProps = {
  history: readonly NetWorthDay[];
  range: ChartRange;
  onRangeChange: (range: ChartRange) => void;
  forecast: ForecastSummary | null;
  /** The expected day that a fast-forward shows. The mark on the forecast moves there. */
  expected?: DayValue | null;
  /** True while the forecast is computed. */
  isForecasting: boolean;
  currency: string;
};

/** Renders past net worth and its forecast, with the largest expenses and a choice of the range. */
export function NetWorthChart({
  history,
  range,
  onRangeChange,
  forecast,
  expected = null,
  isForecasting,
  currency,
}: NetWorthChartProps) {
  const today = history.at(-1)?.day ?? '';
  const past = useMemo(
    () =>
      history
        .slice(-1 - Math.min(getRangeDays(range, today), history.length))
        .map(({ day, amount }) => ({ day, value: amount })),
    [history, range, today],
  );
  const ahead = useMemo(() => getPointsAhead(forecast, today), [forecast, today]);
  const reserved = useMemo(
    () => (isForecasting && today !== '' ? getDaysAfter(today, FORECAST_DAYS) : []),
    [isForecasting, today],
  );
  const now = past.at(-1);
  const last = ahead.at(-1);
  const lines: ForecastLine[] = [
    { name: 'Net worth', kind: 'past', points: past },
    { name: 'Expected', kind: 'expected', points: now && last ? [now, ...ahead] : [] },
  ];
  return (
    <ForecastChart
      className="mt-6"
      label="Net worth"
      lines={lines}
      band={now && last && !forecast?.noModel ? [{ ...now, low: now.value, high: now.value }, ...ahead] : []}
      today={today}
      reserved={reserved}
      {...(last && { mark: { ...(expected ?? last), label: '' } })}
      events={getEvents(past, ahead, forecast, currency)}
      currency={currency}
      hasNoLegend
      height={CHART_HEIGHT.wide}
      narrowHeight={CHART_HEIGHT.narrow}
      summary={getSummary(past, last, currency)}
      controls={
        history.length > 1 && (
          <Segmented
            label="History"
            value={range}
            onValueChange={onRangeChange}
            options={CHART_RANGES}
            className="w-fit"
          />
        )
      }
    />
  );
}

function getDaysAfter(day: string, count: number): string[] {
  const first = parseDay(day) + 1;
  return Array.from({ length: count }, (_, index) => dayText(first + index));
}

/** Returns the forecast from tomorrow on. A forecast from before a fast-forward loses its past days. */
function getPointsAhead(forecast: ForecastSummary | null, today: string) {
  return (forecast?.netWorth ?? []).filter(({ day }) => day > today);
}

/** Returns the largest expenses at their points on the line. */
export function getEvents(
  past: readonly DayValue[],
  ahead: readonly DayValue[],
  forecast: Pick<ForecastSummary, 'events'> | null,
  currency: string,
): ChartEvent[] {
  if (!forecast) return [];
  const values = [...past, ...ahead].map(({ value }) => value);
  const least = (Math.max(...values) - Math.min(...values)) * MIN_SHARE;
  const place = (events: readonly LargeEvent[], points: readonly DayValue[], isExpected: boolean) =>
    events.flatMap(({ day, name, amount, currency: own }) => {
      const point = points.find((item) => item.day === day);
      const isShown = point && own === currency && -amount >= least;
      return isShown
        ? [{ ...point, label: `${name} ${formatMoney(amount, own)}`, short: name, isExpected }]
        : [];
    });
  return [
    ...place(forecast.events.past, past, false).slice(0, MOST_PAST_EVENTS),
    ...place(forecast.events.ahead, ahead, true).slice(0, MOST_UPCOMING_EVENTS),
  ];
}

function getSummary(past: readonly DayValue[], last: DayValue | undefined, currency: string): string {
  const [first] = past;
  const now = past.at(-1);
  if (!first || !now) return 'Net worth: no data yet.';
  const describe = ({ day, value }: DayValue) => `${formatMoney(value, currency)} on ${formatTextDate(day)}`;
  const expected = last ? ` Expected: ${describe(last)}.` : '';
  if (first === now) return `Net worth: ${describe(now)}.${expected}`;
  return `Net worth from ${describe(first)} to ${describe(now)}.${expected}`;
}
