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

/** The cash as it was, as it is expected, and without what is tried. */
export function CashChart({ name, past, answer, withCertain }: CashChartProps) {
  const { days, currency, today, lowest, noModel } = answer;
  const lines = useMemo(() => linesOf(past, answer, withCertain), [past, answer, withCertain]);
  return (
    <ForecastChart
      label={name}
      lines={lines}
      band={noModel ? NO_BAND : days}
      today={today}
      mark={{ ...lowest, words: `Lowest ${formatMoney(lowest.value, currency)}` }}
      currency={currency}
      summary={summaryOf(name, answer)}
      height={300}
    />
  );
}

function linesOf(past: readonly DayValue[], answer: Answer, withCertain: boolean): ForecastLine[] {
  const { days, asIs, noModel } = answer;
  const expected = days.map(({ day, median }) => ({ day, value: median }));
  return [
    { name: 'So far', kind: 'past', points: past },
    ...(asIs ? [{ name: 'As things are', kind: 'asIs' as const, points: asIs }] : []),
    ...(withCertain && !noModel
      ? [
          {
            name: 'Without spending',
            kind: 'certain' as const,
            points: days.map(({ day, known }) => ({ day, value: known })),
          },
        ]
      : []),
    { name: asIs ? 'With what you try' : 'Expected', kind: 'expected', points: expected },
  ];
}

function summaryOf(name: string, { now, days, lowest, currency, noModel }: Answer): string {
  const money = (amount: number) => formatMoney(amount, currency);
  const last = days.at(-1);
  if (!last) return `${name}: nothing yet.`;
  const between = noModel ? '' : `, in 8 in 10 futures between ${money(last.low)} and ${money(last.high)}`;
  return `${name} is ${money(now)} today. Expected on ${formatTextDate(last.day)}: ${money(last.median)}${between}. Lowest ${money(lowest.value)} on ${formatTextDate(lowest.day)}.`;
}
