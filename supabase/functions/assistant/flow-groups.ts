import { getMonth, sumOf } from '../../../assistant/format.ts';
import type { Flow } from './answers-flow.ts';
import type { Asking } from './asking.ts';
import { type FoundTransaction, getTitle } from './transactions.ts';

type Group = { label: string; amount: number; narrower: string | null };

export function getGroups(
  rows: readonly FoundTransaction[],
  measure: Flow['measure'],
  direction: Flow['direction'],
  isBase: boolean,
  asking: Asking,
): Group[] {
  const sums = new Map<string, { amounts: number[]; narrower: string | null }>();
  for (const row of rows) {
    const own = (row.part_amount ?? row.amount) * (row.direction === 'in' ? 1 : -1);
    const signed = isBase ? (row.base_amount ?? 0) : own;
    const { label, narrower } = getGroup(row, measure, asking);
    const group = sums.get(label) ?? { amounts: [], narrower };
    group.amounts.push(direction === 'in' ? signed : -signed);
    sums.set(label, group);
  }
  const groups = [...sums].map(([label, { amounts, narrower }]) => ({
    label,
    amount: sumOf(amounts),
    narrower,
  }));
  return measure === 'by_month'
    ? groups.toReversed()
    : groups.toSorted((one, other) => other.amount - one.amount);
}

function getGroup(row: FoundTransaction, measure: Flow['measure'], { known }: Asking) {
  const quoted = (name: string) => `"${name.replace(/["\\]/g, '\\$&')}"`;
  if (measure === 'by_month') return { label: getMonth(row.day), narrower: `date:${row.day.slice(0, 7)}` };
  if (measure === 'by_merchant') {
    const title = row.merchant ?? getTitle(row);
    return { label: title, narrower: row.merchant ? `merchant:${quoted(row.merchant)}` : quoted(title) };
  }
  if (row.parts > 0) return { label: 'Split between categories', narrower: 'is:split' };
  const category = known.categories.find(({ id }) => id === row.category_id)?.name;
  return category
    ? { label: category, narrower: `category:${quoted(category)}` }
    : { label: 'No category', narrower: 'category:none' };
}
