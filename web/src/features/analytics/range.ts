import { addMonths, dayText, getDate, getDay, parseDay } from '@engine/calendar/calendar.ts';
import { useSearchParams } from 'react-router';
import { formatTextDate } from '@/lib/dates';
import { withParameters } from '@/lib/navigation/search-parameters';

export const RANGES = [
  { value: 'month', label: 'This month', beforeLabel: 'the same days last month' },
  { value: '3-months', label: 'Last 3 months', beforeLabel: 'the previous 3 months' },
  { value: '6-months', label: 'Last 6 months', beforeLabel: 'the previous 6 months' },
  { value: '12-months', label: 'Last 12 months', beforeLabel: 'the previous 12 months' },
  { value: 'year', label: 'This year', beforeLabel: 'the same days last year' },
  { value: 'custom', label: 'Custom', beforeLabel: 'the previous period' },
] as const;

type RangeName = (typeof RANGES)[number]['value'];

/** A date range and the previous range that it is compared with. Days are `yyyy-MM-dd`, inclusive. */
export type Range = {
  name: RangeName;
  from: string;
  to: string;
  beforeFrom: string;
  beforeTo: string;
  /** The name of the comparison range, such as "the previous 3 months". */
  beforeLabel: string;
};

const DEFAULT_RANGE = '3-months';
const MONTHS: Record<string, number> = { month: 1, '3-months': 3, '6-months': 6, '12-months': 12 };
/** The longest range that the bank returns, in days. */
const MAX_DAYS = 3660;

/** Returns the range in a URL. Invalid values fall back to the last three months. */
export function getRange(search: URLSearchParams, today: string): Range {
  const selected = RANGES.find(({ value }) => value === search.get('range'))?.value ?? DEFAULT_RANGE;
  const custom = selected === 'custom' ? customRange(search.get('from'), search.get('to'), today) : null;
  return custom ?? presetRange(selected === 'custom' ? DEFAULT_RANGE : selected, today);
}

function presetRange(name: Exclude<RangeName, 'custom'>, today: string): Range {
  const to = parseDay(today);
  const { year, month } = getDate(to);
  const first = parseDay(`${year}-${String(name === 'year' ? 1 : month).padStart(2, '0')}-01`);
  const months = MONTHS[name] ?? 12;
  const from = name === 'year' ? first : addMonths(first, 1 - months);
  const beforeFrom = addMonths(from, -months);
  // Short months have no 31st. The previous range must still end before this range begins.
  const beforeTo = Math.min(addMonths(to, -months), from - 1);
  return createRange(name, from, to, beforeFrom, beforeTo);
}

function customRange(fromText: string | null, toText: string | null, today: string): Range | null {
  if (!isDay(fromText) || !isDay(toText)) return null;
  const from = parseDay(fromText);
  const to = Math.min(parseDay(toText), parseDay(today));
  const days = to - from + 1;
  return days < 1 || days > MAX_DAYS ? null : createRange('custom', from, to, from - days, from - 1);
}

/** Returns the full months before the month of a day (`yyyy-MM-dd`). */
export function lastFullMonths(today: string, months: number): Range {
  const { year, month } = getDate(parseDay(today));
  const next = getDay(year, month, 1);
  const from = addMonths(next, -months);
  return createRange('custom', from, next - 1, addMonths(from, -months), from - 1);
}

function createRange(name: RangeName, from: number, to: number, beforeFrom: number, beforeTo: number): Range {
  return {
    name,
    from: dayText(from),
    to: dayText(to),
    beforeFrom: dayText(beforeFrom),
    beforeTo: dayText(beforeTo),
    beforeLabel: RANGES.find(({ value }) => value === name)?.beforeLabel ?? '',
  };
}

export function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Formats a range of days, such as `Aug 1 to Oct 14`. */
export function formatSpan(from: string, to: string, formatDate = formatTextDate): string {
  return from === to ? formatDate(to) : `${formatDate(from)} to ${formatDate(to)}`;
}

/** Returns the first day of every month in a range, including months without transactions. */
export function getMonths({ from, to }: Pick<Range, 'from' | 'to'>): string[] {
  const months: string[] = [];
  for (let month = parseDay(`${from.slice(0, 7)}-01`); dayText(month) <= to; month = addMonths(month, 1))
    months.push(dayText(month));
  return months;
}

/** The parts of the page, each in its own tab. */
export const PARTS = [
  { value: 'overview', label: 'Overview' },
  { value: 'spending', label: 'Spending' },
  { value: 'income', label: 'Income' },
  { value: 'subscriptions', label: 'Subscriptions' },
  { value: 'net-worth', label: 'Net worth' },
] as const;
export type AnalyticsPart = (typeof PARTS)[number]['value'];

/** The page's state in the URL: part, range, currency, and the category whose transactions are open. */
export type View = {
  part: AnalyticsPart;
  range: Range;
  /** Limits the page to this currency; null shows all currencies, converted to the base currency. */
  only: string | null;
  /** The direction and category (`none` for uncategorized) whose transactions are open. */
  open: { direction: 'in' | 'out'; categoryId: string | null } | null;
};

export type ViewChanges = Partial<Record<'range' | 'from' | 'to' | 'currency' | 'rows', string | null>>;

export function useView(today: string): [View, (changes: ViewChanges) => void] {
  const [search, setSearch] = useSearchParams();
  const [direction, categoryId] = (search.get('rows') ?? '').split(':');
  const isOpen = (direction === 'in' || direction === 'out') && categoryId;
  return [
    {
      part: PARTS.find(({ value }) => value === search.get('part'))?.value ?? 'overview',
      range: getRange(search, today),
      only: search.get('currency'),
      open: isOpen ? { direction, categoryId: categoryId === 'none' ? null : categoryId } : null,
    },
    (changes) => setSearch((before) => withParameters(before, changes), { preventScrollReset: true }),
  ];
}

/** Returns the URL value that opens the transactions of a category. */
export const rowsKey = (direction: 'in' | 'out', categoryId: string | null) =>
  `${direction}:${categoryId ?? 'none'}`;
