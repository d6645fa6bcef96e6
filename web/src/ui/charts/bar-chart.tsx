import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import { formatAs } from '@/lib/dates';
import { axisMoney } from './scales';
import { ValueAxis } from './time-chart';
import { useWidth } from './use-width';

export type BarScales = {
  /** Returns the center of a bar. */
  x: (index: number) => number;
  y: ScaleLinear<number, number>;
  /** The distance between the centers of two bars. */
  step: number;
  top: number;
  bottom: number;
};

type BarChartProps = {
  /** The chart's summary for screen readers. */
  label: string;
  /** The text below each bar. Some texts are omitted if there isn't enough space. */
  names: readonly string[];
  domain: readonly [number, number];
  currency: string;
  height: number;
  /** The approximate number of values on the axis. */
  ticks: number;
  legend?: ReactNode;
  /** The content below the chart: a table of the values, or the legend. */
  caption: ReactNode;
  children: (scales: BarScales) => ReactNode;
};

const LEFT = 56;
const TOP = 10;
const AXIS_HEIGHT = 26;
const MIN_LABEL_SPACING_PX = 46;

export function BarChart({
  label,
  names,
  domain,
  currency,
  height,
  ticks,
  legend,
  caption,
  children,
}: BarChartProps) {
  const [container, width] = useWidth();
  const bottom = height - AXIS_HEIGHT;
  const y = scaleLinear(domain, [bottom, TOP]).nice(ticks);
  const step = (width - LEFT) / Math.max(1, names.length);
  const x = (index: number) => LEFT + step * (index + 0.5);
  const interval = Math.max(1, Math.ceil(MIN_LABEL_SPACING_PX / Math.max(1, step)));
  const valueTicks = y.ticks(ticks).map((value) => ({ value, label: axisMoney(value, currency) }));
  return (
    <figure>
      {legend}
      <div ref={container} className="overflow-x-clip" style={{ height }}>
        {width > 0 && (
          <svg width={width} height={height} role="img" aria-label={label}>
            <ValueAxis y={y} left={LEFT} right={width} valueTicks={valueTicks} />
            {names.map(
              (name, index) =>
                index % interval === 0 && (
                  <text
                    key={x(index)}
                    x={Math.min(x(index), width - 14)}
                    y={height - 8}
                    textAnchor="middle"
                    className="figures fill-ink-3 text-xs"
                  >
                    {name}
                  </text>
                ),
            )}
            {children({ x, y, step, top: TOP, bottom })}
          </svg>
        )}
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

/** Formats the label of a month's bar. January also shows the year. */
export function formatAxisMonth(month: string): string {
  return formatAs(month, month.slice(5, 7) === '01' ? 'MMM yyyy' : 'MMM');
}
