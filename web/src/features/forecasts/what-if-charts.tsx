import { useMemo } from 'react';
import { DifferenceChart } from '@/ui/difference-chart';
import { OverlayChart } from '@/ui/overlay-chart';
import { Segmented } from '@/ui/segmented';
import type { Lives } from './what-if-lives';
import { differenceSeries, MEASURES, type Measure, marksOf, measureLabel, seriesOf } from './what-if-series';

type WhatIfChartsProps = { lives: Lives; measure: Measure; onMeasure: (measure: Measure) => void };

/** Both lives over the years, and how far apart they are. */
export function WhatIfCharts({ lives: { branch, asIs }, measure, onMeasure }: WhatIfChartsProps) {
  const drawn = useMemo(
    () => ({
      branch: seriesOf(branch, measure),
      asIs: seriesOf(asIs, measure),
      difference: differenceSeries(branch, asIs, measure),
      marks: marksOf(branch, asIs),
    }),
    [branch, asIs, measure],
  );
  const lessIsBetter = measure === 'debt';
  return (
    <>
      <section className="mt-12">
        <header className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h3 className="text-lg">{measureLabel(measure)}</h3>
          <Segmented
            label="What is drawn"
            value={measure}
            onValueChange={onMeasure}
            options={MEASURES}
            className="max-md:w-full"
          />
        </header>
        <OverlayChart
          label={measureLabel(measure)}
          branch={drawn.branch}
          asIs={drawn.asIs}
          marks={drawn.marks}
          currency={branch.currency}
        />
      </section>
      <section className="mt-8">
        <header className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h3 className="text-lg">This branch, less things as they are</h3>
          <p className="flex gap-4 text-ink-3 text-sm">
            <Swatch colour="ahead">branch ahead</Swatch>
            <Swatch colour="behind">branch behind</Swatch>
          </p>
        </header>
        <DifferenceChart
          label={`${measureLabel(measure)}, this branch less things as they are`}
          points={drawn.difference}
          lessIsBetter={lessIsBetter}
          currency={branch.currency}
        />
      </section>
    </>
  );
}

function Swatch({ colour, children }: { colour: 'ahead' | 'behind'; children: string }) {
  const [ground, edge] =
    colour === 'ahead'
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
