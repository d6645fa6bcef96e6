import { counted, daysIn, money, sumAmounts } from '../../../../assistant/format.ts';
import type { Period, TransactionFilter } from '../../../../assistant/intent.ts';
import type { Figure } from '../../../../assistant/parts.ts';
import {
  addMonths,
  dayText,
  isFirstOfMonth,
  monthsBetween,
  parseDay,
} from '../../../../engine/calendar/calendar.ts';
import type { Flow } from './flow.ts';
import type { Totals } from './search.ts';

const UNITS = {
  average_month: 'month',
  average_week: 'week',
  average_day: 'day',
  average: 'transaction',
} as const;
type Unit = (typeof UNITS)[keyof typeof UNITS];
const DAYS_PER_MONTH = 365.25 / 12;

/**
 * Returns an average with its calculation. Returns null for other measures, or if there are no transactions
 * or no period.
 */
export function computeAverage(
  { measure, filter }: Flow,
  amount: number,
  { currency, times }: Totals,
  today: string,
): { amount: number; unit: Unit; rule: string } | null {
  const unit: Unit | undefined = UNITS[measure as keyof typeof UNITS];
  const divisor = unit && times > 0 ? getDivisor(unit, times, filter, today) : null;
  if (!divisor) return null;
  const average = Math.round((amount / divisor.count) * 100) / 100;
  const rule = `${money(amount, currency)} ÷ ${divisor.label} = ${money(average, currency)}.`;
  return { amount: average, unit, rule };
}

/** Returns the divisor of an average. Days after today don't count. */
function getDivisor(unit: Unit, times: number, { period }: TransactionFilter, today: string) {
  if (unit === 'transaction') return { count: times, label: counted(times, 'transaction') };
  if (!period?.from) return null;
  const to = period.to && period.to < today ? period.to : today;
  const months = countMonths(period.from, to);
  if (unit === 'month' && months !== null) return { count: months, label: counted(months, 'month') };
  const days = daysIn(period.from, to);
  const label = counted(days, 'day');
  if (unit === 'day') return { count: days, label };
  if (unit === 'week') return { count: days / 7, label: `${label} × 7` };
  return { count: days / DAYS_PER_MONTH, label: `${label} × 365.25 ÷ 12` };
}

/** Returns the number of months in a period. Returns null if it doesn't consist of full months. */
function countMonths(from: string, to: string): number | null {
  const [first, next] = [parseDay(from), parseDay(to) + 1];
  return isFirstOfMonth(first) && isFirstOfMonth(next) ? monthsBetween(first, next) : null;
}

export function compareWith(
  amount: number,
  before: number,
  currency: string,
  period: string,
): { sentence: string; figure: Figure } {
  const change = sumAmounts([amount, -before]);
  const share = before > 0 ? ` (${Math.round((Math.abs(change) / before) * 100)}%)` : '';
  const difference =
    change === 0
      ? 'the same as'
      : `${money(Math.abs(change), currency)}${share} ${change > 0 ? 'more' : 'less'} than`;
  return {
    sentence: `That's ${difference} ${period} (${money(before, currency)}).`,
    figure: { label: `Total ${period}`, amount: before, currency },
  };
}

const USUAL_MONTHS = 6;

/**
 * Compares an amount with the average of the six full months before its period. For a month that isn't over,
 * compares with the same number of days.
 */
export async function compareWithUsual(
  period: Period | null,
  load: (period: Period) => Promise<Totals>,
  {
    amount,
    currency,
    direction,
    today,
  }: { amount: number; currency: string; direction: string; today: string },
): Promise<{ comparison: ReturnType<typeof compareWith>; rule: string } | null> {
  if (!period?.from) return null;
  const first = parseDay(`${period.from.slice(0, 8)}01`);
  const before = { from: dayText(addMonths(first, -USUAL_MONTHS)), to: dayText(first - 1), text: '' };
  const { moneyIn, moneyOut } = await load(before);
  const total = direction === 'in' ? moneyIn - moneyOut : moneyOut - moneyIn;
  const to = period.to && period.to < today ? period.to : today;
  const days = daysIn(period.from, to);
  const monthDays = daysIn(before.from, before.to) / USUAL_MONTHS;
  const months = countMonths(period.from, to);
  const usual = Math.round((total / USUAL_MONTHS) * (months ?? days / monthDays) * 100) / 100;
  const span = months === 1 ? 'month' : months ? `${months} months` : counted(days, 'day');
  const text = `your usual ${span}`;
  return {
    comparison: compareWith(amount, usual, currency, text),
    rule: `Usual: ${money(total, currency)} in the 6 full months before, ÷ 6 = ${money(total / USUAL_MONTHS, currency)} a month${months ? '' : `, for ${counted(days, 'day')}: ${money(usual, currency)}`}.`,
  };
}
