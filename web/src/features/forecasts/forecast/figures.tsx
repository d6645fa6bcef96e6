import { type ReactNode, useMemo } from 'react';
import { Explain, type ExplainInput } from '@/entities/explanation/explain';
import { getFlowPath } from '@/entities/transaction/paths';
import { formatListDate, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { ForecastChart, type ForecastLine } from '@/ui/charts/forecast-chart';
import type { DayValue } from '@/ui/charts/scales';
import { classNames } from '@/ui/class-names';
import { Money } from '@/ui/money';
import { type Answer, FUTURES } from './calculation';

export function ForecastFigures({ answer, name }: { answer: Answer; name: string }) {
  const { currency, now, today, lowest, lowestAsIs, noModel } = answer;
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <section aria-label="Summary" className="grid gap-x-12 gap-y-8 sm:grid-cols-3">
      <Figure label={`${name} today, ${formatTextDate(today)}`} look="border-ink">
        <Money amount={now} currency={currency} size="panel" />
      </Figure>
      <Figure
        label={`Lowest point, ${lowest.day === today ? 'today' : formatTextDate(lowest.day)}`}
        look="border-(--chart-next) border-dashed"
        text={
          <>
            {noModel ? (
              'Scheduled items only.'
            ) : (
              <>
                Most likely. 10% chance of going below{' '}
                <Explain {...explainBand(answer)}>{money(lowest.low)}</Explain>.
              </>
            )}
            {lowestAsIs && (
              <span className="block">
                Without your changes: {money(lowestAsIs.value)} on {formatTextDate(lowestAsIs.day)}.
              </span>
            )}
          </>
        }
      >
        <Explain {...explainLowest(answer)}>
          <Money amount={lowest.value} currency={currency} size="panel" expected />
        </Explain>
      </Figure>
      <Figure
        label="First day below zero"
        look="border-(--chart-next) border-dashed"
        text={formatBelow(answer, name)}
      >
        <Explain {...explainBelow(answer)}>
          <span className="figures font-medium text-2xl tracking-money">
            {answer.firstBelow.middle ? formatTextDate(answer.firstBelow.middle) : 'None'}
          </span>
        </Explain>
      </Figure>
    </section>
  );
}

type FigureProps = { label: string; look: string; text?: ReactNode; children: ReactNode };

function Figure({ label, look, text, children }: FigureProps) {
  return (
    <div className={classNames('min-w-0 border-t-2 pt-3', look)}>
      <p className="text-ink-3 text-sm">{label}</p>
      <p aria-live="polite">{children}</p>
      {text && <p className="text-ink-2 text-sm">{text}</p>}
    </div>
  );
}

function formatBelow({ firstBelow: { middle, low }, lastDay, noModel }: Answer, name: string): string {
  if (noModel)
    return middle
      ? 'Scheduled items only.'
      : `Scheduled items alone won't take you below zero through ${formatListDate(lastDay)}.`;
  if (middle)
    return low === null || low === middle
      ? 'Most likely.'
      : `Most likely. 10% chance as early as ${formatTextDate(low)}.`;
  if (low) return `Unlikely. 10% chance as early as ${formatTextDate(low)}.`;
  return `${name} will likely stay above zero through ${formatListDate(lastDay)}.`;
}

const SCHEDULED = { text: 'Scheduled items', to: '/scheduled-payments' };
const SPENT = { text: 'Your spending', to: getFlowPath('spending') };

/** Returns the steps from today's cash to the median on a day: scheduled movements and usual spending. */
function getExplanationInputs(answer: Answer, on: string): ExplainInput[] {
  const { currency, now, days } = answer;
  const day = days.find((item) => item.day === on);
  const signed = (amount: number) => formatMoney(amount, currency, true);
  if (!day) return [{ name: 'Today', value: formatMoney(now, currency) }];
  return [
    { name: 'Today', value: formatMoney(now, currency) },
    { name: 'Scheduled items until then', value: signed(day.known - now) },
    { name: 'Estimated spending until then', value: signed(day.median - day.known) },
    { name: `End of ${formatTextDate(on)}`, value: formatMoney(day.median, currency) },
  ];
}

const describeMedian = ({ noModel }: Answer) =>
  noModel ? 'with scheduled items only' : `median of ${FUTURES} simulations`;

function explainLowest(answer: Answer) {
  return {
    title: 'Lowest point',
    formula: `Today's cash plus scheduled items minus estimated spending, day by day (${describeMedian(answer)}). This is the lowest of ${answer.days.length} days.`,
    inputs: getExplanationInputs(answer, answer.lowest.day),
    links: [SCHEDULED, ...(answer.noModel ? [] : [SPENT])],
    lesson: 'months-covered' as const,
  };
}

function explainBelow(answer: Answer) {
  const { firstBelow, lastDay, lowest, currency } = answer;
  return {
    title: 'First day below zero',
    formula: `The first day that ends below ${formatMoney(0, currency)}, ${describeMedian(answer)}.`,
    inputs: firstBelow.middle
      ? getExplanationInputs(answer, firstBelow.middle)
      : [
          { name: 'Forecast end', value: formatTextDate(lastDay) },
          { name: `Lowest, ${formatTextDate(lowest.day)}`, value: formatMoney(lowest.value, currency) },
          ...(firstBelow.low ? [{ name: '10% chance from', value: formatTextDate(firstBelow.low) }] : []),
        ],
    links: [SCHEDULED],
    lesson: 'if-pay-stops' as const,
  };
}

/** The day on which the lower edge of the band is lowest. */
function explainBand(answer: Answer) {
  const { days, currency, inputs } = answer;
  const money = (amount: number) => formatMoney(amount, currency);
  const [first, ...others] = days;
  const day = first && others.reduce((least, entry) => (entry.low < least.low ? entry : least), first);
  return {
    title: 'The 80% range',
    formula: `We run ${FUTURES} simulations based on your past spending. Each day, 10% end below the range and 10% above. This is the lowest point of the range.`,
    inputs: [
      ...(day
        ? [
            { name: 'Date', value: formatTextDate(day.day) },
            { name: '10% chance below', value: money(day.low) },
            { name: 'Median', value: money(day.median) },
            { name: '10% chance above', value: money(day.high) },
          ]
        : []),
      { name: 'Days analyzed', value: inputs.days },
      { name: 'Average week', value: money(inputs.averageWeek) },
    ],
    links: [SPENT],
    lesson: 'uneven-income' as const,
  };
}

type CashChartProps = {
  name: string;
  past: readonly DayValue[];
  answer: Answer;
  /** True to draw the forecast line without everyday spending. */
  withCertain: boolean;
};

const NO_BAND: never[] = [];

/** Renders past cash balances, the forecast, and the forecast without assumptions. */
export function CashChart({ name, past, answer, withCertain }: CashChartProps) {
  const { days, currency, today, lowest, noModel } = answer;
  const lines = useMemo(() => getLines(past, answer, withCertain), [past, answer, withCertain]);
  return (
    <ForecastChart
      label={name}
      lines={lines}
      band={noModel ? NO_BAND : days}
      today={today}
      mark={{ ...lowest, label: `Lowest ${formatMoney(lowest.value, currency)}` }}
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
  return `${name} is ${money(now)} today. Expected on ${formatTextDate(last.day)}: ${money(last.median)}${between}. Lowest point: ${money(lowest.value)} on ${formatTextDate(lowest.day)}.`;
}
