import { isSteady } from '@engine/insights/budgets.ts';
import { toMinor } from '@engine/money/minor.ts';

type SpentMonth = { category_id: string | null; month: string; spent: number };

/**
 * Returns the categories that cost the same every month, such as rent. The history contains the months before
 * the current one, oldest first.
 */
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
