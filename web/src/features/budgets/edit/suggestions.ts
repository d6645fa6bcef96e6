import { suggestBudget } from '@engine/insights/budgets.ts';
import { toMinor } from '@engine/money/minor.ts';
import type { BudgetRow, HistoryRow } from '../queries';

export type BudgetSuggestion = ReturnType<typeof getSuggestions>[number];

/** Suggests budgets based on the full months since the first spending. Amounts are in major units. */
export function getSuggestions(
  rows: readonly BudgetRow[],
  history: readonly HistoryRow[],
  presentMonth: string,
) {
  const past = history.filter(({ month }) => month < presentMonth);
  const first = past.reduce(
    (earliest, { month, spent }) => (spent > 0 && month < earliest ? month : earliest),
    '9999',
  );
  return rows.flatMap((row) => {
    if (row.category_id === null) return [];
    const spent = past
      .filter(({ category_id, month }) => category_id === row.category_id && month >= first)
      .toSorted((left, right) => left.month.localeCompare(right.month))
      .map((month) => toMinor(month.spent));
    const suggestion = suggestBudget(spent);
    if (!suggestion) return [];
    return [
      {
        categoryId: row.category_id,
        name: row.category ?? '',
        amount: suggestion.amount / 100,
        /** The current limit; null if there is none. */
        present: row.amount,
        basis: suggestion.basis,
        months: suggestion.months,
      },
    ];
  });
}
