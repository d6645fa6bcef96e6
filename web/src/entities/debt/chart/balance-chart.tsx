import { useMemo } from 'react';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { ChartLine, Dot, LineKey, type LineKind, OutlinedText, ReadoutValue } from '@/ui/charts/chart-parts';
import { type ChartScales, createYearlyScales, type DayValue, getDays, linePath } from '@/ui/charts/scales';
import { TimeChart } from '@/ui/charts/time-chart';
import { DebtDragHandle } from './drag-handle';

export type DebtLine = {
  name: string;
  kind: LineKind;
  /** The points in chronological order, in major units. */
  points: readonly DayValue[];
  /** The label at the end of the line, such as the payoff month. */
  end?: string;
};

type Mark = { day: string; label: string };

type DebtChartProps = {
  /** The chart's label, such as "What you owe". */
  label: string;
  /** The chart's summary for screen readers. */
  summary: string;
  lines: readonly DebtLine[];
  today: string;
  currency: string;
  /** A day with a change, such as a rate reset. */
  mark?: Mark | undefined;
  /** Lets the customer drag the plan's line through a point. `label` is the text at the handle. */
  drag?: { label: string; onDrag: (day: string, value: number) => void } | undefined;
};

const YEAR_MONTHS = 12;
/** The space for half of the handle at the right edge. */
const HANDLE_SPACE_PX = 8;

/**
 * Renders the balance over the years: a solid line for the past and a dashed line for the future. The
 * customer can drag the dashed line.
 */
export function DebtChart({ label, summary, lines: allLines, today, currency, mark, drag }: DebtChartProps) {
  // Omits lines with a single point, such as the history of a debt opened today.
  const lines = useMemo(() => allLines.filter(({ points }) => points.length > 1), [allLines]);
  const days = useMemo(() => getDays(lines), [lines]);
  const plan = lines.find(({ kind }) => kind === 'expected');
  const baseline = lines.find(({ kind }) => kind === 'baseline');
  return (
    <TimeChart
      label={label}
      summary={summary}
      days={days}
      leastDays={2}
      height={280}
      narrowHeight={220}
      page={YEAR_MONTHS}
      createScales={(size) =>
        createYearlyScales(
          days,
          lines.flatMap(({ points }) => points.map(({ value }) => value)),
          { ...size, endSpace: drag ? HANDLE_SPACE_PX : 0, currency },
        )
      }
      renderSelection={(index, scales) => (
        <>
          {index !== null &&
            lines.map((line) => (
              <Dot
                key={line.name}
                scales={scales}
                kind={line.kind}
                point={getPoint(line, days[index] ?? today)}
              />
            ))}
          {drag && plan && <DebtDragHandle scales={scales} points={plan.points} {...drag} />}
        </>
      )}
      renderReadout={(index) => <Readout day={days[index] ?? today} lines={lines} currency={currency} />}
      caption={
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-sm">
          {lines.map(({ name, kind, end }) => (
            <LineKey key={name} kind={kind}>
              {name}
              {end && <span className="font-semibold text-ink">{end}</span>}
            </LineKey>
          ))}
        </ul>
      }
    >
      {(scales) => (
        <>
          {plan && baseline && <Difference scales={scales} from={baseline.points} to={plan.points} />}
          <Today scales={scales} day={today} />
          {lines.map(({ name, kind, points }) => (
            <ChartLine key={name} scales={scales} kind={kind} points={points} />
          ))}
          {lines.map(
            ({ name, kind, end, points }) =>
              end && <Dot key={name} scales={scales} kind={kind} point={points.at(-1)} isHollow />,
          )}
          {mark && <MarkedDay scales={scales} mark={mark} />}
        </>
      )}
    </TimeChart>
  );
}

function Readout({ day, lines, currency }: { day: string; lines: readonly DebtLine[]; currency: string }) {
  return (
    <>
      <p>{formatTextDate(day)}</p>
      {lines.map((line) => {
        const point = getPoint(line, day);
        return (
          point && (
            <ReadoutValue key={line.name} name={line.name}>
              {formatMoney(point.value, currency)}
            </ReadoutValue>
          )
        );
      })}
    </>
  );
}

type DifferenceProps = { scales: ChartScales; from: readonly DayValue[]; to: readonly DayValue[] };

/** Shades the area between two plans that start on the same day. */
function Difference({ scales, from, to }: DifferenceProps) {
  const back = linePath(scales, [...to].reverse()).replace('M', 'L');
  return <path d={`${linePath(scales, from)}${back}Z`} fill="var(--chart-band)" />;
}

function Today({ scales, day }: { scales: ChartScales; day: string }) {
  const left = scales.x(day);
  const isEarly = left < scales.left + 60;
  return (
    <g>
      <VerticalLine scales={scales} day={day} stroke="var(--ink)" />
      <OutlinedText
        x={left + (isEarly ? 8 : -8)}
        y={18}
        textAnchor={isEarly ? 'start' : 'end'}
        className="fill-ink font-semibold text-sm"
      >
        Today
      </OutlinedText>
    </g>
  );
}

type VerticalLineProps = { scales: ChartScales; day: string; stroke: string; strokeDasharray?: string };

function VerticalLine({ scales: { x, bottom }, day, ...stroke }: VerticalLineProps) {
  return <line x1={x(day)} x2={x(day)} y1={8} y2={bottom} {...stroke} />;
}

/** Renders a day's label on the side of its line that has more space. */
function MarkedDay({ scales, mark }: { scales: ChartScales; mark: Mark }) {
  const left = scales.x(mark.day);
  const isEarly = left < (scales.left + scales.right) / 2;
  return (
    <g>
      <VerticalLine scales={scales} day={mark.day} stroke="var(--chart-next)" strokeDasharray="4 4" />
      <OutlinedText
        x={left + (isEarly ? 8 : -8)}
        y={isEarly ? 20 : scales.bottom - 12}
        textAnchor={isEarly ? 'start' : 'end'}
        className="fill-accent-ink font-semibold text-sm"
      >
        {mark.label}
      </OutlinedText>
    </g>
  );
}

/**
 * Returns a line's point on a day, with the value after the last change; undefined if the day is outside the
 * line.
 */
function getPoint({ points }: DebtLine, day: string): DayValue | undefined {
  const last = points.at(-1);
  if (!last || day > last.day) return undefined;
  const point = points.findLast((change) => change.day <= day);
  return point && { day, value: point.value };
}
