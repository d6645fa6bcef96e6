import { type PointerEvent, useState } from 'react';
import { formatAs } from '@/lib/dates';
import { type ChartScales, type DayValue, linePath } from '@/ui/charts/scales';

type DebtDragHandleProps = {
  scales: ChartScales;
  /** The points of the line to drag, starting today, in major units. */
  points: readonly DayValue[];
  /** Called with the day and balance that the line is dragged through. */
  onDrag: (day: string, value: number) => void;
};

/** The width of the line's touch target. */
const GRIP_PX = 28;

/**
 * Renders a line that follows the pointer. Keyboard users set the same amount with a slider next to the
 * chart.
 */
export function DebtDragHandle({ scales, points, onDrag }: DebtDragHandleProps) {
  const [isDragging, setIsDragging] = useState(false);
  const middle = points[Math.floor(points.length * 0.45)];

  function start(event: PointerEvent<SVGGElement>) {
    event.stopPropagation();
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setIsDragging(true);
  }
  function move(event: PointerEvent<SVGGElement>) {
    if (!isDragging) return;
    event.stopPropagation();
    const frame = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
    if (!frame) return;
    const { x, invertX, y, bottom, right } = scales;
    const from = x(points[0]?.day ?? '');
    const left = Math.min(right, Math.max(from + 4, event.clientX - frame.left));
    const top = Math.min(bottom, Math.max(0, event.clientY - frame.top));
    onDrag(formatAs(invertX(left), 'yyyy-MM-dd'), Math.max(0, y.invert(top)));
  }
  function release(event: PointerEvent<SVGGElement>) {
    event.stopPropagation();
    setIsDragging(false);
  }
  if (!middle) return null;
  const [left, top] = [scales.x(middle.day), scales.y(middle.value)];
  return (
    <g
      aria-hidden
      data-testid="pull"
      className={isDragging ? 'cursor-grabbing touch-none' : 'cursor-grab touch-none'}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <path
        d={linePath(scales, points)}
        fill="none"
        stroke="transparent"
        strokeWidth={GRIP_PX}
        pointerEvents="stroke"
      />
      <circle cx={left} cy={top} r={GRIP_PX / 2 + 6} fill="transparent" />
      <circle
        cx={left}
        cy={top}
        r={isDragging ? 11 : 9}
        fill="var(--canvas)"
        stroke="var(--chart-next)"
        strokeWidth="2"
      />
      <path
        d={`M${left - 3} ${top - 2} l3 -3 l3 3 M${left - 3} ${top + 2} l3 3 l3 -3`}
        fill="none"
        stroke="var(--chart-next)"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
  );
}
