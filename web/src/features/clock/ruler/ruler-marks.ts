import { DAY_MS, dayText, type Zone } from '@engine/calendar/calendar.ts';
import type { Upcoming } from '@engine/forecast/upcoming.ts';
import { formatAs, formatMonthDay } from '@/lib/dates';

/** Payments below this amount have a small dot and no label. */
const SMALL_BELOW = 300;
/** Small payments on neighboring days share one dot. Dots need 24 px each (WCAG 2.5.8). */
const NEIGHBORS_DAYS = 1.6;
const MOST_LABELS = 5;
const MOST_PAYDAY_LABELS = 2;
/** The ruler's smallest width per day, and the average width of a character in its labels, in pixels. */
const DAY_PX = 13;
const CHARACTER_PX = 6;

/** A payment or deposit on the ruler. Only an upcoming one has effects. */
export type RulerItem = Pick<Upcoming, 'key' | 'at' | 'name' | 'amount' | 'currency'> &
  Partial<Pick<Upcoming, 'isPay' | 'effects' | 'account'>>;

export type RulerMark = {
  key: string;
  at: number;
  items: RulerItem[];
  kind: 'payday' | 'payment' | 'small' | 'several' | 'posted';
  /** The name and date of the largest item, or null if there is no room for it. */
  label: string | null;
};

/**
 * Returns a mark for each day with upcoming payments or income. Small payments on neighboring days share one
 * mark. The largest amounts get labels if they have room.
 */
export function getRulerMarks(upcoming: readonly RulerItem[], zone: Zone): RulerMark[] {
  const marks: RulerMark[] = [];
  for (const [day, items] of groupByDay(upcoming, zone)) {
    const [first] = items;
    if (!first) continue;
    const kind = getKind(items);
    const last = marks.at(-1);
    if (last && isSmall(last) && kind === 'small' && isNeighbor(last, first)) {
      last.items.push(...items);
      last.kind = 'several';
    } else marks.push({ key: dayText(day), at: first.at, items: [...items], kind, label: null });
  }
  addLabels(marks, zone);
  return marks;
}

/** Returns a mark for each day after an instant with posted transactions, at the start of the day. */
export function getPostedMarks(posted: readonly RulerItem[], after: number, zone: Zone): RulerMark[] {
  return [...groupByDay(posted, zone)].flatMap(([day, items]) => {
    const at = zone.getStart(day);
    return at < after ? [] : [{ key: dayText(day), at, items, kind: 'posted', label: null }];
  });
}

/** Returns the balance of each paying or receiving account after the last of several upcoming events. */
export function getBalancesAfter(items: readonly RulerItem[]) {
  const balances = new Map<string, { name: string; balance: number; currency: string }>();
  for (const { effects, account = '' } of items) {
    const effect = effects?.[account];
    if (effect) balances.set(account, effect);
  }
  return [...balances.values()];
}

const isSmall = ({ kind }: RulerMark) => kind === 'small' || kind === 'several';

const isNeighbor = ({ items }: RulerMark, { at }: RulerItem) =>
  at - (items.at(-1)?.at ?? at) < NEIGHBORS_DAYS * DAY_MS;

function groupByDay(items: readonly RulerItem[], zone: Zone): Map<number, RulerItem[]> {
  const days = new Map<number, RulerItem[]>();
  for (const item of items) {
    const day = zone.getDay(item.at);
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return days;
}

function getKind(items: readonly RulerItem[]): RulerMark['kind'] {
  if (items.some(({ isPay }) => isPay)) return 'payday';
  return Math.abs(getLargest(items)?.amount ?? 0) < SMALL_BELOW ? 'small' : 'payment';
}

/** Returns the pay, or the item with the largest amount. */
export const getLargest = (items: readonly RulerItem[]): RulerItem | undefined =>
  items.find(({ isPay }) => isPay) ??
  items.toSorted((left, right) => Math.abs(right.amount) - Math.abs(left.amount))[0];

/** Returns true for labels above the line: money that the customer receives. */
export const isAboveLine = ({ items }: RulerMark) => (getLargest(items)?.amount ?? 0) > 0;

/** Labels the marks with the largest amounts, unless two labels on the same side of the line would overlap. */
function addLabels(marks: readonly RulerMark[], zone: Zone): void {
  const candidates = marks
    .filter((mark) => !isSmall(mark))
    .map((mark) => ({ mark, amount: Math.abs(getLargest(mark.items)?.amount ?? 0) }))
    .toSorted((left, right) => right.amount - left.amount || left.mark.at - right.mark.at);
  const labeled: RulerMark[] = [];
  for (const { mark } of candidates) {
    const paydays = labeled.filter(({ kind }) => kind === 'payday').length;
    if (labeled.length === MOST_LABELS || (mark.kind === 'payday' && paydays === MOST_PAYDAY_LABELS))
      continue;
    const label = getLabel(mark, zone);
    const overlaps = labeled.some(
      (other) =>
        isAboveLine(other) === isAboveLine(mark) &&
        (Math.abs(other.at - mark.at) / DAY_MS) * DAY_PX <
          ((label.length + (other.label?.length ?? 0)) / 2 + 1) * CHARACTER_PX,
    );
    if (overlaps) continue;
    mark.label = label;
    labeled.push(mark);
  }
}

const LONGEST_NAME = 20;

/** Returns half of a label's width, in days of the narrowest ruler. */
export const getHalfWidth = (label: string): number => (label.length * CHARACTER_PX) / 2 / DAY_PX;

function getLabel({ kind, items, at }: RulerMark, zone: Zone): string {
  const name = kind === 'payday' ? 'Payday' : shorten(getLargest(items)?.name ?? '');
  return `${name} ${formatMonthDay(dayText(zone.getDay(at)))}`;
}

/** Shortens a long name after a whole word. */
function shorten(name: string): string {
  const text = name.replace(/ (payment|autopay)$/i, '');
  if (text.length <= LONGEST_NAME) return text;
  const start = text.slice(0, LONGEST_NAME);
  return `${start.includes(' ') ? start.slice(0, start.lastIndexOf(' ')) : start}…`;
}

type Tick = { day: number; at: number; label: string };

/** Returns a tick for each month in a span, or for each year in a span of more than two years. */
export function getRulerTicks(from: number, to: number, zone: Zone): Tick[] {
  const isLong = to - from > 2 * 366 * DAY_MS;
  const ticks: Tick[] = [];
  for (let day = zone.getDay(from) + 1; day <= zone.getDay(to); day += 1) {
    const text = dayText(day);
    if (!text.endsWith(isLong ? '-01-01' : '-01')) continue;
    ticks.push({ day, at: zone.getStart(day), label: formatAs(text, isLong ? 'yyyy' : 'MMM') });
  }
  return ticks;
}
