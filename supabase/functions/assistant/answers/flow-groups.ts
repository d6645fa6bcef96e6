import { getMonth, getWeekday, sumAmounts } from '../../../../assistant/format.ts';
import { dayText, parseDay } from '../../../../engine/calendar/calendar.ts';
import { formatTextDate } from '../../../../engine/calendar/format-date.ts';
import { unitAround } from '../../../../engine/calendar/periods.ts';
import type { AnswerContext } from '../answer-context.ts';
import type { Flow } from './flow.ts';
import { type FoundTransaction, getTitle, signedAmount } from './search.ts';

/** A group of transactions, and the search condition that selects it. */
type Group = { label: string; condition: string };

/**
 * Adds up transactions by category, merchant, week, or month. Weeks and months are in chronological order. Other
 * groups are sorted by amount, largest first.
 */
export function getGroups(
  rows: readonly FoundTransaction[],
  { measure, direction }: Flow,
  isInBaseCurrency: boolean,
  context: AnswerContext,
): (Group & { amount: number })[] {
  const groups = new Map<string, Group & { amounts: number[] }>();
  for (const row of rows) {
    const amount = isInBaseCurrency ? (row.base_amount ?? 0) : signedAmount(row);
    const group = getGroup(row, measure, context);
    const sums = groups.get(group.label) ?? { ...group, amounts: [] };
    sums.amounts.push(direction === 'in' ? amount : -amount);
    groups.set(group.label, sums);
  }
  const totals = Array.from(groups.values(), ({ amounts, ...group }) => ({
    ...group,
    amount: sumAmounts(amounts),
  }));
  return measure === 'by_month' || measure === 'by_week'
    ? totals.toReversed()
    : totals.toSorted((a, b) => b.amount - a.amount);
}

function getGroup(row: FoundTransaction, measure: Flow['measure'], { customer }: AnswerContext): Group {
  if (measure === 'by_month') return { label: getMonth(row.day), condition: `date:${row.day.slice(0, 7)}` };
  if (measure === 'by_week') {
    const { from, to } = unitAround(parseDay(row.day), 'week');
    const label = `Week of ${formatTextDate(dayText(from), customer.today)}`;
    return { label, condition: `date:${dayText(from)}..${dayText(to)}` };
  }
  if (measure === 'by_day')
    return { label: formatTextDate(row.day, customer.today), condition: `date:${row.day}` };
  // The search can't filter by weekday, so this group has no condition.
  if (measure === 'by_weekday') return { label: getWeekday(row.day), condition: '' };
  if (measure === 'by_merchant') {
    const label = row.merchant ?? getTitle(row);
    return { label, condition: row.merchant ? `merchant:${quote(row.merchant)}` : quote(label) };
  }
  if (row.parts > 0) return { label: 'Split between categories', condition: 'is:split' };
  const category = customer.categories.find(({ id }) => id === row.category_id)?.name;
  return category
    ? { label: category, condition: `category:${quote(category)}` }
    : { label: 'No category', condition: 'category:none' };
}

const quote = (name: string) => `"${name.replace(/["\\]/g, '\\$&')}"`;
