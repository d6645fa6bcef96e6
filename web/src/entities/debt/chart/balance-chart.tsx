import { type ReactNode, useMemo } from 'react';
import { formatTextDate, getDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import type { DayValue } from '@/ui/charts/line-chart';
import { OverlayFrame } from '@/ui/charts/overlay-frame';
import { layOutOverlay, NARROW_PX, type Overlay, paths } from '@/ui/charts/overlay-geometry';
import { useWidth } from '@/ui/charts/use-width';
import { DebtDragHandle } from './drag-handle';

/** Solid for history, dashed for the plan, dotted for the current course. */
const LOOKS = {
  past: { stroke: 'var(--chart-past)', dashes: undefined },
  next: { stroke: 'var(--chart-next)', dashes: '5 5' },
  baseline: { stroke: 'var(--ink-2)', dashes: '2 4' },
  /** A second figure, such as the value of the home, with a thinner line. */
  besidePast: { stroke: 'var(--chart-5)', dashes: undefined },
  besideNext: { stroke: 'var(--chart-5)', dashes: '5 5' },
} as const;

export type DebtLine = {
  name: string;
  look: keyof typeof LOOKS;
  /** Oldest first, in major units. */
  points: readonly DayValue[];
  /** The label at the end, such as the payoff month. */
  end?: string;
};

type DebtChartProps = {
  /** The label of the lines: "What you owe". */
  label: string;
  /** The chart's summary for screen readers. */
  summary: string;
  lines: readonly DebtLine[];
  today: string;
  currency: string;
  /** A day with a change, such as a rate reset. */
  mark?: { day: string; words: string } | undefined;
  /** Lets the customer drag the plan's line through a point. */
  onPull?: (day: string, value: number) => void;
};

const HEIGHT = 280;
const HEIGHT_NARROW = 220;

/**
 * Renders the balance over the years: a solid line for the past and a dashed one for the future, which the
 * customer can drag.
 */
export function DebtChart({ label, summary, lines: given, today, currency, mark, onPull }: DebtChartProps) {
  const [container, width] = useWidth();
  // A single point is no line: today's new debt has no history.
  const lines = useMemo(() => given.filter(({ points }) => points.length > 1), [given]);
  const height = width < NARROW_PX ? HEIGHT_NARROW : HEIGHT;
  const days = useMemo(
    () => [...new Set(lines.flatMap(({ points }) => points.map(({ day }) => day)))].sort(),
    [lines],
  );
  const overlay = useMemo(() => {
    const values = lines.flatMap(({ points }) => points.map(({ value }) => value));
    return layOutOverlay(days, values, { width, height, endRoom: 0, currency });
  }, [days, lines, width, height, currency]);
  const pulled = lines.find(({ look }) => look === 'next');
  return (
    <figure>
      <div ref={container} className="relative overflow-x-clip" style={{ height }}>
        {width > 0 && days.length > 1 && (
          <OverlayFrame
            label={label}
            summary={summary}
            days={days}
            overlay={overlay}
            width={width}
            height={height}
            readout={(index) => <Readout day={days[index] ?? today} lines={lines} currency={currency} />}
          >
            {(read) => (
              <>
                <Today overlay={overlay} today={today} />
                {lines.map((line) => (
                  <path
                    key={line.name}
                    d={paths.line(overlay, line.points)}
                    fill="none"
                    stroke={LOOKS[line.look].stroke}
                    strokeWidth="2"
                    strokeLinejoin="round"
                    strokeDasharray={LOOKS[line.look].dashes}
                  />
                ))}
                <Ends overlay={overlay} lines={lines} />
                {mark && <Turn overlay={overlay} mark={mark} />}
                {read !== null &&
                  lines.map((line) => (
                    <ReadDot key={line.name} overlay={overlay} line={line} day={days[read] ?? today} />
                  ))}
                {onPull && pulled && (
                  <DebtDragHandle overlay={overlay} points={pulled.points} onPull={onPull} />
                )}
              </>
            )}
          </OverlayFrame>
        )}
      </div>
      <figcaption>
        <Legend lines={lines} />
      </figcaption>
    </figure>
  );
}

function Legend({ lines }: { lines: readonly DebtLine[] }): ReactNode {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-sm">
      {lines.map(({ name, look, end }) => (
        <li key={name} className="flex items-center gap-2">
          <svg width="28" height="4" aria-hidden>
            <line
              x2="28"
              y1="2"
              y2="2"
              stroke={LOOKS[look].stroke}
              strokeWidth="2"
              strokeDasharray={LOOKS[look].dashes}
            />
          </svg>
          {name}
          {end && <span className="font-semibold text-ink">{end}</span>}
        </li>
      ))}
    </ul>
  );
}

function Readout({ day, lines, currency }: { day: string; lines: readonly DebtLine[]; currency: string }) {
  return (
    <>
      <p>{formatTextDate(day)}</p>
      {lines.map((line) => {
        const value = valueOn(line, day);
        return value === null ? null : (
          <p key={line.name}>
            {line.name} <strong className="font-semibold">{formatMoney(value, currency)}</strong>
          </p>
        );
      })}
    </>
  );
}

function ReadDot({ overlay, line, day }: { overlay: Overlay; line: DebtLine; day: string }) {
  const value = valueOn(line, day);
  if (value === null) return null;
  return (
    <circle
      cx={overlay.x(getDate(day))}
      cy={overlay.y(value)}
      r="4.5"
      fill={LOOKS[line.look].stroke}
      stroke="var(--canvas)"
      strokeWidth="2"
    />
  );
}

function Today({ overlay: { x, bottom }, today }: { overlay: Overlay; today: string }) {
  const place = x(getDate(today));
  return <line x1={place} x2={place} y1={8} y2={bottom} stroke="var(--line-strong)" />;
}

/** On the side of the line with more room. */
function Turn({
  overlay: { x, left, right, bottom },
  mark,
}: {
  overlay: Overlay;
  mark: { day: string; words: string };
}) {
  const place = x(getDate(mark.day));
  const isEarly = place < (left + right) / 2;
  return (
    <g>
      <line x1={place} x2={place} y1={8} y2={bottom} stroke="var(--chart-next)" strokeDasharray="4 4" />
      <text
        x={place + (isEarly ? 8 : -8)}
        y={isEarly ? 20 : bottom - 12}
        textAnchor={isEarly ? 'start' : 'end'}
        stroke="var(--canvas)"
        strokeWidth="6"
        strokeLinejoin="round"
        paintOrder="stroke"
        className="fill-accent-ink font-semibold text-sm"
      >
        {mark.words}
      </text>
    </g>
  );
}

/** Hollow because it is in the future. */
function Ends({ overlay, lines }: { overlay: Overlay; lines: readonly DebtLine[] }) {
  return lines.map(({ name, end, look, points }) => {
    const last = points.at(-1);
    return end && last ? (
      <circle
        key={name}
        cx={overlay.x(getDate(last.day))}
        cy={overlay.y(last.value)}
        r="4.5"
        fill="var(--canvas)"
        stroke={LOOKS[look].stroke}
        strokeWidth="2"
      />
    ) : null;
  });
}

/** Returns a line's value on a day, which is that of its last point; null outside the line. */
function valueOn({ points }: DebtLine, day: string): number | null {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || day < first.day || day > last.day) return null;
  return points.findLast((point) => point.day <= day)?.value ?? null;
}
