import type { Decision } from '@engine/what-if/what-if.ts';
import { useMemo, useState } from 'react';
import { formatTextDate } from '@/lib/dates';
import { DifferenceChart } from '@/ui/charts/difference-chart';
import { OverlayChart } from '@/ui/charts/overlay-chart';
import { Segmented } from '@/ui/forms/segmented';
import type { ProjectionInput } from '../simulation/projection';
import { type Projections, useBands } from '../simulation/projections';
import {
  differenceSeries,
  getBand,
  getMarks,
  getSeries,
  MEASURES,
  type Measure,
  measureLabel,
} from './series';

type WhatIfChartsProps = {
  lives: Projections;
  setting: ProjectionInput;
  decisions: readonly Decision[];
  measure: Measure;
  /** The last day of actual history, for what-ifs that start in the past. */
  past: string | undefined;
  onMeasure: (measure: Measure) => void;
};

/** The two projections over the years and their difference. */
export function WhatIfCharts({ lives, setting, decisions, measure, past, onMeasure }: WhatIfChartsProps) {
  const { branch, baseline } = lives;
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
        <header className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
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
