import { type ReactNode, useId } from 'react';
import { type ChartScales, type ChartSize, NARROW_PX } from './scales';
import { useDaySelection } from './use-day-selection';
import { useWidth } from './use-width';

type TimeChartProps = {
  label: string;
  /** The chart's summary for screen readers. */
  summary: string;
  /** All days covered by the lines, oldest first. */
  days: readonly string[];
  /** The minimum number of days for a line. */
  leastDays?: number;
  height: number;
  /** The height on phones. */
  narrowHeight?: number;
  createScales: (size: ChartSize) => ChartScales;
  children: (scales: ChartScales, size: ChartSize) => ReactNode;
  /** Renders content that depends on the selected day, such as dots on the lines. */
  renderSelection?: (index: number | null, scales: ChartScales) => ReactNode;
  /** Renders the text for the selected day. */
  renderReadout: (index: number) => ReactNode;
  /** The number of points that PageUp and PageDown move by. */
  page: number;
  /** The index of the point from which the first arrow key moves. */
  start?: number | undefined;
  legend?: ReactNode;
  /** The content below the chart: a table of the values, or the legend. */
  caption?: ReactNode;
  className?: string | undefined;
};

/**
 * Renders a time chart's grid, axes, and summary. Customers can select days with arrow keys, a pointer, or
 * touch.
 */
export function TimeChart({
  label,
  summary,
  days,
  leastDays = 1,
  height: wideHeight,
  narrowHeight = wideHeight,
  createScales,
  children,
  legend,
  caption,
  className,
  ...selection
}: TimeChartProps) {
  const [container, width] = useWidth();
  const summaryId = useId();
  const size = { width, height: width < NARROW_PX ? narrowHeight : wideHeight };
  const scales = createScales(size);
  return (
    <figure className={className}>
      {legend}
      <div ref={container} className="relative overflow-x-clip" style={{ height: size.height }}>
        {width > 0 && days.length >= leastDays && (
          <Plot label={label} summaryId={summaryId} days={days} size={size} scales={scales} {...selection}>
            {children(scales, size)}
          </Plot>
        )}
      </div>
      <figcaption>
        <p id={summaryId} className="sr-only">
          {summary}
        </p>
        {caption}
      </figcaption>
    </figure>
  );
}

type PlotProps = Pick<
  TimeChartProps,
  'label' | 'days' | 'renderSelection' | 'renderReadout' | 'page' | 'start'
> & { summaryId: string; size: ChartSize; scales: ChartScales; children: ReactNode };

function Plot({
  label,
  summaryId,
  days,
  size,
  scales,
  renderSelection,
  renderReadout,
  page,
  start,
  children,
}: PlotProps) {
  const { selected, listeners } = useDaySelection({ days, invertX: scales.invertX, page, start });
  const left = selected === null ? 0 : scales.x(days[selected] ?? '');
  return (
    <>
      <svg
        {...size}
        role="img"
        aria-label={label}
        aria-describedby={summaryId}
        tabIndex={0}
        className="touch-pan-y rounded-1 [&:focus:not(:focus-visible)]:outline-none"
        {...listeners}
      >
        <ValueAxis {...scales} />
        {scales.dayTicks.map((tick) => (
          <text
            key={tick.label + tick.left}
            x={tick.left}
            y={scales.bottom + 20}
            textAnchor="middle"
            className="figures fill-ink-3 text-xs"
          >
            {tick.label}
          </text>
        ))}
        {children}
        {selected !== null && (
          <line x1={left} x2={left} y1={scales.top} y2={scales.bottom} stroke="var(--ink-3)" />
        )}
        {renderSelection?.(selected, scales)}
      </svg>
      {selected !== null && (
        <div
          aria-live="polite"
          className="figures pointer-events-none absolute top-0 z-10 max-w-72 rounded-1 bg-ink px-3 py-2 text-canvas text-sm"
          style={left > size.width / 2 ? { right: size.width - left + 10 } : { left: left + 10 }}
        >
          {renderReadout(selected)}
        </div>
      )}
    </>
  );
}

/** Renders the grid lines with their values, and a stronger line at zero. */
export function ValueAxis({
  y,
  left,
  right,
  valueTicks,
}: Pick<ChartScales, 'y' | 'left' | 'right' | 'valueTicks'>) {
  return valueTicks.map(({ value, label }) => (
    <g key={value} transform={`translate(0 ${y(value)})`}>
      <line x1={left} x2={right} stroke={value === 0 ? 'var(--line-strong)' : 'var(--chart-grid)'} />
      <text dy="0.32em" className="figures fill-ink-3 text-xs">
        {label}
      </text>
    </g>
  ));
}
