import { dayText, monthsBetween } from '@engine/calendar/calendar.ts';
import { fromMinor, subtractMinor } from '@engine/money/minor.ts';
import type { BandPoint, ProjectionEventKind } from '@engine/what-if/comparison.ts';
import type { Decision, Projection } from '@engine/what-if/what-if.ts';
import { useMemo, useState } from 'react';
import { tourAnchor } from '@/entities/tour/tour-anchor';
import type { ProjectionInput } from '@/entities/what-if/projection';
import { type Projections, useBands } from '@/entities/what-if/projections';
import { formatAs, formatTextDate } from '@/lib/dates';
import { DifferenceChart } from '@/ui/charts/difference-chart';
import { OverlayChart, type OverlayMark } from '@/ui/charts/overlay-chart';
import type { DayBand, DayValue } from '@/ui/charts/scales';
import { Segmented } from '@/ui/forms/segmented';
import { toOptions } from '@/ui/forms/select-field';
import { getAmount, type Measure } from '../outcome';

type WhatIfChartsProps = {
  projections: Projections;
  setting: ProjectionInput;
  decisions: readonly Decision[];
  measure: Measure;
  /** The last day of actual history, for what-ifs that start in the past. */
  past: string | undefined;
  onMeasure: (measure: Measure) => void;
};

export function WhatIfCharts({
  projections,
  setting,
  decisions,
  measure,
  past,
  onMeasure,
}: WhatIfChartsProps) {
  const { branch, baseline } = projections;
  const [withBands, setWithBands] = useState(false);
  const isWorth = measure === 'netWorth';
  const { bands, isWorking, failed } = useBands(
    setting,
    decisions,
    withBands && isWorth && past === undefined,
  );
  const drawn = useMemo(
    () => ({
      branch: getSeries(branch, measure),
      baseline: getSeries(baseline, measure),
      difference: differenceSeries(branch, baseline, measure),
      marks: getMarks(branch, baseline),
    }),
    [branch, baseline, measure],
  );
  const drawnBands = useMemo(
    () => bands && { branch: getBand(bands.branch), baseline: getBand(bands.baseline) },
    [bands],
  );
  const lessIsBetter = measure === 'debt';
  return (
    <>
      <section className="mt-12">
        <header
          ref={tourAnchor('what-if-chart')}
          className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3"
        >
          <h3 className="text-lg">{measureLabel(measure)}</h3>
          <Segmented
            label="Chart"
            value={measure}
            onValueChange={onMeasure}
            options={MEASURES}
            className="max-md:w-full"
          />
        </header>
        <OverlayChart
          label={measureLabel(measure)}
          branch={drawn.branch}
          baseline={drawn.baseline}
          branchBand={drawnBands?.branch}
          baselineBand={drawnBands?.baseline}
          marks={drawn.marks}
          past={past}
          currency={branch.currency}
        />
        {past !== undefined && (
          <p className="mt-1 text-ink-3 text-sm">
            The solid line shows actual results until {formatTextDate(past)}.
          </p>
        )}
        {isWorth && past === undefined && (
          <div className="mt-1 flex min-h-8 flex-wrap items-center gap-x-4 text-ink-3 text-sm">
            <label className="flex items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={withBands}
                onChange={({ target }) => setWithBands(target.checked)}
                className="size-4 accent-accent"
              />
              Show 80% range
            </label>
            <span role="status">
              {isWorking && 'Running 20 simulations…'}
              {failed && "We couldn't run the simulations."}
            </span>
          </div>
        )}
      </section>
      <section className="mt-8">
        <header className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h3 className="text-lg">Difference</h3>
          <p className="flex gap-4 text-ink-3 text-sm">
            <Swatch color="ahead">what-if ahead</Swatch>
            <Swatch color="behind">what-if behind</Swatch>
          </p>
        </header>
        <DifferenceChart
          label={`${measureLabel(measure)}, what-if minus current plan`}
          points={drawn.difference}
          lessIsBetter={lessIsBetter}
          currency={branch.currency}
        />
      </section>
    </>
  );
}

function Swatch({ color, children }: { color: 'ahead' | 'behind'; children: string }) {
  const [ground, edge] =
    color === 'ahead'
      ? ['var(--chart-ahead)', 'var(--chart-next)']
      : ['var(--chart-behind)', 'var(--warning)'];
  return (
    <span className="flex items-center gap-1.5">
      <span
        aria-hidden
        className="size-3 rounded-1 border"
        style={{ background: ground, borderColor: edge }}
      />
      {children}
    </span>
  );
}

export const MEASURES = toOptions<Measure>({ netWorth: 'Net worth', cash: 'Cash', debt: 'Debt' });

export const measureLabel = (measure: Measure) =>
  MEASURES.find(({ value }) => value === measure)?.label ?? 'Net worth';

/** Returns a projection's measure as a line, in major units. */
export function getSeries({ points }: Projection, measure: Measure): DayValue[] {
  return points.map((point) => ({ day: dayText(point.day), value: fromMinor(getAmount(point, measure)) }));
}

/** Returns the difference between two projections at each point, in major units. */
export function differenceSeries(branch: Projection, baseline: Projection, measure: Measure): DayValue[] {
  return branch.points.map((point, index) => ({
    day: dayText(point.day),
    value: fromMinor(subtractMinor(getAmount(point, measure), getAmount(baseline.points[index], measure))),
  }));
}

/** Converts a band to major units. */
export function getBand(points: readonly BandPoint[]): DayBand[] {
  return points.map(({ day, low, high }) => ({
    day: dayText(day),
    low: fromMinor(low),
    high: fromMinor(high),
  }));
}

/** The events marked on a line, most important first. */
const MARKED: ProjectionEventKind[] = [
  'home_bought',
  'debt_gone',
  'job_lost',
  'payment_failed',
  'account_short',
  'loan_taken',
  'purchase',
  'job_found',
];
const MOST_MARKS = 4;

/**
 * Selects the most important events of both projections. If both projections have an event in the same month,
 * only the what-if's line shows it.
 */
export function getMarks(branch: Projection, baseline: Projection): OverlayMark[] {
  const ours = getNotableEvents(branch);
  const theirs = getNotableEvents(baseline).filter(
    (event) => !ours.some((own) => own.text === event.text && monthsBetween(own.day, event.day) === 0),
  );
  const mark = (line: OverlayMark['line']) => (event: Projection['events'][number]) => ({
    line,
    day: dayText(event.day),
    label: `${event.text}, ${formatAs(dayText(event.day), 'MMM yyyy')}`,
  });
  return [...ours.map(mark('branch')), ...theirs.map(mark('baseline'))];
}

/**
 * Returns the notable events, most important first. Includes only the first event of each kind of problem.
 */
function getNotableEvents({ events }: Projection): Projection['events'] {
  const seen = new Set<string>();
  return events
    .filter(({ kind, subject, text }) => {
      if (!MARKED.includes(kind)) return false;
      const key = kind === 'payment_failed' || kind === 'account_short' ? kind : `${kind} ${subject ?? text}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .toSorted((left, right) => MARKED.indexOf(left.kind) - MARKED.indexOf(right.kind))
    .slice(0, MOST_MARKS)
    .toSorted((left, right) => left.day - right.day);
}
