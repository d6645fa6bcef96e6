import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { getDate } from '@/lib/dates';

type DaySelection = {
  /** The days of the chart, oldest first. */
  days: readonly string[];
  /** Returns the instant at a horizontal position. */
  invertX: (left: number) => Date;
  /** The number of points that PageUp and PageDown move by. */
  page: number;
  /**
   * The index of the point from which the first arrow key moves. By default, the key selects the first or
   * last point, depending on its direction.
   */
  start?: number | undefined;
};

/**
 * Lets the customer select days of a chart with a pointer, touch, or arrow keys. Returns the selected day's
 * index and the chart's event handlers.
 */
export function useDaySelection({ days, invertX, page, start }: DaySelection) {
  const [selection, setSelection] = useState<number | null>(null);
  const selected = selection === null || days.length === 0 ? null : Math.min(selection, days.length - 1);
  const moves: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -page,
    PageDown: page,
    Home: -days.length,
    End: days.length,
  };

  function selectNearest(event: PointerEvent<SVGSVGElement>) {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setSelection(findNearestDay(days, invertX(left)));
  }
  function selectByKey(event: KeyboardEvent<SVGSVGElement>) {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const from = selected ?? start ?? (move > 0 ? -1 : days.length);
    setSelection(Math.max(0, Math.min(days.length - 1, from + move)));
  }
  return {
    selected,
    listeners: {
      onPointerMove: selectNearest,
      onPointerDown: selectNearest,
      // On touch screens, the selection stays after the finger lifts.
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setSelection(null),
      onBlur: () => setSelection(null),
      onKeyDown: selectByKey,
    },
  };
}

function findNearestDay(days: readonly string[], instant: Date): number {
  const distance = (index: number) => Math.abs(getDate(days[index] ?? '').getTime() - instant.getTime());
  const after = days.findIndex((day) => getDate(day) >= instant);
  if (after < 0) return days.length - 1;
  return after > 0 && distance(after - 1) < distance(after) ? after - 1 : after;
}
