import { fromMinor, subtractMinor, toMinor } from '@/lib/money';
import type { BudgetRow } from '../queries';

type Assignment = { categoryId: string; amount: number };

/** Distributes unassigned income to the categories in order, up to their plan. Major units. */
export function getAssignments(rows: readonly BudgetRow[], toAssign: number): Assignment[] {
  let left = toMinor(toAssign);
  const assignments: Assignment[] = [];
  for (const { category_id, amount, available } of rows) {
    const lacking = subtractMinor(toMinor(amount ?? 0), toMinor(available ?? 0));
    if (category_id === null || lacking <= 0 || left <= 0) continue;
    const given = lacking < left ? lacking : left;
    left = subtractMinor(left, given);
    assignments.push({ categoryId: category_id, amount: fromMinor(given) });
  }
  return assignments;
}
