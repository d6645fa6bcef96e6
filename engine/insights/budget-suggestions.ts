import { fromMinor, markMinor, toMinor } from '../money/minor.ts';
import { suggestBudget } from './budgets.ts';

/** A category of `budget_status`, in major units. `amount` is the current limit; null if there is none. */
type CategoryRow = { category_id: string | null; category: string | null; amount: number | null };
/** A category's spending in a month, as returned by `budget_history`, in major units. */
type SpentRow = { category_id: string | null; month: string; spent: number };

export type BudgetSuggestion = ReturnType<typeof getSuggestions>[number];

/** Suggests budgets based on the full months since the first spending. Amounts are in major units. */
export function getSuggestions(
  rows: readonly CategoryRow[],
  history: readonly SpentRow[],
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
        amount: fromMinor(markMinor(suggestion.amount)),
        /** The current limit; null if there is none. */
        present: row.amount,
        basis: suggestion.basis,
        months: suggestion.months,
      },
    ];
  });
}
