import { DAY_MS, dayText, Zone } from '@engine/calendar/calendar.ts';
import type { Upcoming } from '@engine/forecast/upcoming.ts';
import { type CSSProperties, useMemo, useState } from 'react';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { Tooltip } from '@/ui/overlays/tooltip';
import { useRovingFocus } from '@/ui/use-roving-focus';
import { type FastForwardState, useFastForward, useShownInstant } from '../clock-store';
import { RULER_DAYS } from '../steps';
import {
  getBalancesAfter,
  getHalfWidth,
  getPostedMarks,
  getRulerMarks,
  getRulerTicks,
  isAboveLine,
  type RulerItem,
  type RulerMark,
} from './ruler-marks';
import { usePosted } from './use-posted';

/** Marks closer than this share one button, because buttons need 24 px each (WCAG 2.5.8). */
const BUTTON_APART_DAYS = 1.8;
/** The number of posted transactions in a tooltip. The transactions page has the complete list. */
const MOST_POSTED = 8;
/** Labels this close to an end are aligned with the end. */
const EDGE_DAYS = 2.5;

type RulerProps = { now: number; timeZone: string; upcoming: readonly Upcoming[]; className?: string };

/**
 * Renders the last days and the next weeks as a line with a mark for each upcoming payment. During a
 * fast-forward, the marker moves along the line, and the marks that it passes are filled.
 */
export function Ruler({ now, timeZone, upcoming, className }: RulerProps) {
  const progress = useFastForward();
  const zone = useMemo(() => new Zone(timeZone), [timeZone]);
  const marks = useMemo(() => getRulerMarks(upcoming, zone), [upcoming, zone]);
  const { start, end } = getSpan(progress, now);
  const posted = usePosted(now, zone);
  const past = useMemo(() => getPostedMarks(posted, start, zone), [posted, start, zone]);
  const [movedFrom, setMovedFrom] = useState<number | null>(null);
  if (progress && progress.from !== movedFrom) setMovedFrom(progress.from);
  // After a fast-forward, today moves back to its usual place.
  const moved = progress || movedFrom === null ? 0 : Math.min(1, (now - movedFrom) / getRulerLength());
  const ticks = useMemo(() => getRulerTicks(start, end, zone), [start, end, zone]);
  const toShare = (at: number) => `${((at - start) / (end - start)) * 100}%`;
  const isLong = end - start > 2 * getRulerLength();
  const isLabeled = (at: number) =>
    marks.some((mark) => mark.label && isAboveLine(mark) && Math.abs(mark.at - at) < 5 * DAY_MS);
  return (
    <div className={classNames('relative h-14 overflow-clip', className)}>
      {/* The key restarts the animation. */}
      <div
        key={`${movedFrom} ${progress !== null}`}
        className="absolute inset-x-2 inset-y-0 animate-slide-back"
        style={{ '--moved': `${moved * 100}%` } as CSSProperties}
      >
        <div
          aria-hidden
          className="absolute inset-x-0 top-1/2 border-line-strong border-t border-dashed opacity-70"
        />
        {ticks.map(({ day, at, label }) => (
          <span key={day} aria-hidden className="absolute top-1/2" style={{ left: toShare(at) }}>
            <span className="absolute -top-2 h-4 w-px bg-line-strong" />
            {(isLong || !isLabeled(at)) && (
              <span className="absolute bottom-2 left-0 -translate-x-1/2 whitespace-nowrap text-ink-3 text-xs in-data-scrolled:hidden">
                {label}
              </span>
            )}
          </span>
        ))}
        {!isLong &&
          [...past, ...marks].map((mark) => (
            <Mark key={mark.key} mark={mark} share={toShare(mark.at)} now={now} />
          ))}
        <Marker now={now} toShare={toShare} />
        {!progress && (
          <>
            <MarkButtons
              label="Recently posted"
              marks={past}
              most={MOST_POSTED}
              toShare={toShare}
              zone={zone}
            />
            <MarkButtons
              label={`Upcoming in the next ${RULER_DAYS.after / 7} weeks`}
              marks={marks}
              toShare={toShare}
              zone={zone}
            />
          </>
        )}
      </div>
    </div>
  );
}

const getRulerLength = () => (RULER_DAYS.before + RULER_DAYS.after) * DAY_MS;

/** Returns the instants at the ends of the ruler. A long fast-forward fits into the ruler. */
function getSpan(progress: FastForwardState | null, now: number) {
  const start = (progress?.from ?? now) - RULER_DAYS.before * DAY_MS;
  if (!progress) return { start, end: start + getRulerLength() };
  const length = Math.max(getRulerLength(), (progress.to - start) * 1.08);
  return { start, end: start + length };
}

type MarkProps = { mark: RulerMark; share: string; now: number };

const SIZES = {
  payday: 'size-2.5',
  payment: 'size-2.5',
  small: 'size-2',
  several: 'size-4',
  posted: 'size-1.5',
} as const;

function Mark({ mark, share, now }: MarkProps) {
  const shown = useShownInstant() ?? now;
  const { kind, at, items, label } = mark;
  const isPosted = kind === 'posted' || shown >= at;
  const days = (at - now) / DAY_MS;
  const isAtEnd = days > RULER_DAYS.after - Math.max(EDGE_DAYS, getHalfWidth(label ?? ''));
  return (
    <span aria-hidden className="absolute top-1/2" style={{ left: share }}>
      <span
        className={classNames(
          'absolute grid -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full font-semibold text-[10px] leading-none',
          SIZES[kind],
          isPosted && 'bg-ink text-canvas',
          isPosted && kind !== 'posted' && 'animate-post',
          !isPosted && (kind === 'payday' ? 'bg-accent' : 'border-[1.5px] border-ink-2 bg-surface'),
        )}
      >
        {kind === 'several' && items.length}
      </span>
      {label && (
        <span
          className={classNames(
            'absolute whitespace-nowrap text-ink-2 text-xs in-data-scrolled:hidden',
            isAboveLine(mark) ? 'bottom-2' : 'top-2',
            days < EDGE_DAYS && '-left-1',
            isAtEnd && '-right-1',
            days >= EDGE_DAYS && !isAtEnd && '-translate-x-1/2',
          )}
        >
          {label}
        </span>
      )}
    </span>
  );
}

type MarkerProps = { now: number; toShare: (at: number) => string };

/** Renders the time that has passed, and the marker at the simulated time. */
function Marker({ now, toShare }: MarkerProps) {
  const shown = useShownInstant();
  const left = toShare(shown ?? now);
  return (
    <>
      <span
        aria-hidden
        className="absolute top-1/2 left-0 h-0.5 -translate-y-1/2 bg-ink"
        style={{ width: left }}
      />
      <span aria-hidden className="absolute top-1/2" style={{ left }}>
        <span className="absolute -top-4 h-4 w-0.5 -translate-x-1/2 bg-ink in-data-scrolled:-top-3 in-data-scrolled:h-3" />
        <span
          className={classNames(
            'absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full bg-ink',
            shown !== null && 'ring-4 ring-accent-soft',
          )}
        />
      </span>
    </>
  );
}

type MarkButtonsProps = Omit<MarkerProps, 'now'> & {
  label: string;
  marks: readonly RulerMark[];
  zone: Zone;
  /** The number of latest items that a tooltip lists. */
  most?: number;
};

/** Renders a button for each mark. Its tooltip lists the payments. The buttons are one Tab stop. */
function MarkButtons({ label, marks, toShare, zone, most = Number.POSITIVE_INFINITY }: MarkButtonsProps) {
  const bar = useRovingFocus<HTMLUListElement>();
  if (marks.length === 0) return null;
  return (
    <ul {...bar} aria-label={label}>
      {groupForButtons(marks).map((group) => {
        const [first, last] = [group[0]?.at ?? 0, group.at(-1)?.at ?? 0];
        const items = group.flatMap((mark) => mark.items);
        const days = groupByDay(items.slice(-most), zone);
        const style: CSSProperties = {
          left: toShare(first),
          width: `calc(${toShare(last)} - ${toShare(first)})`,
        };
        return (
          <li key={first} className="absolute top-1/2" style={style}>
            <Tooltip text={<MarkList days={days} />}>
              <button type="button" className="absolute inset-x-0 -top-3 -mx-3 h-6 rounded-full">
                <span className="sr-only">{days.map(describeDay).join('. ')}</span>
              </button>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}

/** Groups marks that are too close together to be tapped separately. */
function groupForButtons(marks: readonly RulerMark[]): RulerMark[][] {
  const groups: RulerMark[][] = [];
  for (const mark of marks) {
    const last = groups.at(-1);
    const isClose = mark.at - (last?.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < BUTTON_APART_DAYS * DAY_MS;
    if (last && isClose) last.push(mark);
    else groups.push([mark]);
  }
  return groups;
}

type DayItems = { day: string; items: RulerItem[] };

function groupByDay(items: readonly RulerItem[], zone: Zone): DayItems[] {
  const days = new Map<string, RulerItem[]>();
  for (const item of items) {
    const day = dayText(zone.getDay(item.at));
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return [...days].map(([day, items]) => ({ day, items }));
}

/** Lists each day's payments and the balances after them. */
function MarkList({ days }: { days: readonly DayItems[] }) {
  return days.map(({ day, items }) => (
    <span key={day} className="block not-first:mt-2">
      <span className="block font-semibold">{formatListDate(day)}</span>
      {items.map(({ key, name, amount, currency }) => (
        <span key={key} className="figures flex justify-between gap-4">
          <span>{name}</span>
          <span>{formatMoney(amount, currency, true)}</span>
        </span>
      ))}
      {getBalancesAfter(items).map(({ name, balance, currency }) => (
        <span key={name} className="figures flex justify-between gap-4 opacity-75">
          <span>{name} balance</span>
          <span>{formatMoney(balance, currency)}</span>
        </span>
      ))}
    </span>
  ));
}

function describeDay({ day, items }: DayItems): string {
  const labels = [
    ...items.map(({ name, amount, currency }) => `${name} ${formatMoney(amount, currency, true)}`),
    ...getBalancesAfter(items).map(
      ({ name, balance, currency }) => `${name} balance after: ${formatMoney(balance, currency)}`,
    ),
  ];
  return `${formatListDate(day)}: ${labels.join(', ')}`;
}
