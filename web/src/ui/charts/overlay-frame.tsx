import { type ReactNode, useId } from 'react';
import { formatAs, getDate } from '@/lib/dates';
import type { Overlay } from './overlay-geometry';
import { readoutPlace, useDayReading } from './use-point-reading';

type OverlayFrameProps = {
  label: string;
  /** The chart's summary for screen readers. */
  summary: string;
  days: readonly string[];
  overlay: Overlay;
  width: number;
  height: number;
  /** Renders the chart with the selected day. */
  children: (read: number | null) => ReactNode;
  /** Renders the text of the selected day. */
  readout: (index: number) => ReactNode;
};

const YEAR_OF_MONTHS = 12;
/** The grid, axes, and day selection that charts over years share. */
export function OverlayFrame({
  label,
  summary,
  days,
  overlay,
  width,
  height,
  children,
  readout,
}: OverlayFrameProps) {
  const summaryId = useId();
  const { x, y, left, right, bottom, valueTicks, dayTicks } = overlay;

  const { shown, listeners } = useDayReading({ days, x, page: YEAR_OF_MONTHS });
  const place = shown === null ? 0 : x(getDate(days[shown] ?? ''));

  return (
    <>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={label}
        aria-describedby={summaryId}
        tabIndex={0}
        className="touch-pan-y rounded-1 [&:focus:not(:focus-visible)]:outline-none"
        {...listeners}
      >
        {valueTicks.map(({ value, words }) => (
          <g key={value} transform={`translate(0 ${y(value)})`}>
            <line x1={left} x2={right} stroke={value === 0 ? 'var(--line-strong)' : 'var(--chart-grid)'} />
            <text dy="0.32em" className="figures fill-ink-3 text-xs">
              {words}
            </text>
          </g>
        ))}
        {dayTicks.map((tick) => (
          <text
            key={tick.getTime()}
            x={Math.min(x(tick), right - 12)}
            y={height - 6}
            textAnchor="middle"
            className="figures fill-ink-3 text-xs"
          >
            {formatAs(tick, tick.getMonth() === 0 ? 'yyyy' : 'MMM')}
          </text>
        ))}
        {shown !== null && <line x1={place} x2={place} y1={0} y2={bottom} stroke="var(--ink-3)" />}
        {children(shown)}
      </svg>
      {shown !== null && (
        <div
          aria-live="polite"
          className="figures pointer-events-none absolute top-0 z-10 max-w-72 rounded-1 bg-ink px-3 py-2 text-canvas text-sm"
          style={readoutPlace(place, width)}
        >
          {readout(shown)}
        </div>
      )}
      <p id={summaryId} className="sr-only">
        {summary}
      </p>
    </>
  );
}
