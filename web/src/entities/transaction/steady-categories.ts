import { isSteady } from '@engine/insights/budgets.ts';
import { toMinor } from '../../lib/money';

type SpentMonth = { category_id: string | null; month: string; spent: number };

/** The categories that cost the same every month, as rent does: they have no pace. Months before the present one count, oldest first. */
export function steadyCategories(
  history: readonly SpentMonth[],
  presentMonth: string,
): ReadonlySet<string | null> {
  const spent = new Map<string | null, number[]>();
  for (const row of history)
    if (row.month < presentMonth)
      spent.set(row.category_id, [...(spent.get(row.category_id) ?? []), toMinor(row.spent)]);
  return new Set([...spent].filter(([, months]) => isSteady(months)).map(([id]) => id));
}
