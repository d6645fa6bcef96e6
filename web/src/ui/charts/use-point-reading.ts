import type { ScaleTime } from 'd3-scale';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { getDate } from '@/lib/dates';

type Place = {
  /** Oldest first. */
  days: readonly string[];
  x: ScaleTime<number, number>;
  /** How many points PageUp and PageDown pass. */
  page: number;
  /** Where the first press of an arrow starts from; the end a press comes from when it is not said. */
  start?: number | undefined;
};

/** Further than any line is long. */
const TO_THE_END = 100_000;

/** Reads single days of a chart by pointer, finger or arrow keys: which one, and what its picture listens to. */
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
      // A finger leaves as soon as it has tapped: what it read stays until something else is touched.
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setRead(null),
      onBlur: () => setRead(null),
      onKeyDown: readByKey,
    },
  };
}

/** The number of the day that begins nearest to an instant. */
export function nearestDay(days: readonly string[], instant: Date): number {
  const when = instant.getTime();
  const after = days.findIndex((day) => getDate(day).getTime() >= when);
  if (after < 0) return days.length - 1;
  const before = Math.max(0, after - 1);
  const isNearerBefore =
    when - getDate(days[before] ?? '').getTime() < getDate(days[after] ?? '').getTime() - when;
  return isNearerBefore ? before : after;
}

/** Where what is said of a day stands: on the side of it that has more room. */
export function readoutPlace(left: number, width: number) {
  return left > width / 2 ? { right: width - left + 10 } : { left: left + 10 };
}
