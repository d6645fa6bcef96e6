import type { ScaleTime } from 'd3-scale';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { getDate } from '@/lib/dates';

type Place = {
  /** Oldest first. */
  days: readonly string[];
  x: ScaleTime<number, number>;
  /** The number of points that PageUp and PageDown move. */
  page: number;
  /** The point that the first arrow key starts from. Defaults to the end. */
  start?: number | undefined;
};

/** Longer than any line. */
const TO_THE_END = 100_000;

/**
 * Selects single days of a chart by pointer, touch, or arrow keys. Returns the selection and the chart's
 * event handlers.
 */
export function useDayReading({ days, x, page, start }: Place) {
  const [read, setRead] = useState<number | null>(null);
  const shown = read === null || days.length === 0 ? null : Math.min(read, days.length - 1);
  const moves: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -page,
    PageDown: page,
    Home: -TO_THE_END,
    End: TO_THE_END,
  };

  function readNearest(event: PointerEvent<SVGSVGElement>) {
    setRead(nearestDay(days, x.invert(event.clientX - event.currentTarget.getBoundingClientRect().left)));
  }
  function readByKey(event: KeyboardEvent<SVGSVGElement>) {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const from = shown ?? start ?? (move > 0 ? -1 : days.length);
    setRead(Math.max(0, Math.min(days.length - 1, from + move)));
  }
  return {
    shown,
    listeners: {
      onPointerMove: readNearest,
      onPointerDown: readNearest,
      // Touch keeps its selection after the finger lifts.
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setRead(null),
      onBlur: () => setRead(null),
      onKeyDown: readByKey,
    },
  };
}

/** Returns the index of the day closest to an instant. */
export function nearestDay(days: readonly string[], instant: Date): number {
  const when = instant.getTime();
  const after = days.findIndex((day) => getDate(day).getTime() >= when);
  if (after < 0) return days.length - 1;
  const before = Math.max(0, after - 1);
  const isNearerBefore =
    when - getDate(days[before] ?? '').getTime() < getDate(days[after] ?? '').getTime() - when;
  return isNearerBefore ? before : after;
}

/** Places the text beside the selected day, on the wider side. */
export function readoutPlace(left: number, width: number) {
  return left > width / 2 ? { right: width - left + 10 } : { left: left + 10 };
}
