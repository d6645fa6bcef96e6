import { useMemo } from 'react';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { ForecastChart } from '@/ui/charts/forecast-chart';
import type { ForecastLine } from '@/ui/charts/forecast-geometry';
import type { DayValue } from '@/ui/charts/line-chart';
import type { Answer } from './calculation';

type CashChartProps = {
  name: string;
  past: readonly DayValue[];
  answer: Answer;
  /** Also draws the line without spending. */
  withCertain: boolean;
};

const NO_BAND: never[] = [];

/** Past cash, the forecast, and the forecast without assumptions. */
export function CashChart({ name, past, answer, withCertain }: CashChartProps) {
  const { days, currency, today, lowest, noModel } = answer;
  const lines = useMemo(() => getLines(past, answer, withCertain), [past, answer, withCertain]);
  return (
    <ForecastChart
      label={name}
      lines={lines}
      band={noModel ? NO_BAND : days}
      today={today}
      mark={{ ...lowest, words: `Lowest ${formatMoney(lowest.value, currency)}` }}
      currency={currency}
      summary={getSummary(name, answer)}
      height={300}
    />
  );
}

function getLines(past: readonly DayValue[], answer: Answer, withCertain: boolean): ForecastLine[] {
  const { days, baseline, noModel } = answer;
  const expected = days.map(({ day, median }) => ({ day, value: median }));
  return [
    { name: 'Actual', kind: 'past', points: past },
    ...(baseline ? [{ name: 'Current plan', kind: 'baseline' as const, points: baseline }] : []),
    ...(withCertain && !noModel
      ? [
          {
            name: 'Without everyday spending',
            kind: 'certain' as const,
            points: days.map(({ day, known }) => ({ day, value: known })),
          },
        ]
      : []),
    { name: baseline ? 'With your changes' : 'Expected', kind: 'expected', points: expected },
  ];
}

function getSummary(name: string, { now, days, lowest, currency, noModel }: Answer): string {
  const money = (amount: number) => formatMoney(amount, currency);
  const last = days.at(-1);
  if (!last) return `${name}: no data yet.`;
  const between = noModel ? '' : `, with an 80% range of ${money(last.low)} to ${money(last.high)}`;
  return `${name} is ${money(now)} today. Expected on ${formatTextDate(last.day)}: ${money(last.median)}${between}. Lowest ${money(lowest.value)} on ${formatTextDate(lowest.day)}.`;
}
