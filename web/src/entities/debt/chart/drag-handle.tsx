import { type PointerEvent, useState } from 'react';
import { formatAs } from '@/lib/dates';
import { OutlinedText } from '@/ui/charts/chart-parts';
import { type ChartScales, type DayValue, linePath } from '@/ui/charts/scales';

type DebtDragHandleProps = {
  scales: ChartScales;
  /** The points of the line to drag, starting today, in major units. */
  points: readonly DayValue[];
  /** The text at the handle, such as the payoff month. */
  label: string;
  /** Called with the day and balance that the line is dragged through. */
  onDrag: (day: string, value: number) => void;
};

/** The width of the line's touch target. */
const GRIP_PX = 28;
/** The height of the touch target above and below the axis. */
const KNOB_PX = 22;
/** Closer to the chart's right edge than this, the label ends at the handle. */
const LABEL_PX = 84;

/**
 * Renders the handle at the payoff date. Dragging it moves the payoff date, and dragging the line moves the
 * balance. Keyboard users set the same amount with the field below the chart.
 */
export function DebtDragHandle({ scales, points, label, onDrag }: DebtDragHandleProps) {
  const [dragged, setDragged] = useState<'payoff' | 'line' | null>(null);
  const payoff = points.at(-1);

  function start(event: PointerEvent<SVGElement>, part: 'payoff' | 'line') {
    event.stopPropagation();
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(part);
  }
  function move(event: PointerEvent<SVGElement>) {
    if (!dragged) return;
    event.stopPropagation();
    const frame = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
    if (!frame) return;
    const { x, invertX, y, bottom, right } = scales;
    const from = x(points[0]?.day ?? '');
    const left = Math.min(right, Math.max(from + 4, event.clientX - frame.left));
    const top = Math.min(bottom, Math.max(0, event.clientY - frame.top));
    onDrag(formatAs(invertX(left), 'yyyy-MM-dd'), dragged === 'payoff' ? 0 : Math.max(0, y.invert(top)));
  }
  function release(event: PointerEvent<SVGElement>) {
    event.stopPropagation();
    setDragged(null);
  }
  if (!payoff) return null;
  const [left, top] = [scales.x(payoff.day), scales.y(payoff.value)];
  const isAtEdge = left > scales.right - LABEL_PX;
  const listeners = { onPointerMove: move, onPointerUp: release, onPointerCancel: release };
  return (
    <g aria-hidden data-testid="pull" className="touch-none">
      <path
        d={linePath(scales, points)}
        fill="none"
        stroke="transparent"
        strokeWidth={GRIP_PX}
        pointerEvents="stroke"
        className={dragged ? 'cursor-grabbing' : 'cursor-grab'}
        onPointerDown={(event) => start(event, 'line')}
        {...listeners}
      />
      <OutlinedText
        x={isAtEdge ? left + 6 : left}
        y={getLabelTop(scales, points, isAtEdge ? label : '')}
        textAnchor={isAtEdge ? 'end' : 'middle'}
        className="pointer-events-none fill-accent-ink font-semibold text-sm"
      >
        {label}
      </OutlinedText>
      <g className="cursor-ew-resize" onPointerDown={(event) => start(event, 'payoff')} {...listeners}>
        <circle cx={left} cy={top} r={KNOB_PX} fill="transparent" />
        <circle
          cx={left}
          cy={top}
          r={dragged === 'payoff' ? 12 : 10}
          fill="var(--chart-next)"
          stroke="var(--canvas)"
          strokeWidth="2"
        />
        <path
          d={`M${left - 2.5} ${top - 3} l-3 3 l3 3 M${left + 2.5} ${top - 3} l3 3 l-3 3`}
          fill="none"
          stroke="var(--on-accent)"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          pointerEvents="none"
        />
      </g>
    </g>
  );
}

const CHARACTER_PX = 7.5;
const GAP_PX = 14;

/** Returns the height of the label above the handle: a label beside the line stays above the line. */
function getLabelTop(scales: ChartScales, points: readonly DayValue[], label: string): number {
  const from = scales.right - label.length * CHARACTER_PX;
  const covered = points.filter(({ day }) => label !== '' && scales.x(day) >= from);
  return Math.min(scales.bottom - 10, ...covered.map(({ value }) => scales.y(value))) - GAP_PX;
}
